//! Textures as blocks: how many a level has, and decoded for adapters that don't know them.

use super::{ModelTexture, TexelFormat};
use crate::formats::bfres::Block;

impl TexelFormat {
    /// Texels along an edge of what is stored together.
    pub fn edge(self) -> u32 {
        if self == Self::Rgba8 { 1 } else { 4 }
    }

    /// Bytes of what is stored together.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Rgba8 => 4,
            Self::Bc1 | Self::Bc4 => 8,
            Self::Bc2 | Self::Bc3 | Self::Bc5 => 16,
        }
    }

    /// The kind of its blocks; `None` where it has none.
    fn block(self) -> Option<Block> {
        match self {
            Self::Rgba8 => None,
            Self::Bc1 => Some(Block::Bc1),
            Self::Bc2 => Some(Block::Bc2),
            Self::Bc3 => Some(Block::Bc3),
            Self::Bc4 => Some(Block::Bc4 { snorm: false }),
            Self::Bc5 => Some(Block::Bc5 { snorm: false }),
        }
    }
}

impl ModelTexture {
    /// Texels of a level.
    pub fn level_size(&self, level: u32) -> [u32; 2] {
        self.size.map(|edge| edge.checked_shr(level).unwrap_or_default().max(1))
    }

    /// Blocks (or texels, where there are none) of a level along a row and a column.
    pub fn blocks(&self, level: u32) -> [u32; 2] {
        self.level_size(level).map(|texels| texels.div_ceil(self.format.edge()))
    }

    /// How many levels there are, down to the first that has other bytes than its size asks for.
    pub fn whole_levels(&self) -> usize {
        let most = 32 - self.size[0].max(self.size[1]).leading_zeros();
        let whole = |(level, bytes): &(u32, &Vec<u8>)| {
            let [columns, rows] = self.blocks(*level).map(u64::from);
            bytes.len() as u64 == columns * rows * u64::from(self.format.bytes())
        };
        (0..most).zip(&self.levels).take_while(whole).count()
    }

    /// The same as four bytes a texel, the channels where they were.
    #[must_use]
    pub fn decoded(&self) -> Self {
        let Some(block) = self.format.block() else { return self.clone() };
        let levels = (0..).zip(&self.levels).take(self.whole_levels());
        let levels = levels.map(|(level, blocks)| block.rgba(blocks, self.level_size(level)));
        Self { levels: levels.collect(), format: TexelFormat::Rgba8, ..self.clone_without_levels() }
    }

    fn clone_without_levels(&self) -> Self {
        let Self { file, ref name, size, format, srgb, channels, red_alone, levels: _ } = *self;
        Self { file, name: name.clone(), size, format, srgb, channels, red_alone, levels: Vec::new() }
    }
}
