//! A level on its ground: a world, or a collision mesh.

use std::fs;
use std::path::PathBuf;

use sward::check::{Finding, check};
use sward::formats;
use sward::formats::wrp::{self, Variant, World};
use sward::formats::xray::{
    Cform, CformTriangle, Details, GameMaterial, GameMaterials, SlotBounds, encode_cform, encode_details,
    encode_game_materials,
};

use super::super::command_line::{code, stderr, stdout, sward};
use super::{findings_of, level, only, sound_texture};

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
        check(names.map(|name| formats::open(&folder.path().join(name))).into(), [0.0; 2])
    };
    let mut details = Details { offset: [0, -10], ..level(3) };
    assert_eq!(both(&details, ["a.wrp", "level.details"]), []);
    details.slots[12].bounds = SlotBounds::Quantised { base: 1020, height: 10 };
    let place = only(&both(&details, ["level.details", "a.wrp"]), "ground-outside-box");
    assert_eq!((place.slot, place.detail.as_str()), (Some([2, 2]), "floats 2.5 m over the ground"));
    details.offset = [-700, 0]; // From 1400 m on; the map ends at 1280.
    only(&both(&details, ["a.wrp", "level.details"]), "level-outside-map");
}

#[test]
fn a_level_that_is_moved_is_asked_only_whether_it_lies_on_the_map() {
    let folder = tempfile::tempdir().unwrap();
    // 99 m over the boxes of the level.
    let mut high = World::flat(Variant::Oprw(24), [32, 32], [128, 128], 40.0);
    high.elevation.cells.fill(100.0);
    fs::write(folder.path().join("a.wrp"), wrp::encode(&high).unwrap()).unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    let details = Details { offset: [700, 0], ..level(3) }; // At -1400 m.
    fs::write(folder.path().join("level.details"), encode_details(&details).unwrap()).unwrap();
    let moved = |place: [f64; 2]| {
        check(["a.wrp", "level.details"].map(|name| formats::open(&folder.path().join(name))).into(), place)
    };
    let place = only(&moved([0.0; 2]), "level-outside-map");
    assert_eq!(place.detail, "X -1400 to -1390, Z 0 to 8 m");
    assert_eq!(moved([1500.0, 100.0]), []);
    let place = only(&moved([2000.0, -2000.0]), "level-outside-map");
    assert_eq!(place.detail, "X 600 to 610, Z -2000 to -1992 m");
    // From X -5 m on: two columns of slots lie beyond the edge, and half of the third.
    let findings = moved([1395.0, 100.0]);
    assert_eq!(only(&findings, "level-outside-map").slot, Some([0, 0]));
    assert_eq!(findings[0].count, 8);

    let output = sward(folder.path(), &["check", "a.wrp", "level.details", "--clutter-at", "1500,100"]);
    assert_eq!((code(&output), stdout(&output)), (0, "no findings\n"));
    let output = sward(folder.path(), &["check", "a.wrp", "level.details", "--clutter-at", "1500"]);
    assert_eq!(code(&output), 64);
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
fn the_materials_of_a_mesh_are_sought_beside_it_and_two_folders_up() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("gamedata/levels/one");
    let other = folder.path().join("other");
    fs::create_dir_all(&own).unwrap();
    fs::create_dir_all(&other).unwrap();
    let materials = |flags| {
        let material = GameMaterial { id: 0, name: "materials\\grass".into(), flags };
        let list = GameMaterials { materials: vec![material], ..GameMaterials::default() };
        encode_game_materials(&list).unwrap()
    };
    fs::write(other.join("build_details.dds"), sound_texture()).unwrap();
    fs::write(other.join("level.details"), encode_details(&level(3)).unwrap()).unwrap();
    fs::write(own.join("level.cform"), encode_cform(&ground(20.0)).unwrap()).unwrap();
    let [level, mesh] = [other.join("level.details"), own.join("level.cform")];
    let checked = |inputs: &[&PathBuf]| -> Vec<Finding> {
        check(inputs.iter().map(|path| formats::open(path)).collect(), [0.0; 2])
    };

    // Those beside the level belong to another mesh.
    let [solid, passable] = [folder.path().join("gamedata/gamemtl.xr"), other.join("gamemtl.xr")];
    fs::write(&solid, materials(0)).unwrap();
    fs::write(&passable, materials(GameMaterial::PASSABLE)).unwrap();
    assert_eq!(checked(&[&level, &mesh]), []);
    let findings = checked(&[&level, &mesh, &passable]);
    only(&findings, "slot-without-ground");
    assert_eq!(findings[0].count, 19, "all that are used");
    // Nobody can tell which it is.
    assert_eq!(checked(&[&level, &mesh, &passable, &solid]), []);

    fs::write(own.join("gamemtl.xr"), materials(GameMaterial::PASSABLE)).unwrap();
    only(&checked(&[&level, &mesh]), "slot-without-ground");
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
