//! One slot of `level.details`: a square of 2 x 2 metres with up to four models.
//!
//! 22 bytes in v2 (seen in one real file), 16 in v3 (bits checked on real levels), 20 in v4 (known from code only).

/// One square of 2 x 2 metres with up to four models.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The vertical extent of the slot's box, as stored; see [`Slot::y_base`] and [`Slot::height`].
    pub bounds: SlotBounds,
    /// The four parts.
    pub parts: [Part; 4],
    /// The baked light.
    pub light: SlotLight,
}

impl Slot {
    /// Lower end of the box in metres, always finite.
    pub fn y_base(&self) -> f32 {
        self.bounds.y_base()
    }

    /// Height of the box in metres, finite and not negative.
    pub fn height(&self) -> f32 {
        self.bounds.height()
    }

    /// At least one part names a model.
    pub fn is_used(&self) -> bool {
        self.parts.iter().any(|part| part.model.is_some())
    }

    /// Names models but has no ground: the compiler found none, and the engine plants nothing here.
    ///
    /// Common: 99,580 of 178,929 used slots on one real level.
    pub fn is_phantom(&self) -> bool {
        self.is_used() && !self.bounds.has_ground()
    }
}

/// The vertical extent of a slot's box, as the file stores it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SlotBounds {
    /// v3 and v4.
    Quantised {
        /// 0 to 4095, in steps of 0.2 m from -200 m on.
        base: u16,
        /// Steps of 0.1 m above the base.
        height: u8,
    },
    /// v2: absolute heights in metres. Some files hold infinities.
    Absolute {
        /// Lower end.
        bottom: f32,
        /// Upper end; not a height.
        top: f32,
    },
}

impl SlotBounds {
    /// The smallest quantised box around `bottom..top` metres, rounded as the level editor does.
    ///
    /// The editor pads the true ground by 0.03 m on both sides first.
    pub fn enclosing(bottom: f32, top: f32) -> Self {
        let [bottom, top] = [f64::from(bottom), f64::from(top)];
        // The casts saturate, and NaN becomes 0: both are what is wanted.
        let base = ((bottom + 200.0) / 0.2).floor().clamp(0.0, 4095.0) as u16;
        let height = ((top - (f64::from(base) * 0.2 - 200.0)) / 0.1).ceil().clamp(0.0, 255.0) as u8;
        Self::Quantised { base, height }
    }

    /// Lower end in metres, always finite.
    pub fn y_base(self) -> f32 {
        match self {
            Self::Quantised { base, .. } => f32::from(base) * 0.2 - 200.0,
            Self::Absolute { bottom, .. } => tame(bottom),
        }
    }

    /// Height in metres, finite and not negative.
    pub fn height(self) -> f32 {
        match self {
            Self::Quantised { height, .. } => f32::from(height) * 0.1,
            Self::Absolute { bottom, top } => (tame(top) - tame(bottom)).max(0.0),
        }
    }

    /// False when the compiler of the level found no ground here.
    ///
    /// v3 and v4 then hold zeros. In v2 nothing of the kind is known; there a box that is upside down, not finite
    /// or kilometres away, as an untouched bounding box is, counts as one without ground.
    pub fn has_ground(self) -> bool {
        match self {
            Self::Quantised { base, height } => base != 0 || height != 0,
            Self::Absolute { bottom, top } => is_plausible(bottom) && is_plausible(top) && bottom <= top,
        }
    }
}

/// Ten kilometres up or down are no height of a level; this also tells infinities and NaN.
pub(super) fn is_plausible(height: f32) -> bool {
    height.abs() <= 10_000.0
}

/// A height of v2 that can be computed with: what is not plausible goes to 200 m up or down, and NaN to 0.
fn tame(height: f32) -> f32 {
    if is_plausible(height) {
        height
    } else if height.is_nan() {
        0.0
    } else {
        200.0_f32.copysign(height)
    }
}

/// One of the four models of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Index of the model; `None` for an empty part.
    pub model: Option<u16>,
    /// Densities 0 to 15 at the corners (-x,-z), (+x,-z), (-x,+z), (+x,+z).
    pub density: [u8; 4],
}

/// The baked light of a slot. xrDO_Light halves it before it is stored: double it to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotLight {
    /// v3 and v4, each 0 to 15.
    Baked {
        /// Light of the sun.
        sun: u8,
        /// Light of the sky.
        hemi: u8,
        /// Static lamps: red, green, blue.
        rgb: [u8; 3],
    },
    /// v2: one grey value 0 to 15 for each corner, in the order of the file.
    ///
    /// Builds 1096 to 1230 use the corner order of the densities; in builds 1233 to 1558 the two rows are said to
    /// be swapped, and the file does not tell which it is (unverified).
    Corners([u8; 4]),
}

impl SlotLight {
    /// Neither sun nor sky. Lamps don't count: the renderers in use light plants by sun and sky alone.
    pub fn is_dark(self) -> bool {
        match self {
            Self::Baked { sun, hemi, .. } => sun == 0 && hemi == 0,
            Self::Corners(corners) => corners == [0; 4],
        }
    }
}

/// A slot's layout in one version of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    V2,
    V3,
    V4,
}

impl Layout {
    /// The layout of a version; `None` for a version that doesn't exist.
    pub fn of(version: u32) -> Option<Self> {
        match version {
            2 => Some(Self::V2),
            3 => Some(Self::V3),
            4 => Some(Self::V4),
            _ => None,
        }
    }

    /// Bytes of a slot.
    pub fn len(self) -> usize {
        match self {
            Self::V2 => 22,
            Self::V3 => 16,
            Self::V4 => 20,
        }
    }

    /// The id of an empty part; every id below it can name a model.
    pub fn empty_id(self) -> u16 {
        match self {
            Self::V2 => 255,
            Self::V3 => 63,
            Self::V4 => 0x3fff,
        }
    }

    /// Decodes slots from bytes; what is left of a last one that is cut short is dropped.
    pub fn decode(self, bytes: &[u8]) -> Vec<Slot> {
        match self {
            Self::V2 => bytes.as_chunks().0.iter().map(decode_v2).collect(),
            Self::V3 => bytes.as_chunks().0.iter().map(decode_v3).collect(),
            Self::V4 => bytes.as_chunks().0.iter().map(decode_v4).collect(),
        }
    }

    fn part(self, id: u16, palette: u16) -> Part {
        Part { model: (id != self.empty_id()).then_some(id), density: nibbles(palette) }
    }
}

/// The four nibbles of a u16, from the low bits on.
fn nibbles(bits: u16) -> [u8; 4] {
    [bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12].map(|nibble| nibble as u8)
}

/// f32 bottom, f32 top, four times (u8 id, u16 palette), u16 light; packed.
fn decode_v2(raw: &[u8; 22]) -> Slot {
    let [b0, b1, b2, b3, t0, t1, t2, t3, parts @ .., l0, l1] = *raw;
    let [i0, p0, q0, i1, p1, q1, i2, p2, q2, i3, p3, q3] = parts;
    let part = |id: u8, low, high| Layout::V2.part(id.into(), u16::from_le_bytes([low, high]));
    Slot {
        bounds: SlotBounds::Absolute {
            bottom: f32::from_le_bytes([b0, b1, b2, b3]),
            top: f32::from_le_bytes([t0, t1, t2, t3]),
        },
        parts: [part(i0, p0, q0), part(i1, p1, q1), part(i2, p2, q2), part(i3, p3, q3)],
        light: SlotLight::Corners(nibbles(u16::from_le_bytes([l0, l1]))),
    }
}

/// 128 bits from the low end: base 12, height 8, ids 4 x 6, sun 4, hemi 4, r 4, g 4, b 4, palettes 4 x 16.
fn decode_v3(raw: &[u8; 16]) -> Slot {
    let bits = u128::from_le_bytes(*raw);
    let [low, high] = [bits as u64, (bits >> 64) as u64];
    let part = |id_bit: u32, palette_bit: u32| {
        Layout::V3.part((low >> id_bit & 63) as u16, (high >> palette_bit) as u16)
    };
    let nibble = |bit: u32| (low >> bit & 15) as u8;
    Slot {
        bounds: SlotBounds::Quantised { base: (low & 0xfff) as u16, height: (low >> 12) as u8 },
        parts: [part(20, 0), part(26, 16), part(32, 32), part(38, 48)],
        light: SlotLight::Baked {
            sun: nibble(44),
            hemi: nibble(48),
            rgb: [nibble(52), nibble(56), nibble(60)],
        },
    }
}

/// Three words from the low end: id0 14, id1 14, sun 4; id2 14, id3 14, hemi 4; base 12, height 8, r 4, g 4, b 4;
/// then four palettes of 16 bits.
fn decode_v4(raw: &[u8; 20]) -> Slot {
    let [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, palettes @ ..] = *raw;
    let ids_sun = u32::from_le_bytes([a0, a1, a2, a3]);
    let ids_hemi = u32::from_le_bytes([b0, b1, b2, b3]);
    let bounds_rgb = u32::from_le_bytes([c0, c1, c2, c3]);
    let palettes = u64::from_le_bytes(palettes);
    let part =
        |id: u32, palette_bit: u32| Layout::V4.part((id & 0x3fff) as u16, (palettes >> palette_bit) as u16);
    let nibble = |word: u32, bit: u32| (word >> bit & 15) as u8;
    Slot {
        bounds: SlotBounds::Quantised { base: (bounds_rgb & 0xfff) as u16, height: (bounds_rgb >> 12) as u8 },
        parts: [part(ids_sun, 0), part(ids_sun >> 14, 16), part(ids_hemi, 32), part(ids_hemi >> 14, 48)],
        light: SlotLight::Baked {
            sun: nibble(ids_sun, 28),
            hemi: nibble(ids_hemi, 28),
            rgb: [nibble(bounds_rgb, 20), nibble(bounds_rgb, 24), nibble(bounds_rgb, 28)],
        },
    }
}
