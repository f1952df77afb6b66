// The engine's random numbers and its dither. Twin of src/scatter/random.rs and src/scatter/dither.rs.

fn advance(state: u32) -> u32 {
    return state * 214013u + 2531011u;
}

// Two steps at once.
fn advance_two(state: u32) -> u32 {
    return state * 2851891209u + 505908858u;
}

// Up to 63 pairs of steps at once: by 1, 2, 4, 8, 16 and 32 pairs, as the bits of `pairs` say.
fn skip_pairs(state: u32, pairs: u32) -> u32 {
    var skipped = select(state, state * 2851891209u + 505908858u, (pairs & 1u) != 0u);
    skipped = select(skipped, skipped * 3724496977u + 159719620u, (pairs & 2u) != 0u);
    skipped = select(skipped, skipped * 4103125409u + 2115878600u, (pairs & 4u) != 0u);
    skipped = select(skipped, skipped * 1136269121u + 1043415696u, (pairs & 8u) != 0u);
    skipped = select(skipped, skipped * 3532701313u + 2186156320u, (pairs & 16u) != 0u);
    skipped = select(skipped, skipped * 2195963137u + 2219737664u, (pairs & 32u) != 0u);
    return skipped;
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

// The matrix 0 14 3 13, 11 5 8 6, 12 2 15 1, 7 9 4 10, of which each value is its column's ^ its row's; these are
// packed, a nibble each.
fn base(column: u32, row: u32) -> u32 {
    return ((0x7cb0u >> (4u * (column & 3u))) ^ (0xd3e0u >> (4u * (row & 3u)))) & 15u;
}
