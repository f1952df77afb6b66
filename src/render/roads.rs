//! Draws roads: ribbons that lie on the ground.

use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use super::pick;
use crate::gpu::{Gpu, GpuError};
use crate::scene::roads::{RoadVertex, Roads};
use std::ops::Range;
use std::sync::OnceLock;

/// Once per device.
#[derive(Debug)]
pub(crate) struct RoadPass {
    shader: wgpu::ShaderModule,
    pipeline: wgpu::RenderPipeline,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct RoadData {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    index_count: u32,
}

impl RoadPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("roads")?;
        let pipeline = made(gpu, target, frame, &shader, ("vertex", "fragment"), Cover::Blended);
        Ok(Self { shader, pipeline, picker: OnceLock::new() })
    }

    /// The pipeline that draws numbers.
    pub fn picker(&self, gpu: &Gpu, frame: &FrameLayout) -> &wgpu::RenderPipeline {
        self.picker.get_or_init(|| {
            made(gpu, pick::TARGET, frame, &self.shader, ("pick_vertex", "pick"), Cover::Solid)
        })
    }

    /// Draws the ribbons and tells how many triangles they have.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, data: &RoadData) -> u64 {
        pass.set_pipeline(&self.pipeline);
        data.draw(pass, data.all());
        u64::from(data.index_count / 3)
    }
}

fn made(
    gpu: &Gpu,
    target: Target,
    frame: &FrameLayout,
    shader: &wgpu::ShaderModule,
    (vertex, fragment): (&'static str, &'static str),
    cover: Cover,
) -> wgpu::RenderPipeline {
    let buffer = wgpu::VertexBufferLayout {
        array_stride: size_of::<RoadVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![
            0 => Float32x3, 1 => Float32, 2 => Float32x2, 3 => Float32, 4 => Uint32
        ],
    };
    let desc = PassDesc {
        label: "roads",
        shader,
        layouts: &[&frame.layout],
        buffers: &[buffer],
        vertex,
        fragment,
        cover,
        cull: None,
    };
    pipeline(gpu, target, &desc)
}

impl RoadData {
    /// All indices.
    pub fn all(&self) -> Range<u32> {
        0..self.index_count
    }

    /// Draws the triangles of some indices; the pipeline is set.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, indices: Range<u32>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(indices.start..indices.end.min(self.index_count), 0, 0..1);
    }

    /// `None` without roads.
    pub fn new(gpu: &Gpu, roads: &Roads) -> Result<Option<Self>, GpuError> {
        if roads.indices.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            vertices: gpu.buffer_with(
                "road vertices",
                bytemuck::cast_slice(&roads.vertices),
                wgpu::BufferUsages::VERTEX,
            )?,
            indices: gpu.buffer_with(
                "road indices",
                bytemuck::cast_slice(&roads.indices),
                wgpu::BufferUsages::INDEX,
            )?,
            index_count: roads.indices.len() as u32,
        }))
    }
}
