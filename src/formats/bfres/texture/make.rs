//! Makes textures out of pixels or blocks, laid out as the console has them.

use super::format::{Block, Format};
use super::gx2::{self, Mode, Surface};
use super::{AS_STORED, MOST_LEVELS, Texture};

/// The number of RGBA with 8 bits a channel, and what makes a format sRGB.
const RGBA8: u32 = 0x1a;
const SRGB: u32 = 0x400;

/// GX2 use flag of what shaders read.
const USE_TEXTURE: u32 = 1;
/// What levels of micro tiles are aligned to.
const MICRO_ALIGNMENT: u32 = 256;
/// A macro tile has 512 elements, and its bytes are what it is aligned to.
const MACRO_ELEMENTS: u32 = 512;

impl Texture {
    /// A 2D texture of RGBA pixels, row by row from the top, for each level from the largest on. What a level lacks is 0.
    pub fn from_rgba8(name: &str, size: [u32; 2], levels: &[Vec<u8>], srgb: bool) -> Self {
        from_elements(name, RGBA8 + if srgb { SRGB } else { 0 }, size, levels)
    }

    /// A 2D texture of blocks, row by row from the top, for each level from the largest on. What a level lacks is 0.
    /// Only BC1 to BC3 can be sRGB.
    pub fn from_blocks(name: &str, block: Block, srgb: bool, size: [u32; 2], levels: &[Vec<u8>]) -> Self {
        let can_be_srgb = matches!(block, Block::Bc1 | Block::Bc2 | Block::Bc3);
        from_elements(name, block.code() + if srgb && can_be_srgb { SRGB } else { 0 }, size, levels)
    }
}

fn from_elements(name: &str, code: u32, size: [u32; 2], levels: &[Vec<u8>]) -> Texture {
    let size = size.map(|size| size.max(1));
    let (block_size, element_len) =
        Format::of(code).map_or((1, 4), |format| (format.block_size(), format.element_len()));
    let [across, down] = size.map(|size| size.div_ceil(block_size));
    let mode = if across >= 32 && down >= 16 { Mode::Thin2d } else { Mode::Thin1d };
    let mut surface =
        Surface { mode, size, depth: 1, volume: false, block_size, element_len, pitch: 0, swizzle: 0 };
    surface.pitch = surface.least_pitch(mode.pitch_step(element_len));
    let level_count = levels.len().clamp(1, MOST_LEVELS as usize) as u32;

    let mut data = Vec::new();
    let mut mips = Vec::new();
    let mut mip_offsets = [0; 13];
    for (level, rows) in (0..level_count).zip(levels) {
        let layout = surface.level(level);
        let mut rows = rows.clone();
        rows.resize(layout.row_len() * layout.size[1] as usize, 0);
        let mut tiled = vec![0; layout.byte_len() as usize];
        // Both are as long as the layout says.
        let _ = gx2::tile(&layout, 0, &rows, &mut tiled);
        if level == 0 {
            data = tiled;
            continue;
        }
        let alignment = alignment(layout.mode, element_len) as usize;
        let start = mips.len().next_multiple_of(alignment);
        mips.resize(start, 0);
        mips.append(&mut tiled);
        if let Some(offset) = mip_offsets.get_mut(level as usize - 1).filter(|_| level > 1) {
            *offset = start as u32;
        }
    }
    if level_count > 1 {
        mip_offsets[0] = data.len() as u32;
    }
    let first_micro =
        (0..level_count).find(|&level| surface.level(level).mode != Mode::Thin2d).unwrap_or(level_count);
    let tile_mode = if mode == Mode::Thin2d { 4 } else { 2 };
    Texture {
        name: name.to_owned(),
        path: String::new(),
        dim: 1,
        width: size[0],
        height: size[1],
        depth: 1,
        mip_count: level_count,
        format: code,
        aa: 0,
        usage: USE_TEXTURE,
        tile_mode,
        swizzle: first_micro << 16,
        alignment: alignment(mode, element_len),
        pitch: surface.pitch,
        mip_offsets,
        view: [0, level_count, 0, 1],
        channels: AS_STORED,
        registers: registers(&surface, tile_mode, code, level_count, AS_STORED),
        array_len: 0,
        data,
        mips,
        user_data: Vec::new(),
    }
}

fn alignment(mode: Mode, element_len: u32) -> u32 {
    match mode {
        Mode::Thin2d => MACRO_ELEMENTS * element_len,
        _ => MICRO_ALIGNMENT,
    }
}

/// The words of the GPU that describe a texture, where a public emulator has their fields.
fn registers(surface: &Surface, tile_mode: u32, code: u32, levels: u32, channels: [u8; 4]) -> [u32; 5] {
    const DIM_2D: u32 = 1;
    const REQUEST_SIZE: u32 = 2 << 14;
    const ANISOTROPY_16: u32 = 4 << 2;
    const PERFORMANCE: u32 = 7 << 5;
    const VALID_TEXTURE: u32 = 2 << 30;
    let [width, height] = surface.size.map(|size| size - 1);
    let pitch = surface.pitch * surface.block_size / 8 - 1;
    let signed = if code >> 8 & 2 != 0 { 0b0101_0101 } else { 0 };
    let srgb = (code >> 10 & 1) << 11;
    let [red, green, blue, alpha] = channels.map(u32::from);
    [
        DIM_2D | tile_mode << 3 | pitch << 8 | width << 19,
        height | (code & 0x3f) << 26,
        signed | srgb | REQUEST_SIZE | red << 16 | green << 19 | blue << 22 | alpha << 25,
        levels - 1,
        ANISOTROPY_16 | PERFORMANCE | VALID_TEXTURE,
    ]
}
