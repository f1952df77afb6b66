//! What a candidate stands on. Twin of `shaders/shared/scatter_ground.wgsl`.

use super::{GROUND_BOXES, Params};

/// True when every point within `reach` metres of a slot, whose south-west corner is given, has ground under it.
pub fn holds_all(params: &Params, corner: [f32; 2], reach: f32) -> bool {
    let far = corner.map(|metres| metres + 2.0 + reach);
    holds(params, corner.map(|metres| metres - reach)) && holds(params, far)
}

/// True when there is ground under a point, in world x and z.
pub fn holds(params: &Params, point: [f32; 2]) -> bool {
    if params.ground == GROUND_BOXES {
        return true;
    }
    let [x, z] = in_cells(params, point);
    let [width, depth] = params.ground_size;
    // Heights are finite, so inside of the map there is always ground.
    x >= 0.0 && z >= 0.0 && x + 1.0 <= width as f32 && z + 1.0 <= depth as f32
}

/// The height under a point that the ground [`holds`], metres.
pub fn height_at(params: &Params, heights: &[f32], y_base: f32, point: [f32; 2]) -> f32 {
    if params.ground == GROUND_BOXES {
        return y_base;
    }
    let place = in_cells(params, point);
    let [width, depth] = params.ground_size;
    // The last point belongs to the last cell.
    let x = (place[0] as u32).min(width.saturating_sub(2));
    let z = (place[1] as u32).min(depth.saturating_sub(2));
    let [fx, fz] = [place[0] - x as f32, place[1] - z as f32];
    let load = |x: u32, z: u32| heights.get(z as usize * width as usize + x as usize).copied().unwrap_or(0.0);
    let [south_east, north_west] = [load(x + 1, z), load(x, z + 1)];
    // Two triangles, which share the diagonal from (x + 1, z) to (x, z + 1).
    if fx <= 1.0 - fz {
        let south_west = load(x, z);
        south_west + fx * (south_east - south_west) + fz * (north_west - south_west)
    } else {
        let north_east = load(x + 1, z + 1);
        north_east + (1.0 - fx) * (north_west - north_east) + (1.0 - fz) * (south_east - north_east)
    }
}

/// World x and z in cells of the heightfield.
fn in_cells(params: &Params, point: [f32; 2]) -> [f32; 2] {
    let [x, z] = point;
    let [origin_x, origin_z] = params.ground_origin;
    [(x - origin_x) / params.ground_cell, (z - origin_z) / params.ground_cell]
}
