//! LZSS with a sum at its end: the compression of OPRW up to 22, of packed PBO entries, and of whole worlds.
//!
//! A flag byte tells of the next eight items, lowest bit first: 1 is a literal byte, 0 a pair `b0 b1` that copies
//! `(b1 & 15) + 3` bytes from `b0 | (b1 & 0xf0) << 4` bytes before. The engine keeps a ring of 4096 bytes filled with
//! spaces, so that what lies before the first byte reads as a space, and the distance 0 is the whole ring. After the
//! last byte follows the sum of all unpacked bytes as a u32.

pub use super::lzss_pack::pack;

use super::{Fault, PackError};

/// No stream unpacks to more than this many times its own length: 17 bytes give eight copies of 18 bytes.
pub const MOST_EXPANSION: usize = 9;

/// Length of the sum at the end.
const SUM_LEN: usize = 4;
/// The bytes that a copy can reach back to.
pub(super) const RING: usize = 4096;
/// Length of the longest copy.
pub(super) const LONGEST: usize = 18;

/// Fills `out` from the start of `input` and returns how many bytes of `input` that took, the sum included.
///
/// A last copy that is longer than what is left is cut short, as the engine does.
///
/// # Errors
/// When the stream is cut, or the sum is not that of the unpacked bytes.
pub fn unpack(input: &[u8], out: &mut [u8]) -> Result<usize, PackError> {
    let mut stream = Stream { input, at: 0, flags: 1 };
    let mut done = 0;
    if stream.fill(out, &mut done, out.len()).is_err() {
        return Err(Fault::Cut.at(stream.at, done, out.len()));
    }
    stream.check_sum(sum(out), out.len())
}

/// Steps over a stream that unpacks to `len` bytes and returns how many bytes it takes, the sum included. The sum is
/// checked; at most 64 KiB are held at once.
///
/// # Errors
/// As for [`unpack`].
pub fn measure(input: &[u8], len: usize) -> Result<usize, PackError> {
    let mut stream = Stream { input, at: 0, flags: 1 };
    let mut window = vec![b' '; 0x10000.min(RING + len)];
    let mut total = 0u32;
    let mut left = len;
    let mut done = RING; // The ring before the first byte is all spaces.
    while left > 0 {
        let from = done;
        let until = window.len().min(done + left);
        // A copy is cut short at the end of the stream, but not at the end of the window.
        let stop = if until - done == left { until } else { until - LONGEST };
        if stream.fill(window.get_mut(..until).unwrap_or_default(), &mut done, stop).is_err() {
            return Err(Fault::Cut.at(stream.at, len - left + done - from, len));
        }
        total = total.wrapping_add(sum(window.get(from..done).unwrap_or_default()));
        left -= done - from;
        window.copy_within(done - RING..done, 0);
        done = RING;
    }
    stream.check_sum(total, len)
}

/// Unpacks a file that is packed as a whole: its length is not stored, so that all but the sum is unpacked.
///
/// # Errors
/// When the file is too short, cut inside a pair, or the sum is not that of the unpacked bytes.
pub fn unpack_whole(input: &[u8]) -> Result<Vec<u8>, PackError> {
    let Some(body) = input.len().checked_sub(SUM_LEN).and_then(|len| input.get(..len)) else {
        return Err(Fault::Cut.at(0, 0, 1));
    };
    let mut stream = Stream { input: body, at: 0, flags: 1 };
    let mut out = Vec::new();
    let mut done = 0;
    while stream.at < body.len() {
        if done + LONGEST > out.len() {
            out.resize((done * 2).max(body.len()) + LONGEST, 0);
        }
        let stop = out.len() - LONGEST + 1;
        if stream.fill(&mut out, &mut done, stop).is_err() && stream.at < body.len() {
            return Err(Fault::Cut.at(stream.at, done, done + 1));
        }
    }
    out.truncate(done);
    let mut stream = Stream { input, at: body.len(), flags: 1 };
    stream.check_sum(sum(&out), done)?;
    Ok(out)
}

/// The sum of unsigned bytes.
pub fn sum(bytes: &[u8]) -> u32 {
    // By pieces whose sum fits into 16 bits, so that the compiler adds many at once.
    bytes
        .chunks(256)
        .map(|piece| u32::from(piece.iter().fold(0u16, |sum, &byte| sum.wrapping_add(u16::from(byte)))))
        .fold(0, u32::wrapping_add)
}

/// The input, and the flags not used up yet under a guard bit.
struct Stream<'a> {
    input: &'a [u8],
    at: usize,
    flags: u32,
}

impl Stream<'_> {
    /// Unpacks until `done` is at least `stop`; copies end at the end of `out`.
    fn fill(&mut self, out: &mut [u8], done: &mut usize, stop: usize) -> Result<(), Fault> {
        while *done < stop {
            if self.flags == 1 {
                self.flags = u32::from(*self.input.get(self.at).ok_or(Fault::Cut)?) | 0x100;
                self.at += 1;
                if self.flags == 0x1ff && *done + 8 <= stop && self.eight_literals(out, *done) {
                    *done += 8;
                    continue;
                }
            }
            let literal = self.flags & 1 == 1;
            if literal {
                let byte = *self.input.get(self.at).ok_or(Fault::Cut)?;
                self.at += 1;
                if let Some(to) = out.get_mut(*done) {
                    *to = byte;
                }
                *done += 1;
            } else {
                let &[low, high] =
                    self.input.get(self.at..).and_then(<[u8]>::first_chunk).ok_or(Fault::Cut)?;
                self.at += 2;
                let distance = usize::from(low) | usize::from(high & 0xf0) << 4;
                let distance = if distance == 0 { RING } else { distance };
                let len = (usize::from(high & 15) + 3).min(out.len() - *done);
                copy_back(out, *done, distance, len);
                *done += len;
            }
            self.flags >>= 1;
        }
        Ok(())
    }

    /// The most common case of what doesn't compress: a flag byte of ones.
    fn eight_literals(&mut self, out: &mut [u8], done: usize) -> bool {
        let from = self.input.get(self.at..).and_then(<[u8]>::first_chunk::<8>);
        let to = out.get_mut(done..).and_then(<[u8]>::first_chunk_mut::<8>);
        let (Some(from), Some(to)) = (from, to) else { return false };
        *to = *from;
        self.at += 8;
        self.flags = 1;
        true
    }

    /// Reads the sum and compares it; returns how many bytes were read in all.
    fn check_sum(&mut self, unpacked: u32, len: usize) -> Result<usize, PackError> {
        let stored = self.input.get(self.at..).and_then(<[u8]>::first_chunk).copied().map(u32::from_le_bytes);
        match stored {
            Some(stored) if stored == unpacked => Ok(self.at + SUM_LEN),
            Some(stored) => Err(PackError {
                at: self.at,
                found: format!("the sum {stored}"),
                expected: format!("{unpacked}, the sum of the {len} bytes unpacked"),
            }),
            None => Err(PackError {
                at: self.at,
                found: "the end".into(),
                expected: format!("the sum of the {len} bytes unpacked"),
            }),
        }
    }
}

/// Copies `len` bytes to `out[done..]` from `distance` before it; what lies before the first byte is a space.
#[inline(always)]
fn copy_back(out: &mut [u8], done: usize, distance: usize, len: usize) {
    match done.checked_sub(distance) {
        Some(from) if len <= distance => {
            // One move of fixed length where there is room: the next item writes over what is too much.
            if distance >= LONGEST {
                let block = out.get(from..).and_then(<[u8]>::first_chunk::<LONGEST>).copied();
                let to = out.get_mut(done..).and_then(<[u8]>::first_chunk_mut::<LONGEST>);
                if let (Some(block), Some(to)) = (block, to) {
                    *to = block;
                    return;
                }
            }
            out.copy_within(from..from + len, done);
        }
        _ => {
            for at in done..done + len {
                let byte = at.checked_sub(distance).and_then(|from| out.get(from)).copied().unwrap_or(b' ');
                if let Some(to) = out.get_mut(at) {
                    *to = byte;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    /// The items with the sum of `unpacked` after them.
    fn with_sum(items: &[u8], unpacked: &[u8]) -> Vec<u8> {
        let sum: u32 = unpacked.iter().map(|&byte| u32::from(byte)).sum();
        [items, &sum.to_le_bytes()].concat()
    }

    fn unpacked(input: &[u8], len: usize) -> Result<Vec<u8>, PackError> {
        let mut out = vec![0; len];
        let consumed = unpack(input, &mut out)?;
        assert_eq!(measure(input, len), Ok(consumed));
        assert_eq!(consumed, input.len());
        Ok(out)
    }

    #[test]
    fn flags_are_read_lowest_bit_first() {
        // Literal a, literal b, copy of 3 from 2 back, literal c.
        let packed = with_sum(b"\x0bab\x02\x00c", b"abababc"[..6].as_ref());
        assert_eq!(unpacked(&packed[..], 6).unwrap_err().at, 6);
        let packed = with_sum(b"\x0bab\x02\x00c", b"ababac");
        assert_eq!(unpacked(&packed, 6).unwrap(), b"ababac");
    }

    #[test]
    fn a_distance_counts_back_from_the_next_byte_and_takes_its_high_bits_from_the_second() {
        let noise: Vec<u8> = (0..300u32).map(|i| ((i * i) >> 3) as u8).collect();
        let mut items = Vec::new();
        for chunk in noise.chunks(8) {
            items.push(0xff);
            items.extend_from_slice(chunk);
        }
        // 300 literals leave four flags of the last byte: it must tell of four literals and one pair.
        let last = items.len() - 5;
        items[last] = 0x0f;
        items.extend_from_slice(&[0x2c, 0x1f]); // 0x12c = 300 back, 18 long.
        let out = [&noise[..], &noise[..18]].concat();
        assert_eq!(unpacked(&with_sum(&items, &out), 318).unwrap(), out);
    }

    #[test]
    fn what_lies_before_the_start_is_spaces() {
        assert_eq!(unpacked(&with_sum(b"\x00\x05\x02", b"     "), 5).unwrap(), b"     ");
        // The second byte of the copy is the first that was written.
        assert_eq!(unpacked(&with_sum(b"\x01a\x02\x00", b"a a "), 4).unwrap(), b"a a ");
    }

    #[test]
    fn the_distance_zero_is_the_whole_ring() {
        assert_eq!(unpacked(&with_sum(b"\x01a\x00\x00", b"a   "), 4).unwrap(), b"a   ");
    }

    #[test]
    fn a_last_copy_that_is_too_long_is_cut_short() {
        assert_eq!(unpacked(&with_sum(b"\x01a\x01\x0f", b"aaaa"), 4).unwrap(), b"aaaa");
    }

    #[test]
    fn bytes_are_summed_unsigned() {
        let packed = b"\x0f\xff\xff\xff\xff\xfc\x03\0\0";
        assert_eq!(unpacked(packed, 4).unwrap(), [255; 4]);
        assert_eq!(sum(&vec![255; 100_000]), 25_500_000);
    }

    #[test]
    fn a_wrong_sum_is_an_error() {
        let error = unpacked(b"\x0fabcd\x01\0\0\0", 4).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at packed byte 0x5: found the sum 1, expected 394, the sum of the 4 bytes unpacked"
        );
    }

    #[test]
    fn a_whole_file_needs_no_length() {
        let packed = with_sum(b"\x0bab\x02\x00c", b"ababac");
        assert_eq!(unpack_whole(&packed).unwrap(), b"ababac");
        assert!(unpack_whole(&packed[..packed.len() - 1]).is_err());
        assert!(unpack_whole(b"abc").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn noise_never_panics_and_measures_as_it_unpacks(
            input in prop::collection::vec(any::<u8>(), 0..400),
            len in 0..3000usize,
        ) {
            let mut out = vec![0; len];
            prop_assert_eq!(unpack(&input, &mut out), measure(&input, len));
            let _ = unpack_whole(&input);
        }
    }
}
