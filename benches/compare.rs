//! Comparing two worlds of a million objects each, of which some were added, removed, moved and turned; with ids, and in
//! a layout without any.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sward::compare::ObjectChanges;
use sward::formats::wrp::{Object, Variant, World};

const OBJECTS: u32 = 1_000_000;

/// Metres to each side.
const SIZE: f32 = 20_480.0;

/// The same number for the same `index`, evenly spread over 32 bits.
fn noise(index: u32) -> u32 {
    let mut hash = index.wrapping_mul(0x9e37_79b1);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

fn world(has_ids: bool) -> World {
    let mut world = World::flat(Variant::Oprw(24), [512; 2], [512; 2], 40.0);
    world.models = (0..400).map(|index| format!("bench\\plants\\tree_{index:03}.p3d")).collect();
    world.objects = (0..OBJECTS)
        .map(|index| {
            let [x, z, turn] = [0, 1, 2].map(|axis| noise(index * 3 + axis) as f32 / u32::MAX as f32);
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            let matrix = [cos, 0.0, sin, 0.0, 1.0, 0.0, -sin, 0.0, cos, x * SIZE, 100.0 * turn, z * SIZE];
            let id = if has_ids { index as i32 } else { -1 };
            Object { id, model: noise(index) % 400, matrix, shape_param: 2 }
        })
        .collect();
    world
}

/// One object in a hundred was changed, and the order is another.
fn changed(world: &World) -> World {
    let mut world = world.clone();
    for (index, object) in (0..).zip(&mut world.objects) {
        match noise(index) % 400 {
            0 => object.matrix[9] += 2.0,
            1 => object.matrix[..9].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
            2 => object.model = (object.model + 1) % 400,
            3 => object.matrix[11] += 500.0,
            _ => {}
        }
    }
    world.objects.reverse();
    world
}

/// All of them were moved: the hardest case, since none is found at its place.
fn shifted(world: &World) -> World {
    let mut world = world.clone();
    world.objects.iter_mut().for_each(|object| object.matrix[9] += 1.5);
    world
}

fn compare(c: &mut Criterion) {
    let mut group = c.benchmark_group("compare");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(OBJECTS)));
    for (name, has_ids) in [("ids", true), ("no_ids", false)] {
        let old = world(has_ids);
        for (what, new) in [("changed", changed(&old)), ("shifted", shifted(&old))] {
            let found = ObjectChanges::of(&old, &new);
            println!("{what}, {name}: {:?}", found.counts);
            group.bench_function(format!("{what}_{name}"), |b| {
                b.iter(|| ObjectChanges::of(black_box(&old), black_box(&new)))
            });
        }
    }
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
