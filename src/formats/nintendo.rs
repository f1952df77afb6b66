//! Finds the BFRES in a file: plain, exported in parts, packed with Yaz0, in a SARC, or all of it inside each other.

use super::archive::{sarc, yaz0};
use super::bfres::{self, Bfres};
use super::bytes::{DAMAGED, FormatError, Result, Warnings};
use super::kind::{self, Kind};

/// Containers inside of each other; games have three at most (a packed archive of packed files).
const DEEPEST: usize = 6;

/// What may be unpacked in all, in times of what one layer can give: no layer inside another multiplies that.
const LAYERS: u64 = 2;
/// And so many bytes beside, for small files.
const ROOM_BASE: u64 = 1 << 16;

/// How many names a message and `inside` tell.
const MOST_NAMES: usize = 8;

/// All BFRES of a file, never none, and their names where they are in an archive.
///
/// # Errors
/// When a container is damaged, unpacks to more than a file of its size can hold, or none is inside that can be read.
pub(super) fn open(bytes: &[u8]) -> Result<(Option<String>, Vec<Bfres>)> {
    let mut search = Search {
        room: LAYERS * yaz0::most_unpacked(bytes.len() as u64) + ROOM_BASE,
        files: Vec::new(),
        names: Vec::new(),
        warnings: Warnings::default(),
    };
    if let Some(other) = search.look(bytes, "", 0)? {
        let format = if bytes.starts_with(yaz0::MAGIC) { "Yaz0" } else { "SARC" };
        return Err(error(format, "content", other, "a Wii U model, texture or animation inside (BFRES)"));
    }
    let Search { mut files, names, warnings, .. } = search;
    if let Some(first) = files.first_mut() {
        first.warnings.append(&warnings, "");
    }
    Ok(((!names.is_empty()).then(|| listed(&names)), files))
}

struct Search {
    /// Bytes that may still be unpacked.
    room: u64,
    files: Vec<Bfres>,
    /// Of the files that are in an archive.
    names: Vec<String>,
    /// Of the containers.
    warnings: Warnings,
}

impl Search {
    /// Takes every BFRES in `bytes`, which have a `name` where they are in an archive. What they are instead comes back
    /// where there is none.
    fn look(&mut self, bytes: &[u8], name: &str, depth: usize) -> Result<Option<String>> {
        let kind = kind::recognise(bytes);
        let deeper = matches!(kind, Some(Kind::Yaz0 | Kind::Sarc));
        if deeper && depth >= DEEPEST {
            let found = format!("more than {DEEPEST} containers inside of each other");
            return Err(error("Yaz0 or SARC", "content", found, "fewer"));
        }
        match kind {
            Some(Kind::Bfres) => self.take(bfres::decode(bytes)?, name),
            Some(Kind::BfresPart) => self.take(bfres::decode_part(bytes)?, name),
            Some(Kind::Yaz0) => {
                self.pay("Yaz0", yaz0::unpacked_len(bytes)?)?;
                let unpacked = yaz0::unpack(bytes)?;
                self.warn_of_trailing(bytes, unpacked.packed_len);
                let other = self.look(&unpacked.bytes, name, depth + 1)?;
                return Ok(other.map(|other| format!("a Yaz0-packed file that holds {other}")));
            }
            Some(Kind::Sarc) => return self.look_into_archive(bytes, name, depth),
            Some(other) => return Ok(Some(other.name().to_owned())),
            None => {
                let begin = bytes.get(..8).unwrap_or(bytes).escape_ascii();
                return Ok(Some(format!("a file that begins with \"{begin}\"")));
            }
        }
        Ok(None)
    }

    fn look_into_archive(&mut self, bytes: &[u8], name: &str, depth: usize) -> Result<Option<String>> {
        let archive = sarc::read(bytes)?;
        self.warnings.append(&archive.warnings, name);
        let mut entries = archive.entries;
        entries.sort_by(|a, b| a.name.cmp(&b.name)); // In the archive they lie in the order of hashes.
        let found_before = self.files.len();
        let mut first_error = None;
        for entry in &entries {
            let path = if name.is_empty() { entry.name.clone() } else { format!("{name}/{}", entry.name) };
            let looked =
                self.pay("SARC", entry.bytes.len()).and_then(|()| self.look(entry.bytes, &path, depth + 1));
            if let Err(error) = looked {
                self.warnings.add("broken-entry", path.clone(), 0, || error.to_string());
                first_error
                    .get_or_insert(FormatError { field: format!("{path}: {}", error.field).into(), ..error });
            }
        }
        match first_error {
            _ if self.files.len() > found_before => Ok(None),
            Some(error) => Err(error),
            None => {
                let names: Vec<_> = entries.iter().map(|entry| format!("{:?}", entry.name)).collect();
                let files = match names.len() {
                    0 => "no files".into(),
                    1 => format!("one file: {}", listed(&names)),
                    several => format!("{several} files: {}", listed(&names)),
                };
                Ok(Some(format!("an archive (SARC) of {files}")))
            }
        }
    }

    fn take(&mut self, file: Bfres, name: &str) {
        self.files.push(file);
        if !name.is_empty() {
            self.names.push(name.to_owned());
        }
    }

    fn pay(&mut self, format: &'static str, len: usize) -> Result<()> {
        self.room = self.room.checked_sub(len as u64).ok_or_else(|| {
            error(
                format,
                "content",
                "containers that unpack to far more than this file can hold",
                "what one layer can give",
            )
        })?;
        Ok(())
    }

    /// Zeros are common behind the stream: they fill a sector.
    fn warn_of_trailing(&mut self, bytes: &[u8], packed_len: usize) {
        let rest = bytes.get(packed_len..).unwrap_or_default();
        if rest.iter().any(|&byte| byte != 0) {
            self.warnings.add("trailing-bytes", "data", packed_len as u64, || {
                format!("found {} bytes behind the packed ones, expected none", rest.len())
            });
        }
    }
}

fn listed(names: &[String]) -> String {
    let told = names.get(..MOST_NAMES).unwrap_or(names).join(", ");
    match names.len().checked_sub(MOST_NAMES) {
        Some(more @ 1..) => format!("{told} and {more} more"),
        _ => told,
    }
}

/// An error of a whole container.
#[cold]
fn error(format: &'static str, field: &'static str, found: impl Into<String>, expected: &str) -> FormatError {
    FormatError {
        format: format.into(),
        field: field.into(),
        offset: 0,
        found: found.into(),
        expected: expected.into(),
        code: DAMAGED,
    }
}
