//! Draws labels: the height of each summit over its place, hidden by what stands before it.

use super::View;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline, texture_entries};
use super::text::sheet;
use crate::gpu::{Gpu, GpuError};
use crate::scene::peaks::Peak;
use glam::{DVec3, Vec2};

/// A label's anchor is this far over its summit, metres, so that the summit itself doesn't hide it.
const LIFT: f64 = 6.0;

/// Summits with a label, at most.
const MOST: usize = 200;

/// Once per device.
#[derive(Debug)]
pub(crate) struct LabelPass {
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    pipeline: wgpu::RenderPipeline,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct LabelData {
    group: wgpu::BindGroup,
    vertices: wgpu::Buffer,
    sheet_size: [u32; 2],
    /// Place in the world, and on the sheet; the highest first.
    labels: Vec<(DVec3, [u32; 4])>,
}

#[repr(C)]
#[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct LabelVertex {
    clip: [f32; 4],
    uv: [f32; 2],
}

impl LabelPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("labels")?;
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("labels"),
            entries: &texture_entries(0),
        });
        let buffer = wgpu::VertexBufferLayout {
            array_stride: size_of::<LabelVertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x2],
        };
        let desc = PassDesc {
            label: "labels",
            shader: &shader,
            layouts: &[&frame.layout, &layout],
            buffers: &[buffer],
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Blended,
            cull: None,
        };
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("labels"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        Ok(Self { pipeline: pipeline(gpu, target, &desc), layout, sampler })
    }

    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, data: &LabelData, view: &View) {
        let vertices = data.quads(view);
        if vertices.is_empty() {
            return;
        }
        gpu.queue.write_buffer(&data.vertices, 0, bytemuck::cast_slice(&vertices));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, &data.group, &[]);
        pass.set_vertex_buffer(0, data.vertices.slice(..));
        pass.draw(0..vertices.len() as u32, 0..1);
    }
}

impl LabelData {
    /// `None` without summits.
    pub fn new(gpu: &Gpu, passes: &LabelPass, peaks: &[Peak]) -> Result<Option<Self>, GpuError> {
        let mut peaks = peaks.to_vec();
        peaks.sort_by(|a, b| b.position.y.total_cmp(&a.position.y));
        peaks.truncate(MOST);
        if peaks.is_empty() {
            return Ok(None);
        }
        let texts: Vec<String> = peaks.iter().map(|peak| format!("{:.0} m", peak.position.y)).collect();
        let sheet = sheet(&texts);
        let texture = gpu.texture("labels", sheet.size, 1, wgpu::TextureFormat::Rg8Unorm)?;
        gpu.write_rows(&texture, 0, 0, sheet.size[0], sheet.size[0] * 2, &sheet.texels);
        let view = texture.create_view(&Default::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("labels"),
            layout: &passes.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&passes.sampler),
                },
            ],
        });
        Ok(Some(Self {
            group,
            vertices: gpu.buffer(
                "label vertices",
                (MOST * 6 * size_of::<LabelVertex>()) as u64,
                wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            )?,
            sheet_size: sheet.size,
            labels: peaks.iter().map(|peak| peak.position + DVec3::Y * LIFT).zip(sheet.places).collect(),
        }))
    }

    /// Two triangles for each label that is in the picture and covers no higher summit's.
    fn quads(&self, view: &View) -> Vec<LabelVertex> {
        let clip_from_relative = view.camera.clip_from_relative(view.aspect());
        let size = Vec2::new(view.size[0] as f32, view.size[1] as f32);
        let mut taken: Vec<(Vec2, Vec2)> = Vec::new();
        let mut vertices = Vec::new();
        for (place, [left, top, width, height]) in &self.labels {
            let clip = clip_from_relative * (place - view.camera.eye).as_vec3().extend(1.0);
            if clip.w <= 0.0 {
                continue;
            }
            // Whole pixels keep the letters sharp.
            let anchor = (Vec2::new(clip.x / clip.w, -clip.y / clip.w) * 0.5 + 0.5) * size;
            let extent = Vec2::new(*width as f32, *height as f32);
            let min = (anchor - Vec2::new(extent.x * 0.5, extent.y)).round();
            let max = min + extent;
            let outside = max.x < 0.0 || max.y < 0.0 || min.x > size.x || min.y > size.y;
            if outside || taken.iter().any(|(low, high)| max.cmpgt(*low).all() && min.cmplt(*high).all()) {
                continue;
            }
            taken.push((min, max));
            let depth = clip.z / clip.w;
            let corner = |x: f32, y: f32| {
                let at = (min + extent * Vec2::new(x, y)) / size * 2.0 - 1.0;
                LabelVertex {
                    clip: [at.x, -at.y, depth, 1.0],
                    uv: [
                        (*left as f32 + x * extent.x) / self.sheet_size[0] as f32,
                        (*top as f32 + y * extent.y) / self.sheet_size[1] as f32,
                    ],
                }
            };
            let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
            vertices.extend([a, b, c, c, b, d]);
        }
        vertices
    }
}
