//! The command line keeps its promises: exit codes, one clear line, whole files or none.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use sward::formats::wrp::{self, MapInfo, MapShape, Material, Object, RoadLink, Variant, World};
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, GameMaterial, GameMaterials, Part, Slot,
    SlotBounds, SlotLight, encode_cform, encode_details, encode_dm, encode_game_materials,
};

/// The program, in a folder of its own where it can do no harm.
pub fn sward(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sward"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Exactly one line on stderr that begins with `sward: `, and nothing on stdout.
pub fn only_complaint(output: &Output) -> &str {
    let text = stderr(output);
    assert!(text.starts_with("sward: ") && text.ends_with('\n') && text.lines().count() == 1, "{text:?}");
    assert_eq!(stdout(output), "");
    text.trim_end()
}

fn plant() -> DetailModel {
    let vertex = |position, uv| DetailVertex { position, uv };
    DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 1,
        min_scale: 0.5,
        max_scale: 2.0,
        vertices: vec![
            vertex([-0.5, 0.0, 0.0], [0.0, 1.0]),
            vertex([0.5, 0.0, 0.0], [1.0, 1.0]),
            vertex([0.0, 1.0, 0.0], [0.5, 0.0]),
        ],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    }
}

/// Two slots: one that grows, one phantom.
pub fn details() -> Details {
    let slot = |base, height| Slot {
        bounds: SlotBounds::Quantised { base, height },
        parts: [Some(0), None, None, None].map(|model| Part { model, density: [8; 4] }),
        light: SlotLight::Baked { sun: 7, hemi: 7, rgb: [0; 3] },
    };
    Details {
        version: 3,
        size: [2, 1],
        offset: [1, -3],
        models: vec![plant()],
        slots: vec![slot(1000, 2), slot(0, 0)],
        warnings: Default::default(),
    }
}

/// Two hills, and one of each thing that is counted, or two.
fn world(variant: Variant) -> World {
    let mut world = World::flat(variant, [4, 4], [8, 8], 40.0);
    world.elevation.cells[9] = 51.5;
    world.elevation.cells[20] = -12.25;
    world.materials = vec![Material::default(), Material { paths: vec!["a.rvmat".into()], offset_uv: false }];
    world.models = vec!["tree\\oak.p3d".into()];
    let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 30.0, 5.0, 40.0];
    world.objects = vec![Object { id: 7, model: 0, matrix, shape_param: 2 }];
    world.max_object_id = 7;
    world
}

/// The same with all that only a binarised world holds.
pub fn binarised() -> World {
    let mut world = world(Variant::Oprw(24));
    world.peaks = vec![[40.0, 51.5, 40.0], [90.0, 3.0, 90.0]];
    world.roads = vec![RoadLink {
        cell: [1, 2],
        positions: vec![[40.0, 0.0, 80.0], [60.0, 0.0, 100.0]],
        connection_types: vec![1, 2],
        object_id: 8,
        extra: None,
        model: "road\\asf1_25.p3d".into(),
        matrix: Some([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 50.0, 0.0, 90.0]),
    }];
    let tree = |id| MapInfo { kind: 0, shape: MapShape::Point { id, position: [30.0, 40.0] } };
    let ends = [[0.0, 0.0], [9.0, 9.0]];
    world.map_info =
        vec![tree(7), tree(9), MapInfo { kind: 34, shape: MapShape::ObjectLine { id: 10, ends } }];
    world.max_object_id = 8;
    world
}

#[test]
fn wrong_usage_ends_with_64() {
    let folder = tempfile::tempdir().unwrap();
    let wrong: &[&[&str]] = &[
        &["info"],
        &["demo"],
        &["shot"],
        &["shot", "-o"],
        &["shot", "-o", "a.png", "--size", "0x720"],
        &["shot", "-o", "a.png", "--size", "1280"],
        &["shot", "-o", "a.png", "--size", "16385x1"],
        &["shot", "-o", "a.png", "--size", "-1x1"],
        &["shot", "-o", "a.png", "--camera", "1,2,3,4"],
        &["shot", "-o", "a.png", "--camera", "1,2,3,4,5,6,7"],
        &["shot", "-o", "a.png", "--camera", "1,2,3,nan,5"],
        &["shot", "-o", "a.png", "--camera", "1,2,3,4,91"],
        &["shot", "-o", "a.png", "--camera", "1e300,2,3,4,5"],
        &["shot", "-o", "a.png", "--sun", "1"],
        &["shot", "-o", "a.png", "--sun", "0,91"],
        &["shot", "-o", "a.png", "--step", "0.039"],
        &["shot", "-o", "a.png", "--step", "-1"],
        &["shot", "-o", "a.png", "--step", "inf"],
        &["shot", "-o", "a.png", "--samples", "2"],
        &["shot", "-o", "a.png", "--backend", "metal"],
        &["shot", "-o", "-", "--timings"],
        &["info", "a", "b"],
        &["info", "--yaml", "a"],
    ];
    for args in wrong {
        let output = sward(folder.path(), args);
        assert_eq!(code(&output), 64, "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
        assert!(stderr(&output).starts_with("sward: "), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn help_and_version_are_results() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["--help"][..],
        &["help"],
        &["view", "--help"],
        &["shot", "--help"],
        &["info", "--help"],
        &["demo", "--help"],
    ] {
        let output = sward(folder.path(), args);
        assert_eq!(code(&output), 0, "{args:?}");
        assert_eq!(stderr(&output), "", "{args:?}");
        let text = stdout(&output);
        assert!(text.contains("Usage:") && text.contains("Example"), "{args:?}: {text}");
        assert!(!text.contains('\u{1b}'), "{args:?} in colour without a terminal");
    }
    let version = sward(folder.path(), &["--version"]);
    assert_eq!(stdout(&version), format!("sward {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_mistyped_verb_is_told_before_a_window_opens() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["fly"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(stderr(&output), "sward: fly: no such file; `sward --help` lists the verbs\n");
}

#[test]
fn a_scene_file_has_nothing_to_inform_about_itself() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("scene.toml"), "inputs = [\"a.wrp\"]").unwrap();
    let output = sward(folder.path(), &["info", "scene.toml"]);
    assert_eq!(code(&output), 64, "{}", stderr(&output));
    assert!(stderr(&output).contains("is a scene file"), "{}", stderr(&output));
}

#[test]
fn an_input_that_gives_no_scene_ends_with_1_and_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    write("empty.wrp", b"");
    write("text.wrp", b"This is no world at all");
    write("texture.gtx", b"Gfx2\0\0\0\0");
    write("tree.p3d", b"ODOL\x07\0\0\0");
    let details = encode_details(&details()).unwrap();
    write("cut.details", &details[..details.len() - 30]);
    let mesh = Cform { version: 4, bounds: [[0.0; 3], [9.0; 3]], ..Cform::default() };
    let mesh = Cform { vertices: vec![[1.0; 3]; 4], ..mesh };
    write("cut.cform", &encode_cform(&mesh).unwrap()[..80]);
    let cases = [
        ("missing.wrp", "missing.wrp: there is no such file"),
        ("folder", "folder: is a folder, expected a file"),
        ("empty.wrp", "empty.wrp: is empty"),
        ("text.wrp", "text.wrp: begins with \"This is \", which is no kind of file"),
        ("texture.gtx", "texture.gtx: is a Wii U texture (GTX)"),
        ("tree.p3d", "tree.p3d: is an object model (binarised P3D)"),
        ("cut.details", "cut.details: level.details: "),
        (
            "cut.cform",
            "cut.cform: level.cform v4: header.vertex_count at byte 0x4: found 4, expected at most 3",
        ),
    ];
    for (name, said) in cases {
        for args in [&["info", name][..], &["info", name, "--json"], &["shot", name, "-o", "a.png"]] {
            let output = sward(folder.path(), args);
            assert_eq!(code(&output), 1, "{args:?}: {}", stderr(&output));
            assert!(only_complaint(&output).contains(said), "{args:?}: {}", stderr(&output));
        }
    }
    assert!(!folder.path().join("a.png").exists());
}

#[cfg(unix)]
#[test]
fn a_name_that_would_steer_the_terminal_is_shown_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["info", "a\u{1b}[31m\n.wrp"]);
    assert_eq!(code(&output), 1);
    assert!(only_complaint(&output).contains("a\\u{1b}[31m\\n.wrp"), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["info", "/dev/zero"]);
    assert_eq!(code(&output), 1);
    assert!(only_complaint(&output).contains("is a pipe or a device"));
}

#[test]
fn info_tells_what_level_details_hold() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), encode_details(&details()).unwrap()).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = serde_json::json!({
        "file": "a",
        "inside": null,
        "bytes": fs::metadata(folder.path().join("a")).unwrap().len(),
        "format": "level.details",
        "version": 3,
        "models": [{
            "index": 0, "shader": "details\\blend", "texture": "build_details", "flags": 1,
            "min_scale": 0.5, "max_scale": 2.0, "vertices": 3, "triangles": 1,
        }],
        "grid": [2, 1],
        "offset": [1, -3],
        "used_slots": 2,
        "phantom_slots": 1,
        "warnings": [],
    });
    assert_eq!(json, expected);
    let text = sward(folder.path(), &["info", "a"]);
    assert!(stdout(&text).contains("2 x 1 slots of 2 m (4 x 2 m)"), "{}", stdout(&text));
}

#[test]
fn info_tells_what_a_collision_mesh_holds() {
    let folder = tempfile::tempdir().unwrap();
    let triangle = |material, sector| CformTriangle {
        vertices: [0, 1, 2],
        material,
        sector,
        ..CformTriangle::default()
    };
    let cform = Cform {
        version: 4,
        bounds: [[-1.5, 0.0, -2.0], [1.0, 3.0, 2.5]],
        vertices: vec![[-1.5, 0.0, -2.0], [0.0, 3.0, 2.5], [1.0, 1.0, 0.0]],
        triangles: vec![triangle(7, 1), triangle(300, 1), triangle(7, 65535)],
        ..Cform::default()
    };
    fs::write(folder.path().join("a"), encode_cform(&cform).unwrap()).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = serde_json::json!({
        "file": "a",
        "inside": null,
        "bytes": 36 + 3 * 12 + 3 * 16,
        "format": "level.cform",
        "version": 4,
        "bounds": [[-1.5, 0.0, -2.0], [1.0, 3.0, 2.5]],
        "vertices": 3,
        "triangles": 3,
        "sectors": 2,
        "materials": [{ "index": 7, "triangles": 2 }, { "index": 300, "triangles": 1 }],
        "warnings": [],
    });
    assert_eq!(json, expected);
    let output = sward(folder.path(), &["info", "a"]);
    let text = stdout(&output);
    for said in ["level.cform v4", "-1.5 to 1.0 m", "0.0 to 3.0 m", "-2.0 to 2.5 m", "2 triangles"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn info_tells_the_materials_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let material = |id, name: &str, flags| GameMaterial { id, name: name.into(), flags };
    let list = GameMaterials {
        materials: vec![material(4, "default", 1), material(2, "материал", GameMaterial::PASSABLE)],
        ..GameMaterials::default()
    };
    fs::write(folder.path().join("a"), encode_game_materials(&list).unwrap()).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["format"], "gamemtl.xr");
    let expected = serde_json::json!([
        { "index": 0, "id": 4, "name": "default", "passable": false },
        { "index": 1, "id": 2, "name": "материал", "passable": true },
    ]);
    assert_eq!(json["materials"], expected);
    let output = sward(folder.path(), &["info", "a"]);
    let text = stdout(&output);
    assert!(text.contains("материал (id 2), passable") && text.contains("default (id 4)\n"), "{text}");
}

#[test]
fn info_tells_what_a_binarised_world_holds() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = wrp::encode(&binarised()).unwrap();
    fs::write(folder.path().join("a"), &bytes).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = serde_json::json!({
        "file": "a",
        "inside": null,
        "bytes": bytes.len(),
        "format": "OPRW",
        "version": 24,
        "app_id": null,
        "land": [4, 4],
        "terrain": [8, 8],
        "land_cell": 40.0,
        "terrain_cell": 20.0,
        "size": [160.0, 160.0],
        "elevation": { "min": -12.25, "max": 51.5 },
        "materials": 2,
        "models": 1,
        "entities": 0,
        "objects": 1,
        "roads": { "links": 1, "points": 2 },
        "peaks": 2,
        "map_info": { "0": 2, "34": 1 },
        "map_info_names": { "0": "tree", "34": "powerlines" },
        "max_object_id": 8,
        "warnings": [],
    });
    assert_eq!(json, expected);
    let text = sward(folder.path(), &["info", "a"]);
    for said in ["OPRW 24", "0.16 x 0.16 km", "8 x 8 elevations, 20 m apart", "-12.2 to 51.5 m", "2 tree (0)"]
    {
        assert!(stdout(&text).contains(said), "{said}: {}", stdout(&text));
    }
}

#[test]
fn info_tells_what_an_editable_world_holds() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), wrp::encode(&world(Variant::Wvr8)).unwrap()).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["format"], "8WVR");
    assert_eq!(json["version"], serde_json::Value::Null);
    assert_eq!(json["objects"], 1);
    assert_eq!(json["map_info"], serde_json::json!({}));
}

#[test]
fn info_is_right_about_the_samples() {
    let samples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples"));
    let info = |name: &str| -> Option<serde_json::Value> {
        let path = samples.join(name);
        if !path.exists() {
            return None; // Only where the folder is laid out.
        }
        let output = sward(samples, &["info", path.to_str().unwrap(), "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        Some(serde_json::from_slice(&output.stdout).unwrap())
    };
    if let Some(utes) = info("wrp/utes.wrp") {
        assert_eq!(utes["format"], "8WVR");
        assert_eq!((&utes["land"], &utes["terrain"]), (&[128, 128].into(), &[512, 512].into()));
        assert_eq!((&utes["land_cell"], &utes["terrain_cell"]), (&40.0.into(), &10.0.into()));
        assert_eq!(utes["objects"], 14_891);
        assert_eq!(utes["max_object_id"], 14_890);
    }
    for (version, land_cell) in [(3, 50.0), (18, 40.0), (24, 40.0)] {
        if let Some(world) = info(&format!("wrp/s_v{version}.wrp")) {
            assert_eq!((&world["format"], &world["version"]), (&"OPRW".into(), &version.into()));
            assert_eq!(world["objects"], 500);
            assert_eq!(world["land_cell"], land_cell);
            assert_eq!(world["warnings"], serde_json::json!([]));
            let roads = if version == 3 { 0 } else { 43 }; // Every 97th of 64 x 64 cells.
            assert_eq!(world["roads"]["links"], roads);
            assert_eq!(world["map_info"].as_object().unwrap().len(), if version == 3 { 0 } else { 5 });
        }
    }
    if let Some(details) = info("xray/test_fmt_v3.details") {
        assert_eq!((&details["version"], &details["grid"]), (&3.into(), &[5, 5].into()));
        assert_eq!((&details["used_slots"], &details["phantom_slots"]), (&25.into(), &9.into()));
        assert_eq!(details["models"].as_array().unwrap().len(), 4);
    }
    if let Some(details) = info("xray/test_fmt_v2.details") {
        assert_eq!((&details["version"], &details["used_slots"]), (&2.into(), &18.into()));
    }
    if let Some(model) = info("xray/test_fmt.dm") {
        assert_eq!((&model["format"], &model["models"][0]["vertices"]), (&"dm".into(), &5.into()));
    }
}

#[test]
fn info_tells_what_a_lone_model_holds() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), encode_dm(&plant()).unwrap()).unwrap();
    let output = sward(folder.path(), &["info", "a", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["format"], "dm");
    assert_eq!(json["models"][0]["triangles"], 1);
    assert_eq!(json["models"][0]["texture"], "build_details");
}

#[test]
fn the_demo_island_is_written_as_files_that_can_be_looked_into() {
    let folder = tempfile::tempdir().unwrap();
    let output = sward(folder.path(), &["demo", "isle"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    assert!(stdout(&output).contains("sward shot isle"), "{}", stdout(&output));
    let info = |name: &str| -> serde_json::Value {
        let path = Path::new("isle").join(name);
        let output = sward(folder.path(), &["info", path.to_str().unwrap(), "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let world = info("island.wrp");
    assert_eq!((&world["format"], &world["version"]), (&"OPRW".into(), &24.into()));
    assert_eq!(world["terrain"], serde_json::json!([512, 512]));
    assert!(world["objects"].as_u64().unwrap() > 10_000, "{world}");
    assert_eq!(world["warnings"], serde_json::json!([]));
    let details = info("level.details");
    assert_eq!(details["version"], 3);
    assert!(details["models"].as_array().unwrap().len() >= 8);
    assert_eq!(details["warnings"], serde_json::json!([]));
}

#[test]
fn a_demo_folder_that_cannot_be_made_is_the_fault_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), b"").unwrap();
    let output = sward(folder.path(), &["demo", "file/isle"]);
    assert_eq!(code(&output), 2);
    assert!(only_complaint(&output).contains("can't write the demo island"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), encode_details(&details()).unwrap()).unwrap();
    for args in [&["info", "a"][..], &["info", "a", "--json"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(folder.path(), args).stdout(writer).output().unwrap();
        assert_eq!(code(&output), 0, "{args:?}");
        assert_eq!(stderr(&output), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_fault_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), encode_details(&details()).unwrap()).unwrap();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(folder.path(), &["info", "a"]).stdout(full).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("sward: can't write to standard output"), "{}", stderr(&output));
}
