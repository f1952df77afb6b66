//! Draws the ground: one instanced grid of 32 x 32 quads, an instance a patch.

use super::View;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use crate::gpu::{Gpu, GpuError};
use crate::scene::heightfield::Heightfield;
use crate::scene::lod::{LodRanges, LodTree, PATCH_QUADS, Patch};

/// Length of a quad's edge on the screen that the levels of detail aim at, pixels.
const QUAD_PIXELS: f32 = 6.0;

/// Patches that one frame can draw; a view needs 50 to 400.
const MOST_PATCHES: usize = 4096;

/// Once per device.
#[derive(Debug)]
pub(crate) struct TerrainPass {
    pipeline: wgpu::RenderPipeline,
    indices: wgpu::Buffer,
    index_count: u32,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct TerrainData {
    tree: LodTree,
    cell: f32,
    patches: wgpu::Buffer,
}

impl TerrainPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("terrain")?;
        let patch = wgpu::VertexBufferLayout {
            array_stride: size_of::<Patch>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &wgpu::vertex_attr_array![0 => Uint32x2, 1 => Uint32, 2 => Float32, 3 => Float32x2],
        };
        let desc = PassDesc {
            label: "terrain",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[patch],
            cover: Cover::Solid,
            depth_bias: 0,
        };
        let indices = patch_indices();
        Ok(Self {
            pipeline: pipeline(gpu, target, &desc),
            indices: gpu.buffer_with(
                "patch indices",
                bytemuck::cast_slice(&indices),
                wgpu::BufferUsages::INDEX,
            )?,
            index_count: indices.len() as u32,
        })
    }

    /// Draws the patches and tells how many triangles they have.
    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, data: &TerrainData, view: &View) -> u64 {
        let ranges = LodRanges::new(view.camera.fov_deg.to_radians(), view.size[1], QUAD_PIXELS, data.cell);
        let mut patches = data.tree.select(view.camera.eye, &view.camera.frustum(view.aspect()), &ranges);
        patches.truncate(MOST_PATCHES);
        gpu.queue.write_buffer(&data.patches, 0, bytemuck::cast_slice(&patches));
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, data.patches.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..self.index_count, 0, 0..patches.len() as u32);
        patches.len() as u64 * u64::from(self.index_count / 3)
    }
}

impl TerrainData {
    pub fn new(gpu: &Gpu, ground: &Heightfield) -> Result<Self, GpuError> {
        let size = (MOST_PATCHES * size_of::<Patch>()) as u64;
        Ok(Self {
            tree: LodTree::new(ground),
            cell: ground.cell,
            patches: gpu.buffer(
                "patches",
                size,
                wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            )?,
        })
    }

    pub fn tree(&self) -> &LodTree {
        &self.tree
    }
}

/// Two triangles a quad, counter-clockwise on the map; the diagonal joins (x + 1, z) and (x, z + 1), as the engine
/// splits its cells. Then the four walls, whose lower vertices follow those of the patch.
fn patch_indices() -> Vec<u16> {
    let (quads, row) = (PATCH_QUADS as u16, PATCH_QUADS as u16 + 1);
    let mut indices = Vec::new();
    for z in 0..quads {
        for x in 0..quads {
            let [here, east, north, far] =
                [z * row + x, z * row + x + 1, (z + 1) * row + x, (z + 1) * row + x + 1];
            indices.extend([here, east, north, east, far, north]);
        }
    }
    // First vertex and step of the south, north, west and east edge, in the order of the shader.
    for (side, (first, step)) in (0..).zip([(0, 1), (quads * row, 1), (0, row), (quads, row)]) {
        for along in 0..quads {
            let upper = first + along * step;
            let lower = row * row + side * row + along;
            indices.extend([upper, upper + step, lower, upper + step, lower + 1, lower]);
        }
    }
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_every_quad_and_four_walls() {
        let indices = patch_indices();
        let (quads, row) = (PATCH_QUADS as usize, PATCH_QUADS as usize + 1);
        assert_eq!(indices.len(), quads * quads * 6 + 4 * quads * 6);
        assert_eq!(indices.iter().max().map(|&index| index as usize), Some(row * row + 4 * row - 1));
    }
}
