//! X-Ray (S.T.A.L.K.E.R.): `level.details`, its detail models, the ground under them, and what it is made of.
//!
//! Frame: left-handed, metres, Y up. Slots are squares of 2 x 2 metres.
//!
//! [`super::kind::recognise`] tells the kinds of file apart; none has a magic number.

pub use cform::{Cform, CformTriangle, decode_cform};
pub use details::{Details, decode_details};
pub use dm::{DetailModel, DetailVertex, decode_dm};
pub use encode::{EncodeError, encode_details, encode_dm};
pub use encode_cform::encode_cform;
pub use encode_game_materials::encode_game_materials;
pub use game_materials::{GameMaterial, GameMaterials, decode_game_materials};
pub use slot::{Part, Slot, SlotBounds, SlotLight};

pub mod cform;
mod chunk;
pub mod details;
pub mod dm;
pub mod encode;
pub mod encode_cform;
pub mod encode_game_materials;
pub mod game_materials;
pub mod slot;

/// Edge of a slot in metres.
pub const SLOT_SIZE: f32 = 2.0;

/// Text of the file: windows-1251, in which every byte is a character.
fn text_from(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1251.decode_without_bom_handling(bytes).0.into_owned()
}

#[cfg(test)]
mod tests;
