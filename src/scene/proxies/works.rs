//! Piers, bridges and ruins: their ground plan is the unit square.

use glam::Vec3;

use super::houses::{CONCRETE, PLANKS, STONEWORK};
use super::shape::{Dice, Paint, Shape};
use crate::scene::objects::Mesh;

/// A wooden pier along x: its deck is at 1, its piles go down to the ground.
pub(super) fn wooden_pier() -> Vec<Mesh> {
    let build = |boards: usize, piles: usize, sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(601);
        for i in 0..boards {
            let [west, east] = [i, i + 1].map(|i| i as f32 / boards as f32 - 0.5);
            let paint = PLANKS.shade(dice.between(1.0, 1.2));
            shape.covered(Vec3::new(west, 0.93, -0.5), Vec3::new(east, 1.0, 0.5), PLANKS.shade(0.8), paint);
        }
        shape.floor(&[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], 0.93, PLANKS.shade(0.5));
        for i in 0..piles {
            let x = (i as f32 + 0.5) / piles as f32 - 0.5;
            for z in [-0.40, 0.40] {
                let radius = 0.012;
                let (min, max) =
                    (Vec3::new(x - radius, -0.2, z - 0.07), Vec3::new(x + radius, 0.93, z + 0.07));
                if sides > 0 {
                    shape.cuboid(min, max, PLANKS.shade(0.62));
                }
            }
        }
        shape.finish()
    };
    vec![build(8, 5, 4), build(2, 3, 4), build(1, 0, 0)]
}

/// A quay of concrete along x.
pub(super) fn quay() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        shape.covered(Vec3::new(-0.5, -0.2, -0.5), Vec3::new(0.5, 1.0, 0.5), CONCRETE.shade(0.78), CONCRETE);
        if near {
            for z in [-1.0, 1.0] {
                let edge = Vec3::new(0.5, 1.0, 0.5 * z);
                let (min, max) = (Vec3::new(-0.5, 1.0, 0.47 * z), edge + Vec3::Y * 0.04);
                shape.cuboid(min.min(max), min.max(max), CONCRETE.shade(0.9));
                for x in [-0.36, 0.0, 0.36] {
                    let foot = Vec3::new(x, 1.0, 0.42 * z);
                    shape.tube(
                        &[(foot, 0.008), (foot + Vec3::Y * 0.06, 0.011)],
                        5,
                        0.0,
                        Paint::fixed(70, 66, 62),
                    );
                }
                // Fenders in the shade of the edge.
                for x in [-0.25, 0.25] {
                    let fender = Vec3::new(x, 0.6, 0.5 * z);
                    shape.cuboid(
                        fender - Vec3::new(0.012, 0.4, 0.012),
                        fender + Vec3::new(0.012, 0.36, 0.012),
                        PLANKS.shade(0.5),
                    );
                }
            }
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A bridge along x: its deck is at 1, with rails, on two pillars.
pub(super) fn bridge() -> Vec<Mesh> {
    let build = |near: bool, pillars: bool| {
        let mut shape = Shape::new();
        let asphalt = Paint::fixed(104, 102, 98);
        shape.covered(Vec3::new(-0.5, 0.80, -0.46), Vec3::new(0.5, 0.92, 0.46), CONCRETE.shade(0.9), asphalt);
        shape.floor(&[[-0.5, -0.46], [0.5, -0.46], [0.5, 0.46], [-0.5, 0.46]], 0.80, CONCRETE.shade(0.5));
        if pillars {
            for x in [-0.3, 0.3] {
                shape.cuboid(
                    Vec3::new(x - 0.02, -0.2, -0.36),
                    Vec3::new(x + 0.02, 0.80, 0.36),
                    CONCRETE.shade(0.8),
                );
            }
            for z in [-0.46, 0.42] {
                let posts = if near { 9 } else { 0 };
                for i in 0..posts {
                    let x = i as f32 / (posts - 1) as f32 * 0.98 - 0.49;
                    shape.cuboid(
                        Vec3::new(x - 0.004, 0.92, z),
                        Vec3::new(x + 0.004, 0.99, z + 0.03),
                        CONCRETE,
                    );
                }
                let low = if near { 0.975 } else { 0.92 };
                shape.cuboid(Vec3::new(-0.5, low, z), Vec3::new(0.5, 1.0, z + 0.04), CONCRETE);
            }
        }
        shape.finish()
    };
    vec![build(true, true), build(false, true), build(false, false)]
}

/// What is left of a house: walls of uneven height, rubble between them.
pub(super) fn ruined_house() -> Vec<Mesh> {
    ruin(641, &[0.95, 0.62, 0.30, 0.84], 5)
}

/// What is left of it later.
pub(super) fn ruined_walls() -> Vec<Mesh> {
    ruin(659, &[0.42, 1.0, 0.55, 0.12], 5)
}

/// Four broken walls; `heights` are those of the corners.
fn ruin(seed: u32, heights: &[f32; 4], pieces: usize) -> Vec<Mesh> {
    let corners = [[-0.46, -0.46], [0.46, -0.46], [0.46, 0.46], [-0.46, 0.46]];
    let build = |pieces: usize, rubble: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        for side in 0..4 {
            let (from, to) = (Vec3::new(corners[side][0], 0.0, corners[side][1]), {
                let [x, z] = corners[(side + 1) % 4];
                Vec3::new(x, 0.0, z)
            });
            let along = (to - from).normalize();
            let thick = Vec3::new(-along.z, 0.0, along.x) * 0.045;
            for i in 0..pieces {
                let [start, end] = [i, i + 1].map(|i| i as f32 / pieces as f32);
                let middle = (start + end) * 0.5;
                let [here, there] = [heights[side], heights[(side + 1) % 4]];
                let worn = dice.between(0.62, 1.0);
                let high = match (pieces, i) {
                    // From far the highest stump of a wall is what is seen of it.
                    (1, _) => here.max(there) * 0.86,
                    (2, _) | (_, 0) => here + (there - here) * middle,
                    _ => (here + (there - here) * middle) * worn,
                };
                // A gap where a door was.
                let high = if pieces > 3 && side == 2 && i == 2 { 0.04 } else { high };
                let (a, b) = (from + (to - from) * start, from + (to - from) * end);
                let outline = [a - thick, b - thick, b + thick, a + thick].map(|corner| [corner.x, corner.z]);
                let paint = STONEWORK.shade(dice.between(0.86, 1.06));
                shape.prism(&outline, -0.2, high, paint, paint.shade(0.82));
            }
        }
        for _ in 0..rubble {
            let center = Vec3::new(dice.between(-0.36, 0.36), 0.0, dice.between(-0.36, 0.36));
            let radii =
                Vec3::new(dice.between(0.07, 0.16), dice.between(0.06, 0.15), dice.between(0.07, 0.16));
            let fine = super::blob::Fine::Octahedron;
            super::blob::stone(
                &mut shape,
                seed ^ dice.between(0.0, 9999.0) as u32,
                center,
                radii,
                fine,
                STONEWORK.shade(0.85),
            );
        }
        shape.finish()
    };
    vec![build(pieces, 6), build(2, 1), build(1, 0)]
}
