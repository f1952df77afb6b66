//! `sward clutter`: every plant of a level, as the engine grows it, or how many there are.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::anyhow;
use rayon::prelude::*;
use serde::Serialize;
use sward::scatter::{Bed, Slot, Tally, plant_slot, tally};
use sward::scene::clutter::{self, ClutterGround};

use super::args::{Clutter, ListFormat};
use super::list::List;
use super::progress::Progress;
use super::scene::Purpose;
use super::{Failure, Outcome, output, planting, scene};

/// How many there are. The names of the fields are the keys of the JSON, and so a promise.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    profile: &'static str,
    /// Metres.
    step: f32,
    ground: &'static str,
    instances: u64,
    /// Candidates of all models that passed the dither and found no ground in their slot's box.
    dropped_no_ground: u64,
    used_slots: usize,
    phantom_slots: usize,
    /// Used slots, no phantoms, whose box no triangle of the collision mesh reaches.
    slots_without_ground: usize,
    models: Vec<ModelSummary<'a>>,
}

#[derive(Debug, Serialize)]
struct ModelSummary<'a> {
    index: u32,
    texture: &'a str,
    instances: u64,
}

/// Runs the verb.
pub fn run(args: &Clutter) -> Outcome {
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let inputs = scene::read(&args.inputs)?;
    if path != Path::new("-") {
        output::Spared::of(&inputs).check(path)?;
    }
    let format = match args.format {
        Some(format) => format,
        None => format_of(path)?,
    };
    let grass = args.planting.planting()?;
    let progress = Progress::new();
    let scene = scene::load(&inputs, Purpose::List, &grass, &progress)?;
    let Some(clutter) = &scene.clutter else {
        return Err(Failure::Usage(anyhow!("there is no grass to list: name a level.details or a .dm")));
    };
    let only = planting::models(&args.only, clutter)?;
    progress.stage("counting the plants");
    clutter.with_bed(&scene.ground, |bed| {
        let tallies = tally(bed);
        let counts = count_models(bed, clutter.models.len(), &tallies);
        if counts.iter().all(|&count| count == 0) {
            scene::warn_of_bare_grass(clutter);
        }
        match List::of(format, clutter, &only) {
            None => {
                let json = serde_json::to_string_pretty(&summary(clutter, &only, &counts, &tallies))
                    .map_err(|error| Failure::Environment(error.into()))?;
                drop(progress);
                output::write(path, format!("{json}\n").as_bytes())
            }
            Some(list) => {
                let total =
                    counts.iter().zip(0..).filter(|(_, model)| list.holds(*model)).map(|(n, _)| n).sum();
                progress.count("listing the plants", bed.slots.len() as u64);
                output::stream(path, |to| write_rows(to, &list, bed, total, &progress))
            }
        }
    })
}

/// What an extension says; without a name the summary.
fn format_of(path: &Path) -> Result<ListFormat, Failure> {
    if path == Path::new("-") {
        return Ok(ListFormat::Json);
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("json") => Ok(ListFormat::Json),
        Some("csv") => Ok(ListFormat::Csv),
        Some("jsonl" | "ndjson") => Ok(ListFormat::Jsonl),
        Some("ply") => Ok(ListFormat::Ply),
        _ => Err(Failure::Usage(anyhow!(
            "can't tell the format from {}: end its name in .json, .csv, .jsonl or .ply, or give --format",
            path.display()
        ))),
    }
}

/// Instances of each model.
fn count_models(bed: &Bed<'_>, models: usize, tallies: &[Tally]) -> Vec<u64> {
    let mut counts = vec![0; models];
    for (slot, tally) in bed.slots.iter().zip(tallies) {
        for (part, planted) in (0..).zip(tally.planted) {
            if let Some(count) = counts.get_mut(slot.model(part) as usize) {
                *count += u64::from(planted);
            }
        }
    }
    counts
}

fn summary<'a>(
    clutter: &'a clutter::Clutter,
    only: &[u32],
    counts: &[u64],
    tallies: &[Tally],
) -> Summary<'a> {
    let models: Vec<_> = (0..)
        .zip(&clutter.models)
        .zip(counts)
        .filter(|((index, _), _)| only.is_empty() || only.contains(index))
        .map(|((index, model), &instances)| ModelSummary { index, texture: &model.texture, instances })
        .collect();
    Summary {
        profile: clutter.rules.profile.name(),
        step: clutter.rules.step,
        ground: match clutter.ground {
            ClutterGround::Boxes => "box",
            ClutterGround::Heightfield => "heightfield",
            ClutterGround::Triangles(_) => "cform",
        },
        instances: models.iter().map(|model| model.instances).sum(),
        dropped_no_ground: tallies.iter().map(|tally| u64::from(tally.dropped)).sum(),
        used_slots: clutter.used_slots,
        phantom_slots: clutter.phantom_slots,
        slots_without_ground: clutter.slots_without_ground,
        models,
    }
}

/// Writes the rows slot by slot; no more than a batch of them is held at once.
fn write_rows(
    to: &mut dyn Write,
    list: &List<'_>,
    bed: &Bed<'_>,
    total: u64,
    progress: &Progress,
) -> io::Result<()> {
    /// Slots of one task, and of all tasks that are held: some 70,000 rows at the densest step of the games.
    const CHUNK: usize = 64;
    const BATCH: usize = 1024;
    let mut to = BufWriter::new(to);
    to.write_all(&list.head(total))?;
    for batch in bed.slots.chunks(BATCH) {
        let rows: Vec<Vec<u8>> = batch.par_chunks(CHUNK).map(|slots| rows_of(slots, list, bed)).collect();
        for rows in rows {
            to.write_all(&rows)?;
        }
        progress.advance(batch.len() as u64);
    }
    to.flush()
}

fn rows_of(slots: &[Slot], list: &List<'_>, bed: &Bed<'_>) -> Vec<u8> {
    let mut rows = Vec::new();
    for slot in slots {
        plant_slot(bed, slot, |plant| {
            if list.holds(plant.model()) {
                list.push(&mut rows, &plant);
            }
        });
    }
    rows
}
