#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use super::*;
use crate::formats::wrp::{Object, Variant, World};
use proptest::prelude::*;

/// A number that looks like chance, the same for the same `index`.
fn noise(index: u32) -> u32 {
    let mut hash = index.wrapping_mul(0x9e37_79b1);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

fn object(id: i32, model: u32, [x, y, z]: [f32; 3]) -> Object {
    let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, z];
    Object { id, model, matrix, shape_param: 2 }
}

fn world(objects: Vec<Object>) -> World {
    let mut world = World::flat(Variant::Oprw(24), [8, 8], [8, 8], 50.0);
    world.models = ["data\\tree.p3d", "data\\house.p3d", "data\\rock.p3d"].map(str::to_owned).to_vec();
    world.objects = objects;
    world
}

/// A wood of trees and rocks with ids from 0 on.
fn wood(count: u32) -> Vec<Object> {
    let place = |index: u32| [0, 1].map(|axis| noise(index * 2 + axis) as f32 / u32::MAX as f32 * 400.0);
    let object = |index: u32| {
        let [x, z] = place(index);
        object(index as i32, noise(index) % 3, [x, 5.0, z])
    };
    (0..count).map(object).collect()
}

fn diff(old: &World, new: &World) -> ObjectChanges {
    ObjectChanges::of(old, new)
}

/// What happened to how many, without what the worlds have.
fn told(changes: &ObjectChanges) -> Vec<(&'static str, u64)> {
    let counts = &changes.counts;
    let kinds = ChangeKind::ALL.into_iter().map(|kind| (kind.name(), counts.of(kind)));
    let all = kinds.chain([("renumbered", counts.renumbered), ("shape params", counts.shape_params)]);
    all.filter(|(_, count)| *count > 0).collect()
}

#[test]
fn two_objects_that_swap_places_have_moved() {
    let places = [[10.0, 0.0, 10.0], [300.0, 0.0, 200.0]];
    let old = world(vec![object(1, 0, places[0]), object(2, 1, places[1])]);
    let new = world(vec![object(1, 0, places[1]), object(2, 1, places[0])]);
    let found = diff(&old, &new);
    assert_eq!(told(&found), [("moved", 2)]);
    assert_eq!(found.list[0].shift(), [-290.0, 0.0, -190.0], "the house comes first by name");
}

#[test]
fn equal_models_that_swap_their_ids_are_numbered_anew() {
    let [a, b, c] = [[10.0, 0.0, 10.0], [30.0, 0.0, 20.0], [50.0, 0.0, 20.0]];
    let old = world(vec![object(1, 0, a), object(2, 0, b), object(3, 0, c)]);
    let new = world(vec![object(2, 0, a), object(1, 0, b), object(3, 0, c)]);
    assert_eq!(told(&diff(&old, &new)), [("renumbered", 2)]);
}

#[test]
fn ids_that_several_objects_have_are_no_ids() {
    let old = world(vec![object(7, 0, [10.0, 0.0, 10.0]), object(7, 0, [300.0, 0.0, 10.0])]);
    let mut new = old.clone();
    new.objects[1].matrix[9] += 3.0;
    new.objects.swap(0, 1);
    let found = diff(&old, &new);
    assert_eq!(told(&found), [("moved", 1)]);
    assert_eq!(found.list[0].shift(), [3.0, 0.0, 0.0]);
}

#[test]
fn of_equal_models_in_one_place_as_many_were_added_as_there_are_more() {
    let place = [40.0, 1.0, 40.0];
    let stack = |count: i32| world((0..count).map(|_| object(-1, 2, place)).collect());
    assert_eq!(told(&diff(&stack(5), &stack(5))), []);
    assert_eq!(told(&diff(&stack(5), &stack(8))), [("added", 3)]);
    assert_eq!(told(&diff(&stack(5), &stack(0))), [("removed", 5)]);
}

#[test]
fn one_that_was_moved_by_two_metres_is_found_among_many() {
    for has_ids in [true, false] {
        let mut objects = wood(100_000);
        if !has_ids {
            objects.iter_mut().for_each(|object| object.id = -1);
        }
        let old = world(objects);
        let mut new = old.clone();
        new.objects[70_123].matrix[11] += 2.0;
        let found = diff(&old, &new);
        assert_eq!(told(&found), [("moved", 1)], "ids: {has_ids}");
        assert_eq!(found.list[0].old.unwrap().position[0], old.objects[70_123].matrix[9]);
        let shift = found.list[0].shift();
        assert!((shift[2] - 2.0).abs() < 1e-3 && shift[0] == 0.0, "{shift:?}");
    }
}

#[test]
fn an_export_that_numbers_all_anew_moves_nothing() {
    let old = world(wood(2000));
    let mut new = old.clone();
    new.objects.remove(5);
    for (id, object) in (0..).zip(&mut new.objects) {
        object.id = id;
    }
    assert_eq!(told(&diff(&old, &new)), [("removed", 1), ("renumbered", 1994)]);
}

#[test]
fn a_turn_a_size_and_a_model_are_told_apart() {
    let mut objects: Vec<Object> = (0..4).map(|id| object(id, 0, [id as f32 * 50.0, 0.0, 9.0])).collect();
    let old = world(objects.clone());
    let (sin, cos) = 30f32.to_radians().sin_cos();
    objects[0].matrix[..9].copy_from_slice(&[cos, 0.0, sin, 0.0, 1.0, 0.0, -sin, 0.0, cos]);
    objects[1].matrix[..9].copy_from_slice(&[1.5, 0.0, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 1.5]);
    objects[2].model = 1;
    objects[3].shape_param = 5;
    let found = diff(&old, &world(objects));
    assert_eq!(told(&found), [("replaced", 1), ("rotated", 1), ("scaled", 1), ("shape params", 1)]);
    let of = |kind| found.list.iter().find(|change| change.kind == kind).unwrap();
    assert!((of(ChangeKind::Rotated).turned_deg - 30.0).abs() < 1e-3);
    assert!((of(ChangeKind::Scaled).scaling - 1.5).abs() < 1e-5);
    let replaced = of(ChangeKind::Replaced);
    assert_eq!(found.model(replaced.old.unwrap().model), "data\\tree.p3d");
    assert_eq!(found.model(replaced.new.unwrap().model), "data\\house.p3d");
    assert_eq!(found.by_model.len(), 2);
}

#[test]
fn without_ids_what_stands_in_the_same_place_was_replaced_and_what_is_far_is_another() {
    let old = world(vec![object(-1, 0, [10.0, 0.0, 10.0]), object(-1, 1, [100.0, 0.0, 100.0])]);
    let new = world(vec![object(-1, 2, [10.0, 0.0, 10.0]), object(-1, 1, [200.0, 0.0, 100.0])]);
    assert_eq!(told(&diff(&old, &new)), [("added", 1), ("removed", 1), ("replaced", 1)]);
}

#[test]
fn places_that_are_no_numbers_are_compared_without_harm() {
    let mut odd = object(-1, 0, [f32::NAN, f32::INFINITY, 0.0]);
    odd.model = 99;
    let old = world(vec![odd, object(-1, 0, [1e30, 0.0, -1e30])]);
    assert_eq!(told(&diff(&old, &old.clone())), []);
    let mut new = old.clone();
    new.objects[0].matrix[10] = f32::NAN;
    assert_eq!(told(&diff(&old, &new)), [("added", 1), ("removed", 1)]);
}

#[test]
fn a_list_of_models_in_another_order_and_case_changes_no_object() {
    let old = world(wood(50));
    let mut new = old.clone();
    new.models = vec!["DATA\\ROCK.P3D".into(), "data\\house.p3d".into(), "data\\tree.p3d".into()];
    for object in &mut new.objects {
        object.model = 2 - object.model;
    }
    assert_eq!(told(&diff(&old, &new)), []);
}

/// Everything that a world can hold, so that a change of each is told.
fn rich() -> World {
    use crate::formats::wrp::{MapInfo, MapShape, Material, RoadLink};
    let mut world = world(wood(40));
    world.materials = vec![Material::default(), Material { paths: vec!["a.rvmat".into()], offset_uv: false }];
    world.peaks = vec![[10.0, 20.0, 30.0]];
    world.roads = vec![RoadLink {
        cell: [1, 2],
        positions: vec![[1.0, 2.0, 3.0]],
        connection_types: vec![1],
        object_id: 3,
        extra: None,
        model: "road.p3d".into(),
        matrix: Some([0.5; 12]),
    }];
    world.map_info = vec![MapInfo { kind: 0, shape: MapShape::Point { id: 1, position: [5.0, 6.0] } }];
    world.grass_approx = Some(Grid::filled(8, 8, 3));
    world
}

use crate::formats::grid::Grid;

fn compared(old: World, new: World) -> Comparison {
    compare(Content::World(Box::new(old)), Content::World(Box::new(new))).unwrap().changes
}

#[test]
fn a_change_of_anything_is_a_difference() {
    type Edit = fn(&mut World);
    let edits: [(&str, Edit); 12] = [
        ("format", |world| world.variant = Variant::Oprw(25)),
        ("height", |world| world.elevation.cells[9] = 1.0),
        ("no number", |world| world.elevation.cells[9] = f32::NAN),
        ("object", |world| world.objects[3].matrix[10] += 0.001),
        ("id", |world| world.objects[3].id = 999),
        ("road", |world| world.roads[0].positions[0][1] += 1.0),
        ("peak", |world| world.peaks.clear()),
        ("map", |world| world.map_info.push(world.map_info[0].clone())),
        ("material", |world| world.materials[1].paths[0] = "b.rvmat".into()),
        ("ground", |world| world.material_index.cells[3] = 1),
        ("layer", |world| world.grass_approx.as_mut().unwrap().cells[60] = 4),
        ("no layer", |world| world.grass_approx = None),
    ];
    assert!(compared(rich(), rich()).is_equal());
    for (name, edit) in edits {
        let mut new = rich();
        edit(&mut new);
        assert!(!compared(rich(), new.clone()).is_equal(), "{name}");
        assert!(!compared(new, rich()).is_equal(), "{name}, the other way round");
    }
}

#[test]
fn records_of_the_map_are_told_by_type_and_materials_by_path() {
    let mut new = rich();
    new.map_info[0].kind = 2;
    new.materials.swap(0, 1);
    new.material_index.cells.iter_mut().for_each(|index| *index = 1 - *index);
    let found = compared(rich(), new);
    let told: Vec<_> = found
        .records
        .iter()
        .filter(|records| !records.is_equal())
        .map(|records| (records.records.as_str(), records.added, records.removed))
        .collect();
    assert_eq!(told, [("map-info tree", 0, 1), ("map-info bush", 1, 0)]);
    assert!(found.layers.iter().all(LayerChange::is_equal), "{:?}", found.layers);
}

#[test]
fn files_of_two_kinds_are_refused() {
    let error = compare(Content::World(Box::new(rich())), Content::Bfres(Vec::new())).unwrap_err();
    assert!(error.to_string().contains("a world and the new one a Wii U file"), "{error}");
}

mod of_levels {
    use super::super::*;
    use crate::formats::bytes::Warnings;
    use crate::formats::xray::{
        Cform, CformTriangle, DetailModel, Details, GameMaterial, GameMaterials, Part, Slot, SlotBounds,
        SlotLight,
    };

    fn model(texture: &str) -> DetailModel {
        DetailModel {
            shader: "details\\blend".into(),
            texture: texture.into(),
            flags: 0,
            min_scale: 0.5,
            max_scale: 1.0,
            vertices: Vec::new(),
            indices: Vec::new(),
            dropped_triangles: 0,
        }
    }

    fn level() -> Details {
        let part = |model| Part { model: Some(model), density: [3; 4] };
        let slot = Slot {
            bounds: SlotBounds::Absolute { bottom: f32::NAN, top: 2.0 },
            parts: [part(0), part(1), Part { model: None, density: [0; 4] }, part(0)],
            light: SlotLight::Corners([1; 4]),
        };
        Details {
            version: 2,
            size: [6, 4],
            offset: [1, 1],
            models: vec![model("grass"), model("reed")],
            slots: vec![slot; 24],
            warnings: Warnings::default(),
        }
    }

    fn changed(old: &Details, new: &Details) -> Vec<(String, Option<u64>)> {
        let layers = levels(old, new).layers;
        layers.into_iter().map(|layer| (layer.layer, layer.changed)).filter(|it| it.1 != Some(0)).collect()
    }

    #[test]
    fn densities_models_boxes_and_light_are_told_apart() {
        let old = level();
        assert!(levels(&old, &old.clone()).is_equal());
        let mut new = level();
        new.slots[2].parts[0].density[1] = 9;
        new.slots[3].parts[0].density[1] = 9;
        new.slots[5].parts[2].model = Some(1);
        new.slots[7].light = SlotLight::Corners([2; 4]);
        let told = [("slot-models", 1), ("slot-densities", 2), ("slot-light", 1)];
        assert_eq!(changed(&old, &new), told.map(|(name, count)| (name.to_owned(), Some(count))));
    }

    #[test]
    fn a_model_that_comes_first_in_the_list_changes_no_slot() {
        let old = level();
        let mut new = level();
        new.models.insert(0, model("fern"));
        for part in new.slots.iter_mut().flat_map(|slot| &mut slot.parts) {
            part.model = part.model.map(|model| model + 1);
        }
        assert_eq!(changed(&old, &new), []);
        let parts = levels(&old, &new).parts;
        assert_eq!(parts.len(), 1);
        assert_eq!((parts[0].name.as_str(), parts[0].change), ("0 fern", PartChangeKind::Added));
    }

    #[test]
    fn a_level_that_grew_to_the_west_is_compared_where_both_are() {
        let old = level();
        let mut new = level();
        (new.size, new.offset) = ([8, 4], [3, 1]);
        new.slots = (0..32).map(|index| if index % 8 < 2 { old.slots[0] } else { old.slots[1] }).collect();
        new.slots[2].parts[0].density = [15; 4];
        assert_eq!(changed(&old, &new), [("slot-densities".to_owned(), Some(1))]);
        new.offset = [500, 1];
        assert_eq!(levels(&old, &new).layers, []);
    }

    #[test]
    fn a_mesh_is_the_same_whatever_its_order_but_not_inside_out() {
        let corner = [[0.0, 1.0, 0.0], [0.0, 1.0, 10.0], [10.0, 1.0, 10.0], [10.0, 1.0, 0.0]];
        let triangle = |vertices| CformTriangle { vertices, material: 3, ..Default::default() };
        let mesh = |vertices: [[f32; 3]; 4], triangles: [[u32; 3]; 2]| Cform {
            version: 4,
            vertices: vertices.to_vec(),
            triangles: triangles.map(triangle).to_vec(),
            ..Cform::default()
        };
        let of = |old: &Cform, new: &Cform| {
            compare(Content::Cform(old.clone()), Content::Cform(new.clone())).unwrap().changes
        };
        let old = mesh(corner, [[0, 1, 2], [0, 2, 3]]);
        assert!(of(&old, &mesh(corner, [[2, 3, 0], [1, 2, 0]])).is_equal());
        let turned = of(&old, &mesh(corner, [[0, 2, 1], [0, 2, 3]]));
        assert_eq!((turned.records[0].added, turned.records[0].removed), (1, 1));
        let mut raised = corner;
        raised.iter_mut().for_each(|corner| corner[1] = 3.0);
        let heights = of(&old, &mesh(raised, [[0, 1, 2], [0, 2, 3]])).heights.unwrap();
        assert_eq!(heights.raised, 121);
        assert_eq!(heights.largest_rise.unwrap().change(), 2.0);
    }

    #[test]
    fn materials_and_plants_tell_what_of_them_changed() {
        let list = |name: &str| GameMaterials {
            materials: vec![GameMaterial { id: 1, name: name.into(), flags: 0 }],
            ..Default::default()
        };
        let found = materials(&list("grass"), &list("sand"));
        assert_eq!(found.parts[0].what, ["name"]);
        assert!(materials(&list("grass"), &list("grass")).is_equal());
        let found = plants(&model("grass"), &DetailModel { max_scale: 2.0, ..model("reed") });
        assert_eq!(found.parts[0].what, ["texture", "scale"]);
    }
}

#[test]
fn textures_and_patterns_are_added_removed_and_changed_by_name() {
    let old = crate::demo::island().bfres;
    assert!(files(std::slice::from_ref(&old), std::slice::from_ref(&old)).is_equal());
    let mut new = old.clone();
    let gone = new.textures.remove(0).name;
    *new.textures[0].data.last_mut().unwrap() ^= 1;
    new.texture_patterns[0].last_frame += 1;
    let changed = new.textures[0].name.clone();
    let found = files(&[old], &[new]);
    let told: Vec<_> = found
        .parts
        .iter()
        .map(|part| (part.group, part.name.as_str(), part.change.name(), part.what.clone()))
        .collect();
    assert_eq!(
        told,
        [
            ("textures", changed.as_str(), "changed", vec!["pixels"]),
            ("textures", gone.as_str(), "removed", vec![]),
            ("texture-patterns", found.parts[2].name.as_str(), "changed", vec!["frames"]),
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_shuffled_copy_is_equal_and_what_was_added_is_what_is_found(
        count in 1u32..300,
        has_ids in any::<bool>(),
        added in proptest::collection::vec((0u32..3, 1000f32..2000.0, 1000f32..2000.0), 0..8),
        seed in any::<u32>(),
    ) {
        let mut old = rich();
        old.objects = wood(count);
        if !has_ids {
            old.objects.iter_mut().for_each(|object| object.id = -1);
        }
        let mut new = old.clone();
        new.objects.sort_by_key(|object| noise(object.matrix[9].to_bits() ^ seed));
        prop_assert!(compared(old.clone(), new.clone()).is_equal());
        let places: Vec<[f32; 3]> = added.iter().map(|(_, x, z)| [*x, 2.0, *z]).collect();
        for ((model, ..), place) in added.iter().zip(&places) {
            let id = if has_ids { 1_000_000 + new.objects.len() as i32 } else { -1 };
            new.objects.push(object(id, *model, *place));
        }
        let found = diff(&old, &new);
        prop_assert_eq!(found.counts.added as usize, added.len());
        prop_assert_eq!(found.list.len(), added.len());
        for change in &found.list {
            prop_assert!(places.contains(&change.new.unwrap().position));
        }
        // The other way round the same were removed.
        let back = diff(&new, &old);
        prop_assert_eq!(back.counts.removed as usize, added.len());
        prop_assert_eq!(back.list.len(), added.len());
    }
}
