//! Takes a picture without a window.

use super::{Canvas, Drawn, Renderer, SceneData, View};
use crate::gpu::{Gpu, GpuError};
use crate::scene::srgb::{byte_from_linear, linear_from_byte};

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels, width and height.
    pub size: [u32; 2],
    /// RGBA, 8 bits each, sRGB, first row on top; opaque but for what a transparent view leaves clear.
    pub rgba: Vec<u8>,
    /// What was drawn.
    pub drawn: Drawn,
}

/// Draws a scene once and brings the pixels back.
///
/// # Errors
/// [`GpuError::Limit`] when the picture is larger than the adapter's textures may be.
pub fn shot(gpu: &Gpu, renderer: &Renderer, data: &SceneData, view: &View) -> Result<Picture, GpuError> {
    let canvas = Canvas::new(gpu, renderer.target, view.size)?;
    let ground = canvas.draw(gpu, renderer, data, view);
    let mut rgba = gpu.read_pixels(&canvas.texture)?;
    if view.transparent {
        unmultiply(&mut rgba);
    }
    Ok(Picture { size: view.size, rgba, drawn: data.drawn(gpu, ground)? })
}

/// Colours at the edges of what is clear were mixed with black: takes that out again.
fn unmultiply(rgba: &mut [u8]) {
    for [red, green, blue, alpha] in rgba.as_chunks_mut::<4>().0 {
        if (1..255).contains(alpha) {
            let share = f32::from(*alpha) / 255.0;
            for channel in [red, green, blue] {
                *channel = byte_from_linear(linear_from_byte(*channel) / share);
            }
        }
    }
}
