// Draws plants with the meshes and the texture of the level.
#import frame
#import ground
#import light
#import clutter_instance
#import thin
#import pick

@group(1) @binding(0) var<storage, read> clutter_instances: array<Instance>;
@group(1) @binding(1) var atlas: texture_2d<f32>;
@group(1) @binding(2) var atlas_sampler: sampler;
@group(1) @binding(3) var<uniform> look: ClutterLook;

@group(2) @binding(0) var<uniform> page: PageStart;

// How the plants of a scene are shown.
struct ClutterLook {
    // The light of the slots is shown so many times as strong, and at least so strong.
    light_gain: f32,
    light_floor: f32,
    // Metres from the eye at which the game's own ring ends; 0 without one.
    ring: f32,
}

struct PlantVertex {
    @location(0) position: vec3f,
    @location(1) uv: vec2f,
    @location(2) instance: u32,
}

struct PlantFragment {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    // Light on the leaf.
    @location(1) light: vec3f,
    @location(2) between: vec4f,
}

// How far a plant has shrunk towards the end of the game's own ring: by the distance of the middle of its slot, as the
// engine does it. The plant's own height stands for that of the middle.
fn ring_fade(slot: u32, height: f32) -> f32 {
    if look.ring <= 0.0 {
        return 1.0;
    }
    let index = slot & 0x3fffffffu;
    let place = vec2f(vec2u(index % frame.slots_size.x, index / frame.slots_size.x));
    let middle = frame.slots_offset + place * 2.0 + 1.0;
    let squared = dot(middle, middle) + height * height;
    return clamp(1.0 - (squared - 1.0) / (look.ring * look.ring - 1.0), 0.0, 1.0);
}

// Where a vertex of a plant is.
fn placed(plant: Instance, position: vec3f) -> vec3f {
    let c = cos(plant.yaw);
    let s = sin(plant.yaw);
    let root = relative_from_world(plant.position);
    // Plants shrink before they are too small to be drawn, so that none appears at once.
    let pixels = plant.scale / max(length(root) * frame.pixel_angle, 1e-6);
    let keep = thin_keep(1.0 / max(length(root) * frame.pixel_angle, 1e-6), frame.thin_pixels);
    let size = plant.scale * smoothstep(SMALLEST, 3.0 * SMALLEST, pixels) * ring_fade(plant.slot, root.y)
        * thin_size(thin_rank(plant.slot, plant.model_cell), keep);
    let spread = thin_spread(keep);
    let p = position * size * vec3f(spread, 1.0, spread);
    // As the engine turns row vectors.
    return root + vec3f(p.x * c + p.z * s, p.y, -p.x * s + p.z * c);
}

// All light is found at the vertices: plants are small on the screen, and there are many of them.
@vertex
fn vertex(in: PlantVertex) -> PlantFragment {
    let plant = clutter_instances[in.instance];
    let root = relative_from_world(plant.position);
    let relative = placed(plant, in.position);

    let grid = grid_from_relative(root.xz);
    let baked = textureSampleLevel(ground_light, clamp_sampler, ground_uv(grid), 0.0);
    let ground = cell_normal(grid);
    // Plants are lit as the ground they stand on, and let light through.
    let facing = max(dot(ground, frame.sun_direction), 0.0) * 0.8 + 0.15;
    let slot = clamp(unpack4x8unorm(plant.light) * look.light_gain, vec4f(look.light_floor), vec4f(1.0));
    let sun = baked.z * object_sun_hard(relative, ground) * slot.x * (1.0 - 0.45 * baked.y);
    // By the height of the whole plant: one that shrinks stays as light as it was.
    let deep = mix(0.55, 1.0, smoothstep(0.0, 0.3, in.position.y * plant.scale));
    let variety = 0.82 + 0.36 * fract(plant.yaw * 7.31 + plant.scale * 3.7);
    let sky = ambient(vec3f(0.0, 1.0, 0.0), baked.x * (1.0 - 0.5 * baked.y)) * slot.y;

    var out: PlantFragment;
    out.clip = frame.clip_from_relative * vec4f(relative, 1.0);
    out.uv = in.uv;
    out.light = (frame.sun_color * facing * sun + sky) * deep * variety;
    out.between = air(relative);
    return out;
}

@fragment
fn fragment(in: PlantFragment) -> @location(0) vec4f {
    let texel = textureSample(atlas, atlas_sampler, in.uv);
    if texel.a < 0.5 {
        discard;
    }
    return vec4f(tonemap(texel.rgb * in.light * in.between.w + in.between.rgb), 1.0);
}

struct PlantPick {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) index: u32,
}

@vertex
fn pick_vertex(in: PlantVertex) -> PlantPick {
    let relative = placed(clutter_instances[in.instance], in.position);
    return PlantPick(frame.clip_from_relative * vec4f(relative, 1.0), in.uv, page.first + in.instance);
}

@fragment
fn pick(in: PlantPick) -> @location(0) vec4u {
    if textureSample(atlas, atlas_sampler, in.uv).a < 0.5 {
        discard;
    }
    return picked(PLANT, in.index, in.clip, 0u);
}
