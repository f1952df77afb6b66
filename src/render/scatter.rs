//! Plants the grass on the GPU with `shaders/scatter.wgsl`: count, add up, write, page by page.

use std::ops::Range;
use std::sync::OnceLock;

use super::cull::workgroups;
use super::planted::{Planted, PlantedPage};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scatter::{self, Instance, Params, Slot, Triangle, Triangles};
use crate::scene::clutter::{Clutter, ClutterGround};
use crate::scene::heightfield::Heightfield;

pub(crate) const TWINS: &[Twin] = &[
    twin!(Params {
        offset,
        ground_size,
        ground_origin,
        ground_cell,
        width,
        slot_count,
        rank_count,
        cells,
        spacing,
        jitter,
        rows,
        page_first,
        page_end,
        moved,
        detail_height,
        x_first,
        corner_light,
    }),
    twin!(Slot {
        y_base,
        height,
        models,
        palettes,
        light,
        index,
        ranks,
        seed,
        first_triangle,
        triangle_count,
    }),
    twin!(Triangle { x, y, z, ax, ay, az, bx, by, bz }),
];

/// Instances that are planted at most: 2 GiB of them. A larger step gives fewer.
pub const MOST_INSTANCES: u64 = 1 << 26;

/// The shader, once per device.
#[derive(Debug)]
pub struct Scatter {
    module: wgpu::ShaderModule,
    /// Made when they are first needed: a scene has one kind of ground, and compiling takes longer than planting.
    on_boxes: OnceLock<Kernels>,
    on_heightfield: OnceLock<Kernels>,
    on_triangles: OnceLock<Kernels>,
}

/// The kernels for one kind of ground.
#[derive(Debug)]
struct Kernels {
    count: wgpu::ComputePipeline,
    scan_blocks: wgpu::ComputePipeline,
    scan_sums: wgpu::ComputePipeline,
    emit: wgpu::ComputePipeline,
}

impl Scatter {
    /// Reads the shader. What is wrong with it is reported by [`Gpu::check`].
    ///
    /// # Errors
    /// [`GpuError::Shader`] when an import is unknown.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            module: gpu.shader("scatter")?,
            on_boxes: OnceLock::new(),
            on_heightfield: OnceLock::new(),
            on_triangles: OnceLock::new(),
        })
    }

    fn kernels(&self, gpu: &Gpu, ground: &ClutterGround) -> &Kernels {
        // The numbers are those of shaders/shared/scatter_ground.wgsl.
        let (place, ground) = match ground {
            ClutterGround::Boxes => (&self.on_boxes, 0.0),
            ClutterGround::Heightfield => (&self.on_heightfield, 1.0),
            ClutterGround::Triangles(_) => (&self.on_triangles, 2.0),
        };
        let kernel = |entry_point| {
            gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: None,
                module: &self.module,
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &[("GROUND", ground)],
                    ..Default::default()
                },
                cache: None,
            })
        };
        place.get_or_init(|| Kernels {
            count: kernel("count"),
            scan_blocks: kernel("scan_blocks"),
            scan_sums: kernel("scan_sums"),
            emit: kernel("emit"),
        })
    }

    /// Plants all grass of a scene in the way that is fastest on the adapter, and waits for it.
    ///
    /// A software adapter runs the kernels on the same processor as their twin, and its way of casting rays at
    /// triangles is slow: one after the other reads memory eight times as often. There the twin plants on meshes, in a
    /// quarter of the time (`benches/scatter.rs`). The plants are the same.
    ///
    /// # Errors
    /// As [`Scatter::run`].
    pub fn plant(
        &self,
        gpu: &Gpu,
        clutter: &Clutter,
        ground: &Heightfield,
        heights: Option<&wgpu::TextureView>,
    ) -> Result<Planted, GpuError> {
        if gpu.is_software() && matches!(clutter.ground, ClutterGround::Triangles(_)) {
            return plant_by_twin(gpu, clutter, ground);
        }
        self.run(gpu, clutter, ground, heights)
    }

    /// Plants all grass of a scene with the kernels and waits for the number of plants.
    ///
    /// `heights` holds the heights of `ground` as [`super::heights`] brings them, of which nothing else is read but its
    /// place; it isn't needed for plants that stand on their slots' boxes.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when the slots don't fit the adapter, [`GpuError::TooMany`] when the plants are more than
    /// [`MOST_INSTANCES`].
    pub fn run(
        &self,
        gpu: &Gpu,
        clutter: &Clutter,
        ground: &Heightfield,
        heights: Option<&wgpu::TextureView>,
    ) -> Result<Planted, GpuError> {
        let params = clutter.params(ground);
        if params.rank_count == 0 {
            return Ok(Planted { pages: Vec::new(), total: 0 });
        }
        check_most(
            u64::from(params.slot_count) * u64::from(params.candidates_per_slot()),
            u64::from(u32::MAX),
        )?;
        let kernels = self.kernels(gpu, &clutter.ground);
        let input = Input::new(gpu, clutter, &params, heights)?;
        let sums = kernels.add_up(gpu, &params, &input)?;
        let total = sums.last().copied().unwrap_or(0);
        check_most(u64::from(total), MOST_INSTANCES)?;
        let runs: Vec<_> = clutter.slots.instances(&sums).collect();
        let pages = kernels.write(gpu, &params, &input, total, &runs)?;
        Ok(Planted { pages, total: u64::from(total) })
    }
}

/// Plants with the twin of the kernels, and brings the plants to the adapter.
fn plant_by_twin(gpu: &Gpu, clutter: &Clutter, ground: &Heightfield) -> Result<Planted, GpuError> {
    let instances = clutter.with_bed(ground, |bed| {
        let tallies = scatter::tally(bed);
        check_most(tallies.iter().map(scatter::Tally::total).sum(), MOST_INSTANCES)?;
        Ok::<_, GpuError>(scatter::plant_tallied(bed, &tallies))
    })?;
    // They come by model, so a run ends where the model changes.
    let mut runs: Vec<(u32, Range<u32>)> = Vec::new();
    for run in instances.chunk_by(|a, b| a.model() == b.model()) {
        let first = runs.last().map_or(0, |(_, run)| run.end);
        let model = run.first().map_or(0, Instance::model);
        runs.push((model, first..first + run.len() as u32)); // At most `MOST_INSTANCES`.
    }
    let pages = super::cull::pages(gpu, instances.len(), size_of::<Instance>())
        .into_iter()
        .map(|page| {
            let models = part_of_page(&runs, page.start as u32..page.end as u32);
            let bytes = bytemuck::cast_slice(instances.get(page).unwrap_or_default());
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
            Ok(PlantedPage { buffer: gpu.buffer_with("grass", bytes, usage)?, models })
        })
        .collect::<Result<_, GpuError>>()?;
    Ok(Planted { pages, total: instances.len() as u64 })
}

impl Kernels {
    /// Stages 1 to 3; gives the sums of the blocks and the total.
    fn add_up(&self, gpu: &Gpu, params: &Params, input: &Input) -> Result<Vec<u32>, GpuError> {
        let sums_len = u64::from(params.block_count() + 1) * 4;
        let sums = gpu.buffer(
            "sums of the grass",
            sums_len,
            wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
        )?;
        let uniform = uniform(gpu, params)?;
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (kernel, bindings, threads) in [
            (&self.count, &[0, 1, 3, 6, 7][..], params.slot_count),
            (&self.scan_blocks, &[0, 3], params.block_count()),
            (&self.scan_sums, &[0, 3], 1),
        ] {
            let [x, y] = workgroups(threads);
            pass.set_pipeline(kernel);
            pass.set_bind_group(0, &input.group(gpu, kernel, bindings, &uniform, None), &[]);
            pass.dispatch_workgroups(x, y, 1);
        }
        drop(pass);
        let first = u64::from(params.rank_count) * 4;
        encoder.copy_buffer_to_buffer(&input.offsets, first, &sums, 0, sums_len);
        gpu.queue.submit([encoder.finish()]);
        let bytes = gpu.read_buffer(&sums, sums_len)?;
        Ok(bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }

    /// Stage 4, once a page.
    fn write(
        &self,
        gpu: &Gpu,
        params: &Params,
        input: &Input,
        total: u32,
        runs: &[(u32, Range<u32>)],
    ) -> Result<Vec<PlantedPage>, GpuError> {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pages = Vec::new();
        for page in super::cull::pages(gpu, total as usize, size_of::<Instance>()) {
            let [first, end] = [page.start as u32, page.end as u32]; // Parts of `total`, a u32.
            let buffer = gpu.buffer(
                "grass",
                u64::from(end - first) * size_of::<Instance>() as u64,
                wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            )?;
            let uniform = uniform(gpu, &Params { page_first: first, page_end: end, ..*params })?;
            let mut pass = encoder.begin_compute_pass(&Default::default());
            let [x, y] = workgroups(params.slot_count);
            pass.set_pipeline(&self.emit);
            let group = input.group(gpu, &self.emit, &[0, 1, 2, 3, 4, 5, 6, 7], &uniform, Some(&buffer));
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(x, y, 1);
            drop(pass);
            pages.push(PlantedPage { buffer, models: part_of_page(runs, first..end) });
        }
        gpu.queue.submit([encoder.finish()]);
        gpu.check()?;
        Ok(pages)
    }
}

/// What the kernels read.
struct Input {
    slots: wgpu::Buffer,
    scales: wgpu::Buffer,
    offsets: wgpu::Buffer,
    heights: wgpu::TextureView,
    triangles: wgpu::Buffer,
    refs: wgpu::Buffer,
}

impl Input {
    fn new(
        gpu: &Gpu,
        clutter: &Clutter,
        params: &Params,
        heights: Option<&wgpu::TextureView>,
    ) -> Result<Self, GpuError> {
        let storage = wgpu::BufferUsages::STORAGE;
        let heights = match heights {
            Some(heights) => heights.clone(),
            None => super::heights::none(gpu)?,
        };
        let slots = bytemuck::cast_slice(clutter.slots.as_slice());
        // A binding must hold something, where there are none, too.
        let none = Triangles { triangles: vec![bytemuck::Zeroable::zeroed()], refs: vec![0] };
        let Triangles { triangles, refs } = match &clutter.ground {
            ClutterGround::Triangles(triangles) if !triangles.refs.is_empty() => triangles,
            _ => &none,
        };
        Ok(Self {
            slots: gpu.buffer_with("slots of the grass", slots, storage)?,
            scales: gpu.buffer_with(
                "scales of the grass",
                bytemuck::cast_slice(&clutter.scales()),
                storage,
            )?,
            offsets: gpu.buffer(
                "counts of the grass",
                u64::from(params.offset_count()) * 4,
                storage | wgpu::BufferUsages::COPY_SRC,
            )?,
            heights,
            triangles: gpu.buffer_with(
                "triangles under the grass",
                bytemuck::cast_slice(triangles),
                storage,
            )?,
            refs: gpu.buffer_with("triangles of the slots", bytemuck::cast_slice(refs), storage)?,
        })
    }

    /// The bindings that a kernel uses.
    fn group(
        &self,
        gpu: &Gpu,
        kernel: &wgpu::ComputePipeline,
        bindings: &[u32],
        uniform: &wgpu::Buffer,
        instances: Option<&wgpu::Buffer>,
    ) -> wgpu::BindGroup {
        let resource = |binding| match binding {
            0 => uniform.as_entire_binding(),
            1 => self.slots.as_entire_binding(),
            2 => self.scales.as_entire_binding(),
            3 => self.offsets.as_entire_binding(),
            4 => instances.unwrap_or(&self.offsets).as_entire_binding(),
            5 => wgpu::BindingResource::TextureView(&self.heights),
            6 => self.triangles.as_entire_binding(),
            _ => self.refs.as_entire_binding(),
        };
        let entries: Vec<_> = bindings
            .iter()
            .map(|&binding| wgpu::BindGroupEntry { binding, resource: resource(binding) })
            .collect();
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("scatter"),
            layout: &kernel.get_bind_group_layout(0),
            entries: &entries,
        })
    }
}

fn uniform(gpu: &Gpu, params: &Params) -> Result<wgpu::Buffer, GpuError> {
    gpu.buffer_with("scatter", bytemuck::bytes_of(params), wgpu::BufferUsages::UNIFORM)
}

fn check_most(needed: u64, most: u64) -> Result<(), GpuError> {
    if needed > most {
        let advice = "plant at a larger step";
        return Err(GpuError::TooMany { what: "plants of the grass", needed, most, advice });
    }
    Ok(())
}

/// The runs of models as far as a page holds them, counted from its start.
fn part_of_page(runs: &[(u32, Range<u32>)], page: Range<u32>) -> Vec<(u32, Range<u32>)> {
    let within = |at: u32| at.clamp(page.start, page.end) - page.start;
    runs.iter()
        .map(|(model, run)| (*model, within(run.start)..within(run.end)))
        .filter(|(_, run)| !run.is_empty())
        .collect()
}
