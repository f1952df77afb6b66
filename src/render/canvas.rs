//! What pictures of one size are drawn into, again and again.

use super::{Attachments, Renderer, SceneData, Target, View};
use crate::gpu::{Gpu, GpuError};

/// A picture on the GPU, with the depth and the samples that drawing it takes.
#[derive(Debug)]
pub struct Canvas {
    /// The picture, in the format of the [`Target`]; it can be copied, read back and sampled.
    pub texture: wgpu::Texture,
    attachments: Attachments,
}

impl Canvas {
    /// A canvas of `size` pixels, width and height.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when the picture is larger than the adapter's textures may be.
    pub fn new(gpu: &Gpu, target: Target, size: [u32; 2]) -> Result<Self, GpuError> {
        let texture = |label, samples, format, usage| attachment(gpu, label, size, samples, format, usage);
        let drawn_into = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let result = texture(
            "picture",
            1,
            target.format,
            drawn_into | wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING,
        )?;
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
        Ok(Self { texture: result, attachments })
    }

    /// Draws a scene; `view` has the size of the canvas. Returns the triangles of ground and roads, for
    /// [`SceneData::drawn`].
    pub fn draw(&self, gpu: &Gpu, renderer: &Renderer, data: &SceneData, view: &View) -> u64 {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let ground = renderer.draw(gpu, &mut encoder, &self.attachments, data, view);
        gpu.queue.submit([encoder.finish()]);
        ground
    }
}

pub(super) fn attachment(
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
