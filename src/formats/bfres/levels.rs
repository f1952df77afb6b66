//! Textures whose levels are spread over two files, as in Breath of the Wild: `X.Tex1` has level 0 of the textures of `X`,
//! `X.Tex2` their smaller levels.
//!
//! The textures of both have the same names. What the one file says about where the other's bytes are is not to be
//! believed: in a `.Tex1` it is not null, and points at the next texture or behind the end (read in real files).

use super::{Bfres, Texture};
use std::collections::HashMap;

/// In the name that a file of level 0 gives itself.
const BASE: &str = ".Tex1";
/// In the name of a file of the smaller levels.
const SMALLER: &str = ".Tex2";

/// Which levels of its textures a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelsHere {
    All,
    Largest,
    Smaller,
}

impl Bfres {
    /// Whether it has level 0 alone of its textures.
    pub fn is_base_of_textures(&self) -> bool {
        self.name.contains(BASE)
    }

    /// Whether it has the smaller levels alone of its textures.
    pub fn is_rest_of_textures(&self) -> bool {
        self.name.contains(SMALLER)
    }

    /// Which levels of its textures it has.
    pub(super) fn levels_here(&self) -> LevelsHere {
        match (self.is_base_of_textures(), self.is_rest_of_textures()) {
            (true, _) => LevelsHere::Largest,
            (_, true) => LevelsHere::Smaller,
            _ => LevelsHere::All,
        }
    }

    /// Takes the smaller levels of its textures from `rest`, by name. Textures that have theirs keep them.
    pub fn take_mips(&mut self, rest: &Self) {
        let mut others = HashMap::with_capacity(rest.textures.len());
        for other in &rest.textures {
            others.entry(known_by(other)).or_insert(other);
        }
        for texture in self.textures.iter_mut().filter(|texture| texture.mips.is_empty()) {
            if let Some(other) = others.get(&known_by(texture)).copied() {
                texture.mips.clone_from(&other.mips);
                texture.mip_offsets = other.mip_offsets;
            }
        }
    }
}

/// Of what is called the same and isn't, the levels would be noise.
fn known_by(texture: &Texture) -> (&str, [u32; 3]) {
    (&texture.name, [texture.width, texture.height, texture.format])
}
