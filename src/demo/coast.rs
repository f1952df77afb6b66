//! The outline: capes, bays and islets as capsules, with a ragged edge.

use super::field::Field;
use super::noise::{fbm, smooth_max, smooth_min};

/// A line from `a` to `b` and everything within `radius` of it, metres.
struct Capsule {
    a: [f32; 2],
    b: [f32; 2],
    radius: f32,
}

const fn capsule(a: [f32; 2], b: [f32; 2], radius: f32) -> Capsule {
    Capsule { a, b, radius }
}

impl Capsule {
    /// Metres to the capsule's edge, positive inside.
    fn depth(&self, x: f32, z: f32) -> f32 {
        self.radius - distance_to_line(x, z, self.a, self.b)
    }
}

/// Metres from a point to the line between `a` and `b`.
pub fn distance_to_line(x: f32, z: f32, a: [f32; 2], b: [f32; 2]) -> f32 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let from_a = [x - a[0], z - a[1]];
    let length2 = along[0] * along[0] + along[1] * along[1];
    let t = ((from_a[0] * along[0] + from_a[1] * along[1]) / length2.max(1e-6)).clamp(0.0, 1.0);
    let (dx, dz) = (from_a[0] - along[0] * t, from_a[1] - along[1] * t);
    (dx * dx + dz * dz).sqrt()
}

const LAND: [Capsule; 9] = [
    capsule([1350.0, 1450.0], [2650.0, 2300.0], 800.0),
    capsule([2450.0, 2500.0], [2900.0, 2800.0], 680.0),
    capsule([1500.0, 2450.0], [1050.0, 3000.0], 400.0),
    capsule([950.0, 3050.0], [690.0, 3480.0], 130.0), // North-west cape.
    capsule([2700.0, 1650.0], [3200.0, 1180.0], 380.0),
    capsule([3250.0, 1050.0], [3560.0, 700.0], 110.0), // South-east cape.
    capsule([1000.0, 1300.0], [1500.0, 950.0], 380.0),
    capsule([850.0, 1050.0], [560.0, 740.0], 120.0), // South-west cape, with the lighthouse.
    capsule([3200.0, 2350.0], [3560.0, 2600.0], 280.0),
];

const ISLETS: [Capsule; 7] = [
    capsule([430.0, 1530.0], [500.0, 1610.0], 70.0),
    capsule([1000.0, 470.0], [1110.0, 505.0], 90.0),
    capsule([1270.0, 395.0], [1280.0, 405.0], 45.0),
    capsule([3720.0, 1600.0], [3780.0, 1720.0], 110.0),
    capsule([1640.0, 3680.0], [1780.0, 3720.0], 120.0),
    capsule([3480.0, 3420.0], [3560.0, 3500.0], 90.0),
    capsule([330.0, 2800.0], [350.0, 2850.0], 60.0),
];

const BAYS: [Capsule; 6] = [
    capsule([2150.0, 250.0], [2060.0, 930.0], 240.0), // The harbour's.
    capsule([200.0, 2200.0], [760.0, 2080.0], 240.0),
    capsule([2050.0, 3950.0], [2030.0, 3330.0], 250.0),
    capsule([3950.0, 1950.0], [3330.0, 1900.0], 190.0),
    capsule([2750.0, 600.0], [2600.0, 1000.0], 170.0),
    capsule([3300.0, 3500.0], [3050.0, 3250.0], 150.0),
];

/// The tidal reach of the river, from the head of the harbour's bay.
const ESTUARY: [Capsule; 3] = [
    capsule([2050.0, 1050.0], [2150.0, 1330.0], 52.0),
    capsule([2150.0, 1330.0], [2060.0, 1560.0], 30.0),
    capsule([2060.0, 1560.0], [2230.0, 1760.0], 17.0),
];

const LAGOON: Capsule = capsule([1020.0, 1660.0], [1180.0, 1520.0], 92.0);

fn union(capsules: &[Capsule], x: f32, z: f32, width: f32) -> f32 {
    capsules.iter().fold(f32::MIN / 4.0, |depth, capsule| {
        let own = capsule.depth(x, z);
        if own < depth - width { depth } else { smooth_max(depth, own, width) }
    })
}

/// About how far a place is from the shore, metres: positive on land, negative at sea; without the finest ruggedness.
fn outline(x: f32, z: f32) -> f32 {
    // Nothing below moves the shore as far as this.
    let plain = union(&LAND, x, z, 160.0).max(union(&ISLETS, x, z, 30.0));
    if plain < -600.0 {
        return plain;
    }
    let warp_x = 420.0 * fbm(x / 760.0, z / 760.0, 4, 11);
    let warp_z = 420.0 * fbm(x / 760.0, z / 760.0, 4, 12);
    let (u, v) = (x + warp_x, z + warp_z);
    let ragged = 110.0 * fbm(x / 260.0, z / 260.0, 2, 13) + 120.0 * fbm(x / 620.0, z / 620.0, 2, 15);
    let body = smooth_min(union(&LAND, u, v, 160.0), -union(&BAYS, u, v, 60.0), 90.0) + ragged;
    let land = smooth_max(body, union(&ISLETS, u, v, 30.0) + ragged * 0.9, 40.0);
    let calm = 70.0 * fbm(x / 170.0, z / 170.0, 2, 14);
    let inlets = union(&ESTUARY, x + calm, z - calm, 20.0).max(LAGOON.depth(x + calm * 1.9, z - calm * 1.5));
    smooth_min(land, -inlets, 12.0)
}

/// About how far each place is from the shore, metres: positive on land, negative at sea.
pub fn inland(edge: usize) -> Field {
    let outline = Field::new(256, outline);
    Field::new(edge, |x, z| {
        let smooth = outline.sample_smooth(x, z);
        if smooth.abs() > 90.0 { smooth } else { smooth + 26.0 * fbm(x / 62.0, z / 62.0, 2, 16) }
    })
}
