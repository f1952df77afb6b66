// Draws plants with the meshes and the texture of the level.
#import frame
#import ground
#import light
#import clutter_instance

@group(1) @binding(0) var<storage, read> clutter_instances: array<Instance>;
@group(1) @binding(1) var atlas: texture_2d<f32>;
@group(1) @binding(2) var atlas_sampler: sampler;

struct PlantVertex {
    @location(0) position: vec3f,
    @location(1) uv: vec2f,
    @location(2) instance: u32,
}

struct PlantFragment {
    @builtin(position) clip: vec4f,
    @location(0) relative: vec3f,
    @location(1) uv: vec2f,
    // x: light of the sun, y: of the sky, z: height over the root as a part of the plant's own, w: variety.
    @location(2) look: vec4f,
}

@vertex
fn vertex(in: PlantVertex) -> PlantFragment {
    let plant = clutter_instances[in.instance];
    let c = cos(plant.yaw);
    let s = sin(plant.yaw);
    let p = in.position * plant.scale;
    // As the engine turns row vectors.
    let offset = vec3f(p.x * c + p.z * s, p.y, -p.x * s + p.z * c);
    var out: PlantFragment;
    out.relative = relative_from_world(plant.position) + offset;
    out.clip = frame.clip_from_relative * vec4f(out.relative, 1.0);
    out.uv = in.uv;
    let light = unpack4x8unorm(plant.light);
    let variety = fract(plant.yaw * 7.31 + plant.scale * 3.7);
    out.look = vec4f(light.x, light.y, offset.y, variety);
    return out;
}

@fragment
fn fragment(in: PlantFragment) -> @location(0) vec4f {
    var texel = textureSample(atlas, atlas_sampler, in.uv);
    if texel.a < 0.5 {
        discard;
    }
    let grid = grid_from_relative(in.relative.xz);
    let y = in.relative.y + eye_height();
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    let ground = ground_normal(grid, 1.0);
    // Plants are lit as the ground they stand on, and let light through.
    let facing = max(dot(ground, frame.sun_direction), 0.0) * 0.8 + 0.15;
    let sun = relief_sun(grid, y) * object_sun(in.relative, ground) * in.look.x;
    let deep = mix(0.5, 1.0, smoothstep(0.0, 0.35, in.look.z));
    let albedo = texel.rgb * (0.85 + 0.3 * in.look.w);
    let light = frame.sun_color * facing * sun * deep + ambient(vec3f(0.0, 1.0, 0.0), baked.x * deep) * in.look.y;
    return vec4f(tonemap(haze(albedo * light, in.relative)), 1.0);
}
