//! Wii U files become models in the world: not mirrored, with their own textures or those of other files.

use super::models::{BLUE, GREEN, RED, assert_is, at, fields_rgba};
use sward::demo;
use sward::formats::bfres::model::{Material, MeshParts};
use sward::formats::bfres::{Bfres, Model, Texture, TexturePattern, Version, decode, encode};
use sward::formats::bytes::Warnings;
use sward::gpu::{Backend, Gpu};
use sward::render::{self, Picture, Renderer, Target, View};
use sward::scene::Scene;
use sward::scene::assemble::Parts;
use sward::scene::clutter::Planting;

/// A wall of 2 x 2 m that looks along +Z of the file, its foot at the origin, with a texture that stands upright.
fn wall(texture: &str) -> Model {
    let mesh = MeshParts {
        name: "wall".to_owned(),
        positions: vec![[-1.0, 2.0, 0.5], [-1.0, 0.0, 0.5], [1.0, 0.0, 0.5], [1.0, 2.0, 0.5]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]],
        lods: vec![vec![[0, 1, 2], [0, 2, 3]]],
        ..MeshParts::default()
    };
    Model::of_meshes("house", vec![Material::plain("Mt_Wall", &[("_a0", texture)])], &[mesh])
}

fn file(models: Vec<Model>, textures: Vec<Texture>) -> Bfres {
    let made = Bfres { models, textures, ..Bfres::empty(Version([3, 4, 0, 4])) };
    decode(&encode(&made).unwrap()).unwrap()
}

fn fields(name: &str) -> Texture {
    Texture::from_rgba8(name, [16, 16], &[fields_rgba()], true)
}

fn plain(name: &str, color: [u8; 4]) -> Texture {
    Texture::from_rgba8(name, [8, 8], &[color.repeat(64)], true)
}

fn assembled(bfres: Vec<Bfres>, warnings: &mut Warnings) -> Scene {
    Scene::assemble(Parts { bfres, ..Parts::default() }, &Planting::default(), warnings).unwrap()
}

fn draw(scene: &mut Scene, camera: &str) -> Picture {
    let gpu = Gpu::open(Backend::Auto).unwrap_or_else(|error| panic!("{error}"));
    let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 4 };
    let renderer = Renderer::new(&gpu, target).unwrap();
    let camera = camera.parse().unwrap();
    let view = View::new(camera, [160, 90]);
    let data = renderer.upload(&gpu, scene, view.sun, true).unwrap();
    render::shot(&gpu, &renderer, &data, &view).unwrap()
}

/// +Z of a file is south.
const BEFORE: &str = "0,1,-3,0,0,50";
const UPPER_LEFT: [f32; 2] = [0.4, 0.3];

#[test]
fn a_model_of_a_file_looks_to_the_south_and_is_not_mirrored() {
    let mut warnings = Warnings::default();
    let mut scene = assembled(vec![file(vec![wall("fields")], vec![fields("fields")])], &mut warnings);
    assert_eq!(warnings.iter().count(), 0, "{warnings:?}");
    let picture = draw(&mut scene, BEFORE);
    assert_is(&picture, UPPER_LEFT, RED);
    assert_is(&picture, [0.6, 0.3], GREEN);
    assert_is(&picture, [0.4, 0.7], BLUE);
    assert_eq!(
        draw(&mut assembled(vec![file(vec![wall("fields")], vec![])], &mut warnings), "0,1,3,180,0,50")
            .drawn
            .triangles,
        2
    );
}

#[test]
fn a_texture_of_the_own_file_comes_first_and_then_one_of_another() {
    let shown = |files: Vec<Bfres>| draw(&mut assembled(files, &mut Warnings::default()), BEFORE);
    let own = || file(vec![wall("skin")], vec![plain("skin", RED)]);
    let other = || file(vec![], vec![plain("skin", GREEN)]);
    assert_is(&shown(vec![other(), own()]), UPPER_LEFT, RED);
    assert_is(&shown(vec![file(vec![wall("skin")], vec![]), other()]), UPPER_LEFT, GREEN);
}

#[test]
fn a_texture_that_is_nowhere_or_that_nobody_can_read_is_gray_and_told() {
    let mut odd = fields("odd");
    odd.tile_mode = 9;
    let cases = [
        (file(vec![wall("nowhere")], vec![]), "missing-model-texture"),
        (file(vec![wall("odd")], vec![odd]), "unread-model-texture"),
    ];
    for (file, kind) in cases {
        let mut warnings = Warnings::default();
        let mut scene = assembled(vec![file], &mut warnings);
        assert!(warnings.iter().any(|warning| warning.kind == kind), "{warnings:?}");
        let [r, g, b] = at(&draw(&mut scene, BEFORE), UPPER_LEFT);
        assert!(r.abs_diff(g) < 24 && g.abs_diff(b) < 24 && r > 60, "{:?}", [r, g, b]);
    }
}

#[test]
fn textures_that_only_a_pattern_names_are_there_for_its_frames() {
    let mut textures = vec![plain("skin.0", RED), plain("skin.1", GREEN), plain("bump", BLUE)];
    textures.push(fields("unused"));
    let mut file = file(vec![wall("skin.0")], textures);
    file.texture_patterns.push(TexturePattern {
        name: "skins".to_owned(),
        path: String::new(),
        flags: 0,
        last_frame: 1,
        baked_size: 0,
        bound_model: None,
        textures: vec!["skin.0".to_owned(), "skin.1".to_owned()],
        materials: Vec::new(),
        user_data: Vec::new(),
    });
    let scene = assembled(vec![file], &mut Warnings::default());
    let models = scene.models.unwrap();
    let names: Vec<_> = models.textures.iter().map(|texture| texture.name.as_str()).collect();
    assert_eq!(names, ["skin.0", "skin.1"]);
    assert_eq!(models.textures[1].name, "skin.1");
}

#[test]
fn files_without_a_model_make_no_scene_and_say_what_they_have() {
    let parts = Parts { bfres: vec![file(vec![], vec![fields("a"), fields("b")])], ..Parts::default() };
    let error =
        Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("2 textures") && error.contains("sward info"), "{error}");
}

#[test]
fn a_model_stands_in_a_world_beside_its_ground() {
    let island = demo::island();
    let mut red = wall("red");
    for material in &mut red.materials {
        material.render_state.polygon = 0; // Seen from both sides.
    }
    let bfres = vec![file(vec![red], vec![plain("red", RED)])];
    let parts = Parts { world: Some(island.world), bfres, ..Parts::default() };
    let mut scene = Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap();
    assert!(scene.models.as_ref().is_some_and(|models| !models.are_ground));
    // Models stand where their files say: this one at the corner of the world, over the sea.
    let picture = draw(&mut scene, "0,1,-4,0,0,50");
    assert_is(&picture, [0.5, 0.5], RED);
    let [r, _, b] = at(&picture, [0.1, 0.9]);
    assert!(b > r, "the sea around it");
    assert!(picture.drawn.triangles > 100, "{:?}", picture.drawn);
}
