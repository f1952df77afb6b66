//! `sward shot --sheet`: all texture patterns of the inputs, frame by frame.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::anyhow;
use sward::formats::bfres::{Bfres, TexturePattern};
use sward::numbers::counted;
use sward::render::contact_sheet::{self, Cell, Row, Section};
use sward::scene::image::Image;
use sward::scene::timeline::{image_named, names_of_animations};

use super::args::Shot;
use super::progress::Progress;
use super::scene::Inputs;
use super::{Failure, Outcome, output, picture};

/// Runs the verb.
pub fn draw(args: &Shot, inputs: &Inputs) -> Outcome {
    let start = Instant::now();
    let progress = Progress::new();
    let files = inputs.bfres(&progress)?;
    let names = names_of_animations(&files);
    if let Some(name) = args.pattern.iter().find(|name| !names.contains(name)) {
        return Err(Failure::Usage(anyhow!("there is no animation {name:?}, expected one of {names:?}")));
    }
    let is_chosen =
        |pattern: &TexturePattern| args.pattern.is_empty() || args.pattern.contains(&pattern.name);
    let patterns: Vec<(u32, &TexturePattern)> = (0..)
        .zip(&files)
        .flat_map(|(file, bfres)| bfres.texture_patterns.iter().map(move |pattern| (file, pattern)))
        .filter(|(_, pattern)| is_chosen(pattern))
        .collect();
    if patterns.is_empty() {
        return Err(Failure::Input(anyhow!(
            "there is no texture pattern to make a sheet of, expected a BFRES with one"
        )));
    }
    progress.stage("decoding textures");
    let images = images(&files, &patterns);
    progress.stage("painting the sheet");
    let sections: Vec<Section<'_>> =
        patterns.iter().map(|(file, pattern)| section(*file, pattern, args, &images)).collect();
    let sheet = contact_sheet::paint(&sections).map_err(|error| {
        Failure::Usage(
            anyhow::Error::from(error).context("take fewer frames with --frames A..B, or one --pattern"),
        )
    })?;
    let notes = [("Software", format!("Sward {}", env!("CARGO_PKG_VERSION")))];
    let size = sheet.size;
    let png = picture::encode(size, sheet.rgba, false, &notes)
        .map_err(|error| Failure::Environment(error.into()))?;
    output::write(&args.output, &png)?;
    drop(progress);
    if args.output.as_os_str() == "-" {
        return Ok(());
    }
    let tracks: usize = sections.iter().map(|section| section.rows.len()).sum();
    let line = format!(
        "{}: {} x {}, {}, {}, {:.2} s",
        args.output.display(),
        size[0],
        size[1],
        counted(sections.len(), "pattern"),
        counted(tracks, "track"),
        start.elapsed().as_secs_f64()
    );
    super::print(format!("{}\n", super::escaped(&line)).as_bytes())
}

/// The pictures that patterns show, by file and name; those that can't be decoded aren't there.
type Images<'a> = BTreeMap<(u32, &'a str), Option<Image>>;

fn images<'a>(files: &[Bfres], patterns: &[(u32, &'a TexturePattern)]) -> Images<'a> {
    let mut images = Images::new();
    for (file, pattern) in patterns {
        for name in &pattern.textures {
            images.entry((*file, name.as_str())).or_insert_with(|| image_named(files, *file, name));
        }
    }
    images
}

/// Frames of a pattern of which a sheet is made without being asked: more than any picture has room for.
const MOST_FRAMES: u32 = 16_384;

fn section<'a>(file: u32, pattern: &'a TexturePattern, args: &Shot, images: &'a Images<'a>) -> Section<'a> {
    let last = u32::try_from(pattern.last_frame).unwrap_or_default();
    let frames: Vec<u32> = match &args.frames {
        Some(frames) => frames.clone().collect(),
        None => (0..=last.min(MOST_FRAMES)).collect(),
    };
    let cell = |name: Option<&'a str>| {
        let name = name.unwrap_or_default();
        Cell { name, image: images.get(&(file, name)).and_then(Option::as_ref) }
    };
    let rows = pattern.tracks().map(|track| Row {
        title: [track.material.to_owned(), track.sampler.to_owned()],
        cells: frames.iter().map(|&frame| cell(track.texture_at(frame as f32))).collect(),
    });
    let way = if pattern.looping() { "loops" } else { "doesn't loop" };
    Section { title: format!("{}: frames 0 to {last}, {way}", pattern.name), rows: rows.collect(), frames }
}
