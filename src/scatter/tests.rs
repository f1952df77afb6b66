//! The golden values of an independent reimplementation, and what must hold for any level.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::random::Random;
use super::*;

fn slot(models: [u16; 4], palettes: [u16; 4]) -> Slot {
    let words =
        |[a, b, c, d]: [u16; 4]| [[a, b], [c, d]].map(|[low, high]| u32::from(low) | u32::from(high) << 16);
    Slot { models: words(models), palettes: words(palettes), ..bytemuck::Zeroable::zeroed() }
}

const NONE: u16 = NO_MODEL;

fn params_for(
    size: [u32; 2],
    offset: [i32; 2],
    slots: &Slots,
    step: f32,
    ground: Option<&Heightfield>,
) -> Params {
    Params::new(SlotGrid { size, offset }, slots, &Rules { step, ..Rules::default() }, ground)
}

/// Plants a slot alone, at X = -2, Z = 2.
fn plant_alone(slot: Slot) -> Vec<Instance> {
    plant_by(slot, &Rules::default())
}

/// The same by other rules.
fn plant_by(slot: Slot, rules: &Rules) -> Vec<Instance> {
    let grid = SlotGrid { size: [1, 1], offset: [2, -2] };
    let slots = Slots::new(vec![Slot { seed: rules.profile.seed(-2, 2), ..slot }]);
    let params = Params::new(grid, &slots, rules, None);
    plant(&Bed { params, slots: slots.as_slice(), scales: &[[0.1, 0.2]], ground: Ground::Boxes })
}

#[test]
fn the_generator_is_the_engines() {
    let mut random = Random(0x1207_1980);
    let drawn: Vec<u32> = (0..8).map(|_| random.draw()).collect();
    assert_eq!(drawn, [31063, 15555, 4248, 23612, 32664, 12192, 2656, 19970]);
}

#[test]
fn two_draws_at_once_are_two_draws() {
    let [mut once, mut twice] = [Random(0x1207_1980); 2];
    for _ in 0..100 {
        assert_eq!(once.draw_two_nibbles(), [twice.draw() % 16, twice.draw() % 16]);
    }
    once.skip_pairs(63);
    (0..2 * 63).for_each(|_| _ = twice.draw());
    assert_eq!(once.0, twice.0);
}

#[test]
fn the_first_plants_stand_where_they_should() {
    let planted = plant_alone(slot([0, NONE, NONE, NONE], [0x5676, 0, 0, 0]));
    let golden = [
        (-4.004269, 4.170516, 0.057014, 0.339020),
        (-3.131993, 4.050416, 0.138973, 4.300263),
        (-2.055906, 3.880673, 0.178175, 6.194979),
    ];
    for (instance, (x, z, scale, yaw)) in planted.iter().zip(golden) {
        let found = [instance.position[0], instance.position[2], instance.scale, instance.yaw];
        for (found, wanted) in found.into_iter().zip([x, z, scale, yaw]) {
            assert!((found - wanted).abs() < 2e-6, "{instance:?}");
        }
    }
}

#[test]
fn the_step_sets_the_number_of_candidates() {
    let cells = |step| params_for([1, 1], [0, 0], &Slots::default(), step, None).cells;
    assert_eq!([0.6, 0.3, 0.2, 0.1, 0.04].map(cells), [4, 7, 10, 20, 50]);
    assert_eq!([0.0, -1.0, 100.0, f32::NAN, f32::INFINITY].map(cells), [50, 50, 1, 7, 1]);
}

#[test]
fn full_density_grows_at_every_candidate() {
    assert_eq!(plant_alone(slot([0, 0, 0, 0], [0xffff; 4])).len(), 64);
}

#[test]
fn zero_density_and_no_model_grow_nothing() {
    assert!(plant_alone(slot([0, 0, 0, 0], [0; 4])).is_empty());
    assert!(plant_alone(slot([NONE; 4], [0xffff; 4])).is_empty());
}

/// A level with parts, densities and holes from a generator.
fn wild_level(size: [u32; 2]) -> Slots {
    let mut random = Random(7);
    let slots = (0..size[0] * size[1])
        .map(|index| {
            let models: [u16; 4] = std::array::from_fn(|_| match random.draw() % 4 {
                0 => NONE,
                model => model as u16 - 1,
            });
            let bare = random.draw().is_multiple_of(8);
            let mut palette = || (random.draw() << 8 ^ random.draw()) as u16;
            let palettes = std::array::from_fn(|_| if bare { 0 } else { palette() });
            let seed = Profile::Cop.seed(index as i32 % 7, index as i32);
            Slot { y_base: index as f32, light: index, index, seed, ..slot(models, palettes) }
        })
        .collect();
    Slots::new(slots)
}

const SCALES: [[f32; 2]; 3] = [[0.5, 1.0], [1.0, 2.0], [0.1, 0.2]];

#[test]
fn plants_come_by_model_then_slot_then_part_and_the_counts_say_where() {
    let size = [61, 47];
    let slots = wild_level(size);
    for step in [0.6, 0.3, 0.13] {
        let params = params_for(size, [30, -5], &slots, step, None);
        let bed = Bed { params, slots: slots.as_slice(), scales: &SCALES, ground: Ground::Boxes };
        let planted = plant(&bed);
        assert_eq!(plant_parallel(&bed), planted);
        let order = |instance: &Instance| (instance.model(), instance.slot_index(), instance.part());
        assert!(planted.is_sorted_by_key(order));

        let mut offsets = count(&bed);
        let counts = offsets.clone();
        assert_eq!(scan(&params, &mut offsets), planted.len());
        for (model, range) in slots.instances(&offsets[params.rank_count as usize..]) {
            assert!(
                planted[range.start as usize..range.end as usize].iter().all(|plant| plant.model() == model)
            );
        }
        for slot in slots.as_slice().iter().step_by(97) {
            for (part, rank) in (0..).zip(slot.ranks) {
                let here = |plant: &&Instance| plant.slot == slot.index | part << 30;
                let expected = if rank == NO_RANK { 0 } else { counts[rank as usize] as usize };
                assert_eq!(planted.iter().filter(here).count(), expected);
            }
        }
    }
}

#[test]
fn every_plant_is_of_its_slot_and_within_its_models_scale() {
    let slots = wild_level([23, 17]);
    let params = params_for([23, 17], [-40, 3], &slots, 0.3, None);
    for plant in plant(&Bed { params, slots: slots.as_slice(), scales: &SCALES, ground: Ground::Boxes }) {
        let slot = slots.as_slice().iter().find(|slot| slot.index == plant.slot_index()).unwrap();
        assert_eq!(density::model_of(slot, plant.part()), plant.model());
        assert_eq!((plant.position[1], plant.light), (slot.y_base, slot.light));
        let [low, high] = SCALES[plant.model() as usize];
        assert!(plant.scale >= low * 0.5 - 1e-6 && plant.scale <= high * 0.9 + 1e-6);
        assert!((0.0..=std::f32::consts::TAU).contains(&plant.yaw));
        // Slot (0, 0) of the grid is slot (40, -3) of the world.
        let west = 2.0 * (40 + plant.slot_index() % 23) as f32;
        let south = 2.0 * ((plant.slot_index() / 23) as f32 - 3.0);
        let reach = -0.18..2.18;
        assert!(reach.contains(&(plant.position[0] - west)) && reach.contains(&(plant.position[2] - south)));
    }
}

#[test]
fn plants_stand_on_the_heightfield_and_none_beyond_it() {
    let size = [12, 12];
    let slots = wild_level(size);
    let ground = Heightfield {
        width: 5,
        depth: 4,
        cell: 3.0,
        origin: [4.0, 6.0],
        heights: (0..20).map(|index| ((index * 7) % 11) as f32).collect(),
    };
    let params = params_for(size, [0, 0], &slots, 0.2, Some(&ground));
    let bed = Bed {
        params,
        slots: slots.as_slice(),
        scales: &SCALES,
        ground: Ground::Heightfield(&ground.heights),
    };
    let planted = plant(&bed);
    for instance in &planted {
        let [x, y, z] = instance.position;
        let height = ground.height_at(x.into(), z.into()).unwrap();
        assert!((height - y).abs() < 1e-4, "{instance:?} over {height}");
    }
    // Away from the edge nothing is lost.
    let everywhere =
        Bed { params: params_for(size, [0, 0], &slots, 0.2, None), ground: Ground::Boxes, ..bed };
    let inner = |instance: &&Instance| {
        (3..7).contains(&(instance.slot_index() % 12)) && { (4..7).contains(&(instance.slot_index() / 12)) }
    };
    let free = plant(&everywhere);
    assert_eq!(planted.iter().filter(inner).count(), free.iter().filter(inner).count());
    assert!(planted.len() < free.len());
}

#[test]
fn a_ground_without_a_cell_holds_nothing() {
    for (width, depth) in [(0, 0), (1, 1), (2, 0)] {
        let heights = vec![0.0; (width * depth) as usize];
        let ground = Heightfield { width, depth, cell: 1.0, origin: [0.0; 2], heights };
        let slots = wild_level([3, 3]);
        let params = params_for([3, 3], [1, 1], &slots, 0.3, Some(&ground));
        let bed = Bed {
            params,
            slots: slots.as_slice(),
            scales: &SCALES,
            ground: Ground::Heightfield(&ground.heights),
        };
        assert!(plant(&bed).is_empty());
    }
}

#[test]
fn the_other_argument_order_moves_plants_and_changes_no_other_thing() {
    let slot = slot([0, NONE, NONE, NONE], [0x5676, 0, 0, 0]);
    let [z_first, x_first] = [ArgumentOrder::ZFirst, ArgumentOrder::XFirst]
        .map(|argument_order| plant_by(slot, &Rules { argument_order, ..Rules::default() }));
    assert_eq!(z_first.len(), x_first.len());
    for (a, b) in z_first.iter().zip(&x_first) {
        assert_eq!((a.model_cell, a.scale, a.yaw), (b.model_cell, b.scale, b.yaw));
        // The corner of the slot, the place in it, and then the jitter, which swaps x and z.
        let jitter = |plant: &Instance| {
            [(0, -4.001), (1, 3.999)].map(|(axis, corner)| {
                plant.position[2 * axis] - corner - plant.cell()[axis] as f32 * 2.0 / 7.0
            })
        };
        let ([ax, az], [bx, bz]) = (jitter(a), jitter(b));
        assert!((ax - bz).abs() < 2e-6 && (az - bx).abs() < 2e-6, "{a:?} and {b:?}");
    }
    assert_ne!(z_first[0].position, x_first[0].position);
}

#[test]
fn profiles_differ_in_seed_and_size_alone() {
    let slot = slot([0, NONE, NONE, NONE], [0x5676, 0, 0, 0]);
    let by = |profile, detail_height| {
        plant_by(slot, &Rules { profile, step: 0.3, detail_height, ..Rules::default() })
    };
    let cop = by(Profile::Cop, 1.0);
    assert_eq!(by(Profile::Soc, 1.0), cop);
    assert_eq!(by(Profile::Cs, 1.0), cop);
    assert_eq!(by(Profile::OpenXray, 1.0), cop);
    for (taller, plain) in by(Profile::OpenXray, 1.5).iter().zip(&cop) {
        assert_eq!((taller.position, taller.yaw), (plain.position, plain.yaw));
        assert!((taller.scale - 1.5 * plain.scale).abs() < 1e-6);
    }
    assert_ne!(by(Profile::Monolith, 1.0), cop);
}

/// Slots of the wild level that stand on a mesh: hills of two triangles a metre, with holes.
fn level_on_hills() -> (Vec<Slot>, Triangles, SlotGrid) {
    let grid = SlotGrid { size: [19, 13], offset: [9, 4] };
    let mut slots: Vec<Slot> = wild_level(grid.size).as_slice().to_vec();
    for slot in &mut slots {
        (slot.y_base, slot.height) = (0.0, 4.0);
    }
    let height = |x: i32, z: i32| ((x * 7 + z * 5).rem_euclid(11)) as f32 * 0.5 - 0.5;
    let corner = |x: i32, z: i32| [x as f32, height(x, z), z as f32];
    let triangles = bin(&mut slots, grid, 38 * 26 * 2, |index| {
        let (cell, half) = ((index / 2) as i32, index % 2);
        let [x, z] = [cell % 38 - 18, cell / 38 - 8];
        let [a, b, c, d] = [corner(x, z), corner(x + 1, z), corner(x, z + 1), corner(x + 1, z + 1)];
        let hole = cell % 13 == 0;
        (if half == 0 { [a, c, b] } else { [b, c, d] }, !hole)
    })
    .unwrap();
    (slots, triangles, grid)
}

#[test]
fn plants_on_a_mesh_stand_on_its_highest_triangle_within_the_box() {
    let (slots, triangles, grid) = level_on_hills();
    let slots = Slots::new(slots);
    let params = params_for(grid.size, grid.offset, &slots, 0.3, None);
    let ground = Ground::Triangles(&triangles);
    let bed = Bed { params, slots: slots.as_slice(), scales: &SCALES, ground };
    let planted = plant(&bed);
    assert_eq!(plant_parallel(&bed), planted);
    assert!(planted.len() > 3000);
    for plant in &planted {
        let [x, y, z] = plant.position;
        let slot = slots.as_slice().iter().find(|slot| slot.index == plant.slot_index()).unwrap();
        let highest = triangles
            .of_slot(slot)
            .filter_map(|triangle| triangle.range_below([x, 4.001, z]))
            .fold(f32::MAX, f32::min);
        assert_eq!(y, 4.001 - highest, "{plant:?}");
        assert!((-0.001..=4.001).contains(&y));
    }
}

#[test]
fn a_candidate_without_ground_is_dropped_before_it_draws_a_scale() {
    let (slots, triangles, grid) = level_on_hills();
    let slots = Slots::new(slots);
    let params = params_for(grid.size, grid.offset, &slots, 0.3, None);
    let on_mesh =
        Bed { params, slots: slots.as_slice(), scales: &SCALES, ground: Ground::Triangles(&triangles) };
    let everywhere = Bed { ground: Ground::Boxes, ..on_mesh };
    let mut dropped_somewhere = 0;
    for (slot, tallied) in slots.as_slice().iter().zip(tally(&on_mesh)) {
        let [mut here, mut all] = [Vec::new(), Vec::new()];
        plant_slot(&on_mesh, slot, |plant| here.push(plant));
        plant_slot(&everywhere, slot, |plant| all.push(plant));
        assert_eq!(tallied.planted.iter().sum::<u32>() as usize, here.len());
        assert_eq!(tallied.dropped as usize, all.len() - here.len());
        dropped_somewhere += tallied.dropped;
        // Same candidates and parts where they are, and the sizes in the order of those that found ground.
        let place = |plant: &Instance| (plant.cell(), plant.slot);
        assert!(here.iter().all(|plant| all.iter().any(|other| place(other) == place(plant))));
        let turns = |plants: &[Instance]| plants.iter().map(|plant| plant.yaw).collect::<Vec<_>>();
        assert_eq!(turns(&here), turns(&all)[..here.len()]);
    }
    assert!(dropped_somewhere > 300);
}

#[test]
fn a_level_that_is_moved_keeps_its_plants() {
    let size = [9, 7];
    let slots = wild_level(size);
    let here = params_for(size, [4, 4], &slots, 0.3, None);
    let there = Params { moved: [1024.0, -512.0], ..here };
    let [here, there] = [here, there].map(|params| {
        plant(&Bed { params, slots: slots.as_slice(), scales: &SCALES, ground: Ground::Boxes })
    });
    assert_eq!(here.len(), there.len());
    for (a, b) in here.iter().zip(&there) {
        assert_eq!((a.model_cell, a.slot, a.scale, a.yaw), (b.model_cell, b.slot, b.scale, b.yaw));
        assert!((a.position[0] + 1024.0 - b.position[0]).abs() < 1e-3);
        assert!((a.position[2] - 512.0 - b.position[2]).abs() < 1e-3);
    }
}
