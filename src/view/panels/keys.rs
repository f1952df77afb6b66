//! The sheet of keys.

use egui::{Align2, Context, Grid, Rect, Window};

use crate::view::App;

/// Every key, and what it does.
pub const KEYS: [(&str, &str); 16] = [
    ("W A S D", "Fly forward, left, back, right"),
    ("Q  E", "Down, up"),
    ("Right mouse button", "Look about"),
    ("Wheel", "Faster, slower"),
    ("Shift", "Five times as fast"),
    ("Ctrl", "Ten times as slow"),
    ("Alt + mouse button", "Orbit about what is under the pointer"),
    ("G", "Walk at eye height, fly again"),
    ("Home", "See the whole scene"),
    ("Ctrl+C", "Copy the camera"),
    ("Ctrl+V", "Paste a camera"),
    ("Tab", "Fold the panels away, and back"),
    ("F12", "Write a picture"),
    ("Esc", "Cancel what is loading"),
    ("F1", "This sheet"),
    ("Ctrl+Q", "Quit"),
];

/// Lays out the sheet over the picture.
pub fn show(app: &mut App, ctx: &Context, rect: Rect) {
    Window::new("Keys")
        .open(&mut app.panels.shows_keys)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(rect.center())
        .show(ctx, |ui| {
            Grid::new("keys").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
                for (key, what) in KEYS {
                    ui.strong(key);
                    ui.label(what);
                    ui.end_row();
                }
            });
        });
}
