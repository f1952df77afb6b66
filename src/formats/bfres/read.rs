//! Reads a file by following its offsets.
//!
//! Offsets may point anywhere, also many times to the same place. So that a small file can't make a large value, what is
//! taken through them is paid for out of purses that are small multiples of the file's length.

use std::borrow::Cow;
use std::cell::Cell;

use super::Version;
use crate::formats::bytes::{FormatError, Result, text};

/// What may be taken, in file lengths; a sound file takes each of its bytes about once, and names several times.
const PURSE_IN_FILES: u64 = 8;

/// The same for runs of bytes (pixels, vertices, indices), most of a file, which no sound one has twice.
const DATA_PURSE_IN_FILES: u64 = 2;

/// What a name takes in memory beside its characters.
const NAME_LEN: u64 = size_of::<String>() as u64;

/// And so many bytes beside: small files repeat their names.
const PURSE_BASE: u64 = 1 << 16;

/// Longest name; real ones are paths at most.
const LONGEST_NAME: usize = 1024;

/// A whole file.
#[derive(Debug)]
pub(super) struct File<'a> {
    bytes: &'a [u8],
    format: Cow<'static, str>,
    /// Decides about layouts.
    pub version: Version,
    purse: Cell<u64>,
    data_purse: Cell<u64>,
}

/// A place in a file, from which fields are read one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'f, 'a> {
    pub file: &'f File<'a>,
    /// Offset from the start of the file.
    pub at: u64,
}

impl<'a> File<'a> {
    pub fn new(bytes: &'a [u8], version: Version) -> Self {
        let purse = |files: u64| Cell::new(files * bytes.len() as u64 + PURSE_BASE);
        Self {
            bytes,
            format: format!("BFRES {version}").into(),
            version,
            purse: purse(PURSE_IN_FILES),
            data_purse: purse(DATA_PURSE_IN_FILES),
        }
    }

    /// The place at an offset from the start of the file, inside of it or not.
    pub fn place(&self, at: u64) -> Place<'_, 'a> {
        Place { file: self, at }
    }

    /// Length of the file.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
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
            code: crate::formats::bytes::DAMAGED,
        }
    }

    /// `len` bytes at `at`, not paid for.
    fn slice(&self, at: u64, field: &'static str, len: u64) -> Result<&'a [u8]> {
        let range =
            usize::try_from(at).ok().zip(at.checked_add(len).and_then(|end| usize::try_from(end).ok()));
        range.and_then(|(start, end)| self.bytes.get(start..end)).ok_or_else(|| {
            let found = match self.len().checked_sub(at) {
                Some(left) => format!("the end of the file after {left} bytes"),
                None => format!("an offset beyond the file, which has {} bytes", self.len()),
            };
            self.error(at, field, found, format!("{len} bytes"))
        })
    }

    /// Pays for what is taken.
    fn pay(&self, at: u64, field: &'static str, len: u64) -> Result<()> {
        self.pay_from(&self.purse, PURSE_IN_FILES, at, field, len)
    }

    fn pay_from(&self, purse: &Cell<u64>, files: u64, at: u64, field: &'static str, len: u64) -> Result<()> {
        match purse.get().checked_sub(len) {
            Some(left) => {
                purse.set(left);
                Ok(())
            }
            None => Err(self.error(
                at,
                field,
                "an offset to what other offsets have taken many times",
                format!("parts that hold no more than {files} times the file together"),
            )),
        }
    }
}

impl<'f, 'a> Place<'f, 'a> {
    /// The same place, so many bytes further on.
    pub fn plus(self, bytes: u64) -> Self {
        Self { at: self.at.saturating_add(bytes), ..self }
    }

    /// An error at this place.
    #[cold]
    pub fn error(
        &self,
        field: impl Into<Cow<'static, str>>,
        found: impl ToString,
        expected: impl ToString,
    ) -> FormatError {
        self.file.error(self.at, field, found, expected)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N]> {
        let bytes = self.file.slice(self.at, field, N as u64)?;
        self.at += N as u64;
        // The slice is as long as was asked for.
        bytes.try_into().map_err(|_| self.error(field, bytes.len(), N))
    }

    pub fn u8(&mut self, field: &'static str) -> Result<u8> {
        self.array::<1>(field).map(|[byte]| byte)
    }

    pub fn i8(&mut self, field: &'static str) -> Result<i8> {
        self.array(field).map(i8::from_be_bytes)
    }

    pub fn u16(&mut self, field: &'static str) -> Result<u16> {
        self.array(field).map(u16::from_be_bytes)
    }

    pub fn u32(&mut self, field: &'static str) -> Result<u32> {
        self.array(field).map(u32::from_be_bytes)
    }

    pub fn i32(&mut self, field: &'static str) -> Result<i32> {
        self.array(field).map(i32::from_be_bytes)
    }

    pub fn f32(&mut self, field: &'static str) -> Result<f32> {
        self.array(field).map(f32::from_be_bytes)
    }

    /// `N` floats, finite or not.
    pub fn f32s<const N: usize>(&mut self, field: &'static str) -> Result<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.f32(field)?;
        }
        Ok(values)
    }

    /// Steps over the four letters that a part of `len` bytes begins with; it is paid for.
    pub fn part(&mut self, field: &'static str, magic: &[u8; 4], len: u64) -> Result<()> {
        self.items(field, 1, len)?;
        let at = self.at;
        match self.array::<4>(field)? {
            found if found == *magic => Ok(()),
            found => Err(self.file.error(at, field, found.escape_ascii(), magic.escape_ascii())),
        }
    }

    /// The next `len` bytes, as they are in the file. They are paid for out of a purse of their own.
    pub fn bytes(&mut self, field: &'static str, len: u64) -> Result<&'a [u8]> {
        let bytes = self.file.slice(self.at, field, len)?;
        self.file.pay_from(&self.file.data_purse, DATA_PURSE_IN_FILES, self.at, field, len)?;
        self.at += len;
        Ok(bytes)
    }

    /// Accepts a claim of `count` items of `item_len` bytes from here on only if they are in the file; pays for them.
    pub fn items(&self, field: &'static str, count: u64, item_len: u64) -> Result<usize> {
        let most = self.file.len().saturating_sub(self.at) / item_len.max(1);
        if count > most {
            return Err(self.error(
                field,
                format!("{count} items"),
                format!("at most {most}, which is what fits into the file"),
            ));
        }
        self.file.pay(self.at, field, count * item_len)?;
        Ok(count as usize) // No more than the file has bytes.
    }

    /// Pays for memory that what is read here will take beyond its bytes in the file.
    pub fn pay(&self, field: &'static str, len: u64) -> Result<()> {
        self.file.pay(self.at, field, len)
    }

    /// Where the next field points: an i32 relative to its own place; `None` for 0.
    pub fn offset(&mut self, field: &'static str) -> Result<Option<Self>> {
        let from = self.at;
        let relative = self.i32(field)?;
        if relative == 0 {
            return Ok(None);
        }
        match from.checked_add_signed(relative.into()).filter(|&at| at < self.file.len()) {
            Some(at) => Ok(Some(Self { at, ..*self })),
            None => Err(self.file.error(
                from,
                field,
                format!("an offset of {relative}"),
                format!("one into the file, which has {} bytes", self.file.len()),
            )),
        }
    }

    /// As [`Self::offset`], where 0 is an error.
    pub fn needed_offset(&mut self, field: &'static str) -> Result<Self> {
        let from = self.at;
        self.offset(field)?
            .ok_or_else(|| self.file.error(from, field, "an offset of 0", "one to what must be there"))
    }

    /// The name that the next field points to; empty where it points nowhere.
    pub fn name(&mut self, field: &'static str) -> Result<String> {
        match self.offset(field)? {
            Some(place) => place.text(field),
            None => Ok(String::new()),
        }
    }

    /// The text that begins here and ends with a NUL.
    pub fn text(self, field: &'static str) -> Result<String> {
        let left = self.file.len().saturating_sub(self.at).min(LONGEST_NAME as u64 + 1);
        let bytes = self.file.slice(self.at, field, left)?;
        match bytes.iter().position(|&byte| byte == 0) {
            Some(len) => {
                self.file.pay(self.at, field, len as u64 + NAME_LEN)?;
                Ok(text(bytes.get(..len).unwrap_or_default()))
            }
            None => Err(self.error(
                field,
                "text without an end",
                format!("at most {LONGEST_NAME} bytes and a NUL"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const VERSION: Version = Version([3, 4, 0, 4]);

    #[test]
    fn offsets_are_relative_to_their_own_place_and_may_point_back() {
        let mut bytes = vec![0; 16];
        bytes[..3].copy_from_slice(b"ab\0");
        bytes[8..12].copy_from_slice(&(-8i32).to_be_bytes());
        let file = File::new(&bytes, VERSION);
        assert_eq!(file.place(8).name("name").unwrap(), "ab");
        assert_eq!(file.place(12).name("name").unwrap(), "", "an offset of 0 points nowhere");
        bytes[8..12].copy_from_slice(&(-9i32).to_be_bytes());
        let file = File::new(&bytes, VERSION);
        assert!(file.place(8).offset("field").unwrap_err().to_string().contains("-9"));
    }

    #[test]
    fn what_is_taken_again_and_again_is_refused_at_some_time() {
        let bytes = vec![0; 1 << 16];
        let file = File::new(&bytes, VERSION);
        let times = (0..100).take_while(|_| file.place(0).bytes("data", 1 << 16).is_ok()).count();
        assert_eq!(times, 3);
        let times = (0..100).take_while(|_| file.place(0).items("items", 1 << 13, 8).is_ok()).count();
        assert_eq!(times, 9, "another purse");
        assert!(file.place(0).text("name").is_err(), "even an empty name takes memory");
    }

    #[test]
    fn counts_that_do_not_fit_are_refused() {
        let bytes = [0; 64];
        let file = File::new(&bytes, VERSION);
        assert_eq!(file.place(0).items("items", 4, 16).unwrap(), 4);
        assert!(file.place(1).items("items", 4, 16).is_err());
        assert!(file.place(1000).items("items", 1, 16).is_err());
        assert!(file.place(0).items("items", u64::MAX, 16).is_err());
    }
}
