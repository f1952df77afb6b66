//! Roads as ribbons that lie on the ground.

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
