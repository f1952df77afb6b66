//! Normals: of faces, of corners, and as two small numbers.

use glam::{DVec3, Vec3};

/// Faces that meet at an angle of up to 40 degrees are one smooth surface, sharper ones have an edge.
const SMOOTH_COSINE: f32 = 0.766;

/// At a vertex no more faces than these are compared.
const MOST_COMPARED: usize = 64;

/// The normal of the front as long as the area in square metres; zero without an area.
pub fn face(corners: [Vec3; 3]) -> Vec3 {
    let [a, b, c]: [DVec3; 3] = corners.map(|corner| corner.as_dvec3());
    let cross = (b - a).cross(c - a);
    let length = cross.length();
    if length > 0.0 && length.is_finite() {
        // Slivers keep a direction that f32 can hold.
        (cross / length * (length * 0.5).clamp(1e-12, 1e12)).as_vec3()
    } else {
        Vec3::ZERO
    }
}

/// The normal of each corner at a vertex, whose faces are given: the mean of those faces that are smooth with its own.
pub fn smooth(faces: &[Vec3], normals: &mut Vec<Vec3>) {
    normals.clear();
    let units: Vec<Vec3> = faces.iter().take(MOST_COMPARED).map(|face| face.normalize_or(Vec3::Y)).collect();
    normals.extend(faces.iter().map(|face| {
        let own = face.normalize_or(Vec3::Y);
        let sum: Vec3 = units
            .iter()
            .zip(faces)
            .filter(|(unit, _)| unit.dot(own) > SMOOTH_COSINE)
            .map(|(_, face)| *face)
            .sum();
        sum.normalize_or(own)
    }));
}

/// A unit normal as a place on an octahedron that is unfolded into a square, -32767 to 32767; up is the middle.
/// Twin of `unpacked_normal` in shaders/ground_mesh.wgsl.
pub fn packed(normal: Vec3) -> [i16; 2] {
    let on_faces = normal / (normal.x.abs() + normal.y.abs() + normal.z.abs()).max(1e-12);
    let [x, z] = if on_faces.y >= 0.0 {
        [on_faces.x, on_faces.z]
    } else {
        let sign = |value: f32| if value >= 0.0 { 1.0 } else { -1.0 };
        [(1.0 - on_faces.z.abs()) * sign(on_faces.x), (1.0 - on_faces.x.abs()) * sign(on_faces.z)]
    };
    [x, z].map(|part| (part * 32767.0).round() as i16)
}

/// The way of a face: up, down or to one of the four sides. Faces of one way are shaded as one surface far away.
pub fn way(face: Vec3) -> u8 {
    let unit = face.normalize_or(Vec3::Y);
    // Hills are up to where they are cliffs.
    if unit.y.abs() > 0.5 {
        return if unit.y > 0.0 { 0 } else { 1 };
    }
    match (unit.x.abs() > unit.z.abs(), unit.x > 0.0, unit.z > 0.0) {
        (true, true, _) => 2,
        (true, false, _) => 3,
        (false, _, true) => 4,
        (false, _, false) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked([x, z]: [i16; 2]) -> Vec3 {
        let [x, z] = [x, z].map(|part| f32::from(part) / 32767.0);
        let y = 1.0 - x.abs() - z.abs();
        let under = (-y).max(0.0);
        let toward = |value: f32| if value >= 0.0 { value - under } else { value + under };
        Vec3::new(toward(x), y, toward(z)).normalize()
    }

    #[test]
    fn a_normal_survives_its_packing_in_every_direction() {
        for i in 0..4000 {
            let (around, up) = (i as f32 * 2.399_963, 1.0 - (i as f32 + 0.5) / 2000.0);
            let flat = (1.0 - up * up).sqrt();
            let normal = Vec3::new(flat * around.cos(), up, flat * around.sin());
            assert!(unpacked(packed(normal)).distance(normal) < 1e-4, "{normal}");
        }
        for axis in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z] {
            assert!(unpacked(packed(axis)).distance(axis) < 1e-4, "{axis}");
        }
    }

    #[test]
    fn ground_seen_from_above_has_its_vertices_clockwise_there() {
        let face = face([Vec3::ZERO, Vec3::Z, Vec3::X]);
        assert_eq!(face, Vec3::new(0.0, 0.5, 0.0));
    }

    #[test]
    fn a_hill_is_smooth_and_the_edge_of_a_roof_is_not() {
        let mut normals = Vec::new();
        let slope = Vec3::new(0.5, 1.0, 0.0);
        smooth(&[Vec3::Y, slope], &mut normals);
        assert_eq!(normals[0], normals[1]);
        assert!(normals[0].x > 0.1);
        smooth(&[Vec3::Y, Vec3::X * 3.0], &mut normals);
        assert_eq!(normals, [Vec3::Y, Vec3::X]);
        // Both sides of one sheet.
        smooth(&[Vec3::Y, Vec3::NEG_Y], &mut normals);
        assert_eq!(normals, [Vec3::Y, Vec3::NEG_Y]);
    }
}
