//! The culling on the CPU: the kernels of `shaders/shared/cull.wgsl` under the same names, step by step.

use super::cull::{Chunk, CullModel, CullView};
use super::thin::{SMALLEST, thin_keep, thin_rank, thin_spread};
use crate::scatter::Instance;
use crate::scene::objects::ObjectInstance;
use glam::{Vec3, Vec4};

/// The level of an instance that is not drawn. Twin of `NOT_DRAWN`.
const NOT_DRAWN: u32 = 4;

/// Twin of `sphere_level`: 0 to 3, or [`NOT_DRAWN`]. `sphere` is relative to the eye, its radius in w.
fn sphere_level(view: &CullView, sphere: Vec4, levels: u32) -> u32 {
    let center = sphere.truncate();
    for side in view.sides.map(Vec4::from) {
        if side.truncate().dot(center) + side.w < -sphere.w {
            return NOT_DRAWN;
        }
    }
    let mut distance = center.length();
    if distance - sphere.w > view.farthest {
        return NOT_DRAWN;
    }
    if view.parallel == 1 {
        distance = 1.0;
    }
    let pixels = sphere.w / (distance * view.pixel_angle).max(1e-6);
    if pixels < view.least_pixels {
        return NOT_DRAWN;
    }
    let level = view.level_pixels.iter().filter(|threshold| pixels < **threshold).count() as u32;
    level.min(levels - 1)
}

/// Twin of `instance_level` of `shaders/cull_objects.wgsl`.
pub fn object_level(view: &CullView, instance: &ObjectInstance, chunk: &Chunk) -> u32 {
    let relative = relative(view, instance.position);
    sphere_level(view, relative.extend(instance.radius), chunk.levels)
}

/// Twin of `instance_level` of `shaders/cull_clutter.wgsl`.
pub fn plant_level(view: &CullView, instance: &Instance, chunk: &Chunk) -> u32 {
    let relative = relative(view, instance.position);
    let pixels = 1.0 / (relative.length() * view.pixel_angle).max(1e-6);
    let keep = thin_keep(pixels, view.thin_pixels);
    if pixels * instance.scale < SMALLEST || thin_rank(instance.slot, instance.model_cell) >= keep {
        return NOT_DRAWN;
    }
    sphere_level(view, relative.extend(chunk.radius * instance.scale * thin_spread(keep)), chunk.levels)
}

fn relative(view: &CullView, position: [f32; 3]) -> Vec3 {
    (Vec3::from(position) - Vec3::from(view.eye_high)) - Vec3::from(view.eye_low)
}

/// Twin of `count`: how many instances of each chunk are drawn at each level, which `level` tells of an index.
pub fn count(chunks: &[Chunk], level: impl Fn(u32, &Chunk) -> u32) -> Vec<[u32; 4]> {
    let mut counts = vec![[0; 4]; chunks.len()];
    for (chunk, sums) in chunks.iter().zip(&mut counts) {
        for index in chunk.first..chunk.first + chunk.count {
            let level = level(index, chunk);
            if level < NOT_DRAWN {
                sums[level as usize] += 1;
            }
        }
    }
    counts
}

/// Twin of `scan`: turns counts into places in the lists, and gives the instances of each draw.
pub fn scan(models: &[CullModel], counts: &mut [[u32; 4]]) -> Vec<[u32; 4]> {
    let mut totals = Vec::new();
    for model in models {
        let begin = [0, 1, 2, 3].map(|level| level * model.instances + model.visible_first);
        let mut next = begin;
        for index in model.first_chunk..model.first_chunk + model.chunk_count {
            let here = std::mem::replace(&mut counts[index as usize], next);
            next = std::array::from_fn(|level| next[level] + here[level]);
        }
        totals.push(std::array::from_fn(|level| next[level] - begin[level]));
    }
    totals
}

/// Twin of `emit`: writes the instances into the lists.
pub fn emit(chunks: &[Chunk], level: impl Fn(u32, &Chunk) -> u32, places: &[[u32; 4]], visible: &mut [u32]) {
    for (chunk, place) in chunks.iter().zip(places) {
        let mut next = *place;
        for index in chunk.first..chunk.first + chunk.count {
            let level = level(index, chunk);
            if level < NOT_DRAWN {
                visible[next[level as usize] as usize] = index;
                next[level as usize] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::*;
    use crate::gpu::{Backend, Gpu};
    use crate::render::View;
    use crate::render::cull::{CullKernels, CullSet, DrawArgs, Lens, MeshRange, ModelRun, pages, plan};
    use glam::DVec3;

    fn view() -> View {
        let camera = "1000,60,900,30,-10".parse().unwrap();
        View::new(camera, [640, 360])
    }

    /// Objects scattered by a fixed sequence over 2 km, in three models with 1, 3 and 4 levels.
    fn objects() -> (Vec<ObjectInstance>, Vec<ModelRun>) {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            (state >> 8) as f32 / (1u32 << 24) as f32
        };
        let mut instances = Vec::new();
        let mut runs = Vec::new();
        for (model, (count, levels)) in [(700, 1), (1, 3), (5000, 4)].into_iter().enumerate() {
            let first = instances.len() as u32;
            for _ in 0..count {
                instances.push(ObjectInstance {
                    model: model as u32,
                    position: [random() * 2000.0, random() * 40.0, random() * 2000.0],
                    radius: 0.5 + random() * 8.0,
                    ..bytemuck::Zeroable::zeroed()
                });
            }
            let mesh = MeshRange { first_index: 0, index_count: 3, base_vertex: 0 };
            runs.push(ModelRun { instances: first..first + count, levels: vec![mesh; levels], radius: 1.0 });
        }
        (instances, runs)
    }

    /// Plants of three models in a field that the camera looks over.
    fn plants() -> (Vec<Instance>, Vec<ModelRun>) {
        let mut state = 9u32;
        let mut random = || {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            (state >> 8) as f32 / (1u32 << 24) as f32
        };
        let mut instances = Vec::new();
        let mut runs = Vec::new();
        for (model, (count, levels)) in [(900, 3), (4000, 3), (9000, 2)].into_iter().enumerate() {
            let first = instances.len() as u32;
            for index in 0..count {
                instances.push(Instance {
                    position: [950.0 + random() * 300.0, 40.0 + random() * 5.0, 880.0 + random() * 300.0],
                    scale: 0.4 + random(),
                    model_cell: model as u32 | (index % 7) << 16,
                    slot: index / 4,
                    ..bytemuck::Zeroable::zeroed()
                });
            }
            let mesh = MeshRange { first_index: 0, index_count: 3, base_vertex: 0 };
            runs.push(ModelRun { instances: first..first + count, levels: vec![mesh; levels], radius: 0.7 });
        }
        (instances, runs)
    }

    #[test]
    fn the_kernels_list_what_the_twin_lists_in_the_same_order() {
        let (instances, runs) = objects();
        let lens = Lens::camera(&view(), 0.5, [40.0, 12.0, 4.0]);
        let level = |view: &CullView, index: u32, chunk: &Chunk| {
            object_level(view, &instances[index as usize], chunk)
        };
        lists_agree("cull_objects", &instances, &runs, &lens, level, 5);
    }

    #[test]
    fn the_kernels_thin_plants_as_the_twin_does() {
        let (instances, runs) = plants();
        let level =
            |view: &CullView, index: u32, chunk: &Chunk| plant_level(view, &instances[index as usize], chunk);
        let all = Lens::camera(&view(), 0.5, [40.0, 12.0, 0.0]);
        let whole = lists_agree("cull_clutter", &instances, &runs, &all, level, 3);
        let thin = Lens { thin_pixels: 20.0, ..all };
        let thinned = lists_agree("cull_clutter", &instances, &runs, &thin, level, 3);
        assert!(thinned > 100 && thinned * 2 < whole, "{thinned} of {whole}");
    }

    /// Culls on both sides and gives the number of instances that are drawn.
    fn lists_agree<T: bytemuck::Pod>(
        kernels: &'static str,
        instances: &[T],
        runs: &[ModelRun],
        lens: &Lens,
        level: impl Fn(&CullView, u32, &Chunk) -> u32,
        least_lists: usize,
    ) -> u32 {
        let gpu = Gpu::open(Backend::Auto).expect("a graphics adapter, a software one will do");
        let kernels = CullKernels::new(&gpu, kernels).unwrap();
        let page =
            gpu.buffer_with("page", bytemuck::cast_slice(instances), wgpu::BufferUsages::STORAGE).unwrap();
        let set = CullSet::new(&gpu, &kernels, &page, runs).unwrap();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        set.dispatch(&gpu, &mut encoder, &kernels, lens);
        gpu.queue.submit([encoder.finish()]);
        let (on_gpu, draws) = set.lists(&gpu).unwrap();

        let (chunks, models, _) = plan(runs);
        let cull_view = set.cull_view(lens);
        let level = |index: u32, chunk: &Chunk| level(&cull_view, index, chunk);
        let mut counts = count(&chunks, level);
        let totals = scan(&models, &mut counts);
        let mut visible = vec![0; on_gpu.len()];
        emit(&chunks, level, &counts, &mut visible);

        let drawn: Vec<u32> = draws.iter().map(|draw: &DrawArgs| draw.instance_count).collect();
        assert_eq!(drawn, totals.concat());
        assert!(
            totals.concat().iter().filter(|total| **total > 0).count() >= least_lists,
            "the fixture sees several levels"
        );
        for (model, total) in models.iter().zip(&totals) {
            for level in 0..model.levels {
                let first = (model.visible_first + level * model.instances) as usize;
                let range = first..first + total[level as usize] as usize;
                assert_eq!(on_gpu[range.clone()], visible[range]);
            }
        }
        drawn.iter().sum()
    }

    #[test]
    fn a_wide_enough_lens_lists_every_instance_once() {
        let (instances, runs) = objects();
        let (chunks, models, _) = plan(&runs);
        let mut cull_view: CullView = bytemuck::Zeroable::zeroed();
        cull_view.sides = [[0.0, 0.0, 0.0, 1.0]; 4];
        cull_view.pixel_angle = 1e-6;
        cull_view.farthest = f32::MAX;
        let level = |index: u32, chunk: &Chunk| object_level(&cull_view, &instances[index as usize], chunk);
        let mut counts = count(&chunks, level);
        let totals = scan(&models, &mut counts);
        assert_eq!(totals, [[700, 0, 0, 0], [1, 0, 0, 0], [5000, 0, 0, 0]]);
        let mut visible = vec![u32::MAX; 700 + 3 + 5000 * 4];
        emit(&chunks, level, &counts, &mut visible);
        visible.retain(|index| *index != u32::MAX);
        assert_eq!(visible, (0..5701).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_behind_the_camera_is_not_drawn() {
        let view = view();
        let lens = Lens::camera(&view, 0.0, [0.0; 3]);
        let mut cull_view: CullView = bytemuck::Zeroable::zeroed();
        cull_view.sides = lens.sides.map(Into::into);
        cull_view.pixel_angle = lens.pixel_angle;
        cull_view.farthest = lens.farthest;
        let at = |offset: DVec3| offset.as_vec3().extend(1.0);
        let forward = view.camera.forward().as_dvec3();
        assert_eq!(sphere_level(&cull_view, at(forward * 50.0), 1), 0);
        assert_eq!(sphere_level(&cull_view, at(forward * -50.0), 1), NOT_DRAWN);
    }

    #[test]
    fn instances_are_cut_into_pages_at_the_limit_and_one_over() {
        let gpu = Gpu::open(Backend::Auto).expect("a graphics adapter").with_binding_limit(64 * 100);
        assert_eq!(pages(&gpu, 100, 64), vec![0..100]);
        assert_eq!(pages(&gpu, 101, 64), [0..100, 100..101]);
        assert!(pages(&gpu, 0, 64).is_empty());
    }
}
