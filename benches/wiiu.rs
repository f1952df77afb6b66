//! Files of the Wii U: decoding everything but pixels of 3.5 MB with 13 textures (goal: 5 ms), untiling all levels of as much
//! (goal: 20 ms on two cores) beside another implementation, and evaluating 1,000 tracks of a pattern for a frame (goal:
//! 0.1 ms).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use sward::formats::bfres::curve::{Curve, CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use sward::formats::bfres::model::{self, MeshParts};
use sward::formats::bfres::texture_pattern::{MaterialPattern, SamplerPattern, TexturePattern};
use sward::formats::bfres::{self, Bfres, Block, Model, Texture, Version};
use sward::formats::bytes::Warnings;
use wiiu_swizzle::{AaMode, Gx2Surface, SurfaceDim, SurfaceFormat, TileMode};

/// The same number for the same `index`, evenly spread over 32 bits.
fn noise(index: u32) -> u32 {
    let mut hash = index.wrapping_mul(0x9e37_79b1);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

/// 20 shapes of a grid of 32 x 32 vertices each, with two levels of detail, and 13 textures with all their levels.
fn wiiu_file() -> Bfres {
    const EDGE: u32 = 32;
    let shape = |number: u32| {
        let corners = (0..EDGE).flat_map(|z| (0..EDGE).map(move |x| [x, z]));
        let positions: Vec<[f32; 3]> = corners
            .map(|[x, z]| {
                [x as f32, noise((x + number * EDGE) * EDGE + z) as f32 / u32::MAX as f32, z as f32]
            })
            .collect();
        let triangles = |step: u32| {
            let squares = (0..EDGE - 1).step_by(step as usize);
            let squares = squares.clone().flat_map(|z| squares.clone().map(move |x| z * EDGE + x));
            squares.flat_map(|at| [[at, at + EDGE, at + 1], [at + 1, at + EDGE, at + EDGE + 1]]).collect()
        };
        MeshParts {
            name: format!("shape_{number}"),
            material: number as u16 % 13,
            normals: vec![[0.0, 1.0, 0.0]; positions.len()],
            uvs: positions.iter().map(|[x, _, z]| [x / 8.0, z / 8.0]).collect(),
            colors: vec![[255; 4]; positions.len()],
            positions,
            lods: vec![triangles(1), triangles(2)],
        }
    };
    let name = |number: u32| format!("texture_{number}_Alb");
    let materials = (0..13).map(|number| {
        let textures = [("_a0", name(number)), ("_n0", name((number + 1) % 13))];
        let textures: Vec<_> =
            textures.iter().map(|(sampler, texture)| (*sampler, texture.as_str())).collect();
        model::Material::plain(&format!("material_{number}"), &textures)
    });
    let meshes: Vec<MeshParts> = (0..20).map(shape).collect();
    let textures = (0..13u32).map(|number| {
        let size = if number == 0 { 1024 } else { 512 };
        let levels = (0..).map(|level| size >> level).take_while(|&edge| edge > 0);
        let blocks: Vec<Vec<u8>> = levels
            .map(|edge: u32| {
                (0..edge.div_ceil(4).pow(2)).flat_map(|at| u64::from(noise(at)).to_be_bytes()).collect()
            })
            .collect();
        Texture::from_blocks(&name(number), Block::Bc1, true, [size; 2], &blocks)
    });
    Bfres {
        name: "bench".into(),
        models: vec![Model::of_meshes("model", materials.collect(), &meshes)],
        textures: textures.collect(),
        ..Bfres::empty(Version([3, 4, 0, 4]))
    }
}

fn decode_wiiu(c: &mut Criterion) {
    let bytes = bfres::encode(&wiiu_file()).unwrap_or_default();
    println!("the Wii U file takes {:.1} MB", bytes.len() as f64 / 1e6);
    let mut group = c.benchmark_group("decode");
    group.sample_size(20).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("bfres", |b| b.iter(|| bfres::decode(black_box(&bytes))));
    let models = bfres::decode(&bytes).map(|file| file.models).unwrap_or_default();
    group.bench_function("bfres_assembled", |b| {
        b.iter(|| models.iter().map(|model| model.assembled(&mut Warnings::default()).len()).sum::<usize>());
    });
    group.finish();
}

/// 1,000 samplers that each step through 60 textures, in curves that repeat.
fn large_pattern() -> TexturePattern {
    let curve = Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Repeat,
        post_wrap: Wrap::Repeat,
        target: 0,
        start: 0.0,
        end: 180.0,
        scale: 1.0,
        offset: Offset::Int(1),
        delta: 60.0,
        frames: (0..60).map(|key| key as f32 * 3.0).collect(),
        keys: Keys::Int((-1..59).collect()),
    };
    let sampler =
        |curve| SamplerPattern { sampler: format!("_a{curve}"), sub_bind: None, curve: Some(curve), base: 0 };
    let material = |index| MaterialPattern {
        material: format!("m_{index:03}"),
        bind_index: None,
        samplers: (0..4).map(sampler).collect(),
        curves: vec![curve.clone(); 4],
    };
    TexturePattern {
        name: "bench".into(),
        path: String::new(),
        flags: 4,
        last_frame: 600,
        baked_size: 0,
        bound_model: None,
        textures: (0..60).map(|index| format!("texture.{index}")).collect(),
        materials: (0..250).map(material).collect(),
        user_data: vec![],
    }
}

fn play_pattern(c: &mut Criterion) {
    let pattern = large_pattern();
    let mut frame = 0.0;
    c.bench_function("patterns_1000_tracks", |b| {
        b.iter(|| {
            frame += 7.3;
            pattern.tracks().filter_map(|track| track.index_at(black_box(frame))).sum::<usize>()
        });
    });
}

/// Edge in pixels and format of 13 textures, 3.5 MB with all their levels.
const TEXTURES: [(u32, Block, SurfaceFormat); 13] = {
    let bc1 = (Block::Bc1, SurfaceFormat::Bc1Unorm);
    let bc3 = (Block::Bc3, SurfaceFormat::Bc3Unorm);
    let bc4 = (Block::Bc4 { snorm: false }, SurfaceFormat::Bc4Unorm);
    let bc5 = (Block::Bc5 { snorm: true }, SurfaceFormat::Bc5Snorm);
    [
        (1024, bc1.0, bc1.1),
        (1024, bc5.0, bc5.1),
        (512, bc1.0, bc1.1),
        (512, bc1.0, bc1.1),
        (512, bc3.0, bc3.1),
        (512, bc3.0, bc3.1),
        (512, bc4.0, bc4.1),
        (256, bc1.0, bc1.1),
        (256, bc1.0, bc1.1),
        (256, bc4.0, bc4.1),
        (256, bc4.0, bc4.1),
        (256, bc5.0, bc5.1),
        (128, bc3.0, bc3.1),
    ]
};

fn textures() -> Vec<Texture> {
    let texture = |&(edge, block, _): &(u32, Block, SurfaceFormat)| {
        let levels = (0..=edge.ilog2()).map(|level| {
            let blocks = (edge >> level).div_ceil(4).pow(2);
            (0..blocks * block.byte_len()).map(|index| noise(index) as u8).collect()
        });
        Texture::from_blocks("texture", block, false, [edge; 2], &levels.collect::<Vec<Vec<u8>>>())
    };
    TEXTURES.iter().map(texture).collect()
}

/// All levels of a texture, by ours.
fn untile(texture: &Texture) -> Vec<Vec<u8>> {
    (0..texture.level_count()).flat_map(|level| texture.untiled(level, 0)).collect()
}

/// The same, by the public crate.
fn untile_by_the_crate((texture, &(_, _, format)): (&Texture, &(u32, Block, SurfaceFormat))) -> Vec<u8> {
    let surface = Gx2Surface {
        dim: SurfaceDim::D2,
        width: texture.width,
        height: texture.height,
        depth_or_array_layers: 1,
        mipmap_count: texture.mip_count,
        format,
        aa: AaMode::X1,
        usage: texture.usage,
        image_data: &texture.data,
        mipmap_data: &texture.mips,
        tile_mode: TileMode::D2TiledThin1,
        swizzle: texture.swizzle,
        alignment: texture.alignment,
        pitch: texture.pitch,
        mipmap_offsets: texture.mip_offsets,
    };
    surface.deswizzle().unwrap_or_default()
}

fn deswizzle(c: &mut Criterion) {
    let textures = textures();
    let bytes: usize = textures.iter().map(|texture| texture.data.len() + texture.mips.len()).sum();
    println!("{} textures take {:.1} MB", textures.len(), bytes as f64 / 1e6);
    let both = || textures.iter().zip(&TEXTURES);
    for (ours, theirs) in textures.iter().map(untile).zip(both().map(untile_by_the_crate)) {
        assert!(ours.concat() == theirs, "both must do the same work");
    }
    let mut group = c.benchmark_group("deswizzle");
    group.sample_size(20).throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("ours", |b| {
        b.iter(|| black_box(&textures).par_iter().map(untile).collect::<Vec<_>>())
    });
    group.bench_function("ours_on_one_core", |b| {
        b.iter(|| black_box(&textures).iter().map(untile).collect::<Vec<_>>())
    });
    group.bench_function("wiiu_swizzle", |b| {
        b.iter(|| black_box(&textures).par_iter().zip(&TEXTURES).map(untile_by_the_crate).collect::<Vec<_>>())
    });
    group.bench_function("wiiu_swizzle_on_one_core", |b| {
        b.iter(|| both().map(untile_by_the_crate).collect::<Vec<_>>())
    });
    group.bench_function("ours_to_rgba", |b| {
        let rgba = |texture: &Texture| {
            (0..texture.level_count()).flat_map(|level| texture.rgba(level, 0)).collect::<Vec<_>>()
        };
        b.iter(|| black_box(&textures).par_iter().map(rgba).collect::<Vec<_>>())
    });
    group.finish();
}

criterion_group!(benches, decode_wiiu, deswizzle, play_pattern);
criterion_main!(benches);
