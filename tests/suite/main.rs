//! What Sward promises, one module a promise; one binary, since linking the GPU crates takes long.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod animations;
mod bfres_containers;
mod bfres_extract;
mod bfres_models;
mod bfres_textures;
mod check;
mod check_ground;
mod clutter_list;
mod command_line;
mod demo;
#[cfg(target_os = "linux")]
mod desktop;
mod diff;
mod ground_mesh;
#[path = "../../examples/level"]
#[allow(dead_code)] // The example uses all of it.
mod level_example {
    pub mod mesh;
    pub mod place;
}
mod models;
mod models_of_files;
mod overlays;
mod panels;
mod picking;
mod pictures;
mod road_samples;
mod scatter_gpu;
mod shaders;
mod shot;
#[cfg(target_os = "linux")]
mod window;
mod wrp_by_hand;
mod wrp_hostile;
mod wrp_in_pbo;
mod wrp_round_trip;
mod wrp_samples;
mod wrp_traps;
mod wrp_worlds;
mod xray_files;
mod xray_ground;
