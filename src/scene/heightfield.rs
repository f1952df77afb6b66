//! The ground as a regular grid of heights.

/// Heights at regular points. The diagonal of each cell joins (x + 1, z) with (x, z + 1), as in the engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Heightfield {
    /// Points to the east.
    pub width: u32,
    /// Points to the north.
    pub depth: u32,
    /// Metres between two points.
    pub cell: f32,
    /// World x and z of point (0, 0), metres.
    pub origin: [f64; 2],
    /// `heights[z * width + x]` in metres, all finite.
    pub heights: Vec<f32>,
}
