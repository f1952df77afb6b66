//! The textures of models: found by name in the own file and then in the others, and made ready for a GPU.

use super::super::by_name::TexturesByName;
use super::{ModelTexture, TexelFormat};
use crate::formats::bfres::texture::{AS_STORED, Block};
use crate::formats::bfres::{Bfres, Texture};
use crate::formats::bytes::{self, Warnings};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Textures that something may show, in the order in which they were asked for.
pub(super) struct Wanted<'f> {
    named: TexturesByName<'f>,
    /// Where a texture is in `order`.
    places: HashMap<(u32, String), u32>,
    order: Vec<Found<'f>>,
    /// Names that no file has.
    missing: HashSet<String>,
    /// The one of them that was asked for first.
    first_missing: Option<String>,
}

/// A texture that was asked for.
struct Found<'f> {
    file: u32,
    name: String,
    /// `None` where no file has it.
    texture: Option<&'f Texture>,
}

impl<'f> Wanted<'f> {
    pub fn new(files: &'f [Bfres]) -> Self {
        Self {
            named: TexturesByName::new(files),
            places: HashMap::new(),
            order: Vec::new(),
            missing: HashSet::new(),
            first_missing: None,
        }
    }

    /// The index of a texture that `file` names; one that is nowhere is gray.
    pub fn texture(&mut self, file: u32, name: &str) -> u32 {
        self.texture_if_there(file, name).unwrap_or_else(|| self.add(file, name, None))
    }

    /// The index of a texture that `file` names; `None` for one that is nowhere.
    pub fn texture_if_there(&mut self, file: u32, name: &str) -> Option<u32> {
        let Some((of, texture)) = self.named.find(file, name) else {
            self.missing.insert(name.to_owned());
            self.first_missing.get_or_insert_with(|| name.to_owned());
            return None;
        };
        Some(self.add(of, name, Some(texture)))
    }

    fn add(&mut self, file: u32, name: &str, texture: Option<&'f Texture>) -> u32 {
        *self.places.entry((file, name.to_owned())).or_insert_with(|| {
            self.order.push(Found { file, name: name.to_owned(), texture });
            self.order.len() as u32 - 1 // Each name was read from bytes.
        })
    }

    /// All that were asked for, by their index.
    pub fn textures(mut self, warnings: &mut Warnings) -> Vec<ModelTexture> {
        let missing = self.missing.len() as u64;
        if let Some(name) = &self.first_missing {
            warnings.add_many("missing-model-texture", "textures", 0, missing, || {
                format!("{name:?} is in none of the files; a surface that needs it is gray")
            });
        }
        let left_out = self.leave_out_beyond(MOST_BYTES);
        if left_out > 0 {
            warnings.add_many("left-out-texture", "textures", 0, left_out, || {
                format!("textures are drawn gray: those before them take {MOST_BYTES} bytes when decoded")
            });
        }
        let made: Vec<_> = self.order.par_iter().map(Found::made).collect();
        let mut textures = Vec::with_capacity(made.len());
        for (texture, broken) in made {
            if let Some(message) = broken {
                warnings.add("unread-model-texture", "textures", 0, || {
                    format!("{:?}: {message}; it is drawn gray", texture.name)
                });
            }
            textures.push(texture);
        }
        textures
    }
}

/// Bytes that all textures of a scene may take when decoded: twice what a course with a hundred textures of 1024 x 1024
/// needs.
const MOST_BYTES: u64 = 1 << 30;

impl Wanted<'_> {
    /// Leaves out textures, in order, that have no room in `room` bytes, and tells how many.
    fn leave_out_beyond(&mut self, mut room: u64) -> u64 {
        let mut left_out = 0;
        for found in &mut self.order {
            let Some(texture) = found.texture else { continue };
            match room.checked_sub(decoded_bytes(texture)) {
                Some(rest) => room = rest,
                None => {
                    found.texture = None;
                    left_out += 1;
                }
            }
        }
        left_out
    }
}

/// Four bytes a texel of all levels.
fn decoded_bytes(texture: &Texture) -> u64 {
    let sizes = (0..texture.level_count()).map(|level| texture.level_size(level).map(u64::from));
    sizes.map(|[width, height]| 4 * width * height).sum()
}

impl Found<'_> {
    /// The texture, and why it is gray.
    fn made(&self) -> (ModelTexture, Option<String>) {
        let gray = || ModelTexture {
            file: self.file,
            name: self.name.clone(),
            size: [1, 1],
            format: TexelFormat::Rgba8,
            srgb: true,
            red_alone: false,
            channels: AS_STORED,
            levels: vec![vec![128, 128, 128, 255]],
        };
        match self.texture.map(|texture| of_file(self.file, texture)) {
            None => (gray(), None),
            Some(Ok(texture)) => (texture, None),
            Some(Err(error)) => (gray(), Some(error.to_string())),
        }
    }
}

/// The first slice of a texture. Blocks stay, if a GPU takes them with the same meaning: signed ones don't.
fn of_file(file: u32, texture: &Texture) -> bytes::Result<ModelTexture> {
    let format = match texture.block() {
        Some(Block::Bc1) => TexelFormat::Bc1,
        Some(Block::Bc2) => TexelFormat::Bc2,
        Some(Block::Bc3) => TexelFormat::Bc3,
        Some(Block::Bc4 { snorm: false }) => TexelFormat::Bc4,
        Some(Block::Bc5 { snorm: false }) => TexelFormat::Bc5,
        _ => TexelFormat::Rgba8,
    };
    let level = |level| match format {
        TexelFormat::Rgba8 => texture.rgba(level, 0),
        _ => texture.untiled(level, 0),
    };
    let levels = (0..texture.level_count().max(1)).map(level).collect::<bytes::Result<_>>()?;
    Ok(ModelTexture {
        file,
        name: texture.name.clone(),
        size: texture.level_size(0),
        format,
        srgb: texture.is_srgb(),
        red_alone: matches!(texture.channels, [0, 4, 4, _]),
        // Decoding has put the channels where they belong.
        channels: if format == TexelFormat::Rgba8 { AS_STORED } else { texture.channels },
        levels,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::bfres::Version;

    #[test]
    fn textures_that_have_no_room_are_gray_and_counted_but_smaller_ones_behind_are_not() {
        let texture = |name, edge: u32| {
            Texture::from_rgba8(name, [edge; 2], &[[9; 4].repeat((edge * edge) as usize)], true)
        };
        let textures = vec![texture("a", 16), texture("b", 16), texture("c", 8)];
        let files = [Bfres { textures, ..Bfres::empty(Version::V3_4) }];
        let mut wanted = Wanted::new(&files);
        for name in ["a", "b", "c"] {
            wanted.texture(0, name);
        }
        assert_eq!(wanted.leave_out_beyond(4 * 16 * 16 + 4 * 8 * 8), 1);
        let sizes: Vec<_> =
            wanted.textures(&mut Warnings::default()).iter().map(|texture| texture.size).collect();
        assert_eq!(sizes, [[16; 2], [1; 2], [8; 2]]);
    }

    #[test]
    fn a_course_with_a_hundred_large_textures_has_room() {
        let levels: u64 = (0..11).map(|level| 4 * (1024u64 >> level).pow(2)).sum();
        assert!(100 * levels < MOST_BYTES);
    }

    #[test]
    fn whether_a_texture_has_red_alone_is_what_its_file_says_and_not_what_is_decoded() {
        let red_alone = |channels| {
            // Plain texels are decoded whatever their channels.
            let texture = Texture::from_rgba8("light", [8, 8], &[[200, 90, 50, 255].repeat(64)], false);
            let made = of_file(0, &Texture { channels, ..texture }).unwrap();
            (made.channels, made.red_alone)
        };
        assert_eq!(red_alone([0, 4, 4, 4]), (AS_STORED, true));
        assert_eq!(red_alone([0, 4, 4, 5]), (AS_STORED, true));
        assert_eq!(red_alone([0, 1, 2, 3]), (AS_STORED, false));
        assert_eq!(red_alone([0, 0, 0, 5]), (AS_STORED, false));
    }
}
