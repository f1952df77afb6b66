//! Bushes, hedges, reed and ferns: 1 high and 1 wide.

use glam::Vec3;

use super::blob::{Crown, Fine, Leaves};
use super::shape::{Dice, Paint, Shape};
use crate::scene::objects::Mesh;

const BUSH: Paint = Paint::leaves(90, 102, 54);
const DARK_BUSH: Paint = Paint::leaves(76, 92, 50);
const HEDGE: Paint = Paint::leaves(72, 90, 48);
const REED: Paint = Paint::leaves(142, 131, 84);
const FERN: Paint = Paint::leaves(94, 109, 56);

/// A round bush.
pub(super) fn bush_round() -> Vec<Mesh> {
    let lumps = [
        [0.00, 0.42, 0.02, 0.36],
        [0.26, 0.22, 0.10, 0.24],
        [-0.24, 0.24, 0.14, 0.25],
        [-0.06, 0.72, -0.08, 0.23],
        [-0.08, 0.22, -0.27, 0.23],
        [0.18, 0.50, -0.16, 0.21],
    ];
    bush(301, BUSH, &lumps, 0.5)
}

/// A wide, uneven bush.
pub(super) fn bush_wide() -> Vec<Mesh> {
    let lumps = [
        [-0.08, 0.38, 0.02, 0.34],
        [0.24, 0.26, -0.12, 0.26],
        [-0.29, 0.18, -0.14, 0.21],
        [0.06, 0.68, 0.06, 0.24],
        [0.14, 0.20, 0.27, 0.23],
        [-0.24, 0.34, 0.22, 0.20],
    ];
    bush(317, DARK_BUSH, &lumps, 0.5)
}

/// A bush that grows upwards.
pub(super) fn bush_tall() -> Vec<Mesh> {
    let lumps = [
        [0.02, 0.36, 0.02, 0.34],
        [0.19, 0.62, -0.06, 0.20],
        [-0.19, 0.54, 0.08, 0.22],
        [-0.02, 0.80, -0.06, 0.18],
        [-0.20, 0.20, -0.14, 0.22],
        [0.18, 0.20, 0.18, 0.23],
    ];
    bush(331, BUSH.blend(DARK_BUSH, 0.4), &lumps, 0.45)
}

/// x, y, z and radius of each lump.
fn bush(seed: u32, paint: Paint, lumps: &[[f32; 4]; 6], radius: f32) -> Vec<Mesh> {
    let crown = Crown { center: Vec3::Y * 0.45, radii: Vec3::new(radius, 0.55, radius), paint };
    let build = |fine: Fine, core: Fine, count: usize, grow: f32| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        for (i, &[x, y, z, size]) in lumps.iter().take(count).enumerate() {
            let radii = Vec3::new(size, size * 1.1, size) * grow;
            let fine = if i == 0 { core } else { fine };
            let center = Vec3::new(x, y.min(1.0 - radii.y), z);
            crown.lump(&mut shape, &mut dice, Leaves { center, radii, rough: 0.24, fine });
        }
        shape.finish()
    };
    let whole = |fine: Fine, grow: f32| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(seed);
        let radii = crown.radii * Vec3::new(0.94, 0.92, 0.94) * grow;
        crown.lump(&mut shape, &mut dice, Leaves { center: crown.center, radii, rough: 0.08, fine });
        shape.finish()
    };
    vec![
        build(Fine::Icosahedron, Fine::Eighty, 6, 1.0),
        build(Fine::Gem, Fine::Icosahedron, 4, 1.10),
        whole(Fine::Icosahedron, 0.95),
        whole(Fine::Gem, 0.95),
    ]
}

/// A clipped hedge along x.
pub(super) fn hedge() -> Vec<Mesh> {
    let build = |pieces: usize| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(347);
        let profile = [[-0.46, -0.1], [-0.5, 0.5], [-0.38, 0.95], [0.38, 0.95], [0.5, 0.5], [0.46, -0.1]];
        let rings: Vec<Vec<Vec3>> = (0..=pieces)
            .map(|i| {
                let x = i as f32 / pieces as f32 - 0.5;
                let ends = i == 0 || i == pieces;
                let puff = if ends { 0.92 } else { dice.between(0.88, 1.04) };
                profile.iter().map(|&[z, y]| Vec3::new(x, y * puff, z * puff)).collect()
            })
            .collect();
        for pair in rings.windows(2) {
            let inside = (pair[0][0] + pair[1][0] + pair[0][3] + pair[1][3]) * 0.25;
            for j in 0..profile.len() - 1 {
                let height = (pair[0][j].y + pair[0][j + 1].y).clamp(0.0, 2.0) * 0.5;
                let paint = HEDGE.shade((0.66 + 0.4 * height) * dice.between(0.93, 1.07));
                shape.face(inside, [pair[0][j], pair[0][j + 1], pair[1][j + 1]], paint);
                shape.face(inside, [pair[0][j], pair[1][j + 1], pair[1][j]], paint);
            }
        }
        for end in [&rings[0], &rings[pieces]] {
            shape.polygon(Vec3::Y * 0.4, end, HEDGE.shade(0.85));
        }
        shape.finish()
    };
    vec![build(7), build(3), build(1)]
}

/// Reed: upright blades.
pub(super) fn reed() -> Vec<Mesh> {
    blades(359, REED, [14, 7, 3], 0.22, 0.055)
}

/// Fern or another low plant: blades that hang outwards.
pub(super) fn fern() -> Vec<Mesh> {
    blades(373, FERN, [12, 7, 4], 0.80, 0.13)
}

/// Blades of two triangles, seen from both sides: `lean` is how far their tips stand out.
fn blades(seed: u32, paint: Paint, counts: [usize; 3], lean: f32, width: f32) -> Vec<Mesh> {
    let most = counts[0] as f32;
    counts
        .map(|count| {
            let mut shape = Shape::new();
            let mut dice = Dice::new(seed);
            // Fewer blades are wider ones: the tuft keeps its weight.
            let width = width * (most / count as f32).sqrt();
            for i in 0..count {
                let angle = (i as f32 + dice.between(-0.3, 0.3)) / count as f32 * std::f32::consts::TAU;
                let out = Vec3::new(angle.cos(), 0.0, angle.sin());
                let aside = Vec3::new(-out.z, 0.0, out.x) * width;
                let root = out * dice.between(0.03, 0.30) * (1.0 - lean);
                let tall = if i == 0 { 1.0 } else { dice.between(0.72, 1.0) };
                let knee = root + out * lean * 0.30 + Vec3::Y * tall * (0.62 + 0.38 * lean);
                let tip = (root + out * lean * 0.75 + Vec3::Y * tall * (1.0 - 0.3 * lean)).min(Vec3::ONE);
                let paint = paint.shade(dice.between(0.86, 1.06));
                let normal = (Vec3::Y + out * 0.5).normalize();
                let sheets = [
                    [root - aside * 0.5, knee + aside * 0.6, knee - aside * 0.6],
                    [knee - aside * 0.6, knee + aside * 0.6, tip],
                ];
                for (sheet, paint) in sheets.into_iter().zip([paint.shade(0.78), paint]) {
                    let [a, b, c] = sheet;
                    shape.sheet([a, b, c], normal, paint);
                    shape.sheet([a, c, b], normal, paint);
                }
            }
            shape.finish()
        })
        .into()
}
