//! The engine's plant algorithm on the CPU, stage by stage as in `shaders/scatter.wgsl`.

/// A slot as both the CPU and the GPU read it: 32 bytes. Twin of `Slot` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Slot {
    /// Lower end of the box, metres.
    pub y_base: f32,
    /// Height of the box, metres.
    pub height: f32,
    /// Four model indices, 16 bits each, part 0 in the low half of the first; 0xFFFF for none.
    pub models: [u32; 2],
    /// Four palettes, 16 bits each; in a palette a0 is bits 0 to 3.
    pub palettes: [u32; 2],
    /// Sun in bits 0 to 7, sky in bits 8 to 15, lamps r, g, b in 4 bits each from bit 16 on.
    pub light: u32,
    /// Bit 0: phantom, plant nothing.
    pub flags: u32,
}

/// A planted instance: 32 bytes. Twin of `Instance` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Instance {
    /// World position of the root, metres.
    pub position: [f32; 3],
    /// Uniform scale.
    pub scale: f32,
    /// Radians, as the engine turns it.
    pub yaw: f32,
    /// Index of the model.
    pub model: u32,
    /// Index of the slot, with the part in bits 30 and 31.
    pub slot: u32,
    /// As [`Slot::light`].
    pub light: u32,
}
