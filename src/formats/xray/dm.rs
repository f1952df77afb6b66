//! `.dm`: one detail model, alone or inside `level.details`.

use super::super::bytes::{BAD_INDEX, Cursor, Result, Warnings};

/// A plant or a piece of litter.
///
/// What [`decode_dm`] gives has finite vertices, whole triangles and no index beyond its vertices.
#[derive(Debug, Clone, PartialEq)]
pub struct DetailModel {
    /// Engine shader, `details\blend` in every level seen.
    pub shader: String,
    /// Texture name without extension, `build_details` in levels of v3.
    pub texture: String,
    /// Bit 0: doesn't wave in the wind. No other bit is known.
    pub flags: u32,
    /// The engine draws a scale between `min_scale * 0.5` and `max_scale * 0.9`.
    pub min_scale: f32,
    /// See `min_scale`.
    pub max_scale: f32,
    /// Metres, Y up, origin at the root.
    pub vertices: Vec<DetailVertex>,
    /// Triangle list.
    pub indices: Vec<u16>,
    /// Triangles of the file that are left out here, since a corner of theirs lies beyond the vertices.
    pub dropped_triangles: usize,
}

impl DetailModel {
    /// The flag of a model that doesn't wave in the wind.
    pub const NO_WAVING: u32 = 1;

    /// The model waves in the wind.
    pub fn waves(&self) -> bool {
        self.flags & Self::NO_WAVING == 0
    }
}

/// A vertex of a detail model: 20 bytes in the file.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct DetailVertex {
    /// Metres.
    pub position: [f32; 3],
    /// Texture coordinates, v downwards.
    pub uv: [f32; 2],
}

/// Bytes of a vertex in the file.
const VERTEX_LEN: usize = 20;

/// Decodes a lone `.dm`, with what was odd about it.
///
/// # Errors
/// When the bytes are cut short, the indices are no whole triangles, or a number is not finite.
pub fn decode_dm(bytes: &[u8]) -> Result<(DetailModel, Warnings)> {
    let mut warnings = Warnings::default();
    let model = read(&mut Cursor::new(".dm", bytes), "model", &mut warnings)?;
    Ok((model, warnings))
}

/// Reads one model to the end of `cursor`; `name` is what warnings call it.
pub(super) fn read(cursor: &mut Cursor<'_>, name: &str, warnings: &mut Warnings) -> Result<DetailModel> {
    let shader = super::text_from(cursor.asciiz("shader")?);
    let texture = super::text_from(cursor.asciiz("texture")?);
    let flags_at = cursor.offset();
    let flags = cursor.u32("flags")?;
    if flags & !DetailModel::NO_WAVING != 0 {
        warnings.add("unknown-model-flags", format!("{name}.flags"), flags_at, || {
            format!("found {flags:#x}, of which only bit 0 is known")
        });
    }
    let scale_at = cursor.offset();
    let min_scale = finite(cursor, "min_scale")?;
    let max_scale = finite(cursor, "max_scale")?;
    if min_scale <= 0.0 || max_scale < min_scale {
        let kind = if min_scale == 0.0 || max_scale == 0.0 { "zero-scale" } else { "odd-model-scale" };
        warnings.add(kind, format!("{name}.min_scale"), scale_at, || {
            format!("found {min_scale} to {max_scale}, expected a rising range above 0")
        });
    }

    let vertices_at = cursor.offset();
    let vertex_count = cursor.u32("vertex_count")?;
    let indices_at = cursor.offset();
    let index_count = cursor.u32("index_count")?;
    let vertex_count = cursor.count(vertices_at, "vertex_count", vertex_count.into(), VERTEX_LEN)?;
    if index_count % 3 != 0 {
        return Err(cursor.error(indices_at, "index_count", index_count, "a multiple of 3"));
    }
    let vertices = read_vertices(cursor, vertex_count)?;
    let index_count = cursor.count(indices_at, "index_count", index_count.into(), 2)?;
    let indices = read_indices(cursor, index_count, vertices.len(), name, warnings)?;
    let dropped_triangles = (index_count - indices.len()) / 3;
    if cursor.remaining() > 0 {
        let (at, rest) = (cursor.offset(), cursor.remaining());
        warnings.add("trailing-bytes", name, at, || {
            format!("found {rest} bytes after the indices, expected none")
        });
    }
    Ok(DetailModel { shader, texture, flags, min_scale, max_scale, vertices, indices, dropped_triangles })
}

fn finite(cursor: &mut Cursor<'_>, field: &'static str) -> Result<f32> {
    let at = cursor.offset();
    let value = cursor.f32(field)?;
    if value.is_finite() { Ok(value) } else { Err(cursor.error(at, field, value, "a finite number")) }
}

fn read_vertices(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<DetailVertex>> {
    let mut vertices = Vec::with_capacity(count);
    for index in 0..count {
        let at = cursor.offset();
        let [x, y, z, u, v] = cursor.f32s("vertices")?;
        if ![x, y, z, u, v].iter().all(|value| value.is_finite()) {
            let found = format!("position {x}, {y}, {z} and uv {u}, {v}");
            return Err(cursor.error(at, format!("vertices[{index}]"), found, "finite numbers"));
        }
        vertices.push(DetailVertex { position: [x, y, z], uv: [u, v] });
    }
    Ok(vertices)
}

/// The triangles whose corners are all there; the others are counted in `warnings`.
fn read_indices(
    cursor: &mut Cursor<'_>,
    count: usize,
    vertex_count: usize,
    name: &str,
    warnings: &mut Warnings,
) -> Result<Vec<u16>> {
    let mut indices = Vec::with_capacity(count);
    for first in (0..count).step_by(3) {
        let at = cursor.offset();
        let triangle = [cursor.u16("indices")?, cursor.u16("indices")?, cursor.u16("indices")?];
        match (0_usize..).zip(triangle).find(|&(_, index)| usize::from(index) >= vertex_count) {
            None => indices.extend(triangle),
            Some((corner, index)) => {
                let field = format!("{name}.indices[{}]", first + corner);
                warnings.add(BAD_INDEX, field, at + 2 * corner as u64, || {
                    format!(
                        "found {index}, expected less than the vertex count, {vertex_count}; the triangle is left \
                         out"
                    )
                });
            }
        }
    }
    Ok(indices)
}
