//! A level of 371 x 371 slots, as large as the games' largest: decoding it, and planting it at the engine's step of
//! 0.3 m (8.8 million candidates, 1.4 million plants) on one thread, on all threads and by the compute shader, on its
//! boxes and on a collision mesh of 1.1 million triangles, whose binning is measured too.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use criterion::{Criterion, criterion_group, criterion_main};
use sward::formats::xray::{Cform, Details, decode_details, encode_details};
use sward::gpu::{Backend, Gpu};
use sward::render::scatter::Scatter;
use sward::scatter::{plant, plant_parallel};
use sward::scene::clutter::{Clutter, Collision, Planting};
use sward::scene::heightfield::Heightfield;

mod level;

fn scatter(criterion: &mut Criterion) {
    let details = level::level();
    let bytes = encode_details(&details).unwrap();
    criterion.bench_function("decode a level.details of 371 x 371 slots", |bencher| {
        bencher.iter(|| decode_details(&bytes).unwrap());
    });
    criterion.bench_function("make clutter of it", |bencher| bencher.iter(|| clutter_on(&details, None)));

    let mesh = level::mesh();
    criterion.bench_function("bin 1.1 million triangles and make clutter of it", |bencher| {
        bencher.iter_with_large_drop(|| clutter_on(&details, Some(&mesh)));
    });
    plant_on(criterion, "boxes", &clutter_on(&details, None));
    plant_on(criterion, "a mesh", &clutter_on(&details, Some(&mesh)));
}

fn clutter_on(details: &Details, mesh: Option<&Cform>) -> Clutter {
    let collision = mesh.map(|mesh| Collision { mesh, passable: &[] });
    Clutter::from_details(details, &Planting::default(), collision).unwrap()
}

fn plant_on(criterion: &mut Criterion, name: &str, clutter: &Clutter) {
    let ground = Heightfield { width: 0, depth: 0, cell: 1.0, origin: [0.0; 2], heights: Vec::new() };
    let count = clutter.plant(&ground).len();
    println!("{count} plants on {name}");
    let mut group = criterion.benchmark_group(format!("plant on {name}"));
    group.sample_size(20);
    // Giving 44 MB of plants back to the system is no part of planting them.
    group.bench_function("on one thread", |bencher| {
        bencher.iter_with_large_drop(|| clutter.with_bed(&ground, plant));
    });
    group.bench_function("on all threads", |bencher| {
        bencher.iter_with_large_drop(|| clutter.with_bed(&ground, plant_parallel));
    });

    let gpu = Gpu::open(Backend::Auto).unwrap_or_else(|error| panic!("{error}"));
    let kernels = Scatter::new(&gpu).unwrap();
    group.bench_function(format!("as it is drawn, {}", gpu.name()), |bencher| {
        bencher.iter_with_large_drop(|| {
            let planted = kernels.plant(&gpu, clutter, &ground, None).unwrap();
            gpu.wait().unwrap();
            planted
        });
    });
    group.bench_function(format!("by compute, {}", gpu.name()), |bencher| {
        bencher.iter_with_large_drop(|| {
            let planted = kernels.run(&gpu, clutter, &ground, None).unwrap();
            gpu.wait().unwrap();
            planted
        });
    });
    group.finish();
}

criterion_group!(benches, scatter);
criterion_main!(benches);
