//! Wii U files and exported parts, and all that is made of their values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::bfres::{self, Bfres};

fuzz_target!(|bytes: &[u8]| {
    for file in [bfres::decode(bytes), bfres::decode_part(bytes)].into_iter().flatten() {
        ask(&file);
    }
});

/// Asks for everything that is made of the values.
fn ask(file: &Bfres) {
    let _ = bfres::encode(file);
    let _ = bfres::encode_part(file);
    for texture in &file.textures {
        let _ = format!("{texture:?}");
    }
}
