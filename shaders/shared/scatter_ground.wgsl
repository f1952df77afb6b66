// What a candidate stands on. Twin of src/scatter/ground.rs; the importing shader has `params` and `heights`.

const GROUND_BOXES: u32 = 1u;

fn in_cells(point: vec2f) -> vec2f {
    return (point - params.ground_origin) / params.ground_cell;
}

// There is ground under a point, in world x and z.
fn holds(point: vec2f) -> bool {
    let place = in_cells(point);
    let inside = all(place >= vec2f(0.0)) && all(place + 1.0 <= vec2f(params.ground_size));
    return params.ground == GROUND_BOXES || inside;
}

// Every point within `reach` metres of a slot, whose south-west corner is given, has ground under it.
fn holds_all(corner: vec2f, reach: f32) -> bool {
    return holds(corner - reach) && holds(corner + (2.0 + reach));
}

// The height under a point that the ground holds.
fn height_at(y_base: f32, point: vec2f) -> f32 {
    if params.ground == GROUND_BOXES {
        return y_base;
    }
    let place = in_cells(point);
    // The last point belongs to the last cell.
    let cell = min(vec2u(place), params.ground_size - 2u);
    let f = place - vec2f(cell);
    let south_east = load_height(cell + vec2u(1u, 0u));
    let north_west = load_height(cell + vec2u(0u, 1u));
    // Two triangles, which share the diagonal from (x + 1, z) to (x, z + 1).
    if f.x <= 1.0 - f.y {
        let south_west = load_height(cell);
        return south_west + f.x * (south_east - south_west) + f.y * (north_west - south_west);
    }
    let north_east = load_height(cell + 1u);
    return north_east + (1.0 - f.x) * (north_west - north_east) + (1.0 - f.y) * (south_east - north_east);
}

fn load_height(point: vec2u) -> f32 {
    return textureLoad(heights, point, 0).x;
}
