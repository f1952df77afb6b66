//! From the inputs of a verb to a scene.

use std::path::PathBuf;

use sward::demo;
use sward::formats;
use sward::formats::bytes::Warnings;
use sward::scene::Scene;
use sward::scene::assemble::{Grass, Parts, SceneError};
use sward::scene::clutter::{Clutter, Planting};
use sward::scene::overlay::{Choice, OverlayError};

use super::Failure;
use super::progress::Progress;

/// What a scene is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// To be seen, with textures, and with an overlay where one is wanted.
    Picture(Option<&'a Choice>),
    /// To be listed.
    List,
}

/// The scene of the inputs, or the demo island.
pub fn load(
    inputs: &[PathBuf],
    purpose: Purpose<'_>,
    planting: &Planting,
    progress: &Progress,
) -> Result<Scene, Failure> {
    let mut warnings = Warnings::default();
    let mut parts = if inputs.is_empty() {
        progress.stage("raising the demo island");
        let island = demo::island();
        Parts {
            name: "the demo island".into(),
            world: Some(island.world),
            grass: Some(Grass::Level(island.details, Some(island.atlas))),
            ..Parts::default()
        }
    } else {
        let mut all = Vec::with_capacity(inputs.len());
        for path in inputs {
            progress.stage(format!("reading {}", path.display()));
            let opened = formats::open_for_drawing(path).map_err(|error| Failure::Input(error.into()))?;
            super::warn(&path.display().to_string(), &opened.warnings());
            all.push(opened);
        }
        let parts = match purpose {
            Purpose::Picture(_) => Parts::from_inputs(all, planting.ground, &mut warnings),
            Purpose::List => Parts::without_texture(all, planting.ground, &mut warnings),
        };
        parts.map_err(|error| Failure::Input(error.into()))?
    };
    if let Purpose::Picture(overlay) = purpose {
        parts.overlay = overlay.cloned();
    }
    progress.stage(format!("building {}", parts.name));
    let name = parts.name.clone();
    let scene = Scene::assemble(parts, planting, &mut warnings);
    // Also where there is no scene: a warning may tell why.
    super::warn_of_scene(&name, &warnings);
    scene.map_err(failure)
}

/// Grass that is nowhere looks like a fault; say where the level has it.
pub fn warn_of_bare_grass(clutter: &Clutter) {
    let [west, south] = clutter.origin();
    let edge = f64::from(sward::formats::xray::SLOT_SIZE);
    let [width, depth] = clutter.grid.size.map(|slots| f64::from(slots) * edge);
    super::complain(&format!(
        "warning: nothing of the grass is planted; the level has it at X {west} to {} and Z {south} to {}",
        west + width,
        south + depth
    ));
}

/// Whose fault it is that parts make no scene.
fn failure(error: SceneError) -> Failure {
    match error {
        SceneError::Overlay(OverlayError::TooManyOverlaps(_)) => Failure::Input(error.into()),
        SceneError::MissingGround(_) | SceneError::Overlay(_) => Failure::Usage(error.into()),
        error => Failure::Input(error.into()),
    }
}
