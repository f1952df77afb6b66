//! `sward demo`: writes the files of the demo island.

use anyhow::Context;
use sward::demo;
use sward::numbers::thousands;

use super::args::Demo;
use super::progress::Progress;
use super::{Failure, Outcome, escaped};

/// Runs the verb.
pub fn run(args: &Demo) -> Outcome {
    let progress = Progress::new();
    progress.stage("raising the demo island");
    let island = demo::island();
    progress.stage("writing it and reading it back");
    let files = demo::write(&island, &args.folder)
        .context("can't write the demo island")
        .map_err(Failure::Environment)?;
    drop(progress);
    let mut text = String::new();
    for path in &files {
        let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        text += &format!("{}: {} bytes\n", path.display(), thousands(bytes));
    }
    let [.., scene] = &files;
    text += &format!("Draw it with: sward shot {} -o island.png\n", scene.display());
    let lines: Vec<_> = text.lines().map(escaped).collect();
    super::print((lines.join("\n") + "\n").as_bytes())
}
