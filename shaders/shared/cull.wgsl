// Chooses what is drawn: one thread a chunk counts and then lists the instances that are seen, by level of detail.
// The importing shader says where an instance is: fn instance_sphere(index, chunk) -> vec4f, relative centre and
// radius, and fn instance_level(...) how fine it is drawn. No atomics: the lists come out in the same order always.

struct CullView {
    // The four sides of the picture, relative to the eye: what has dot(xyz, p) < -radius is outside.
    sides: array<vec4f, 4>,
    eye_high: vec3f,
    // What one pixel spans at a distance of one metre, in metres.
    pixel_angle: f32,
    eye_low: vec3f,
    // Spheres of a smaller radius on the screen are not drawn, pixels.
    least_pixels: f32,
    // Radius on the screen below which levels 1, 2 and 3 are drawn, pixels.
    level_pixels: vec3f,
    // See `thin_keep`; 0 where nothing is thinned.
    thin_pixels: f32,
    // Number of chunks, of models; metres beyond which nothing is drawn.
    chunk_count: u32,
    model_count: u32,
    farthest: f32,
    // 1: all sides are seen with the same size, as a parallel light does.
    parallel: u32,
}

// Up to 128 instances of one model.
struct Chunk {
    first: u32,
    count: u32,
    levels: u32,
    // Radius of the model at scale 1, metres.
    radius: f32,
}

struct CullModel {
    first_chunk: u32,
    chunk_count: u32,
    levels: u32,
    // Where its lists begin; list L begins at visible_first + L * instances.
    visible_first: u32,
    instances: u32,
}

struct DrawArgs {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

const NOT_DRAWN: u32 = 4u;

@group(0) @binding(0) var<uniform> view: CullView;
@group(0) @binding(1) var<storage, read> instances: array<Instance>;
@group(0) @binding(2) var<storage, read> chunks: array<Chunk>;
// Per chunk: how many are drawn at each level; after `scan`: where its part of each list begins.
@group(0) @binding(3) var<storage, read_write> counts: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> visible: array<u32>;
@group(0) @binding(5) var<storage, read> models: array<CullModel>;
@group(0) @binding(6) var<storage, read_write> draws: array<DrawArgs>;

fn linear_index(id: vec3u, groups: vec3u) -> u32 {
    return id.y * groups.x * 64u + id.x; // 2D: 65,535 groups a dimension.
}

// 0 to 3, or NOT_DRAWN.
fn sphere_level(sphere: vec4f, levels: u32) -> u32 {
    for (var side = 0u; side < 4u; side++) {
        if dot(view.sides[side].xyz, sphere.xyz) + view.sides[side].w < -sphere.w {
            return NOT_DRAWN;
        }
    }
    var distance = length(sphere.xyz);
    if distance - sphere.w > view.farthest {
        return NOT_DRAWN;
    }
    if view.parallel == 1u {
        distance = 1.0;
    }
    let pixels = sphere.w / max(distance * view.pixel_angle, 1e-6);
    if pixels < view.least_pixels {
        return NOT_DRAWN;
    }
    var level = 0u;
    level += select(0u, 1u, pixels < view.level_pixels.x);
    level += select(0u, 1u, pixels < view.level_pixels.y);
    level += select(0u, 1u, pixels < view.level_pixels.z);
    return min(level, levels - 1u);
}

@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let index = linear_index(id, groups);
    if index >= view.chunk_count {
        return;
    }
    let chunk = chunks[index];
    var sums = vec4u(0u);
    for (var i = 0u; i < chunk.count; i++) {
        let level = instance_level(chunk.first + i, chunk);
        sums += select(vec4u(0u), vec4u(1u), vec4u(level) == vec4u(0u, 1u, 2u, 3u));
    }
    counts[index] = sums;
}

@compute @workgroup_size(64)
fn scan(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let index = linear_index(id, groups);
    if index >= view.model_count {
        return;
    }
    let model = models[index];
    let begin = vec4u(0u, 1u, 2u, 3u) * model.instances + model.visible_first;
    var next = begin;
    for (var i = 0u; i < model.chunk_count; i++) {
        let here = counts[model.first_chunk + i];
        counts[model.first_chunk + i] = next;
        next += here;
    }
    let total = next - begin;
    draws[index * 4u].instance_count = total.x;
    draws[index * 4u + 1u].instance_count = total.y;
    draws[index * 4u + 2u].instance_count = total.z;
    draws[index * 4u + 3u].instance_count = total.w;
}

@compute @workgroup_size(64)
fn emit(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let index = linear_index(id, groups);
    if index >= view.chunk_count {
        return;
    }
    let chunk = chunks[index];
    var next = counts[index];
    for (var i = 0u; i < chunk.count; i++) {
        let level = instance_level(chunk.first + i, chunk);
        if level < NOT_DRAWN {
            visible[next[level]] = chunk.first + i;
            next[level] += 1u;
        }
    }
}
