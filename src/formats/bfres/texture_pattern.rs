//! Texture patterns (FTXP): which texture a material's sampler shows at which frame.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use super::curve::Value;
use super::timeline::{LOOPS, shown_frame};
use super::{Curve, UserData};

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

/// A sampler of a material, and what a pattern does to it.
#[derive(Debug, Clone, Copy)]
pub struct Track<'p> {
    /// The material's name.
    pub material: &'p str,
    /// The sampler's name, such as `_a0`.
    pub sampler: &'p str,
    pattern: &'p TexturePattern,
    curve: Option<&'p Curve>,
    base: u16,
}

impl TexturePattern {
    /// Whether it begins again after its last frame.
    pub fn looping(&self) -> bool {
        u32::from(self.flags) & LOOPS != 0
    }

    /// The name of the texture that a sampler of a material shows at a frame.
    ///
    /// Frames count from 0 to [`Self::last_frame`], that one included; beyond them a pattern that loops begins again and
    /// others stay at their ends. Where a curve names no texture of the pattern, the one before stays. `None` where the
    /// pattern doesn't drive the sampler, or names no texture for it at all.
    pub fn texture_at(&self, material: &str, sampler: &str, frame: f32) -> Option<&str> {
        self.tracks()
            .find(|track| track.material == material && track.sampler == sampler)
            .and_then(|track| track.texture_at(frame))
    }

    /// All samplers that it drives, in the order of the file.
    pub fn tracks(&self) -> impl Iterator<Item = Track<'_>> {
        let materials = self.materials.iter().enumerate();
        materials.flat_map(move |(index, material)| {
            (0..material.samplers.len()).filter_map(move |sampler| self.track(index, sampler))
        })
    }

    /// A sampler that it drives, by its place and that of its material.
    pub fn track(&self, material: usize, sampler: usize) -> Option<Track<'_>> {
        let material = self.materials.get(material)?;
        let sampler = material.samplers.get(sampler)?;
        Some(Track {
            material: &material.material,
            sampler: &sampler.sampler,
            pattern: self,
            curve: sampler.curve.and_then(|index| material.curves.get(usize::from(index))),
            base: sampler.base,
        })
    }

    /// The index of the texture that a value of a curve means, where there is one.
    fn index(&self, value: Value) -> Option<usize> {
        value
            .whole()
            .and_then(|index| usize::try_from(index).ok())
            .filter(|&index| index < self.textures.len())
    }
}

impl<'p> Track<'p> {
    /// As [`TexturePattern::texture_at`].
    pub fn texture_at(&self, frame: f32) -> Option<&'p str> {
        self.index_at(frame).and_then(|index| self.pattern.textures.get(index)).map(String::as_str)
    }

    /// As [`Self::texture_at`]; the index in [`TexturePattern::textures`].
    pub fn index_at(&self, frame: f32) -> Option<usize> {
        let pattern = self.pattern;
        let frame = shown_frame(pattern.last_frame, pattern.looping(), frame);
        let of_curve = self.curve.and_then(|curve| {
            let index_at = |frame| curve.value_at(frame).and_then(|value| pattern.index(value));
            index_at(frame)
                .or_else(|| frames_before(frame).find_map(index_at))
                // Farther back the nearest key speaks for all that came after it.
                .or_else(|| curve.good_key_at(frame, |value| pattern.index(value)))
        });
        of_curve.or_else(|| pattern.index(Value::Int(self.base.into())))
    }
}

/// The whole frames before one, the last first: a value that names no texture leaves what was shown before. No more are
/// asked than keep a file from making a single frame take minutes.
fn frames_before(frame: f32) -> impl Iterator<Item = f32> {
    const MOST: usize = 256;
    let last = frame.ceil() - 1.0;
    std::iter::successors((last >= 0.0).then_some(last), |&frame| (frame >= 1.0).then_some(frame - 1.0))
        .take(MOST)
}

#[cfg(test)]
mod tests;
