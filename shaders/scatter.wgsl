// Plants grass as the engine does: count the instances of each part of each slot, add the counts up, write the
// instances where they belong. One thread a slot. Twin of src/scatter, where it is explained.
#import clutter_instance
#import scatter_random
#import scatter_ground

// What is the same for all slots.
struct Params {
    offset: vec2i,
    ground_size: vec2u,
    ground_origin: vec2f,
    ground_cell: f32,
    width: u32,
    slot_count: u32,
    rank_count: u32,
    cells: u32,
    spacing: f32,
    jitter: f32,
    // Rows of candidates that are walked at once.
    rows: u32,
    // The instances that `emit` writes; the first of them stands at 0.
    page_first: u32,
    page_end: u32,
    // Metres by which the level is moved over the world.
    moved: vec2f,
    // Factor on every scale.
    detail_height: f32,
    // 1: the jitter of x is drawn before that of z.
    x_first: u32,
    // 1: a slot's light has a grey for each corner.
    corner_light: u32,
}

struct Slot {
    y_base: f32,
    height: f32,
    // 16 bits a part.
    models: vec2u,
    palettes: vec2u,
    light: u32,
    // Place in the grid.
    index: u32,
    ranks: vec4u,
    // State of all generators before the first draw.
    seed: u32,
    // Its part of triangle_refs.
    first_triangle: u32,
    triangle_count: u32,
}

// Looks up: its first corner, and from there to the second and the third.
struct Triangle {
    x: f32,
    y: f32,
    z: f32,
    ax: f32,
    ay: f32,
    az: f32,
    bx: f32,
    by: f32,
    bz: f32,
}

const NO_RANK: u32 = 0xffffffffu;
// Counts that one workgroup adds up.
const BLOCK: u32 = 256u;
const PARTS: vec4u = vec4u(0u, 1u, 2u, 3u);

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> slots: array<Slot>;
// Smallest and largest scale of each model.
@group(0) @binding(2) var<storage, read> scales: array<vec2f>;
// Counts by rank, then the sums of the blocks, then the total.
@group(0) @binding(3) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(4) var<storage, read_write> instances: array<Instance>;
@group(0) @binding(5) var heights: texture_2d_array<f32>;
@group(0) @binding(6) var<storage, read> triangles: array<Triangle>;
// Indices of triangles, slot by slot.
@group(0) @binding(7) var<storage, read> triangle_refs: array<u32>;

// Densities of the four parts at the corners; an empty part has none.
struct Corners {
    south_west: vec4u,
    south_east: vec4u,
    north_west: vec4u,
    north_east: vec4u,
}

fn corners_of(slot: Slot) -> Corners {
    let halves = vec4u(slot.palettes & vec2u(0xffffu), slot.palettes >> vec2u(16u));
    let palettes = select(halves.xzyw, vec4u(0u), slot.ranks == vec4u(NO_RANK));
    return Corners(
        palettes & vec4u(15u),
        (palettes >> vec4u(4u)) & vec4u(15u),
        (palettes >> vec4u(8u)) & vec4u(15u),
        palettes >> vec4u(12u),
    );
}

// World coordinates of a slot, in slots.
fn world_of(index: u32) -> vec2i {
    return vec2i(vec2u(index % params.width, index / params.width)) - params.offset;
}

// Where a candidate ends up, in world x and z.
fn jittered(world: vec2i, candidate: vec2u, jitter: u32) -> vec2f {
    let first = between(advance(jitter), -params.jitter, 2.0 * params.jitter);
    let second = between(advance_two(jitter), -params.jitter, 2.0 * params.jitter);
    let shift = select(vec2f(second, first), vec2f(first, second), params.x_first == 1u);
    // The engine grows the slot's box and counts from its corner.
    let corner = vec2f(world) * 2.0 - GROWTH;
    return vec2f(candidate) * params.spacing + corner + shift + params.moved;
}

// The light of a candidate: the slot's, or between those of its corners, as the densities are.
fn light_at(slot: Slot, candidate: vec2u) -> u32 {
    if params.corner_light == 0u {
        return slot.light;
    }
    let n = params.cells;
    let place = min(candidate, vec2u(n - 1u));
    let corners = (vec4u(slot.light) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u);
    let south = corners.x * (n - place.x) + corners.y * place.x;
    let north = corners.z * (n - place.x) + corners.w * place.x;
    let grey = (34u * (south * (n - place.y) + north * place.y) + n * n) / (2u * n * n);
    return grey | (grey << 8u);
}

// Walks the candidates of a stretch, at most 32: which of them each part passes, a bit each, row by row.
//
// Only what the draws of the jitter depend on is done here: a lane whose candidate fails waits for those that pass.
fn walk(corners: Corners, first: vec2u, end: vec2u, jitter: ptr<function, u32>) -> vec4u {
    let n = params.cells;
    let last = n - 1u;
    var passing = vec4u(0u);
    var bit = 1u;
    for (var z = first.y; z < end.y; z++) {
        // The last candidate of a row and the last row have the density and the dither of those before.
        let row_z = min(z, last);
        // 34 S of src/scatter/density.rs, at the first candidate and what each further one adds.
        let west = 34u * (corners.south_west * (n - row_z) + corners.north_west * row_z);
        let east = 34u * (corners.south_east * (n - row_z) + corners.north_east * row_z);
        let rise = east - west;
        var level = west * n + rise * min(first.x, last);
        for (var x = first.x; x < end.x; x++) {
            let shift_x = (advance(*jitter) >> 16u) & 15u;
            *jitter = advance_two(*jitter);
            let shift_z = (*jitter >> 16u) & 15u;
            let limit = n * n * (2u * threshold(min(x, last) + shift_x, row_z + shift_z) + 1u);
            // Both are far below 2^31, and comparing signed numbers is cheaper on some processors.
            let passes = vec4i(level) >= vec4i(i32(limit));
            passing |= select(vec4u(0u), vec4u(bit), passes);
            *jitter = select(*jitter, advance_two(*jitter), any(passes));
            level += select(vec4u(0u), rise, x < last);
            bit <<= 1u;
        }
    }
    return passing;
}

// One of the parts that pass (1, else 0); only a choice between several takes a draw.
fn select_part(passing: vec4u, selection: ptr<function, u32>) -> u32 {
    let two = passing.x + passing.y;
    let three = two + passing.z;
    let count = three + passing.w;
    *selection = select(*selection, advance(*selection), count > 1u);
    let drawn = number(*selection);
    let third = drawn - 3u * ((drawn * 43691u) >> 17u); // The remainder by 3, for 15 bits.
    let chosen = select(third, drawn & (count - 1u), count != 3u);
    return select(0u, 1u, passing.x <= chosen) + select(0u, 1u, two <= chosen) + select(0u, 1u, three <= chosen);
}

// The candidate of a bit of a stretch.
fn candidate_of(first: vec2u, bit: u32) -> vec2u {
    let row_len = params.cells + 1u;
    let row = u32((f32(bit) + 0.5) / f32(row_len));
    return first + vec2u(bit - row * row_len, row);
}

fn linear_index(id: vec3u, groups: vec3u) -> u32 {
    return id.y * groups.x * 64u + id.x; // 2D: 65,535 groups a dimension.
}

// Stage 1: the number of instances of each part, at its rank.
@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let at = linear_index(id, groups);
    if at >= params.slot_count {
        return;
    }
    let slot = slots[at];
    let corners = corners_of(slot);
    let world = world_of(slot.index);
    let seed = slot.seed;
    let row_end = params.cells + 1u;
    var jitter = seed;
    var selection = seed;
    var counts = vec4u(0u);
    for (var z = 0u; z < row_end; z += params.rows) {
        for (var x = 0u; x < row_end; x += 32u) {
            let first = vec2u(x, z);
            var drawn = jitter;
            let passing = walk(corners, first, min(first + vec2u(32u, params.rows), vec2u(row_end)), &jitter);
            var pairs = 1u;
            for (var left = passing.x | passing.y | passing.z | passing.w; left != 0u; left &= left - 1u) {
                let bit = firstTrailingBit(left);
                let part = select_part((passing >> vec4u(bit)) & vec4u(1u), &selection);
                let candidate = candidate_of(first, bit);
                let point = jittered(world, candidate, skip_pairs(drawn, bit + pairs));
                counts += select(vec4u(0u), vec4u(1u), (PARTS == vec4u(part)) & vec4<bool>(holds(slot, point)));
                pairs += 1u;
            }
        }
    }
    for (var part = 0u; part < 4u; part++) {
        if slot.ranks[part] != NO_RANK {
            offsets[slot.ranks[part]] = counts[part];
        }
    }
}

// Stage 2, one thread a block: within the block the sum of the counts before, and the block's sum behind the counts.
@compute @workgroup_size(64)
fn scan_blocks(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let block = linear_index(id, groups);
    if block >= params.rank_count / BLOCK {
        return;
    }
    offsets[params.rank_count + block] = scan(block * BLOCK, (block + 1u) * BLOCK);
}

// Replaces each value by the sum of those before it, and gives the sum of all.
fn scan(first: u32, end: u32) -> u32 {
    var sum = 0u;
    for (var i = first; i < end; i++) {
        let here = offsets[i];
        offsets[i] = sum;
        sum += here;
    }
    return sum;
}

var<workgroup> sums: array<u32, 64>;

// Stage 3, in one workgroup: the sums of the blocks before each block, and the total behind them.
@compute @workgroup_size(64)
fn scan_sums(@builtin(local_invocation_index) thread: u32) {
    let blocks = params.rank_count / BLOCK;
    let share = (blocks + 63u) / 64u;
    let first = params.rank_count + min(thread * share, blocks);
    let end = params.rank_count + min(thread * share + share, blocks);
    sums[thread] = scan(first, end);
    workgroupBarrier();
    var before = 0u;
    for (var other = 0u; other < thread; other++) {
        before += sums[other];
    }
    for (var i = first; i < end; i++) {
        offsets[i] += before;
    }
    if thread == 63u {
        offsets[params.rank_count + blocks] = before + sums[63];
    }
}

// Stage 4: writes the instances of the page, each at its place.
@compute @workgroup_size(64)
fn emit(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let at = linear_index(id, groups);
    if at >= params.slot_count {
        return;
    }
    let slot = slots[at];
    var next = vec4u(first_of(slot.ranks.x), first_of(slot.ranks.y), first_of(slot.ranks.z), first_of(slot.ranks.w));
    let row_end = params.cells + 1u;
    let may_be_here = (next < vec4u(params.page_end)) & (next + row_end * row_end > vec4u(params.page_first));
    if !any(may_be_here & (slot.ranks != vec4u(NO_RANK))) {
        return;
    }
    let corners = corners_of(slot);
    let world = world_of(slot.index);
    let seed = slot.seed;
    var jitter = seed;
    var selection = seed;
    // The generators of scale and angle have the same seed and draw once an instance, so they are one.
    var size = seed;
    for (var z = 0u; z < row_end; z += params.rows) {
        for (var x = 0u; x < row_end; x += 32u) {
            let first = vec2u(x, z);
            var drawn = jitter;
            let passing = walk(corners, first, min(first + vec2u(32u, params.rows), vec2u(row_end)), &jitter);
            var pairs = 1u;
            for (var left = passing.x | passing.y | passing.z | passing.w; left != 0u; left &= left - 1u) {
                let bit = firstTrailingBit(left);
                let part = select_part((passing >> vec4u(bit)) & vec4u(1u), &selection);
                let candidate = candidate_of(first, bit);
                let point = jittered(world, candidate, skip_pairs(drawn, bit + pairs));
                pairs += 1u;
                // One without ground takes no draw for scale and angle, as in the engine.
                let height = height_at(slot, point);
                if height <= NO_GROUND {
                    continue;
                }
                size = advance(size);
                let is_part = select(vec4u(0u), vec4u(1u), PARTS == vec4u(part));
                let place = dot(next, is_part) - params.page_first;
                next += is_part;
                if place < params.page_end - params.page_first {
                    let models = select(slot.models.x, slot.models.y, part >= 2u);
                    let model = (models >> (16u * (part & 1u))) & 0xffffu;
                    let range = scales[model] * vec2f(0.5, 0.9);
                    instances[place] = Instance(
                        vec3f(point.x, height, point.y),
                        between(size, range.x, range.y - range.x) * params.detail_height,
                        between(size, 0.0, 6.2831855),
                        model | (candidate.x << 16u) | (candidate.y << 24u),
                        slot.index | (part << 30u),
                        light_at(slot, candidate),
                    );
                }
            }
        }
    }
}

// Where the first instance of a part goes.
fn first_of(rank: u32) -> u32 {
    if rank == NO_RANK {
        return 0u;
    }
    return offsets[rank] + offsets[params.rank_count + rank / BLOCK];
}
