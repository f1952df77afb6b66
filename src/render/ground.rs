//! Brings the heights and the light baked over them to the GPU.

use crate::gpu::buffers::STAGING_BYTES;
use crate::gpu::{Gpu, GpuError};
use crate::scene::ground_light::GroundLight;
use crate::scene::heightfield::Heightfield;
use rayon::prelude::*;

/// What every pass reads of the ground.
#[derive(Debug)]
pub(crate) struct GroundTextures {
    pub heights: wgpu::TextureView,
    pub shadow_heights: wgpu::TextureView,
    pub light: wgpu::TextureView,
}

impl GroundTextures {
    /// Uploads in bands. With `release` the heights are given back band by band on the way (and are empty in the
    /// end), so that a large world isn't in memory twice where the GPU's memory is the process's own.
    pub fn new(
        gpu: &Gpu,
        ground: &mut Heightfield,
        light: &GroundLight,
        release: bool,
    ) -> Result<Self, GpuError> {
        let texels = light_texels(ground, light);
        let size = [ground.width, ground.depth];
        let heights = gpu.texture("heights", size, 1, wgpu::TextureFormat::R32Float)?;
        let row_bytes = ground.width * 4;
        let band = (STAGING_BYTES as u32 / row_bytes.max(1)).max(1);
        // From the north down, since a vector gives back its end.
        for first_row in (0..ground.depth).step_by(band as usize).rev() {
            let first = first_row as usize * ground.width as usize;
            let end = (first + band as usize * ground.width as usize).min(ground.heights.len());
            let rows = bytemuck::cast_slice(&ground.heights[first..end]);
            gpu.write_rows(&heights, 0, first_row, ground.width, row_bytes, rows);
            gpu.flush()?;
            if release {
                ground.heights.truncate(first);
                ground.heights.shrink_to_fit();
            }
        }
        Ok(Self {
            heights: heights.create_view(&Default::default()),
            light: upload(gpu, "ground light", light.size, wgpu::TextureFormat::Rgba8Unorm, &texels)?,
            shadow_heights: upload(
                gpu,
                "shadow heights",
                light.size,
                wgpu::TextureFormat::R32Float,
                bytemuck::cast_slice(&light.shadow_height),
            )?,
        })
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
