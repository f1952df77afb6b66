//! Lone detail models: what decodes is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray;
use sward::scene::clutter::{Clutter, Planting};

fuzz_target!(|bytes: &[u8]| {
    let Ok((model, _)) = xray::decode_dm(bytes) else { return };
    // What the decoder leaves out can't be written back.
    if model.dropped_triangles == 0 {
        let written = xray::encode_dm(&model).expect("what was read is sound");
        assert!(bytes.starts_with(&written));
    }
    Clutter::from_model(&model, &Planting::default());
});
