//! From the inputs of a verb to a scene.

use std::path::PathBuf;

use sward::demo;
use sward::formats::bfres::Bfres;
use sward::formats::bytes::Warnings;
use sward::formats::{Content, Opened};
use sward::inputs::Inputs;
use sward::scene::assemble::{Parts, SceneError};
use sward::scene::clutter::{Clutter, Planting};
use sward::scene::overlay::{Choice, OverlayError};
use sward::scene::timeline::TimelineError;
use sward::scene::{Scene, bfres_beside};

use super::Failure;
use super::progress::Progress;

/// Reads the scene files among the inputs of a verb.
pub fn read(inputs: &[PathBuf]) -> Result<Inputs, Failure> {
    Inputs::read(inputs).map_err(|error| Failure::Input(error.into()))
}

/// Opens the files and tells their warnings.
pub fn open(inputs: &Inputs, progress: &Progress) -> Result<Vec<Opened>, Failure> {
    let mut all = Vec::with_capacity(inputs.files().len());
    for path in inputs.files() {
        progress.stage(format!("reading {}", path.display()));
        let opened = inputs.open(path).map_err(|error| Failure::Input(error.into()))?;
        super::warn(&path.display().to_string(), &opened.warnings());
        all.push(opened);
    }
    Ok(all)
}

/// The Wii U files alone, with what belongs to them and lies beside them; those of the demo island without inputs.
pub fn bfres(inputs: &Inputs, progress: &Progress) -> Result<Vec<Bfres>, Failure> {
    if inputs.is_demo() {
        progress.stage("raising the demo island");
        return Ok(vec![demo::island().bfres]);
    }
    let mut warnings = Warnings::default();
    let mut all = Vec::new();
    for mut opened in open(inputs, progress)? {
        bfres_beside::complete(&mut opened, inputs.files(), &mut warnings);
        if let Content::Bfres(mut files) = opened.content {
            all.append(&mut files);
        }
    }
    super::warn_of_scene("the textures", &warnings);
    Ok(all)
}

/// What a scene is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose<'a> {
    /// To be seen, with textures.
    Picture {
        /// Where an overlay is wanted.
        overlay: Option<&'a Choice>,
        /// The animations that are to be played; all where it is empty.
        chosen: &'a [String],
    },
    /// To be listed.
    List,
}

/// The scene of the inputs, or the demo island.
pub fn load(
    inputs: &Inputs,
    purpose: Purpose<'_>,
    planting: &Planting,
    progress: &Progress,
) -> Result<Scene, Failure> {
    let mut warnings = Warnings::default();
    let mut parts = if inputs.is_demo() {
        progress.stage("raising the demo island");
        demo::island().into_parts()
    } else {
        let all = open(inputs, progress)?;
        let parts = match purpose {
            Purpose::Picture { .. } => Parts::from_inputs(all, planting.ground, &mut warnings),
            Purpose::List => Parts::without_texture(all, planting.ground, &mut warnings),
        };
        parts.map_err(|error| Failure::Input(error.into()))?
    };
    parts.binds.extend(inputs.binds.iter().cloned());
    if let Purpose::Picture { overlay, chosen } = purpose {
        parts.overlay = overlay.cloned();
        parts.chosen = chosen.to_vec();
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
        SceneError::Overlay(OverlayError::TooManyOverlaps(_))
        | SceneError::Timeline(TimelineError::InFile { .. }) => Failure::Input(error.into()),
        SceneError::MissingGround(_) | SceneError::Overlay(_) | SceneError::Timeline(_) => {
            Failure::Usage(error.into())
        }
        error => Failure::Input(error.into()),
    }
}
