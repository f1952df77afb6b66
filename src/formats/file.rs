//! The one place through which a file is read, so that one day it can look into archives and mod folders.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// From this length on a file is mapped, and its pages are given back while it is decoded.
const LARGE: usize = 64 << 20;

/// A fast decoder reads some ten megabytes in this time.
const SWEEP_EVERY: Duration = Duration::from_millis(10);

/// The bytes of a file. A large one is mapped into memory: only what a decoder touches is read from the disk. Others are
/// copied: a copy stays whole when an editor writes the file meanwhile.
///
/// Drop it as soon as the file is decoded; its pages count as memory of the process.
#[derive(Debug)]
pub struct FileBytes(Bytes);

#[derive(Debug)]
enum Bytes {
    Copied(Vec<u8>),
    Mapped(memmap2::Mmap),
}

/// Why a path gave no bytes.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Missing, not permitted, a fault of the disk, ...
    #[error("{}", plain(.0))]
    Io(io::Error), // No source: its words are in the message already.
    /// A folder.
    #[error("is a folder, expected a file")]
    Folder,
    /// A pipe, a socket or a device.
    #[error("is a pipe or a device, expected a file: Sward reads forward and back")]
    NotAFile,
    /// No bytes at all.
    #[error("is empty")]
    Empty,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The system's message without its error number.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "may not be read by this user".into(),
        _ => error.to_string(),
    }
}

impl FileBytes {
    /// Reads or maps a regular file that isn't empty.
    ///
    /// # Errors
    /// When it is missing, no regular file, empty, or not readable.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        // Asked before the file is opened: opening a pipe would wait for its other end.
        let metadata = std::fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(ReadError::Folder);
        }
        if !metadata.is_file() {
            return Err(ReadError::NotAFile);
        }
        if metadata.len() == 0 {
            return Err(ReadError::Empty);
        }
        if metadata.len() < LARGE as u64 {
            let bytes = std::fs::read(path)?;
            // It may have been cut short since it was looked at.
            return if bytes.is_empty() { Err(ReadError::Empty) } else { Ok(Self(Bytes::Copied(bytes))) };
        }
        let file = File::open(path)?;
        // SAFETY: the map is private to this value, read-only, and outlives every slice lent from it. What nobody
        // can promise is that no other process writes to the file or cuts it short meanwhile: then bytes may change
        // under a decoder, or the system may end this process with SIGBUS. That is accepted, as in every program
        // that maps a file. The decoders index nothing unchecked and take no memory on a file's word, so changed
        // bytes end in a wrong value or in an error; nothing is written back. The alternative, a copy in memory,
        // would cost the size of the file once more, which for the largest worlds is half of what a picture may take.
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(&file)? };
        if map.is_empty() {
            return Err(ReadError::Empty); // It was cut short since it was looked at.
        }
        Ok(Self(Bytes::Mapped(map)))
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Copied(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }

    /// Lends the whole file to `decode`, and meanwhile gives back the pages of a large one that were read.
    ///
    /// Without that a file of hundreds of megabytes would be in memory beside what is decoded from it until the
    /// decoder has seen its last byte. A page that is looked at again comes back from the system's cache.
    pub fn read_through<T>(&self, decode: impl FnOnce(&[u8]) -> T) -> T {
        let Bytes::Mapped(map) = &self.0 else { return decode(self.bytes()) };
        let (done, decoding) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                // Ends when `done` is dropped, also where the decoder panics.
                while decoding.recv_timeout(SWEEP_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                    give_pages_back(map);
                }
            });
            let decoded = decode(map);
            drop(done);
            decoded
        })
    }
}

#[cfg(target_os = "linux")]
fn give_pages_back(map: &memmap2::Mmap) {
    // SAFETY: the advice is dangerous for memory that was written to, which it would forget. This map is never
    // written to and has a file behind it: on Linux a page that was given back is read from the file again,
    // with the same bytes. A failure changes nothing, so it is no news.
    #[allow(unsafe_code)]
    let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
}

/// Elsewhere the advice does less or is not there; the pages go when the map does.
#[cfg(not(target_os = "linux"))]
fn give_pages_back(_: &memmap2::Mmap) {}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wrp");
        std::fs::write(&path, b"OPRW").unwrap();
        assert_eq!(FileBytes::read(&path).unwrap().bytes(), b"OPRW");
    }

    #[test]
    fn a_large_file_reads_the_same_while_its_pages_are_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let row: Vec<u8> = (0..=250).collect();
        std::fs::write(&path, row.repeat(LARGE / row.len() + 1)).unwrap();
        let sound = FileBytes::read(&path).unwrap().read_through(|bytes| {
            (0..5).all(|_| {
                thread::sleep(SWEEP_EVERY);
                bytes.chunks(row.len()).all(|chunk| chunk == row)
            })
        });
        assert!(sound);
    }

    #[test]
    fn a_missing_or_empty_file_and_a_folder_say_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty");
        std::fs::write(&empty, b"").unwrap();
        let said = |path: &Path| FileBytes::read(path).unwrap_err().to_string();
        assert_eq!(said(&empty), "is empty");
        assert_eq!(said(folder.path()), "is a folder, expected a file");
        assert_eq!(said(&folder.path().join("nothing")), "there is no such file");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_before_it_is_opened() {
        assert!(matches!(FileBytes::read(Path::new("/dev/null")), Err(ReadError::NotAFile)));
    }
}
