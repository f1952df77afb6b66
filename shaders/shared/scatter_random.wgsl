// The engine's random numbers and its dither. Twin of src/scatter/random.rs and src/scatter/dither.rs.

const MULTIPLIER: u32 = 214013u;
const ADDEND: u32 = 2531011u;
// Two steps at once: a (a s + c) + c, modulo 2^32.
const SECOND_MULTIPLIER: u32 = 2851891209u;
const SECOND_ADDEND: u32 = 505908858u;

// State of all four generators of the slot at world coordinates x and z.
fn seed_of(x: i32, z: i32) -> u32 {
    return 0x12071980u ^ bitcast<u32>(x * z);
}

fn advance(state: u32) -> u32 {
    return state * MULTIPLIER + ADDEND;
}

fn skip_two(state: u32) -> u32 {
    return state * SECOND_MULTIPLIER + SECOND_ADDEND;
}

// 0 to 32767.
fn number(state: u32) -> u32 {
    return (state >> 16u) & 0x7fffu;
}

// From low to low + range, both included.
fn between(state: u32, low: f32, range: f32) -> f32 {
    return low + f32(number(state)) * (1.0 / 32767.0) * range;
}

// What a level must exceed, 0 to 253; of column and row the low four bits count.
fn threshold(column: u32, row: u32) -> u32 {
    let fine = base(column, row);
    let coarse = base(column >> 2u, row >> 2u);
    // 0.5 + 15.875 m(fine) + 15.875 / 16 m(coarse), cut to an integer, in 128ths.
    return (64u + 2032u * fine + 127u * coarse) >> 7u;
}

// Four rows of four, a nibble each, from the low end on: 0 14 3 13, 11 5 8 6, 12 2 15 1, 7 9 4 10.
fn base(column: u32, row: u32) -> u32 {
    let rows = select(0x685bd3e0u, 0xa4971f2cu, (column & 2u) != 0u);
    return (rows >> (16u * (column & 1u) + 4u * (row & 3u))) & 15u;
}
