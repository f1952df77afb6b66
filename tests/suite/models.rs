//! Models with materials of their own are drawn as their files mean them: the right way round, lit, cut out and blended.

use sward::formats::bfres::{Block, Texture};
use sward::gpu::{Backend, Gpu};
use sward::render::{self, Picture, Renderer, SunDirection, Target, View};
use sward::scene::Scene;
use sward::scene::ground_mesh::packed_normal;
use sward::scene::models::{
    AlphaTest, Blend, MaterialState, ModelLevel, ModelMaterial, ModelSampler, ModelShape, ModelTexture,
    ModelVertex, Models, Sides, Surface, TexelFormat, TextureUse, Wrap, uv_matrix,
};
use sward::scene::overview;
use sward::scene::timeline::Moment;

const BACKENDS: [Backend; 2] = [Backend::Auto, Backend::Gl];

pub const RED: [u8; 4] = [255, 0, 0, 255];
pub const GREEN: [u8; 4] = [0, 255, 0, 255];
pub const BLUE: [u8; 4] = [0, 0, 255, 255];
pub const WHITE: [u8; 4] = [255; 4];
const CLEAR: [u8; 4] = [255, 255, 255, 0];

/// A camera and a light.
fn view(camera: &str) -> View {
    let camera = camera.parse().unwrap();
    View::new(camera, [160, 90])
}

fn draw_on(backend: Backend, models: &Models, view: &View, states: Option<&[MaterialState]>) -> Picture {
    let gpu = Gpu::open(backend).unwrap_or_else(|error| panic!("{error}"));
    let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 4 };
    let renderer = Renderer::new(&gpu, target).unwrap();
    let mut scene = Scene::of_models("models".to_owned(), models.clone());
    let mut data = renderer.upload(&gpu, &mut scene, view.sun, true).unwrap();
    if let Some(states) = states {
        data.show(&gpu, &Moment { materials: states.to_vec(), bound: Vec::new() });
    }
    render::shot(&gpu, &renderer, &data, view).unwrap()
}

fn draw(models: &Models, camera: &str) -> Picture {
    draw_on(Backend::Auto, models, &view(camera), None)
}

/// The colour at a place in parts of the picture, from the upper left corner.
pub fn at(picture: &Picture, [x, y]: [f32; 2]) -> [u8; 3] {
    let [x, y] = [x * picture.size[0] as f32, y * picture.size[1] as f32].map(|place| place as usize);
    let first = (y * picture.size[0] as usize + x) * 4;
    picture.rgba[first..first + 3].try_into().unwrap()
}

fn is(color: [u8; 3], expected: [u8; 4]) -> bool {
    let [most, rest] = [true, false].map(|wanted| (0..3).filter(move |&k| (expected[k] > 127) == wanted));
    let least = most.map(|k| color[k]).min().unwrap_or(255);
    let most = rest.map(|k| color[k]).max().unwrap_or(0);
    u32::from(least) > u32::from(most) + 60
}

#[track_caller]
pub fn assert_is(picture: &Picture, place: [f32; 2], expected: [u8; 4]) {
    let found = at(picture, place);
    assert!(is(found, expected), "{found:?} at {place:?}, not {expected:?}");
}

fn texture(name: &str, size: [u32; 2], texels: &[[u8; 4]]) -> ModelTexture {
    ModelTexture {
        file: 0,
        name: name.to_owned(),
        size,
        format: TexelFormat::Rgba8,
        srgb: true,
        channels: [0, 1, 2, 3],
        red_alone: false,
        levels: vec![texels.concat()],
    }
}

/// Four fields: red and green above, blue and white below, each of 8 x 8 texels.
pub fn fields_rgba() -> Vec<u8> {
    (0..256).flat_map(|i| [[RED, GREEN], [BLUE, WHITE]][i / 128][(i % 16) / 8]).collect()
}

fn fields() -> ModelTexture {
    ModelTexture { levels: vec![fields_rgba()], ..texture("fields", [16, 16], &[]) }
}

fn sampler(name: &str, used_as: TextureUse, texture: u32) -> ModelSampler {
    ModelSampler {
        name: name.to_owned(),
        used_as: Some(used_as),
        texture: Some(texture),
        wrap: [Wrap::Repeat; 2],
    }
}

fn material(name: &str, texture: u32) -> ModelMaterial {
    ModelMaterial {
        file: 0,
        model: "model".to_owned(),
        name: name.to_owned(),
        samplers: vec![sampler("_a0", TextureUse::Albedo, texture)],
        surface: Surface::Solid,
        sides: Sides::Front,
        is_hidden: true,
        hides: true,
        albedo_matrix: uv_matrix::IDENTITY,
        bake_places: [[1.0, 1.0, 0.0, 0.0]; 2],
        visible: true,
    }
}

/// Adds a square of 2 m, seen from `eye` (which looks along `yaw`, degrees) with its texture upright.
fn square(models: &mut Models, material: u32, middle: [f32; 3], yaw_deg: f32, color: [u8; 4]) {
    let (sin, cos) = yaw_deg.to_radians().sin_cos();
    let first = models.vertices.len() as u32;
    for [u, v] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
        let [right, up] = [u * 2.0 - 1.0, 1.0 - v * 2.0];
        models.vertices.push(ModelVertex {
            position: [middle[0] + right * cos, middle[1] + up, middle[2] - right * sin],
            normal: packed_normal(glam::Vec3::new(-sin, 0.0, -cos)),
            color,
            uv: [u, v],
            bake_uv: [u, v],
        });
    }
    add_shape(models, material, first, &[[0, 1, 2, 0, 2, 3].as_slice()]);
}

/// Adds a shape of the vertices from `first` on, with the indices of its levels.
fn add_shape(models: &mut Models, material: u32, first: u32, levels: &[&[u32]]) {
    let corners = models.vertices[first as usize..].iter().map(|vertex| glam::Vec3::from(vertex.position));
    let (min, max) =
        corners.fold((glam::Vec3::MAX, glam::Vec3::MIN), |(min, max), p| (min.min(p), max.max(p)));
    let mut shape = ModelShape { material, min: min.into(), max: max.into(), ..Default::default() };
    for level in levels {
        shape.levels.push(ModelLevel { first: models.indices.len() as u32, count: level.len() as u32 });
        models.indices.extend(level.iter().map(|index| first + index));
    }
    models.shapes.push(shape);
}

/// A square that faces south, its middle 1 m over the origin.
fn sign(material: ModelMaterial, textures: Vec<ModelTexture>) -> Models {
    let mut models = Models { materials: vec![material], textures, ..Models::default() };
    square(&mut models, 0, [0.0, 1.0, 0.0], 0.0, WHITE);
    models
}

/// Straight at the sign from the south; it fills the picture's middle.
const BEFORE: &str = "0,1,-3,0,0,50";
const BEHIND: &str = "0,1,3,180,0,50";
const UPPER_LEFT: [f32; 2] = [0.4, 0.3];
const UPPER_RIGHT: [f32; 2] = [0.6, 0.3];
const LOWER_LEFT: [f32; 2] = [0.4, 0.7];
const LOWER_RIGHT: [f32; 2] = [0.6, 0.7];
const MIDDLE: [f32; 2] = [0.48, 0.52];
const BESIDE: [f32; 2] = [0.05, 0.2];

#[test]
fn a_texture_is_read_from_the_left_and_from_above_on_every_side_of_a_house() {
    let mut models =
        Models { materials: vec![material("wall", 0)], textures: vec![fields()], ..Models::default() };
    let sides = [
        (0.0, [0.0, 1.0, -1.0]),
        (90.0, [-1.0, 1.0, 0.0]),
        (180.0, [0.0, 1.0, 1.0]),
        (270.0, [1.0, 1.0, 0.0]),
    ];
    for (yaw, middle) in sides {
        square(&mut models, 0, middle, yaw, WHITE);
    }
    for backend in BACKENDS {
        for camera in ["0,1,-4,0,0,50", "-4,1,0,90,0,50", "0,1,4,180,0,50", "4,1,0,270,0,50"] {
            let picture = draw_on(backend, &models, &view(camera), None);
            assert_is(&picture, UPPER_LEFT, RED);
            assert_is(&picture, UPPER_RIGHT, GREEN);
            assert_is(&picture, LOWER_LEFT, BLUE);
        }
    }
}

#[test]
fn backs_are_left_out_as_the_material_says() {
    let drawn = |sides, camera| {
        let picture = draw(&sign(ModelMaterial { sides, ..material("sign", 0) }, vec![fields()]), camera);
        is(at(&picture, UPPER_LEFT), RED) || is(at(&picture, UPPER_LEFT), GREEN)
    };
    for (sides, before, behind) in
        [(Sides::Front, true, false), (Sides::Back, false, true), (Sides::Both, true, true)]
    {
        assert_eq!([drawn(sides, BEFORE), drawn(sides, BEHIND)], [before, behind], "{sides:?}");
    }
    // Seen from behind, left is right.
    let both = ModelMaterial { sides: Sides::Both, ..material("sign", 0) };
    assert_is(&draw(&sign(both, vec![fields()]), BEHIND), UPPER_LEFT, GREEN);
}

#[test]
fn a_material_that_is_not_visible_is_not_drawn() {
    let picture =
        draw(&sign(ModelMaterial { visible: false, ..material("sign", 0) }, vec![fields()]), BEFORE);
    assert_eq!(picture.drawn.triangles, 0);
    assert!(!is(at(&picture, UPPER_LEFT), RED));
}

#[test]
fn alpha_that_fails_its_test_leaves_a_hole() {
    let half = [0, 255, 0, 120];
    let tested = |reference, under| {
        let surface = Surface::Tested(AlphaTest { reference, under });
        let holes = texture("holes", [2, 2], &[RED, CLEAR, half, RED]);
        let clamped = ModelSampler { wrap: [Wrap::Clamp; 2], ..sampler("_a0", TextureUse::Albedo, 0) };
        let material = ModelMaterial { surface, samplers: vec![clamped], ..material("sign", 0) };
        draw(&sign(material, vec![holes]), BEFORE)
    };
    let corners = [[0.36, 0.2], [0.64, 0.2], [0.36, 0.8]];
    let drawn = |picture: &Picture| corners.map(|place| !is_sky(at(picture, place)));
    assert_eq!(drawn(&tested(0.5, false)), [true, false, false]);
    assert_eq!(drawn(&tested(0.3, false)), [true, false, true]);
    assert_eq!(drawn(&tested(0.5, true)), [false, true, true]);
}

#[test]
fn a_translucent_surface_keeps_its_alpha_test() {
    let blend = |test| {
        let surface = Surface::Translucent(Blend::Over, test);
        let textures = vec![texture("pale", [1, 1], &[[255, 0, 0, 110]])];
        at(&draw(&sign(ModelMaterial { surface, ..material("sign", 0) }, textures), BEFORE), MIDDLE)
    };
    assert!(!is_sky(blend(None)));
    assert!(!is_sky(blend(Some(AlphaTest { reference: 0.3, under: false }))));
    assert!(is_sky(blend(Some(AlphaTest { reference: 0.5, under: false }))));
}

#[test]
fn emission_moves_with_the_matrix_of_the_albedo() {
    let mut glowing = material("sign", 0);
    glowing.samplers.push(sampler("_e0", TextureUse::Emission, 1));
    let black = [0, 0, 0, 255];
    let textures =
        vec![texture("black", [1, 1], &[black]), texture("glow", [4, 1], &[GREEN, GREEN, black, black])];
    glowing.albedo_matrix[0][2] = 0.5;
    assert_is(&draw(&sign(glowing, textures), BEFORE), [0.58, 0.5], GREEN);
}

/// Behind the signs is the horizon.
fn is_sky([r, g, b]: [u8; 3]) -> bool {
    b > r && b >= g && r > 150
}

#[test]
fn translucent_surfaces_lie_over_what_is_behind_them_whatever_their_order() {
    let glass = |name: &str, texture| ModelMaterial {
        surface: Surface::Translucent(Blend::Over, None),
        ..material(name, texture)
    };
    let half = |[r, g, b, _]: [u8; 4]| [r, g, b, 128];
    let textures = vec![
        texture("red", [1, 1], &[half(RED)]),
        texture("green", [1, 1], &[half(GREEN)]),
        texture("blue", [1, 1], &[BLUE]),
    ];
    let materials = vec![glass("red", 0), glass("green", 1), material("blue", 2)];
    let seen = |order: [usize; 3]| {
        let mut models =
            Models { materials: materials.clone(), textures: textures.clone(), ..Models::default() };
        for index in order {
            square(&mut models, index as u32, [0.0, 1.0, [0.0, 0.5, 1.0][index]], 0.0, WHITE);
        }
        at(&draw(&models, BEFORE), MIDDLE)
    };
    let [r, g, b] = seen([0, 1, 2]);
    assert!(r > g.saturating_add(20) && g > 60 && b > 60, "red is nearest: {:?}", [r, g, b]);
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1]] {
        assert_eq!(seen(order), [r, g, b], "{order:?}");
    }
}

/// A square of a material before a blue wall.
fn before_blue(front: ModelMaterial, texel: [u8; 4]) -> [u8; 3] {
    let mut models = Models {
        materials: vec![front, material("wall", 1)],
        textures: vec![texture("front", [1, 1], &[texel]), texture("blue", [1, 1], &[BLUE])],
        ..Models::default()
    };
    square(&mut models, 0, [0.0, 1.0, 0.0], 0.0, WHITE);
    square(&mut models, 1, [0.0, 1.0, 1.0], 0.0, WHITE);
    at(&draw(&models, BEFORE), MIDDLE)
}

#[test]
fn light_is_added_to_what_is_behind_it_and_a_filter_takes_from_it() {
    let blended = |blend, texel| {
        let surface = Surface::Translucent(blend, None);
        before_blue(ModelMaterial { surface, hides: false, ..material("front", 0) }, texel)
    };
    let black = [0, 0, 0, 255];
    let [_, _, blue] = blended(Blend::Added, black);
    assert!(blue > 100, "nothing is added: the wall alone");
    let [r, _, b] = blended(Blend::Added, [255, 0, 0, 0]);
    assert!(r > 100 && b >= blue, "{r} {b} {blue}");
    let [r, _, b] = blended(Blend::AddedByAlpha, [255, 0, 0, 0]);
    assert!(r < 60 && b.abs_diff(blue) < 3, "{r} {b} {blue}");
    let [r, g, b] = blended(Blend::Multiplied, [255, 255, 0, 255]);
    assert!(r < 60 && g < 60 && b < 20, "a yellow filter takes all blue: {:?}", [r, g, b]);
    let [_, _, b] = blended(Blend::Multiplied, WHITE);
    assert!(b.abs_diff(blue) < 3, "a clear one takes nothing: {b} {blue}");
}

#[test]
fn a_sky_of_a_model_lies_over_the_sky_and_behind_all_else() {
    let mut models = Models {
        materials: vec![ModelMaterial { hides: false, ..material("dome", 0) }, material("wall", 1)],
        textures: vec![texture("red", [1, 1], &[RED]), texture("blue", [1, 1], &[BLUE])],
        ..Models::default()
    };
    square(&mut models, 0, [0.0, 1.0, 0.0], 0.0, WHITE);
    let alone = draw(&models, BEFORE);
    assert_is(&alone, MIDDLE, RED);
    // Behind the dome on the file's list and behind it in space: what hides nothing is covered by what comes after it.
    let glass = ModelMaterial {
        surface: Surface::Translucent(Blend::Over, None),
        hides: false,
        ..material("glass", 1)
    };
    models.materials[1] = glass;
    square(&mut models, 1, [0.0, 1.0, 1.0], 0.0, WHITE);
    assert_is(&draw(&models, BEFORE), MIDDLE, BLUE);
    // A solid wall before it hides it.
    models.materials[1] = material("wall", 1);
    for vertex in &mut models.vertices[4..] {
        vertex.position[2] = -0.5;
    }
    models.shapes[1].min[2] = -0.5;
    models.shapes[1].max[2] = -0.5;
    assert_is(&draw(&models, BEFORE), MIDDLE, BLUE);
}

#[test]
fn what_nothing_hides_is_seen_through_walls() {
    let mut models = Models {
        materials: vec![ModelMaterial { is_hidden: false, ..material("mark", 0) }, material("wall", 1)],
        textures: vec![texture("red", [1, 1], &[RED]), texture("blue", [1, 1], &[BLUE])],
        ..Models::default()
    };
    square(&mut models, 0, [0.0, 1.0, 1.0], 0.0, WHITE);
    square(&mut models, 1, [0.0, 1.0, 0.0], 0.0, WHITE);
    assert_is(&draw(&models, BEFORE), MIDDLE, RED);
    models.materials[0].is_hidden = true;
    assert_is(&draw(&models, BEFORE), MIDDLE, BLUE);
}

#[test]
fn the_colours_of_vertices_tint_the_texture() {
    let mut models = sign(material("sign", 0), vec![texture("white", [1, 1], &[WHITE])]);
    let [r, g, b] = at(&draw(&models, BEFORE), MIDDLE);
    assert!(r > 150 && g > 150 && b > 130, "{:?}", [r, g, b]);
    for vertex in &mut models.vertices {
        vertex.color = [255, 20, 20, 255];
    }
    assert_is(&draw(&models, BEFORE), MIDDLE, RED);
}

#[test]
fn emission_gives_light_in_the_shade_and_only_where_it_is() {
    let mut glowing = material("sign", 0);
    glowing.samplers.push(sampler("_e0", TextureUse::Emission, 1));
    let black = [0, 0, 0, 255];
    let textures =
        vec![texture("black", [1, 1], &[black]), texture("glow", [4, 1], &[GREEN, GREEN, black, black])];
    let picture = draw(&sign(glowing, textures), BEFORE);
    assert_is(&picture, [0.42, 0.5], GREEN);
    let [r, g, b] = at(&picture, [0.58, 0.5]);
    assert!(r < 60 && g < 60 && b < 60, "{:?}", [r, g, b]);
}

#[test]
fn baked_occlusion_is_the_red_channel_and_baked_light_is_added() {
    let baked = |samplers: &[(&str, TextureUse, u32)], bake: ModelTexture| {
        let mut material = material("sign", 0);
        material
            .samplers
            .extend(samplers.iter().map(|&(name, used_as, index)| sampler(name, used_as, index)));
        let gray = texture("gray", [1, 1], &[[128, 128, 128, 255]]);
        at(&draw(&sign(material, vec![gray, bake]), BEFORE), MIDDLE).map(i32::from)
    };
    let texel = |texel: [u8; 4]| ModelTexture { srgb: false, ..texture("bake", [1, 1], &[texel]) };
    let plain = baked(&[], texel(WHITE));
    // Green and blue of the occlusion mean nothing.
    let open = baked(&[("_b0", TextureUse::Occlusion, 1)], texel([255, 0, 0, 0]));
    assert_eq!(open, plain);
    let dark = baked(&[("_b0", TextureUse::Occlusion, 1)], texel([40, 255, 255, 255]));
    assert!((0..3).all(|k| dark[k] < plain[k] - 40), "{dark:?} beside {plain:?}");
    let lit = baked(&[("_b1", TextureUse::Light, 1)], texel([0, 255, 0, 255]));
    assert!(lit[1] > plain[1] + 12 && (lit[0] - plain[0]).abs() < 3, "{lit:?} beside {plain:?}");
    // A light that has red alone is gray.
    for channels in [[0, 4, 4, 4], [0, 1, 2, 3]] {
        let red = ModelTexture { channels, red_alone: true, ..texel([255, 0, 0, 255]) };
        let gray = baked(&[("_b1", TextureUse::Light, 1)], red);
        assert!((0..3).all(|k| gray[k] > plain[k] + 12), "{channels:?}: {gray:?} beside {plain:?}");
    }
}

#[test]
fn baked_light_has_its_own_place() {
    let mut shaded = material("sign", 0);
    shaded.samplers.push(sampler("_b0", TextureUse::Occlusion, 1));
    // The left half of the sign has the right half of the texture.
    shaded.bake_places[0] = [0.5, 1.0, 0.5, 0.0];
    let white = texture("white", [1, 1], &[WHITE]);
    let dark = [0, 0, 0, 255];
    let bake = texture("bake", [4, 1], &[dark, dark, dark, WHITE]);
    let picture = draw(&sign(shaded, vec![white, bake]), BEFORE);
    let [left, right] = [[0.42, 0.5], [0.58, 0.5]].map(|place| at(&picture, place)[0]);
    assert!(right > left.saturating_add(60), "{left} and {right}");
}

#[test]
fn beyond_its_edges_a_texture_goes_on_as_its_sampler_says() {
    let wide = |wrap: Wrap| {
        let mut models = sign(material("sign", 0), vec![texture("pair", [2, 1], &[RED, BLUE])]);
        models.materials[0].samplers[0].wrap = [wrap; 2];
        for vertex in &mut models.vertices {
            vertex.uv[0] *= 2.0; // The right half of the sign lies beyond the texture.
        }
        let picture = draw(&models, BEFORE);
        // The middles of the third and the fourth texel.
        [0.55, 0.64].map(|x| if is(at(&picture, [x, 0.5]), RED) { 'r' } else { 'b' })
    };
    assert_eq!(wide(Wrap::Repeat), ['r', 'b']);
    assert_eq!(wide(Wrap::Mirror), ['b', 'r']);
    assert_eq!(wide(Wrap::Clamp), ['b', 'b']);
}

#[test]
fn channels_come_from_where_the_texture_says() {
    let channels = |channels| {
        let textures = vec![ModelTexture { channels, ..texture("red", [1, 1], &[RED]) }];
        at(&draw(&sign(material("sign", 0), textures), BEFORE), MIDDLE)
    };
    assert!(is(channels([0, 1, 2, 3]), RED));
    assert!(is(channels([1, 0, 2, 3]), GREEN));
    assert!(is(channels([4, 4, 5, 5]), BLUE));
}

#[test]
fn a_frame_shows_other_textures_and_moves_them() {
    let textures = vec![fields(), texture("blue", [1, 1], &[BLUE])];
    let models = sign(material("sign", 0), textures);
    let rest = models.rest();
    for backend in BACKENDS {
        let shown = |change: fn(&mut MaterialState)| {
            let mut states = rest.clone();
            change(&mut states[0]);
            draw_on(backend, &models, &view(BEFORE), Some(&states))
        };
        assert_is(&shown(|_| {}), UPPER_LEFT, RED);
        assert_is(&shown(|state| state.textures[0] = Some(1)), UPPER_LEFT, BLUE);
        assert_is(&shown(|state| state.albedo_matrix[0][2] = 0.5), UPPER_LEFT, GREEN);
        assert_is(&shown(|state| state.albedo_matrix[1][2] = 0.5), UPPER_LEFT, BLUE);
    }
}

#[test]
fn what_is_small_on_the_screen_is_drawn_coarse_and_what_is_not_seen_not_at_all() {
    let mut models =
        Models { materials: vec![material("sign", 0)], textures: vec![fields()], ..Models::default() };
    square(&mut models, 0, [0.0, 1.0, 0.0], 0.0, WHITE);
    models.shapes.clear();
    models.indices.clear();
    let fine = [0, 1, 2, 0, 2, 3].repeat(50);
    add_shape(&mut models, 0, 0, &[&fine, &[0, 1, 2, 0, 2, 3, 0, 1, 2], &[0, 1, 2, 0, 2, 3]]);
    let triangles = |camera: &str| draw(&models, camera).drawn.triangles;
    assert_eq!(triangles("0,1,-1,0,0,50"), 100);
    assert_eq!(triangles("0,1,-2,0,0,50"), 3);
    assert_eq!(triangles("0,1,-20,0,0,50"), 2);
    assert_eq!(triangles("0,1,-800,0,0,50"), 0, "smaller than a pixel");
    assert_eq!(triangles("0,1,-3,180,0,50"), 0, "behind the eye");
    assert_eq!(triangles("0,1,-3,80,0,50"), 0, "beside the picture");
}

#[test]
fn a_solid_and_a_cut_out_roof_throw_their_shadows() {
    let roofed = |surface: Option<Surface>| {
        let textures = vec![texture("white", [1, 1], &[WHITE]), texture("bars", [2, 1], &[WHITE, CLEAR])];
        let roof =
            ModelMaterial { sides: Sides::Both, surface: surface.unwrap_or_default(), ..material("roof", 1) };
        let materials = vec![material("floor", 0), roof];
        let mut models = Models { materials, textures, ..Models::default() };
        let mut flat = |material, y: f32, edge: f32| {
            let first = models.vertices.len() as u32;
            for [u, v] in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] {
                models.vertices.push(ModelVertex {
                    position: [(u - 0.5) * edge, y, (0.5 - v) * edge],
                    normal: packed_normal(glam::Vec3::Y),
                    color: WHITE,
                    uv: [u, v],
                    bake_uv: [u, v],
                });
            }
            add_shape(&mut models, material, first, &[&[0, 1, 2, 0, 2, 3]]);
        };
        flat(0, 0.0, 8.0);
        if surface.is_some() {
            flat(1, 1.0, 2.0);
        }
        let sun = SunDirection { azimuth_deg: 180.0, elevation_deg: 45.0 };
        let picture = draw_on(Backend::Auto, &models, &View { sun, ..view("0,8,0,0,-90,40") }, None);
        // The shadow lies a metre north of what throws it: over the roof on the screen, to the left and to the right.
        [[0.452, 0.243], [0.548, 0.243]].map(|place| i32::from(at(&picture, place)[0]))
    };
    let [west, east] = roofed(None);
    let solid = roofed(Some(Surface::Solid));
    assert!(solid[0] < west - 30 && solid[1] < east - 30, "{solid:?} beside {:?}", [west, east]);
    let cut = roofed(Some(Surface::Tested(AlphaTest { reference: 0.5, under: false })));
    assert!(cut[0] < west - 30 && cut[1] > east - 10, "{cut:?} beside {:?}", [west, east]);
    let glass = roofed(Some(Surface::Translucent(Blend::Over, None)));
    assert!(glass[0] > west - 10, "{glass:?} beside {:?}", [west, east]);
}

#[test]
fn a_thing_of_the_size_of_a_hand_and_a_course_of_kilometres_are_both_framed() {
    for scale in [0.05f32, 1.0, 2000.0] {
        let mut models = sign(material("sign", 0), vec![fields()]);
        for vertex in &mut models.vertices {
            vertex.position = vertex.position.map(|metres| metres * scale);
        }
        for shape in &mut models.shapes {
            (shape.min, shape.max) = (shape.min.map(|m| m * scale), shape.max.map(|m| m * scale));
        }
        let scene = Scene::of_models("models".to_owned(), models.clone());
        let camera = overview::of_scene(&scene, 16.0 / 9.0);
        let picture = draw_on(Backend::Auto, &models, &View { camera, ..view(BEFORE) }, None);
        assert_is(&picture, [0.42, 0.3], RED);
        assert_is(&picture, [0.58, 0.3], GREEN);
        assert!(is_sky(at(&picture, BESIDE)), "{scale}: {:?}", at(&picture, BESIDE));
        let white = at(&picture, LOWER_RIGHT);
        assert!(white.iter().all(|&part| part > 120), "{scale}: {white:?}");
    }
}

/// The three ways of a texture: decoded with its channels selected, as blocks, and decoded for an adapter without blocks.
#[test]
fn channels_that_blocks_lack_look_the_same_however_a_texture_is_brought_to_the_gpu() {
    let red = [[220, 220, 0, 0, 0, 0, 0, 0]; 4].concat();
    let red_and_green = [[220, 220, 0, 0, 0, 0, 0, 0, 110, 110, 0, 0, 0, 0, 0, 0]; 4].concat();
    for (block, format, bytes) in [
        (Block::Bc4 { snorm: false }, TexelFormat::Bc4, red),
        (Block::Bc5 { snorm: false }, TexelFormat::Bc5, red_and_green),
    ] {
        for channels in [[0, 1, 2, 3], [1, 0, 2, 5], [2, 3, 0, 3]] {
            let file = Texture {
                channels,
                ..Texture::from_blocks("t", block, false, [8, 8], std::slice::from_ref(&bytes))
            };
            let rgba = ModelTexture {
                levels: vec![file.rgba(0, 0).unwrap()],
                srgb: false,
                ..texture("rgba", [8, 8], &[])
            };
            let blocks = ModelTexture { format, channels, levels: vec![bytes.clone()], ..rgba.clone() };
            let pictures = [&rgba, &blocks, &blocks.decoded()].map(|texture| {
                let sign = sign(material("sign", 0), vec![texture.clone()]);
                at(&draw(&sign, BEFORE), UPPER_LEFT)
            });
            assert!(
                pictures.iter().all(|&color| color == pictures[0]),
                "{format:?} {channels:?}: {pictures:?}"
            );
        }
    }
}

#[test]
fn blocks_look_as_what_they_are_decoded_to() {
    // Two blocks of BC1 beside each other over two: red, green, blue, and a ramp from black to white.
    let block = |a: u16, b: u16, bits: u32| {
        [a.to_le_bytes().to_vec(), b.to_le_bytes().to_vec(), bits.to_le_bytes().to_vec()].concat()
    };
    let levels = vec![
        [block(0xf800, 0, 0), block(0x07e0, 0, 0), block(0x001f, 0, 0), block(0xffff, 0, 0xe4e4_e4e4)]
            .concat(),
        block(0xf800, 0, 0),
    ];
    let blocks = ModelTexture { format: TexelFormat::Bc1, levels, ..texture("blocks", [8, 8], &[]) };
    let plain = blocks.decoded();
    assert_eq!(plain.levels[0].len(), 256);
    for backend in BACKENDS {
        let [a, b] = [&blocks, &plain].map(|texture| {
            draw_on(backend, &sign(material("sign", 0), vec![texture.clone()]), &view(BEFORE), None)
        });
        assert_is(&a, UPPER_LEFT, RED);
        let most = a.rgba.iter().zip(&b.rgba).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(most <= Some(4), "{most:?}");
    }
}
