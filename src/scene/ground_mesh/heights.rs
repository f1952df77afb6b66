//! The highest surface of a mesh as a heightfield, for all that needs one: the overview, baked light, haze.

use super::{LEAST_UP, MeshTriangle, corners_of, normal};
use crate::scene::clutter::ground::{Layer, Weighed, fill};
use crate::scene::heightfield::Heightfield;
use glam::Vec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Points along an edge, at most.
const MOST_POINTS: f64 = 1024.0;

/// The least distance of two points, metres.
const LEAST_CELL: f64 = 1.0;

/// Looks at a point of the grid, all triangles together. A level of a million triangles needs a few million; only
/// triangles that lie over each other hundreds of times need more, and the last of them are then left out.
const MOST_LOOKS: u64 = 1 << 28;

/// Heights of the highest faces that look up, at points one metre apart, or more where there would be too many. Holes
/// run smoothly on from their surroundings. Without triangles it is flat at 0.
pub fn heights_of(positions: &[[f32; 3]], triangles: &[MeshTriangle]) -> Heightfield {
    let frame = Frame::around(positions, triangles);
    let [width, depth] = frame.size;
    let heights: Vec<AtomicU32> = (0..width * depth).map(|_| AtomicU32::new(0)).collect();
    let mut looks = 0;
    let affordable = triangles
        .iter()
        .position(|triangle| {
            looks += frame.looks(corners_of(positions, triangle));
            looks > MOST_LOOKS
        })
        .unwrap_or(triangles.len());
    triangles.par_iter().take(affordable).for_each(|triangle| {
        let corners = corners_of(positions, triangle);
        if normal::face(corners).normalize_or_zero().y > LEAST_UP {
            frame.raise(corners, &heights);
        }
    });
    let points = heights
        .into_iter()
        .map(|height| match height.into_inner() {
            0 => Weighed::default(),
            height => Weighed { height: from_ordered(height), weight: 1.0 },
        })
        .collect();
    Heightfield {
        width: width as u32,
        depth: depth as u32,
        cell: frame.cell as f32,
        origin: frame.origin,
        heights: fill(&Layer { width, depth, points }),
    }
}

/// Where the points are.
struct Frame {
    origin: [f64; 2],
    cell: f64,
    /// Points to the east and to the north, at least 2.
    size: [usize; 2],
}

impl Frame {
    fn around(positions: &[[f32; 3]], triangles: &[MeshTriangle]) -> Self {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in triangles.iter().flat_map(|triangle| corners_of(positions, triangle)) {
            for (k, metres) in [corner.x, corner.z].map(f64::from).into_iter().enumerate() {
                min[k] = min[k].min(metres);
                max[k] = max[k].max(metres);
            }
        }
        if !(min[0] <= max[0] && min[1] <= max[1]) {
            (min, max) = ([0.0; 2], [1.0; 2]);
        }
        let mut cell = LEAST_CELL;
        while (0..2).any(|k| (max[k] / cell).ceil() - (min[k] / cell).floor() >= MOST_POINTS) {
            cell *= 2.0;
        }
        let origin = min.map(|metres| (metres / cell).floor() * cell);
        let size = [0, 1].map(|k| (((max[k] - origin[k]) / cell).ceil() as usize + 1).max(2));
        Self { origin, cell, size }
    }

    /// A place in points.
    fn place(&self, corner: Vec3) -> [f64; 3] {
        [
            (f64::from(corner.x) - self.origin[0]) / self.cell,
            f64::from(corner.y),
            (f64::from(corner.z) - self.origin[1]) / self.cell,
        ]
    }

    /// No fewer than the points that [`raise`](Self::raise) looks at.
    fn looks(&self, corners: [Vec3; 3]) -> u64 {
        let places = corners.map(|corner| self.place(corner));
        let span = |k: usize| {
            let least = places.iter().fold(f64::INFINITY, |least, place| least.min(place[k]));
            let most = places.iter().fold(f64::NEG_INFINITY, |most, place| most.max(place[k]));
            (most.floor() - least.ceil() + 1.0).max(0.0) as u64
        };
        1 + span(0) * span(2)
    }

    /// Raises the points under a triangle that looks up.
    fn raise(&self, corners: [Vec3; 3], heights: &[AtomicU32]) {
        let [a, b, c] = corners.map(|corner| self.place(corner));
        // Twice the area in the plane; positive for a face that looks up.
        let edge = |p: [f64; 3], q: [f64; 3], x: f64, z: f64| {
            (q[2] - p[2]) * (x - p[0]) - (q[0] - p[0]) * (z - p[2])
        };
        let area = edge(a, b, c[0], c[2]);
        if area <= 0.0 {
            return;
        }
        let bounds = |k: usize| {
            let [low, high] = [a[k].min(b[k]).min(c[k]), a[k].max(b[k]).max(c[k])];
            low.ceil().max(0.0) as usize..(high.floor() + 1.0).max(0.0) as usize
        };
        for z in bounds(2) {
            for x in bounds(0) {
                let [px, pz] = [x as f64, z as f64];
                let weights = [edge(b, c, px, pz), edge(c, a, px, pz), edge(a, b, px, pz)];
                if weights.iter().any(|&weight| weight < 0.0) || x >= self.size[0] {
                    continue;
                }
                let height = (weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1]) / area;
                if let Some(point) = heights.get(z * self.size[0] + x) {
                    point.fetch_max(to_ordered(height as f32), Ordering::Relaxed);
                }
            }
        }
    }
}

/// Bits that are ordered as the numbers are; no number has 0.
fn to_ordered(height: f32) -> u32 {
    let bits = height.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

fn from_ordered(ordered: u32) -> f32 {
    f32::from_bits(if ordered >> 31 == 1 { ordered & !(1 << 31) } else { !ordered })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles that look up, or down.
    fn square(positions: &mut Vec<[f32; 3]>, [x, y, z]: [f32; 3], edge: f32, up: bool) -> [MeshTriangle; 2] {
        let first = positions.len() as u32;
        positions.extend([[x, y, z], [x, y, z + edge], [x + edge, y, z + edge], [x + edge, y, z]]);
        let corners = if up { [[0, 1, 2], [0, 2, 3]] } else { [[0, 2, 1], [0, 3, 2]] };
        corners.map(|corners| MeshTriangle {
            corners: corners.map(|corner| first + corner),
            material: 0,
            sector: 0,
        })
    }

    #[test]
    fn the_highest_face_that_looks_up_is_the_ground() {
        let mut positions = Vec::new();
        let mut triangles = square(&mut positions, [-10.0, -3.0, -10.0], 20.0, true).to_vec();
        triangles.extend(square(&mut positions, [-2.0, 5.0, -2.0], 4.0, true));
        triangles.extend(square(&mut positions, [-10.0, 9.0, -10.0], 20.0, false));
        let ground = heights_of(&positions, &triangles);
        assert_eq!((ground.width, ground.depth, ground.origin), (21, 21, [-10.0; 2]));
        assert_eq!(ground.height_at(-8.0, 3.0), Some(-3.0));
        assert_eq!(ground.height_at(0.0, 0.0), Some(5.0));
    }

    #[test]
    fn a_hole_runs_on_from_its_surroundings() {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for [x, z] in [[0.0, 0.0], [10.0, 0.0], [20.0, 0.0], [0.0, 10.0], [20.0, 10.0], [0.0, 20.0]] {
            triangles.extend(square(&mut positions, [x, 7.0, z], 9.0, true));
        }
        let ground = heights_of(&positions, &triangles);
        assert!(ground.heights.iter().all(|height| (height - 7.0).abs() < 1e-3));
    }

    #[test]
    fn a_wide_mesh_has_a_capped_number_of_points_and_no_mesh_is_flat() {
        let mut positions = Vec::new();
        let triangles = square(&mut positions, [-5000.0, 1.0, 100.0], 9000.0, true);
        let ground = heights_of(&positions, &triangles);
        assert_eq!(ground.cell, 16.0);
        assert!(ground.width <= 1024 && ground.heights.iter().all(|&height| height == 1.0));
        assert_eq!(heights_of(&[], &[]).heights, [0.0; 4]);
    }

    #[test]
    fn order_of_bits_is_order_of_numbers() {
        let numbers = [f32::MIN, -1.0, -0.5, 0.0, 0.5, 1.0, f32::MAX];
        assert!(numbers.windows(2).all(|pair| to_ordered(pair[0]) < to_ordered(pair[1])));
        assert!(numbers.iter().all(|&number| from_ordered(to_ordered(number)) == number));
        assert!(to_ordered(f32::MIN) > 0);
    }
}
