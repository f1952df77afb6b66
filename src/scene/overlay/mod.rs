//! What is drawn over the ground to tell why a level looks as it does, with the key to its colours.
//!
//! An overlay is found on the CPU from the level's own slots and from what became of each candidate, and is drawn as a
//! texture over the ground.

pub use choice::{Choice, NAMES, UnknownOverlay};
pub use colors::{Color, RampColors};
pub use legend::{Legend, Ramp, Rest, Swatch, Tick};
pub(crate) use legend::{number, scale};

mod canvas;
mod choice;
mod colors;
mod density;
mod fate;
mod legend;
mod light;
mod outside;
#[cfg(test)]
mod tests;

use super::clutter::{Clutter, Collision, Planting};
use super::heightfield::Heightfield;
use crate::formats::xray::{Details, SLOT_SIZE};
use crate::scatter::TooManyOverlaps;
use canvas::Canvas;

/// An overlay, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    /// As [`Choice`] writes it.
    pub name: String,
    /// Texels to the east and to the north.
    pub size: [u32; 2],
    /// RGBA, sRGB; the south-western texel first, x fastest. Where there is nothing to say
    /// all four are 0, else alpha is 255.
    pub texels: Vec<u8>,
    /// World x and z of the south-western corner, metres.
    pub corner: [f64; 2],
    /// Edge of a texel, metres.
    pub texel: f64,
    /// The edges of the slots are drawn on the ground.
    pub grid: bool,
    /// Boxes of slots, drawn as lines where they are near.
    pub boxes: Vec<SlotBox>,
    /// The plants are drawn, too; else the ground is bare, so that it can be read.
    pub plants: bool,
    /// The key to the colours.
    pub legend: Legend,
}

/// The box of a slot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlotBox {
    /// The south-western lower corner, world metres.
    pub corner: [f32; 3],
    /// Metres.
    pub height: f32,
    /// Of its lines.
    pub color: Color,
}

/// What overlays are made from.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The level as the file has it.
    pub details: &'a Details,
    /// The level as it is planted.
    pub clutter: &'a Clutter,
    /// How it is planted.
    pub planting: &'a Planting,
    /// The heights of the scene.
    pub ground: &'a Heightfield,
    /// The collision mesh, where there is one.
    pub collision: Option<Collision<'a>>,
}

/// Why an overlay can't be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OverlayError {
    /// No slots.
    #[error("the overlay {0} shows the slots of a level, but there are none: name a level.details")]
    NoLevel(String),
    /// No such model.
    #[error("there is no model {name:?}, expected {}", models(*count))]
    NoModel {
        /// What was asked for.
        name: String,
        /// Models of the level.
        count: usize,
    },
    /// More than one model.
    #[error("the models {} all have the texture {name:?}: tell the model by its index", list(indices))]
    ManyModels {
        /// What was asked for.
        name: String,
        /// The models that have it.
        indices: Vec<u32>,
    },
    /// Nothing to hold the boxes against.
    #[error(
        "the overlay outside-box holds the boxes against the ground, but there is none: name a level.cform or a .wrp (without --ground box)"
    )]
    NoGround,
    /// A collision mesh that nobody would make.
    #[error(transparent)]
    TooManyOverlaps(#[from] TooManyOverlaps),
}

fn models(count: usize) -> String {
    match count.checked_sub(1) {
        Some(last) => format!("an index from 0 to {last} or the name of a texture"),
        None => "a level with models".to_owned(),
    }
}

fn list(indices: &[u32]) -> String {
    indices.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

impl Overlay {
    /// Finds an overlay.
    ///
    /// # Errors
    /// When the level lacks what it shows.
    pub fn new(choice: &Choice, subject: &Subject<'_>) -> Result<Self, OverlayError> {
        let shown = match choice {
            Choice::Density => density::all(subject),
            Choice::DensityOf(name) => density::of_model(subject, model_named(subject.clutter, name)?),
            Choice::Sun => light::sun(subject),
            Choice::Hemi => light::hemi(subject),
            Choice::OutsideBox => outside::outside_box(subject)?,
            Choice::Slots => fate::slots(subject),
            Choice::DominantModel => fate::dominant_model(subject),
            Choice::Instances => fate::instances(subject),
            Choice::Phantom => fate::phantom(subject),
            Choice::Dropped => fate::dropped(subject),
        };
        let Shown { canvas, legend, boxes } = shown;
        let of_slots = *choice == Choice::Slots;
        Ok(Self {
            name: choice.to_string(),
            size: canvas.size,
            texels: canvas.texels,
            corner: [0, 1].map(|axis| corner_of(subject, axis)),
            texel: canvas.texel,
            grid: of_slots,
            boxes,
            plants: of_slots,
            legend,
        })
    }
}

/// What each kind of overlay finds.
struct Shown {
    canvas: Canvas,
    legend: Legend,
    boxes: Vec<SlotBox>,
}

/// World x or z of the level's south-western corner, metres.
fn corner_of(subject: &Subject<'_>, axis: usize) -> f64 {
    subject.planting.moved[axis] - f64::from(subject.details.offset[axis]) * f64::from(SLOT_SIZE)
}

/// The box of a slot of the grid; `None` for one that the grid hasn't.
fn box_of(subject: &Subject<'_>, index: usize, color: Color) -> Option<SlotBox> {
    let slot = subject.details.slots.get(index)?;
    let width = subject.details.size[0].max(1) as usize;
    let along =
        |axis: usize, slots: usize| (corner_of(subject, axis) + slots as f64 * f64::from(SLOT_SIZE)) as f32;
    let corner = [along(0, index % width), slot.y_base(), along(1, index / width)];
    Some(SlotBox { corner, height: slot.height(), color })
}

/// The one model that a person means.
fn model_named(clutter: &Clutter, name: &str) -> Result<u32, OverlayError> {
    let indices = clutter.models_named(name);
    match indices[..] {
        [] => Err(OverlayError::NoModel { name: name.to_owned(), count: clutter.models.len() }),
        [only] => Ok(only),
        _ => Err(OverlayError::ManyModels { name: name.to_owned(), indices }),
    }
}

/// What a model is called in a legend: its index, and its texture where that tells models apart.
fn model_name(clutter: &Clutter, index: u32) -> String {
    /// A name that a file makes longer than this is cut.
    const LONGEST: usize = 32;
    let texture = |model: usize| clutter.models.get(model).map_or("", |model| model.texture.as_str());
    let own = texture(index as usize);
    let shared = clutter.models.len() > 1 && (0..clutter.models.len()).all(|other| texture(other) == own);
    if shared || own.is_empty() {
        return format!("model {index}");
    }
    let name: String = own.chars().take(LONGEST).collect();
    format!("model {index} {}", name.escape_debug())
}
