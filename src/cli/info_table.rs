//! The text form of `sward info`: a short table with units.

use std::fmt::Write;

use sward::formats::xray::DetailModel;

use super::escaped;
use super::info::{ContentReport, DetailsReport, PlantReport, Report, WorldReport};

/// How many map-info types and detail models are listed one by one.
const MOST_LINES: usize = 64;

/// The whole text, with a line end.
pub fn text(report: &Report<'_>) -> String {
    let mut rows = Rows::default();
    rows.row("file", &report.file);
    if let Some(inside) = report.inside {
        rows.row("inside", inside);
    }
    rows.row("bytes", thousands(report.bytes));
    match &report.content {
        ContentReport::World(world) => world_rows(&mut rows, world),
        ContentReport::Details(details) => details_rows(&mut rows, details),
        ContentReport::Model(model) => {
            rows.row("format", "X-Ray detail model (.dm)");
            for plant in &model.models {
                plant_rows(&mut rows, plant);
            }
        }
    }
    if report.warnings.is_empty() {
        rows.row("warnings", "none");
    }
    for warning in report.warnings {
        rows.row("warning", warning);
    }
    rows.text
}

/// Rows of a name and a value; what files say is escaped.
#[derive(Debug, Default)]
struct Rows {
    text: String,
}

impl Rows {
    fn row(&mut self, name: &str, value: impl ToString) {
        // Writing to a String can't fail.
        let _ = writeln!(self.text, "{name:<14} {}", escaped(&value.to_string()));
    }
}

fn world_rows(rows: &mut Rows, world: &WorldReport) {
    rows.row(
        "format",
        match world.version {
            Some(version) => format!("{} {version} (binarised world)", world.format),
            None => format!("{} (editable world)", world.format),
        },
    );
    if let Some(app_id) = world.app_id {
        rows.row("app id", app_id);
    }
    let [east, north] = world.size;
    rows.row("size", format!("{:.2} x {:.2} km", east / 1000.0, north / 1000.0));
    let [width, height] = world.land;
    rows.row("land", format!("{width} x {height} cells of {} m", world.land_cell));
    let [width, height] = world.terrain;
    rows.row("terrain", format!("{width} x {height} elevations, {} m apart", world.terrain_cell));
    rows.row("elevation", format!("{:.1} to {:.1} m", world.elevation.min, world.elevation.max));
    rows.row("objects", format!("{}, highest id {}", thousands(world.objects), world.max_object_id));
    rows.row("models", thousands(world.models));
    rows.row("materials", thousands(world.materials));
    rows.row("entities", thousands(world.entities));
    rows.row(
        "roads",
        format!("{} links, {} points", thousands(world.roads.links), thousands(world.roads.points)),
    );
    rows.row("peaks", thousands(world.peaks));
    rows.row("map info", format!("{} records", thousands(world.map_info.values().sum::<u64>())));
    for (kind, count) in world.map_info.iter().take(MOST_LINES) {
        let name = world.map_info_names.get(kind).copied().unwrap_or_default();
        rows.row("", format!("{:>7} {name} ({kind})", thousands(*count)));
    }
}

fn details_rows(rows: &mut Rows, details: &DetailsReport<'_>) {
    rows.row("format", format!("level.details v{} (X-Ray grass)", details.version));
    let [width, height] = details.grid;
    rows.row(
        "grid",
        format!("{width} x {height} slots of 2 m ({} x {} m)", 2 * u64::from(width), 2 * u64::from(height)),
    );
    let [x, z] = details.offset;
    rows.row("offset", format!("{x}, {z} slots"));
    rows.row("used slots", thousands(details.used_slots));
    let phantoms = match details.phantom_slots {
        0 => "none".into(),
        phantoms => format!("{} of the used ones, where nothing grows", thousands(phantoms)),
    };
    rows.row("phantom slots", phantoms);
    rows.row("models", thousands(details.models.len()));
    for plant in details.models.iter().take(MOST_LINES) {
        let name = format!("{:>8}", plant.index);
        let counts = format!("{:>4} triangles {:>4} vertices", plant.triangles, plant.vertices);
        rows.row(&name, format!("{counts}  {}  {} ({})", manner(plant), plant.texture, plant.shader));
    }
    if details.models.len() > MOST_LINES {
        rows.row("", format!("and {} more; --json lists all", details.models.len() - MOST_LINES));
    }
}

fn plant_rows(rows: &mut Rows, plant: &PlantReport<'_>) {
    rows.row("shader", plant.shader);
    rows.row("texture", plant.texture);
    rows.row("drawn", manner(plant));
    rows.row("triangles", thousands(plant.triangles));
    rows.row("vertices", thousands(plant.vertices));
}

/// How it grows: `scale 0.5 to 2, waves`.
fn manner(plant: &PlantReport<'_>) -> String {
    let waves = if plant.flags & DetailModel::NO_WAVING == 0 { "waves" } else { "still" };
    format!("scale {} to {}, {waves}", plant.min_scale, plant.max_scale)
}

/// `14891` as `14,891`.
pub fn thousands(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
