//! 8WVR: the editable worlds of Visitor and Terrain Builder, nothing packed.

use super::super::bytes::{Cursor, Result};
use super::super::grid::Grid;
use super::model_list::ModelList;
use super::{Material, OBJECT_WITHOUT_MODEL, Object, Variant, World, check};

/// Bytes of an object with an empty path.
const LEAST_OBJECT_LEN: usize = 56;

/// Reads a world; `cur` stands after the signature.
///
/// The objects go on to the end of the file, so that a file that is cut between two of them can't be told from a whole
/// one.
///
/// # Errors
/// When the file is cut elsewhere or breaks an invariant.
pub(super) fn decode(cur: &mut Cursor) -> Result<World> {
    let mut world = World::blank(Variant::Wvr8);
    let at = cur.offset();
    let land = [cur.u32("land")?, cur.u32("land")?];
    let terrain = [cur.u32("terrain")?, cur.u32("terrain")?];
    world.land = check::grid_size(cur, at, "land", land)?;
    world.terrain = check::grid_size(cur, at + 8, "terrain", terrain)?;
    let at = cur.offset();
    world.land_cell = cur.f32("land_cell").and_then(|metres| check::land_cell(cur, at, metres))?;

    let elevation_at = cur.offset();
    world.elevation = raw_grid(cur, "elevation", terrain)?;
    world.material_index = raw_grid(cur, "material_index", land)?;
    world.materials = read_materials(cur)?;

    let objects_at = cur.offset();
    let mut models = ModelList::default();
    world.objects = Vec::with_capacity(cur.remaining() / (2 * LEAST_OBJECT_LEN));
    while cur.remaining() > 0 {
        let at = cur.offset();
        let matrix = cur.f32s("objects.matrix")?;
        let id = cur.i32("objects.id")?;
        let path = sized(cur, "objects.model")?;
        if path.is_empty() {
            if cur.remaining() == 0 {
                break; // The dummy that ends the list: a matrix of NaN, any id, no path.
            }
            let field = format!("objects[{}].model", world.objects.len());
            world.warnings.add(OBJECT_WITHOUT_MODEL, field, at, || {
                "found an empty path before the last object, expected the path of a model".to_owned()
            });
        }
        world.objects.push(Object { id, model: models.index(path), matrix, shape_param: 0 });
    }
    world.models = models.into_paths();
    world.max_object_id = world.objects.iter().map(|object| object.id).max().unwrap_or(-1);

    let offsets = check::Offsets { elevation: elevation_at, objects: objects_at };
    check::values(&mut world, offsets);
    Ok(world)
}

/// A grid that isn't packed.
pub(super) fn raw_grid<T: bytemuck::Pod>(
    cur: &mut Cursor,
    field: &'static str,
    size: [u32; 2],
) -> Result<Grid<T>> {
    let count = size[0] as usize * size[1] as usize;
    let bytes = cur.bytes(field, count * size_of::<T>())?;
    let mut cells = vec![T::zeroed(); count];
    bytemuck::cast_slice_mut(&mut cells).copy_from_slice(bytes);
    Ok(Grid { width: size[0], height: size[1], cells })
}

/// Each entry is a list of paths that ends with an empty one.
fn read_materials(cur: &mut Cursor) -> Result<Vec<Material>> {
    let at = cur.offset();
    let count = cur.u32("materials")?;
    let count = cur.count(at, "materials", count.into(), 4)?;
    let mut materials = Vec::with_capacity(count);
    for _ in 0..count {
        let mut paths = Vec::new();
        loop {
            let path = sized(cur, "materials.paths")?;
            if path.is_empty() {
                break;
            }
            paths.push(super::super::bytes::text(path));
        }
        materials.push(Material { paths, offset_uv: false });
    }
    Ok(materials)
}

/// Text after its length; no NUL ends it.
fn sized<'a>(cur: &mut Cursor<'a>, field: &'static str) -> Result<&'a [u8]> {
    let at = cur.offset();
    let len = cur.u32(field)?;
    let len = cur.count(at, field, len.into(), 1)?;
    cur.bytes(field, len)
}
