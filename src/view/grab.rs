//! The pointer while it looks about: hidden, and back at its place afterwards.

use winit::dpi::PhysicalPosition;
use winit::window::{CursorGrabMode, Window};

/// Pixels: so far the hidden pointer may go before it is put back.
const LEASH: f64 = 100.0;

/// A pointer that is held.
#[derive(Debug)]
pub struct Grab {
    /// Where it was, pixels of the window.
    place: PhysicalPosition<f64>,
    hold: Hold,
}

/// How it is held.
#[derive(Debug)]
enum Hold {
    /// The system keeps it where it is, and tells how the mouse moves.
    Locked,
    /// It goes about in the window and is put back again and again. The place where it was last; and that it was put back,
    /// which the system has not told yet.
    Leashed { last: PhysicalPosition<f64>, is_called_back: bool },
}

impl Grab {
    /// Holds the pointer, which is at `now` and comes back to `place`; `None` where the system can't.
    pub fn new(window: &Window, place: PhysicalPosition<f64>, now: PhysicalPosition<f64>) -> Option<Self> {
        let hold = if window.set_cursor_grab(CursorGrabMode::Locked).is_ok() {
            Hold::Locked
        } else if window.set_cursor_grab(CursorGrabMode::Confined).is_ok()
            && window.set_cursor_position(place).is_ok()
        {
            Hold::Leashed { last: now, is_called_back: now != place }
        } else {
            let _ = window.set_cursor_grab(CursorGrabMode::None);
            return None;
        };
        window.set_cursor_visible(false);
        Some(Self { place, hold })
    }

    /// True where the mouse's own motion counts, and not the pointer's.
    pub fn is_locked(&self) -> bool {
        matches!(self.hold, Hold::Locked)
    }

    /// The pointer has come to `now`: how far it went, pixels.
    pub fn follow(&mut self, window: &Window, now: PhysicalPosition<f64>) -> (f64, f64) {
        let place = self.place;
        let Hold::Leashed { last, is_called_back } = &mut self.hold else { return (0.0, 0.0) };
        let away = |from: PhysicalPosition<f64>| (now.x - from.x, now.y - from.y);
        let length = |(x, y): (f64, f64)| x.hypot(y);
        // The way back was ours.
        let way = if *is_called_back && length(away(place)) < length(away(*last)) {
            *is_called_back = false;
            away(place)
        } else {
            away(*last)
        };
        *last = now;
        if !*is_called_back && length(away(place)) > LEASH {
            *is_called_back = window.set_cursor_position(place).is_ok();
        }
        way
    }

    /// Lets it go, at the place where it was.
    pub fn release(self, window: &Window) {
        let _ = window.set_cursor_position(self.place); // Some systems can't, and have kept it there.
        let _ = window.set_cursor_grab(CursorGrabMode::None);
        window.set_cursor_visible(true);
    }
}
