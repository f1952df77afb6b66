//! Models as the ground of a scene that has no other.

use super::Models;
use crate::scene::ground_mesh::{MeshTriangle, heights_of};
use crate::scene::heightfield::Heightfield;

impl Models {
    /// The indices of the finest triangles of what is drawn.
    pub fn finest(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let drawn = |material: u32| self.materials.get(material as usize).is_some_and(|m| m.visible);
        let levels = self.shapes.iter().filter(move |shape| drawn(shape.material));
        levels.filter_map(|shape| shape.levels.first()).flat_map(|level| {
            let end = level.first.saturating_add(level.count) as usize;
            let indices = self.indices.get(level.first as usize..end).unwrap_or_default();
            indices.as_chunks::<3>().0.iter().copied()
        })
    }

    /// The highest surface, for all that needs a height of the ground.
    pub fn heights(&self) -> Heightfield {
        let positions: Vec<[f32; 3]> = self.vertices.iter().map(|vertex| vertex.position).collect();
        let triangles: Vec<_> =
            self.finest().map(|corners| MeshTriangle { corners, material: 0, sector: 0 }).collect();
        heights_of(&positions, &triangles)
    }
}
