//! 4WVR and 3WVR: the editable worlds of Operation Flashpoint.

use super::super::bytes::{Cursor, Result, text};
use super::super::grid::Grid;
use super::model_list::ModelList;
use super::wvr8::raw_grid;
use super::{Material, OLD_LAND_CELL, Object, Variant, World, check};

/// Metres of one step of height.
///
/// The engine's own source multiplies 0.03 by 1.5. Public pages and tools say 0.05; worlds that they wrote are 11 %
/// too low in the game, so the engine's number it is.
pub(super) const HEIGHT_STEP: f32 = 0.045;

/// Slots for texture names, used or not.
pub(super) const TEXTURES: usize = 512;
/// Bytes of a texture name, padded with NUL.
pub(super) const TEXTURE_LEN: usize = 32;
/// Bytes of an object in both layouts.
const OBJECT_LEN: usize = 128;
/// Bytes of a path of a model in an object with an id (4WVR), padded with NUL.
pub(super) const MODEL_LEN: usize = 76;
/// The same without an id (3WVR).
pub(super) const MODEL_LEN_WITHOUT_ID: usize = 80;

/// Reads a world; `cur` stands after the signature.
///
/// The objects go on to one without a path, or to the end of the file, so that a file that is cut between two of them
/// can't be told from a whole one. What follows the one without a path is left out, as in the engine.
///
/// # Errors
/// When the file is cut elsewhere or breaks an invariant.
pub(super) fn decode(cur: &mut Cursor, variant: Variant) -> Result<World> {
    let mut world = World::blank(variant);
    let at = cur.offset();
    let size = [cur.u32("land")?, cur.u32("land")?];
    world.land = check::grid_size(cur, at, "land", size)?;
    world.terrain = world.land;
    world.land_cell = OLD_LAND_CELL;

    let elevation_at = cur.offset();
    let steps: Grid<i16> = raw_grid(cur, "elevation", size)?;
    world.elevation = Grid {
        width: size[0],
        height: size[1],
        cells: steps.cells.iter().map(|&steps| f32::from(steps) * HEIGHT_STEP).collect(),
    };
    world.material_index = raw_grid(cur, "material_index", size)?;
    for _ in 0..TEXTURES {
        let path = until_nul(cur.bytes("materials", TEXTURE_LEN)?);
        let paths = if path.is_empty() { Vec::new() } else { vec![text(path)] };
        world.materials.push(Material { paths, offset_uv: false });
    }

    let objects_at = cur.offset();
    let mut models = ModelList::default();
    world.objects = Vec::with_capacity(cur.remaining() / OBJECT_LEN);
    while cur.remaining() > 0 {
        let matrix = cur.f32s("objects.matrix")?;
        let (id, path) = if variant == Variant::Wvr3 {
            (-1, cur.bytes("objects.model", MODEL_LEN_WITHOUT_ID)?)
        } else {
            (cur.i32("objects.id")?, cur.bytes("objects.model", MODEL_LEN)?)
        };
        let path = until_nul(path);
        if path.is_empty() {
            break;
        }
        world.objects.push(Object { id, model: models.index(path), matrix, shape_param: 0 });
    }
    world.models = models.into_paths();
    world.max_object_id = world.objects.iter().map(|object| object.id).max().unwrap_or(-1);

    let offsets = check::Offsets { elevation: elevation_at, objects: objects_at };
    check::values(&mut world, offsets);
    Ok(world)
}

/// The part of a padded name before its first NUL.
fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}
