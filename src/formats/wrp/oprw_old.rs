//! OPRW 2 and 3: the binarised worlds of Operation Flashpoint and its Resistance.

use super::super::bytes::{Cursor, Result};
use super::packed::{self, Codec};
use super::{Layers, Material, OLD_LAND_CELL, Object, Variant, World, check, oprw};

/// Cells to each side of a world of version 2, which doesn't state them.
pub(super) const V2_CELLS: u32 = 256;

/// Bytes of an object: id, model and matrix.
pub(super) const OBJECT_LEN: usize = 56;

/// Reads a world; `cur` stands after the version, which is 2 or 3.
///
/// # Errors
/// When the file is cut or breaks an invariant.
pub(super) fn decode(cur: &mut Cursor, version: u32, layers: Layers) -> Result<World> {
    let mut world = World::blank(Variant::Oprw(version));
    let at = cur.offset();
    let (land, terrain) = if version == 2 {
        ([V2_CELLS; 2], [V2_CELLS; 2])
    } else {
        ([cur.u32("land")?, cur.u32("land")?], [cur.u32("terrain")?, cur.u32("terrain")?])
    };
    world.land = check::grid_size(cur, at, "land", land)?;
    world.terrain = check::grid_size(cur, at + 8, "terrain", terrain)?;
    world.land_cell = OLD_LAND_CELL;

    world.geography = Some(packed::grid(cur, "geography", land, Codec::Lzss)?);
    if layers == Layers::All {
        world.sound_map = Some(packed::grid(cur, "sound_map", land, Codec::Lzss)?);
    } else {
        packed::skip::<u8>(cur, "sound_map", land, Codec::Lzss)?;
    }
    world.peaks = oprw::read_peaks(cur)?;
    world.material_index = packed::grid(cur, "material_index", land, Codec::Lzss)?;
    if layers == Layers::All {
        world.random = Some(packed::grid(cur, "random", land, Codec::Lzss)?);
    } else {
        packed::skip::<u32>(cur, "random", land, Codec::Lzss)?;
    }
    let elevation_at = cur.offset();
    // The engine itself reads this by the size of the land; in its worlds both are the same.
    world.elevation = packed::grid(cur, "elevation", terrain, Codec::Lzss)?;

    let at = cur.offset();
    let count = cur.u32("materials")?;
    let count = cur.count(at, "materials", count.into(), 2)?;
    for _ in 0..count {
        let path = cur.text("materials.paths")?;
        let offset_uv = cur.u8("materials.offset_uv")? != 0;
        let paths = if path.is_empty() { Vec::new() } else { vec![path] };
        world.materials.push(Material { paths, offset_uv });
    }
    world.models = oprw::read_models(cur)?;
    let objects_at = cur.offset();
    world.objects = read_objects(cur)?;
    world.max_object_id = world.objects.iter().map(|object| object.id).max().unwrap_or(-1);
    oprw::bytes_after_end(cur, &mut world.warnings);

    let offsets = check::Offsets { elevation: elevation_at, objects: objects_at };
    check::values(&mut world, offsets);
    Ok(world)
}

/// Reads objects up to the negative id that ends them.
fn read_objects(cur: &mut Cursor) -> Result<Vec<Object>> {
    let mut objects = Vec::with_capacity(cur.remaining() / OBJECT_LEN);
    loop {
        let id = cur.i32("objects.id")?;
        if id < 0 {
            return Ok(objects);
        }
        let model = cur.u32("objects.model")?;
        objects.push(Object { id, model, matrix: cur.f32s("objects.matrix")?, shape_param: 0 });
    }
}
