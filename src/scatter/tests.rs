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

/// Plants a slot alone, at X = -2, Z = 2.
fn plant_alone(slot: Slot) -> Vec<Instance> {
    let slots = Slots::new(vec![slot]);
    let params = Params::new(1, [2, -2], &slots, 0.3, None);
    plant(&Bed { params, slots: slots.as_slice(), scales: &[[0.1, 0.2]], heights: None })
}

#[test]
fn the_generator_is_the_engines() {
    let mut random = Random(0x1207_1980);
    let drawn: Vec<u32> = (0..8).map(|_| random.draw()).collect();
    assert_eq!(drawn, [31063, 15555, 4248, 23612, 32664, 12192, 2656, 19970]);
    assert_eq!(Random::of_slot(-2, 2).0, 0xedf8_e67c);
    assert_eq!(Random::of_slot(i32::MIN, -1).0, 0x9207_1980);
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
    let cells = |step| Params::new(1, [0, 0], &Slots::default(), step, None).cells;
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
            Slot { y_base: index as f32, light: index, index, ..slot(models, palettes) }
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
        let params = Params::new(size[0], [30, -5], &slots, step, None);
        let bed = Bed { params, slots: slots.as_slice(), scales: &SCALES, heights: None };
        let planted = plant(&bed);
        assert_eq!(plant_parallel(&bed), planted);
        let order = |instance: &Instance| (instance.model, instance.slot_index(), instance.part());
        assert!(planted.is_sorted_by_key(order));

        let mut offsets = count(&bed);
        let counts = offsets.clone();
        assert_eq!(scan(&params, &mut offsets), planted.len());
        for (model, range) in slots.instances(&offsets[params.rank_count as usize..]) {
            assert!(
                planted[range.start as usize..range.end as usize].iter().all(|plant| plant.model == model)
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
    let params = Params::new(23, [-40, 3], &slots, 0.3, None);
    for plant in plant(&Bed { params, slots: slots.as_slice(), scales: &SCALES, heights: None }) {
        let slot = slots.as_slice().iter().find(|slot| slot.index == plant.slot_index()).unwrap();
        assert_eq!(density::model_of(slot, plant.part()), plant.model);
        assert_eq!((plant.position[1], plant.light), (slot.y_base, slot.light));
        let [low, high] = SCALES[plant.model as usize];
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
    let params = Params::new(size[0], [0, 0], &slots, 0.2, Some(&ground));
    let bed = Bed { params, slots: slots.as_slice(), scales: &SCALES, heights: Some(&ground.heights) };
    let planted = plant(&bed);
    for instance in &planted {
        let [x, y, z] = instance.position;
        let height = ground.height_at(x.into(), z.into()).unwrap();
        assert!((height - y).abs() < 1e-4, "{instance:?} over {height}");
    }
    // Away from the edge nothing is lost.
    let everywhere = Bed { params: Params::new(size[0], [0, 0], &slots, 0.2, None), heights: None, ..bed };
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
        let params = Params::new(3, [1, 1], &slots, 0.3, Some(&ground));
        let bed = Bed { params, slots: slots.as_slice(), scales: &SCALES, heights: Some(&ground.heights) };
        assert!(plant(&bed).is_empty());
    }
}
