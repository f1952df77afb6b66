// What all passes of objects share: how a vertex is placed, and how a surface is lit.

@group(1) @binding(0) var<storage, read> object_instances: array<ObjectInstance>;

struct ObjectVertex {
    @location(0) position: vec3f,
    // w: how leafy the surface is.
    @location(1) normal: vec4f,
    // a: how much the instance's tint multiplies it.
    @location(2) color: vec4f,
    @location(3) instance: u32,
}

// Three vectors and no more: a software driver keeps them all for each triangle of the frame.
struct ObjectFragment {
    @builtin(position) clip: vec4f,
    // w: 1 in the sun, 0 in the shadow of the relief.
    @location(0) relative: vec4f,
    // Its length is 1 plus how leafy the surface is; w: how much of the sky is seen between the neighbours.
    @location(1) normal: vec4f,
    // a: height over the foot, metres, for the dark at the bottom of things.
    @location(2) color: vec4f,
}

fn placed(instance: ObjectInstance, position: vec3f) -> vec3f {
    return instance.x_axis * position.x + instance.y_axis * position.y + instance.z_axis * position.z;
}

fn seen(in: ObjectVertex) -> ObjectFragment {
    let instance = object_instances[in.instance];
    let offset = placed(instance, in.position);
    let relative = relative_from_world(instance.position) + offset;
    // Scale and skew: normals go by the cofactors of the matrix.
    let normal = cross(instance.y_axis, instance.z_axis) * in.normal.x
        + cross(instance.z_axis, instance.x_axis) * in.normal.y
        + cross(instance.x_axis, instance.y_axis) * in.normal.z;
    let handed = sign(dot(cross(instance.x_axis, instance.y_axis), instance.z_axis));
    let unit = normalize(normal * handed + vec3f(0.0, 1e-9, 0.0));
    let tint = pow(unpack4x8unorm(instance.tint).rgb, vec3f(2.2));
    let base = pow(in.color.rgb, vec3f(2.2));
    // The relief's light changes slowly: the vertices are near enough.
    let grid = grid_from_relative(relative.xz);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    let crowd = 1.0 - 0.45 * baked.y * (1.0 - smoothstep(2.0, 12.0, offset.y));
    var out: ObjectFragment;
    out.clip = frame.clip_from_relative * vec4f(relative, 1.0);
    out.relative = vec4f(relative, relief_sun(grid, relative.y + eye_height()));
    out.normal = vec4f(unit * (1.0 + max(in.normal.w, 0.0)), baked.x * crowd);
    out.color = vec4f(base * mix(vec3f(1.0), tint, in.color.a), offset.y);
    return out;
}

// The light that leaves a surface of a colour towards the eye.
fn lit(in: ObjectFragment, color: vec3f) -> vec4f {
    let relative = in.relative.xyz;
    let length_of_normal = length(in.normal.xyz);
    let normal = in.normal.xyz / length_of_normal;
    let leafy = clamp(length_of_normal - 1.0, 0.0, 1.0);
    // Light goes some way through leaves: the shadow of a crown's own lumps would be too hard.
    let through = relative + frame.sun_direction * (2.0 * leafy);
    let sun = in.relative.w * object_sun_hard(through, normal);
    // Leaves let light through: they are lit softly all around.
    let facing = dot(normal, frame.sun_direction);
    let lit = mix(max(facing, 0.0), max(facing * 0.65 + 0.35, 0.0) * 0.9, leafy);
    let foot = mix(0.55, 1.0, smoothstep(0.0, 2.2, in.color.a));
    let light = frame.sun_color * lit * sun + ambient(normal, in.normal.w * foot);
    return vec4f(tonemap(haze(color * light, relative)), 1.0);
}
