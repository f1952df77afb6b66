//! X-Ray (S.T.A.L.K.E.R.): `level.details`, its detail models, and the ground under it.
//!
//! Frame: left-handed, metres, Y up. Slots are squares of 2 x 2 metres.

pub use dm::{DetailModel, DetailVertex};

pub mod dm;

use super::bytes::Warnings;

/// Edge of a slot in metres.
pub const SLOT_SIZE: f32 = 2.0;

/// A decoded `level.details`.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    /// 2, 3 or 4.
    pub version: u32,
    /// Slots to the east and to the north.
    pub size: [u32; 2],
    /// Slot (0, 0) of the grid is slot `-offset` of the world, which covers [2X, 2X + 2] x [2Z, 2Z + 2] metres.
    pub offset: [i32; 2],
    /// The detail models; slots refer to them by index.
    pub models: Vec<DetailModel>,
    /// `size[0] * size[1]` slots, x fastest.
    pub slots: Vec<Slot>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

/// One square of 2 x 2 metres with up to four models.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Lower end of the slot's box, metres.
    pub y_base: f32,
    /// Height of the box, metres (v2: its top less its base).
    pub height: f32,
    /// The four parts.
    pub parts: [Part; 4],
    /// The baked light.
    pub light: SlotLight,
}

/// One of the four models of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Index of the model; `None` for an empty part.
    pub model: Option<u16>,
    /// Densities 0 to 15 at the corners (-x,-z), (+x,-z), (-x,+z), (+x,+z).
    pub density: [u8; 4],
}

/// The baked light of a slot. xrDO_Light halves it before it is stored: double it to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotLight {
    /// v3 and v4, each 0 to 15.
    Baked {
        /// Light of the sun.
        sun: u8,
        /// Light of the sky.
        hemi: u8,
        /// Static lamps: red, green, blue.
        rgb: [u8; 3],
    },
    /// v2: one grey value 0 to 15 for each corner, in the order of the file.
    Corners([u8; 4]),
}
