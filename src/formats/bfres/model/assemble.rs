//! Puts a model together in rest: its shapes as triangles in model space.

use glam::{Mat3, Mat4, Vec3};

use super::Model;
use super::shape::{Mesh, Shape};
use super::triangles::each_triangle;
use super::vertex::{Values, VertexBuffer};
use crate::formats::bytes::{BAD_INDEX, Warnings};

/// A visible shape in model space (right-handed, Y up), in rest.
#[derive(Debug, Clone, PartialEq)]
pub struct AssembledShape {
    /// Its name.
    pub name: String,
    /// Index in [`Model::materials`]; `None` where the shape names one that isn't there.
    pub material: Option<usize>,
    /// Of the vertices that its triangles name; finite.
    pub positions: Vec<[f32; 3]>,
    /// Of length 1, one a vertex; empty where the file has none.
    pub normals: Vec<[f32; 3]>,
    /// `_u0` to `_u3`, each one a vertex or empty; v grows downwards.
    pub uvs: [Vec<[f32; 2]>; 4],
    /// `_c0`, red, green, blue, alpha, one a vertex; empty where the file has none.
    pub colors: Vec<[f32; 4]>,
    /// Triangles of each level of detail, the finest first, as indices of vertices. Seen from the front their corners go
    /// round counter-clockwise, if the material's render state doesn't say otherwise.
    pub lods: Vec<Vec<[u32; 3]>>,
}

/// How often the vertices of all buffers may be taken: shapes may share them, but a small file must not make a large
/// model. Real shapes have vertices of their own.
const VERTICES_IN_BUFFERS: usize = 2;
/// And so many vertices beside.
const VERTICES_BASE: usize = 1 << 16;

/// Texture coordinates by their set.
const UVS: [&str; 4] = ["_u0", "_u1", "_u2", "_u3"];

impl Model {
    /// The shapes that are visible in rest: their material and the bone that they hang on must be.
    ///
    /// What can't be drawn is left out and told to `warnings`: triangles with a corner that isn't there or isn't finite,
    /// primitives without a surface. A shape without any triangle is left out as well.
    pub fn assembled(&self, warnings: &mut Warnings) -> Vec<AssembledShape> {
        let model_from_bones = self.skeleton.model_from_bones();
        let mut used = Used::default();
        let all = self
            .vertex_buffers
            .iter()
            .filter_map(|vertices| vertices.values("_p0"))
            .map(|values| values.len());
        let mut left = all.fold(VERTICES_BASE, |sum, len| sum.saturating_add(VERTICES_IN_BUFFERS * len));
        let mut assembled = Vec::new();
        for (index, shape) in self.shapes.iter().enumerate() {
            let material = self.materials.get(usize::from(shape.material));
            let bone = self.skeleton.bones.get(usize::from(shape.bone));
            if material.is_some_and(|material| !material.is_visible())
                || bone.is_some_and(|bone| !bone.is_visible())
            {
                continue;
            }
            let Some(vertices) = self.vertex_buffers.get(usize::from(shape.vertex_buffer)) else {
                warnings.add("shape-without-vertices", format!("shapes[{index}]"), 0, || {
                    format!(
                        "the shape {:?} names the vertices {}, expected one of {}; it isn't drawn",
                        shape.name,
                        shape.vertex_buffer,
                        self.vertex_buffers.len()
                    )
                });
                continue;
            };
            let Some(positions) = vertices.values("_p0") else {
                warnings.add("shape-without-vertices", format!("shapes[{index}]"), 0, || {
                    format!("the vertices of the shape {:?} have no positions; it isn't drawn", shape.name)
                });
                continue;
            };
            used.begin(positions.len());
            let pose = Pose::new(self, shape, vertices, &model_from_bones);
            let place = |mesh: usize| format!("shapes[{index}].meshes[{mesh}]");
            let lods: Vec<_> = (0..)
                .zip(&shape.meshes)
                .map(|(number, mesh)| {
                    triangles(mesh, shape, &positions, &pose, &mut used, &place(number), warnings)
                })
                .collect();
            if lods.iter().all(Vec::is_empty) {
                continue;
            }
            let Some(rest) = left.checked_sub(used.vertices.len()) else {
                warnings.add("shared-vertices", format!("shapes[{index}]"), 0, || {
                    format!(
                        "the shape {:?} takes vertices that others have taken many times; it isn't drawn",
                        shape.name
                    )
                });
                continue;
            };
            left = rest;
            if pose.lacks_bone(&used.vertices) {
                warnings.add("unknown-bone", format!("shapes[{index}]"), 0, || {
                    format!(
                        "the shape {:?} hangs on a bone that isn't there; it stands where it was made",
                        shape.name
                    )
                });
            }
            assembled.push(AssembledShape {
                name: shape.name.clone(),
                material: material.map(|_| usize::from(shape.material)),
                positions: used.vertices.iter().map(|&vertex| pose.position(&positions, vertex)).collect(),
                normals: vertices.values("_n0").map_or_else(Vec::new, |normals| {
                    used.vertices.iter().map(|&vertex| pose.normal(&normals, vertex)).collect()
                }),
                uvs: UVS.map(|name| gather(vertices, name, &used.vertices, |[u, v, ..]| [u, v])),
                colors: gather(vertices, "_c0", &used.vertices, |color| color),
                lods,
            });
        }
        assembled
    }
}

fn gather<T>(vertices: &VertexBuffer, name: &str, used: &[u32], value: impl Fn([f32; 4]) -> T) -> Vec<T> {
    let Some(values) = vertices.values(name) else { return Vec::new() };
    used.iter().map(|&vertex| value(values.get(vertex as usize).unwrap_or_default())).collect()
}

/// Which vertices of a buffer the triangles of a shape name, in the order in which they first do. Shapes may share a
/// buffer, and a shape must not cost more than its own indices.
#[derive(Default)]
struct Used {
    /// For each vertex of the buffer the shape that it was last used in, and its new index there.
    new_indices: Vec<(u32, u32)>,
    shape: u32,
    vertices: Vec<u32>,
}

impl Used {
    /// The next shape, of a buffer with so many vertices.
    fn begin(&mut self, vertices: usize) {
        if self.new_indices.len() < vertices {
            self.new_indices.resize(vertices, (0, 0));
        }
        self.shape += 1;
        self.vertices.clear();
    }

    /// The new index of a vertex, which must be one of the buffer.
    fn index_of(&mut self, vertex: u32) -> u32 {
        let next = self.vertices.len() as u32;
        match self.new_indices.get_mut(vertex as usize) {
            Some((shape, index)) if *shape == self.shape => *index,
            Some(place) => {
                *place = (self.shape, next);
                self.vertices.push(vertex);
                next
            }
            None => 0,
        }
    }
}

/// The triangles of a mesh whose corners can be drawn.
fn triangles(
    mesh: &Mesh,
    shape: &Shape,
    positions: &Values<'_>,
    pose: &Pose<'_>,
    used: &mut Used,
    place: &str,
    warnings: &mut Warnings,
) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    let mut bad = 0;
    let mut first_bad = None;
    let mut infinite = 0;
    let known = each_triangle(mesh, |corners| {
        let corners = corners.map(|index| {
            let vertex = index.checked_add(mesh.first_vertex)?;
            ((vertex as usize) < positions.len()).then_some(vertex)
        });
        let [Some(a), Some(b), Some(c)] = corners else {
            bad += 1;
            first_bad.get_or_insert(corners);
            return;
        };
        let corners = [a, b, c];
        if corners.iter().any(|&vertex| !Vec3::from(pose.position(positions, vertex)).is_finite()) {
            infinite += 1;
            return;
        }
        triangles.push(corners.map(|vertex| used.index_of(vertex)));
    });
    if known.is_none() {
        warnings.add("unknown-primitive", place, 0, || {
            format!(
                "a mesh of {:?} is of primitive {:#x}, expected one with a surface; it isn't drawn",
                shape.name, mesh.primitive
            )
        });
    }
    if bad > 0 {
        warnings.add_many(BAD_INDEX, place, 0, bad, || {
            format!(
                "a triangle of {:?} names a vertex that isn't there, there are {}; it is left out",
                shape.name,
                positions.len()
            )
        });
    }
    if infinite > 0 {
        warnings.add_many("bad-vertex", place, 0, infinite, || {
            format!("a triangle of {:?} has a corner that isn't finite; it is left out", shape.name)
        });
    }
    triangles
}

/// How the vertices of a shape come into model space.
enum Pose<'a> {
    /// As they are: in the space of the model, or of a bone that isn't there.
    Own { lacks_bone: bool },
    /// All hang on one bone.
    Bone(FromBone),
    /// Each hangs on a bone of its own.
    Rigid { indices: Values<'a>, matrices: Vec<Option<FromBone>> },
}

/// From the space of a bone to that of the model.
#[derive(Clone, Copy)]
struct FromBone {
    positions: Mat4,
    /// Lengths are lost.
    normals: Mat3,
}

impl FromBone {
    fn new(positions: Mat4) -> Self {
        let linear = Mat3::from_mat4(positions);
        // The inverse, transposed, keeps normals upright where scales differ; something flat has none.
        let normals = if linear.determinant() == 0.0 { linear } else { linear.inverse().transpose() };
        Self { positions, normals }
    }
}

impl<'a> Pose<'a> {
    fn new(model: &Model, shape: &Shape, vertices: &'a VertexBuffer, model_from_bones: &[Mat4]) -> Self {
        match shape.skin_count {
            0 => match model_from_bones.get(usize::from(shape.bone)) {
                Some(&matrix) => Self::Bone(FromBone::new(matrix)),
                None => Self::Own { lacks_bone: !model.skeleton.bones.is_empty() },
            },
            1 => match vertices.values("_i0") {
                Some(indices) => Self::Rigid {
                    indices,
                    matrices: (0..model.skeleton.matrix_to_bone.len())
                        .map(|index| {
                            model.skeleton.model_from_matrix(index, model_from_bones).map(FromBone::new)
                        })
                        .collect(),
                },
                None => Self::Own { lacks_bone: true },
            },
            _ => Self::Own { lacks_bone: false },
        }
    }

    fn matrix(&self, vertex: u32) -> Option<FromBone> {
        match self {
            Self::Own { .. } => None,
            Self::Bone(matrix) => Some(*matrix),
            Self::Rigid { indices, matrices } => {
                let [index, ..] = indices.get(vertex as usize)?;
                // Any format is read as floats, so what stands there may be no index at all.
                let is_index = index >= 0.0 && index.fract() == 0.0;
                *matrices.get(index as usize).filter(|_| is_index)?
            }
        }
    }

    fn position(&self, positions: &Values<'_>, vertex: u32) -> [f32; 3] {
        let [x, y, z, _] = positions.get(vertex as usize).unwrap_or_default();
        match self.matrix(vertex) {
            Some(matrix) => matrix.positions.transform_point3(Vec3::new(x, y, z)).into(),
            None => [x, y, z],
        }
    }

    fn normal(&self, normals: &Values<'_>, vertex: u32) -> [f32; 3] {
        let [x, y, z, _] = normals.get(vertex as usize).unwrap_or_default();
        let normal = match self.matrix(vertex) {
            Some(matrix) => matrix.normals * Vec3::new(x, y, z),
            None => Vec3::new(x, y, z),
        };
        normal.normalize_or(Vec3::Y).into()
    }

    fn lacks_bone(&self, vertices: &[u32]) -> bool {
        match self {
            Self::Own { lacks_bone } => *lacks_bone,
            Self::Bone(_) => false,
            Self::Rigid { .. } => vertices.iter().any(|&vertex| self.matrix(vertex).is_none()),
        }
    }
}
