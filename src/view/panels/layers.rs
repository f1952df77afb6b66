//! Which parts of the scene are drawn.

use egui::Ui;

use crate::view::App;

/// What is hidden, such as `no roads, water`, and whether the grid is shown.
pub fn state(app: &App) -> String {
    let layers = &app.look.layers;
    let all = [
        (layers.ground, "ground"),
        (layers.objects, "objects"),
        (layers.plants, "grass"),
        (layers.roads, "roads"),
        (layers.water, "water"),
        (layers.models, "models"),
    ];
    let hidden: Vec<_> = all.into_iter().filter(|(shown, _)| !shown).map(|(_, name)| name).collect();
    let shown = if hidden.is_empty() { "all".to_owned() } else { format!("no {}", hidden.join(", ")) };
    if layers.grid { format!("{shown}, with a grid") } else { shown }
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let layers = &mut app.look.layers;
    ui.checkbox(&mut layers.ground, "Ground");
    ui.checkbox(&mut layers.objects, "Objects");
    ui.checkbox(&mut layers.plants, "Grass");
    ui.checkbox(&mut layers.roads, "Roads");
    ui.checkbox(&mut layers.water, "Water");
    ui.checkbox(&mut layers.models, "Models");
    ui.checkbox(&mut app.look.labels, "Labels").on_hover_text("The heights of the summits, in metres");
    ui.checkbox(&mut layers.grid, "Grid").on_hover_text(
        "Terrain cells, land cells and kilometres of a world; slots of 2 m and every 100 m of a level. The numbers are \
         X and Z in metres",
    );
}
