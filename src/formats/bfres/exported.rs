//! A part of a file that was exported on its own: `.bftex`, `.bftxp`, `.bfmdl`, ...
//!
//! `7F "fresSUB"`, the version of the file it comes from, eight characters that say what it is, an offset to it, and from
//! byte 0x20 on the part with its names and data (read in exported textures). A texture pattern without anything before it
//! is read too.

use super::levels::LevelsHere;
use super::param_animation::{self, ParamGroup};
use super::read::File;
use super::write::Writer;
use super::{Bfres, EncodeError, Version, model, texture, texture_pattern};
use crate::formats::bytes::{Result, UNSUPPORTED};

/// First bytes of an exported part.
pub const EXPORTED: &[u8; 8] = b"\x7ffresSUB";

/// First bytes of a texture pattern.
pub const PATTERN: &[u8; 4] = b"FTXP";

/// Where the version, the kind and the offset to the part stand.
const VERSION_AT: usize = 8;
const KIND_AT: u64 = 0xc;
const OFFSET_AT: u64 = 0x14;
/// Where the part begins.
const PART_AT: usize = 0x20;

/// Of a part that doesn't say it: the layout of a pattern is told by what its offsets point to.
const UNKNOWN_VERSION: Version = Version::V3_4;

/// Parts that are recognised and not read, by the first four characters of their kind.
const NOT_READ: [(&[u8; 4], &str); 6] = [
    (b"FSKL", "a skeleton"),
    (b"FSKA", "a skeleton animation"),
    (b"FVIS", "a visibility animation"),
    (b"FSHA", "a shape animation"),
    (b"FSCN", "a scene"),
    (b"FMAA", "a material animation of the Switch"),
];

/// Decodes an exported part, or a texture pattern that stands alone, into a file with that part alone.
///
/// # Errors
/// When it is damaged, or a part of a kind that isn't read.
pub fn decode_part(bytes: &[u8]) -> Result<Bfres> {
    if bytes.starts_with(PATTERN) {
        let file = File::new(bytes, UNKNOWN_VERSION);
        let mut bfres = Bfres::empty(UNKNOWN_VERSION);
        bfres.texture_patterns.push(texture_pattern::read(file.place(0), &mut bfres.warnings)?);
        return Ok(bfres);
    }
    let version = bytes.get(VERSION_AT..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
    let file = File::new(bytes, Version(version));
    let magic: [u8; 8] = file.place(0).array("magic")?;
    if &magic != EXPORTED {
        return Err(file.error(0, "magic", magic.escape_ascii(), EXPORTED.escape_ascii()));
    }
    let kind: [u8; 8] = file.place(KIND_AT).array("kind")?;
    let part = file.place(OFFSET_AT).needed_offset("part")?;
    let mut bfres = Bfres::empty(Version(version));
    let warnings = &mut bfres.warnings;
    match kind.first_chunk() {
        Some(b"FMDL") => bfres.models.push(model::read(part, warnings)?),
        Some(b"FTEX") => bfres.textures.push(texture::read(part, LevelsHere::All, warnings)?),
        Some(PATTERN) => bfres.texture_patterns.push(texture_pattern::read(part, warnings)?),
        // It isn't said which group it was in.
        Some(b"FSHU") => {
            bfres.param_animations.extend(param_animation::read(part, ParamGroup::Any, warnings)?);
        }
        other => {
            let name = NOT_READ.iter().find(|(kind, _)| Some(*kind) == other).map(|(_, name)| *name);
            let found = name.map_or_else(|| format!("\"{}\"", kind.escape_ascii()), str::to_owned);
            let expected = "a model, a texture, a texture pattern or an animation of parameters";
            return Err(file.error(KIND_AT, "kind", found, expected).with_code(UNSUPPORTED));
        }
    }
    Ok(bfres)
}

/// Writes the only part of `bfres` as an exported one.
///
/// # Errors
/// When there isn't one part, or it has something that is too many or too large for its field.
pub fn encode_part(bfres: &Bfres) -> std::result::Result<Vec<u8>, EncodeError> {
    let mut out = Writer::new(bfres.version);
    out.bytes(EXPORTED);
    out.bytes(&bfres.version.0);
    let (models, textures) = (bfres.models.as_slice(), bfres.textures.as_slice());
    let (patterns, animations) = (bfres.texture_patterns.as_slice(), bfres.param_animations.as_slice());
    let kind = match (models, textures, patterns, animations) {
        ([_], [], [], []) => b"FMDL",
        ([], [_], [], []) => b"FTEX",
        ([], [], [_], []) => PATTERN,
        ([], [], [], [_]) => b"FSHU",
        _ => {
            let found = "none or several".into();
            return Err(EncodeError::Value { what: "parts", found, expected: "one" });
        }
    };
    out.bytes(kind);
    out.bytes(&[0; 4]);
    let part = out.field();
    out.align(PART_AT);
    out.point(part);
    models.iter().try_for_each(|model| model::write(&mut out, model))?;
    textures.iter().try_for_each(|texture| texture::write(&mut out, texture))?;
    patterns.iter().try_for_each(|pattern| texture_pattern::write(&mut out, pattern))?;
    animations.iter().try_for_each(|animation| param_animation::write(&mut out, animation))?;
    Ok(out.finish().bytes)
}
