// Draws the sea: rings about the eye out to the horizon, clear over sand and dark over the deep.
#import frame
#import ground
#import light
#import pick

struct WaterVertex {
    @builtin(position) clip: vec4f,
    @location(0) relative: vec3f,
}

@vertex
fn vertex(@location(0) ring: vec2f) -> WaterVertex {
    var out: WaterVertex;
    let height = (frame.sea_level - frame.eye_high.y) - frame.eye_low.y;
    out.relative = vec3f(ring.x, height, ring.y);
    out.clip = frame.clip_from_relative * vec4f(out.relative, 1.0);
    return out;
}

// Slopes of small waves: two crossing swells and a ripple, none of which repeats within sight.
fn wave_slope(metres: vec2f, distance: f32) -> vec2f {
    let turned = vec2f(metres.x * 0.83 - metres.y * 0.56, metres.x * 0.56 + metres.y * 0.83);
    let swell = textureSample(noise, repeat_sampler, metres / 433.0).xy;
    let chop = textureSample(noise, repeat_sampler, turned / 97.0).zw;
    let ripple = textureSample(noise, repeat_sampler, metres / 13.0).yz;
    let near = 1.0 / (1.0 + distance * 0.0012);
    return (swell - 0.5) * 0.05 + (chop - 0.5) * 0.10 * near + (ripple - 0.5) * 0.11 * near * near;
}

@fragment
fn fragment(in: WaterVertex) -> @location(0) vec4f {
    let grid = grid_from_relative(in.relative.xz);
    let last = vec2f(frame.ground_size - 1u);
    let outside = max(max(-grid.x, grid.x - last.x), max(-grid.y, grid.y - last.y));
    // Beyond the map the sea goes on and gets deeper.
    let floor_height = smooth_height(clamp(grid, vec2f(0.0), last));
    let beyond = max(outside * frame.ground_cell, 0.0);
    let depth = max(frame.sea_level - floor_height, 0.0) + beyond * 0.08 + select(0.0, 6.0, outside > 0.0);

    let metres = grid * frame.ground_cell;
    let slope = wave_slope(metres, length(in.relative));
    let normal = normalize(vec3f(slope.x, 1.0, slope.y));
    let view = normalize(in.relative);
    let cosine = max(dot(-view, normal), 0.0);
    let grazing = 1.0 - cosine;
    let fresnel = 0.02 + 0.98 * grazing * grazing * grazing * grazing * grazing;
    let mirrored = reflect(view, normal);
    let reflection = sky_color(normalize(vec3f(mirrored.x, abs(mirrored.y) + 0.02, mirrored.z)));

    // Light that comes back out of the water: green over sand, blue-black over the deep.
    let clear = exp(-depth * vec3f(0.42, 0.13, 0.10));
    let sun = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0).z;
    let lit = frame.sun_color * max(frame.sun_direction.y, 0.0) * mix(0.4, 1.0, sun) + frame.zenith_color;
    let shallow = pow(vec3f(84.0, 150.0, 140.0) / 255.0, vec3f(2.2));
    let deep = pow(vec3f(10.0, 42.0, 64.0) / 255.0, vec3f(2.2));
    let body = mix(deep, shallow, clear.y * clear.z) * lit * 0.42;
    // Nearer than a few metres of water the ground is seen through it.
    let path = depth / max(-view.y, 0.15);
    let covered = 1.0 - exp(-path * 0.30);

    let half_way = normalize(frame.sun_direction - view);
    let glint = pow(max(dot(normal, half_way), 0.0), 220.0) * 2.2 * sun;
    let foam_noise = textureSample(noise, repeat_sampler, metres / 9.0).z;
    let foam = smoothstep(0.9, 0.1, depth + foam_noise * 0.7) * step(outside, 0.0) * 0.55;

    var color = mix(body, reflection, fresnel) + frame.sun_color * glint;
    color = mix(color, lit * 0.32, foam);
    let alpha = clamp(max(max(covered, fresnel), foam), 0.0, 1.0) * smoothstep(0.0, 0.12, depth);
    return vec4f(tonemap(haze(color, in.relative)), alpha);
}

@fragment
fn pick(in: WaterVertex) -> @location(0) vec4u {
    return picked(WATER, 0u, in.clip, 0u);
}
