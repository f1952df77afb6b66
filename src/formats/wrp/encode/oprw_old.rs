//! Writes OPRW 2 and 3.

use super::super::oprw_old::{OBJECT_LEN, V2_CELLS};
use super::super::packed::Codec;
use super::super::{OLD_LAND_CELL, Variant, World};
use super::oprw::{put_block, put_models, put_object, put_peaks};
use super::{EncodeError, Result, put_asciiz, put_len, put_u32};

pub(super) fn encode(world: &World) -> Result<Vec<u8>> {
    let World { land, terrain, .. } = *world;
    let mut out = Vec::with_capacity(1 << 20);
    out.extend_from_slice(b"OPRW");
    check_land_cell(world)?;
    if world.variant == Variant::Oprw(2) {
        put_u32(&mut out, 2);
        if land != [V2_CELLS; 2] || terrain != [V2_CELLS; 2] {
            let found = format!("{land:?} and {terrain:?}");
            return Err(EncodeError::new(
                "land and terrain",
                found,
                "256 x 256: version 2 has no other size",
            ));
        }
    } else {
        put_u32(&mut out, 3);
        for cells in [land, terrain].concat() {
            put_u32(&mut out, cells);
        }
    }
    put_block(&mut out, "geography", world.geography.as_ref(), land, Codec::Lzss)?;
    put_block(&mut out, "sound_map", world.sound_map.as_ref(), land, Codec::Lzss)?;
    put_peaks(&mut out, &world.peaks)?;
    put_block(&mut out, "material_index", Some(&world.material_index), land, Codec::Lzss)?;
    put_block(&mut out, "random", world.random.as_ref(), land, Codec::Lzss)?;
    put_block(&mut out, "elevation", Some(&world.elevation), terrain, Codec::Lzss)?;

    put_len(&mut out, "materials", world.materials.len())?;
    for (index, material) in world.materials.iter().enumerate() {
        let field = || format!("materials[{index}].paths");
        let path = match material.paths.as_slice() {
            [] => "",
            [path] => path,
            paths => return Err(EncodeError::new(field(), format!("{} paths", paths.len()), "one path")),
        };
        put_asciiz(&mut out, field, path)?;
        out.push(u8::from(material.offset_uv));
    }
    put_models(&mut out, &world.models)?;
    for (index, object) in world.objects.iter().enumerate() {
        if object.id < 0 {
            let field = format!("objects[{index}].id");
            return Err(EncodeError::new(field, object.id, "0 or more: a negative id ends the list"));
        }
        put_object(&mut out, object, OBJECT_LEN);
    }
    out.extend_from_slice(&(-1i32).to_le_bytes());
    Ok(out)
}

/// The layouts of Operation Flashpoint don't store the edge of a land cell.
pub(super) fn check_land_cell(world: &World) -> Result<()> {
    if world.land_cell == OLD_LAND_CELL {
        return Ok(());
    }
    Err(EncodeError::new("land_cell", world.land_cell, "50 metres: the layout has no other"))
}
