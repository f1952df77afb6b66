//! F12: the picture of the window as a file, taken as `sward shot` takes it.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command;
use super::loading::World;
use crate::gpu::GpuError;
use crate::picture::{self, Key};
use crate::render::{self, View};

/// A picture that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its file.
    pub path: PathBuf,
    /// The command line that takes the same picture.
    pub command: String,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It can't be drawn.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// It is no PNG.
    #[error(transparent)]
    Encode(#[from] png::EncodingError),
    /// No folder takes it.
    #[error("a picture can be written neither here nor in the folder of pictures: {0}")]
    Write(io::Error),
}

/// Draws what `view` sees of the scene and writes it into the current folder, or into that of the user's pictures where
/// this one can't be written. `frame` is that of a scene which moves.
///
/// The scene is brought to the device once more: as in a screenshot, with all samples and in the light of the sun as it
/// stands now. `None` while another thread looks at the scene.
///
/// # Errors
/// When the device or no folder has room for it.
pub fn take(world: &mut World, view: &View, frame: Option<f32>) -> Result<Option<Written>, PictureError> {
    let World { request, scene, kit, .. } = world;
    let Some(scene) = Arc::get_mut(scene) else { return Ok(None) };
    let key = Key::of(scene, view);
    let mut picture = kit.gpu.apart(|| {
        let renderer = kit.picture_renderer()?;
        let mut data = renderer.upload(&kit.gpu, scene, view.sun, false)?;
        data.show(&kit.gpu, &scene.timeline.at(frame.unwrap_or_default()));
        render::shot(&kit.gpu, renderer, &data, view)
    })?;
    if let Some(key) = &key {
        key.paint(&mut picture);
    }
    let notes = picture::notes(&request.inputs, view, key.as_ref(), frame);
    let png = picture::encode(picture.size, picture.rgba, false, &notes)?;
    let folders = [Some(PathBuf::from(".")), dirs::picture_dir(), dirs::home_dir()];
    let path =
        write_first(folders.into_iter().flatten(), &plain(&scene.name), &png).map_err(PictureError::Write)?;
    let name = path.file_name().map(Path::new).unwrap_or(&path);
    let command = command::shot(request, view, frame, name);
    Ok(Some(Written { path, command }))
}

/// Writes into the first of the folders that takes it.
fn write_first(folders: impl Iterator<Item = PathBuf>, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut first_error = None;
    for folder in folders {
        match write_new(&folder, name, bytes) {
            Ok(path) => return Ok(path.canonicalize().unwrap_or(path)),
            Err(error) => _ = first_error.get_or_insert(error),
        }
    }
    Err(first_error.unwrap_or_else(|| io::Error::other("there is no folder")))
}

/// Writes a file with the first number that is free, and never over another one.
fn write_new(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let path = folder.join(format!("{name}-{number}.png"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                return match file.write_all(bytes) {
                    Ok(()) => Ok(path),
                    Err(error) => {
                        let _ = fs::remove_file(&path); // The first error is the one to tell.
                        Err(error)
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100_000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The name of a scene as that of a file: without its ending and what some systems don't take.
fn plain(name: &str) -> String {
    let stem =
        Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let letters = stem
        .chars()
        .map(|letter| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '-' });
    let name: String = letters.take(60).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "sward".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn pictures_count_up_and_never_replace_a_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("utes-2.png"), "mine").unwrap();
        for expected in ["utes-1.png", "utes-3.png"] {
            assert_eq!(write_new(folder.path(), "utes", b"png").unwrap(), folder.path().join(expected));
        }
        assert_eq!(fs::read(folder.path().join("utes-2.png")).unwrap(), b"mine");
    }

    #[test]
    fn where_one_folder_takes_nothing_the_next_one_does() {
        let folder = tempfile::tempdir().unwrap();
        let folders = ["missing", "."].map(|name| folder.path().join(name));
        let path = write_first(folders.into_iter(), "a", b"png").unwrap();
        assert_eq!(path, folder.path().canonicalize().unwrap().join("a-1.png"));
        let missing = [folder.path().join("missing")];
        assert_eq!(write_first(missing.into_iter(), "a", b"").unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn scenes_give_names_that_every_system_takes() {
        for (name, expected) in
            [("utes.wrp", "utes"), ("my island/öl 3", "öl-3"), ("...", "sward"), ("", "sward")]
        {
            assert_eq!(plain(name), expected);
        }
    }
}
