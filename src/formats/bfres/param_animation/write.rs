//! Writes animations of shader parameters, in the layout since version 3.4.

use super::super::Version;
use super::super::curve::{self, Curve};
use super::super::encode::{EncodeError, count16};
use super::super::user_data;
use super::super::write::Writer;
use super::{MaterialParams, ParamAnimation};

type Written = std::result::Result<(), EncodeError>;

/// Writes an animation. Curves of floats are put before those of whole numbers.
///
/// # Errors
/// When something is too many or too large for its field, and before version 3.4.
pub(in super::super) fn write(out: &mut Writer, animation: &ParamAnimation) -> Written {
    if out.version < Version::V3_4 {
        let found = out.version.to_string();
        return Err(EncodeError::Value {
            what: "version of an animation",
            found,
            expected: "3.4.0.0 or later",
        });
    }
    let materials = &animation.materials;
    let total = |count: fn(&MaterialParams) -> usize| materials.iter().map(count).sum::<usize>() as u32;
    out.bytes(b"FSHU");
    out.name(&animation.name);
    out.name(&animation.path);
    out.u32(animation.flags);
    out.i32(animation.last_frame);
    out.u16(count16("materials of an animation", materials.len())?);
    out.u16(count16("user data", animation.user_data.len())?);
    out.u32(total(|material| material.params.len()));
    out.u32(total(curve_count));
    out.u32(animation.baked_size);
    match &animation.bound_model {
        Some(model) => out.model(model),
        None => out.null(),
    }
    let [bind_indices, material_array, user_data] = std::array::from_fn(|_| out.field());
    if !materials.is_empty() {
        out.point(bind_indices);
        for material in materials {
            if material.bind_index == Some(u16::MAX) {
                let found = u16::MAX.to_string();
                return Err(EncodeError::Value {
                    what: "bind index of a material",
                    found,
                    expected: "at most 65534",
                });
            }
            out.u16(material.bind_index.unwrap_or(u16::MAX));
        }
        out.align(4);
        out.point(material_array);
        write_materials(out, materials)?;
    }
    user_data::write_dict(out, user_data, &animation.user_data)
}

fn curve_count(material: &MaterialParams) -> usize {
    material.params.iter().map(|param| param.curves.len()).sum()
}

fn constant_count(material: &MaterialParams) -> usize {
    material.params.iter().map(|param| param.constants.len()).sum()
}

fn write_materials(out: &mut Writer, materials: &[MaterialParams]) -> Written {
    let (mut curves, mut params) = (0, 0);
    let mut fields = Vec::with_capacity(materials.len());
    for material in materials {
        out.u16(count16("parameters of a material", material.params.len())?);
        out.u16(count16("curves of a material", curve_count(material))?);
        out.u16(count16("constants of a material", constant_count(material))?);
        out.u16(0);
        out.u32(curves);
        out.u32(params);
        curves += curve_count(material) as u32;
        params += material.params.len() as u32;
        out.name(&material.material);
        fields.push([out.field(), out.field(), out.field()]);
    }
    for (material, [params, curves, constants]) in materials.iter().zip(fields) {
        if !material.params.is_empty() {
            out.point(params);
            write_params(out, material);
        }
        let ordered: Vec<&Curve> = material.params.iter().flat_map(|param| ordered(&param.curves)).collect();
        if !ordered.is_empty() {
            out.point(curves);
            curve::write_all(out, &ordered)?;
        }
        if constant_count(material) > 0 {
            out.point(constants);
        }
        for constant in material.params.iter().flat_map(|param| &param.constants) {
            out.u32(constant.target);
            out.u32(constant.bits);
        }
    }
    Ok(())
}

/// Curves of floats, then those of whole numbers.
fn ordered(curves: &[Curve]) -> impl Iterator<Item = &Curve> {
    let of = |whole| curves.iter().filter(move |curve| curve.kind.is_whole() == whole);
    of(false).chain(of(true))
}

/// The counts fit: those of the material, which are their sums, do.
fn write_params(out: &mut Writer, material: &MaterialParams) {
    let (mut curve, mut constant) = (0, 0);
    for param in &material.params {
        let wholes = param.curves.iter().filter(|curve| curve.kind.is_whole()).count();
        out.u16(curve);
        out.u16((param.curves.len() - wholes) as u16);
        out.u16(wholes as u16);
        out.u16(constant);
        out.u16(param.constants.len() as u16);
        out.u16(param.sub_bind);
        out.name(&param.name);
        curve = curve.saturating_add(param.curves.len() as u16);
        constant = constant.saturating_add(param.constants.len() as u16);
    }
}
