//! `sward shot`: a picture of a scene, without a window or a display.

use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use sward::gpu::{Gpu, GpuError};
use sward::numbers::counted;
use sward::picture::{self, Key};
use sward::render::{self, Drawn, Layers, Picture, Renderer, SceneData, Target, View};
use sward::scene::Scene;
use sward::scene::ground_mesh::Tint;
use sward::scene::overview;
use sward::scene::timeline::Timeline;

use super::animation::{self, Kind};
use super::args::{LAST_FRAME, Shot, TintArg};
use super::progress::Progress;
use super::scene::Purpose;
use super::{Failure, Outcome, output, planting, scene, sheet};

/// What `--timings` prints. The names of the fields are the keys of the JSON, and so a promise.
#[derive(Debug, Serialize)]
struct Timings {
    load_ms: f64,
    upload_ms: f64,
    scatter_ms: f64,
    /// Of all frames together.
    frame_ms: f64,
    frames: usize,
    encode_ms: f64,
    total_ms: f64,
    adapter: String,
    backend: String,
    /// Drawn.
    triangles: u64,
    /// Drawn: objects and plants.
    instances: u64,
    clutter_planted: u64,
    objects: u64,
    /// Of the whole process; `None` where the system doesn't tell.
    peak_memory_mib: Option<f64>,
}

/// Runs the verb.
pub fn run(args: &Shot) -> Outcome {
    let start = Instant::now();
    if args.timings && args.output.as_os_str() == "-" {
        return Err(Failure::Usage(anyhow::anyhow!(
            "--timings and a picture can't both go to standard output: name a file after -o"
        )));
    }
    let inputs = scene::read(&args.inputs)?;
    let kind = Kind::of(args)?;
    output::check(args, &kind, &inputs)?;
    if args.sheet {
        return sheet::draw(args, &inputs);
    }
    let grass = args.planting.planting()?;
    let progress = Progress::new();
    // Opening a driver takes as long as reading a small world, and needs nothing of it.
    let (gpu, scene) = thread::scope(|scope| {
        let gpu = scope.spawn(|| open_gpu(args, inputs.is_demo()));
        let purpose = Purpose::Picture { overlay: args.overlay.as_ref(), chosen: &args.pattern };
        let scene = scene::load(&inputs, purpose, &grass, &progress);
        (gpu.join(), scene)
    });
    let mut scene = scene?;
    let (gpu, renderer) = match gpu {
        Ok(opened) => opened?,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    if let Some(mesh) = &mut scene.mesh {
        mesh.tint = match args.tint {
            TintArg::Material => Tint::Material,
            TintArg::Sector => Tint::Sector,
        };
    }
    let load_ms = milliseconds(start.elapsed());
    let frames = frames(args, &kind, &scene.timeline)?;

    if let Some(clutter) = &mut scene.clutter {
        clutter.only = planting::models(&args.only, clutter)?;
        clutter.ring = args.radius;
    }
    let view = view(args, &scene);
    warn_of_place(&view, &scene);
    let objects = scene.objects.instances.len() as u64;

    let key = Key::of(&scene, &view);
    progress.stage("bringing the scene to the graphics adapter");
    let upload = Instant::now();
    let data = renderer.upload(&gpu, &mut scene, view.sun, true).map_err(gpu_failure)?;
    if let Some(clutter) = scene.clutter.as_ref().filter(|_| data.planted() == 0) {
        scene::warn_of_bare_grass(clutter);
    }
    let scatter_ms = milliseconds(data.scatter_time());
    let upload_ms = milliseconds(upload.elapsed()) - scatter_ms;
    let name = std::mem::take(&mut scene.name);
    let timeline = std::mem::take(&mut scene.timeline);
    drop(scene); // What the adapter holds needs no second copy, and drawing takes the most memory.

    let film = Film {
        gpu: &gpu,
        renderer: &renderer,
        data,
        view,
        timeline: &timeline,
        key,
        told_of_key: false,
        frame_time: Duration::ZERO,
        drawn: Drawn::default(),
    };
    let (film, encode_time) = film.write(args, &kind, &frames, &progress)?;
    drop(progress);

    if args.timings {
        let timings = Timings {
            load_ms,
            upload_ms,
            scatter_ms,
            frame_ms: milliseconds(film.frame_time),
            frames: frames.len(),
            encode_ms: milliseconds(encode_time),
            total_ms: milliseconds(start.elapsed()),
            adapter: gpu.info.name.clone(),
            backend: gpu.info.backend.to_string(),
            triangles: film.drawn.triangles,
            instances: film.drawn.objects + film.drawn.plants,
            clutter_planted: film.data.planted(),
            objects,
            peak_memory_mib: peak_memory_mib(),
        };
        let json = serde_json::to_string_pretty(&timings).map_err(environment)?;
        return super::print(format!("{json}\n").as_bytes());
    }
    if args.output.as_os_str() == "-" {
        return Ok(());
    }
    let [width, height] = args.size;
    let seconds = start.elapsed().as_secs_f64();
    let count = if frames.len() > 1 || kind.plays() {
        format!("{}, ", counted(frames.len(), "frame"))
    } else {
        String::new()
    };
    let line = format!("{}: {count}{width} x {height}, {name}, {seconds:.2} s", args.output.display());
    super::print(format!("{}\n", super::escaped(&line)).as_bytes())
}

/// The frames to draw.
fn frames(args: &Shot, kind: &Kind, timeline: &Timeline) -> Result<Vec<f32>, Failure> {
    let name = args.output.display();
    if !timeline.is_moving() && (args.frame.is_some() || args.frames.is_some() || kind.plays()) {
        super::complain(&format!(
            "warning: {name}: nothing that is drawn is animated, so every frame is the same"
        ));
    }
    if let Some(frames) = &args.frames {
        return Ok(frames.clone().map(|frame| frame as f32).collect());
    }
    if !kind.plays() {
        return Ok(vec![args.frame.unwrap_or_default()]);
    }
    let clip = timeline.clip();
    if *clip.end() > LAST_FRAME {
        return Err(Failure::Usage(anyhow::anyhow!(
            "the animation has frames to {}, and {LAST_FRAME} is the last that is drawn: choose some with --frames A..B",
            clip.end()
        )));
    }
    if timeline.is_moving() && *clip.end() == 0 {
        super::complain(&format!("warning: {name}: the animation has one frame only"));
    }
    Ok(clip.map(|frame| frame as f32).collect())
}

/// A scene on the adapter, and what is drawn of it.
struct Film<'a> {
    gpu: &'a Gpu,
    renderer: &'a Renderer,
    data: SceneData,
    view: View,
    timeline: &'a Timeline,
    key: Option<Key>,
    /// That the key has no room was said.
    told_of_key: bool,
    /// Spent on drawing so far.
    frame_time: Duration,
    /// In the last frame.
    drawn: Drawn,
}

impl Film<'_> {
    /// Draws the frames and writes them; returns the time that was not spent on drawing, too.
    fn write(
        mut self,
        args: &Shot,
        kind: &Kind,
        frames: &[f32],
        progress: &Progress,
    ) -> Result<(Self, Duration), Failure> {
        let start = Instant::now();
        if frames.len() > 1 {
            progress.count("drawing", frames.len() as u64);
        } else {
            progress.stage("drawing");
        }
        if kind.plays() {
            let notes = picture::notes(&args.inputs, &self.view, self.key.as_ref(), None);
            let mut draw = |index: usize| {
                let picture = self.draw(frames.get(index).copied().unwrap_or_default())?;
                progress.advance(1);
                Ok(picture)
            };
            animation::write(
                &args.output,
                kind,
                args.rate(),
                frames.len(),
                &notes,
                args.transparent,
                &mut draw,
            )?;
        } else {
            let mut series = match kind {
                Kind::Numbered(_) => Some(output::Series::beside(&args.output)?),
                _ => None,
            };
            for &frame in frames {
                let picture = self.draw(frame)?;
                progress.advance(1);
                let told = self.timeline.is_moving().then_some(frame);
                let notes = picture::notes(&args.inputs, &self.view, self.key.as_ref(), told);
                let png = picture::encode(picture.size, picture.rgba, args.transparent, &notes)
                    .map_err(environment)?;
                match (kind, &mut series) {
                    (Kind::Numbered(name), Some(series)) => series.write(name.path(frame as u32), &png)?,
                    _ => output::write(&args.output, &png)?,
                }
            }
            if let Some(series) = series {
                series.finish()?;
            }
        }
        let encode_time = start.elapsed().saturating_sub(self.frame_time);
        Ok((self, encode_time))
    }

    fn draw(&mut self, frame: f32) -> Result<Picture, Failure> {
        let start = Instant::now();
        self.data.show(self.gpu, &self.timeline.at(frame));
        let mut picture =
            render::shot(self.gpu, self.renderer, &self.data, &self.view).map_err(gpu_failure)?;
        if let Some(key) = &self.key
            && !key.paint(&mut picture)
            && !std::mem::replace(&mut self.told_of_key, true)
        {
            let ([width, height], of) = (picture.size, key.of);
            super::complain(&format!(
                "warning: {width} x {height} pixels are too few for the key to the {of}; take a larger --size"
            ));
        }
        self.frame_time += start.elapsed();
        self.drawn = picture.drawn;
        Ok(picture)
    }
}

/// The adapter and the compiled passes.
fn open_gpu(args: &Shot, is_demo: bool) -> Result<(Gpu, Renderer), Failure> {
    let gpu = Gpu::open(args.backend.into()).map_err(gpu_failure)?;
    let target = Target { format: wgpu::TextureFormat::Rgba8UnormSrgb, samples: args.samples };
    let renderer = Renderer::new(&gpu, target).map_err(gpu_failure)?;
    if is_demo {
        renderer.prepare_grass(&gpu).map_err(gpu_failure)?; // The demo island has grass.
    }
    Ok((gpu, renderer))
}

/// What was asked for, or the whole scene from the south-west.
fn view(args: &Shot, scene: &Scene) -> View {
    let [width, height] = args.size;
    let aspect = width as f32 / height as f32;
    let mut layers = Layers { grid: args.grid, ..Layers::default() };
    for name in &args.hide {
        if let Some(drawn) = layers.named(name) {
            *drawn = false;
        }
    }
    let camera = args.camera.unwrap_or_else(|| overview::of_scene(scene, aspect));
    View {
        sun: args.sun.unwrap_or_default(),
        labels: args.labels,
        transparent: args.transparent,
        layers,
        ..View::new(camera, args.size)
    }
}

/// A picture from under the ground looks broken; say why.
fn warn_of_place(view: &View, scene: &Scene) {
    let eye = view.camera.eye;
    let below = match &scene.mesh {
        // Under the top of a mesh there may be a room.
        Some(mesh) => mesh.under_ground(eye),
        // A thing may be looked at from under it.
        None if scene.models.as_ref().is_some_and(|models| models.are_ground) => None,
        None => scene.ground.height_at(eye.x, eye.z).map(|height| f64::from(height) - eye.y),
    };
    let below = below.unwrap_or_default();
    if below > 0.0 {
        super::complain(&format!(
            "warning: the camera is {below:.1} m under the ground; raise the Y of --camera"
        ));
    }
}

/// Whose fault a failure of the GPU is, and what to do.
fn gpu_failure(error: GpuError) -> Failure {
    let out_of_memory =
        matches!(&error, GpuError::Driver(words) if words.to_lowercase().contains("out of memory"));
    match error {
        GpuError::TooMany { .. } => Failure::Usage(error.into()),
        error if out_of_memory => Failure::Environment(
            anyhow::Error::from(error)
                .context("a smaller --size, --samples 1 or a larger --step needs less memory"),
        ),
        error => Failure::Environment(error.into()),
    }
}

fn environment(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Environment(error.into())
}

/// To the microsecond.
fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// The most memory that this process held so far.
#[cfg(target_os = "linux")]
fn peak_memory_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(not(target_os = "linux"))]
fn peak_memory_mib() -> Option<f64> {
    None
}
