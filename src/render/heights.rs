//! The heights on the GPU: bands of rows from south to north, each a layer of one texture.
//!
//! A layer that is written whole needs no clearing first. A single large texture would be cleared at its first
//! partial write, and so be in memory beside the heights that are still to come.

use crate::gpu::{Gpu, GpuError};
use crate::scene::heightfield::Heightfield;

/// Rows of a layer. Twin of `BAND_ROWS` in shaders/shared/heights.wgsl.
pub const BAND_ROWS: u32 = 256;

/// Uploads the heights band by band. With `release` they are given back on the way and are empty in the end, so that
/// a large world isn't in memory twice where the GPU's memory is the process's own.
///
/// # Errors
/// [`GpuError::Limit`] when the heightfield has more columns or rows than the adapter's textures.
pub fn upload(gpu: &Gpu, ground: &mut Heightfield, release: bool) -> Result<wgpu::TextureView, GpuError> {
    let (width, bands) = (ground.width as usize, bands_of(ground));
    let texture = texture(gpu, ground.width, bands)?;
    let band_len = width * BAND_ROWS as usize;
    // From the north down, since a vector gives back its end.
    for band in (0..bands).rev() {
        let first = band as usize * band_len;
        let rows = ground.heights.get(first..).unwrap_or_default();
        let rows = rows.get(..band_len).unwrap_or(rows);
        if rows.len() == band_len {
            write(gpu, &texture, band, ground.width, rows);
        } else {
            let mut whole = rows.to_vec();
            whole.resize(band_len, 0.0);
            write(gpu, &texture, band, ground.width, &whole);
        }
        gpu.flush()?;
        if release {
            ground.heights.truncate(first);
            ground.heights.shrink_to_fit();
        }
    }
    Ok(view(&texture))
}

/// Layers of the texture, the last ones perhaps without a height.
///
/// wgpu's OpenGL backend guesses from the size what a texture is: one layer would be a plain texture, six square ones
/// a cube, and neither can be read as layers.
fn bands_of(ground: &Heightfield) -> u32 {
    let bands = ground.depth.div_ceil(BAND_ROWS).max(2);
    if ground.width == BAND_ROWS && bands.is_multiple_of(6) { bands + 1 } else { bands }
}

/// A texture without heights, for what is drawn where no ground is.
pub(crate) fn none(gpu: &Gpu) -> Result<wgpu::TextureView, GpuError> {
    texture(gpu, 1, 2).map(|texture| view(&texture))
}

fn texture(gpu: &Gpu, width: u32, bands: u32) -> Result<wgpu::Texture, GpuError> {
    let checks = [
        ("max_texture_dimension_2d", width, gpu.limits.max_texture_dimension_2d),
        ("max_texture_array_layers", bands, gpu.limits.max_texture_array_layers),
    ];
    for (limit, needed, available) in checks {
        if needed > available {
            let (needed, available) = (u64::from(needed), u64::from(available));
            return Err(GpuError::Limit { what: "heights", limit, needed, available });
        }
    }
    Ok(gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("heights"),
        size: wgpu::Extent3d { width: width.max(1), height: BAND_ROWS, depth_or_array_layers: bands.max(1) },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::R32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    }))
}

fn write(gpu: &Gpu, texture: &wgpu::Texture, band: u32, width: u32, rows: &[f32]) {
    gpu.queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x: 0, y: 0, z: band },
            ..texture.as_image_copy()
        },
        bytemuck::cast_slice(rows),
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 4), rows_per_image: None },
        wgpu::Extent3d { width, height: BAND_ROWS, depth_or_array_layers: 1 },
    );
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    })
}
