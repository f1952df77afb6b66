//! The list of models of a layout that writes the path into every object.

use std::collections::HashMap;

use super::super::bytes::text;

/// Paths in the order in which they are first met, each once.
#[derive(Debug, Default)]
pub(super) struct ModelList<'a> {
    indices: HashMap<&'a [u8], u32>,
    paths: Vec<String>,
}

impl<'a> ModelList<'a> {
    /// The index of a path, which is added if it is new.
    pub fn index(&mut self, path: &'a [u8]) -> u32 {
        *self.indices.entry(path).or_insert_with(|| {
            self.paths.push(text(path));
            // Every path takes more bytes of the file than one, so that a u32 counts them all.
            (self.paths.len() - 1) as u32
        })
    }

    /// The list.
    pub fn into_paths(self) -> Vec<String> {
        self.paths
    }
}
