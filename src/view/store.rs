//! Where the window's state lies on the disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::state::State;

/// The file of the state.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// What the file holds.
    saved: State,
    /// That it can't be written was said.
    complained: bool,
}

impl Store {
    /// Where the platform keeps the settings of programs; `None` where it has no such place.
    pub fn usual_path() -> Option<PathBuf> {
        Some(dirs::config_dir()?.join("sward").join("state.toml"))
    }

    /// Reads the state. A file that is broken is set aside and told in words; the state is empty then, as without a file.
    pub fn open(path: PathBuf) -> (Self, Option<String>) {
        let (saved, warning) = match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(state) => (state, None),
                Err(error) => (State::default(), Some(set_aside(&path, error.message()))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => (State::default(), None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                (State::default(), Some(set_aside(&path, "it is no text")))
            }
            Err(error) => {
                let words = format!("{}: the state of the window can't be read: {error}", path.display());
                (State::default(), Some(words))
            }
        };
        (Self { path, saved, complained: false }, warning)
    }

    /// What the file held.
    pub fn state(&self) -> &State {
        &self.saved
    }

    /// Writes the state where it has changed, whole or not at all; in words why that can't be done, the first time.
    pub fn save(&mut self, state: &State) -> Option<String> {
        if *state == self.saved {
            return None;
        }
        match write(&self.path, state) {
            Ok(()) => {
                self.saved = state.clone();
                None
            }
            Err(error) => {
                let told = std::mem::replace(&mut self.complained, true);
                (!told).then(|| format!("{}: the window's state can't be kept: {error}", self.path.display()))
            }
        }
    }
}

fn write(path: &Path, state: &State) -> io::Result<()> {
    let text = toml::to_string(state).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary); // The first error is the one to tell.
    }
    written
}

/// Gives a broken file a name that no other one has.
fn set_aside(path: &Path, why: &str) -> String {
    let shown = path.display();
    let free = (0..1000)
        .map(|number| match number {
            0 => PathBuf::from(format!("{shown}.broken")),
            _ => PathBuf::from(format!("{shown}.broken.{number}")),
        })
        .find(|name| !name.exists());
    let why = why.replace('\n', " ");
    let moved = free.map(|name| fs::rename(path, &name).map(|()| name));
    match moved {
        Some(Ok(name)) => format!("{shown} was broken ({why}) and is now {}", name.display()),
        Some(Err(error)) => format!("{shown} is broken ({why}) and can't be set aside: {error}"),
        None => format!("{shown} is broken ({why})"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sward").join("state.toml");
        let (mut store, warning) = Store::open(path.clone());
        assert_eq!((store.state(), warning), (&State::default(), None));
        let mut state = State::default();
        state.note_recent(&["a.wrp".into()]);
        assert_eq!(store.save(&state), None);
        assert_eq!(Store::open(path.clone()).0.state(), &state);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_broken_state_is_set_aside_and_an_older_broken_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.toml");
        for (text, name) in [(&b"recent = 3"[..], "state.toml.broken"), (b"\xff", "state.toml.broken.1")] {
            fs::write(&path, text).unwrap();
            let (store, warning) = Store::open(path.clone());
            assert_eq!(store.state(), &State::default());
            assert!(warning.unwrap().contains(name));
            assert_eq!(fs::read(folder.path().join(name)).unwrap(), text);
        }
        assert!(!path.exists());
    }

    #[test]
    fn what_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("sward"), "a file where the folder would be").unwrap();
        let (mut store, _) = Store::open(folder.path().join("sward").join("state.toml"));
        let mut state = State::default();
        state.note_recent(&["a.wrp".into()]);
        assert!(store.save(&state).unwrap().contains("can't be kept"));
        assert_eq!(store.save(&state), None);
    }
}
