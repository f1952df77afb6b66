//! The shader plants what its twin on the CPU plants.

use sward::formats::bytes::Warnings;
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight,
};
use sward::gpu::{Backend, Gpu, GpuError};
use sward::render::heights;
use sward::render::planted::Planted;
use sward::render::scatter::Scatter;
use sward::scatter::{ArgumentOrder, Instance, Profile, Rules, tally};
use sward::scene::clutter::{Clutter, ClutterGround, Collision, Planting, V2Light};
use sward::scene::heightfield::Heightfield;

fn gpu() -> Gpu {
    open(Backend::Auto)
}

fn open(backend: Backend) -> Gpu {
    Gpu::open(backend).unwrap_or_else(|error| panic!("this test needs a graphics adapter: {error}"))
}

fn clutter(details: &Details, step: f32) -> Clutter {
    let rules = Rules { step, ..Rules::default() };
    Clutter::from_details(details, &Planting { rules, ..Planting::default() }, None).unwrap()
}

/// A small generator, so that the level is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A level with every trap: empty parts, bare, phantom and steep slots, models that are used once.
fn level(size: [u32; 2], offset: [i32; 2]) -> Details {
    let mut dice = Dice(11);
    let model = |index: u16| DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 0.5 + f32::from(index) / 10.0,
        max_scale: 1.5,
        vertices: vec![DetailVertex { position: [0.0; 3], uv: [0.0; 2] }; 3],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    let slots = (0..size[0] * size[1])
        .map(|index| {
            let parts = [(); 4].map(|()| Part {
                model: [None, None, Some(0), Some(1), Some(2), Some(3)][dice.below(6) as usize],
                density: [(); 4].map(|()| if dice.below(3) == 0 { 0 } else { dice.below(16) as u8 }),
            });
            let phantom = dice.below(6) == 0;
            let mut slot = Slot {
                bounds: SlotBounds::Quantised {
                    base: if phantom { 0 } else { 1000 + (index % 50) as u16 },
                    height: 0,
                },
                parts,
                light: SlotLight::Baked {
                    sun: dice.below(8) as u8,
                    hemi: dice.below(14) as u8,
                    rgb: [1, 2, 3],
                },
            };
            if index == 40 {
                slot.parts[3] = Part { model: Some(5), density: [15; 4] };
            }
            slot
        })
        .collect();
    Details {
        version: 3,
        size,
        offset,
        models: (0..6).map(model).collect(),
        slots,
        warnings: Warnings::default(),
    }
}

fn hills(width: u32, depth: u32, origin: [f64; 2]) -> Heightfield {
    let mut dice = Dice(5);
    let heights = (0..width * depth).map(|_| dice.below(3000) as f32 / 100.0).collect();
    Heightfield { width, depth, cell: 5.0, origin, heights }
}

fn read_back(gpu: &Gpu, planted: &Planted) -> Vec<Instance> {
    let mut instances = Vec::new();
    for page in &planted.pages {
        let bytes = gpu.read_buffer(&page.buffer, page.buffer.size()).unwrap();
        let here: Vec<Instance> = bytes.chunks_exact(32).map(bytemuck::pod_read_unaligned).collect();
        let mut next = 0;
        for (model, range) in &page.models {
            assert_eq!(range.start, next, "the runs of a page follow each other");
            next = range.end;
            assert!(
                here[range.start as usize..range.end as usize].iter().all(|plant| plant.model() == *model)
            );
        }
        instances.extend_from_slice(&here[..next as usize]);
    }
    assert_eq!(instances.len() as u64, planted.total);
    instances
}

fn assert_same(found: &[Instance], wanted: &[Instance]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        let exact = |plant: &Instance| (plant.model_cell, plant.slot, plant.light);
        assert_eq!(exact(found), exact(wanted));
        let close = |a: f32, b: f32| (a - b).abs() <= 1e-4 * b.abs().max(1.0);
        let numbers = |plant: &Instance| {
            [plant.position[0], plant.position[1], plant.position[2], plant.scale, plant.yaw]
        };
        for (a, b) in numbers(found).into_iter().zip(numbers(wanted)) {
            assert!(close(a, b), "{found:?} and {wanted:?}");
        }
    }
}

#[test]
fn the_shader_plants_what_its_twin_plants_on_boxes() {
    plants_what_its_twin_plants_on_boxes(&gpu());
}

#[cfg(target_os = "linux")]
#[test]
fn the_shader_plants_the_same_through_opengl() {
    plants_what_its_twin_plants_on_boxes(&open(Backend::Gl));
}

fn plants_what_its_twin_plants_on_boxes(gpu: &Gpu) {
    let scatter = Scatter::new(gpu).unwrap();
    let ground = hills(2, 2, [0.0; 2]);
    for (step, size) in [(0.6, [90, 71]), (0.3, [90, 71]), (0.07, [13, 9])] {
        let clutter = clutter(&level(size, [45, -1000]), step);
        let planted = scatter.run(gpu, &clutter, &ground, None).unwrap();
        let wanted = clutter.plant(&ground);
        assert!(wanted.len() > 10_000);
        assert_same(&read_back(gpu, &planted), &wanted);
    }
}

#[test]
fn the_shader_plants_what_its_twin_plants_on_a_heightfield_that_ends_amid_the_slots() {
    let gpu = gpu();
    let scatter = Scatter::new(&gpu).unwrap();
    let ground = hills(25, 18, [33.0, -21.5]);
    let mut given_back = ground.clone();
    let heights = heights::upload(&gpu, &mut given_back, true).unwrap();
    assert!(given_back.heights.is_empty(), "the heights are on the GPU alone");
    let clutter = Clutter { ground: ClutterGround::Heightfield, ..clutter(&level([90, 71], [10, 30]), 0.3) };
    let planted = scatter.run(&gpu, &clutter, &ground, Some(&heights)).unwrap();
    let wanted = clutter.plant(&ground);
    assert!(
        wanted.len() > 10_000
            && wanted.len() * 2 < Clutter { ground: ClutterGround::Boxes, ..clutter }.plant(&ground).len()
    );
    assert_same(&read_back(&gpu, &planted), &wanted);
}

/// Hills of four triangles a square metre under a level, with holes, walls and a passable layer above.
fn mesh(size: [u32; 2], offset: [i32; 2]) -> Cform {
    let [width, depth] = size.map(|slots| slots as i32 * 2 + 1);
    let origin = offset.map(|offset| -2.0 * offset as f32);
    // Slots are based at 0 to 10 metres, in turn: see `level`.
    let height = |x: i32, z: i32| {
        let index = (z / 2) * size[0] as i32 + x / 2;
        (index % 50) as f32 * 0.2 + ((x * 31 + z * 17) % 10) as f32 * 0.03
    };
    let vertices: Vec<[f32; 3]> = (0..width * depth)
        .map(|index| {
            let [x, z] = [index % width, index / width];
            [origin[0] + x as f32, height(x, z), origin[1] + z as f32]
        })
        .collect();
    let mut triangles = Vec::new();
    for z in 0..depth - 1 {
        for x in 0..width - 1 {
            let [a, b, c, d] = [0, 1, width, width + 1].map(|step| (z * width + x + step).cast_unsigned());
            let material = u32::from((x * 3 + z) % 7 == 0);
            for vertices in [[a, c, b], [b, c, d]] {
                triangles.push(CformTriangle { vertices, material, ..CformTriangle::default() });
            }
        }
    }
    Cform { version: 4, vertices, triangles, ..Cform::default() }
}

#[test]
fn the_shader_plants_what_its_twin_plants_on_a_collision_mesh() {
    plants_what_its_twin_plants_on_a_mesh(&gpu());
}

#[cfg(target_os = "linux")]
#[test]
fn the_shader_plants_the_same_on_a_collision_mesh_through_opengl() {
    plants_what_its_twin_plants_on_a_mesh(&open(Backend::Gl));
}

fn plants_what_its_twin_plants_on_a_mesh(gpu: &Gpu) {
    let scatter = Scatter::new(gpu).unwrap();
    let ground = hills(2, 2, [0.0; 2]);
    for profile in Profile::ALL {
        for argument_order in [ArgumentOrder::ZFirst, ArgumentOrder::XFirst] {
            let (size, offset) = ([61, 43], [30, -7]);
            let mesh = mesh(size, offset);
            let rules = Rules { argument_order, detail_height: 1.25, ..Rules::of(profile) };
            let planting = Planting { rules, ..Planting::default() };
            let collision = Collision { mesh: &mesh, passable: &[false, true] };
            let mut details = level(size, offset);
            for slot in &mut details.slots {
                if let SlotBounds::Quantised { height, .. } = &mut slot.bounds {
                    *height = 4;
                }
            }
            let clutter = Clutter::from_details(&details, &planting, Some(collision)).unwrap();
            let planted = read_back(gpu, &scatter.run(gpu, &clutter, &ground, None).unwrap());
            let wanted = clutter.plant(&ground);
            let dropped: u32 = clutter.with_bed(&ground, tally).iter().map(|tally| tally.dropped).sum();
            assert!(wanted.len() > 3_000 && dropped > 1_000);
            assert_same_but_for_grazing_rays(&planted, &wanted);
            // As it is drawn: by the kernels or by the twin, whichever is faster here.
            let drawn = read_back(gpu, &scatter.plant(gpu, &clutter, &ground, None).unwrap());
            assert_same_but_for_grazing_rays(&drawn, &wanted);
        }
    }
}

/// A ray that grazes the edge of a triangle may hit on one side and miss on the other, since f32 rounds otherwise where
/// a processor fuses operations; in the slot where that happens all later scales and angles differ. The rays that meet
/// an edge of this mesh within that rounding are fewer than one in ten thousand.
fn assert_same_but_for_grazing_rays(found: &[Instance], wanted: &[Instance]) {
    let by_slot = |instances: &[Instance]| {
        let mut slots = std::collections::BTreeMap::<u32, Vec<Instance>>::new();
        for instance in instances {
            slots.entry(instance.slot_index()).or_default().push(*instance);
        }
        slots
    };
    let (found, wanted) = (by_slot(found), by_slot(wanted));
    let mut grazed = found.keys().filter(|slot| !wanted.contains_key(slot)).count();
    for (slot, wanted) in &wanted {
        match found.get(slot) {
            Some(found) if found.len() == wanted.len() => assert_same(found, wanted),
            _ => grazed += 1,
        }
    }
    assert!(grazed * 1000 <= wanted.len(), "{grazed} of {} slots differ in number", wanted.len());
}

#[test]
fn the_shader_moves_a_level_and_lights_version_2_as_its_twin_does() {
    let gpu = gpu();
    let scatter = Scatter::new(&gpu).unwrap();
    let ground = hills(2, 2, [0.0; 2]);
    let mut details = level([23, 31], [4, 9]);
    details.version = 2;
    for (index, slot) in details.slots.iter_mut().enumerate() {
        let corner = |bit: usize| (index >> bit & 15) as u8;
        slot.light = SlotLight::Corners([corner(0), corner(1), corner(2), corner(3)]);
    }
    for v2_light in [V2Light::Early, V2Light::Late] {
        let planting = Planting { moved: [4000.5, 120.25], v2_light, ..Planting::default() };
        let clutter = Clutter::from_details(&details, &planting, None).unwrap();
        let planted = read_back(&gpu, &scatter.run(&gpu, &clutter, &ground, None).unwrap());
        let wanted = clutter.plant(&ground);
        assert!(wanted.len() > 5_000);
        assert!(wanted.iter().all(|plant| plant.position[0] > 3980.0));
        assert_same(&planted, &wanted);
    }
}

#[test]
fn the_numbers_that_were_drawn_agree_exactly() {
    let gpu = gpu();
    let ground = hills(2, 2, [0.0; 2]);
    let clutter = clutter(&level([40, 40], [7, 7]), 0.2);
    let planted = Scatter::new(&gpu).unwrap().run(&gpu, &clutter, &ground, None).unwrap();
    let scales = clutter.scales();
    let wanted = clutter.plant(&ground);
    let found = read_back(&gpu, &planted);
    assert!(found.len() == wanted.len() && found.len() > 1_000);
    for (found, wanted) in found.iter().zip(&wanted) {
        // 15 bits of the generator's state are in the scale and in the angle.
        let [min, max] = scales[wanted.model() as usize];
        let [low, high] = [min * 0.5, max * 0.9];
        let drawn = |plant: &Instance| {
            let of_scale = (plant.scale - low) / (high - low) * 32767.0;
            [of_scale, plant.yaw / std::f32::consts::TAU * 32767.0].map(f32::round)
        };
        assert_eq!(drawn(found), drawn(wanted));
        assert_eq!(drawn(found)[0], drawn(found)[1]);
    }
}

#[test]
fn more_plants_than_a_binding_holds_go_to_several_pages() {
    let ground = hills(2, 2, [0.0; 2]);
    let clutter = clutter(&level([40, 40], [0, 0]), 0.3);
    let wanted = clutter.plant(&ground);
    let whole = wanted.len() as u64 * 32;
    let slots = clutter.slots.as_slice().len() as u64 * 64;
    // Exactly one page, one plant too many for it, and many pages.
    for (limit, pages) in [(whole, 1), (whole - 32, 2), (slots, whole.div_ceil(slots))] {
        let gpu = gpu().with_binding_limit(limit);
        let planted = Scatter::new(&gpu).unwrap().run(&gpu, &clutter, &ground, None).unwrap();
        assert_eq!(planted.pages.len() as u64, pages);
        assert_same(&read_back(&gpu, &planted), &wanted);
    }
    let gpu = gpu().with_binding_limit(slots - 1);
    let error = Scatter::new(&gpu).unwrap().run(&gpu, &clutter, &ground, None).unwrap_err();
    assert!(matches!(error, GpuError::Limit { needed, .. } if needed == slots), "{error}");
}

#[test]
fn a_level_that_grows_nothing_has_no_pages() {
    let gpu = gpu();
    let mut bare = level([5, 5], [0, 0]);
    for slot in &mut bare.slots {
        slot.parts = slot.parts.map(|part| Part { density: [0; 4], ..part });
    }
    let planted =
        Scatter::new(&gpu).unwrap().run(&gpu, &clutter(&bare, 0.3), &hills(2, 2, [0.0; 2]), None).unwrap();
    assert_eq!((planted.total, planted.pages.len()), (0, 0));
}
