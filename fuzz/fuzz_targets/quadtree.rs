//! Trees of a grid, as they stand in a world: everything else in it is sound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::wrp::{self, Variant, World};

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (width, height, tree) = input;
    let land = [u32::from(width) + 1, u32::from(height) + 1];
    let world = World::flat(Variant::Oprw(24), land, [1, 1], 50.0);
    let Ok(bytes) = wrp::encode(&world) else { return };
    // The first tree follows the header of 28 bytes and is a leaf of 5.
    let (Some(head), Some(rest)) = (bytes.get(..28), bytes.get(33..)) else { return };
    let _ = wrp::decode(&[head, tree, rest].concat());
});
