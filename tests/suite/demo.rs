//! The demo island is the same everywhere, whole, and believable.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use sward::demo::{self, Island};
use sward::formats::file::FileBytes;
use sward::formats::wrp::{self, MapShape};
use sward::formats::xray;
use sward::scene::camera_pose::CameraPose;
use sward::scene::heightfield::Heightfield;

static ISLAND: LazyLock<Island> = LazyLock::new(demo::island);

fn ground() -> Heightfield {
    let world = &ISLAND.world;
    let cell = world.land_cell * world.land[0] as f32 / world.terrain[0] as f32;
    Heightfield::from_grid(world.elevation.clone(), cell).0
}

/// Objects whose path holds `part`: x, y and z of their centres.
fn objects(part: &str) -> Vec<[f32; 3]> {
    let world = &ISLAND.world;
    let named = |model: u32| world.models[model as usize].contains(part);
    world
        .objects
        .iter()
        .filter(|object| named(object.model))
        .map(|object| [object.matrix[9], object.matrix[10], object.matrix[11]])
        .collect()
}

#[test]
fn two_islands_have_the_same_bytes() {
    let other = demo::island();
    assert_eq!(wrp::encode(&ISLAND.world).unwrap(), wrp::encode(&other.world).unwrap());
    assert_eq!(xray::encode_details(&ISLAND.details).unwrap(), xray::encode_details(&other.details).unwrap());
    assert_eq!(ISLAND.atlas, other.atlas);
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Whoever changes the island on purpose writes down its new sums here.
#[test]
fn the_island_has_the_same_bytes_on_every_machine() {
    let world = checksum(&wrp::encode(&ISLAND.world).unwrap());
    let details = checksum(&xray::encode_details(&ISLAND.details).unwrap());
    let atlas = checksum(&ISLAND.atlas.levels.concat());
    assert_eq!(
        [world, details, atlas].map(|sum| format!("{sum:016x}")),
        ["f5a44e1e9b7db2d6", "7be42a73ecbd66d5", "072581a5901cf908"]
    );
}

#[test]
fn the_written_island_is_read_back_and_nothing_else_is_left_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new");
    let written: BTreeSet<_> = demo::write(&ISLAND, &folder).unwrap().into_iter().collect();
    let found: BTreeSet<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(found, written);
    let file = FileBytes::read(&folder.join("island.wrp")).unwrap();
    assert_eq!(wrp::decode(file.bytes()).unwrap(), ISLAND.world);
    let file = FileBytes::read(&folder.join("level.details")).unwrap();
    assert_eq!(xray::decode_details(file.bytes()).unwrap(), ISLAND.details);
}

#[test]
fn an_island_that_cannot_be_written_leaves_the_old_one_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("island.wrp");
    std::fs::write(&old, b"old").unwrap();
    // The last file's name is taken by a folder with something in it.
    std::fs::create_dir_all(folder.path().join("build_details.dds/taken")).unwrap();
    let mut island = demo::island();
    island.details.version = 7;
    demo::write(&island, folder.path()).unwrap_err();
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    demo::write(&ISLAND, folder.path()).unwrap_err();
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains("draft")));
}

#[test]
fn there_are_about_twenty_thousand_objects_of_many_kinds() {
    let world = &ISLAND.world;
    assert!((18_000..26_000).contains(&world.objects.len()), "{}", world.objects.len());
    for (part, least) in [
        ("t_picea", 2000),
        ("t_fagus", 2000),
        ("bush", 1500),
        ("rocks", 200),
        ("house", 200),
        ("fence", 500),
        ("wall_stone", 200),
        ("powerpole", 80),
        ("pier", 10),
        ("church", 3),
        ("ruin", 5),
        ("lighthouse", 1),
    ] {
        assert!(objects(part).len() >= least, "{part}: {}", objects(part).len());
    }
    assert_eq!(world.terrain, [512; 2]);
    assert!((5..=8).contains(&world.peaks.len()));
    assert!(ISLAND.details.models.len() >= 8);
    assert!(world.warnings.is_empty() && ISLAND.details.warnings.is_empty());
}

#[test]
fn ids_are_unique_and_the_highest_is_stated() {
    let world = &ISLAND.world;
    let objects = world.objects.iter().map(|object| object.id);
    let ids: Vec<i32> = objects.chain(world.roads.iter().map(|link| link.object_id)).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert_eq!(ids.iter().max(), Some(&world.max_object_id));
    let known: BTreeSet<u32> = ids.iter().map(|&id| id as u32).collect();
    for record in &world.map_info {
        let (MapShape::Point { id, .. }
        | MapShape::Bounds { id, .. }
        | MapShape::ColoredBounds { id, .. }
        | MapShape::ObjectLine { id, .. }) = &record.shape
        else {
            panic!("{record:?}")
        };
        assert!(known.contains(id));
    }
    assert!(world.entities.iter().all(|entity| known.contains(&entity.object_id)));
}

#[test]
fn nothing_but_piers_stands_in_the_sea() {
    let ground = ground();
    let world = &ISLAND.world;
    for object in &world.objects {
        let [x, z] = [object.matrix[9], object.matrix[11]];
        let height = ground.height_at(x.into(), z.into()).unwrap();
        let path = &world.models[object.model as usize];
        assert!(height > 0.0 || path.contains("pier"), "{path} at {x}, {z}: {height} m");
    }
}

#[test]
fn no_building_is_in_the_water_with_any_corner_and_none_stands_on_a_road() {
    let ground = ground();
    let roads: Vec<[f32; 2]> = ISLAND
        .world
        .roads
        .iter()
        .flat_map(|link| {
            let [a, b] = [link.positions[0], link.positions[1]];
            (0..=8).map(move |step| {
                let t = step as f32 / 8.0;
                [a[0] + (b[0] - a[0]) * t, a[2] + (b[2] - a[2]) * t]
            })
        })
        .collect();
    let mut houses = 0;
    for record in ISLAND.world.map_info.iter().filter(|record| [4, 8, 9].contains(&record.kind)) {
        let MapShape::ColoredBounds { corners, .. } = record.shape else { panic!("{record:?}") };
        for [x, z] in corners {
            assert!(ground.height_at(x.into(), z.into()).unwrap() > 0.5);
        }
        let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 4.0);
        let nearest = roads
            .iter()
            .map(|road| (road[0] - middle[0]).hypot(road[1] - middle[1]))
            .fold(f32::INFINITY, f32::min);
        assert!(nearest > 6.0, "a house {nearest} m from the middle of a road");
        houses += 1;
    }
    assert!(houses > 200);
}

#[test]
fn nothing_stands_on_a_road() {
    let world = &ISLAND.world;
    let places: Vec<[f32; 2]> =
        world.objects.iter().map(|object| [object.matrix[9], object.matrix[11]]).collect();
    for link in &world.roads {
        let [a, b] = [link.positions[0], link.positions[1]].map(|[x, _, z]| [x, z]);
        let half_width = match link.model.as_str() {
            model if model.contains("asf1_") => 4.5,
            model if model.contains("asf3_") => 3.5,
            model if model.contains("grav_") => 2.5,
            _ => 1.5,
        };
        let run = [b[0] - a[0], b[1] - a[1]];
        for (place, object) in places.iter().zip(&world.objects) {
            let from = [place[0] - a[0], place[1] - a[1]];
            let t = (from[0] * run[0] + from[1] * run[1]) / (run[0] * run[0] + run[1] * run[1]);
            let t = t.clamp(0.0, 1.0);
            let away = (from[0] - run[0] * t).hypot(from[1] - run[1] * t);
            let path = &world.models[object.model as usize];
            assert!(
                away > half_width - 0.5 || path.contains("pier"),
                "{path} at {place:?}: {away} m from the middle of {}",
                link.model
            );
        }
    }
}

#[test]
fn no_two_houses_and_no_tree_and_house_are_in_one_place() {
    let houses: Vec<_> = ["house\\", "church", "barn", "chapel"].into_iter().flat_map(objects).collect();
    let trees = objects("\\tree\\");
    for (number, house) in houses.iter().enumerate() {
        let apart = |other: &[f32; 3]| (other[0] - house[0]).hypot(other[2] - house[2]);
        assert!(houses[..number].iter().all(|other| apart(other) > 6.0));
        assert!(trees.iter().all(|tree| apart(tree) > 3.0), "{house:?}");
    }
}

#[test]
fn objects_stand_on_the_ground() {
    let ground = ground();
    for part in ["house\\", "church", "t_", "fence", "powerpole"] {
        for [x, y, z] in objects(part) {
            let above = y - ground.height_at(x.into(), z.into()).unwrap();
            assert!(
                (0.3..16.0).contains(&above),
                "{part} at {x}, {z}: its middle is {above} m above the ground"
            );
        }
    }
}

#[test]
fn every_village_can_be_reached_by_road() {
    // Links that share an end belong together.
    let key = |[x, _, z]: [f32; 3]| [x.to_bits(), z.to_bits()];
    let mut near: BTreeMap<[u32; 2], Vec<[f32; 3]>> = BTreeMap::new();
    for link in &ISLAND.world.roads {
        assert_eq!(link.positions.len(), link.connection_types.len());
        for (from, to) in [(0, 1), (1, 0)] {
            near.entry(key(link.positions[from])).or_default().push(link.positions[to]);
        }
    }
    let first = ISLAND.world.roads[0].positions[0];
    let mut reached = BTreeSet::from([key(first)]);
    let mut queue = vec![first];
    while let Some(point) = queue.pop() {
        for &next in &near[&key(point)] {
            if reached.insert(key(next)) {
                queue.push(next);
            }
        }
    }
    assert_eq!(reached.len(), near.len(), "the net is in pieces");
    assert!(ISLAND.world.roads.len() > 800);
}

#[test]
fn roads_are_dry_and_lie_on_the_ground_and_are_not_steep() {
    let ground = ground();
    for link in &ISLAND.world.roads {
        for [x, y, z] in &link.positions {
            let height = ground.height_at((*x).into(), (*z).into()).unwrap();
            assert!((height - y).abs() < 0.01 && height > 0.2, "at {x}, {z}: {y} over {height}");
        }
        let [a, b] = [link.positions[0], link.positions[1]];
        let grade = (a[1] - b[1]).abs() / (a[0] - b[0]).hypot(a[2] - b[2]);
        let most = match link.model.as_str() {
            model if model.contains("path_") => 0.8,
            model if model.contains("grav_") => 0.4,
            _ => 0.33,
        };
        assert!(grade < most, "{grade} at {a:?}");
    }
}

#[test]
fn each_slot_that_grows_something_has_a_box_around_its_ground() {
    let details = &ISLAND.details;
    let ground = ground();
    let mut used = 0;
    for (index, slot) in details.slots.iter().enumerate() {
        if !slot.is_used() {
            continue;
        }
        used += 1;
        let column = (index as u32 % details.size[0]) as i32 - details.offset[0];
        let row = (index as u32 / details.size[0]) as i32 - details.offset[1];
        for step in 0..25 {
            let [x, z] = [column * 4 + step % 5, row * 4 + step / 5].map(|half| f64::from(half) / 2.0);
            let height = ground.height_at(x, z).unwrap();
            let (low, high) = (slot.y_base(), slot.y_base() + slot.height());
            assert!(low <= height && height <= high, "{height} outside {low}..{high} at {x}, {z}");
        }
        assert!(slot.height() < 20.0);
    }
    assert!(used > 50_000);
    assert_eq!(details.phantom_slots(), 0);
}

#[test]
fn densities_go_on_across_the_borders_of_slots() {
    let details = &ISLAND.details;
    let width = details.size[0] as usize;
    let density = |slot: usize, model: u16, corner: usize| {
        details.slots[slot]
            .parts
            .iter()
            .find(|part| part.model == Some(model))
            .map(|part| part.density[corner])
    };
    for slot in (0..details.slots.len()).filter(|slot| slot % width + 1 < width) {
        for model in 0..details.models.len() as u16 {
            for (own, next) in [(1, 0), (3, 2)] {
                if let (Some(own), Some(next)) = (density(slot, model, own), density(slot + 1, model, next)) {
                    assert_eq!(own, next);
                }
            }
        }
    }
}

#[test]
fn every_example_view_looks_from_above_the_ground() {
    let ground = ground();
    let views = demo::views();
    assert!(views.len() >= 5);
    for (name, pose) in views {
        let pose: CameraPose = pose.parse().unwrap();
        let over = ground.height_at(pose.eye.x, pose.eye.z).map_or(1.0, |height| pose.eye.y as f32 - height);
        assert!(over > 0.8, "{name} is {over} m over the ground");
    }
}
