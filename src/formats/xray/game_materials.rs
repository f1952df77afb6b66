//! `gamemtl.xr`: the materials of a game, of which the triangles of a `level.cform` are made.
//!
//! A container of chunks: 0x1000 version, 0x1001 the next free ids, 0x1002 materials, 0x1003 pairs of materials. The
//! materials are nested chunks, one each, in which 0x1000 is id and name, 0x1001 the flags, and the rest friction,
//! damage and the like, which no plant asks for. From public code; no real file was at hand.

use super::super::bytes::{Cursor, FormatError, Result, UNSUPPORTED, Warnings};
use super::chunk::{self, Chunk};

pub(super) const VERSION_ID: u32 = 0x1000;
pub(super) const NEXT_IDS_ID: u32 = 0x1001;
pub(super) const MATERIALS_ID: u32 = 0x1002;
pub(super) const PAIRS_ID: u32 = 0x1003;

/// Inside of a material's chunk.
pub(super) const MAIN_ID: u32 = 0x1000;
pub(super) const FLAGS_ID: u32 = 0x1001;

/// The only version there is.
pub(super) const VERSION: u16 = 1;

/// Bytes of the version's chunk.
const VERSION_LEN: u32 = 2;

/// The materials of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameMaterials {
    /// In the order of the file: the engine takes the material number of a triangle for a place in this list, not for
    /// an id, and so does [`GameMaterials::passable`].
    pub materials: Vec<GameMaterial>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

/// One material.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameMaterial {
    /// What the pairs of the same file call it; says nothing about its place.
    pub id: u32,
    /// Such as `materials\grass`.
    pub name: String,
    /// See [`GameMaterial::PASSABLE`].
    pub flags: u32,
}

impl GameMaterial {
    /// The flag of a material that bodies go through, such as foliage. From Clear Sky on no grass stands on it.
    pub const PASSABLE: u32 = 1 << 7;

    /// Bodies go through it.
    pub fn passable(&self) -> bool {
        self.flags & Self::PASSABLE != 0
    }
}

impl GameMaterials {
    /// True when bodies go through the material at `index`; one beyond the list is solid.
    pub fn passable(&self, index: u32) -> bool {
        usize::try_from(index)
            .ok()
            .and_then(|index| self.materials.get(index))
            .is_some_and(GameMaterial::passable)
    }
}

/// True for the bytes of a list of materials, whole or cut short: its chunks come before the cut, among them a version
/// of two bytes.
pub fn recognise(bytes: &[u8]) -> bool {
    let mut cursor = Cursor::new("", bytes);
    while let (Ok(id), Ok(len)) = (cursor.u32(""), cursor.u32("")) {
        match id & !chunk::COMPRESSED {
            VERSION_ID => return len == VERSION_LEN || id & chunk::COMPRESSED != 0,
            NEXT_IDS_ID | MATERIALS_ID | PAIRS_ID => {}
            _ => return false,
        }
        let Ok(len) = usize::try_from(len) else { return false };
        if cursor.bytes("", len).is_err() {
            return false;
        }
    }
    false
}

/// Decodes a `gamemtl.xr`.
///
/// # Errors
/// When a chunk that is needed is missing, cut short or compressed, or the version is unknown.
pub fn decode_game_materials(bytes: &[u8]) -> Result<GameMaterials> {
    let mut warnings = Warnings::default();
    let mut cursor = Cursor::new("gamemtl.xr", bytes);
    let (version, materials) = read_chunks(&mut cursor, &mut warnings)?;
    let mut version = version.plain("version")?;
    let at = version.offset();
    let number = version.u16("version")?;
    if number != VERSION {
        return Err(version.error(at, "version", number, VERSION).with_code(UNSUPPORTED));
    }

    let mut body = materials.plain("materials")?;
    let mut materials = Vec::new();
    while body.remaining() > 0 {
        let index = materials.len();
        let chunk = Chunk::read(&mut body).map_err(|error| within(index, error))?;
        if chunk.id as usize != index {
            warnings.add("material-order", "materials", chunk.at, || {
                format!("found chunk {}, expected {index}; the order of the file counts", chunk.id)
            });
        }
        let material = read_material(chunk, index, &mut warnings).map_err(|error| within(index, error))?;
        materials.push(material);
    }
    if materials.is_empty() {
        warnings.add("no-materials", "materials", body.offset(), || {
            "found an empty list, expected the materials of a game; all ground is solid".into()
        });
    }
    Ok(GameMaterials { materials, warnings })
}

/// Names the material in which `error` was met.
fn within(index: usize, mut error: FormatError) -> FormatError {
    error.field = format!("materials[{index}].{}", error.field).into();
    error
}

/// Version and materials, wherever they stand.
fn read_chunks<'a>(cursor: &mut Cursor<'a>, warnings: &mut Warnings) -> Result<(Chunk<'a>, Chunk<'a>)> {
    let (mut version, mut materials) = (None, None);
    while cursor.remaining() > 0 {
        let (at, rest) = (cursor.offset(), cursor.remaining());
        let chunk = match Chunk::read(cursor) {
            Ok(chunk) => chunk,
            // What is needed is there: what follows is no loss.
            Err(_) if version.is_some() && materials.is_some() => {
                warnings.add("trailing-bytes", "file", at, || {
                    format!("found {rest} bytes that are no chunk, expected the end of the file")
                });
                break;
            }
            Err(error) => return Err(error),
        };
        let place = match chunk.id {
            VERSION_ID => &mut version,
            MATERIALS_ID => &mut materials,
            NEXT_IDS_ID | PAIRS_ID => continue,
            id => {
                warnings.add("unknown-chunk", "chunk.id", at, || {
                    format!("found chunk {id:#x}, expected 0x1000 to 0x1003")
                });
                continue;
            }
        };
        if place.is_some() {
            warnings.add("double-chunk", "chunk.id", at, || {
                format!("found chunk {:#x} again, expected each once; the first is used", chunk.id)
            });
            continue;
        }
        *place = Some(chunk);
    }
    let end = cursor.offset();
    let missing =
        |field, id| cursor.error(end, field, "no such chunk in the file", format!("a chunk with id {id:#x}"));
    Ok((
        version.ok_or_else(|| missing("version", VERSION_ID))?,
        materials.ok_or_else(|| missing("materials", MATERIALS_ID))?,
    ))
}

fn read_material(chunk: Chunk<'_>, index: usize, warnings: &mut Warnings) -> Result<GameMaterial> {
    let mut body = chunk.plain("chunk")?;
    let (mut main, mut flags) = (None, None);
    while body.remaining() > 0 {
        let part = Chunk::read(&mut body)?;
        match part.id {
            MAIN_ID if main.is_none() => {
                let mut part = part.plain("main")?;
                main = Some((part.u32("id")?, super::text_from(part.asciiz("name")?)));
            }
            FLAGS_ID if flags.is_none() => flags = Some(part.plain("flags")?.u32("flags")?),
            MAIN_ID | FLAGS_ID => {
                warnings.add("double-chunk", format!("materials[{index}]"), part.at, || {
                    format!("found chunk {:#x} again, expected each once; the first is used", part.id)
                });
            }
            _ => {}
        }
    }
    let end = body.offset();
    let missing = |field, id| {
        body.error(end, field, "no such chunk in the material", format!("a chunk with id {id:#x}"))
    };
    let (id, name) = main.ok_or_else(|| missing("main", MAIN_ID))?;
    let flags = flags.ok_or_else(|| missing("flags", FLAGS_ID))?;
    Ok(GameMaterial { id, name, flags })
}

#[cfg(test)]
mod tests;
