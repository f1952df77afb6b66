//! Yaz0: the compression of Nintendo's files of the time of the Wii U.
//!
//! 16 bytes of header: the magic, the unpacked length as a big-endian u32, an alignment (0 in older files) and a zero.
//! A flag byte tells of the next eight items, highest bit first: 1 is a literal byte, 0 a copy `b0 b1` from
//! `((b0 & 15) << 8 | b1) + 1` bytes before, `(b0 >> 4) + 2` long, or with `b0 >> 4` of 0 `b2 + 0x12` long. Copies may
//! overlap what they write. The stream ends with the unpacked length, whatever follows (read in real files).

pub use super::yaz0_pack::pack;

use super::super::bytes::{Cursor, Result};
use super::Fault;

/// First bytes of a file.
pub const MAGIC: &[u8; 4] = b"Yaz0";

/// The short name for errors.
const FORMAT: &str = "Yaz0";

/// Length of the header.
pub(super) const HEADER: usize = 16;
/// Length of the longest copy; it takes three bytes.
pub(super) const LONGEST: usize = 0xff + 0x12;
/// Bytes of the longest copy.
const LONGEST_PACKED: u64 = 3;

/// The copies of two bytes are no longer than this, and more is moved at once than they need.
const BLOCK: usize = 32;
/// Room behind the last byte, so that whole groups and blocks fit: eight copies, and the rest of a block.
const SLACK: usize = 8 * LONGEST + BLOCK;

/// The largest file that is unpacked: many times that of any game.
const LARGEST: u64 = 512 << 20;

/// What was unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpacked {
    /// The bytes, as many as the header says.
    pub bytes: Vec<u8>,
    /// How many bytes of the file it took, with the header.
    pub packed_len: usize,
}

/// What `packed_len` bytes can give at most: nothing but copies of the longest kind, and half a gigabyte.
pub fn most_unpacked(packed_len: u64) -> u64 {
    (packed_len.saturating_mul(LONGEST as u64) / LONGEST_PACKED).min(LARGEST)
}

/// The unpacked length that the header states.
///
/// # Errors
/// When the header is cut, is another one, or states more than the file can give.
pub fn unpacked_len(file: &[u8]) -> Result<usize> {
    let mut cur = Cursor::new(FORMAT, file);
    let magic: [u8; 4] = cur.array("header.magic")?;
    if &magic != MAGIC {
        return Err(cur.error(0, "header.magic", magic.escape_ascii(), MAGIC.escape_ascii()));
    }
    let at = cur.offset();
    let len = cur.array("header.unpacked_length").map(u32::from_be_bytes)?;
    cur.bytes("header", 8)?; // The alignment, and a zero.
    let most = most_unpacked(cur.remaining() as u64);
    match usize::try_from(len) {
        Ok(fits) if u64::from(len) <= most => Ok(fits),
        _ => {
            let expected = format!("at most {most}, which is what {} packed bytes can give", cur.remaining());
            Err(cur.error(at, "header.unpacked_length", format!("{len} bytes"), expected))
        }
    }
}

/// Unpacks a file.
///
/// Memory grows with what was unpacked, not with what the header says. A last copy that is too long is cut short.
///
/// # Errors
/// As [`unpacked_len`], and when the stream is cut or copies from before its start.
pub fn unpack(file: &[u8]) -> Result<Unpacked> {
    let len = unpacked_len(file)?;
    let input = file.get(HEADER..).unwrap_or_default();
    let mut stream = Stream { input, at: 0, out: Vec::new(), done: 0 };
    match stream.run(len) {
        Ok(()) => {
            stream.out.truncate(len);
            Ok(Unpacked { bytes: stream.out, packed_len: HEADER + stream.at })
        }
        Err(fault) => {
            let mut cur = Cursor::new(FORMAT, file);
            cur.bytes("header", HEADER)?;
            Err(fault.at(stream.at, stream.done, len).in_file(&cur, "data"))
        }
    }
}

struct Stream<'a> {
    input: &'a [u8],
    at: usize,
    /// Longer than what was unpacked by [`SLACK`], or more.
    out: Vec<u8>,
    done: usize,
}

impl Stream<'_> {
    fn run(&mut self, len: usize) -> std::result::Result<(), Fault> {
        while self.done < len {
            if self.out.len() < self.done + SLACK {
                self.out.resize((2 * self.done).max(4 * self.input.len()).min(len) + SLACK, 0);
            }
            let flags = *self.input.get(self.at).ok_or(Fault::Cut)?;
            self.at += 1;
            if flags == 0xff && self.done + 8 <= len && self.eight_literals() {
                continue;
            }
            for bit in (0..8).rev() {
                if flags >> bit & 1 == 1 {
                    self.literal()?;
                } else {
                    self.copy()?;
                }
                if self.done >= len {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The most common case of what doesn't compress.
    #[inline(always)]
    fn eight_literals(&mut self) -> bool {
        let from = self.input.get(self.at..).and_then(<[u8]>::first_chunk::<8>);
        let to = self.out.get_mut(self.done..).and_then(<[u8]>::first_chunk_mut::<8>);
        let (Some(from), Some(to)) = (from, to) else { return false };
        *to = *from;
        self.at += 8;
        self.done += 8;
        true
    }

    #[inline(always)]
    fn literal(&mut self) -> std::result::Result<(), Fault> {
        let byte = *self.input.get(self.at).ok_or(Fault::Cut)?;
        self.at += 1;
        if let Some(to) = self.out.get_mut(self.done) {
            *to = byte;
        }
        self.done += 1;
        Ok(())
    }

    #[inline(always)]
    fn copy(&mut self) -> std::result::Result<(), Fault> {
        let rest = self.input.get(self.at..).unwrap_or_default();
        let &[high, low] = rest.first_chunk().ok_or(Fault::Cut)?;
        let distance = (usize::from(high & 15) << 8 | usize::from(low)) + 1;
        let from = self.done.checked_sub(distance).ok_or(Fault::TooFarBack)?;
        let len = match usize::from(high >> 4) {
            0 => {
                let more = *rest.get(2).ok_or(Fault::Cut)?;
                self.at += 3;
                usize::from(more) + 0x12
            }
            short => {
                self.at += 2;
                short + 2
            }
        };
        copy_within(&mut self.out, from, self.done, len);
        self.done += len;
        Ok(())
    }
}

/// Copies `len` bytes from `from` to `to`, which may lie inside of them: then what was copied is copied again.
#[inline(always)]
fn copy_within(out: &mut [u8], from: usize, to: usize, len: usize) {
    let distance = to - from;
    if distance >= BLOCK && len <= BLOCK {
        // One move of fixed length; the next item writes over what is too much.
        let block = out.get(from..).and_then(<[u8]>::first_chunk::<BLOCK>).copied();
        let place = out.get_mut(to..).and_then(<[u8]>::first_chunk_mut::<BLOCK>);
        if let (Some(block), Some(place)) = (block, place) {
            *place = block;
        }
    } else if distance == 1 {
        let byte = out.get(from).copied().unwrap_or_default();
        if let Some(place) = out.get_mut(to..to + len) {
            place.fill(byte);
        }
    } else {
        // What lies between `from` and the end grows with each piece, by whole rounds of the distance.
        let mut done = 0;
        while done < len {
            let piece = (distance + done).min(len - done);
            out.copy_within(from..from + piece, to + done);
            done += piece;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn file(len: u32, stream: &[u8]) -> Vec<u8> {
        [MAGIC.as_slice(), &len.to_be_bytes(), &[0; 8], stream].concat()
    }

    /// Without any of the short cuts.
    fn plainly(stream: &[u8], len: usize) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut bytes = stream.iter().copied();
        'stream: loop {
            if out.len() >= len {
                break;
            }
            let flags = bytes.next()?;
            for bit in (0..8).rev() {
                if flags >> bit & 1 == 1 {
                    out.push(bytes.next()?);
                } else {
                    let (high, low) = (bytes.next()?, bytes.next()?);
                    let distance = (usize::from(high & 15) << 8 | usize::from(low)) + 1;
                    let from = out.len().checked_sub(distance)?;
                    let copied = match high >> 4 {
                        0 => usize::from(bytes.next()?) + 0x12,
                        short => usize::from(short) + 2,
                    };
                    (from..from + copied).for_each(|at| out.push(out[at]));
                }
                if out.len() >= len {
                    break 'stream;
                }
            }
        }
        out.truncate(len);
        Some(out)
    }

    #[test]
    fn no_file_unpacks_to_more_than_half_a_gigabyte() {
        assert_eq!(most_unpacked(300), 300 * 273 / 3);
        assert_eq!(most_unpacked(34 << 20), LARGEST);
    }

    #[test]
    fn flags_are_read_highest_bit_first_and_copies_overlap() {
        // Literals a and b, a copy of 4 from 2 back, literal c.
        let packed = file(7, b"\xd0ab\x20\x01c");
        let unpacked = unpack(&packed).unwrap();
        assert_eq!((unpacked.bytes.as_slice(), unpacked.packed_len), (&b"abababc"[..], packed.len()));
    }

    #[test]
    fn a_long_copy_takes_its_length_from_a_third_byte() {
        let packed = file(1 + 0x111, b"\x80a\x00\x00\xff");
        assert_eq!(unpack(&packed).unwrap().bytes, vec![b'a'; 1 + 0x111]);
    }

    #[test]
    fn the_stream_ends_with_the_length_of_the_header() {
        let packed = file(3, b"\x80a\x50\x00 what follows is not looked at");
        let unpacked = unpack(&packed).unwrap();
        assert_eq!((unpacked.bytes.as_slice(), unpacked.packed_len), (&b"aaa"[..], HEADER + 4));
        assert_eq!(unpack(&file(0, b"")).unwrap().bytes, b"");
    }

    #[test]
    fn a_length_that_no_stream_gives_is_refused_before_memory_is_taken() {
        let error = unpack(&file(u32::MAX, &[0; 64])).unwrap_err().to_string();
        assert_eq!(
            error,
            "Yaz0: header.unpacked_length at byte 0x4: found 4294967295 bytes, expected at most 5824, which is what \
             64 packed bytes can give"
        );
        assert!(unpack(&file(1, b"")).is_err());
    }

    #[test]
    fn a_cut_stream_and_a_copy_from_before_the_start_are_errors() {
        let error = unpack(&file(6, b"\xf0abc")).unwrap_err().to_string();
        assert_eq!(
            error,
            "Yaz0: data at byte 0x14: found the end after 3 unpacked bytes, expected 6 unpacked bytes"
        );
        let error = unpack(&file(9, b"\x80a\x10\x01")).unwrap_err().to_string();
        assert!(error.contains("data at byte 0x12: found a copy from before the start"), "{error}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn what_was_packed_is_unpacked(
            pieces in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..40), 1..30usize), 0..40),
        ) {
            let data: Vec<u8> = pieces.iter().flat_map(|(piece, times)| piece.repeat(*times)).collect();
            let packed = pack(&data);
            let unpacked = unpack(&packed).unwrap();
            prop_assert_eq!(unpacked.packed_len, packed.len());
            prop_assert_eq!(&unpacked.bytes, &data);
            for len in [0, HEADER - 1, packed.len() / 2, packed.len() - 1] {
                prop_assert!(data.is_empty() && len >= HEADER || unpack(&packed[..len]).is_err());
            }
        }

        #[test]
        fn noise_gives_what_the_plain_way_gives(
            stream in prop::collection::vec(prop_oneof![any::<u8>(), 0..4u8, Just(0xff)], 0..400),
            len in 0..6000u32,
        ) {
            let packed = file(len, &stream);
            if u64::from(len) <= most_unpacked(stream.len() as u64) {
                prop_assert_eq!(unpack(&packed).ok().map(|unpacked| unpacked.bytes), plainly(&stream, len as usize));
            } else {
                prop_assert!(unpack(&packed).is_err());
            }
        }
    }
}
