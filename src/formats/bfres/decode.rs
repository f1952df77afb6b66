//! The header of a file and the walk over its groups.

use super::dict::Entry;
use super::param_animation::ParamGroup;
use super::read::File;
use super::{Bfres, GROUP_NAMES, Version, dict, model, param_animation, texture, texture_pattern};
use crate::formats::bytes::{FormatError, Result, UNSUPPORTED};

/// First bytes of a file.
pub const MAGIC: &[u8; 4] = b"FRES";

/// Where the version stands.
const VERSION_AT: u64 = 4;
/// Where the byte order stands; the length of the header and of the file follow.
const BYTE_ORDER_AT: u64 = 8;
const BIG_ENDIAN: u16 = 0xfeff;
/// Where the offsets to the groups begin; the numbers of their entries follow.
const GROUPS_AT: u64 = 0x20;
/// The group that two pointers of the console stand before, in versions before 2.4: scenes (a public reader).
const AFTER_POINTERS: usize = 10;
const POINTERS: u64 = 8;

/// Decodes a file of the Wii U.
///
/// # Errors
/// When it is damaged, or a file of the Switch.
pub fn decode(bytes: &[u8]) -> Result<Bfres> {
    let version = Version([4, 5, 6, 7].map(|at| bytes.get(at).copied().unwrap_or_default()));
    refuse_switch(bytes, version)?;
    let file = File::new(bytes, version);
    let mut place = file.place(0);
    let magic: [u8; 4] = place.array("magic")?;
    if &magic != MAGIC {
        return Err(file.error(0, "magic", magic.escape_ascii(), MAGIC.escape_ascii()));
    }
    if !(2..=4).contains(&version.0[0]) {
        return Err(file.error(VERSION_AT, "version", version, "2.0 to 4.5").with_code(UNSUPPORTED));
    }
    let mut bfres = Bfres::empty(version);
    check_order_and_length(&file, &mut bfres)?;
    bfres.name = file.place(0x14).name("name")?;
    let mut group_place = file.place(GROUPS_AT);
    for (group, name) in GROUP_NAMES.into_iter().enumerate() {
        if group == AFTER_POINTERS && version < Version::V2_4 {
            group_place = group_place.plus(POINTERS);
        }
        let field_at = group_place.at;
        let entries = match group_place.offset("group") {
            Ok(None) => continue,
            Ok(Some(at)) => dict::read(at, name),
            Err(error) => Err(error),
        };
        match entries {
            Ok(entries) => read_group(&mut bfres, group, entries)?,
            // A picture needs none of the groups that aren't read.
            Err(error) if !READ.contains(&group) => {
                group_place.at = field_at + 4;
                bfres.warnings.add("unread-group", name, error.offset, || error.to_string());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(bfres)
}

/// The byte order is that of the console, and the length that of the file (so in all real files that were read).
fn check_order_and_length(file: &File<'_>, bfres: &mut Bfres) -> Result<()> {
    let mut place = file.place(BYTE_ORDER_AT);
    let byte_order = place.u16("byte_order")?;
    if byte_order != BIG_ENDIAN {
        let found = format!("{byte_order:04x}");
        return Err(file.error(BYTE_ORDER_AT, "byte_order", found, "feff, the byte order of the Wii U"));
    }
    let at = place.plus(2).at;
    let len = file.place(at).u32("length")?;
    if u64::from(len) != file.len() {
        bfres.warnings.add("file-length", "length", at, || {
            format!("found {len} bytes, expected {}, which is what the file has", file.len())
        });
    }
    Ok(())
}

/// The groups whose parts are read.
const READ: [usize; 6] = [0, 1, 3, 4, 5, 6];

fn read_group(bfres: &mut Bfres, group: usize, entries: Vec<Entry<'_, '_>>) -> Result<()> {
    let params = match group {
        3 => Some(ParamGroup::Any),
        4 => Some(ParamGroup::Color),
        5 => Some(ParamGroup::TextureMatrix),
        _ => None,
    };
    let levels = bfres.levels_here();
    for Entry { name, data } in entries {
        let Some(place) = data else { continue };
        let warnings = &mut bfres.warnings;
        match (group, params) {
            (0, _) => bfres.models.push(model::read(place, warnings)?),
            (1, _) => bfres.textures.push(texture::read(place, levels, warnings)?),
            (6, _) => bfres.texture_patterns.push(texture_pattern::read(place, warnings)?),
            // Known from one public reader alone: what looks otherwise must not cost the models their picture.
            (_, Some(params)) => match param_animation::read(place, params, warnings) {
                Ok(animation) => bfres.param_animations.extend(animation),
                Err(error) => {
                    warnings.add("param-animation-left-out", name, error.offset, || error.to_string());
                }
            },
            _ => bfres.unread[group] = bfres.unread[group].saturating_add(1),
        }
    }
    Ok(())
}

/// Four spaces follow the magic in files of the Switch. The version behind them is little-endian: 03 00 05 00 is what
/// people call 0.5.0.3, and the byte order follows at 0xc (public code).
fn refuse_switch(bytes: &[u8], version: Version) -> Result<()> {
    const SPACES: Version = Version(*b"    ");
    let byte_order = bytes.get(0xc..0xe);
    if bytes.starts_with(MAGIC) && (version == SPACES || byte_order == Some(&[0xff, 0xfe])) {
        let version: Vec<String> =
            bytes.get(8..12).unwrap_or_default().iter().rev().map(u8::to_string).collect();
        return Err(FormatError {
            format: "BFRES".into(),
            field: "version".into(),
            offset: VERSION_AT,
            found: format!("a file of the Switch, version {}", version.join(".")),
            expected:
                "one of the Wii U: those of the Switch have material animations (FMAA) and BNTX textures \
                       instead of FTXP and FTEX"
                    .into(),
            code: UNSUPPORTED,
        });
    }
    Ok(())
}
