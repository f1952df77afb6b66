//! How curves lie in a file.
//!
//! 0x24 bytes since version 3.4 and 0x20 before, then frames and keys where its offsets say. Step curves with u8 frames
//! and s8 keys were read in two real files; the other types are those of public readers.

use super::super::Version;
use super::super::encode::{EncodeError, count16};
use super::super::read::Place;
use super::super::write::Writer;
use super::{Curve, CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use crate::formats::bytes::Result;

/// Bytes of a curve since version 3.4, and before, without `delta`.
const LEN: u64 = 0x24;
const LEN_BEFORE: u64 = 0x20;

/// Frames of 16 bits count in parts of a frame.
const FIXED_STEPS: f32 = 32.0;

/// `count` curves from `place` on; with `delta` as since version 3.4. Their bytes don't tell: a baked curve that has
/// frames it doesn't need looks as if it were of the other length, when its delta is 0.
pub(in super::super) fn read_all(place: Place<'_, '_>, count: u16, delta: bool) -> Result<Vec<Curve>> {
    let len = if delta { LEN } else { LEN_BEFORE };
    place.items("curves", count.into(), len)?;
    (0..u64::from(count)).map(|index| read(place.plus(index * len), delta)).collect()
}

/// A curve without its lists, and where they are.
struct Head<'f, 'a> {
    curve: Curve,
    key_count: u16,
    frames: Option<Place<'f, 'a>>,
    keys: Option<Place<'f, 'a>>,
}

impl Head<'_, '_> {
    fn key_bytes(&self) -> u64 {
        let count = u64::from(self.key_count);
        if self.curve.kind.is_bool() {
            return 4 * count.div_ceil(32);
        }
        let len = match self.curve.key_type {
            KeyType::Bits32 => 4,
            KeyType::I16 => 2,
            KeyType::I8 => 1,
        };
        len * count * self.curve.kind.numbers_a_key() as u64
    }
}

fn read_head<'f, 'a>(mut place: Place<'f, 'a>, delta: bool) -> Result<Head<'f, 'a>> {
    let flags_place = place;
    let flags = place.u16("curve.flags")?;
    let unknown =
        |what, bits: u16| flags_place.error("curve.flags", format!("{what} {bits}"), "one of a known type");
    let frame_type = match flags & 3 {
        0 => FrameType::F32,
        1 => FrameType::Fixed16,
        2 => FrameType::U8,
        other => return Err(unknown("frame type", other)),
    };
    let key_type = match flags >> 2 & 3 {
        0 => KeyType::Bits32,
        1 => KeyType::I16,
        2 => KeyType::I8,
        other => return Err(unknown("key type", other)),
    };
    let kind = match flags >> 4 & 7 {
        0 => CurveKind::Cubic,
        1 => CurveKind::Linear,
        2 => CurveKind::BakedFloat,
        4 => CurveKind::StepInt,
        5 => CurveKind::BakedInt,
        6 => CurveKind::StepBool,
        7 => CurveKind::BakedBool,
        other => return Err(unknown("curve type", other)),
    };
    let wrap = |bits| match bits & 3 {
        0 => Wrap::Clamp,
        1 => Wrap::Repeat,
        2 => Wrap::Mirror,
        _ => Wrap::RepeatRelative,
    };
    let key_count = place.u16("curve.keys")?;
    let curve = Curve {
        frame_type,
        key_type,
        kind,
        pre_wrap: wrap(flags >> 8),
        post_wrap: wrap(flags >> 12),
        target: place.u32("curve.target")?,
        start: place.f32("curve.start")?,
        end: place.f32("curve.end")?,
        scale: place.f32("curve.scale")?,
        offset: match kind.is_whole() {
            true => Offset::Int(place.i32("curve.offset")?),
            false => Offset::Float(place.f32("curve.offset")?),
        },
        delta: if delta { place.f32("curve.delta")? } else { 0.0 },
        frames: Vec::new(),
        keys: if kind.is_whole() || key_type != KeyType::Bits32 {
            Keys::Int(Vec::new())
        } else {
            Keys::Float(Vec::new())
        },
    };
    Ok(Head { curve, key_count, frames: place.offset("curve.frames")?, keys: place.offset("curve.keys")? })
}

fn read(place: Place<'_, '_>, delta: bool) -> Result<Curve> {
    let head = read_head(place, delta)?;
    let key_bytes = head.key_bytes();
    let Head { mut curve, key_count, frames, keys } = head;
    if key_count == 0 {
        return Ok(curve);
    }
    let missing = |field| place.error(field, "an offset of 0", "one to what must be there");
    let keys = keys.ok_or_else(|| missing("curve.keys"))?;
    // Frames and keys take four bytes each in memory, also where a bit stands for them.
    keys.items("curve.keys", key_bytes, 1)?;
    keys.pay("curve.keys", 4 * u64::from(key_count) * curve.kind.numbers_a_key() as u64)?;
    curve.keys = read_keys(keys, &curve, key_count)?;
    if !curve.kind.is_baked() {
        let frames = frames.ok_or_else(|| missing("curve.frames"))?;
        frames.items("curve.frames", key_count.into(), curve.frame_type.len())?;
        frames.pay("curve.frames", 4 * u64::from(key_count))?;
        curve.frames = read_frames(frames, curve.frame_type, key_count)?;
    }
    Ok(curve)
}

fn read_frames(mut place: Place<'_, '_>, frame_type: FrameType, count: u16) -> Result<Vec<f32>> {
    (0..count)
        .map(|_| match frame_type {
            FrameType::F32 => place.f32("curve.frames"),
            FrameType::Fixed16 => {
                place.array("curve.frames").map(|b| f32::from(i16::from_be_bytes(b)) / FIXED_STEPS)
            }
            FrameType::U8 => place.u8("curve.frames").map(f32::from),
        })
        .collect()
}

fn read_keys(mut place: Place<'_, '_>, curve: &Curve, count: u16) -> Result<Keys> {
    let numbers = usize::from(count) * curve.kind.numbers_a_key();
    if curve.kind.is_bool() {
        let mut bits = Vec::with_capacity(numbers);
        let mut word = 0;
        for index in 0..count {
            if index % 32 == 0 {
                word = place.u32("curve.keys")?;
            }
            bits.push((word >> (index % 32) & 1) as i32);
        }
        return Ok(Keys::Int(bits));
    }
    if let Keys::Float(_) = curve.keys {
        return Ok(Keys::Float((0..numbers).map(|_| place.f32("curve.keys")).collect::<Result<_>>()?));
    }
    let keys = (0..numbers).map(|_| match curve.key_type {
        KeyType::Bits32 => place.i32("curve.keys"),
        KeyType::I16 => place.array("curve.keys").map(|b| i16::from_be_bytes(b).into()),
        KeyType::I8 => place.i8("curve.keys").map(i32::from),
    });
    Ok(Keys::Int(keys.collect::<Result<_>>()?))
}

/// Writes curves one after the other, then their lists.
///
/// # Errors
/// When a curve has more keys than its count can say, or numbers that its types can't hold.
pub(in super::super) fn write_all(
    out: &mut Writer,
    curves: &[&Curve],
) -> std::result::Result<(), EncodeError> {
    let mut lists = Vec::with_capacity(curves.len());
    for curve in curves {
        let (frames, keys) = (frame_bytes(curve)?, key_bytes(curve)?);
        let flags = curve.frame_type as u16
            | (curve.key_type as u16) << 2
            | curve.kind.code() << 4
            | (curve.pre_wrap as u16) << 8
            | (curve.post_wrap as u16) << 12;
        out.u16(flags);
        out.u16(count16("keys of a curve", curve.stored_keys())?);
        out.u32(curve.target);
        out.f32(curve.start);
        out.f32(curve.end);
        out.f32(curve.scale);
        match (curve.offset, curve.kind.is_whole()) {
            (Offset::Int(offset), true) => out.i32(offset),
            (Offset::Float(offset), false) => out.f32(offset),
            (offset, _) => return Err(unfit("offset of a curve", &offset, "one of the curve's own type")),
        }
        if out.version >= Version::V3_4 {
            out.f32(curve.delta);
        } else if curve.delta != 0.0 {
            return Err(unfit("delta of a curve", &curve.delta, "0 before version 3.4"));
        }
        lists.push((out.field(), frames));
        lists.push((out.field(), keys));
    }
    for (field, bytes) in lists {
        if bytes.is_empty() {
            continue; // Keeps pointing nowhere.
        }
        out.point(field);
        out.bytes(&bytes);
        out.align(4);
    }
    Ok(())
}

fn unfit(what: &'static str, found: &impl std::fmt::Debug, expected: &'static str) -> EncodeError {
    EncodeError::Value { what, found: format!("{found:?}"), expected }
}

fn frame_bytes(curve: &Curve) -> std::result::Result<Vec<u8>, EncodeError> {
    let expected = if curve.kind.is_baked() { 0 } else { curve.stored_keys() };
    if curve.frames.len() != expected {
        return Err(unfit("frames of a curve", &curve.frames.len(), "one a key, and none where it is baked"));
    }
    let mut bytes = Vec::new();
    for &frame in &curve.frames {
        let fixed = frame * FIXED_STEPS;
        match curve.frame_type {
            FrameType::F32 => bytes.extend(frame.to_be_bytes()),
            FrameType::Fixed16 if f32::from(fixed as i16) == fixed => {
                bytes.extend((fixed as i16).to_be_bytes())
            }
            FrameType::U8 if f32::from(frame as u8) == frame => bytes.push(frame as u8),
            _ => return Err(unfit("frame of a key", &frame, "one that the frame type can hold")),
        }
    }
    Ok(bytes)
}

fn key_bytes(curve: &Curve) -> std::result::Result<Vec<u8>, EncodeError> {
    let floats = !curve.kind.is_whole() && curve.key_type == KeyType::Bits32;
    let keys = match &curve.keys {
        Keys::Float(keys) if floats && keys.len() % curve.kind.numbers_a_key() == 0 => {
            return Ok(keys.iter().flat_map(|key| key.to_be_bytes()).collect());
        }
        Keys::Int(keys) if !floats && keys.len() % curve.kind.numbers_a_key() == 0 => keys,
        other => {
            return Err(unfit(
                "keys of a curve",
                other,
                "whole ones of the key type, and of floats where it is one",
            ));
        }
    };
    if curve.kind.is_bool() {
        if let Some(key) = keys.iter().find(|&&key| key != 0 && key != 1) {
            return Err(unfit("key of bits", key, "0 or 1"));
        }
        let word = |bits: &[i32]| (0..).zip(bits).fold(0, |word, (at, &bit)| word | (bit as u32) << at);
        return Ok(keys.chunks(32).flat_map(|bits| word(bits).to_be_bytes()).collect());
    }
    let mut bytes = Vec::new();
    for &key in keys {
        match curve.key_type {
            KeyType::Bits32 => bytes.extend(key.to_be_bytes()),
            KeyType::I16 if i32::from(key as i16) == key => bytes.extend((key as i16).to_be_bytes()),
            KeyType::I8 if i32::from(key as i8) == key => bytes.extend((key as i8).to_be_bytes()),
            _ => return Err(unfit("key", &key, "one that the key type can hold")),
        }
    }
    Ok(bytes)
}
