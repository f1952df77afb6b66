//! Draws plants: the level's own meshes, instanced and indirect, two-sided and cut out by the texture's alpha.

use super::cull::{CullKernels, CullSet, Lens, MeshRange, ModelRun, draw_one};
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, instance_layout, pipeline, texture_entries};
use super::pick;
use super::planted::{Planted, PlantedPage};
use super::thin::THIN_PIXELS;
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scatter::Instance;
use crate::scene::catalogue::{Hidden, ModelId};
use crate::scene::clutter::{Atlas, Clutter, ClutterModel, ClutterVertex, PLAIN, Patch, PatchLevel};
use bytemuck::Zeroable;
use gpu_data::ClutterLook;
use std::ops::Range;
use std::sync::OnceLock;

mod gpu_data {
    /// Twin of `ClutterLook` in shaders/clutter.wgsl; the meaning of each field stands there.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct ClutterLook {
        pub light_gain: f32,
        pub light_floor: f32,
        pub ring: f32,
    }
}

pub(crate) const TWINS: &[Twin] = &[
    twin!(Instance { position, scale, yaw, model_cell, slot, light }),
    twin!(ClutterLook { light_gain, light_floor, ring }),
];

/// Plants go by their scale alone: see [`super::thin::SMALLEST`].
pub(crate) const LEAST_PIXELS: f32 = 0.0;

/// Metres that a plant can stand beyond the middle of its slot, on the far side of which the ring ends.
const SLOT_REACH: f32 = 2.0;

/// Radius on the screen in pixels below which levels 1, 2 and 3 are drawn.
pub(crate) const LEVEL_PIXELS: [f32; 3] = [40.0, 12.0, 0.0];

/// Once per device.
#[derive(Debug)]
pub(crate) struct ClutterPass {
    layout: wgpu::BindGroupLayout,
    start_layout: wgpu::BindGroupLayout,
    shader: wgpu::ShaderModule,
    pipeline: wgpu::RenderPipeline,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
    sampler: wgpu::Sampler,
    pub kernels: CullKernels,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct ClutterData {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    pages: Vec<Page>,
    atlas: wgpu::Texture,
    /// Metres from the eye beyond which nothing is drawn.
    farthest: f32,
    thin_pixels: f32,
    /// All that were planted, drawn or not.
    pub planted: u64,
}

/// As many plants as one storage binding holds.
#[derive(Debug)]
struct Page {
    /// Its first plant among all.
    first: u32,
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    start: wgpu::BindGroup,
    /// The model of each run.
    models: Vec<u32>,
    runs: Vec<ModelRun>,
    seen: CullSet,
}

/// Position and texture coordinates; then the list of instances.
fn vertex_layouts() -> [wgpu::VertexBufferLayout<'static>; 2] {
    const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x2];
    const INSTANCE: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![2 => Uint32];
    [
        wgpu::VertexBufferLayout {
            array_stride: size_of::<ClutterVertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: VERTEX,
        },
        wgpu::VertexBufferLayout {
            array_stride: 4,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: INSTANCE,
        },
    ]
}

impl ClutterPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("clutter")?;
        let [texture, sampler] = texture_entries(1);
        let look = wgpu::BindGroupLayoutEntry {
            binding: 3,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(size_of::<ClutterLook>() as u64),
            },
            count: None,
        };
        let layout = instance_layout(gpu, "clutter", &[texture, sampler, look]);
        let desc = PassDesc {
            label: "clutter",
            shader: &shader,
            layouts: &[&frame.layout, &layout],
            buffers: &vertex_layouts(),
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Cutout,
            cull: None,
        };
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("atlas"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            // Between two levels nothing is to be seen on leaves, and half the looks are saved.
            mipmap_filter: wgpu::MipmapFilterMode::Nearest,
            ..Default::default()
        });
        let pipeline = pipeline(gpu, target, &desc);
        Ok(Self {
            layout,
            start_layout: pick::start_layout(gpu),
            shader,
            pipeline,
            picker: OnceLock::new(),
            sampler,
            kernels: CullKernels::new(gpu, "cull_clutter")?,
        })
    }

    /// The pipeline that draws numbers.
    pub fn picker(&self, gpu: &Gpu, frame: &FrameLayout) -> &wgpu::RenderPipeline {
        self.picker.get_or_init(|| {
            let desc = PassDesc {
                label: "numbers of plants",
                shader: &self.shader,
                layouts: &[&frame.layout, &self.layout, &self.start_layout],
                buffers: &vertex_layouts(),
                vertex: "pick_vertex",
                fragment: "pick",
                cover: Cover::Solid,
                cull: None,
            };
            pipeline(gpu, pick::TARGET, &desc)
        })
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, data: &ClutterData, hidden: &Hidden) {
        pass.set_pipeline(&self.pipeline);
        data.set_buffers(pass);
        for page in &data.pages {
            pass.set_bind_group(1, &page.group, &[]);
            page.draw(pass, hidden);
        }
    }
}

impl Page {
    /// Draws what the camera sees of it; the groups are set.
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, hidden: &Hidden) {
        self.seen.draw_of(pass, |run| self.shows(run, hidden));
    }

    fn shows(&self, run: usize, hidden: &Hidden) -> bool {
        // Most often nothing is hidden.
        hidden.is_empty()
            || self.models.get(run).is_some_and(|&model| !hidden.contains(&ModelId::Plant(model)))
    }

    /// Plants, counted from its first.
    fn read(&self, gpu: &Gpu, plants: Range<u32>) -> Result<Vec<Instance>, GpuError> {
        let [first, end] =
            [plants.start, plants.end].map(|plant| u64::from(plant) * size_of::<Instance>() as u64);
        let bytes = gpu.read_range(&self.buffer, first, end - first)?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }
}

impl ClutterData {
    /// Takes over what was planted.
    pub fn new(
        gpu: &Gpu,
        passes: &ClutterPass,
        clutter: &Clutter,
        planted: &Planted,
    ) -> Result<Self, GpuError> {
        let (vertices, indices, ranges) = gather(&clutter.models);
        let atlas = upload_atlas(gpu, clutter.atlas.as_ref())?;
        let atlas_view = atlas.create_view(&Default::default());
        let look = ClutterLook {
            light_gain: clutter.light.gain,
            light_floor: if clutter.light.unlit { 1.0 } else { 0.0 },
            ring: clutter.ring.unwrap_or(0.0),
        };
        let look =
            gpu.buffer_with("look of the grass", bytemuck::bytes_of(&look), wgpu::BufferUsages::UNIFORM)?;
        let mut first = 0;
        let mut page = |page: &PlantedPage| -> Result<_, GpuError> {
            let (models, runs): (Vec<_>, Vec<_>) = page
                .models
                .iter()
                .filter(|(model, _)| clutter.only.is_empty() || clutter.only.contains(model))
                .filter_map(|(model, instances)| {
                    let run = ModelRun {
                        instances: instances.clone(),
                        levels: ranges.get(*model as usize)?.clone(),
                        radius: clutter.models.get(*model as usize)?.radius,
                    };
                    Some((*model, run))
                })
                .unzip();
            let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("clutter"),
                layout: &passes.layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: page.buffer.as_entire_binding() },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: wgpu::BindingResource::TextureView(&atlas_view),
                    },
                    wgpu::BindGroupEntry {
                        binding: 2,
                        resource: wgpu::BindingResource::Sampler(&passes.sampler),
                    },
                    wgpu::BindGroupEntry { binding: 3, resource: look.as_entire_binding() },
                ],
            });
            let start = first;
            first += page.models.last().map_or(0, |(_, instances)| instances.end);
            Ok(Page {
                first: start,
                buffer: page.buffer.clone(),
                group,
                start: pick::start_group(gpu, &passes.start_layout, start)?,
                models,
                seen: CullSet::new(gpu, &passes.kernels, &page.buffer, &runs)?,
                runs,
            })
        };
        let usage = wgpu::BufferUsages::VERTEX;
        Ok(Self {
            vertices: gpu.buffer_with("plant vertices", bytemuck::cast_slice(&vertices), usage)?,
            indices: gpu.buffer_with(
                "plant indices",
                bytemuck::cast_slice(&indices),
                wgpu::BufferUsages::INDEX,
            )?,
            atlas,
            pages: planted.pages.iter().map(&mut page).collect::<Result<_, _>>()?,
            farthest: clutter.ring.map_or(f32::MAX, |ring| ring + SLOT_REACH),
            thin_pixels: thin_pixels(clutter),
            planted: planted.total,
        })
    }

    /// Shows another picture in a part of the texture.
    pub fn lay(&self, gpu: &Gpu, patch: &Patch) {
        for (mip, PatchLevel { at, image }) in (0..).zip(&patch.levels) {
            gpu.write_part(&self.atlas, mip, *at, image.size[0], &image.rgba);
        }
    }

    /// Chooses what the camera sees.
    pub fn cull(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, kernels: &CullKernels, lens: &Lens) {
        let lens = Lens { farthest: self.farthest, thin_pixels: self.thin_pixels, ..*lens };
        for page in &self.pages {
            page.seen.dispatch(gpu, encoder, kernels, &lens);
        }
    }

    /// Draws the numbers of what the camera sees; the pipeline is set.
    pub fn draw_numbers(&self, pass: &mut wgpu::RenderPass<'_>, hidden: &Hidden) {
        self.set_buffers(pass);
        for page in &self.pages {
            pass.set_bind_group(1, &page.group, &[]);
            pass.set_bind_group(2, &page.start, &[]);
            page.draw(pass, hidden);
        }
    }

    /// Draws the number of one plant at its finest, whatever hides it; the pipeline is set.
    pub fn draw_one(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, index: u32) -> Result<(), GpuError> {
        let Some(page) = self.pages.iter().rfind(|page| page.first <= index) else { return Ok(()) };
        self.set_buffers(pass);
        pass.set_bind_group(1, &page.group, &[]);
        pass.set_bind_group(2, &page.start, &[]);
        draw_one(gpu, pass, &page.runs, index - page.first)
    }

    /// A plant by its number in the order of planting.
    pub fn plant(&self, gpu: &Gpu, index: u32) -> Result<Instance, GpuError> {
        let page = self.pages.iter().rfind(|page| page.first <= index);
        let plants = page.map(|page| page.read(gpu, index - page.first..index - page.first + 1));
        Ok(plants.transpose()?.and_then(|plants| plants.first().copied()).unwrap_or_else(Zeroable::zeroed))
    }

    /// All plants of a model, with the number of the first of each run.
    pub fn plants_of(&self, gpu: &Gpu, model: u32) -> Result<Vec<(u32, Vec<Instance>)>, GpuError> {
        let runs = self.pages.iter().flat_map(|page| {
            let runs = page.models.iter().zip(&page.runs).filter(|(own, _)| **own == model);
            runs.map(move |(_, run)| (page, run.instances.clone()))
        });
        runs.map(|(page, run)| Ok((page.first + run.start, page.read(gpu, run)?))).collect()
    }

    /// How many plants there are of a model.
    pub fn count_of(&self, model: u32) -> u64 {
        let runs = self.pages.iter().flat_map(|page| page.models.iter().zip(&page.runs));
        runs.filter(|(own, _)| **own == model).map(|(_, run)| run.instances.len() as u64).sum()
    }

    fn set_buffers(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }

    /// Instances and triangles of the last frame.
    pub fn drawn(&self, gpu: &Gpu, hidden: &Hidden) -> Result<(u64, u64), GpuError> {
        let mut sums = (0, 0);
        for page in &self.pages {
            let (instances, triangles) = page.seen.drawn_of(gpu, |run| page.shows(run, hidden))?;
            sums = (sums.0 + instances, sums.1 + triangles);
        }
        Ok(sums)
    }
}

/// What thins the plants: see [`super::thin`]. In the game's own ring none are left out.
pub(crate) fn thin_pixels(clutter: &Clutter) -> f32 {
    if clutter.ring.is_some() { 0.0 } else { THIN_PIXELS }
}

/// All levels of all models in one vertex and one index buffer: the levels of a model share its vertices.
fn gather(models: &[ClutterModel]) -> (Vec<ClutterVertex>, Vec<u32>, Vec<Vec<MeshRange>>) {
    let (mut vertices, mut indices, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    for model in models {
        let base_vertex = vertices.len() as i32;
        vertices.extend_from_slice(&model.vertices);
        let mut levels = Vec::new();
        for level in levels_of(model) {
            levels.push(MeshRange {
                first_index: indices.len() as u32,
                index_count: level.len() as u32,
                base_vertex,
            });
            indices.extend_from_slice(&level);
        }
        ranges.push(levels);
    }
    (vertices, indices, ranges)
}

/// The whole model, half and a quarter of its triangles, the largest ones: far away they hide the others anyway.
fn levels_of(model: &ClutterModel) -> Vec<Vec<u32>> {
    let mut triangles: Vec<&[u32]> = model.indices.chunks_exact(3).collect();
    let area = |triangle: &[u32]| {
        let corner = |i: usize| {
            let index = triangle.get(i).map_or(0, |&index| index as usize);
            glam::Vec3::from(model.vertices.get(index).map_or([0.0; 3], |vertex| vertex.position))
        };
        (corner(1) - corner(0)).cross(corner(2) - corner(0)).length_squared()
    };
    triangles.sort_by(|a, b| area(b).total_cmp(&area(a)));
    let part = |share: usize| {
        let count = (triangles.len() / share).max(2).min(triangles.len());
        triangles.iter().take(count).flat_map(|triangle| triangle.iter().copied()).collect()
    };
    vec![model.indices.clone(), part(2), part(4)]
}

/// The level's texture, or one pixel of a plain green where there is none.
fn upload_atlas(gpu: &Gpu, atlas: Option<&Atlas>) -> Result<wgpu::Texture, GpuError> {
    let plain = Atlas { size: [1, 1], levels: vec![[PLAIN[0], PLAIN[1], PLAIN[2], 255].to_vec()] };
    let atlas = atlas.unwrap_or(&plain);
    let format = wgpu::TextureFormat::Rgba8UnormSrgb;
    let texture = gpu.texture("atlas", atlas.size, atlas.levels.len() as u32, format)?;
    for (mip, level) in (0..).zip(&atlas.levels) {
        let width = (atlas.size[0] >> mip).max(1);
        gpu.write_rows(&texture, mip, 0, width, width * 4, level);
    }
    Ok(texture)
}
