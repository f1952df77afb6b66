//! Packed bytes and files inside files: the compressions, and the archives that use them.

mod chains;
pub mod lzo;
mod lzo_pack;
pub mod lzss;
mod lzss_pack;
pub mod pbo;
pub mod sarc;
mod sarc_pack;
pub mod yaz0;
mod yaz0_pack;

/// Why packed bytes could not be unpacked. The decoder that reads them adds format, field and offset: see
/// [`PackError::in_file`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at packed byte {at:#x}: found {found}, expected {expected}")]
pub struct PackError {
    /// Offset from the first packed byte.
    pub at: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl PackError {
    /// The same error at its place in the file: `cur` stands at the first packed byte.
    pub fn in_file(self, cur: &super::bytes::Cursor, field: &'static str) -> super::bytes::FormatError {
        cur.error(cur.offset() + self.at as u64, field, self.found, self.expected)
    }
}

/// What can be wrong with packed bytes, before it is put into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The input ends inside an instruction.
    Cut,
    /// A match reaches back before the first byte.
    TooFarBack,
    /// More bytes come out than were promised.
    TooLong,
    /// The end is marked before all promised bytes came out.
    TooShort,
    /// No end mark after the last promised byte.
    NoEnd,
    /// An end mark with a length that none has.
    BadEnd,
}

impl Fault {
    /// Puts the fault into words; `done` of `len` bytes were unpacked when it was met.
    #[cold]
    fn at(self, at: usize, done: usize, len: usize) -> PackError {
        let (found, expected) = match self {
            Self::Cut => (format!("the end after {done} unpacked bytes"), format!("{len} unpacked bytes")),
            Self::TooFarBack => (
                format!("a copy from before the start, after {done} bytes"),
                "a copy of what went before".into(),
            ),
            Self::TooLong => (format!("more than {len} unpacked bytes"), format!("{len} unpacked bytes")),
            Self::TooShort => (format!("the end mark after {done} bytes"), format!("{len} unpacked bytes")),
            Self::NoEnd => (format!("no end mark after {len} bytes"), "the end mark 11 00 00".into()),
            Self::BadEnd => ("a damaged end mark".into(), "the end mark 11 00 00".into()),
        };
        PackError { at, found, expected }
    }
}
