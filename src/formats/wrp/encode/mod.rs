//! From a world to the bytes of a file, in every layout that is read.

use super::super::grid::Grid;
use super::{Variant, World};

mod editable;
mod oprw;
mod oprw_old;

/// Why a world can't be written in its layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot write {field}: found {found}, expected {expected}")]
pub struct EncodeError {
    /// The field of [`World`], such as `objects[3].model`.
    pub field: String,
    /// What it holds.
    pub found: String,
    /// What the layout can hold.
    pub expected: String,
}

impl EncodeError {
    fn new(field: impl Into<String>, found: impl ToString, expected: impl ToString) -> Self {
        Self { field: field.into(), found: found.to_string(), expected: expected.to_string() }
    }
}

/// The result of an encoder.
type Result<T> = std::result::Result<T, EncodeError>;

/// Writes a world in the layout of its `variant`.
///
/// A grid or number that the layout has and the world doesn't is written as zeros; fields that the layout doesn't have
/// are left out. OPRW 28 is written like 29 where `header_unknown` is there, else like 25; OPRW 12 is written without
/// the subdivision hints where they are `None`. The layouts that keep the path in each object leave out models that no
/// object uses; 4WVR and 3WVR round heights to their steps of 0.045 m.
///
/// # Errors
/// When the layout can't hold a value, a grid hasn't the size that `land` or `terrain` states, or the version isn't
/// supported.
pub fn encode(world: &World) -> Result<Vec<u8>> {
    match world.variant {
        Variant::Oprw(2 | 3) => oprw_old::encode(world),
        Variant::Oprw(version) => oprw::encode(world, version),
        Variant::Wvr8 => editable::encode_8wvr(world),
        Variant::Wvr4 | Variant::Wvr3 => editable::encode_4wvr(world),
    }
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_f32s(out: &mut Vec<u8>, values: &[f32]) {
    out.extend_from_slice(bytemuck::cast_slice(values));
}

/// A count or a length as a u32.
fn put_len(out: &mut Vec<u8>, field: &str, len: usize) -> Result<()> {
    let len = u32::try_from(len).map_err(|_| EncodeError::new(field, len, "less than 2^32"))?;
    put_u32(out, len);
    Ok(())
}

/// Text with a NUL at its end.
fn put_asciiz(out: &mut Vec<u8>, field: impl Fn() -> String, text: &str) -> Result<()> {
    if text.contains('\0') {
        return Err(EncodeError::new(field(), format!("{text:?}"), "text without a NUL"));
    }
    out.extend_from_slice(text.as_bytes());
    out.push(0);
    Ok(())
}

/// The cells of a grid, if it has the size that it must have.
fn sized<'a, T>(field: &str, grid: &'a Grid<T>, size: [u32; 2]) -> Result<&'a [T]> {
    let cells = size[0] as usize * size[1] as usize;
    if [grid.width, grid.height] == size && grid.cells.len() == cells {
        return Ok(&grid.cells);
    }
    let found = format!("{} cells of {} x {}", grid.cells.len(), grid.width, grid.height);
    Err(EncodeError::new(field, found, format!("{} x {} cells", size[0], size[1])))
}
