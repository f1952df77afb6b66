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
    ground: u32,
    width: u32,
    slot_count: u32,
    rank_count: u32,
    cells: u32,
    spacing: f32,
    jitter: f32,
    // The instances that `emit` writes; the first of them stands at 0.
    page_first: u32,
    page_end: u32,
}

struct Slot {
    y_base: f32,
    height: f32,
    // 16 bits a part.
    models: vec2u,
    palettes: vec2u,
    light: u32,
    flags: u32,
    ranks: vec4u,
}

const NO_MODEL: u32 = 0xffffu;
const NO_RANK: u32 = 0xffffffffu;
const PHANTOM: u32 = 1u;
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
@group(0) @binding(5) var heights: texture_2d<f32>;

// A slot as its candidates need it.
struct Place {
    // Densities of the four parts at the corners.
    south_west: vec4u,
    south_east: vec4u,
    north_west: vec4u,
    north_east: vec4u,
    // South-west corner of the slot's box, grown by a millimetre.
    corner: vec2f,
    // State of all four generators.
    seed: u32,
    // No candidate can fall off the ground.
    holds_all: bool,
    // The slot can plant something.
    plants: bool,
}

fn place_of(slot: Slot, index: u32) -> Place {
    var place: Place;
    let models = vec4u(slot.models.x & 0xffffu, slot.models.x >> 16u, slot.models.y & 0xffffu, slot.models.y >> 16u);
    let all_palettes =
        vec4u(slot.palettes.x & 0xffffu, slot.palettes.x >> 16u, slot.palettes.y & 0xffffu, slot.palettes.y >> 16u);
    let palettes = select(all_palettes, vec4u(0u), models == vec4u(NO_MODEL));
    place.plants = (slot.flags & PHANTOM) == 0u && any(palettes != vec4u(0u));
    place.south_west = palettes & vec4u(15u);
    place.south_east = (palettes >> vec4u(4u)) & vec4u(15u);
    place.north_west = (palettes >> vec4u(8u)) & vec4u(15u);
    place.north_east = palettes >> vec4u(12u);
    let world = vec2i(vec2u(index % params.width, index / params.width)) - params.offset;
    place.corner = vec2f(world) * 2.0 - 0.001;
    place.seed = seed_of(world.x, world.y);
    place.holds_all = holds_all(place.corner, params.jitter + 0.01);
    return place;
}

// 34 S of the four parts along a row of candidates (see src/scatter/density.rs).
struct Row {
    level: vec4u,
    rise: vec4u,
}

fn row_of(place: Place, z: u32) -> Row {
    let n = params.cells;
    let west = 34u * (place.south_west * (n - z) + place.north_west * z);
    let east = 34u * (place.south_east * (n - z) + place.north_east * z);
    return Row(west * n, east - west);
}

// Which parts exceed the dither at a candidate; `jitter` is the state before its two draws.
fn passing(level: vec4u, x: u32, z: u32, jitter: u32) -> vec4<bool> {
    let shift_x = (advance(jitter) >> 16u) & 15u;
    let shift_z = (skip_two(jitter) >> 16u) & 15u;
    let limit = params.cells * params.cells * (2u * threshold(x + shift_x, z + shift_z) + 1u);
    return level >= vec4u(limit);
}

// One of the parts that pass; only a choice between several takes a draw.
fn select_part(passing: vec4<bool>, selection: ptr<function, u32>) -> u32 {
    var left = dot(select(vec4u(0u), vec4u(1u, 2u, 4u, 8u), passing), vec4u(1u));
    let count = countOneBits(left);
    if count > 1u {
        *selection = advance(*selection);
        let skipped = number(*selection) % count;
        for (var i = 0u; i < skipped; i++) {
            left &= left - 1u;
        }
    }
    return firstTrailingBit(left);
}

// Where a candidate ends up, in world x and z; the draw for z comes first.
fn jittered(place: Place, x: u32, z: u32, jitter: u32) -> vec2f {
    let shift_z = between(advance(jitter), -params.jitter, 2.0 * params.jitter);
    let shift_x = between(skip_two(jitter), -params.jitter, 2.0 * params.jitter);
    return vec2f(vec2u(x, z)) * params.spacing + place.corner + vec2f(shift_x, shift_z);
}

fn linear_index(id: vec3u, groups: vec3u) -> u32 {
    return id.y * groups.x * 64u + id.x; // 2D: 65,535 groups a dimension.
}

// Stage 1: the number of instances of each part, at its rank.
@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let index = linear_index(id, groups);
    if index >= params.slot_count {
        return;
    }
    let slot = slots[index];
    let place = place_of(slot, index);
    if !place.plants {
        return;
    }
    let last = params.cells - 1u;
    var jitter = place.seed;
    var selection = place.seed;
    var counts = vec4u(0u);
    for (var z = 0u; z <= params.cells; z++) {
        // The last candidate of a row and the last row have the density and the dither of those before.
        let row_z = min(z, last);
        let row = row_of(place, row_z);
        var level = row.level;
        for (var x = 0u; x <= params.cells; x++) {
            let passing = passing(level, min(x, last), row_z, jitter);
            jitter = skip_two(jitter);
            if x < last {
                level += row.rise;
            }
            if any(passing) {
                let part = select_part(passing, &selection);
                let stands = place.holds_all || holds(jittered(place, x, z, jitter));
                jitter = skip_two(jitter);
                counts += select(vec4u(0u), vec4u(1u), PARTS == vec4u(part)) * u32(stands);
            }
        }
    }
    for (var part = 0u; part < 4u; part++) {
        if slot.ranks[part] != NO_RANK {
            offsets[slot.ranks[part]] = counts[part];
        }
    }
}

var<workgroup> sums: array<u32, 64>;

// Replaces the sum of each thread of a workgroup by the sum of those before it, and gives the sum of all.
fn scan_workgroup(thread: u32, sum: u32) -> u32 {
    sums[thread] = sum;
    for (var reach = 1u; reach < 64u; reach *= 2u) {
        workgroupBarrier();
        let before = select(0u, sums[max(thread, reach) - reach], thread >= reach);
        workgroupBarrier();
        sums[thread] += before;
    }
    workgroupBarrier();
    let total = sums[63];
    workgroupBarrier();
    sums[thread] -= sum;
    return total;
}

// Stage 2: within each block the sum of the counts before, and the sum of the block behind the counts.
@compute @workgroup_size(64)
fn scan_blocks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = group.y * groups.x + group.x;
    if block >= params.rank_count / BLOCK {
        return; // The whole workgroup does.
    }
    let first = block * BLOCK + thread * 4u;
    let counts = vec4u(offsets[first], offsets[first + 1u], offsets[first + 2u], offsets[first + 3u]);
    let total = scan_workgroup(thread, counts.x + counts.y + counts.z + counts.w);
    let before = sums[thread];
    offsets[first] = before;
    offsets[first + 1u] = before + counts.x;
    offsets[first + 2u] = before + counts.x + counts.y;
    offsets[first + 3u] = before + counts.x + counts.y + counts.z;
    if thread == 0u {
        offsets[params.rank_count + block] = total;
    }
}

// Stage 3, in one workgroup: the sums of the blocks before each block, and the total behind them.
@compute @workgroup_size(64)
fn scan_sums(@builtin(local_invocation_index) thread: u32) {
    let blocks = params.rank_count / BLOCK;
    let share = (blocks + 63u) / 64u;
    let first = params.rank_count + min(thread * share, blocks);
    let end = params.rank_count + min(thread * share + share, blocks);
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += offsets[i];
    }
    let total = scan_workgroup(thread, sum);
    var before = sums[thread];
    for (var i = first; i < end; i++) {
        let here = offsets[i];
        offsets[i] = before;
        before += here;
    }
    if thread == 63u {
        offsets[params.rank_count + blocks] = total;
    }
}

// Where the first instance of a part goes.
fn first_of(rank: u32) -> u32 {
    if rank == NO_RANK {
        return 0u;
    }
    return offsets[rank] + offsets[params.rank_count + rank / BLOCK];
}

// Stage 4: writes the instances of the page, each at its place.
@compute @workgroup_size(64)
fn emit(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let index = linear_index(id, groups);
    if index >= params.slot_count {
        return;
    }
    let slot = slots[index];
    let place = place_of(slot, index);
    if !place.plants {
        return;
    }
    let first = vec4u(first_of(slot.ranks.x), first_of(slot.ranks.y), first_of(slot.ranks.z), first_of(slot.ranks.w));
    let most = (params.cells + 1u) * (params.cells + 1u);
    let may_be_here = (first < vec4u(params.page_end)) & (first + most > vec4u(params.page_first));
    if !any(may_be_here & (slot.ranks != vec4u(NO_RANK))) {
        return;
    }
    let last = params.cells - 1u;
    var next = first;
    var jitter = place.seed;
    var selection = place.seed;
    var scale = place.seed;
    var yaw = place.seed;
    for (var z = 0u; z <= params.cells; z++) {
        let row_z = min(z, last);
        let row = row_of(place, row_z);
        var level = row.level;
        for (var x = 0u; x <= params.cells; x++) {
            let passing = passing(level, min(x, last), row_z, jitter);
            jitter = skip_two(jitter);
            if x < last {
                level += row.rise;
            }
            if any(passing) {
                let part = select_part(passing, &selection);
                let point = jittered(place, x, z, jitter);
                jitter = skip_two(jitter);
                // One that falls off takes no draw for scale and yaw, as in the engine.
                if place.holds_all || holds(point) {
                    scale = advance(scale);
                    yaw = advance(yaw);
                    let is_part = PARTS == vec4u(part);
                    let at = dot(select(vec4u(0u), next, is_part), vec4u(1u));
                    next += select(vec4u(0u), vec4u(1u), is_part);
                    if at >= params.page_first && at < params.page_end {
                        let models = select(slot.models.x, slot.models.y, part >= 2u);
                        let model = (models >> (16u * (part & 1u))) & 0xffffu;
                        let range = scales[model] * vec2f(0.5, 0.9);
                        instances[at - params.page_first] = Instance(
                            vec3f(point.x, height_at(slot.y_base, point), point.y),
                            between(scale, range.x, range.y - range.x),
                            between(yaw, 0.0, 6.2831855),
                            model,
                            index | (part << 30u),
                            slot.light,
                        );
                    }
                }
            }
        }
    }
}
