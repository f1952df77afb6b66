//! The invariants of a world that are the same in every layout.

use super::super::bytes::{Cursor, Result};
use super::{MODEL_OUT_OF_RANGE, World};

/// The most cells to one side of a grid: four times as many as in the largest known worlds (4096), and what a
/// baseline GPU still takes as one texture.
const MOST_CELLS: u32 = 16_384;

/// Accepts the size of a grid at `at` if it is neither empty nor absurd.
///
/// # Errors
/// When it is either.
pub(super) fn grid_size(cur: &Cursor, at: u64, field: &'static str, size: [u32; 2]) -> Result<[u32; 2]> {
    if size.iter().all(|cells| (1..=MOST_CELLS).contains(cells)) {
        return Ok(size);
    }
    let expected = format!("1 to {MOST_CELLS} cells to each side");
    Err(cur.error(at, field, format!("{} x {} cells", size[0], size[1]), expected))
}

/// Accepts the edge of a land cell, read from `at`.
///
/// # Errors
/// When it isn't a sensible length.
pub(super) fn land_cell(cur: &Cursor, at: u64, metres: f32) -> Result<f32> {
    // NaN is in no range.
    if metres > 0.0 && metres <= 100_000.0 {
        return Ok(metres);
    }
    Err(cur.error(at, "land_cell", metres, "an edge over 0 and of at most 100000 metres"))
}

/// Where the parts of a file lie, for the warnings about them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offsets {
    /// The block of elevations (packed or not).
    pub elevation: u64,
    /// The first object.
    pub objects: u64,
}

/// Warns of values that are odd but leave the rest readable.
pub(super) fn values(world: &mut World, offsets: Offsets) {
    let World { elevation, models, objects, warnings, .. } = world;
    for (index, metres) in elevation.cells.iter().enumerate().filter(|(_, metres)| !metres.is_finite()) {
        warnings.add("elevation-not-finite", format!("elevation[{index}]"), offsets.elevation, || {
            format!("found {metres}, expected a number of metres")
        });
    }
    for (index, object) in objects.iter().enumerate() {
        if object.model as usize >= models.len() {
            warnings.add(MODEL_OUT_OF_RANGE, format!("objects[{index}].model"), offsets.objects, || {
                format!("found the model {}, expected one of the {} in the list", object.model, models.len())
            });
        }
        if !object.matrix.iter().all(|value| value.is_finite()) {
            warnings.add("matrix-not-finite", format!("objects[{index}].matrix"), offsets.objects, || {
                format!("found {:?}, expected twelve finite numbers", object.matrix)
            });
        }
    }
}
