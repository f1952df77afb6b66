//! What is being done, on a terminal; nothing when piped.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on stderr that tells the present stage, and is gone when dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts hidden; the line appears with the first stage, and only on a terminal.
    pub fn new() -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Names what is done from now on.
    pub fn stage(&self, what: impl Into<String>) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_message(super::escaped(&what.into()));
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    /// Names what is done from now on, `total` times.
    pub fn count(&self, what: &'static str, total: u64) {
        self.stage(what);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{bar:32}] {percent} % {eta}") {
            self.bar.set_style(style);
        }
        self.bar.set_length(total);
    }

    /// So many more are done.
    pub fn advance(&self, done: u64) {
        self.bar.inc(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
