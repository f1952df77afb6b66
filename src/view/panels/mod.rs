//! What lies about the picture and over it, one file a panel.

use egui::{Align2, Color32, FontId, Panel, Rect, Ui};

use super::App;

mod keys;
mod layers;
mod status;
mod sun;

/// Which panels are open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Panels {
    /// Only the picture is seen.
    pub are_folded: bool,
    /// The sheet of keys is shown.
    pub shows_keys: bool,
    /// The log is shown.
    pub shows_log: bool,
}

/// Lays out what takes room beside the picture.
pub fn show(app: &mut App, ui: &mut Ui) {
    if app.panels.are_folded {
        return;
    }
    Panel::bottom("status").show(ui, |ui| status::show(app, ui));
    Panel::left("scene").default_size(240.0).show(ui, |ui| {
        egui::ScrollArea::vertical().show(ui, |ui| {
            ui.collapsing("Layers", |ui| layers::show(app, ui));
            ui.collapsing("Sun", |ui| sun::show(app, ui));
        });
    });
}

/// Lays out what lies over the picture.
pub fn over(app: &mut App, ui: &mut Ui, rect: Rect) {
    if app.panels.shows_keys {
        keys::show(app, ui.ctx(), rect);
    }
}

/// In place of a picture.
pub fn waiting(app: &App, ui: &Ui, rect: Rect) {
    ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    let words = app.loading().map_or_else(|| "Drop a file here".to_owned(), |loading| loading.stage());
    let font = FontId::proportional(18.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, font, Color32::GRAY);
}
