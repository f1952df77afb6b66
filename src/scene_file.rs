//! Scene files: a TOML text that names the inputs of a scene, and what its patterns drive beside the models.
//!
//! ```toml
//! inputs = ["island.wrp", "level.details", "island.bfres"]
//!
//! [[bind]]
//! pattern = "poppy_bloom"
//! material = "poppy"
//! sampler = "_a0"
//! target = "grass:poppy"
//! ```

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::formats::file::{FileBytes, ReadError};
use crate::scene::bind::Bind;

/// The text of a scene file; paths are relative to its folder.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// What the scene is made of.
    #[serde(default)]
    pub inputs: Vec<PathBuf>,
    /// What patterns drive beside the materials of the models.
    #[serde(default)]
    pub bind: Vec<Bind>,
}

/// Why a scene file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SceneFileError {
    /// It can't be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The scene file.
        path: PathBuf,
        /// What the system says; its words are in the message already.
        source: ReadError,
    },
    /// It is no text, or none that a scene file has.
    #[error("{}: scene file{}: {message}", path.display(), at(*line))]
    Text {
        /// The scene file.
        path: PathBuf,
        /// Where, from 1 on.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

impl SceneFile {
    /// The text of the file.
    pub fn to_text(&self) -> String {
        // Paths and names alone: nothing that TOML can't hold.
        toml::to_string(self).unwrap_or_default()
    }

    /// Whether a path is that of a scene file: people write them, so their name tells.
    pub fn is_named(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
    }

    /// Reads a scene file; its inputs become paths from here.
    ///
    /// # Errors
    /// When it can't be read, is no TOML, has a key that isn't known or names another scene file.
    pub fn read(path: &Path) -> Result<Self, SceneFileError> {
        let file =
            FileBytes::read(path).map_err(|source| SceneFileError::Read { path: path.to_owned(), source })?;
        let wrong = |line, message: String| SceneFileError::Text { path: path.to_owned(), line, message };
        let text = std::str::from_utf8(file.bytes()).map_err(|error| {
            wrong(None, format!("found bytes that are no UTF-8 at byte {:#x}", error.valid_up_to()))
        })?;
        let mut scene: Self = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
            wrong(line, error.message().replace('\n', " "))
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for input in &mut scene.inputs {
            if Self::is_named(input) {
                return Err(wrong(
                    None,
                    format!("{} is a scene file, expected the files of a scene", input.display()),
                ));
            }
            *input = folder.join(&*input);
        }
        Ok(scene)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene::bind::Target;
    use std::fs;

    fn read(text: &str) -> Result<SceneFile, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.toml");
        fs::write(&path, text).unwrap();
        SceneFile::read(&path)
            .map_err(|error| error.to_string().replace(&path.display().to_string(), "scene.toml"))
            .map(|mut scene| {
                for input in &mut scene.inputs {
                    *input = input.strip_prefix(folder.path()).unwrap().to_owned();
                }
                scene
            })
    }

    #[test]
    fn inputs_are_found_from_the_folder_of_the_file_and_binds_are_read() {
        let text = "inputs = [\"a.wrp\", \"sub/b.bfres\"]\n[[bind]]\npattern = \"p\"\nmaterial = \"m\"\nsampler = \"_a0\"\ntarget = \"grass:poppy\"\n";
        let scene = read(text).unwrap();
        assert_eq!(scene.inputs, [Path::new("a.wrp"), Path::new("sub/b.bfres")]);
        let bind = Bind {
            pattern: "p".into(),
            material: "m".into(),
            sampler: "_a0".into(),
            target: Target::Grass("poppy".into()),
        };
        assert_eq!(scene.bind, [bind]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = read("inputs = []\n\nimputs = []\n").unwrap_err();
        assert!(error.starts_with("scene.toml: scene file, line 3: unknown field `imputs`"), "{error}");
        let error = read("inputs = [\"other.toml\"]").unwrap_err();
        assert!(error.contains("other.toml is a scene file"), "{error}");
        assert!(read("inputs = [").unwrap_err().contains("line 1"));
        let target = "[[bind]]\npattern = \"p\"\nmaterial = \"m\"\nsampler = \"s\"\ntarget = \"gras:x\"\n";
        assert!(read(target).unwrap_err().contains("grass:MODEL"), "{}", read(target).unwrap_err());
    }
}
