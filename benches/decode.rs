//! Decoding a large world, OPRW 24 with land 512², terrain 2048² and 300,000 objects, some 33 MB; and the collision mesh
//! of a large level, a million triangles, 22 MB.
//!
//! The fastest public reader takes 0.34 s for such a file on a machine of the kind that this was written on; the goal is
//! a third of that.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sward::formats::archive::{lzo, lzss, yaz0};
use sward::formats::grid::Grid;
use sward::formats::wrp::{self, MapInfo, MapShape, Material, Object, RoadLink, Variant, World};
use sward::formats::xray::{self, Cform, CformTriangle};

const LAND: u32 = 512;
const TERRAIN: u32 = 2048;
const OBJECTS: u32 = 300_000;
const LAND_CELL: f32 = 20.0;

/// The same number for the same `index`, evenly spread over 32 bits.
fn noise(index: u32) -> u32 {
    let mut hash = index.wrapping_mul(0x9e37_79b1);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

/// Hills on hills, with a rough surface, and a flat seabed around them.
fn height(x: u32, z: u32) -> f32 {
    let (east, north) = (x as f32 / TERRAIN as f32 - 0.5, z as f32 / TERRAIN as f32 - 0.5);
    let island = 300.0 * (1.0 - 5.0 * (east * east + north * north));
    let hills =
        40.0 * ((east * 31.0).sin() * (north * 27.0).cos() + (east * 117.0 + north * 91.0).sin() / 4.0);
    let rough = noise(z * TERRAIN + x) as f32 / u32::MAX as f32;
    (island + hills + rough).max(-30.0)
}

fn grid<T>(cells: u32, value: impl Fn(u32, u32) -> T) -> Grid<T> {
    let cells_of_row = |z| (0..cells).map(move |x| (x, z));
    let values = (0..cells).flat_map(cells_of_row).map(|(x, z)| value(x, z)).collect();
    Grid { width: cells, height: cells, cells: values }
}

fn large_world() -> World {
    let mut world = World::flat(Variant::Oprw(24), [LAND; 2], [TERRAIN; 2], LAND_CELL);
    world.elevation = grid(TERRAIN, height);
    world.geography = Some(grid(LAND, |x, z| noise(x / 4 + z / 4 * LAND) & 0x3fff));
    world.material_index = grid(LAND, |x, z| (x / 12 + z / 12 * 43) as u16);
    world.grass_approx = Some(grid(TERRAIN, |x, z| (noise(x / 3 + z / 3 * TERRAIN) & 31) as u8));
    world.primary_texture = Some(grid(TERRAIN, |x, z| (noise(x / 9 + z / 9 * TERRAIN) & 3) as u8));
    world.subdivision_hints = Some(grid(TERRAIN, |x, z| (noise(x / 20 + z / 20 * TERRAIN) & 3) as u8));
    world.object_offsets = Some(grid(LAND, |x, z| (z * LAND + x) * 60));
    world.map_object_offsets = Some(grid(LAND, |x, z| (z * LAND + x) * 16));
    world.persistent = Some(grid(LAND, |x, z| u8::from(noise(x + z * LAND) & 31 == 0)));
    world.materials = (0..1849)
        .map(|index| Material { paths: vec![format!("bench\\data\\p_{index:04}.rvmat")], offset_uv: false })
        .collect();
    world.models = (0..400).map(|index| format!("bench\\plants\\tree_{index:03}.p3d")).collect();
    let size = LAND as f32 * LAND_CELL;
    world.objects = (0..OBJECTS)
        .map(|id| {
            let [x, z, turn] = [0, 1, 2].map(|axis| noise(id * 3 + axis) as f32 / u32::MAX as f32);
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            let matrix =
                [cos, 0.0, sin, 0.0, 1.0, 0.0, -sin, 0.0, cos, x * size, 6.0 + 100.0 * turn, z * size];
            Object { id: id as i32, model: noise(id) % 400, matrix, shape_param: 2 }
        })
        .collect();
    world.max_object_id = OBJECTS as i32;
    world.roads = (0..20_000)
        .map(|index| RoadLink {
            cell: [index % LAND, index / LAND],
            positions: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
            connection_types: vec![1, 2],
            object_id: index as i32,
            extra: None,
            model: "bench\\roads\\asf_12.p3d".into(),
            matrix: Some([1.0; 12]),
        })
        .collect();
    world.map_info = (0..100_000)
        .map(|id| MapInfo { kind: id % 3, shape: MapShape::Point { id, position: [id as f32, 5.0] } })
        .collect();
    world
}

fn decode(c: &mut Criterion) {
    let world = large_world();
    let bytes = wrp::encode(&world).unwrap_or_default();
    println!("the world takes {:.1} MB", bytes.len() as f64 / 1e6);

    let mut group = c.benchmark_group("decode");
    group.sample_size(20).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("oprw24", |b| b.iter(|| wrp::decode(black_box(&bytes))));
    group.bench_function("oprw24_for_drawing", |b| b.iter(|| wrp::decode_for_drawing(black_box(&bytes))));
    group.finish();

    let heights: &[u8] = bytemuck::cast_slice(&world.elevation.cells);
    let hints = world.subdivision_hints.map(|hints| hints.cells).unwrap_or_default();
    let stairs: Vec<f32> = world.elevation.cells.iter().map(|height| (height * 4.0).round() / 4.0).collect();
    for (name, data) in [("heights", heights), ("stairs", bytemuck::cast_slice(&stairs)), ("hints", &hints)] {
        let mut out = vec![0; data.len()];
        let mut group = c.benchmark_group(name);
        group.sample_size(20).throughput(Throughput::Bytes(data.len() as u64));
        let packed = lzo::pack(data);
        println!("{name}: {:.1} MB, LZO {:.1} MB", data.len() as f64 / 1e6, packed.len() as f64 / 1e6);
        group.bench_function("lzo_unpack", |b| b.iter(|| lzo::unpack(black_box(&packed), &mut out)));
        group.bench_function("lzo_measure", |b| b.iter(|| lzo::measure(black_box(&packed), data.len())));
        let packed = lzss::pack(data);
        println!("{name}: LZSS {:.1} MB", packed.len() as f64 / 1e6);
        group.bench_function("lzss_unpack", |b| b.iter(|| lzss::unpack(black_box(&packed), &mut out)));
        group.finish();
    }
    // Something of each: floats that hardly pack, bytes that pack well.
    let mixed = [heights, bytemuck::cast_slice(&stairs), &hints].concat();
    let packed = yaz0::pack(&mixed);
    println!("mixed: {:.1} MB, Yaz0 {:.1} MB", mixed.len() as f64 / 1e6, packed.len() as f64 / 1e6);
    let mut group = c.benchmark_group("mixed");
    group.sample_size(20).throughput(Throughput::Bytes(mixed.len() as u64));
    group.bench_function("yaz0", |b| b.iter(|| yaz0::unpack(black_box(&packed))));
    group.finish();
}

/// 1000 x 500 squares of two metres, each of two triangles.
fn large_mesh() -> Cform {
    const WIDTH: u32 = 1000;
    const DEPTH: u32 = 500;
    let corners = (0..=DEPTH).flat_map(|z| (0..=WIDTH).map(move |x| (x, z)));
    let squares = (0..DEPTH).flat_map(|z| (0..WIDTH).map(move |x| z * (WIDTH + 1) + x));
    let triangle = |vertices| CformTriangle { vertices, material: 12, sector: 3, ..CformTriangle::default() };
    let mesh = Cform {
        version: 4,
        vertices: corners.map(|(x, z)| [x as f32 * 2.0, height(x, z), z as f32 * 2.0]).collect(),
        triangles: squares
            .flat_map(|at| [[at, at + WIDTH + 1, at + 1], [at + 1, at + WIDTH + 1, at + WIDTH + 2]])
            .map(triangle)
            .collect(),
        ..Cform::default()
    };
    Cform { bounds: mesh.extent().unwrap_or_default(), ..mesh }
}

fn decode_mesh(c: &mut Criterion) {
    let bytes = xray::encode_cform(&large_mesh()).unwrap_or_default();
    let mut group = c.benchmark_group("decode");
    group.sample_size(20).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("cform", |b| b.iter(|| xray::decode_cform(black_box(&bytes))));
    group.finish();
}

criterion_group!(benches, decode, decode_mesh);
criterion_main!(benches);
