//! Animations of shader parameters (FSHU): colours, and how textures lie.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use super::timeline::{LOOPS, shown_frame};
use super::{Curve, UserData};

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
    /// Each drives four bytes of the parameter's value, those from [`Curve::target`] on. In files, curves of floats come
    /// first.
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

impl ParamAnimation {
    /// Whether it begins again after its last frame.
    pub fn looping(&self) -> bool {
        self.flags & LOOPS != 0
    }

    /// The frame that it shows at a frame of the time that passes, which wraps or stays at its ends.
    pub fn shown_frame(&self, frame: f32) -> f32 {
        shown_frame(self.last_frame, self.looping(), frame)
    }

    /// Writes what a parameter of a material is at a frame over `value`, the material's own bytes of it. Frames wrap as
    /// in [`TexturePattern::texture_at`](super::TexturePattern::texture_at). False where nothing drives the parameter.
    pub fn apply(&self, material: &str, param: &str, value: &mut [u8], frame: f32) -> bool {
        let frame = self.shown_frame(frame);
        let of_material = self.materials.iter().filter(|animated| animated.material == material);
        match of_material.flat_map(|animated| &animated.params).find(|animated| animated.name == param) {
            Some(animated) => {
                animated.apply(value, frame);
                true
            }
            None => false,
        }
    }
}

impl AnimatedParam {
    /// Writes constants and curves over the parameter's value, big-endian. What would lie beyond it is left out.
    pub fn apply(&self, value: &mut [u8], frame: f32) {
        let constants = self.constants.iter().map(|constant| (constant.target, Some(constant.bits)));
        let curves =
            self.curves.iter().map(|curve| (curve.target, curve.value_at(frame).map(|value| value.bits())));
        for (target, bits) in constants.chain(curves) {
            let place =
                usize::try_from(target).ok().and_then(|at| value.get_mut(at..)?.first_chunk_mut::<4>());
            if let (Some(place), Some(bits)) = (place, bits) {
                *place = bits.to_be_bytes();
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
