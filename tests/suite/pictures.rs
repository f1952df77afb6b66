//! What is drawn is right in ways that need no golden: no holes, the same twice, nearly the same through OpenGL, and
//! every layer is seen.

use sward::demo;
use sward::formats::bytes::Warnings;
use sward::gpu::{Backend, Gpu};
use sward::render::{self, Picture, Renderer, Target, View};
use sward::scatter::Rules;
use sward::scene::Scene;
use sward::scene::assemble::{Grass, Parts};
use sward::scene::clutter::Planting;
use sward::scene::heightfield::Heightfield;

fn open(backend: Backend) -> Gpu {
    Gpu::open(backend).unwrap_or_else(|error| panic!("{error}"))
}

fn draw(gpu: &Gpu, scene: &mut Scene, camera: &str, change: impl Fn(&mut View)) -> Picture {
    let samples = 4;
    let renderer =
        Renderer::new(gpu, Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples }).unwrap();
    let mut view = View::new(camera.parse().unwrap(), [256, 144]);
    change(&mut view);
    let data = renderer.upload(gpu, scene, view.sun, false).unwrap();
    render::shot(gpu, &renderer, &data, &view).unwrap()
}

fn island() -> Scene {
    let demo::Island { world, details, atlas, .. } = demo::island();
    let parts = Parts {
        name: "island".to_owned(),
        world: Some(world),
        grass: Some(Grass::Level(details, Some(atlas))),
        ..Parts::default()
    };
    let rules = Rules { step: 0.6, ..Rules::default() };
    let planting = Planting { rules, ..Planting::default() };
    Scene::assemble(parts, &planting, &mut Warnings::default()).unwrap()
}

/// Steep bumps without a sea: heights from a fixed sequence, so that no level of detail fits another.
fn bumps(cell: f32) -> Scene {
    let size = 513;
    let mut state = 7u32;
    let heights = (0..size * size)
        .map(|_| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            (state >> 16) as f32 / 65_536.0 * 6.0 * cell
        })
        .collect();
    let ground = Heightfield { width: size, depth: size, cell, origin: [0.0; 2], heights };
    Scene {
        name: "bumps".to_owned(),
        mesh: None,
        models: None,
        timeline: Default::default(),
        bound: Vec::new(),
        sea_level: None,
        land_cell: None,
        objects: Default::default(),
        roads: Default::default(),
        peaks: Vec::new(),
        clutter: None,
        seed: None,
        sources: Default::default(),
        overlay: None,
        ground,
    }
}

/// How far two pictures are apart: mean difference of a channel, and the share of pixels that differ by more than 32.
fn difference(a: &Picture, b: &Picture) -> (f64, f64) {
    assert_eq!(a.size, b.size);
    let (mut sum, mut far) = (0u64, 0usize);
    for (a, b) in a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)) {
        let most = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).max().unwrap();
        sum += most;
        far += usize::from(most > 32);
    }
    let pixels = (a.rgba.len() / 4) as f64;
    (sum as f64 / pixels, far as f64 / pixels)
}

const OVERVIEW: &str = "-500,1500,-500,45,-32,45";
const MEADOW: &str = "1000,22,1010,30,-5";
const VILLAGE: &str = "1020,110,960,0,-40";

#[test]
fn the_same_scene_gives_the_same_pixels_twice() {
    let mut scene = island();
    for camera in [OVERVIEW, MEADOW] {
        let first = draw(&open(Backend::Auto), &mut scene, camera, |_| {});
        let again = draw(&open(Backend::Auto), &mut scene, camera, |_| {});
        assert!(first.rgba == again.rgba, "{camera}: {:?}", difference(&first, &again));
        assert_eq!(first.drawn, again.drawn);
    }
}

#[test]
fn opengl_gives_nearly_the_same_picture_and_draws_the_same() {
    let mut scene = island();
    for camera in [OVERVIEW, MEADOW] {
        let vulkan = draw(&open(Backend::Auto), &mut scene, camera, |_| {});
        let gl = draw(&open(Backend::Gl), &mut scene, camera, |_| {});
        // Edges of leaves fall on other samples; Mesa 22.3 gives a mean of 0.07 and 0.02 %.
        let (mean, far) = difference(&vulkan, &gl);
        assert!(mean < 1.0 && far < 0.005, "{camera}: mean {mean:.2}, far {far:.4}");
        let (vulkan, gl) = (vulkan.drawn, gl.drawn);
        assert!(vulkan.objects.abs_diff(gl.objects) <= 2, "{vulkan:?} {gl:?}");
        assert!(vulkan.plants.abs_diff(gl.plants) <= vulkan.plants / 1000, "{vulkan:?} {gl:?}");
    }
}

#[test]
fn opengl_draws_the_relief_of_a_terrain_of_any_size() {
    let (gl, vulkan) = (open(Backend::Gl), open(Backend::Auto));
    // One band of rows, exactly one, one and a row, and six square ones.
    for [width, depth] in [[64, 64], [256, 256], [256, 257], [256, 1536]] {
        let mut scene = bumps(2.0);
        let heights =
            (0..width * depth).map(|i| ((i % width) as f32 * 0.1).sin() * 9.0 + (i / width) as f32 * 0.05);
        scene.ground = Heightfield { width, depth, heights: heights.collect(), ..scene.ground };
        let camera = "-40,90,-40,45,-30";
        let [a, b] = [&vulkan, &gl].map(|gpu| draw(gpu, &mut scene, camera, |_| {}));
        let (mean, far) = difference(&a, &b);
        assert!(mean < 1.0 && far < 0.005, "{width} x {depth}: mean {mean:.2}, far {far:.4}");
    }
}

#[test]
fn the_ground_has_no_holes_between_its_levels_of_detail() {
    let gpu = open(Backend::Auto);
    // Straight down and aslant, from heights at which two to four levels are seen at once.
    for (cell, camera) in
        [(1.0, "256,90,200,20,-50"), (1.0, "256,260,256,0,-90"), (10.0, "2000,300,1800,70,-40")]
    {
        let picture = draw(&gpu, &mut bumps(cell), camera, |_| {});
        // The sky is blue, the ground is not.
        let sky = |pixel: &[u8]| pixel[2] > pixel[0].saturating_add(24);
        let holes = picture.rgba.chunks_exact(4).filter(|pixel| sky(pixel)).count();
        assert_eq!(holes, 0, "{camera} at {cell} m");
        assert!(picture.drawn.triangles > 20_000, "{:?}", picture.drawn);
    }
}

#[test]
fn every_layer_of_the_island_is_seen() {
    let gpu = open(Backend::Auto);
    let mut scene = island();
    let whole = draw(&gpu, &mut scene, OVERVIEW, |_| {});
    let large = draw(&gpu, &mut scene, OVERVIEW, |view| view.size = [1280, 720]);
    assert!(large.drawn.objects > 5_000, "{:?}", large.drawn);
    let near = draw(&gpu, &mut scene, MEADOW, |_| {});
    let village = draw(&gpu, &mut scene, VILLAGE, |_| {});
    assert!(near.drawn.plants > 250, "{:?}", near.drawn);

    let labelled = draw(&gpu, &mut scene, OVERVIEW, |view| view.labels = true);
    assert!(difference(&whole, &labelled).1 > 0.001, "labels");
    let evening = draw(&gpu, &mut scene, OVERVIEW, |view| view.sun.elevation_deg = 4.0);
    assert!(difference(&whole, &evening).0 > 10.0, "sun");
    let without = |change: fn(&mut Scene)| {
        let mut scene = island();
        change(&mut scene);
        scene
    };
    type Change = fn(&mut Scene);
    let layers: [(&str, &str, Change, f64); 4] = [
        ("objects", OVERVIEW, |scene| scene.objects = Default::default(), 0.005),
        ("roads", VILLAGE, |scene| scene.roads = Default::default(), 0.005),
        ("sea", OVERVIEW, |scene| scene.sea_level = None, 0.2),
        ("grass", MEADOW, |scene| scene.clutter = None, 0.06),
    ];
    for (name, camera, change, least) in layers {
        let bare = draw(&gpu, &mut without(change), camera, |_| {});
        let full = [(OVERVIEW, &whole), (MEADOW, &near), (VILLAGE, &village)];
        let full = full.into_iter().find(|(of, _)| *of == camera).unwrap().1;
        let (_, far) = difference(full, &bare);
        assert!(far > least, "{name}: only {far:.5} of the pixels change");
    }
}

#[test]
fn the_games_own_ring_ends_the_grass_and_fades_it_wherever_the_level_lies() {
    let gpu = open(Backend::Auto);
    let drawn = |ring: Option<f32>, moved: [f64; 2]| {
        let mut scene = island();
        if let Some(clutter) = &mut scene.clutter {
            (clutter.ring, clutter.moved) = (ring, moved);
        }
        let picture = draw(&gpu, &mut scene, MEADOW, |_| {});
        (picture.drawn.plants, picture)
    };
    let (all, whole) = drawn(Some(300.0), [0.0; 2]);
    let (near, ring) = drawn(Some(12.0), [0.0; 2]);
    assert!(near > 30 && near * 4 < all, "{near} of {all}");
    assert!(difference(&whole, &ring).1 > 0.02, "the rest of the meadow is bare");
    // What is at the edge has shrunk to nothing: a ring that ends a little later looks nearly the same.
    let (_, wider) = drawn(Some(12.5), [0.0; 2]);
    assert!(difference(&ring, &wider).0 < 1.0, "{:?}", difference(&ring, &wider));
    // Moved by odd metres, so that slots don't lie on even ones: the ring is still one of the slots.
    let (moved, _) = drawn(Some(12.0), [101.0, 57.0]);
    assert!(moved > 30 && moved * 4 < all, "{moved}");
}

#[test]
fn one_sample_a_pixel_is_drawn_too() {
    let gpu = open(Backend::Auto);
    let renderer =
        Renderer::new(&gpu, Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 1 }).unwrap();
    let mut scene = island();
    let view = View { labels: true, ..View::new(MEADOW.parse().unwrap(), [256, 144]) };
    let data = renderer.upload(&gpu, &mut scene, view.sun, true).unwrap();
    let rough = render::shot(&gpu, &renderer, &data, &view).unwrap();
    let smooth = draw(&gpu, &mut island(), MEADOW, |view| view.labels = true);
    let (mean, _) = difference(&rough, &smooth);
    assert!(mean > 0.5 && mean < 30.0, "the same place, with rougher edges: {mean:.2}");
}

#[test]
fn a_picture_larger_than_the_adapter_can_draw_names_the_limit() {
    let gpu = open(Backend::Auto);
    let renderer =
        Renderer::new(&gpu, Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 1 }).unwrap();
    let view = View::new(OVERVIEW.parse().unwrap(), [gpu.limits.max_texture_dimension_2d + 1, 16]);
    let data = renderer.upload(&gpu, &mut bumps(1.0), view.sun, true).unwrap();
    let error = render::shot(&gpu, &renderer, &data, &view).unwrap_err().to_string();
    assert!(error.contains("max_texture_dimension_2d"), "{error}");
}

#[test]
fn far_from_the_origin_the_ground_is_drawn_the_same() {
    let gpu = open(Backend::Auto);
    let mut near = bumps(2.0);
    let mut far = bumps(2.0);
    far.ground.origin = [30_000.0, 30_000.0];
    let here = draw(&gpu, &mut near, "500.125,20,400.25,30,-20", |_| {});
    let there = draw(&gpu, &mut far, "30500.125,20,30400.25,30,-20", |_| {});
    let (mean, share) = difference(&here, &there);
    assert!(mean < 0.5 && share < 0.001, "mean {mean:.3}, share {share:.5}");
}
