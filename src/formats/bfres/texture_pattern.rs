//! Texture patterns (FTXP): which texture a material's sampler shows at which frame.

use super::encode::EncodeError;
use super::read::Place;
use super::write::Writer;
use super::{Curve, UserData};
use crate::formats::bytes::{Result, Warnings};

/// A texture pattern animation.
#[derive(Debug, Clone, PartialEq)]
pub struct TexturePattern {
    /// Its name.
    pub name: String,
    /// The path of its source; empty in the files that were read.
    pub path: String,
    /// All bits of the flags: bit 0 says that its curves are baked, bit 2 that it loops.
    pub flags: u16,
    /// The last frame, which the files call the number of frames: there is a frame 0 as well.
    pub last_frame: i32,
    /// Size of a buffer of the console at run time; nothing is known to need it.
    pub baked_size: u32,
    /// The name of the model that it was bound to when it was made; mostly none.
    pub bound_model: Option<String>,
    /// The textures that its values count through, by name: they may be in another file.
    pub textures: Vec<String>,
    /// What it does to each material.
    pub materials: Vec<MaterialPattern>,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// What a pattern does to a material.
#[derive(Debug, Clone, PartialEq)]
pub struct MaterialPattern {
    /// The material's name, by which it is bound.
    pub material: String,
    /// The material's index in the bound model; `None` (stored as FFFF) where it wasn't bound.
    pub bind_index: Option<u16>,
    /// What it does to each sampler.
    pub samplers: Vec<SamplerPattern>,
    /// The curves that the samplers name.
    pub curves: Vec<Curve>,
}

/// What a pattern does to a sampler.
#[derive(Debug, Clone, PartialEq)]
pub struct SamplerPattern {
    /// The sampler's name, such as `_a0`.
    pub sampler: String,
    /// The sampler's index in the material; `None` (stored as -1) binds by name.
    pub sub_bind: Option<u8>,
    /// Index of its curve in the material's; `None` (stored as -1) where it stays as `base`.
    pub curve: Option<u8>,
    /// The texture where no curve says another.
    pub base: u16,
}

pub(super) fn read(place: Place<'_, '_>, _warnings: &mut Warnings) -> Result<TexturePattern> {
    Err(place.error("texture_pattern", "a part that isn't read yet", "none"))
}

pub(super) fn write(_out: &mut Writer, _part: &TexturePattern) -> std::result::Result<(), EncodeError> {
    Err(EncodeError::Value { what: "texture_pattern", found: "one".into(), expected: "none yet" })
}
