//! Makes a model of plain lists, for files that Sward itself writes.

use super::{Attribute, Bone, Buffer, Material, Mesh, Model, Shape, Skeleton, VertexBuffer};

/// What a shape is made from; see [`Model::of_meshes`].
#[derive(Debug, Clone, Default)]
pub struct MeshParts {
    /// The shape's name.
    pub name: String,
    /// Index of its material.
    pub material: u16,
    /// Model space.
    pub positions: Vec<[f32; 3]>,
    /// Of length 1; one a position or none at all, as all that follow.
    pub normals: Vec<[f32; 3]>,
    /// `_u0`; v grows downwards.
    pub uvs: Vec<[f32; 2]>,
    /// `_c0`: red, green, blue, alpha.
    pub colors: Vec<[u8; 4]>,
    /// Triangles of each level of detail, the finest first; counter-clockwise from the front.
    pub lods: Vec<Vec<[u32; 3]>>,
}

/// A skeleton whose scales are Maya's and whose rotations are angles, as most real ones.
const FLAGS: u32 = 2 << 8 | 1 << 12;

impl Model {
    /// A model of one bone, with a shape for each of `meshes`.
    pub fn of_meshes(name: &str, materials: Vec<Material>, meshes: &[MeshParts]) -> Self {
        let root = Bone {
            name: "root".into(),
            parent: None,
            flags: 1 | 1 << 12,
            matrix_indices: [-1; 3],
            scale: [1.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            translation: [0.0; 3],
            user_data: Vec::new(),
        };
        Self {
            name: name.to_owned(),
            path: String::new(),
            skeleton: Skeleton { flags: FLAGS, bones: vec![root], ..Skeleton::default() },
            vertex_buffers: meshes.iter().map(vertices).collect(),
            shapes: (0..=u16::MAX).zip(meshes).map(|(index, parts)| shape(parts, index)).collect(),
            materials,
            user_data: Vec::new(),
        }
    }
}

fn shape(parts: &MeshParts, vertex_buffer: u16) -> Shape {
    let radius =
        parts.positions.iter().map(|&position| glam::Vec3::from(position).length()).fold(0.0, f32::max);
    // The highest index of 16 bits may begin a strip anew.
    let index_format = if parts.positions.len() <= usize::from(u16::MAX) { 4 } else { 9 };
    let mesh = |triangles: &Vec<[u32; 3]>| Mesh {
        primitive: 4,
        parts: vec![[0, 3 * triangles.len() as u32]],
        indices: triangles.as_flattened().to_vec(),
        index_format,
        first_vertex: 0,
    };
    Shape {
        name: parts.name.clone(),
        flags: 1 << 1, // It has vertices.
        material: parts.material,
        bone: 0,
        vertex_buffer,
        skin_count: 0,
        radii: vec![radius; parts.lods.len()],
        meshes: parts.lods.iter().map(mesh).collect(),
        skin_bones: Vec::new(),
    }
}

fn vertices(parts: &MeshParts) -> VertexBuffer {
    let count = parts.positions.len();
    let mut attributes = Vec::new();
    let mut stride = 0;
    let mut attribute = |name: &str, format, len, is_there| {
        if is_there {
            attributes.push(Attribute { name: name.into(), buffer: 0, offset: stride, format });
            stride += len;
        }
    };
    attribute("_p0", 0x811, 12, true);
    attribute("_n0", 0x20b, 4, !parts.normals.is_empty());
    attribute("_u0", 0x80d, 8, !parts.uvs.is_empty());
    attribute("_c0", 0x00a, 4, !parts.colors.is_empty());
    let mut data = Vec::with_capacity(count * usize::from(stride));
    for (index, position) in parts.positions.iter().enumerate() {
        data.extend(position.iter().flat_map(|value| value.to_be_bytes()));
        if !parts.normals.is_empty() {
            let normal = parts.normals.get(index).copied().unwrap_or([0.0, 1.0, 0.0]);
            data.extend(packed_normal(normal).to_be_bytes());
        }
        if !parts.uvs.is_empty() {
            let uv = parts.uvs.get(index).copied().unwrap_or_default();
            data.extend(uv.iter().flat_map(|value| value.to_be_bytes()));
        }
        if !parts.colors.is_empty() {
            data.extend(parts.colors.get(index).copied().unwrap_or([u8::MAX; 4]));
        }
    }
    VertexBuffer {
        attributes,
        buffers: vec![Buffer { stride, buffering: 1, data }],
        count: count as u32,
        skin_count: 0,
    }
}

/// Three times ten bits, x in the low ones, then the two bits that real files have.
fn packed_normal(normal: [f32; 3]) -> u32 {
    let bits = normal.map(|value| ((value.clamp(-1.0, 1.0) * 511.0).round() as i32).cast_unsigned() & 0x3ff);
    bits[0] | bits[1] << 10 | bits[2] << 20 | 1 << 30
}
