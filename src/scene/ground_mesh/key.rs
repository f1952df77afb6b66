//! The key to a mesh that is coloured by its sectors.

use super::{GroundMesh, normal};
use crate::scene::camera_pose::CameraPose;
use crate::scene::overlay::{Legend, Rest, Swatch};
use crate::scene::srgb::byte_from_linear;

/// Sectors with a line of their own.
const MOST_LINES: usize = 9;

/// What is nearer counts as if it were so far away, metres: else the triangle under the eye decides.
const NEAREST: f64 = 1.0;

/// A sector as a camera sees it.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// The part of the sphere around the eye that its surfaces cover, whatever lies before them.
    apparent: f64,
    /// Triangles.
    count: u64,
}

impl GroundMesh {
    /// Which colour is which sector, of those that a camera has before it: first the one that looks largest from there.
    pub fn sector_key(&self, camera: &CameraPose, aspect: f32) -> Legend {
        let seen = self.sectors_before(camera, aspect);
        let mut found: Vec<(usize, Seen)> =
            seen.into_iter().enumerate().filter(|(_, seen)| seen.count > 0).collect();
        found.sort_by(|(_, a), (_, b)| b.apparent.total_cmp(&a.apparent));
        let swatches = found.iter().take(MOST_LINES).filter_map(|(sector, seen)| {
            let color = self.sectors.get(*sector)?.color.map(byte_from_linear);
            Some(Swatch { color: Some(color), name: format!("sector {sector}"), count: seen.count })
        });
        let hidden = found.len().saturating_sub(MOST_LINES) as u64;
        Legend {
            title: "Sectors in view".to_owned(),
            unit: String::new(),
            ramp: None,
            swatches: swatches.collect(),
            rest: (hidden > 0).then_some(Rest { color: None, things: hidden }),
            notes: vec![
                "Numbers count triangles. Sectors that don't meet may share a colour; what they are made of makes it \
                 lighter or darker."
                    .to_owned(),
            ],
        }
    }

    /// Every sector, by its index.
    fn sectors_before(&self, camera: &CameraPose, aspect: f32) -> Vec<Seen> {
        let mut sectors = vec![Seen::default(); self.sectors.len()];
        let frustum = camera.frustum(aspect);
        let relative = |place: glam::Vec3| (place.as_dvec3() - camera.eye).as_vec3();
        for block in &self.blocks {
            if !frustum.sees_box(relative(block.min), relative(block.max)) {
                continue;
            }
            for vertices in self.finest(block) {
                let corners = vertices.map(|vertex| relative(vertex.position.into()));
                let [min, max] =
                    [corners[0].min(corners[1]).min(corners[2]), corners[0].max(corners[1]).max(corners[2])];
                if !frustum.sees_box(min, max) {
                    continue;
                }
                let middle = ((corners[0] + corners[1] + corners[2]) / 3.0).as_dvec3();
                let distance = middle.length().max(NEAREST);
                let across = normal::face(corners).as_dvec3().dot(middle).abs() / distance;
                if let Some(seen) = sectors.get_mut(usize::from(vertices[0].tints[1])) {
                    seen.apparent += across / (distance * distance);
                    seen.count += 1;
                }
            }
        }
        sectors
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::super::{MeshTriangle, build, sector_looks};
    use super::*;

    /// A row of squares of 10 m to the north, each a sector; one of them lies far in the south.
    fn row(sectors: u16) -> GroundMesh {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for sector in 0..sectors {
            let z = if sector == 1 { -500.0 } else { f32::from(sector) * 10.0 + 5.0 };
            let first = positions.len() as u32;
            positions.extend([[-5.0, 0.0, z], [-5.0, 0.0, z + 10.0], [5.0, 0.0, z + 10.0], [5.0, 0.0, z]]);
            for corners in [[0, 1, 2], [0, 2, 3]] {
                let corners = corners.map(|corner: u32| first + corner);
                triangles.push(MeshTriangle { corners, material: 0, sector });
            }
        }
        let built = build(&positions, triangles);
        GroundMesh { sectors: sector_looks(&built.triangles, &built.neighbours), ..built.mesh }
    }

    fn key(mesh: &GroundMesh) -> Legend {
        mesh.sector_key(&"0,3,0,0,-10".parse().unwrap(), 1.5)
    }

    #[test]
    fn sectors_in_view_are_named_with_their_colours_the_largest_first() {
        let mesh = row(4);
        let key = key(&mesh);
        let named: Vec<_> = key.swatches.iter().map(|swatch| (swatch.name.as_str(), swatch.count)).collect();
        assert_eq!(named, [("sector 0", 2), ("sector 2", 2), ("sector 3", 2)], "the second lies behind");
        assert_eq!(key.rest, None);
        for (swatch, sector) in key.swatches.iter().zip([0, 2, 3]) {
            assert_eq!(swatch.color, Some(mesh.sectors[sector].color.map(byte_from_linear)));
        }
    }

    #[test]
    fn sectors_beyond_the_ninth_are_counted() {
        let key = key(&row(14));
        assert_eq!((key.swatches.len(), key.rest), (9, Some(Rest { color: None, things: 4 })));
        assert!(key.to_string().contains("\nand 4 more\n"), "{key}");
        let nothing = GroundMesh::default();
        assert!(nothing.sector_key(&"0,3,0,0,-10".parse().unwrap(), 1.5).swatches.is_empty());
    }
}
