// What a plant stands on. Twin of src/scatter/ground.rs; the importing shader has `params` and `heights`.
#import heights

// Plants stand on their slots' boxes. A constant of the pipeline, so that no height is read where there is none.
override BOXES: bool = false;

fn in_cells(point: vec2f) -> vec2f {
    return (point - params.ground_origin) / params.ground_cell;
}

// There is ground under a point, in world x and z.
fn holds(point: vec2f) -> bool {
    let place = in_cells(point);
    return BOXES || (all(place >= vec2f(0.0)) && all(place + 1.0 <= vec2f(params.ground_size)));
}

// The height under a point that the ground holds.
fn height_at(y_base: f32, point: vec2f) -> f32 {
    if BOXES {
        return y_base;
    }
    let place = in_cells(point);
    // The last point belongs to the last cell.
    let cell = min(vec2u(place), params.ground_size - 2u);
    let f = place - vec2f(cell);
    let south_east = load_height(heights, cell + vec2u(1u, 0u));
    let north_west = load_height(heights, cell + vec2u(0u, 1u));
    // Two triangles, which share the diagonal from (x + 1, z) to (x, z + 1).
    let is_north_east = f.x > 1.0 - f.y;
    let corner = load_height(heights, select(cell, cell + 1u, is_north_east));
    let east = select(south_east, north_west, is_north_east) - corner;
    let north = select(north_west, south_east, is_north_east) - corner;
    let from_corner = select(f, 1.0 - f, is_north_east);
    return corner + from_corner.x * east + from_corner.y * north;
}
