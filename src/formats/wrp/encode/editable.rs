//! Writes 8WVR, 4WVR and 3WVR.

use super::super::wvr4::{HEIGHT_STEP, MODEL_LEN, MODEL_LEN_WITHOUT_ID, TEXTURE_LEN, TEXTURES};
use super::super::{Object, Variant, World};
use super::oprw_old::check_land_cell;
use super::{EncodeError, Result, put_f32s, put_len, put_u32, sized};

pub(super) fn encode_8wvr(world: &World) -> Result<Vec<u8>> {
    let World { land, terrain, .. } = *world;
    let mut out = Vec::with_capacity(1 << 20);
    out.extend_from_slice(b"8WVR");
    for cells in [land, terrain].concat() {
        put_u32(&mut out, cells);
    }
    put_f32s(&mut out, &[world.land_cell]);
    put_f32s(&mut out, sized("elevation", &world.elevation, terrain)?);
    out.extend_from_slice(bytemuck::cast_slice(sized("material_index", &world.material_index, land)?));

    put_len(&mut out, "materials", world.materials.len())?;
    for (index, material) in world.materials.iter().enumerate() {
        for path in &material.paths {
            let field = || format!("materials[{index}].paths");
            if path.is_empty() {
                return Err(EncodeError::new(field(), "an empty path", "no path at all"));
            }
            put_len(&mut out, &field(), path.len())?;
            out.extend_from_slice(path.as_bytes());
        }
        put_u32(&mut out, 0);
    }
    for (index, object) in world.objects.iter().enumerate() {
        let path = model_of(world, index, object)?;
        put_f32s(&mut out, &object.matrix);
        out.extend_from_slice(&object.id.to_le_bytes());
        put_len(&mut out, "models", path.len())?;
        out.extend_from_slice(path.as_bytes());
    }
    // The dummy that the editors put at the end.
    put_f32s(&mut out, &[f32::NAN; 12]);
    out.extend_from_slice(&[0; 8]);
    Ok(out)
}

pub(super) fn encode_4wvr(world: &World) -> Result<Vec<u8>> {
    let World { land, terrain, .. } = *world;
    check_land_cell(world)?;
    if land != terrain {
        return Err(EncodeError::new(
            "terrain",
            format!("{terrain:?}"),
            format!("{land:?}, the size of the land"),
        ));
    }
    let with_ids = world.variant == Variant::Wvr4;
    let mut out = Vec::with_capacity(1 << 20);
    out.extend_from_slice(if with_ids { b"4WVR" } else { b"3WVR" });
    for cells in land {
        put_u32(&mut out, cells);
    }
    for (index, metres) in sized("elevation", &world.elevation, land)?.iter().enumerate() {
        let steps = (metres / HEIGHT_STEP).round();
        // NaN is in no range.
        if !(f32::from(i16::MIN)..=f32::from(i16::MAX)).contains(&steps) {
            let field = format!("elevation[{index}]");
            return Err(EncodeError::new(field, metres, "a height between -1474 and 1474 metres"));
        }
        out.extend_from_slice(&(steps as i16).to_le_bytes());
    }
    out.extend_from_slice(bytemuck::cast_slice(sized("material_index", &world.material_index, land)?));

    if world.materials.len() > TEXTURES {
        return Err(EncodeError::new("materials", world.materials.len(), format!("at most {TEXTURES}")));
    }
    for index in 0..TEXTURES {
        let paths = world.materials.get(index).map_or(&[][..], |material| &material.paths);
        let field = || format!("materials[{index}].paths");
        match paths {
            [] => put_padded(&mut out, field, "", TEXTURE_LEN)?,
            [path] => put_padded(&mut out, field, path, TEXTURE_LEN)?,
            _ => return Err(EncodeError::new(field(), format!("{} paths", paths.len()), "one path")),
        }
    }
    let model_len = if with_ids { MODEL_LEN } else { MODEL_LEN_WITHOUT_ID };
    for (index, object) in world.objects.iter().enumerate() {
        let path = model_of(world, index, object)?;
        let field = || format!("models[{}]", object.model);
        if path.is_empty() {
            return Err(EncodeError::new(field(), "an empty path", "a path: an empty one ends the list"));
        }
        put_f32s(&mut out, &object.matrix);
        if with_ids {
            out.extend_from_slice(&object.id.to_le_bytes());
        }
        put_padded(&mut out, field, path, model_len)?;
    }
    // The object without a path that ends the list.
    out.resize(out.len() + 128, 0);
    Ok(out)
}

/// The path that an object's index stands for.
fn model_of<'a>(world: &'a World, index: usize, object: &Object) -> Result<&'a str> {
    world.models.get(object.model as usize).map(String::as_str).ok_or_else(|| {
        let expected = format!("one of {} models", world.models.len());
        EncodeError::new(format!("objects[{index}].model"), object.model, expected)
    })
}

/// Text that is filled up with NUL, of which there must be at least one.
fn put_padded(out: &mut Vec<u8>, field: impl Fn() -> String, text: &str, len: usize) -> Result<()> {
    if text.contains('\0') || text.len() >= len {
        let expected = format!("fewer than {len} bytes without a NUL");
        return Err(EncodeError::new(field(), format!("{text:?}"), expected));
    }
    out.extend_from_slice(text.as_bytes());
    out.resize(out.len() + len - text.len(), 0);
    Ok(())
}
