//! Heights, objects, roads and peaks of a world.

use std::path::PathBuf;

use sward::check::{Finding, check};
use sward::formats;
use sward::formats::wrp::{self, Entity, Material, Object, RoadLink, Variant, World};

use super::{findings_of, only};

/// A plain at 10 m with a village and a wood, all in order.
pub fn world() -> World {
    let mut world = World::flat(Variant::Oprw(24), [32, 32], [128, 128], 40.0);
    world.elevation.cells.fill(10.0);
    world.materials =
        vec![Material::default(), Material { paths: vec!["grass.rvmat".into()], offset_uv: false }];
    world.material_index.cells.fill(1);
    world.models = ["tree\\t_oak.p3d", "house\\house_1.p3d", "rocks\\rock_big.p3d"].map(Into::into).into();
    let above = [6.0, 3.0, -2.0];
    world.objects = (0..36)
        .map(|id| {
            let model = id % 3;
            let (x, z) = (100.0 + 30.0 * (id % 6) as f32, 200.0 + 30.0 * (id / 6) as f32);
            object(id as i32, model, [x, 10.0 + above[model as usize], z])
        })
        .collect();
    world.max_object_id = 35;
    world.roads = vec![RoadLink {
        cell: [1, 2],
        positions: vec![[40.0, 10.0, 80.0], [60.0, 10.0, 100.0]],
        connection_types: vec![1, 2],
        object_id: 40,
        extra: None,
        model: "road\\asf1_25.p3d".into(),
        matrix: Some([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 50.0, 10.0, 90.0]),
    }];
    world.peaks = vec![[100.0, 10.0, 100.0]];
    world
}

fn object(id: i32, model: u32, [x, y, z]: [f32; 3]) -> Object {
    let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, z];
    Object { id, model, matrix, shape_param: 2 }
}

fn findings_of_world(world: &World) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    findings_of(folder.path(), "a.wrp", &wrp::encode(world).unwrap())
}

#[test]
fn a_sound_world_has_no_findings() {
    assert_eq!(findings_of_world(&world()), []);
}

#[test]
fn each_fault_of_an_object_is_found_at_its_object() {
    type Fault = (&'static str, fn(&mut Object));
    let faults: [Fault; 12] = [
        ("model-out-of-range", |object| object.model = 3),
        ("matrix-not-finite", |object| object.matrix[4] = f32::NAN),
        ("matrix-not-finite", |object| object.matrix[10] = f32::INFINITY),
        ("degenerate-matrix", |object| object.matrix[8] = 0.0),
        ("degenerate-matrix", |object| object.matrix[..9].fill(0.0)),
        ("mirrored-matrix", |object| object.matrix[0] = -1.0),
        ("object-outside-map", |object| object.matrix[9] = -50.0),
        ("object-outside-map", |object| object.matrix[11] = 1e9),
        ("object-under-ground", |object| object.matrix[10] = -60.0),
        ("object-over-ground", |object| object.matrix[10] = 110.0),
        ("object-over-ground", |object| object.matrix[10] = 1e8),
        ("duplicate-object-id", |object| object.id = 3),
    ];
    for (code, fault) in faults {
        // A tree, a house and a rock.
        for index in 12..15 {
            let mut world = world();
            fault(&mut world.objects[index]);
            let findings = findings_of_world(&world);
            assert_eq!(only(&findings, code).object, Some(index), "{code}");
            assert_eq!(findings[0].count, 1);
        }
    }
    let mut twins = world();
    twins.objects.push(Object { id: 99, ..twins.objects[5] });
    let place = only(&findings_of_world(&twins), "duplicate-object");
    assert_eq!((place.object, place.id), (Some(36), Some(99)));
    assert!(place.detail.starts_with("as object 5;"), "{}", place.detail);
}

#[test]
fn a_lone_object_is_judged_by_its_kind() {
    let mut world = world();
    world.models.extend([
        "tree\\t_birch.p3d".into(),
        "bridge\\bridge_long.p3d".into(),
        "a\\b\\q7.p3d".into(),
    ]);
    world.objects.push(object(50, 3, [900.0, 80.0, 900.0])); // A tree 70 m up.
    world.objects.push(object(51, 4, [700.0, 70.0, 900.0])); // A bridge over a valley.
    world.objects.push(object(52, 5, [500.0, 70.0, 900.0])); // Who knows what it is.
    assert_eq!(only(&findings_of_world(&world), "object-over-ground").object, Some(36));
}

#[test]
fn what_stands_on_something_high_does_not_float() {
    let mut tower = world();
    tower.models.extend(["tower\\lighthouse.p3d".into(), "misc\\lamp_small.p3d".into()]);
    tower.objects.push(object(50, 3, [900.0, 40.0, 900.0])); // 60 m high.
    tower.objects.push(object(51, 4, [903.0, 70.0, 903.0])); // On its top.
    assert_eq!(findings_of_world(&tower), []);
    tower.objects[36].matrix[9] = 400.0; // Without the tower under it.
    assert_eq!(only(&findings_of_world(&tower), "object-over-ground").object, Some(37));
}

#[test]
fn what_floats_on_the_sea_is_no_fault() {
    let mut sea = world();
    for (index, metres) in sea.elevation.cells.iter_mut().enumerate() {
        if index >= 64 * 128 {
            *metres = -90.0;
        }
    }
    sea.models.push("boats\\ship_big.p3d".into());
    sea.objects.push(object(50, 3, [600.0, 4.0, 1100.0]));
    assert_eq!(findings_of_world(&sea), []);
}

#[test]
fn each_fault_of_the_ground_is_found_at_its_place() {
    let mut nan = world();
    nan.elevation.cells[128 * 9 + 5] = f32::NAN;
    assert_eq!(only(&findings_of_world(&nan), "elevation-not-finite").elevation, Some([5, 9]));
    let mut high = world();
    high.elevation.cells[128 * 100 + 7] = 30_000.0;
    assert_eq!(only(&findings_of_world(&high), "elevation-out-of-range").elevation, Some([7, 100]));
    let mut unknown = world();
    unknown.material_index.cells[32 * 3 + 4] = 2;
    assert_eq!(only(&findings_of_world(&unknown), "material-out-of-range").land, Some([4, 3]));
    let mut empty = world();
    empty.materials.push(Material::default());
    assert_eq!(only(&findings_of_world(&empty), "empty-material").material, Some(2));
    let mut peak = world();
    peak.peaks.push([5000.0, 10.0, 100.0]);
    assert_eq!(only(&findings_of_world(&peak), "peak-skipped").peak, Some(1));
}

#[test]
fn each_fault_of_a_road_is_found_at_its_link() {
    type Fault = (&'static str, fn(&mut RoadLink));
    let faults: [Fault; 4] = [
        ("road-not-finite", |link| link.positions[1][0] = f32::NAN),
        ("road-outside-map", |link| link.positions[0][2] = -30.0),
        ("road-skipped", |link| link.positions[1] = [1200.0, 10.0, 1200.0]),
        ("odd-road-model", |link| link.model = "a\u{1}b.p3d".into()),
    ];
    for (code, fault) in faults {
        let mut world = world();
        world.roads.insert(0, world.roads[0].clone());
        fault(&mut world.roads[1]);
        let place = only(&findings_of_world(&world), code);
        assert!(place.road == Some(1) || place.field == Some("roads.model".into()), "{code}: {place:?}");
    }
}

#[test]
fn an_entity_outside_of_the_map_is_found() {
    let mut world = world();
    let entity = |position| Entity {
        class: "Land_Hangar".into(),
        model: "hangar.p3d".into(),
        position,
        object_id: 500,
        extra: None,
    };
    world.entities = vec![entity([300.0, 12.0, 300.0]), entity([300.0, 12.0, -300.0])];
    assert_eq!(only(&findings_of_world(&world), "object-outside-map").entity, Some(1));
}

/// A sample of the workplace; `None` on a machine without them.
fn sample(name: &str) -> Option<PathBuf> {
    let path: PathBuf = [concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples"), name].iter().collect();
    path.exists().then_some(path)
}

#[test]
fn a_well_kept_world_is_silent() {
    let Some(path) = sample("wrp/utes.wrp") else { return };
    assert_eq!(check(vec![formats::open(&path)], [0.0; 2]), []);
}
