//! Tells on the terminal what the window does, for who asked for it.

use std::time::Instant;

use super::App;

/// What has been told so far.
#[derive(Debug)]
pub struct Report {
    tell: Option<fn(&str)>,
    start: Instant,
    /// Lines of the log.
    lines: usize,
    /// The scene that was told, by its number.
    generation: u64,
    /// A flight: since when, and its frames.
    flight: Option<(Instant, u32)>,
}

impl Report {
    /// A report to nobody where `tell` is `None`.
    pub fn new(tell: Option<fn(&str)>) -> Self {
        Self { tell, start: Instant::now(), lines: 0, generation: 0, flight: None }
    }

    /// Tells one line.
    pub fn say(&self, line: &str) {
        if let Some(tell) = self.tell {
            tell(line);
        }
    }

    /// Tells what is new in the log.
    pub fn log(&mut self, app: &App) {
        for line in app.log.iter().skip(self.lines) {
            self.say(line);
        }
        self.lines = app.log.len(); // Also after it was cleared.
    }

    /// Takes note of a frame; `has_drawn` says that the scene was drawn for it.
    pub fn frame(&mut self, app: &App, has_drawn: bool) {
        if has_drawn && self.generation != app.generation() {
            self.generation = app.generation();
            if let Some(world) = &app.world {
                let milliseconds = self.start.elapsed().as_millis();
                self.say(&format!("shown: {} after {milliseconds} ms", world.scene.name));
            }
        }
        if app.is_moving() {
            let (_, frames) = self.flight.get_or_insert((Instant::now(), 0));
            *frames += u32::from(has_drawn);
        } else if let Some((start, frames)) = self.flight.take() {
            let seconds = start.elapsed().as_secs_f64();
            let rate = f64::from(frames) / seconds.max(1e-3);
            self.say(&format!("flew: {frames} frames in {seconds:.2} s, {rate:.1} a second"));
            self.say(&format!("camera: {}", app.look.camera));
        }
    }
}
