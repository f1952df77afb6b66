//! `.dm`: one detail model, alone or inside `level.details`.

/// A plant or a piece of litter.
#[derive(Debug, Clone, PartialEq)]
pub struct DetailModel {
    /// Engine shader, `details\blend` in every file seen.
    pub shader: String,
    /// Texture name without extension, `build_details` in levels.
    pub texture: String,
    /// Bit 0: doesn't wave in the wind.
    pub flags: u32,
    /// The engine draws a scale between `min_scale * 0.5` and `max_scale * 0.9`.
    pub min_scale: f32,
    /// See `min_scale`.
    pub max_scale: f32,
    /// Metres, Y up, origin at the root.
    pub vertices: Vec<DetailVertex>,
    /// Triangle list.
    pub indices: Vec<u16>,
}

/// A vertex of a detail model: 20 bytes in the file.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct DetailVertex {
    /// Metres.
    pub position: [f32; 3],
    /// Texture coordinates, v downwards.
    pub uv: [f32; 2],
}
