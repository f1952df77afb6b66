//! Brings the colour of far grass to the GPU.

use crate::gpu::{Gpu, GpuError};
use crate::scene::clutter::{Clutter, GrassCover};

/// A texel a slot; one clear texel where there is no grass.
pub(crate) fn upload(gpu: &Gpu, clutter: Option<&Clutter>) -> Result<wgpu::TextureView, GpuError> {
    let none = || GrassCover { size: [1, 1], levels: vec![vec![0; 4]] };
    let mut cover = clutter.map_or_else(none, GrassCover::of);
    // A level of more slots than a texture has texels gets by with a coarser one.
    while cover.size.iter().any(|&edge| edge > gpu.limits.max_texture_dimension_2d) && cover.levels.len() > 1
    {
        cover.levels.remove(0);
        cover.size = cover.size.map(|edge| (edge / 2).max(1));
    }
    let format = wgpu::TextureFormat::Rgba8UnormSrgb;
    let texture = gpu.texture("grass cover", cover.size, cover.levels.len() as u32, format)?;
    for (mip, level) in (0..).zip(&cover.levels) {
        let width = (cover.size[0] >> mip).max(1);
        gpu.write_rows(&texture, mip, 0, width, width * 4, level);
    }
    Ok(texture.create_view(&Default::default()))
}
