//! Animations of shader parameters (FSHU): colours, and how textures lie.

use super::encode::EncodeError;
use super::read::Place;
use super::write::Writer;
use super::{Curve, UserData};
use crate::formats::bytes::{Result, Warnings};

/// Which group of the file an animation stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParamGroup {
    /// Group 3: any parameter.
    Any,
    /// Group 4: colours.
    Color,
    /// Group 5: scale, rotation and translation of textures.
    TextureMatrix,
}

/// An animation of parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct ParamAnimation {
    /// The group it is in.
    pub group: ParamGroup,
    /// Its name.
    pub name: String,
    /// The path of its source.
    pub path: String,
    /// All bits: bit 0 says that its curves are baked, bit 2 that it loops.
    pub flags: u32,
    /// The last frame.
    pub last_frame: i32,
    /// Size of a buffer of the console at run time.
    pub baked_size: u32,
    /// The name of the model that it was bound to when it was made; mostly none.
    pub bound_model: Option<String>,
    /// What it does to each material.
    pub materials: Vec<MaterialParams>,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// What an animation does to a material.
#[derive(Debug, Clone, PartialEq)]
pub struct MaterialParams {
    /// The material's name.
    pub material: String,
    /// The material's index in the bound model; `None` (stored as FFFF) where it wasn't bound.
    pub bind_index: Option<u16>,
    /// What it does to each parameter.
    pub params: Vec<AnimatedParam>,
}

/// What an animation does to a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimatedParam {
    /// The parameter's name in the material.
    pub name: String,
    /// The parameter's index in the material.
    pub sub_bind: u16,
    /// Each drives four bytes of the parameter's value, those from [`Curve::target`] on.
    pub curves: Vec<Curve>,
    /// Values that don't change.
    pub constants: Vec<Constant>,
}

/// Four bytes of a parameter's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant {
    /// Where in the value they stand.
    pub target: u32,
    /// An f32 or an s32.
    pub bits: u32,
}

pub(super) fn read(
    place: Place<'_, '_>,
    _group: ParamGroup,
    _warnings: &mut Warnings,
) -> Result<ParamAnimation> {
    Err(place.error("param_animation", "a part that isn't read yet", "none"))
}

pub(super) fn write(_out: &mut Writer, _part: &ParamAnimation) -> std::result::Result<(), EncodeError> {
    Err(EncodeError::Value { what: "param_animation", found: "one".into(), expected: "none yet" })
}
