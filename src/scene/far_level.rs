//! The last level of detail: what is left of a model that is a speck in the picture.

use super::objects::{Mesh, MeshVertex};
use glam::Vec3;

/// Part of the box's width that the pyramid's foot has: with its height, it covers about as many pixels as the model.
const FOOT: f32 = 0.8;

/// A pyramid of four triangles over the middle of the mesh, as high as it and in its mean colour.
pub fn far_level(mesh: &Mesh) -> Mesh {
    let positions = || mesh.vertices.iter().map(|vertex| Vec3::from(vertex.position));
    let Some(first) = positions().next() else { return Mesh::default() };
    let (low, high) =
        positions().fold((first, first), |(low, high), position| (low.min(position), high.max(position)));
    let middle = (low + high) * 0.5;
    let half = (high - low) * 0.5 * FOOT;
    let corner = |x: f32, z: f32| Vec3::new(middle.x + x * half.x, low.y, middle.z + z * half.z);
    let feet = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let apex = Vec3::new(middle.x, high.y, middle.z);
    let color = mean(mesh, |vertex| vertex.color.map(f32::from)).map(|value| value.round() as u8);
    let leafy = mean(mesh, |vertex| vertex.normal.map(f32::from))[3].round() as i8;
    let mut far = Mesh::default();
    for side in 0..4 {
        let [here, next] = [feet[side], feet[(side + 1) % 4]];
        // Outwards; the same for all four would flatten the light of a wood.
        let normal = (apex - here).cross(next - here).normalize_or(Vec3::Y) * 127.0;
        let normal = [normal.x as i8, normal.y as i8, normal.z as i8, leafy];
        let first = far.vertices.len() as u32;
        far.vertices.extend([here, next, apex].map(|position| MeshVertex {
            position: position.into(),
            normal,
            color,
        }));
        far.indices.extend([first, first + 1, first + 2]);
    }
    far
}

/// The mean over the triangles' corners, so that what has more triangles counts more.
fn mean(mesh: &Mesh, of: impl Fn(&MeshVertex) -> [f32; 4]) -> [f32; 4] {
    let mut sums = [0.0; 4];
    let mut count = 0.0f32;
    for vertex in mesh.indices.iter().filter_map(|&index| mesh.vertices.get(index as usize)) {
        for (sum, value) in sums.iter_mut().zip(of(vertex)) {
            *sum += value;
        }
        count += 1.0;
    }
    sums.map(|sum| sum / count.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_mesh() -> Mesh {
        let vertex = |x: f32, y: f32, z: f32| MeshVertex {
            position: [x, y, z],
            normal: [0, 127, 0, 64],
            color: [100, 50, 20, 255],
        };
        let vertices = vec![vertex(-2.0, 0.0, -1.0), vertex(2.0, 0.0, 1.0), vertex(0.0, 6.0, 0.0)];
        Mesh { vertices, indices: vec![0, 1, 2] }
    }

    #[test]
    fn the_pyramid_is_as_high_as_the_model_and_has_its_colour() {
        let far = far_level(&box_mesh());
        assert_eq!(far.indices.len(), 12);
        let top = far.vertices.iter().map(|vertex| vertex.position[1]).fold(0.0, f32::max);
        assert_eq!(top, 6.0);
        assert!(
            far.vertices.iter().all(|vertex| vertex.color == [100, 50, 20, 255] && vertex.normal[3] == 64)
        );
    }

    #[test]
    fn its_faces_look_outwards_and_are_wound_as_all_meshes_are() {
        let far = far_level(&box_mesh());
        for triangle in far.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| far.vertices[triangle[i] as usize]);
            let [pa, pb, pc] = [a, b, c].map(|vertex| Vec3::from(vertex.position));
            let stated = Vec3::new(f32::from(a.normal[0]), f32::from(a.normal[1]), f32::from(a.normal[2]));
            let outwards = (pa + pb + pc) / 3.0 - Vec3::new(0.0, 1.0, 0.0);
            assert!(stated.dot(outwards) > 0.0);
            // Counter-clockwise from outside in a left-handed frame.
            assert!((pc - pa).cross(pb - pa).dot(outwards) > 0.0);
        }
    }

    #[test]
    fn an_empty_mesh_stays_empty() {
        assert_eq!(far_level(&Mesh::default()), Mesh::default());
    }
}
