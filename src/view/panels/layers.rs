//! Which parts of the scene are drawn.

use std::collections::BTreeMap;

use egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use crate::numbers::thousands;
use crate::scene::catalogue::{Entry, ModelId};
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
    let by_kind = kinds(&app.asking.models);
    parts(app, ui, "by kind", &by_kind);
    ui.checkbox(&mut app.look.layers.plants, "Grass");
    let by_model = plants(&app.asking.models);
    parts(app, ui, "by model", &by_model);
    let layers = &mut app.look.layers;
    ui.checkbox(&mut layers.roads, "Roads");
    ui.checkbox(&mut layers.water, "Water");
    ui.checkbox(&mut layers.models, "Models");
    ui.checkbox(&mut app.look.labels, "Labels").on_hover_text("The heights of the summits, in metres");
    ui.checkbox(&mut layers.grid, "Grid").on_hover_text(
        "Terrain cells, land cells and kilometres of a world; slots of 2 m and every 100 m of a level. The numbers are \
         X and Z in metres",
    );
}

/// Models that are shown or hidden together.
struct Group {
    name: String,
    /// Objects or plants of all its models.
    count: u64,
    models: Vec<ModelId>,
}

/// The objects by what they are, the most frequent kind first.
fn kinds(entries: &[Entry]) -> Vec<Group> {
    let mut groups: BTreeMap<_, Group> = BTreeMap::new();
    for (kind, entry) in entries.iter().filter_map(|entry| Some((entry.kind?, entry))) {
        let name = kind.name().to_owned();
        let group = groups.entry(kind).or_insert(Group { name, count: 0, models: Vec::new() });
        group.count += entry.count;
        group.models.push(entry.id);
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count)); // Stable: alike counts stay by kind.
    groups
}

/// The plants, a model each.
fn plants(entries: &[Entry]) -> Vec<Group> {
    let plants = entries.iter().filter(|entry| matches!(entry.id, ModelId::Plant(_)));
    plants
        .map(|entry| Group { name: entry.name.clone(), count: entry.count, models: vec![entry.id] })
        .collect()
}

/// A folded list of groups, each to be shown or hidden.
fn parts(app: &mut App, ui: &mut Ui, title: &str, groups: &[Group]) {
    if groups.is_empty() {
        return;
    }
    let mut changed = None;
    ui.indent(title, |ui| {
        CollapsingHeader::new(RichText::new(title).weak().small()).id_salt(title).show_unindented(ui, |ui| {
            ScrollArea::vertical().id_salt(title).max_height(220.0).show(ui, |ui| {
                for group in groups {
                    let hidden =
                        group.models.iter().filter(|model| app.asking.hidden.contains(model)).count();
                    let mut shown = hidden == 0;
                    let text = format!("{}  {}", group.name, thousands(group.count));
                    let some = hidden > 0 && hidden < group.models.len();
                    let checkbox = egui::Checkbox::new(&mut shown, text).indeterminate(some);
                    if ui.add(checkbox).changed() {
                        changed = Some((group.models.clone(), shown));
                    }
                }
            });
        });
    });
    if let Some((models, shown)) = changed {
        app.set_shown(models, shown);
        ui.ctx().request_repaint();
    }
}
