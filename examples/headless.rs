//! Draws the demo island from a place of its own choice, as a program without a window would.
//!
//! `cargo run --release --example headless -- island.png`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use sward::demo;
use sward::formats::bytes::Warnings;
use sward::gpu::{Backend, Gpu};
use sward::render::{Renderer, SunDirection, Target, View, shot};
use sward::scene::Scene;
use sward::scene::camera_pose::CameraPose;
use sward::scene::clutter::Planting;
use sward::wgpu::TextureFormat;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("where does the picture go?")?;

    // Bytes to values: here from memory, else by `sward::formats::open_for_drawing`.
    let parts = demo::island().into_parts();

    // Values to a scene, with a candidate for grass every 0.3 metres.
    let mut warnings = Warnings::default();
    let mut scene = Scene::assemble(parts, &Planting::default(), &mut warnings)?;
    for warning in &warnings {
        eprintln!("{warning}");
    }

    // A scene to the GPU. What is set up here serves for any number of pictures.
    let gpu = Gpu::open(Backend::Auto)?;
    let target = Target { format: TextureFormat::Rgba8UnormSrgb, samples: 4 };
    let renderer = Renderer::new(&gpu, target)?;
    let sun = SunDirection { azimuth_deg: 240.0, elevation_deg: 20.0 };
    let data = renderer.upload(&gpu, &mut scene, sun, false)?;

    // Two metres over the highest point of the ground, looking south-west.
    let ground = &scene.ground;
    let highest = (0..ground.heights.len()).max_by(|&a, &b| ground.heights[a].total_cmp(&ground.heights[b]));
    let highest = highest.ok_or("no ground")? as u32;
    let [x, z] = [highest % ground.width, highest / ground.width].map(|point| point as f32 * ground.cell);
    let y = ground.heights[highest as usize] + 2.0;
    let camera = format!("{x},{y},{z},225,-12").parse::<CameraPose>()?;
    let view = View { sun, ..View::new(camera, [1280, 720]) };
    let picture = shot(&gpu, &renderer, &data, &view)?;

    let mut encoder = png_of(BufWriter::new(File::create(&path)?), picture.size)?;
    encoder.write_image_data(&picture.rgba)?;
    println!("{} triangles, {} plants", picture.drawn.triangles, picture.drawn.plants);
    Ok(())
}

fn png_of(
    file: BufWriter<File>,
    [width, height]: [u32; 2],
) -> Result<png::Writer<BufWriter<File>>, png::EncodingError> {
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()
}
