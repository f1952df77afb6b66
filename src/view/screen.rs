//! The window's pixels: its surface, the picture of the scene, and what egui draws about it.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ClippedPrimitive, TextureId, TexturesDelta};
use egui_wgpu::ScreenDescriptor;
use winit::window::Window;

use crate::gpu::{Backend, Gpu, GpuError};
use crate::render::{Canvas, Target};

/// The format that pictures are drawn in, the same as in a screenshot.
const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// A window with a device.
pub struct Screen {
    /// The window.
    pub window: Arc<Window>,
    /// The device.
    pub gpu: Arc<Gpu>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    painter: egui_wgpu::Renderer,
    picture: Option<Shown>,
    old_picture: Option<Shown>,
    /// Textures that this frame still shows and the next no longer.
    unused: Vec<TextureId>,
}

/// One of the two pictures that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The old version.
    Old,
    /// The new version, or the only one.
    New,
}

/// A canvas, and its copy that egui shows.
struct Shown {
    canvas: Canvas,
    /// The same bytes, but egui takes them as they are: it mixes colours in sRGB.
    copy: wgpu::Texture,
    id: TextureId,
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("gpu", &self.gpu.info.name).field("config", &self.config).finish()
    }
}

impl Screen {
    /// Opens a device that can show pictures in the window. `shaders` is as in [`Gpu::shaders`].
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn new(window: Arc<Window>, backend: Backend, shaders: Option<PathBuf>) -> Result<Self, GpuError> {
        let (mut gpu, surface, adapter) = Gpu::open_in_window(backend, &window)?;
        gpu.shaders = shaders;
        let formats = surface.get_capabilities(&adapter).formats;
        let format = formats.iter().copied().find(|format| !format.is_srgb()).or(formats.first().copied());
        let size = window.inner_size();
        let config = wgpu::SurfaceConfiguration {
            format: format.ok_or(GpuError::NoAdapter { wanted: "this window" })?,
            present_mode: wgpu::PresentMode::AutoVsync,
            // Two make the window answer a frame late on some drivers.
            desired_maximum_frame_latency: 1,
            ..surface
                .get_default_config(&adapter, size.width.max(1), size.height.max(1))
                .ok_or(GpuError::NoAdapter { wanted: "this window" })?
        };
        surface.configure(&gpu.device, &config);
        let options = egui_wgpu::RendererOptions { dithering: false, ..Default::default() };
        let painter = egui_wgpu::Renderer::new(&gpu.device, config.format, options);
        gpu.check()?;
        Ok(Self {
            window,
            gpu: Arc::new(gpu),
            surface,
            config,
            painter,
            picture: None,
            old_picture: None,
            unused: Vec::new(),
        })
    }

    /// What pictures are drawn into: a software driver is spared the samples.
    pub fn target(&self) -> Target {
        Target { format: PICTURE, samples: if self.gpu.is_software() { 1 } else { 4 } }
    }

    /// Fits the surface to the window; nothing to do for a minimised one.
    pub fn resize(&mut self, [width, height]: [u32; 2]) {
        let most = self.gpu.limits.max_texture_dimension_2d;
        if width > 0 && height > 0 {
            (self.config.width, self.config.height) = (width.min(most), height.min(most));
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// The canvas of a size, made anew where the size has changed.
    ///
    /// # Errors
    /// When the picture is larger than the adapter's textures may be.
    pub fn canvas(&mut self, which: Which, size: [u32; 2]) -> Result<&Canvas, GpuError> {
        let target = self.target();
        let picture = match which {
            Which::Old => &mut self.old_picture,
            Which::New => &mut self.picture,
        };
        let is_new = picture.as_ref().is_none_or(|shown| [shown.copy.width(), shown.copy.height()] != size);
        if is_new {
            if let Some(old) = picture.take() {
                self.painter.free_texture(&old.id);
            }
            let canvas = Canvas::new(&self.gpu, target, size)?;
            let copy = self.gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("shown picture"),
                size: canvas.texture.size(),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let view = copy.create_view(&Default::default());
            let id = self.painter.register_native_texture(&self.gpu.device, &view, wgpu::FilterMode::Nearest);
            *picture = Some(Shown { canvas, copy, id });
        }
        match picture {
            Some(shown) => Ok(&shown.canvas),
            None => Err(GpuError::Driver("no picture".into())), // It was made above.
        }
    }

    /// How egui knows the copy of the canvas.
    pub fn picture_id(&self) -> Option<TextureId> {
        self.picture.as_ref().map(|shown| shown.id)
    }

    /// How egui knows the copy of the old version's canvas.
    pub fn old_picture_id(&self) -> Option<TextureId> {
        self.old_picture.as_ref().map(|shown| shown.id)
    }

    /// Lets egui show what the canvas has now.
    pub fn show_canvas(&self, which: Which) {
        let picture = match which {
            Which::Old => &self.old_picture,
            Which::New => &self.picture,
        };
        let Some(shown) = picture else { return };
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let (from, to) = (shown.canvas.texture.as_image_copy(), shown.copy.as_image_copy());
        encoder.copy_texture_to_texture(from, to, shown.copy.size());
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Takes over what egui changed about its textures.
    pub fn take_textures(&mut self, mut textures: TexturesDelta) {
        // What is no longer needed is still named by the frame before: it was submitted long ago.
        for id in self.unused.drain(..) {
            self.painter.free_texture(&id);
        }
        for (id, deltas) in &textures.set {
            for delta in deltas {
                self.painter.update_texture(&self.gpu.device, &self.gpu.queue, *id, delta);
            }
        }
        self.unused.extend(textures.free.iter().copied());
        textures.clear();
    }

    /// Draws what egui made and shows the frame; false where it has to be drawn again.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn present(
        &mut self,
        primitives: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Result<bool, GpuError> {
        let Gpu { device, queue, .. } = self.gpu.as_ref();
        let frame = match self.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(frame) => Some((frame, false)),
            wgpu::CurrentSurfaceTexture::Suboptimal(frame) => Some((frame, true)),
            wgpu::CurrentSurfaceTexture::Outdated | wgpu::CurrentSurfaceTexture::Lost => {
                self.surface.configure(device, &self.config);
                return Ok(false);
            }
            _ => None, // Hidden or late: the next event draws again.
        };
        let Some((frame, is_suboptimal)) = frame else { return Ok(true) };
        let view = frame.texture.create_view(&Default::default());
        let size =
            ScreenDescriptor { size_in_pixels: [self.config.width, self.config.height], pixels_per_point };
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut commands = self.painter.update_buffers(device, queue, &mut encoder, primitives, &size);
        {
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("window"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            self.painter.render(&mut pass.forget_lifetime(), primitives, &size);
        }
        commands.push(encoder.finish());
        queue.submit(commands);
        self.window.pre_present_notify();
        queue.present(frame);
        if is_suboptimal {
            self.surface.configure(&self.gpu.device, &self.config);
        }
        self.gpu.check()?;
        Ok(true)
    }
}
