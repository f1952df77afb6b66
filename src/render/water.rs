//! Draws the sea: rings about the eye that reach to the horizon.

use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use super::pick;
use crate::gpu::{Gpu, GpuError};
use std::sync::OnceLock;

/// Sectors of a ring.
const SECTORS: u32 = 48;

/// Radii of the rings grow by this factor: large steps far away, small ones near, for exact depths everywhere.
const GROWTH: f32 = 1.9;

/// Once per device: the rings go with the eye and are the same for every scene.
#[derive(Debug)]
pub(crate) struct WaterPass {
    shader: wgpu::ShaderModule,
    pipeline: wgpu::RenderPipeline,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    index_count: u32,
}

impl WaterPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("water")?;
        let (vertices, indices) = rings();
        Ok(Self {
            pipeline: made(gpu, target, frame, &shader, "fragment", Cover::Blended),
            picker: OnceLock::new(),
            shader,
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
        self.draw_with(pass, &self.pipeline);
    }

    /// Draws numbers in place of colours.
    pub fn draw_numbers(&self, gpu: &Gpu, frame: &FrameLayout, pass: &mut wgpu::RenderPass<'_>) {
        let made = || made(gpu, pick::TARGET, frame, &self.shader, "pick", Cover::Solid);
        self.draw_with(pass, self.picker.get_or_init(made));
    }

    fn draw_with(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..self.index_count, 0, 0..1);
    }
}

fn made(
    gpu: &Gpu,
    target: Target,
    frame: &FrameLayout,
    shader: &wgpu::ShaderModule,
    fragment: &'static str,
    cover: Cover,
) -> wgpu::RenderPipeline {
    let buffer = wgpu::VertexBufferLayout {
        array_stride: 8,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![0 => Float32x2],
    };
    let desc = PassDesc {
        label: "water",
        shader,
        layouts: &[&frame.layout],
        buffers: &[buffer],
        vertex: "vertex",
        fragment,
        cover,
        cull: None,
    };
    pipeline(gpu, target, &desc)
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
