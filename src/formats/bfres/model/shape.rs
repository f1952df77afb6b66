//! Shapes (FSHP): which vertices make triangles, in levels of detail.

use super::super::Version;
use super::super::encode::{EncodeError, count16};
use super::super::read::Place;
use super::super::write::{Field, Writer};
use super::vertex::{Buffer, count8, read_buffer, write_buffer};
use crate::formats::bytes::{Result, Warnings};

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
    /// GX2 primitive: 4 triangles, 5 a fan, 6 a strip, 0x13 quads, 0x14 a strip of quads.
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

/// Bytes of an index of that format.
pub(super) fn index_len(format: u32) -> Option<usize> {
    match format {
        0 | 4 => Some(2),
        1 | 9 => Some(4),
        _ => None,
    }
}

/// Bytes of the header that all shapes have; those with a tree of bounds have 8 more.
const HEADER: u64 = 0x38;
const MESH: u64 = 0x1c;
const PART: u64 = 8;

pub(super) fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<Shape> {
    place.part("shape", b"FSHP", HEADER)?;
    let name = place.name("shape.name")?;
    let flags = place.u32("shape.flags")?;
    place.u16("shape.index")?;
    let material = place.u16("shape.material")?;
    let bone = place.u16("shape.bone")?;
    let vertex_buffer = place.u16("shape.vertex_buffer")?;
    let skin_bone_count = place.u16("shape.skin_bones")?;
    let skin_count = place.u8("shape.skin_count")?;
    let mesh_count = place.u8("shape.meshes")?;
    place.u16("shape.key_shapes")?; // Shapes to blend to, and what of the vertices they change; no animation of ours does.
    place.u16("shape.bounds")?;
    let mut radii = Vec::new();
    if place.file.version >= Version::V4_5 {
        if let Some(mut place) = place.offset("shape.radii")? {
            for _ in 0..place.items("shape.radii", mesh_count.into(), 4)? {
                radii.push(place.f32("shape.radii")?);
            }
        }
    } else {
        radii.push(place.f32("shape.radius")?);
    }
    place.u32("shape.vertices")?; // Where the vertices are, which their index says as well.
    let meshes = place.offset("shape.meshes")?;
    let skin_bones = place.offset("shape.skin_bones")?;
    let mut shape = Shape {
        name,
        flags,
        material,
        bone,
        vertex_buffer,
        skin_count,
        radii,
        meshes: Vec::new(),
        skin_bones: Vec::new(),
    };
    if let Some(place) = meshes {
        for index in 0..place.items("shape.meshes", mesh_count.into(), MESH)? {
            shape.meshes.push(read_mesh(place.plus(index as u64 * MESH), &shape.name, warnings)?);
        }
    }
    if let Some(mut place) = skin_bones {
        for _ in 0..place.items("shape.skin_bones", skin_bone_count.into(), 2)? {
            shape.skin_bones.push(place.u16("shape.skin_bones")?);
        }
    }
    Ok(shape)
}

fn read_mesh(mut place: Place<'_, '_>, shape: &str, warnings: &mut Warnings) -> Result<Mesh> {
    let at = place.at;
    let primitive = place.u32("mesh.primitive")?;
    let index_format = place.u32("mesh.index_format")?;
    let count = place.u32("mesh.indices")?;
    let part_count = place.u16("mesh.parts")?;
    place.u16("mesh.unused")?;
    let parts = place.offset("mesh.parts")?;
    let indices = place.offset("mesh.indices")?;
    let first_vertex = place.u32("mesh.first_vertex")?;
    let mut mesh = Mesh { primitive, parts: Vec::new(), indices: Vec::new(), index_format, first_vertex };
    let Some(len) = index_len(index_format) else {
        warnings.add("unknown-index-format", "mesh.index_format", at + 4, || {
            format!("a mesh of {shape:?} has indices of format {index_format}, expected 0, 1, 4 or 9; it isn't drawn")
        });
        return Ok(mesh);
    };
    if let Some(place) = indices {
        let Buffer { data, .. } = read_buffer(place)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let there = data.len() / len;
        if count > there {
            warnings.add("short-indices", "mesh.indices", at + 8, || {
                format!("a mesh of {shape:?} has bytes for {there} indices, expected {count}")
            });
        }
        mesh.indices = data.chunks_exact(len).take(count).map(|bytes| index(bytes, index_format)).collect();
    }
    if let Some(mut place) = parts {
        for _ in 0..place.items("mesh.parts", part_count.into(), PART)? {
            mesh.parts.push([place.u32("mesh.parts")?, place.u32("mesh.parts")?]);
        }
        if !counts_indices(&mesh.parts) {
            mesh.parts.iter_mut().for_each(|[first, _]| *first /= len as u32);
        }
    }
    Ok(mesh)
}

fn index(bytes: &[u8], format: u32) -> u32 {
    let join = |whole: u32, &byte: &u8| whole << 8 | u32::from(byte);
    if format <= 1 { bytes.iter().rev().fold(0, join) } else { bytes.iter().fold(0, join) }
}

/// Public readers say that a part begins at a byte, others that it does at an index. Several parts that follow each
/// other as indices tell that they are.
fn counts_indices(parts: &[[u32; 2]]) -> bool {
    let mut pairs = parts.iter().zip(parts.iter().skip(1));
    parts.len() > 1 && pairs.all(|(a, b)| a[1] > 0 && a[0].checked_add(a[1]) == Some(b[0]))
}

/// `vertices` is where the vertices stand.
pub(super) fn write(
    out: &mut Writer,
    shape: &Shape,
    index: u16,
    vertices: Option<usize>,
) -> std::result::Result<(), EncodeError> {
    out.bytes(b"FSHP");
    out.name(&shape.name);
    out.u32(shape.flags);
    out.u16(index);
    out.u16(shape.material);
    out.u16(shape.bone);
    out.u16(shape.vertex_buffer);
    out.u16(count16("bones of a shape", shape.skin_bones.len())?);
    out.u8(shape.skin_count);
    out.u8(count8("meshes", shape.meshes.len())?);
    out.u16(0);
    out.u16(0);
    let radii = if out.version >= Version::V4_5 {
        Some(out.field())
    } else {
        out.f32(shape.radii.first().copied().unwrap_or_default());
        None
    };
    match vertices {
        Some(at) => out.offset_to(at),
        None => out.null(),
    }
    let meshes = out.field();
    let skin_bones = out.field();
    out.null(); // Key shapes.
    out.null(); // Bounds.
    out.null(); // A pointer of the console.
    if let Some(field) = radii.filter(|_| !shape.radii.is_empty()) {
        out.point(field);
        for index in 0..shape.meshes.len() {
            out.f32(shape.radii.get(index).copied().unwrap_or_default());
        }
    }
    if !shape.skin_bones.is_empty() {
        out.point(skin_bones);
        shape.skin_bones.iter().for_each(|&bone| out.u16(bone));
        out.align(4);
    }
    if !shape.meshes.is_empty() {
        out.point(meshes);
        write_meshes(out, &shape.meshes)?;
    }
    Ok(())
}

fn write_meshes(out: &mut Writer, meshes: &[Mesh]) -> std::result::Result<(), EncodeError> {
    let mut fields: Vec<[Field; 2]> = Vec::with_capacity(meshes.len());
    for mesh in meshes {
        let count = mesh.indices.len();
        let most = u32::MAX as usize;
        out.u32(mesh.primitive);
        out.u32(mesh.index_format);
        out.u32(count.try_into().map_err(|_| EncodeError::TooMany { what: "indices", count, most })?);
        out.u16(count16("parts of a mesh", mesh.parts.len())?);
        out.u16(0);
        fields.push([out.field(), out.field()]);
        out.u32(mesh.first_vertex);
    }
    for (mesh, [parts, indices]) in meshes.iter().zip(fields) {
        let format = mesh.index_format;
        let Some(len) = index_len(format) else {
            let found = format.to_string();
            return Err(EncodeError::Value { what: "index format", found, expected: "0, 1, 4 or 9" });
        };
        if !mesh.parts.is_empty() {
            out.point(parts);
            for [first, count] in &mesh.parts {
                out.u32(first.wrapping_mul(len as u32));
                out.u32(*count);
            }
        }
        out.point(indices);
        let mut data = Vec::with_capacity(mesh.indices.len() * len);
        for &index in &mesh.indices {
            let bytes = index.to_be_bytes();
            let Some(bytes) = bytes.get(4 - len..).filter(|_| len == 4 || index <= u16::MAX.into()) else {
                let found = index.to_string();
                return Err(EncodeError::Value { what: "index", found, expected: "at most 65535" });
            };
            if format <= 1 { data.extend(bytes.iter().rev()) } else { data.extend(bytes) }
        }
        write_buffer(out, &Buffer { stride: 0, buffering: 1, data })?;
    }
    Ok(())
}
