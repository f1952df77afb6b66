//! Overlays stand where they belong, can be read, and say what they need.

use std::fs;
use std::path::Path;

use super::command_line::{code, details as two_slots, stderr, sward};
use sward::formats::bytes::Warnings;
use sward::formats::wrp::{self, Variant, World};
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight,
    encode_details,
};
use sward::gpu::{Backend, Gpu};
use sward::render::{self, Picture, Renderer, Target, View};
use sward::scene::Scene;
use sward::scene::assemble::{Grass, Parts};
use sward::scene::clutter::Planting;
use sward::scene::overlay::NAMES;

/// Height of the flat world that the level lies on.
const GROUND: f32 = 12.0;

const NONE: Part = Part { model: None, density: [0; 4] };

fn slot(model: u16, density: u8, [bottom, top]: [f32; 2], light: u8) -> Slot {
    Slot {
        bounds: SlotBounds::Absolute { bottom, top },
        parts: [Part { model: Some(model), density: [density; 4] }, NONE, NONE, NONE],
        light: SlotLight::Baked { sun: light, hemi: light, rgb: [0; 3] },
    }
}

/// Slots of which each is something else: 6 to the east from x = 100 m on, 2 to the north from z = 60 m on, where the
/// second row lies beyond the world's end.
fn level() -> Details {
    let fits = [GROUND - 0.1, GROUND + 0.1];
    let phantom = Slot { bounds: SlotBounds::Quantised { base: 0, height: 0 }, ..slot(0, 15, fits, 3) };
    let row = [
        slot(0, 15, fits, 1),
        slot(1, 4, fits, 14),
        phantom,
        slot(0, 8, [GROUND + 3.0, GROUND + 4.0], 5), // Floats.
        slot(1, 2, [GROUND - 8.0, GROUND - 5.0], 9), // Buried.
        slot(0, 0, fits, 5),
    ];
    let triangle = [[-0.3, 0.0, 0.0], [0.0, 0.6, 0.0], [0.3, 0.0, 0.0]];
    let model = DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 1,
        min_scale: 1.0,
        max_scale: 1.0,
        vertices: triangle.map(|position| DetailVertex { position, uv: [0.0; 2] }).to_vec(),
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    Details {
        version: 3,
        size: [6, 2],
        offset: [-50, -30],
        models: vec![model; 2],
        slots: [row, row].concat(),
        warnings: Warnings::default(),
    }
}

/// 124 x 62 m of flat ground: its northern edge parts the two rows of slots.
fn world() -> World {
    let mut world = World::flat(Variant::Wvr8, [64, 32], [64, 32], 2.0);
    world.elevation.cells.fill(GROUND);
    world
}

fn scene(overlay: Option<&str>) -> Scene {
    let parts = Parts {
        world: Some(world()),
        grass: Some(Grass::Level(level(), None)),
        overlay: overlay.map(|name| name.parse().unwrap()),
        ..Parts::default()
    };
    Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap()
}

/// The same on a collision mesh of its own, with a wall around it.
fn scene_on_mesh(overlay: &str) -> Scene {
    let [low, high] = [GROUND, GROUND + 20.0];
    let mut vertices = vec![[90.0, low, 50.0], [90.0, low, 70.0], [124.0, low, 50.0], [124.0, low, 70.0]];
    vertices.extend([[90.0, high, 63.0], [90.0, low, 63.0], [124.0, high, 63.0], [124.0, low, 63.0]]);
    let faces = [[0, 1, 2], [2, 1, 3], [4, 6, 5], [5, 6, 7]];
    let triangles = faces.map(|vertices| CformTriangle { vertices, ..CformTriangle::default() }).to_vec();
    let collision = Some(Cform { version: 4, vertices, triangles, ..Cform::default() });
    let grass = Some(Grass::Level(level(), None));
    let parts = Parts { grass, collision, overlay: Some(overlay.parse().unwrap()), ..Parts::default() };
    Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap()
}

struct Studio {
    gpu: Gpu,
    renderer: Renderer,
}

impl Studio {
    fn new(backend: Backend) -> Self {
        let gpu = Gpu::open(backend).unwrap_or_else(|error| panic!("{error}"));
        let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 4 };
        let renderer = Renderer::new(&gpu, target).unwrap();
        Self { gpu, renderer }
    }

    fn draw(&self, scene: &mut Scene, camera: &str) -> Picture {
        let view = View::new(camera.parse().unwrap(), [160, 90]);
        let data = self.renderer.upload(&self.gpu, scene, view.sun, false).unwrap();
        render::shot(&self.gpu, &self.renderer, &data, &view).unwrap()
    }
}

/// Straight down on the middle of a slot of the southern row.
fn over(slot: usize) -> String {
    format!("{},16,61,0,-90", 101 + 2 * slot)
}

fn middle(picture: &Picture) -> [f32; 3] {
    let [width, height] = picture.size.map(|pixels| pixels as usize);
    let first = (height / 2 * width + width / 2) * 4;
    [0, 1, 2].map(|channel| f32::from(picture.rgba[first + channel]))
}

/// What the overlay tells in the middle of a slot of the southern row.
fn told(scene: &Scene, slot: usize) -> Option<[f32; 3]> {
    let overlay = scene.overlay.as_ref().unwrap();
    let fine = (2.0 / overlay.texel) as usize;
    let texel = (fine / 2 * overlay.size[0] as usize + slot * fine + fine / 2) * 4;
    let [r, g, b, alpha] = overlay.texels[texel..texel + 4] else { panic!("a texel has four bytes") };
    (alpha > 0).then_some([r, g, b].map(f32::from))
}

/// Linear light, in which the overlay is mixed with the ground.
fn light(color: [f32; 3]) -> [f32; 3] {
    color.map(|channel| (channel / 255.0).powf(2.2))
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|channel| (a[channel] - b[channel]).abs()).fold(0.0, f32::max)
}

#[test]
fn each_overlay_stands_on_its_slots_in_the_colours_of_its_key() {
    let studio = Studio::new(Backend::Auto);
    for (name, _) in NAMES {
        let name = name.replace("MODEL", "0");
        let mut scene = scene(Some(&name));
        let mut colors: Vec<[f32; 3]> = (0..6).filter_map(|slot| told(&scene, slot)).collect();
        colors.dedup();
        let enough = if name == "density:0" { 1 } else { 2 };
        assert!(colors.len() >= enough, "{name}: {colors:?}");
        for slot in 0..6 {
            let pixel = middle(&studio.draw(&mut scene, &over(slot)));
            let Some(color) = told(&scene, slot) else {
                let [r, g, b] = pixel;
                let grey = r.max(g).max(b) - r.min(g).min(b) < 24.0;
                assert!(grey, "{name}, slot {slot} says nothing, but is {pixel:?}");
                continue;
            };
            // The light of the ground and a little of its colour are mixed in.
            assert!(distance(pixel, color) < 80.0, "{name}, slot {slot}: {pixel:?} for {color:?}");
            let off = |color: &[f32; 3]| distance(light(pixel), light(*color));
            let others = colors.iter().filter(|other| distance(**other, color) > 60.0);
            for other in others {
                assert!(
                    off(&color) < off(other),
                    "{name}, slot {slot}: {pixel:?} for {color:?}, not {other:?}"
                );
            }
        }
    }
}

#[test]
fn an_overlay_lies_on_the_ground_of_a_collision_mesh_and_not_on_its_walls() {
    let studio = Studio::new(Backend::Auto);
    let mut scene = scene_on_mesh("slots");
    let mut met = Vec::new();
    for slot in 0..6 {
        let (pixel, color) = (middle(&studio.draw(&mut scene, &over(slot))), told(&scene, slot).unwrap());
        assert!(distance(pixel, color) < 80.0, "slot {slot}: {pixel:?} for {color:?}");
        met.push(color.map(|channel| channel as u8));
    }
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), 4, "growing, phantom, off the mesh, without density: {met:?}");
    // From the south, level with the upper half of the wall: whatever its slots tell, it stays grey.
    let [r, g, b] = middle(&studio.draw(&mut scene, &format!("103,{},40,0,0", GROUND + 12.0)));
    assert!(r.max(g).max(b) - r.min(g).min(b) < 24.0 && b < 190.0, "{:?}, and no sky", [r, g, b]);
}

#[test]
fn plants_are_drawn_where_they_hide_nothing_or_are_asked_for() {
    let studio = Studio::new(Backend::Auto);
    let camera = "104,14,54,0,-15";
    for (overlay, only, seen) in [
        (None, vec![], true),
        (Some("slots"), vec![], true),
        (Some("density"), vec![], false),
        (Some("density"), vec![0], true),
    ] {
        let mut scene = scene(overlay);
        scene.clutter.as_mut().unwrap().only = only;
        let picture = studio.draw(&mut scene, camera);
        assert_eq!(picture.drawn.plants > 0, seen, "{overlay:?}");
    }
}

#[test]
fn boxes_that_float_are_seen_over_the_ground() {
    let studio = Studio::new(Backend::Auto);
    let mut scene = scene(Some("outside-box"));
    // Level with the floating box; the ground is below the horizon.
    let camera = format!("107,{},52,0,0", GROUND + 3.5);
    let with = studio.draw(&mut scene, &camera);
    scene.overlay.as_mut().unwrap().boxes.clear();
    let without = studio.draw(&mut scene, &camera);
    let blue = |picture: &Picture| {
        let upper = picture.rgba.chunks_exact(4).take(160 * 45);
        upper.filter(|pixel| pixel[2] > pixel[0].saturating_add(60)).count()
    };
    let changed = with.rgba.chunks_exact(4).zip(without.rgba.chunks_exact(4)).filter(|(a, b)| a != b).count();
    assert!(changed > 60, "{changed} pixels");
    assert!(blue(&with) > 0, "in the colour of what floats");
}

#[test]
fn opengl_draws_the_same_overlay() {
    for (name, camera) in [("slots", "104,20,50,10,-30"), ("instances", "60,80,0,30,-35")] {
        let [a, b] = [Backend::Auto, Backend::Gl]
            .map(|backend| Studio::new(backend).draw(&mut scene(Some(name)), camera));
        let off = a.rgba.iter().zip(&b.rgba).filter(|(a, b)| a.abs_diff(**b) > 24).count();
        assert!(off * 100 < a.rgba.len(), "{name}: {off} of {} bytes", a.rgba.len());
    }
}

/// The level and its world as files.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.wrp"), wrp::encode(&world()).unwrap()).unwrap();
    fs::write(folder.path().join("level.details"), encode_details(&two_slots()).unwrap()).unwrap();
    folder
}

pub(super) fn note(path: &Path, keyword: &str) -> Option<String> {
    let bytes = fs::read(path).unwrap();
    let png = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let notes = &png.info().uncompressed_latin1_text;
    notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.clone())
}

fn pixels(path: &Path) -> ([u32; 2], Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let mut png = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let mut pixels = vec![0; png.output_buffer_size().unwrap()];
    let info = png.next_frame(&mut pixels).unwrap();
    ([info.width, info.height], pixels)
}

#[test]
fn the_key_is_in_the_picture_and_in_its_notes() {
    let folder = folder();
    let args = ["shot", "level.details", "-o", "a.png", "--size", "640x360", "--overlay", "phantom"];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let told = note(&folder.path().join("a.png"), "Overlay").unwrap();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[..2], ["phantom", "Phantom slots"]);
    assert!(lines[2].ends_with("phantom: 1") && lines[3].ends_with("has ground: 1"), "{told}");

    let ([width, height], rgb) = pixels(&folder.path().join("a.png"));
    let at = |x: u32, y: u32| &rgb[((y * width + x) * 3) as usize..][..3];
    // The paper is dark, the letters on it are bright, and the swatches have the colours that the notes tell.
    let dark = |pixel: &[u8]| pixel.iter().all(|&channel| channel < 70);
    let third: Vec<_> = (0..height).flat_map(|y| (0..width / 3).map(move |x| at(x, y))).collect();
    assert!(dark(at(9, 9)), "{:?}", at(9, 9));
    assert!(third.iter().filter(|pixel| pixel.iter().all(|&channel| channel > 200)).count() > 60, "letters");
    for line in &lines[2..4] {
        let color = [1, 3, 5].map(|at| u8::from_str_radix(&line[at..at + 2], 16).unwrap());
        assert!(third.iter().filter(|pixel| ***pixel == color).count() >= 40, "a square of {line}");
    }
}

#[test]
fn a_picture_too_small_for_the_key_is_drawn_without_it() {
    let folder = folder();
    let args = ["shot", "level.details", "-o", "a.png", "--size", "160x90", "--overlay", "slots"];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("too few for the key"), "{}", stderr(&output));
    assert!(note(&folder.path().join("a.png"), "Overlay").unwrap().starts_with("slots\n"));
}

#[test]
fn an_overlay_that_cannot_be_drawn_is_wrong_usage_and_says_what_it_needs() {
    let folder = folder();
    for (inputs, overlay, said) in [
        (&["level.details"][..], "densty", "did you mean density?; expected density, density:MODEL, slots,"),
        (
            &["a.wrp"],
            "slots",
            "the overlay slots shows the slots of a level, but there are none: name a level.details",
        ),
        (&["level.details"], "density:7", "there is no model \"7\", expected an index from 0 to 0"),
        (&["level.details"], "outside-box", "there is none: name a level.cform or a .wrp"),
    ] {
        let args =
            [&["shot"][..], inputs, &["-o", "a.png", "--size", "64x36", "--overlay", overlay]].concat();
        let output = sward(folder.path(), &args);
        assert_eq!(code(&output), 64, "{overlay}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{overlay}: {}", stderr(&output));
        assert!(!folder.path().join("a.png").exists());
    }
}

#[test]
fn every_overlay_is_in_the_help_and_in_the_readme() {
    let output = sward(Path::new("."), &["shot", "--help"]);
    let help = String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let readme = include_str!("../../README.md");
    for (name, what) in NAMES {
        assert!(help.contains(&format!("{name} {what}")), "{name}: {help}");
        assert!(readme.contains(&format!("| `{name}` | {what} |")), "README.md lacks {name}");
    }
}
