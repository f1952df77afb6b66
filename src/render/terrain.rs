//! Draws the ground: one instanced grid of 32 x 32 quads, an instance a patch.

use std::sync::OnceLock;

use super::View;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use super::pick;
use crate::gpu::{Gpu, GpuError};
use crate::scene::heightfield::Heightfield;
use crate::scene::lod::{LodRanges, LodTree, PATCH_QUADS, Patch};

/// Length of a quad's edge on the screen that the levels of detail aim at, pixels.
const QUAD_PIXELS: f32 = 7.0;

/// Patches that one frame can draw; a view needs 50 to 400.
const MOST_PATCHES: usize = 4096;

/// Indices of a patch's quads, then of its four walls.
const GROUND_INDICES: u32 = PATCH_QUADS * PATCH_QUADS * 6;
const WALL_INDICES: u32 = 4 * PATCH_QUADS * 6;

/// Once per device.
#[derive(Debug)]
pub(crate) struct TerrainPass {
    shader: wgpu::ShaderModule,
    bare: wgpu::RenderPipeline,
    /// Made by the first scene that has any.
    grass: OnceLock<wgpu::RenderPipeline>,
    told: OnceLock<wgpu::RenderPipeline>,
    /// Made when the grid is first drawn.
    grid: OnceLock<wgpu::RenderPipeline>,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
    walls: wgpu::RenderPipeline,
    indices: wgpu::Buffer,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct TerrainData {
    tree: LodTree,
    size: [u32; 2],
    cell: f32,
    patches: wgpu::Buffer,
    /// What lies on it: [`TerrainPass::prepare`] comes first.
    pub laid: Laid,
}

/// What lies on the ground besides its own colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Laid {
    /// Nothing.
    Bare,
    /// The colour of far grass.
    Grass,
    /// An overlay, and the colour of far grass.
    Overlay,
}

impl TerrainPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("terrain")?;
        Ok(Self {
            bare: made(gpu, target, frame, &shader, "fragment"),
            grass: OnceLock::new(),
            told: OnceLock::new(),
            grid: OnceLock::new(),
            picker: OnceLock::new(),
            walls: made(gpu, target, frame, &shader, "wall_fragment"),
            shader,
            indices: gpu.buffer_with(
                "patch indices",
                bytemuck::cast_slice(&patch_indices()),
                wgpu::BufferUsages::INDEX,
            )?,
        })
    }

    /// Compiles what draws the ground with something on it.
    pub fn prepare(&self, gpu: &Gpu, target: Target, frame: &FrameLayout, laid: Laid) {
        match laid {
            Laid::Bare => {}
            Laid::Grass => {
                self.grass.get_or_init(|| made(gpu, target, frame, &self.shader, "grass_fragment"));
            }
            Laid::Overlay => {
                self.told.get_or_init(|| made(gpu, target, frame, &self.shader, "told_fragment"));
            }
        }
    }

    /// Draws the grid over the patches.
    pub fn draw_grid(
        &self,
        gpu: &Gpu,
        (target, frame): (Target, &FrameLayout),
        pass: &mut wgpu::RenderPass<'_>,
        data: &TerrainData,
        view: &View,
    ) {
        let patches = patches(&data.tree, data.cell, view);
        gpu.queue.write_buffer(&data.patches, 0, bytemuck::cast_slice(&patches));
        pass.set_vertex_buffer(0, data.patches.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.set_pipeline(self.grid.get_or_init(|| {
            let stages = ("grid_vertex", "grid_fragment");
            drawn(gpu, target, frame, &self.shader, stages, Cover::Blended)
        }));
        pass.draw_indexed(0..GROUND_INDICES, 0, 0..patches.len() as u32);
    }

    /// Draws the patches and tells how many triangles they have.
    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, data: &TerrainData, view: &View) -> u64 {
        let laid = match data.laid {
            Laid::Bare => None,
            Laid::Grass => self.grass.get(),
            Laid::Overlay => self.told.get(),
        };
        self.draw_with(gpu, pass, data, view, [laid.unwrap_or(&self.bare), &self.walls])
    }

    /// Draws numbers in place of colours.
    pub fn draw_numbers(
        &self,
        gpu: &Gpu,
        frame: &FrameLayout,
        pass: &mut wgpu::RenderPass<'_>,
        data: &TerrainData,
        view: &View,
    ) {
        let picker = self.picker.get_or_init(|| made(gpu, pick::TARGET, frame, &self.shader, "pick"));
        self.draw_with(gpu, pass, data, view, [picker, picker]);
    }

    /// Draws the patches, then their walls.
    fn draw_with(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass<'_>,
        data: &TerrainData,
        view: &View,
        [ground, walls]: [&wgpu::RenderPipeline; 2],
    ) -> u64 {
        let patches = patches(&data.tree, data.cell, view);
        gpu.queue.write_buffer(&data.patches, 0, bytemuck::cast_slice(&patches));
        pass.set_vertex_buffer(0, data.patches.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.set_pipeline(ground);
        pass.draw_indexed(0..GROUND_INDICES, 0, 0..patches.len() as u32);
        // Only patches at the map's edge have walls.
        let at_edge = |patch: &Patch| {
            let end = patch.first.map(|first| first + (PATCH_QUADS << patch.level));
            patch.first.contains(&0) || end[0] + 1 >= data.size[0] || end[1] + 1 >= data.size[1]
        };
        pass.set_pipeline(walls);
        for (index, _) in (0..).zip(&patches).filter(|(_, patch)| at_edge(patch)) {
            pass.draw_indexed(GROUND_INDICES..GROUND_INDICES + WALL_INDICES, 0, index..index + 1);
        }
        patches.len() as u64 * u64::from(GROUND_INDICES / 3)
    }
}

fn made(
    gpu: &Gpu,
    target: Target,
    frame: &FrameLayout,
    shader: &wgpu::ShaderModule,
    fragment: &'static str,
) -> wgpu::RenderPipeline {
    drawn(gpu, target, frame, shader, ("vertex", fragment), Cover::Solid)
}

fn drawn(
    gpu: &Gpu,
    target: Target,
    frame: &FrameLayout,
    shader: &wgpu::ShaderModule,
    (vertex, fragment): (&'static str, &'static str),
    cover: Cover,
) -> wgpu::RenderPipeline {
    let patch = wgpu::VertexBufferLayout {
        array_stride: size_of::<Patch>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Uint32x2, 1 => Uint32, 2 => Float32, 3 => Float32x2],
    };
    let desc = PassDesc {
        label: "terrain",
        shader,
        layouts: &[&frame.layout],
        buffers: std::slice::from_ref(&patch),
        vertex,
        fragment,
        cover,
        cull: None,
    };
    pipeline(gpu, target, &desc)
}

/// The patches of a view, at most [`MOST_PATCHES`]: a very large picture has coarser ones, never a hole.
fn patches(tree: &LodTree, cell: f32, view: &View) -> Vec<Patch> {
    let frustum = view.frustum();
    let mut quad_pixels = QUAD_PIXELS;
    loop {
        let ranges = LodRanges::new(view.camera.fov_deg.to_radians(), view.size[1], quad_pixels, cell);
        let patches = tree.select(view.camera.eye, &frustum, &ranges);
        // Quads as large as the picture are as coarse as it gets: some hundred patches.
        if patches.len() <= MOST_PATCHES || quad_pixels > view.size[1] as f32 {
            return patches;
        }
        quad_pixels *= 1.5;
    }
}

impl TerrainData {
    pub fn new(gpu: &Gpu, ground: &Heightfield, laid: Laid) -> Result<Self, GpuError> {
        let size = (MOST_PATCHES * size_of::<Patch>()) as u64;
        Ok(Self {
            tree: LodTree::new(ground),
            size: [ground.width, ground.depth],
            cell: ground.cell,
            laid,
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
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_picture_of_any_size_has_patches_that_fit_and_loses_no_ground() {
        let edge = 4096;
        let heights = vec![0.0; (edge * edge) as usize];
        let ground = Heightfield { width: edge, depth: edge, cell: 1.0, origin: [0.0; 2], heights };
        let tree = LodTree::new(&ground);
        let mut view = View::new("2048,900,2048,0,-90,150".parse().unwrap(), [720, 720]);
        let area = |patches: &[Patch]| patches.iter().map(|patch| 1u64 << (2 * patch.level)).sum::<u64>();
        let small = patches(&tree, 1.0, &view);
        view.size = [16_384, 16_384];
        let large = patches(&tree, 1.0, &view);
        assert!(large.len() <= MOST_PATCHES && large.len() > small.len(), "{}", large.len());
        assert_eq!(area(&large), area(&small), "all of the ground is in both pictures");
    }

    #[test]
    fn a_patch_has_every_quad_and_four_walls() {
        let indices = patch_indices();
        let row = PATCH_QUADS as usize + 1;
        assert_eq!(indices.len(), (GROUND_INDICES + WALL_INDICES) as usize);
        assert_eq!(indices.iter().max().map(|&index| index as usize), Some(row * row + 4 * row - 1));
    }
}
