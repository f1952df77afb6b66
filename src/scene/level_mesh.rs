//! The collision mesh of a level as ground.

use super::ground_mesh::{self, GroundMesh, MeshTriangle};
use super::heightfield::Heightfield;
use crate::formats::xray::{Cform, GameMaterials};

/// The mesh to draw, and its highest surface. Without the game's `materials` they get colours of a palette.
pub fn of_cform(cform: &Cform, materials: Option<&GameMaterials>) -> (GroundMesh, Heightfield) {
    let names: Option<Vec<&str>> =
        materials.map(|list| list.materials.iter().map(|material| material.name.as_str()).collect());
    let triangles = cform
        .triangles
        .iter()
        .map(|triangle| MeshTriangle {
            corners: triangle.vertices,
            // Version 4 has 14 bits for it; what is more in older ones is no material of any game.
            material: u16::try_from(triangle.material).unwrap_or(u16::MAX),
            sector: triangle.sector,
        })
        .collect();
    let built = ground_mesh::build(&cform.vertices, triangles);
    let (positions, triangles) = (&built.positions, &built.triangles);
    let (ground, materials) = rayon::join(
        || ground_mesh::heights_of(positions, triangles),
        || ground_mesh::material_looks(positions, triangles, names.as_deref()),
    );
    let sectors = ground_mesh::sector_looks(triangles, &built.neighbours);
    (GroundMesh { materials, sectors, ..built.mesh }, ground)
}
