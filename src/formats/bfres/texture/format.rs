//! The formats of GX2 surfaces: what an element holds and how its numbers are meant.
//!
//! The low six bits of a format are the element's kind, the bits above the kind of its numbers. The list is that of
//! public headers; real files had BC1, BC3, BC4 and BC5.

/// Blocks of 4 x 4 pixels, as GPUs take them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// Colours, and alpha of one bit.
    Bc1,
    /// Colours, and alpha of four bits.
    Bc2,
    /// Colours and alpha.
    Bc3,
    /// One channel.
    Bc4 {
        /// From -1 to 1 and not from 0 to 1.
        snorm: bool,
    },
    /// Two channels.
    Bc5 {
        /// From -1 to 1 and not from 0 to 1.
        snorm: bool,
    },
}

impl Block {
    /// Bytes of a block.
    pub fn byte_len(self) -> u32 {
        match self {
            Self::Bc1 | Self::Bc4 { .. } => 8,
            Self::Bc2 | Self::Bc3 | Self::Bc5 { .. } => 16,
        }
    }

    /// The number of its format, without sRGB.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::Bc1 => 0x31,
            Self::Bc2 => 0x32,
            Self::Bc3 => 0x33,
            Self::Bc4 { snorm } => 0x34 + if snorm { 0x200 } else { 0 },
            Self::Bc5 { snorm } => 0x35 + if snorm { 0x200 } else { 0 },
        }
    }
}

/// How the numbers of an element are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// 0 to 1.
    Unorm,
    /// Integers; shown as parts of the largest.
    Uint,
    /// -1 to 1.
    Snorm,
    /// Signed integers; shown as parts of the largest.
    Sint,
    /// 0 to 1, as sRGB.
    Srgb,
    Float,
}

/// What an element holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// Channels of a little-endian word.
    Plain {
        name: &'static str,
        /// Bits of each channel, red first; 0 for those that it lacks.
        bits: [u8; 4],
        /// Red is in the highest bits and not in the lowest: formats whose names begin with alpha. The hardware calls
        /// them 5_5_5_1 and 10_10_10_2.
        from_top: bool,
    },
    Block(Block),
}

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    pub element: Element,
    pub number: Number,
}

impl Format {
    /// `None` for one that isn't read: depth, video, and what isn't in the list.
    pub fn of(code: u32) -> Option<Self> {
        let number = match code >> 8 {
            0 => Number::Unorm,
            1 => Number::Uint,
            2 => Number::Snorm,
            3 => Number::Sint,
            4 => Number::Srgb,
            8 => Number::Float,
            _ => return None,
        };
        let snorm = number == Number::Snorm;
        let (name, bits, float) = match code & 0xff {
            0x01 => ("R8", [8, 0, 0, 0], false),
            0x02 => ("R4G4", [4, 4, 0, 0], false),
            0x05 => ("R16", [16, 0, 0, 0], false),
            0x06 => ("R16", [16, 0, 0, 0], true),
            0x07 => ("RG8", [8, 8, 0, 0], false),
            0x08 => ("R5G6B5", [5, 6, 5, 0], false),
            0x0a => ("R5G5B5A1", [5, 5, 5, 1], false),
            0x0b => ("RGBA4", [4; 4], false),
            0x0c => ("A1B5G5R5", [5, 5, 5, 1], false),
            0x0d => ("R32", [32, 0, 0, 0], false),
            0x0e => ("R32", [32, 0, 0, 0], true),
            0x0f => ("RG16", [16, 16, 0, 0], false),
            0x10 => ("RG16", [16, 16, 0, 0], true),
            0x16 => ("R11G11B10", [11, 11, 10, 0], true),
            0x19 => ("R10G10B10A2", [10, 10, 10, 2], false),
            0x1a => ("RGBA8", [8; 4], false),
            0x1b => ("A2B10G10R10", [10, 10, 10, 2], false),
            0x1d => ("RG32", [32, 32, 0, 0], false),
            0x1e => ("RG32", [32, 32, 0, 0], true),
            0x1f => ("RGBA16", [16; 4], false),
            0x20 => ("RGBA16", [16; 4], true),
            0x22 => ("RGBA32", [32; 4], false),
            0x23 => ("RGBA32", [32; 4], true),
            block => {
                let block = match block {
                    0x31 => Block::Bc1,
                    0x32 => Block::Bc2,
                    0x33 => Block::Bc3,
                    0x34 => Block::Bc4 { snorm },
                    0x35 => Block::Bc5 { snorm },
                    _ => return None,
                };
                let known = match block {
                    Block::Bc1 | Block::Bc2 | Block::Bc3 => matches!(number, Number::Unorm | Number::Srgb),
                    Block::Bc4 { .. } | Block::Bc5 { .. } => {
                        matches!(number, Number::Unorm | Number::Snorm)
                    }
                };
                return known.then_some(Self { element: Element::Block(block), number });
            }
        };
        let known = float == (number == Number::Float);
        let from_top = name.starts_with('A');
        known.then_some(Self { element: Element::Plain { name, bits, from_top }, number })
    }

    pub fn is_srgb(self) -> bool {
        self.number == Number::Srgb
    }

    pub fn block(self) -> Option<Block> {
        match self.element {
            Element::Block(block) => Some(block),
            Element::Plain { .. } => None,
        }
    }

    /// Pixels of a side of an element.
    pub fn block_size(self) -> u32 {
        match self.element {
            Element::Block(_) => 4,
            Element::Plain { .. } => 1,
        }
    }

    /// Bytes of an element: 1, 2, 4, 8 or 16.
    pub fn element_len(self) -> u32 {
        match self.element {
            Element::Block(block) => block.byte_len(),
            Element::Plain { bits, .. } => bits.iter().map(|&bits| u32::from(bits)).sum::<u32>() / 8,
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.element {
            Element::Plain { name, .. } => name,
            Element::Block(Block::Bc1) => "BC1",
            Element::Block(Block::Bc2) => "BC2",
            Element::Block(Block::Bc3) => "BC3",
            Element::Block(Block::Bc4 { .. }) => "BC4",
            Element::Block(Block::Bc5 { .. }) => "BC5",
        })?;
        f.write_str(match self.number {
            Number::Unorm => "",
            Number::Uint => " uint",
            Number::Snorm => " snorm",
            Number::Sint => " sint",
            Number::Srgb => " sRGB",
            Number::Float => " float",
        })
    }
}
