//! Writes texture patterns, in the layout of the file's version.

use super::super::curve;
use super::super::encode::{EncodeError, count16};
use super::super::user_data;
use super::super::write::Writer;
use super::super::{Version, dict};
use super::{MaterialPattern, TexturePattern};

/// From here on the textures stand in a group; before in an array. Public readers disagree about the versions from
/// 3.4.0.0 up to here; the one that writes has it so.
const TEXTURES_IN_GROUP: Version = Version([3, 4, 0, 2]);

type Written = std::result::Result<(), EncodeError>;

/// Writes a pattern.
///
/// # Errors
/// When something is too many or too large for its field.
pub(in super::super) fn write(out: &mut Writer, pattern: &TexturePattern) -> Written {
    let textures = count16("textures of a pattern", pattern.textures.len())?;
    let materials = count16("materials of a pattern", pattern.materials.len())?;
    let total =
        |count: fn(&MaterialPattern) -> usize| pattern.materials.iter().map(count).sum::<usize>() as u32;
    out.bytes(b"FTXP");
    out.name(&pattern.name);
    out.name(&pattern.path);
    out.u16(pattern.flags);
    let new = out.version >= Version::V3_4;
    if new {
        out.u16(count16("user data", pattern.user_data.len())?);
        out.i32(pattern.last_frame);
    } else {
        let frame = pattern.last_frame;
        let expected = "0 to 65535 before version 3.4";
        out.u16(frame.try_into().map_err(|_| unfit("last frame of a pattern", frame, expected))?);
    }
    out.u16(textures);
    out.u16(materials);
    out.u32(total(|material| material.samplers.len()));
    out.u32(total(|material| material.curves.len()));
    out.u32(pattern.baked_size);
    if !new {
        out.u32(0);
    }
    match &pattern.bound_model {
        Some(model) => out.model(model),
        None => out.null(),
    }
    let [bind_indices, material_array, texture_list, user_data] = std::array::from_fn(|_| out.field());
    if materials > 0 {
        out.point(bind_indices);
        write_bind_indices(out, &pattern.materials)?;
        out.point(material_array);
        write_materials(out, &pattern.materials)?;
    }
    if textures > 0 {
        out.point(texture_list);
        write_textures(out, &pattern.textures);
    }
    user_data::write_dict(out, user_data, &pattern.user_data)
}

fn unfit(what: &'static str, found: impl ToString, expected: &'static str) -> EncodeError {
    EncodeError::Value { what, found: found.to_string(), expected }
}

fn write_bind_indices(out: &mut Writer, materials: &[MaterialPattern]) -> Written {
    for material in materials {
        if material.bind_index == Some(u16::MAX) {
            return Err(unfit("bind index of a material", u16::MAX, "at most 65534"));
        }
        out.u16(material.bind_index.unwrap_or(u16::MAX));
    }
    out.align(4);
    Ok(())
}

fn write_materials(out: &mut Writer, materials: &[MaterialPattern]) -> Written {
    let (mut curves, mut samplers) = (0, 0);
    let mut fields = Vec::with_capacity(materials.len());
    for material in materials {
        out.u16(count16("samplers of a material", material.samplers.len())?);
        out.u16(count16("curves of a material", material.curves.len())?);
        out.u32(curves);
        out.u32(samplers);
        curves += material.curves.len() as u32;
        samplers += material.samplers.len() as u32;
        out.name(&material.material);
        fields.push([out.field(), out.field(), out.field()]);
    }
    for (material, [samplers, curves, bases]) in materials.iter().zip(fields) {
        if !material.samplers.is_empty() {
            out.point(samplers);
            write_samplers(out, material)?;
            out.point(bases);
            material.samplers.iter().for_each(|sampler| out.u16(sampler.base));
            out.align(4);
        }
        if !material.curves.is_empty() {
            out.point(curves);
            curve::write_all(out, &material.curves.iter().collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

fn write_samplers(out: &mut Writer, material: &MaterialPattern) -> Written {
    let index = |what, index: Option<u8>| match index.map(i8::try_from) {
        None => Ok(-1),
        Some(Ok(index)) => Ok(index),
        Some(Err(_)) => Err(unfit(what, index.unwrap_or_default(), "at most 127")),
    };
    for sampler in &material.samplers {
        out.i8(index("curve of a sampler", sampler.curve)?);
        out.i8(index("sampler in its material", sampler.sub_bind)?);
        out.u16(0);
        out.name(&sampler.sampler);
    }
    Ok(())
}

fn write_textures(out: &mut Writer, textures: &[String]) {
    let texture = |out: &mut Writer, name: &str| {
        out.name(name);
        out.texture(name);
    };
    if out.version < TEXTURES_IN_GROUP {
        textures.iter().for_each(|name| texture(out, name));
        return;
    }
    let names: Vec<&str> = textures.iter().map(String::as_str).collect();
    for (field, name) in dict::write(out, &names).into_iter().zip(names) {
        out.point(field);
        texture(out, name);
    }
}
