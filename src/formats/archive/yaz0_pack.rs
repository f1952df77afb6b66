//! Packs into Yaz0: the longest of the nearest matches.

use super::chains::Chains;
use super::yaz0::{HEADER, LONGEST, MAGIC};

/// Length of the shortest copy, and of the longest one that takes two bytes.
const SHORTEST: usize = 3;
const LONGEST_SHORT: usize = 0x11;

/// Packs `data` so that [`super::yaz0::unpack`] gives it back: at most 4 GiB, which is what the header can count.
pub fn pack(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() / 2 + 2 * HEADER);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&(data.len() as u32).to_be_bytes());
    out.resize(HEADER, 0);
    let mut chains = Chains::new();
    let mut flags_at = 0;
    let mut flag = 0u8;
    let mut at = 0;
    while at < data.len() {
        if flag == 0 {
            flags_at = out.len();
            flag = 0x80;
            out.push(0);
        }
        let (distance, len) = chains.longest(data, at, LONGEST);
        if len >= SHORTEST {
            let [high, low] = ((distance - 1) as u16).to_be_bytes();
            if len <= LONGEST_SHORT {
                out.extend_from_slice(&[((len - 2) as u8) << 4 | high, low]);
            } else {
                out.extend_from_slice(&[high, low, (len - 0x12) as u8]);
            }
        } else {
            if let Some(flags) = out.get_mut(flags_at) {
                *flags |= flag;
            }
            out.extend(data.get(at));
        }
        flag >>= 1;
        let len = if len >= SHORTEST { len } else { 1 };
        chains.insert(data, at, at + len);
        at += len;
    }
    out
}
