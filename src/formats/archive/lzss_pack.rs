//! Packs into LZSS with a sum: the longest of the nearest matches, found by chains of equal hashes.

use super::lzss::{LONGEST, RING, sum};

/// Length of the shortest copy.
const SHORTEST: usize = 3;
/// How many earlier places are tried.
const TRIES: usize = 48;
/// Bits of a hash.
const HASH_BITS: u32 = 15;

/// Packs `data` so that [`super::lzss::unpack`] gives it back; the sum is at the end.
pub fn pack(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 2 + 16);
    let mut chains = Chains { heads: vec![0; 1 << HASH_BITS], earlier: vec![0; RING] };
    let mut flags_at = 0;
    let mut flag = 8;
    let mut at = 0;
    while at < data.len() {
        if flag == 8 {
            flags_at = out.len();
            flag = 0;
            out.push(0);
        }
        let (distance, len) = chains.longest(data, at);
        if len >= SHORTEST {
            out.extend_from_slice(&[distance as u8, (distance >> 4 & 0xf0 | (len - SHORTEST)) as u8]);
        } else {
            if let Some(flags) = out.get_mut(flags_at) {
                *flags |= 1 << flag;
            }
            out.extend(data.get(at));
        }
        flag += 1;
        let next = at + len.max(1);
        while at < next {
            chains.insert(data, at);
            at += 1;
        }
    }
    out.extend_from_slice(&sum(data).to_le_bytes());
    out
}

/// For each hash of three bytes the places where it was met, the last one first. Places are stored plus one.
struct Chains {
    heads: Vec<usize>,
    earlier: Vec<usize>,
}

impl Chains {
    fn hash(data: &[u8], at: usize) -> Option<usize> {
        let [a, b, c] = *data.get(at..)?.first_chunk()?;
        let key = u32::from_le_bytes([a, b, c, 0]);
        Some((key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize)
    }

    fn insert(&mut self, data: &[u8], at: usize) {
        let head = Self::hash(data, at).and_then(|hash| self.heads.get_mut(hash));
        if let (Some(head), Some(earlier)) = (head, self.earlier.get_mut(at % RING)) {
            *earlier = std::mem::replace(head, at + 1);
        }
    }

    /// Distance and length of the longest match that was found; the length is 0 where there is none.
    fn longest(&self, data: &[u8], at: usize) -> (usize, usize) {
        let mut best = (0, 0);
        let mut place = Self::hash(data, at).and_then(|hash| self.heads.get(hash)).copied().unwrap_or(0);
        let after = data.get(at..).unwrap_or_default();
        let most = after.len().min(LONGEST);
        for _ in 0..TRIES {
            // The ring holds the places of the last 4096 bytes; a distance has 12 bits, and 0 isn't used.
            let Some(earlier) = place.checked_sub(1).filter(|earlier| at - earlier < RING) else { break };
            let before = data.get(earlier..).unwrap_or_default();
            let len = before.iter().zip(after).take(most).take_while(|(a, b)| a == b).count();
            if len > best.1 {
                best = (at - earlier, len);
                if len == most {
                    break;
                }
            }
            place = self.earlier.get(earlier % RING).copied().unwrap_or(0);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::super::lzo::tests::grainy;
    use super::super::lzss::{unpack, unpack_whole};
    use super::*;

    #[test]
    fn zeros_take_two_bytes_and_a_flag_for_eighteen() {
        let packed = pack(&[0; 18_001]);
        assert!(packed.len() <= 1 + 2000 + 126 + 4, "{}", packed.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn what_was_packed_reads_back(data in grainy()) {
            let packed = pack(&data);
            let mut out = vec![0; data.len()];
            prop_assert_eq!(unpack(&packed, &mut out).unwrap(), packed.len());
            prop_assert_eq!(&out, &data);
            prop_assert_eq!(unpack_whole(&packed).unwrap(), data);
        }
    }
}
