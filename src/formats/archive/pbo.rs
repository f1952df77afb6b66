//! PBO: the archive of Operation Flashpoint, Arma and DayZ.
//!
//! A header of 21 bytes and a name for each file, then their bytes in the same order, then in newer archives a hash,
//! which is not read. A first header without a name holds properties; the next one without a name ends the headers.

use std::borrow::Cow;

use super::super::bytes::{Cursor, FormatError, Result};
use super::lzss;

/// The short name for errors.
const FORMAT: &str = "PBO";

/// Packing methods: numbers that read as text backwards in the file.
const PROPERTIES: u32 = u32::from_be_bytes(*b"Vers");
const PACKED: u32 = u32::from_be_bytes(*b"Cprs");
/// Both names of encryption are in use.
const ENCRYPTED: [u32; 2] = [u32::from_be_bytes(*b"Encr"), u32::from_be_bytes(*b"Enco")];

/// Names longer than this are no paths.
const LONGEST_NAME: usize = 260;

/// The table of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pbo {
    /// Names and values, such as `prefix`; none in archives of Operation Flashpoint.
    pub properties: Vec<(String, String)>,
    /// The files in the order of the archive.
    pub entries: Vec<Entry>,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path under the archive's prefix, with backslashes.
    pub name: String,
    /// 0 for stored, else four letters: see [`Entry::unpack`].
    pub method: u32,
    /// Length when unpacked; 0 or the stored length where it isn't packed.
    pub original_size: u32,
    /// Unused, mostly 0.
    pub reserved: u32,
    /// Seconds since 1970; often 0.
    pub timestamp: u32,
    /// Length in the archive.
    pub data_size: u32,
    /// Where its bytes begin in the archive.
    pub offset: u64,
}

/// A world in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'a> {
    /// Its path in the archive.
    pub name: String,
    /// Its bytes, unpacked.
    pub bytes: Cow<'a, [u8]>,
    /// The paths of other worlds in the same archive, which are left out.
    pub others: Vec<String>,
}

/// True when the bytes begin like an archive: with its properties, or with the header of a file.
pub fn recognise(bytes: &[u8]) -> bool {
    let header = bytes.get(..LONGEST_NAME + 21).unwrap_or(bytes);
    let Ok(entry) = read_header(&mut Cursor::new(FORMAT, header)) else { return false };
    if entry.name.is_empty() {
        return entry.method == PROPERTIES || ENCRYPTED.contains(&entry.method);
    }
    let known = entry.method == 0 || entry.method == PACKED || ENCRYPTED.contains(&entry.method);
    known && !entry.name.chars().any(char::is_control) && entry.data_size as usize <= bytes.len()
}

/// Reads the table of an archive.
///
/// # Errors
/// When the archive is cut, or encrypted as a whole (an EBO).
pub fn read(bytes: &[u8]) -> Result<Pbo> {
    let mut cur = Cursor::new(FORMAT, bytes);
    let mut pbo = Pbo::default();
    loop {
        let at = cur.offset();
        let entry = read_header(&mut cur)?;
        if !entry.name.is_empty() {
            pbo.entries.push(entry);
        } else if entry.method == PROPERTIES {
            read_properties(&mut cur, &mut pbo.properties)?;
        } else if ENCRYPTED.contains(&entry.method) {
            return Err(encrypted(&cur, at, "the archive"));
        } else {
            break;
        }
    }
    for entry in &mut pbo.entries {
        entry.offset = cur.offset();
        cur.bytes("entries.data", entry.data_size as usize)?;
    }
    Ok(pbo)
}

/// Reads the world of an archive: its only file of a name that ends with `.wrp`, or the first of several.
///
/// # Errors
/// When the archive is cut or encrypted, has no world, or the world can't be unpacked.
pub fn find_world(bytes: &[u8]) -> Result<Found<'_>> {
    let Pbo { entries, .. } = read(bytes)?;
    let mut worlds = entries.iter().filter(|entry| entry.name.to_ascii_lowercase().ends_with(".wrp"));
    let Some(world) = worlds.next() else {
        let found = format!("{} files, none of them a .wrp", entries.len());
        return Err(Cursor::new(FORMAT, bytes).error(0, "entries", found, "an archive with a world inside"));
    };
    Ok(Found {
        name: world.name.clone(),
        bytes: world.unpack(bytes)?,
        others: worlds.map(|other| other.name.clone()).collect(),
    })
}

impl Entry {
    /// The bytes of the file. `archive` are those that the entry was read from.
    ///
    /// # Errors
    /// When the file is encrypted, packed in an unknown way, or damaged.
    pub fn unpack<'a>(&self, archive: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        let mut cur = Cursor::new(FORMAT, archive);
        cur.bytes("entries.data", usize::try_from(self.offset).unwrap_or(usize::MAX))?;
        if ENCRYPTED.contains(&self.method) {
            return Err(encrypted(&cur, self.offset, &format!("{:?}", self.name)));
        }
        if self.method != 0 && self.method != PACKED {
            let found = format!("the method {:#x} for {:?}", self.method, self.name);
            return Err(cur.error(self.offset, "entries.method", found, "stored or packed bytes"));
        }
        let mut cur = cur.take("entries.data", self.data_size as usize)?;
        let len = self.original_size as usize;
        // What would not get smaller is stored as it is, under the same method.
        if self.method == 0 || len == 0 || len == cur.remaining() {
            return Ok(Cow::Borrowed(cur.bytes("entries.data", cur.remaining())?));
        }
        if len > cur.remaining() * lzss::MOST_EXPANSION {
            let found = format!("{len} bytes packed into {}", cur.remaining());
            let expected = format!("at most {} times as many", lzss::MOST_EXPANSION);
            return Err(cur.error(self.offset, "entries.original_size", found, expected));
        }
        let mut out = vec![0; len];
        lzss::unpack(cur.rest(), &mut out).map_err(|error| error.in_file(&cur, "entries.data"))?;
        Ok(Cow::Owned(out))
    }
}

fn read_header(cur: &mut Cursor) -> Result<Entry> {
    Ok(Entry {
        name: cur.text("entries.name")?,
        method: cur.u32("entries.method")?,
        original_size: cur.u32("entries.original_size")?,
        reserved: cur.u32("entries.reserved")?,
        timestamp: cur.u32("entries.timestamp")?,
        data_size: cur.u32("entries.data_size")?,
        offset: 0,
    })
}

/// Pairs of text up to an empty name.
fn read_properties(cur: &mut Cursor, properties: &mut Vec<(String, String)>) -> Result<()> {
    loop {
        let name = cur.text("properties.name")?;
        if name.is_empty() {
            return Ok(());
        }
        properties.push((name, cur.text("properties.value")?));
    }
}

fn encrypted(cur: &Cursor, at: u64, what: &str) -> FormatError {
    let found = format!("{what} encrypted (an EBO)");
    cur.error(at, "entries.method", found, "an archive without encryption: only the game can open this one")
        .with_code("encrypted")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    /// Writes an archive: name, method, bytes as they are stored, length when unpacked.
    fn archive(properties: bool, files: &[(&str, u32, &[u8], usize)]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut header = |name: &str, method: u32, original: usize, stored: usize| {
            out.extend_from_slice(name.as_bytes());
            out.push(0);
            for number in [method, original as u32, 0, 1_700_000_000, stored as u32] {
                out.extend_from_slice(&number.to_le_bytes());
            }
            if method == PROPERTIES {
                out.extend_from_slice(b"prefix\0ca\\utes\0product\0test\0\0");
            }
        };
        if properties {
            header("", PROPERTIES, 0, 0);
        }
        for (name, method, bytes, original) in files {
            header(name, *method, *original, bytes.len());
        }
        header("", 0, 0, 0);
        files.iter().for_each(|(_, _, bytes, _)| out.extend_from_slice(bytes));
        out.push(0);
        out.extend_from_slice(&[0x5a; 20]); // The hash isn't looked at.
        out
    }

    const WORLD: &[u8] = b"8WVR and what follows, follows, follows";

    #[test]
    fn properties_and_files_are_listed() {
        let bytes = archive(true, &[("config.bin", 0, b"abc", 0), ("Utes.WRP", 0, WORLD, WORLD.len())]);
        assert!(recognise(&bytes));
        let pbo = read(&bytes).unwrap();
        assert_eq!(pbo.properties[0], ("prefix".into(), "ca\\utes".into()));
        assert_eq!(pbo.properties[1], ("product".into(), "test".into()));
        assert_eq!((pbo.entries.len(), pbo.entries[0].timestamp), (2, 1_700_000_000));
        assert_eq!(&*pbo.entries[0].unpack(&bytes).unwrap(), b"abc");
        let found = find_world(&bytes).unwrap();
        assert_eq!((found.name.as_str(), &*found.bytes, found.others.len()), ("Utes.WRP", WORLD, 0));
    }

    #[test]
    fn an_archive_without_properties_is_one_too() {
        let bytes = archive(false, &[("world.wrp", 0, WORLD, 0)]);
        assert!(recognise(&bytes));
        assert_eq!(&*find_world(&bytes).unwrap().bytes, WORLD);
        assert!(!recognise(b"8WVR\0\0\0\0 is a world, and no archive at all"));
    }

    #[test]
    fn a_packed_file_is_unpacked() {
        let packed = lzss::pack(WORLD);
        let bytes = archive(true, &[("a.txt", 0, b"x", 0), ("world.wrp", PACKED, &packed, WORLD.len())]);
        assert_eq!(&*find_world(&bytes).unwrap().bytes, WORLD);
        // What would not get smaller keeps its length and its bytes.
        let bytes = archive(true, &[("world.wrp", PACKED, WORLD, WORLD.len())]);
        assert_eq!(&*find_world(&bytes).unwrap().bytes, WORLD);
    }

    #[test]
    fn the_first_of_several_worlds_is_taken_and_the_others_are_named() {
        let bytes = archive(true, &[("a.wrp", 0, WORLD, 0), ("b.wrp", 0, b"8WVR", 0)]);
        let found = find_world(&bytes).unwrap();
        assert_eq!((found.name.as_str(), found.others), ("a.wrp", vec!["b.wrp".to_owned()]));
    }

    #[test]
    fn an_encrypted_archive_is_named_as_such() {
        for method in ENCRYPTED {
            let bytes = archive(true, &[("world.wrp", method, WORLD, 0)]);
            let error = find_world(&bytes).unwrap_err().to_string();
            assert!(error.contains("\"world.wrp\" encrypted (an EBO)"), "{error}");
            let mut bytes = vec![0];
            bytes.extend_from_slice(&method.to_le_bytes());
            bytes.extend_from_slice(&[0; 16]);
            assert!(recognise(&bytes));
            assert!(find_world(&bytes).unwrap_err().found.contains("the archive encrypted"));
        }
    }

    #[test]
    fn an_archive_without_a_world_says_so() {
        let error = find_world(&archive(true, &[("a.paa", 0, b"x", 0)])).unwrap_err();
        assert_eq!(error.found, "1 files, none of them a .wrp");
    }

    #[test]
    fn a_lie_about_the_unpacked_length_takes_no_memory() {
        let bytes = archive(true, &[("world.wrp", PACKED, &[0xff; 30], u32::MAX as usize)]);
        let error = find_world(&bytes).unwrap_err();
        assert_eq!(error.field, "entries.original_size");
    }

    #[test]
    fn a_cut_archive_is_an_error() {
        let packed = lzss::pack(WORLD);
        let bytes = archive(true, &[("a.txt", 0, b"x", 0), ("world.wrp", PACKED, &packed, WORLD.len())]);
        for len in 0..bytes.len() - 21 {
            assert!(find_world(&bytes[..len]).is_err(), "{len}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn flipped_bytes_never_panic(flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..6)) {
            let packed = lzss::pack(WORLD);
            let mut bytes = archive(true, &[("a.txt", 0, b"x", 0), ("world.wrp", PACKED, &packed, WORLD.len())]);
            for (index, byte) in flips {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let _ = find_world(&bytes);
            let _ = recognise(&bytes);
        }
    }
}
