//! From the inputs of a verb to a scene.

use std::path::PathBuf;

use sward::demo;
use sward::formats;
use sward::formats::bytes::Warnings;
use sward::scene::Scene;
use sward::scene::assemble::{Grass, Parts, SceneError};
use sward::scene::clutter::Planting;
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
            super::warn(&path.display().to_string(), opened.warnings());
            all.push(opened);
        }
        let parts = match purpose {
            Purpose::Picture(_) => Parts::from_inputs(all, &mut warnings),
            Purpose::List => Parts::without_texture(all, &mut warnings),
        };
        parts.map_err(|error| Failure::Input(error.into()))?
    };
    if let Purpose::Picture(overlay) = purpose {
        parts.overlay = overlay.cloned();
    }
    progress.stage(format!("building {}", parts.name));
    let name = parts.name.clone();
    let scene = Scene::assemble(parts, planting, &mut warnings).map_err(failure)?;
    super::warn_of_scene(&name, &warnings);
    Ok(scene)
}

/// Whose fault it is that parts make no scene.
fn failure(error: SceneError) -> Failure {
    match error {
        SceneError::Overlay(OverlayError::TooManyOverlaps(_)) => Failure::Input(error.into()),
        SceneError::MissingGround(_) | SceneError::Overlay(_) => Failure::Usage(error.into()),
        error => Failure::Input(error.into()),
    }
}
