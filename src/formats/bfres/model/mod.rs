//! Models (FMDL): shapes of vertices, with materials, on a skeleton.
//!
//! The layouts of FMDL, FVTX, FSHP and FMAT were read byte by byte in files of versions 3.4.0.4 and 4.5.0.3. Those of
//! FSKL and of older versions are what public readers agree on.

mod assemble;
mod attribute;
mod material;
mod meshes;
mod render_state;
mod shader;
mod shape;
mod skeleton;
mod triangles;
mod vertex;

#[cfg(test)]
mod tests;

pub use assemble::AssembledShape;
pub use material::{Material, Sampler, TextureWrap};
pub use meshes::MeshParts;
pub use render_state::{Blend, Compare, RenderState};
pub use shader::{ShaderAssign, ShaderParam};
pub use shape::{Mesh, Shape};
pub use skeleton::{Bone, Skeleton};
pub use vertex::{Attribute, Buffer, Values, VertexBuffer};

use super::encode::{EncodeError, count16};
use super::read::Place;
use super::write::Writer;
use super::{UserData, Version, dict, user_data};
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

/// Bytes of the header that all versions have.
const HEADER: u64 = 0x2c;

pub(super) fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<Model> {
    place.part("model", b"FMDL", HEADER)?;
    let name = place.name("model.name")?;
    let path = place.name("model.path")?;
    let skeleton = place.offset("model.skeleton")?;
    let vertex_buffers = place.offset("model.vertex_buffers")?;
    let shapes = place.offset("model.shapes")?;
    let materials = place.offset("model.materials")?;
    let user_data = place.offset("model.user_data")?;
    // The groups count their entries themselves; only the vertex buffers are a plain array.
    let vertex_buffer_count = place.u16("model.vertex_buffers")?;
    let mut model = Model {
        name,
        path,
        skeleton: Skeleton::default(),
        vertex_buffers: Vec::new(),
        shapes: Vec::new(),
        materials: Vec::new(),
        user_data: Vec::new(),
    };
    if let Some(place) = skeleton {
        model.skeleton = skeleton::read(place, warnings)?;
    }
    if let Some(place) = vertex_buffers {
        model.vertex_buffers = vertex::read_all(place, vertex_buffer_count, warnings)?;
    }
    if let Some(place) = shapes {
        for entry in dict::read(place, "model.shapes")? {
            let Some(place) = entry.data else { continue };
            model.shapes.push(shape::read(place, warnings)?);
        }
    }
    if let Some(place) = materials {
        for entry in dict::read(place, "model.materials")? {
            let Some(place) = entry.data else { continue };
            model.materials.push(material::read(place, warnings)?);
        }
    }
    if let Some(place) = user_data {
        model.user_data = user_data::read_dict(place, "model.user_data", warnings)?;
    }
    Ok(model)
}

pub(super) fn write(out: &mut Writer, model: &Model) -> std::result::Result<(), EncodeError> {
    out.bytes(b"FMDL");
    out.name(&model.name);
    out.name(&model.path);
    let skeleton = out.field();
    let vertex_buffers = out.field();
    let shapes = out.field();
    let materials = out.field();
    let user_data = out.field();
    out.u16(count16("vertex buffers", model.vertex_buffers.len())?);
    out.u16(count16("shapes", model.shapes.len())?);
    out.u16(count16("materials", model.materials.len())?);
    out.u16(count16("user data", model.user_data.len())?);
    out.u32(model.vertex_buffers.iter().fold(0, |sum, buffer| sum.saturating_add(buffer.count)));
    if out.version >= Version::V3_3 {
        out.null(); // A pointer of the console.
    }
    out.point(skeleton);
    skeleton::write(out, &model.skeleton)?;
    out.align(4);
    let vertex_buffers_at = out.here();
    if !model.vertex_buffers.is_empty() {
        out.point(vertex_buffers);
        vertex::write_all(out, &model.vertex_buffers)?;
    }
    if !model.shapes.is_empty() {
        out.point(shapes);
        let names: Vec<&str> = model.shapes.iter().map(|shape| shape.name.as_str()).collect();
        let fields = dict::write(out, &names);
        for (index, (shape, field)) in model.shapes.iter().zip(fields).enumerate() {
            out.align(4);
            out.point(field);
            let vertices = usize::from(shape.vertex_buffer);
            let vertices = (vertices < model.vertex_buffers.len())
                .then(|| vertex_buffers_at + vertices * vertex::HEADER as usize);
            shape::write(out, shape, index as u16, vertices)?;
        }
        out.align(4);
    }
    if !model.materials.is_empty() {
        out.point(materials);
        let names: Vec<&str> = model.materials.iter().map(|material| material.name.as_str()).collect();
        let fields = dict::write(out, &names);
        for (index, (material, field)) in model.materials.iter().zip(fields).enumerate() {
            out.align(4);
            out.point(field);
            material::write(out, material, index as u16)?;
        }
        out.align(4);
    }
    user_data::write_dict(out, user_data, &model.user_data)
}
