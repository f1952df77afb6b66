// Which plants are drawn, and how finely.
#import clutter_instance
#import cull

fn instance_level(index: u32, chunk: Chunk) -> u32 {
    let relative = (instances[index].position - view.eye_high) - view.eye_low;
    let radius = chunk.radius * instances[index].scale;
    return sphere_level(vec4f(relative, radius), chunk.levels);
}
