// Draws objects, and their shadows into the shadow map.
#import frame
#import ground
#import light
#import object_instance
#import object_surface
#import pick

@group(2) @binding(0) var<uniform> page: PageStart;

@vertex
fn vertex(in: ObjectVertex) -> ObjectFragment {
    return seen(in);
}

@fragment
fn fragment(in: ObjectFragment) -> @location(0) vec4f {
    return lit(in, in.color.rgb);
}

@vertex
fn pick_vertex(in: ObjectVertex) -> PickFragment {
    let instance = object_instances[in.instance];
    let relative = relative_from_world(instance.position) + placed(instance, in.position);
    return PickFragment(frame.clip_from_relative * vec4f(relative, 1.0), page.first + in.instance);
}

@fragment
fn pick(in: PickFragment) -> @location(0) vec4u {
    return picked(OBJECT, in.index, in.clip, 0u);
}

@vertex
fn shadow_vertex(in: ObjectVertex) -> @builtin(position) vec4f {
    let instance = object_instances[in.instance];
    let relative = relative_from_world(instance.position) + placed(instance, in.position);
    let at = (frame.shadow_from_relative * vec4f(relative, 1.0)).xyz;
    return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, at.z, 1.0);
}
