//! Roads as ribbons that lie on the ground.

use super::heightfield::Heightfield;
use crate::formats::wrp::World;

/// All ribbons of a scene as one triangle list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Roads {
    /// Vertices of all ribbons.
    pub vertices: Vec<RoadVertex>,
    /// Triangle list.
    pub indices: Vec<u32>,
}

/// A point of a ribbon's edge.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct RoadVertex {
    /// On the centre line, on the ground, metres.
    pub center: [f32; 3],
    /// Metres along the road from its start.
    pub along: f32,
    /// From the centre line to this edge, horizontal x and z, metres.
    pub side: [f32; 2],
    /// -1 on the left edge, 1 on the right.
    pub across: f32,
    /// 0 track, 1 dirt road, 2 asphalt, 3 main road, 4 runway.
    pub surface: u32,
}

/// The centre line of a road before it lies on the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct RoadLine {
    /// World x and z in metres, at least two.
    pub points: Vec<[f64; 2]>,
    /// Metres.
    pub width: f32,
    /// As [`RoadVertex::surface`].
    pub surface: u32,
}

/// The ribbons of a world, and how many of its road links and road parts were skipped because their numbers are
/// not finite, too large or outside the ground.
pub fn of_world(world: &World, ground: &Heightfield) -> (Roads, usize) {
    let _ = (world, ground);
    (Roads::default(), 0)
}

/// The line of a road part that is placed as an object, such as `asf1_25.p3d` (25 metres straight on) or
/// `asf1_10 100.p3d` (10 degrees at a radius of 100 metres); `None` where the model's name is not one of these or
/// the matrix not finite.
pub fn line_of_part(model: &str, matrix: &[f32; 12]) -> Option<RoadLine> {
    let _ = (model, matrix);
    None
}
