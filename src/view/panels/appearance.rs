//! Theme and size of the window's texts.

use egui::{ThemePreference, Ui};

use crate::view::App;

/// How much larger than the monitor's own scale all is shown.
pub const ZOOMS: [f32; 6] = [0.8, 0.9, 1.0, 1.25, 1.5, 2.0];

/// Lays out the menu.
pub fn menu(app: &mut App, ui: &mut Ui) {
    ui.menu_button("View", |ui| {
        ui.label("Theme");
        for (theme, name) in [
            (ThemePreference::System, "As the system"),
            (ThemePreference::Dark, "Dark"),
            (ThemePreference::Light, "Light"),
        ] {
            ui.radio_value(&mut app.panels.theme, theme, name);
        }
        ui.separator();
        ui.label("Size").on_hover_text("Over the monitor's own scale");
        ui.horizontal_wrapped(|ui| {
            for zoom in ZOOMS {
                ui.selectable_value(&mut app.panels.zoom, zoom, format!("{:.0} %", zoom * 100.0));
            }
        });
        ui.separator();
        ui.checkbox(&mut app.panels.shows_corner, "Numbers in the corner");
        if ui.button("Keys (F1)").clicked() {
            app.panels.shows_keys = true;
            ui.close();
        }
    })
    .response
    .on_hover_text("Theme, size of the texts, keys");
}

/// Lets egui follow what is chosen.
pub fn follow(app: &App, ui: &Ui) {
    let ctx = ui.ctx();
    if ctx.options(|options| options.theme_preference) != app.panels.theme {
        ctx.set_theme(app.panels.theme);
    }
    if ctx.zoom_factor() != app.panels.zoom {
        ctx.set_zoom_factor(app.panels.zoom);
    }
}
