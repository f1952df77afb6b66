//! The system's dialog for files, beside the window.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use winit::window::Window;

/// Nobody closes a dialog so fast: it was never there.
const TOO_FAST: Duration = Duration::from_millis(400);

/// What came of a dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// These files.
    Files(Vec<PathBuf>),
    /// None.
    Nothing,
    /// The system has no dialog.
    NoDialog,
}

/// Asks for files; `done` is called on another thread.
pub fn ask(window: &Window, done: impl FnOnce(Chosen) + Send + 'static) {
    let dialog = rfd::AsyncFileDialog::new()
        .set_title("Open")
        .set_parent(window)
        .add_filter(
            "Scenes",
            &["wrp", "pbo", "details", "dm", "cform", "xr", "bfres", "sbfres", "szs", "sarc", "toml"],
        )
        .add_filter("All files", &["*"]);
    let start = Instant::now();
    let answer = dialog.pick_files(); // Some systems want to be asked by the window's own thread.
    thread::spawn(move || {
        let chosen = pollster::block_on(answer);
        done(match chosen {
            Some(files) if files.is_empty() => Chosen::Nothing,
            Some(files) => Chosen::Files(files.iter().map(|file| file.path().to_owned()).collect()),
            None if start.elapsed() < TOO_FAST => Chosen::NoDialog,
            None => Chosen::Nothing,
        });
    });
}
