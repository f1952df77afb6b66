//! Draws objects: every model at up to four levels of detail, instanced and indirect.

use super::cull::{CullKernels, CullSet, Lens, MeshRange, ModelRun, draw_one, pages};
use super::frame::FrameLayout;
use super::painted::{Painted, PaintedPass};
use super::pass::{Cover, PassDesc, Target, instance_layout, pipeline};
use super::pick;
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scene::far_level::far_level;
use crate::scene::image::Image;
use crate::scene::objects::{Mesh, MeshVertex, ObjectInstance, ObjectModel, Objects};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

pub(crate) const TWINS: &[Twin] =
    &[twin!(ObjectInstance { x_axis, model, y_axis, tint, z_axis, id, position, radius })];

/// Radius on the screen in pixels: nothing smaller is drawn; the shade of woods stays on the ground.
pub(crate) const LEAST_PIXELS: f32 = 1.0;

/// Radius on the screen in pixels below which levels 1, 2 and 3 are drawn.
pub(crate) const LEVEL_PIXELS: [f32; 3] = [70.0, 15.0, 3.0];

/// Once per device.
#[derive(Debug)]
pub(crate) struct ObjectPass {
    pub layout: wgpu::BindGroupLayout,
    start_layout: wgpu::BindGroupLayout,
    shader: wgpu::ShaderModule,
    pipeline: wgpu::RenderPipeline,
    /// Draws numbers; made when something is first asked.
    picker: OnceLock<wgpu::RenderPipeline>,
    /// Compiled by the first scene that has painted objects.
    painted: OnceLock<PaintedPass>,
    pub kernels: CullKernels,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct ObjectData {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    pages: Vec<Page>,
    /// The models that a pattern paints.
    painted: Vec<Painted>,
}

/// As many instances as one storage binding holds.
#[derive(Debug)]
struct Page {
    /// Its first instance among all.
    first: u32,
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    start: wgpu::BindGroup,
    /// The model of each run.
    models: Vec<u32>,
    runs: Vec<ModelRun>,
    seen: CullSet,
    shadows: CullSet,
}

/// Position, normal, colour; then the list of instances.
pub(crate) fn vertex_layouts() -> [wgpu::VertexBufferLayout<'static>; 2] {
    const VERTEX: &[wgpu::VertexAttribute] =
        &wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Unorm8x4];
    const INSTANCE: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![3 => Uint32];
    [
        wgpu::VertexBufferLayout {
            array_stride: size_of::<MeshVertex>() as u64,
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

impl ObjectPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("objects")?;
        let layout = instance_layout(gpu, "objects", &[]);
        let desc = PassDesc {
            label: "objects",
            shader: &shader,
            layouts: &[&frame.layout, &layout],
            buffers: &vertex_layouts(),
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Solid,
            cull: Some(wgpu::Face::Back),
        };
        let pipeline = pipeline(gpu, target, &desc);
        Ok(Self {
            layout,
            start_layout: pick::start_layout(gpu),
            shader,
            pipeline,
            picker: OnceLock::new(),
            painted: OnceLock::new(),
            kernels: CullKernels::new(gpu, "cull_objects")?,
        })
    }

    /// The pipeline that draws numbers.
    pub fn picker(&self, gpu: &Gpu, frame: &FrameLayout) -> &wgpu::RenderPipeline {
        self.picker.get_or_init(|| {
            let desc = PassDesc {
                label: "numbers of objects",
                shader: &self.shader,
                layouts: &[&frame.layout, &self.layout, &self.start_layout],
                buffers: &vertex_layouts(),
                vertex: "pick_vertex",
                fragment: "pick",
                cover: Cover::Solid,
                cull: Some(wgpu::Face::Back),
            };
            pipeline(gpu, pick::TARGET, &desc)
        })
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, data: &ObjectData) {
        pass.set_pipeline(&self.pipeline);
        let is_plain = |model: u32| data.painted.iter().all(|painted| painted.model != model);
        data.draw(pass, |page| &page.seen, is_plain);
        if let Some(pipeline) = self.painted.get() {
            for painted in &data.painted {
                pass.set_pipeline(&pipeline.pipeline);
                pass.set_bind_group(2, painted.shown(), &[]);
                data.draw(pass, |page| &page.seen, |model| model == painted.model);
            }
        }
    }
}

impl ObjectData {
    /// `None` without objects.
    pub fn new(gpu: &Gpu, passes: &ObjectPass, objects: &Objects) -> Result<Option<Self>, GpuError> {
        if objects.instances.is_empty() {
            return Ok(None);
        }
        let (vertices, indices, ranges) = gather(&objects.models);
        let pages = pages(gpu, objects.instances.len(), size_of::<ObjectInstance>())
            .into_iter()
            .map(|range| Page::new(gpu, passes, objects, &ranges, range))
            .collect::<Result<_, _>>()?;
        Ok(Some(Self {
            vertices: gpu.buffer_with(
                "object vertices",
                bytemuck::cast_slice(&vertices),
                wgpu::BufferUsages::VERTEX,
            )?,
            indices: gpu.buffer_with(
                "object indices",
                bytemuck::cast_slice(&indices),
                wgpu::BufferUsages::INDEX,
            )?,
            pages,
            painted: Vec::new(),
        }))
    }

    /// Chooses what the camera sees.
    pub fn cull(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, kernels: &CullKernels, lens: &Lens) {
        for page in &self.pages {
            page.seen.dispatch(gpu, encoder, kernels, lens);
        }
    }

    /// Shows pictures on the stand-ins of a form; returns their place for [`Self::show`].
    pub fn paint(
        &mut self,
        gpu: &Gpu,
        passes: &ObjectPass,
        (target, frame): (Target, &FrameLayout),
        (index, model): (u32, &ObjectModel),
        images: &[Image],
    ) -> Result<usize, GpuError> {
        let pass = match passes.painted.get() {
            Some(pass) => pass,
            None => {
                let pass = PaintedPass::new(gpu, target, &[&frame.layout, &passes.layout])?;
                passes.painted.get_or_init(|| pass)
            }
        };
        self.painted.push(Painted::new(gpu, pass, index, model, images)?);
        Ok(self.painted.len() - 1)
    }

    /// Shows a picture of a painted form.
    pub fn show(&mut self, painted: usize, image: u32) {
        if let Some(painted) = self.painted.get_mut(painted) {
            painted.show(image);
        }
    }

    /// Chooses what throws a shadow.
    pub fn cull_shadows(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        kernels: &CullKernels,
        lens: &Lens,
    ) {
        for page in &self.pages {
            page.shadows.dispatch(gpu, encoder, kernels, lens);
        }
    }

    /// Draws what throws a shadow; the pipeline is set.
    pub fn draw_shadows(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.draw(pass, |page| &page.shadows, |_| true);
    }

    fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        lists: impl Fn(&Page) -> &CullSet,
        is_wanted: impl Fn(u32) -> bool,
    ) {
        self.set_buffers(pass);
        for page in &self.pages {
            pass.set_bind_group(1, &page.group, &[]);
            lists(page).draw_of(pass, |run| page.models.get(run).is_some_and(|&model| is_wanted(model)));
        }
    }

    /// Draws the numbers of what the camera sees; the pipeline is set.
    pub fn draw_numbers(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.set_buffers(pass);
        for page in &self.pages {
            pass.set_bind_group(1, &page.group, &[]);
            pass.set_bind_group(2, &page.start, &[]);
            page.seen.draw(pass);
        }
    }

    /// Draws the number of one object at its finest, whatever hides it; the pipeline is set.
    pub fn draw_one(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, index: u32) -> Result<(), GpuError> {
        let Some(page) = self.pages.iter().rfind(|page| page.first <= index) else { return Ok(()) };
        self.set_buffers(pass);
        pass.set_bind_group(1, &page.group, &[]);
        pass.set_bind_group(2, &page.start, &[]);
        draw_one(gpu, pass, &page.runs, index - page.first)
    }

    /// Leaves out the objects that `is_hidden` names from the next frame on, and no others.
    ///
    /// A hidden object has no size: it is left out by the kernels, as what is too small to be seen.
    pub fn hide(&self, gpu: &Gpu, instances: &[ObjectInstance], is_hidden: impl Fn(u32) -> bool) {
        for page in &self.pages {
            let first = page.first as usize;
            let end = page.runs.last().map_or(first, |run| first + run.instances.end as usize);
            let own = instances.get(first..end).unwrap_or_default();
            let bytes = |(index, instance): (u32, &ObjectInstance)| {
                let radius = if is_hidden(index) { 0.0 } else { instance.radius };
                ObjectInstance { radius, ..*instance }
            };
            let shown: Vec<ObjectInstance> = (page.first..).zip(own).map(bytes).collect();
            gpu.queue.write_buffer(&page.buffer, 0, bytemuck::cast_slice(&shown));
        }
    }

    fn set_buffers(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }

    /// Instances and triangles of the last frame.
    pub fn drawn(&self, gpu: &Gpu) -> Result<(u64, u64), GpuError> {
        let mut sums = (0, 0);
        for page in &self.pages {
            let (instances, triangles) = page.seen.drawn(gpu)?;
            sums = (sums.0 + instances, sums.1 + triangles);
        }
        Ok(sums)
    }
}

impl Page {
    fn new(
        gpu: &Gpu,
        passes: &ObjectPass,
        objects: &Objects,
        ranges: &[Vec<MeshRange>],
        range: Range<usize>,
    ) -> Result<Self, GpuError> {
        let first_of_page = range.start as u32; // Objects were read from bytes.
        let instances = &objects.instances[range];
        let buffer = gpu.buffer_with(
            "object instances",
            bytemuck::cast_slice(instances),
            wgpu::BufferUsages::STORAGE,
        )?;
        let (mut runs, mut models) = (Vec::new(), Vec::new());
        let mut first = 0;
        for run in instances.chunk_by(|a, b| a.model == b.model) {
            let end = first + run.len() as u32;
            let model = run.first().map_or(0, |instance| instance.model as usize);
            if let (Some(levels), Some(object)) = (ranges.get(model), objects.models.get(model)) {
                runs.push(ModelRun { instances: first..end, levels: levels.clone(), radius: object.radius });
                models.push(model as u32);
            }
            first = end;
        }
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("objects"),
            layout: &passes.layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        });
        Ok(Self {
            first: first_of_page,
            group,
            start: pick::start_group(gpu, &passes.start_layout, first_of_page)?,
            models,
            seen: CullSet::new(gpu, &passes.kernels, &buffer, &runs)?,
            shadows: CullSet::new(gpu, &passes.kernels, &buffer, &runs)?,
            runs,
            buffer,
        })
    }
}

/// The levels that a model is drawn at: its two finest, its coarsest, and a speck.
fn levels_of(model: &ObjectModel) -> Vec<Cow<'_, Mesh>> {
    let mut levels: Vec<_> = model.lods.iter().take(2).map(Cow::Borrowed).collect();
    if let Some(coarsest) = model.lods.last() {
        if model.lods.len() > 2 {
            levels.push(Cow::Borrowed(coarsest));
        }
        levels.push(Cow::Owned(far_level(coarsest)));
    }
    levels
}

/// All levels of all models in one vertex and one index buffer.
fn gather(models: &[ObjectModel]) -> (Vec<MeshVertex>, Vec<u32>, Vec<Vec<MeshRange>>) {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    let mut ranges = Vec::new();
    for model in models {
        let mut levels = Vec::new();
        for mesh in levels_of(model).iter().map(Cow::as_ref) {
            levels.push(MeshRange {
                first_index: indices.len() as u32,
                index_count: mesh.indices.len() as u32,
                base_vertex: vertices.len() as i32,
            });
            vertices.extend_from_slice(&mesh.vertices);
            indices.extend_from_slice(&mesh.indices);
        }
        ranges.push(levels);
    }
    (vertices, indices, ranges)
}
