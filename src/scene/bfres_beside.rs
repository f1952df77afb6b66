//! A BFRES with what belongs to it: `X.Tex1.*` beside `X.*` has its textures, `X.Tex2.*` their smaller levels.

use std::path::{Path, PathBuf};

use super::beside::{file_name, folder_of, pass_on};
use crate::formats::bfres::Bfres;
use crate::formats::bytes::Warnings;
use crate::formats::{self, Content, OpenError, Opened};

/// What the names of files with textures end in before their extension.
const BASE: &str = ".tex1";
const SMALLER: &str = ".tex2";

/// The file with the textures of the input at `path`, which isn't one itself.
pub fn find_textures(path: &Path) -> Option<PathBuf> {
    let (stem, extension) = split(path)?;
    let is_one = stem.ends_with(BASE) || stem.ends_with(SMALLER);
    if is_one { None } else { find(path, &format!("{stem}{BASE}"), &extension) }
}

/// The file with the smaller levels of the textures of the input at `path`, or of its textures' file.
pub fn find_mips(path: &Path) -> Option<PathBuf> {
    let (stem, extension) = split(path)?;
    if stem.ends_with(SMALLER) {
        return None;
    }
    let owner = stem.strip_suffix(BASE).unwrap_or(&stem);
    find(path, &format!("{owner}{SMALLER}"), &extension)
}

/// Adds to an input of the Wii U what belongs to it and lies beside it: its textures, unless `others` (the other inputs)
/// have them, and their smaller levels. Any other input stays as it is.
///
/// What is odd about the files that were found is counted in `warnings`; a broken one is left out with a warning.
pub fn complete(input: &mut Opened, others: &[PathBuf], warnings: &mut Warnings) {
    let Content::Bfres(files) = &mut input.content else { return };
    if let Some(path) = find_textures(&input.path).filter(|path| !is_among(path, others)) {
        files.append(&mut open(&path, warnings));
    }
    let lacking = |file: &Bfres| {
        file.is_base_of_textures()
            && file.textures.iter().any(|texture| texture.mip_count > 1 && texture.mips.is_empty())
    };
    if !files.iter().any(lacking) {
        return;
    }
    let mut rest: Vec<Bfres> = files.iter().filter(|file| file.is_rest_of_textures()).cloned().collect();
    if rest.is_empty() {
        rest = find_mips(&input.path).map_or_else(Vec::new, |path| open(&path, warnings));
    }
    for file in files.iter_mut() {
        rest.iter().for_each(|rest| file.take_mips(rest));
    }
    for file in files.iter().filter(|file| lacking(file)) {
        warnings.add("missing-mips", "textures", 0, || {
            format!(
                "{:?} has the largest level of its textures alone, and none lies beside it with the rest",
                file.name
            )
        });
    }
}

/// The files in the one at `path`; none and a warning where it can't be read or is something else.
fn open(path: &Path, warnings: &mut Warnings) -> Vec<Bfres> {
    let message = match formats::open(path) {
        Ok(opened) => {
            pass_on(path, &opened.warnings(), warnings);
            match opened.content {
                Content::Bfres(files) => return files,
                _ => format!("{}: holds no Wii U textures", path.display()),
            }
        }
        Err(OpenError { path, source }) => format!("{}: {source}", path.display()),
    };
    warnings.add("broken-textures", file_name(path), 0, || format!("{message}; its textures are left out"));
    Vec::new()
}

/// The name without its extension, and the extension, both in small letters.
fn split(path: &Path) -> Option<(String, String)> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    Some(match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !name.ends_with(BASE) && !name.ends_with(SMALLER) => {
            (stem.to_owned(), extension.to_owned())
        }
        _ => (name, String::new()),
    })
}

/// The file in the folder of `path` that is called `stem` in any case, with any extension: `extension` before others.
fn find(path: &Path, stem: &str, extension: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder_of(path)).ok()?;
    let found = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter_map(|path| {
        let (own_stem, own_extension) = split(&path)?;
        (own_stem == stem).then(|| (own_extension != extension, path))
    });
    found.min().map(|(_, path)| path)
}

fn is_among(path: &Path, others: &[PathBuf]) -> bool {
    let same = |other: &PathBuf| {
        other.canonicalize().ok().zip(path.canonicalize().ok()).is_some_and(|(a, b)| a == b)
    };
    others.iter().any(same)
}
