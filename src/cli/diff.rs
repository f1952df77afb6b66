//! `sward diff`: what differs between two versions of a file, as text for people, as JSON, and as a map.

use std::path::Path;
use std::thread;

use anyhow::anyhow;
use sward::compare::{self, Compared, Comparison, Kind, Map};
use sward::formats::{self, Opened};
use sward::inputs::Inputs;
use sward::picture;

use super::args::Diff;
use super::progress::Progress;
use super::{Failure, Outcome, diff_report, diff_text, output, scene};

/// Runs the verb. What can't be read ends as trouble, not as a difference.
pub fn run(args: &Diff) -> Outcome {
    match differ(args) {
        Ok(true) => Err(Failure::Different),
        Ok(false) => Ok(()),
        Err(Failure::Input(error)) => Err(Failure::Environment(error)),
        Err(other) => Err(other),
    }
}

/// Tells what differs, and whether anything does.
fn differ(args: &Diff) -> Result<bool, Failure> {
    let inputs = scene::read(&[args.old.clone(), args.new.clone()])?;
    let [old, new] = inputs.files() else {
        return Err(Failure::Usage(anyhow!("two files are compared, but the scene files name others")));
    };
    if let Some(path) = &args.output {
        check_output(path, &inputs)?;
    }
    let progress = Progress::new();
    let [old, new] = open([old, new], &progress)?;
    progress.stage("comparing");
    let Compared { changes, grounds } =
        compare::compare(old.content, new.content).map_err(|error| Failure::Input(error.into()))?;
    if let Some(path) = &args.output {
        progress.stage("drawing the map");
        let Some([old, new]) = &grounds else {
            return Err(Failure::Usage(anyhow!(
                "only worlds and collision meshes have a map: leave -o {} out",
                path.display()
            )));
        };
        draw(path, &changes, [old, new])?;
    }
    drop(progress);
    let text = if args.json {
        diff_report::json([&args.old, &args.new], &changes)?
    } else {
        diff_text::text([&args.old, &args.new], &changes, args.limit, super::check::has_colours())
    };
    super::print(text.as_bytes())?;
    Ok(!changes.is_equal())
}

/// Refuses a name for the map before any work is done.
fn check_output(path: &Path, inputs: &Inputs) -> Outcome {
    if path == Path::new("-") {
        return Err(Failure::Usage(anyhow!("the text goes to standard output: name a file after -o")));
    }
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(Failure::Usage(anyhow!(
            "can't write {}: the map is a PNG, end its name in .png",
            path.display()
        )));
    }
    output::Spared::of(inputs).check(path)
}

/// Opens both files at the same time and tells their warnings.
fn open(paths: [&std::path::PathBuf; 2], progress: &Progress) -> Result<[Opened; 2], Failure> {
    let [old, new] = paths;
    progress.stage(format!("reading {} and {}", old.display(), new.display()));
    let (old, new) = thread::scope(|scope| {
        let old = scope.spawn(|| formats::open(old));
        let new = formats::open(new);
        (old.join(), new)
    });
    let old = old.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let opened = [old, new].map(|opened| opened.map_err(|error| Failure::Input(error.into())));
    let [old, new] = opened;
    let opened = [old?, new?];
    for file in &opened {
        super::warn(&file.path.display().to_string(), &file.warnings());
    }
    Ok(opened)
}

/// Draws the map of the changes.
fn draw(
    path: &Path,
    changes: &Comparison,
    [old, new]: [&sward::scene::heightfield::Heightfield; 2],
) -> Outcome {
    let Some(heights) = &changes.heights else { return Ok(()) };
    let map =
        Map { old, new, heights, objects: changes.objects.as_ref(), has_sea: changes.kind == Kind::World };
    let drawn = compare::draw(&map);
    let notes = [("Software", format!("Sward {}", env!("CARGO_PKG_VERSION")))];
    let png = picture::encode(drawn.size, drawn.rgba, false, &notes)
        .map_err(|error| Failure::Environment(error.into()))?;
    output::write(path, &png)
}
