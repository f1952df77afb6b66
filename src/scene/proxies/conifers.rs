//! Spruce, fir, pine and cypress: 1 high, in the width that they have.

use glam::Vec3;

use super::blob::{Crown, Fine, Leaves, facing};
use super::shape::{Corner, Dice, Paint, Shape, outward};
use crate::scene::objects::Mesh;

const SPRUCE: Paint = Paint::leaves(58, 76, 44);
const FIR: Paint = Paint::leaves(54, 74, 50);
const PINE: Paint = Paint::leaves(74, 86, 50);
const CYPRESS: Paint = Paint::leaves(60, 74, 44);
const BARK: Paint = Paint::fixed(76, 62, 48);
const PINE_BARK: Paint = Paint::fixed(126, 84, 58);

/// How a tree of storeys of branches grows. Lengths are shares of its height.
struct Storeys {
    seed: u32,
    leaves: Paint,
    /// Radius of the lowest branches.
    radius: f32,
    /// Where the lowest branches hang.
    foot: f32,
    /// Storeys, and branches in each, finest first.
    lods: [(usize, usize); 2],
    /// How far each storey hangs over the one below it.
    droop: f32,
}

/// A broad spruce.
pub(super) fn spruce_wide() -> Vec<Mesh> {
    storeys(&Storeys {
        seed: 11,
        leaves: SPRUCE,
        radius: 0.215,
        foot: 0.10,
        lods: [(6, 7), (4, 4)],
        droop: 0.075,
    })
}

/// A slender spruce.
pub(super) fn spruce_tall() -> Vec<Mesh> {
    storeys(&Storeys {
        seed: 23,
        leaves: SPRUCE,
        radius: 0.165,
        foot: 0.07,
        lods: [(7, 6), (4, 4)],
        droop: 0.07,
    })
}

/// A fir: dense, with a bluish green.
pub(super) fn fir() -> Vec<Mesh> {
    storeys(&Storeys {
        seed: 37,
        leaves: FIR,
        radius: 0.19,
        foot: 0.05,
        lods: [(7, 6), (4, 4)],
        droop: 0.045,
    })
}

fn storeys(tree: &Storeys) -> Vec<Mesh> {
    let mut lods = Vec::new();
    for (step, &(count, branches)) in tree.lods.iter().enumerate() {
        let mut shape = Shape::new();
        let mut dice = Dice::new(tree.seed);
        let sides = if step == 0 { 5 } else { 3 };
        shape.tube(
            &[(Vec3::new(0.0, -0.03, 0.0), 0.022), (Vec3::new(0.0, 0.5, 0.0), 0.010)],
            sides,
            0.0,
            BARK,
        );
        for i in 0..count {
            storey(
                &mut shape,
                &mut dice,
                tree,
                i as f32 / count as f32,
                1.0 / count as f32,
                branches,
                step == 0,
            );
        }
        lods.push(shape.finish());
    }
    let cones = |count: usize, sides: usize, shrink: f32| {
        let mut shape = Shape::new();
        for i in 0..count {
            let at = i as f32 / count as f32;
            let low = tree.foot + (1.0 - tree.foot) * at;
            let top = if i + 1 == count { 1.0 } else { low + 1.45 * (1.0 - tree.foot) / count as f32 };
            cone(
                &mut shape,
                tree,
                [low, top],
                tree.radius * shrink * (1.0 - at).powf(0.8),
                sides,
                i as f32 * 0.6,
            );
        }
        shape.finish()
    };
    lods.push(cones(3, 5, 0.96));
    lods.push(cones(2, 4, 0.95));
    lods
}

/// A smooth cone between two heights: a storey from far.
fn cone(shape: &mut Shape, tree: &Storeys, [low, top]: [f32; 2], radius: f32, sides: usize, turn: f32) {
    let spoke = |i: f32| {
        let angle = turn + i / sides as f32 * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.0, angle.sin())
    };
    let leaves = tree.leaves.shade(0.90 + 0.16 * low);
    for i in 0..sides {
        let i = i as f32;
        let corner = |at: Vec3, out: Vec3, light: f32| Corner {
            at,
            normal: (out + Vec3::Y * 0.4).normalize(),
            paint: leaves.shade(light),
        };
        let rim = |i: f32| corner(Vec3::Y * low + spoke(i) * radius, spoke(i), 0.90);
        shape.corners(Vec3::Y * low, [rim(i), rim(i + 1.0), corner(Vec3::Y * top, spoke(i + 0.5), 0.76)]);
    }
}

/// One storey of branches: a star-shaped skirt that hangs from the trunk; `at` is its place from foot to top.
fn storey(
    shape: &mut Shape,
    dice: &mut Dice,
    tree: &Storeys,
    at: f32,
    share: f32,
    branches: usize,
    near: bool,
) {
    let span = 1.0 - tree.foot;
    // Lower storeys are higher ones' elders: their radius shrinks a little faster than a line.
    let radius = tree.radius * (1.0 - at).powf(0.85) * dice.between(0.93, 1.07);
    let low = tree.foot + span * at * 0.96;
    let top = (low + span * share * 2.1 + 0.05).min(1.0);
    let turn = dice.between(0.0, 6.3);
    let lean = Vec3::new(dice.between(-0.008, 0.008), 0.0, dice.between(-0.008, 0.008));
    let tip = Vec3::new(0.0, top, 0.0) + lean;
    let heart = Vec3::new(0.0, low + (top - low) * 0.35, 0.0);
    let count = branches * 2;
    let rim: Vec<Vec3> = (0..count)
        .map(|i| {
            let angle = turn + (i as f32 + dice.between(-0.2, 0.2)) / count as f32 * std::f32::consts::TAU;
            let long = i % 2 == 0;
            let reach = radius * if long { dice.between(0.95, 1.12) } else { dice.between(0.66, 0.76) };
            let sag = if long { -tree.droop * (1.0 - at * 0.6) * dice.between(0.35, 0.75) } else { 0.012 };
            Vec3::new(angle.cos() * reach, low + sag + tree.droop * 0.35, angle.sin() * reach) + lean
        })
        .collect();
    let green = tree.leaves.shade(0.90 + 0.16 * at);
    for i in 0..count {
        let at = [rim[i], rim[(i + 1) % count], tip];
        let flat = outward(heart, at);
        let fleck = dice.between(0.92, 1.08);
        let corner = |place: usize| {
            let out = Vec3::new(at[place].x, 0.0, at[place].z).normalize_or_zero();
            let tip_light = if place == 2 {
                0.72
            } else if (i + place).is_multiple_of(2) {
                1.06
            } else {
                0.78
            };
            Corner {
                at: at[place],
                normal: facing(flat, flat * 0.6 + out * 0.4 + Vec3::Y * 0.25),
                paint: green.shade(tip_light * fleck),
            }
        };
        shape.corners(heart, [corner(0), corner(1), corner(2)]);
        if near {
            // Seen from below the skirt is dark.
            let under = Vec3::new(0.0, low + tree.droop * 0.5, 0.0);
            let over = Vec3::new(0.0, top, 0.0);
            shape.face(over, [rim[i], rim[(i + 1) % count], under], green.shade(0.50));
        }
    }
}

/// Where the lumps of a pine's crown are: height, distance from the trunk, angle, radius.
type Clumps = &'static [[f32; 4]];

const TALL_CLUMPS: Clumps = &[
    [0.90, 0.02, 0.0, 0.105],
    [0.80, 0.09, 0.6, 0.105],
    [0.78, 0.09, 3.5, 0.110],
    [0.68, 0.10, 2.2, 0.100],
    [0.70, 0.10, 5.0, 0.105],
    [0.58, 0.13, 4.1, 0.075],
    [0.54, 0.13, 1.2, 0.070],
];

const FLAT_CLUMPS: Clumps = &[
    [0.91, 0.03, 1.0, 0.125],
    [0.84, 0.13, 0.2, 0.115],
    [0.85, 0.12, 2.4, 0.120],
    [0.82, 0.13, 4.4, 0.115],
    [0.70, 0.14, 3.3, 0.085],
    [0.64, 0.15, 5.9, 0.075],
];

/// A pine of the wood: a long bare trunk and an open crown.
pub(super) fn pine_tall() -> Vec<Mesh> {
    pine(51, TALL_CLUMPS, 0.02)
}

/// A pine of the coast: bent, its crown flat.
pub(super) fn pine_flat() -> Vec<Mesh> {
    pine(67, FLAT_CLUMPS, 0.05)
}

fn pine(seed: u32, clumps: Clumps, bend: f32) -> Vec<Mesh> {
    let place = |[y, out, angle, _]: [f32; 4]| {
        Vec3::new(bend * y * y, y, 0.0) + Vec3::new(angle.cos(), 0.0, angle.sin()) * out
    };
    let low = clumps.iter().map(|clump| clump[0] - clump[3] * 0.6).fold(1.0, f32::min);
    let center = Vec3::new(bend * 0.6, (low + 1.0) * 0.5, 0.0);
    let crown = Crown { center, radii: Vec3::new(0.23, (1.0 - low) * 0.5, 0.23), paint: PINE };
    let trunk = |shape: &mut Shape, sides: usize, top: f32| {
        let at = |y: f32| Vec3::new(bend * y * y, y, 0.0);
        shape.tube(&[(at(-0.03), 0.022), (at(0.35), 0.016)], sides, 0.3, BARK.blend(PINE_BARK, 0.3));
        shape.tube(&[(at(0.35), 0.016), (at(top), 0.007)], sides, 0.3, PINE_BARK);
    };
    let mut lods = Vec::new();

    let mut shape = Shape::new();
    let mut dice = Dice::new(seed);
    trunk(&mut shape, 5, 0.88);
    for &clump in clumps {
        let radius = clump[3];
        // A branch to each clump, then the needles.
        let [from, to] = [Vec3::new(bend * clump[0].powi(2), clump[0] - 0.06, 0.0), place(clump)];
        if clump[1] > 0.05 {
            shape.tube(&[(from, 0.008), (to, 0.003)], 3, 0.0, PINE_BARK);
        }
        let radii = Vec3::new(radius, radius * 0.62, radius);
        crown.lump(&mut shape, &mut dice, Leaves { center: to, radii, rough: 0.20, fine: Fine::Icosahedron });
    }
    lods.push(shape.finish());

    let mut shape = Shape::new();
    let mut dice = Dice::new(seed);
    trunk(&mut shape, 3, 0.8);
    for &clump in clumps.iter().take(5) {
        let radius = clump[3] * 1.18;
        let radii = Vec3::new(radius, radius * 0.70, radius);
        crown.lump(
            &mut shape,
            &mut dice,
            Leaves { center: place(clump), radii, rough: 0.12, fine: Fine::Octahedron },
        );
    }
    lods.push(shape.finish());

    let simple = |fine: Fine, grow: f32| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        shape.tube(&[(Vec3::new(0.0, -0.03, 0.0), 0.024), (center, 0.0)], 3, 0.3, PINE_BARK.shade(0.85));
        let radii = Vec3::new(0.20, (1.0 - low) * 0.45, 0.20) * grow;
        let center = center.with_y(1.0 - radii.y);
        let crown = Crown { paint: crown.paint.shade(0.95), ..crown };
        crown.lump(&mut shape, &mut dice, Leaves { center, radii, rough: 0.08, fine });
        shape.finish()
    };
    lods.push(simple(Fine::Icosahedron, 1.0));
    lods.push(simple(Fine::Gem, 1.0));
    lods
}

/// A young pine: needles from the ground up.
pub(super) fn pine_young() -> Vec<Mesh> {
    storeys(&Storeys {
        seed: 71,
        leaves: PINE,
        radius: 0.31,
        foot: 0.06,
        lods: [(5, 7), (3, 5)],
        droop: -0.05,
    })
}

/// A cypress: a dark flame.
pub(super) fn cypress() -> Vec<Mesh> {
    let crown = Crown { center: Vec3::Y * 0.48, radii: Vec3::new(0.12, 0.52, 0.12), paint: CYPRESS };
    let lumps = [
        [0.0, 0.24, 0.0, 0.105, 0.21],
        [0.01, 0.45, 0.01, 0.110, 0.24],
        [-0.01, 0.65, 0.0, 0.085, 0.22],
        [0.0, 0.84, 0.0, 0.050, 0.16],
    ];
    column(83, &crown, &lumps)
}

/// A crown of lumps over each other, from the ground up: x, y, z, radius, half height.
pub(super) fn column(seed: u32, crown: &Crown, lumps: &[[f32; 5]; 4]) -> Vec<Mesh> {
    let build = |fine: Fine, every: usize, grow: Vec3, trunk_sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        shape.tube(&[(Vec3::new(0.0, -0.03, 0.0), 0.03), (Vec3::Y * 0.3, 0.02)], trunk_sides, 0.0, BARK);
        for &[x, y, z, radius, half] in lumps.iter().step_by(every) {
            let radii = Vec3::new(radius, half, radius) * grow;
            let center = Vec3::new(x, (y + half * (grow.y - 1.0) * 0.8).min(1.0 - radii.y), z);
            crown.lump(&mut shape, &mut dice, Leaves { center, radii, rough: 0.12, fine });
        }
        shape.finish()
    };
    let whole = |fine: Fine, grow: f32| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        let radii = crown.radii * Vec3::new(0.86, 0.96, 0.86) * grow;
        let center = crown.center.with_y(1.0 - radii.y);
        crown.lump(&mut shape, &mut dice, Leaves { center, radii, rough: 0.05, fine });
        shape.finish()
    };
    vec![
        build(Fine::Icosahedron, 1, Vec3::ONE, 4),
        build(Fine::Icosahedron, 2, Vec3::new(1.1, 1.35, 1.1), 3),
        whole(Fine::Icosahedron, 1.0),
        whole(Fine::Gem, 1.0),
    ]
}
