//! Lumps: crowns of leaves and rocks, from deformed spheres.

use glam::Vec3;

use super::shape::{Corner, Dice, Paint, Shape, outward};

/// How finely a sphere is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fine {
    /// 8 triangles, pointed.
    Octahedron,
    /// 12 triangles, open below: two squares, an eighth of a turn apart, and a tip. Rounder than 8 from far.
    Gem,
    /// 20 triangles.
    Icosahedron,
    /// 80 triangles.
    Eighty,
}

/// A sphere about the origin: unit vectors, and triangles of their indices.
pub(super) fn sphere(fine: Fine) -> (Vec<Vec3>, Vec<[usize; 3]>) {
    match fine {
        Fine::Octahedron => {
            let corners = vec![Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z, Vec3::Y, -Vec3::Y];
            let faces = (0..4).flat_map(|i| [[i, (i + 1) % 4, 4], [i, (i + 1) % 4, 5]]).collect();
            (corners, faces)
        }
        Fine::Gem => {
            let square = |y: f32, radius: f32, shift: f32| {
                (0..4).map(move |i| {
                    let angle = (i as f32 + shift) / 4.0 * std::f32::consts::TAU;
                    Vec3::new(radius * angle.cos(), y, radius * angle.sin())
                })
            };
            let corners = square(-0.72, 0.62, 0.0)
                .chain(square(0.08, 1.0, 0.5))
                .chain(std::iter::once(Vec3::Y))
                .collect();
            let faces = (0..4).flat_map(|i| {
                let next = (i + 1) % 4;
                [[i, next, 4 + i], [next, 4 + next, 4 + i], [4 + i, 4 + next, 8]]
            });
            (corners, faces.collect())
        }
        Fine::Icosahedron => {
            // Two poles and two rings of five, half a turn of a fifth apart.
            let level = 1.0 / 5.0_f32.sqrt();
            let ring = |y: f32, shift: f32| {
                (0..5).map(move |i| {
                    let angle = (i as f32 + shift) / 5.0 * std::f32::consts::TAU;
                    Vec3::new(2.0 * level * angle.cos(), y, 2.0 * level * angle.sin())
                })
            };
            let corners = std::iter::once(Vec3::Y)
                .chain(ring(level, 0.0))
                .chain(ring(-level, 0.5))
                .chain(std::iter::once(-Vec3::Y))
                .collect();
            let faces = (0..5)
                .flat_map(|i| {
                    let (a, b) = (1 + i, 1 + (i + 1) % 5);
                    let (c, d) = (6 + i, 6 + (i + 1) % 5);
                    [[0, a, b], [a, c, b], [b, c, d], [11, c, d]]
                })
                .collect();
            (corners, faces)
        }
        Fine::Eighty => {
            let (mut corners, coarse) = sphere(Fine::Icosahedron);
            let mut middles: Vec<([usize; 2], usize)> = Vec::new();
            let mut faces = Vec::with_capacity(80);
            for [a, b, c] in coarse {
                let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[from, to]| {
                    let edge = [from.min(to), from.max(to)];
                    match middles.iter().find(|middle| middle.0 == edge) {
                        Some(middle) => middle.1,
                        None => {
                            corners.push((corners[from] + corners[to]).normalize());
                            middles.push((edge, corners.len() - 1));
                            corners.len() - 1
                        }
                    }
                });
                faces.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
            }
            (corners, faces)
        }
    }
}

/// A lump of leaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaves {
    pub center: Vec3,
    pub radii: Vec3,
    /// How uneven, as a share of the radius.
    pub rough: f32,
    pub fine: Fine,
}

/// The crown that lumps belong to: it decides how they are lit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crown {
    pub center: Vec3,
    pub radii: Vec3,
    pub paint: Paint,
}

impl Crown {
    /// Dark below and within, bright above and without: what the sky reaches.
    fn shade(&self, at: Vec3) -> f32 {
        let out = (at - self.center) / self.radii;
        let depth = out.length().min(1.0);
        0.60 + 0.26 * (out.y * 0.5 + 0.5).clamp(0.0, 1.0) + 0.24 * depth * depth
    }

    /// Adds one lump. Its normals lean towards those of the whole crown, so that it is lit as one tree.
    pub fn lump(&self, shape: &mut Shape, dice: &mut Dice, leaves: Leaves) {
        let (directions, faces) = sphere(leaves.fine);
        let turn = dice.between(0.0, std::f32::consts::TAU);
        let points: Vec<Vec3> = directions
            .iter()
            .map(|&direction| {
                let direction = glam::Quat::from_rotation_y(turn) * direction;
                let reach = 1.0 + dice.between(-leaves.rough, leaves.rough);
                leaves.center + direction * leaves.radii * reach
            })
            .collect();
        let middle = leaves.center;
        for face in faces {
            let at = face.map(|i| points[i]);
            let flat = outward(middle, at);
            let fleck = dice.between(0.86, 1.10);
            shape.corners(
                middle,
                at.map(|at| {
                    let own = ((at - middle) / (leaves.radii * leaves.radii)).normalize_or(Vec3::Y);
                    let whole = ((at - self.center) / (self.radii * self.radii)).normalize_or(Vec3::Y);
                    Corner {
                        at,
                        normal: facing(flat, flat * 0.45 + own * 0.35 + whole * 0.45),
                        paint: self.paint.shade(self.shade(at) * fleck),
                    }
                }),
            );
        }
    }
}

/// `wanted` as a unit vector, bent towards `flat` until it is on the face's own side.
pub(super) fn facing(flat: Vec3, wanted: Vec3) -> Vec3 {
    let wanted = wanted.normalize_or(flat);
    let side = wanted.dot(flat);
    if side >= 0.15 { wanted } else { (wanted + flat * (0.35 - side)).normalize_or(flat) }
}

/// An angular lump of stone inside `radii` about `center`: a sphere cut by random planes.
pub(super) fn stone(shape: &mut Shape, seed: u32, center: Vec3, radii: Vec3, fine: Fine, paint: Paint) {
    // The planes are drawn first, so that every level of detail is cut by the same ones.
    let mut dice = Dice::new(seed);
    let planes: Vec<(Vec3, f32)> = (0..8)
        .map(|i| {
            // Golden angles: no side is left round.
            let angle = i as f32 * 2.4 + dice.between(-0.5, 0.5);
            let up = if i == 0 { 0.94 } else { dice.between(-0.25, 0.7) };
            let flat = (1.0 - up * up).max(0.0).sqrt();
            (Vec3::new(flat * angle.cos(), up, flat * angle.sin()), dice.between(0.40, 0.74))
        })
        .collect();
    let turn = glam::Quat::from_rotation_y(dice.between(0.0, 6.0));
    let (directions, faces) = sphere(fine);
    let points: Vec<Vec3> = directions
        .iter()
        .map(|&direction| {
            let mut point = turn * direction;
            for &(normal, distance) in &planes {
                let beyond = point.dot(normal) - distance;
                if beyond > 0.0 {
                    point -= normal * beyond;
                }
            }
            center + point * radii
        })
        .collect();
    for face in faces {
        let at = face.map(|i| points[i]);
        let normal = outward(center, at);
        // Lichen and light on top, soil and damp below.
        let height = ((at[0].y + at[1].y + at[2].y) / 3.0 - center.y) / radii.y;
        let shade = 0.84 + 0.13 * normal.y + 0.08 * height + dice.between(-0.06, 0.06);
        shape.face(center, at, paint.shade(shade));
    }
}
