// Draws roads: ribbons that lie on the ground.
#import frame
#import ground
#import light
#import pick

struct RoadVertex {
    @location(0) center: vec3f,
    @location(1) along: f32,
    // From the centre line to this edge, metres.
    @location(2) side: vec2f,
    @location(3) across: f32,
    @location(4) surface: u32,
}

struct RoadFragment {
    @builtin(position) clip: vec4f,
    @location(0) relative: vec3f,
    // x: metres from the centre line; y: metres along.
    @location(1) place: vec2f,
    // x: half the width; y: what is left of a road that is thinner than a pixel.
    @location(2) width: vec2f,
    @location(3) @interpolate(flat) surface: u32,
}

struct RoadPlace {
    relative: vec3f,
    clip: vec4f,
    half_width: f32,
    widen: f32,
}

// Where a vertex of a ribbon is.
fn laid(in: RoadVertex) -> RoadPlace {
    let center = relative_from_world(in.center);
    let distance = length(center);
    let half_width = length(in.side);
    // Far roads are drawn a pixel wide and fainter in exchange.
    let least = 0.7 * frame.pixel_angle * distance;
    let widen = max(least / max(half_width, 0.01), 1.0);
    var relative = center + vec3f(in.side.x, 0.0, in.side.y) * widen;
    let grid = grid_from_relative(relative.xz);
    relative.y = (surface_height(clamp(grid, vec2f(0.0), vec2f(frame.ground_size - 1u))) - frame.eye_high.y)
        - frame.eye_low.y;
    // Lie over the ground, by more than its coarser levels of detail may rise: their error grows with distance.
    let lift = 0.06 + 1.6 * frame.pixel_angle * distance;
    let clip = frame.clip_from_relative * vec4f(relative - normalize(relative) * lift + vec3f(0.0, 0.05, 0.0), 1.0);
    return RoadPlace(relative, clip, half_width, widen);
}

@vertex
fn vertex(in: RoadVertex) -> RoadFragment {
    let place = laid(in);
    var out: RoadFragment;
    out.relative = place.relative;
    out.clip = place.clip;
    out.place = vec2f(in.across * place.half_width * place.widen, in.along);
    out.width = vec2f(place.half_width * place.widen, 1.0 / place.widen);
    out.surface = in.surface;
    return out;
}

@fragment
fn fragment(in: RoadFragment) -> @location(0) vec4f {
    let grid = grid_from_relative(in.relative.xz);
    let metres = grid * frame.ground_cell;
    let wear = textureSample(noise, repeat_sampler, metres / 11.0);
    let grain = textureSample(noise, repeat_sampler, metres / 1.7);
    var color = pow(vec3f(146.0, 124.0, 92.0) / 255.0, vec3f(2.2));
    var soft = 0.5;
    let rut = abs(abs(in.place.x) - 0.8);
    switch in.surface {
        case 0u: { color = mix(pow(vec3f(150.0, 128.0, 94.0) / 255.0, vec3f(2.2)), pow(vec3f(120.0, 112.0, 66.0) / 255.0, vec3f(2.2)), smoothstep(0.2, 0.7, rut)); soft = 0.8; }
        case 1u: { color = mix(pow(vec3f(166.0, 144.0, 108.0) / 255.0, vec3f(2.2)), pow(vec3f(146.0, 124.0, 90.0) / 255.0, vec3f(2.2)), smoothstep(0.2, 0.8, rut)); soft = 0.6; }
        case 2u: { color = pow(vec3f(112.0, 110.0, 106.0) / 255.0, vec3f(2.2)); soft = 0.25; }
        case 3u: { color = pow(vec3f(96.0, 96.0, 96.0) / 255.0, vec3f(2.2)); soft = 0.2; }
        default: { color = pow(vec3f(140.0, 138.0, 132.0) / 255.0, vec3f(2.2)); soft = 0.2; }
    }
    color *= 0.82 + wear.x * 0.22 + (grain.y - 0.5) * 0.22;
    // A broken middle line, and white edges on main roads, as long as they are seen.
    let pixel = fwidth(in.place.x);
    if in.surface == 3u || in.surface == 4u {
        let middle = (1.0 - smoothstep(0.07, 0.07 + pixel, abs(in.place.x))) * step(fract(in.place.y / 9.0), 0.5);
        color = mix(color, pow(vec3f(206.0, 204.0, 194.0) / 255.0, vec3f(2.2)), middle * clamp(0.14 / max(pixel, 0.001), 0.0, 1.0) * 0.8);
    }
    let edge = in.width.x - abs(in.place.x);
    let frayed = edge + (wear.z - 0.5) * soft;
    let alpha = clamp(frayed / max(soft, pixel) + 0.35, 0.0, 1.0) * in.width.y;
    let normal = ground_normal(grid, length(fwidth(grid)) * 0.5);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    let sun = baked.z * object_sun(in.relative, normal);
    let light = frame.sun_color * max(dot(normal, frame.sun_direction), 0.0) * sun * (1.0 - 0.3 * baked.y)
        + ambient(normal, baked.x * (1.0 - 0.3 * baked.y));
    return vec4f(tonemap(haze(color * light, in.relative)), alpha);
}

@vertex
fn pick_vertex(@builtin(vertex_index) index: u32, in: RoadVertex) -> PickFragment {
    return PickFragment(laid(in).clip, index);
}

@fragment
fn pick(in: PickFragment) -> @location(0) vec4u {
    return picked(ROAD, in.index, in.clip, 0u);
}
