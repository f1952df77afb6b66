//! Chooses on the GPU which instances are drawn and how finely, for objects and plants alike.
//!
//! Instances lie grouped by model. A chunk is up to 128 of them; three kernels of `shaders/shared/cull.wgsl` count
//! what is seen in each chunk and level of detail, sum the counts up, and list the instances. Each model and level
//! has a list and an indirect draw of its own.

use super::View;
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use glam::{DVec3, Vec4};
use std::ops::Range;

pub(crate) const TWINS: &[Twin] = &[
    twin!(CullView {
        sides,
        eye_high,
        pixel_angle,
        eye_low,
        least_pixels,
        level_pixels,
        thin_pixels,
        chunk_count,
        model_count,
        farthest,
        parallel,
    }),
    twin!(Chunk { first, count, levels, radius }),
    twin!(CullModel { first_chunk, chunk_count, levels, visible_first, instances }),
    twin!(DrawArgs { index_count, instance_count, first_index, base_vertex, first_instance }),
];

/// Instances of a chunk: enough work for a thread, enough threads for a GPU.
pub const CHUNK: u32 = 128;

/// Levels of detail of a model, at most.
pub const LEVELS: usize = 4;

/// Twin of `CullView` in shaders/shared/cull.wgsl.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(missing_docs)]
pub struct CullView {
    pub sides: [[f32; 4]; 4],
    pub eye_high: [f32; 3],
    pub pixel_angle: f32,
    pub eye_low: [f32; 3],
    pub least_pixels: f32,
    pub level_pixels: [f32; 3],
    pub thin_pixels: f32,
    pub chunk_count: u32,
    pub model_count: u32,
    pub farthest: f32,
    pub parallel: u32,
}

/// Twin of `Chunk` in shaders/shared/cull.wgsl.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(missing_docs)]
pub struct Chunk {
    pub first: u32,
    pub count: u32,
    pub levels: u32,
    pub radius: f32,
}

/// Twin of `CullModel` in shaders/shared/cull.wgsl.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(missing_docs)]
pub struct CullModel {
    pub first_chunk: u32,
    pub chunk_count: u32,
    pub levels: u32,
    pub visible_first: u32,
    pub instances: u32,
}

/// Twin of `DrawArgs` in shaders/shared/cull.wgsl: an indexed indirect draw.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[allow(missing_docs)]
pub struct DrawArgs {
    pub index_count: u32,
    pub instance_count: u32,
    pub first_index: u32,
    pub base_vertex: i32,
    pub first_instance: u32,
}

/// Where a level of a model lies in its vertex and index buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MeshRange {
    pub first_index: u32,
    pub index_count: u32,
    pub base_vertex: i32,
}

/// A model and its instances in one page.
#[derive(Debug, Clone)]
pub(crate) struct ModelRun {
    pub instances: Range<u32>,
    /// Finest first, one to four.
    pub levels: Vec<MeshRange>,
    /// Radius at scale 1, metres.
    pub radius: f32,
}

/// From where, and how finely.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lens {
    pub eye: DVec3,
    pub sides: [Vec4; 4],
    pub pixel_angle: f32,
    pub parallel: bool,
    pub farthest: f32,
    /// Smallest radius on the screen that is drawn, pixels.
    pub least_pixels: f32,
    /// Radius on the screen below which levels 1, 2 and 3 are drawn, pixels.
    pub level_pixels: [f32; 3],
    /// See `thin_keep` in shaders/shared/thin.wgsl; 0 for what isn't thinned.
    pub thin_pixels: f32,
}

impl Lens {
    /// The camera's own.
    pub fn camera(view: &View, least_pixels: f32, level_pixels: [f32; 3]) -> Self {
        let [left, right, bottom, top, _near] = view.frustum().planes;
        Self {
            eye: view.camera.eye,
            sides: [left, right, bottom, top],
            pixel_angle: view.pixel_angle(),
            parallel: false,
            farthest: f32::MAX,
            least_pixels,
            level_pixels,
            thin_pixels: 0.0,
        }
    }
}

/// The three kernels, once per device and kind of instance.
#[derive(Debug)]
pub(crate) struct CullKernels {
    count: wgpu::ComputePipeline,
    scan: wgpu::ComputePipeline,
    emit: wgpu::ComputePipeline,
}

impl CullKernels {
    /// `shader` is `cull_objects` or `cull_clutter`.
    pub fn new(gpu: &Gpu, shader: &str) -> Result<Self, GpuError> {
        let module = gpu.shader(shader)?;
        let kernel = |entry_point| {
            gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: None,
                module: &module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        Ok(Self { count: kernel("count"), scan: kernel("scan"), emit: kernel("emit") })
    }
}

/// One page of instances with its lists.
#[derive(Debug)]
pub(crate) struct CullSet {
    view: wgpu::Buffer,
    visible: wgpu::Buffer,
    draws: wgpu::Buffer,
    count_group: wgpu::BindGroup,
    scan_group: wgpu::BindGroup,
    emit_group: wgpu::BindGroup,
    chunk_count: u32,
    models: Vec<CullModel>,
}

impl CullSet {
    /// Lists for the instances of `page`, which `runs` divide by model.
    pub fn new(
        gpu: &Gpu,
        kernels: &CullKernels,
        page: &wgpu::Buffer,
        runs: &[ModelRun],
    ) -> Result<Self, GpuError> {
        let (chunks, models, draws) = plan(runs);
        let listed: u64 =
            models.iter().map(|model| u64::from(model.instances) * u64::from(model.levels)).sum();
        let storage = wgpu::BufferUsages::STORAGE;
        let view = gpu.buffer(
            "cull view",
            size_of::<CullView>() as u64,
            wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        )?;
        let chunk_buffer = gpu.buffer_with("chunks", bytemuck::cast_slice(&chunks), storage)?;
        let model_buffer = gpu.buffer_with("cull models", bytemuck::cast_slice(&models), storage)?;
        let counts = gpu.buffer("cull counts", chunks.len() as u64 * 16, storage)?;
        let visible = gpu.buffer(
            "visible instances",
            listed * 4,
            storage | wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC,
        )?;
        let draws = gpu.buffer_with(
            "draws",
            bytemuck::cast_slice(&draws),
            storage | wgpu::BufferUsages::INDIRECT | wgpu::BufferUsages::COPY_SRC,
        )?;
        let buffers = [&view, page, &chunk_buffer, &counts, &visible, &model_buffer, &draws];
        let group = |kernel: &wgpu::ComputePipeline, bindings: &[u32]| {
            let entries: Vec<_> = bindings
                .iter()
                .map(|&binding| wgpu::BindGroupEntry {
                    binding,
                    resource: buffers[binding as usize].as_entire_binding(),
                })
                .collect();
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("cull"),
                layout: &kernel.get_bind_group_layout(0),
                entries: &entries,
            })
        };
        Ok(Self {
            count_group: group(&kernels.count, &[0, 1, 2, 3]),
            scan_group: group(&kernels.scan, &[0, 3, 5, 6]),
            emit_group: group(&kernels.emit, &[0, 1, 2, 3, 4]),
            chunk_count: chunks.len() as u32,
            models,
            view,
            visible,
            draws,
        })
    }

    /// Fills the lists for a lens.
    pub fn dispatch(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        kernels: &CullKernels,
        lens: &Lens,
    ) {
        let view = self.cull_view(lens);
        gpu.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(&view));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (kernel, group, threads) in [
            (&kernels.count, &self.count_group, self.chunk_count),
            (&kernels.scan, &self.scan_group, self.models.len() as u32),
            (&kernels.emit, &self.emit_group, self.chunk_count),
        ] {
            let [x, y] = workgroups(threads);
            pass.set_pipeline(kernel);
            pass.set_bind_group(0, group, &[]);
            pass.dispatch_workgroups(x, y, 1);
        }
    }

    pub(super) fn cull_view(&self, lens: &Lens) -> CullView {
        let (eye_high, eye_low) = super::frame::split(lens.eye);
        CullView {
            sides: lens.sides.map(Into::into),
            eye_high,
            pixel_angle: lens.pixel_angle,
            eye_low,
            least_pixels: lens.least_pixels,
            level_pixels: lens.level_pixels,
            thin_pixels: lens.thin_pixels,
            chunk_count: self.chunk_count,
            model_count: self.models.len() as u32,
            farthest: lens.farthest,
            parallel: u32::from(lens.parallel),
        }
    }

    /// Draws every list; vertex buffer 1 gets the indices of the instances.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.draw_of(pass, |_| true);
    }

    /// Draws the lists of the models, by their place among the runs, that are wanted.
    pub fn draw_of(&self, pass: &mut wgpu::RenderPass<'_>, is_wanted: impl Fn(usize) -> bool) {
        // The finest level of all models first: what is near hides what is far, which then needs no shading.
        for level in 0..LEVELS as u64 {
            let drawn = |(index, model): &(u64, &CullModel)| {
                level < model.levels.into() && is_wanted(*index as usize)
            };
            for (index, model) in (0u64..).zip(&self.models).filter(drawn) {
                let first = u64::from(model.visible_first) + level * u64::from(model.instances);
                let bytes = first * 4..(first + u64::from(model.instances)) * 4;
                pass.set_vertex_buffer(1, self.visible.slice(bytes));
                let draw = (index * LEVELS as u64 + level) * size_of::<DrawArgs>() as u64;
                pass.draw_indexed_indirect(&self.draws, draw);
            }
        }
    }

    /// All lists, used or not, and the draws.
    #[cfg(test)]
    pub fn lists(&self, gpu: &Gpu) -> Result<(Vec<u32>, Vec<DrawArgs>), GpuError> {
        let visible = gpu.read_buffer(&self.visible, self.visible.size())?;
        let draws = gpu.read_buffer(&self.draws, self.draws.size())?;
        Ok((bytemuck::pod_collect_to_vec(&visible), bytemuck::pod_collect_to_vec(&draws)))
    }

    /// Instances and triangles of the last frame.
    pub fn drawn(&self, gpu: &Gpu) -> Result<(u64, u64), GpuError> {
        self.drawn_of(gpu, |_| true)
    }

    /// The same of the models, by their place among the runs, that are wanted.
    pub fn drawn_of(&self, gpu: &Gpu, is_wanted: impl Fn(usize) -> bool) -> Result<(u64, u64), GpuError> {
        let bytes = gpu.read_buffer(&self.draws, self.draws.size())?;
        let mut sums = (0, 0);
        let draws = bytes.chunks_exact(size_of::<DrawArgs>()).enumerate();
        for (_, draw) in draws.filter(|(index, _)| is_wanted(index / LEVELS)) {
            let draw: DrawArgs = bytemuck::pod_read_unaligned(draw);
            sums.0 += u64::from(draw.instance_count);
            sums.1 += u64::from(draw.instance_count) * u64::from(draw.index_count / 3);
        }
        Ok(sums)
    }
}

/// Draws one instance of a page at its finest; vertex buffer 0, the indices and the groups are set.
pub(crate) fn draw_one(
    gpu: &Gpu,
    pass: &mut wgpu::RenderPass<'_>,
    runs: &[ModelRun],
    instance: u32,
) -> Result<(), GpuError> {
    let run = runs.iter().find(|run| run.instances.contains(&instance));
    let Some(mesh) = run.and_then(|run| run.levels.first()) else { return Ok(()) };
    let list = gpu.buffer_with("one instance", bytemuck::bytes_of(&instance), wgpu::BufferUsages::VERTEX)?;
    pass.set_vertex_buffer(1, list.slice(..4));
    pass.draw_indexed(mesh.first_index..mesh.first_index + mesh.index_count, mesh.base_vertex, 0..1);
    Ok(())
}

/// Workgroups of 64 threads in two dimensions, since one dimension ends at 65,535.
pub(crate) fn workgroups(threads: u32) -> [u32; 2] {
    let groups = threads.div_ceil(64).max(1);
    let rows = groups.div_ceil(65_535);
    [groups.div_ceil(rows), rows]
}

/// Chunks, models and empty draws of the runs.
pub(crate) fn plan(runs: &[ModelRun]) -> (Vec<Chunk>, Vec<CullModel>, Vec<DrawArgs>) {
    let (mut chunks, mut models, mut draws) = (Vec::new(), Vec::new(), Vec::new());
    let mut visible_first = 0;
    for run in runs {
        let first_chunk = chunks.len() as u32;
        let levels = run.levels.len().min(LEVELS) as u32;
        for first in run.instances.clone().step_by(CHUNK as usize) {
            let count = CHUNK.min(run.instances.end - first);
            chunks.push(Chunk { first, count, levels, radius: run.radius });
        }
        let instances = run.instances.len() as u32;
        let chunk_count = chunks.len() as u32 - first_chunk;
        models.push(CullModel { first_chunk, chunk_count, levels, visible_first, instances });
        visible_first += instances * levels;
        for level in 0..LEVELS {
            let mesh = run.levels.get(level);
            draws.push(DrawArgs {
                index_count: mesh.map_or(0, |mesh| mesh.index_count),
                instance_count: 0,
                first_index: mesh.map_or(0, |mesh| mesh.first_index),
                base_vertex: mesh.map_or(0, |mesh| mesh.base_vertex),
                first_instance: 0,
            });
        }
    }
    (chunks, models, draws)
}

/// Cuts a list of `count` items of `item_bytes` into pages that one storage binding can hold.
pub(crate) fn pages(gpu: &Gpu, count: usize, item_bytes: usize) -> Vec<Range<usize>> {
    let most = (gpu.limits.max_storage_buffer_binding_size as usize / item_bytes).max(1);
    (0..count).step_by(most).map(|first| first..count.min(first + most)).collect()
}
