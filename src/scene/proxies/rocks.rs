//! Rocks, from a stone to a cliff: within the unit box, their foot in the ground.

use glam::Vec3;

use super::blob::{Fine, stone};
use super::shape::{Paint, Shape};
use crate::scene::objects::Mesh;

const STONE: Paint = Paint::tinted(150, 142, 128, 255);

/// One lump: seed, centre, radii.
type Lump = (u32, [f32; 3], [f32; 3]);

/// A boulder.
pub(super) fn boulder() -> Vec<Mesh> {
    rock(&[(401, [0.0, 0.38, 0.0], [0.58, 0.76, 0.58])])
}

/// A boulder with a smaller one at its side.
pub(super) fn boulders() -> Vec<Mesh> {
    rock(&[(419, [-0.10, 0.38, 0.04], [0.50, 0.74, 0.54]), (431, [0.30, 0.20, -0.14], [0.26, 0.40, 0.30])])
}

/// A flat slab.
pub(super) fn slab() -> Vec<Mesh> {
    rock(&[(443, [0.0, 0.30, 0.0], [0.62, 0.82, 0.56]), (449, [-0.24, 0.22, 0.20], [0.30, 0.44, 0.30])])
}

/// A rock that stands up.
pub(super) fn spike() -> Vec<Mesh> {
    rock(&[(461, [0.03, 0.42, 0.0], [0.38, 0.80, 0.40]), (463, [-0.22, 0.20, 0.10], [0.30, 0.46, 0.32])])
}

/// A cliff: wide and broken.
pub(super) fn cliff() -> Vec<Mesh> {
    rock(&[
        (479, [-0.14, 0.40, 0.0], [0.40, 0.74, 0.52]),
        (487, [0.22, 0.34, 0.05], [0.34, 0.68, 0.50]),
        (499, [0.02, 0.26, -0.20], [0.44, 0.44, 0.36]),
    ])
}

fn rock(lumps: &[Lump]) -> Vec<Mesh> {
    let build = |fine: Fine, rest: Fine, count: usize, grow: f32| {
        let mut shape = Shape::new();
        for (i, &(seed, center, radii)) in lumps.iter().take(count).enumerate() {
            let fine = if i == 0 { fine } else { rest };
            stone(&mut shape, seed, center.into(), Vec3::from(radii) * grow, fine, STONE);
        }
        shape.finish()
    };
    vec![
        build(Fine::Eighty, Fine::Eighty, 3, 1.0),
        build(Fine::Icosahedron, Fine::Icosahedron, 3, 1.04),
        build(Fine::Gem, Fine::Gem, 3, 1.06),
    ]
}
