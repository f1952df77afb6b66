//! Sward shows terrains: the worlds of Operation Flashpoint, Arma and DayZ (`.wrp`), the grass of S.T.A.L.K.E.R. levels
//! (`level.details`) and models of the Wii U with their texture patterns (BFRES), drawn from the games' own files without
//! the games, a window or a display.
//!
//! # A picture in ten lines
//!
//! ```no_run
//! use sward::formats::{self, bytes::Warnings};
//! use sward::gpu::{Backend, Gpu};
//! use sward::render::{Renderer, SunDirection, Target, View, shot};
//! use sward::scene::{Scene, assemble::Parts, clutter::{GroundChoice, Planting}, overview::overview};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut warnings = Warnings::default();
//! let inputs = vec![formats::open_for_drawing("utes.wrp".as_ref())?];
//! let parts = Parts::from_inputs(inputs, GroundChoice::Auto, &mut warnings)?;
//! let mut scene = Scene::assemble(parts, &Planting::default(), &mut warnings)?;
//! let gpu = Gpu::open(Backend::Auto)?;
//! let target = Target { format: sward::wgpu::TextureFormat::Rgba8UnormSrgb, samples: 4 };
//! let renderer = Renderer::new(&gpu, target)?;
//! let camera = overview(&scene.ground, scene.sea_level, 16.0 / 9.0);
//! let view = View { labels: true, ..View::new(camera, [1280, 720]) };
//! let data = renderer.upload(&gpu, &mut scene, view.sun, true)?;
//! let picture = shot(&gpu, &renderer, &data, &view)?;
//! println!("{} bytes of RGBA", picture.rgba.len());
//! # Ok(())
//! # }
//! ```
//!
//! # A file without a picture
//!
//! ```
//! use sward::formats::wrp::{self, Variant, World};
//!
//! let mut world = World::flat(Variant::Oprw(24), [64, 64], [256, 256], 40.0);
//! world.elevation.cells[0] = 12.5; // The south-west corner.
//! let bytes = wrp::encode(&world).unwrap();
//! assert_eq!(wrp::decode(&bytes).unwrap().elevation, world.elevation);
//! ```
//!
//! # The map of the house
//!
//! Data flows one way: bytes, [`formats`], [`scene`], [`render`], pixels.
//!
//! | module | what |
//! | --- | --- |
//! | [`formats`] | from bytes to typed values and back: pure, bounded, without a panic; [`formats::open`] tells files by their content |
//! | [`scene`] | one world in metres: ground, objects, roads, peaks, grass, camera |
//! | [`scatter`] | where the engine plants its grass, on the CPU, stage by stage as in the shader |
//! | [`gpu`] | the device and its limits, with or without a display |
//! | [`render`] | from a scene to pixels, one file a pass |
//! | [`inputs`] | what a scene is made of: files, and scene files that name them |
//! | [`scene_file`] | scene files: the inputs of a scene and what patterns drive |
//! | [`check`] | findings: what is wrong or odd in files, where, and what to do |
//! | [`compare`] | two versions of a file: what changed, where, and how much |
//! | [`demo`] | the built-in island |
//! | [`view`] | the window: flies a camera over a scene and answers what is there |
//! | [`picture`] | pictures as PNG, with the notes that say how to take them again |
//! | [`numbers`] | numbers as people read them |
//!
//! Everywhere: left-handed, metres, X east, Y up, Z north, the origin of a world in its south-west corner; yaw 0 looks
//! north and grows clockwise, pitch up is positive.

pub mod check;
pub mod compare;
pub mod demo;
pub mod formats;
pub mod gpu;
pub mod inputs;
pub mod numbers;
pub mod picture;
pub mod render;
pub mod scatter;
pub mod scene;
pub mod scene_file;
pub mod view;

pub use wgpu;
