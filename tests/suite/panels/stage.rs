//! An app with a small scene, and a harness that lays it out.

use std::fs;
use std::io::{BufReader, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui_kittest::{Harness, SnapshotOptions};
use sward::formats::bfres;
use sward::formats::bytes::Warnings;
use sward::formats::wrp::{self, Variant, World};
use sward::formats::xray::{
    DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight, encode_details,
};
use sward::gpu::{Backend, Gpu};
use sward::render::Target;
use sward::view::loading::{Kit, Loading};
use sward::view::panels::section::Section;
use sward::view::{App, Request, style};

use crate::animations;

/// The largest golden, bytes.
const MOST_BYTES: u64 = 64 << 10;

/// An app, and the files that it shows.
pub struct Stage {
    pub app: App,
    _folder: tempfile::TempDir,
}

impl Stage {
    /// Nothing is shown.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { app: App::new(None, Default::default()), _folder: folder }
    }

    /// Grass on a small world with a hill.
    pub fn level() -> Self {
        Self::level_as(|_| ())
    }

    /// The same, opened otherwise.
    pub fn level_as(change: impl FnOnce(&mut Request)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hill.wrp"), wrp::encode(&hill()).unwrap()).unwrap();
        fs::write(folder.path().join("level.details"), encode_details(&level()).unwrap()).unwrap();
        let inputs = ["hill.wrp", "level.details"].map(|name| folder.path().join(name)).to_vec();
        let mut request = Request { inputs, ..Request::default() };
        change(&mut request);
        Self::load(request, folder)
    }

    /// A square that faces south, with a pattern of three textures.
    pub fn square() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("square.bfres");
        fs::write(&path, bfres::encode(&animations::square()).unwrap()).unwrap();
        Self::load(Request { inputs: vec![path], ..Request::default() }, folder)
    }

    /// Loads as the window does.
    pub fn load(request: Request, folder: tempfile::TempDir) -> Self {
        let mut app = App::new(None, request.sun);
        let loading = Loading::start(request, Arc::new(|| ()));
        loading.bring(kit());
        app.wait_for(loading);
        wait(&mut app, |app| app.loading().is_none());
        assert!(app.world.is_some(), "{:?}", app.log);
        Self { app, _folder: folder }
    }
}

/// A device with compiled passes.
pub fn kit() -> Kit {
    let gpu = Gpu::open(Backend::Auto).unwrap_or_else(|error| panic!("{error}"));
    Kit::new(Arc::new(gpu), Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: 1 })
}

/// 124 x 62 m with a hill in the middle.
fn hill() -> World {
    let mut world = World::flat(Variant::Wvr8, [64, 32], [64, 32], 2.0);
    let width = 64;
    for (index, height) in world.elevation.cells.iter_mut().enumerate() {
        let [x, z] = [index % width, index / width].map(|points| points as f32);
        let away = ((x - 32.0) / 14.0).powi(2) + ((z - 16.0) / 9.0).powi(2);
        *height = 12.0 + 14.0 * (-away).exp();
    }
    world
}

/// 20 x 10 slots about the hill, from X 42 and Z 22 on: dense in the west, of another plant in the east, a row of phantoms
/// and one that floats.
fn level() -> Details {
    const NONE: Part = Part { model: None, density: [0; 4] };
    let slot = |index: usize| {
        let [x, z] = [index % 20, index / 20];
        let part = |model, density: usize| Part { model: Some(model), density: [density.min(15) as u8; 4] };
        let parts = if x < 12 {
            [part(0, 15 - x), part(1, z), NONE, NONE]
        } else {
            [part(1, x - 6), NONE, NONE, NONE]
        };
        // Heights count in 0.2 m from -200 m on, and in 0.1 m.
        let (base, height) = match z {
            1 => (0, 0),
            8 if x > 16 => (1250, 20),
            _ => (1050, 200),
        };
        let light = (4 + x / 2) as u8;
        Slot {
            bounds: SlotBounds::Quantised { base, height },
            parts,
            light: SlotLight::Baked { sun: light, hemi: 15 - light / 2, rgb: [0; 3] },
        }
    };
    let model = |name: &str, height: f32| DetailModel {
        shader: "details\\blend".into(),
        texture: name.into(),
        flags: 1,
        min_scale: 0.8,
        max_scale: 1.2,
        vertices: [[-0.3, 0.0, 0.0], [0.0, height, 0.0], [0.3, 0.0, 0.0]]
            .map(|position| DetailVertex { position, uv: [0.0; 2] })
            .to_vec(),
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    Details {
        version: 3,
        size: [20, 10],
        offset: [-21, -11],
        models: vec![model("grass_short", 0.5), model("grass_tall", 0.9)],
        slots: (0..200).map(slot).collect(),
        warnings: Warnings::default(),
    }
}

/// Looks again and again until something has happened beside the window.
pub fn wait(app: &mut App, is_done: impl Fn(&App) -> bool) {
    for _ in 0..15_000 {
        app.poll();
        if is_done(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nothing has come of it in five minutes: {:?}", app.log);
}

/// Lays out the window in dark.
pub fn window<'a>(size: [f32; 2], stage: Stage) -> Harness<'a, Stage> {
    window_in(size, 1.0, egui::Theme::Dark, stage)
}

/// Lays out the window; the picture of the scene is a plain one.
pub fn window_in<'a>(size: [f32; 2], scale: f32, theme: egui::Theme, stage: Stage) -> Harness<'a, Stage> {
    let mut stage = stage;
    stage.app.panels.theme = theme.into();
    let mut picture = None;
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .with_theme(theme)
        .with_max_steps(8)
        .with_render_cursor(false)
        .with_context_setup(style::apply)
        .build_ui_state(
            move |ui, stage: &mut Stage| {
                let picture = picture.get_or_insert_with(|| {
                    let plain = egui::ColorImage::filled([4, 4], egui::Color32::from_rgb(104, 122, 92));
                    ui.ctx().load_texture("picture", plain, Default::default())
                });
                // As in a real window, without the margin that a harness has.
                let whole = ui.ctx().content_rect();
                let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
                ui.set_clip_rect(whole);
                stage.app.ui(&mut ui, Some(picture.id()));
            },
            stage,
        );
    harness.input_mut().focused = true;
    harness.run_ok();
    harness
}

/// Goes on until something has happened beside the window.
pub fn wait_in(harness: &mut Harness<'_, Stage>, is_done: impl Fn(&App) -> bool) {
    wait(&mut harness.state_mut().app, is_done);
    harness.run_ok();
}

/// Folds all parts of the left panel but one.
pub fn open_alone(harness: &mut Harness<'_, Stage>, section: Section) {
    let panels = &mut harness.state_mut().app.panels;
    panels.open.clear();
    panels.open.insert(section);
    panels.shows_corner = false;
    harness.run_ok();
}

/// Compares the window with the picture of a name.
#[track_caller]
pub fn golden(harness: &mut Harness<'_, Stage>, name: &str) {
    harness.run_ok();
    wait(&mut harness.state_mut().app, |app| app.work.task().is_none());
    // What a clock says is otherwise each time.
    harness.state_mut().app.work.times = Default::default();
    harness.remove_cursor();
    harness.run_ok();
    compare(harness, name);
}

/// Compares what the window shows now with the picture of a name.
#[track_caller]
pub fn compare(harness: &mut Harness<'_, Stage>, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens/panels");
    harness.snapshot_options(name, &SnapshotOptions::new().output_path(folder));
    let path = Path::new(folder).join(format!("{name}.png"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        press(&path);
    }
    if let Ok(file) = fs::metadata(&path) {
        assert!(file.len() <= MOST_BYTES, "{}: {} bytes", path.display(), file.len());
    }
}

/// Writes a picture anew, as small as it gets: the harness writes it fast.
fn press(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let mut reader = png::Decoder::new(BufReader::new(Cursor::new(bytes))).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    if info.color_type != png::ColorType::Rgba {
        return; // It was the same as before.
    }
    let opaque: Vec<u8> = pixels.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let mut pressed = Vec::new();
    let mut encoder = png::Encoder::new(&mut pressed, info.width, info.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().unwrap().write_image_data(&opaque).unwrap();
    fs::write(path, pressed).unwrap();
}
