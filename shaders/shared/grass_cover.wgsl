// Grass too far away to be drawn plant by plant: its colour on the ground.
#import frame
#import thin

// The colour of the ground with the grass on it that isn't drawn; a pixel covers `footprint` metres.
fn with_grass(albedo: vec3f, relative: vec3f, footprint: f32) -> vec3f {
    if frame.slots_size.x == 0u || frame.thin_pixels <= 0.0 {
        return albedo;
    }
    let size = vec2f(frame.slots_size);
    let uv = (relative.xz - frame.slots_offset) / (2.0 * size);
    let here = textureSampleLevel(grass_cover, clamp_sampler, uv, log2(footprint / 2.0));
    if any(uv < vec2f(0.0)) || any(uv > vec2f(1.0)) {
        return albedo;
    }
    let drawn = thin_keep(1.0 / max(length(relative) * frame.pixel_angle, 1e-6), frame.thin_pixels);
    // The colour comes times what it hides; plants shade each other's feet.
    return albedo * (1.0 - here.a * (1.0 - drawn)) + here.rgb * (0.8 * (1.0 - drawn));
}
