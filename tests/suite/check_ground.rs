//! `check` on a level and the files that lie beside it: each finding names its own file, and what can't be checked is
//! told.

use std::fs;
use std::path::Path;

use sward::check::{Checked, Finding, RULES, examine};
use sward::formats::wrp::{self, Material, Variant, World};
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, GameMaterial, GameMaterials, Part, Slot,
    SlotBounds, SlotLight, encode_cform, encode_details, encode_game_materials,
};
use sward::formats::{self, bytes::Warnings};
use sward::scene::assemble::Parts;
use sward::scene::clutter::GroundChoice;

use super::command_line::{code, stderr, stdout, sward};

const EMPTY: Part = Part { model: None, density: [0; 4] };

/// 6 x 5 slots of a plant with a texture of its own, from the origin on, in boxes of 1 to 2 m.
fn level() -> Details {
    let vertex = |x, y| DetailVertex { position: [x, y, 0.0], uv: [x, y] };
    let model = DetailModel {
        shader: "details\\blend".into(),
        texture: "plants\\one".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 2.0,
        vertices: vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0)],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    let slot = Slot {
        bounds: SlotBounds::Absolute { bottom: 1.0, top: 2.0 },
        parts: [Part { model: Some(0), density: [8; 4] }, EMPTY, EMPTY, EMPTY],
        light: SlotLight::Corners([9; 4]),
    };
    Details {
        version: 2,
        size: [6, 5],
        offset: [0, 0],
        models: vec![model],
        slots: vec![slot; 30],
        warnings: Warnings::default(),
    }
}

/// Squares at a height, each from west to east, over all of the level from south to north.
fn mesh(squares: &[(f32, [f32; 2])]) -> Cform {
    let mut mesh = Cform { version: 4, ..Cform::default() };
    for &(y, [west, east]) in squares {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend([[west, y, -1.0], [west, y, 11.0], [east, y, -1.0], [east, y, 11.0]]);
        for corners in [[0, 1, 2], [2, 1, 3]] {
            let vertices = corners.map(|corner| first + corner);
            mesh.triangles.push(CformTriangle { vertices, ..CformTriangle::default() });
        }
    }
    mesh.bounds = mesh.extent().unwrap();
    mesh
}

fn ground() -> Cform {
    mesh(&[(1.5, [-1.0, 13.0])])
}

fn materials(count: u32) -> Vec<u8> {
    let material = |id| GameMaterial { id, name: format!("materials\\m{id}"), flags: 0 };
    let list = GameMaterials { materials: (0..count).map(material).collect(), ..GameMaterials::default() };
    encode_game_materials(&list).unwrap()
}

/// A folder with a level, its ground and one material: all is well.
fn sound() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    put(&folder, "level.details", &encode_details(&level()).unwrap());
    put(&folder, "level.cform", &encode_cform(&ground()).unwrap());
    put(&folder, "gamemtl.xr", &materials(1));
    folder
}

fn put(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) {
    fs::write(folder.path().join(name), bytes).unwrap();
}

fn check(folder: &tempfile::TempDir, names: &[&str]) -> Checked {
    examine(names.iter().map(|name| formats::open(&folder.path().join(name))).collect(), &[], [0.0; 2])
}

/// The only finding, which must have `code` and belong to the file `name`.
fn only(checked: &Checked, code: &str, name: &str) -> Finding {
    let found: Vec<_> = checked.findings.iter().map(|finding| (finding.code, name_of(finding))).collect();
    assert_eq!(found, [(code, name.to_owned())], "{checked:#?}");
    checked.findings[0].clone()
}

fn name_of(finding: &Finding) -> String {
    Path::new(&finding.file).file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn a_sound_level_with_its_files_has_nothing_to_tell() {
    let Checked { findings, skipped, conflict } = check(&sound(), &["level.details"]);
    assert_eq!((findings, skipped), (vec![], vec![]));
    assert!(conflict.is_none());
}

#[test]
fn a_roof_over_a_part_of_a_slot_is_no_finding() {
    let folder = sound();
    // The roof of a house whose floor is left out ends in the middle of the slots in the third column.
    let roofed = mesh(&[(1.5, [-1.0, 4.0]), (9.5, [3.5, 5.2]), (1.5, [5.2, 13.0])]);
    put(&folder, "level.cform", &encode_cform(&roofed).unwrap());
    assert_eq!(check(&folder, &["level.details"]).findings, []);
    let roofed = mesh(&[(1.5, [-1.0, 4.0]), (9.5, [3.5, 6.0]), (1.5, [6.0, 13.0])]);
    put(&folder, "level.cform", &encode_cform(&roofed).unwrap());
    let finding = only(&check(&folder, &["level.details"]), "ground-outside-box", "level.details");
    assert_eq!((finding.count, finding.places[0].slot), (5, Some([2, 0])));
    assert_eq!(finding.places[0].detail, "buried by 7.5 m");
}

#[test]
fn what_is_wrong_beside_a_level_belongs_to_the_file_that_has_it() {
    // The second of two triangles, after a header of 36 bytes and four vertices.
    let second = 36 + 4 * 12 + 16;
    let folder = sound();
    let mut broken = encode_cform(&ground()).unwrap();
    broken[second] = 9;
    put(&folder, "level.cform", &broken);
    let finding = only(&check(&folder, &["level.details"]), "broken-cform", "level.cform");
    assert_eq!(finding.places[0].offset, Some(second as u64));
    assert_eq!(finding.places[0].field.as_deref(), Some("triangles[1].vertices"));

    let sarif = sward(folder.path(), &["check", "level.details", "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_slice(&sarif.stdout).unwrap();
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert!(location["artifactLocation"]["uri"].as_str().unwrap().ends_with("level.cform"), "{location}");
    assert_eq!(location["region"]["byteOffset"], second);

    // What is odd, too.
    let folder = sound();
    let mut flat = ground();
    flat.triangles.push(CformTriangle { vertices: [0, 0, 1], ..CformTriangle::default() });
    put(&folder, "level.cform", &encode_cform(&flat).unwrap());
    let finding = only(&check(&folder, &["level.details"]), "triangle-without-area", "level.cform");
    assert_eq!(finding.places[0].offset, Some(second as u64 + 16));

    let folder = sound();
    let whole = materials(1);
    put(&folder, "gamemtl.xr", &whole[..whole.len() - 12]);
    let finding = only(&check(&folder, &["level.details"]), "broken-game-materials", "gamemtl.xr");
    let error = formats::xray::decode_game_materials(&whole[..whole.len() - 12]).unwrap_err();
    assert_eq!(finding.places[0].offset, Some(error.offset));
    assert!(error.offset > 0);
}

#[test]
fn triangles_of_a_material_that_is_not_in_the_list_are_found() {
    let folder = sound();
    let mut odd = mesh(&[(1.5, [-1.0, 4.0]), (1.5, [4.0, 13.0])]);
    for (triangle, material) in odd.triangles.iter_mut().zip([1, 7, 7, 0]) {
        triangle.material = material;
    }
    put(&folder, "level.cform", &encode_cform(&odd).unwrap());
    put(&folder, "gamemtl.xr", &materials(2));
    // Whether the mesh is an input or found beside the level.
    for names in [&["level.details"][..], &["level.details", "level.cform"], &["level.cform", "gamemtl.xr"]] {
        let finding = only(&check(&folder, names), "mesh-material-out-of-range", "level.cform");
        assert_eq!((finding.count, finding.places[0].material), (1, Some(7)));
        assert_eq!(finding.places[0].detail, "2 triangles name it, the list has 2 materials");
    }
    put(&folder, "gamemtl.xr", &materials(8));
    assert_eq!(check(&folder, &["level.details"]).findings, []);
}

#[test]
fn a_box_in_the_header_that_is_larger_or_smaller_than_the_vertices_is_found() {
    let folder = sound();
    let with = |stretch: f32| {
        let mut mesh = ground();
        mesh.bounds[1][1] += stretch;
        put(&folder, "level.cform", &encode_cform(&mesh).unwrap());
        check(&folder, &["level.cform"])
    };
    assert_eq!(with(0.05).findings, []);
    for stretch in [-0.5, 0.5, f32::INFINITY, f32::NAN] {
        only(&with(stretch), "bounds", "level.cform");
    }
}

#[test]
fn two_of_a_kind_are_the_error_that_a_picture_gives() {
    let folder = sound();
    let world = wrp::encode(&flat_world()).unwrap();
    for (name, bytes) in [
        ("a.wrp", world.clone()),
        ("b.wrp", world),
        ("other.details", encode_details(&level()).unwrap()),
        ("other.cform", encode_cform(&ground()).unwrap()),
        ("other.xr", materials(1)),
    ] {
        put(&folder, name, &bytes);
    }
    let twins = [
        ["a.wrp", "b.wrp"],
        ["level.details", "other.details"],
        ["level.cform", "other.cform"],
        ["gamemtl.xr", "other.xr"],
    ];
    for names in twins {
        let opened = names.map(|name| formats::open(&folder.path().join(name)).unwrap());
        let refused =
            Parts::without_texture(opened.into(), GroundChoice::Auto, &mut Warnings::default()).unwrap_err();
        assert_eq!(check(&folder, &names).conflict.unwrap().to_string(), refused.to_string());
        let output = sward(folder.path(), &["check", names[0], names[1]]);
        assert_eq!(code(&output), 1, "{names:?}");
        assert!(stderr(&output).contains("expected one at most: leave one of them out"), "{output:?}");
    }
}

#[test]
fn what_was_not_checked_for_lack_of_a_file_is_told_and_is_no_finding() {
    let folder = sound();
    fs::remove_file(folder.path().join("gamemtl.xr")).unwrap();
    let output = sward(folder.path(), &["check", "level.details"]);
    let told = "not checked: the materials of the collision mesh: there is no gamemtl.xr beside ./level.cform or \
                two folders up\nno findings\n";
    assert_eq!((code(&output), stdout(&output)), (0, told));
    let output = sward(folder.path(), &["check", "level.details", "--deny", "all"]);
    assert_eq!(code(&output), 0);

    fs::remove_file(folder.path().join("level.cform")).unwrap();
    let output = sward(folder.path(), &["check", "level.details", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let skipped = json["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), 1, "{json}");
    assert_eq!(skipped[0]["what"], "whether the slots have ground, and in their boxes");
    assert_eq!(
        skipped[0]["why"],
        "there is no level.cform beside level.details and no other ground was given"
    );
    assert_eq!(json["findings"], serde_json::json!([]));

    let output = sward(folder.path(), &["check", "level.details", "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], true);
    let text = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
    assert!(text.starts_with("Not checked: whether the slots have ground"), "{text}");
}

#[test]
fn ground_that_looks_down_is_told_as_such() {
    let folder = sound();
    let mut turned = ground();
    for triangle in &mut turned.triangles {
        triangle.vertices.swap(0, 1);
    }
    put(&folder, "level.cform", &encode_cform(&turned).unwrap());
    let finding = only(&check(&folder, &["level.details"]), "ground-looks-down", "level.details");
    assert_eq!(finding.count, 30);
    assert!(finding.advice.starts_with("Turn them"), "{}", finding.advice);
    // Where there is nothing at all, it is said as before.
    let narrow = mesh(&[(1.5, [-1.0, 10.0])]);
    put(&folder, "level.cform", &encode_cform(&narrow).unwrap());
    let finding = only(&check(&folder, &["level.details"]), "slot-without-ground", "level.details");
    assert_eq!(finding.count, 5);
}

/// 1280 m, all of it at 1.5 m.
fn flat_world() -> World {
    let mut world = World::flat(Variant::Oprw(24), [32, 32], [128, 128], 40.0);
    world.elevation.cells.fill(1.5);
    world.materials =
        vec![Material::default(), Material { paths: vec!["grass.rvmat".into()], offset_uv: false }];
    world.material_index.cells.fill(1);
    world
}

#[test]
fn slots_beyond_the_edge_of_the_world_are_one_finding() {
    let folder = sound();
    put(&folder, "a.wrp", &wrp::encode(&flat_world()).unwrap());
    // Its two western columns lie west of the world.
    let moved = Details { offset: [2, 0], ..level() };
    put(&folder, "level.details", &encode_details(&moved).unwrap());
    let finding = only(&check(&folder, &["a.wrp", "level.details"]), "level-outside-map", "level.details");
    assert_eq!((finding.count, finding.places.len()), (10, 10));
    assert_eq!(finding.places[2].slot, Some([0, 1]));
}

#[test]
fn a_texture_that_is_none_is_told_in_plain_words() {
    let folder = sound();
    let mut details = level();
    details.models[0].texture = "build_details".into();
    put(&folder, "level.details", &encode_details(&details).unwrap());
    let told = |bytes: &[u8]| {
        put(&folder, "build_details.dds", bytes);
        let finding = only(&check(&folder, &["level.details"]), "broken-texture", "build_details.dds");
        (finding.places[0].detail.clone(), finding.places[0].offset.unwrap())
    };
    assert_eq!(told(b"DDS ").0, "found a file of 4 bytes, expected a whole header, 128 bytes or more");
    assert_eq!(told(&[7; 200]).0, "found other letters, expected \"DDS \", as a DDS begins");
    let whole = texture([8, 8]);
    let cut = told(&whole[..whole.len() - 6]);
    assert_eq!(cut, ("found 250 bytes, expected 256, as many as the size says".to_owned(), 128));
}

/// An uncompressed texture with one level.
fn texture(size: [u32; 2]) -> Vec<u8> {
    let mut dds = ddsfile::Dds::new_d3d(ddsfile::NewD3dParams {
        width: size[0],
        height: size[1],
        depth: None,
        format: ddsfile::D3DFormat::A8B8G8R8,
        mipmap_levels: None,
        caps2: None,
    })
    .unwrap();
    dds.data = vec![90; size[0] as usize * size[1] as usize * 4];
    let mut bytes = Vec::new();
    dds.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn several_codes_are_denied_with_commas() {
    let folder = sound();
    let narrow = mesh(&[(1.5, [-1.0, 10.0])]);
    put(&folder, "level.cform", &encode_cform(&narrow).unwrap());
    let denied = |codes: &str| code(&sward(folder.path(), &["check", "level.details", "--deny", codes]));
    assert_eq!(denied("bad-index,bounds"), 0);
    assert_eq!(denied("bad-index,slot-without-ground"), 1);
    assert_eq!(denied("bad-index,slot-with-ground"), 64);
}

#[test]
fn the_codes_are_listed_for_programs_too() {
    let folder = tempfile::tempdir().unwrap();
    let parsed = |format: &str| -> serde_json::Value {
        let output = sward(folder.path(), &["check", "--codes", "--format", format]);
        assert_eq!(code(&output), 0);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let json = parsed("json");
    assert_eq!(json["rules"].as_array().unwrap().len(), RULES.len());
    assert_eq!(json["rules"][0]["code"], RULES[0].code);
    assert_eq!(json["rules"][0]["severity"], RULES[0].severity.name());
    let sarif = parsed("sarif");
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().len(), RULES.len());
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
}
