//! One world in metres: what is where, before anything knows of a GPU.
//!
//! Frame: left-handed, X east, Y up, Z north; the origin of a WRP world is its south-west corner.

pub mod answer;
pub mod assemble;
pub(crate) mod beside;
pub mod bfres_beside;
pub mod bind;
pub mod by_name;
pub mod camera_pose;
pub mod catalogue;
pub mod clutter;
pub mod far_level;
pub mod ground_light;
pub mod ground_mesh;
pub mod heightfield;
pub mod image;
pub mod kind;
pub mod level_mesh;
pub mod lod;
mod look;
pub(crate) mod measure;
pub mod models;
pub(crate) mod name;
pub mod objects;
pub mod overlay;
pub mod overview;
pub mod peaks;
pub mod placement;
pub mod proxies;
pub mod roads;
pub mod seed;
pub mod sources;
pub(crate) mod srgb;
pub mod timeline;

use clutter::Clutter;
use ground_mesh::GroundMesh;
use heightfield::Heightfield;
use models::Models;
use objects::Objects;
use overlay::Overlay;
use peaks::Peak;
use roads::Roads;
use seed::Seed;
use sources::Sources;
use timeline::{Bound, Timeline};

/// Everything that a picture can show.
#[derive(Debug)]
pub struct Scene {
    /// Shown to people: the file's name, or `demo island`.
    pub name: String,
    /// The ground. A scene of grass alone has one made from its slots.
    pub ground: Heightfield,
    /// What is drawn of the ground in place of the heights, which are then its highest surface.
    pub mesh: Option<GroundMesh>,
    /// Models with materials of their own.
    pub models: Option<Models>,
    /// Height of the sea in metres; `None` for a level without one.
    pub sea_level: Option<f32>,
    /// Edge of a land cell of the world, metres.
    pub land_cell: Option<f32>,
    /// Houses, trees, walls, ...
    pub objects: Objects,
    /// Roads as ribbons on the ground.
    pub roads: Roads,
    /// Summits, the file's own or found.
    pub peaks: Vec<Peak>,
    /// Grass.
    pub clutter: Option<Clutter>,
    /// What the grass is planted from, where it was to be kept.
    pub seed: Option<Seed>,
    /// What the files say, where it was to be kept.
    pub sources: Sources,
    /// What moves: frames of it are shown with [`crate::render::SceneData::show`].
    pub timeline: Timeline,
    /// Pictures that the timeline changes on plants and objects.
    pub bound: Vec<Bound>,
    /// What is drawn over the ground to explain the grass.
    pub overlay: Option<Overlay>,
}
