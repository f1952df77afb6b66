//! Turns elements into RGBA of 8 bits.

use super::super::small_float::{EXPONENT_BITS, small_float};
use super::AS_STORED;
use super::format::{Block, Element, Format, Number};

/// The pixels of `elements`, which are rows without gaps of a picture of `size` pixels.
pub(super) fn rgba(format: Format, elements: &[u8], size: [u32; 2], channels: [u8; 4]) -> Vec<u8> {
    let [width, height] = size.map(|size| size as usize);
    let len = format.element_len() as usize;
    match format.element {
        Element::Plain { bits, from_top, .. } => {
            let pixel = |element| selected(plain_pixel(element, bits, from_top, format.number), channels);
            elements.chunks_exact(len).take(width * height).flat_map(pixel).collect()
        }
        Element::Block(block) => blocks_as_rgba(block, elements, [width, height], channels),
    }
}

impl Block {
    /// The pixels of rows of blocks without gaps, as [`Texture::rgba`](super::Texture::rgba) has them before its channels
    /// are selected: what a kind of block lacks is 0, and alpha 1. Pixels whose blocks are not there are 0.
    pub fn rgba(self, blocks: &[u8], size: [u32; 2]) -> Vec<u8> {
        blocks_as_rgba(self, blocks, size.map(|size| size as usize), AS_STORED)
    }
}

fn blocks_as_rgba(block: Block, blocks: &[u8], [width, height]: [usize; 2], channels: [u8; 4]) -> Vec<u8> {
    let len = block.byte_len() as usize;
    let mut rgba = vec![0; width * height * 4];
    let blocks_of_row = width.div_ceil(4).max(1);
    let rows_of_blocks = blocks.chunks_exact(len * blocks_of_row);
    for (rows, blocks) in rgba.chunks_mut(4 * 4 * width.max(1)).zip(rows_of_blocks) {
        for (index, bytes) in blocks.chunks_exact(len).enumerate() {
            let pixels = block_pixels(block, bytes).map(|pixel| selected(pixel, channels));
            // The last blocks reach over the edges.
            for (row, pixels) in rows.chunks_exact_mut(4 * width).zip(pixels.chunks_exact(4)) {
                let rest = row.get_mut(16 * index..).unwrap_or_default();
                let (rest, _) = rest.as_chunks_mut();
                for (to, from) in rest.iter_mut().zip(pixels) {
                    *to = *from;
                }
            }
        }
    }
    rgba
}

/// Picks what each channel is taken from.
#[inline]
fn selected([red, green, blue, alpha]: [u8; 4], channels: [u8; 4]) -> [u8; 4] {
    channels.map(|channel| match channel {
        0 => red,
        1 => green,
        2 => blue,
        3 => alpha,
        5 => 255,
        _ => 0, // 4; others mean nothing.
    })
}

/// Channels that a format lacks are 0, and alpha is 1: a texture that is to be gray selects red three times.
fn plain_pixel(element: &[u8], bits: [u8; 4], from_top: bool, number: Number) -> [u8; 4] {
    if let (&[red, green, blue, alpha], true) = (element, bits == [8; 4]) {
        return [red, green, blue, alpha].map(|value| channel(value.into(), 8, number));
    }
    let word = element.iter().rev().fold(0u128, |word, &byte| word << 8 | u128::from(byte));
    let mut pixel = [0, 0, 0, 255];
    let (mut before, all) = (0, 8 * element.len() as u32);
    for (channel_of_pixel, bits) in pixel.iter_mut().zip(bits) {
        if bits > 0 {
            let own = u32::from(bits);
            let shift = if from_top { all.saturating_sub(before + own) } else { before };
            let value = (word >> shift & ((1 << bits) - 1)) as u32;
            *channel_of_pixel = channel(value, bits, number);
            before += own;
        }
    }
    pixel
}

/// A channel of `bits` bits as one of eight.
#[inline]
fn channel(value: u32, bits: u8, number: Number) -> u8 {
    match number {
        Number::Unorm | Number::Uint | Number::Srgb if bits == 8 => value as u8,
        Number::Unorm | Number::Uint | Number::Srgb => unsigned(value, bits),
        // A sign alone tells nothing.
        Number::Snorm | Number::Sint if bits == 1 => unsigned(value, bits),
        Number::Snorm | Number::Sint => {
            let unused = 32 - u32::from(bits);
            let signed = ((value << unused) as i32) >> unused;
            let largest = f64::from((1u32 << (bits - 1)) - 1);
            signed_byte((f64::from(signed) / largest) as f32)
        }
        Number::Float => {
            let value = match bits {
                32 => f32::from_bits(value),
                16 if value >> 15 == 1 => 0.0, // Negative.
                16 => small_float(value, 10),
                bits => small_float(value, u32::from(bits) - EXPONENT_BITS),
            };
            (value.clamp(0.0, 1.0) * 255.0).round() as u8 // NaN becomes 0.
        }
    }
}

fn unsigned(value: u32, bits: u8) -> u8 {
    let largest = (1u64 << bits) - 1;
    ((u64::from(value) * 255 + largest / 2) / largest) as u8
}

/// -1 to 1 as 0 to 255.
fn signed_byte(value: f32) -> u8 {
    ((value.clamp(-1.0, 1.0) * 0.5 + 0.5) * 255.0).round() as u8
}

/// The 4 x 4 pixels of a block of the right length.
fn block_pixels(block: Block, bytes: &[u8]) -> [[u8; 4]; 16] {
    let mut pixels = [[0; 4]; 16];
    match block {
        Block::Bc1 => bcdec_rs::bc1(bytes, pixels.as_flattened_mut(), 16),
        Block::Bc2 => bcdec_rs::bc2(bytes, pixels.as_flattened_mut(), 16),
        Block::Bc3 => {
            bcdec_rs::bc3(bytes, pixels.as_flattened_mut(), 16);
            // Its own alpha is rounded down, and that of BC4, which has the same bytes, to the nearest.
            let alpha = bytes.get(..8).map_or([0; 16], |half| one_channel(half, false));
            pixels.iter_mut().zip(alpha).for_each(|(pixel, alpha)| pixel[3] = alpha);
        }
        Block::Bc4 { snorm } => pixels = one_channel(bytes, snorm).map(|red| [red, 0, 0, 255]),
        Block::Bc5 { snorm } => {
            let [red, green] = [bytes.get(..8), bytes.get(8..)]
                .map(|half| half.map_or([0; 16], |half| one_channel(half, snorm)));
            for (pixel, (red, green)) in pixels.iter_mut().zip(red.into_iter().zip(green)) {
                *pixel = [red, green, 0, 255];
            }
        }
    }
    pixels
}

/// The values of signed blocks are fifths and sevenths of 1/127, of which all are whole parts of this many from 0 to 1:
/// floats miss a half by a hair, and it would be rounded down.
const SIGNED_STEPS: i32 = 127 * 5 * 7;

/// The channel of a BC4 block, of half a BC5 block, or alpha of a BC3 block.
fn one_channel(bytes: &[u8], snorm: bool) -> [u8; 16] {
    let mut bytes_of_pixels = [0; 16];
    if !snorm {
        bcdec_rs::bc4(bytes, &mut bytes_of_pixels, 4, false);
        return bytes_of_pixels;
    }
    let mut values = [0.0; 16];
    bcdec_rs::bc4_float(bytes, &mut values, 4, true);
    values.map(|value| {
        let steps = (value * SIGNED_STEPS as f32).round() as i32;
        ((255 * (steps + SIGNED_STEPS) + SIGNED_STEPS) / (2 * SIGNED_STEPS)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_signed_channel_are_rounded_to_the_nearest_and_halves_up() {
        for ends in (0..=u16::MAX).map(u16::to_le_bytes) {
            let [a, b] = ends.map(|end| i32::from(end as i8).max(-127));
            // In 1/35.
            let step = |index: i32| match (a > b, index) {
                (_, 0) => 35 * a,
                (_, 1) => 35 * b,
                (true, _) => 5 * ((8 - index) * a + (index - 1) * b),
                (false, 6) => -127 * 35,
                (false, 7) => 127 * 35,
                (false, _) => 7 * ((6 - index) * a + (index - 1) * b),
            };
            let expected = std::array::from_fn(|pixel| {
                let parts = step(pixel as i32 % 8) + 127 * 35;
                ((2 * 255 * parts + 254 * 35) / (2 * 254 * 35)) as u8
            });
            let red = block_pixels(Block::Bc4 { snorm: true }, &steps(ends)).map(|[red, ..]| red);
            assert_eq!(red, expected, "{ends:?}");
        }
    }

    /// A block of one channel with these ends, whose pixels take the eight steps between them, twice.
    fn steps(ends: [u8; 2]) -> [u8; 8] {
        let indices = (0..16).fold(0u64, |bits, pixel| bits | (pixel % 8) << (3 * pixel));
        let [a, b, c, d, e, f, ..] = indices.to_le_bytes();
        [ends[0], ends[1], a, b, c, d, e, f]
    }

    #[test]
    fn the_steps_of_alpha_and_of_one_channel_are_rounded_to_the_nearest() {
        for ends in (0..=u16::MAX).map(u16::to_le_bytes) {
            let [a, b] = ends.map(u32::from);
            let step = |index: u32| match (a > b, index) {
                (_, 0) => a,
                (_, 1) => b,
                (true, _) => (2 * ((8 - index) * a + (index - 1) * b) + 7) / 14,
                (false, 6) => 0,
                (false, 7) => 255,
                (false, _) => (2 * ((6 - index) * a + (index - 1) * b) + 5) / 10,
            };
            let expected = std::array::from_fn(|pixel| step(pixel as u32 % 8) as u8);
            let half = steps(ends);
            let red = block_pixels(Block::Bc4 { snorm: false }, &half).map(|[red, ..]| red);
            let bc3 = block_pixels(Block::Bc3, [half, [0; 8]].as_flattened()).map(|[.., alpha]| alpha);
            assert_eq!((red, bc3), (expected, expected), "{ends:?}");
        }
    }
}
