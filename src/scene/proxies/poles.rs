//! Poles, lamps, pylons, signs: 1 high, in the width that they have.

use glam::Vec3;

use super::shape::{Paint, Shape};
use crate::scene::objects::Mesh;

const WOOD: Paint = Paint::tinted(98, 82, 64, 100);
const CONCRETE: Paint = Paint::tinted(150, 147, 139, 100);
const STEEL: Paint = Paint::tinted(108, 112, 110, 60);
const PORCELAIN: Paint = Paint::fixed(196, 190, 178);

/// A wooden pole for wires.
pub(super) fn power_pole() -> Vec<Mesh> {
    pole(WOOD, true, false)
}

/// A concrete pole with a lamp.
pub(super) fn lamp() -> Vec<Mesh> {
    pole(CONCRETE, false, true)
}

/// A pole for wires with a lamp.
pub(super) fn power_lamp() -> Vec<Mesh> {
    pole(CONCRETE.blend(WOOD, 0.4), true, true)
}

fn pole(paint: Paint, wires: bool, lamp: bool) -> Vec<Mesh> {
    let build = |sides: usize, near: bool| {
        let mut shape = Shape::new();
        let top = if lamp && !wires { 0.95 } else { 1.0 };
        shape.tube(&[(Vec3::Y * -0.04, 0.020), (Vec3::Y * top, 0.013)], sides, 0.4, paint);
        if wires {
            shape.cuboid(Vec3::new(-0.13, 0.90, -0.012), Vec3::new(0.13, 0.925, 0.012), paint.shade(0.85));
            if near {
                for x in [-0.12, -0.05, 0.05, 0.12] {
                    let foot = Vec3::new(x, 0.925, 0.0);
                    shape.tube(&[(foot, 0.010), (foot + Vec3::Y * 0.03, 0.006)], 4, 0.0, PORCELAIN);
                }
            }
        }
        if lamp {
            let y = if wires { 0.78 } else { 0.94 };
            shape.cuboid(Vec3::new(-0.009, y, 0.0), Vec3::new(0.009, y + 0.018, 0.17), paint.shade(0.9));
            shape.cuboid(
                Vec3::new(-0.026, y - 0.012, 0.11),
                Vec3::new(0.026, y + 0.022, 0.22),
                STEEL.shade(0.8),
            );
            if near {
                let glass = [[-0.02, 0.12], [0.02, 0.12], [0.02, 0.21], [-0.02, 0.21]];
                shape.floor(&glass, y - 0.013, Paint::fixed(238, 228, 190));
            }
        }
        shape.finish()
    };
    vec![build(6, true), build(3, false), bar(paint, 0.030)]
}

/// A post of a fence, a bollard, a milestone.
pub(super) fn post() -> Vec<Mesh> {
    let mut near = Shape::new();
    near.cuboid(Vec3::new(-0.07, -0.2, -0.07), Vec3::new(0.07, 0.95, 0.07), CONCRETE);
    near.cuboid(Vec3::new(-0.08, 0.95, -0.08), Vec3::new(0.08, 1.0, 0.08), CONCRETE.shade(0.85));
    let mut far = Shape::new();
    far.cuboid(Vec3::new(-0.07, -0.2, -0.07), Vec3::new(0.07, 1.0, 0.07), CONCRETE);
    vec![near.finish(), far.finish()]
}

/// A sign on a post.
pub(super) fn sign() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        shape.tube(
            &[(Vec3::Y * -0.08, 0.026), (Vec3::Y * 0.95, 0.026)],
            if near { 5 } else { 3 },
            0.0,
            STEEL,
        );
        let plate = Paint::tinted(196, 193, 184, 60);
        shape.cuboid(Vec3::new(-0.20, 0.66, -0.034), Vec3::new(0.20, 1.0, -0.020), STEEL.shade(0.9));
        if near {
            let face = [[-0.18, 0.68], [0.18, 0.68], [0.18, 0.98], [-0.18, 0.98]]
                .map(|[x, y]| Vec3::new(x, y, -0.038));
            shape.polygon(Vec3::new(0.0, 0.8, 0.0), &face, plate);
            let line = [[-0.13, 0.80], [0.13, 0.80], [0.13, 0.86], [-0.13, 0.86]]
                .map(|[x, y]| Vec3::new(x, y, -0.041));
            shape.polygon(Vec3::new(0.0, 0.8, 0.0), &line, Paint::fixed(96, 110, 128));
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A flag on its pole.
pub(super) fn flag() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        shape.tube(&[(Vec3::Y * -0.04, 0.013), (Vec3::Y, 0.008)], sides, 0.0, STEEL.shade(1.3));
        let cloth = Paint::tinted(150, 84, 70, 200);
        let points = [[0.0, 0.97, 0.0], [0.10, 0.955, 0.02], [0.22, 0.94, -0.015]].map(Vec3::from);
        for pair in points.windows(2) {
            let down = Vec3::Y * -0.15;
            let piece = [pair[0], pair[1], pair[1] + down, pair[0] + down];
            for side in [-1.0, 1.0] {
                let out = Vec3::Z * (side * 0.003);
                shape.polygon(Vec3::Z * (side * -5.0), &piece.map(|corner| corner + out), cloth);
            }
        }
        shape.finish()
    };
    vec![build(5), build(3)]
}

/// A pylon of steel lattice.
pub(super) fn pylon() -> Vec<Mesh> {
    let build = |storeys: usize, braces: bool, sides: usize| {
        let mut shape = Shape::new();
        let radius = |y: f32| 0.13 * (1.0 - y / 1.08).powf(1.2) + 0.006;
        let corner = |i: usize, y: f32| {
            let angle = (i as f32 + 0.5) * std::f32::consts::FRAC_PI_2;
            Vec3::new(angle.cos() * radius(y), y, angle.sin() * radius(y))
        };
        if braces {
            for storey in 0..storeys {
                let [low, high] =
                    [storey, storey + 1].map(|i| i as f32 / storeys as f32 - if i == 0 { 0.02 } else { 0.0 });
                for i in 0..4 {
                    shape.tube(&[(corner(i, low), 0.007), (corner(i, high), 0.006)], sides, 0.0, STEEL);
                    shape.tube(&[(corner(i, low), 0.004), (corner(i + 1, high), 0.004)], sides, 0.0, STEEL);
                }
            }
        } else {
            shape.tube(&[(Vec3::Y * -0.02, 0.075), (Vec3::Y, 0.01)], 4, 0.78, STEEL);
        }
        for (y, reach) in [(0.70, 0.24), (0.83, 0.19), (0.95, 0.14)] {
            let half = if braces { 0.010 } else { 0.014 };
            shape.cuboid(Vec3::new(-reach, y, -half), Vec3::new(reach, y + 0.018, half), STEEL.shade(0.9));
        }
        shape.finish()
    };
    vec![build(5, true, 3), build(1, false, 3), bar(STEEL, 0.08)]
}

/// A stone or wooden cross.
pub(super) fn cross() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        if near {
            shape.cuboid(Vec3::new(-0.20, -0.1, -0.16), Vec3::new(0.20, 0.14, 0.16), CONCRETE.shade(0.85));
        }
        shape.cuboid(Vec3::new(-0.05, -0.1, -0.045), Vec3::new(0.05, 1.0, 0.045), CONCRETE);
        shape.cuboid(Vec3::new(-0.22, 0.66, -0.04), Vec3::new(0.22, 0.76, 0.04), CONCRETE);
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// What is left of any pole from far: three sides, a little darker.
fn bar(paint: Paint, radius: f32) -> Mesh {
    let mut shape = Shape::new();
    shape.tube(&[(Vec3::Y * -0.03, radius), (Vec3::Y, radius * 0.2)], 3, 0.4, paint.shade(0.9));
    shape.finish()
}
