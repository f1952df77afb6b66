//! `sward diff` tells what differs, ends as it promises, and draws a map that can be trusted.

use std::fs;
use std::path::Path;

use super::command_line::{code, details, only_complaint, stderr, stdout, sward};
use serde_json::Value;
use sward::compare::{ChangeKind, color_of};
use sward::demo;
use sward::formats::bfres;
use sward::formats::wrp::{self, Object, Variant, World};
use sward::formats::xray::encode_details;

/// Points to each side, and metres between two.
const POINTS: u32 = 96;
const CELL: f32 = 10.0;

/// Houses in a row and a wood of trees on a slope over the sea.
fn world() -> World {
    let mut world = World::flat(Variant::Oprw(24), [POINTS; 2], [POINTS; 2], CELL);
    for (index, height) in (0..).zip(&mut world.elevation.cells) {
        *height = (index % POINTS) as f32 - 20.0;
    }
    world.models = vec!["data\\tree.p3d".into(), "data\\house.p3d".into(), "data\\rock.p3d".into()];
    let object = |id: u32| {
        let (x, z) = (300.0 + (id % 10) as f32 * 40.0, 500.0 + (id / 10) as f32 * 40.0);
        let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, 15.0, z];
        Object { id: id as i32, model: u32::from(id.is_multiple_of(7)), matrix, shape_param: 2 }
    };
    world.objects = (0..60).map(object).collect();
    world.max_object_id = 59;
    world
}

/// Raised in the east, lowered in the west, and an object of each kind of change.
fn changed() -> World {
    let mut world = world();
    let mut shift = |x: u32, z: u32, metres: f32| world.elevation.cells[(z * POINTS + x) as usize] += metres;
    for z in 20..28 {
        for x in 60..70 {
            shift(x, z, 4.0);
        }
        for x in 30..35 {
            shift(x, z, -2.0);
        }
    }
    world.objects[8].matrix[9] += 20.0;
    let (sin, cos) = 1f32.sin_cos();
    world.objects[9].matrix[..9].copy_from_slice(&[cos, 0.0, sin, 0.0, 1.0, 0.0, -sin, 0.0, cos]);
    for axis in [0, 4, 8] {
        world.objects[10].matrix[axis] = 2.0;
    }
    world.objects[11].model = 2;
    world.objects.remove(12);
    let added = Object { id: 60, model: 1, ..world.objects[0] };
    world.objects.push(Object {
        matrix: {
            let mut matrix = added.matrix;
            matrix[9] = 100.0;
            matrix
        },
        ..added
    });
    world.max_object_id = 60;
    world
}

fn write(folder: &Path, name: &str, world: &World) {
    fs::write(folder.join(name), wrp::encode(world).unwrap()).unwrap();
}

/// A folder with `old.wrp`, `same.wrp` (the same in another order) and `new.wrp`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "old.wrp", &world());
    let mut same = world();
    same.objects.reverse();
    write(folder.path(), "same.wrp", &same);
    write(folder.path(), "new.wrp", &changed());
    folder
}

#[test]
fn the_exit_code_tells_the_same_from_another_from_trouble() {
    let folder = folder();
    let run = |args: &[&str]| sward(folder.path(), &[&["diff"], args].concat());
    let same = run(&["old.wrp", "same.wrp"]);
    assert_eq!((code(&same), stderr(&same)), (0, ""));
    assert_eq!(stdout(&same), "old.wrp and same.wrp say the same\n");
    let other = run(&["old.wrp", "new.wrp"]);
    assert_eq!((code(&other), stderr(&other)), (1, ""));

    fs::write(folder.path().join("level.details"), encode_details(&details()).unwrap()).unwrap();
    fs::write(folder.path().join("cut.wrp"), &wrp::encode(&world()).unwrap()[..500]).unwrap();
    for (args, words) in [
        (["old.wrp", "nowhere.wrp"], "there is no such file"),
        (["cut.wrp", "old.wrp"], "cut.wrp"),
        (["old.wrp", "level.details"], "the old file is a world and the new one a level.details"),
    ] {
        let trouble = run(&args);
        assert_eq!(code(&trouble), 2, "{args:?}");
        assert!(only_complaint(&trouble).contains(words), "{}", stderr(&trouble));
    }
    for args in [
        &["old.wrp"][..],
        &["old.wrp", "new.wrp", "-o", "heat.gif"],
        &["old.wrp", "new.wrp", "-o", "new.wrp"],
        &["old.wrp", "new.wrp", "-o", "-"],
        &["level.details", "level.details", "-o", "heat.png"],
    ] {
        assert_eq!(code(&run(args)), 64, "{args:?}");
    }
    assert_eq!(code(&run(&["old.wrp", "new.wrp", "-o", "nowhere/heat.png"])), 2);
}

#[test]
fn people_are_told_what_changed_where_and_how_much() {
    let folder = folder();
    let output = sward(folder.path(), &["diff", "old.wrp", "new.wrp"]);
    let text = stdout(&output);
    for words in [
        "120 of 9,216 points changed, 12,000 m2",
        "raised: 80 points, 32,000 m3; most at 600.0, 200.0 by +4.00 m (40.00 -> 44.00)",
        "lowered: 40 points, 8,000 m3; most at 300.0, 200.0 by -2.00 m",
        "60 -> 60: 1 added, 1 removed, 1 replaced, 1 moved, 1 rotated, 1 scaled",
        "added    60 data\\house.p3d at 100.00, 15.00, 500.00",
        "removed  12 data\\tree.p3d",
        "replaced 11 data\\rock.p3d at 340.00, 15.00, 540.00, was data\\tree.p3d",
        "moved    8 data\\tree.p3d at 640.00, 15.00, 500.00, shifted by +20.00, +0.00, +0.00 m",
        "turned by 57.30 degrees",
        "2.0000 times as large",
        "max object id 59 -> 60",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    assert!(!text.contains('\x1b'), "colours are for terminals");
    let short = sward(folder.path(), &["diff", "old.wrp", "new.wrp", "--limit", "2"]);
    assert!(stdout(&short).contains("and 4 more changed objects (--json lists all"), "{}", stdout(&short));
}

#[test]
fn programs_get_every_change() {
    let folder = folder();
    let output = sward(folder.path(), &["diff", "old.wrp", "new.wrp", "--json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["old"], "old.wrp");
    assert_eq!(report["equal"], false);
    assert_eq!(report["kind"], "world");
    assert_eq!(report["heights"]["method"], "point-by-point");
    assert_eq!(report["heights"]["changed"], 120);
    assert_eq!(report["heights"]["raised_m3"], 32_000.0);
    assert_eq!(report["objects"]["counts"]["moved"], 1);
    let rows = report["object_changes"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    let of = |change: &str| rows.iter().find(|row| row["change"] == change).unwrap();
    assert_eq!(of("moved")["distance_m"], 20.0);
    assert_eq!(of("moved")["old_position"], serde_json::json!([620.0, 15.0, 500.0]));
    assert_eq!(of("replaced")["old_model"], "data\\tree.p3d");
    assert!(of("added").get("old_id").is_none());
    assert_eq!(of("removed")["old_id"], 12);

    let same = sward(folder.path(), &["diff", "old.wrp", "same.wrp", "--json"]);
    let report: Value = serde_json::from_str(stdout(&same)).unwrap();
    assert_eq!((code(&same), &report["equal"]), (0, &Value::Bool(true)));
    assert_eq!(report["object_changes"], serde_json::json!([]));
}

#[test]
fn the_map_has_the_colours_of_the_changes_where_they_are() {
    let folder = folder();
    let output = sward(folder.path(), &["diff", "old.wrp", "new.wrp", "-o", "heat.png"]);
    assert_eq!((code(&output), stderr(&output)), (1, ""));
    let file = fs::File::open(folder.path().join("heat.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    let [width, height] = [info.width, info.height];
    assert_eq!(height, 768, "eight pixels a point");
    let left = width - 768;
    // The middle of a point, in pixels.
    let at = |x: f32, z: f32| {
        let [x, z] = [x, z].map(|metres| (metres / CELL + 0.5) * 8.0);
        let first = ((height - 1 - z as u32) * width + left + x as u32) as usize * 3;
        [rgb[first], rgb[first + 1], rgb[first + 2]]
    };
    let [red, green, blue] = at(650.0, 240.0);
    assert!(red > 120 && red > 2 * green.max(blue), "raised: {:?}", at(650.0, 240.0));
    let [red, green, blue] = at(320.0, 240.0);
    assert!(blue > 120 && blue > 2 * red && blue > green, "lowered: {:?}", at(320.0, 240.0));
    let [red, green, blue] = at(500.0, 800.0);
    assert!(red.abs_diff(green) < 8 && green.abs_diff(blue) < 12, "land as it was is grey");
    let [red, _, blue] = at(50.0, 800.0);
    assert!(blue > red + 15, "the sea is bluish");
    for (kind, x, z) in [
        (ChangeKind::Added, 100.0, 500.0),
        (ChangeKind::Removed, 380.0, 540.0),
        (ChangeKind::Replaced, 340.0, 540.0),
        (ChangeKind::Moved, 640.0, 500.0),
        (ChangeKind::Rotated, 660.0, 500.0),
        (ChangeKind::Scaled, 300.0, 540.0),
    ] {
        assert_eq!(at(x, z), color_of(kind), "{kind:?}");
    }
}

#[test]
fn a_map_of_another_grid_says_so_and_compares_what_overlaps() {
    let folder = folder();
    let mut finer = World::flat(Variant::Oprw(24), [POINTS; 2], [2 * POINTS; 2], CELL);
    for (index, height) in (0..).zip(&mut finer.elevation.cells) {
        *height = (index % (2 * POINTS)) as f32 * 0.5 - 20.0;
    }
    write(folder.path(), "finer.wrp", &World { objects: Vec::new(), ..finer });
    let output = sward(folder.path(), &["diff", "old.wrp", "finer.wrp", "-o", "heat.png"]);
    let text = stdout(&output);
    assert!(
        text.contains("the grids differ: 96 x 96 points, 10 m apart -> 192 x 192 points, 5 m apart"),
        "{text}"
    );
    assert!(text.contains("compared where both are") && !text.contains("raised"), "{text}");
    assert!(folder.path().join("heat.png").exists());
}

#[test]
fn levels_and_wii_u_files_are_compared_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    let old = details();
    let mut new = old.clone();
    new.slots[0].parts[0].density = [15, 0, 15, 0];
    new.models[0].texture = "other".into();
    write("old.details", encode_details(&old).unwrap());
    write("new.details", encode_details(&new).unwrap());
    let text = sward(folder.path(), &["diff", "old.details", "new.details"]);
    assert_eq!(code(&text), 1);
    assert!(stdout(&text).contains("slot densities 1 of"), "{}", stdout(&text));
    assert!(stdout(&text).contains("changed  0 other: texture"), "{}", stdout(&text));

    let old = demo::island().bfres;
    let mut new = old.clone();
    new.textures.pop();
    write("old.bfres", bfres::encode(&old).unwrap());
    write("new.bfres", bfres::encode(&new).unwrap());
    let text = sward(folder.path(), &["diff", "old.bfres", "new.bfres"]);
    assert_eq!(code(&text), 1);
    let gone = &old.textures.last().unwrap().name;
    assert!(stdout(&text).contains(&format!("removed  {gone}")), "{}", stdout(&text));
    assert_eq!(code(&sward(folder.path(), &["diff", "old.bfres", "old.bfres"])), 0);
}
