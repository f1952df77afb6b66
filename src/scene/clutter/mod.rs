//! Grass: what is planted where, before it is planted.

pub use atlas::{LONGEST_EDGE, decode_atlas, load_atlas};
pub use ground::ground_of;

mod atlas;
mod ground;
#[cfg(test)]
mod tests;

use super::heightfield::Heightfield;
use crate::formats::xray::{DetailModel, Details, Part, Slot, SlotBounds, SlotLight};
use crate::scatter;

/// The clutter of a scene.
#[derive(Debug)]
pub struct Clutter {
    /// Meshes and scales; slots refer to them by index.
    pub models: Vec<ClutterModel>,
    /// Slots to the east and to the north.
    pub size: [u32; 2],
    /// See [`crate::formats::xray::Details::offset`].
    pub offset: [i32; 2],
    /// The slots that plant something, as the scatter reads them.
    pub slots: scatter::Slots,
    /// The texture of all models, where there is one.
    pub atlas: Option<Atlas>,
    /// What the plants stand on.
    pub ground: ClutterGround,
    /// Metres between two candidates: the engine's r__detail_density.
    pub step: f32,
}

impl Clutter {
    /// The grass of a level: on the slots' boxes, at the engine's step and without a texture, until the caller sets
    /// these.
    ///
    /// A part that names no model of the file becomes an empty one.
    pub fn from_details(details: &Details) -> Self {
        let unlit = details.slots.iter().filter(|slot| slot.is_used()).all(|slot| is_unlit(slot.light));
        let slots = (0..)
            .zip(&details.slots)
            .filter(|(_, slot)| !slot.is_phantom())
            .map(|(index, slot)| scatter::Slot { index, ..pack_slot(slot, details.models.len(), unlit) })
            .collect();
        Self {
            models: details.models.iter().map(ClutterModel::from).collect(),
            size: details.size,
            offset: details.offset,
            slots: scatter::Slots::new(slots),
            atlas: None,
            ground: ClutterGround::Boxes,
            step: scatter::DEFAULT_STEP,
        }
    }

    /// A bed of 4 x 4 metres about the origin, planted with one model on level ground at height 0.
    pub fn from_model(model: &DetailModel) -> Self {
        let empty = Part { model: None, density: [0; 4] };
        let slot = Slot {
            bounds: SlotBounds::Absolute { bottom: 0.0, top: 0.0 },
            parts: [Part { model: Some(0), density: [6; 4] }, empty, empty, empty],
            light: SlotLight::Corners([15; 4]),
        };
        Self {
            models: vec![model.into()],
            size: [2, 2],
            offset: [1, 1],
            slots: scatter::Slots::new(
                (0..4).map(|index| scatter::Slot { index, ..pack_slot(&slot, 1, false) }).collect(),
            ),
            atlas: None,
            ground: ClutterGround::Boxes,
            step: scatter::DEFAULT_STEP,
        }
    }

    /// What the scatter needs to know, for plants over `ground`.
    pub fn params(&self, ground: &Heightfield) -> scatter::Params {
        let ground = (self.ground == ClutterGround::Heightfield).then_some(ground);
        scatter::Params::new(self.size[0], self.offset, &self.slots, self.step, ground)
    }

    /// Plants everything on the CPU, on one thread.
    pub fn plant(&self, ground: &Heightfield) -> Vec<scatter::Instance> {
        scatter::plant(&scatter::Bed {
            params: self.params(ground),
            slots: self.slots.as_slice(),
            scales: &self.scales(),
            heights: (self.ground == ClutterGround::Heightfield).then_some(&ground.heights),
        })
    }

    /// The range of the scale of each model, for the scatter.
    pub fn scales(&self) -> Vec<[f32; 2]> {
        self.models.iter().map(|model| model.scale).collect()
    }
}

/// A slot as the scatter reads it. In an `unlit` level, such as a `build.details` is, everything is fully lit.
fn pack_slot(slot: &Slot, model_count: usize, unlit: bool) -> scatter::Slot {
    let models = slot.parts.map(|part| {
        let model = part.model.filter(|&model| usize::from(model) < model_count);
        u32::from(model.unwrap_or(scatter::NO_MODEL))
    });
    let palettes = slot.parts.map(|part| {
        part.density.into_iter().rev().fold(0, |palette, density| palette << 4 | u32::from(density & 15))
    });
    scatter::Slot {
        y_base: slot.y_base(),
        height: slot.height(),
        models: pairs(models),
        palettes: pairs(palettes),
        light: if unlit { 0xffff } else { pack_light(slot.light) },
        index: 0,
        ranks: [scatter::NO_RANK; 4],
    }
}

/// Four 16-bit values in two words.
fn pairs([a, b, c, d]: [u32; 4]) -> [u32; 2] {
    [a | b << 16, c | d << 16]
}

/// Sun and sky as bytes. The compiler of levels halves the light before it stores it, so it is doubled here; the
/// grey of v2, of which no halving is known, is the mean of its corners.
fn pack_light(light: SlotLight) -> u32 {
    match light {
        SlotLight::Baked { sun, hemi, rgb: [r, g, b] } => {
            let byte = |level: u8| (u32::from(level) * 2).min(15) * 17;
            let lamps = u32::from(r & 15) | u32::from(g & 15) << 4 | u32::from(b & 15) << 8;
            byte(sun) | byte(hemi) << 8 | lamps << 16
        }
        SlotLight::Corners(corners) => {
            let sum: u32 = corners.iter().map(|&corner| u32::from(corner & 15)).sum();
            let byte = sum * 17 / 4;
            byte | byte << 8
        }
    }
}

fn is_unlit(light: SlotLight) -> bool {
    match light {
        SlotLight::Baked { sun, hemi, rgb } => sun == 0 && hemi == 0 && rgb == [0; 3],
        SlotLight::Corners(corners) => corners == [0; 4],
    }
}

impl From<&DetailModel> for ClutterModel {
    fn from(model: &DetailModel) -> Self {
        let vertices: Vec<_> = model
            .vertices
            .iter()
            .map(|vertex| ClutterVertex { position: vertex.position, uv: vertex.uv })
            .collect();
        let reach = |vertex: &ClutterVertex| glam::Vec3::from(vertex.position).length();
        Self {
            radius: vertices.iter().map(reach).fold(0.0, f32::max),
            indices: model.indices.iter().map(|&index| index.into()).collect(),
            scale: [model.min_scale, model.max_scale],
            waves: model.waves(),
            vertices,
        }
    }
}

/// What the plants stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClutterGround {
    /// The heightfield of the scene.
    Heightfield,
    /// The lower end of each slot's box.
    Boxes,
}

/// A detail model.
#[derive(Debug, Clone, PartialEq)]
pub struct ClutterModel {
    /// Position in metres from the root, and texture coordinates.
    pub vertices: Vec<ClutterVertex>,
    /// Triangle list; both sides are seen.
    pub indices: Vec<u32>,
    /// Range of the scale, as in the file.
    pub scale: [f32; 2],
    /// Radius in metres of the sphere about the root that holds every vertex at scale 1.
    pub radius: f32,
    /// The model waves in the wind.
    pub waves: bool,
}

/// A vertex of a detail model.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ClutterVertex {
    /// Metres from the root.
    pub position: [f32; 3],
    /// v downwards.
    pub uv: [f32; 2],
}

/// A picture with its mip levels, RGBA, sRGB.
#[derive(Debug, Clone, PartialEq)]
pub struct Atlas {
    /// Pixels.
    pub size: [u32; 2],
    /// Level 0 first; each level has half the edge, at least 1.
    pub levels: Vec<Vec<u8>>,
}
