//! `sward shot` writes a whole picture that says how it was taken, or nothing.

use std::fs;
use std::path::Path;

use super::command_line::{binarised, code, command, details, only_complaint, stderr, stdout, sward};
use sward::formats::wrp;
use sward::formats::xray::encode_details;

/// A world and grass in a folder of their own.
fn scene() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.wrp"), wrp::encode(&binarised()).unwrap()).unwrap();
    fs::write(folder.path().join("level.details"), encode_details(&details()).unwrap()).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_picture_says_how_it_was_taken_and_is_the_same_twice() {
    let folder = scene();
    let args = [
        "shot",
        "a.wrp",
        "-o",
        "a.png",
        "--size",
        "96x54",
        "--camera",
        "10,60.5,-20,30,-25",
        "--sun",
        "200,40",
    ];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "", "nothing but results when piped");
    assert!(stdout(&output).starts_with("a.png: 96 x 54, a.wrp, "), "{}", stdout(&output));
    let first = fs::read(folder.path().join("a.png")).unwrap();
    assert_eq!(code(&sward(folder.path(), &args)), 0);
    assert_eq!(fs::read(folder.path().join("a.png")).unwrap(), first);
    assert_eq!(names(folder.path()), ["a.png", "a.wrp", "level.details"]);

    let png = png::Decoder::new(std::io::Cursor::new(&first)).read_info().unwrap();
    let info = png.info();
    assert_eq!((info.width, info.height), (96, 54));
    assert!(info.srgb.is_some());
    let note = |keyword: &str| {
        let notes = &info.uncompressed_latin1_text;
        notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str())
    };
    assert_eq!(note("Camera"), Some("10,60.5,-20,30,-25"));
    assert_eq!(note("Sun"), Some("200,40"));
    assert!(note("Software").unwrap().starts_with("Sward "));
}

#[test]
fn timings_are_json_with_every_promised_key() {
    let folder = scene();
    let args =
        ["shot", "a.wrp", "level.details", "-o", "a.png", "--size", "64x36", "--samples", "1", "--timings"];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["load_ms", "upload_ms", "scatter_ms", "frame_ms", "encode_ms", "total_ms"] {
        assert!(json[key].as_f64().unwrap() >= 0.0, "{key}: {json}");
    }
    for key in ["triangles", "instances", "clutter_planted", "objects"] {
        assert!(json[key].is_u64(), "{key}: {json}");
    }
    assert!(json["adapter"].is_string() && json["backend"].is_string(), "{json}");
    assert_eq!(json["peak_memory_mib"].is_f64(), cfg!(target_os = "linux"), "{json}");
}

#[test]
fn the_readme_names_every_key_that_machines_get() {
    let folder = scene();
    let readme = include_str!("../../README.md");
    let shot = ["shot", "a.wrp", "-o", "a.png", "--size", "16x9", "--timings"];
    for args in [&["info", "a.wrp", "--json"][..], &["info", "level.details", "--json"], &shot] {
        let output = sward(folder.path(), args);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut keys: Vec<String> = json.as_object().unwrap().keys().cloned().collect();
        for nested in ["elevation", "roads"] {
            keys.extend(json[nested].as_object().into_iter().flat_map(|object| object.keys().cloned()));
        }
        keys.extend(json["models"][0].as_object().into_iter().flat_map(|object| object.keys().cloned()));
        for key in keys {
            assert!(readme.contains(&format!("`{key}`")), "{args:?}: README.md doesn't name `{key}`");
        }
    }
}

#[test]
fn what_cannot_be_written_leaves_nothing_and_ends_with_2() {
    let folder = scene();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let before = names(folder.path());
    let mut cases = vec![("folder", "it is a folder"), ("none/a.png", "there is no folder none")];
    if cfg!(target_os = "linux") {
        cases.push(("/dev/full", "No space left"));
    }
    for (name, said) in cases {
        let output = sward(folder.path(), &["shot", "a.wrp", "-o", name, "--size", "16x9"]);
        assert_eq!(code(&output), 2, "{name}: {}", stderr(&output));
        assert!(only_complaint(&output).contains(said), "{name}: {}", stderr(&output));
        assert_eq!(names(folder.path()), before, "{name}");
    }
}

#[test]
fn a_failed_run_leaves_the_picture_before_it_alone() {
    let folder = scene();
    fs::write(folder.path().join("a.png"), b"before").unwrap();
    assert_eq!(code(&sward(folder.path(), &["shot", "missing", "-o", "a.png"])), 1);
    assert_eq!(fs::read(folder.path().join("a.png")).unwrap(), b"before");
}

#[test]
fn two_worlds_are_no_scene() {
    let folder = scene();
    fs::copy(folder.path().join("a.wrp"), folder.path().join("b.wrp")).unwrap();
    let output = sward(folder.path(), &["shot", "a.wrp", "level.details", "b.wrp", "-o", "a.png"]);
    assert_eq!(code(&output), 1);
    // Before it, the warning that the grass has no texture.
    let last = stderr(&output).lines().last().unwrap();
    assert!(last.starts_with("sward: a.wrp and b.wrp are both worlds"), "{}", stderr(&output));
}

#[test]
fn grass_alone_and_on_the_ground_of_a_world_is_drawn() {
    let folder = scene();
    for inputs in [&["level.details"][..], &["level.details", "a.wrp"]] {
        let args = [&["shot"][..], inputs, &["-o", "a.png", "--size", "64x36"]].concat();
        let output = sward(folder.path(), &args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stderr(&output).contains("build_details.dds: found none in ."), "{}", stderr(&output));
    }
}

#[test]
fn a_picture_goes_down_a_pipe() {
    let folder = scene();
    let output = sward(folder.path(), &["shot", "a.wrp", "-o", "-", "--size", "16x9"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(output.stdout.starts_with(b"\x89PNG"));
    assert_eq!(names(folder.path()), ["a.wrp", "level.details"]);
}

#[cfg(unix)]
#[test]
fn a_link_still_points_to_its_file_afterwards() {
    let folder = scene();
    fs::write(folder.path().join("real.png"), b"before").unwrap();
    std::os::unix::fs::symlink("real.png", folder.path().join("link.png")).unwrap();
    assert_eq!(code(&sward(folder.path(), &["shot", "a.wrp", "-o", "link.png", "--size", "16x9"])), 0);
    assert!(fs::symlink_metadata(folder.path().join("link.png")).unwrap().is_symlink());
    assert!(fs::read(folder.path().join("real.png")).unwrap().starts_with(b"\x89PNG"));
}

/// The drivers are hidden by what their loaders read; so on Linux alone.
#[cfg(target_os = "linux")]
#[test]
fn without_an_adapter_the_run_ends_with_2_and_says_what_to_install() {
    let folder = scene();
    for backend in ["auto", "vulkan", "gl"] {
        let args = ["shot", "a.wrp", "-o", "a.png", "--backend", backend];
        let output = command(folder.path(), &args)
            .env("VK_DRIVER_FILES", "/nowhere.json")
            .env("VK_ICD_FILENAMES", "/nowhere.json")
            .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere.json")
            .output()
            .unwrap();
        assert_eq!(code(&output), 2, "{backend}: {}", stderr(&output));
        let said = only_complaint(&output);
        assert!(said.contains("no graphics adapter found") && said.contains("mesa-vulkan-drivers"), "{said}");
        assert!(!folder.path().join("a.png").exists());
    }
}

#[test]
fn a_camera_under_the_ground_is_told_so() {
    let folder = scene();
    let output = sward(
        folder.path(),
        &["shot", "a.wrp", "-o", "a.png", "--size", "32x18", "--camera", "40,-900,40,0,0"],
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("m under the ground; raise the Y of --camera"), "{}", stderr(&output));
}

#[test]
fn a_picture_never_takes_the_place_of_an_input_or_of_another_kind_of_file() {
    let folder = scene();
    for (name, reason) in [("a.wrp", "end its name in .png"), ("a.jpg", "end its name in .png")] {
        let output = sward(folder.path(), &["shot", "a.wrp", "-o", name, "--size", "32x18"]);
        assert_eq!(code(&output), 64, "{name}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
    fs::copy(folder.path().join("a.wrp"), folder.path().join("world.png")).unwrap();
    let before = fs::read(folder.path().join("world.png")).unwrap();
    let output = sward(folder.path(), &["shot", "world.png", "-o", "./world.png", "--size", "32x18"]);
    assert_eq!(code(&output), 64);
    assert!(stderr(&output).contains("it is an input"), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path().join("world.png")).unwrap(), before);
}

#[test]
fn too_fine_a_step_is_wrong_usage() {
    let folder = scene();
    let output = sward(folder.path(), &["shot", "-o", "a.png", "--size", "32x18", "--step", "0.04"]);
    assert_eq!(code(&output), 64, "{}", stderr(&output));
    assert!(stderr(&output).contains("step"), "{}", stderr(&output));
}
