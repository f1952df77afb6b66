//! How many of the plants are drawn far away. Twins of the functions of `shaders/shared/thin.wgsl`.

/// Pixels of a plant of a metre from which on every one is drawn: at some 50 metres in a picture 720 pixels high.
pub const THIN_PIXELS: f32 = 12.0;

/// A plant whose scale is so many pixels is drawn no more. Twin of `SMALLEST`.
pub const SMALLEST: f32 = 2.0;

/// Share of the plants that are drawn where a plant of a metre has so many pixels.
pub fn thin_keep(pixels: f32, thin_pixels: f32) -> f32 {
    if thin_pixels <= 0.0 {
        return 1.0;
    }
    let t = (pixels / thin_pixels).min(1.0);
    t * t.sqrt()
}

/// When a plant goes, 0 to 1: those of the highest rank go first.
pub fn thin_rank(slot: u32, model_cell: u32) -> f32 {
    let mut hash = slot.wrapping_mul(0x9e37_79b1) ^ model_cell.wrapping_mul(0x85eb_ca77);
    hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
    hash ^= hash >> 12;
    (hash >> 8) as f32 / 16_777_216.0
}

/// How much wider those are that are drawn.
pub fn thin_spread(keep: f32) -> f32 {
    keep.max(0.01).sqrt().recip().min(1.8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_plants_are_drawn_near_and_ever_fewer_far_away() {
        assert_eq!(thin_keep(THIN_PIXELS, THIN_PIXELS), 1.0);
        assert_eq!(thin_keep(1000.0, THIN_PIXELS), 1.0);
        assert_eq!(thin_keep(0.0, THIN_PIXELS), 0.0);
        assert_eq!(thin_keep(0.001, 0.0), 1.0, "where nothing is thinned");
        let shares = [16.0, 8.0, 4.0, 2.0].map(|pixels| thin_keep(pixels, THIN_PIXELS));
        assert!(shares.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn ranks_are_spread_evenly_and_unlike_among_neighbours() {
        let mut tenths = [0; 10];
        for slot in 0..100 {
            for cell in 0..64 {
                let rank = thin_rank(1000 + slot, 3 | (cell % 8) << 16 | (cell / 8) << 24);
                tenths[(rank * 10.0) as usize] += 1;
            }
        }
        assert!(tenths.iter().all(|&count| (540..740).contains(&count)), "{tenths:?}");
    }
}
