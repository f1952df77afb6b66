//! Which parts of the scene are drawn.

use egui::Ui;

use crate::view::App;

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let layers = &mut app.look.layers;
    ui.checkbox(&mut layers.ground, "Ground");
    ui.checkbox(&mut layers.objects, "Objects");
    ui.checkbox(&mut layers.plants, "Grass");
    ui.checkbox(&mut layers.roads, "Roads");
    ui.checkbox(&mut layers.water, "Water");
    ui.checkbox(&mut layers.models, "Models");
    ui.checkbox(&mut app.look.labels, "Labels");
}
