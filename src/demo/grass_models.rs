//! The detail models: a few textured triangles each, the root in the origin.

use super::atlas::{self, EDGE};
use super::canvas::Tile;
use crate::formats::xray::{DetailModel, DetailVertex};

/// Number of each detail model in the file.
pub mod plant {
    pub const SHORT: usize = 0;
    pub const MEDIUM: usize = 1;
    pub const TALL: usize = 2;
    pub const DRY: usize = 3;
    pub const EARS: usize = 4;
    pub const FERN: usize = 5;
    pub const POPPY: usize = 6;
    pub const DAISY: usize = 7;
    pub const REED: usize = 8;
    pub const CLOVER: usize = 9;
    pub const HEATHER: usize = 10;
    pub const NETTLE: usize = 11;
    pub const LITTER: usize = 12;
    pub const STONE: usize = 13;
    /// How many there are.
    pub const COUNT: usize = 14;
}

/// Bit 0 of the flags: the wind doesn't move it.
const STILL: u32 = 1;

/// Directions of two, three and five blades about the root.
const CROSS: [[f32; 2]; 2] = [[0.94, 0.342], [-0.342, 0.94]];
const STAR: [[f32; 2]; 3] = [[1.0, 0.0], [0.5, 0.866], [-0.5, 0.866]];
const FAN: [[f32; 2]; 5] = [[1.0, 0.0], [0.309, 0.951], [-0.809, 0.588], [-0.809, -0.588], [0.309, -0.951]];

/// All models in the order of [`plant`].
pub fn models() -> Vec<DetailModel> {
    vec![
        upright(atlas::SHORT, &CROSS, 0.62, 0.3),
        upright(atlas::MEDIUM, &CROSS, 0.66, 0.52),
        upright(atlas::TALL, &STAR, 0.7, 0.86),
        upright(atlas::DRY, &CROSS, 0.6, 0.72),
        upright(atlas::EARS, &CROSS, 0.62, 0.94),
        fern(),
        upright(atlas::POPPY, &CROSS, 0.46, 0.56),
        upright(atlas::DAISY, &CROSS, 0.44, 0.44),
        upright(atlas::REED, &STAR, 0.95, 1.75),
        flat(atlas::CLOVER, 0.3, 0.07),
        upright(atlas::HEATHER, &CROSS, 0.5, 0.42),
        upright(atlas::NETTLE, &CROSS, 0.62, 0.72),
        flat(atlas::LITTER, 0.34, 0.03),
        stone(),
    ]
}

fn model(flags: u32, vertices: Vec<DetailVertex>, indices: Vec<u16>) -> DetailModel {
    DetailModel {
        shader: "details\\blend".to_owned(),
        texture: "build_details".to_owned(),
        flags,
        // The engine draws between half of the one and nine tenths of the other.
        min_scale: 1.4,
        max_scale: 1.4,
        vertices,
        indices,
        dropped_triangles: 0,
    }
}

/// Texture coordinates within a tile: across from its left, up from its lower edge.
fn uv(tile: Tile, across: f32, up: f32) -> [f32; 2] {
    let edge = EDGE as f32;
    [(tile.x + tile.width * across) / edge, (tile.y + tile.height * (1.0 - up)) / edge]
}

/// Standing rectangles through the root.
fn upright(tile: Tile, directions: &[[f32; 2]], width: f32, height: f32) -> DetailModel {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for [dir_x, dir_z] in directions {
        let first = vertices.len() as u16;
        // Rooted a little deeper than the ground, so that nothing floats on a slope.
        for (across, up) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let off = (across - 0.5) * width;
            let position = [dir_x * off, up * height - (1.0 - up) * 0.04, dir_z * off];
            vertices.push(DetailVertex { position, uv: uv(tile, across, up) });
        }
        indices.extend([0, 2, 1, 1, 2, 3].map(|corner| first + corner));
    }
    model(0, vertices, indices)
}

/// Five fronds that rise and hang over.
fn fern() -> DetailModel {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for [dir_x, dir_z] in FAN {
        let first = vertices.len() as u16;
        for (along, out, up) in [(0.0, 0.02, -0.03), (0.55, 0.34, 0.46), (1.0, 0.74, 0.42)] {
            for across in [0.0, 1.0] {
                let side = (across - 0.5) * 0.42;
                let position = [dir_x * out - dir_z * side, up, dir_z * out + dir_x * side];
                vertices.push(DetailVertex { position, uv: uv(atlas::FERN, across, along) });
            }
        }
        for step in [0, 2] {
            indices.extend([0, 2, 1, 1, 2, 3].map(|corner| first + step + corner));
        }
    }
    model(0, vertices, indices)
}

/// A rectangle that lies on the ground.
fn flat(tile: Tile, half: f32, lift: f32) -> DetailModel {
    let vertices = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        .map(|(across, up)| DetailVertex {
            position: [(across - 0.5) * 2.0 * half, lift, (up - 0.5) * 2.0 * half],
            uv: uv(tile, across, up),
        })
        .to_vec();
    model(STILL, vertices, vec![0, 2, 1, 1, 2, 3])
}

/// A pebble: five corners about a top.
fn stone() -> DetailModel {
    let mut vertices = vec![DetailVertex { position: [0.02, 0.12, -0.01], uv: uv(atlas::STONE, 0.5, 0.5) }];
    let mut indices = Vec::new();
    for (number, [x, z]) in (0..5).zip(FAN) {
        let reach = [0.17, 0.13, 0.19, 0.15, 0.14][number as usize];
        vertices.push(DetailVertex {
            position: [x * reach, -0.05, z * reach],
            uv: uv(atlas::STONE, 0.5 + x * 0.45, 0.5 + z * 0.45),
        });
        indices.extend([0, 1 + (number + 1) % 5, 1 + number]);
    }
    model(STILL, vertices, indices)
}
