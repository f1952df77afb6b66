//! A curve of an animation: keys at frames, of whole numbers or floats.

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
    /// By how much the value grows in a round; since version 3.4, else 0.
    pub delta: f32,
    /// Frame of each key, as stored: a float, 1/32 frames, or whole frames. Empty for baked curves.
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
}
