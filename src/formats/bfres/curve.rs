//! A curve of an animation: keys at frames, of whole numbers or floats.
//!
//! 0x24 bytes since version 3.4 and 0x20 before, then frames and keys where its offsets say. Step curves with u8 frames
//! and s8 keys were read in two real files; the other types are those of public readers.

use super::encode::{EncodeError, count16};
use super::read::Place;
use super::write::Writer;
use crate::formats::bytes::Result;

/// Bytes of a curve since version 3.4, and before, without `delta`.
const LEN: u64 = 0x24;
const LEN_BEFORE: u64 = 0x20;

/// Frames of 16 bits count in parts of a frame.
const FIXED_STEPS: f32 = 32.0;

/// A curve, with its numbers as the file has them.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// How frames are stored.
    pub frame_type: FrameType,
    /// How keys are stored.
    pub key_type: KeyType,
    /// What is between the keys.
    pub kind: CurveKind,
    /// What comes before `start`.
    pub pre_wrap: Wrap,
    /// What comes after `end`.
    pub post_wrap: Wrap,
    /// What the curve drives: 0 in a texture pattern, the byte in the value of a shader parameter.
    pub target: u32,
    /// First and last frame.
    pub start: f32,
    /// See `start`.
    pub end: f32,
    /// Stored keys of a float curve are multiplied by it.
    pub scale: f32,
    /// Added to each key.
    pub offset: Offset,
    /// By how much the value grows in a round of [`Wrap::RepeatRelative`]; since version 3.4, else 0. It is the last key
    /// less the first one in the files that were read, which don't use it.
    pub delta: f32,
    /// Frame of each key, whatever it is stored as. Empty for baked curves, which have a key for each frame.
    pub frames: Vec<f32>,
    /// Keys as stored, [`CurveKind::numbers_a_key`] for each: whole numbers but for float curves with 32-bit keys.
    pub keys: Keys,
}

/// How frames are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameType {
    /// f32.
    F32,
    /// s16 in 1/32 of a frame.
    Fixed16,
    /// u8.
    U8,
}

/// How keys are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyType {
    /// 32 bits: an f32, or an s32 where the curve is of whole numbers.
    Bits32,
    /// s16.
    I16,
    /// s8.
    I8,
}

/// What is between the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurveKind {
    /// A cubic a key: four numbers.
    Cubic,
    /// A line a key: two numbers.
    Linear,
    /// A float for each frame.
    BakedFloat,
    /// A whole number that holds until the next key.
    StepInt,
    /// A whole number for each frame.
    BakedInt,
    /// A bit that holds until the next key.
    StepBool,
    /// A bit for each frame.
    BakedBool,
}

/// What a curve does outside of its frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// Stays as at its end.
    Clamp,
    /// Begins again.
    Repeat,
    /// Runs back.
    Mirror,
    /// Begins again, each round higher by [`Curve::delta`]. Not seen in a file: it is mode 3 in the older format of the
    /// same maker, and nothing else would need `delta`.
    RepeatRelative,
}

/// Added to each key; whole for curves of whole numbers, where real files need it: their keys begin at -1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Offset {
    /// Of a curve of floats.
    Float(f32),
    /// Of a curve of whole numbers or bits.
    Int(i32),
}

/// Keys as they are stored.
#[derive(Debug, Clone, PartialEq)]
pub enum Keys {
    /// Of float curves with 32-bit keys.
    Float(Vec<f32>),
    /// Of all others; each 0 or 1 for bits.
    Int(Vec<i32>),
}

/// What a curve is at a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Of a curve of floats.
    Float(f32),
    /// Of a curve of whole numbers or bits.
    Int(i32),
}

impl Value {
    /// As a parameter of a shader holds it.
    pub fn bits(self) -> u32 {
        match self {
            Self::Float(value) => value.to_bits(),
            Self::Int(value) => value as u32,
        }
    }

    /// The whole number, or that part of a float; `None` where it is no number.
    pub fn whole(self) -> Option<i64> {
        match self {
            Self::Float(value) => value.is_finite().then_some(value as i64),
            Self::Int(value) => Some(value.into()),
        }
    }
}

impl CurveKind {
    /// How many numbers stand for a key.
    pub fn numbers_a_key(self) -> usize {
        match self {
            Self::Cubic => 4,
            Self::Linear => 2,
            _ => 1,
        }
    }

    /// Whether its values are whole numbers or bits.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::StepInt | Self::BakedInt | Self::StepBool | Self::BakedBool)
    }

    /// Whether it has a key for each frame.
    pub fn is_baked(self) -> bool {
        matches!(self, Self::BakedFloat | Self::BakedInt | Self::BakedBool)
    }

    /// As the flags have it.
    fn code(self) -> u16 {
        match self {
            Self::Cubic => 0,
            Self::Linear => 1,
            Self::BakedFloat => 2,
            Self::StepInt => 4,
            Self::BakedInt => 5,
            Self::StepBool => 6,
            Self::BakedBool => 7,
        }
    }

    /// Whether its keys are bits.
    fn is_bool(self) -> bool {
        matches!(self, Self::StepBool | Self::BakedBool)
    }
}

impl FrameType {
    /// Bytes of a frame.
    fn len(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::Fixed16 => 2,
            Self::U8 => 1,
        }
    }
}

/// A place on a curve.
#[derive(Debug, Clone, Copy)]
struct Spot {
    /// The last key that isn't later, or the first.
    key: usize,
    /// How far it is from this key to the next, 0 to 1.
    part: f32,
    /// What relative repeats have added.
    grown: f32,
}

impl Curve {
    /// The value at a frame; `None` for a curve without keys. A frame that is no number is taken for the start.
    pub fn value_at(&self, frame: f32) -> Option<Value> {
        self.spot(frame).and_then(|spot| self.value(spot))
    }

    /// The value at a frame or, where that isn't `good`, of the nearest earlier key that is.
    pub(super) fn good_value_at<T>(&self, frame: f32, good: impl Fn(Value) -> Option<T>) -> Option<T> {
        let spot = self.spot(frame)?;
        let now = self.value(spot).and_then(&good);
        now.or_else(|| {
            let earlier = |key| self.value(Spot { key, part: 0.0, ..spot }).and_then(&good);
            (0..=spot.key).rev().find_map(earlier)
        })
    }

    /// The value at each of its keys.
    pub(super) fn key_values(&self) -> impl Iterator<Item = Value> {
        (0..self.key_count()).filter_map(|key| self.value(Spot { key, part: 0.0, grown: 0.0 }))
    }

    fn stored_keys(&self) -> usize {
        let numbers = match &self.keys {
            Keys::Float(keys) => keys.len(),
            Keys::Int(keys) => keys.len(),
        };
        numbers / self.kind.numbers_a_key()
    }

    /// Keys that have a frame.
    fn key_count(&self) -> usize {
        let keys = self.stored_keys();
        if self.kind.is_baked() { keys } else { keys.min(self.frames.len()) }
    }

    fn spot(&self, frame: f32) -> Option<Spot> {
        let last = self.key_count().checked_sub(1)?;
        let (frame, grown) = self.wrapped(frame);
        if self.kind.is_baked() {
            // Floats beyond what an i64 holds end at its limits, and no number is 0.
            let key = (frame as i64).saturating_sub(self.start as i64);
            return Some(Spot { key: usize::try_from(key).unwrap_or(0).min(last), part: 0.0, grown });
        }
        // The console rounds the frame down to what the stored type can hold; as keys lie on such frames, the last
        // one that isn't later stays the same.
        let key = self.frames.partition_point(|&key| key <= frame).saturating_sub(1).min(last);
        let part = match (self.frames.get(key), self.frames.get(key + 1)) {
            (Some(&from), Some(&to)) if to > from && key < last => {
                ((frame - from) / (to - from)).clamp(0.0, 1.0)
            }
            _ => 0.0,
        };
        Some(Spot { key, part, grown })
    }

    /// A frame inside of the curve's, and what relative repeats add to its value.
    fn wrapped(&self, frame: f32) -> (f32, f32) {
        if frame >= self.start && frame <= self.end {
            return (frame, 0.0);
        }
        let length = f64::from(self.end) - f64::from(self.start);
        if frame.is_nan() || !length.is_finite() {
            return (if self.start.is_finite() { self.start } else { 0.0 }, 0.0);
        }
        if length <= 0.0 {
            return (self.start, 0.0);
        }
        let (wrap, edge) =
            if frame < self.start { (self.pre_wrap, self.start) } else { (self.post_wrap, self.end) };
        let from_start = f64::from(frame) - f64::from(self.start);
        let round = from_start.rem_euclid(length);
        if wrap == Wrap::Clamp || round.is_nan() {
            return (edge, 0.0);
        }
        let rounds = (from_start / length).floor();
        match wrap {
            Wrap::Mirror if rounds.rem_euclid(2.0) == 1.0 => ((f64::from(self.end) - round) as f32, 0.0),
            Wrap::RepeatRelative => ((f64::from(self.start) + round) as f32, rounds as f32 * self.delta),
            _ => ((f64::from(self.start) + round) as f32, 0.0),
        }
    }

    fn value(&self, spot: Spot) -> Option<Value> {
        let numbers = self.kind.numbers_a_key();
        let range = spot.key * numbers..(spot.key + 1) * numbers;
        if self.kind.is_whole() {
            let Keys::Int(keys) = &self.keys else { return None };
            let key = *keys.get(spot.key)?;
            let offset = match self.offset {
                Offset::Int(offset) => offset,
                Offset::Float(offset) => offset as i32,
            };
            // As the console adds, and its numbers have 32 bits.
            return Some(Value::Int(key.wrapping_add(offset).wrapping_add(spot.grown as i32)));
        }
        let stored = match &self.keys {
            Keys::Float(keys) => polynomial(keys.get(range)?.iter().copied(), spot.part),
            Keys::Int(keys) => polynomial(keys.get(range)?.iter().map(|&key| key as f32), spot.part),
        };
        let offset = match self.offset {
            Offset::Float(offset) => offset,
            Offset::Int(offset) => offset as f32,
        };
        Some(Value::Float(stored * self.scale + offset + spot.grown))
    }
}

/// `k0 + x (k1 + x (k2 + x k3))`, or as much of it as there is.
fn polynomial(coefficients: impl DoubleEndedIterator<Item = f32>, x: f32) -> f32 {
    coefficients.rev().fold(0.0, |sum, coefficient| coefficient + x * sum)
}

/// `count` curves from `place` on; with `delta` as since version 3.4, unless the curves themselves say otherwise.
pub(super) fn read_all(place: Place<'_, '_>, count: u16, delta: bool) -> Result<Vec<Curve>> {
    place.items("curves", count.into(), LEN_BEFORE)?;
    // Versions lie, and parts that were exported alone may have none.
    let delta = delta != (!all_fit(place, count, delta) && all_fit(place, count, !delta));
    each(place, count, delta).map(|place| read(place, delta)).collect()
}

/// The places of curves.
fn each<'f, 'a>(place: Place<'f, 'a>, count: u16, delta: bool) -> impl Iterator<Item = Place<'f, 'a>> {
    let len = if delta { LEN } else { LEN_BEFORE };
    (0..u64::from(count)).map(move |index| place.plus(index * len))
}

/// Whether all curves have known types and lists that lie in the file.
fn all_fit(place: Place<'_, '_>, count: u16, delta: bool) -> bool {
    each(place, count, delta).all(|place| {
        read_head(place, delta).is_ok_and(|head| {
            let in_file = |list: Option<Place<'_, '_>>, len| {
                list.is_some_and(|list| list.at.saturating_add(len) <= list.file.len())
            };
            let count = u64::from(head.key_count);
            let baked = head.curve.kind.is_baked();
            let frames = in_file(head.frames, count * head.curve.frame_type.len());
            count > 0
                && baked == head.frames.is_none()
                && (baked || frames)
                && in_file(head.keys, head.key_bytes())
        })
    })
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
pub(super) fn write_all(out: &mut Writer, curves: &[&Curve]) -> std::result::Result<(), EncodeError> {
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
        if out.version >= super::Version::V3_4 {
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

#[cfg(test)]
mod tests;
