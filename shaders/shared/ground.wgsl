// The heightfield: heights at points, between points, and the light that was baked over it.
#import frame
#import heights

fn point_height(point: vec2i) -> f32 {
    let last = vec2i(frame.ground_size) - 1;
    return load_height(heights, vec2u(clamp(point, vec2i(0), last)));
}

// The drawn surface: two triangles a cell, whose diagonal joins (x + 1, z) and (x, z + 1). Twin of
// Heightfield::height_at.
fn surface_height(grid: vec2f) -> f32 {
    let base = floor(grid);
    let f = grid - base;
    let p = vec2i(base);
    let east = point_height(p + vec2i(1, 0));
    let north = point_height(p + vec2i(0, 1));
    if f.x + f.y <= 1.0 {
        let here = point_height(p);
        return here + (east - here) * f.x + (north - here) * f.y;
    }
    let far = point_height(p + vec2i(1, 1));
    return far + (north - far) * (1.0 - f.x) + (east - far) * (1.0 - f.y);
}

// A smooth height for normals, which shows no diagonals.
fn smooth_height(grid: vec2f) -> f32 {
    let base = floor(grid);
    let f = grid - base;
    let p = vec2i(base);
    let south = mix(point_height(p), point_height(p + vec2i(1, 0)), f.x);
    let north = mix(point_height(p + vec2i(0, 1)), point_height(p + vec2i(1, 1)), f.x);
    return mix(south, north, f.y);
}

// Normal of the full-resolution ground, averaged over `footprint` points so that far relief doesn't sparkle.
fn ground_normal(grid: vec2f, footprint: f32) -> vec3f {
    let s = max(footprint, 1.0);
    let dx = smooth_height(grid + vec2f(s, 0.0)) - smooth_height(grid - vec2f(s, 0.0));
    let dz = smooth_height(grid + vec2f(0.0, s)) - smooth_height(grid - vec2f(0.0, s));
    return normalize(vec3f(-dx, 2.0 * s * frame.ground_cell, -dz));
}

// The normal within a cell, by four looks where ground_normal takes sixteen: for what is lit at many vertices.
fn cell_normal(grid: vec2f) -> vec3f {
    let base = floor(grid);
    let f = grid - base;
    let p = vec2i(base);
    let here = point_height(p);
    let east = point_height(p + vec2i(1, 0));
    let north = point_height(p + vec2i(0, 1));
    let far = point_height(p + vec2i(1, 1));
    let slope = vec2f(mix(east - here, far - north, f.y), mix(north - here, far - east, f.x));
    return normalize(vec3f(-slope.x, frame.ground_cell, -slope.y));
}

fn grid_from_relative(relative: vec2f) -> vec2f {
    return vec2f(frame.ground_point) + (relative - frame.ground_offset) / frame.ground_cell;
}

fn relative_from_point(point: vec2u) -> vec3f {
    let place = vec2f(vec2i(point) - frame.ground_point) * frame.ground_cell + frame.ground_offset;
    let height = (point_height(vec2i(point)) - frame.eye_high.y) - frame.eye_low.y;
    return vec3f(place.x, height, place.y);
}

// Texture coordinates of what is baked over the whole heightfield.
fn ground_uv(grid: vec2f) -> vec2f {
    return grid / vec2f(frame.ground_size - 1u);
}

// 1 in the sun, 0 in the shadow of the relief, for a point at world height y over a place of the heightfield.
fn relief_sun(grid: vec2f, y: f32) -> f32 {
    let size = vec2f(textureDimensions(shadow_heights));
    let texel = ground_uv(grid) * size - 0.5;
    let base = floor(texel);
    let f = texel - base;
    let p = vec2i(base);
    let last = vec2i(size) - 1;
    let a = textureLoad(shadow_heights, clamp(p, vec2i(0), last), 0).x;
    let b = textureLoad(shadow_heights, clamp(p + vec2i(1, 0), vec2i(0), last), 0).x;
    let c = textureLoad(shadow_heights, clamp(p + vec2i(0, 1), vec2i(0), last), 0).x;
    let d = textureLoad(shadow_heights, clamp(p + vec2i(1, 1), vec2i(0), last), 0).x;
    let over = y - vec4f(a, b, c, d);
    // The baked grid is coarse: a margin as high as its texels are wide keeps lit slopes from shadowing themselves.
    let blur = 1.0 + 0.08 * frame.ground_cell * f32(frame.ground_size.x) / size.x;
    let lit = smoothstep(vec4f(-blur), vec4f(blur * 0.4), over);
    return mix(mix(lit.x, lit.y, f.x), mix(lit.z, lit.w, f.x), f.y);
}
