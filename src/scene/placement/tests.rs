#![allow(clippy::unwrap_used)]

use super::*;
use crate::formats::wrp::{Entity, MapInfo, MapShape, Variant};
use glam::Vec3;
use proptest::prelude::*;

/// A plain that rises by 1 m in 10 m to the east, from 5 m on.
fn ground() -> Heightfield {
    let heights = (0..65 * 65).map(|i| 5.0 + (i % 65) as f32).collect();
    Heightfield { width: 65, depth: 65, cell: 10.0, origin: [0.0, 0.0], heights }
}

fn level(x: f32) -> f32 {
    5.0 + x / 10.0
}

fn world(models: &[&str], objects: Vec<Object>) -> World {
    let mut world = World::flat(Variant::Wvr8, [16, 16], [64, 64], 40.0);
    world.models = models.iter().map(|&model| model.to_owned()).collect();
    world.objects = objects;
    world
}

fn object(id: i32, model: u32, [x, y, z]: [f32; 3]) -> Object {
    let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, z];
    Object { id, model, matrix, shape_param: 2 }
}

/// As `object`, turned clockwise by `yaw` and scaled.
fn turned(id: i32, model: u32, [x, y, z]: [f32; 3], yaw: f32, scale: f32) -> Object {
    let (sin, cos) = yaw.sin_cos();
    let matrix = [cos, 0.0, -sin, 0.0, 1.0, 0.0, sin, 0.0, cos].map(|value| value * scale);
    let mut all = [0.0; 12];
    all[..9].copy_from_slice(&matrix);
    all[9..].copy_from_slice(&[x, y, z]);
    Object { id, model, matrix: all, shape_param: 2 }
}

fn place(world: &World) -> (Placed, Warnings) {
    let mut warnings = Warnings::default();
    let placed = Objects::place(world, &ground(), &mut warnings);
    (placed, warnings)
}

fn length(axis: [f32; 3]) -> f32 {
    Vec3::from(axis).length()
}

#[test]
fn a_tree_stands_on_the_ground_and_its_centre_tells_its_height() {
    let tree = |id, x: f32| turned(id, 0, [x, level(x) + 9.0, 100.0], 0.7, 1.0);
    let (placed, warnings) = place(&world(&["t_picea2s.p3d"], vec![tree(1, 100.0), tree(2, 203.0)]));
    assert!(warnings.is_empty());
    for instance in &placed.objects.instances {
        assert!((instance.position[1] - level(instance.position[0])).abs() < 1e-3);
        assert!((length(instance.y_axis) - 18.0).abs() < 0.1, "{:?}", instance.y_axis);
    }
    assert_eq!(placed.kinds, [(Kind::Conifer, 2)]);
}

#[test]
fn a_scaled_tree_has_the_height_of_its_model_times_the_scale() {
    let objects = (0..9).map(|i| turned(i, 0, [50.0, level(50.0) + 4.0 * 1.5, 20.0], 0.3, 1.5)).collect();
    let (placed, _) = place(&world(&["t_fagus2s.p3d"], objects));
    assert!((length(placed.objects.instances[0].y_axis) - 12.0).abs() < 0.1);
}

#[test]
fn a_footprint_gives_a_house_its_ground_plan_in_its_own_frame() {
    // 14 m along the model's x axis and 6 m along z, turned by 90 degrees: 6 m east, 14 m north.
    let mut world =
        world(&["house_01.p3d"], vec![turned(7, 0, [200.0, level(200.0) + 3.0, 200.0], 1.570_796_4, 1.0)]);
    let corners = [[197.0, 193.0], [203.0, 193.0], [197.0, 207.0], [203.0, 207.0]];
    world.map_info = vec![MapInfo { kind: 4, shape: MapShape::Bounds { id: 7, corners } }];
    let (placed, _) = place(&world);
    let house = placed.objects.instances[0];
    assert!((length(house.x_axis) - 14.0).abs() < 0.01, "{house:?}");
    assert!((length(house.z_axis) - 6.0).abs() < 0.01);
    assert!((length(house.y_axis) - 6.0).abs() < 0.01);
    assert!(house.x_axis[2].abs() > 13.9, "its long side runs north");
}

#[test]
fn a_house_that_is_deeper_than_wide_has_its_ridge_along_its_depth() {
    let mut world = world(&["house_01.p3d"], vec![object(7, 0, [200.0, level(200.0) + 3.0, 200.0])]);
    let corners = [[196.0, 190.0], [204.0, 190.0], [196.0, 210.0], [204.0, 210.0]];
    world.map_info = vec![MapInfo { kind: 3, shape: MapShape::Bounds { id: 7, corners } }];
    let house = place(&world).0.objects.instances[0];
    assert!((house.x_axis[2] - 20.0).abs() < 0.01 && (house.z_axis[0] + 8.0).abs() < 0.01, "{house:?}");
    let [x, y, z] = [house.x_axis, house.y_axis, house.z_axis].map(Vec3::from);
    assert!(x.cross(y).dot(z) > 0.0);
}

#[test]
fn walls_reach_from_one_to_the_next_and_follow_the_ground() {
    let objects: Vec<Object> =
        (0..12).map(|i| object(i, 0, [20.0 + 6.0 * i as f32, level(20.0 + 6.0 * i as f32), 50.0])).collect();
    let (placed, _) = place(&world(&[r"walls\wall_indcnc_4.p3d"], objects));
    for wall in &placed.objects.instances {
        assert!((Vec3::from(wall.x_axis).with_y(0.0).length() - 6.0).abs() < 0.01, "{wall:?}");
        assert!((wall.x_axis[1] - 0.6).abs() < 0.01, "{wall:?}");
    }
}

#[test]
fn a_lone_wall_is_as_long_as_its_name_says() {
    let (placed, _) = place(&world(&["wall_cbrk_5.p3d"], vec![object(1, 0, [50.0, 10.0, 50.0])]));
    assert!((Vec3::from(placed.objects.instances[0].x_axis).with_y(0.0).length() - 5.0).abs() < 0.01);
}

#[test]
fn a_pier_has_its_deck_over_the_sea_and_its_foot_on_the_sea_bed() {
    let mut world = world(&["pier_concrete.p3d"], vec![object(1, 0, [100.0, -19.0, 100.0])]);
    world.objects[0].matrix[10] = -19.0;
    let sea_bed = Heightfield { heights: vec![-5.0; 65 * 65], ..ground() };
    let placed = Objects::place(&world, &sea_bed, &mut Warnings::default());
    let pier = placed.objects.instances[0];
    assert!((pier.position[1] + 5.0).abs() < 1e-3, "{pier:?}");
    assert!((1.0..3.0).contains(&(pier.position[1] + pier.y_axis[1])), "{pier:?}");
}

#[test]
fn pieces_of_a_pier_that_follow_each_other_along_z_are_laid_along_z() {
    let objects = (0..8).map(|i| object(i, 0, [100.0, 9.0, 40.0 + 10.0 * i as f32])).collect();
    let pier = place(&world(&["pier_10m.p3d"], objects)).0.objects.instances[0];
    assert!((pier.x_axis[2].abs() - 10.0).abs() < 0.01 && pier.z_axis[0].abs() < 5.0, "{pier:?}");
}

#[test]
fn a_rock_is_never_wholly_in_the_ground() {
    let objects = (0..40)
        .map(|i| turned(i, 0, [100.0, level(100.0) - 1.5 * i as f32, 100.0], 0.1 * i as f32, 0.7))
        .collect();
    let (placed, _) = place(&world(&["rock_bright_wallh2.p3d"], objects));
    for rock in &placed.objects.instances {
        let axes = [rock.x_axis, rock.y_axis, rock.z_axis].map(Vec3::from);
        assert!(rock.position[1] + axes[1].y > level(100.0) + 0.3, "{rock:?}");
    }
}

#[test]
fn what_stands_on_a_roof_stays_there() {
    let low = object(1, 0, [100.0, level(100.0) + 0.5, 100.0]);
    let high = object(2, 0, [100.0, level(100.0) + 20.0, 100.0]);
    let (placed, _) = place(&world(&["crate.p3d"], vec![low, low, low, high]));
    let on_roof = placed.objects.instances[3];
    assert!(on_roof.position[1] > level(100.0) + 18.0);
    assert!((placed.objects.instances[0].position[1] - level(100.0)).abs() < 1e-3);
}

#[test]
fn beyond_the_map_the_file_says_where_the_foot_is() {
    let (placed, _) = place(&world(&["t_fagus2s.p3d"], vec![object(1, 0, [-500.0, 30.0, 0.0])]));
    let tree = placed.objects.instances[0];
    assert!((tree.position[1] - (30.0 - length(tree.y_axis) * 0.5)).abs() < 1e-3);
}

#[test]
fn road_parts_are_listed_and_not_drawn() {
    let objects = vec![object(1, 1, [9.0; 3]), object(2, 0, [9.0; 3]), object(3, 1, [9.0; 3])];
    let (placed, _) = place(&world(&["asf12.p3d", "t_fagus2s.p3d"], objects));
    assert_eq!(placed.road_parts, [1]);
    assert_eq!(placed.objects.instances.len(), 2);
}

#[test]
fn instances_are_sorted_by_model_and_the_library_has_no_more_than_they_need() {
    let models = ["house_1.p3d", "t_picea.p3d", "b_corylus.p3d", "t_picea_b.p3d", "never.p3d"];
    let objects = (0..100).map(|i| object(i, i as u32 % 4, [3.0 * i as f32, 9.0, 60.0])).collect();
    let (placed, _) = place(&world(&models, objects));
    let Objects { models, instances } = placed.objects;
    assert!(instances.is_sorted_by_key(|instance| instance.model));
    for model in 0..models.len() as u32 {
        assert!(instances.iter().any(|instance| instance.model == model));
    }
    assert!(instances.iter().all(|instance| (instance.model as usize) < models.len()));
}

#[test]
fn placing_twice_gives_the_same() {
    let objects =
        (0..300).map(|i| turned(i, i as u32 % 3, [2.0 * i as f32, 9.0, 60.0], i as f32, 1.0)).collect();
    let world = world(&["house_1.p3d", "t_picea.p3d", "wall_stone.p3d"], objects);
    let ([one, two], _) = ([place(&world).0, place(&world).0], ());
    assert!(one.objects.instances == two.objects.instances && one.objects.models == two.objects.models);
}

#[test]
fn a_matrix_that_is_no_place_is_skipped_and_counted() {
    let mut nan = object(1, 0, [50.0; 3]);
    nan.matrix[9] = f32::NAN;
    let mut flat = object(2, 0, [50.0; 3]);
    flat.matrix[4] = 0.0;
    let unknown = object(3, 9, [50.0; 3]);
    let (placed, warnings) =
        place(&world(&["t_picea.p3d"], vec![nan, flat, unknown, object(4, 0, [50.0; 3])]));
    assert_eq!(placed.objects.instances.len(), 1);
    let warning = warnings.iter().next().unwrap();
    assert_eq!((warning.kind, warning.count), ("degenerate-matrix", 3));
}

#[test]
fn a_mirrored_object_shows_its_outside() {
    let mut mirrored = object(1, 0, [50.0, 10.0, 50.0]);
    mirrored.matrix[0] = -1.0;
    let house = place(&world(&["house_1.p3d"], vec![mirrored])).0.objects.instances[0];
    let [x, y, z] = [house.x_axis, house.y_axis, house.z_axis].map(Vec3::from);
    assert!(x.cross(y).dot(z) > 0.0);
}

#[test]
fn an_entity_is_placed_unless_an_object_has_its_id() {
    let mut world = world(&["house_1.p3d"], vec![object(5, 0, [50.0, 10.0, 50.0])]);
    let entity = |object_id, x| Entity {
        class: "Land_Hangar".to_owned(),
        model: "hangar.p3d".to_owned(),
        position: [x, 12.0, 80.0],
        object_id,
        extra: None,
    };
    world.entities = vec![entity(5, 50.0), entity(6, 90.0)];
    let (placed, _) = place(&world);
    let ids: Vec<u32> = placed.objects.instances.iter().map(|instance| instance.id).collect();
    assert_eq!(ids, [5, 6]);
}

#[test]
fn the_sphere_of_an_instance_holds_its_model() {
    let models =
        ["house_1.p3d", "t_picea.p3d", "rock_1.p3d", "wall_stone.p3d", "pier_wood.p3d", "b_corylus.p3d"];
    let objects =
        (0..60).map(|i| turned(i, i as u32 % 6, [9.0 * i as f32, 30.0, 60.0], i as f32, 1.3)).collect();
    let Objects { models, instances } = place(&world(&models, objects)).0.objects;
    for instance in &instances {
        let [x, y, z] = [instance.x_axis, instance.y_axis, instance.z_axis].map(Vec3::from);
        for vertex in models[instance.model as usize].lods.iter().flat_map(|mesh| &mesh.vertices) {
            let [a, b, c] = vertex.position;
            assert!((x * a + y * b + z * c).length() <= instance.radius * 1.001);
        }
    }
}

/// The island of the DayZ samples, where it is there.
#[test]
fn nearly_all_of_a_real_island_is_known() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/wrp/utes.wrp");
    let Ok(bytes) = std::fs::read(path) else { return };
    let mut world = crate::formats::wrp::decode(&bytes).unwrap();
    let (ground, _) = Heightfield::from_world(&mut world);
    let placed = Objects::place(&world, &ground, &mut Warnings::default());
    let all: usize = placed.kinds.iter().map(|entry| entry.1).sum();
    let unknown = placed.kinds.iter().find(|entry| entry.0 == Kind::Unknown).map_or(0, |entry| entry.1);
    assert_eq!(all, 14_891);
    assert!(unknown * 100 <= all * 3, "{:?}", placed.kinds);
}

#[test]
fn everything_on_the_demo_island_is_known() {
    let mut world = crate::demo::island().world;
    let (ground, _) = Heightfield::from_world(&mut world);
    let mut warnings = Warnings::default();
    let placed = Objects::place(&world, &ground, &mut warnings);
    assert!(warnings.is_empty(), "{warnings:?}");
    let kinds: Vec<Kind> = placed.kinds.iter().map(|entry| entry.0).collect();
    let expected = [
        Kind::Conifer,
        Kind::Broadleaf,
        Kind::Bush,
        Kind::Rock,
        Kind::Building,
        Kind::Church,
        Kind::Wall,
        Kind::Fence,
        Kind::Pole,
        Kind::Pier,
        Kind::Ruin,
    ];
    for kind in expected {
        assert!(kinds.contains(&kind), "{kind:?} is missing in {kinds:?}");
    }
    assert!(!kinds.contains(&Kind::Unknown), "{kinds:?}");
    assert_eq!(placed.objects.instances.len() + placed.road_parts.len(), world.objects.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_matrix_gives_a_finite_instance_or_none(
        matrix in proptest::collection::vec(prop_oneof![
            any::<f32>(), -10.0f32..10.0, Just(0.0), Just(f32::INFINITY), Just(1e30), Just(1e-30)
        ], 12),
        model in 0u32..6,
    ) {
        let mut broken = object(1, model, [0.0; 3]);
        broken.matrix.copy_from_slice(&matrix);
        let models = ["house_1.p3d", "t_picea.p3d", "rock_1.p3d", "wall_stone.p3d", "pier_wood.p3d"];
        let placed = place(&world(&models, vec![broken])).0;
        for instance in &placed.objects.instances {
            let [x, y, z] = [instance.x_axis, instance.y_axis, instance.z_axis].map(Vec3::from);
            prop_assert!(x.is_finite() && y.is_finite() && z.is_finite() && instance.radius.is_finite());
            prop_assert!(Vec3::from(instance.position).is_finite());
        }
    }
}
