//! Sward shows terrains.

pub mod demo;
pub mod formats;
pub mod scatter;
pub mod scene;
