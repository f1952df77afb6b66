//! Light of the whole terrain, baked on the CPU: the terrain's own shadow, the visible sky, and the shade of woods.

mod canopy;
mod sky;
mod sun;

use super::heightfield::Heightfield;
use glam::Vec3;
use rayon::prelude::*;

/// The most texels to the east and to the north.
pub const MOST_TEXELS: u32 = 1024;

/// Where the sun stands under the horizon, all ground is lower than this, metres.
pub const NIGHT_HEIGHT: f32 = 1e6;

/// Baked light. The texels lie edge to edge over the heightfield: the centre of texel (i, j) is the place
/// `origin + (i + 0.5, j + 0.5) * texel` of the world, so `(place - origin) / (size * texel)` are texture
/// coordinates from 0 to 1 (v to the north). All vectors hold `size[0] * size[1]` values, x fastest, row 0 in the
/// south. The same on every run, whatever the number of threads.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundLight {
    /// Texels to the east and to the north.
    pub size: [u32; 2],
    /// Metres a texel, x and z.
    pub texel: [f32; 2],
    /// World x and z of the south-west corner of texel (0, 0): the heightfield's origin.
    pub origin: [f64; 2],
    /// Height in metres: what stands lower here, ground or object, lies in the terrain's shadow. It falls by the
    /// tangent of the sun's elevation a metre behind whatever casts the shadow. Sunlit ground lies higher than it:
    /// on a plane by that tangent times a texel.
    pub shadow_height: Vec<f32>,
    /// Horizontal metres to what casts that shadow. The sun is 0.53 degrees wide, so the half height of the penumbra
    /// is `0.0047 * distance / cos²(elevation)`.
    pub shadow_distance: Vec<f32>,
    /// Part of the sky that the ground sees past the relief of about a kilometre around, 0 to 255: 255 on a plane.
    /// A little exaggerated, so that valleys read.
    pub sky: Vec<u8>,
    /// Part of the ground that trees and houses cover, 0 to 255.
    pub canopy: Vec<u8>,
}

/// What a tree or a house covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CanopyDisc {
    /// World x and z, metres.
    pub place: [f64; 2],
    /// Metres.
    pub radius: f32,
    /// How dense it is, 0 to 1.
    pub weight: f32,
}

/// The heights that light is baked from: those of the texels. Keep it to bake again when the sun has moved.
#[derive(Debug, Clone)]
pub struct Relief {
    size: [u32; 2],
    texel: [f32; 2],
    origin: [f64; 2],
    /// One mean height a texel.
    heights: Vec<f32>,
}

impl Relief {
    /// Means of the heights in each texel. The surface of the sea counts as ground.
    ///
    /// A texel is a quad of the heightfield, or larger where there are more than [`MOST_TEXELS`].
    pub fn new(ground: &Heightfield, sea_level: Option<f32>) -> Self {
        let quads = [ground.width, ground.depth].map(|points| points.saturating_sub(1).max(1));
        let size = quads.map(|quads| quads.min(MOST_TEXELS));
        let texel =
            [0, 1].map(|k| (f64::from(quads[k]) * f64::from(ground.cell) / f64::from(size[k])) as f32);
        let sea_level = sea_level.unwrap_or(f32::NEG_INFINITY);
        let row_len = ground.width as usize;
        let mut heights = vec![0.0; size[0] as usize * size[1] as usize];
        // Points that texel i touches along one axis, the points on its edges too.
        let points_of = |texel: usize, k: usize| {
            let scaled = |texel: usize| texel as u64 * u64::from(quads[k]);
            let (first, last) =
                (scaled(texel) / u64::from(size[k]), scaled(texel + 1).div_ceil(size[k].into()));
            first as usize..last as usize + 1
        };
        heights.par_chunks_mut(size[0] as usize).enumerate().for_each_init(
            || vec![0.0f32; row_len],
            |sums, (z, texels)| {
                sums.fill(0.0);
                let rows = points_of(z, 1);
                let row_count = rows.len();
                for row in rows {
                    let row = ground.heights.get(row * row_len..(row + 1) * row_len).unwrap_or_default();
                    for (sum, &height) in sums.iter_mut().zip(row) {
                        *sum += if height > sea_level { height } else { sea_level };
                    }
                }
                for (x, texel) in texels.iter_mut().enumerate() {
                    let columns = points_of(x, 0);
                    let count = (columns.len() * row_count) as f32;
                    *texel = sums.get(columns).unwrap_or_default().iter().sum::<f32>() / count;
                }
            },
        );
        Self { size, texel, origin: ground.origin, heights }
    }

    /// Bakes everything. `sun` points to the sun.
    pub fn bake(&self, sun: Vec3, discs: impl Iterator<Item = CanopyDisc> + Send) -> GroundLight {
        // Discs come one after the other, so the rest is done meanwhile.
        let ((sky, (shadow_height, shadow_distance)), canopy) =
            rayon::join(|| (sky::visibility(self), sun::shadow(self, sun)), || canopy::cover(self, discs));
        GroundLight {
            size: self.size,
            texel: self.texel,
            origin: self.origin,
            shadow_height,
            shadow_distance,
            sky,
            canopy,
        }
    }

    /// Bakes the shadow again for another sun; `light` is one that this relief gave.
    pub fn bake_sun(&self, sun: Vec3, light: &mut GroundLight) {
        (light.shadow_height, light.shadow_distance) = sun::shadow(self, sun);
    }

    /// Texels to the east and to the north.
    fn dimensions(&self) -> [usize; 2] {
        self.size.map(|texels| texels as usize)
    }
}

/// Columns become rows.
fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    /// Values along the edge of a square that stays in the cache.
    const BLOCK: usize = 16;
    let height = values.len() / width;
    let mut turned = vec![0.0; values.len()];
    turned.par_chunks_mut(height * BLOCK).enumerate().for_each(|(block, columns)| {
        for rows in (0..height).step_by(BLOCK) {
            for (i, column) in columns.chunks_exact_mut(height).enumerate() {
                let source = values.iter().skip(block * BLOCK + i + rows * width).step_by(width);
                for (target, &value) in column.iter_mut().skip(rows).take(BLOCK).zip(source) {
                    *target = value;
                }
            }
        }
    });
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::grid::Grid;

    pub(super) fn field(width: u32, height: u32, cell: f32, at: impl Fn(u32, u32) -> f32) -> Heightfield {
        let cells =
            (0..height).flat_map(|z| (0..width).map(move |x| (x, z))).map(|(x, z)| at(x, z)).collect();
        Heightfield::from_grid(Grid { width, height, cells }, cell).0
    }

    #[test]
    fn a_texel_is_the_mean_of_the_heights_it_covers() {
        let relief = Relief::new(&field(4, 3, 10.0, |x, z| x as f32 + 10.0 * z as f32), None);
        assert_eq!((relief.size, relief.texel), ([3, 2], [10.0, 10.0]));
        assert_eq!(relief.heights, [5.5, 6.5, 7.5, 15.5, 16.5, 17.5]);
    }

    #[test]
    fn a_large_field_has_a_capped_number_of_texels_that_covers_all_of_it() {
        let relief = Relief::new(&field(3001, 33, 2.0, |x, _| x as f32), None);
        assert_eq!(relief.size, [1024, 32]);
        assert!((relief.texel[0] - 6000.0 / 1024.0).abs() < 1e-4);
        for (x, height) in relief.heights.iter().take(1024).enumerate() {
            let center = (x as f32 + 0.5) * 3000.0 / 1024.0;
            assert!((height - center).abs() < 1.0);
        }
    }

    #[test]
    fn the_sea_is_ground() {
        let relief = Relief::new(&field(3, 3, 10.0, |_, _| -50.0), Some(0.0));
        assert_eq!(relief.heights, [0.0; 4]);
    }

    #[test]
    fn a_field_without_quads_has_one_dark_or_light_texel_and_no_panic() {
        for (width, height) in [(0, 0), (1, 1), (1, 5), (5, 1)] {
            let relief = Relief::new(&field(width, height, 10.0, |_, _| 1.0), Some(0.0));
            let light = relief.bake(Vec3::new(0.5, 0.5, 0.3), std::iter::empty());
            let texels = light.size[0] as usize * light.size[1] as usize;
            assert!(texels > 0);
            assert_eq!(light.shadow_height.len(), texels);
            assert!(light.shadow_height.iter().all(|height| height.is_finite()));
            assert_eq!((light.sky.len(), light.canopy.len()), (texels, texels));
        }
    }

    #[test]
    fn columns_become_rows_and_rows_again() {
        let values: Vec<f32> = (0..37 * 21).map(|i| i as f32).collect();
        let turned = transposed(&values, 37);
        assert_eq!(turned[..3], [0.0, 37.0, 74.0]);
        assert_eq!(transposed(&turned, 21), values);
    }
}
