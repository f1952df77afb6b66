//! `level.cform`: the collision mesh of a level, which is the ground that plants stand on.

use super::super::bytes::Warnings;

/// A collision mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cform {
    /// 2, 3 or 4.
    pub version: u32,
    /// Smallest and largest corner of the box around everything, metres, as the header states it.
    pub bounds: [[f32; 3]; 2],
    /// Metres.
    pub vertices: Vec<[f32; 3]>,
    /// In the order of the file; no vertex index lies beyond `vertices`.
    pub triangles: Vec<CformTriangle>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

/// A triangle of a collision mesh. Its front is where its vertices run clockwise, in the left-handed frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CformTriangle {
    /// Indices of the corners.
    pub vertices: [u32; 3],
    /// Index into the materials of `gamemtl.xr`: 14 bits in v4, 32 before.
    pub material: u32,
    /// Index of the sector, a part of the level that is seen through portals.
    pub sector: u16,
    /// Throws no shadow (v4; false before).
    pub suppress_shadows: bool,
    /// Takes no wallmarks (v4; false before).
    pub suppress_wallmarks: bool,
}
