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

/// Metres: no mountain or trench of any planet in these games comes near.
const HIGHEST: f32 = 20_000.0;

/// Warns of values that are odd but leave the rest readable.
pub(super) fn values(world: &mut World, offsets: Offsets) {
    let World { elevation, models, objects, warnings, .. } = world;
    let known = models.len();
    let mut warn = |kind, field, offset, found: Option<(usize, u64, String)>, expected: &str| {
        if let Some((index, count, found)) = found {
            let field = format!("{field}[{index}]");
            warnings.add_many(kind, field, offset, count, || format!("found {found}, expected {expected}"));
        }
    };

    let found = odd_ones(&elevation.cells, |metres| !metres.is_finite(), |metres| format!("{metres} m"));
    warn("elevation-not-finite", "elevation", offsets.elevation, found, "a finite height");

    let far = |metres: &f32| metres.is_finite() && metres.abs() > HIGHEST;
    let found = odd_ones(&elevation.cells, far, |metres| format!("{metres} m"));
    warn("elevation-out-of-range", "elevation", offsets.elevation, found, "a height within 20 km of the sea");

    let found = odd_ones(
        objects,
        |object| object.model as usize >= known,
        |object| format!("the model {}", object.model),
    );
    warn(MODEL_OUT_OF_RANGE, "objects", offsets.objects, found, &format!("one of the {known} in the list"));

    let found = odd_ones(
        objects,
        |object| object.matrix.iter().filter(|value| !value.is_finite()).count() > 0,
        |object| format!("the matrix {:?}", object.matrix),
    );
    warn("matrix-not-finite", "objects", offsets.objects, found, "twelve finite numbers");
}

/// The index of the first odd item, how many there are, and the first one in words.
fn odd_ones<T>(
    items: &[T],
    is_odd: impl Fn(&T) -> bool,
    tell: impl Fn(&T) -> String,
) -> Option<(usize, u64, String)> {
    // Counting is fast, and nearly always the whole work.
    let count = items.iter().filter(|item| is_odd(item)).count();
    if count == 0 {
        return None;
    }
    let first = items.iter().position(is_odd)?;
    Some((first, count as u64, tell(items.get(first)?)))
}
