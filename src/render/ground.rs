//! Brings the heights and the light baked over them to the GPU.

use crate::gpu::buffers::STAGING_BYTES;
use crate::gpu::{Gpu, GpuError};
use crate::scene::ground_light::GroundLight;
use crate::scene::heightfield::Heightfield;

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
        let texels: Vec<u8> =
            light.sky.iter().zip(&light.canopy).flat_map(|(&sky, &canopy)| [sky, canopy]).collect();
        Ok(Self {
            heights: heights.create_view(&Default::default()),
            shadow_heights: upload(
                gpu,
                "shadow heights",
                light.size,
                wgpu::TextureFormat::R32Float,
                bytemuck::cast_slice(&light.shadow_height),
            )?,
            light: upload(gpu, "ground light", light.size, wgpu::TextureFormat::Rg8Unorm, &texels)?,
        })
    }
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
