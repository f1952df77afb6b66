//! `sward shot --sheet`: all texture patterns of the inputs, frame by frame.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use anyhow::anyhow;
use sward::formats::bfres::TexturePattern;
use sward::formats::bfres::texture_pattern::Track;
use sward::inputs::Inputs;
use sward::numbers::counted;
use sward::picture;
use sward::render::contact_sheet::{self, Cell, Section};
use sward::scene::by_name::TexturesByName;
use sward::scene::image::Image;
use sward::scene::timeline::{TimelineError, names_of_animations};

use super::args::{Frames, Shot};
use super::progress::Progress;
use super::{Failure, Outcome, output, scene};

/// Runs the verb.
pub fn draw(args: &Shot, inputs: &Inputs) -> Outcome {
    let start = Instant::now();
    let progress = Progress::new();
    let files = scene::bfres(inputs, &progress)?;
    let names = names_of_animations(&files);
    if let Some(name) = args.pattern.iter().find(|name| !names.contains(name)) {
        let error = TimelineError::NoAnimation { name: name.clone(), there: names };
        return Err(Failure::Usage(error.into()));
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
    progress.stage("painting the sheet");
    let tracks: Vec<Vec<Track<'_>>> =
        patterns.iter().map(|(_, pattern)| pattern.tracks().collect()).collect();
    let sections: Vec<Section<'_>> = patterns
        .iter()
        .zip(&tracks)
        .map(|((_, pattern), tracks)| section(pattern, tracks, args.frames.as_ref()))
        .collect();
    // Of each texture that is shown, as large as it is shown.
    let textures = TexturesByName::new(&files);
    let mut thumbnails: HashMap<(u32, &str), Option<Rc<Image>>> = HashMap::new();
    let mut cell = |section: usize, row: usize, frame: u32| {
        let track = tracks.get(section).and_then(|tracks| tracks.get(row));
        let name = track.and_then(|track| track.texture_at(frame as f32)).unwrap_or_default();
        let file = patterns.get(section).map(|(file, _)| *file).unwrap_or_default();
        let thumbnail = thumbnails.entry((file, name)).or_insert_with(|| {
            textures.image(file, name).map(|image| Rc::new(contact_sheet::thumbnail(&image)))
        });
        Cell { name, image: thumbnail.clone() }
    };
    let sheet = contact_sheet::paint(&sections, &mut cell).map_err(|error| {
        let error =
            anyhow::Error::from(error).context("take fewer frames with --frames A..B, or one --pattern");
        // Without a choice of frames the file has too many.
        if args.frames.is_some() { Failure::Usage(error) } else { Failure::Input(error) }
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

/// What a sheet tells of a pattern: the frames that were asked for, or all.
fn section<'a>(pattern: &TexturePattern, tracks: &[Track<'a>], frames: Option<&Frames>) -> Section<'a> {
    let last = pattern.last_frame.max(0).unsigned_abs();
    let way = if pattern.looping() { "loops" } else { "doesn't loop" };
    Section {
        title: format!("{}: frames 0 to {last}, {way}", pattern.name),
        frames: frames.cloned().unwrap_or(0..=last),
        rows: tracks.iter().map(|track| [track.material, track.sampler]).collect(),
    }
}
