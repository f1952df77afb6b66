//! Things of several files by name: that of the own file comes before that of another.

use std::collections::HashMap;

use super::image::Image;
use crate::formats::bfres::{Bfres, Texture};

/// Looks things up by name; of several with one name in one file the first counts.
#[derive(Debug)]
pub(super) struct ByName<'a, T> {
    of_file: HashMap<(u32, &'a str), T>,
    first: HashMap<&'a str, T>,
}

impl<T> Default for ByName<'_, T> {
    fn default() -> Self {
        Self { of_file: HashMap::new(), first: HashMap::new() }
    }
}

impl<'a, T: Copy> ByName<'a, T> {
    /// Adds a thing of the file `file`.
    pub fn add(&mut self, file: u32, name: &'a str, thing: T) {
        self.of_file.entry((file, name)).or_insert(thing);
        self.first.entry(name).or_insert(thing);
    }

    /// The thing that `file` means by a name: its own, else the first of all.
    pub fn find(&self, file: u32, name: &str) -> Option<T> {
        self.of_file.get(&(file, name)).or_else(|| self.first.get(name)).copied()
    }
}

/// The textures of some files. Those of which only smaller levels are there aren't among them: they complete others of
/// the same names.
#[derive(Debug)]
pub struct TexturesByName<'f>(ByName<'f, (u32, &'f Texture)>);

impl<'f> TexturesByName<'f> {
    /// All textures of `files`.
    pub fn new(files: &'f [Bfres]) -> Self {
        let mut by_name = ByName::default();
        for (file, bfres) in (0..).zip(files).filter(|(_, bfres)| !bfres.is_rest_of_textures()) {
            for texture in &bfres.textures {
                by_name.add(file, &texture.name, (file, texture));
            }
        }
        Self(by_name)
    }

    /// The texture that `file` means by a name, and the file that has it.
    pub fn find(&self, file: u32, name: &str) -> Option<(u32, &'f Texture)> {
        self.0.find(file, name)
    }

    /// The first level of that texture; `None` where there is none or it can't be decoded.
    pub fn image(&self, file: u32, name: &str) -> Option<Image> {
        let (_, texture) = self.find(file, name)?;
        Some(Image { size: texture.level_size(0), rgba: texture.rgba(0, 0).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::bfres::Version;

    #[test]
    fn a_thing_of_the_own_file_comes_before_one_of_another() {
        let mut names = ByName::default();
        for (file, name, thing) in [(0, "a", 0), (1, "a", 1), (1, "b", 2), (1, "b", 3)] {
            names.add(file, name, thing);
        }
        assert_eq!(names.find(1, "a"), Some(1));
        assert_eq!(names.find(0, "b"), Some(2), "only another file has it");
        assert_eq!(names.find(0, "c"), None);
    }

    #[test]
    fn a_texture_without_its_largest_level_is_not_taken_though_it_comes_first() {
        let file = |name: &str, texture: Texture| Bfres {
            name: name.into(),
            textures: vec![texture],
            ..Bfres::empty(Version::V3_4)
        };
        let whole = Texture::from_rgba8("skin", [8, 8], &[[9, 8, 7, 255].repeat(64)], true);
        let rest = Texture { data: Vec::new(), ..whole.clone() };
        let files = [file("X.Tex2", rest), file("X.Tex1", whole)];
        let image = TexturesByName::new(&files).image(0, "skin");
        assert_eq!(image.map(|image| image.rgba[..4].to_vec()), Some(vec![9, 8, 7, 255]));
    }
}
