//! Trees with leaves, and those that lost them: 1 high, in the width that they have.

use glam::{Quat, Vec3};

use super::blob::{Crown, Fine, Leaves};
use super::conifers::column;
use super::shape::{Dice, Paint, Shape};
use crate::scene::objects::Mesh;

const OAK: Paint = Paint::leaves(86, 97, 45);
const BEECH: Paint = Paint::leaves(80, 94, 43);
const BIRCH: Paint = Paint::leaves(99, 108, 50);
const POPLAR: Paint = Paint::leaves(84, 97, 46);
const FRUIT: Paint = Paint::leaves(92, 103, 50);
const OLIVE: Paint = Paint::leaves(106, 113, 84);
const PALM: Paint = Paint::leaves(94, 109, 56);
const BARK: Paint = Paint::fixed(92, 76, 60);
const GREY_BARK: Paint = Paint::fixed(118, 110, 98);
const BIRCH_BARK: Paint = Paint::fixed(206, 202, 192);
const DEAD_WOOD: Paint = Paint::tinted(132, 120, 104, 120);

/// The lumps of a crown: x, y, z and radius, the greatest first, then two at its sides, at last one at its top.
type Lumps = &'static [[f32; 4]; 6];

/// How a tree with a crown of lumps grows. Lengths are shares of its height.
struct Tree {
    seed: u32,
    leaves: Paint,
    bark: Paint,
    trunk: f32,
    /// Height of the crown's lower end.
    low: f32,
    /// Radius of the crown.
    radius: f32,
    lumps: Lumps,
    /// Height of a lump as a share of its width.
    flat: f32,
}

/// A broad old oak.
pub(super) fn oak() -> Vec<Mesh> {
    tree(&Tree {
        seed: 101,
        leaves: OAK,
        bark: BARK,
        trunk: 0.040,
        low: 0.20,
        radius: 0.42,
        lumps: &[
            [0.02, 0.66, -0.02, 0.30],
            [0.22, 0.50, 0.08, 0.20],
            [-0.20, 0.53, 0.12, 0.21],
            [-0.06, 0.48, -0.24, 0.19],
            [0.12, 0.76, 0.10, 0.19],
            [-0.12, 0.80, -0.08, 0.18],
        ],
        flat: 0.82,
    })
}

/// A tall beech or lime.
pub(super) fn beech() -> Vec<Mesh> {
    tree(&Tree {
        seed: 131,
        leaves: BEECH,
        bark: GREY_BARK,
        trunk: 0.028,
        low: 0.20,
        radius: 0.29,
        lumps: &[
            [0.0, 0.58, 0.0, 0.235],
            [0.10, 0.42, 0.09, 0.160],
            [-0.12, 0.47, 0.02, 0.165],
            [0.03, 0.44, -0.13, 0.155],
            [0.05, 0.78, 0.03, 0.165],
            [-0.06, 0.83, -0.05, 0.135],
        ],
        flat: 1.0,
    })
}

/// A middling round tree: maple, ash, rowan.
pub(super) fn round_tree() -> Vec<Mesh> {
    tree(&Tree {
        seed: 151,
        leaves: OAK.blend(BEECH, 0.5),
        bark: BARK,
        trunk: 0.030,
        low: 0.24,
        radius: 0.34,
        lumps: &[
            [-0.01, 0.63, 0.01, 0.265],
            [0.17, 0.52, -0.04, 0.175],
            [-0.13, 0.50, 0.14, 0.170],
            [-0.09, 0.54, -0.17, 0.165],
            [0.06, 0.82, 0.05, 0.150],
            [0.10, 0.66, 0.15, 0.150],
        ],
        flat: 0.95,
    })
}

/// A birch: white trunk, light and loose crown.
pub(super) fn birch() -> Vec<Mesh> {
    tree(&Tree {
        seed: 173,
        leaves: BIRCH,
        bark: BIRCH_BARK,
        trunk: 0.020,
        low: 0.27,
        radius: 0.21,
        lumps: &[
            [0.01, 0.55, 0.0, 0.165],
            [0.08, 0.42, 0.04, 0.115],
            [-0.08, 0.46, -0.05, 0.120],
            [0.05, 0.70, -0.04, 0.125],
            [-0.04, 0.77, 0.04, 0.110],
            [0.0, 0.90, 0.0, 0.075],
        ],
        flat: 1.25,
    })
}

/// A fruit tree: low and round.
pub(super) fn fruit_tree() -> Vec<Mesh> {
    tree(&Tree {
        seed: 191,
        leaves: FRUIT,
        bark: BARK,
        trunk: 0.034,
        low: 0.26,
        radius: 0.42,
        lumps: &[
            [0.0, 0.64, 0.0, 0.30],
            [0.20, 0.56, 0.06, 0.20],
            [-0.16, 0.55, 0.14, 0.21],
            [-0.08, 0.60, -0.20, 0.20],
            [0.10, 0.52, -0.14, 0.18],
            [0.05, 0.82, 0.02, 0.20],
        ],
        flat: 0.84,
    })
}

/// An olive: grey-green, with a thick trunk.
pub(super) fn olive() -> Vec<Mesh> {
    tree(&Tree {
        seed: 211,
        leaves: OLIVE,
        bark: GREY_BARK,
        trunk: 0.052,
        low: 0.26,
        radius: 0.48,
        lumps: &[
            [0.02, 0.68, 0.0, 0.30],
            [0.26, 0.58, 0.05, 0.21],
            [-0.23, 0.62, 0.13, 0.22],
            [-0.08, 0.60, -0.26, 0.21],
            [0.06, 0.60, 0.22, 0.18],
            [0.10, 0.82, 0.08, 0.19],
        ],
        flat: 0.72,
    })
}

/// A poplar: a column.
pub(super) fn poplar() -> Vec<Mesh> {
    let crown = Crown { center: Vec3::Y * 0.53, radii: Vec3::new(0.135, 0.48, 0.135), paint: POPLAR };
    let lumps = [
        [0.0, 0.30, 0.0, 0.105, 0.21],
        [0.015, 0.50, 0.01, 0.125, 0.22],
        [-0.01, 0.68, -0.01, 0.105, 0.21],
        [0.0, 0.85, 0.0, 0.065, 0.15],
    ];
    column(223, &crown, &lumps)
}

fn tree(tree: &Tree) -> Vec<Mesh> {
    let crown = Crown {
        center: Vec3::Y * (tree.low + 1.0) * 0.5,
        radii: Vec3::new(tree.radius, (1.0 - tree.low) * 0.5, tree.radius),
        paint: tree.leaves,
    };
    let trunk = |shape: &mut Shape, sides: usize| {
        let [x, y, z, _] = tree.lumps[0];
        let fork = Vec3::new(x * 0.5, tree.low + 0.06, z * 0.5);
        if sides >= 5 {
            let rings = [
                (Vec3::Y * -0.03, tree.trunk * 1.35),
                (Vec3::Y * 0.06, tree.trunk),
                (fork, tree.trunk * 0.72),
            ];
            shape.tube(&rings, sides, 0.2, tree.bark);
            for &[x, y, z, radius] in tree.lumps.iter().skip(1).take(3) {
                let tip = Vec3::new(x, y - radius * 0.3, z);
                shape.tube(&[(fork, tree.trunk * 0.5), (tip, 0.0)], 3, 0.0, tree.bark.shade(0.85));
            }
        } else {
            shape.tube(
                &[(Vec3::Y * -0.03, tree.trunk * 1.15), (Vec3::new(x, y, z), 0.0)],
                sides,
                0.2,
                tree.bark,
            );
        }
    };
    let lump = |shape: &mut Shape, dice: &mut Dice, [x, y, z, radius]: [f32; 4], grow: f32, fine: Fine| {
        let radii = Vec3::new(radius, radius * tree.flat, radius) * grow;
        // The top ends at 1, whatever the lumps say.
        let center = Vec3::new(x, y.min(1.0 - radii.y), z);
        crown.lump(shape, dice, Leaves { center, radii, rough: 0.16, fine });
    };
    let mut near = Shape::new();
    let mut dice = Dice::new(tree.seed);
    trunk(&mut near, 5);
    for (i, &at) in tree.lumps.iter().enumerate() {
        lump(&mut near, &mut dice, at, 1.0, if i == 0 { Fine::Eighty } else { Fine::Icosahedron });
    }
    // From a little further the core, the top and two sides do.
    let mut middle = Shape::new();
    let mut dice = Dice::new(tree.seed);
    trunk(&mut middle, 3);
    let [core, left, right, .., top] = tree.lumps;
    lump(&mut middle, &mut dice, *core, 1.16, Fine::Icosahedron);
    lump(&mut middle, &mut dice, *top, 1.10, Fine::Icosahedron);
    lump(&mut middle, &mut dice, *left, 1.08, Fine::Icosahedron);
    lump(&mut middle, &mut dice, *right, 1.08, Fine::Icosahedron);
    let whole = |fine: Fine, sides: usize, grow: f32| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(tree.seed);
        if sides > 0 {
            shape.tube(&[(Vec3::Y * -0.03, tree.trunk * 1.15), (Vec3::Y * 0.6, 0.0)], sides, 0.2, tree.bark);
        }
        let radii = crown.radii * Vec3::new(0.90, 0.96, 0.90) * grow;
        let center = crown.center.with_y(1.0 - radii.y);
        crown.lump(&mut shape, &mut dice, Leaves { center, radii, rough: 0.07, fine });
        shape.finish()
    };
    vec![near.finish(), middle.finish(), whole(Fine::Icosahedron, 3, 0.95), whole(Fine::Gem, 0, 0.95)]
}

/// A palm: a bent trunk and hanging fronds.
pub(super) fn palm() -> Vec<Mesh> {
    let crown = Vec3::new(0.10, 0.86, 0.02);
    let build = |fronds: usize, joints: usize, sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(239);
        let at = |t: f32| Vec3::new(crown.x * t * t, crown.y * t - 0.03 * (1.0 - t), crown.z * t * t);
        shape.tube(&[(at(0.0), 0.030), (at(0.5), 0.020), (at(1.0), 0.014)], sides, 0.0, GREY_BARK);
        for i in 0..fronds {
            let angle = (i as f32 + dice.between(-0.25, 0.25)) / fronds as f32 * std::f32::consts::TAU;
            let out = Vec3::new(angle.cos(), 0.0, angle.sin());
            let aside = Vec3::new(-out.z, 0.0, out.x);
            let rise = dice.between(0.06, 0.16);
            let reach = dice.between(0.26, 0.34);
            let rib = |t: f32| crown + out * reach * t + Vec3::Y * (rise * 4.0 * t * (0.62 - t) * 1.3);
            let width = |t: f32| 0.055 * (1.0 - t).sqrt() * (0.5 + t);
            for joint in 0..joints {
                let [from, to] = [joint, joint + 1].map(|j| j as f32 / joints as f32);
                for side in [-1.0, 1.0] {
                    let edge = |t: f32| rib(t) + aside * side * width(t) * 1.6 - Vec3::Y * width(t) * 0.9;
                    let paint = PALM.shade(dice.between(0.78, 1.02) * (0.85 + 0.2 * from));
                    for up in [1.0, -1.0] {
                        let paint = if up > 0.0 { paint } else { paint.shade(0.7) };
                        let inside = crown - Vec3::Y * (2.0 * up);
                        let [a, b, c, d] = [rib(from), rib(to), edge(to), edge(from)]
                            .map(|corner| corner + Vec3::Y * (0.003 * up));
                        shape.face(inside, [a, b, c], paint);
                        shape.face(inside, [a, c, d], paint);
                    }
                }
            }
        }
        shape.finish()
    };
    vec![build(9, 3, 5), build(8, 2, 3), build(6, 1, 3)]
}

/// A bare tree.
pub(super) fn bare_tree() -> Vec<Mesh> {
    let build = |branches: usize, twigs: bool, sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(251);
        let top = Vec3::new(0.03, 1.0, -0.02);
        shape.tube(
            &[(Vec3::Y * -0.03, 0.034), (Vec3::new(0.01, 0.5, 0.0), 0.022), (top, 0.0)],
            sides,
            0.0,
            DEAD_WOOD,
        );
        for i in 0..branches {
            let t = 0.34 + 0.5 * i as f32 / branches as f32;
            let angle = i as f32 * 2.4 + dice.between(-0.3, 0.3);
            let length = (1.0 - t) * dice.between(0.40, 0.58);
            let from = Vec3::new(0.01, t, 0.0);
            let out = Vec3::new(angle.cos(), dice.between(0.55, 0.95), angle.sin()) * length;
            shape.tube(&[(from, 0.014), (from + out, 0.0)], 3, 0.0, DEAD_WOOD.shade(0.93));
            if twigs {
                let knee = from + out * 0.55;
                let turned = Quat::from_rotation_y(0.8) * out * 0.5 + Vec3::Y * 0.04;
                shape.tube(&[(knee, 0.008), (knee + turned, 0.0)], 3, 0.0, DEAD_WOOD.shade(0.88));
            }
        }
        shape.finish()
    };
    vec![build(9, true, 5), build(6, false, 3), build(2, false, 3)]
}

/// A stump: 1 high and about as wide.
pub(super) fn stump() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        let rings = [(Vec3::Y * -0.1, 0.48), (Vec3::Y * 0.25, 0.34), (Vec3::Y * 0.95, 0.30)];
        shape.tube(&rings[if sides > 4 { 0 } else { 1 }..], sides, 0.2, BARK);
        let ring: Vec<Vec3> = (0..sides)
            .map(|i| {
                let angle = 0.2 + i as f32 / sides as f32 * std::f32::consts::TAU;
                Vec3::new(angle.cos() * 0.30, 0.95, angle.sin() * 0.30)
            })
            .collect();
        shape.polygon(Vec3::ZERO, &ring, Paint::fixed(176, 148, 110));
        shape.finish()
    };
    vec![build(7), build(4)]
}

/// A fallen trunk along x: 1 long, 1 high, 1 deep before it is scaled.
pub(super) fn log() -> Vec<Mesh> {
    let build = |sides: usize, branches: bool| {
        let mut upright = Shape::new();
        upright.tube(&[(Vec3::Y * -0.5, 0.40), (Vec3::Y * 0.5, 0.26)], sides, 0.3, BARK);
        let ring: Vec<Vec3> = (0..sides)
            .map(|i| {
                let angle = 0.3 + i as f32 / sides as f32 * std::f32::consts::TAU;
                Vec3::new(angle.cos() * 0.40, -0.5, angle.sin() * 0.40)
            })
            .collect();
        upright.polygon(Vec3::ZERO, &ring, Paint::fixed(176, 148, 110));
        if branches {
            upright.tube(&[(Vec3::Y * 0.1, 0.12), (Vec3::new(-0.5, 0.2, 0.1), 0.0)], 3, 0.0, BARK);
            upright.tube(&[(Vec3::Y * 0.3, 0.10), (Vec3::new(0.1, 0.42, 0.5), 0.0)], 3, 0.0, BARK);
        }
        // Laid down: up becomes east, east becomes down.
        let lay = |v: Vec3| Vec3::new(v.y, -v.x, v.z);
        let mut shape = Shape::new();
        shape.add(&upright.finish(), |v| lay(v) + Vec3::Y * 0.38, lay);
        shape.finish()
    };
    vec![build(7, true), build(4, false)]
}
