//! Index groups: names in a trie, each with an offset.
//!
//! A node has a reference bit, the indices of its two children, a name and an offset to its data; node 0 is the root
//! (the trie was looked up for every key of two real files). The order of the nodes is the index that other parts use.

use super::read::Place;
use super::write::{Field, Writer};
use crate::formats::bytes::Result;

/// Bytes of a node.
pub(super) const NODE: u64 = 16;

/// The reference bit of the root.
const ROOT_BIT: u32 = u32::MAX;

/// An entry of an index group.
pub(super) struct Entry<'f, 'a> {
    pub name: String,
    /// `None` where it points nowhere.
    pub data: Option<Place<'f, 'a>>,
}

/// The entries of the group at `place`, in order. The trie is not looked at: no reader of ours looks up by name.
pub(super) fn read<'f, 'a>(mut place: Place<'f, 'a>, field: &'static str) -> Result<Vec<Entry<'f, 'a>>> {
    place.u32(field)?; // The length of the group in bytes.
    let count = place.i32(field)?;
    let mut node = place.plus(NODE); // After the root.
    let count = node.items(field, u64::try_from(count).unwrap_or(u64::MAX), NODE)?;
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        node = node.plus(8);
        entries.push(Entry { name: node.name(field)?, data: node.offset(field)? });
    }
    Ok(entries)
}

/// Whether an index group of `count` entries stands here: files around version 3.4 have either that or an array, and
/// their number doesn't tell which (two public readers disagree).
pub(super) fn is_here(mut place: Place<'_, '_>, count: u64) -> bool {
    let fields =
        (|| Ok::<_, crate::formats::bytes::FormatError>([place.u32("")?, place.u32("")?, place.u32("")?]))();
    fields.is_ok_and(|[len, entries, bit]| {
        u64::from(len) == 8 + NODE * (count + 1) && u64::from(entries) == count && bit == ROOT_BIT
    })
}

/// Writes the group of `names`; each field that comes back is to be pointed at the data of its entry.
pub(super) fn write(out: &mut Writer, names: &[&str]) -> Vec<Field> {
    let nodes = trie(names);
    out.u32((8 + NODE * nodes.len() as u64) as u32);
    out.u32(names.len() as u32);
    let mut fields = Vec::with_capacity(names.len());
    for (index, node) in nodes.iter().enumerate() {
        out.u32(node.bit);
        out.u16(node.children[0]);
        out.u16(node.children[1]);
        match index.checked_sub(1).and_then(|index| names.get(index)) {
            Some(name) => {
                out.name(name);
                fields.push(out.field());
            }
            None => {
                out.null();
                out.null();
            }
        }
    }
    fields
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Bit of the name that decides which child comes next: the byte is `bit / 8`, its bit `bit % 8`.
    bit: u32,
    children: [u16; 2],
}

/// The root, then a node a name. A child whose bit isn't smaller than its parent's is a leaf.
fn trie(names: &[&str]) -> Vec<Node> {
    let mut nodes = vec![Node { bit: ROOT_BIT, children: [0, 0] }];
    // The root stands for the empty name.
    let name_of =
        |index: usize| index.checked_sub(1).and_then(|index| names.get(index)).copied().unwrap_or("");
    for (index, name) in (1..).zip(names) {
        let like = walk(&nodes, name, None);
        let Some(bit) = highest_difference(name, name_of(like.1)) else {
            // The same name once more can't be looked up; it keeps its place in the order.
            nodes.push(Node { bit: 0, children: [0, 0] });
            continue;
        };
        let (parent, child) = walk(&nodes, name, Some(bit));
        let own = index as u16;
        let side = usize::from(bit_of(name, bit));
        let mut children = [child as u16; 2];
        children[side] = own;
        nodes.push(Node { bit, children });
        let parent_side = if parent == 0 { 0 } else { usize::from(bit_of(name, nodes[parent].bit)) };
        nodes[parent].children[parent_side] = own;
    }
    nodes
}

/// Follows a name down to a leaf, or to the first node whose bit isn't over `least`; its parent and it.
fn walk(nodes: &[Node], name: &str, least: Option<u32>) -> (usize, usize) {
    let mut parent = 0;
    let mut child = usize::from(nodes[0].children[0]);
    while nodes[parent].bit > nodes[child].bit && least.is_none_or(|least| nodes[child].bit > least) {
        let side = usize::from(bit_of(name, nodes[child].bit));
        (parent, child) = (child, usize::from(nodes[child].children[side]));
    }
    (parent, child)
}

fn bit_of(name: &str, bit: u32) -> bool {
    name.as_bytes().get((bit / 8) as usize).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
}

fn highest_difference(a: &str, b: &str) -> Option<u32> {
    let bits = 8 * a.len().max(b.len()) as u32;
    (0..bits).rev().find(|&bit| bit_of(a, bit) != bit_of(b, bit))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::Version;
    use super::super::read::File;
    use super::*;
    use proptest::prelude::*;

    const VERSION: Version = Version([3, 4, 0, 4]);

    fn written(names: &[&str]) -> Vec<u8> {
        let mut out = Writer::new(VERSION);
        for field in write(&mut out, names) {
            out.point(field);
            out.u32(7);
        }
        out.finish().bytes
    }

    /// The index of a name by the trie, as the games look it up.
    fn looked_up(names: &[&str], name: &str) -> Option<usize> {
        let nodes = trie(names);
        let (_, found) = walk(&nodes, name, None);
        found.checked_sub(1).filter(|&index| names[index] == name)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn every_name_is_read_back_in_order_and_found_by_the_trie(
            names in proptest::collection::hash_set("[a-zA-Z_0-9.\\u{e9}]{1,12}", 0..40),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let bytes = written(&names);
            let file = File::new(&bytes, VERSION);
            let entries = read(file.place(0), "group").unwrap();
            prop_assert!(is_here(file.place(0), names.len() as u64));
            prop_assert!(!is_here(file.place(0), names.len() as u64 + 1));
            prop_assert_eq!(entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), names.clone());
            for (index, (entry, name)) in entries.iter().zip(&names).enumerate() {
                prop_assert_eq!(entry.data.unwrap().u32("data").unwrap(), 7);
                prop_assert_eq!(looked_up(&names, name), Some(index));
            }
            prop_assert_eq!(looked_up(&names, "not there"), None);
        }
    }

    #[test]
    fn a_count_that_lies_is_refused() {
        let mut bytes = written(&["a", "b"]);
        for count in [-1i32, 1000, i32::MAX] {
            bytes[4..8].copy_from_slice(&count.to_be_bytes());
            let file = File::new(&bytes, VERSION);
            assert!(read(file.place(0), "group").is_err());
        }
    }
}
