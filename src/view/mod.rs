//! The window: flies a camera over a scene and answers what is there.
//!
//! [`App`] holds what the window shows and asks, and knows no window: tests drive it without one. `shell` listens to
//! the window and lends the app the device; `screen` has the pixels.

pub use app::{App, Look, Order};
pub use loading::{Request, World};

mod app;
pub mod asking;
pub mod command;
pub mod compare;
pub mod controls;
pub mod daylight;
pub mod findings;
pub mod flight;
mod grab;
pub mod loading;
pub mod meter;
pub mod notice;
mod open;
pub mod panels;
pub mod picture;
pub mod playback;
pub mod reload;
mod report;
mod screen;
mod shell;
mod stage;
pub mod state;
pub mod store;
pub mod style;
pub mod work;

use std::path::PathBuf;

use winit::error::EventLoopError;

use crate::gpu::{Backend, GpuError};
use crate::scene::camera_pose::CameraPose;

/// How the window starts.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What it shows.
    pub request: Request,
    /// Where the camera stands; over the whole scene where it isn't said.
    pub camera: Option<CameraPose>,
    /// Which graphics interface to use.
    pub backend: Backend,
    /// A folder whose shaders are taken in place of those in the binary, and again whenever they change.
    pub shaders: Option<PathBuf>,
    /// Is told, a line each, what the window does.
    pub tell: Option<fn(&str)>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// No display, or one that doesn't answer.
    #[error("no window can be opened here: {0}; `sward shot` takes pictures without a display")]
    Display(String),
    /// No device for the window, or none any more.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl From<EventLoopError> for ViewError {
    fn from(error: EventLoopError) -> Self {
        Self::Display(error.to_string())
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// Without a display, or without a device that can draw on it.
pub fn run(options: Options) -> Result<(), ViewError> {
    shell::run(options)
}
