//! Writes a whole file.

use super::param_animation::ParamGroup;
use super::write::Writer;
use super::{Bfres, GROUPS, Version, dict, model, param_animation, texture, texture_pattern};

/// Why a file can't be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// More of something than its field can count.
    #[error("{what}: found {count}, expected at most {most}")]
    TooMany {
        /// What is too many.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many the format has room for.
        most: usize,
    },
    /// A value that the format can't hold.
    #[error("{what}: found {found}, expected {expected}")]
    Value {
        /// Which value.
        what: &'static str,
        /// The value.
        found: String,
        /// What would fit.
        expected: &'static str,
    },
}

/// Offsets are signed and have 32 bits.
const LARGEST_FILE: usize = i32::MAX as usize;

/// Versions before aren't written: their header is known from one public reader alone.
const OLDEST: Version = Version::V2_4;

/// `count` as a u16.
pub(super) fn count16(what: &'static str, count: usize) -> Result<u16, EncodeError> {
    count.try_into().map_err(|_| EncodeError::TooMany { what, count, most: u16::MAX.into() })
}

/// Writes a file. The groups that aren't read aren't written either.
///
/// # Errors
/// When something is too many or too large for its field.
pub fn encode(bfres: &Bfres) -> Result<Vec<u8>, EncodeError> {
    if bfres.version < OLDEST {
        let found = bfres.version.to_string();
        return Err(EncodeError::Value { what: "version", found, expected: "2.4.0.0 or later" });
    }
    let mut out = Writer::new(bfres.version);
    out.bytes(b"FRES");
    out.bytes(&bfres.version.0);
    out.u16(0xfeff);
    out.u16(0x10);
    out.null(); // Length of the file, once it is known.
    out.u32(ALIGNMENT);
    out.name(&bfres.name);
    out.null(); // Length of the pool of names, and where it is.
    out.null();
    let groups: Vec<_> = (0..GROUPS).map(|_| out.field()).collect();
    let params = |group| -> Vec<_> {
        bfres.param_animations.iter().filter(|animation| animation.group == group).collect()
    };
    let [any, colors, matrices] = [ParamGroup::Any, ParamGroup::Color, ParamGroup::TextureMatrix].map(params);
    let mut counts = [0; GROUPS];
    counts[0] = bfres.models.len();
    counts[1] = bfres.textures.len();
    counts[3] = any.len();
    counts[4] = colors.len();
    counts[5] = matrices.len();
    counts[6] = bfres.texture_patterns.len();
    for count in counts {
        out.u16(count16("entries of a group", count)?);
    }
    out.null(); // A pointer of the console.
    for (group, field) in groups.into_iter().enumerate() {
        if counts[group] == 0 {
            continue;
        }
        out.point(field);
        let names: Vec<&str> = match group {
            0 => bfres.models.iter().map(|part| part.name.as_str()).collect(),
            1 => bfres.textures.iter().map(|part| part.name.as_str()).collect(),
            3 => any.iter().map(|part| part.name.as_str()).collect(),
            4 => colors.iter().map(|part| part.name.as_str()).collect(),
            5 => matrices.iter().map(|part| part.name.as_str()).collect(),
            _ => bfres.texture_patterns.iter().map(|part| part.name.as_str()).collect(),
        };
        for (index, field) in dict::write(&mut out, &names).into_iter().enumerate() {
            out.align(4);
            out.point(field);
            match group {
                0 => {
                    out.model_is_here(&bfres.models[index].name);
                    model::write(&mut out, &bfres.models[index])?;
                }
                1 => texture::write(&mut out, &bfres.textures[index])?,
                3 => param_animation::write(&mut out, any[index])?,
                4 => param_animation::write(&mut out, colors[index])?,
                5 => param_animation::write(&mut out, matrices[index])?,
                _ => texture_pattern::write(&mut out, &bfres.texture_patterns[index])?,
            }
        }
        out.align(4);
    }
    let mut written = out.finish();
    let count = written.bytes.len();
    if count > LARGEST_FILE {
        return Err(EncodeError::TooMany { what: "bytes", count, most: LARGEST_FILE });
    }
    let mut put = |at: usize, value: usize| {
        if let Some(field) = written.bytes.get_mut(at..at + 4) {
            field.copy_from_slice(&(value as u32).to_be_bytes());
        }
    };
    put(0xc, count);
    put(0x18, written.pool_len);
    put(0x1c, written.pool_at - 0x1c);
    Ok(written.bytes)
}

/// What most files ask for (0x2000 of Mario Kart 8).
const ALIGNMENT: u32 = 0x2000;
