//! LZO1X: the compression of OPRW 23 and later. Unpacks into a known size and says how many bytes it consumed.
//!
//! A stream is a row of instructions, each a copy from what came out before, literal bytes, or both, and ends with
//! `11 00 00`. How many bytes an instruction takes depends on the input alone, so that [`measure`] can step over a
//! packed block without memory for what is inside.

pub use super::lzo_pack::pack;

use super::{Fault, PackError};

/// No stream unpacks to more than this many times its own length: one byte lengthens a copy by at most 255 bytes.
pub const MOST_EXPANSION: usize = 255;

/// The end mark: a copy with the distance 0.
pub(super) const END: [u8; 3] = [0x11, 0, 0];

/// Fills `out` from the start of `input` and returns how many bytes of `input` that took, the end mark included.
///
/// # Errors
/// When the stream is cut or damaged, or doesn't end exactly when `out` is full.
pub fn unpack(input: &[u8], out: &mut [u8]) -> Result<usize, PackError> {
    let mut steps = Steps { input, at: 0, after: After::Start };
    let mut done = 0;
    match unpack_steps(&mut steps, out, &mut done) {
        Ok(()) => Ok(steps.at),
        Err(fault) => Err(fault.at(steps.at, done, out.len())),
    }
}

/// Steps over a stream that unpacks to `len` bytes and returns how many bytes it takes. Every check of [`unpack`] is
/// made, but nothing is unpacked.
///
/// # Errors
/// As for [`unpack`].
pub fn measure(input: &[u8], len: usize) -> Result<usize, PackError> {
    let mut steps = Steps { input, at: 0, after: After::Start };
    let mut done = 0;
    match measure_steps(&mut steps, len, &mut done) {
        Ok(()) => Ok(steps.at),
        Err(fault) => Err(fault.at(steps.at, done, len)),
    }
}

/// One instruction: first a copy, then literals; either may be of no length.
struct Step {
    copy: usize,
    distance: usize,
    literals: usize,
}

/// What came before an instruction; it decides what the values under 16 mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Nothing.
    Start,
    /// A copy without literals.
    Copy,
    /// A copy with one to three literals.
    FewLiterals,
    /// Four literals or more.
    Literals,
}

/// How to read a copy whose length is in its code. A branch for each kind of copy would be guessed wrong half of the
/// time in grids of heights; this way there is none.
#[derive(Clone, Copy)]
struct ShortCopy {
    /// Bytes to copy; 0 for a code that isn't a short copy.
    len: usize,
    /// All ones where the distance is that of two bytes from the code on, else zero: that of two bytes after it.
    near: u32,
    /// The least distance.
    base: u32,
    /// Bytes after the code.
    bytes: usize,
    /// Where the two bits are that count literals, from the code's lowest bit on.
    literals_at: u32,
}

/// For each code. Left out are copies with a longer length, and those that share their codes with the end mark.
const COPIES: [ShortCopy; 256] = {
    let mut copies = [ShortCopy { len: 0, near: 0, base: 1, bytes: 2, literals_at: 8 }; 256];
    let mut code = 25;
    while code < 256 {
        let copy = &mut copies[code];
        if code >= 64 {
            *copy = ShortCopy { len: (code >> 5) + 1, near: u32::MAX, base: 1, bytes: 1, literals_at: 0 };
        } else if code > 32 {
            copy.len = (code & 31) + 2;
        } else if code < 32 {
            copy.len = (code & 7) + 2;
            copy.base = 0x8000;
        }
        code += 1;
    }
    copies
};

/// Reads instructions; the literals are left to whoever handles the step.
struct Steps<'a> {
    input: &'a [u8],
    at: usize,
    after: After,
}

impl<'a> Steps<'a> {
    #[inline(always)]
    fn byte(&mut self) -> Result<usize, Fault> {
        let byte = *self.input.get(self.at).ok_or(Fault::Cut)?;
        self.at += 1;
        Ok(usize::from(byte))
    }

    #[inline(always)]
    fn word(&mut self) -> Result<usize, Fault> {
        let bytes = self.input.get(self.at..).and_then(<[u8]>::first_chunk).ok_or(Fault::Cut)?;
        self.at += 2;
        Ok(usize::from(u16::from_le_bytes(*bytes)))
    }

    /// The literals of a step.
    #[inline(always)]
    fn literals(&mut self, len: usize) -> Result<&'a [u8], Fault> {
        let bytes = self.input.get(self.at..).and_then(|rest| rest.get(..len)).ok_or(Fault::Cut)?;
        self.at += len;
        Ok(bytes)
    }

    /// A length that didn't fit its field of `most`: every zero byte adds 255, the first other one ends it.
    #[inline(always)]
    fn length(&mut self, field: usize, most: usize) -> Result<usize, Fault> {
        if field != 0 {
            return Ok(field);
        }
        let mut length = most;
        loop {
            match self.byte()? {
                0 => length += 255,
                last => return Ok(length + last),
            }
        }
    }

    #[inline(always)]
    fn copy(&mut self, copy: usize, distance: usize, literals: usize) -> Step {
        self.after = if literals == 0 { After::Copy } else { After::FewLiterals };
        Step { copy, distance, literals }
    }

    /// The next instruction; `None` at the end mark.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<Step>, Fault> {
        let code = self.byte()?;
        if self.after == After::Start && code > 17 {
            let literals = code - 17;
            self.after = if literals < 4 { After::FewLiterals } else { After::Literals };
            return Ok(Some(Step { copy: 0, distance: 0, literals }));
        }
        if let Some(copy) = COPIES.get(code).filter(|copy| copy.len != 0) {
            return self.short_copy(copy).map(Some);
        }
        Ok(Some(if code >= 32 {
            let length = self.length(code & 31, 31)? + 2;
            let word = self.word()?;
            self.copy(length, (word >> 2) + 1, word & 3)
        } else if code >= 16 {
            let length = self.length(code & 7, 7)? + 2;
            let word = self.word()?;
            let distance = ((code & 8) << 11) + (word >> 2);
            if distance == 0 {
                return if length == 3 && word == 0 { Ok(None) } else { Err(Fault::BadEnd) };
            }
            self.copy(length, distance + 0x4000, word & 3)
        } else {
            match self.after {
                After::Start | After::Copy => {
                    let literals = self.length(code, 15)? + 3;
                    self.after = After::Literals;
                    Step { copy: 0, distance: 0, literals }
                }
                After::FewLiterals => {
                    let high = self.byte()?;
                    self.copy(2, (code >> 2) + (high << 2) + 1, code & 3)
                }
                After::Literals => {
                    let high = self.byte()?;
                    self.copy(3, (code >> 2) + (high << 2) + 0x801, code & 3)
                }
            }
        }))
    }

    /// A copy whose length is in its code, which was read already.
    #[inline(always)]
    fn short_copy(&mut self, copy: &ShortCopy) -> Result<Step, Fault> {
        // The end mark at least follows, so that four bytes are there.
        let from_code = self.input.get(self.at - 1..).and_then(<[u8]>::first_chunk).ok_or(Fault::Cut)?;
        let bits = u32::from_le_bytes(*from_code);
        let near = bits >> 2 & 7 | bits >> 5 & 0x7f8;
        let far = bits >> 10 & 0x3fff;
        let distance = copy.base + (near & copy.near | far & !copy.near);
        self.at += copy.bytes;
        Ok(self.copy(copy.len, distance as usize, (bits >> copy.literals_at & 3) as usize))
    }

    /// Reads the end mark.
    fn end(&mut self) -> Result<(), Fault> {
        match self.input.get(self.at..).and_then(|rest| rest.get(..END.len())) {
            Some(bytes) if bytes == END => {
                self.at += END.len();
                Ok(())
            }
            Some(_) => Err(Fault::NoEnd),
            None => Err(Fault::Cut),
        }
    }
}

fn unpack_steps(steps: &mut Steps, out: &mut [u8], done: &mut usize) -> Result<(), Fault> {
    while *done < out.len() {
        let step = steps.next()?.ok_or(Fault::TooShort)?;
        if step.copy != 0 {
            if step.distance > *done {
                return Err(Fault::TooFarBack);
            }
            if step.copy > out.len() - *done {
                return Err(Fault::TooLong);
            }
            copy_back(out, *done, step.distance, step.copy);
            *done += step.copy;
        }
        if step.literals != 0 {
            copy_literals(steps, out, *done, step.literals)?;
            *done += step.literals;
        }
    }
    steps.end()
}

/// The checks of [`unpack_steps`] in the same order, so that both give the same errors.
fn measure_steps(steps: &mut Steps, len: usize, done: &mut usize) -> Result<(), Fault> {
    while *done < len {
        let step = steps.next()?.ok_or(Fault::TooShort)?;
        if step.distance > *done {
            return Err(Fault::TooFarBack);
        }
        if step.copy > len - *done {
            return Err(Fault::TooLong);
        }
        *done += step.copy;
        steps.literals(step.literals)?;
        if step.literals > len - *done {
            return Err(Fault::TooLong);
        }
        *done += step.literals;
    }
    steps.end()
}

/// Short copies move whole blocks of this length; the next step writes over what is too much.
const BLOCK: usize = 16;
/// Longer copies are left to the general way.
const SHORT: usize = 64;

/// Copies `len` literals to `out[done..]`.
#[inline(always)]
fn copy_literals(steps: &mut Steps, out: &mut [u8], done: usize, len: usize) -> Result<(), Fault> {
    if len <= BLOCK {
        let from = steps.input.get(steps.at..).and_then(<[u8]>::first_chunk::<BLOCK>);
        let to = out.get_mut(done..).and_then(<[u8]>::first_chunk_mut::<BLOCK>);
        if let (Some(from), Some(to)) = (from, to) {
            *to = *from;
            steps.at += len;
            return Ok(());
        }
    }
    let literals = steps.literals(len)?;
    out.get_mut(done..).and_then(|rest| rest.get_mut(..len)).ok_or(Fault::TooLong)?.copy_from_slice(literals);
    Ok(())
}

/// Copies `len` bytes to `out[done..]` from `distance` before it. The caller has checked that `distance` is 1 to
/// `done` and that `len` bytes have room.
#[inline(always)]
fn copy_back(out: &mut [u8], done: usize, distance: usize, len: usize) {
    if len <= SHORT && done + SHORT + BLOCK <= out.len() {
        if distance >= BLOCK {
            return copy_blocks::<BLOCK>(out, done, distance, len);
        }
        if distance >= 4 {
            return copy_blocks::<4>(out, done, distance, len);
        }
    }
    copy_run(out, done - distance, done, len);
}

/// Copies by blocks of `N`, none of which overlaps with its source: `distance` is at least `N`.
#[inline(always)]
fn copy_blocks<const N: usize>(out: &mut [u8], done: usize, distance: usize, len: usize) {
    let mut at = done;
    while at < done + len {
        let block = out.get(at - distance..).and_then(<[u8]>::first_chunk::<N>).copied();
        let to = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<N>);
        if let (Some(block), Some(to)) = (block, to) {
            *to = block;
        }
        at += N;
    }
}

/// The general copy: where source and target overlap, what is there repeats, and the part that can be moved at once
/// doubles with every move.
#[cold]
fn copy_run(out: &mut [u8], from: usize, done: usize, len: usize) {
    let mut copied = 0;
    while copied < len {
        let block = (done + copied - from).min(len - copied);
        out.copy_within(from..from + block, done + copied);
        copied += block;
    }
}

#[cfg(test)]
pub(super) mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn unpacked(input: &[u8], len: usize) -> Result<Vec<u8>, PackError> {
        let mut out = vec![0; len];
        let consumed = unpack(input, &mut out)?;
        assert_eq!(measure(input, len), Ok(consumed));
        assert_eq!(consumed, input.len());
        Ok(out)
    }

    #[test]
    fn an_empty_stream_is_its_end_mark() {
        assert_eq!(unpacked(&[0x11, 0, 0], 0).unwrap(), b"");
    }

    #[test]
    fn a_first_byte_over_17_is_a_count_of_literals() {
        assert_eq!(unpacked(b"\x12a\x11\0\0", 1).unwrap(), b"a");
        assert_eq!(unpacked(b"\x15abcd\x11\0\0", 4).unwrap(), b"abcd");
        let many = [&[255][..], &[b'x'; 238], &END].concat();
        assert_eq!(unpacked(&many, 238).unwrap(), [b'x'; 238]);
    }

    #[test]
    fn one_to_three_first_literals_are_followed_by_a_copy_of_two() {
        // 12 = three literals after it and distance 0 + (0 << 2) + 1.
        assert_eq!(unpacked(b"\x13ab\x01\x00c\x11\0\0", 5).unwrap(), b"abbbc");
    }

    #[test]
    fn a_first_byte_under_16_is_a_run_of_literals() {
        assert_eq!(unpacked(b"\x01abcd\x11\0\0", 4).unwrap(), b"abcd");
        let long = [&[0, 0, 2][..], &[b'x'; 275], &END].concat();
        assert_eq!(unpacked(&long, 275).unwrap(), [b'x'; 275]);
    }

    #[test]
    fn four_literals_are_followed_by_a_copy_of_three_from_far() {
        // A run of 2049 literals: 3 + 15 + 7 * 255 + 246, then distance (0 >> 2) + (0 << 2) + 0x801.
        let literals: Vec<u8> = (0..2049u32).map(|i| (i * 7) as u8).collect();
        let packed = [&[0, 0, 0, 0, 0, 0, 0, 0, 246][..], &literals, &[0, 0], &END].concat();
        let out = unpacked(&packed, 2052).unwrap();
        assert_eq!(out[2049..], literals[..3]);
    }

    #[test]
    fn every_length_and_distance_of_a_copy_is_read() {
        // M2: length 8 from 8 back, no literals; M3 of 33 from 1; M4 of 3 + from 0x4001 is in the property below.
        let packed = b"\x19abcdefgh\xfc\x00\x3f\x00\x00\x11\0\0";
        assert_eq!(unpacked(packed, 49).unwrap(), [&b"abcdefghabcdefgh"[..], &[b'h'; 33]].concat());
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |input: &[u8], len| unpacked(input, len).unwrap_err().to_string();
        assert!(error(b"\x12", 1).contains("the end after 0 unpacked bytes"));
        assert!(error(b"\x12a\x11\0\0", 2).contains("the end mark after 1 bytes"));
        assert!(error(b"\x13ab\x11\0\0", 1).contains("more than 1"));
        assert!(error(b"\x12a\x12\0\0", 1).contains("no end mark"));
        assert!(error(b"\x12a\x12\0\0", 9).contains("damaged end mark"));
        assert!(error(b"\x12a\x44\0\x11\0\0", 4).contains("before the start"));
    }

    #[test]
    fn a_copy_from_beyond_16384_reads_back() {
        let mut data: Vec<u8> = (0..0xc100u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for back in [0x4000, 0x4001, 0x7fff, 0x8000, 0x8001, 0xbfff] {
            let from = data.len() - back;
            data.extend_from_within(from..from + 40);
        }
        let packed = lzokay::compress::compress(&data).unwrap();
        assert_eq!(unpacked(&packed, data.len()).unwrap(), data);
    }

    /// Bytes with runs, repeats and noise, as grids have them.
    pub fn grainy() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            prop::collection::vec(any::<u8>(), 1..600),
            (any::<u8>(), 1..3000usize).prop_map(|(byte, len)| vec![byte; len]),
            (prop::collection::vec(any::<u8>(), 1..40), 1..60usize).prop_map(|(part, n)| part.repeat(n)),
        ];
        prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn what_another_compressor_packed_reads_back(data in grainy()) {
            let packed = lzokay::compress::compress(&data).unwrap();
            prop_assert_eq!(unpacked(&packed, data.len()).unwrap(), data);
        }

        #[test]
        fn noise_never_panics_and_measures_as_it_unpacks(
            input in prop::collection::vec(any::<u8>(), 0..300),
            len in 0..3000usize,
        ) {
            let mut out = vec![0; len];
            prop_assert_eq!(unpack(&input, &mut out), measure(&input, len));
        }

        #[test]
        fn a_cut_stream_is_an_error(data in grainy(), cut in any::<prop::sample::Index>()) {
            let packed = lzokay::compress::compress(&data).unwrap();
            let mut out = vec![0; data.len()];
            prop_assert!(unpack(&packed[..cut.index(packed.len())], &mut out).is_err());
        }
    }
}
