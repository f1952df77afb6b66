//! Files that are written whole or not at all.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use sward::inputs::Inputs;
use sward::scene::assemble::found_beside;

use super::Failure;
use super::animation::Kind;
use super::args::Shot;

/// Refuses pictures that can't become files before any work is done for them.
///
/// # Errors
/// As [`Spared::check`] for each, and when the output is the terminal or is named as no PNG is.
pub fn check(args: &Shot, kind: &Kind, inputs: &Inputs) -> Result<(), Failure> {
    let path = &args.output;
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
    let spared = Spared::of(inputs);
    match (kind, &args.frames) {
        (Kind::Numbered(name), Some(frames)) => {
            frames.clone().try_for_each(|frame| spared.check(&name.path(frame)))
        }
        _ => spared.check(path),
    }
}

/// The files that are read, and so must not be written.
pub struct Spared {
    inputs: HashSet<PathBuf>,
    beside: HashSet<PathBuf>,
}

impl Spared {
    /// The inputs and what was found beside them.
    pub fn of(inputs: &Inputs) -> Self {
        Self {
            inputs: inputs.paths().filter_map(|path| path.canonicalize().ok()).collect(),
            beside: inputs
                .paths()
                .flat_map(found_beside)
                .filter_map(|path| path.canonicalize().ok())
                .collect(),
        }
    }

    /// Refuses what can't become a file before any work is done for it.
    ///
    /// # Errors
    /// When `path` is a folder or is spared, or stands in no folder.
    pub fn check(&self, path: &Path) -> Result<(), Failure> {
        if path.is_dir() || path.file_name().is_none() {
            return Err(Failure::Environment(anyhow!("can't write {}: it is a folder", path.display())));
        }
        if let Ok(there) = path.canonicalize() {
            if self.inputs.contains(&there) {
                return Err(Failure::Usage(anyhow!("can't write {}: it is an input", path.display())));
            }
            if self.beside.contains(&there) {
                return Err(Failure::Usage(anyhow!(
                    "can't write {}: it belongs to an input",
                    path.display()
                )));
            }
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
}

/// Files in one folder that appear under their names together, when all of them are whole.
pub struct Series {
    /// Hidden, and gone in the end.
    folder: PathBuf,
    /// Where each was written, and where it goes.
    files: Vec<(PathBuf, PathBuf)>,
}

impl Series {
    /// Prepares to write files beside `path`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn beside(path: &Path) -> Result<Self, Failure> {
        let (folder, ()) = new_beside(path, |folder| fs::create_dir(folder))
            .with_context(|| format!("can't write {}", path.display()))
            .map_err(Failure::Environment)?;
        Ok(Self { folder, files: Vec::new() })
    }

    /// Writes the next file, out of sight.
    ///
    /// # Errors
    /// When the system refuses; nothing is left behind.
    pub fn write(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), Failure> {
        let hidden = self.folder.join(self.files.len().to_string());
        fs::write(&hidden, bytes)
            .with_context(|| format!("can't write {}", path.display()))
            .map_err(Failure::Environment)?;
        self.files.push((hidden, path));
        Ok(())
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn finish(mut self) -> Result<(), Failure> {
        for (hidden, path) in std::mem::take(&mut self.files) {
            // A link should still point to its file afterwards, and a device stay one.
            let is_other = fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file());
            let named = if is_other {
                fs::read(&hidden).and_then(|bytes| replace(&path, |out| out.write_all(&bytes)))
            } else {
                fs::rename(&hidden, &path)
            };
            named.with_context(|| format!("can't write {}", path.display())).map_err(Failure::Environment)?;
        }
        Ok(())
    }
}

impl Drop for Series {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder); // Of two errors the first one is told.
    }
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
    let (temporary, mut file) =
        new_beside(&path, |new| OpenOptions::new().write(true).create_new(true).open(new))?;
    let written = make(&mut file).and_then(|()| {
        drop(file);
        fs::rename(&temporary, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary); // The first error is the one to tell.
    }
    written
}

/// What `make` makes under a new name in the same folder, and so on the same disk, where a rename is one step.
fn new_beside<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(PathBuf, T)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let short: String = name.chars().take(40).collect(); // With the rest it must fit into 255 bytes.
    let mut attempt = 0;
    loop {
        let temporary = folder_of(path).join(format!(".{short}.{}.{attempt}.tmp", std::process::id()));
        match make(&temporary) {
            Ok(made) => return Ok((temporary, made)),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_series_that_is_given_up_leaves_every_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("0"), "mine").unwrap();
        let mut series = Series::beside(&path("%d")).unwrap();
        series.write(path("0"), b"new").unwrap();
        series.write(path("1"), b"new").unwrap();
        drop(series);
        assert_eq!(fs::read(path("0")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_series_is_written_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("far"), "old").unwrap();
        std::os::unix::fs::symlink("far", path("0")).unwrap();
        let mut series = Series::beside(&path("%d")).unwrap();
        series.write(path("0"), b"new").unwrap();
        series.finish().unwrap();
        assert_eq!(fs::read(path("far")).unwrap(), b"new");
        assert!(fs::symlink_metadata(path("0")).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
