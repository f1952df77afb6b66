//! Grass: what is planted where, before it is planted.

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
    /// The slots as the scatter reads them, x fastest.
    pub slots: Vec<scatter::Slot>,
    /// The texture of all models, where there is one.
    pub atlas: Option<Atlas>,
    /// What the plants stand on.
    pub ground: ClutterGround,
    /// Metres between two candidates: the engine's r__detail_density.
    pub step: f32,
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
