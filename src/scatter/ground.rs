//! What a candidate stands on. Twin of `shaders/shared/scatter_ground.wgsl`.

use super::Params;

/// True when there is ground under a point, in world x and z. Without heights there is ground everywhere.
pub fn holds(params: &Params, heights: Option<&[f32]>, point: [f32; 2]) -> bool {
    let [x, z] = in_cells(params, point);
    let [width, depth] = params.ground_size;
    // Heights are finite, so inside of the map there is always ground.
    heights.is_none() || (x >= 0.0 && z >= 0.0 && x + 1.0 <= width as f32 && z + 1.0 <= depth as f32)
}

/// The height under a point that the ground [`holds`], metres. Without heights it is that of the slot's box.
pub fn height_at(params: &Params, heights: Option<&[f32]>, y_base: f32, point: [f32; 2]) -> f32 {
    let Some(heights) = heights else { return y_base };
    let place = in_cells(params, point);
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

/// World x and z in cells of the heightfield.
fn in_cells(params: &Params, point: [f32; 2]) -> [f32; 2] {
    let [x, z] = point;
    let [origin_x, origin_z] = params.ground_origin;
    [(x - origin_x) / params.ground_cell, (z - origin_z) / params.ground_cell]
}
