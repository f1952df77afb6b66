//! Listens to the window and lends the app the device.

use std::sync::Arc;
use std::time::Instant;

use egui::{FullOutput, ViewportId};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

use super::app::{Look, Order};
use super::loading::{Kit, Loading};
use super::screen::Screen;
use super::{App, Options, ViewError};
use crate::gpu::GpuError;

/// Something has happened beside the window: look again.
#[derive(Debug)]
struct Wake;

/// The window's listener.
struct Shell {
    options: Options,
    app: App,
    egui: egui::Context,
    proxy: EventLoopProxy<Wake>,
    stage: Option<Stage>,
    /// When egui wants to be drawn again.
    next: Option<Instant>,
    failure: Option<ViewError>,
}

/// What there is as long as there is a window.
struct Stage {
    screen: Screen,
    input: egui_winit::State,
    kit: Kit,
    /// What the picture shows.
    shown: Option<(Look, [u32; 2], u64)>,
}

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> Result<(), ViewError> {
    let event_loop = EventLoop::<Wake>::with_user_event().build()?;
    event_loop.set_control_flow(ControlFlow::Wait);
    let proxy = event_loop.create_proxy();
    let mut shell = Shell {
        app: App::new(options.camera, options.request.sun),
        egui: egui::Context::default(),
        stage: None,
        next: None,
        failure: None,
        proxy,
        options,
    };
    super::style::apply(&shell.egui);
    // Reading needs no window: it starts at once.
    shell.load(shell.options.request.clone());
    event_loop.run_app(&mut shell)?;
    shell.failure.map_or(Ok(()), Err)
}

impl Shell {
    fn load(&mut self, request: super::Request) {
        let proxy = self.proxy.clone();
        let wake = move || drop(proxy.send_event(Wake)); // The loop may have ended.
        let loading = Loading::start(request, Arc::new(wake));
        if let Some(stage) = &self.stage {
            loading.bring(stage.kit.clone());
        }
        self.app.wait_for(loading);
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), ViewError> {
        let attributes = Window::default_attributes()
            .with_title("Sward")
            .with_inner_size(LogicalSize::new(1280.0, 720.0))
            .with_min_inner_size(LogicalSize::new(320.0, 240.0));
        let window =
            event_loop.create_window(attributes).map_err(|error| ViewError::Display(error.to_string()))?;
        let screen = Screen::new(Arc::new(window), self.options.backend)?;
        let input = egui_winit::State::new(
            self.egui.clone(),
            ViewportId::ROOT,
            &screen.window,
            Some(screen.window.scale_factor() as f32),
            screen.window.theme(),
            Some(screen.gpu.limits.max_texture_dimension_2d as usize),
        );
        let kit = Kit::new(Arc::clone(&screen.gpu), screen.target());
        if let Some(loading) = self.app.loading() {
            loading.bring(kit.clone());
        }
        screen.window.request_redraw();
        self.stage = Some(Stage { screen, input, kit, shown: None });
        Ok(())
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) -> Result<(), GpuError> {
        let Some(stage) = &mut self.stage else { return Ok(()) };
        let size = stage.screen.window.inner_size();
        if size.width == 0 || size.height == 0 {
            return Ok(()); // Minimised.
        }
        let input = stage.input.take_egui_input(&stage.screen.window);
        let picture = stage.screen.picture_id();
        let output = self.egui.run_ui(input, |ui| self.app.ui(ui, picture));
        let FullOutput { platform_output, textures_delta, shapes, pixels_per_point, viewport_output } =
            output;
        stage.screen.take_textures(textures_delta);
        stage.input.handle_platform_output(&stage.screen.window, platform_output);
        self.next = viewport_output
            .get(&ViewportId::ROOT)
            .and_then(|viewport| Instant::now().checked_add(viewport.repaint_delay));
        stage.draw_scene(&mut self.app)?;
        // A picture of another size has another name: lay out once more.
        if stage.screen.picture_id() != picture {
            self.next = Some(Instant::now());
        }
        let primitives = self.egui.tessellate(shapes, pixels_per_point);
        if !stage.screen.present(&primitives, pixels_per_point)? {
            self.next = Some(Instant::now());
        }
        for order in self.app.take_orders() {
            match order {
                Order::Copy(text) => self.egui.copy_text(text),
                Order::Quit => event_loop.exit(),
                Order::TakePicture => {}
            }
        }
        Ok(())
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: impl Into<ViewError>) {
        self.failure = Some(error.into());
        event_loop.exit();
    }
}

impl Stage {
    /// Draws the scene where its picture is out of date.
    fn draw_scene(&mut self, app: &mut App) -> Result<(), GpuError> {
        let view = app.view();
        let wanted = (app.look, view.size, app.revision());
        let Some(world) = &mut app.world else { return Ok(()) };
        if self.shown == Some(wanted) {
            return Ok(());
        }
        let start = Instant::now();
        let renderer = self.kit.renderer()?;
        let gpu = Arc::clone(&self.screen.gpu);
        let is_another =
            self.shown.is_none_or(|(look, _, revision)| (look.frame, revision) != (app.look.frame, wanted.2));
        if is_another && world.scene.timeline.is_moving() {
            world.data.show(&gpu, &world.scene.timeline.at(app.look.frame as f32));
        }
        let canvas = self.screen.canvas(view.size)?;
        let ground = canvas.draw(&gpu, renderer, &world.data, &view);
        let drawn = world.data.drawn(&gpu, ground)?;
        app.drawn = (drawn, start.elapsed());
        app.meter.tick(Instant::now());
        self.screen.show_canvas();
        self.shown = Some(wanted);
        Ok(())
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

    fn user_event(&mut self, _: &ActiveEventLoop, _: Wake) {
        if let Some(stage) = &self.stage {
            stage.screen.window.request_redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(stage) = &mut self.stage else { return };
        // It would ask for the next frame with each one.
        if !matches!(event, WindowEvent::RedrawRequested) {
            let response = stage.input.on_window_event(&stage.screen.window, &event);
            if response.repaint {
                stage.screen.window.request_redraw();
            }
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                stage.screen.resize([size.width, size.height]);
                stage.screen.window.request_redraw();
            }
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.draw(event_loop) {
                    self.fail(event_loop, error);
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(next) = self.next else {
            return event_loop.set_control_flow(ControlFlow::Wait);
        };
        if next <= Instant::now() {
            self.next = None;
            if let Some(stage) = &self.stage {
                stage.screen.window.request_redraw();
            }
            event_loop.set_control_flow(ControlFlow::Wait);
        } else {
            event_loop.set_control_flow(ControlFlow::WaitUntil(next));
        }
    }
}
