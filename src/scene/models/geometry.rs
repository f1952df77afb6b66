//! Shapes of files in the world: Z is mirrored, since the files are right-handed, and the corners go round the other way.

use super::from_bfres::plain_material;
use super::{ModelLevel, ModelShape, ModelVertex, Models};
use crate::formats::bfres::Model;
use crate::formats::bfres::model::AssembledShape;
use crate::formats::bytes::Warnings;
use crate::formats::xray::cform::FARTHEST;
use crate::scene::ground_mesh::packed_normal;
use glam::Vec3;

/// Adds the shapes of a model, whose materials begin at `first_material`.
pub(super) fn add_shapes(
    models: &mut Models,
    file: u32,
    model: &Model,
    first_material: u32,
    warnings: &mut Warnings,
) {
    let mut far = 0;
    for shape in model.assembled(warnings) {
        let near = |position: &[f32; 3]| position.iter().all(|metres| metres.abs() <= FARTHEST);
        if !shape.positions.iter().all(near) {
            far += 1;
            continue;
        }
        let material = match shape.material {
            Some(index) => first_material + index as u32, // Each was read from bytes.
            None => {
                models.materials.push(plain_material(file, model));
                models.materials.len() as u32 - 1
            }
        };
        let clockwise = shape
            .material
            .and_then(|index| model.materials.get(index))
            .is_some_and(|material| material.render_state.front_is_clockwise());
        add_shape(models, material, clockwise, shape);
    }
    if far > 0 {
        warnings.add_many("far-shape", "shapes", 0, far, || {
            format!("{:?} has a vertex over {FARTHEST} m away; such shapes aren't drawn", model.name)
        });
    }
}

fn add_shape(models: &mut Models, material: u32, clockwise: bool, shape: AssembledShape) {
    let first_vertex = models.vertices.len() as u32; // Each was read from bytes.
    let positions: Vec<Vec3> = shape.positions.iter().map(|&position| mirrored(position)).collect();
    let normals = match shape.normals.as_slice() {
        [] => {
            smooth_normals(&positions, shape.lods.first().map(Vec::as_slice).unwrap_or_default(), clockwise)
        }
        normals => normals.iter().map(|&normal| mirrored(normal)).collect(),
    };
    let [uvs, bake_uvs, ..] = &shape.uvs;
    let bake_uvs = if bake_uvs.is_empty() { uvs } else { bake_uvs };
    for (index, &position) in positions.iter().enumerate() {
        let color = shape.colors.get(index).copied().unwrap_or([1.0; 4]);
        models.vertices.push(ModelVertex {
            position: position.into(),
            normal: packed_normal(normals.get(index).copied().unwrap_or(Vec3::Y)),
            color: color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8),
            uv: uvs.get(index).copied().unwrap_or_default(),
            bake_uv: bake_uvs.get(index).copied().unwrap_or_default(),
        });
    }
    let mut levels = Vec::with_capacity(shape.lods.len());
    for triangles in shape.lods.iter().filter(|triangles| !triangles.is_empty()) {
        let first = models.indices.len() as u32;
        for &triangle in triangles {
            models.indices.extend(turned(triangle, clockwise).map(|corner| first_vertex + corner));
        }
        levels.push(ModelLevel { first, count: 3 * triangles.len() as u32 });
    }
    let min = positions.iter().copied().reduce(Vec3::min).unwrap_or_default();
    let max = positions.iter().copied().reduce(Vec3::max).unwrap_or_default();
    models.shapes.push(ModelShape { name: shape.name, material, levels, min: min.into(), max: max.into() });
}

fn mirrored([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, y, -z)
}

/// The corners clockwise seen from the front, which in the file they are where its render state says so.
fn turned([a, b, c]: [u32; 3], clockwise: bool) -> [u32; 3] {
    if clockwise { [a, b, c] } else { [a, c, b] }
}

/// Normals of vertices that have none: the mean of the triangles that share them, by area.
fn smooth_normals(positions: &[Vec3], triangles: &[[u32; 3]], clockwise: bool) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for &triangle in triangles {
        let corners = turned(triangle, clockwise);
        let [Some(a), Some(b), Some(c)] = corners.map(|corner| positions.get(corner as usize).copied())
        else {
            continue;
        };
        let face = (b - a).cross(c - a);
        for corner in corners {
            if let Some(normal) = normals.get_mut(corner as usize) {
                *normal += face;
            }
        }
    }
    normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y)).collect()
}
