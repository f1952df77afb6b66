//! Models (FMDL): shapes of vertices, with materials, on a skeleton.

use super::UserData;
use super::encode::EncodeError;
use super::read::Place;
use super::write::Writer;
use crate::formats::bytes::{Result, Warnings};

/// A model.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// The path of its source.
    pub path: String,
    /// Bones in rest.
    pub skeleton: Skeleton,
    /// What the shapes take their vertices from.
    pub vertex_buffers: Vec<VertexBuffer>,
    /// What is drawn.
    pub shapes: Vec<Shape>,
    /// What the shapes are made of.
    pub materials: Vec<Material>,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// The bones of a model (FSKL).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skeleton {
    /// All bits of the flags; they tell how scale and rotation are to be taken.
    pub flags: u32,
    /// Parents come before their children in sound files.
    pub bones: Vec<Bone>,
    /// Which bone each matrix index of the vertices means: first those of smooth skinning, then those of rigid skinning.
    pub matrix_to_bone: Vec<u16>,
    /// From model space to bone space in rest, one for each of the smooth matrices; rows of 3 x 4.
    pub inverse_matrices: Vec<[[f32; 4]; 3]>,
}

/// A bone.
#[derive(Debug, Clone, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: String,
    /// Index of its parent.
    pub parent: Option<u16>,
    /// All bits of the flags.
    pub flags: u32,
    /// Smooth and rigid matrix, -1 without; then the billboard's index.
    pub matrix_indices: [i16; 3],
    /// Relative to the parent.
    pub scale: [f32; 3],
    /// Radians x, y, z (turned in this order), or a quaternion where the flags say so.
    pub rotation: [f32; 4],
    /// Relative to the parent.
    pub translation: [f32; 3],
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// Vertices (FVTX), which several shapes may share.
#[derive(Debug, Clone, PartialEq)]
pub struct VertexBuffer {
    /// What is known of a vertex, and where.
    pub attributes: Vec<Attribute>,
    /// The bytes of the attributes.
    pub buffers: Vec<Buffer>,
    /// Vertices.
    pub count: u32,
    /// How many bones move a vertex.
    pub skin_count: u8,
}

/// Something that is known of each vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// `_p0` position, `_n0` normal, `_u0` ... texture coordinates, `_c0` colour, `_i0` bones, `_w0` their weights, ...
    pub name: String,
    /// In which buffer it is.
    pub buffer: u8,
    /// Where in a vertex it begins, bytes.
    pub offset: u16,
    /// GX2 format: 0x811 is three f32.
    pub format: u32,
}

/// Bytes of vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Bytes from one vertex to the next.
    pub stride: u16,
    /// Copies of the data for animation at run time; the file has one.
    pub buffering: u16,
    /// Big-endian.
    pub data: Vec<u8>,
}

/// Something drawn with one material (FSHP).
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// All bits of the flags.
    pub flags: u32,
    /// Index of its material.
    pub material: u16,
    /// Index of the bone that it hangs on.
    pub bone: u16,
    /// Index of its vertices.
    pub vertex_buffer: u16,
    /// How many bones move a vertex: 0 and 1 are in the space of a bone, more in that of the model.
    pub skin_count: u8,
    /// Radius of the sphere around each mesh, as far as the file has them.
    pub radii: Vec<f32>,
    /// Finest first.
    pub meshes: Vec<Mesh>,
    /// The bones that move it.
    pub skin_bones: Vec<u16>,
}

/// A level of detail of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mesh {
    /// GX2 primitive: 4 triangles, 6 a strip.
    pub primitive: u32,
    /// Parts: first index and number of indices.
    pub parts: Vec<[u32; 2]>,
    /// As stored, before `first_vertex` is added.
    pub indices: Vec<u32>,
    /// GX2 index format: 4 is u16, 9 u32, 0 and 1 the same little-endian.
    pub index_format: u32,
    /// To be added to every index.
    pub first_vertex: u32,
}

/// What shapes are made of (FMAT).
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// All bits of the flags: bit 0 says that it is visible.
    pub flags: u32,
    /// Sampler i shows texture i.
    pub samplers: Vec<Sampler>,
    /// The texture of each sampler, by name: it may be in another file.
    pub textures: Vec<String>,
    /// Blending, depth, culling, alpha test.
    pub render_state: RenderState,
    /// Parameters of the shader.
    pub params: Vec<ShaderParam>,
    /// Their values.
    pub param_data: Vec<u8>,
    /// Values for the game's renderer.
    pub render_info: Vec<UserData>,
    /// The shader that the game draws it with.
    pub shader: ShaderAssign,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// How a texture is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampler {
    /// `_a0` albedo, `_n0` normal, `_s0` specular, `_e0` emission, `_b0` and `_b1` baked light, ...
    pub name: String,
    /// Three registers of the GPU: wrapping, filters, levels of detail.
    pub registers: [u32; 3],
}

/// A parameter of a shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShaderParam {
    /// Its name, such as `tex_mtx0`.
    pub name: String,
    /// Its type, as stored.
    pub kind: u8,
    /// Where its value begins in the material's data, bytes.
    pub offset: u16,
    /// Bytes of its value.
    pub size: u8,
}

/// How a material is drawn, as the registers of the GPU say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RenderState {
    /// All bits of the flags; the low two bits are the mode: 0 own, 1 opaque, 2 alpha test, 3 translucent.
    pub flags: u32,
    /// Culling and the side that is the front.
    pub polygon: u32,
    /// Depth test and write.
    pub depth: u32,
    /// Whether alpha is tested, and how.
    pub alpha_test: u32,
    /// What alpha is tested against.
    pub alpha_reference: f32,
    /// The remaining registers as stored.
    pub rest: Vec<u32>,
}

/// Which shader a material asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShaderAssign {
    /// Archive of the shader.
    pub archive: String,
    /// Its name in the archive.
    pub model: String,
    /// Names in the shader and the vertex attributes that feed them.
    pub attributes: Vec<[String; 2]>,
    /// Names in the shader and the samplers that feed them.
    pub samplers: Vec<[String; 2]>,
    /// Options of the shader.
    pub options: Vec<[String; 2]>,
}

pub(super) fn read(place: Place<'_, '_>, _warnings: &mut Warnings) -> Result<Model> {
    Err(place.error("model", "a part that isn't read yet", "none"))
}

pub(super) fn write(_out: &mut Writer, _part: &Model) -> std::result::Result<(), EncodeError> {
    Err(EncodeError::Value { what: "model", found: "one".into(), expected: "none yet" })
}
