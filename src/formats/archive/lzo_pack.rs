//! Packs into LZO1X: greedy, with one remembered place for each hash of four bytes.

use super::lzo::END;

/// Shortest copy that is looked for; the format has shorter ones, which save next to nothing.
const SHORTEST: usize = 4;
/// The longest distance of each of the three kinds of copy.
const NEAR: usize = 0x800;
const MIDDLE: usize = 0x4000;
const FAR: usize = 0xbfff;
/// Bits of a hash.
const HASH_BITS: u32 = 15;

/// Packs `data` so that [`super::lzo::unpack`] and every other reader of LZO1X gives it back.
pub fn pack(data: &[u8]) -> Vec<u8> {
    let mut packer = Packer { out: Vec::with_capacity(data.len() / 2 + 16), spare_bits: None };
    // Where each hash was met last, plus one.
    let mut places = vec![0usize; 1 << HASH_BITS];
    let mut from = 0; // The first literal not written yet.
    let mut at = 0;
    while let Some(four) = data.get(at..).and_then(<[u8]>::first_chunk::<SHORTEST>) {
        let hash = u32::from_le_bytes(*four).wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS);
        let place = places.get_mut(hash as usize).map(|place| std::mem::replace(place, at + 1));
        let earlier = place.and_then(|place| place.checked_sub(1)).filter(|earlier| at - earlier <= FAR);
        let len = earlier.map_or(0, |earlier| common_len(data, earlier, at));
        match earlier {
            Some(earlier) if len >= SHORTEST => {
                packer.literals(data.get(from..at).unwrap_or_default());
                packer.copy(at - earlier, len);
                at += len;
                from = at;
            }
            // The longer nothing repeats, the larger the strides.
            _ => at += 1 + ((at - from) >> 6),
        }
    }
    packer.literals(data.get(from..).unwrap_or_default());
    packer.out.extend_from_slice(&END);
    packer.out
}

/// How many bytes from `at` on are those from `earlier` on.
fn common_len(data: &[u8], earlier: usize, at: usize) -> usize {
    let (before, after) = (data.get(earlier..).unwrap_or_default(), data.get(at..).unwrap_or_default());
    let blocks = before.chunks_exact(8).zip(after.chunks_exact(8)).take_while(|(a, b)| a == b).count();
    let known = blocks * 8;
    let tail = before.iter().zip(after).skip(known).take_while(|(a, b)| a == b).count();
    known + tail
}

struct Packer {
    out: Vec<u8>,
    /// Index of the byte of the last copy whose two lowest bits count literals; `None` before the first copy.
    spare_bits: Option<usize>,
}

impl Packer {
    fn literals(&mut self, literals: &[u8]) {
        let count = literals.len();
        match (self.spare_bits.and_then(|at| self.out.get_mut(at)), count) {
            (_, 0) => {}
            (Some(byte), 1..=3) => *byte |= count as u8,
            (None, 1..=238) => self.out.push(17 + count as u8),
            (_, ..=18) => self.out.push(count as u8 - 3),
            _ => {
                self.out.push(0);
                self.length(count - 18);
            }
        }
        self.out.extend_from_slice(literals);
    }

    fn copy(&mut self, distance: usize, len: usize) {
        if distance <= NEAR && len <= 8 {
            let far = distance - 1;
            self.spare_bits = Some(self.out.len());
            self.out.extend_from_slice(&[((len - 1) << 5 | (far & 7) << 2) as u8, (far >> 3) as u8]);
        } else if distance <= MIDDLE {
            self.length_in(0x20, len - 2, 31);
            self.word(distance - 1);
        } else {
            let over = distance - MIDDLE;
            self.length_in(0x10 | (over >> 11 & 8) as u8, len - 2, 7);
            self.word(over & 0x3fff);
        }
    }

    /// A code with a length in its lowest bits, or after it where the length is over `most`.
    fn length_in(&mut self, code: u8, length: usize, most: usize) {
        if length <= most {
            self.out.push(code | length as u8);
        } else {
            self.out.push(code);
            self.length(length - most);
        }
    }

    /// A length of at least 1: a zero byte for each 255 before the last byte, which isn't zero.
    fn length(&mut self, length: usize) {
        let zeros = (length - 1) / 255;
        self.out.resize(self.out.len() + zeros, 0);
        self.out.push((length - 255 * zeros) as u8);
    }

    /// A distance of 14 bits over two spare bits.
    fn word(&mut self, distance: usize) {
        self.spare_bits = Some(self.out.len());
        self.out.extend_from_slice(&((distance << 2) as u16).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::super::lzo::tests::grainy;
    use super::super::lzo::unpack;
    use super::*;

    #[test]
    fn zeros_shrink_to_next_to_nothing() {
        let packed = pack(&[0; 1 << 20]);
        assert!(packed.len() < 4300, "{}", packed.len());
    }

    #[test]
    fn noise_grows_by_less_than_one_percent() {
        let noise: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        assert!(pack(&noise).len() <= 101_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn two_readers_give_back_what_was_packed(data in grainy(), far in 0..0xc010usize) {
            // The data again from far away, so that all kinds of copies occur.
            let noise = (0..far as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8);
            let data: Vec<u8> = data.iter().copied().chain(noise).chain(data.iter().copied()).collect();
            let packed = pack(&data);
            let mut out = vec![0; data.len()];
            prop_assert_eq!(unpack(&packed, &mut out).unwrap(), packed.len());
            prop_assert_eq!(&out, &data);
            out.fill(0);
            prop_assert_eq!(lzokay::decompress::decompress(&packed, &mut out).unwrap(), data.len());
            prop_assert_eq!(&out, &data);
        }
    }
}
