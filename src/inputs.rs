//! What a scene is asked to be made of: files, and scene files that name more of them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::formats::{self, OpenError, Opened};
use crate::scene::bind::Bind;
use crate::scene_file::{SceneFile, SceneFileError};

/// Inputs, with what scene files among them name.
#[derive(Debug, Default)]
pub struct Inputs {
    files: Vec<PathBuf>,
    /// With the indices of the files that each names.
    scene_files: Vec<(PathBuf, Range<usize>)>,
    /// What patterns drive beside the models.
    pub binds: Vec<Bind>,
}

/// Why an input can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// One that was given.
    #[error(transparent)]
    Given(#[from] OpenError),
    /// One that a scene file names.
    #[error("{}", scene_file.display())]
    Named {
        /// The scene file.
        scene_file: PathBuf,
        /// What is wrong with the file.
        source: OpenError,
    },
}

impl Inputs {
    /// Reads the scene files among the inputs, and no other file.
    ///
    /// # Errors
    /// When a scene file can't be used.
    pub fn read(inputs: &[PathBuf]) -> Result<Self, SceneFileError> {
        let mut all = Self::default();
        for input in inputs {
            if SceneFile::is_named(input) {
                let SceneFile { inputs, bind } = SceneFile::read(input)?;
                let first = all.files.len();
                all.files.extend(inputs);
                all.binds.extend(bind);
                all.scene_files.push((input.clone(), first..all.files.len()));
            } else {
                all.files.push(input.clone());
            }
        }
        Ok(all)
    }

    /// What a scene is made of.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The scene files among them.
    pub fn scene_files(&self) -> impl Iterator<Item = &Path> {
        self.scene_files.iter().map(|(path, _)| path.as_path())
    }

    /// Every file that is read: who writes files must spare them.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path).chain(self.scene_files())
    }

    /// Without any the demo island is meant.
    pub fn is_demo(&self) -> bool {
        self.files.is_empty() && self.scene_files.is_empty()
    }

    /// Opens one of the files, for a picture.
    ///
    /// # Errors
    /// When it can't be read or decoded; a scene file that names it is told, too.
    pub fn open(&self, file: &Path) -> Result<Opened, InputError> {
        formats::open_for_drawing(file).map_err(|source| {
            let names = |range: &Range<usize>| {
                self.files.get(range.clone()).is_some_and(|files| files.iter().any(|named| named == file))
            };
            match self.scene_files.iter().find(|(_, range)| names(range)) {
                Some((scene_file, _)) => InputError::Named { scene_file: scene_file.clone(), source },
                None => InputError::Given(source),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs;

    #[test]
    fn a_file_that_a_scene_file_names_is_told_with_the_scene_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("scene.toml"), "inputs = [\"missing.wrp\"]").unwrap();
        let inputs = Inputs::read(&[path("given.wrp"), path("scene.toml")]).unwrap();
        assert_eq!(inputs.files(), [path("given.wrp"), path("missing.wrp")]);
        assert_eq!(inputs.paths().collect::<Vec<_>>().len(), 3);
        let error = |file: &str| inputs.open(&path(file)).unwrap_err();
        assert!(matches!(error("given.wrp"), InputError::Given(_)));
        let named = error("missing.wrp");
        assert!(matches!(&named, InputError::Named { scene_file, .. } if *scene_file == path("scene.toml")));
        assert!(Inputs::default().is_demo() && !inputs.is_demo());
    }
}
