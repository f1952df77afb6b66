//! Draws ground that is a mesh: the blocks that are seen, near ones first, each at the level that its distance allows.

use super::View;
use super::cull::Lens;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, instance_layout, pipeline};
use super::pick;
use super::shadow::{DepthDesc, GROUND_SLOPE, depth_pipeline};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scene::ground_mesh::{Block, BlockLevel, GroundMesh, GroundVertex, Tint};
use glam::{DVec3, Vec3};
use gpu_data::{MeshParams, SurfaceLook};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// A coarse level is wrong by no more than this on the screen, pixels.
const ERROR_PIXELS: f32 = 1.0;

/// Triangles whose longest edge is shorter than this on the screen are lit at their vertices, pixels; those that are
/// seen aslant may be longer.
const LIT_PIXELS: f32 = 16.0;

/// The sine of the angle at which a triangle is seen is taken to be no less.
const LEAST_SINE: f32 = 0.04;

mod gpu_data {
    /// Twin of `MeshParams` in shaders/ground_mesh.wgsl.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct MeshParams {
        pub sectors: u32,
        pub casts: u32,
    }

    /// Twin of `SurfaceLook` in shaders/ground_mesh.wgsl.
    pub type SurfaceLook = crate::scene::ground_mesh::Look;
}

pub(crate) const TWINS: &[Twin] =
    &[twin!(MeshParams { sectors, casts }), twin!(SurfaceLook { color, growth })];

/// Once per device.
#[derive(Debug)]
pub(crate) struct GroundMeshPass {
    layout: wgpu::BindGroupLayout,
    /// Lit at the pixels.
    large: wgpu::RenderPipeline,
    /// Lit at the vertices.
    small: wgpu::RenderPipeline,
    shadows: wgpu::RenderPipeline,
    shader: wgpu::ShaderModule,
    /// Made when the grid is first drawn.
    grid: OnceLock<wgpu::RenderPipeline>,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct GroundMeshData {
    group: wgpu::BindGroup,
    params: wgpu::Buffer,
    /// Where the looks of the sectors begin; 0 where materials are shown.
    sectors: u32,
    errors: Vec<f32>,
    pages: Vec<Page>,
}

/// Blocks whose vertices and indices fit a buffer each.
#[derive(Debug)]
struct Page {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    blocks: Vec<Block>,
}

/// A part of a page that is drawn.
struct Seen {
    /// Metres from the eye.
    distance: f32,
    /// Triangles of a size over this are large on the screen, metres.
    large: f32,
    page: usize,
    triangles: BlockLevel,
}

/// Position, normal, tints.
fn vertex_layout() -> wgpu::VertexBufferLayout<'static> {
    const VERTEX: &[wgpu::VertexAttribute] =
        &wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x2, 2 => Uint16x2];
    wgpu::VertexBufferLayout {
        array_stride: size_of::<GroundVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: VERTEX,
    }
}

impl GroundMeshPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("ground_mesh")?;
        let params = wgpu::BindGroupLayoutEntry {
            binding: 1,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(size_of::<MeshParams>() as u64),
            },
            count: None,
        };
        let layout = instance_layout(gpu, "ground mesh", &[params]);
        let layouts = [&frame.layout, &layout];
        let made = |vertex, fragment| made(gpu, target, layouts, &shader, (vertex, fragment), Cover::Solid);
        let [large, small] = [made("vertex", "fragment"), made("lit_vertex", "lit_fragment")];
        let shadows = DepthDesc {
            label: "ground mesh shadows",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[vertex_layout()],
            vertex: "shadow_vertex",
            fragment: None,
            slope_scale: GROUND_SLOPE,
        };
        let shadows = depth_pipeline(gpu, &shadows);
        Ok(Self { layout, large, small, shadows, shader, grid: OnceLock::new(), picker: OnceLock::new() })
    }

    /// Draws numbers in place of colours.
    pub fn draw_numbers(
        &self,
        gpu: &Gpu,
        frame: &FrameLayout,
        pass: &mut wgpu::RenderPass<'_>,
        data: &GroundMeshData,
        view: &View,
    ) {
        pass.set_pipeline(self.picker.get_or_init(|| {
            let layouts = [&frame.layout, &self.layout];
            made(gpu, pick::TARGET, layouts, &self.shader, ("pick_vertex", "pick"), Cover::Solid)
        }));
        data.draw_seen(pass, view);
    }

    /// Draws the grid over what [`GroundMeshPass::draw`] drew.
    pub fn draw_grid(
        &self,
        gpu: &Gpu,
        (target, frame): (Target, &FrameLayout),
        pass: &mut wgpu::RenderPass<'_>,
        data: &GroundMeshData,
        view: &View,
    ) {
        pass.set_pipeline(self.grid.get_or_init(|| {
            let layouts = [&frame.layout, &self.layout];
            made(gpu, target, layouts, &self.shader, ("grid_vertex", "grid_fragment"), Cover::Blended)
        }));
        data.draw_seen(pass, view);
    }

    /// Draws what the camera sees and tells how many triangles that is. With `told` an overlay lies on it, which has its
    /// place at the pixels.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        data: &GroundMeshData,
        view: &View,
        told: bool,
    ) -> u64 {
        let frustum = view.frustum();
        let pixel = view.pixel_angle();
        let seen = data.seen(view.camera.eye, |d| d * pixel, |min, max| frustum.sees_box(min, max));
        let parts: Vec<_> = seen
            .iter()
            .map(|seen| (seen.page, seen.triangles.split(if told { 0.0 } else { seen.large })))
            .collect();
        pass.set_bind_group(1, &data.group, &[]);
        pass.set_pipeline(&self.large);
        let large = data.draw(pass, parts.iter().map(|(page, [large, _])| (*page, large.clone())));
        pass.set_pipeline(&self.small);
        large + data.draw(pass, parts.iter().map(|(page, [_, small])| (*page, small.clone())))
    }

    /// Draws what throws a shadow into the map.
    pub fn draw_shadows(&self, pass: &mut wgpu::RenderPass<'_>, data: &GroundMeshData, lens: &Lens) {
        // A parallel light sees all in one size.
        let seen = data.seen(
            lens.eye,
            |_| lens.pixel_angle,
            |min, max| {
                lens.sides.iter().all(|side| {
                    let normal = side.truncate();
                    normal.dot(Vec3::select(normal.cmpge(Vec3::ZERO), max, min)) + side.w >= 0.0
                })
            },
        );
        pass.set_pipeline(&self.shadows);
        data.draw(pass, seen.iter().map(|seen| (seen.page, seen.triangles.indices())));
    }
}

fn made(
    gpu: &Gpu,
    target: Target,
    layouts: [&wgpu::BindGroupLayout; 2],
    shader: &wgpu::ShaderModule,
    (vertex, fragment): (&'static str, &'static str),
    cover: Cover,
) -> wgpu::RenderPipeline {
    let desc = PassDesc {
        label: "ground mesh",
        shader,
        layouts: &layouts,
        buffers: &[vertex_layout()],
        vertex,
        fragment,
        cover,
        cull: None,
    };
    pipeline(gpu, target, &desc)
}

impl GroundMeshData {
    pub fn new(gpu: &Gpu, passes: &GroundMeshPass, mesh: &GroundMesh) -> Result<Self, GpuError> {
        let looks = [mesh.materials.as_slice(), &mesh.sectors].concat();
        let looks = gpu.buffer_with("looks", bytemuck::cast_slice(&looks), wgpu::BufferUsages::STORAGE)?;
        let params = gpu.buffer(
            "ground mesh",
            size_of::<MeshParams>() as u64,
            wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        )?;
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ground mesh"),
            layout: &passes.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: looks.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: params.as_entire_binding() },
            ],
        });
        let pages = paged(mesh, gpu.limits.max_buffer_size)
            .into_iter()
            .map(|page| {
                Ok(Page {
                    vertices: gpu.buffer_with(
                        "ground mesh vertices",
                        bytemuck::cast_slice(&page.vertices),
                        wgpu::BufferUsages::VERTEX,
                    )?,
                    indices: gpu.buffer_with(
                        "ground mesh indices",
                        bytemuck::cast_slice(&page.indices),
                        wgpu::BufferUsages::INDEX,
                    )?,
                    blocks: page.blocks,
                })
            })
            .collect::<Result<_, GpuError>>()?;
        let sectors = match mesh.tint {
            Tint::Material => 0,
            Tint::Sector => mesh.materials.len() as u32,
        };
        Ok(Self { group, params, sectors, errors: mesh.errors.clone(), pages })
    }

    /// Tells the shader of the frame.
    pub fn prepare(&self, gpu: &Gpu, casts: bool) {
        let params = MeshParams { sectors: self.sectors, casts: u32::from(casts) };
        gpu.queue.write_buffer(&self.params, 0, bytemuck::bytes_of(&params));
    }

    /// The blocks that `sees` sees, near ones first; at a distance a pixel spans `pixel` metres.
    fn seen(&self, eye: DVec3, pixel: impl Fn(f32) -> f32, sees: impl Fn(Vec3, Vec3) -> bool) -> Vec<Seen> {
        let mut seen = Vec::new();
        for (page, blocks) in self.pages.iter().map(|page| &page.blocks).enumerate() {
            for block in blocks {
                let [min, max] = [block.min, block.max].map(|corner| (corner.as_dvec3() - eye).as_vec3());
                if !sees(min, max) {
                    continue;
                }
                let distance = Vec3::ZERO.clamp(min, max).length();
                let Some(&triangles) = block.levels.get(level_at(&self.errors, pixel(distance))) else {
                    continue;
                };
                // Ground far away is seen aslant. The nearest part of a block decides where that part is near.
                let middle = (min + max) * 0.5;
                let sine = (middle.y.abs() / middle.length().max(1.0)).clamp(LEAST_SINE, 1.0);
                let typical = if distance < 4.0 { distance } else { 0.5 * (distance + middle.length()) };
                let large = pixel(typical) * LIT_PIXELS / sine.sqrt();
                seen.push(Seen { distance, large, page, triangles });
            }
        }
        seen.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        seen
    }

    /// Draws all that the camera sees; the pipeline is set.
    fn draw_seen(&self, pass: &mut wgpu::RenderPass<'_>, view: &View) {
        let (frustum, pixel) = (view.frustum(), view.pixel_angle());
        let seen = self.seen(view.camera.eye, |d| d * pixel, |min, max| frustum.sees_box(min, max));
        pass.set_bind_group(1, &self.group, &[]);
        self.draw(pass, seen.iter().map(|seen| (seen.page, seen.triangles.indices())));
    }

    /// Draws ranges of indices of pages and tells how many triangles they have.
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, parts: impl Iterator<Item = (usize, Range<u32>)>) -> u64 {
        let mut current = None;
        let mut triangles = 0;
        for (number, indices) in parts.filter(|(_, indices)| !indices.is_empty()) {
            let Some(page) = self.pages.get(number) else { continue };
            if current != Some(number) {
                current = Some(number);
                pass.set_vertex_buffer(0, page.vertices.slice(..));
                pass.set_index_buffer(page.indices.slice(..), wgpu::IndexFormat::Uint32);
            }
            pass.draw_indexed(indices.clone(), 0, 0..1);
            triangles += indices.len() as u64 / 3;
        }
        triangles
    }
}

/// The coarsest level whose error isn't seen where a pixel spans `pixel` metres.
fn level_at(errors: &[f32], pixel: f32) -> usize {
    errors.iter().rposition(|&error| error <= ERROR_PIXELS * pixel).unwrap_or_default()
}

/// A part of a mesh that stands on its own.
struct MeshPage<'m> {
    vertices: Cow<'m, [GroundVertex]>,
    indices: Cow<'m, [u32]>,
    blocks: Vec<Block>,
}

/// The mesh as it is where a buffer may be so large, else cut between its blocks. A block that is too large alone gets a
/// page of its own, whose upload then names the limit.
fn paged(mesh: &GroundMesh, most_bytes: u64) -> Vec<MeshPage<'_>> {
    let most = |item: usize| (most_bytes / item as u64) as usize;
    let (most_vertices, most_indices) = (most(size_of::<GroundVertex>()), most(size_of::<u32>()));
    if mesh.vertices.len() <= most_vertices && mesh.indices.len() <= most_indices {
        let (vertices, indices) = (Cow::Borrowed(&*mesh.vertices), Cow::Borrowed(&*mesh.indices));
        return vec![MeshPage { vertices, indices, blocks: mesh.blocks.clone() }];
    }
    let mut pages: Vec<MeshPage<'_>> = Vec::new();
    // Where a vertex is in the current page.
    let mut places = vec![u32::MAX; mesh.vertices.len()];
    let (mut vertices, mut indices, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for block in &mesh.blocks {
        let own = || block.levels.iter().flat_map(|level| indices_of(mesh, level));
        let added = own().count();
        if !blocks.is_empty()
            && (indices.len() + added > most_indices || vertices.len() + added > most_vertices)
        {
            places.fill(u32::MAX);
            pages.push(MeshPage {
                vertices: Cow::Owned(std::mem::take(&mut vertices)),
                indices: Cow::Owned(std::mem::take(&mut indices)),
                blocks: std::mem::take(&mut blocks),
            });
        }
        let mut levels = Vec::new();
        for level in &block.levels {
            let first = indices.len() as u32;
            for &index in indices_of(mesh, level) {
                let Some(place) = places.get_mut(index as usize) else { continue };
                if *place == u32::MAX {
                    *place = vertices.len() as u32;
                    vertices.extend(mesh.vertices.get(index as usize));
                }
                indices.push(*place);
            }
            levels.push(BlockLevel { first, ..*level });
        }
        blocks.push(Block { levels, ..*block });
    }
    pages.push(MeshPage { vertices: Cow::Owned(vertices), indices: Cow::Owned(indices), blocks });
    pages
}

fn indices_of<'m>(mesh: &'m GroundMesh, level: &BlockLevel) -> &'m [u32] {
    let indices = level.indices();
    mesh.indices.get(indices.start as usize..indices.end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene::ground_mesh::{MeshTriangle, build};

    /// Squares in many blocks.
    fn squares() -> GroundMesh {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for i in 0..100u32 {
            let [x, z] = [i % 10, i / 10].map(|part| part as f32 * 64.0 + 3.0);
            let first = i * 4;
            positions.extend([[x, 0.0, z], [x, 0.0, z + 9.0], [x + 9.0, 0.0, z + 9.0], [x + 9.0, 0.0, z]]);
            for corners in [[0, 1, 2], [0, 2, 3]] {
                let corners = corners.map(|corner: u32| first + corner);
                triangles.push(MeshTriangle { corners, material: i as u16, sector: 0 });
            }
        }
        build(&positions, triangles).mesh
    }

    #[test]
    fn pages_fit_the_limit_and_hold_every_triangle() {
        let mesh = squares();
        assert_eq!(paged(&mesh, 1 << 28).len(), 1);
        let most = 400;
        let pages = paged(&mesh, most);
        assert!(pages.len() > 10);
        let mut places = Vec::new();
        for page in &pages {
            assert!(page.vertices.len() * size_of::<GroundVertex>() <= most as usize);
            assert!(page.indices.len() * 4 <= most as usize);
            for block in &page.blocks {
                let indices = block.levels[0].indices();
                let indices = &page.indices[indices.start as usize..indices.end as usize];
                places.extend(indices.iter().map(|&index| page.vertices[index as usize]));
            }
        }
        let whole = &mesh.blocks.iter().flat_map(|block| indices_of(&mesh, &block.levels[0])).copied();
        assert!(whole.clone().map(|index| mesh.vertices[index as usize]).eq(places));
    }

    #[test]
    fn a_level_is_as_coarse_as_a_pixel_allows() {
        let errors = [0.0, 0.25, 1.0, 4.0];
        assert_eq!(level_at(&errors, 0.0), 0);
        assert_eq!(level_at(&errors, 0.3 / ERROR_PIXELS), 1);
        assert_eq!(level_at(&errors, 100.0), 3);
        assert_eq!(level_at(&[], 1.0), 0);
    }
}
