//! Draws roads: ribbons that lie on the ground.

use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use crate::gpu::{Gpu, GpuError};
use crate::scene::roads::{RoadVertex, Roads};

/// Once per device.
#[derive(Debug)]
pub(crate) struct RoadPass {
    pipeline: wgpu::RenderPipeline,
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
        let vertex = wgpu::VertexBufferLayout {
            array_stride: size_of::<RoadVertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![
                0 => Float32x3, 1 => Float32, 2 => Float32x2, 3 => Float32, 4 => Uint32
            ],
        };
        let desc = PassDesc {
            label: "roads",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[vertex],
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Blended,
            cull: None,
        };
        Ok(Self { pipeline: pipeline(gpu, target, &desc) })
    }

    /// Draws the ribbons and tells how many triangles they have.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, data: &RoadData) -> u64 {
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, data.vertices.slice(..));
        pass.set_index_buffer(data.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..data.index_count, 0, 0..1);
        u64::from(data.index_count / 3)
    }
}

impl RoadData {
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
