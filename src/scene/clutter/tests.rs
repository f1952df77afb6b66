//! From a level's details to what is planted, its texture and its ground.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::formats::bytes::Warnings;
use crate::formats::xray::{DetailVertex, decode_details};
use crate::scatter::Instance;

const EMPTY: Part = Part { model: None, density: [0; 4] };

fn model(scale: [f32; 2]) -> DetailModel {
    DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: scale[0],
        max_scale: scale[1],
        vertices: [[0.0, 0.0, 0.0], [0.3, 0.4, 0.0], [0.0, 1.2, 0.5]]
            .map(|position| DetailVertex { position, uv: [0.0; 2] })
            .to_vec(),
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    }
}

fn slot(base: u16, parts: [Part; 4], light: [u8; 2]) -> Slot {
    Slot {
        bounds: SlotBounds::Quantised { base, height: 10 },
        parts,
        light: SlotLight::Baked { sun: light[0], hemi: light[1], rgb: [1, 2, 3] },
    }
}

fn details(size: [u32; 2], slots: Vec<Slot>) -> Details {
    let models = vec![model([0.5, 1.0]), model([1.0, 2.0])];
    Details { version: 3, size, offset: [1, 2], models, slots, warnings: Warnings::default() }
}

fn planted(clutter: &Clutter) -> Vec<Instance> {
    let ground = Heightfield { width: 0, depth: 0, cell: 1.0, origin: [0.0; 2], heights: vec![] };
    clutter.plant(&ground)
}

fn clutter(details: &Details) -> Clutter {
    Clutter::from_details(details, &Planting::default(), None).unwrap()
}

#[test]
fn baked_light_stays_as_the_file_has_it_and_is_doubled_to_be_shown() {
    let part = Part { model: Some(0), density: [1, 2, 3, 4] };
    let details = details([2, 1], vec![slot(9, [part; 4], [3, 9]), slot(9, [part; 4], [0, 0])]);
    let clutter = clutter(&details);
    let [lit, dark] = [0, 1].map(|index| clutter.slots.as_slice()[index].light);
    assert_eq!(lit, (3 * 17) | ((9 * 17) << 8) | (0x321 << 16));
    assert_eq!(dark, 0x321 << 16);
    assert_eq!(clutter.slots.as_slice()[0].palettes, [0x4321_4321; 2]);
    assert_eq!(clutter.light, ClutterLight { corners: false, gain: 2.0, unlit: false });
    assert_eq!(planted(&clutter)[0].sun_and_sky(), [0.2, 0.6]);
}

#[test]
fn a_level_whose_light_is_not_baked_yet_is_fully_lit() {
    let part = Part { model: Some(0), density: [1; 4] };
    let mut dark = slot(9, [part; 4], [0, 0]);
    for lamps in [[0; 3], [7; 3]] {
        dark.light = SlotLight::Baked { sun: 0, hemi: 0, rgb: lamps };
        assert!(clutter(&details([1, 1], vec![dark])).light.unlit, "lamps of {lamps:?} light no plant");
    }
}

#[test]
fn the_grey_of_v2_lies_between_its_corners_whose_rows_later_builds_swap() {
    let mut grey = slot(9, [Part { model: Some(0), density: [15; 4] }; 4], [0, 0]);
    // South 15, north 0.
    grey.light = SlotLight::Corners([15, 15, 0, 0]);
    let details = details([1, 1], vec![grey]);
    for (v2_light, [south, north]) in [(V2Light::Early, [255, 36]), (V2Light::Late, [0, 219])] {
        let planting = Planting { v2_light, ..Planting::default() };
        let clutter = Clutter::from_details(&details, &planting, None).unwrap();
        assert_eq!(clutter.light, ClutterLight { corners: true, gain: 1.0, unlit: false });
        // Rows 0 to 7, of which the last has the light of the one before, as it has its density.
        let plants = planted(&clutter);
        let of_row = |row: u32| plants.iter().find(|plant| plant.cell()[1] == row).unwrap().light;
        assert_eq!([of_row(0), of_row(6), of_row(7)], [south, north, north].map(|grey| grey | grey << 8));
    }
}

#[test]
fn a_part_without_its_model_grows_nothing() {
    let stranger = Part { model: Some(2), density: [15; 4] };
    let clutter = clutter(&details([1, 1], vec![slot(9, [stranger, EMPTY, EMPTY, EMPTY], [1, 1])]));
    assert!(planted(&clutter).is_empty());
}

#[test]
fn a_phantom_slot_stays_bare() {
    let full = [Part { model: Some(1), density: [15; 4] }; 4];
    let mut slots = vec![slot(9, full, [1, 1]); 2];
    slots[1].bounds = SlotBounds::Quantised { base: 0, height: 0 };
    let planted = planted(&clutter(&details([2, 1], slots)));
    assert_eq!(planted.len(), 64);
    assert!(planted.iter().all(|plant| plant.slot_index() == 0 && plant.model() == 1));
}

#[test]
fn a_lone_model_becomes_a_small_bed_about_the_origin() {
    let clutter = Clutter::from_model(&model([0.5, 1.5]), &Planting::default());
    let planted = planted(&clutter);
    assert!((40..250).contains(&planted.len()), "{}", planted.len());
    for plant in planted {
        assert!(plant.position[0].abs() < 2.2 && plant.position[2].abs() < 2.2 && plant.position[1] == 0.0);
    }
    assert!((clutter.models[0].radius - 1.3).abs() < 1e-6);
}

#[test]
fn a_real_level_of_25_slots_has_420_plants_where_every_ray_hits() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/xray/test_fmt_v3.details");
    let Ok(bytes) = std::fs::read(path) else { return };
    let mut details = decode_details(&bytes).unwrap();
    // Every ray: also those of the slots without ground.
    for slot in &mut details.slots {
        slot.bounds = SlotBounds::Quantised { base: 1, height: 0 };
    }
    assert_eq!(planted(&clutter(&details)).len(), 420);
}

#[test]
fn the_ground_of_a_level_is_the_mean_of_the_slots_around_each_corner() {
    // Bases -200 + 0.2 * raw: 0, 2, 4 and 6 metres.
    let slots = [1000, 1010, 1020, 1030].map(|base| slot(base, [EMPTY; 4], [0, 0])).to_vec();
    let ground = ground_of(&details([2, 2], slots));
    assert_eq!((ground.width, ground.depth, ground.cell, ground.origin), (3, 3, 2.0, [-2.0, -4.0]));
    let wanted = [0.0, 1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0, 6.0];
    for (found, wanted) in ground.heights.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-4, "{:?}", ground.heights);
    }
}

#[test]
fn a_hole_in_the_ground_is_filled_from_around_it() {
    let [width, depth] = [40, 30];
    let hole = |x: u32, z: u32| (8..30).contains(&x) && (5..25).contains(&z) || x > 36;
    let slots = (0..width * depth).map(|index| {
        let mut slot = slot(1000 + (index % width) as u16 * 5, [EMPTY; 4], [0, 0]);
        if hole(index % width, index / width) {
            slot.bounds = SlotBounds::Quantised { base: 0, height: 0 };
        }
        slot
    });
    let ground = ground_of(&details([width, depth], slots.collect()));
    assert_eq!(ground.heights.len(), 41 * 31);
    for (index, &height) in ground.heights.iter().enumerate() {
        let x = (index % 41) as f32;
        assert!((height - x).abs() < 6.0, "{height} at {x}, {}", index / 41);
    }
    // No cliff between two neighbours: the slope is 1 metre a cell everywhere.
    for pair in ground.heights.chunks(41).flat_map(|row| row.windows(2)) {
        assert!((pair[1] - pair[0]).abs() < 3.0, "{pair:?}");
    }
}

#[test]
fn a_level_without_any_ground_is_flat_at_zero() {
    let mut bare = slot(0, [EMPTY; 4], [0, 0]);
    bare.bounds = SlotBounds::Quantised { base: 0, height: 0 };
    for size in [[1, 1], [7, 1], [5, 9]] {
        let ground = ground_of(&details(size, vec![bare; (size[0] * size[1]) as usize]));
        assert!(ground.heights.iter().all(|&height| height == 0.0));
    }
}
