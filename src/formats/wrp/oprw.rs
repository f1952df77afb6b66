//! OPRW 12 to 25, 28 and 29: the binarised worlds of Elite, Arma and DayZ.

use super::super::bytes::{Cursor, Result, Warnings};
use super::super::grid::Grid;
use super::layout::Layout;
use super::{
    BYTES_AFTER_END, Entity, Layers, MODEL_OUT_OF_RANGE, Material, ODD_ROAD_MODEL, Object, Variant, World,
    check, mapinfo, packed, quadtree, roads,
};

/// Warnings that a wrong guess of the layout gives.
const SIGNS_OF_A_WRONG_LAYOUT: [&str; 3] = [BYTES_AFTER_END, MODEL_OUT_OF_RANGE, ODD_ROAD_MODEL];

/// Reads a world; `cur` stands after the version.
///
/// # Errors
/// When the version isn't supported, or the file is cut or breaks an invariant.
pub(super) fn decode(cur: &Cursor, version: u32, layers: Layers) -> Result<World> {
    let (likelier, other) = Layout::candidates(cur, version)?;
    let first = read(cur.clone(), &likelier, layers);
    let Some(other) = other.filter(|_| !is_sound(&first)) else { return first };
    let second = read(cur.clone(), &other, layers);
    if is_sound(&second) {
        return second;
    }
    match (&first, &second) {
        (Err(_), Ok(_)) => second,
        // Of two errors the one further into the file is that of the right layout.
        (Err(of_first), Err(of_second)) if of_second.offset > of_first.offset => second,
        _ => first,
    }
}

/// True when nothing speaks against the layout that was tried.
fn is_sound(world: &Result<World>) -> bool {
    let Ok(world) = world else { return false };
    !world.warnings.iter().any(|warning| SIGNS_OF_A_WRONG_LAYOUT.contains(&warning.kind))
}

fn read(mut cur: Cursor, layout: &Layout, layers: Layers) -> Result<World> {
    let cur = &mut cur;
    let all = layers == Layers::All;
    let mut world = World::blank(Variant::Oprw(layout.version));

    if layout.app_id {
        world.app_id = Some(cur.u32("app_id")?);
    }
    if layout.extras {
        world.header_unknown = Some((cur.u32("header_unknown")?, cur.u8("header_unknown")?));
    }
    let at = cur.offset();
    let land = [cur.u32("land")?, cur.u32("land")?];
    let terrain = [cur.u32("terrain")?, cur.u32("terrain")?];
    world.land = check::grid_size(cur, at, "land", land)?;
    world.terrain = check::grid_size(cur, at + 8, "terrain", terrain)?;
    // The road network counts the roads of every land cell in four bytes, whatever is packed before it.
    cur.count(at, "land", u64::from(land[0]) * u64::from(land[1]), 4)?;
    // The engine sizes the sound map by the width alone.
    let sound_size = [land[0]; 2];
    cur.count(at, "land", u64::from(land[0]) * u64::from(land[0]), 1)?;
    let at = cur.offset();
    world.land_cell = cur.f32("land_cell").and_then(|metres| check::land_cell(cur, at, metres))?;

    let geography: Grid<u16> = quadtree::read(cur, "geography", land)?;
    let cells = geography.cells.iter().map(|&bits| bits.into()).collect();
    world.geography = Some(Grid { width: land[0], height: land[1], cells });
    world.sound_map = tree(cur, "sound_map", sound_size, all)?;
    world.peaks = read_peaks(cur)?;
    world.material_index = quadtree::read(cur, "material_index", land)?;
    if layout.random {
        world.random = block::<u16>(cur, "random", land, layout, all)?.map(|random| Grid {
            width: random.width,
            height: random.height,
            cells: random.cells.iter().map(|&bits| bits.into()).collect(),
        });
    }
    if layout.grass_approx {
        world.grass_approx = block(cur, "grass_approx", terrain, layout, all)?;
    }
    if layout.primary_texture {
        world.primary_texture = block(cur, "primary_texture", terrain, layout, all)?;
    }
    let elevation_at = cur.offset();
    world.elevation = packed::grid(cur, "elevation", terrain, layout.codec)?;

    world.materials = read_materials(cur)?;
    world.models = read_models(cur)?;
    if layout.entities {
        world.entities = read_entities(cur, layout)?;
    }
    world.object_offsets = tree(cur, "object_offsets", land, all)?;
    let objects_len_at = cur.offset();
    let objects_len = cur.u32("objects_len")?;
    world.map_object_offsets = tree(cur, "map_object_offsets", land, all)?;
    let map_info_len_at = cur.offset();
    let map_info_len = cur.u32("map_info_len")?;
    world.persistent = block(cur, "persistent", land, layout, all)?;
    if layout.subdivision_hints {
        world.subdivision_hints = block(cur, "subdivision_hints", terrain, layout, all)?;
    }
    world.max_object_id = cur.i32("max_object_id")?;
    let at = cur.offset();
    let roads_len = cur.u32("roads_len")?;
    let roads_len = cur.count(at, "roads_len", roads_len.into(), 1)?;
    let roads_block = cur.take("roads", roads_len)?;
    world.roads = roads::read(roads_block, layout, land, &mut world.warnings)?;

    let objects_len = cur.count(objects_len_at, "objects_len", objects_len.into(), 1)?;
    let objects_at = cur.offset();
    if objects_len % layout.object_len() != 0 {
        let expected = format!("a multiple of {}, the length of an object", layout.object_len());
        return Err(cur.error(objects_len_at, "objects_len", objects_len, expected));
    }
    world.objects = read_objects(cur, objects_len, layout)?;
    let map_info_len = cur.count(map_info_len_at, "map_info_len", map_info_len.into(), 1)?;
    let map_info_block = cur.take("map_info", map_info_len)?;
    world.map_info = mapinfo::read(map_info_block, &mut world.warnings);
    bytes_after_end(cur, &mut world.warnings);

    let offsets = check::Offsets { elevation: elevation_at, objects: objects_at };
    check::values(&mut world, offsets);
    Ok(world)
}

/// Warns of bytes that belong to nothing.
pub(super) fn bytes_after_end(cur: &Cursor, warnings: &mut Warnings) {
    if cur.remaining() > 0 {
        warnings.add(BYTES_AFTER_END, "end", cur.offset(), || {
            format!("found {} more bytes, expected the end of the file", cur.remaining())
        });
    }
}

/// A tree that only some callers want.
fn tree<T: quadtree::Element>(
    cur: &mut Cursor,
    field: &'static str,
    size: [u32; 2],
    wanted: bool,
) -> Result<Option<Grid<T>>> {
    if wanted {
        quadtree::read(cur, field, size).map(Some)
    } else {
        quadtree::skip::<T>(cur, field, size).map(|()| None)
    }
}

/// A packed block that only some callers want.
fn block<T: bytemuck::Pod>(
    cur: &mut Cursor,
    field: &'static str,
    size: [u32; 2],
    layout: &Layout,
    wanted: bool,
) -> Result<Option<Grid<T>>> {
    if wanted {
        packed::grid(cur, field, size, layout.codec).map(Some)
    } else {
        packed::skip::<T>(cur, field, size, layout.codec).map(|()| None)
    }
}

pub(super) fn read_peaks(cur: &mut Cursor) -> Result<Vec<[f32; 3]>> {
    let at = cur.offset();
    let count = cur.u32("peaks")?;
    let count = cur.count(at, "peaks", count.into(), 12)?;
    (0..count).map(|_| cur.f32s("peaks")).collect()
}

/// A name and a byte, which is 0 after the only path. Where it isn't, paths follow until an empty one: known readers
/// disagree on these entries, and so every one of their readings is taken in.
fn read_materials(cur: &mut Cursor) -> Result<Vec<Material>> {
    let at = cur.offset();
    let count = cur.u32("materials")?;
    let count = cur.count(at, "materials", count.into(), 2)?;
    (0..count)
        .map(|_| {
            let mut paths = Vec::new();
            let first = cur.text("materials.paths")?;
            if !first.is_empty() {
                paths.push(first);
            }
            loop {
                let path = cur.text("materials.paths")?;
                if path.is_empty() {
                    return Ok(Material { paths, offset_uv: false });
                }
                paths.push(path);
            }
        })
        .collect()
}

pub(super) fn read_models(cur: &mut Cursor) -> Result<Vec<String>> {
    let at = cur.offset();
    let count = cur.u32("models")?;
    let count = cur.count(at, "models", count.into(), 1)?;
    (0..count).map(|_| cur.text("models")).collect()
}

fn read_entities(cur: &mut Cursor, layout: &Layout) -> Result<Vec<Entity>> {
    let at = cur.offset();
    let count = cur.u32("entities")?;
    let count = cur.count(at, "entities", count.into(), if layout.extras { 22 } else { 18 })?;
    (0..count)
        .map(|_| {
            Ok(Entity {
                class: cur.text("entities.class")?,
                model: cur.text("entities.model")?,
                position: cur.f32s("entities.position")?,
                object_id: cur.u32("entities.object_id")?,
                extra: if layout.extras { Some(cur.u32("entities.extra")?) } else { None },
            })
        })
        .collect()
}

/// Reads `len` bytes of records, a multiple of their length.
fn read_objects(cur: &mut Cursor, len: usize, layout: &Layout) -> Result<Vec<Object>> {
    let bytes = cur.bytes("objects", len)?;
    let records = bytes.chunks_exact(layout.object_len());
    if layout.shape_param {
        return Ok(records.map(bytemuck::pod_read_unaligned).collect());
    }
    let mut whole = [0; size_of::<Object>()];
    let short = |record: &[u8]| {
        if let Some(fields) = whole.get_mut(..record.len()) {
            fields.copy_from_slice(record);
        }
        bytemuck::pod_read_unaligned(&whole)
    };
    Ok(records.map(short).collect())
}
