// Which plants are drawn, and how finely.
#import clutter_instance
#import cull
#import thin

fn instance_level(index: u32, chunk: Chunk) -> u32 {
    let plant = &instances[index];
    let relative = ((*plant).position - view.eye_high) - view.eye_low;
    let scale = (*plant).scale;
    // As a plant of a metre, whatever its size: the ground takes over at one distance for all.
    let pixels = 1.0 / max(length(relative) * view.pixel_angle, 1e-6);
    let keep = thin_keep(pixels, view.thin_pixels);
    if pixels * scale < SMALLEST || thin_rank((*plant).slot, (*plant).model_cell) >= keep {
        return NOT_DRAWN;
    }
    return sphere_level(vec4f(relative, chunk.radius * scale * thin_spread(keep)), chunk.levels);
}
