//! Small things, vehicles, ponds, and the placeholder: their ground plan is the unit square.

use glam::Vec3;

use super::houses::{PLANKS, STONEWORK};
use super::shape::{Dice, Paint, Shape};
use crate::scene::objects::Mesh;

/// A crate or a container.
pub(super) fn crate_box() -> Vec<Mesh> {
    let paint = Paint::tinted(122, 105, 82, 200);
    let mut near = Shape::new();
    near.cuboid(Vec3::new(-0.48, -0.05, -0.48), Vec3::new(0.48, 0.96, 0.48), paint);
    for x in [-0.5, 0.40] {
        near.cuboid(Vec3::new(x, -0.05, -0.5), Vec3::new(x + 0.1, 1.0, 0.5), paint.shade(0.8));
    }
    let mut far = Shape::new();
    far.cuboid(Vec3::new(-0.5, -0.05, -0.5), Vec3::new(0.5, 0.98, 0.5), paint.shade(0.96));
    vec![near.finish(), far.finish()]
}

/// A barrel, a bin.
pub(super) fn barrel() -> Vec<Mesh> {
    let paint = Paint::tinted(118, 126, 128, 200);
    let build = |sides: usize| {
        let mut shape = Shape::new();
        shape.tube(&[(Vec3::Y * -0.05, 0.46), (Vec3::Y, 0.46)], sides, 0.0, paint);
        let ring: Vec<[f32; 2]> = (0..sides)
            .map(|i| {
                let angle = i as f32 / sides as f32 * std::f32::consts::TAU;
                [angle.cos() * 0.46, angle.sin() * 0.46]
            })
            .collect();
        let lid: Vec<Vec3> = ring.iter().map(|&[x, z]| Vec3::new(x, 1.0, z)).collect();
        shape.polygon(Vec3::ZERO, &lid, paint.shade(0.8));
        shape.finish()
    };
    vec![build(8), build(4)]
}

/// A haystack.
pub(super) fn haystack() -> Vec<Mesh> {
    let hay = Paint::tinted(164, 141, 88, 160);
    let build = |sides: usize, rings: &[(Vec3, f32)]| {
        let mut shape = Shape::new();
        shape.tube(rings, sides, 0.3, hay);
        shape.finish()
    };
    let rings = [(Vec3::Y * -0.05, 0.44), (Vec3::Y * 0.42, 0.5), (Vec3::Y * 0.8, 0.30), (Vec3::Y, 0.0)];
    vec![build(9, &rings), build(5, &[rings[0], rings[2], rings[3]])]
}

/// A heap of stones, earth or waste.
pub(super) fn heap() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(701);
        let paint = Paint::tinted(112, 101, 85, 160);
        let rim: Vec<Vec3> = (0..sides)
            .map(|i| {
                let angle = i as f32 / sides as f32 * std::f32::consts::TAU;
                let reach = dice.between(0.40, 0.5);
                Vec3::new(angle.cos() * reach, -0.05, angle.sin() * reach)
            })
            .collect();
        let waist: Vec<Vec3> =
            rim.iter().map(|&at| at * dice.between(0.45, 0.62) + Vec3::Y * dice.between(0.5, 0.72)).collect();
        let tip = Vec3::new(0.03, 1.0, -0.02);
        for i in 0..sides {
            let next = (i + 1) % sides;
            let paint = paint.shade(dice.between(0.9, 1.06));
            shape.face(Vec3::ZERO, [rim[i], rim[next], waist[i]], paint);
            shape.face(Vec3::ZERO, [rim[next], waist[next], waist[i]], paint);
            shape.face(Vec3::ZERO, [waist[i], waist[next], tip], paint);
        }
        shape.finish()
    };
    vec![build(8), build(4)]
}

/// A bench or a table.
pub(super) fn bench() -> Vec<Mesh> {
    let mut near = Shape::new();
    near.cuboid(Vec3::new(-0.5, 0.42, -0.3), Vec3::new(0.5, 0.5, 0.5), PLANKS);
    near.cuboid(Vec3::new(-0.5, 0.62, -0.44), Vec3::new(0.5, 1.0, -0.34), PLANKS.shade(1.1));
    for x in [-0.42, 0.32] {
        near.cuboid(Vec3::new(x, -0.1, -0.4), Vec3::new(x + 0.1, 0.42, 0.4), PLANKS.shade(0.6));
        near.cuboid(Vec3::new(x, 0.42, -0.46), Vec3::new(x + 0.1, 0.9, -0.4), PLANKS.shade(0.6));
    }
    let mut far = Shape::new();
    far.cuboid(Vec3::new(-0.5, 0.1, -0.3), Vec3::new(0.5, 0.5, 0.5), PLANKS.shade(0.8));
    far.cuboid(Vec3::new(-0.5, 0.5, -0.44), Vec3::new(0.5, 1.0, -0.34), PLANKS);
    vec![near.finish(), far.finish()]
}

/// A well, a fountain, a round basin.
pub(super) fn well() -> Vec<Mesh> {
    let build = |sides: usize, near: bool| {
        let mut shape = Shape::new();
        let stone = STONEWORK;
        shape.tube(&[(Vec3::Y * -0.1, 0.44), (Vec3::Y * 0.42, 0.42)], sides, 0.0, stone);
        let lid: Vec<Vec3> = (0..sides)
            .map(|i| {
                let angle = i as f32 / sides as f32 * std::f32::consts::TAU;
                Vec3::new(angle.cos() * 0.42, 0.42, angle.sin() * 0.42)
            })
            .collect();
        shape.polygon(Vec3::ZERO, &lid, Paint::fixed(70, 76, 78));
        if near {
            for x in [-0.40, 0.32] {
                shape.cuboid(Vec3::new(x, 0.3, -0.04), Vec3::new(x + 0.08, 0.78, 0.04), PLANKS.shade(0.8));
            }
        }
        for z in [-1.0, 1.0] {
            let slope = [[-0.5, 0.72, 0.45 * z], [0.5, 0.72, 0.45 * z], [0.5, 1.0, 0.0], [-0.5, 1.0, 0.0]]
                .map(Vec3::from);
            shape.polygon(Vec3::Y * 0.6, &slope, PLANKS);
            shape.polygon(Vec3::Y * 4.0, &slope.map(|corner| corner - Vec3::Y * 0.02), PLANKS.shade(0.5));
        }
        shape.finish()
    };
    vec![build(8, true), build(5, false)]
}

/// A monument or a grave: a slab on a base.
pub(super) fn monument() -> Vec<Mesh> {
    let stone = Paint::tinted(146, 143, 136, 120);
    let mut near = Shape::new();
    near.cuboid(Vec3::new(-0.5, -0.1, -0.5), Vec3::new(0.5, 0.12, 0.5), stone.shade(0.85));
    near.cuboid(Vec3::new(-0.34, 0.12, -0.34), Vec3::new(0.34, 0.26, 0.34), stone.shade(0.92));
    near.cuboid(Vec3::new(-0.22, 0.26, -0.2), Vec3::new(0.22, 1.0, 0.2), stone);
    let mut far = Shape::new();
    far.cuboid(Vec3::new(-0.4, -0.1, -0.4), Vec3::new(0.4, 0.26, 0.4), stone.shade(0.88));
    far.cuboid(Vec3::new(-0.22, 0.26, -0.2), Vec3::new(0.22, 1.0, 0.2), stone);
    vec![near.finish(), far.finish()]
}

/// A vehicle along z, mostly a wreck.
pub(super) fn car() -> Vec<Mesh> {
    let paint = Paint::tinted(128, 112, 98, 220);
    let dark = Paint::fixed(52, 52, 52);
    let build = |near: bool| {
        let mut shape = Shape::new();
        shape.cuboid(Vec3::new(-0.48, 0.18, -0.5), Vec3::new(0.48, 0.60, 0.5), paint);
        shape.floor(&[[-0.48, -0.5], [0.48, -0.5], [0.48, 0.5], [-0.48, 0.5]], 0.18, dark);
        let ring = |half: f32, front: f32, back: f32, y: f32| {
            [[-half, back], [half, back], [half, front], [-half, front]].map(|[x, z]| Vec3::new(x, y, z))
        };
        let (low, high) = (ring(0.46, 0.26, -0.36, 0.60), ring(0.38, 0.10, -0.26, 1.0));
        for i in 0..4 {
            let next = (i + 1) % 4;
            shape.polygon(Vec3::Y * 0.7, &[low[i], low[next], high[next], high[i]], dark.shade(1.3));
        }
        shape.polygon(Vec3::ZERO, &high, paint);
        if near {
            for (x, z) in [(-0.5, 0.3), (0.38, 0.3), (-0.5, -0.32), (0.38, -0.32)] {
                shape.cuboid(Vec3::new(x, -0.02, z - 0.09), Vec3::new(x + 0.12, 0.34, z + 0.09), dark);
            }
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A boat along z.
pub(super) fn boat() -> Vec<Mesh> {
    let hull = Paint::tinted(156, 149, 134, 200);
    let build = |near: bool| {
        let mut shape = Shape::new();
        let rim = [
            [0.0, 0.5],
            [0.34, 0.22],
            [0.42, -0.1],
            [0.36, -0.5],
            [-0.36, -0.5],
            [-0.42, -0.1],
            [-0.34, 0.22],
        ];
        let deck: Vec<Vec3> = rim.iter().map(|&[x, z]| Vec3::new(x, 0.46 + 0.12 * z.max(0.0), z)).collect();
        let keel: Vec<Vec3> = rim.iter().map(|&[x, z]| Vec3::new(x * 0.5, -0.05, z * 0.84)).collect();
        for i in 0..rim.len() {
            let next = (i + 1) % rim.len();
            shape.polygon(Vec3::Y * 0.3, &[keel[i], keel[next], deck[next], deck[i]], hull);
        }
        shape.polygon(Vec3::ZERO, &deck, PLANKS.shade(1.1));
        shape.cuboid(Vec3::new(-0.22, 0.44, -0.34), Vec3::new(0.22, 0.86, 0.02), hull.shade(1.12));
        if near {
            shape.cuboid(
                Vec3::new(-0.225, 0.62, -0.30),
                Vec3::new(0.225, 0.76, 0.025),
                Paint::fixed(58, 64, 70),
            );
            shape.tube(
                &[(Vec3::new(0.0, 0.86, -0.2), 0.02), (Vec3::new(0.0, 1.0, -0.2), 0.01)],
                3,
                0.0,
                PLANKS,
            );
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A pond: a flat, uneven sheet of water, a little above its foot.
pub(super) fn pond() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(761);
        let ring: Vec<Vec3> = (0..sides)
            .map(|i| {
                let angle = i as f32 / sides as f32 * std::f32::consts::TAU;
                let reach = if sides > 6 { dice.between(0.44, 0.5) } else { 0.48 };
                Vec3::new(angle.cos() * reach, 1.0, angle.sin() * reach)
            })
            .collect();
        for i in 0..sides {
            shape.face(Vec3::ZERO, [Vec3::Y, ring[i], ring[(i + 1) % sides]], Paint::fixed(78, 96, 96));
        }
        shape.finish()
    };
    vec![build(18), build(6)]
}

/// Nobody knows what: plainly a placeholder, a pale box with a dark band.
pub(super) fn unknown() -> Vec<Mesh> {
    let pale = Paint::fixed(188, 185, 180);
    let mut near = Shape::new();
    near.cuboid(Vec3::new(-0.48, -0.1, -0.48), Vec3::new(0.48, 1.0, 0.48), pale);
    near.cuboid(Vec3::new(-0.5, 0.44, -0.5), Vec3::new(0.5, 0.56, 0.5), Paint::fixed(126, 120, 132));
    let mut far = Shape::new();
    far.cuboid(Vec3::new(-0.48, -0.1, -0.48), Vec3::new(0.48, 1.0, 0.48), pale.shade(0.97));
    vec![near.finish(), far.finish()]
}
