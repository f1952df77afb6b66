//! Packs into LZSS with a sum: the longest of the nearest matches, found by chains of equal hashes.

use super::chains::Chains;
use super::lzss::{LONGEST, sum};

/// Length of the shortest copy.
const SHORTEST: usize = 3;

/// Packs `data` so that [`super::lzss::unpack`] gives it back; the sum is at the end.
pub fn pack(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 2 + 16);
    let mut chains = Chains::new();
    let mut flags_at = 0;
    let mut flag = 8;
    let mut at = 0;
    while at < data.len() {
        if flag == 8 {
            flags_at = out.len();
            flag = 0;
            out.push(0);
        }
        let (distance, len) = chains.longest(data, at, LONGEST);
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
        chains.insert(data, at, next);
        at = next;
    }
    out.extend_from_slice(&sum(data).to_le_bytes());
    out
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
