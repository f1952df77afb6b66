//! Another picture in a part of the texture of the grass.

use super::atlas::{level_size, make_levels};
use super::{Atlas, PLAIN};
use crate::scene::image::Image;

/// Edge of a texture that is made where a level has none, pixels.
const PLAIN_EDGE: u32 = 512;

/// A picture for a part of an atlas, level by level.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// Level 0 first, as many as the atlas has.
    pub levels: Vec<PatchLevel>,
}

/// A rectangle of a level of an atlas.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchLevel {
    /// Left and top in pixels.
    pub at: [u32; 2],
    /// Its pixels.
    pub image: Image,
}

impl Atlas {
    /// A picture with levels of its own, made so that what is cut out of it doesn't thin out.
    pub fn from_image(image: Image) -> Self {
        let mut levels = vec![image.rgba];
        make_levels(image.size, &mut levels);
        Self { size: image.size, levels }
    }

    /// What plants without a texture have: the plain colour all over.
    pub fn plain() -> Self {
        let texel = [PLAIN[0], PLAIN[1], PLAIN[2], 255];
        let rgba = texel.repeat((PLAIN_EDGE * PLAIN_EDGE) as usize);
        Self::from_image(Image { size: [PLAIN_EDGE; 2], rgba })
    }

    /// A picture stretched over a part of the atlas: left, top, right, bottom, 0 to 1.
    pub fn patch(&self, part: [f32; 4], image: &Image) -> Patch {
        let [_, size] = rectangle(self.size.map(|edge| edge as usize), part);
        let own = Self::from_image(image.resized(size));
        let levels = (0..self.levels.len()).map(|level| {
            let [at, size] = rectangle(level_size(self.size, level), part);
            let finest = own.levels.len().saturating_sub(1).min(level);
            let own_size = level_size(own.size, finest).map(|edge| edge as u32);
            let rgba = own.levels.get(finest).cloned().unwrap_or_default();
            PatchLevel { at, image: Image { size: own_size, rgba }.resized(size) }
        });
        Patch { levels: levels.collect() }
    }

    /// Lays a patch of this atlas over it.
    pub fn lay(&mut self, patch: &Patch) {
        for (index, (level, PatchLevel { at, image })) in
            self.levels.iter_mut().zip(&patch.levels).enumerate()
        {
            let width = level_size(self.size, index)[0];
            let row_len = image.size[0] as usize * 4;
            for (y, row) in (at[1] as usize..).zip(image.rgba.chunks_exact(row_len.max(1))) {
                let first = (y * width + at[0] as usize) * 4;
                if let Some(to) = level.get_mut(first..first + row_len) {
                    to.copy_from_slice(row);
                }
            }
        }
    }
}

/// Left and top, width and height of a part in pixels: every pixel that it touches by more than a rounding error, and at
/// least one.
fn rectangle(size: [usize; 2], [left, top, right, bottom]: [f32; 4]) -> [[u32; 2]; 2] {
    let span = |edge: usize, from: f32, to: f32| {
        let edge = edge as f32;
        let first = (from * edge + 0.01).floor().clamp(0.0, edge - 1.0);
        let last = (to * edge - 0.01).ceil().clamp(first + 1.0, edge);
        (first as u32, (last - first) as u32)
    };
    let (x, width) = span(size[0], left, right);
    let (y, height) = span(size[1], top, bottom);
    [[x, y], [width, height]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [200, 0, 0, 255];

    fn red(size: [u32; 2]) -> Image {
        Image { size, rgba: RED.repeat((size[0] * size[1]) as usize) }
    }

    #[test]
    fn a_patch_covers_its_part_in_every_level_and_nothing_else() {
        let mut atlas = Atlas::plain();
        let patch = atlas.patch([0.25, 0.5, 0.5, 1.0], &red([7, 3]));
        assert_eq!((patch.levels[0].at, patch.levels[0].image.size), ([128, 256], [128, 256]));
        atlas.lay(&patch);
        for (level, texels) in atlas.levels.iter().enumerate().take(7) {
            let edge = 512 >> level;
            let inside = |x: usize, y: usize| (edge / 4..edge / 2).contains(&x) && y >= edge / 2;
            for (index, texel) in texels.as_chunks::<4>().0.iter().enumerate() {
                assert_eq!(*texel == RED, inside(index % edge, index / edge), "level {level}, {index}");
            }
        }
    }

    #[test]
    fn parts_that_do_not_divide_stay_within_the_atlas() {
        let atlas = Atlas::from_image(red([30, 11]));
        for part in
            [[0.0, 0.0, 1.0, 1.0], [0.99, 0.97, 1.0, 1.0], [0.0, 0.0, 0.001, 0.001], [0.3, 0.1, 0.77, 0.2]]
        {
            for (level, PatchLevel { at, image }) in atlas.patch(part, &red([2, 2])).levels.iter().enumerate()
            {
                let size = level_size(atlas.size, level);
                assert!((0..2).all(|axis| (at[axis] + image.size[axis]) as usize <= size[axis]), "{part:?}");
                assert!(image.size.iter().all(|&edge| edge > 0));
                assert_eq!(image.rgba.len(), (image.size[0] * image.size[1] * 4) as usize);
            }
        }
    }
}
