//! The bounded cursor that every decoder reads through, and the one error and the one kind of warning they give.

use std::borrow::Cow;

/// Why a file could not be decoded: what stood where, and what should have stood there.
///
/// The path of the file is added by whoever opened it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{format}: {field} at byte {offset:#x}: found {found}, expected {expected}")]
pub struct FormatError {
    /// Short name of the format, such as `OPRW 24` or `level.details`.
    pub format: Cow<'static, str>,
    /// The field's name in the terms of the public API, such as `objects[3].model`.
    pub field: Cow<'static, str>,
    /// Offset from the start of the file (for a compressed file: of its decompressed bytes).
    pub offset: u64,
    /// What the file holds there.
    pub found: String,
    /// What a sound file holds there.
    pub expected: String,
    /// Stable name of what is wrong: [`DAMAGED`], or a more telling one such as `compressed-chunk`.
    pub code: &'static str,
}

/// The code of an error that has none of its own.
pub const DAMAGED: &str = "damaged";
/// The code of an error about a version or a variant that is not read.
pub const UNSUPPORTED: &str = "unsupported-version";
/// The code of an error and the kind of a warning about a triangle with a corner that isn't there.
pub const BAD_INDEX: &str = "bad-index";

impl FormatError {
    /// The same error under a code of its own.
    pub fn with_code(self, code: &'static str) -> Self {
        Self { code, ..self }
    }
}

/// The result of a decoder.
pub type Result<T> = std::result::Result<T, FormatError>;

/// Something in a file that is odd or was skipped, but doesn't stop it from being shown.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// Stable name of the kind, such as `unknown-map-info`.
    pub kind: &'static str,
    /// The field of the first one.
    pub field: String,
    /// Byte offset of the first one.
    pub offset: u64,
    /// What was found and what was expected, for the first one.
    pub message: String,
    /// How many there were.
    pub count: u64,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {:#x}: {}", self.field, self.offset, self.message)?;
        if self.count > 1 {
            write!(f, " (and {} more of this kind)", self.count - 1)?;
        }
        Ok(())
    }
}

/// The warnings of one file: one entry a kind, however many there were.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Warnings(Vec<Warning>);

impl Warnings {
    /// Counts a warning; the message is made for the first of its kind only.
    pub fn add(
        &mut self,
        kind: &'static str,
        field: impl Into<String>,
        offset: u64,
        message: impl FnOnce() -> String,
    ) {
        self.add_many(kind, field, offset, 1, message);
    }

    /// As [`Warnings::add`], for the first of `count` that were found at once.
    pub fn add_many(
        &mut self,
        kind: &'static str,
        field: impl Into<String>,
        offset: u64,
        count: u64,
        message: impl FnOnce() -> String,
    ) {
        match self.0.iter_mut().find(|warning| warning.kind == kind) {
            Some(warning) => warning.count += count,
            None => self.0.push(Warning { kind, field: field.into(), offset, message: message(), count }),
        }
    }

    /// Adds those of a part, whose name their fields are to begin with unless it is empty.
    pub fn append(&mut self, part: &Self, name: &str) {
        for warning in part {
            let Warning { kind, field, offset, message, count } = warning;
            let field = if name.is_empty() { field.clone() } else { format!("{name}: {field}") };
            self.add_many(kind, field, *offset, *count, || message.clone());
        }
    }

    /// Forgets a kind that turned out to be sound.
    pub fn forget(&mut self, kind: &str) {
        self.0.retain(|warning| warning.kind != kind);
    }

    /// The kinds in the order in which they were first met.
    pub fn iter(&self) -> std::slice::Iter<'_, Warning> {
        self.0.iter()
    }

    /// True when nothing odd was met.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Warnings {
    type Item = &'a Warning;
    type IntoIter = std::slice::Iter<'a, Warning>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Reads forward through `rest`, which begins at `offset` of the file (not of its chunk).
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    format: Cow<'static, str>,
    rest: &'a [u8],
    offset: u64,
    /// What ends where `rest` ends: the file, or one block of it.
    whole: &'static str,
}

impl<'a> Cursor<'a> {
    /// Starts at the first byte of a whole file.
    pub fn new(format: impl Into<Cow<'static, str>>, bytes: &'a [u8]) -> Self {
        Self { format: format.into(), rest: bytes, offset: 0, whole: "file" }
    }

    /// The same place under a better name, once the version is known.
    pub fn set_format(&mut self, format: impl Into<Cow<'static, str>>) {
        self.format = format.into();
    }

    /// The offset of the next byte in the file.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// How many bytes are not read yet.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// An error at `offset` of this file.
    #[cold]
    pub fn error(
        &self,
        offset: u64,
        field: impl Into<Cow<'static, str>>,
        found: impl ToString,
        expected: impl ToString,
    ) -> FormatError {
        FormatError {
            format: self.format.clone(),
            field: field.into(),
            offset,
            found: found.to_string(),
            expected: expected.to_string(),
            code: DAMAGED,
        }
    }

    /// The next `len` bytes.
    ///
    /// # Errors
    /// When fewer remain.
    #[inline]
    pub fn bytes(&mut self, field: &'static str, len: usize) -> Result<&'a [u8]> {
        match self.rest.split_at_checked(len) {
            Some((head, rest)) => {
                self.rest = rest;
                self.offset += len as u64;
                Ok(head)
            }
            None => Err(self.too_short(field, len)),
        }
    }

    /// The error where `len` bytes should follow and don't.
    #[cold]
    fn too_short(&self, field: &'static str, len: usize) -> FormatError {
        let found = format!("the end of the {} after {} bytes", self.whole, self.rest.len());
        self.error(self.offset, field, found, format!("{len} bytes"))
    }

    /// A cursor over the next `len` bytes that keeps counting offsets of the file.
    ///
    /// # Errors
    /// When fewer remain.
    pub fn take(&mut self, field: &'static str, len: usize) -> Result<Cursor<'a>> {
        let offset = self.offset;
        let rest = self.bytes(field, len)?;
        Ok(Cursor { format: self.format.clone(), rest, offset, whole: "block" })
    }

    /// The next `N` bytes as an array.
    ///
    /// # Errors
    /// When fewer remain.
    #[inline]
    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N]> {
        match self.rest.split_first_chunk() {
            Some((head, rest)) => {
                self.rest = rest;
                self.offset += N as u64;
                Ok(*head)
            }
            None => Err(self.too_short(field, N)),
        }
    }

    /// One byte.
    ///
    /// # Errors
    /// At the end of the bytes, as for all that follow.
    pub fn u8(&mut self, field: &'static str) -> Result<u8> {
        self.array::<1>(field).map(|[byte]| byte)
    }

    /// A little-endian u16.
    #[allow(missing_docs, clippy::missing_errors_doc)]
    pub fn u16(&mut self, field: &'static str) -> Result<u16> {
        self.array(field).map(u16::from_le_bytes)
    }

    /// A little-endian u32.
    #[allow(clippy::missing_errors_doc)]
    pub fn u32(&mut self, field: &'static str) -> Result<u32> {
        self.array(field).map(u32::from_le_bytes)
    }

    /// A little-endian i32.
    #[allow(clippy::missing_errors_doc)]
    pub fn i32(&mut self, field: &'static str) -> Result<i32> {
        self.array(field).map(i32::from_le_bytes)
    }

    /// A little-endian f32, finite or not.
    #[allow(clippy::missing_errors_doc)]
    pub fn f32(&mut self, field: &'static str) -> Result<f32> {
        self.array(field).map(f32::from_le_bytes)
    }

    /// `N` little-endian f32, finite or not.
    #[allow(clippy::missing_errors_doc)]
    pub fn f32s<const N: usize>(&mut self, field: &'static str) -> Result<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.f32(field)?;
        }
        Ok(values)
    }

    /// The bytes up to the next NUL, which is read and left out.
    ///
    /// # Errors
    /// When no NUL follows.
    pub fn asciiz(&mut self, field: &'static str) -> Result<&'a [u8]> {
        match self.rest.iter().position(|&byte| byte == 0) {
            Some(len) => {
                let text = self.bytes(field, len)?;
                self.bytes(field, 1)?;
                Ok(text)
            }
            None => {
                Err(self.error(self.offset, field, "text without an end", "text that ends with a NUL byte"))
            }
        }
    }

    /// The bytes up to the next NUL as text; see [`text`].
    ///
    /// # Errors
    /// When no NUL follows.
    pub fn text(&mut self, field: &'static str) -> Result<String> {
        self.asciiz(field).map(text)
    }

    /// Accepts a claim of `count` items of at least `item_len` bytes only if that many can still follow.
    ///
    /// `at` is where the count itself stands.
    ///
    /// # Errors
    /// When the items would not fit into the bytes that remain.
    pub fn count(&self, at: u64, field: &'static str, count: u64, item_len: usize) -> Result<usize> {
        let most = self.rest.len() / item_len.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => {
                let expected = format!("at most {most}, which is what fits into the {}", self.whole);
                Err(self.error(at, field, count, expected))
            }
        }
    }
}

/// Bytes of a file as text: UTF-8 where they are that, else one character a byte (Latin-1).
///
/// The files name no encoding. Old ones use the code page of their author, new ones UTF-8; taken this way no byte
/// is lost and the same bytes always give the same text.
pub fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn an_error_says_format_field_offset_found_and_expected() {
        let mut cur = Cursor::new("TEST", &[1, 0, 0, 0, 2]);
        cur.u32("first").unwrap();
        let error = cur.u32("second").unwrap_err();
        assert_eq!(
            error.to_string(),
            "TEST: second at byte 0x4: found the end of the file after 1 bytes, expected 4 bytes"
        );
    }

    #[test]
    fn a_count_that_cannot_fit_is_refused() {
        let cur = Cursor::new("TEST", &[0; 24]);
        assert_eq!(cur.count(0, "items", 2, 12).unwrap(), 2);
        assert!(cur.count(0, "items", 3, 12).is_err());
        assert!(cur.count(0, "items", u64::MAX, 12).is_err());
    }

    #[test]
    fn a_part_keeps_counting_offsets_of_the_file() {
        let mut cur = Cursor::new("TEST", &[0; 8]);
        cur.bytes("head", 3).unwrap();
        let mut part = cur.take("part", 2).unwrap();
        assert_eq!((part.offset(), cur.offset()), (3, 5));
        assert!(part.u32("field").unwrap_err().found.contains("end of the block"));
    }

    #[test]
    fn text_that_is_not_utf8_loses_no_byte() {
        assert_eq!(text("straße".as_bytes()), "straße");
        assert_eq!(text(b"stra\xdfe"), "straße");
    }

    #[test]
    fn a_kind_of_warning_is_kept_once_and_counted() {
        let mut warnings = Warnings::default();
        for at in [4, 8, 12] {
            warnings.add("odd", "field", at, || format!("at {at}"));
        }
        let only = warnings.iter().next().unwrap();
        assert_eq!((only.offset, only.count, only.message.as_str()), (4, 3, "at 4"));
        assert_eq!(only.to_string(), "field at byte 0x4: at 4 (and 2 more of this kind)");
    }
}
