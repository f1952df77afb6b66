//! What a material tells its shader: parameters, and which shader it is.

use super::super::Version;
use super::super::dict;
use super::super::encode::{EncodeError, count16};
use super::super::read::Place;
use super::super::write::{Field, Writer};
use super::vertex::count8;
use crate::formats::bytes::Result;

/// A parameter of a shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShaderParam {
    /// Its name, such as `tex_mtx0`.
    pub name: String,
    /// Its type, as stored: 12 to 15 are one to four f32, 30 is the matrix of a texture.
    pub kind: u8,
    /// Where its value begins in the material's data, bytes.
    pub offset: u16,
    /// Bytes of its value.
    pub size: u8,
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

/// Bytes of a value of that type, for old files, which don't say: numbers and matrices of four bytes each, then the
/// scales, rotations and translations (public readers).
fn size_of_kind(kind: u8) -> u8 {
    match kind {
        0..=15 => 4 * (kind % 4 + 1),
        16..=27 => 4 * (kind % 4 + 1) * ((kind - 16) / 4 + 2),
        28 => 20,
        29 => 36,
        30 => 24,
        31 => 28,
        _ => 0,
    }
}

/// Bytes of a parameter; 3.3 alone has an offset more.
fn param_len(version: Version) -> u64 {
    match version {
        version if version >= Version::V3_4 => 20,
        version if version >= Version::V3_3 => 24,
        _ => 12,
    }
}

pub(super) fn read_params(place: Place<'_, '_>, count: u16) -> Result<Vec<ShaderParam>> {
    let len = param_len(place.file.version);
    let count = place.items("material.params", count.into(), len)? as u64;
    (0..count)
        .map(|index| {
            let mut place = place.plus(index * len);
            let kind = place.u8("param.type")?;
            let size = match place.u8("param.size")? {
                0 => size_of_kind(kind),
                size => size,
            };
            let offset = place.u16("param.offset")?;
            let name = place.plus(len - 8).name("param.name")?; // It comes last in all versions.
            Ok(ShaderParam { name, kind, offset, size })
        })
        .collect()
}

pub(super) fn write_params(out: &mut Writer, params: &[ShaderParam], array: Field, names: Field) {
    out.point(names);
    let all: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let entries = dict::write(out, &all);
    out.point(array);
    for (index, (param, entry)) in params.iter().zip(entries).enumerate() {
        let index = index as u16; // Their number fits.
        out.point(entry);
        out.u8(param.kind);
        out.u8(param.size);
        out.u16(param.offset);
        out.i32(-1); // Where the shader has it, which the console finds out.
        if out.version >= Version::V3_3 {
            out.null(); // A pointer of the console.
            out.u16(index); // What it depends on, and what depends on it: itself.
            out.u16(index);
        }
        if (Version::V3_3..Version::V3_4).contains(&out.version) {
            out.null();
        }
        out.name(&param.name);
    }
}

pub(super) fn read_assign(mut place: Place<'_, '_>) -> Result<ShaderAssign> {
    let archive = place.name("shader.archive")?;
    let model = place.name("shader.model")?;
    place.u32("shader.revision")?;
    place.u32("shader.counts")?; // The groups count their entries themselves.
    Ok(ShaderAssign {
        archive,
        model,
        attributes: read_texts(place.offset("shader.attributes")?)?,
        samplers: read_texts(place.offset("shader.samplers")?)?,
        options: read_texts(place.offset("shader.options")?)?,
    })
}

/// The entries of a group whose data are texts.
fn read_texts(place: Option<Place<'_, '_>>) -> Result<Vec<[String; 2]>> {
    let Some(place) = place else { return Ok(Vec::new()) };
    let entries = dict::read(place, "shader.texts")?.into_iter();
    entries
        .map(|entry| {
            let text = entry.data.map(|place| place.text("shader.texts")).transpose()?;
            Ok([entry.name, text.unwrap_or_default()])
        })
        .collect()
}

pub(super) fn write_assign(out: &mut Writer, assign: &ShaderAssign) -> std::result::Result<(), EncodeError> {
    out.name(&assign.archive);
    out.name(&assign.model);
    out.null(); // The shader's revision.
    out.u8(count8("attributes of a shader", assign.attributes.len())?);
    out.u8(count8("samplers of a shader", assign.samplers.len())?);
    out.u16(count16("options of a shader", assign.options.len())?);
    let groups = [&assign.attributes, &assign.samplers, &assign.options].map(|texts| (out.field(), texts));
    for (field, texts) in groups {
        if texts.is_empty() {
            continue;
        }
        out.point(field);
        let names: Vec<&str> = texts.iter().map(|[name, _]| name.as_str()).collect();
        for (entry, [_, text]) in dict::write(out, &names).into_iter().zip(texts) {
            out.point_to_name(entry, text);
        }
    }
    Ok(())
}
