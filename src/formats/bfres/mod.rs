//! Wii U models, textures and animations (BFRES): big-endian, with offsets relative to the place where they stand.
//!
//! Frame of the models: right-handed, Y up; the scene mirrors Z and turns the winding.

mod decode;
mod dict;
mod encode;
mod exported;
mod levels;
mod read;
mod small_float;
mod timeline;
mod write;

pub mod curve;
pub mod model;
pub mod param_animation;
pub mod texture;
pub mod texture_matrix;
pub mod texture_pattern;
pub mod user_data;

pub use curve::Curve;
pub use decode::{MAGIC, decode};
pub use encode::{EncodeError, encode};
pub use exported::{EXPORTED, PATTERN, decode_part, encode_part};
pub use model::Model;
pub use param_animation::ParamAnimation;
pub use texture::{Block, Texture};
pub use texture_matrix::{TextureMatrix, TextureMode};
pub use texture_pattern::TexturePattern;
pub use user_data::{UserData, UserValues};

use super::bytes::Warnings;

/// The version of a file: 3.4.0.4 in Mario Kart 8, 4.5.0.3 in Breath of the Wild (read in real files).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub [u8; 4]);

impl Version {
    /// From here on the header counts the entries of each group.
    pub const V2_4: Self = Self([2, 4, 0, 0]);
    /// From here on models have a pointer more, and shader parameters longer records.
    pub const V3_3: Self = Self([3, 3, 0, 0]);
    /// From here on texture patterns have their longer fields and curves a delta.
    pub const V3_4: Self = Self([3, 4, 0, 0]);
    /// From here on shapes have a radius for each of their meshes.
    pub const V4_5: Self = Self([4, 5, 0, 0]);
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [major, minor, micro, build] = self.0;
        write!(f, "{major}.{minor}.{micro}.{build}")
    }
}

/// Everything of a file that Sward reads. A part of one that was exported on its own is a file with that part alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Bfres {
    /// The version, which decides about the layout of several parts.
    pub version: Version,
    /// The name that the file gives itself, often empty.
    pub name: String,
    /// In the order of the file, as all that follows.
    pub models: Vec<Model>,
    /// Textures, as the GPU of the console wants them.
    pub textures: Vec<Texture>,
    /// Which texture a material shows at which frame (FTXP).
    pub texture_patterns: Vec<TexturePattern>,
    /// How the parameters of materials change (FSHU): colours, and how textures lie.
    pub param_animations: Vec<ParamAnimation>,
    /// Entries of groups that are not read, by group.
    pub unread: [u16; GROUPS],
    /// What was odd.
    pub warnings: Warnings,
}

/// Groups of a file.
pub const GROUPS: usize = 12;

/// What a group holds, by its index.
pub const GROUP_NAMES: [&str; GROUPS] = [
    "models",
    "textures",
    "skeleton animations",
    "shader parameter animations",
    "colour animations",
    "texture matrix animations",
    "texture patterns",
    "bone visibility animations",
    "material visibility animations",
    "shape animations",
    "scenes",
    "embedded files",
];

impl Bfres {
    /// A file without anything in it.
    pub fn empty(version: Version) -> Self {
        Self {
            version,
            name: String::new(),
            models: Vec::new(),
            textures: Vec::new(),
            texture_patterns: Vec::new(),
            param_animations: Vec::new(),
            unread: [0; GROUPS],
            warnings: Warnings::default(),
        }
    }
}
