//! The texels of an overlay.

use super::Color;
use crate::formats::xray::SLOT_SIZE;
use rayon::prelude::*;

/// Texels along an edge, at most.
const LONGEST_EDGE: u32 = 4096;

/// Texels along a slot's edge where something changes inside of a slot, at most.
pub(super) const FINE: u32 = 8;

/// Texels, the south-western first, x fastest.
pub(super) struct Canvas {
    pub size: [u32; 2],
    pub texels: Vec<u8>,
    /// Edge of a texel, metres.
    pub texel: f64,
}

impl Canvas {
    /// Asks for the colour of each texel, with up to `fine` texels along the edge of a slot: of which slot (its place
    /// in the grid), and where in it, each 0 to 1 to the east and to the north.
    ///
    /// In a grid that is too large, a texel covers several slots and shows the first of them that has something to say.
    pub fn paint(grid: [u32; 2], fine: u32, color: impl Fn(usize, [f32; 2]) -> Option<Color> + Sync) -> Self {
        let longest = grid[0].max(grid[1]).max(1);
        let mut fine = fine.max(1);
        while fine > 1 && longest.saturating_mul(fine) > LONGEST_EDGE {
            fine /= 2;
        }
        let coarse = longest.div_ceil(LONGEST_EDGE);
        let size = grid.map(|slots| (slots.div_ceil(coarse) * fine).max(1));
        let mut texels = vec![0; size[0] as usize * size[1] as usize * 4];
        let at = |x: u32, z: u32| {
            let place = [x, z].map(|i| ((i % fine) as f32 + 0.5) / fine as f32);
            let first = [x, z].map(|i| i / fine * coarse);
            // In a grid that is long and narrow a texel spans many more slots than there are.
            let [columns, rows] = [0, 1].map(|axis| first[axis]..grid[axis].min(first[axis] + coarse));
            rows.flat_map(|z| columns.clone().map(move |x| [x, z]))
                .find_map(|[x, z]| color(z as usize * grid[0] as usize + x as usize, place))
        };
        texels.par_chunks_exact_mut(size[0] as usize * 4).zip(0..size[1]).for_each(|(row, z)| {
            for (texel, x) in row.chunks_exact_mut(4).zip(0..) {
                if let Some([r, g, b]) = at(x, z) {
                    texel.copy_from_slice(&[r, g, b, 255]);
                }
            }
        });
        Self { size, texels, texel: f64::from(SLOT_SIZE) * f64::from(coarse) / f64::from(fine) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_texel_knows_its_slot_and_its_place_in_it() {
        let canvas = Canvas::paint([2, 1], 4, |slot, [x, z]| {
            (slot == 1).then_some([(x * 80.0) as u8, (z * 80.0) as u8, 9])
        });
        assert_eq!((canvas.size, canvas.texel), ([8, 4], 0.5));
        let texel = |x: usize, z: usize| &canvas.texels[(z * 8 + x) * 4..][..4];
        assert_eq!(texel(3, 0), [0; 4], "the western slot says nothing");
        assert_eq!(texel(4, 0), [10, 10, 9, 255]);
        assert_eq!(texel(7, 2), [70, 50, 9, 255]);
    }

    #[test]
    fn a_grid_too_large_for_its_texels_keeps_what_has_something_to_say() {
        let wanted = 4097 * 2 + 1; // Row 2, column 1.
        let canvas = Canvas::paint([4097, 3], FINE, |slot, _| (slot == wanted).then_some([1, 2, 3]));
        assert_eq!((canvas.size, canvas.texel), ([2049, 2], 4.0));
        let told: Vec<_> = canvas.texels.chunks_exact(4).map(|texel| texel[3] > 0).collect();
        assert_eq!(told.iter().filter(|told| **told).count(), 1);
        assert!(told[2049], "the second row, the first texel");
    }

    #[test]
    fn a_long_narrow_grid_asks_each_slot_once() {
        let asked = AtomicU32::new(0);
        let canvas = Canvas::paint([1, 1 << 20], FINE, |_, _| {
            asked.fetch_add(1, Ordering::Relaxed);
            None
        });
        assert_eq!((canvas.size, canvas.texel), ([1, 4096], 512.0));
        assert_eq!(asked.into_inner(), 1 << 20);
    }

    #[test]
    fn the_texels_get_coarser_before_they_get_too_many() {
        for (slots, fine) in [(512, 8), (513, 4), (1024, 4), (2048, 2), (2049, 1), (4096, 1)] {
            let canvas = Canvas::paint([slots, 1], FINE, |_, _| None);
            assert_eq!(canvas.size, [slots * fine, fine], "{slots}");
        }
    }
}
