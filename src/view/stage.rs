//! What there is as long as there is a window with a device: the pixels, the input, the pointer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{FullOutput, ViewportId};
use winit::dpi::PhysicalPosition;
use winit::event::WindowEvent;
use winit::window::Window;

use super::App;
use super::app::Look;
use super::compare::Comparing;
use super::grab::Grab;
use super::loading::Kit;
use super::screen::{Screen, Which};
use crate::gpu::{Backend, GpuError};

/// A window with a device.
pub struct Stage {
    /// Surface and device.
    pub screen: Screen,
    /// What the person does.
    pub input: egui_winit::State,
    /// The compiled passes for what is loaded next.
    pub kit: Kit,
    /// What the picture shows.
    shown: Option<Shown>,
    /// Pixels of the window.
    pointer: PhysicalPosition<f64>,
    /// Where the last button went down.
    pressed_at: PhysicalPosition<f64>,
    grab: Option<Grab>,
}

/// What a picture depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shown {
    look: Look,
    size: [u32; 2],
    revision: u64,
    /// The old and the new version are seen.
    sides: [bool; 2],
    /// Changes of height are coloured.
    shows_heights: bool,
}

/// How a frame ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// When egui wants the next one; `None` where nothing changes by itself.
    pub next: Option<Instant>,
    /// The scene was drawn anew.
    pub has_drawn: bool,
}

impl Stage {
    /// Opens a device for the window. `shaders` is as in [`crate::gpu::Gpu::shaders`].
    ///
    /// # Errors
    /// As [`crate::gpu::Gpu::open`].
    pub fn open(
        window: Arc<Window>,
        egui: &egui::Context,
        backend: Backend,
        shaders: Option<PathBuf>,
    ) -> Result<Self, GpuError> {
        let screen = Screen::new(window, backend, shaders)?;
        let mut input = egui_winit::State::new(
            egui.clone(),
            ViewportId::ROOT,
            &screen.window,
            Some(screen.window.scale_factor() as f32),
            screen.window.theme(),
            Some(screen.gpu.limits.max_texture_dimension_2d as usize),
        );
        input.egui_input_mut().focused = screen.window.has_focus(); // Told only when it changes.
        let kit = Kit::new(Arc::clone(&screen.gpu), screen.target());
        Ok(Self {
            screen,
            input,
            kit,
            shown: None,
            pointer: PhysicalPosition::default(),
            pressed_at: PhysicalPosition::default(),
            grab: None,
        })
    }

    /// Compiles the passes anew, for what is loaded from now on.
    pub fn recompile(&mut self) {
        self.kit = Kit::new(Arc::clone(&self.screen.gpu), self.screen.target());
    }

    /// Takes what happened to the window; true where that may change what it shows.
    pub fn take(&mut self, event: &WindowEvent) -> bool {
        if let WindowEvent::CursorMoved { position, .. } = event {
            if let Some(grab) = &mut self.grab {
                let way = grab.follow(&self.screen.window, *position);
                // For egui the pointer stays where it was.
                return way != (0.0, 0.0) && self.input.on_mouse_motion(way);
            }
            self.pointer = *position;
        }
        if let WindowEvent::MouseInput { state, .. } = event
            && state.is_pressed()
        {
            self.pressed_at = self.pointer;
        }
        self.input.on_window_event(&self.screen.window, event).repaint
    }

    /// Takes a motion of the mouse itself; true where the picture changes.
    pub fn take_motion(&mut self, way: (f64, f64)) -> bool {
        let is_locked = self.grab.as_ref().is_some_and(Grab::is_locked);
        is_locked && way != (0.0, 0.0) && self.input.on_mouse_motion(way)
    }

    /// Lays out the window, draws what has changed and shows it.
    ///
    /// # Errors
    /// When the device fails or is lost.
    pub fn draw(&mut self, egui: &egui::Context, app: &mut App) -> Result<Frame, GpuError> {
        let size = self.screen.window.inner_size();
        if size.width == 0 || size.height == 0 {
            return Ok(Frame { next: None, has_drawn: false }); // Minimised.
        }
        // A device that is gone is not to be used: the driver tells when it is asked.
        let gpu = &self.screen.gpu;
        let _ = gpu.device.poll(wgpu::PollType::Poll);
        if gpu.is_lost() {
            return Err(GpuError::Driver("the device was lost".to_owned()));
        }
        let input = self.input.take_egui_input(&self.screen.window);
        let picture = self.screen.picture_id();
        app.comparing.old_picture = self.screen.old_picture_id();
        app.is_grabbed = self.grab.is_some();
        let output = egui.run_ui(input, |ui| app.ui(ui, picture));
        let FullOutput { platform_output, textures_delta, shapes, pixels_per_point, viewport_output } =
            output;
        self.screen.take_textures(textures_delta);
        self.input.handle_platform_output(&self.screen.window, platform_output);
        self.hold_pointer(app.is_looking());
        let mut next = viewport_output
            .get(&ViewportId::ROOT)
            .and_then(|viewport| Instant::now().checked_add(viewport.repaint_delay));
        let has_drawn = self.draw_scene(app)?;
        // A picture of another size has another name: lay out once more.
        if self.screen.picture_id() != picture || self.screen.old_picture_id() != app.comparing.old_picture {
            next = Some(Instant::now());
        }
        let primitives = egui.tessellate(shapes, pixels_per_point);
        if !self.screen.present(&primitives, pixels_per_point)? {
            next = Some(Instant::now());
        }
        Ok(Frame { next, has_drawn })
    }

    /// Hides the pointer while it looks about. `handle_platform_output` shows it again where it changes its shape.
    fn hold_pointer(&mut self, is_looking: bool) {
        if is_looking && self.grab.is_none() {
            self.grab = Grab::new(&self.screen.window, self.pressed_at, self.pointer);
        } else if !is_looking && let Some(grab) = self.grab.take() {
            grab.release(&self.screen.window);
        }
    }

    /// Draws the scene where its picture is out of date; tells whether it was.
    fn draw_scene(&mut self, app: &mut App) -> Result<bool, GpuError> {
        let view = app.view();
        let Comparing { shows_heights, .. } = app.comparing;
        let sides = if app.is_comparing() { app.comparing.sides() } else { [false, true] };
        let wanted =
            Shown { look: app.look, size: view.size, revision: app.revision(), sides, shows_heights };
        let Some(world) = &mut app.world else { return Ok(false) };
        // What lay on a device that was lost is loaded again.
        if self.shown == Some(wanted) || !Arc::ptr_eq(&world.kit.gpu, &self.screen.gpu) {
            return Ok(false);
        }
        let start = Instant::now();
        let gpu = Arc::clone(&self.screen.gpu);
        let shown = self.shown.map(|shown| (shown.look.frame, shown.revision));
        // Also where it can't be drawn: the next change is the next try.
        self.shown = Some(wanted);
        let renderer = world.kit.renderer()?;
        let frame = app.look.frame as f32;
        if shown != Some((app.look.frame, wanted.revision)) && world.scene.timeline.is_moving() {
            world.data.show(&gpu, &world.scene.timeline.at(frame));
        }
        if let Some(against) = &mut world.against {
            world.data.show_overlay(world.scene.overlay.as_ref().filter(|_| shows_heights));
            against.follow_sun(&gpu, renderer, world.request.sun)?;
            if against.scene.timeline.is_moving() {
                against.data.show(&gpu, &against.scene.timeline.at(frame));
            }
        }
        let mark = app.asking.selection.as_ref().and_then(|selection| selection.mark.as_ref());
        let mut drawn = None;
        // The new one comes last: what it costs is told.
        for (which, data) in
            [(Which::Old, world.against.as_ref().map(|old| &old.data)), (Which::New, Some(&world.data))]
        {
            let is_seen = match which {
                Which::Old => sides[0],
                Which::New => sides[1],
            };
            let Some(data) = data.filter(|_| is_seen) else { continue };
            let canvas = self.screen.canvas(which, view.size)?;
            let ground = canvas.draw(&gpu, renderer, data, &view);
            drawn = Some(data.drawn(&gpu, ground)?);
            if let (Which::New, Some(mark)) = (which, mark) {
                canvas.outline(&gpu, renderer, data, &view, mark)?;
            }
            self.screen.show_canvas(which);
        }
        app.drawn = (drawn.unwrap_or_default(), start.elapsed());
        app.meter.tick(Instant::now());
        Ok(true)
    }
}
