//! Churches, halls, towers: what a place is known by.

use glam::Vec3;

use super::houses::{BRICK, BURIED, CONCRETE, DOOR, GLASS, PLASTER, SHEET, SLATE, STONEWORK, TILES};
use super::shape::{Paint, Shape};
use crate::scene::objects::Mesh;

const STEEL: Paint = Paint::tinted(108, 107, 104, 80);
const RUST: Paint = Paint::fixed(124, 92, 72);
const RED: Paint = Paint::fixed(142, 54, 46);
const WHITE: Paint = Paint::fixed(202, 199, 191);

/// A church: nave along x, tower with a spire at its west end, apse in the east.
pub(super) fn church() -> Vec<Mesh> {
    let build = |near: bool, middle: bool| {
        let mut shape = Shape::new();
        let walls = if middle { PLASTER } else { PLASTER.blend(GLASS, 0.08) };
        gabled(&mut shape, [-0.22, 0.40], 0.36, 0.27, 0.47, walls, TILES);
        let tower = 0.165;
        shape.cuboid(Vec3::new(-0.5, BURIED * 0.6, -tower), Vec3::new(-0.20, 0.62, tower), walls);
        let wide = tower + 0.015;
        spire(&mut shape, [-0.35, 0.0], [0.165, wide], 0.62, 0.965, SLATE);
        if middle {
            shape.prism(
                &[[0.40, -0.22], [0.48, -0.12], [0.48, 0.12], [0.40, 0.22]],
                BURIED * 0.6,
                0.24,
                walls,
                TILES,
            );
            for side in [-1.0, 1.0] {
                for x in [-0.10, 0.08, 0.26] {
                    pane(&mut shape, [x, side * 0.362], true, side, 0.05, [0.08, 0.21], GLASS);
                }
                pane(&mut shape, [-0.35, side * (tower + 0.004)], true, side, 0.09, [0.46, 0.57], GLASS);
            }
            pane(&mut shape, [-0.504, 0.0], false, -1.0, 0.13, [0.0, 0.14], DOOR);
            pane(&mut shape, [-0.504, 0.0], false, -1.0, 0.10, [0.46, 0.57], GLASS);
        }
        if near {
            let band = Paint::fixed(178, 172, 160);
            let out = tower + 0.008;
            shape.cuboid(Vec3::new(-0.508, 0.40, -out), Vec3::new(-0.192, 0.42, out), band);
            shape.cuboid(Vec3::new(-0.508, 0.60, -out), Vec3::new(-0.192, 0.625, out), band);
            shape.cuboid(Vec3::new(-0.354, 0.95, -0.006), Vec3::new(-0.346, 1.0, 0.006), STEEL);
        }
        shape.finish()
    };
    vec![build(true, true), build(false, true), build(false, false)]
}

/// A chapel: small, with a ridge turret.
pub(super) fn chapel() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        gabled(&mut shape, [-0.5, 0.5], 0.44, 0.36, 0.70, PLASTER, TILES);
        let (min, max) = (Vec3::new(-0.36, 0.5, -0.09), Vec3::new(-0.18, 0.80, 0.09));
        shape.cuboid(min, max, PLASTER);
        spire(&mut shape, [-0.27, 0.0], [0.11, 0.11], 0.80, 1.0, SLATE);
        if near {
            for side in [-1.0, 1.0] {
                for x in [-0.2, 0.2] {
                    pane(&mut shape, [x, side * 0.444], true, side, 0.10, [0.13, 0.28], GLASS);
                }
            }
            pane(&mut shape, [-0.505, 0.0], false, -1.0, 0.24, [0.0, 0.24], DOOR);
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A hall with a low roof, a band of windows and a gate.
pub(super) fn hall() -> Vec<Mesh> {
    let build = |near: bool, middle: bool| {
        let mut shape = Shape::new();
        let walls = if middle { CONCRETE } else { CONCRETE.blend(GLASS, 0.12) };
        gabled(&mut shape, [-0.5, 0.5], 0.48, 0.74, 1.0, walls, SHEET);
        if middle {
            for side in [-1.0, 1.0] {
                let bays = if near { 6 } else { 1 };
                for bay in 0..bays {
                    let x = (bay as f32 + 0.5) / bays as f32 - 0.5;
                    let width = 0.92 / bays as f32 * if near { 0.78 } else { 1.0 };
                    pane(&mut shape, [x * 0.94, side * 0.484], true, side, width, [0.46, 0.62], GLASS);
                }
                pane(&mut shape, [side * 0.504, 0.0], false, side, 0.34, [0.0, 0.52], DOOR.blend(STEEL, 0.5));
            }
        }
        if near {
            // Lights along the ridge.
            for x in [-0.28, 0.0, 0.28] {
                shape.cuboid(
                    Vec3::new(x - 0.06, 0.94, -0.05),
                    Vec3::new(x + 0.06, 1.02, 0.05),
                    SHEET.shade(0.8),
                );
            }
        }
        shape.finish()
    };
    vec![build(true, true), build(false, true), build(false, false)]
}

/// A hangar: a barrel vault along x.
pub(super) fn hangar() -> Vec<Mesh> {
    let green = Paint::tinted(100, 104, 88, 120);
    let build = |steps: usize, gate: bool| {
        let mut shape = Shape::new();
        let arc: Vec<[f32; 2]> = (0..=steps)
            .map(|i| {
                let angle = i as f32 / steps as f32 * std::f32::consts::PI;
                [-0.5 * angle.cos(), angle.sin().max(0.0).powf(0.85)]
            })
            .collect();
        let at = |x: f32, [z, y]: [f32; 2]| Vec3::new(x, if y < 1e-3 { BURIED * 0.5 } else { y }, z);
        for (i, pair) in arc.windows(2).enumerate() {
            let strip = [at(-0.5, pair[0]), at(0.5, pair[0]), at(0.5, pair[1]), at(-0.5, pair[1])];
            let shade = if gate && i % 2 == 1 { 0.95 } else { 1.0 };
            shape.polygon(Vec3::Y * 0.2, &strip, green.shade(shade));
        }
        for x in [-0.5, 0.5] {
            let end: Vec<Vec3> = arc.iter().map(|&point| at(x, point)).collect();
            shape.polygon(Vec3::Y * 0.2, &end, green.shade(0.82));
            if gate {
                pane(&mut shape, [x * 1.01, 0.0], false, x.signum(), 0.62, [0.0, 0.62], STEEL.shade(0.62));
            }
        }
        shape.finish()
    };
    vec![build(10, true), build(6, false), build(4, false)]
}

/// An upright tank.
pub(super) fn tank() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        let rings = [(Vec3::Y * -0.1, 0.48), (Vec3::Y * 0.86, 0.48), (Vec3::Y, 0.0)];
        round(&mut shape, &rings, sides, SHEET.shade(1.25));
        shape.finish()
    };
    vec![build(14), build(8), build(5)]
}

/// A lighthouse: white and red, tapered, with a lantern.
pub(super) fn lighthouse() -> Vec<Mesh> {
    let build = |sides: usize, near: bool| {
        let mut shape = Shape::new();
        let radius = |y: f32| 0.36 - 0.16 * y;
        let bands = if near { 5 } else { 3 };
        for band in 0..bands {
            let at = |i: usize| i as f32 / bands as f32 * 0.80;
            let (low, high) = (if band == 0 { -0.05 } else { at(band) }, at(band + 1));
            let paint = if band % 2 == 1 { RED } else { WHITE };
            round(&mut shape, &[(Vec3::Y * low, radius(low)), (Vec3::Y * high, radius(high))], sides, paint);
        }
        if near {
            round(&mut shape, &[(Vec3::Y * 0.80, 0.31), (Vec3::Y * 0.825, 0.31)], sides, STEEL.shade(0.7));
            disc(&mut shape, 0.825, 0.31, sides, STEEL.shade(0.7));
        }
        round(&mut shape, &[(Vec3::Y * 0.80, 0.17), (Vec3::Y * 0.92, 0.17)], sides, GLASS.shade(1.5));
        round(&mut shape, &[(Vec3::Y * 0.92, 0.21), (Vec3::Y, 0.0)], sides, RED);
        shape.finish()
    };
    vec![build(10, true), build(6, false), build(4, false)]
}

/// A factory's chimney.
pub(super) fn stack() -> Vec<Mesh> {
    let build = |sides: usize, bands: bool| {
        let mut shape = Shape::new();
        let brick = BRICK.shade(0.95);
        if bands {
            let top =
                [(Vec3::Y * 0.88, 0.332), (Vec3::Y * 0.92, 0.325), (Vec3::Y * 0.96, 0.317), (Vec3::Y, 0.31)];
            round(&mut shape, &[(Vec3::Y * -0.03, 0.5), (top[0].0, 0.335)], sides, brick);
            round(&mut shape, &top[..2], sides, WHITE);
            round(&mut shape, &top[1..3], sides, RED);
            round(&mut shape, &top[2..], sides, WHITE);
        } else {
            round(&mut shape, &[(Vec3::Y * -0.03, 0.5), (Vec3::Y, 0.31)], sides, brick);
        }
        disc(&mut shape, 1.0, 0.31, sides, Paint::fixed(44, 40, 38));
        shape.finish()
    };
    vec![build(12, true), build(6, false), build(4, false)]
}

/// A water tower: a tank on legs.
pub(super) fn water_tower() -> Vec<Mesh> {
    let build = |sides: usize, legs: bool| {
        let mut shape = Shape::new();
        let foot = if legs { 0.10 } else { 0.2 };
        round(&mut shape, &[(Vec3::Y * -0.03, foot), (Vec3::Y * 0.66, foot * 0.9)], sides.min(6), CONCRETE);
        let tank = [(Vec3::Y * 0.58, 0.16), (Vec3::Y * 0.70, 0.49), (Vec3::Y * 0.90, 0.49), (Vec3::Y, 0.0)];
        round(&mut shape, &tank, sides, CONCRETE.shade(1.06));
        if legs {
            for (x, z) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
                let (low, high) = (Vec3::new(x * 0.36, -0.03, z * 0.36), Vec3::new(x * 0.25, 0.68, z * 0.25));
                shape.tube(&[(low, 0.035), (high, 0.03)], 4, 0.0, CONCRETE.shade(0.85));
            }
        }
        shape.finish()
    };
    vec![build(10, true), build(6, false), build(4, false)]
}

/// A lattice mast with red and white bands.
pub(super) fn mast() -> Vec<Mesh> {
    let build = |bands: usize, braces: bool| {
        let mut shape = Shape::new();
        let radius = |y: f32| 0.46 * (1.0 - y).powf(1.3) + 0.035;
        for band in 0..bands {
            let [low, high] = [band, band + 1].map(|i| i as f32 / bands as f32);
            let paint = if band % 2 == 0 { RED } else { WHITE };
            let corner = |i: usize, y: f32| {
                let angle = (i as f32 + 0.5) * std::f32::consts::FRAC_PI_2;
                Vec3::new(angle.cos() * radius(y), y, angle.sin() * radius(y))
            };
            for i in 0..4 {
                if braces {
                    shape.tube(&[(corner(i, low), 0.022), (corner(i, high), 0.018)], 3, 0.0, paint);
                    shape.tube(&[(corner(i, low), 0.012), (corner(i + 1, high), 0.012)], 3, 0.0, paint);
                }
            }
            if !braces {
                // From far a lattice is a thin body: half of its width is air.
                let rings = [(Vec3::Y * low, radius(low) * 0.6), (Vec3::Y * high, radius(high) * 0.6)];
                round(&mut shape, &rings, 3, paint);
            }
        }
        shape.finish()
    };
    vec![build(7, true), build(5, false), build(2, false)]
}

/// A watch tower: a cabin on legs.
pub(super) fn watchtower() -> Vec<Mesh> {
    let wood = Paint::tinted(104, 86, 66, 100);
    let build = |near: bool, middle: bool| {
        let mut shape = Shape::new();
        if middle {
            for (x, z) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
                let (low, high) = (Vec3::new(x * 0.44, -0.05, z * 0.44), Vec3::new(x * 0.33, 0.60, z * 0.33));
                shape.tube(&[(low, 0.05), (high, 0.045)], if near { 4 } else { 3 }, 0.6, wood.shade(0.9));
            }
        } else {
            shape.cuboid(Vec3::new(-0.2, -0.05, -0.2), Vec3::new(0.2, 0.58, 0.2), wood.shade(0.7));
        }
        let square = [[-0.40, -0.40], [0.40, -0.40], [0.40, 0.40], [-0.40, 0.40]];
        shape.prism(&square, 0.58, 0.76, wood, wood.shade(0.6));
        shape.floor(&square, 0.58, wood.shade(0.5));
        if near {
            for (x, z) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
                let post = Vec3::new(x * 0.36, 0.76, z * 0.36);
                shape.cuboid(post - Vec3::new(0.03, 0.0, 0.03), post + Vec3::new(0.03, 0.13, 0.03), wood);
            }
        } else {
            shape.cuboid(Vec3::new(-0.34, 0.76, -0.34), Vec3::new(0.34, 0.88, 0.34), wood.shade(0.45));
        }
        spire(&mut shape, [0.0, 0.0], [0.5, 0.5], 0.87, 1.0, SHEET.shade(0.8));
        shape.finish()
    };
    vec![build(true, true), build(false, true), build(false, false)]
}

/// A control tower: a shaft with a cabin of glass.
pub(super) fn control_tower() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        let out = if near { 0.0 } else { 0.02 };
        shape.cuboid(
            Vec3::new(-0.5, BURIED * 0.5, -0.5),
            Vec3::new(0.5, 0.26, 0.5),
            PLASTER.blend(CONCRETE, 0.3),
        );
        shape.cuboid(Vec3::new(-0.26, 0.26, -0.26), Vec3::new(0.26, 0.72, 0.26), PLASTER);
        let cabin = |r: f32| {
            [
                [-r, -r * 0.6],
                [-r * 0.6, -r],
                [r * 0.6, -r],
                [r, -r * 0.6],
                [r, r * 0.6],
                [r * 0.6, r],
                [-r * 0.6, r],
                [-r, r * 0.6],
            ]
        };
        if near {
            shape.prism(&cabin(0.38), 0.70, 0.76, CONCRETE, CONCRETE);
            shape.floor(&cabin(0.38), 0.70, CONCRETE.shade(0.6));
            shape.prism(&cabin(0.36), 0.76, 0.92, GLASS.shade(1.3), GLASS);
            shape.prism(&cabin(0.42), 0.92, 0.97, CONCRETE, SHEET);
            shape.tube(&[(Vec3::new(0.1, 0.97, 0.1), 0.015), (Vec3::new(0.1, 1.0, 0.1), 0.0)], 3, 0.0, RED);
            for y in [0.36, 0.52] {
                for side in [-1.0, 1.0] {
                    pane(&mut shape, [0.0, side * 0.265], true, side, 0.14, [y, y + 0.08], GLASS);
                    pane(&mut shape, [side * 0.265, 0.0], false, side, 0.14, [y, y + 0.08], GLASS);
                }
            }
        } else {
            shape.cuboid(Vec3::new(-0.36, 0.74, -0.36), Vec3::new(0.36, 0.90 + out, 0.36), GLASS.shade(1.3));
            shape.cuboid(Vec3::new(-0.40, 0.90, -0.40), Vec3::new(0.40, 0.98, 0.40), CONCRETE);
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A wind turbine: a mast and three blades.
pub(super) fn turbine() -> Vec<Mesh> {
    let build = |sides: usize| {
        let mut shape = Shape::new();
        let hub = Vec3::new(0.0, 0.66, -0.05);
        shape.tube(&[(Vec3::Y * -0.02, 0.05), (Vec3::Y * 0.66, 0.025)], sides, 0.0, WHITE);
        if sides > 3 {
            shape.cuboid(Vec3::new(-0.025, 0.64, -0.05), Vec3::new(0.025, 0.68, 0.08), WHITE.shade(0.94));
        }
        for blade in 0..3 {
            let angle = 0.26 + blade as f32 / 3.0 * std::f32::consts::TAU;
            let out = Vec3::new(angle.sin(), angle.cos(), 0.0);
            let aside = Vec3::new(out.y, -out.x, 0.0);
            let tip = hub + out * 0.34;
            let root = hub + out * 0.03;
            for side in [-1.0, 1.0] {
                let out = Vec3::Z * (side * 0.004);
                let face = [root - aside * 0.012, root + aside * 0.034, tip].map(|corner| corner + out);
                shape.face(hub - Vec3::Z * side, face, WHITE);
            }
        }
        shape.finish()
    };
    vec![build(6), build(3)]
}

/// A low bunker of concrete.
pub(super) fn bunker() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        let ring = |r: f32, y: f32| [[-r, -r], [r, -r], [r, r], [-r, r]].map(|[x, z]| Vec3::new(x, y, z));
        let rings = [ring(0.5, BURIED), ring(0.47, 0.62), ring(0.36, 1.0)];
        for pair in rings.windows(2) {
            for i in 0..4 {
                let next = (i + 1) % 4;
                let wall = [pair[0][i], pair[0][next], pair[1][next], pair[1][i]];
                shape.polygon(Vec3::Y * 0.3, &wall, CONCRETE.shade(0.85));
            }
        }
        shape.polygon(Vec3::ZERO, &rings[2], CONCRETE.shade(0.92));
        if near {
            for side in [-1.0, 1.0] {
                pane(&mut shape, [0.0, side * 0.49], true, side, 0.5, [0.38, 0.54], Paint::fixed(36, 36, 36));
                pane(
                    &mut shape,
                    [side * 0.49, 0.0],
                    false,
                    side,
                    0.5,
                    [0.38, 0.54],
                    Paint::fixed(36, 36, 36),
                );
            }
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A tent: a prism of cloth along x.
pub(super) fn tent() -> Vec<Mesh> {
    let cloth = Paint::tinted(108, 106, 82, 160);
    let build = |near: bool| {
        let mut shape = Shape::new();
        gabled(&mut shape, [-0.5, 0.5], 0.5, 0.42, 1.0, cloth.shade(0.9), cloth);
        if near {
            for side in [-1.0, 1.0] {
                pane(&mut shape, [side * 0.505, 0.0], false, side, 0.26, [0.0, 0.62], cloth.shade(0.4));
            }
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A shelter that is open to one side, as a bus stop.
pub(super) fn shelter() -> Vec<Mesh> {
    let wall = STONEWORK.shade(1.1);
    let build = |near: bool| {
        let mut shape = Shape::new();
        shape.cuboid(Vec3::new(-0.48, BURIED, -0.46), Vec3::new(0.48, 0.84, -0.38), wall);
        if near {
            for x in [-0.48, 0.42] {
                shape.cuboid(Vec3::new(x, BURIED, -0.38), Vec3::new(x + 0.06, 0.84, 0.30), wall);
            }
            shape.cuboid(Vec3::new(-0.36, 0.0, -0.38), Vec3::new(0.36, 0.2, -0.20), DOOR);
        }
        let roof = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
        shape.prism(&roof, 0.84, 1.0, SHEET.shade(0.8), SHEET);
        shape.floor(&roof, 0.84, SHEET.shade(0.5));
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// A crane or a derrick: a lattice with an arm.
pub(super) fn crane() -> Vec<Mesh> {
    let yellow = Paint::tinted(160, 126, 60, 60);
    let build = |near: bool| {
        let mut shape = Shape::new();
        let half = 0.07;
        shape.cuboid(Vec3::new(-half, -0.03, -half), Vec3::new(half, 0.80, half), yellow);
        shape.cuboid(Vec3::new(-0.22, 0.78, -0.05), Vec3::new(0.5, 0.85, 0.05), yellow);
        shape.floor(&[[-0.22, -0.05], [0.5, -0.05], [0.5, 0.05], [-0.22, 0.05]], 0.78, yellow.shade(0.6));
        if near {
            shape.cuboid(Vec3::new(-0.34, 0.74, -0.08), Vec3::new(-0.2, 0.86, 0.08), CONCRETE.shade(0.8));
            shape.cuboid(Vec3::new(-0.08, 0.68, 0.06), Vec3::new(0.06, 0.80, 0.16), RUST);
            spire(&mut shape, [0.0, 0.0], [0.07, 0.07], 0.85, 1.0, yellow);
            shape.cuboid(Vec3::new(-0.2, -0.05, -0.2), Vec3::new(0.2, 0.04, 0.2), CONCRETE);
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}

/// Walls and a gable roof along x, `half` deep.
fn gabled(
    shape: &mut Shape,
    [west, east]: [f32; 2],
    half: f32,
    eaves: f32,
    ridge: f32,
    walls: Paint,
    roof: Paint,
) {
    let inside = Vec3::new((west + east) * 0.5, eaves * 0.5, 0.0);
    let at = Vec3::new;
    let over = 0.02;
    for z in [-1.0, 1.0] {
        let low = eaves - (ridge - eaves) * 0.06;
        let side = [
            at(west, BURIED * 0.6, z * half),
            at(east, BURIED * 0.6, z * half),
            at(east, eaves, z * half),
            at(west, eaves, z * half),
        ];
        shape.polygon(inside, &side, walls);
        let slope = [
            at((west - over).max(-0.5), low, z * (half + over)),
            at((east + over).min(0.5), low, z * (half + over)),
            at((east + over).min(0.5), ridge, 0.0),
            at((west - over).max(-0.5), ridge, 0.0),
        ];
        shape.polygon(inside, &slope, roof);
    }
    for x in [west, east] {
        let end = [
            at(x, BURIED * 0.6, -half),
            at(x, BURIED * 0.6, half),
            at(x, eaves, half),
            at(x, ridge - 0.01, 0.0),
            at(x, eaves, -half),
        ];
        shape.polygon(inside, &end, walls);
    }
}

/// A pyramid of four sides on a rectangle: centre and half widths.
fn spire(shape: &mut Shape, [x, z]: [f32; 2], [half_x, half_z]: [f32; 2], low: f32, high: f32, paint: Paint) {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[i, k]| Vec3::new(x + i * half_x, low, z + k * half_z));
    let tip = Vec3::new(x, high, z);
    for i in 0..4 {
        shape.face(Vec3::new(x, low, z), [corners[i], corners[(i + 1) % 4], tip], paint);
    }
    shape.polygon(tip, &corners, paint.shade(0.5));
}

/// An upright rectangle that looks to `side` along z (`on_z`) or along x, centred at x and z.
fn pane(
    shape: &mut Shape,
    [x, z]: [f32; 2],
    on_z: bool,
    side: f32,
    width: f32,
    [low, high]: [f32; 2],
    paint: Paint,
) {
    let half = width * 0.5;
    let (run, out) = if on_z { (Vec3::X, Vec3::Z * side) } else { (Vec3::Z, Vec3::X * side) };
    let at = |along: f32, y: f32| Vec3::new(x, y, z) + run * along;
    let corners = [at(-half, low), at(half, low), at(half, high), at(-half, high)];
    shape.polygon(at(0.0, (low + high) * 0.5) - out, &corners, paint);
}

/// A body of rings about the y axis.
fn round(shape: &mut Shape, rings: &[(Vec3, f32)], sides: usize, paint: Paint) {
    shape.tube(rings, sides, std::f32::consts::PI / sides as f32, paint);
}

/// A flat round lid.
fn disc(shape: &mut Shape, y: f32, radius: f32, sides: usize, paint: Paint) {
    let ring: Vec<Vec3> = (0..sides)
        .map(|i| {
            let angle = (i as f32 + 0.5) / sides as f32 * std::f32::consts::TAU;
            Vec3::new(angle.cos() * radius, y, angle.sin() * radius)
        })
        .collect();
    shape.polygon(Vec3::Y * (y - 1.0), &ring, paint);
}
