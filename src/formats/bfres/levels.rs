//! Textures whose levels are spread over two files, as in Breath of the Wild: `X.Tex1` has level 0 of the textures of `X`,
//! `X.Tex2` their smaller levels.
//!
//! The textures of both have the same names. What the one file says about where the other's bytes are is not to be
//! believed: in a `.Tex1` it is not null, and points at the next texture or behind the end (read in real files).

use super::Bfres;

/// In the name that a file of level 0 gives itself.
const BASE: &str = ".Tex1";
/// In the name of a file of the smaller levels.
const SMALLER: &str = ".Tex2";

/// The kinds of warnings about bytes that aren't there.
const MISSING_MIPS: &str = "missing-mips";
const MISSING_PIXELS: &str = "missing-pixels";

impl Bfres {
    /// Whether it has level 0 alone of its textures.
    pub fn is_base_of_textures(&self) -> bool {
        self.name.contains(BASE)
    }

    /// Whether it has the smaller levels alone of its textures.
    pub fn is_rest_of_textures(&self) -> bool {
        self.name.contains(SMALLER)
    }

    /// Drops the bytes that the other file of the two has.
    pub(super) fn drop_what_is_elsewhere(&mut self) {
        if self.is_base_of_textures() {
            self.textures.iter_mut().for_each(|texture| texture.mips.clear());
            self.warnings.forget(MISSING_MIPS);
        } else if self.is_rest_of_textures() {
            self.textures.iter_mut().for_each(|texture| texture.data.clear());
            self.warnings.forget(MISSING_PIXELS);
        }
    }

    /// Takes the smaller levels of its textures from `rest`, by name. Textures that have theirs keep them.
    pub fn take_mips(&mut self, rest: &Self) {
        for texture in self.textures.iter_mut().filter(|texture| texture.mips.is_empty()) {
            // Of what is called the same and isn't, the levels would be noise.
            let same = rest.textures.iter().find(|other| {
                other.name == texture.name
                    && (other.width, other.height, other.format)
                        == (texture.width, texture.height, texture.format)
            });
            if let Some(other) = same {
                texture.mips.clone_from(&other.mips);
                texture.mip_offsets = other.mip_offsets;
            }
        }
    }
}
