//! Brings the heights and the light baked over them to the GPU.

use super::heights;
use crate::gpu::{Gpu, GpuError};
use crate::scene::ground_light::GroundLight;
use crate::scene::heightfield::Heightfield;
use rayon::prelude::*;

/// What every pass reads of the ground.
#[derive(Debug, Clone)]
pub(crate) struct GroundTextures {
    pub heights: wgpu::TextureView,
    pub shadow_heights: wgpu::TextureView,
    pub light: wgpu::TextureView,
}

impl GroundTextures {
    /// Uploads everything; see [`heights::upload`] for `release`.
    pub fn new(
        gpu: &Gpu,
        ground: &mut Heightfield,
        light: &GroundLight,
        release: bool,
    ) -> Result<Self, GpuError> {
        let [light, shadow_heights] = Self::lit(gpu, ground, light)?;
        Ok(Self { heights: heights::upload(gpu, ground, release)?, light, shadow_heights })
    }

    /// The same heights in another light.
    pub fn relit(&self, gpu: &Gpu, ground: &Heightfield, light: &GroundLight) -> Result<Self, GpuError> {
        let [light, shadow_heights] = Self::lit(gpu, ground, light)?;
        Ok(Self { heights: self.heights.clone(), light, shadow_heights })
    }

    /// Light and shadow heights.
    fn lit(gpu: &Gpu, ground: &Heightfield, light: &GroundLight) -> Result<[wgpu::TextureView; 2], GpuError> {
        let texels = light_texels(ground, light);
        let (shadow_size, shadow_heights) = halved(light.size, &light.shadow_height);
        Ok([
            upload(gpu, "ground light", light.size, wgpu::TextureFormat::Rgba8Unorm, &texels)?,
            upload(
                gpu,
                "shadow heights",
                shadow_size,
                wgpu::TextureFormat::R32Float,
                bytemuck::cast_slice(&shadow_heights),
            )?,
        ])
    }
}

/// Four bytes a texel: visible sky, cover, sun on the ground itself, and nothing.
fn light_texels(ground: &Heightfield, light: &GroundLight) -> Vec<u8> {
    let width = light.size[0].max(1) as usize;
    // The baked heights are means over a texel: a margin keeps lit slopes from shadowing themselves.
    let blur = 1.0 + 0.08 * light.texel[0];
    let mut texels = vec![0; light.sky.len() * 4];
    texels.par_chunks_exact_mut(width * 4).enumerate().for_each(|(row, texels)| {
        for (column, texel) in texels.chunks_exact_mut(4).enumerate() {
            let index = row * width + column;
            let place = [column, row].map(|i| i as f64 + 0.5);
            let x = light.origin[0] + place[0] * f64::from(light.texel[0]);
            let z = light.origin[1] + place[1] * f64::from(light.texel[1]);
            let over = ground.height_at(x, z).unwrap_or_default() - light.shadow_height[index];
            let lit = ((over + blur) / (1.4 * blur)).clamp(0.0, 1.0);
            let sun = (lit * lit * (3.0 - 2.0 * lit) * 255.0) as u8;
            texel.copy_from_slice(&[light.sky[index], light.canopy[index], sun, 0]);
        }
    });
    texels
}

/// Means of 2 x 2 values. Objects and plants look the shadow up at their vertices only: half of what the ground has
/// is enough for them, and takes a quarter of the memory.
fn halved(size: [u32; 2], values: &[f32]) -> ([u32; 2], Vec<f32>) {
    let [width, depth] = size.map(|edge| edge.div_ceil(2).max(1));
    let at = |x: u32, z: u32| {
        let [x, z] = [x.min(size[0].saturating_sub(1)), z.min(size[1].saturating_sub(1))];
        values.get((z * size[0] + x) as usize).copied().unwrap_or_default()
    };
    let mean = |x: u32, z: u32| (at(x, z) + at(x + 1, z) + at(x, z + 1) + at(x + 1, z + 1)) * 0.25;
    let means = (0..depth).flat_map(|z| (0..width).map(move |x| mean(x * 2, z * 2))).collect();
    ([width, depth], means)
}

fn upload(
    gpu: &Gpu,
    label: &'static str,
    size: [u32; 2],
    format: wgpu::TextureFormat,
    texels: &[u8],
) -> Result<wgpu::TextureView, GpuError> {
    let texture = gpu.texture(label, size, 1, format)?;
    gpu.write_rows(&texture, 0, 0, size[0], texels.len() as u32 / size[1].max(1), texels);
    Ok(texture.create_view(&Default::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_means_and_the_last_odd_row_counts_itself_twice() {
        let (size, means) = halved([3, 2], &[1.0, 3.0, 10.0, 5.0, 7.0, 20.0]);
        assert_eq!((size, means), ([2, 1], vec![4.0, 15.0]));
        assert_eq!(halved([1, 1], &[8.0]), ([1, 1], vec![8.0]));
    }
}
