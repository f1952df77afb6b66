//! A level of 371 x 371 slots, as large as the games' largest: decoding it, and planting it at the engine's step of
//! 0.3 m (8.8 million candidates, 1.4 million plants) on one thread, on all threads and by the compute shader.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use criterion::{Criterion, criterion_group, criterion_main};
use sward::formats::bytes::Warnings;
use sward::formats::xray::{
    DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight, decode_details, encode_details,
};
use sward::gpu::{Backend, Gpu};
use sward::render::scatter::Scatter;
use sward::scatter::{Bed, plant, plant_parallel};
use sward::scene::clutter::Clutter;
use sward::scene::heightfield::Heightfield;

const EDGE: u32 = 371;

/// Meadows of several plants with clearings; the densities change slowly, as painted ones do.
fn level() -> Details {
    let model = |index: u16| DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 1.0 + f32::from(index) / 20.0,
        vertices: vec![DetailVertex { position: [0.5, 1.0, 0.0], uv: [0.0; 2] }; 12],
        indices: (0..12).collect(),
    };
    let density = |part: u32, x: u32, z: u32| {
        let wave = (x as f32 / (11.0 + part as f32)).sin() + (z as f32 / (17.0 - part as f32)).cos();
        (wave * 2.2 + 1.1).clamp(0.0, 8.0) as u8
    };
    let slots = (0..EDGE * EDGE).map(|index| {
        let [x, z] = [index % EDGE, index / EDGE];
        let part = |part: u32| Part {
            // In patches of 16 x 16 slots, two to four plants of 24.
            model: (part < 2 + (x / 16 + z / 16) % 3)
                .then_some(((x / 16 * 5 + z / 16 * 3 + part * 7) % 24) as u16),
            density: [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[dx, dz]| density(part, x + dx, z + dz)),
        };
        Slot {
            bounds: SlotBounds::Quantised { base: 1000 + (x + z) as u16 % 300, height: 7 },
            parts: [0, 1, 2, 3].map(part),
            light: SlotLight::Baked { sun: 7, hemi: 11, rgb: [0; 3] },
        }
    });
    let (size, offset) = ([EDGE; 2], [185, 190]);
    let models = (0..24).map(model).collect();
    Details { version: 3, size, offset, models, slots: slots.collect(), warnings: Warnings::default() }
}

fn scatter(criterion: &mut Criterion) {
    let details = level();
    let bytes = encode_details(&details).unwrap();
    criterion.bench_function("decode a level.details of 371 x 371 slots", |bencher| {
        bencher.iter(|| decode_details(&bytes).unwrap());
    });
    criterion
        .bench_function("make clutter of it", |bencher| bencher.iter(|| Clutter::from_details(&details)));

    let clutter = Clutter::from_details(&details);
    let ground = Heightfield { width: 0, depth: 0, cell: 1.0, origin: [0.0; 2], heights: Vec::new() };
    let scales = clutter.scales();
    let slots = clutter.slots.as_slice();
    let bed = Bed { params: clutter.params(&ground), slots, scales: &scales, heights: None };
    println!("{} plants", plant(&bed).len());
    let mut group = criterion.benchmark_group("scatter");
    group.sample_size(20);
    // Giving 44 MB of plants back to the system is no part of planting them.
    group.bench_function("on one thread", |bencher| bencher.iter_with_large_drop(|| plant(&bed)));
    group.bench_function("on all threads", |bencher| bencher.iter_with_large_drop(|| plant_parallel(&bed)));

    let gpu = Gpu::open(Backend::Auto).unwrap_or_else(|error| panic!("{error}"));
    let kernels = Scatter::new(&gpu).unwrap();
    group.bench_function(format!("by compute, {}", gpu.name()), |bencher| {
        bencher.iter_with_large_drop(|| {
            let planted = kernels.run(&gpu, &clutter, &ground, None).unwrap();
            gpu.wait().unwrap();
            planted
        });
    });
    group.finish();
}

criterion_group!(benches, scatter);
criterion_main!(benches);
