//! How dense a slot's four parts are at a candidate, and which of them pass the dither. Twin of `Corners`, `corners_of`
//! and the sums in `walk` of `shaders/scatter.wgsl`.
//!
//! The engine interpolates 255 a / 15 between the corners in f32, rounds to a level, and lets a part pass when the
//! level exceeds the dither D. With S the sum of the corners, each times the n² parts of its opposite area, the
//! level is (34 S + n²) / 2n² rounded down, and it exceeds D just when 34 S >= n² (2 D + 1): no division is left.
//! This is the engine's own result in every case for n of 4, 5, 7, 8 and 9 (steps 0.6, 0.4, 0.3, 0.25 and 0.23). For
//! others an exact half may be rounded the other way, by one level of 255: 0.6 % of the cases of n = 6 (step 0.34) and
//! 0.07 % of those of n = 10 and 20 (steps 0.2 and 0.1).

use super::{NO_MODEL, Slot};

/// The corners of the four parts, part by part; an empty part has no density.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corners {
    south_west: [u32; 4],
    south_east: [u32; 4],
    north_west: [u32; 4],
    north_east: [u32; 4],
}

/// 34 S of the four parts along a row of candidates: at the first, and what each further one adds.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub level: [u32; 4],
    pub rise: [u32; 4],
}

impl Corners {
    /// Unpacks a slot's palettes.
    pub fn of(slot: &Slot) -> Self {
        let parts: [u32; 4] = std::array::from_fn(|part| {
            if model_of(slot, part as u32) == u32::from(NO_MODEL) { 0 } else { palette_of(slot, part as u32) }
        });
        Self {
            south_west: parts.map(|palette| palette & 15),
            south_east: parts.map(|palette| palette >> 4 & 15),
            north_west: parts.map(|palette| palette >> 8 & 15),
            north_east: parts.map(|palette| palette >> 12),
        }
    }

    /// The corners of a slot's light, in all parts.
    pub fn of_light(slot: &Slot) -> Self {
        let corner = |index: u32| [slot.light >> (4 * index) & 15; 4];
        Self { south_west: corner(0), south_east: corner(1), north_west: corner(2), north_east: corner(3) }
    }

    /// The row `z` of `cells`, at its candidate `x`.
    pub fn row(&self, x: u32, z: u32, cells: u32) -> Row {
        let mut row = Row { level: [0; 4], rise: [0; 4] };
        for part in 0..4 {
            let west = 34 * (self.south_west[part] * (cells - z) + self.north_west[part] * z);
            let east = 34 * (self.south_east[part] * (cells - z) + self.north_east[part] * z);
            row.rise[part] = east.wrapping_sub(west); // Two's complement: it may fall.
            row.level[part] = (west * cells).wrapping_add(row.rise[part].wrapping_mul(x));
        }
        row
    }
}

impl Row {
    /// Steps to the next candidate.
    pub fn advance(&mut self) {
        for (level, rise) in self.level.iter_mut().zip(self.rise) {
            *level = level.wrapping_add(rise);
        }
    }

    /// The level of the first part, 0 to 255.
    pub fn first_level(&self, cells: u32) -> u32 {
        (self.level[0] + cells * cells) / (2 * cells * cells)
    }

    /// A bit for each part that reaches `limit`, which is n² (2 D + 1).
    pub fn passing(&self, limit: u32) -> u32 {
        let [a, b, c, d] = self.level.map(|level| u32::from(level >= limit));
        a | b << 1 | c << 2 | d << 3
    }
}

/// Index of the model of a part.
pub fn model_of(slot: &Slot, part: u32) -> u32 {
    half(slot.models, part)
}

/// Packed densities of a part, a0 in the low four bits.
pub fn palette_of(slot: &Slot, part: u32) -> u32 {
    half(slot.palettes, part)
}

/// One of the four 16-bit values in two words.
fn half(words: [u32; 2], index: u32) -> u32 {
    let word = if index < 2 { words[0] } else { words[1] };
    word >> (16 * (index & 1)) & 0xffff
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's own way: f32, the mean of both orders of interpolation, rounded half up.
    fn engine_level(corners: [f32; 4], x: u32, z: u32, cells: u32) -> u32 {
        let [fx, fz] = [x as f32 / cells as f32, z as f32 / cells as f32];
        let [a0, a1, a2, a3] = corners;
        let along_x = (1.0 - fz) * (a0 * (1.0 - fx) + a1 * fx) + fz * (a2 * (1.0 - fx) + a3 * fx);
        let along_z = (1.0 - fx) * (a0 * (1.0 - fz) + a2 * fz) + fx * (a1 * (1.0 - fz) + a3 * fz);
        (((along_x + along_z) / 2.0 + 0.5).floor() as u32).min(255)
    }

    /// The smallest threshold that a level does not exceed is the level itself.
    fn our_level(level_34_s: u32, cells: u32) -> u32 {
        (level_34_s + cells * cells) / (2 * cells * cells)
    }

    /// Of all palettes at all candidates, how many have another level than the engine gives, and never by more than one.
    fn other_levels(cells: u32) -> f64 {
        let mut others = 0_u64;
        {
            for quad in 0..=u16::MAX / 4 {
                // Four palettes at a time, one a part.
                let palettes: [u32; 4] = std::array::from_fn(|part| u32::from(quad) * 4 + part as u32);
                let words = [palettes[0] | palettes[1] << 16, palettes[2] | palettes[3] << 16];
                let slot = Slot { palettes: words, ..bytemuck::Zeroable::zeroed() };
                let corners = Corners::of(&slot);
                for z in 0..cells {
                    let mut row = corners.row(0, z, cells);
                    for x in 0..cells {
                        for (level, palette) in row.level.into_iter().zip(palettes) {
                            let floats = [0, 4, 8, 12].map(|bit| 255.0 * (palette >> bit & 15) as f32 / 15.0);
                            let apart = our_level(level, cells).abs_diff(engine_level(floats, x, z, cells));
                            assert!(apart <= 1, "palette {palette:#06x} at {x}, {z} of {cells}");
                            others += u64::from(apart);
                        }
                        row.advance();
                    }
                }
            }
        }
        others as f64 / f64::from(cells * cells) / 65_536.0
    }

    #[test]
    fn the_integers_give_the_engines_level_for_every_palette() {
        for cells in [4, 5, 7, 8, 9] {
            assert_eq!(other_levels(cells), 0.0, "{cells} cells");
        }
    }

    #[test]
    fn at_other_steps_the_integers_differ_on_ties_alone() {
        assert!(other_levels(6) < 0.006);
        assert!(other_levels(10) < 0.0008);
    }

    #[test]
    fn a_part_passes_just_when_its_level_exceeds_the_dither() {
        for cells in [1_u32, 4, 7, 10, 20, 50] {
            for level in (0..=510 * cells * cells).step_by(34) {
                for dither in [0, 1, 63, 126, 253] {
                    let row = Row { level: [level; 4], rise: [0; 4] };
                    let passes = row.passing(cells * cells * (2 * dither + 1)) == 15;
                    assert_eq!(passes, our_level(level, cells) > dither, "{level} of {cells} over {dither}");
                }
            }
        }
    }

    #[test]
    fn an_empty_part_has_no_density_whatever_its_palette() {
        let slot = Slot {
            models: [0xffff_0002, 0x0001_ffff],
            palettes: [u32::MAX; 2],
            ..bytemuck::Zeroable::zeroed()
        };
        let row = Corners::of(&slot).row(0, 0, 4);
        assert_eq!(row.level.map(|level| level > 0), [true, false, false, true]);
    }
}
