//! Finds earlier places with the same bytes, for the packers: chains of equal hashes.

/// How far back a match may begin; distances are smaller.
const REACH: usize = 4096;
/// How many earlier places are tried.
const TRIES: usize = 48;
/// Bits of a hash.
const HASH_BITS: u32 = 15;

/// For each hash of three bytes the places where it was met, the last one first. Places are stored plus one.
pub(super) struct Chains {
    heads: Vec<usize>,
    earlier: Vec<usize>,
}

impl Chains {
    pub fn new() -> Self {
        Self { heads: vec![0; 1 << HASH_BITS], earlier: vec![0; REACH] }
    }

    fn hash(data: &[u8], at: usize) -> Option<usize> {
        let [a, b, c] = *data.get(at..)?.first_chunk()?;
        let key = u32::from_le_bytes([a, b, c, 0]);
        Some((key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize)
    }

    /// The places from `from` up to `to` may be matched from now on.
    pub fn insert(&mut self, data: &[u8], from: usize, to: usize) {
        for at in from..to {
            let head = Self::hash(data, at).and_then(|hash| self.heads.get_mut(hash));
            if let (Some(head), Some(earlier)) = (head, self.earlier.get_mut(at % REACH)) {
                *earlier = std::mem::replace(head, at + 1);
            }
        }
    }

    /// Distance and length, at most `longest`, of the longest match that was found; the length is 0 where there is none.
    pub fn longest(&self, data: &[u8], at: usize, longest: usize) -> (usize, usize) {
        let mut best = (0, 0);
        let mut place = Self::hash(data, at).and_then(|hash| self.heads.get(hash)).copied().unwrap_or(0);
        let after = data.get(at..).unwrap_or_default();
        let most = after.len().min(longest);
        for _ in 0..TRIES {
            // Only the places of the last 4096 bytes are known, and a distance of all of them isn't used.
            let Some(earlier) = place.checked_sub(1).filter(|earlier| at - earlier < REACH) else { break };
            let before = data.get(earlier..).unwrap_or_default();
            let len = before.iter().zip(after).take(most).take_while(|(a, b)| a == b).count();
            if len > best.1 {
                best = (at - earlier, len);
                if len == most {
                    break;
                }
            }
            place = self.earlier.get(earlier % REACH).copied().unwrap_or(0);
        }
        best
    }
}
