//! `sward clutter` lists what is planted, in every format the same.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, GameMaterial, GameMaterials, Part, Slot,
    SlotBounds, SlotLight, encode_cform, encode_details, encode_game_materials,
};

use crate::command_line::{code, only_complaint, stdout, sward};

fn model(texture: &str, scale: [f32; 2]) -> DetailModel {
    DetailModel {
        shader: "details\\blend".into(),
        texture: texture.into(),
        flags: 0,
        min_scale: scale[0],
        max_scale: scale[1],
        vertices: vec![DetailVertex { position: [0.0; 3], uv: [0.0; 2] }; 3],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    }
}

/// One slot at X = -2, Z = 2 whose only part has the densities 6, 7, 6 and 5.
fn golden_level(texture: &str) -> Details {
    let part = |model| Part { model, density: [6, 7, 6, 5] };
    Details {
        version: 3,
        size: [1, 1],
        offset: [2, -2],
        models: vec![model(texture, [0.1, 0.2])],
        slots: vec![Slot {
            bounds: SlotBounds::Quantised { base: 1000, height: 3 },
            parts: [part(Some(0)), part(None), part(None), part(None)],
            light: SlotLight::Baked { sun: 7, hemi: 13, rgb: [0; 3] },
        }],
        warnings: Default::default(),
    }
}

/// 6 x 5 slots of two models; the last row has no ground.
fn two_models() -> Details {
    let slots = (0..30).map(|index: u16| Slot {
        bounds: if index < 24 {
            SlotBounds::Quantised { base: 1000 + index, height: 3 }
        } else {
            SlotBounds::Quantised { base: 0, height: 0 }
        },
        parts: [Some(0), Some(1), None, None].map(|model| Part { model, density: [5, 6, 7, 8] }),
        light: SlotLight::Baked { sun: (index % 8) as u8, hemi: 9, rgb: [0; 3] },
    });
    let models = vec![model("grass", [0.5, 1.0]), model("reed", [1.0, 2.0])];
    Details { size: [6, 5], offset: [-10, 4], models, slots: slots.collect(), ..golden_level("") }
}

fn write(folder: &Path, details: &Details) {
    fs::write(folder.join("level.details"), encode_details(details).unwrap()).unwrap();
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let output = sward(folder, &[&["clutter", "level.details"], args].concat());
    assert_eq!(code(&output), 0, "{output:?}");
    serde_json::from_str(stdout(&output)).unwrap()
}

#[test]
fn the_first_rows_are_the_golden_ones() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("build_details"));
    let output = sward(folder.path(), &["clutter", "level.details", "--format", "csv"]);
    let mut lines = stdout(&output).lines();
    assert_eq!(lines.next(), Some("slot_x,slot_z,part,model,texture,x,y,z,scale,yaw,sun,hemi"));
    // Slot, part, model and texture; x, y, z, scale and yaw; sun and hemi. Computed apart from this program.
    let golden = [
        [-4.004269, 0.0, 4.170516, 0.057014, 0.339020],
        [-3.131993, 0.0, 4.050416, 0.138973, 4.300263],
        [-2.055906, 0.0, 3.880673, 0.178175, 6.194979],
    ];
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() > 10, "{lines:?}");
    for (line, golden) in lines.into_iter().zip(golden) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[..5], ["0", "0", "0", "0", "build_details"]);
        for (field, golden) in fields[5..10].iter().zip(golden) {
            assert!((field.parse::<f64>().unwrap() - golden).abs() < 5e-6, "{line}");
        }
        let light: Vec<f32> = fields[10..].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!(light, [7.0 / 15.0, 13.0 / 15.0]);
    }
}

#[test]
fn the_summary_says_how_many_of_what() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &two_models());
    let summary = json(folder.path(), &["--step", "0.6", "--profile", "soc"]);
    assert_eq!(summary["profile"], "soc");
    assert!((summary["step"].as_f64().unwrap() - 0.6).abs() < 1e-6);
    assert_eq!(summary["ground"], "box");
    assert_eq!((&summary["used_slots"], &summary["phantom_slots"]), (&30.into(), &6.into()));
    assert_eq!(summary["dropped_no_ground"], 0);
    let models = summary["models"].as_array().unwrap();
    let counts: Vec<u64> = models.iter().map(|model| model["instances"].as_u64().unwrap()).collect();
    assert_eq!(counts.iter().sum::<u64>(), summary["instances"].as_u64().unwrap());
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    assert_eq!((&models[1]["index"], &models[1]["texture"]), (&1.into(), &"reed".into()));
}

#[test]
fn every_format_lists_the_same_plants() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &two_models());
    let count = json(folder.path(), &[])["instances"].as_u64().unwrap() as usize;
    for name in ["plants.csv", "plants.jsonl", "plants.ply"] {
        let output = sward(folder.path(), &["clutter", "level.details", "-o", name]);
        assert_eq!((code(&output), stdout(&output)), (0, ""), "{output:?}");
    }
    let csv = fs::read_to_string(folder.path().join("plants.csv")).unwrap();
    let jsonl = fs::read_to_string(folder.path().join("plants.jsonl")).unwrap();
    let ply = fs::read(folder.path().join("plants.ply")).unwrap();
    assert_eq!((csv.lines().count(), jsonl.lines().count()), (count + 1, count));
    let head_len = ply.windows(11).position(|bytes| bytes == b"end_header\n").unwrap() + 11;
    let head = std::str::from_utf8(&ply[..head_len]).unwrap();
    assert!(head.contains(&format!("element vertex {count}\n")), "{head}");
    let points = ply[head_len..].chunks_exact(44);
    assert_eq!((points.len(), points.remainder().len()), (count, 0));
    let mut slots = Vec::new();
    for ((row, object), point) in csv.lines().skip(1).zip(jsonl.lines()).zip(points) {
        let fields: Vec<&str> = row.split(',').collect();
        let object: Value = serde_json::from_str(object).unwrap();
        let keys =
            ["slot_x", "slot_z", "part", "model", "texture", "x", "y", "z", "scale", "yaw", "sun", "hemi"];
        assert_eq!(object.as_object().unwrap().len(), keys.len());
        for (key, field) in keys.iter().zip(&fields) {
            match &object[*key] {
                Value::String(text) => assert_eq!(text, field),
                value => assert_eq!(value.as_f64().unwrap() as f32, field.parse::<f32>().unwrap()),
            }
        }
        let word = |index: usize| <[u8; 4]>::try_from(&point[index * 4..index * 4 + 4]).unwrap();
        for (index, field) in fields[5..].iter().enumerate() {
            assert_eq!(f32::from_le_bytes(word(index)), field.parse::<f32>().unwrap());
        }
        for (index, field) in fields[..4].iter().enumerate() {
            assert_eq!(u32::from_le_bytes(word(7 + index)), field.parse::<u32>().unwrap());
        }
        slots.push([&fields[1], &fields[0]].map(|field| field.parse::<u32>().unwrap()));
    }
    assert!(slots.is_sorted(), "slot by slot, x fastest");
    assert_eq!(slots.iter().map(|slot| slot[0]).max(), Some(3), "none in the row without ground");
}

#[test]
fn a_list_of_one_model_leaves_the_others_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &two_models());
    let list = |args: &[&str]| {
        let output = sward(folder.path(), &[&["clutter", "level.details", "--format", "csv"], args].concat());
        stdout(&output).to_owned()
    };
    let all = list(&[]);
    for name in ["1", "reed", "REED"] {
        let reeds: Vec<_> =
            all.lines().filter(|line| line.starts_with("slot_x") || line.contains(",1,reed,")).collect();
        assert_eq!(list(&["--only", name]).lines().collect::<Vec<_>>(), reeds);
    }
    assert_eq!(list(&["--only", "0,reed"]), all);
    let output = sward(folder.path(), &["clutter", "level.details", "--only", "2"]);
    assert_eq!(code(&output), 64);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no model \"2\""));
}

#[test]
fn a_texture_with_a_comma_stays_one_field() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("a,\"b\"\n"));
    let output = sward(folder.path(), &["clutter", "level.details", "--format", "csv"]);
    assert!(stdout(&output).lines().count() > 10);
    for line in stdout(&output).lines().skip(1) {
        assert!(line.starts_with("0,0,0,0,\"a,\"\"b\"\"\\n\",-"), "{line}");
    }
}

#[test]
fn an_engine_that_cannot_be_repeated_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    for (profile, why) in [("ogsr", "no tool can repeat it"), ("builds", "no tool"), ("cry", "expected soc")]
    {
        let output = sward(folder.path(), &["clutter", "level.details", "--profile", profile]);
        assert_eq!(code(&output), 64);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains(why), "{complaint}");
    }
}

#[test]
fn a_step_or_a_height_that_the_engine_does_not_take_is_told() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    let run = |args: &[&str]| sward(folder.path(), &[&["clutter", "level.details"], args].concat());
    let dense = run(&["--step", "0.1"]);
    assert_eq!(code(&dense), 0);
    assert!(String::from_utf8_lossy(&dense.stderr).contains("cop itself takes 0.2 to 0.6 metres"));
    let monolith = run(&["--step", "0.1", "--profile", "monolith"]);
    assert!(!String::from_utf8_lossy(&monolith.stderr).contains("itself takes"));
    let tall = run(&["--detail-height", "1.5"]);
    assert_eq!(code(&tall), 64);
    assert!(only_complaint(&tall).contains("cop has no such setting"));
    assert_eq!(code(&run(&["--detail-height", "0.5", "--profile", "openxray"])), 64);
    assert_eq!(code(&run(&["--detail-height", "0.5", "--profile", "monolith"])), 0);
}

#[test]
fn the_engines_start_up_with_their_own_steps() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    for (profile, step) in [("soc", 0.3), ("cs", 0.3), ("cop", 0.3), ("openxray", 0.6), ("monolith", 0.6)] {
        let summary = json(folder.path(), &["--profile", profile]);
        assert!((summary["step"].as_f64().unwrap() - step).abs() < 1e-6, "{profile}");
    }
}

#[test]
fn a_ground_that_is_not_there_is_a_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    for args in [&["--ground", "cform"][..], &["--ground", "heightfield"], &["--clutter-at", "10,20"]] {
        let output = sward(folder.path(), &[&["clutter", "level.details"], args].concat());
        assert_eq!(code(&output), 64, "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("there is none"), "{args:?}");
    }
}

#[test]
fn a_scene_without_grass_has_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let world = sward::formats::wrp::World::flat(sward::formats::wrp::Variant::Wvr8, [4, 4], [8, 8], 40.0);
    fs::write(folder.path().join("bare.wrp"), sward::formats::wrp::encode(&world).unwrap()).unwrap();
    let output = sward(folder.path(), &["clutter", "bare.wrp"]);
    assert_eq!(code(&output), 64);
    assert!(only_complaint(&output).contains("no grass"));
}

/// A square of 20 x 20 metres about the origin at a height, looking up.
fn square(y: f32, material: u32, mesh: &mut Cform) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend([[-10.0, y, -10.0], [10.0, y, -10.0], [-10.0, y, 10.0], [10.0, y, 10.0]]);
    for corners in [[0, 2, 1], [1, 2, 3]] {
        let vertices = corners.map(|corner| first + corner);
        mesh.triangles.push(CformTriangle { vertices, material, ..CformTriangle::default() });
    }
}

#[test]
fn plants_fall_through_passable_ground_but_for_the_oldest_engine() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("gamedata/levels/test");
    fs::create_dir_all(&level).unwrap();
    write(
        &level,
        &Details {
            size: [3, 3],
            offset: [1, 1],
            slots: vec![golden_level("").slots[0]; 9],
            ..golden_level("grass")
        },
    );
    // Boxes from 0 to 0.3 m: earth at 0.1 m, and a passable layer of leaves at 0.2 m.
    let mut mesh = Cform { version: 4, bounds: [[-10.0, 0.1, -10.0], [10.0, 0.2, 10.0]], ..Cform::default() };
    square(0.1, 0, &mut mesh);
    square(0.2, 1, &mut mesh);
    fs::write(level.join("LEVEL.CFORM"), encode_cform(&mesh).unwrap()).unwrap();
    let material = |name: &str, flags| GameMaterial { id: 7, name: name.into(), flags };
    let materials = GameMaterials {
        materials: vec![material("materials\\earth", 0), material("materials\\bush", GameMaterial::PASSABLE)],
        warnings: Default::default(),
    };
    fs::write(folder.path().join("gamedata/gamemtl.xr"), encode_game_materials(&materials).unwrap()).unwrap();
    let heights = |profile: &str| {
        let args = ["clutter", "level.details", "--format", "csv", "--profile", profile, "--step", "0.3"];
        let output = sward(&level, &args);
        assert_eq!(code(&output), 0, "{output:?}");
        let rows: Vec<f32> = stdout(&output)
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(6).unwrap().parse().unwrap())
            .collect();
        assert!(rows.len() > 100);
        rows
    };
    assert!(heights("soc").iter().all(|y| (y - 0.2).abs() < 1e-5));
    for profile in ["cs", "cop", "openxray", "monolith"] {
        assert!(heights(profile).iter().all(|y| (y - 0.1).abs() < 1e-5), "{profile}");
    }
    let summary = json(&level, &[]);
    assert_eq!((&summary["ground"], &summary["dropped_no_ground"]), (&"cform".into(), &0.into()));
    // Without the list every material is solid, and that is said.
    fs::remove_file(folder.path().join("gamedata/gamemtl.xr")).unwrap();
    let output = sward(&level, &["clutter", "level.details"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("all of its ground is taken as solid"));
    assert!(heights("cop").iter().all(|y| (y - 0.2).abs() < 1e-5));
}

#[test]
fn candidates_without_ground_and_slots_without_any_are_counted_apart() {
    let folder = tempfile::tempdir().unwrap();
    // A row of six slots from x = -2 m to 10 m; the mesh ends at x = 5 m, amid the fourth.
    let full = Part { model: Some(0), density: [15; 4] };
    let mut slot = golden_level("").slots[0];
    slot.parts = [full; 4];
    write(
        folder.path(),
        &Details { size: [6, 1], offset: [1, 1], slots: vec![slot; 6], ..golden_level("grass") },
    );
    let mut mesh = Cform { version: 4, bounds: [[-10.0, 0.1, -10.0], [5.0, 0.1, 10.0]], ..Cform::default() };
    square(0.1, 0, &mut mesh);
    for vertex in &mut mesh.vertices {
        vertex[0] = vertex[0].min(5.0);
    }
    fs::write(folder.path().join("level.cform"), encode_cform(&mesh).unwrap()).unwrap();
    let summary = json(folder.path(), &[]);
    let number = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!((number("used_slots"), number("slots_without_ground")), (6, 2));
    // Each of the 64 candidates of the first four slots is planted or dropped.
    assert_eq!(number("instances") + number("dropped_no_ground"), 4 * 64);
    assert!((20..44).contains(&number("dropped_no_ground")), "{summary}");
    // On the boxes all of them grow.
    let on_boxes = json(folder.path(), &["--ground", "box"]);
    assert_eq!((&on_boxes["instances"], &on_boxes["ground"]), (&(6 * 64).into(), &"box".into()));
}

#[test]
fn a_broken_mesh_beside_the_level_fails_clearly_unless_plants_do_without_it() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    let mut mesh = Cform { version: 4, bounds: [[-10.0, 0.1, -10.0], [10.0, 0.1, 10.0]], ..Cform::default() };
    square(0.1, 0, &mut mesh);
    let bytes = encode_cform(&mesh).unwrap();
    fs::write(folder.path().join("level.cform"), &bytes[..bytes.len() - 5]).unwrap();
    for args in [&[][..], &["--ground", "cform"]] {
        let output = sward(folder.path(), &[&["clutter", "level.details"], args].concat());
        assert_eq!(code(&output), 1, "{output:?}");
        let complaint = only_complaint(&output);
        assert!(complaint.contains("level.cform v4: header.triangle_count at byte 0x8"), "{complaint}");
        assert!(!complaint.contains("found none"), "{complaint}");
    }
    let output = sward(folder.path(), &["clutter", "level.details", "--ground", "box"]);
    assert_eq!(code(&output), 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("plants stand in the boxes"));
}

#[test]
fn the_mesh_beside_a_level_is_sought_when_it_is_asked_for_though_there_is_a_world() {
    let folder = tempfile::tempdir().unwrap();
    let size = [1, 1];
    write(folder.path(), &Details { size, offset: [-3, -3], ..golden_level("grass") });
    let world = sward::formats::wrp::World::flat(sward::formats::wrp::Variant::Wvr8, [4, 4], [8, 8], 40.0);
    fs::write(folder.path().join("flat.wrp"), sward::formats::wrp::encode(&world).unwrap()).unwrap();
    let mut mesh = Cform { version: 4, bounds: [[-10.0, 0.1, -10.0], [10.0, 0.1, 10.0]], ..Cform::default() };
    square(0.1, 0, &mut mesh);
    fs::write(folder.path().join("level.cform"), encode_cform(&mesh).unwrap()).unwrap();
    let ground = |args: &[&str]| json(folder.path(), &[&["flat.wrp"], args].concat())["ground"].clone();
    assert_eq!(ground(&[]), "heightfield");
    assert_eq!(ground(&["--ground", "cform"]), "cform");
    assert_eq!(ground(&["--ground", "box"]), "box");
}

#[test]
fn a_list_does_not_replace_what_it_was_made_from_nor_guess_a_format() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    let mut mesh = Cform { version: 4, bounds: [[-10.0, 0.1, -10.0], [10.0, 0.1, 10.0]], ..Cform::default() };
    square(0.1, 0, &mut mesh);
    let bytes = encode_cform(&mesh).unwrap();
    fs::write(folder.path().join("level.cform"), &bytes).unwrap();
    let output = sward(folder.path(), &["clutter", "level.details", "--format", "csv", "-o", "level.cform"]);
    assert_eq!(code(&output), 64);
    assert!(only_complaint(&output).contains("belongs to an input"));
    assert_eq!(fs::read(folder.path().join("level.cform")).unwrap(), bytes);
    // Also by another way to the same file, but not where nothing is found.
    let other = tempfile::tempdir().unwrap();
    let way = folder.path().join(".").join("level.cform");
    let args = ["clutter", "level.details", "--format", "csv", "-o", way.to_str().unwrap()];
    assert_eq!(code(&sward(folder.path(), &args)), 64);
    let free = other.path().join("level.cform");
    let args = ["clutter", "level.details", "--format", "csv", "-o", free.to_str().unwrap()];
    assert_eq!(code(&sward(folder.path(), &args)), 0);
    for name in ["plants", "plants.png"] {
        let output = sward(folder.path(), &["clutter", "level.details", "-o", name]);
        assert_eq!(code(&output), 64);
        assert!(only_complaint(&output).contains(".csv"));
        assert!(!folder.path().join(name).exists());
    }
}

#[test]
fn grass_that_is_nowhere_is_told() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &golden_level("grass"));
    let world = sward::formats::wrp::World::flat(sward::formats::wrp::Variant::Wvr8, [4, 4], [8, 8], 40.0);
    fs::write(folder.path().join("flat.wrp"), sward::formats::wrp::encode(&world).unwrap()).unwrap();
    let output = sward(folder.path(), &["clutter", "flat.wrp", "level.details", "--clutter-at", "9000,5"]);
    assert_eq!(code(&output), 0);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("nothing of the grass is planted; the level has it at X 8996 to 8998"), "{told}");
}
