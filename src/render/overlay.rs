//! Brings an overlay to the GPU: a texture over the ground, with mip levels so that nothing sparkles far away.

use crate::formats::xray::SLOT_SIZE;
use crate::gpu::{Gpu, GpuError};
use crate::scene::overlay::Overlay;
use crate::scene::srgb::{byte_from_linear, linear_from_byte};
use rayon::prelude::*;

/// Where an overlay lies; all 0 for none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OverlayPlace {
    /// World x and z of the south-western corner, metres.
    pub corner: [f64; 2],
    /// Texels to a metre.
    pub scale: f32,
    /// Edge of a slot in texels where the edges are drawn, else 0.
    pub slot: f32,
}

impl OverlayPlace {
    /// Of an overlay.
    pub fn of(overlay: &Overlay) -> Self {
        let scale = (1.0 / overlay.texel) as f32;
        Self { corner: overlay.corner, scale, slot: if overlay.grid { SLOT_SIZE * scale } else { 0.0 } }
    }
}

/// Uploads an overlay, or one clear texel for none.
///
/// # Errors
/// [`GpuError::Limit`] when the adapter's textures may not be so large.
pub(crate) fn upload(gpu: &Gpu, overlay: Option<&Overlay>) -> Result<wgpu::TextureView, GpuError> {
    let format = wgpu::TextureFormat::Rgba8UnormSrgb;
    let (size, texels) = overlay.map_or(([1, 1], &[0; 4][..]), |overlay| (overlay.size, &overlay.texels));
    let levels = size[0].max(size[1]).max(1).ilog2() + 1;
    let texture = gpu.texture("overlay", size, levels, format)?;
    gpu.write_rows(&texture, 0, 0, size[0], size[0] * 4, texels);
    let mut level = halved(size, texels.as_chunks().0);
    for mip in 1..levels {
        let (size, texels) = &level;
        gpu.write_rows(&texture, mip, 0, size[0], size[0] * 4, texels.as_flattened());
        level = halved(*size, texels);
    }
    Ok(texture.create_view(&Default::default()))
}

/// The next mip level: means of 2 x 2 texels, of their light. An odd last row or column is left out.
fn halved(from: [u32; 2], texels: &[[u8; 4]]) -> ([u32; 2], Vec<[u8; 4]>) {
    let light: [f32; 256] = std::array::from_fn(|byte| linear_from_byte(byte as u8)); // Below 256.
    let size = from.map(|edge| (edge / 2).max(1));
    let at = |x: u32, z: u32| {
        let [x, z] = [x.min(from[0].saturating_sub(1)), z.min(from[1].saturating_sub(1))];
        let [r, g, b, alpha] =
            texels.get(z as usize * from[0] as usize + x as usize).copied().unwrap_or_default();
        let [r, g, b] = [r, g, b].map(|byte| light.get(usize::from(byte)).copied().unwrap_or_default());
        [r, g, b, f32::from(alpha) / 255.0]
    };
    let mean = |index: u32| {
        let [x, z] = [index % size[0] * 2, index / size[0] * 2];
        let four = [at(x, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)];
        encoded([0, 1, 2, 3].map(|channel| four.iter().map(|texel| texel[channel]).sum::<f32>() / 4.0))
    };
    // At most 4096 x 4096 texels, so far less than 2^32.
    (size, (0..size[0] * size[1]).into_par_iter().map(mean).collect())
}

/// As the texture holds it: light in sRGB, alpha as it is.
fn encoded([r, g, b, alpha]: [f32; 4]) -> [u8; 4] {
    let [r, g, b] = [r, g, b].map(byte_from_linear);
    [r, g, b, (alpha * 255.0).round() as u8]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn a_texel_without_anything_to_say_takes_no_part_in_the_colour_of_the_mean() {
        let yellow = [240, 228, 66, 255];
        let (size, texels) = halved([2, 2], &[yellow, [0; 4], yellow, [0; 4]]);
        assert_eq!((size, texels.len()), ([1, 1], 1));
        let [r, g, b, alpha] = texels[0];
        assert_eq!(alpha, 128, "half of it");
        let whole = encoded([r, g, b, 0].map(|byte| linear_from_byte(byte) * 2.0));
        for (found, wanted) in whole.into_iter().zip(yellow).take(3) {
            assert!(found.abs_diff(wanted) <= 1, "{whole:?}");
        }
    }

    #[test]
    fn odd_edges_are_halved_down_to_one_texel() {
        let mut level = ([5, 1], vec![[255; 4]; 5]);
        let mut sizes = Vec::new();
        while level.0 != [1, 1] {
            level = halved(level.0, &level.1);
            sizes.push(level.0);
            assert!(
                level.1.iter().all(|texel| *texel == [255; 4]),
                "beyond an edge of one texel is that texel"
            );
        }
        assert_eq!(sizes, [[2, 1], [1, 1]]);
    }
}
