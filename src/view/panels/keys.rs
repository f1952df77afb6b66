//! The sheet of keys.

use egui::{Align2, Context, Grid, Rect, RichText, Window};

use crate::view::App;

/// Every key, and what it does, by subject.
pub const KEYS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Camera",
        &[
            ("W A S D", "Fly forward, left, back, right"),
            ("Q  E", "Down, up"),
            ("Right mouse button", "Look about"),
            ("Wheel", "Faster, slower"),
            ("Shift", "Five times as fast"),
            ("Ctrl", "Ten times as slow"),
            ("Alt + mouse button", "Orbit about what is under the pointer"),
            ("G", "Walk at eye height, fly again"),
            ("Home", "See the whole scene"),
        ],
    ),
    ("Picture", &[("Ctrl+C", "Copy the camera"), ("Ctrl+V", "Paste a camera"), ("F12", "Write a picture")]),
    ("Animation", &[("Space", "Play, pause"), (",  .", "Back, on by a frame")]),
    (
        "Window",
        &[
            ("Tab", "Fold the panels away, and back"),
            ("Esc", "Cancel what is loading"),
            ("F1", "This sheet"),
            ("Ctrl+Q", "Quit"),
        ],
    ),
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
            let height = (ctx.content_rect().height() - 90.0).max(120.0);
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                Grid::new("keys").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
                    for (subject, keys) in KEYS {
                        ui.label(RichText::new(subject).weak());
                        ui.end_row();
                        for (key, what) in keys {
                            ui.strong(*key);
                            ui.label(*what);
                            ui.end_row();
                        }
                    }
                });
            });
        });
}
