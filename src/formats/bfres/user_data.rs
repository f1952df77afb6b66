//! Values that the makers of a file attached to its parts.
//!
//! An entry of the group: name, u16 count, u8 type, a byte of 0, then numbers and bytes themselves, or an offset for each
//! text. No real file with such data was read: the layout is that of public readers, so what doesn't fit is left out with
//! a warning, and the part that it is attached to is still read.

use super::dict;
use super::encode::{EncodeError, count16};
use super::read::Place;
use super::write::{Field, Writer};
use crate::formats::bytes::{Result, Warnings};

/// The kind of warning about data that was left out.
const LEFT_OUT: &str = "user-data-left-out";

/// A named list of values.
#[derive(Debug, Clone, PartialEq)]
pub struct UserData {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub values: UserValues,
}

/// Values of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum UserValues {
    /// Type 0.
    Ints(Vec<i32>),
    /// Type 1.
    Floats(Vec<f32>),
    /// Type 2.
    Texts(Vec<String>),
    /// Type 3: UTF-16.
    WideTexts(Vec<String>),
    /// Type 4.
    Bytes(Vec<u8>),
}

impl UserValues {
    /// How many there are.
    fn count(&self) -> usize {
        match self {
            Self::Ints(values) => values.len(),
            Self::Floats(values) => values.len(),
            Self::Texts(values) | Self::WideTexts(values) => values.len(),
            Self::Bytes(values) => values.len(),
        }
    }
}

/// The user data of the group at `place`.
///
/// # Errors
/// When the group itself can't be read; an entry that can't is left out with a warning.
pub(super) fn read_dict(
    place: Place<'_, '_>,
    field: &'static str,
    warnings: &mut Warnings,
) -> Result<Vec<UserData>> {
    let mut all = Vec::new();
    for entry in dict::read(place, field)? {
        let Some(place) = entry.data else { continue };
        match read(place) {
            Ok(data) => all.push(data),
            Err(error) => warnings.add(LEFT_OUT, field, error.offset, || {
                format!(
                    "the data {:?} is left out: {}: found {}, expected {}",
                    entry.name, error.field, error.found, error.expected
                )
            }),
        }
    }
    Ok(all)
}

fn read(mut place: Place<'_, '_>) -> Result<UserData> {
    let name = place.name("user_data.name")?;
    let count = place.u16("user_data.count")?;
    let kind_place = place;
    let kind = place.u8("user_data.type")?;
    place.u8("user_data.unused")?;
    let items = |len| place.items("user_data.values", count.into(), len);
    let values = match kind {
        0 => {
            items(4)?;
            UserValues::Ints((0..count).map(|_| place.i32("user_data.values")).collect::<Result<_>>()?)
        }
        1 => {
            items(4)?;
            UserValues::Floats((0..count).map(|_| place.f32("user_data.values")).collect::<Result<_>>()?)
        }
        2 => {
            items(4)?;
            UserValues::Texts((0..count).map(|_| place.name("user_data.values")).collect::<Result<_>>()?)
        }
        3 => {
            items(4)?;
            UserValues::WideTexts((0..count).map(|_| wide_name(&mut place)).collect::<Result<_>>()?)
        }
        4 => UserValues::Bytes(place.bytes("user_data.values", count.into())?.to_vec()),
        other => return Err(kind_place.error("user_data.type", other, "0 to 4")),
    };
    Ok(UserData { name, values })
}

/// The UTF-16 text that the next field points to; empty where it points nowhere.
fn wide_name(place: &mut Place<'_, '_>) -> Result<String> {
    let Some(mut start) = place.offset("user_data.values")? else { return Ok(String::new()) };
    let mut units = Vec::new();
    loop {
        start.items("user_data.values", 1, 2)?; // Paid for, two by two.
        match start.array("user_data.values")? {
            [0, 0] => return Ok(wide_text(&units)),
            unit => units.push(unit),
        }
    }
}

/// Public readers take wide texts as little-endian, the rest of the file is big-endian, and no real one was seen: so
/// the text decides. Letters of Latin scripts have a high byte of 0, kana one of 0x30; where neither order has more of
/// them, it is the file's own. A mark at the beginning (U+FEFF) settles it.
fn wide_text(units: &[[u8; 2]]) -> String {
    let high_bytes = |byte: u8, index: usize| units.iter().filter(|unit| unit[index] == byte).count();
    let likely = |index| (high_bytes(0, index), high_bytes(0x30, index));
    let little = match units.first() {
        Some([0xfe, 0xff]) => false,
        Some([0xff, 0xfe]) => true,
        _ => likely(1) > likely(0),
    };
    let units: Vec<u16> = units
        .iter()
        .map(|&unit| if little { u16::from_le_bytes(unit) } else { u16::from_be_bytes(unit) })
        .collect();
    String::from_utf16_lossy(&units)
}

/// Writes a group of user data where `field` is to point; without any it stays pointing nowhere.
///
/// # Errors
/// When an entry has more values than its count can say, or a text holds a NUL.
pub(super) fn write_dict(
    out: &mut Writer,
    field: Field,
    all: &[UserData],
) -> std::result::Result<(), EncodeError> {
    if all.is_empty() {
        return Ok(());
    }
    out.align(4);
    out.point(field);
    let names: Vec<&str> = all.iter().map(|data| data.name.as_str()).collect();
    for (field, data) in dict::write(out, &names).into_iter().zip(all) {
        out.align(4);
        out.point(field);
        write(out, data)?;
    }
    out.align(4);
    Ok(())
}

fn write(out: &mut Writer, data: &UserData) -> std::result::Result<(), EncodeError> {
    out.name(&data.name);
    out.u16(count16("user data", data.values.count())?);
    let kind = match &data.values {
        UserValues::Ints(_) => 0,
        UserValues::Floats(_) => 1,
        UserValues::Texts(_) => 2,
        UserValues::WideTexts(_) => 3,
        UserValues::Bytes(_) => 4,
    };
    out.u8(kind);
    out.u8(0);
    match &data.values {
        UserValues::Ints(values) => values.iter().for_each(|&value| out.i32(value)),
        UserValues::Floats(values) => values.iter().for_each(|&value| out.f32(value)),
        UserValues::Bytes(values) => out.bytes(values),
        UserValues::Texts(texts) => write_texts(out, texts, |text| text.bytes().chain([0]).collect())?,
        UserValues::WideTexts(texts) => write_texts(out, texts, |text| {
            text.encode_utf16().chain([0]).flat_map(u16::to_be_bytes).collect()
        })?,
    }
    Ok(())
}

/// Texts stand behind their offsets, not in the pool of names (the public page).
fn write_texts(
    out: &mut Writer,
    texts: &[String],
    stored: impl Fn(&str) -> Vec<u8>,
) -> std::result::Result<(), EncodeError> {
    let fields: Vec<Field> = texts.iter().map(|_| out.field()).collect();
    for (field, text) in fields.into_iter().zip(texts) {
        if text.contains('\0') {
            let found = format!("{text:?}");
            return Err(EncodeError::Value { what: "text of user data", found, expected: "none with a NUL" });
        }
        out.point(field);
        out.bytes(&stored(text));
        out.align(2);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::Version;
    use super::super::read::File;
    use super::*;
    use proptest::prelude::*;

    const VERSION: Version = Version([3, 4, 0, 4]);

    fn written(all: &[UserData]) -> Vec<u8> {
        let mut out = Writer::new(VERSION);
        out.u32(0); // An offset can't point to itself.
        let field = out.field();
        write_dict(&mut out, field, all).unwrap();
        out.finish().bytes
    }

    fn read_back(bytes: &[u8]) -> Result<(Vec<UserData>, Warnings)> {
        let file = File::new(bytes, VERSION);
        let mut warnings = Warnings::default();
        match file.place(4).offset("user_data")? {
            Some(place) => Ok((read_dict(place, "user_data", &mut warnings)?, warnings)),
            None => Ok((Vec::new(), warnings)),
        }
    }

    fn values() -> impl Strategy<Value = UserValues> {
        let some = 0..6;
        prop_oneof![
            proptest::collection::vec(any::<i32>(), some.clone()).prop_map(UserValues::Ints),
            proptest::collection::vec(-1e9f32..1e9, some.clone()).prop_map(UserValues::Floats),
            proptest::collection::vec("[a-zé]{0,9}", some.clone()).prop_map(UserValues::Texts),
            proptest::collection::vec("[a-z0あ]{0,9}", some.clone()).prop_map(UserValues::WideTexts),
            proptest::collection::vec(any::<u8>(), some).prop_map(UserValues::Bytes),
        ]
    }

    fn some_user_data() -> impl Strategy<Value = Vec<UserData>> {
        proptest::collection::btree_map("[a-z_]{1,6}", values(), 0..6)
            .prop_map(|all| all.into_iter().map(|(name, values)| UserData { name, values }).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn user_data_of_every_type_is_read_back(all in some_user_data()) {
            prop_assert_eq!(read_back(&written(&all)).unwrap(), (all, Warnings::default()));
        }

        #[test]
        fn flipped_bytes_of_user_data_never_panic(
            all in some_user_data(),
            flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let mut bytes = written(&all);
            for (at, value) in flips {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            let _ = read_back(&bytes);
        }
    }

    #[test]
    fn wide_texts_are_read_in_either_byte_order() {
        let units = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<[u8; 2]> {
            text.encode_utf16().map(bytes).collect()
        };
        for text in ["Water", "0", "1 2", "みず", "水 A", "ミドリ", ""] {
            assert_eq!(wide_text(&units(text, u16::to_be_bytes)), text);
            assert_eq!(wide_text(&units(text, u16::to_le_bytes)), text);
        }
        // Nothing tells the order of these; the file's own is taken.
        assert_eq!(wide_text(&units("水", u16::to_be_bytes)), "水");
    }

    #[test]
    fn an_entry_of_no_known_type_is_left_out_with_a_warning() {
        let ints = |name: &str| UserData { name: name.into(), values: UserValues::Ints(vec![1, 2]) };
        let mut bytes = written(&[ints("a"), ints("b")]);
        // Count 2, type 0, then the value 1.
        let at = bytes.windows(8).position(|bytes| bytes == [0, 2, 0, 0, 0, 0, 0, 1]).unwrap();
        bytes[at + 2] = 5;
        let (all, warnings) = read_back(&bytes).unwrap();
        assert_eq!(all, [ints("b")]);
        let warning = warnings.iter().next().unwrap();
        assert_eq!(warning.kind, LEFT_OUT);
        assert!(warning.message.contains("\"a\"") && warning.message.contains("found 5"), "{warning}");
    }

    #[test]
    fn more_values_than_a_count_can_say_are_not_written() {
        let mut out = Writer::new(VERSION);
        let field = out.field();
        let all = [UserData { name: "a".into(), values: UserValues::Bytes(vec![0; 0x1_0000]) }];
        assert!(matches!(write_dict(&mut out, field, &all), Err(EncodeError::TooMany { .. })));
    }
}
