//! Sward shows terrains.

pub mod demo;
pub mod formats;
pub mod gpu;
pub mod render;
pub mod scatter;
pub mod scene;
