//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use sward::scene::assemble::found_beside;

use super::Failure;
use super::animation::Kind;
use super::scene::Inputs;

/// Refuses a picture that can't become a file before any work is done for it.
///
/// # Errors
/// As [`check_file`], and when `path` is the terminal or is named as no PNG is.
pub fn check(path: &Path, kind: &Kind, inputs: &Inputs) -> Result<(), Failure> {
    if path == Path::new("-") {
        if io::stdout().is_terminal() {
            return Err(Failure::Usage(anyhow!(
                "a picture can't be shown in the terminal: name a file after -o"
            )));
        }
        return Ok(());
    }
    let is_png = path.extension().is_none_or(|extension| extension.eq_ignore_ascii_case("png"));
    if !is_png && !kind.plays() && !path.is_dir() {
        return Err(Failure::Usage(anyhow!(
            "can't write {}: pictures are PNG, end its name in .png; an animation may be .apng or .gif",
            path.display()
        )));
    }
    check_file(path, inputs)
}

/// Refuses what can't become a file before any work is done for it.
///
/// # Errors
/// When `path` is a folder or an input, or stands in no folder.
pub fn check_file(path: &Path, inputs: &Inputs) -> Result<(), Failure> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(Failure::Environment(anyhow!("can't write {}: it is a folder", path.display())));
    }
    let same =
        |read: &Path| read.canonicalize().ok().zip(path.canonicalize().ok()).is_some_and(|(a, b)| a == b);
    if inputs.paths().any(same) {
        return Err(Failure::Usage(anyhow!("can't write {}: it is an input", path.display())));
    }
    if inputs.paths().flat_map(found_beside).any(|found| same(&found)) {
        return Err(Failure::Usage(anyhow!("can't write {}: it belongs to an input", path.display())));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(Failure::Environment(anyhow!(
            "can't write {}: there is no folder {}",
            path.display(),
            folder.display()
        )));
    }
    Ok(())
}

/// Writes `bytes` to `path`, or to standard output when it is `-`.
///
/// A regular file appears under its name only when all of it is on the disk; one that was there before stays as it
/// was until then.
///
/// # Errors
/// When the system refuses; nothing is left behind.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    stream(path, |output| output.write_all(bytes))
}

/// As [`write`](fn@write), for what is made while it is written.
///
/// # Errors
/// When the system refuses or `make` fails; nothing is left behind.
pub fn stream(path: &Path, make: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut stdout = io::stdout().lock();
        return make(&mut stdout).and_then(|()| stdout.flush()).map_err(super::stdout_failure);
    }
    replace(path, make)
        .with_context(|| format!("can't write {}", path.display()))
        .map_err(Failure::Environment)
}

fn replace(path: &Path, make: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A device or a pipe can't be replaced, and a link should still point to its file afterwards.
    let path = match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => return make(&mut File::create(path)?),
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let (temporary, mut file) = create_beside(&path)?;
    let written = make(&mut file).and_then(|()| {
        drop(file);
        fs::rename(&temporary, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary); // The first error is the one to tell.
    }
    written
}

/// A new file in the same folder, and so on the same disk, where a rename is one step.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let short: String = name.chars().take(40).collect(); // With the rest it must fit into 255 bytes.
    let mut attempt = 0;
    loop {
        let temporary = folder_of(path).join(format!(".{short}.{}.{attempt}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The folder that holds `path`; a bare name is in the current one.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
