//! A click finds exactly what is drawn there, whatever it is and through whichever interface.

use glam::{DVec3, Vec3};
use sward::formats::bfres::{self, decode};
use sward::formats::bytes::Warnings;
use sward::formats::wrp::{self, Object, RoadLink, Variant, World};
use sward::formats::xray::{DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight};
use sward::gpu::{Backend, Gpu};
use sward::render::{Canvas, Mark, Marked, Renderer, SceneData, Target, View};
use sward::scene::Scene;
use sward::scene::answer::{Hit, Thing, answer};
use sward::scene::assemble::{Grass, Parts};
use sward::scene::catalogue::{Hidden, ModelId};
use sward::scene::clutter::Planting;

use super::animations;

const SIZE: [u32; 2] = [320, 180];

/// A flat world of 1280 m at a height of 10 m with a row of houses of two models, and a road before them. Far in the west
/// the sea begins.
pub fn world(houses: usize) -> World {
    let mut world = World::flat(Variant::Oprw(20), [32, 32], [128, 128], 40.0);
    for (index, height) in world.elevation.cells.iter_mut().enumerate() {
        *height = if index % 128 < 10 { -5.0 } else { 10.0 };
    }
    world.models = vec!["ca\\buildings\\house_a.p3d".into(), "ca\\buildings\\house_b.p3d".into()];
    let house = |index: usize| Object {
        id: 1000 + index as i32,
        model: index as u32 % 2,
        matrix: [
            1.0,
            0.0,
            0.0,
            0.0,
            1.0,
            0.0,
            0.0,
            0.0,
            1.0,
            place(index).x as f32,
            13.0,
            place(index).z as f32,
        ],
        shape_param: 2,
    };
    world.objects = (0..houses).map(house).collect();
    world.roads = vec![RoadLink {
        cell: [15, 10],
        positions: vec![[400.0, 10.0, 420.0], [900.0, 10.0, 420.0]],
        connection_types: Vec::new(),
        object_id: 7,
        extra: None,
        model: String::new(),
        matrix: Some([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 650.0, 10.0, 420.0]),
    }];
    wrp::decode(&wrp::encode(&world).unwrap()).unwrap()
}

/// Where a house stands, on the ground: in rows of ten, 40 m apart.
pub fn place(index: usize) -> DVec3 {
    DVec3::new(500.0 + 40.0 * (index % 10) as f64, 10.0, 500.0 + 40.0 * (index / 10) as f64)
}

fn assemble(parts: Parts) -> Scene {
    let parts = Parts { keeps_sources: true, keeps_seed: true, ..parts };
    Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap()
}

/// A scene on a device.
struct Stage {
    gpu: Gpu,
    renderer: Renderer,
    scene: Scene,
    data: SceneData,
}

impl Stage {
    fn new(gpu: Gpu, mut scene: Scene) -> Self {
        let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 1 };
        let renderer = Renderer::new(&gpu, target).unwrap();
        let data = renderer.upload(&gpu, &mut scene, Default::default(), false).unwrap();
        Self { gpu, renderer, scene, data }
    }

    fn pick(&self, view: &View, pixel: [u32; 2]) -> Option<Hit> {
        self.renderer.pick(&self.gpu, &self.data, view, pixel).unwrap()
    }

    /// What is seen where a place of the world is.
    fn pick_place(&self, view: &View, at: DVec3) -> Option<Hit> {
        self.pick(view, pixel_of(view, at))
    }

    fn hide(&mut self, hidden: &[ModelId]) {
        let hidden: Hidden = hidden.iter().copied().collect();
        self.data.hide(&self.gpu, &self.scene, &hidden);
    }
}

fn open(backend: Backend) -> Gpu {
    Gpu::open(backend).unwrap_or_else(|error| panic!("{error}"))
}

fn view(camera: &str) -> View {
    View::new(camera.parse().unwrap(), SIZE)
}

fn pixel_of(view: &View, at: DVec3) -> [u32; 2] {
    let clip = view.camera.clip_from_relative(view.aspect());
    let seen: Vec3 = clip.project_point3((at - view.camera.eye).as_vec3());
    [(seen.x * 0.5 + 0.5) * SIZE[0] as f32, (0.5 - seen.y * 0.5) * SIZE[1] as f32].map(|pixels| pixels as u32)
}

/// The id of the object that was hit.
#[track_caller]
fn id(scene: &Scene, hit: Option<Hit>) -> Option<u32> {
    match hit?.thing {
        Thing::Object(index) => Some(scene.objects.instances[index as usize].id),
        _ => None,
    }
}

#[test]
fn each_house_is_found_by_its_own_number_through_both_interfaces_also_when_others_are_hidden() {
    let look = view("690,30,340,0,-8");
    for backend in [Backend::Auto, Backend::Gl] {
        let scene = assemble(Parts { world: Some(world(10)), ..Parts::default() });
        let mut stage = Stage::new(open(backend), scene);
        let found = |stage: &Stage| {
            let seen = |index| id(&stage.scene, stage.pick_place(&look, place(index) + DVec3::Y * 2.0));
            [2, 3, 4, 5, 6].map(seen)
        };
        assert_eq!(found(&stage), [1002, 1003, 1004, 1005, 1006].map(Some), "{backend:?}");
        stage.hide(&[ModelId::Object(0)]);
        let left = [None, Some(1003), None, Some(1005), None];
        assert_eq!(found(&stage), left, "{backend:?}: models 0 and 1 take turns");
        stage.hide(&[]);
        assert_eq!(found(&stage)[0], Some(1002), "shown again");
    }
}

#[test]
fn objects_beyond_the_first_page_keep_their_numbers() {
    let scene = assemble(Parts { world: Some(world(150)), ..Parts::default() });
    // 50 instances a page.
    let stage = Stage::new(open(Backend::Auto).with_binding_limit(64 * 50), scene);
    for index in [3, 64, 115, 146] {
        let at = place(index);
        let camera = format!("{},{},{},0,-35", at.x, at.y + 14.0, at.z - 14.0);
        let hit = stage.pick_place(&view(&camera), at + DVec3::Y * 2.0);
        assert_eq!(id(&stage.scene, hit), Some(1000 + index as u32));
        let told = answer(&stage.scene, &hit.unwrap(), 0.0);
        assert_eq!(told.value("Id"), Some((1000 + index).to_string().as_str()));
    }
}

#[test]
fn ground_road_water_and_sky_are_told_apart() {
    let scene = assemble(Parts { world: Some(world(1)), ..Parts::default() });
    for backend in [Backend::Auto, Backend::Gl] {
        let stage = Stage::new(open(backend), assemble(Parts { world: Some(world(1)), ..Parts::default() }));
        let look = view("690,30,380,0,-20");
        let at = DVec3::new(700.0, 10.0, 470.0);
        let ground = stage.pick_place(&look, at).unwrap();
        assert_eq!(ground.thing, Thing::Ground);
        assert_eq!(pixel_of(&look, ground.position), pixel_of(&look, at), "{}", ground.position);
        assert!((ground.position.y - 10.0).abs() < 0.01, "{}", ground.position);
        let road = stage.pick_place(&look, DVec3::new(690.0, 10.0, 420.0)).unwrap();
        assert!(matches!(road.thing, Thing::Road(_)), "{road:?}");
        assert_eq!(answer(&scene, &road, 0.0).value("Id"), Some("7"));
        assert_eq!(stage.pick(&look, [160, 2]), None, "the sky");
        let water = stage.pick_place(&view("60,20,600,270,-30"), DVec3::new(40.0, 0.0, 600.0)).unwrap();
        assert_eq!(water.thing, Thing::Water);
        assert_eq!(answer(&scene, &water, 0.0).value("Depth"), Some("5.00"));
    }
}

#[test]
fn what_is_not_drawn_is_not_found() {
    let stage =
        Stage::new(open(Backend::Auto), assemble(Parts { world: Some(world(10)), ..Parts::default() }));
    let mut look = view("690,30,430,0,-8");
    look.layers.objects = false;
    let hit = stage.pick_place(&look, place(5) + DVec3::Y * 2.0).unwrap();
    assert_eq!(hit.thing, Thing::Ground);
    look.layers.ground = false;
    look.layers.roads = false;
    look.layers.water = false;
    assert_eq!(stage.pick_place(&look, place(5) + DVec3::Y * 2.0), None);
}

#[test]
fn a_pixel_is_the_same_alone_and_in_the_whole_picture() {
    let stage =
        Stage::new(open(Backend::Auto), assemble(Parts { world: Some(world(60)), ..Parts::default() }));
    let look = view("690,40,360,3,-12");
    let whole = sward::render::Part { corner: [0, 0], size: SIZE };
    let all = stage.renderer.numbers(&stage.gpu, &stage.data, &look, whole).unwrap();
    assert_eq!(all.len(), (SIZE[0] * SIZE[1]) as usize);
    let kinds = |kind| all.iter().filter(|texel| texel[0] == kind).count();
    assert!([0, 1, 2, 4].iter().all(|&kind| kinds(kind) > 50), "sky, ground, objects and road are seen");
    let mut wrong = 0;
    for pixel in (0..SIZE[0] * SIZE[1]).step_by(431) {
        let corner = [pixel % SIZE[0], pixel / SIZE[0]];
        let part = sward::render::Part { corner, size: [1, 1] };
        let alone = stage.renderer.numbers(&stage.gpu, &stage.data, &look, part).unwrap();
        let [kind, index, ..] = all[pixel as usize];
        wrong += usize::from(alone[0][..2] != [kind, index] && kind != 4);
    }
    // 133 pixels; one on an edge may fall to the other side by rounding.
    assert!(wrong <= 1, "{wrong} differ");
}

/// Two kinds of plants in the slots of 24 x 24 m about X 690, Z 440.
pub fn grass() -> Details {
    let none = Part { model: None, density: [0; 4] };
    let part = |model| Part { model: Some(model), density: [9; 4] };
    let slot = Slot {
        bounds: SlotBounds::Quantised { base: 1000, height: 250 },
        parts: [part(0), part(1), none, none],
        light: SlotLight::Baked { sun: 15, hemi: 15, rgb: [0; 3] },
    };
    let model = |texture: &str, height: f32| DetailModel {
        shader: "details\\blend".into(),
        texture: texture.into(),
        flags: 0,
        min_scale: 0.8,
        max_scale: 1.2,
        vertices: [[-0.4, 0.0, 0.0], [-0.4, height, 0.0], [0.4, height, 0.0], [0.4, 0.0, 0.0]]
            .map(|position| DetailVertex { position, uv: [0.5; 2] })
            .to_vec(),
        indices: vec![0, 1, 2, 0, 2, 3],
        dropped_triangles: 0,
    };
    Details {
        version: 3,
        size: [12, 12],
        offset: [-340, -216],
        models: vec![model("low", 0.4), model("high", 0.9)],
        slots: vec![slot; 144],
        warnings: Warnings::default(),
    }
}

#[test]
fn a_plant_is_found_by_its_number_in_the_order_of_planting() {
    let parts =
        || Parts { world: Some(world(1)), grass: Some(Grass::Level(grass(), None)), ..Parts::default() };
    for backend in [Backend::Auto, Backend::Gl] {
        let mut stage = Stage::new(open(backend), assemble(parts()));
        let twin = stage.scene.clutter.as_ref().unwrap().plant(&stage.scene.ground);
        let look = view("690,14,430,0,-25");
        let found = |stage: &Stage| {
            let pixels = (0..40).map(|i| [8 * i, 100 + i]);
            let plants = pixels.filter_map(|pixel| match stage.pick(&look, pixel)?.thing {
                Thing::Plant(number, plant) => Some((number, plant)),
                _ => None,
            });
            plants.collect::<Vec<_>>()
        };
        let all = found(&stage);
        assert!(all.len() > 20, "{backend:?}: a dense meadow, but {} plants", all.len());
        for (number, plant) in &all {
            let expected = &twin[*number as usize];
            assert_eq!((plant.slot, plant.model_cell), (expected.slot, expected.model_cell));
            let away = Vec3::from(plant.position).distance(Vec3::from(expected.position));
            assert!(away < 0.01, "{away}");
        }
        stage.hide(&[ModelId::Plant(1)]);
        let left = found(&stage);
        assert!(left.len() > 10 && left.iter().all(|(_, plant)| plant.model() == 0), "{left:?}");
        let (number, plant) = left[0];
        assert_eq!(twin[number as usize].slot, plant.slot, "numbers stay when others are hidden");
    }
}

#[test]
fn plants_of_a_model_are_counted_and_read_back() {
    let parts = Parts { world: Some(world(1)), grass: Some(Grass::Level(grass(), None)), ..Parts::default() };
    let stage = Stage::new(open(Backend::Auto), assemble(parts));
    let twin = stage.scene.clutter.as_ref().unwrap().plant(&stage.scene.ground);
    for model in [0, 1] {
        let expected = twin.iter().filter(|plant| plant.model() == model).count();
        assert_eq!(stage.data.planted_of(model), expected as u64);
        let runs = stage.data.plants_of(&stage.gpu, model).unwrap();
        let read: usize = runs.iter().map(|(_, plants)| plants.len()).sum();
        assert_eq!(read, expected);
        assert!(runs.iter().flat_map(|(_, plants)| plants).all(|plant| plant.model() == model));
    }
    assert_eq!(stage.data.planted_of(9), 0);
}

#[test]
fn a_shape_is_found_with_the_texture_that_it_shows_now() {
    let file = decode(&bfres::encode(&animations::square()).unwrap()).unwrap();
    for backend in [Backend::Auto, Backend::Gl] {
        let mut stage =
            Stage::new(open(backend), assemble(Parts { bfres: vec![file.clone()], ..Parts::default() }));
        let look = view("0,2,-5,0,0");
        let hit = stage.pick(&look, [160, 90]).unwrap();
        assert_eq!(hit.thing, Thing::Shape(0));
        assert!(hit.position.distance(DVec3::new(0.0, 2.0, 0.0)) < 0.05, "{}", hit.position);
        for (frame, texture) in [(0.0, "Body.0"), (1.0, "Body.1"), (2.0, "Body.2")] {
            let told = answer(&stage.scene, &hit, frame);
            assert_eq!(told.value("Albedo"), Some(texture));
            assert_eq!((told.value("Model"), told.value("Material")), (Some("square"), Some("m_Body")));
        }
        assert_eq!(stage.pick(&look, [2, 2]), None, "beside it");
        stage.hide(&[ModelId::Bfres(0)]);
        assert_eq!(stage.pick(&look, [160, 90]), None, "hidden");
    }
}

/// How many pixels have the colour of the line.
fn line_pixels(rgba: &[u8]) -> usize {
    rgba.as_chunks::<4>()
        .0
        .iter()
        .filter(|[r, g, b, _]| *r > 240 && (190..225).contains(g) && *b < 110)
        .count()
}

#[test]
fn what_is_marked_has_a_line_around_it_and_nothing_else_changes() {
    let parts =
        Parts { world: Some(world(10)), grass: Some(Grass::Level(grass(), None)), ..Parts::default() };
    let stage = Stage::new(open(Backend::Auto), assemble(parts));
    let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 1 };
    let canvas = Canvas::new(&stage.gpu, target, SIZE).unwrap();
    let look = view("690,20,430,0,-14");
    let draw = |mark: Option<Mark>| {
        canvas.draw(&stage.gpu, &stage.renderer, &stage.data, &look);
        if let Some(mark) = mark {
            canvas.outline(&stage.gpu, &stage.renderer, &stage.data, &look, &mark).unwrap();
        }
        stage.gpu.read_pixels(&canvas.texture).unwrap()
    };
    let plain = draw(None);
    assert_eq!(line_pixels(&plain), 0);
    let house = stage.pick_place(&look, place(5) + DVec3::Y * 2.0).unwrap();
    let Thing::Object(index) = house.thing else { panic!("{house:?}") };
    let sphere = answer(&stage.scene, &house, 0.0).sphere;
    let marked = draw(Some(Mark { what: Marked::Object(index), sphere }));
    let line = line_pixels(&marked);
    assert!((60..2500).contains(&line), "{line} pixels");
    let changed =
        plain.as_chunks::<4>().0.iter().zip(marked.as_chunks::<4>().0).filter(|(a, b)| a != b).count();
    assert!(changed < 2 * line + 50, "{changed} pixels have changed, {line} are the line");
    let at = pixel_of(&look, place(5) + DVec3::Y * 2.0);
    let inside = ((at[1] * SIZE[0] + at[0]) * 4) as usize;
    assert_eq!(plain[inside..inside + 4], marked[inside..inside + 4], "what is marked stays as it is");
    // A plant and a road have lines, too.
    let mut below = (0..40).map(|i| stage.pick(&look, [8 * i, 150]));
    let plant = below.find_map(|hit| hit.filter(|hit| matches!(hit.thing, Thing::Plant(..)))).unwrap();
    let Thing::Plant(number, _) = plant.thing else { panic!("{plant:?}") };
    let sphere = answer(&stage.scene, &plant, 0.0).sphere;
    let plant = draw(Some(Mark { what: Marked::Plant(number), sphere }));
    let road = view("690,20,390,0,-24");
    canvas.draw(&stage.gpu, &stage.renderer, &stage.data, &road);
    let whole = 0..stage.scene.roads.indices.len() as u32;
    let mark = Mark { what: Marked::Road(whole), sphere: (DVec3::new(650.0, 10.0, 420.0), 300.0) };
    canvas.outline(&stage.gpu, &stage.renderer, &stage.data, &road, &mark).unwrap();
    let road = stage.gpu.read_pixels(&canvas.texture).unwrap();
    assert!((9..400).contains(&line_pixels(&plant)), "{}", line_pixels(&plant));
    assert!(line_pixels(&road) > 20, "{}", line_pixels(&road));
    assert!(draw(None) == plain, "and it goes away");
}
