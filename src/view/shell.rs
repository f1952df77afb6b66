//! Listens to the window, lends the app the device, and does what the app can't do itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalPosition};
use winit::event::{DeviceEvent, DeviceId, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

use super::app::Order;
use super::loading::{Loading, Request, words};
use super::open::{self, Chosen};
use super::reload::Watch;
use super::report::Report;
use super::stage::Stage;
use super::state::Place;
use super::store::Store;
use super::{App, Options, ViewError, picture};
use crate::gpu::GpuError;
use crate::gpu::shader::SOURCES;
use crate::inputs::Inputs;
use crate::scene::assemble::found_beside;
use crate::scene::clutter::Planting;

/// The environment variable that lets Ctrl+Shift+L lose the device, so that tests can.
const CAN_LOSE_DEVICE: &str = "SWARD_CAN_LOSE_DEVICE";

/// So many frames may fail in a row before the device is opened anew, and as many again before the window gives up.
const MOST_FAILURES: u32 = 3;

/// Something has happened beside the window.
#[derive(Debug)]
enum Wake {
    /// Look again.
    Look,
    /// The person has chosen files, or none.
    Chosen(Chosen),
    /// Inputs have changed on the disk.
    FilesChanged,
    /// Shaders have changed on the disk.
    ShadersChanged,
}

/// The window's listener.
struct Shell {
    options: Options,
    app: App,
    egui: egui::Context,
    proxy: EventLoopProxy<Wake>,
    stage: Option<Stage>,
    store: Option<Store>,
    report: Report,
    /// What was asked for last.
    wanted: Request,
    /// Ends when it is dropped.
    _shaders: Option<Watch>,
    /// When egui wants to be drawn again.
    next: Option<Instant>,
    /// Frames that failed in a row.
    failures: u32,
    failure: Option<ViewError>,
}

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> Result<(), ViewError> {
    let event_loop = EventLoop::<Wake>::with_user_event().build()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let proxy = event_loop.create_proxy();
    let mut app = App::new(options.camera, options.request.sun);
    let store = Store::usual_path().map(Store::open).map(|(store, warning)| {
        app.log.extend(warning);
        app.remember(store.state().clone());
        store
    });
    let egui = egui::Context::default();
    let mut shell = Shell {
        app,
        egui,
        stage: None,
        store,
        report: Report::new(options.tell),
        wanted: options.request.clone(),
        _shaders: None,
        next: None,
        failures: 0,
        failure: None,
        proxy,
        options,
    };
    super::style::apply(&shell.egui);
    shell.watch_shaders();
    // Reading needs no window: it starts at once.
    shell.load(shell.wanted.clone());
    event_loop.run_app(&mut shell)?;
    shell.failure.map_or(Ok(()), Err)
}

impl Shell {
    /// Starts to load a scene, and to watch its files.
    fn load(&mut self, request: Request) {
        let waker = self.waker();
        self.watch(&request);
        let loading = Loading::start(request.clone(), Arc::new(move || waker(Wake::Look)));
        if let Some(stage) = &self.stage {
            loading.bring(stage.kit.clone());
        }
        self.wanted = request;
        self.app.wait_for(loading);
        self.redraw();
    }

    /// Loads the same once more, as it is asked for now.
    fn reload(&mut self) {
        let shown = self.app.world.as_ref().map(|world| &world.request);
        let request = shown.filter(|request| request.inputs == self.wanted.inputs).unwrap_or(&self.wanted);
        self.load(request.clone());
    }

    /// Files alone, seen as the last ones were.
    fn open_files(&mut self, inputs: Vec<PathBuf>) {
        // Overlay, animations and the place of the grass were those of the other scene.
        let planting = Planting { moved: [0.0; 2], ..self.wanted.planting };
        self.load(Request { inputs, planting, sun: self.app.look.sun, ..Request::default() });
    }

    /// What wakes the window from another thread.
    fn waker(&self) -> impl Fn(Wake) + Send + Sync + 'static {
        let proxy = self.proxy.clone();
        move |wake| drop(proxy.send_event(wake)) // The loop may have ended.
    }

    fn watch(&mut self, request: &Request) {
        // A scene file that is broken is watched, too, until it is mended.
        let mut files = match Inputs::read(&request.inputs) {
            Ok(inputs) => inputs.paths().map(Path::to_owned).collect(),
            Err(_) => request.inputs.clone(),
        };
        files.extend(request.against.clone());
        files.extend(files.clone().iter().flat_map(|file| found_beside(file)));
        self.app.watch = None;
        if files.is_empty() {
            return;
        }
        let waker = self.waker();
        match Watch::new(files, move || waker(Wake::FilesChanged)) {
            Ok(watch) => self.app.watch = Some(watch),
            Err(error) => {
                self.app.log.push(format!("changed files aren't noticed, F5 reloads them: {error}"))
            }
        }
    }

    fn watch_shaders(&mut self) {
        let Some(folder) = &self.options.shaders else { return };
        let files = SOURCES.iter().map(|(name, _)| folder.join(format!("{name}.wgsl")));
        let files = files.filter(|file| file.exists()).collect();
        let waker = self.waker();
        match Watch::new(files, move || waker(Wake::ShadersChanged)) {
            Ok(watch) => self._shaders = Some(watch),
            Err(error) => self.app.log.push(format!("{}: changes aren't noticed: {error}", folder.display())),
        }
    }

    /// Opens the window, and a device for it.
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), ViewError> {
        let place = self.app.state.window.unwrap_or_default();
        let [width, height] = place.size;
        let mut attributes = Window::default_attributes()
            .with_title("Sward")
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(320.0, 240.0))
            .with_maximized(place.is_maximized);
        // A monitor that is no longer there would swallow the window.
        let is_seen = |[x, y]: [i32; 2]| {
            event_loop.available_monitors().any(|monitor| {
                let (corner, size) = (monitor.position(), monitor.size());
                let inside =
                    |at: i32, from: i32, length: u32| at >= from - 50 && at < from + length as i32 - 50;
                inside(x, corner.x, size.width) && inside(y, corner.y, size.height)
            })
        };
        if let Some([x, y]) = place.corner.filter(|corner| is_seen(*corner)) {
            attributes = attributes.with_position(PhysicalPosition::new(x, y));
        }
        let window =
            event_loop.create_window(attributes).map_err(|error| ViewError::Display(error.to_string()))?;
        self.set_stage(Arc::new(window))?;
        Ok(())
    }

    /// Opens a device for the window and gives it to what is loading.
    fn set_stage(&mut self, window: Arc<Window>) -> Result<(), GpuError> {
        let stage = Stage::open(window, &self.egui, self.options.backend, self.options.shaders.clone())?;
        if let Some(loading) = self.app.loading() {
            loading.bring(stage.kit.clone());
        }
        self.stage = Some(stage);
        self.redraw();
        Ok(())
    }

    /// The device is gone and all that lay on it: opens another one and loads the scene again. Camera and panels stay.
    fn recover(&mut self) -> Result<(), GpuError> {
        let Some(stage) = self.stage.take() else { return Ok(()) };
        let window = Arc::clone(&stage.screen.window);
        drop(stage); // A window has one surface.
        // The textures of the old context were on the old device; what it knows of the panels is kept.
        let memory = self.egui.memory(Clone::clone);
        self.egui = egui::Context::default();
        self.egui.memory_mut(|mine| *mine = memory);
        self.app.log.push("the graphics device was lost: all is brought to it again".to_owned());
        self.set_stage(window)?;
        self.reload();
        Ok(())
    }

    fn redraw(&self) {
        if let Some(stage) = &self.stage {
            stage.screen.window.request_redraw();
        }
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) {
        let Some(stage) = &mut self.stage else { return };
        let generation = self.app.generation();
        let result = stage.draw(&self.egui, &mut self.app);
        let is_lost = stage.screen.gpu.is_lost();
        match result {
            Ok(frame) if !is_lost => {
                self.failures = 0;
                self.next = frame.next;
                self.report.frame(&self.app, frame.has_drawn);
            }
            Ok(_) => self.start_anew(event_loop),
            Err(error) => {
                self.failures += 1;
                if is_lost || self.failures == MOST_FAILURES {
                    self.start_anew(event_loop);
                } else if self.failures > 2 * MOST_FAILURES {
                    self.fail(event_loop, error);
                } else {
                    self.app.complain(error.to_string());
                    self.redraw();
                }
            }
        }
        if self.app.generation() != generation {
            self.show_name();
            self.save();
        }
        for order in self.app.take_orders() {
            self.obey(order, event_loop);
        }
        self.report.log(&self.app);
    }

    fn start_anew(&mut self, event_loop: &ActiveEventLoop) {
        if let Err(error) = self.recover() {
            self.fail(event_loop, error);
        }
    }

    fn obey(&mut self, order: Order, event_loop: &ActiveEventLoop) {
        match order {
            Order::Copy(text) => self.copy(text),
            Order::Quit => event_loop.exit(),
            Order::TakePicture => self.take_picture(),
            Order::ChooseFiles => {
                let waker = self.waker();
                if let Some(stage) = &self.stage {
                    open::ask(&stage.screen.window, move |chosen| waker(Wake::Chosen(chosen)));
                }
            }
            Order::Open(files) => self.open_files(files),
            Order::Reload => self.reload(),
            Order::Save => self.save(),
            Order::LoseDevice => {
                if let Some(stage) =
                    self.stage.as_ref().filter(|_| std::env::var_os(CAN_LOSE_DEVICE).is_some())
                {
                    stage.screen.gpu.device.destroy();
                }
                self.redraw();
            }
        }
    }

    fn take_picture(&mut self) {
        let view = self.app.view();
        let Some(world) = &mut self.app.world else { return };
        if world.against.is_some() {
            world.data.show_overlay(None); // Its command line tells of the new version alone.
        }
        let frame = world.scene.timeline.is_moving().then_some(self.app.look.frame as f32);
        match picture::take(world, &view, frame) {
            // Its end wakes the window.
            Ok(None) => self.app.order(Order::TakePicture),
            Ok(Some(picture::Written { path, command })) => {
                self.report.say(&format!("picture: {}", path.display()));
                self.app.notice(format!("{}; its command line is in the clipboard", path.display()));
                self.copy(command);
            }
            Err(error) => self.app.complain(words(&error)),
        }
        self.redraw();
    }

    fn copy(&mut self, text: String) {
        self.report.say(&format!("copied: {text}"));
        if let Some(stage) = &mut self.stage {
            stage.input.set_clipboard_text(text);
        }
    }

    /// The name of the scene is that of the window.
    fn show_name(&self) {
        if let (Some(stage), Some(world)) = (&self.stage, &self.app.world) {
            stage.screen.window.set_title(&format!("{} - Sward", world.scene.name));
        }
    }

    /// Writes down what is to be remembered.
    fn save(&mut self) {
        let Some(store) = &mut self.store else { return };
        if let Some(stage) = &self.stage {
            let window = &stage.screen.window;
            let size = window.inner_size().to_logical::<f64>(window.scale_factor());
            let is_maximized = window.is_maximized();
            // A window that is maximised is remembered with the size that it had before.
            let before = self.app.state.window.unwrap_or_default();
            let is_there = size.width > 0.0 && size.height > 0.0;
            self.app.state.window = Some(Place {
                size: if is_maximized || !is_there { before.size } else { [size.width, size.height] },
                corner: match window.outer_position() {
                    Ok(_) if is_maximized || !is_there => before.corner,
                    position => position.ok().map(|corner| [corner.x, corner.y]),
                },
                is_maximized,
            });
        }
        self.app.note_state();
        if let Some(warning) = store.save(&self.app.state) {
            self.app.log.push(warning);
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<ViewError>) {
        self.failure = Some(error.into());
        event_loop.exit();
    }
}

impl ApplicationHandler<Wake> for Shell {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.stage.is_none()
            && let Err(error) = self.open(event_loop)
        {
            self.fail(event_loop, error);
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Look => {}
            Wake::Chosen(Chosen::Files(files)) => self.open_files(files),
            Wake::Chosen(Chosen::Nothing) => {}
            Wake::Chosen(Chosen::NoDialog) => self.app.complain(
                "no dialog for files can be shown: this desktop has no portal, and zenity is not installed; \
                 drop files on the window or name them on the command line"
                    .to_owned(),
            ),
            Wake::FilesChanged => self.reload(),
            Wake::ShadersChanged => {
                if let Some(stage) = &mut self.stage {
                    stage.recompile();
                }
                self.reload();
            }
        }
        self.redraw();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(stage) = &mut self.stage else { return };
        // It would ask for the next frame with each one.
        if !matches!(event, WindowEvent::RedrawRequested) && stage.take(&event) {
            stage.screen.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                stage.screen.resize([size.width, size.height]);
                stage.screen.window.request_redraw();
            }
            WindowEvent::RedrawRequested => self.draw(event_loop),
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let (DeviceEvent::MouseMotion { delta }, Some(stage)) = (event, &mut self.stage)
            && stage.take_motion(delta)
        {
            stage.screen.window.request_redraw();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(next) = self.next else {
            return event_loop.set_control_flow(ControlFlow::Wait);
        };
        if next <= Instant::now() {
            self.next = None;
            self.redraw();
            event_loop.set_control_flow(ControlFlow::Wait);
        } else {
            event_loop.set_control_flow(ControlFlow::WaitUntil(next));
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.save();
        self.report.log(&self.app);
    }
}
