//! Files that belong to an input and are found by their name in its folder or above it.

use std::path::{Path, PathBuf};

use super::bfres_beside;
use crate::formats::OpenErrorKind;
use crate::formats::bytes::{self, Warning, Warnings};
use crate::formats::file::FileBytes;
use crate::formats::xray::{self, Cform, GameMaterials};

const CFORM: &str = "level.cform";
const GAME_MATERIALS: &str = "gamemtl.xr";
/// Texture of the grass.
pub const TEXTURE: &str = "build_details.dds";

/// From `gamedata/levels/NAME` to `gamedata`, which has what all levels share.
const LEVEL_TO_GAMEDATA: &str = "../..";

/// The folder in which `path` lies.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The file called `name`, in any case, in `folder`; of several the first by name.
pub fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.file_name()
                .and_then(|found| found.to_str())
                .is_some_and(|found| found.eq_ignore_ascii_case(name))
        })
        .min()
}

/// A file that was found beside an input and can't be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {message}", path.display())]
pub struct BrokenBeside {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub message: String,
}

/// The file of the collision mesh beside a level's file.
pub fn find_collision(level: &Path) -> Option<PathBuf> {
    find(folder_of(level), CFORM)
}

/// The file of the materials beside a level's file, else two folders up.
pub fn find_materials(level: &Path) -> Option<PathBuf> {
    let folder = folder_of(level);
    let gamedata = folder.join(LEVEL_TO_GAMEDATA);
    [folder, &gamedata].into_iter().find_map(|folder| find(folder, GAME_MATERIALS))
}

/// The file of the texture of the grass beside a level's file.
pub fn find_texture(level: &Path) -> Option<PathBuf> {
    find(folder_of(level), TEXTURE)
}

/// Every file that is there and found by its name when `input` is opened: who writes files must spare them.
pub fn found_beside(input: &Path) -> impl Iterator<Item = PathBuf> {
    let of_level = [find_collision(input), find_materials(input), find_texture(input)];
    let of_bfres = [bfres_beside::find_textures(input), bfres_beside::find_mips(input)];
    of_level.into_iter().chain(of_bfres).flatten()
}

/// The collision mesh beside a level's file, and its path. A broken one is a warning and as good as none.
pub fn collision(level: &Path, warnings: &mut Warnings) -> Option<(PathBuf, Cform)> {
    sound_collision(level, warnings).unwrap_or_else(|BrokenBeside { path, message }| {
        warnings.add("broken-cform", file_name(&path), 0, || {
            format!("{}: {message}; plants stand in the boxes of their slots", path.display())
        });
        None
    })
}

/// The collision mesh beside a level's file, and its path, for who can't do without.
///
/// # Errors
/// When there is one, and it is broken.
pub fn sound_collision(
    level: &Path,
    warnings: &mut Warnings,
) -> Result<Option<(PathBuf, Cform)>, BrokenBeside> {
    let Some(path) = find_collision(level) else { return Ok(None) };
    match read(&path, xray::decode_cform) {
        Ok(cform) => {
            pass_on(&path, &cform.warnings, warnings);
            Ok(Some((path, cform)))
        }
        Err(error) => Err(BrokenBeside { path, message: error.to_string() }),
    }
}

/// The materials beside a level's file, else two folders up. Broken ones are a warning and as good as none.
pub fn materials(level: &Path, warnings: &mut Warnings) -> Option<GameMaterials> {
    let path = find_materials(level)?;
    match read(&path, xray::decode_game_materials) {
        Ok(list) => {
            pass_on(&path, &list.warnings, warnings);
            Some(list)
        }
        Err(error) => {
            warnings.add("broken-game-materials", file_name(&path), 0, || {
                format!("{}: {error}; all ground is solid", path.display())
            });
            None
        }
    }
}

/// Reads and decodes a file that was found.
///
/// # Errors
/// When it can't be read, or `decode` fails.
pub fn read<T>(path: &Path, decode: fn(&[u8]) -> bytes::Result<T>) -> Result<T, OpenErrorKind> {
    Ok(FileBytes::read(path)?.read_through(decode)?)
}

/// What was odd in a file that nobody named.
pub(super) fn pass_on(path: &Path, found: &Warnings, warnings: &mut Warnings) {
    for warning in found {
        // The message with place and number, which the warnings of a scene don't show.
        let Warning { kind, offset, count, .. } = *warning;
        warnings.add_many(kind, file_name(path), offset, count, || warning.to_string());
    }
}

/// The name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
