//! Takes a picture without a window.

use super::{Attachments, Drawn, Renderer, SceneData, View};
use crate::gpu::{Gpu, GpuError};
use crate::scene::srgb::{byte_from_linear, linear_from_byte};

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels, width and height.
    pub size: [u32; 2],
    /// RGBA, 8 bits each, sRGB, first row on top; opaque but for what a transparent view leaves clear.
    pub rgba: Vec<u8>,
    /// What was drawn.
    pub drawn: Drawn,
}

/// Draws a scene once and brings the pixels back.
///
/// # Errors
/// [`GpuError::Limit`] when the picture is larger than the adapter's textures may be.
pub fn shot(gpu: &Gpu, renderer: &Renderer, data: &SceneData, view: &View) -> Result<Picture, GpuError> {
    let target = renderer.target;
    let texture = |label, samples, format, usage| attachment(gpu, label, view.size, samples, format, usage);
    let drawn_into = wgpu::TextureUsages::RENDER_ATTACHMENT;
    let result = texture("picture", 1, target.format, drawn_into | wgpu::TextureUsages::COPY_SRC)?;
    let result_view = result.create_view(&Default::default());
    let depth = texture("depth", target.samples, super::pass::DEPTH_FORMAT, drawn_into)?;
    let depth = depth.create_view(&Default::default());
    let attachments = if target.samples > 1 {
        let samples = texture("samples", target.samples, target.format, drawn_into)?;
        let color = samples.create_view(&Default::default());
        Attachments { color, resolved: Some(result_view), depth }
    } else {
        Attachments { color: result_view, resolved: None, depth }
    };
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let ground = renderer.draw(gpu, &mut encoder, &attachments, data, view);
    gpu.queue.submit([encoder.finish()]);
    let mut rgba = gpu.read_pixels(&result)?;
    if view.transparent {
        unmultiply(&mut rgba);
    }
    Ok(Picture { size: view.size, rgba, drawn: data.drawn(gpu, ground)? })
}

/// Colours at the edges of what is clear were mixed with black: takes that out again.
fn unmultiply(rgba: &mut [u8]) {
    for [red, green, blue, alpha] in rgba.as_chunks_mut::<4>().0 {
        if (1..255).contains(alpha) {
            let share = f32::from(*alpha) / 255.0;
            for channel in [red, green, blue] {
                *channel = byte_from_linear(linear_from_byte(*channel) / share);
            }
        }
    }
}

fn attachment(
    gpu: &Gpu,
    label: &'static str,
    size: [u32; 2],
    samples: u32,
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> Result<wgpu::Texture, GpuError> {
    let (needed, available) = (u64::from(size[0].max(size[1])), gpu.limits.max_texture_dimension_2d);
    if needed > u64::from(available) {
        let limit = "max_texture_dimension_2d";
        return Err(GpuError::Limit { what: label, limit, needed, available: u64::from(available) });
    }
    Ok(gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    }))
}
