//! Placed objects and the models that they are drawn with.

/// All objects of a scene.
#[derive(Debug, Default)]
pub struct Objects {
    /// The library; today proxies, one day the games' own models too.
    pub models: Vec<ObjectModel>,
    /// Sorted by model.
    pub instances: Vec<ObjectInstance>,
}

/// A drawable model with levels of detail.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectModel {
    /// For messages and lists.
    pub name: String,
    /// Finest first, at least one; each has fewer triangles than the one before.
    pub lods: Vec<Mesh>,
    /// Radius of the sphere about the model's origin that holds every vertex, in model space: metres, or for a proxy
    /// parts of the size that its instances give it.
    pub radius: f32,
}

/// Triangles, counter-clockwise seen from outside in the left-handed frame of the scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Each vertex once per normal.
    pub vertices: Vec<MeshVertex>,
    /// Triangle list.
    pub indices: Vec<u32>,
}

/// A vertex of an object model.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct MeshVertex {
    /// Model space: metres, or for a proxy parts of the size that its instances give it.
    pub position: [f32; 3],
    /// Unit normal as signed bytes (127 = 1); the fourth is how leafy the surface is, 0 to 127: leaves are lit through.
    pub normal: [i8; 4],
    /// sRGB; alpha is how much the instance's tint multiplies it: the colour is `rgb * (1 - alpha + alpha * tint)`
    /// with linear values, so that a white tint changes nothing.
    pub color: [u8; 4],
}

/// A placed model: 64 bytes, the same on the GPU.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ObjectInstance {
    /// Image of the model's X axis.
    pub x_axis: [f32; 3],
    /// Index into [`Objects::models`].
    pub model: u32,
    /// Image of the model's Y axis.
    pub y_axis: [f32; 3],
    /// sRGB tint, r in the low byte.
    pub tint: u32,
    /// Image of the model's Z axis.
    pub z_axis: [f32; 3],
    /// The file's object id.
    pub id: u32,
    /// World position of the model's origin, metres. The file's own f32.
    pub position: [f32; 3],
    /// Radius in metres of the sphere about `position` that holds the instance.
    pub radius: f32,
}
