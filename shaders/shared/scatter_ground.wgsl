// What a plant stands on. Twin of src/scatter/ground.rs and of the ray test of src/scatter/triangles.rs; the importing
// shader has `params`, `heights`, `triangles`, `triangle_refs` and the struct Slot.
#import heights

const BOXES: u32 = 0u;
const HEIGHTFIELD: u32 = 1u;
const TRIANGLES: u32 = 2u;

// One of these. A constant of the pipeline, so that nothing is read of the grounds that aren't there.
override GROUND: u32 = BOXES;

// The engine grows a slot's box by this much on all sides, metres.
const GROWTH: f32 = 0.001;

// The height where there is no ground: lower than anything that a file can state.
const NO_GROUND: f32 = -3.4e38;

fn in_cells(point: vec2f) -> vec2f {
    return (point - params.ground_origin) / params.ground_cell;
}

fn inside(place: vec2f) -> bool {
    return all(place >= vec2f(0.0)) && all(place + 1.0 <= vec2f(params.ground_size));
}

// The height of a place in cells, between three points.
fn surface_height(place: vec2f) -> f32 {
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

// The highest of the slot's triangles that a ray from the top of its box meets, if that lies above the box's lower end.
fn cast_ray(slot: Slot, point: vec2f) -> f32 {
    let bottom = slot.y_base - GROWTH;
    let top = slot.y_base + slot.height + GROWTH;
    var highest = bottom - 5.0;
    for (var i = 0u; i < slot.triangle_count; i++) {
        let t = triangles[triangle_refs[slot.first_triangle + i]];
        let determinant = t.az * t.bx - t.ax * t.bz;
        let x = point.x - t.x;
        let y = top - t.y;
        let z = point.y - t.z;
        let u = z * t.bx - x * t.bz;
        let v = x * t.az - z * t.ax;
        if u < 0.0 || v < 0.0 || u + v > determinant {
            continue;
        }
        let q = vec3f(y * t.az - z * t.ay, z * t.ax - x * t.az, x * t.ay - y * t.ax);
        let range = dot(vec3f(t.bx, t.by, t.bz), q) / determinant;
        highest = select(highest, max(highest, top - range), range >= 0.0);
    }
    return select(NO_GROUND, highest, highest >= bottom);
}

// The height of the ground under a point, in world x and z; NO_GROUND where there is none.
fn height_at(slot: Slot, point: vec2f) -> f32 {
    switch GROUND {
        case BOXES: { return slot.y_base; }
        case HEIGHTFIELD: {
            let place = in_cells(point);
            if !inside(place) {
                return NO_GROUND;
            }
            return surface_height(place);
        }
        default: { return cast_ray(slot, point); }
    }
}

// height_at gives a height: for a heightfield that is known without looking at one.
fn holds(slot: Slot, point: vec2f) -> bool {
    switch GROUND {
        case BOXES: { return true; }
        case HEIGHTFIELD: { return inside(in_cells(point)); }
        default: { return cast_ray(slot, point) > NO_GROUND; }
    }
}
