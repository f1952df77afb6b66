//! Rocks, from a stone to a cliff: within the unit box, their foot in the ground.

use glam::Vec3;

use super::blob::{Fine, stone};
use super::shape::{Paint, Shape};
use crate::scene::objects::Mesh;

const STONE: Paint = Paint::tinted(122, 115, 104, 255);

/// One lump: seed, centre, radii.
type Lump = (u32, [f32; 3], [f32; 3]);

/// A boulder.
pub(super) fn boulder() -> Vec<Mesh> {
    rock(&[(401, [0.0, 0.34, 0.0], [0.52, 0.80, 0.54]), (409, [-0.20, 0.16, 0.24], [0.30, 0.36, 0.28])])
}

/// Boulders beside each other.
pub(super) fn boulders() -> Vec<Mesh> {
    rock(&[
        (419, [-0.14, 0.34, 0.04], [0.42, 0.80, 0.50]),
        (431, [0.28, 0.18, -0.14], [0.28, 0.50, 0.34]),
        (433, [0.18, 0.10, 0.30], [0.22, 0.30, 0.22]),
    ])
}

/// A flat slab.
pub(super) fn slab() -> Vec<Mesh> {
    rock(&[
        (443, [0.04, 0.26, -0.04], [0.58, 0.90, 0.52]),
        (449, [-0.28, 0.16, 0.22], [0.30, 0.50, 0.32]),
        (457, [0.30, 0.10, 0.30], [0.22, 0.34, 0.22]),
    ])
}

/// A rock that stands up.
pub(super) fn spike() -> Vec<Mesh> {
    rock(&[
        (461, [0.03, 0.36, 0.0], [0.36, 0.86, 0.40]),
        (463, [-0.22, 0.20, 0.10], [0.30, 0.56, 0.34]),
        (467, [0.20, 0.12, -0.20], [0.30, 0.40, 0.30]),
    ])
}

/// A cliff: wide and broken.
pub(super) fn cliff() -> Vec<Mesh> {
    rock(&[
        (479, [-0.16, 0.34, 0.0], [0.40, 0.84, 0.54]),
        (487, [0.22, 0.28, 0.06], [0.34, 0.74, 0.50]),
        (499, [0.02, 0.22, -0.22], [0.48, 0.48, 0.36]),
    ])
}

fn rock(lumps: &[Lump]) -> Vec<Mesh> {
    let build = |core: Fine, rest: Fine, grow: f32| {
        let mut shape = Shape::new();
        for (i, &(seed, center, radii)) in lumps.iter().enumerate() {
            let fine = if i == 0 { core } else { rest };
            stone(&mut shape, seed, center.into(), Vec3::from(radii) * grow, fine, STONE);
        }
        shape.finish()
    };
    vec![
        build(Fine::Eighty, Fine::Eighty, 1.0),
        build(Fine::Eighty, Fine::Icosahedron, 1.0),
        build(Fine::Icosahedron, Fine::Icosahedron, 1.03),
        build(Fine::Gem, Fine::Gem, 1.05),
    ]
}
