//! Formats of vertex attributes, as GX2 numbers them.
//!
//! The low byte says how many bits each number has, the next one what they mean. 0x020b was read in real files, as were
//! 0x0004, 0x0007, 0x0104, 0x020a, 0x080d and 0x080f; the rest is the list of public readers.

use super::super::small_float::{EXPONENT_BITS, small_float};

/// How the numbers of an attribute are stored; all big-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    layout: Layout,
    meaning: Meaning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Whole numbers, of so many bytes each.
    Whole {
        bytes: usize,
        count: usize,
    },
    /// Two times four bits, x in the low ones.
    Nibbles,
    /// x in the low ten bits, then y, z, and w in the highest two.
    Packed10,
    /// 16 bits: a sign, five bits of exponent, ten of fraction.
    Half {
        count: usize,
    },
    /// x and y have eleven bits, z the highest ten: no sign, five bits of exponent, the rest fraction (no real file seen).
    PackedFloats,
    Float {
        count: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// From 0 to 1.
    Unorm,
    /// From -1 to 1.
    Snorm,
    Unsigned,
    Signed,
}

impl Format {
    /// `None` for a number that no public list has.
    pub fn new(format: u32) -> Option<Self> {
        let (layout, floats) = match format & 0xff {
            0x00 => (Layout::Whole { bytes: 1, count: 1 }, false),
            0x01 => (Layout::Nibbles, false),
            0x02 => (Layout::Whole { bytes: 2, count: 1 }, false),
            0x03 => (Layout::Half { count: 1 }, true),
            0x04 => (Layout::Whole { bytes: 1, count: 2 }, false),
            0x05 => (Layout::Whole { bytes: 4, count: 1 }, false),
            0x06 => (Layout::Float { count: 1 }, true),
            0x07 => (Layout::Whole { bytes: 2, count: 2 }, false),
            0x08 => (Layout::Half { count: 2 }, true),
            0x09 => (Layout::PackedFloats, true),
            0x0a => (Layout::Whole { bytes: 1, count: 4 }, false),
            0x0b => (Layout::Packed10, false),
            0x0c => (Layout::Whole { bytes: 4, count: 2 }, false),
            0x0d => (Layout::Float { count: 2 }, true),
            0x0e => (Layout::Whole { bytes: 2, count: 4 }, false),
            0x0f => (Layout::Half { count: 4 }, true),
            0x10 => (Layout::Whole { bytes: 4, count: 3 }, false),
            0x11 => (Layout::Float { count: 3 }, true),
            0x12 => (Layout::Whole { bytes: 4, count: 4 }, false),
            0x13 => (Layout::Float { count: 4 }, true),
            _ => return None,
        };
        // 8 and a make a float of a whole number, which is what all of them become here.
        let meaning = match (format >> 8, floats) {
            (8, true) => Meaning::Signed,
            (0, false) => Meaning::Unorm,
            (1 | 8, false) => Meaning::Unsigned,
            (2, false) => Meaning::Snorm,
            (3 | 0xa, false) => Meaning::Signed,
            _ => return None,
        };
        let is_fraction = matches!(meaning, Meaning::Unorm | Meaning::Snorm);
        if is_fraction && matches!(layout, Layout::Whole { bytes: 4, .. }) {
            return None; // The GPU has no fractions of 32 bits.
        }
        Some(Self { layout, meaning })
    }

    /// Bytes of an attribute.
    pub fn len(self) -> usize {
        match self.layout {
            Layout::Whole { bytes, count } => bytes * count,
            Layout::Nibbles => 1,
            Layout::Packed10 | Layout::PackedFloats => 4,
            Layout::Half { count } => 2 * count,
            Layout::Float { count } => 4 * count,
        }
    }

    /// The numbers in `bytes`, which are as many as [`Self::len`] says; those that it doesn't have are 0, 0, 0, 1.
    pub fn decode(self, bytes: &[u8]) -> [f32; 4] {
        let mut values = [0.0, 0.0, 0.0, 1.0];
        let whole = bytes.iter().fold(0u32, |whole, &byte| whole << 8 | u32::from(byte));
        match self.layout {
            Layout::Whole { bytes: len, .. } => {
                for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(len)) {
                    let whole = bytes.iter().fold(0, |whole, &byte| whole << 8 | u32::from(byte));
                    *value = self.meaning.of(whole, 8 * len as u32);
                }
            }
            Layout::Nibbles => {
                for (value, shift) in values.iter_mut().zip([0, 4]) {
                    *value = self.meaning.of(whole >> shift & 0xf, 4);
                }
            }
            Layout::Packed10 => {
                for (value, (shift, bits)) in values.iter_mut().zip([(0, 10), (10, 10), (20, 10), (30, 2)]) {
                    *value = self.meaning.of(whole >> shift & ((1 << bits) - 1), bits);
                }
            }
            Layout::PackedFloats => {
                for (value, (shift, bits)) in values.iter_mut().zip([(0, 11), (11, 11), (22, 10)]) {
                    *value = small_float(whole >> shift & ((1 << bits) - 1), bits - EXPONENT_BITS);
                }
            }
            Layout::Half { .. } => {
                for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(2)) {
                    let bits = bytes.iter().fold(0, |whole, &byte| whole << 8 | u32::from(byte));
                    let size = small_float(bits & 0x7fff, 10);
                    *value = if bits & 0x8000 == 0 { size } else { -size };
                }
            }
            Layout::Float { .. } => {
                for (value, &bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                    *value = f32::from_be_bytes(bytes);
                }
            }
        }
        values
    }
}

impl Meaning {
    /// The low `bits` of `whole` as a number.
    fn of(self, whole: u32, bits: u32) -> f32 {
        let signed = (whole << (32 - bits)).cast_signed() >> (32 - bits);
        match self {
            Self::Unorm => whole as f32 / ((1u64 << bits) - 1) as f32,
            Self::Snorm => (signed as f32 / ((1u64 << (bits - 1)) - 1) as f32).max(-1.0),
            Self::Unsigned => whole as f32,
            Self::Signed => signed as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn is(format: u32, bytes: &[u8], expected: [f32; 4]) {
        let known = Format::new(format).unwrap();
        assert_eq!(known.len(), bytes.len(), "{format:#x}");
        assert_eq!(known.decode(bytes), expected, "{format:#x}");
    }

    #[test]
    fn whole_numbers_are_big_endian_and_mean_what_the_format_says() {
        is(0x000, &[255], [1.0, 0.0, 0.0, 1.0]);
        is(0x100, &[255], [255.0, 0.0, 0.0, 1.0]);
        is(0x200, &[0x81], [-1.0, 0.0, 0.0, 1.0]);
        is(0x200, &[0x80], [-1.0, 0.0, 0.0, 1.0]); // Not -128/127.
        is(0x300, &[0x80], [-128.0, 0.0, 0.0, 1.0]);
        is(0x800, &[7], [7.0, 0.0, 0.0, 1.0]);
        is(0xa00, &[0xf9], [-7.0, 0.0, 0.0, 1.0]);
        is(0x001, &[0xf3], [3.0 / 15.0, 1.0, 0.0, 1.0]);
        is(0x004, &[0, 51], [0.0, 0.2, 0.0, 1.0]);
        is(0x104, &[3, 4], [3.0, 4.0, 0.0, 1.0]);
        is(0x204, &[127, 0x81], [1.0, -1.0, 0.0, 1.0]);
        is(0x304, &[127, 0x81], [127.0, -127.0, 0.0, 1.0]);
        is(0x00a, &[255, 0, 51, 102], [1.0, 0.0, 0.2, 0.4]);
        is(0x10a, &[1, 2, 3, 4], [1.0, 2.0, 3.0, 4.0]);
        is(0x20a, &[127, 0, 0x81, 127], [1.0, 0.0, -1.0, 1.0]);
        is(0x30a, &[0xff, 0xfe, 1, 2], [-1.0, -2.0, 1.0, 2.0]);
        is(0x002, &[0xff, 0xff], [1.0, 0.0, 0.0, 1.0]);
        is(0x102, &[1, 2], [258.0, 0.0, 0.0, 1.0]);
        is(0x202, &[0x80, 1], [-1.0, 0.0, 0.0, 1.0]);
        is(0x302, &[0xff, 0xfe], [-2.0, 0.0, 0.0, 1.0]);
        is(0x007, &[0x33, 0x33, 0, 0], [0.2, 0.0, 0.0, 1.0]);
        is(0x107, &[0, 1, 1, 0], [1.0, 256.0, 0.0, 1.0]);
        is(0x207, &[0x7f, 0xff, 0x80, 0], [1.0, -1.0, 0.0, 1.0]);
        is(0x807, &[0, 9, 0, 8], [9.0, 8.0, 0.0, 1.0]);
        is(0xa07, &[0xff, 0xff, 0, 8], [-1.0, 8.0, 0.0, 1.0]);
        is(0x00e, &[0xff, 0xff, 0, 0, 0x33, 0x33, 0xff, 0xff], [1.0, 0.0, 0.2, 1.0]);
        is(0x10e, &[0, 1, 0, 2, 0, 3, 0, 4], [1.0, 2.0, 3.0, 4.0]);
        is(0x20e, &[0x7f, 0xff, 0, 0, 0x80, 1, 0, 0], [1.0, 0.0, -1.0, 0.0]);
        is(0x30e, &[0, 1, 0xff, 0xff, 0, 3, 0, 4], [1.0, -1.0, 3.0, 4.0]);
        is(0x105, &[0, 1, 0, 0], [65536.0, 0.0, 0.0, 1.0]);
        is(0x305, &[0xff, 0xff, 0xff, 0xff], [-1.0, 0.0, 0.0, 1.0]);
        is(0x10c, &[0, 0, 0, 1, 0, 0, 0, 2], [1.0, 2.0, 0.0, 1.0]);
        is(0x110, &[0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3], [1.0, 2.0, 3.0, 1.0]);
        is(0x312, &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4], [-1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn x_is_in_the_low_bits_of_three_times_ten() {
        let word = |x: u32, y: u32, z: u32, w: u32| (x | y << 10 | z << 20 | w << 30).to_be_bytes();
        is(0x20b, &word(511, 0x201, 0, 1), [1.0, -1.0, 0.0, 1.0]);
        is(0x20b, &word(0, 0, 0x200, 0), [0.0, 0.0, -1.0, 0.0]);
        is(0x00b, &word(1023, 0, 341, 3), [1.0, 0.0, 1.0 / 3.0, 1.0]);
        is(0x10b, &word(5, 6, 7, 2), [5.0, 6.0, 7.0, 2.0]);
        is(0x30b, &word(0x3ff, 6, 7, 1), [-1.0, 6.0, 7.0, 1.0]);
    }

    #[test]
    fn floats_of_all_sizes_are_read() {
        is(0x803, &[0x3c, 0], [1.0, 0.0, 0.0, 1.0]);
        is(0x803, &[0, 1], [2f32.powi(-24), 0.0, 0.0, 1.0]);
        is(0x803, &[0x7c, 0], [f32::INFINITY, 0.0, 0.0, 1.0]);
        assert!(Format::new(0x803).unwrap().decode(&[0x7e, 0])[0].is_nan());
        is(0x808, &[0xc0, 0, 0x38, 0], [-2.0, 0.5, 0.0, 1.0]);
        is(0x80f, &[0x3c, 0, 0x7b, 0xff, 0xfb, 0xff, 0x80, 0], [1.0, 65504.0, -65504.0, -0.0]);
        is(0x806, &1.25f32.to_be_bytes(), [1.25, 0.0, 0.0, 1.0]);
        let all = [1f32, -2.5, 3.0, 0.5].map(f32::to_be_bytes);
        is(0x80d, all[..2].as_flattened(), [1.0, -2.5, 0.0, 1.0]);
        is(0x811, all[..3].as_flattened(), [1.0, -2.5, 3.0, 1.0]);
        is(0x813, all.as_flattened(), [1.0, -2.5, 3.0, 0.5]);
        let packed: u32 = 15 << 6 | (14 << 6) << 11 | (16 << 5) << 22;
        is(0x809, &packed.to_be_bytes(), [1.0, 0.5, 2.0, 1.0]);
    }

    #[test]
    fn formats_that_do_not_exist_are_not_known() {
        for format in [0x014, 0x0ff, 0x400, 0x00d, 0x111, 0x803 | 0x1000, 0x005, 0x212, u32::MAX] {
            assert_eq!(Format::new(format), None, "{format:#x}");
        }
    }
}
