//! What the window shows and asks, without the window.

use std::time::Duration;

use egui::{Event, Key, Modifiers, Rect, Sense, TextureId, Ui};
use glam::{DVec3, Vec2};

use super::controls::{self, Controls, Drag};
use super::findings::Findings;
use super::flight::Flight;
use super::loading::{LoadError, Loading, World};
use super::meter::Meter;
use super::panels::{self, Panels};
use super::playback::Playback;
use super::work::{Wanted, Work};
use crate::render::{Drawn, Layers, SunDirection, View};
use crate::scene::camera_pose::{CameraPose, DEFAULT_FOV_DEG};
use crate::scene::clutter::Planting;
use crate::scene::overview;
use crate::scene::timeline::Animation;

/// Seconds: a longer frame would throw the camera too far.
const LONGEST_STEP: f64 = 0.25;

/// Seconds that the first frame of a motion takes for.
const FIRST_STEP: f64 = 1.0 / 60.0;

/// Metres within which the ground is sought.
const FARTHEST: f64 = 100_000.0;

/// What only the window's owner can do.
#[derive(Debug, Clone, PartialEq)]
pub enum Order {
    /// Puts a text into the clipboard.
    Copy(String),
    /// Writes the picture into a file.
    TakePicture,
    /// Closes the window.
    Quit,
}

/// How the scene is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Where the camera stands.
    pub camera: CameraPose,
    /// Where the sun stands.
    pub sun: SunDirection,
    /// What is drawn.
    pub layers: Layers,
    /// The heights of the summits are written over them.
    pub labels: bool,
    /// The frame of the animations.
    pub frame: u32,
}

/// The state of the window.
#[derive(Debug)]
pub struct App {
    /// What is shown.
    pub world: Option<World>,
    /// How it is seen.
    pub look: Look,
    /// What the camera is asked to do.
    pub controls: Controls,
    /// Which panels are open.
    pub panels: Panels,
    /// How the scene is to be; what differs from what is shown is made beside the window.
    pub wanted: Wanted,
    /// What is made beside the window.
    pub work: Work,
    /// Plays the animations.
    pub playback: Playback,
    /// Those that the scene has.
    pub animations: Vec<Animation>,
    /// What is wrong or odd in the files.
    pub findings: Findings,
    /// What drawing costs.
    pub meter: Meter,
    /// What was odd or went wrong, the newest last.
    pub log: Vec<String>,
    /// What the last frame drew, and how long that took.
    pub drawn: (Drawn, Duration),
    loading: Option<Loading>,
    /// Frames the next scene wholly.
    wants_home: bool,
    flight: Option<Flight>,
    /// Moved in the frame before.
    was_moving: bool,
    /// Played in the frame before.
    was_playing: bool,
    /// What is orbited about while the pointer is down.
    pivot: Option<DVec3>,
    orders: Vec<Order>,
    /// Pixels of the picture.
    size: [u32; 2],
    /// Grows with each scene that is shown.
    generation: u64,
    /// Grows with each change of what is drawn.
    revision: u64,
}

impl App {
    /// An app that loads nothing yet.
    pub fn new(camera: Option<CameraPose>, sun: SunDirection) -> Self {
        let nowhere = CameraPose { eye: DVec3::ZERO, yaw_deg: 0.0, pitch_deg: 0.0, fov_deg: DEFAULT_FOV_DEG };
        Self {
            world: None,
            look: Look {
                camera: camera.unwrap_or(nowhere),
                sun,
                layers: Layers::default(),
                labels: false,
                frame: 0,
            },
            controls: Controls::default(),
            panels: Panels::default(),
            wanted: Wanted { planting: Planting::default(), overlay: None, sun },
            work: Work::default(),
            playback: Playback::default(),
            animations: Vec::new(),
            findings: Findings::default(),
            meter: Meter::default(),
            log: Vec::new(),
            drawn: Default::default(),
            loading: None,
            wants_home: camera.is_none(),
            flight: None,
            was_moving: false,
            was_playing: false,
            pivot: None,
            orders: Vec::new(),
            size: [1, 1],
            generation: 0,
            revision: 0,
        }
    }

    /// Waits for a scene; one that was on its way is given up.
    pub fn wait_for(&mut self, loading: Loading) {
        self.loading = Some(loading);
    }

    /// What is on its way.
    pub fn loading(&self) -> Option<&Loading> {
        self.loading.as_ref()
    }

    /// Gives up what is on its way.
    pub fn cancel(&mut self) {
        if let Some(loading) = self.loading.take() {
            self.log.push(format!("cancelled while {}", loading.stage()));
        }
    }

    /// Takes over what has come from beside the window.
    pub fn poll(&mut self) {
        self.poll_loading();
        self.findings.poll();
        self.go_on();
    }

    /// Goes on with what is made beside the window.
    fn go_on(&mut self) {
        if let Some(world) = &mut self.world {
            self.wanted.sun = self.look.sun;
            if self.work.go_on(world, &mut self.wanted) {
                self.revision += 1;
            }
        }
    }

    /// Takes over a scene that has come; an error keeps the one before.
    fn poll_loading(&mut self) {
        let Some(result) = self.loading.as_ref().and_then(Loading::poll) else { return };
        self.loading = None;
        match result {
            Ok(world) => self.show(world),
            Err(LoadError::Cancelled) => {}
            Err(error) => {
                self.log.push(error.to_string());
                self.panels.shows_log = true;
            }
        }
    }

    /// Shows a scene. The camera stays where the same inputs were shown before.
    pub fn show(&mut self, world: World) {
        let is_other = |old: &World| old.request.inputs != world.request.inputs;
        self.wants_home |= self.world.as_ref().is_some_and(is_other);
        self.log.extend(world.warnings.iter().cloned());
        self.wanted = Wanted::of(&world);
        self.work = Work::default();
        self.findings = Findings::Unknown;
        self.panels.findings.chosen = None;
        self.panels.draft = None;
        self.panels.opened_planting = world.request.planting;
        self.playback.set_clip(world.scene.timeline.clip());
        self.animations = world.scene.timeline.animations();
        self.world = Some(world);
        self.generation += 1;
        self.revision += 1;
    }

    /// Another number for each change of what is drawn: the picture is out of date.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number for each scene that was shown.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// What the owner of the window is to do.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// Asks the owner of the window to do something.
    pub fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// The picture that is wanted now.
    pub fn view(&self) -> View {
        let Look { camera, sun, layers, labels, .. } = self.look;
        View { sun, layers, labels, ..View::new(camera, self.size) }
    }

    /// Frames the whole scene.
    pub fn go_home(&mut self) {
        let [width, height] = self.size.map(|pixels| pixels.max(1) as f32);
        if let Some(world) = &self.world {
            self.fly_to(overview::of_scene(&world.scene, width / height));
        }
    }

    /// Sends the camera to a pose.
    pub fn fly_to(&mut self, camera: CameraPose) {
        self.controls.stop();
        self.flight = Some(Flight::new(self.look.camera, camera));
    }

    /// Lays out the window; `picture` is how egui knows the picture of the scene.
    pub fn ui(&mut self, ui: &mut Ui, picture: Option<TextureId>) {
        self.poll();
        let events = ui.input(|input| input.events.clone());
        self.take_keys(ui, &events);
        panels::show(self, ui);
        self.go_on();
        let rect = ui.available_rect_before_wrap();
        let scale = ui.pixels_per_point();
        self.size = [rect.width(), rect.height()].map(|points| (points * scale).round().max(1.0) as u32);
        self.settle();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let has_wheel = response.contains_pointer();
        self.take_pointer(ui, &response);
        if has_wheel {
            self.controls.take_wheel(notches(&events));
        }
        self.advance(ui);
        self.play(ui);
        match picture.filter(|_| self.world.is_some()) {
            Some(id) => {
                let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter().image(id, rect, whole, egui::Color32::WHITE);
            }
            None => panels::waiting(self, ui, rect),
        }
        panels::over(self, ui, rect);
    }

    /// The first picture of a scene shows all of it.
    fn settle(&mut self) {
        if std::mem::take(&mut self.wants_home) {
            let [width, height] = self.size.map(|pixels| pixels as f32);
            match &self.world {
                Some(world) => {
                    self.look.camera = overview::of_scene(&world.scene, width / height);
                    // Across the scene in half a minute.
                    let [east, north] = world.scene.ground.size();
                    self.controls.speed = (east.max(north) / 30.0).clamp(2.0, 400.0);
                }
                None => self.wants_home = true,
            }
        }
    }

    /// Goes on with the animations, and asks to be drawn when the next frame is due.
    fn play(&mut self, ui: &Ui) {
        if self.playback.is_playing {
            // After a rest the time since the last frame is that of the rest.
            let seconds = ui.input(|input| f64::from(input.unstable_dt)).min(LONGEST_STEP);
            self.playback.advance(if self.was_playing { seconds } else { 0.0 });
            ui.ctx().request_repaint_after(Duration::from_secs_f64(self.playback.until_next()));
        }
        self.was_playing = self.playback.is_playing;
        self.look.frame = self.playback.frame();
    }

    fn take_keys(&mut self, ui: &Ui, events: &[Event]) {
        let (focused, modifiers) = ui.input(|input| (input.focused, input.modifiers));
        let listens = focused && !ui.ctx().egui_wants_keyboard_input();
        self.controls.take_keys(events, modifiers, listens);
        if !listens {
            return;
        }
        for event in events {
            match event {
                Event::Key { key, physical_key, pressed: true, repeat: false, modifiers } => {
                    self.take_key(ui.ctx(), physical_key.unwrap_or(*key), *modifiers);
                }
                Event::Copy => self.order(Order::Copy(self.look.camera.to_string())),
                Event::Paste(text) => match text.trim().parse() {
                    Ok(camera) => self.fly_to(camera),
                    Err(error) => self.log.push(error.to_string()),
                },
                _ => {}
            }
        }
    }

    fn take_key(&mut self, ctx: &egui::Context, key: Key, modifiers: Modifiers) {
        match key {
            Key::G if modifiers.is_none() => self.controls.walks = !self.controls.walks,
            Key::Home => self.go_home(),
            Key::Tab => {
                self.panels.are_folded = !self.panels.are_folded;
                // Without that egui would give the keys to the next panel.
                ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            }
            Key::F1 => self.panels.shows_keys = !self.panels.shows_keys,
            Key::Space if self.playback.has_frames() => self.playback.toggle(),
            Key::Comma => self.playback.step(-1),
            Key::Period => self.playback.step(1),
            Key::F12 => self.order(Order::TakePicture),
            Key::Escape if self.loading.is_some() => self.cancel(),
            Key::Escape => self.panels.shows_keys = false,
            Key::Q if modifiers.command => self.order(Order::Quit),
            _ => {}
        }
    }

    fn take_pointer(&mut self, ui: &Ui, response: &egui::Response) {
        let delta = response.drag_delta();
        let drag = Drag { delta: Vec2::new(delta.x, delta.y), height: response.rect.height() };
        let orbits = ui.input(|input| input.modifiers.alt);
        let is_held = |button| response.dragged_by(button);
        if response.drag_started() {
            self.pivot = response.interact_pointer_pos().and_then(|at| self.ground_under(at, response.rect));
        }
        if (is_held(egui::PointerButton::Primary) || is_held(controls::LOOK)) && orbits {
            self.flight = None;
            let ahead = self.look.camera.eye + self.look.camera.forward().as_dvec3() * 50.0;
            controls::orbit(&mut self.look.camera, self.pivot.unwrap_or(ahead), drag);
        } else if is_held(controls::LOOK) {
            self.flight = None;
            controls::look(&mut self.look.camera, drag);
        }
    }

    /// Where the ground is under a place of the screen.
    fn ground_under(&self, at: egui::Pos2, rect: Rect) -> Option<DVec3> {
        let world = self.world.as_ref()?;
        let camera = &self.look.camera;
        let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
        let tan = f64::from((camera.fov_deg.to_radians() * 0.5).tan());
        let half = f64::from(rect.height()) * 0.5;
        let away = at - rect.center();
        let ray = forward + (right * f64::from(away.x) - up * f64::from(away.y)) * (tan / half);
        let ray = ray.normalize();
        let distance = world.scene.ground.ray_hit(camera.eye, ray, FARTHEST)?;
        Some(camera.eye + ray * distance)
    }

    /// Moves the camera through the time of this frame.
    fn advance(&mut self, ui: &Ui) {
        let moves = self.flight.is_some() || self.controls.is_moving();
        if !moves {
            self.was_moving = false;
            return;
        }
        // After a rest the time since the last frame is that of the rest.
        let frame = ui.input(|input| f64::from(input.unstable_dt));
        let seconds = if self.was_moving { frame.min(LONGEST_STEP) } else { FIRST_STEP };
        self.was_moving = true;
        if self.controls.is_moving() {
            self.flight = None;
        }
        if let Some(flight) = &mut self.flight
            && !flight.advance(&mut self.look.camera, seconds)
        {
            self.flight = None;
        }
        let ground = self.world.as_ref().map(|world| &world.scene.ground);
        let height = |x, z| ground.and_then(|ground| ground.height_at(x, z)).map(f64::from);
        if self.controls.is_moving() {
            self.controls.advance(&mut self.look.camera, seconds, height);
        }
        ui.ctx().request_repaint();
    }
}

/// Notches of the wheel in a frame.
fn notches(events: &[Event]) -> f32 {
    events
        .iter()
        .map(|event| match event {
            Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => delta.y / 50.0,
            Event::MouseWheel { delta, .. } => delta.y,
            _ => 0.0,
        })
        .sum()
}
