// Which plants are drawn, and how finely.
#import clutter_instance
#import cull
#import thin

fn instance_level(index: u32, chunk: Chunk) -> u32 {
    let plant = &instances[index];
    let relative = ((*plant).position - view.eye_high) - view.eye_low;
    let scale = (*plant).scale;
    let level = sphere_level(vec4f(relative, chunk.radius * scale), chunk.levels);
    if level == NOT_DRAWN || view.thin_pixels <= 0.0 {
        return level;
    }
    // As a plant of a metre, whatever its size: the ground takes over at one distance for all.
    let keep = thin_keep(1.0 / max(length(relative) * view.pixel_angle, 1e-6), view.thin_pixels);
    return select(level, NOT_DRAWN, thin_rank((*plant).slot, (*plant).model_cell) >= keep);
}
