//! A collision mesh is drawn as a place: lit, coloured, seen from inside and from behind.

use std::fs;

use super::command_line::{code, stderr, sward};
use super::level_example::mesh::{Face, Mesh};
use super::level_example::place::{MATERIALS, Place, house};
use super::overlays::note;
use sward::formats::xray::{Cform, GameMaterial, GameMaterials, encode_cform};
use sward::gpu::{Backend, Gpu};
use sward::render::{self, Picture, Renderer, Target, View};
use sward::scene::Scene;
use sward::scene::ground_mesh::Tint;

fn materials() -> GameMaterials {
    let material = |name: &str| GameMaterial { name: name.to_owned(), ..Default::default() };
    GameMaterials { materials: MATERIALS.map(material).to_vec(), ..Default::default() }
}

fn draw_with(backend: Backend, cform: &Cform, tint: Tint, camera: &str) -> Picture {
    let gpu = Gpu::open(backend).unwrap_or_else(|error| panic!("{error}"));
    let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 4 };
    let renderer = Renderer::new(&gpu, target).unwrap();
    let mut scene = Scene::of_mesh("level".to_owned(), cform, Some(&materials()));
    scene.mesh.as_mut().unwrap().tint = tint;
    let camera = camera.parse().unwrap();
    let view = View::new(camera, [256, 144]);
    let data = renderer.upload(&gpu, &mut scene, view.sun, false).unwrap();
    render::shot(&gpu, &renderer, &data, &view).unwrap()
}

fn draw(cform: &Cform, camera: &str) -> Picture {
    draw_with(Backend::Auto, cform, Tint::Material, camera)
}

/// A lawn of 60 x 60 metres with a house in the middle.
fn lawn() -> Cform {
    let mut mesh = Mesh::new();
    mesh.slab([-30.0, -30.0, 30.0, 30.0], 0.0, true, Face { material: 1, sector: 0 });
    house(&mut mesh, [10.0, 8.0], 4);
    mesh.into_cform()
}

/// Mean of red, green and blue over the middle of a picture.
fn middle(picture: &Picture) -> [f64; 3] {
    let width = picture.size[0] as usize;
    let inner = |i: &usize| (100..156).contains(&(i % width)) && (60..84).contains(&(i / width));
    let pixels: Vec<_> =
        picture.rgba.chunks_exact(4).enumerate().filter(|(i, _)| inner(i)).map(|(_, pixel)| pixel).collect();
    [0, 1, 2].map(|c| pixels.iter().map(|pixel| f64::from(pixel[c])).sum::<f64>() / pixels.len() as f64)
}

/// Share of the pixels that are nearly black.
fn black(picture: &Picture) -> f64 {
    let dark = picture.rgba.chunks_exact(4).filter(|pixel| pixel[..3].iter().all(|&part| part < 10)).count();
    dark as f64 / (picture.rgba.len() / 4) as f64
}

/// The sky is bluer than anything of the level.
fn is_sky([r, _, b]: [f64; 3]) -> bool {
    b > r + 10.0
}

#[test]
fn a_level_seen_from_above_is_coloured_by_what_it_is_made_of() {
    let place = Place::new(48);
    let level = place.build(30_000);
    let whole = draw(&level, "-70,60,-70,45,-32,45");
    assert!(black(&whole) < 0.005, "{}", black(&whole));
    assert!(whole.drawn.triangles > 10_000, "{:?}", whole.drawn);
    // The road is grey, the meadow green.
    let [r, g, b] = middle(&draw(&level, "0,30,-10,0,-90,20"));
    assert!((r - g).abs() < 12.0 && (g - b).abs() < 16.0, "road: {r:.0} {g:.0} {b:.0}");
    let [r, g, b] = middle(&draw(&lawn(), "20,30,-20,0,-90,20"));
    assert!(g > r && g > b + 30.0, "meadow: {r:.0} {g:.0} {b:.0}");
}

#[test]
fn a_room_under_a_roof_is_neither_black_nor_sky() {
    // In the western room, towards its walls, its floor and its ceiling.
    for look in ["0,0", "90,0", "200,-5", "270,0", "0,-85", "0,85"] {
        let picture = draw(&lawn(), &format!("-2,1.7,0.5,{look}"));
        let [r, g, b] = middle(&picture);
        assert!(r + g + b > 120.0, "{look}: {r:.0} {g:.0} {b:.0}");
        assert!(!is_sky([r, g, b]), "{look}: {r:.0} {g:.0} {b:.0}");
        assert!(black(&picture) < 0.01, "{look}: {}", black(&picture));
    }
}

#[test]
fn a_tunnel_can_be_looked_into() {
    let place = Place::new(64);
    let level = place.build(40_000);
    let ([x, z], length, floor) = place.tunnel();
    for yaw in [0, 60, 180] {
        let inside = draw(&level, &format!("{x},{},{},{yaw},5", floor + 1.7, z + length / 2.0));
        assert!(black(&inside) < 0.02, "yaw {yaw}: {}", black(&inside));
    }
}

#[test]
fn sectors_have_colours_of_their_own() {
    let lawn = lawn();
    let tinted = |tint, camera| middle(&draw_with(Backend::Auto, &lawn, tint, camera));
    // The floor of the house is another sector than the lawn, and both looks differ from those of the materials.
    let [floor, grass] = ["-2,2.4,0.5,0,-90", "20,2.4,-20,0,-90"];
    let apart = |a: [f64; 3], b: [f64; 3]| {
        // Whatever the light, by the share of each colour.
        let share = |c: [f64; 3]| c.map(|part| part / (c[0] + c[1] + c[2]));
        share(a).iter().zip(share(b)).map(|(a, b)| (a - b).abs()).sum::<f64>()
    };
    let sectors = [floor, grass].map(|camera| tinted(Tint::Sector, camera));
    let materials = [floor, grass].map(|camera| tinted(Tint::Material, camera));
    assert!(apart(sectors[0], sectors[1]) > 0.08, "{sectors:.0?}");
    assert!(apart(sectors[1], materials[1]) > 0.08, "{sectors:.0?} {materials:.0?}");
}

#[test]
fn a_camera_under_the_mesh_is_told_so_but_not_one_in_a_room() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("level.cform"), encode_cform(&lawn()).unwrap()).unwrap();
    for (camera, told) in [
        ("20,-3,-20,0,0", Some("the camera is 3.0 m under the ground; raise the Y of --camera")),
        ("20,2,-20,0,0", None),
        ("-2,1.7,0.5,0,0", None), // In the house.
        ("90,-3,-20,0,0", None),  // Beside the mesh.
    ] {
        let args = ["shot", "level.cform", "-o", "a.png", "--size", "32x18", "--camera", camera];
        let output = sward(folder.path(), &args);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let said = stderr(&output);
        assert_eq!(said.contains("under the ground"), told.is_some(), "{camera}: {said}");
        assert!(said.contains(told.unwrap_or_default()), "{camera}: {said}");
    }
}

#[test]
fn a_picture_of_sectors_has_their_key() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("level.cform"), encode_cform(&lawn()).unwrap()).unwrap();
    let shot = |tint: &str| {
        let camera = ["--camera", "20,8,-20,315,-15"];
        let args = ["shot", "level.cform", "-o", "a.png", "--size", "640x360", "--tint", tint];
        let output = sward(folder.path(), &[&args[..], &camera].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        note(&folder.path().join("a.png"), "Tint")
    };
    let key = shot("sector").unwrap();
    let lines: Vec<_> = key.lines().collect();
    assert_eq!(lines[..2], ["sector", "Sectors in view"], "{key}");
    assert!(
        lines[2].contains("sector 0: ") && lines[3].contains("sector 4: "),
        "the lawn looks larger: {key}"
    );
    assert_eq!(shot("material"), None);
}

#[test]
fn the_back_of_the_ground_is_seen_and_darker_than_its_front() {
    let lawn = lawn();
    let above = middle(&draw(&lawn, "20,10,-20,0,-80"));
    let below = middle(&draw(&lawn, "20,-10,-20,0,80"));
    let sum = |c: [f64; 3]| c.iter().sum::<f64>();
    assert!(!is_sky(below), "{below:?}");
    assert!(sum(below) < 0.7 * sum(above) && sum(below) > 40.0, "{above:.0?} {below:.0?}");
}

#[test]
fn a_house_throws_its_shadow_on_the_lawn() {
    // The sun stands in the south-east: north-west of the house is shade.
    let lawn = lawn();
    let shade = middle(&draw(&lawn, "-5.5,12,6,0,-90,20"));
    let sun = middle(&draw(&lawn, "20,12,-20,0,-90,20"));
    assert!(shade[1] < 0.75 * sun[1], "{shade:.0?} {sun:.0?}");
}

#[test]
fn the_same_mesh_gives_the_same_pixels_and_opengl_nearly_so() {
    let level = Place::new(48).build(30_000);
    for camera in ["-70,60,-70,45,-32,45", "0,6,-20,30,-10"] {
        let first = draw(&level, camera);
        assert!(first.rgba == draw(&level, camera).rgba, "{camera}");
        let gl = draw_with(Backend::Gl, &level, Tint::Material, camera);
        let apart = |(a, b): (&u8, &u8)| f64::from(a.abs_diff(*b));
        let mean = first.rgba.iter().zip(&gl.rgba).map(apart).sum::<f64>() / first.rgba.len() as f64;
        assert!(mean < 1.0, "{camera}: {mean:.2}");
    }
}

#[test]
fn the_mesh_has_no_holes_between_its_levels_of_detail() {
    // Rough ground, whose levels differ, of 400 x 400 metres.
    let edge = 400u32;
    let mut mesh = Mesh::new();
    for i in 0..=edge {
        mesh.vertices.extend((0..=edge).map(|j| {
            let rough = (i * 7919 + j * 104_729) % 97;
            [j as f32, rough as f32 / 97.0 + (j as f32 / 31.0).sin() * 4.0, i as f32]
        }));
    }
    let face = Face { material: 1, sector: 0 };
    for z in 0..edge {
        for x in 0..edge {
            let corner = |dx: u32, dz: u32| (z + dz) * (edge + 1) + x + dx;
            mesh.triangle([corner(0, 0), corner(0, 1), corner(1, 0)], face);
            mesh.triangle([corner(1, 0), corner(0, 1), corner(1, 1)], face);
        }
    }
    let field = mesh.into_cform();
    for camera in ["100,60,100,45,-50,40", "200,200,200,0,-90,50", "20,40,20,45,-35,30"] {
        let picture = draw(&field, camera);
        // Whatever lies behind is bluish, meadows are not.
        let sky = |pixel: &[u8]| pixel[2] > pixel[0];
        let holes = picture.rgba.chunks_exact(4).filter(|pixel| sky(pixel)).count();
        assert_eq!(holes, 0, "{camera}");
        assert!(picture.drawn.triangles < u64::from(edge * edge), "{camera}: {:?}", picture.drawn);
    }
}
