// Draws objects, and their shadows into the shadow map.
#import frame
#import ground
#import light
#import object_instance

@group(1) @binding(0) var<storage, read> object_instances: array<ObjectInstance>;

struct ObjectVertex {
    @location(0) position: vec3f,
    // w: how leafy the surface is.
    @location(1) normal: vec4f,
    // a: how much the instance's tint multiplies it.
    @location(2) color: vec4f,
    @location(3) instance: u32,
}

struct ObjectFragment {
    @builtin(position) clip: vec4f,
    @location(0) relative: vec3f,
    @location(1) normal: vec4f,
    // a: height over the foot, metres, for the dark at the bottom of things.
    @location(2) color: vec4f,
    // x: sun over the relief; y: part of the sky; z: cover by others.
    @location(3) baked: vec3f,
}

fn placed(instance: ObjectInstance, position: vec3f) -> vec3f {
    return instance.x_axis * position.x + instance.y_axis * position.y + instance.z_axis * position.z;
}

@vertex
fn vertex(in: ObjectVertex) -> ObjectFragment {
    let instance = object_instances[in.instance];
    let offset = placed(instance, in.position);
    var out: ObjectFragment;
    out.relative = relative_from_world(instance.position) + offset;
    out.clip = frame.clip_from_relative * vec4f(out.relative, 1.0);
    // Scale and skew: normals go by the cofactors of the matrix.
    let normal = cross(instance.y_axis, instance.z_axis) * in.normal.x
        + cross(instance.z_axis, instance.x_axis) * in.normal.y
        + cross(instance.x_axis, instance.y_axis) * in.normal.z;
    let handed = sign(dot(cross(instance.x_axis, instance.y_axis), instance.z_axis));
    out.normal = vec4f(normalize(normal * handed + vec3f(0.0, 1e-9, 0.0)), in.normal.w);
    let tint = pow(unpack4x8unorm(instance.tint).rgb, vec3f(2.2));
    let base = pow(in.color.rgb, vec3f(2.2));
    out.color = vec4f(base * mix(vec3f(1.0), tint, in.color.a), offset.y);
    // The relief's light changes slowly: the vertices are near enough.
    let grid = grid_from_relative(out.relative.xz);
    let light = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    out.baked = vec3f(relief_sun(grid, out.relative.y + eye_height()), light.xy);
    return out;
}

@fragment
fn fragment(in: ObjectFragment) -> @location(0) vec4f {
    let normal = normalize(in.normal.xyz);
    let leafy = clamp(in.normal.w, 0.0, 1.0);
    // Light goes some way through leaves: the shadow of a crown's own lumps would be too hard.
    let through = in.relative + frame.sun_direction * (2.0 * leafy);
    let sun = in.baked.x * object_sun_hard(through, normal);
    // Leaves let light through: they are lit softly all around.
    let facing = dot(normal, frame.sun_direction);
    let lit = mix(max(facing, 0.0), max(facing * 0.65 + 0.35, 0.0) * 0.9, leafy);
    // Dark at the foot, and inside a wood.
    let foot = mix(0.55, 1.0, smoothstep(0.0, 2.2, in.color.a));
    let crowd = 1.0 - 0.45 * in.baked.z * (1.0 - smoothstep(2.0, 12.0, in.color.a));
    let light = frame.sun_color * lit * sun + ambient(normal, in.baked.y * foot * crowd);
    return vec4f(tonemap(haze(in.color.rgb * light, in.relative)), 1.0);
}

@vertex
fn shadow_vertex(in: ObjectVertex) -> @builtin(position) vec4f {
    let instance = object_instances[in.instance];
    let relative = relative_from_world(instance.position) + placed(instance, in.position);
    let at = (frame.shadow_from_relative * vec4f(relative, 1.0)).xyz;
    return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, at.z, 1.0);
}
