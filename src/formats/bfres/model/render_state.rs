//! How a material is drawn: registers of the GPU, of which the picture needs a few bits.
//!
//! The bits are those of public readers and of the GPU's public register guide.

use super::super::read::Place;
use super::super::write::Writer;
use crate::formats::bytes::Result;

/// How a material is drawn, as the registers of the GPU say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RenderState {
    /// All bits of the flags; the low two bits are the mode: 0 own, 1 opaque, 2 alpha test, 3 translucent.
    pub flags: u32,
    /// Culling and the side that is the front.
    pub polygon: u32,
    /// Depth test and write.
    pub depth: u32,
    /// Whether alpha is tested, and how.
    pub alpha_test: u32,
    /// What alpha is tested against.
    pub alpha_reference: f32,
    /// The remaining registers as stored: colour control, blend target, blend control, and the four numbers of the
    /// blend colour.
    pub rest: [u32; 7],
}

/// When a test lets something through: where the value compares so to the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// Nothing passes.
    Never,
    /// Less.
    Less,
    /// The same.
    Equal,
    /// Less, or the same.
    LessOrEqual,
    /// More.
    Greater,
    /// Not the same.
    NotEqual,
    /// More, or the same.
    GreaterOrEqual,
    /// Everything passes.
    Always,
}

impl Compare {
    /// Of the low three bits.
    fn of(bits: u32) -> Self {
        match bits & 7 {
            0 => Self::Never,
            1 => Self::Less,
            2 => Self::Equal,
            3 => Self::LessOrEqual,
            4 => Self::Greater,
            5 => Self::NotEqual,
            6 => Self::GreaterOrEqual,
            _ => Self::Always,
        }
    }
}

/// How the colour of a translucent surface meets the one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Blend {
    /// Covers it by its alpha.
    #[default]
    Over,
    /// Adds to it, as light does.
    Added,
    /// Adds to it by its alpha.
    AddedByAlpha,
    /// Colours it, as a filter does.
    Multiplied,
}

impl RenderState {
    /// Solid, seen from the front: depth is tested (less or equal) and written, nothing is blended.
    pub fn opaque() -> Self {
        Self {
            flags: 1,
            polygon: CULL_BACK,
            depth: DEPTH_TEST | DEPTH_WRITE | 3 << 4,
            alpha_test: 6,
            alpha_reference: 0.5,
            rest: [COPY, 0, 1, 0, 0, 0, 0],
        }
    }

    /// How alpha is tested, and against what; `None` where it isn't.
    pub fn alpha_test(&self) -> Option<(Compare, f32)> {
        (self.alpha_test & 8 != 0).then(|| (Compare::of(self.alpha_test), self.alpha_reference))
    }

    /// Whether what lies behind shines through.
    pub fn is_translucent(&self) -> bool {
        match self.flags & 3 {
            // A mode of its own: colours are blended, and something of what was there is kept.
            0 => self.flags >> 4 & 3 == 1 && self.rest[2] >> 8 & 0x1f != 0,
            mode => mode == 3,
        }
    }

    /// How its colour is blended where it is translucent. Of the blend control the low five bits are the factor of its own
    /// colour, three bits from 5 on how both are put together (0: added), five from 8 on the factor of the one that is there.
    pub fn blend(&self) -> Blend {
        let control = self.rest[2];
        match (control & 0x1f, control >> 5 & 7, control >> 8 & 0x1f) {
            (ONE, 0, ONE) => Blend::Added,
            (SOURCE_ALPHA, 0, ONE) => Blend::AddedByAlpha,
            (ZERO, 0, SOURCE_COLOR) | (TARGET_COLOR, 0, ZERO) => Blend::Multiplied,
            _ => Blend::Over,
        }
    }

    /// Whether there is any register at all: what a file leaves out reads as zeros, which are no answer.
    pub fn is_stated(&self) -> bool {
        *self != Self::default()
    }

    /// Whether it is not seen from behind.
    pub fn culls_back(&self) -> bool {
        self.polygon & CULL_BACK != 0
    }

    /// Whether it is not seen from the front.
    pub fn culls_front(&self) -> bool {
        self.polygon & CULL_FRONT != 0
    }

    /// Whether the corners of a triangle that is seen from the front go round clockwise; mostly they don't.
    pub fn front_is_clockwise(&self) -> bool {
        self.polygon & CLOCKWISE != 0
    }

    /// How its depth compares to that of what is there already, where it is to be seen; `None` where all of it is.
    pub fn depth_test(&self) -> Option<Compare> {
        (self.depth & DEPTH_TEST != 0).then(|| Compare::of(self.depth >> 4))
    }

    /// Whether it hides what is drawn behind it later.
    pub fn writes_depth(&self) -> bool {
        self.depth & DEPTH_WRITE != 0
    }
}

const CULL_FRONT: u32 = 1;
const CULL_BACK: u32 = 1 << 1;
const CLOCKWISE: u32 = 1 << 2;
const DEPTH_TEST: u32 = 1 << 1;
const DEPTH_WRITE: u32 = 1 << 2;
/// Factors of blending.
const ZERO: u32 = 0;
const ONE: u32 = 1;
const SOURCE_COLOR: u32 = 2;
const SOURCE_ALPHA: u32 = 4;
const TARGET_COLOR: u32 = 8;
/// Colours are written as they are.
const COPY: u32 = 0xcc << 16;

pub(super) fn read(mut place: Place<'_, '_>) -> Result<RenderState> {
    let field = "render_state";
    let mut state = RenderState {
        flags: place.u32(field)?,
        polygon: place.u32(field)?,
        depth: place.u32(field)?,
        alpha_test: place.u32(field)?,
        alpha_reference: place.f32(field)?,
        rest: [0; 7],
    };
    for register in &mut state.rest {
        *register = place.u32(field)?;
    }
    Ok(state)
}

pub(super) fn write(out: &mut Writer, state: &RenderState) {
    [state.flags, state.polygon, state.depth, state.alpha_test]
        .into_iter()
        .for_each(|register| out.u32(register));
    out.f32(state.alpha_reference);
    state.rest.iter().for_each(|&register| out.u32(register));
}
