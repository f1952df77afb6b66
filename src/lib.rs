//! Sward shows terrains.

pub mod formats;
pub mod scatter;
pub mod scene;
