//! The sheet of keys.

use egui::{Align2, Context, Grid, RichText, Ui, Window};

use crate::view::App;

/// Every key, and what it does, by subject.
pub const KEYS: [(&str, &[(&str, &str)]); 6] = [
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
            ("Ctrl+1 … 9", "Set a bookmark"),
            ("1 … 9", "Fly to it"),
        ],
    ),
    (
        "Selection",
        &[("Click", "Tell what is there"), ("Double click", "Fly there"), ("F", "See all of the selection")],
    ),
    ("Comparing", &[("X", "The old version, the new one")]),
    ("Picture", &[("Ctrl+C", "Copy the camera"), ("Ctrl+V", "Paste a camera"), ("F12", "Write a picture")]),
    ("Animation", &[("Space", "Play, pause"), (",  .", "Back, on by a frame")]),
    (
        "Window",
        &[
            ("Ctrl+O", "Open files"),
            ("F5  Ctrl+R", "Load again"),
            ("Tab", "Fold the panels away, and back"),
            ("Esc", "Cancel what is loading, select nothing"),
            ("F1", "This sheet"),
            ("Ctrl+Q", "Quit"),
        ],
    ),
];

/// Points: from this width on the subjects stand in two columns.
const WIDE: f32 = 700.0;

/// Lays out the sheet over the picture.
pub fn show(app: &mut App, ctx: &Context) {
    let screen = ctx.content_rect();
    Window::new("Keys")
        .open(&mut app.panels.shows_keys)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(screen.center())
        .show(ctx, |ui| {
            let height = (screen.height() - 90.0).max(120.0);
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                if screen.width() < WIDE {
                    return column(ui, &KEYS);
                }
                let (left, right) = KEYS.split_at(1);
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| column(ui, left));
                    ui.add_space(20.0);
                    ui.vertical(|ui| column(ui, right));
                });
            });
        });
}

/// Subjects, one below the other.
fn column(ui: &mut Ui, subjects: &[(&str, &[(&str, &str)])]) {
    for (subject, keys) in subjects {
        ui.label(RichText::new(*subject).weak());
        Grid::new(subject).num_columns(2).min_col_width(60.0).spacing([16.0, 4.0]).show(ui, |ui| {
            for (key, what) in *keys {
                ui.strong(*key);
                ui.label(*what);
                ui.end_row();
            }
        });
        ui.add_space(6.0);
    }
}
