//! A frame of a level of 371 x 371 slots with its grass: whole from above, and from the height of an eye. What is
//! measured is drawing alone, to the pixels in memory; the scene is on the adapter, and every shader was used before.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use criterion::{Criterion, criterion_group, criterion_main};
use sward::demo;
use sward::formats::bytes::Warnings;
use sward::gpu::{Backend, Gpu};
use sward::render::{Renderer, SunDirection, Target, View, shot};
use sward::scene::Scene;
use sward::scene::assemble::{Grass, Parts};
use sward::scene::clutter::Planting;

#[allow(dead_code)] // The other bench uses the rest.
mod level;

/// A name and a camera; the level lies from -370, -380 to 372, 362 and rises to the north-east.
const VIEWS: [(&str, &str); 3] = [
    ("whole from above", "0,760,0,0,-90"),
    ("whole from the south-west", "-560,330,-570,45,-24"),
    ("at the height of an eye", "-200,38.8,-180,40,-6"),
];

fn draw(criterion: &mut Criterion) {
    let island = demo::island();
    let mut details = level::level();
    // The plants of the demo island in place of shapeless ones.
    details.models = island.details.models.iter().cycle().take(details.models.len()).cloned().collect();
    for (ground, collision) in [("heights", None), ("a mesh", Some(level::mesh()))] {
        let parts = Parts {
            grass: Some(Grass::Level(details.clone(), Some(island.atlas.clone()))),
            collision,
            ..Parts::default()
        };
        let mut scene = Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap();
        let gpu = Gpu::open(Backend::Auto).unwrap_or_else(|error| panic!("{error}"));
        for samples in [1, 4] {
            let target = Target { format: sward::wgpu::TextureFormat::Rgba8UnormSrgb, samples };
            let renderer = Renderer::new(&gpu, target).unwrap();
            let data = renderer.upload(&gpu, &mut scene, SunDirection::default(), false).unwrap();
            let mut group = criterion.benchmark_group(format!("draw on {ground}, {samples} samples a pixel"));
            group.sample_size(10);
            for (name, camera) in VIEWS {
                let camera = camera.parse().unwrap();
                let view = View::new(camera, [1280, 720]);
                let drawn = shot(&gpu, &renderer, &data, &view).unwrap().drawn;
                println!(
                    "{name}: {} of {} plants, {} triangles",
                    drawn.plants,
                    data.planted(),
                    drawn.triangles
                );
                group.bench_function(name, |bencher| {
                    bencher.iter(|| shot(&gpu, &renderer, &data, &view).unwrap());
                });
            }
            group.finish();
        }
    }
}

criterion_group!(benches, draw);
criterion_main!(benches);
