//! What differs between two files, for people.

use std::fmt::{Display, Write};
use std::path::Path;

use sward::compare::{
    ChangeKind, Comparison, Extreme, HeightChanges, Kind, LayerChange, Method, ModelChanges, ObjectChange,
    ObjectChanges, PartChange, PartChangeKind, RecordChanges,
};
use sward::numbers::{counted, thousands};

use super::escaped;

/// Wide enough for the names of what is compared.
const WIDTH: usize = 12;

/// Writes the lines.
struct Text {
    out: String,
    colours: bool,
    limit: usize,
}

/// The changes in lines; models and objects to `limit`.
pub fn text([old, new]: [&Path; 2], changes: &Comparison, limit: usize, colours: bool) -> String {
    let mut text = Text { out: String::new(), colours, limit };
    let names = format!("{} and {}", old.display(), new.display());
    if changes.is_equal() {
        text.line("", format!("{} say the same", escaped(&names)));
        return text.out;
    }
    text.line("", format!("{}: two {}", escaped(&names), plural(changes.kind)));
    for field in &changes.fields {
        text.line(
            &field.field.replace('-', " "),
            format!("{} -> {}", escaped(&field.old), escaped(&field.new)),
        );
    }
    if let Some(heights) = &changes.heights {
        text.heights(heights);
    }
    if let Some(objects) = &changes.objects {
        text.objects(objects);
    }
    for records in changes.records.iter().filter(|records| !records.is_equal()) {
        text.records(records);
    }
    for layer in changes.layers.iter().filter(|layer| !layer.is_equal()) {
        text.layer(layer);
    }
    text.parts(&changes.parts);
    text.out
}

fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::World => "worlds",
        Kind::Level => "levels of grass",
        Kind::Plant => "plants",
        Kind::Mesh => "collision meshes",
        Kind::Materials => "lists of materials",
        Kind::WiiU => "Wii U files",
    }
}

impl Text {
    /// A line under a name; further lines of the same have none.
    fn line(&mut self, name: &str, what: impl Display) {
        // Writing to a String can't fail.
        let _ = match name {
            "" if self.out.is_empty() => writeln!(self.out, "{what}"),
            _ => writeln!(self.out, "  {name:WIDTH$} {what}"),
        };
    }

    /// Green for what came, red for what went, yellow for what is another.
    fn coloured(&self, color: u8, text: impl Display) -> String {
        if self.colours { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_string() }
    }

    fn of_kind(&self, kind: ChangeKind, text: impl Display) -> String {
        self.coloured(
            match kind {
                ChangeKind::Added => 32,
                ChangeKind::Removed => 31,
                _ => 33,
            },
            text,
        )
    }

    fn heights(&mut self, heights: &HeightChanges) {
        let HeightChanges { old_grid, new_grid, method, compared, changed, .. } = heights;
        if *method != Method::PointByPoint {
            let shape = |grid: &sward::compare::GridShape| {
                let [east, north] = grid.points;
                format!("{east} x {north} points, {} m apart", grid.cell_m)
            };
            self.line("heights", format!("the grids differ: {} -> {}", shape(old_grid), shape(new_grid)));
            match method {
                Method::NotAtAll => self.line("", "not compared: the grounds have no place in common"),
                _ => self.line("", "compared where both are, the old heights interpolated"),
            }
        }
        if *changed == 0 {
            return;
        }
        let area = area(heights.changed_m2);
        let name = if *method == Method::PointByPoint { "heights" } else { "" };
        self.line(name, format!("{} of {} changed, {area}", thousands(changed), counted(compared, "point")));
        let volume = |cubic: f64| format!("{} m3", thousands(cubic.round() as u64));
        let told = [
            ("raised", heights.raised, heights.raised_m3, heights.largest_rise),
            ("lowered", heights.lowered, heights.lowered_m3, heights.largest_fall),
        ];
        for (what, points, cubic, extreme) in told {
            if let Some(extreme) = extreme {
                let most = at_most(&extreme);
                self.line("", format!("{what}: {}, {}; {most}", counted(points, "point"), volume(cubic)));
            }
        }
    }

    fn objects(&mut self, objects: &ObjectChanges) {
        let ObjectChanges { counts, by_model, list, .. } = objects;
        if objects.is_equal() {
            return;
        }
        let told: Vec<String> = ChangeKind::ALL
            .into_iter()
            .filter(|kind| counts.of(*kind) > 0)
            .map(|kind| self.of_kind(kind, format!("{} {}", thousands(counts.of(kind)), kind.name())))
            .collect();
        let numbers = format!("{} -> {}", thousands(counts.old), thousands(counts.new));
        let told = if told.is_empty() { "all in their places".to_owned() } else { told.join(", ") };
        self.line("objects", format!("{numbers}: {told}"));
        if counts.renumbered > 0 {
            self.line("", format!("{} with another id", thousands(counts.renumbered)));
        }
        if counts.shape_params > 0 {
            self.line("", format!("{} with another shape parameter", thousands(counts.shape_params)));
        }
        for model in by_model.iter().take(self.limit) {
            let line = format!("{} {}", self.of_model(model), escaped(&model.model));
            self.line("", line);
        }
        self.more(by_model.len(), "model");
        for change in list.iter().take(self.limit) {
            let line = self.change(objects, change);
            self.line("", line);
        }
        self.more(list.len(), "changed object");
    }

    /// How many more there are than the limit shows.
    fn more(&mut self, all: usize, what: &str) {
        let more = all.saturating_sub(self.limit);
        if more > 0 {
            let hint = "--json lists all, --limit N more";
            self.line("", format!("and {} ({hint})", counted(more, &format!("more {what}"))));
        }
    }

    fn of_model(&self, model: &ModelChanges) -> String {
        let ModelChanges { added, removed, .. } = model;
        let other = model.total() - added - removed;
        let cell = |sign: &str, count: u64, color| {
            let text = if count > 0 { format!("{sign}{}", thousands(count)) } else { String::new() };
            let padded = format!("{text:>8}");
            if count > 0 { self.coloured(color, padded) } else { padded }
        };
        cell("+", *added, 32) + &cell("-", *removed, 31) + &cell("~", other, 33)
    }

    fn change(&self, objects: &ObjectChanges, change: &ObjectChange) -> String {
        let shown = change.shown();
        let [x, y, z] = shown.position;
        let id = if shown.id == -1 { String::new() } else { format!(" {}", shown.id) };
        let name = escaped(objects.model(shown.model));
        let kind = self.of_kind(change.kind, format!("{:8}", change.kind.name()));
        let mut line = format!("{kind}{id} {name} at {x:.2}, {y:.2}, {z:.2}");
        if let (ChangeKind::Replaced, Some(old)) = (change.kind, change.old) {
            let _ = write!(line, ", was {}", escaped(objects.model(old.model)));
        }
        let [dx, dy, dz] = change.shift();
        if [dx, dy, dz] != [0.0; 3] {
            let _ = write!(line, ", shifted by {dx:+.2}, {dy:+.2}, {dz:+.2} m");
        }
        if change.turned_deg >= 0.01 {
            let _ = write!(line, ", turned by {:.2} degrees", change.turned_deg);
        }
        if (change.scaling - 1.0).abs() >= 1e-4 {
            let _ = write!(line, ", {:.4} times as large", change.scaling);
        }
        line
    }

    fn records(&mut self, records: &RecordChanges) {
        let RecordChanges { records, old, new, added, removed } = records;
        let came = self.coloured(32, format!("{} added", thousands(added)));
        let went = self.coloured(31, format!("{} removed", thousands(removed)));
        let told = match (added, removed) {
            (_, 0) => came,
            (0, _) => went,
            _ => format!("{came}, {went}"),
        };
        let numbers = format!("{} -> {}", thousands(old), thousands(new));
        self.line(&records.replace('-', " "), format!("{numbers}: {told}"));
    }

    fn layer(&mut self, layer: &LayerChange) {
        let name = layer.layer.replace('-', " ");
        let size = |[east, north]: [u32; 2]| format!("{east} x {north}");
        let told = match (layer.old_cells, layer.new_cells, layer.changed) {
            (Some([east, north]), _, Some(changed)) => {
                let all = u64::from(east) * u64::from(north);
                format!("{} of {} changed", thousands(changed), counted(all, "cell"))
            }
            (Some(old), Some(new), _) => format!("not compared: {} -> {} cells", size(old), size(new)),
            (Some(_), None, _) => "only in the old version".to_owned(),
            _ => "only in the new version".to_owned(),
        };
        self.line(&name, told);
    }

    fn parts(&mut self, parts: &[PartChange]) {
        for PartChange { group, name, change, what } in parts.iter().take(self.limit) {
            let kind = match change {
                PartChangeKind::Added => ChangeKind::Added,
                PartChangeKind::Removed => ChangeKind::Removed,
                PartChangeKind::Changed => ChangeKind::Replaced,
            };
            let change = self.of_kind(kind, format!("{:8}", change.name()));
            let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
            let line = format!("{change} {}{}", escaped(name), what.replace('-', " "));
            self.line(&group.replace('-', " "), line);
        }
        self.more(parts.len(), "part");
    }
}

fn at_most(extreme: &Extreme) -> String {
    let [x, z] = extreme.place;
    let Extreme { old, new, .. } = extreme;
    format!("most at {x:.1}, {z:.1} by {:+.2} m ({old:.2} -> {new:.2})", extreme.change())
}

fn area(square_metres: f64) -> String {
    if square_metres >= 1e6 {
        format!("{:.2} km2", square_metres / 1e6)
    } else {
        format!("{} m2", thousands(square_metres.round() as u64))
    }
}
