//! Textures as blocks: how many a level has, and decoded for adapters that don't know them.

use super::{ModelTexture, TexelFormat};
use image_dds::{ImageFormat, Surface};

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
        let Some(format) = self.image_format() else { return self.clone() };
        let levels = (0..).zip(&self.levels).take(self.whole_levels());
        let levels = levels.map(|(level, blocks)| {
            let [width, height] = self.level_size(level);
            let surface = Surface {
                width,
                height,
                depth: 1,
                layers: 1,
                mipmaps: 1,
                image_format: format,
                data: blocks.as_slice(),
            };
            let mut texels = surface.decode_rgba8().map(|decoded| decoded.data).unwrap_or_default();
            self.clear_missing(&mut texels);
            texels
        });
        Self { levels: levels.collect(), format: TexelFormat::Rgba8, ..self.clone_without_levels() }
    }

    fn clone_without_levels(&self) -> Self {
        let Self { file, ref name, size, format, srgb, channels, levels: _ } = *self;
        Self { file, name: name.clone(), size, format, srgb, channels, levels: Vec::new() }
    }

    /// Channels that a format lacks are 0, and alpha 1, as on a GPU; the decoder repeats red.
    fn clear_missing(&self, texels: &mut [u8]) {
        let kept = match self.format {
            TexelFormat::Bc4 => 1,
            TexelFormat::Bc5 => 2,
            _ => return,
        };
        for texel in texels.as_chunks_mut::<4>().0 {
            for missing in texel.iter_mut().take(3).skip(kept) {
                *missing = 0;
            }
        }
    }

    fn image_format(&self) -> Option<ImageFormat> {
        Some(match self.format {
            TexelFormat::Rgba8 => return None,
            TexelFormat::Bc1 => ImageFormat::BC1RgbaUnorm,
            TexelFormat::Bc2 => ImageFormat::BC2RgbaUnorm,
            TexelFormat::Bc3 => ImageFormat::BC3RgbaUnorm,
            TexelFormat::Bc4 => ImageFormat::BC4RUnorm,
            TexelFormat::Bc5 => ImageFormat::BC5RgUnorm,
        })
    }
}
