//! Whether a place lies under the ground of a mesh.

use super::{Block, GroundMesh, LEAST_UP};
use glam::DVec3;

impl GroundMesh {
    /// How many metres of ground lie over a place: up to the nearest surface that looks up, where none is under the
    /// place. `None` in the open, in a house or a tunnel (there a floor is under it) and beside the mesh.
    pub fn under_ground(&self, place: DVec3) -> Option<f64> {
        let mut nearest: Option<f64> = None;
        for block in self.blocks.iter().filter(|block| covers(block, place)) {
            for vertices in self.finest(block) {
                let corners = vertices.map(|vertex| DVec3::from(vertex.position.map(f64::from)));
                match height_over(corners, place) {
                    Some(height) if height > 0.0 => {
                        nearest = Some(nearest.map_or(height, |least| least.min(height)));
                    }
                    Some(_) => return None,
                    None => {}
                }
            }
        }
        nearest
    }
}

/// A place is over, in or under the box of a block.
fn covers(block: &Block, place: DVec3) -> bool {
    let [min, max] = [block.min, block.max].map(|corner| corner.as_dvec3());
    (min.x..=max.x).contains(&place.x) && (min.z..=max.z).contains(&place.z)
}

/// By how many metres a triangle is over a place, less than 0 under it; `None` where it is neither, or doesn't look up.
fn height_over(corners: [DVec3; 3], place: DVec3) -> Option<f64> {
    let [a, b, c] = corners.map(|corner| corner - place);
    let face = (b - a).cross(c - a);
    if face.y <= f64::from(LEAST_UP) * face.length() {
        return None;
    }
    // Clockwise from above: a place inside is to the right of every edge. One on an edge is in both triangles.
    let right = |from: DVec3, to: DVec3| from.z * to.x - from.x * to.z >= 0.0;
    let inside = right(a, b) && right(b, c) && right(c, a);
    inside.then(|| face.dot(a) / face.y)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::{MeshTriangle, build};
    use super::*;

    /// Squares at a height, which look up or down: west, south, edge and height in metres.
    fn squares(of: &[([f32; 4], bool)]) -> GroundMesh {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for &([x, z, edge, y], up) in of {
            let first = positions.len() as u32;
            positions.extend([[x, y, z], [x, y, z + edge], [x + edge, y, z + edge], [x + edge, y, z]]);
            for corners in if up { [[0, 1, 2], [0, 2, 3]] } else { [[0, 2, 1], [0, 3, 2]] } {
                let corners = corners.map(|corner: u32| first + corner);
                triangles.push(MeshTriangle { corners, material: 0, sector: 0 });
            }
        }
        build(&positions, triangles).mesh
    }

    fn under(mesh: &GroundMesh, place: [f64; 3]) -> Option<f64> {
        mesh.under_ground(place.into())
    }

    #[test]
    fn a_place_under_the_ground_knows_how_deep_it_is() {
        let mesh = squares(&[([-300.0, -300.0, 600.0, 4.0], true)]);
        // On the edge between the two triangles, too.
        for [x, z] in [[10.0, -20.0], [-299.0, 250.0], [7.0, 7.0]] {
            assert_eq!(under(&mesh, [x, 1.5, z]), Some(2.5), "{x} {z}");
            assert_eq!(under(&mesh, [x, 4.5, z]), None, "{x} {z}");
        }
        assert_eq!(under(&mesh, [301.0, 1.5, 0.0]), None, "beside the mesh");
    }

    #[test]
    fn a_room_is_not_under_the_ground() {
        let floor = ([0.0, 0.0, 8.0, 0.0], true);
        let ceiling = ([0.0, 0.0, 8.0, 2.8], false);
        let roof = ([0.0, 0.0, 8.0, 3.0], true);
        let house = squares(&[floor, ceiling, roof]);
        assert_eq!(under(&house, [3.0, 1.7, 5.0]), None);
        assert_eq!(under(&house, [3.0, -0.5, 5.0]), Some(0.5), "up to the floor, not to the roof");
        let pavilion = squares(&[ceiling, roof]);
        assert_eq!(under(&pavilion, [3.0, 1.7, 5.0]), Some(1.3), "only what looks up is a floor");
        assert_eq!(under(&squares(&[ceiling]), [3.0, 1.7, 5.0]), None);
    }

    #[test]
    fn slopes_are_met_at_their_height_and_walls_are_no_ground() {
        let positions =
            [[0.0, 0.0, 0.0], [0.0, 0.0, 10.0], [10.0, 5.0, 0.0], [0.0, 90.0, 0.0], [0.1, 0.0, 9.0]];
        let of = |corners: &[[u32; 3]]| {
            let triangle = |&corners| MeshTriangle { corners, material: 0, sector: 0 };
            build(&positions, corners.iter().map(triangle).collect()).mesh
        };
        let depth = under(&of(&[[0, 1, 2]]), [4.0, -1.0, 3.0]).unwrap();
        assert!((depth - 3.0).abs() < 1e-6, "{depth}");
        for wall in [[0, 4, 3], [0, 3, 4]] {
            assert_eq!(under(&of(&[wall]), [0.03, -1.0, 3.0]), None);
        }
    }
}
