//! What a candidate stands on. Twin of `shaders/shared/scatter_ground.wgsl`.

use super::triangles::Triangles;
use super::{Params, Slot};

/// The ground under the candidates.
#[derive(Debug, Clone, Copy)]
pub enum Ground<'a> {
    /// Every candidate stands at the lower end of its slot's box.
    Boxes,
    /// The `params.ground_size` heights of a heightfield in metres, x fastest; beyond them is no ground.
    Heightfield(&'a [f32]),
    /// The engine's own: the triangles of a collision mesh that reach into the slot's box.
    Triangles(&'a Triangles),
}

/// The engine grows a slot's box by this much on all sides, metres.
pub const GROWTH: f32 = 0.001;

/// The height of the ground under a point in world x and z, metres; `None` where there is none.
#[inline]
pub fn height_at(params: &Params, ground: Ground<'_>, slot: &Slot, point: [f32; 2]) -> Option<f32> {
    match ground {
        Ground::Boxes => Some(slot.y_base),
        Ground::Heightfield(heights) => {
            let place = in_cells(params, point);
            inside(params, place).then(|| surface_height(params, heights, place))
        }
        Ground::Triangles(triangles) => cast(triangles, slot, point),
    }
}

/// True when [`height_at`] gives a height: for a heightfield that is known without looking at one.
#[inline]
pub fn holds(params: &Params, ground: Ground<'_>, slot: &Slot, point: [f32; 2]) -> bool {
    match ground {
        Ground::Boxes => true,
        Ground::Heightfield(_) => inside(params, in_cells(params, point)),
        Ground::Triangles(triangles) => cast(triangles, slot, point).is_some(),
    }
}

/// World x and z in cells of the heightfield.
fn in_cells(params: &Params, point: [f32; 2]) -> [f32; 2] {
    let [x, z] = point;
    let [origin_x, origin_z] = params.ground_origin;
    [(x - origin_x) / params.ground_cell, (z - origin_z) / params.ground_cell]
}

/// Heights are finite, so inside of the map there is always ground.
fn inside(params: &Params, [x, z]: [f32; 2]) -> bool {
    let [width, depth] = params.ground_size;
    x >= 0.0 && z >= 0.0 && x + 1.0 <= width as f32 && z + 1.0 <= depth as f32
}

/// The height of a place in cells, between three points.
fn surface_height(params: &Params, heights: &[f32], place: [f32; 2]) -> f32 {
    let [width, depth] = params.ground_size;
    // The last point belongs to the last cell.
    let x = (place[0] as u32).min(width.saturating_sub(2));
    let z = (place[1] as u32).min(depth.saturating_sub(2));
    let [fx, fz] = [place[0] - x as f32, place[1] - z as f32];
    let load = |x: u32, z: u32| heights.get(z as usize * width as usize + x as usize).copied().unwrap_or(0.0);
    let [south_east, north_west] = [load(x + 1, z), load(x, z + 1)];
    // Two triangles, which share the diagonal from (x + 1, z) to (x, z + 1).
    if fx > 1.0 - fz {
        let corner = load(x + 1, z + 1);
        corner + (1.0 - fx) * (north_west - corner) + (1.0 - fz) * (south_east - corner)
    } else {
        let corner = load(x, z);
        corner + fx * (south_east - corner) + fz * (north_west - corner)
    }
}

/// Lets a ray fall from the top of the slot's box: the highest of the slot's triangles that it meets, if that lies
/// above the box's lower end.
///
/// The jitter may carry a point out of the slot; the triangles stay the slot's own.
fn cast(triangles: &Triangles, slot: &Slot, [x, z]: [f32; 2]) -> Option<f32> {
    let bottom = slot.y_base - GROWTH;
    let top = slot.y_base + slot.height + GROWTH;
    let mut highest = bottom - 5.0; // The engine's own start.
    for triangle in triangles.of_slot(slot) {
        if let Some(range) = triangle.range_below([x, top, z]) {
            highest = f32::max(highest, top - range);
        }
    }
    (highest >= bottom).then_some(highest)
}
