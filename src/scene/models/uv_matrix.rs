//! How an albedo lies, by the parameter that moves it in the games' shaders.

use crate::formats::bfres::TextureMatrix;
use crate::formats::bfres::model::Material;

/// Rows: u and v after the matrix are the dot products with (u, v, 1).
pub type UvMatrix = [[f32; 3]; 2];

/// A texture as it is.
pub const IDENTITY: UvMatrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// The parameter that says how the albedo lies: which one moves which sampler is the shader's choice, and this one
/// belongs to the first albedo in the shaders whose names are known.
pub const ALBEDO_PARAM: &str = "tex_mtx0";

/// Types of parameters that lay a texture, as public readers number them: without a mode, with one, and with a pointer of
/// the console behind. A matrix of 2 x 3 floats is as long as the second.
const LAYING: [u8; 3] = [28, 30, 31];

/// The value of [`ALBEDO_PARAM`] in a material, where it lays a texture.
pub fn albedo_value(material: &Material) -> Option<&[u8]> {
    let param = material.params.iter().find(|param| param.name == ALBEDO_PARAM)?;
    if LAYING.contains(&param.kind) { material.param(ALBEDO_PARAM) } else { None }
}

/// A value as a matrix; `None` for one that isn't finite.
pub fn uv_matrix(value: &[u8]) -> Option<UvMatrix> {
    let rows = TextureMatrix::from_value(value)?.rows();
    rows.as_flattened().iter().all(|part| part.is_finite()).then_some(rows)
}
