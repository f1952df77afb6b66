//! Builds proxy meshes face by face.
//!
//! In the left-handed frame of the scene a triangle `a, b, c` is counter-clockwise seen from outside when
//! `(c - a) x (b - a)` points outwards. Every face is told a point inside, and turns itself.

use glam::Vec3;

use crate::scene::name::mix;
use crate::scene::objects::{Mesh, MeshVertex};

/// The material of a face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    /// sRGB.
    pub rgb: [u8; 3],
    /// How much the instance's tint colours it, 0 to 255.
    pub tint: u8,
    /// How leafy it is, 0 to 127.
    pub leaf: i8,
}

impl Paint {
    /// A colour that no tint reaches.
    pub const fn fixed(r: u8, g: u8, b: u8) -> Self {
        Self { rgb: [r, g, b], tint: 0, leaf: 0 }
    }

    /// A colour that the tint reaches in part.
    pub const fn tinted(r: u8, g: u8, b: u8, tint: u8) -> Self {
        Self { rgb: [r, g, b], tint, leaf: 0 }
    }

    /// Leaves: wholly tinted, lit through.
    pub const fn leaves(r: u8, g: u8, b: u8) -> Self {
        Self { rgb: [r, g, b], tint: 255, leaf: 110 }
    }

    /// The same, brighter or darker.
    pub fn shade(self, factor: f32) -> Self {
        let rgb = self.rgb.map(|channel| (f32::from(channel) * factor).round().clamp(0.0, 255.0) as u8);
        Self { rgb, ..self }
    }

    /// Between this and `other`, 0 to 1.
    pub fn blend(self, other: Self, share: f32) -> Self {
        let between = |a: f32, b: f32| (a + (b - a) * share).round();
        let [r, g, b] = [0, 1, 2].map(|i| between(f32::from(self.rgb[i]), f32::from(other.rgb[i])) as u8);
        Self {
            rgb: [r, g, b],
            tint: between(f32::from(self.tint), f32::from(other.tint)) as u8,
            leaf: between(f32::from(self.leaf), f32::from(other.leaf)) as i8,
        }
    }
}

/// Numbers that look random and are the same in every run.
#[derive(Debug, Clone)]
pub(super) struct Dice(u32);

impl Dice {
    pub fn new(seed: u32) -> Self {
        Self(mix(seed.wrapping_add(0x9e37_79b9)))
    }

    /// 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (mix(self.0) >> 8) as f32 / 16_777_216.0
    }

    /// `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}

/// A corner of a face before it is packed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub at: Vec3,
    pub normal: Vec3,
    pub paint: Paint,
}

/// A mesh in the making.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    mesh: Mesh,
}

impl Shape {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn finish(self) -> Mesh {
        self.mesh
    }

    /// A flat triangle that looks away from `inside`.
    pub fn face(&mut self, inside: Vec3, corners: [Vec3; 3], paint: Paint) {
        let normal = outward(inside, corners);
        self.corners(inside, corners.map(|at| Corner { at, normal, paint }));
    }

    /// A flat convex polygon that looks away from `inside`.
    pub fn polygon(&mut self, inside: Vec3, corners: &[Vec3], paint: Paint) {
        let [first, rest @ ..] = corners else { return };
        for pair in rest.windows(2) {
            self.face(inside, [*first, pair[0], pair[1]], paint);
        }
    }

    /// A triangle with normals of its own, turned so that it looks away from `inside`.
    pub fn corners(&mut self, inside: Vec3, corners: [Corner; 3]) {
        let [a, b, c] = corners;
        let face = (c.at - a.at).cross(b.at - a.at);
        if face.length_squared() < 1e-14 {
            return;
        }
        let order = if face.dot(a.at + b.at + c.at - 3.0 * inside) >= 0.0 { [a, b, c] } else { [a, c, b] };
        for corner in order {
            self.push(corner);
        }
    }

    /// A flat triangle in the given order: counter-clockwise seen from outside.
    pub fn sheet(&mut self, corners: [Vec3; 3], normal: Vec3, paint: Paint) {
        for at in corners {
            self.push(Corner { at, normal, paint });
        }
    }

    /// A box without a floor.
    pub fn cuboid(&mut self, min: Vec3, max: Vec3, paint: Paint) {
        self.prism(
            &[[min.x, min.z], [max.x, min.z], [max.x, max.z], [min.x, max.z]],
            min.y,
            max.y,
            paint,
            paint,
        );
    }

    /// A box without a floor; its lid has a paint of its own.
    pub fn covered(&mut self, min: Vec3, max: Vec3, sides: Paint, lid: Paint) {
        self.prism(
            &[[min.x, min.z], [max.x, min.z], [max.x, max.z], [min.x, max.z]],
            min.y,
            max.y,
            sides,
            lid,
        );
    }

    /// An upright prism over a convex outline of x and z, without a floor.
    pub fn prism(&mut self, outline: &[[f32; 2]], low: f32, high: f32, sides: Paint, lid: Paint) {
        let inside = center(outline).extend_y((low + high) * 0.5);
        let ring = |y: f32| outline.iter().map(move |&[x, z]| Vec3::new(x, y, z)).collect::<Vec<_>>();
        let (bottom, top) = (ring(low), ring(high));
        for i in 0..outline.len() {
            let next = (i + 1) % outline.len();
            self.polygon(inside, &[bottom[i], bottom[next], top[next], top[i]], sides);
        }
        self.polygon(inside, &top, lid);
    }

    /// The floor of a shape that is seen from below.
    pub fn floor(&mut self, outline: &[[f32; 2]], y: f32, paint: Paint) {
        let corners: Vec<Vec3> = outline.iter().map(|&[x, z]| Vec3::new(x, y, z)).collect();
        self.polygon(center(outline).extend_y(y + 1.0), &corners, paint);
    }

    /// A body of rings around a straight or bent axis: `rings` from the bottom up as (centre, radius). Smooth
    /// around the axis; a radius of 0 makes a tip. Open at the ends.
    pub fn tube(&mut self, rings: &[(Vec3, f32)], sides: usize, turn: f32, paint: Paint) {
        for pair in rings.windows(2) {
            let [(low, low_radius), (high, high_radius)] = [pair[0], pair[1]];
            let slope = (low_radius - high_radius) / (high - low).length().max(1e-6);
            let axis = (high - low).normalize_or(Vec3::Y);
            let spoke = |i: usize| {
                let angle = turn + i as f32 / sides as f32 * std::f32::consts::TAU;
                Vec3::new(angle.cos(), 0.0, angle.sin())
            };
            let corner = |center: Vec3, radius: f32, i: usize| Corner {
                at: center + spoke(i) * radius,
                normal: (spoke(i) + axis * slope).normalize(),
                paint,
            };
            let inside = (low + high) * 0.5;
            for i in 0..sides {
                let (a, b) = (corner(low, low_radius, i), corner(low, low_radius, i + 1));
                let (c, d) = (corner(high, high_radius, i + 1), corner(high, high_radius, i));
                self.corners(inside, [a, b, c]);
                self.corners(inside, [a, c, d]);
            }
        }
    }

    /// Adds all of `other`, its points changed by `place`, its normals by `turn`.
    pub fn add(&mut self, other: &Mesh, place: impl Fn(Vec3) -> Vec3, turn: impl Fn(Vec3) -> Vec3) {
        let first = self.mesh.vertices.len() as u32;
        self.mesh.vertices.extend(other.vertices.iter().map(|vertex| {
            let [x, y, z, leaf] = vertex.normal;
            let normal = turn(Vec3::new(f32::from(x), f32::from(y), f32::from(z)) / 127.0);
            MeshVertex {
                position: place(vertex.position.into()).into(),
                normal: pack_normal(normal, leaf),
                color: vertex.color,
            }
        }));
        self.mesh.indices.extend(other.indices.iter().map(|index| index + first));
    }

    fn push(&mut self, corner: Corner) {
        let [r, g, b] = corner.paint.rgb;
        let vertex = MeshVertex {
            position: corner.at.into(),
            normal: pack_normal(corner.normal, corner.paint.leaf),
            color: [r, g, b, corner.paint.tint],
        };
        // Neighbours share what they can; a look at the last few finds most of it.
        let recent = self.mesh.vertices.len().saturating_sub(12);
        let index = match self.mesh.vertices[recent..].iter().position(|&old| old == vertex) {
            Some(place) => recent + place,
            None => {
                self.mesh.vertices.push(vertex);
                self.mesh.vertices.len() - 1
            }
        };
        self.mesh.indices.push(index as u32);
    }
}

/// The unit normal of a triangle on the side away from `inside`.
pub(super) fn outward(inside: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let normal = (c - a).cross(b - a).normalize_or(Vec3::Y);
    if normal.dot(a + b + c - 3.0 * inside) >= 0.0 { normal } else { -normal }
}

fn pack_normal(normal: Vec3, leaf: i8) -> [i8; 4] {
    let [x, y, z] = (normal.normalize_or(Vec3::Y) * 127.0).round().to_array();
    [x as i8, y as i8, z as i8, leaf]
}

fn center(outline: &[[f32; 2]]) -> Center {
    let count = outline.len().max(1) as f32;
    let sum = outline.iter().fold([0.0, 0.0], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
    Center([sum[0] / count, sum[1] / count])
}

/// The middle of an outline, waiting for its height.
struct Center([f32; 2]);

impl Center {
    fn extend_y(&self, y: f32) -> Vec3 {
        Vec3::new(self.0[0], y, self.0[1])
    }
}
