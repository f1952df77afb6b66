//! A curve of an animation: keys at frames, of whole numbers or floats.

mod stored;

pub(super) use stored::{read_all, write_all};

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

    /// Either, as a number.
    pub fn number(self) -> f64 {
        match self {
            Self::Float(value) => value.into(),
            Self::Int(value) => value.into(),
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

    /// What `good` makes of the value of the nearest key that isn't later than a frame, where it makes something of one.
    pub(super) fn good_key_at<T>(&self, frame: f32, good: impl Fn(Value) -> Option<T>) -> Option<T> {
        let spot = self.spot(frame)?;
        let of_key = |key| self.value(Spot { key, part: 0.0, ..spot }).and_then(&good);
        (0..=spot.key).rev().find_map(of_key)
    }

    /// The value at each of its keys.
    pub(super) fn key_values(&self) -> impl Iterator<Item = Value> {
        (0..self.key_count()).filter_map(|key| self.value(Spot { key, part: 0.0, grown: 0.0 }))
    }

    /// How many numbers it holds: frames and those of its keys.
    pub(super) fn stored_numbers(&self) -> usize {
        self.frames.len() + self.stored_keys() * self.kind.numbers_a_key()
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

#[cfg(test)]
pub(super) mod tests;
