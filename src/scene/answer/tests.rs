#![allow(clippy::unwrap_used)]
use super::*;
use crate::formats::bytes::Warnings;
use crate::formats::wrp::{Entity, MapInfo, MapShape, Material, Object, RoadLink, Variant, World};
use crate::formats::xray::{DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight};
use crate::scene::assemble::{Grass, Parts};
use crate::scene::clutter::Planting;

/// A world that rises by one metre in ten to the east, with a house, two pieces of one road and an entity.
fn world() -> World {
    let mut world = World::flat(Variant::Oprw(20), [32, 32], [128, 128], 40.0);
    for (index, height) in world.elevation.cells.iter_mut().enumerate() {
        *height = (index % 128) as f32; // 10 m apart.
    }
    world.materials =
        vec![Material::default(), Material { paths: vec!["data\\s_grass.rvmat".into()], offset_uv: false }];
    world.material_index.cells.fill(1);
    world.models = vec!["ca\\buildings\\house_a.p3d".into(), "ca\\plants\\t_picea.p3d".into()];
    let object = |id, model, x, y, z| Object {
        id,
        model,
        matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, z],
        shape_param: 2,
    };
    let turned = Object {
        // To the east, one and a half times as large.
        matrix: [0.0, 0.0, -1.5, 0.0, 1.5, 0.0, 1.5, 0.0, 0.0, 512.3, 55.1, 700.7],
        ..object(77, 0, 0.0, 0.0, 0.0)
    };
    world.objects = vec![object(5, 1, 300.0, 33.0, 300.0), turned];
    world.map_info = vec![MapInfo { kind: 4, shape: MapShape::Bounds { id: 77, corners: [[1.5, 2.0]; 4] } }];
    world.entities = vec![Entity {
        class: "Land_Well".into(),
        model: "ca\\misc\\well.p3d".into(),
        position: [100.25, 10.5, 200.0],
        object_id: 900,
        extra: None,
    }];
    let link = |id, z: f32| RoadLink {
        cell: [20, 10],
        positions: vec![[800.0, 80.0, z], [800.0, 80.0, z + 30.0]],
        connection_types: vec![1, 2],
        object_id: id,
        extra: None,
        model: String::new(),
        matrix: None,
    };
    world.roads = vec![link(40, 400.0), link(41, 430.0)];
    world
}

fn scene_of(grass: Option<Details>) -> Scene {
    let parts = Parts {
        name: "test".into(),
        world: Some(world()),
        grass: grass.map(|details| Grass::Level(details, None)),
        keeps_sources: true,
        keeps_seed: true,
        ..Parts::default()
    };
    Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap()
}

fn ask(scene: &Scene, thing: Thing, position: [f64; 3]) -> Answer {
    answer(scene, &Hit { thing, position: position.into() }, 0.0)
}

#[track_caller]
fn tells(answer: &Answer, facts: &[(&str, &str)]) {
    for (name, value) in facts {
        assert_eq!(answer.value(name), Some(*value), "{name} of {answer:#?}");
    }
}

/// The instance that stands for the object or entity of an id.
fn instance(scene: &Scene, id: u32) -> u32 {
    (0..).zip(&scene.objects.instances).find(|(_, instance)| instance.id == id).unwrap().0
}

#[test]
fn an_object_is_told_as_its_file_has_it() {
    let scene = scene_of(None);
    let house = ask(&scene, Thing::Object(instance(&scene, 77)), [512.0, 60.0, 700.0]);
    assert_eq!((house.title.as_str(), house.model), ("Building", Some(ModelId::Object(0))));
    tells(
        &house,
        &[
            ("Id", "77"),
            ("Model", "ca\\buildings\\house_a.p3d"),
            ("Kind", "building"),
            ("Position", "512.3, 55.1, 700.7"),
            ("Over the ground", "3.87"),
            ("Scale", "1.500"),
            ("Yaw", "90.00"),
            ("Pitch", "0.00"),
            ("Roll", "0.00"),
            ("Index", "1"),
            ("Type", "4 house"),
        ],
    );
    let tree = ask(&scene, Thing::Object(instance(&scene, 5)), [300.0, 33.0, 300.0]);
    tells(&tree, &[("Id", "5"), ("Kind", "conifer"), ("Index", "0")]);
    assert_eq!(tree.value("Type"), None, "it has no record on the map");
}

#[test]
fn an_entity_is_told_with_its_class() {
    let scene = scene_of(None);
    let well = ask(&scene, Thing::Object(instance(&scene, 900)), [100.0, 10.0, 200.0]);
    tells(
        &well,
        &[
            ("Id", "900"),
            ("Model", "ca\\misc\\well.p3d"),
            ("Position", "100.25, 10.5, 200"),
            ("Listed as", "entity"),
            ("Class", "Land_Well"),
        ],
    );
}

#[test]
fn ground_is_told_with_its_elevation_slope_and_material() {
    let ground = ask(&scene_of(None), Thing::Ground, [505.0, 50.0, 333.0]);
    tells(
        &ground,
        &[
            ("Position", "505.00, 50.50, 333.00"),
            ("Elevation", "50.50"),
            ("Slope", "5.7"),
            ("Falls towards", "270° (west)"),
            ("Terrain cell", "50, 33"),
            ("Material", "data\\s_grass.rvmat"),
            ("Index", "1"),
        ],
    );
    let beyond = ask(&scene_of(None), Thing::Ground, [-20.0, 0.0, 333.0]);
    assert_eq!(beyond.value("Slope"), None, "the world ends there");
}

#[test]
fn water_is_told_with_its_depth() {
    let water = ask(&scene_of(None), Thing::Water, [-300.0, 0.0, 333.0]);
    tells(&water, &[("Sea level", "0"), ("Bed", "beyond the world")]);
    let shallow = ask(&scene_of(None), Thing::Water, [5.0, 0.0, 333.0]);
    tells(&shallow, &[("Depth", "-0.50")]);
}

#[test]
fn a_road_is_told_by_the_piece_that_lies_there() {
    let scene = scene_of(None);
    assert_eq!(scene.roads.ribbons.len(), 1, "both pieces are one road");
    for (z, id) in [(415.0, "40"), (445.0, "41")] {
        let road = ask(&scene, Thing::Road(0), [800.5, 80.0, z]);
        tells(&road, &[("Id", id), ("Length", "30.00"), ("Model", "none"), ("Pieces of this road", "2")]);
        let half_length = road.sphere.1;
        assert!((8.0..=21.0).contains(&half_length), "one piece and not both: {half_length}");
        assert!((road.sphere.0.z - z).abs() < 6.0);
    }
    let pieces = [415.0, 445.0].map(|z| piece_of_road(&scene, 0, DVec3::new(800.0, 80.0, z)));
    assert!(pieces[0].end <= pieces[1].start + 6 && !pieces[1].is_empty(), "{pieces:?}");
}

fn grass() -> Details {
    let none = Part { model: None, density: [0; 4] };
    let slot = Slot {
        bounds: SlotBounds::Quantised { base: 1000, height: 200 },
        parts: [none, Part { model: Some(0), density: [3, 7, 11, 15] }, none, none],
        light: SlotLight::Baked { sun: 15, hemi: 15, rgb: [0; 3] },
    };
    let model = DetailModel {
        shader: "details\\blend".into(),
        texture: "grass_tall".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 1.25,
        vertices: [[-0.3, 0.0, 0.0], [0.0, 0.8, 0.0], [0.3, 0.0, 0.0]]
            .map(|position| DetailVertex { position, uv: [0.0; 2] })
            .to_vec(),
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    Details {
        version: 3,
        size: [4, 3],
        offset: [-100, -150],
        models: vec![model],
        slots: vec![slot; 12],
        warnings: Warnings::default(),
    }
}

#[test]
fn a_plant_is_told_with_its_slot_and_the_densities_of_its_part() {
    let scene = scene_of(Some(grass()));
    let clutter = scene.clutter.as_ref().unwrap();
    let plants = clutter.plant(&scene.ground);
    let (number, plant) = (0..).zip(&plants).find(|(_, plant)| plant.slot_index() == 6).unwrap();
    let told = ask(&scene, Thing::Plant(number, *plant), plant.position.map(f64::from));
    let [x, z] = plant.cell();
    tells(
        &told,
        &[
            ("Model", "0"),
            ("Texture", "grass_tall"),
            ("Scale of the model", "0.5 to 1.25"),
            ("Slot", "2, 1"),
            ("In the world", "102, 151"),
            ("Part", "1"),
            ("Candidate", &format!("{x}, {z}")),
            ("South-west", "3"),
            ("South-east", "7"),
            ("North-west", "11"),
            ("North-east", "15"),
            ("Scale", &plant.scale.to_string()),
        ],
    );
    assert_eq!(told.model, Some(ModelId::Plant(0)));
}
