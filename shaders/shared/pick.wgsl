// What is told of a pixel in place of its colour.

// Twins of the constants of the same names in src/render/pick.rs.
const GROUND: u32 = 1u;
const OBJECT: u32 = 2u;
const PLANT: u32 = 3u;
const ROAD: u32 = 4u;
const WATER: u32 = 5u;
const SHAPE: u32 = 6u;
const MESH: u32 = 7u;

struct PickFragment {
    @builtin(position) clip: vec4f,
    // Which of its kind.
    @location(0) @interpolate(flat) index: u32,
}

// Where the instances of a page begin among all.
struct PageStart {
    first: u32,
}

// Kind, number, depth as bits, and what else there is to tell.
fn picked(kind: u32, index: u32, clip: vec4f, more: u32) -> vec4u {
    return vec4u(kind, index, bitcast<u32>(clip.z), more);
}
