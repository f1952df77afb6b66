//! The verbs of the command line, one file each, and how a run ends.

mod animation;
mod args;
mod check;
mod clutter;
mod demo;
mod diff;
mod diff_report;
mod diff_text;
mod extract;
mod info;
mod info_bfres;
mod info_table;
mod list;
mod output;
mod planting;
mod progress;
mod sarif;
mod scene;
mod sheet;
mod shot;
mod view;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use sward::formats::bytes::{Warning, Warnings};

use args::{Cli, Verb};

/// Why a run ended early, and so its exit code.
#[derive(Debug)]
pub enum Failure {
    /// The input is bad: 1.
    Input(anyhow::Error),
    /// No adapter, no room, no permission: 2.
    Environment(anyhow::Error),
    /// The arguments don't fit together: 64, as in `sysexits.h`.
    Usage(anyhow::Error),
    /// Two files differ, which is all that was asked: 1, without a word.
    Different,
    /// Whoever reads our output has seen enough: not an error.
    ClosedPipe,
}

/// The result of a verb.
pub type Outcome = Result<(), Failure>;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            // Its arguments come from the command line, not from a file, and its lines are wanted as they are.
            let text = error.render().to_string();
            let _ = write!(io::stderr(), "sward: {}", text.strip_prefix("error: ").unwrap_or(&text));
            return ExitCode::from(64);
        }
        Err(help_or_version) => {
            let _ = help_or_version.print(); // A closed pipe is no error.
            return ExitCode::SUCCESS;
        }
    };
    let outcome = match cli.verb {
        Some(Verb::Shot(args)) => shot::run(&args),
        Some(Verb::Info(args)) => info::run(&args),
        Some(Verb::Clutter(args)) => clutter::run(&args),
        Some(Verb::Check(args)) => check::run(&args),
        Some(Verb::Diff(args)) => diff::run(&args),
        Some(Verb::Extract(args)) => extract::run(&args),
        Some(Verb::Demo(args)) => demo::run(&args),
        Some(Verb::View(args)) => view::run(&args),
        None => view::run(&cli.view),
    };
    let (error, code) = match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => return ExitCode::SUCCESS,
        Err(Failure::Different) => return ExitCode::from(1),
        Err(Failure::Input(error)) => (error, 1),
        Err(Failure::Environment(error)) => (error, 2),
        Err(Failure::Usage(error)) => (error, 64),
    };
    complain(&format!("{error:#}"));
    ExitCode::from(code)
}

/// Writes results to stdout.
pub fn print(bytes: &[u8]) -> Outcome {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(stdout_failure)
}

fn stdout_failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Environment(anyhow::Error::new(error).context("can't write to standard output")),
    }
}

/// Says something to the person at the terminal: one line, whatever a file put into it.
fn complain(message: &str) {
    // When stderr is closed nobody is left to be told.
    let _ = writeln!(io::stderr(), "sward: {}", escaped(message));
}

/// The kinds that a picture or a list may be the worse for; `check` tells them all.
fn worth_telling(warnings: &Warnings) -> impl Iterator<Item = &Warning> {
    // Common in sound files.
    warnings.iter().filter(|warning| warning.kind != "triangle-without-area")
}

/// Tells the warnings of a file, one line a kind.
pub fn warn(file: &str, warnings: &Warnings) {
    for warning in worth_telling(warnings) {
        complain(&format!("warning: {file}: {warning}"));
    }
}

/// Tells the warnings of a scene, which have no place in a file.
pub fn warn_of_scene(scene: &str, warnings: &Warnings) {
    for Warning { field, message, .. } in worth_telling(warnings) {
        complain(&format!("warning: {scene}: {field}: {message}"));
    }
}

/// The text with its control characters made visible, so that a file can't steer the terminal.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        // The marks that turn the direction of writing are no control characters, but they hide text as well.
        if character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}
