//! The textures of models: found by name in the own file and then in the others, and made ready for a GPU.

use super::{ModelTexture, TexelFormat};
use crate::formats::bfres::texture::Block;
use crate::formats::bfres::{Bfres, Texture};
use crate::formats::bytes::{self, Warnings};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Textures that something may show, in the order in which they were asked for.
pub(super) struct Wanted<'f> {
    files: &'f [Bfres],
    /// Files and places of the textures of a name, in order.
    named: HashMap<&'f str, Vec<(u32, usize)>>,
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
        let mut named: HashMap<_, Vec<_>> = HashMap::new();
        // Where only smaller levels are, those of the same names are what completes others.
        for (file, bfres) in (0..).zip(files).filter(|(_, bfres)| !bfres.is_rest_of_textures()) {
            for (index, texture) in bfres.textures.iter().enumerate() {
                named.entry(texture.name.as_str()).or_default().push((file, index));
            }
        }
        Self {
            files,
            named,
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
        let places = self.named.get(name).map(Vec::as_slice).unwrap_or_default();
        let own = places.iter().find(|(of, _)| *of == file).or_else(|| places.first());
        let Some(&(of, index)) = own else {
            self.missing.insert(name.to_owned());
            self.first_missing.get_or_insert_with(|| name.to_owned());
            return None;
        };
        let texture = self.files.get(of as usize)?.textures.get(index)?;
        Some(self.add(of, name, Some(texture)))
    }

    fn add(&mut self, file: u32, name: &str, texture: Option<&'f Texture>) -> u32 {
        *self.places.entry((file, name.to_owned())).or_insert_with(|| {
            self.order.push(Found { file, name: name.to_owned(), texture });
            self.order.len() as u32 - 1 // Each name was read from bytes.
        })
    }

    /// All that were asked for, by their index.
    pub fn textures(self, warnings: &mut Warnings) -> Vec<ModelTexture> {
        let missing = self.missing.len() as u64;
        if let Some(name) = &self.first_missing {
            warnings.add_many("missing-model-texture", "textures", 0, missing, || {
                format!("{name:?} is in none of the files; a surface that needs it is gray")
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

impl Found<'_> {
    /// The texture, and why it is gray.
    fn made(&self) -> (ModelTexture, Option<String>) {
        let gray = || ModelTexture {
            file: self.file,
            name: self.name.clone(),
            size: [1, 1],
            format: TexelFormat::Rgba8,
            srgb: true,
            channels: STRAIGHT,
            levels: vec![vec![128, 128, 128, 255]],
        };
        match self.texture.map(|texture| of_file(self.file, texture)) {
            None => (gray(), None),
            Some(Ok(texture)) => (texture, None),
            Some(Err(error)) => (gray(), Some(error.to_string())),
        }
    }
}

/// Channels as they are.
const STRAIGHT: [u8; 4] = [0, 1, 2, 3];

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
        // Decoding has put the channels where they belong.
        channels: if format == TexelFormat::Rgba8 { STRAIGHT } else { texture.channels },
        levels,
    })
}
