//! Draws the sea: rings about the eye that reach to the horizon.

use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use crate::gpu::{Gpu, GpuError};

/// Sectors of a ring.
const SECTORS: u32 = 48;

/// Radii of the rings grow by this factor: large steps far away, small ones near, for exact depths everywhere.
const GROWTH: f32 = 1.9;

/// Once per device: the rings go with the eye and are the same for every scene.
#[derive(Debug)]
pub(crate) struct WaterPass {
    pipeline: wgpu::RenderPipeline,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    index_count: u32,
}

impl WaterPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("water")?;
        let buffer = wgpu::VertexBufferLayout {
            array_stride: 8,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x2],
        };
        let desc = PassDesc {
            label: "water",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[buffer],
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Blended,
            cull: None,
        };
        let (vertices, indices) = rings();
        Ok(Self {
            pipeline: pipeline(gpu, target, &desc),
            vertices: gpu.buffer_with(
                "water vertices",
                bytemuck::cast_slice(&vertices),
                wgpu::BufferUsages::VERTEX,
            )?,
            indices: gpu.buffer_with(
                "water indices",
                bytemuck::cast_slice(&indices),
                wgpu::BufferUsages::INDEX,
            )?,
            index_count: indices.len() as u32,
        })
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..self.index_count, 0, 0..1);
    }
}

/// Offsets from the eye in metres, and triangles; from the point under the eye to 500 km.
fn rings() -> (Vec<[f32; 2]>, Vec<u16>) {
    let mut vertices = vec![[0.0, 0.0]];
    let mut indices = Vec::new();
    let mut radius = 4.0f32;
    let mut ring = 0;
    while radius < 500_000.0 {
        for sector in 0..SECTORS {
            let angle = sector as f32 / SECTORS as f32 * std::f32::consts::TAU;
            vertices.push([radius * angle.cos(), radius * angle.sin()]);
            let next = (sector + 1) % SECTORS;
            let at = |ring: u32, sector: u32| (1 + ring * SECTORS + sector) as u16;
            if ring == 0 {
                indices.extend([0, at(0, sector), at(0, next)]);
            } else {
                indices.extend([at(ring - 1, sector), at(ring, sector), at(ring, next)]);
                indices.extend([at(ring - 1, sector), at(ring, next), at(ring - 1, next)]);
            }
        }
        radius *= GROWTH;
        ring += 1;
    }
    (vertices, indices)
}
