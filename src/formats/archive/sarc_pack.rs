//! Writes a SARC.

use super::sarc::{BIG_ENDIAN, HASH_KEY, HEADER, MAGIC, NAMES_HEADER, NODE, TABLE_HEADER, hash};

/// What the data of a file is aligned to: enough for all that this project puts into one.
const ALIGNMENT: usize = 0x100;

/// More than an archive can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{files} files in {bytes} bytes, expected at most 65535 files and 4 GiB")]
pub struct TooLarge {
    /// How many files there are.
    pub files: usize,
    /// How long the archive would be.
    pub bytes: usize,
}

/// Writes an archive of the Wii U of the files, each a name and its bytes.
///
/// # Errors
/// When there are too many, or they are too large.
pub fn encode(files: &[(&str, &[u8])]) -> Result<Vec<u8>, TooLarge> {
    let mut sorted: Vec<_> =
        files.iter().map(|&(name, bytes)| (hash(name.as_bytes(), HASH_KEY), name, bytes)).collect();
    sorted.sort_by_key(|&(hash, name, _)| (hash, name));
    let [mut names, mut data, mut nodes] = [const { Vec::new() }; 3];
    for (hash, name, bytes) in sorted {
        data.resize(data.len().next_multiple_of(ALIGNMENT), 0);
        let name_at = 0x0100_0000 | (names.len() / 4) as u32;
        for number in [hash, name_at, data.len() as u32, (data.len() + bytes.len()) as u32] {
            nodes.extend(number.to_be_bytes());
        }
        names.extend(name.as_bytes());
        names.push(0);
        names.resize(names.len().next_multiple_of(4), 0);
        data.extend(bytes);
    }
    let headers = usize::from(HEADER + TABLE_HEADER + NAMES_HEADER);
    let data_at = (headers + files.len() * NODE + names.len()).next_multiple_of(ALIGNMENT);
    let len = data_at + data.len();
    let (Ok(count), Ok(file_len)) = (u16::try_from(files.len()), u32::try_from(len)) else {
        return Err(TooLarge { files: files.len(), bytes: len });
    };
    let mut out = Vec::with_capacity(len);
    out.extend(MAGIC);
    out.extend(HEADER.to_be_bytes());
    out.extend(BIG_ENDIAN);
    out.extend(file_len.to_be_bytes());
    out.extend((data_at as u32).to_be_bytes()); // Less than the length.
    out.extend([1, 0, 0, 0]);
    out.extend(b"SFAT");
    out.extend(TABLE_HEADER.to_be_bytes());
    out.extend(count.to_be_bytes());
    out.extend(HASH_KEY.to_be_bytes());
    out.extend(nodes);
    out.extend(b"SFNT");
    out.extend(NAMES_HEADER.to_be_bytes());
    out.extend([0, 0]);
    out.extend(names);
    out.resize(data_at, 0);
    out.extend(data);
    Ok(out)
}
