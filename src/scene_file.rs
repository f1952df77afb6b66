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

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::formats::file::{FileBytes, ReadError};
use crate::scene::bind::Bind;

/// The text of a scene file; paths are relative to its folder.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// What the scene is made of.
    #[serde(default, deserialize_with = "list_of_paths")]
    pub inputs: Vec<PathBuf>,
    /// What patterns drive beside the materials of the models.
    #[serde(default)]
    pub bind: Vec<Bind>,
}

/// Why a scene file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SceneFileError {
    /// It can't be read.
    #[error("{}: {reason}", path.display())]
    Read {
        /// The scene file.
        path: PathBuf,
        /// What the system says; its words are in the message already.
        reason: ReadError,
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

/// Why a scene can't be written as a scene file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SceneTextError {
    /// A path that no text can hold.
    #[error("found the input {path:?}, expected a path in UTF-8: rename it")]
    Path {
        /// The path.
        path: PathBuf,
    },
    /// TOML can't hold it.
    #[error("{0}")]
    Text(String),
}

/// Inputs; who gave a single path is told how to write a list.
fn list_of_paths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    struct Paths;
    impl<'de> Visitor<'de> for Paths {
        type Value = Vec<PathBuf>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of files, as in inputs = [\"a.wrp\", \"b.bfres\"]")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut paths = Vec::new();
            while let Some(path) = list.next_element()? {
                paths.push(path);
            }
            Ok(paths)
        }
    }
    deserializer.deserialize_seq(Paths)
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

impl SceneFile {
    /// The text of the file.
    ///
    /// # Errors
    /// When a path is no UTF-8, which TOML can't hold.
    pub fn to_text(&self) -> Result<String, SceneTextError> {
        if let Some(path) = self.inputs.iter().find(|path| path.to_str().is_none()) {
            return Err(SceneTextError::Path { path: path.clone() });
        }
        toml::to_string(self).map_err(|error| SceneTextError::Text(error.to_string()))
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
            FileBytes::read(path).map_err(|reason| SceneFileError::Read { path: path.to_owned(), reason })?;
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
        for bind in &mut scene.bind {
            bind.from = Some(path.to_owned());
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
            from: None,
        };
        let found: Vec<_> = scene.bind.into_iter().map(|bind| (bind.from.is_some(), bind)).collect();
        assert_eq!(found.len(), 1);
        assert!(found[0].0, "an error can tell the file");
        assert_eq!(Bind { from: None, ..found[0].1.clone() }, bind);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_no_text_can_hold_is_an_error_and_not_an_empty_text() {
        use std::os::unix::ffi::OsStrExt;
        let path = PathBuf::from(std::ffi::OsStr::from_bytes(b"caf\xe9.wrp"));
        let scene = SceneFile { inputs: vec![path.clone()], bind: Vec::new() };
        assert_eq!(scene.to_text(), Err(SceneTextError::Path { path }));
        let scene = SceneFile { inputs: vec!["a.wrp".into()], bind: Vec::new() };
        assert!(scene.to_text().unwrap().contains("a.wrp"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = read("inputs = []\n\nimputs = []\n").unwrap_err();
        assert!(error.starts_with("scene.toml: scene file, line 3: unknown field `imputs`"), "{error}");
        let error = read("inputs = \"a.wrp\"").unwrap_err();
        assert!(error.contains("line 1") && error.contains("inputs = [\"a.wrp\", "), "{error}");
        assert_eq!(read("").unwrap_err(), "scene.toml: is empty");
        let error = read("inputs = [\"other.toml\"]").unwrap_err();
        assert!(error.contains("other.toml is a scene file"), "{error}");
        assert!(read("inputs = [").unwrap_err().contains("line 1"));
        let target = "[[bind]]\npattern = \"p\"\nmaterial = \"m\"\nsampler = \"s\"\ntarget = \"gras:x\"\n";
        assert!(read(target).unwrap_err().contains("grass:MODEL"), "{}", read(target).unwrap_err());
    }
}
