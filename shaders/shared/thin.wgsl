// How many of the plants are drawn far away: fewer and fewer, the same ones each time, and each shrinks before it goes.
// Twin of the functions of the same names in src/render/thin.rs.

// A plant whose scale is so many pixels is drawn no more; it has shrunk to nothing by then.
const SMALLEST: f32 = 2.0;

// Share of the plants that are drawn where a plant of a metre has so many pixels.
fn thin_keep(pixels: f32, thin_pixels: f32) -> f32 {
    if thin_pixels <= 0.0 {
        return 1.0;
    }
    let t = min(pixels / thin_pixels, 1.0);
    return t * sqrt(t);
}

// When a plant goes, 0 to 1: those of the highest rank go first. Neighbours have unlike ranks.
fn thin_rank(slot: u32, model_cell: u32) -> f32 {
    var hash = slot * 0x9e3779b1u ^ model_cell * 0x85ebca77u;
    hash = (hash ^ (hash >> 15u)) * 0x2c1b3c6du;
    hash ^= hash >> 12u;
    return f32(hash >> 8u) * (1.0 / 16777216.0);
}

// What is left of the size of a plant, 0 to 1, where a share `keep` of them is drawn.
fn thin_size(rank: f32, keep: f32) -> f32 {
    return clamp((keep - rank) / (0.3 * keep), 0.0, 1.0);
}

// How much wider those are that are drawn, so that a meadow doesn't look the thinner for it.
fn thin_spread(keep: f32) -> f32 {
    return min(inverseSqrt(max(keep, 0.01)), 1.8);
}
