//! SARC: the archive of Nintendo's games of the time of the Wii U.
//!
//! 20 bytes of header (magic, its length, the byte order FEFF, the length of the file, where the data begins, the
//! version); `SFAT` with a node of 16 bytes a file (hash of its name, where its name stands, start and end relative to the
//! data), sorted by hash; `SFNT` with the names, each NUL-terminated and aligned to four bytes. All of it is big-endian on
//! the Wii U, little-endian on the Switch. One real archive of 15 files was read, and all its hashes were as computed.

pub use super::sarc_pack::{TooLarge, encode};

use super::super::bytes::{Cursor, FormatError, Result, UNSUPPORTED, Warnings, text};

/// First bytes of an archive.
pub const MAGIC: &[u8; 4] = b"SARC";

/// The short name for errors.
const FORMAT: &str = "SARC";

/// Lengths of the headers, and of a node.
pub(super) const HEADER: u16 = 0x14;
pub(super) const TABLE_HEADER: u16 = 0xc;
pub(super) const NAMES_HEADER: u16 = 8;
pub(super) const NODE: usize = 16;

/// The byte order of the Wii U, as it stands in the file.
pub(super) const BIG_ENDIAN: [u8; 2] = [0xfe, 0xff];
/// What the hashes of all archives that were seen are made with.
pub(super) const HASH_KEY: u32 = 0x65;

/// Names longer than this are no paths.
const LONGEST_NAME: usize = 1024;

/// Files may share their bytes, but together they are no more than so many times the archive.
const MOST_SHARED: u64 = 2;

/// An archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sarc<'a> {
    /// The files in the order of the archive, which is that of their hashes.
    pub entries: Vec<Entry<'a>>,
    /// What was odd.
    pub warnings: Warnings,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its path, with slashes; where the archive has none, its hash in hexadecimal digits.
    pub name: String,
    /// What the game finds it by; see [`hash`].
    pub hash: u32,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// A node of the table.
struct Node {
    at: u64,
    hash: u32,
    /// Where its name begins in the names, in bytes; `None` where it has none.
    name: Option<usize>,
    start: u32,
    end: u32,
}

/// What a game finds a name by.
pub fn hash(name: &[u8], key: u32) -> u32 {
    // The console's characters are signed (public code); real names are ASCII.
    name.iter().fold(0u32, |hash, &byte| hash.wrapping_mul(key).wrapping_add(i32::from(byte as i8) as u32))
}

/// Reads an archive.
///
/// # Errors
/// When the archive is cut, is one of the Switch, or a file lies outside of it.
pub fn read(bytes: &[u8]) -> Result<Sarc<'_>> {
    let mut warnings = Warnings::default();
    let mut cur = Cursor::new(FORMAT, bytes);
    let data_at = read_header(&mut cur, &mut warnings)?;
    let (key, nodes) = read_table(&mut cur)?;
    let names = read_names(&mut cur, bytes, data_at)?;
    let data = bytes.get(data_at..).unwrap_or_default();
    let mut left = MOST_SHARED * bytes.len() as u64;
    let mut entries = Vec::with_capacity(nodes.len());
    for node in nodes {
        let range = node.start as usize..node.end as usize;
        let Some(own) = data.get(range) else {
            let found = format!("bytes {} to {}", node.start, node.end);
            let expected = format!("a range of the {} bytes of data", data.len());
            return Err(cur.error(node.at + 8, "nodes.data", found, expected));
        };
        let Some(rest) = left.checked_sub(own.len() as u64) else {
            let expected = format!("files that are no more than {MOST_SHARED} times the archive together");
            return Err(cur.error(node.at + 8, "nodes.data", "bytes that many files share", expected));
        };
        left = rest;
        let name = match node.name {
            Some(from) => read_name(&cur, &node, names, from)?,
            None => &[],
        };
        if node.name.is_some() && hash(name, key) != node.hash {
            warnings.add("wrong-hash", "nodes.hash", node.at, || {
                let expected = hash(name, key);
                format!("found {:#x} for {:?}, expected {expected:#x}", node.hash, text(name))
            });
        }
        let name = if name.is_empty() { format!("{:08x}", node.hash) } else { text(name) };
        entries.push(Entry { name, hash: node.hash, bytes: own });
    }
    Ok(Sarc { entries, warnings })
}

/// Reads the header and gives where the data begins.
fn read_header(cur: &mut Cursor, warnings: &mut Warnings) -> Result<usize> {
    expect(cur, "header.magic", MAGIC)?;
    let header_len: [u8; 2] = cur.array("header.header_length")?;
    let at = cur.offset();
    let byte_order: [u8; 2] = cur.array("header.byte_order")?;
    if byte_order == [0xff, 0xfe] {
        return Err(of_the_switch(cur, at));
    }
    if byte_order != BIG_ENDIAN {
        let found = format!("{:02x}{:02x}", byte_order[0], byte_order[1]);
        return Err(cur.error(at, "header.byte_order", found, "feff, the byte order of the Wii U"));
    }
    if header_len != HEADER.to_be_bytes() {
        let found = u16::from_be_bytes(header_len);
        return Err(cur.error(4, "header.header_length", found, HEADER));
    }
    let whole = cur.offset() + cur.remaining() as u64;
    let at = cur.offset();
    let len = u64::from(big_u32(cur, "header.length")?);
    if len > whole {
        let found = format!("the end of the file after {whole} bytes");
        return Err(cur.error(at, "header.length", found, format!("{len} bytes")));
    }
    if len < whole {
        warnings.add("trailing-bytes", "header.length", at, || {
            format!("found {whole} bytes, expected {len}, which is what the header says")
        });
    }
    let at = cur.offset();
    let data_at = big_u32(cur, "header.data_offset")?;
    cur.bytes("header", 4)?; // The version, 1.0 in all that is known, and a zero.
    if u64::from(data_at) > whole {
        return Err(cur.error(at, "header.data_offset", data_at, format!("at most {whole}")));
    }
    Ok(data_at as usize)
}

/// Reads the key of the hashes and the nodes.
fn read_table(cur: &mut Cursor) -> Result<(u32, Vec<Node>)> {
    expect(cur, "table.magic", b"SFAT")?;
    big_u16(cur, "table.header_length")?;
    let at = cur.offset();
    let count = big_u16(cur, "table.count")?;
    let key = big_u32(cur, "table.hash_key")?;
    let count = cur.count(at, "table.count", count.into(), NODE)?;
    let mut nodes = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cur.offset();
        let hash = big_u32(cur, "nodes.hash")?;
        let name = big_u32(cur, "nodes.name")?;
        // The high byte counts names of one hash from 1; the rest is in units of four bytes.
        let name = (name >> 24 != 0).then_some((name & 0x00ff_ffff) as usize * 4);
        let [start, end] = [big_u32(cur, "nodes.start")?, big_u32(cur, "nodes.end")?];
        nodes.push(Node { at, hash, name, start, end });
    }
    Ok((key, nodes))
}

/// The names, up to where the data begins.
fn read_names<'a>(cur: &mut Cursor<'a>, bytes: &'a [u8], data_at: usize) -> Result<&'a [u8]> {
    expect(cur, "names.magic", b"SFNT")?;
    big_u16(cur, "names.header_length")?;
    cur.bytes("names", 2)?;
    let from = cur.offset() as usize; // An offset into bytes that are in memory.
    bytes.get(from..data_at).ok_or_else(|| {
        cur.error(0xc, "header.data_offset", data_at, format!("at least {from}, where the names begin"))
    })
}

fn read_name<'a>(cur: &Cursor, node: &Node, names: &'a [u8], from: usize) -> Result<&'a [u8]> {
    let rest = names.get(from..).unwrap_or_default();
    let len = rest.iter().take(LONGEST_NAME + 1).position(|&byte| byte == 0);
    len.and_then(|len| rest.get(..len)).ok_or_else(|| {
        let expected = format!("at most {LONGEST_NAME} bytes and a NUL in the names");
        cur.error(node.at + 4, "nodes.name", "a name without an end", expected)
    })
}

fn of_the_switch(cur: &Cursor, at: u64) -> FormatError {
    cur.error(at, "header.byte_order", "fffe, an archive of the Switch", "feff, one of the Wii U")
        .with_code(UNSUPPORTED)
}

fn expect(cur: &mut Cursor, field: &'static str, magic: &[u8; 4]) -> Result<()> {
    let at = cur.offset();
    let found: [u8; 4] = cur.array(field)?;
    if &found == magic {
        return Ok(());
    }
    Err(cur.error(at, field, format!("{:?}", text(&found)), format!("{:?}", text(magic))))
}

fn big_u16(cur: &mut Cursor, field: &'static str) -> Result<u16> {
    cur.array(field).map(u16::from_be_bytes)
}

fn big_u32(cur: &mut Cursor, field: &'static str) -> Result<u32> {
    cur.array(field).map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    const FILES: [(&str, &[u8]); 3] =
        [("Model/Tree.bfres", b"FRES and more"), ("a.byml", b"BY\0\x02"), ("empty", b"")];

    /// Where the nodes begin.
    const NODES_AT: usize = 0x20;

    #[test]
    fn files_are_listed_by_the_order_of_their_hashes() {
        let bytes = encode(&FILES).unwrap();
        let sarc = read(&bytes).unwrap();
        assert!(sarc.warnings.is_empty());
        assert!(sarc.entries.is_sorted_by_key(|entry| entry.hash));
        for (name, content) in FILES {
            let entry = sarc.entries.iter().find(|entry| entry.name == name).unwrap();
            assert_eq!((entry.bytes, entry.hash), (content, hash(name.as_bytes(), HASH_KEY)));
        }
    }

    #[test]
    fn a_hash_is_folded_byte_by_byte() {
        assert_eq!(hash(b"a", HASH_KEY), 0x61);
        assert_eq!(hash(b"ab", HASH_KEY), 0x61 * 0x65 + 0x62);
        assert_eq!(hash(b"\xff", HASH_KEY), u32::MAX);
    }

    #[test]
    fn a_wrong_hash_is_a_warning() {
        let mut bytes = encode(&FILES).unwrap();
        bytes[NODES_AT] ^= 1;
        let sarc = read(&bytes).unwrap();
        assert_eq!(sarc.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["wrong-hash"]);
        assert_eq!(sarc.entries.len(), 3);
    }

    #[test]
    fn a_file_without_a_name_is_called_by_its_hash() {
        let mut bytes = encode(&[("a", b"x")]).unwrap();
        bytes[NODES_AT + 4..NODES_AT + 8].fill(0);
        let sarc = read(&bytes).unwrap();
        assert_eq!((sarc.entries[0].name.as_str(), sarc.warnings.is_empty()), ("00000061", true));
    }

    #[test]
    fn an_archive_of_the_switch_is_named_as_such() {
        let mut bytes = encode(&FILES).unwrap();
        bytes[6..8].copy_from_slice(&[0xff, 0xfe]);
        let error = read(&bytes).unwrap_err();
        assert_eq!(error.code, UNSUPPORTED);
        assert!(error.to_string().contains("an archive of the Switch"), "{error}");
    }

    #[test]
    fn bytes_behind_the_archive_are_a_warning() {
        let mut bytes = encode(&FILES).unwrap();
        bytes.push(0);
        let sarc = read(&bytes).unwrap();
        assert_eq!(sarc.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["trailing-bytes"]);
    }

    #[test]
    fn a_file_outside_of_the_archive_is_an_error() {
        let mut bytes = encode(&[("a", b"x")]).unwrap();
        bytes[NODES_AT + 12..NODES_AT + 16].copy_from_slice(&2u32.to_be_bytes());
        let error = read(&bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            "SARC: nodes.data at byte 0x28: found bytes 0 to 2, expected a range of the 1 bytes of data"
        );
    }

    #[test]
    fn files_that_share_all_bytes_are_refused_at_some_time() {
        let content = [7; 1000];
        let names: Vec<String> = (0..100).map(|index| index.to_string()).collect();
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &content[..])).collect();
        let mut bytes = encode(&files).unwrap();
        assert_eq!(read(&bytes).unwrap().entries.len(), 100);
        let len = bytes.len() as u32;
        let data_at = u32::from_be_bytes(bytes[0xc..0x10].try_into().unwrap());
        for node in bytes[NODES_AT..NODES_AT + 1600].chunks_mut(16) {
            node[8..12].fill(0);
            node[12..].copy_from_slice(&(len - data_at).to_be_bytes());
        }
        assert!(read(&bytes).unwrap_err().found.contains("many files share"));
    }

    #[test]
    fn a_cut_archive_is_an_error() {
        let bytes = encode(&FILES).unwrap();
        for len in 0..bytes.len() {
            assert!(read(&bytes[..len]).is_err(), "{len}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn flipped_bytes_never_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
            let mut bytes = encode(&FILES).unwrap();
            for (index, byte) in flips {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let _ = read(&bytes);
        }

        #[test]
        fn what_was_encoded_is_read(
            files in prop::collection::btree_map("[a-z/.\\u{e9}]{1,20}", prop::collection::vec(any::<u8>(), 0..50), 0..20),
        ) {
            let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
            let bytes = encode(&files).unwrap();
            let sarc = read(&bytes).unwrap();
            prop_assert!(sarc.warnings.is_empty());
            let mut found: Vec<_> = sarc.entries.iter().map(|entry| (entry.name.as_str(), entry.bytes)).collect();
            found.sort();
            prop_assert_eq!(found, files);
        }
    }
}
