//! What the version of an OPRW decides: which blocks there are and how they look.

use super::super::bytes::{Cursor, FormatError, Result, UNSUPPORTED};
use super::World;
use super::packed::Codec;

/// The layout of OPRW 12 and later. Reader and writer follow the same one.
///
/// The version in which each part came is that of the maker's own list of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// The number in the header.
    pub version: u32,
    pub app_id: bool,
    /// Five unknown bytes in the header and an unknown u32 for each entity and road link.
    pub extras: bool,
    pub random: bool,
    pub grass_approx: bool,
    pub primary_texture: bool,
    pub entities: bool,
    pub subdivision_hints: bool,
    pub shape_param: bool,
    pub road_models: bool,
    pub connection_types: bool,
    pub codec: Codec,
}

/// What is supported, for the error about a version that isn't.
pub(super) const SUPPORTED: &str = "version 2, 3, 12 to 25, 28 or 29";

impl Layout {
    /// The layout of the versions 12 to 25 and 29.
    fn of(version: u32) -> Self {
        Self {
            version,
            app_id: version >= 25,
            extras: version >= 29,
            random: version <= 20,
            grass_approx: version >= 18,
            primary_texture: version >= 22,
            entities: version >= 15,
            subdivision_hints: true,
            shape_param: version >= 14,
            road_models: version >= 16,
            connection_types: version >= 24,
            codec: if version <= 22 { Codec::Lzss } else { Codec::Lzo },
        }
    }

    /// OPRW 12 without the hints, which came with 13 by the maker's list. All known readers read them in 12 too.
    fn twelve_without_hints() -> Self {
        Self { subdivision_hints: false, ..Self::of(12) }
    }

    /// OPRW 28 like one of its neighbours: no reader of 28 is known.
    fn like(neighbour: u32) -> Self {
        Self { version: 28, ..Self::of(neighbour) }
    }

    /// The layouts that a version may have, the likelier one first.
    ///
    /// # Errors
    /// For a version that is not supported.
    pub fn candidates(cur: &Cursor, version: u32) -> Result<(Self, Option<Self>)> {
        match version {
            12 => Ok((Self::of(12), Some(Self::twelve_without_hints()))),
            13..=25 | 29 => Ok((Self::of(version), None)),
            28 => Ok((Self::like(25), Some(Self::like(29)))),
            _ => Err(Self::unsupported(cur, version)),
        }
    }

    /// The layout to write a world in; `None` for a version that is not supported.
    pub fn to_write(world: &World, version: u32) -> Option<Self> {
        match version {
            12 if world.subdivision_hints.is_none() => Some(Self::twelve_without_hints()),
            12..=25 | 29 => Some(Self::of(version)),
            28 if world.header_unknown.is_none() => Some(Self::like(25)),
            28 => Some(Self::like(29)),
            _ => None,
        }
    }

    /// Refuses a version by its number.
    fn unsupported(cur: &Cursor, version: u32) -> FormatError {
        let found = match version {
            4..=11 => format!("version {version}, of which no layout is known"),
            26 => "version 26 (VBS3), which keeps its blocks in another way".to_owned(),
            27 => "version 27, which was never in use".to_owned(),
            _ => format!("version {version}"),
        };
        cur.error(4, "version", found, SUPPORTED).with_code(UNSUPPORTED)
    }

    /// Bytes of a record in the object table.
    pub fn object_len(&self) -> usize {
        if self.shape_param { 60 } else { 56 }
    }
}
