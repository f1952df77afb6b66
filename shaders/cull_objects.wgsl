// Which objects are drawn, and how finely.
#import object_instance

alias Instance = ObjectInstance;

#import cull

fn instance_level(index: u32, chunk: Chunk) -> u32 {
    let relative = (instances[index].position - view.eye_high) - view.eye_low;
    return sphere_level(vec4f(relative, instances[index].radius), chunk.levels);
}
