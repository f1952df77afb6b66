// Draws the sky behind everything.
#import frame
#import light

struct SkyVertex {
    @builtin(position) clip: vec4f,
    @location(0) ray: vec3f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> SkyVertex {
    let at = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    var out: SkyVertex;
    out.clip = vec4f(at, 0.0, 1.0); // Depth 0 is infinitely far.
    out.ray = frame.ray_forward + frame.ray_right * at.x + frame.ray_up * at.y;
    return out;
}

@fragment
fn fragment(in: SkyVertex) -> @location(0) vec4f {
    let direction = normalize(in.ray);
    var color = sky_color(direction);
    // Thin high clouds, drawn out with distance.
    if direction.y > 0.01 {
        let at = direction.xz / (direction.y + 0.18);
        let large = textureSampleLevel(noise, repeat_sampler, at * 0.11, 0.0);
        let small = textureSampleLevel(noise, repeat_sampler, at * vec2f(0.43, 0.37) + 0.2, 0.0);
        let cover = smoothstep(0.50, 0.82, large.x * 0.62 + small.y * 0.38) * smoothstep(0.01, 0.22, direction.y);
        color = mix(color, frame.sun_color * 0.26 + frame.horizon_color * 0.75, cover * 0.5);
    }
    let toward_sun = dot(direction, frame.sun_direction);
    color += frame.sun_color * smoothstep(0.99985, 0.99995, toward_sun) * 6.0;
    return vec4f(tonemap(color), 1.0);
}
