//! A piece of wood as one object: many trees on the unit square, the highest 1 high.

use glam::Vec3;

use super::shape::{Dice, Shape};
use super::{broadleaves, conifers};
use crate::scene::objects::Mesh;

/// How wide a tree is, in pieces of wood: a tree of 15 m in a square of 50 m.
const TREE: f32 = 0.30;

/// Spruces.
pub(super) fn conifer_woods() -> Vec<Mesh> {
    woods(811, &[conifers::spruce_wide(), conifers::spruce_tall()], |_, _| true)
}

/// Trees with leaves.
pub(super) fn broadleaf_woods() -> Vec<Mesh> {
    woods(823, &[broadleaves::beech(), broadleaves::round_tree()], |_, _| true)
}

/// Both, with more of the first.
pub(super) fn mixed_woods() -> Vec<Mesh> {
    woods(829, &[conifers::spruce_wide(), broadleaves::beech(), conifers::spruce_tall()], |_, _| true)
}

/// A triangle of both: the half of the square towards -x and -z.
pub(super) fn triangle_woods() -> Vec<Mesh> {
    woods(839, &[conifers::spruce_wide(), broadleaves::beech(), conifers::spruce_tall()], |x, z| x + z < 0.1)
}

fn woods(seed: u32, trees: &[Vec<Mesh>], within: impl Fn(f32, f32) -> bool) -> Vec<Mesh> {
    // The finest level of a tree is too much for thirty of them.
    [(1, 6), (2, 6), (3, 5), (3, 3)]
        .iter()
        .map(|&(level, rows)| {
            let mut shape = Shape::new();
            let mut dice = Dice::new(seed);
            let grow = 6.0 / rows as f32;
            for row in 0..rows {
                for column in 0..rows {
                    let [x, z] = [column, row]
                        .map(|i| (i as f32 + 0.5 + dice.between(-0.32, 0.32)) / rows as f32 - 0.5);
                    let height = dice.between(0.72, 1.0);
                    let pick = (dice.unit() * trees.len() as f32) as usize;
                    let turn = glam::Quat::from_rotation_y(dice.between(0.0, 6.3));
                    let Some(mesh) = trees.get(pick).and_then(|lods| lods.get(level)) else { continue };
                    if !within(x, z) {
                        continue;
                    }
                    let size = Vec3::new(TREE * grow, 1.0, TREE * grow) * height;
                    let at = Vec3::new(x, 0.0, z);
                    // The square is stretched to metres later; a normal divided by the size comes out right then.
                    shape.add(mesh, |v| turn * v * size + at, |n| turn * n / size);
                }
            }
            shape.finish()
        })
        .collect()
}
