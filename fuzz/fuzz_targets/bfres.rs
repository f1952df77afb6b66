//! Wii U files and exported parts, and all that is made of their values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::bfres::{self, Bfres};
use sward::formats::bytes::Warnings;

fuzz_target!(|bytes: &[u8]| {
    for file in [bfres::decode(bytes), bfres::decode_part(bytes)].into_iter().flatten() {
        ask(&file);
    }
});

/// Asks for everything that is made of the values.
fn ask(file: &Bfres) {
    let _ = bfres::encode(file);
    let _ = bfres::encode_part(file);
    for shape in file.models.iter().flat_map(|model| model.assembled(&mut Warnings::default())) {
        let there = shape.positions.len();
        assert!(shape.positions.as_flattened().iter().all(|value| value.is_finite()));
        assert!(shape.lods.iter().flatten().flatten().all(|&index| (index as usize) < there));
    }
    for texture in &file.textures {
        for level in 0..texture.level_count() {
            let _ = texture.rgba(level, texture.slice_count() - 1);
        }
    }
}
