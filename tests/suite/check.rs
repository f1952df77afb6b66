//! `check` finds each fault where it was put, and nothing in sound files.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sward::check::{Finding, MOST_PLACES, Place, RULES, Severity, check};
use sward::formats::wrp::{self, Entity, Material, Object, RoadLink, Variant, World};
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight,
    encode_cform, encode_details, encode_dm,
};
use sward::formats::{self, bytes::Warnings};

use super::command_line::{code, stderr, stdout, sward};

const EMPTY: Part = Part { model: None, density: [0; 4] };

fn part(model: u16) -> Part {
    Part { model: Some(model), density: [1, 2, 3, 4] }
}

fn plant() -> DetailModel {
    let vertex = |x, y| DetailVertex { position: [x, y, 0.0], uv: [x, 1.0 - y] };
    DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 2.0,
        vertices: vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0), vertex(1.0, 1.0)],
        indices: vec![0, 1, 2, 2, 1, 3],
        dropped_triangles: 0,
    }
}

/// 5 x 4 slots with two plants, all in order.
fn level(version: u32) -> Details {
    let slot = match version {
        2 => Slot {
            bounds: SlotBounds::Absolute { bottom: 1.0, top: 2.0 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Corners([9; 4]),
        },
        _ => Slot {
            bounds: SlotBounds::Quantised { base: 1005, height: 10 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Baked { sun: 0, hemi: 7, rgb: [0; 3] },
        },
    };
    let mut details = Details {
        version,
        size: [5, 4],
        offset: [2, -10],
        models: vec![plant(), plant()],
        slots: vec![slot; 20],
        warnings: Warnings::default(),
    };
    details.slots[19] = Slot { parts: [EMPTY; 4], ..nothing(version) };
    details
}

/// A slot that the compiler left alone.
fn nothing(version: u32) -> Slot {
    match version {
        2 => Slot {
            bounds: SlotBounds::Absolute { bottom: 0.0, top: 0.0 },
            parts: [EMPTY; 4],
            light: SlotLight::Corners([0; 4]),
        },
        _ => Slot {
            bounds: SlotBounds::Quantised { base: 0, height: 0 },
            parts: [EMPTY; 4],
            light: SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] },
        },
    }
}

/// An uncompressed texture, drawn in its left half, with as many mip levels as are asked for.
fn texture(size: [u32; 2], levels: u32, alpha: impl Fn(u32) -> u8) -> Vec<u8> {
    let mut dds = ddsfile::Dds::new_d3d(ddsfile::NewD3dParams {
        width: size[0],
        height: size[1],
        depth: None,
        format: ddsfile::D3DFormat::A8B8G8R8,
        mipmap_levels: Some(levels),
        caps2: None,
    })
    .unwrap();
    dds.data = (0..levels)
        .flat_map(|level| {
            let [width, height] = size.map(|edge| (edge >> level).max(1));
            (0..width * height).flat_map(|at| [40, 90, 30, alpha(at)]).collect::<Vec<_>>()
        })
        .collect();
    let mut bytes = Vec::new();
    dds.write(&mut bytes).unwrap();
    bytes
}

fn sound_texture() -> Vec<u8> {
    texture([8, 16], 5, |at| if at % 2 == 0 { 255 } else { 0 })
}

/// Writes a level with its texture, and checks it as the command does.
fn findings_of_level(details: &Details) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    findings_of(folder.path(), "level.details", &encode_details(details).unwrap())
}

fn findings_of(folder: &Path, name: &str, bytes: &[u8]) -> Vec<Finding> {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    check(vec![formats::open(&path)])
}

/// The only finding, which must have `code`; its first place.
fn only(findings: &[Finding], code: &str) -> Place {
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code], "{findings:#?}");
    findings[0].places[0].clone()
}

#[test]
fn a_sound_level_has_no_findings() {
    for version in 2..=4 {
        assert_eq!(findings_of_level(&level(version)), [], "version {version}");
    }
}

#[test]
fn each_fault_of_a_slot_is_found_in_its_slot() {
    type Fault = (&'static str, fn(&mut Slot));
    let faults: [Fault; 8] = [
        ("slot-without-model", |slot| slot.parts[3] = part(2)),
        ("phantom-slot", |slot| slot.bounds = SlotBounds::Quantised { base: 0, height: 0 }),
        ("part-without-density", |slot| slot.parts[2].density = [0; 4]),
        ("density-without-model", |slot| slot.parts[1].density = [0, 0, 5, 0]),
        ("duplicate-model", |slot| slot.parts[3] = part(0)),
        ("saturated-box", |slot| slot.bounds = SlotBounds::Quantised { base: 900, height: 255 }),
        ("saturated-box", |slot| slot.bounds = SlotBounds::Quantised { base: 4095, height: 3 }),
        ("slot-without-light", |slot| slot.light = SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] }),
    ];
    for version in [3, 4] {
        for (code, fault) in faults {
            let mut details = level(version);
            fault(&mut details.slots[8]);
            let findings = findings_of_level(&details);
            let place = only(&findings, code);
            assert_eq!((place.slot, findings[0].count), (Some([3, 1]), 1), "{code}");
            // Slot 3, 1 of the grid is slot 1, 11 of the world.
            let [x, _, z] = place.position.unwrap();
            assert_eq!([x, z], [3.0, 23.0]);
        }
    }
}

#[test]
fn the_part_of_a_fault_is_told() {
    let mut details = level(3);
    details.slots[0].parts[3] = part(62);
    let findings = findings_of_level(&details);
    let place = only(&findings, "slot-without-model");
    assert_eq!((place.slot, place.part, place.model), (Some([0, 0]), Some(3), Some(62)));
    assert!(place.offset.is_some(), "the decoder knows its byte");
    assert_eq!(findings[0].severity, Severity::Error);
    assert_eq!(
        findings[0].message,
        "a part of a slot names a model that the file lacks: the file has 2 models"
    );
}

#[test]
fn faults_of_version_2_are_found_too() {
    let mut dark = level(2);
    dark.slots[6].light = SlotLight::Corners([0; 4]);
    assert_eq!(only(&findings_of_level(&dark), "slot-without-light").slot, Some([1, 1]));
    let mut upside_down = level(2);
    upside_down.slots[6].bounds = SlotBounds::Absolute { bottom: 3.0, top: 2.0 };
    assert_eq!(only(&findings_of_level(&upside_down), "phantom-slot").slot, Some([1, 1]));
    // The ends of a quantised range mean nothing here.
    let mut low = level(2);
    low.slots[6].bounds = SlotBounds::Absolute { bottom: -200.0, top: 300.0 };
    assert_eq!(findings_of_level(&low), []);
}

#[test]
fn each_fault_of_a_model_is_found_in_its_model() {
    type Fault = (&'static str, fn(&mut DetailModel));
    let faults: [Fault; 8] = [
        ("zero-scale", |model| model.min_scale = 0.0),
        ("zero-scale", |model| (model.min_scale, model.max_scale) = (-1.0, 0.0)),
        ("odd-model-scale", |model| model.min_scale = -0.5),
        ("odd-model-scale", |model| model.max_scale = 0.25),
        ("uv-outside-texture", |model| model.vertices[2].uv[1] = -0.25),
        ("empty-model", |model| model.indices.clear()),
        ("unknown-model-flags", |model| model.flags = 2),
        ("too-many-indices", |model| model.indices = [0, 1, 2].repeat(10_923)),
    ];
    for (code, fault) in faults {
        let mut details = level(3);
        fault(&mut details.models[1]);
        let place = only(&findings_of_level(&details), code);
        assert!(place.model == Some(1) || place.field == Some("models[1].flags".into()), "{code}: {place:?}");
    }
    let mut full = level(3);
    full.models[1].indices = [0, 1, 2].repeat(10_922); // 65,532 bytes, the most whole triangles that fit.
    assert_eq!(findings_of_level(&full), []);
}

#[test]
fn a_bad_index_is_found_in_its_model() {
    let model = encode_dm(&plant()).unwrap();
    let mut file = encode_details(&level(3)).unwrap();
    // The second of the two equal models.
    let last = file.windows(model.len()).rposition(|window| window == model).unwrap() + model.len() - 2;
    file[last] = 4;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    let findings = findings_of(folder.path(), "level.details", &file);
    let place = only(&findings, "bad-index");
    assert_eq!((place.model, place.offset), (Some(1), Some(last as u64)));
    assert!(findings[0].message.ends_with("1 of 2 triangles are left out"), "{}", findings[0].message);
    // Alone as in a level.
    let mut alone = model.clone();
    let end = alone.len();
    alone[end - 2] = 9;
    assert_eq!(only(&findings_of(folder.path(), "a.dm", &alone), "bad-index").model, Some(0));
    assert_eq!(findings_of(folder.path(), "a.dm", &model), []);
}

#[test]
fn a_model_that_no_slot_names_is_found() {
    let mut details = level(3);
    details.models.push(plant());
    assert_eq!(only(&findings_of_level(&details), "unused-model").model, Some(2));
}

#[test]
fn each_fault_of_the_texture_is_found() {
    let key = |at: u32| if at.is_multiple_of(2) { 255 } else { 0 };
    let cut = {
        let mut bytes = sound_texture();
        bytes.truncate(bytes.len() - 8);
        bytes
    };
    let faults = [
        ("broken-texture", b"DDS and no more".to_vec()),
        ("texture-size", texture([12, 16], 5, key)),
        ("texture-shape", texture([8, 64], 7, key)),
        ("texture-without-mips", texture([8, 8], 1, key)),
        ("texture-cut-mips", cut),
        ("texture-cut-mips", texture([8, 8], 4, key)[..128 + 256].to_vec()),
        ("texture-without-alpha", texture([8, 8], 4, |_| 255)),
        ("texture-all-clear", texture([8, 8], 4, |_| 0)),
    ];
    let file = encode_details(&level(3)).unwrap();
    for (code, texture) in faults {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Build_Details.dds"), texture).unwrap();
        let place = only(&findings_of(folder.path(), "level.details", &file), code);
        assert_eq!(place.field.as_deref(), Some("Build_Details.dds"), "{code}");
    }
    let folder = tempfile::tempdir().unwrap();
    only(&findings_of(folder.path(), "level.details", &file), "missing-texture");
    // Plants of version 2 may have textures of their own.
    let mut old = level(2);
    for model in &mut old.models {
        model.texture = "det\\det_grass".into();
    }
    assert_eq!(findings_of(folder.path(), "level.details", &encode_details(&old).unwrap()), []);
}

#[test]
fn a_file_that_does_not_decode_is_a_finding_with_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let sound = encode_details(&level(3)).unwrap();
    let mut compressed = sound.clone();
    compressed[3] = 0x80;
    let cut = sound[..sound.len() - 1].to_vec();
    let mut version = sound.clone();
    let header = version.len() - 24;
    version[header] = 9;
    let faults: [(&str, &[u8]); 6] = [
        ("compressed-chunk", &compressed),
        ("damaged", &cut),
        ("unsupported-version", &version),
        ("unknown-file", b"Hello, world"),
        ("not-opened", b"DDS texture"),
        ("unreadable", b""),
    ];
    for (code, bytes) in faults {
        let findings = findings_of(folder.path(), "level.details", bytes);
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code]);
        assert_eq!(findings[0].severity, Severity::Error);
    }
    let findings = findings_of(folder.path(), "level.details", &compressed);
    assert_eq!(findings[0].places[0].offset, Some(0));
}

/// A plain at 10 m with a village and a wood, all in order.
fn world() -> World {
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

#[test]
fn a_level_is_held_against_the_world_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut plain = World::flat(Variant::Oprw(24), [32, 32], [128, 128], 40.0);
    plain.elevation.cells.fill(1.5);
    fs::write(folder.path().join("a.wrp"), wrp::encode(&plain).unwrap()).unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    // Both orders are one scene.
    let both = |details: &Details, names: [&str; 2]| {
        fs::write(folder.path().join("level.details"), encode_details(details).unwrap()).unwrap();
        check(names.map(|name| formats::open(&folder.path().join(name))).into())
    };
    let mut details = Details { offset: [0, -10], ..level(3) };
    assert_eq!(both(&details, ["a.wrp", "level.details"]), []);
    details.slots[12].bounds = SlotBounds::Quantised { base: 1020, height: 10 };
    let place = only(&both(&details, ["level.details", "a.wrp"]), "ground-outside-box");
    assert_eq!((place.slot, place.detail.as_str()), (Some([2, 2]), "floats 2.5 m over the ground"));
    details.offset = [-700, 0]; // From 1400 m on; the map ends at 1280.
    only(&both(&details, ["a.wrp", "level.details"]), "level-outside-map");
}

/// Level ground at 1.5 m under all of a level, but for what lies east of `east`.
fn ground(east: f32) -> Cform {
    let vertices = vec![[-9.0, 1.5, 0.0], [-9.0, 1.5, 40.0], [east, 1.5, 0.0], [east, 1.5, 40.0]];
    let triangle = |vertices| CformTriangle { vertices, ..CformTriangle::default() };
    Cform {
        version: 4,
        bounds: [[-9.0, 1.5, 0.0], [east, 1.5, 40.0]],
        vertices,
        triangles: vec![triangle([0, 1, 2]), triangle([2, 1, 3])],
        ..Cform::default()
    }
}

#[test]
fn a_level_is_held_against_its_collision_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("build_details.dds", &sound_texture());
    let check_with = |details: &Details, mesh: &[u8]| {
        write("level.cform", mesh);
        findings_of(folder.path(), "level.details", &encode_details(details).unwrap())
    };
    let whole = encode_cform(&ground(20.0)).unwrap();
    assert_eq!(check_with(&level(3), &whole), []);

    let mut buried = level(3);
    buried.slots[11].bounds = SlotBounds::Quantised { base: 990, height: 10 };
    let place = only(&check_with(&buried, &whole), "ground-outside-box");
    assert_eq!((place.slot, place.detail.as_str()), (Some([1, 2]), "buried by 2.5 m"));

    // The slots of the last column lie at 4 to 6 m; the one in the north is empty.
    let findings = check_with(&level(3), &encode_cform(&ground(4.0)).unwrap());
    assert_eq!(only(&findings, "slot-without-ground").slot, Some([4, 0]));
    assert_eq!(findings[0].count, 3);

    // What is found beside a level is no input: broken, it is told and doesn't end the run.
    let findings = check_with(&level(3), &whole[..whole.len() - 1]);
    only(&findings, "broken-cform");
    let output = sward(folder.path(), &["check", "level.details"]);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let output = sward(folder.path(), &["check", "level.details", "level.cform"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("level.cform: error[damaged]"));
}

#[test]
fn what_is_odd_in_a_collision_mesh_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let check_mesh = |mesh: &Cform| findings_of(folder.path(), "level.cform", &encode_cform(mesh).unwrap());
    assert_eq!(check_mesh(&ground(20.0)), []);
    let mut flat = ground(20.0);
    flat.triangles.push(CformTriangle { vertices: [0, 0, 1], ..CformTriangle::default() });
    assert!(only(&check_mesh(&flat), "triangle-without-area").offset.is_some());
    let mut file = encode_cform(&ground(20.0)).unwrap();
    let last = file.len() - 16;
    file[last] = 9;
    let findings = findings_of(folder.path(), "level.cform", &file);
    assert_eq!(only(&findings, "bad-index").offset, Some(last as u64));
}

#[test]
fn thousands_of_places_are_one_finding_that_counts_them() {
    let mut details = level(3);
    details.size = [50, 40];
    details.slots = vec![details.slots[0]; 2000];
    for slot in &mut details.slots[100..1900] {
        slot.bounds = SlotBounds::Quantised { base: 0, height: 0 };
    }
    let findings = findings_of_level(&details);
    assert_eq!(only(&findings, "phantom-slot").slot, Some([0, 2]));
    assert_eq!((findings[0].count, findings[0].places.len()), (1800, MOST_PLACES));
}

/// A sample of the workplace; `None` on a machine without them.
fn sample(name: &str) -> Option<PathBuf> {
    let path: PathBuf = [concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples"), name].iter().collect();
    path.exists().then_some(path)
}

#[test]
fn a_well_kept_world_is_silent() {
    let Some(path) = sample("wrp/utes.wrp") else { return };
    assert_eq!(check(vec![formats::open(&path)]), []);
}

#[test]
fn the_demo_island_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let files = sward::demo::write(&sward::demo::island(), folder.path()).unwrap();
    assert_eq!(check(files[..2].iter().map(|path| formats::open(path)).collect()), []);
}

/// Every kebab-case word that the decoders give to a warning or an error as its kind.
fn kinds_in(folder: &Path, kinds: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kinds_in(&path, kinds);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (before, after) in ["add(", "add_many(", "warn(", "with_code(", "&'static str = ", "&str = "]
                .iter()
                .flat_map(|call| text.match_indices(call).map(|(at, found)| text.split_at(at + found.len())))
            {
                let Some(rest) = after.trim_start().strip_prefix('"') else { continue };
                let word = rest.split('"').next().unwrap_or_default();
                let kebab = word.contains('-') && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                if kebab && !before.ends_with("tests::") {
                    kinds.push(word.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_kind_of_warning_and_error_has_a_rule() {
    let mut kinds = Vec::new();
    kinds_in(concat!(env!("CARGO_MANIFEST_DIR"), "/src/formats").as_ref(), &mut kinds);
    assert!(kinds.len() > 20, "{kinds:?}");
    for kind in kinds {
        assert!(RULES.iter().any(|rule| rule.code == kind), "{kind} has no rule in src/check/rules.rs");
    }
    let mut codes: Vec<_> = RULES.iter().map(|rule| rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), RULES.len(), "a code is there twice");
    for rule in RULES {
        assert!(!rule.title.ends_with('.') && rule.advice.ends_with('.'), "{}", rule.code);
    }
}

/// A folder with a sound level, one with faults, and a broken one.
fn levels() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let sound = encode_details(&level(3)).unwrap();
    write("build_details.dds", &sound_texture());
    write("sound.details", &sound);
    write("cut.details", &sound[..sound.len() - 9]);
    let mut faulty = level(3);
    faulty.slots[7].parts[1] = part(40);
    for slot in &mut faulty.slots[8..18] {
        slot.bounds = SlotBounds::Quantised { base: 0, height: 0 };
    }
    write("faulty one.details", &encode_details(&faulty).unwrap());
    folder
}

#[test]
fn the_text_tells_file_code_place_and_what_to_do() {
    let folder = levels();
    let silent = sward(folder.path(), &["check", "sound.details"]);
    assert_eq!((code(&silent), stdout(&silent), stderr(&silent)), (0, "no findings\n", ""));

    let faulty = sward(folder.path(), &["check", "faulty one.details", "sound.details"]);
    assert_eq!((code(&faulty), stderr(&faulty)), (0, ""));
    let lines: Vec<_> = stdout(&faulty).lines().collect();
    assert!(
        lines[0].starts_with(
            "faulty one.details: error[slot-without-model] slot 2, 1, part 1, model 40 (X 1, Y 1, Z 23)"
        ),
        "{}",
        lines[0]
    );
    assert!(lines[1].starts_with("    Empty the part"), "{}", lines[1]);
    assert_eq!(
        lines[2],
        "faulty one.details: note[phantom-slot] a used slot has no ground, so nothing grows there (10 times)"
    );
    assert_eq!(lines[3], "    at slot 3, 1 (X 3, Y -200, Z 23)");
    assert!(lines[9].starts_with("    and 4 more"), "{}", lines[9]);
    assert_eq!(lines.last(), Some(&"1 error, 1 note"));
    assert!(!stdout(&faulty).contains('\u{1b}'), "colours are for terminals");
}

#[test]
fn the_json_counts_by_severity_and_by_code() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "faulty one.details", "cut.details", "--format", "json"]);
    assert_eq!(code(&output), 1);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["counts"], serde_json::json!({ "error": 2, "warning": 0, "note": 1 }));
    assert_eq!(
        json["codes"],
        serde_json::json!({ "damaged": 1, "phantom-slot": 10, "slot-without-model": 1 })
    );
    let first = &json["findings"][0];
    assert_eq!(
        (first["code"].as_str(), first["severity"].as_str()),
        (Some("slot-without-model"), Some("error"))
    );
    assert_eq!(first["places"][0]["slot"], serde_json::json!([2, 1]));
    assert_eq!(
        (first["places"][0]["part"].as_u64(), first["places"][0]["model"].as_u64()),
        (Some(1), Some(40))
    );
    assert_eq!(json["findings"][1]["places"].as_array().unwrap().len(), 10);
    assert_eq!(json["findings"][2]["file"], "cut.details");
}

#[test]
fn the_sarif_has_rules_results_and_locations() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "faulty one.details", "cut.details", "--format", "sarif"]);
    assert_eq!(code(&output), 1);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
        assert!(result["message"]["text"].as_str().unwrap().contains(rule["help"]["text"].as_str().unwrap()));
    }
    let location = &results[0]["locations"][0];
    assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "faulty%20one.details");
    assert!(location["physicalLocation"]["region"]["byteOffset"].as_u64().unwrap() > 0);
    assert_eq!(location["logicalLocations"][0]["kind"], "slot");
    assert_eq!(results[1]["occurrenceCount"], 10);
}

#[test]
fn what_is_denied_ends_with_1_and_a_code_that_does_not_exist_with_64() {
    let folder = levels();
    let denied = |codes: &[&str]| {
        let mut args = vec!["check", "faulty one.details"];
        args.extend(codes.iter().flat_map(|code| ["--deny", code]));
        sward(folder.path(), &args)
    };
    assert_eq!(code(&denied(&["bad-index", "saturated-box"])), 0);
    for codes in [&["phantom-slot"][..], &["bad-index", "phantom-slot"], &["all"]] {
        let output = denied(codes);
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).starts_with("sward: found what --deny forbids: phantom-slot"), "{output:?}");
        assert!(stdout(&output).contains("note[phantom-slot]"));
    }
    assert_eq!(code(&sward(folder.path(), &["check", "sound.details", "--deny", "all"])), 0);
    let wrong = denied(&["fantom-slot"]);
    assert_eq!(code(&wrong), 64);
    assert!(stderr(&wrong).contains("'phantom-slot'"), "{}", stderr(&wrong));
    assert_eq!(code(&sward(folder.path(), &["check"])), 64);
}

#[test]
fn an_input_that_is_bad_is_told_and_the_others_are_checked() {
    let folder = levels();
    let output = sward(folder.path(), &["check", "nothing.wrp", "faulty one.details"]);
    assert_eq!(code(&output), 1);
    assert_eq!(stderr(&output), "sward: 1 of 2 inputs can't be checked\n");
    let text = stdout(&output);
    assert!(
        text.starts_with("nothing.wrp: error[unreadable] the file can't be read: there is no such file\n")
    );
    assert!(text.contains("note[phantom-slot]"));
}

#[test]
fn the_codes_are_listed_with_their_meaning() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["check", "--codes"]);
    assert_eq!((code(&output), stdout(&output).lines().count()), (0, 2 * RULES.len()));
    assert!(stdout(&output).lines().any(|line| line.starts_with("phantom-slot") && line.contains("note")));
    assert_eq!(code(&sward(folder.path(), &["check", "--codes", "a.wrp"])), 64);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_bytes_make_the_check_panic(
        of_world in any::<bool>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes =
            if of_world { wrp::encode(&world()).unwrap() } else { encode_details(&level(3)).unwrap() };
        for (place, value) in flips {
            *place.get_mut(&mut bytes) = value;
        }
        let folder = tempfile::tempdir().unwrap();
        for finding in findings_of(folder.path(), "file", &bytes) {
            prop_assert!(finding.count >= finding.places.len() as u64 && finding.count > 0);
            prop_assert!(finding.places.len() <= MOST_PLACES);
        }
    }
}
