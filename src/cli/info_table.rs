//! The text form of `sward info`: a short table with units.

use std::fmt::Write;

use sward::formats::xray::DetailModel;
use sward::numbers::{counted, thousands};

use super::escaped;
use super::info::{
    CformReport, ContentReport, DetailsReport, GameMaterialsReport, PlantReport, Report, WorldReport,
};
use super::info_bfres::BfresReport;

/// How many map-info types, detail models and materials are listed one by one.
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
        ContentReport::Cform(cform) => cform_rows(&mut rows, cform),
        ContentReport::GameMaterials(list) => game_materials_rows(&mut rows, list),
        ContentReport::Bfres(files) => bfres_rows(&mut rows, files),
    }
    if report.warnings.is_empty() {
        rows.row("warnings", "none");
    }
    for warning in report.warnings.iter() {
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

    /// How many of `count` were left out.
    fn more(&mut self, count: usize, name: &str) {
        if let Some(left @ 1..) = count.checked_sub(MOST_LINES) {
            self.row(name, format!("... and {left} more"));
        }
    }
}

fn bfres_rows(rows: &mut Rows, report: &BfresReport<'_>) {
    rows.row("format", format!("BFRES {}, of the Wii U", report.version));
    for model in report.models.iter().take(MOST_LINES) {
        rows.row(
            "model",
            format!(
                "{}: {}, {}, {}, {} vertices, {}",
                model.name,
                counted(model.shapes, "shape"),
                counted(model.materials.len(), "material"),
                counted(model.bones, "bone"),
                thousands(model.vertices),
                counted(model.triangles, "triangle")
            ),
        );
        for material in model.materials.iter().take(MOST_LINES) {
            let bound = material.samplers.iter().take(MOST_LINES);
            let bound: Vec<_> =
                bound.map(|bound| format!("{} {}", bound.sampler, bound.texture.unwrap_or("-"))).collect();
            rows.row("  material", named(material.name, &bound, "no samplers"));
        }
        rows.more(model.materials.len(), "  material");
    }
    rows.more(report.models.len(), "model");
    for texture in report.textures.iter().take(MOST_LINES) {
        let here = if texture.mips_here == texture.mips {
            String::new()
        } else {
            format!(", {} of them here", texture.mips_here)
        };
        rows.row(
            "texture",
            format!(
                "{}: {} x {}, {}, {}{here}",
                texture.name,
                texture.width,
                texture.height,
                texture.format,
                counted(texture.mips, "level")
            ),
        );
    }
    rows.more(report.textures.len(), "texture");
    for pattern in report.texture_patterns.iter().take(MOST_LINES) {
        let looping = if pattern.looping { ", looping" } else { "" };
        rows.row("pattern", format!("{}: frames 0 to {}{looping}", pattern.name, pattern.last_frame));
        for track in pattern.tracks.iter().take(MOST_LINES) {
            let name = format!("{} {}", track.material, track.sampler);
            rows.row("  track", named(&name, &runs(&track.textures), "too long to list"));
        }
        rows.more(pattern.tracks.len(), "  track");
    }
    rows.more(report.texture_patterns.len(), "pattern");
    for animation in report.param_animations.iter().take(MOST_LINES) {
        let looping = if animation.looping { ", looping" } else { "" };
        let head = format!(
            "{} ({}): frames 0 to {}{looping}",
            animation.name, animation.group, animation.last_frame
        );
        rows.row("animation", head);
        for material in animation.materials.iter().take(MOST_LINES) {
            rows.row("  material", named(material.material, &material.params, "no parameters"));
        }
        rows.more(animation.materials.len(), "  material");
    }
    rows.more(report.param_animations.len(), "animation");
    for unread in &report.unread {
        rows.row("not read", format!("{} {}", thousands(unread.count), unread.group));
    }
}

/// Each change of the texture with its first frame: `0 A, 3 B`.
fn runs(textures: &[Option<&str>]) -> Vec<String> {
    let mut runs = Vec::new();
    let mut last = None;
    for (frame, texture) in textures.iter().enumerate() {
        if last != Some(texture) {
            if runs.len() == MOST_LINES {
                runs.push("...".to_owned());
                break;
            }
            runs.push(format!("{frame} {}", texture.unwrap_or("-")));
            last = Some(texture);
        }
    }
    runs
}

/// A name and what belongs to it, or that there is `nothing`.
fn named<T: AsRef<str>>(name: &str, parts: &[T], nothing: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    if parts.is_empty() { format!("{name}: {nothing}") } else { format!("{name}: {}", parts.join(", ")) }
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
    more_row(rows, details.models.len());
}

/// Says what was left out of a list of `len` lines.
fn more_row(rows: &mut Rows, len: usize) {
    if len > MOST_LINES {
        rows.row("", format!("and {} more; --json lists all", len - MOST_LINES));
    }
}

fn plant_rows(rows: &mut Rows, plant: &PlantReport<'_>) {
    rows.row("shader", plant.shader);
    rows.row("texture", plant.texture);
    rows.row("drawn", manner(plant));
    rows.row("triangles", thousands(plant.triangles));
    rows.row("vertices", thousands(plant.vertices));
}

fn cform_rows(rows: &mut Rows, cform: &CformReport) {
    rows.row("format", format!("level.cform v{} (X-Ray collision mesh)", cform.version));
    let [[west, low, south], [east, high, north]] = cform.bounds;
    rows.row("east", format!("{west:.1} to {east:.1} m"));
    rows.row("north", format!("{south:.1} to {north:.1} m"));
    rows.row("height", format!("{low:.1} to {high:.1} m"));
    rows.row("triangles", thousands(cform.triangles));
    rows.row("vertices", thousands(cform.vertices));
    rows.row("sectors", thousands(cform.sectors));
    rows.row("materials", thousands(cform.materials.len()));
    for used in cform.materials.iter().take(MOST_LINES) {
        rows.row(&format!("{:>8}", used.index), format!("{:>9} triangles", thousands(used.triangles)));
    }
    more_row(rows, cform.materials.len());
}

fn game_materials_rows(rows: &mut Rows, list: &GameMaterialsReport<'_>) {
    rows.row("format", "gamemtl.xr (X-Ray materials)");
    rows.row("materials", thousands(list.materials.len()));
    for material in list.materials.iter().take(MOST_LINES) {
        let passable = if material.passable { ", passable" } else { "" };
        rows.row(
            &format!("{:>8}", material.index),
            format!("{} (id {}){passable}", material.name, material.id),
        );
    }
    more_row(rows, list.materials.len());
}

/// How it grows: `scale 0.5 to 2, waves`.
fn manner(plant: &PlantReport<'_>) -> String {
    let waves = if plant.flags & DetailModel::NO_WAVING == 0 { "waves" } else { "still" };
    format!("scale {} to {}, {waves}", plant.min_scale, plant.max_scale)
}
