//! What differs between the old version and the new one.

use egui::{Align, Color32, Grid, Label, Layout, RichText, ScrollArea, Slider, TextEdit, Ui};
use glam::DVec3;

use crate::compare::{
    ChangeKind, Comparison, Extreme, HeightChanges, Method, ObjectChange, ObjectChanges, color_of,
};
use crate::numbers::{counted, thousands};
use crate::view::compare::{self, Against, Comparing};
use crate::view::{App, flight};

/// Models that the table has rows for.
const MOST_MODELS: usize = 40;

/// Points: heights of the list and of the table.
const LIST_HEIGHT: f32 = 220.0;
const TABLE_HEIGHT: f32 = 150.0;

/// Metres about a change of the ground that is flown to.
const SEEN_ABOUT: f64 = 60.0;

/// Where a click leads.
enum Target {
    /// A change of the list.
    Object(usize),
    /// A place of the ground.
    Ground(DVec3),
}

/// How much differs.
pub fn state(app: &App) -> String {
    let Some(against) = app.world.as_ref().and_then(|world| world.against.as_ref()) else {
        return String::new();
    };
    let changes = &against.changes;
    if changes.is_equal() {
        return "the same".to_owned();
    }
    let heights = changes.heights.as_ref().map_or(0, |heights| heights.changed);
    match (against.objects().len(), heights) {
        (0, 0) => "they differ".to_owned(),
        (0, heights) => counted(heights, "height"),
        (objects, 0) => counted(objects, "object"),
        (objects, heights) => format!("{}, {}", counted(objects, "object"), counted(heights, "height")),
    }
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let App { world, comparing, .. } = app;
    let Some(against) = world.as_ref().and_then(|world| world.against.as_ref()) else { return };
    versions(ui, against, comparing);
    let mut target = None;
    if against.changes.is_equal() {
        ui.label("Both versions say the same.");
    }
    if let Some(changes) = &against.changes.heights {
        heights(ui, changes, comparing, &mut target);
    }
    if let Some(changes) = against.changes.objects.as_ref().filter(|changes| !changes.list.is_empty()) {
        kinds(ui, changes, comparing);
        models(ui, changes, comparing);
        list(ui, against, changes, comparing, &mut target);
    }
    others(ui, &against.changes);
    match target {
        Some(Target::Object(index)) => compare::fly_to(app, index),
        Some(Target::Ground(at)) => app.fly_to(flight::facing(&app.look.camera, at, SEEN_ABOUT)),
        None => {}
    }
}

/// The old file, and the line between the two pictures.
fn versions(ui: &mut Ui, against: &Against, comparing: &mut Comparing) {
    let path = &against.path;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    ui.add(Label::new(format!("against {name}")).truncate()).on_hover_text(path.display().to_string());
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 118.0).max(60.0);
        ui.weak("new");
        ui.add(Slider::new(&mut comparing.line, 0.0..=1.0).show_value(false))
            .on_hover_text("How much of the picture is the old version, from the left");
        ui.weak("old");
        if ui.button("Flip").on_hover_text("One version, then the other (X)").clicked() {
            comparing.flip();
        }
    });
}

/// What of the ground was raised and lowered.
fn heights(ui: &mut Ui, changes: &HeightChanges, comparing: &mut Comparing, target: &mut Option<Target>) {
    ui.add_space(4.0);
    ui.checkbox(&mut comparing.shows_heights, "Heights as colours").on_hover_text(
        "Blue where the ground was lowered, red where it was raised; the key is in the picture",
    );
    match changes.method {
        Method::NotAtAll => {
            ui.weak("The grounds have no place in common.");
            return;
        }
        Method::Interpolated => {
            ui.weak("The grids differ: compared where both are, the old heights interpolated.");
        }
        Method::PointByPoint => {}
    }
    if changes.changed == 0 {
        ui.weak("No height was changed.");
        return;
    }
    let part = format!("{} of {} points", thousands(changes.changed), thousands(changes.compared));
    ui.label(part).on_hover_text(format!("{} m²", thousands(changes.changed_m2.round() as u64)));
    let rows = [
        ("raised", changes.raised_m3, changes.largest_rise),
        ("lowered", changes.lowered_m3, changes.largest_fall),
    ];
    Grid::new("heights").num_columns(3).spacing([10.0, 3.0]).show(ui, |ui| {
        for (what, cubic, extreme) in rows {
            let Some(extreme) = extreme else { continue };
            ui.label(what);
            ui.label(format!("{} m³", thousands(cubic.round() as u64)));
            let most = ui.link(format!("{:+.2} m", extreme.change()));
            if most.on_hover_text(words(&extreme)).clicked() {
                let [x, z] = extreme.place;
                *target = Some(Target::Ground(DVec3::new(x, f64::from(extreme.new), z)));
            }
            ui.end_row();
        }
    });
}

fn words(extreme: &Extreme) -> String {
    let Extreme { place: [x, z], old, new } = extreme;
    format!("Most at X {x:.1}, Z {z:.1}: from {old:.2} to {new:.2} m; a click flies there")
}

/// A chip for each kind of change, which shows and hides it.
fn kinds(ui: &mut Ui, changes: &ObjectChanges, comparing: &mut Comparing) {
    ui.add_space(4.0);
    ui.checkbox(&mut comparing.shows_marks, "Marks on changed objects");
    let numbers =
        format!("{} objects, were {}", thousands(changes.counts.new), thousands(changes.counts.old));
    ui.label(numbers);
    let there: Vec<ChangeKind> =
        ChangeKind::ALL.into_iter().filter(|kind| changes.counts.of(*kind) > 0).collect();
    Grid::new("kinds").num_columns(4).min_col_width(0.0).spacing([5.0, 4.0]).show(ui, |ui| {
        for pair in there.chunks(2) {
            for &kind in pair {
                dot(ui, kind);
                chip(ui, kind, changes.counts.of(kind), comparing);
            }
            ui.end_row();
        }
    });
    if changes.counts.renumbered > 0 {
        ui.weak(format!("{} with another id", thousands(changes.counts.renumbered)));
    }
}

/// How many changed so; pressed in they are listed and marked.
fn chip(ui: &mut Ui, kind: ChangeKind, count: u64, comparing: &mut Comparing) {
    let mut is_shown = !comparing.hidden.contains(&kind);
    let chip = ui.toggle_value(&mut is_shown, format!("{} {}", thousands(count), kind.name()));
    if chip.on_hover_text("Lists and marks them, or not").changed() {
        if is_shown {
            comparing.hidden.remove(&kind);
        } else {
            comparing.hidden.insert(kind);
        }
    }
}

/// The models with changes; a click seeks one in the list.
fn models(ui: &mut Ui, changes: &ObjectChanges, comparing: &mut Comparing) {
    ui.collapsing("By model", |ui| {
        ScrollArea::vertical().id_salt("models").max_height(TABLE_HEIGHT).show(ui, |ui| {
            for model in changes.by_model.iter().take(MOST_MODELS) {
                let other = model.total() - model.added - model.removed;
                let counts = [("+", model.added), ("−", model.removed), ("~", other)];
                let counts: Vec<String> = counts
                    .into_iter()
                    .filter(|(_, count)| *count > 0)
                    .map(|(sign, count)| format!("{sign}{}", thousands(count)))
                    .collect();
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.weak(counts.join(" "));
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let name = ui
                                .add(Label::new(short(&model.model)).truncate().sense(egui::Sense::click()));
                            if name.on_hover_text(&model.model).clicked() {
                                comparing.search.clone_from(&model.model);
                            }
                        });
                    });
                });
            }
            let more = changes.by_model.len().saturating_sub(MOST_MODELS);
            if more > 0 {
                ui.weak(format!("and {}; search the list for them", counted(more, "more model")));
            }
        });
    });
}

/// The changed objects; a click flies to one.
fn list(
    ui: &mut Ui,
    against: &Against,
    changes: &ObjectChanges,
    comparing: &mut Comparing,
    target: &mut Option<Target>,
) {
    ui.add(
        TextEdit::singleline(&mut comparing.search).hint_text("search").desired_width(ui.available_width()),
    )
    .on_hover_text("All words, in any order, of the path of a model; or an id");
    let listed = comparing.listed(against);
    if listed.is_empty() {
        ui.weak("No change has these words, or its kind is hidden.");
        return;
    }
    let height = ui.text_style_height(&egui::TextStyle::Body).max(ui.spacing().interact_size.y);
    ScrollArea::vertical().id_salt("changes").max_height(LIST_HEIGHT).auto_shrink([false, true]).show_rows(
        ui,
        height,
        listed.len(),
        |ui, rows| {
            for &index in listed.get(rows).unwrap_or_default() {
                let Some(change) = changes.list.get(index) else { continue };
                ui.horizontal(|ui| {
                    dot(ui, change.kind);
                    let name = short(changes.model(change.shown().model));
                    let id = change.shown().id;
                    let text = if id == -1 { name.to_owned() } else { format!("{name}  {id}") };
                    let row = ui.selectable_label(comparing.chosen == Some(index), text);
                    if row.on_hover_text(details(changes, change)).clicked() {
                        *target = Some(Target::Object(index));
                    }
                });
            }
        },
    );
}

/// All that is known of a change, in lines.
fn details(changes: &ObjectChanges, change: &ObjectChange) -> String {
    let shown = change.shown();
    let [x, y, z] = shown.position;
    let mut lines = vec![
        changes.model(shown.model).to_owned(),
        format!("{} at {x:.2}, {y:.2}, {z:.2}", change.kind.name()),
    ];
    if let (ChangeKind::Replaced, Some(old)) = (change.kind, change.old) {
        lines.push(format!("was {}", changes.model(old.model)));
    }
    let [x, y, z] = change.shift();
    if [x, y, z] != [0.0; 3] {
        lines.push(format!("shifted by {x:+.2}, {y:+.2}, {z:+.2} m"));
    }
    if change.turned_deg >= 0.01 {
        lines.push(format!("turned by {:.2}°", change.turned_deg));
    }
    if (change.scaling - 1.0).abs() >= 1e-4 {
        lines.push(format!("{:.4} times as large", change.scaling));
    }
    lines.join("\n")
}

/// Whatever else differs, a line each.
fn others(ui: &mut Ui, changes: &Comparison) {
    let mut lines: Vec<String> = Vec::new();
    for field in &changes.fields {
        lines.push(format!("{}: {} → {}", field.field.replace('-', " "), field.old, field.new));
    }
    for records in changes.records.iter().filter(|records| !records.is_equal()) {
        let name = records.records.replace('-', " ");
        lines.push(format!("{name}: +{} −{}", thousands(records.added), thousands(records.removed)));
    }
    for layer in changes.layers.iter().filter(|layer| !layer.is_equal()) {
        let name = layer.layer.replace('-', " ");
        lines.push(match layer.changed {
            Some(cells) => format!("{name}: {}", counted(cells, "cell")),
            None => format!("{name}: not in both, or of another size"),
        });
    }
    for part in &changes.parts {
        let what = if part.what.is_empty() { String::new() } else { format!(": {}", part.what.join(", ")) };
        lines.push(format!("{} {} {}{what}", part.group, part.name, part.change.name()));
    }
    if lines.is_empty() {
        return;
    }
    ui.collapsing("Else", |ui| {
        for line in lines {
            ui.add(Label::new(RichText::new(line).small()).wrap());
        }
    });
}

/// The colour of a kind, as of its marks.
fn dot(ui: &mut Ui, kind: ChangeKind) {
    let [r, g, b] = color_of(kind);
    let (rect, response) = ui.allocate_exact_size(egui::vec2(10.0, 12.0), egui::Sense::hover());
    ui.painter().circle(
        rect.center(),
        4.5,
        Color32::from_rgb(r, g, b),
        egui::Stroke::new(1.0, Color32::from_gray(90)),
    );
    response.on_hover_text(kind.name());
}

/// The last part of a path.
fn short(path: &str) -> &str {
    path.rsplit(['\\', '/']).next().unwrap_or(path)
}
