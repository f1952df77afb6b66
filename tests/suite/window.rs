//! The window, on a real X server, driven by keys and mouse.

use std::fs;
use std::path::Path;
use std::process::Command;

use sward::formats::wrp;

use super::command_line::{binarised, sward};
use super::desktop::{Desktop, poll, run_without_display};

/// A folder with a small world.
fn scene() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_world(&folder.path().join("a.wrp"), 51.5);
    folder
}

/// The world with one of its hills at a height.
fn write_world(path: &Path, height: f32) {
    let mut world = binarised();
    world.elevation.cells[9] = height;
    fs::write(path, wrp::encode(&world).unwrap()).unwrap();
}

fn pixels(path: &Path) -> (Vec<u8>, Vec<(String, String)>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    (bytes, texts.iter().map(|text| (text.keyword.clone(), text.text.clone())).collect())
}

#[test]
fn the_demo_is_flown_over_and_its_picture_is_that_of_shot() {
    let desktop = Desktop::start();
    let folder = tempfile::tempdir().unwrap();
    let mut window = desktop.open(folder.path(), &[]);
    assert!(window.shows().starts_with("the demo island"), "{}", window.said());
    let before = window.camera();
    window.xdotool(&["keydown", "w"]);
    // Held until it has flown some frames, however slow the machine is.
    poll("a camera that moves", || (window.camera().eye.distance(before.eye) > 5.0).then_some(()));
    window.xdotool(&["keyup", "w"]);
    window.hear("flew: ");
    let after: sward::scene::camera_pose::CameraPose = window.hear("camera: ").parse().unwrap();
    let way = after.eye - before.eye;
    let along = way.normalize().dot(before.forward().as_dvec3());
    assert!(along > 0.999_999, "flown {way} from {before} to {after}");
    assert_eq!((after.yaw_deg, after.pitch_deg), (before.yaw_deg, before.pitch_deg));

    window.key("F12");
    let picture = window.hear("picture: ");
    let command = window.hear("copied: ");
    assert_eq!(window.clipboard(), command);
    let (taken, texts) = pixels(picture.as_ref());
    let camera = texts.iter().find(|(keyword, _)| keyword == "Camera").unwrap();
    assert_eq!(camera.1, after.to_string());
    // In another folder, as a person would paste it.
    let elsewhere = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_sward"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let shot =
        Command::new("sh").args(["-c", &command]).current_dir(elsewhere.path()).env("PATH", path).output();
    let shot = shot.unwrap();
    assert!(shot.status.success(), "{command}: {}", String::from_utf8_lossy(&shot.stderr));
    let name = Path::new(&picture).file_name().unwrap();
    let (shot, texts_of_shot) = pixels(&elsewhere.path().join(name));
    assert!(taken == shot, "{command} draws another picture");
    assert_eq!(texts, texts_of_shot);

    // The next one doesn't take its place.
    window.key("F12");
    assert_ne!(window.hear("picture: "), picture);
    assert!(window.quit().success());
}

#[test]
fn a_saved_file_is_shown_anew_and_the_camera_stays() {
    let desktop = Desktop::start();
    let folder = scene();
    let camera = "40,200,-100,20,-40";
    let mut window = desktop.open(folder.path(), &["a.wrp", "--camera", camera]);
    window.shows();
    window.key("F12");
    let before = window.hear("picture: ");
    // Editors write another file and give it the name.
    write_world(&folder.path().join(".a.wrp.new"), 120.0);
    fs::rename(folder.path().join(".a.wrp.new"), folder.path().join("a.wrp")).unwrap();
    window.shows();
    assert_eq!(window.camera().to_string(), camera);
    window.key("F12");
    let after = window.hear("picture: ");
    assert!(pixels(before.as_ref()).0 != pixels(after.as_ref()).0, "the hill has not grown");
    // As a person would: for a file that was changed in its place, too.
    write_world(&folder.path().join("a.wrp"), 30.0);
    window.shows();
    window.key("F5");
    window.shows();
}

#[test]
fn a_file_that_is_broken_keeps_the_scene_until_it_is_whole() {
    let desktop = Desktop::start();
    let folder = scene();
    let path = folder.path().join("a.wrp");
    let mut window = desktop.open(folder.path(), &["a.wrp"]);
    window.shows();
    let before = window.camera();
    let whole = fs::read(&path).unwrap();
    let (first, second) = whole.split_at(whole.len() / 2);
    fs::write(&path, first).unwrap();
    window.hear("a.wrp: ");
    assert_eq!(window.camera(), before, "the window lives");
    let mut bytes = first.to_vec();
    bytes.extend(second);
    fs::write(&path, bytes).unwrap();
    window.shows();
    assert_eq!(window.camera(), before);
}

#[test]
fn a_file_that_fails_at_the_start_opens_the_window_and_is_shown_once_it_is_mended() {
    let desktop = Desktop::start();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wrp");
    fs::write(&path, "no world").unwrap();
    let mut window = desktop.open(folder.path(), &["a.wrp"]);
    assert!(window.hear("a.wrp: ").contains("no kind of file that Sward knows"), "{}", window.said());
    write_world(&path, 51.5);
    assert!(window.shows().starts_with("a.wrp"));
}

#[test]
fn a_lost_device_is_replaced_and_the_camera_stays() {
    let desktop = Desktop::start();
    let folder = scene();
    for backend in ["vulkan", "gl"] {
        let args = ["a.wrp", "--camera", "40,200,-100,20,-40", "--backend", backend];
        let mut window = desktop.open_with(folder.path(), &args, &[("SWARD_CAN_LOSE_DEVICE", "1")]);
        window.shows();
        window.key("ctrl+shift+l");
        window.hear("the graphics device was lost");
        window.shows();
        assert_eq!(window.camera().to_string(), "40,200,-100,20,-40");
        window.key("F12");
        assert!(fs::exists(window.hear("picture: ")).unwrap());
        assert!(window.quit().success());
    }
}

#[test]
fn the_right_button_looks_about_and_the_pointer_is_back_at_its_place() {
    let desktop = Desktop::start();
    let folder = scene();
    let mut window = desktop.open(folder.path(), &["a.wrp", "--camera", "40,200,-100,20,-40"]);
    window.shows();
    window.xdotool(&["mousemove", "700", "400"]);
    let place = window.pointer();
    window.xdotool(&["mousedown", "3"]);
    let mut yaw = 20.0;
    // Past every edge of the window, to the right and back from the left.
    let mut turned = 0.0;
    for _ in 0..12 {
        window.xdotool(&["mousemove_relative", "150", "0"]);
        let camera = window.camera();
        turned += (camera.yaw_deg - yaw).rem_euclid(360.0);
        yaw = camera.yaw_deg;
        assert_eq!(camera.pitch_deg, -40.0);
    }
    window.xdotool(&["mouseup", "3"]);
    assert!(turned > 100.0, "turned by {turned} degrees only");
    poll("the pointer at its place", || (window.pointer() == place).then_some(()));
    let camera = window.camera();
    window.xdotool(&["mousemove", "500", "300"]);
    assert_eq!(window.camera(), camera, "the button is up");
}

#[test]
fn camera_and_bookmarks_are_remembered_and_a_broken_state_is_set_aside() {
    let desktop = Desktop::start();
    let folder = scene();
    let place = "40,200,-100,20,-40";
    let mut window = desktop.open(folder.path(), &["a.wrp", "--camera", place]);
    window.shows();
    window.key("ctrl+3");
    window.xdotool(&["keydown", "s"]);
    poll("a camera that moves", || (window.camera().to_string() != place).then_some(()));
    window.xdotool(&["keyup", "s"]);
    let last = window.hear("camera: ");
    assert!(window.quit().success());

    let mut window = desktop.open(folder.path(), &["a.wrp"]);
    window.shows();
    assert_eq!(window.camera().to_string(), last);
    window.key("3");
    assert_eq!(window.hear("camera: "), place);
    assert!(window.quit().success());

    let state = folder.path().join("config/sward/state.toml");
    fs::write(&state, "recent = broken").unwrap();
    let mut window = desktop.open(folder.path(), &["a.wrp", "--camera", place]);
    window.hear("state.toml.broken");
    window.shows();
    assert!(window.quit().success());
    assert_eq!(fs::read_to_string(state.with_extension("toml.broken")).unwrap(), "recent = broken");
    assert!(fs::read_to_string(&state).unwrap().contains(place));
}

#[test]
fn loading_is_cancelled_and_nothing_is_lost() {
    let desktop = Desktop::start();
    let folder = scene();
    let mut window = desktop.open(folder.path(), &["a.wrp"]);
    window.shows();
    let before = window.camera();
    // Both keys arrive before the scene does, or Escape finds nothing to do: the window lives on either way.
    window.xdotool(&["key", "F5", "Escape"]);
    assert_eq!(window.camera(), before);
    window.key("F5");
    window.shows();
    assert_eq!(window.camera(), before);
}

#[test]
fn without_a_display_the_run_ends_with_2_and_says_what_works() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run_without_display(folder.path());
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("no window can be opened here") && said.contains("sward shot"), "{said}");
    assert!(!folder.path().join("config").exists(), "nothing was to be remembered");
}

#[test]
fn a_shader_of_ones_own_is_drawn_with_and_a_broken_one_is_told() {
    let desktop = Desktop::start();
    let folder = scene();
    let shaders = folder.path().join("shaders");
    fs::create_dir(&shaders).unwrap();
    let sky = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/sky.wgsl")).unwrap();
    fs::write(shaders.join("sky.wgsl"), &sky).unwrap();
    // It looks up, where there is nothing but sky.
    let camera = "40,200,-100,20,40";
    let mut window = desktop.open(folder.path(), &["a.wrp", "--camera", camera, "--shaders", "shaders"]);
    window.shows();
    window.key("F12");
    let before = window.hear("picture: ");
    fs::write(shaders.join("sky.wgsl"), "fn broken(").unwrap();
    window.hear("shader sky: ");
    assert_eq!(window.camera().to_string(), camera);
    let red = changed(&sky);
    fs::write(shaders.join("sky.wgsl"), red).unwrap();
    window.shows();
    window.key("F12");
    let after = window.hear("picture: ");
    assert!(pixels(before.as_ref()).0 != pixels(after.as_ref()).0, "the sky has not changed");
}

/// The shader of the sky with red added to all that it draws.
fn changed(sky: &str) -> String {
    let (head, tail) = sky.rsplit_once("return ").unwrap();
    let (color, rest) = tail.split_once(';').unwrap();
    format!("{head}return {color} + vec4f(0.2, 0.0, 0.0, 0.0);{rest}")
}

#[test]
fn an_option_hides_parts_of_the_scene() {
    let folder = scene();
    let shot = |name: &str, more: &[&str]| {
        let args = [&["shot", "a.wrp", "-o", name, "--size", "64x36"], more].concat();
        let output = sward(folder.path(), &args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        pixels(&folder.path().join(name)).0
    };
    assert_ne!(shot("all.png", &[]), shot("bare.png", &["--hide", "ground,water"]));
    let wrong = sward(folder.path(), &["shot", "a.wrp", "-o", "b.png", "--hide", "trees"]);
    assert_eq!(wrong.status.code(), Some(64));
}
