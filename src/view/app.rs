//! What the window shows and asks, without the window.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Event, Key, Modifiers, Rect, Sense, TextureId, Ui};
use glam::{DVec3, Vec2};

use super::asking::Asking;
use super::compare::{self, Comparing};
use super::controls::{self, Controls, Drag};
use super::findings::Findings;
use super::flight::Flight;
use super::loading::{LoadError, Loading, World, words};
use super::meter::Meter;
use super::notice::Notice;
use super::panels::{self, Panels};
use super::playback::Playback;
use super::reload::Watch;
use super::state::{Layout, State};
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
    /// Asks the person for files.
    ChooseFiles,
    /// Shows other inputs.
    Open(Vec<PathBuf>),
    /// Reads the same inputs again.
    Reload,
    /// Writes down what is remembered.
    Save,
    /// Loses the device on purpose, where that is allowed.
    LoseDevice,
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
    /// What was clicked and answered, and what is hidden.
    pub asking: Asking,
    /// What drawing costs.
    pub meter: Meter,
    /// How the old version and the new one are looked at.
    pub comparing: Comparing,
    /// What was odd or went wrong, the newest last.
    pub log: Vec<String>,
    /// What the last frame drew, and how long that took.
    pub drawn: (Drawn, Duration),
    /// What is remembered from window to window.
    pub state: State,
    /// What was said last.
    pub notice: Option<Notice>,
    /// Tells when the files of the scene change.
    pub watch: Option<Watch>,
    /// The pointer is held, so that it is its motion that counts.
    pub is_grabbed: bool,
    loading: Option<Loading>,
    /// The camera was given: the first scene is shown from there.
    keeps_camera: bool,
    /// The right button looks about.
    is_looking: bool,
    /// Frames the next scene wholly.
    wants_home: bool,
    /// A scene of other inputs has come.
    arrives: bool,
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
            asking: Asking::default(),
            meter: Meter::default(),
            comparing: Comparing::default(),
            log: Vec::new(),
            drawn: Default::default(),
            state: State::default(),
            notice: None,
            watch: None,
            is_grabbed: false,
            loading: None,
            keeps_camera: camera.is_some(),
            is_looking: false,
            wants_home: false,
            arrives: false,
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
                self.asking.replant(world);
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
            // Half of something: it is read again when it is whole.
            Err(_) if self.watch.as_ref().is_some_and(Watch::is_changing) => {}
            Err(error) => self.complain(words(&error)),
        }
    }

    /// Tells what went wrong, until something else is told.
    pub fn complain(&mut self, text: String) {
        self.notice = Some(Notice::fault(text.clone()));
        self.log.push(text);
    }

    /// Tells something for a while.
    pub fn notice(&mut self, text: String) {
        self.notice = Some(Notice::passing(text));
    }

    /// Takes over what an earlier window remembered.
    pub fn remember(&mut self, state: State) {
        state.panels.lay_out(&mut self.panels);
        self.state = state;
    }

    /// Brings what is remembered up to date.
    pub fn note_state(&mut self) {
        self.state.panels = Layout::of(&self.panels);
        if let Some(world) = &self.world {
            self.state.of_mut(&world.request.inputs).camera = Some(self.look.camera);
        }
    }

    /// Shows a scene. The camera stays where the same inputs are shown, else it goes to where it was in them last.
    pub fn show(&mut self, mut world: World) {
        let inputs = &world.request.inputs;
        if self.world.as_ref().is_none_or(|old| old.request.inputs != *inputs) {
            self.note_state();
            self.arrives = true;
            self.flight = None;
            let last = self.state.of(inputs).and_then(|scene| scene.camera);
            match last {
                _ if std::mem::take(&mut self.keeps_camera) => {}
                Some(camera) => self.look.camera = camera,
                None => self.wants_home = true,
            }
            self.state.note_recent(inputs);
        } else {
            self.notice(format!("{} was loaded again", world.scene.name));
        }
        if self.notice.as_ref().is_some_and(|notice| notice.is_fault) {
            self.notice = None; // It was about what is gone.
        }
        self.log.extend(world.warnings.iter().cloned());
        self.wanted = Wanted::of(&world);
        self.work = Work::default();
        self.findings = Findings::Unknown;
        self.panels.findings.chosen = None;
        self.panels.draft = None;
        self.panels.opened_planting = world.request.planting;
        self.playback.set_clip(world.scene.timeline.clip());
        self.animations = world.scene.timeline.animations();
        self.asking.begin(&mut world);
        self.comparing.chosen = None;
        if world.against.is_some() && !self.is_comparing() {
            self.panels.open.insert(panels::section::Section::Compare);
        }
        self.world = Some(world);
        self.generation += 1;
        self.revision += 1;
    }

    /// The picture is out of date.
    pub(super) fn touch(&mut self) {
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

    /// True where an old version lies beside the new one.
    pub fn is_comparing(&self) -> bool {
        self.world.as_ref().is_some_and(|world| world.against.is_some())
    }

    /// True while the right button looks about.
    pub fn is_looking(&self) -> bool {
        self.is_looking
    }

    /// True while the camera moves by itself or keys move it.
    pub fn is_moving(&self) -> bool {
        self.was_moving
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
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        if !dropped.is_empty() {
            self.order(Order::Open(dropped.iter().map(|file| file.path().to_owned()).collect()));
        }
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
        self.refresh_answer();
        match picture.filter(|_| self.world.is_some()) {
            Some(id) if self.is_comparing() => compare::show(self, ui, rect, id),
            Some(id) => {
                let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter().image(id, rect, whole, egui::Color32::WHITE);
            }
            None => panels::waiting(self, ui, rect),
        }
        panels::over(self, ui, rect);
    }

    /// The first picture of a scene shows all of it, and one flies across it in half a minute.
    fn settle(&mut self) {
        let Some(world) = &self.world else { return };
        if std::mem::take(&mut self.arrives) {
            let [east, north] = world.scene.ground.size();
            self.controls.speed = (east.max(north) / 30.0).clamp(2.0, 400.0);
        }
        if std::mem::take(&mut self.wants_home) {
            let [width, height] = self.size.map(|pixels| pixels as f32);
            self.look.camera = overview::of_scene(&world.scene, width / height);
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
                // Ctrl+C over letters that are marked is egui's.
                Event::Copy if has_marked_letters(ui) => {}
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
        if let Some(number) = BOOKMARKS.iter().position(|digit| *digit == key) {
            self.take_bookmark_key(number as u8 + 1, modifiers);
            return;
        }
        match key {
            Key::O if modifiers.command => self.order(Order::ChooseFiles),
            Key::R if modifiers.command => self.order(Order::Reload),
            Key::F5 => self.order(Order::Reload),
            Key::L if modifiers.command && modifiers.shift => self.order(Order::LoseDevice),
            Key::G if modifiers.is_none() => self.controls.walks = !self.controls.walks,
            Key::Home => self.go_home(),
            Key::F if modifiers.is_none() => self.frame_selection(),
            Key::Tab => {
                self.panels.are_folded = !self.panels.are_folded;
                // Without that egui would give the keys to the next panel.
                ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            }
            Key::F1 => self.panels.shows_keys = !self.panels.shows_keys,
            Key::Space if self.playback.has_frames() => self.playback.toggle(),
            Key::Comma => self.playback.step(-1),
            Key::Period => self.playback.step(1),
            Key::X if modifiers.is_none() && self.is_comparing() => self.comparing.flip(),
            Key::F12 => self.order(Order::TakePicture),
            Key::Escape if self.loading.is_some() => self.cancel(),
            Key::Escape if self.panels.shows_keys || self.notice.is_some() => {
                self.panels.shows_keys = false;
                self.notice = None;
            }
            Key::Escape => self.select(None),
            Key::Q if modifiers.command => self.order(Order::Quit),
            _ => {}
        }
    }

    /// With Ctrl a key from 1 to 9 sets a bookmark, alone it flies there.
    fn take_bookmark_key(&mut self, key: u8, modifiers: Modifiers) {
        let Some(world) = &self.world else { return };
        let inputs = &world.request.inputs;
        if modifiers.command {
            self.state.of_mut(inputs).mark(Some(key), self.look.camera);
            self.order(Order::Save);
            self.notice(format!("Bookmark {key} is set: {key} flies here"));
        } else if modifiers.is_none() {
            let bookmarks = self.state.of(inputs).map(|scene| scene.bookmarks.as_slice()).unwrap_or_default();
            match bookmarks.iter().find(|bookmark| bookmark.key == Some(key)) {
                Some(bookmark) => self.fly_to(bookmark.camera),
                None => self.notice(format!("There is no bookmark {key}: Ctrl+{key} sets it")),
            }
        }
    }

    fn take_pointer(&mut self, ui: &Ui, response: &egui::Response) {
        let delta = if self.is_grabbed { motion(ui) } else { response.drag_delta() };
        let drag = Drag { delta: Vec2::new(delta.x, delta.y), height: response.rect.height() };
        let orbits = ui.input(|input| input.modifiers.alt);
        let is_held = |button| response.dragged_by(button);
        self.take_click(ui, response, orbits);
        if response.drag_started() {
            self.pivot = response.interact_pointer_pos().and_then(|at| self.ground_under(at, response.rect));
        }
        self.is_looking = is_held(controls::LOOK) && !orbits;
        if (is_held(egui::PointerButton::Primary) || is_held(controls::LOOK)) && orbits {
            self.flight = None;
            let ahead = self.look.camera.eye + self.look.camera.forward().as_dvec3() * 50.0;
            controls::orbit(&mut self.look.camera, self.pivot.unwrap_or(ahead), drag);
        } else if is_held(controls::LOOK) {
            self.flight = None;
            controls::look(&mut self.look.camera, drag);
        }
    }

    /// A click selects, a double click flies there.
    fn take_click(&mut self, ui: &Ui, response: &egui::Response, orbits: bool) {
        let at = response.interact_pointer_pos().filter(|_| !orbits && response.clicked());
        let Some(at) = at else { return };
        let pixels = (at - response.rect.min) * ui.pixels_per_point();
        let pixel = [pixels.x, pixels.y].map(|pixels| pixels.max(0.0) as u32);
        if response.double_clicked() {
            self.fly_at(pixel);
        } else {
            self.select_at(pixel);
        }
        ui.ctx().request_repaint();
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

/// The keys of the bookmarks, from 1 on.
const BOOKMARKS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// How far the mouse was moved in a frame while its pointer is held, points.
fn motion(ui: &Ui) -> egui::Vec2 {
    let moved = |event: &Event| match event {
        Event::MouseMoved(pixels) => *pixels,
        _ => egui::Vec2::ZERO,
    };
    let pixels =
        ui.input(|input| input.events.iter().map(moved).fold(egui::Vec2::ZERO, |all, way| all + way));
    pixels / ui.pixels_per_point()
}

/// Letters of a panel are marked, to be copied.
fn has_marked_letters(ui: &Ui) -> bool {
    let selection = ui.ctx().plugin_opt::<egui::text_selection::LabelSelectionState>();
    selection.is_some_and(|selection| selection.lock().has_selection())
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
