//! Grass: what is planted where, before it is planted.

pub use atlas::{LONGEST_EDGE, decode_atlas, load_atlas};
pub use cover::{GrassCover, PLAIN};
pub use fit::{FIT_POINTS, Fit, FitGround, fit};
pub use ground::ground_of;
pub use patch::{Patch, PatchLevel};
pub use planting::{GroundChoice, MissingGround, Planting, V2Light};

mod atlas;
mod cover;
mod fit;
pub(in crate::scene) mod ground;
mod pack;
mod patch;
mod planting;
#[cfg(test)]
mod tests;

use super::heightfield::Heightfield;
use crate::formats::xray::{Cform, DetailModel, Details, Part, Slot, SlotBounds, SlotLight};
use crate::scatter::{self, SlotGrid, TooManyOverlaps, Triangles};
use pack::{pack_slot, unlit};

/// The clutter of a scene.
#[derive(Debug)]
pub struct Clutter {
    /// Meshes and scales; slots refer to them by index.
    pub models: Vec<ClutterModel>,
    /// Where the slots lie.
    pub grid: SlotGrid,
    /// The slots that plant something, as the scatter reads them.
    pub slots: scatter::Slots,
    /// The texture of all models, where there is one.
    pub atlas: Option<Atlas>,
    /// What the plants stand on.
    pub ground: ClutterGround,
    /// The engine and its settings.
    pub rules: scatter::Rules,
    /// Metres by which the level is moved over the world, east and north.
    pub moved: [f64; 2],
    /// How the light of the slots is to be shown.
    pub light: ClutterLight,
    /// Metres from the eye at which the game's own ring of grass ends; `None` to draw all of it.
    pub ring: Option<f32>,
    /// The models that are drawn; all of them when it is empty. Every model is planted nevertheless.
    pub only: Vec<u32>,
    /// Slots of which at least one part names a model.
    pub used_slots: usize,
    /// Those of the used slots that have no ground by their own account, so that nothing grows there.
    pub phantom_slots: usize,
    /// Slots with plants that are no phantoms, but have no triangle of the collision mesh in their box.
    pub slots_without_ground: usize,
}

/// What the plants stand on.
#[derive(Debug)]
pub enum ClutterGround {
    /// The heightfield of the scene.
    Heightfield,
    /// The lower end of each slot's box.
    Boxes,
    /// A collision mesh.
    Triangles(Triangles),
}

/// How the light of the slots is to be shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClutterLight {
    /// Each corner of a slot has a grey of its own (version 2).
    pub corners: bool,
    /// The compiler of levels halves the light before it stores it, so it is doubled; of version 2 no halving is known.
    pub gain: f32,
    /// Nothing is lit, as in a `build.details`: then everything is shown fully lit.
    pub unlit: bool,
}

/// The collision mesh of a level.
#[derive(Debug, Clone, Copy)]
pub struct Collision<'a> {
    /// The triangles.
    pub mesh: &'a Cform,
    /// For each material whether it is flagged passable; empty where that isn't known.
    pub passable: &'a [bool],
}

impl Collision<'_> {
    /// The triangles that reach into the boxes of `slots`; slots without any are taken out. Plants fall through what is
    /// passable.
    ///
    /// # Errors
    /// When the triangles overlap more slots than any real mesh does.
    fn bin(&self, slots: &mut Vec<scatter::Slot>, grid: SlotGrid) -> Result<Triangles, TooManyOverlaps> {
        scatter::bin(slots, grid, self.mesh.triangles.len(), |index| self.triangle(index))
    }

    /// The corners of a triangle in world metres, and whether it is solid.
    fn triangle(&self, index: usize) -> ([[f32; 3]; 3], bool) {
        let Self { mesh, passable } = self;
        let Some(triangle) = mesh.triangles.get(index) else { return ([[0.0; 3]; 3], false) };
        let corner = |index: u32| mesh.vertices.get(index as usize).copied().unwrap_or_default();
        let passable = passable.get(triangle.material as usize).copied().unwrap_or(false);
        (triangle.vertices.map(corner), !passable)
    }
}

impl Clutter {
    /// The grass of a level, without a texture until the caller sets one.
    ///
    /// It stands on `collision` where there is one, else on the slots' boxes; [`Self::ground`] can be set to the
    /// heightfield. A part that names no model of the file becomes an empty one.
    ///
    /// # Errors
    /// When the triangles of the mesh overlap more slots than any real mesh does.
    pub fn from_details(
        details: &Details,
        planting: &Planting,
        collision: Option<Collision<'_>>,
    ) -> Result<Self, TooManyOverlaps> {
        let grid = SlotGrid { size: details.size, offset: details.offset };
        let mut slots: Vec<_> = (0..)
            .zip(&details.slots)
            // The engine finds no ground for a phantom; on boxes it has to be told.
            .filter(|(_, slot)| collision.is_some() || !slot.is_phantom())
            .map(|(index, slot)| pack_slot(slot, index, grid, details.models.len(), planting))
            .collect();
        slots.retain(scatter::Slot::plants);
        let is_phantom = |slot: &&scatter::Slot| {
            details.slots.get(slot.index as usize).is_some_and(|slot| slot.is_phantom())
        };
        let grounded = |slots: &[scatter::Slot]| slots.len() - slots.iter().filter(is_phantom).count();
        let wanted = grounded(&slots);
        let ground = match collision {
            Some(Collision { mesh, passable }) => {
                let passable = if planting.rules.profile.minds_passable() { passable } else { &[] };
                ClutterGround::Triangles(Collision { mesh, passable }.bin(&mut slots, grid)?)
            }
            None => ClutterGround::Boxes,
        };
        let slots_without_ground = wanted - grounded(&slots);
        let corners = details.slots.iter().any(|slot| matches!(slot.light, SlotLight::Corners(_)));
        Ok(Self {
            models: details.models.iter().map(ClutterModel::from).collect(),
            grid,
            slots: scatter::Slots::new(slots),
            atlas: None,
            ground,
            rules: planting.rules,
            moved: planting.moved,
            light: ClutterLight { corners, gain: if corners { 1.0 } else { 2.0 }, unlit: unlit(details) },
            ring: None,
            only: Vec::new(),
            used_slots: details.used_slots(),
            phantom_slots: details.phantom_slots(),
            slots_without_ground,
        })
    }

    /// A bed of 4 x 4 metres about the origin, planted with one model on level ground at height 0.
    pub fn from_model(model: &DetailModel, planting: &Planting) -> Self {
        let empty = Part { model: None, density: [0; 4] };
        let slot = Slot {
            bounds: SlotBounds::Absolute { bottom: 0.0, top: 0.0 },
            parts: [Part { model: Some(0), density: [6; 4] }, empty, empty, empty],
            light: SlotLight::Corners([15; 4]),
        };
        let grid = SlotGrid { size: [2, 2], offset: [1, 1] };
        let slots = (0..4).map(|index| pack_slot(&slot, index, grid, 1, planting)).collect();
        Self {
            models: vec![model.into()],
            grid,
            slots: scatter::Slots::new(slots),
            atlas: None,
            ground: ClutterGround::Boxes,
            rules: planting.rules,
            moved: planting.moved,
            light: ClutterLight { corners: true, gain: 1.0, unlit: false },
            ring: None,
            only: Vec::new(),
            used_slots: 4,
            phantom_slots: 0,
            slots_without_ground: 0,
        }
    }

    /// What the scatter needs to know, for plants over `ground`.
    pub fn params(&self, ground: &Heightfield) -> scatter::Params {
        let heightfield = matches!(self.ground, ClutterGround::Heightfield).then_some(ground);
        scatter::Params {
            moved: self.moved.map(|metres| metres as f32),
            corner_light: u32::from(self.light.corners),
            ..scatter::Params::new(self.grid, &self.slots, &self.rules, heightfield)
        }
    }

    /// Calls `with` what the stages of the scatter take, for plants over `ground`.
    pub fn with_bed<T>(&self, ground: &Heightfield, with: impl FnOnce(&scatter::Bed<'_>) -> T) -> T {
        let scales = self.scales();
        with(&scatter::Bed {
            params: self.params(ground),
            slots: self.slots.as_slice(),
            scales: &scales,
            ground: match &self.ground {
                ClutterGround::Boxes => scatter::Ground::Boxes,
                ClutterGround::Heightfield => scatter::Ground::Heightfield(&ground.heights),
                ClutterGround::Triangles(triangles) => scatter::Ground::Triangles(triangles),
            },
        })
    }

    /// World x and z of the south-west corner of the slots, metres.
    pub fn origin(&self) -> [f64; 2] {
        [0, 1].map(|axis| {
            self.moved[axis] - f64::from(self.grid.offset[axis]) * f64::from(crate::formats::xray::SLOT_SIZE)
        })
    }

    /// Plants everything on the CPU, on one thread.
    pub fn plant(&self, ground: &Heightfield) -> Vec<scatter::Instance> {
        self.with_bed(ground, scatter::plant)
    }

    /// The models that a person means by an index or by the name of a texture, in any case.
    pub fn models_named(&self, name: &str) -> Vec<u32> {
        if let Ok(index) = name.parse() {
            return if (index as usize) < self.models.len() { vec![index] } else { Vec::new() };
        }
        (0..)
            .zip(&self.models)
            .filter(|(_, model)| model.texture.eq_ignore_ascii_case(name))
            .map(|(i, _)| i)
            .collect()
    }

    /// The range of the scale of each model, for the scatter.
    pub fn scales(&self) -> Vec<[f32; 2]> {
        self.models.iter().map(|model| model.scale).collect()
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
            texture: model.texture.clone(),
            vertices,
        }
    }
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
    /// Name of its texture, as in the file.
    pub texture: String,
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
