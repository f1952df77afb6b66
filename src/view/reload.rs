//! Watches files and says when they have changed and are whole again.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// How often a file that is being written is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A file that stays the same for so many looks is taken for whole.
const QUIET_LOOKS: u32 = 4;

/// A watch over files; it ends when it is dropped.
pub struct Watch {
    _watcher: RecommendedWatcher, // Its thread lives as long as it.
    is_changing: Arc<AtomicBool>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("is_changing", &self.is_changing).finish()
    }
}

/// What tells a file's states apart: length and time of the last change; `None` where there is no file.
type Mark = Option<(u64, Option<SystemTime>)>;

impl Watch {
    /// Watches files, and calls `changed` each time when some of them have changed, all of them are there, and none has
    /// grown or been written for some hundred milliseconds.
    ///
    /// Their folders are watched: editors write a new file and give it the old one's name.
    ///
    /// # Errors
    /// When the system refuses: too many watches, or a file system that tells nothing.
    pub fn new(files: Vec<PathBuf>, changed: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let (events, received) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(events)?;
        let folders: HashSet<PathBuf> = files.iter().map(|file| folder_of(file)).collect();
        for folder in folders {
            watcher.watch(&folder, RecursiveMode::NonRecursive)?;
        }
        let is_changing = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_changing);
        let known = marks(&files);
        thread::spawn(move || listen(&received, &files, known, &flag, &changed));
        Ok(Self { _watcher: watcher, is_changing })
    }

    /// True from a change on until the files are whole again: what is read meanwhile may be half of something.
    pub fn is_changing(&self) -> bool {
        self.is_changing.load(Ordering::Relaxed)
    }
}

/// Ends when the watcher is gone.
fn listen(
    events: &Receiver<notify::Result<notify::Event>>,
    files: &[PathBuf],
    mut known: Vec<Mark>,
    is_changing: &AtomicBool,
    changed: &dyn Fn(),
) {
    let names: HashSet<OsString> =
        files.iter().filter_map(|file| Some(file.file_name()?.to_owned())).collect();
    let is_named = |path: &PathBuf| path.file_name().is_some_and(|name| names.contains(name));
    // Who reads a file causes events, too.
    let concerns = |event: &notify::Event| {
        !event.kind.is_access() && event.paths.iter().any(is_named) || event.need_rescan()
    };
    while let Ok(event) = events.recv() {
        if !event.is_ok_and(|event| concerns(&event)) {
            continue;
        }
        is_changing.store(true, Ordering::Relaxed);
        let whole = when_quiet(files);
        is_changing.store(false, Ordering::Relaxed);
        // A file that is gone may be about to be replaced: its return is the next event.
        if whole != known && whole.iter().all(Option::is_some) {
            known = whole;
            changed();
        }
    }
}

/// Waits until nothing changes any more.
fn when_quiet(files: &[PathBuf]) -> Vec<Mark> {
    let mut last = marks(files);
    let mut quiet = 0;
    while quiet < QUIET_LOOKS {
        thread::sleep(LOOK_EVERY);
        let now = marks(files);
        quiet = if now == last { quiet + 1 } else { 0 };
        last = now;
    }
    last
}

fn marks(files: &[PathBuf]) -> Vec<Mark> {
    let mark = |file: &PathBuf| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.len(), metadata.modified().ok()))
    };
    files.iter().map(mark).collect()
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs;
    use std::io::Write;

    /// Far longer than any of it takes: a machine may be busy.
    const AT_MOST: Duration = Duration::from_secs(60);

    fn watch(files: &[&Path]) -> (Watch, Receiver<()>) {
        let (told, changes) = mpsc::channel();
        let files = files.iter().map(|&file| file.to_owned()).collect();
        let tell = move || {
            let _ = told.send(()); // Nobody may listen any more.
        };
        (Watch::new(files, tell).unwrap(), changes)
    }

    #[test]
    fn a_file_that_is_written_or_replaced_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.wrp");
        fs::write(&file, "old").unwrap();
        let (_watch, changes) = watch(&[&file]);
        fs::write(&file, "newer").unwrap();
        changes.recv_timeout(AT_MOST).unwrap();
        let other = folder.path().join(".a.wrp.tmp");
        fs::write(&other, "the newest").unwrap();
        fs::rename(&other, &file).unwrap();
        changes.recv_timeout(AT_MOST).unwrap();
    }

    #[test]
    fn a_file_is_told_once_when_its_last_part_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.wrp");
        fs::write(&file, "old").unwrap();
        let (watch, changes) = watch(&[&file]);
        let mut writer = fs::File::create(&file).unwrap();
        for part in 0..6 {
            writer.write_all(&[part; 100]).unwrap();
            writer.flush().unwrap();
            thread::sleep(LOOK_EVERY);
            // A busy machine may make a pause long enough to be taken for the end, but then the file is told again.
            while changes.try_recv().is_ok() {}
        }
        let last = changes.recv_timeout(AT_MOST);
        assert!(last.is_ok() || !watch.is_changing());
        assert_eq!(fs::metadata(&file).unwrap().len(), 600);
        assert!(changes.try_recv().is_err(), "nothing has changed since");
    }

    #[test]
    fn reading_a_file_or_writing_another_one_is_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["a.wrp", "b.wrp"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        let (_watch, changes) = watch(&[&file]);
        fs::read(&file).unwrap();
        fs::write(&other, "something").unwrap();
        fs::remove_file(&file).unwrap();
        fs::write(&file, "back again").unwrap();
        changes.recv_timeout(AT_MOST).unwrap();
        assert!(changes.try_recv().is_err(), "told once");
    }
}
