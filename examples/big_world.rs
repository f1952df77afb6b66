//! Writes a large world of any size, for measuring:
//! `cargo run --release --example big_world -- 2048 100000 big.wrp`.

use sward::formats::grid::Grid;
use sward::formats::wrp::{self, Object, Variant, World};

const MODELS: [&str; 6] = [
    r"ca\plants2\tree\t_picea2s.p3d",
    r"ca\plants2\tree\t_fagus2s.p3d",
    r"ca\plants2\bush\b_corylus.p3d",
    r"ca\structures\house\housev2_01a.p3d",
    r"ca\rocks2\r2_rock1.p3d",
    r"ca\structures\wall\wall_stone_4m.p3d",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [size, objects, path] = args.as_slice() else {
        return Err("usage: big_world HEIGHTS OBJECTS FILE, such as 2048 100000 big.wrp".into());
    };
    let (size, objects): (u32, u32) = (size.parse()?, objects.parse()?);
    let cell = 5.0;
    let land = (size / 4).max(1);
    let mut world = World::flat(Variant::Oprw(24), [land; 2], [size; 2], cell * size as f32 / land as f32);
    world.elevation = hills(size, cell);
    world.models = MODELS.map(str::to_owned).to_vec();
    world.objects = (0..objects).map(|id| object(id, size, cell, &world.elevation)).collect();
    world.max_object_id = objects as i32;
    std::fs::write(path, wrp::encode(&world)?)?;
    Ok(())
}

/// Rolling hills with a rough surface, some of them under the sea.
fn hills(size: u32, cell: f32) -> Grid<f32> {
    let mut grid = Grid::filled(size, size, 0.0f32);
    for (index, height) in grid.cells.iter_mut().enumerate() {
        let (x, z) = (index as u32 % size, index as u32 / size);
        let (east, north) = (x as f32 * cell, z as f32 * cell);
        let wide = (east / 1900.0).sin() * (north / 2300.0).cos() * 90.0;
        let near = (east / 310.0 + north / 530.0).sin() * 14.0 + (north / 170.0).cos() * 5.0;
        *height = 45.0 + wide + near + random(x, z) * 0.4;
    }
    grid
}

/// An object at a random place on the ground, turned at random, as high as its kind.
fn object(id: u32, size: u32, cell: f32, heights: &Grid<f32>) -> Object {
    let model = (random(id, 1) * MODELS.len() as f32) as u32;
    let [x, z] = [random(id, 2), random(id, 3)].map(|place| place * (size - 1) as f32);
    let ground = heights.get(x as u32, z as u32).unwrap_or_default();
    let (sin, cos) = (random(id, 4) * std::f32::consts::TAU).sin_cos();
    let half_height = [8.0, 6.0, 1.0, 4.0, 1.5, 0.8][model as usize % MODELS.len()];
    let position = [x * cell, ground + half_height, z * cell];
    let matrix = [cos, 0.0, sin, 0.0, 1.0, 0.0, -sin, 0.0, cos, position[0], position[1], position[2]];
    Object { id: id as i32, model, matrix, shape_param: 2 }
}

/// 0 to 1 from integers.
fn random(a: u32, b: u32) -> f32 {
    let mut h = a.wrapping_mul(0x9E37_79B1) ^ b.wrapping_mul(0x85EB_CA77);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    (h ^ (h >> 13)) as f32 / u32::MAX as f32
}
