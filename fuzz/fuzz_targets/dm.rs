//! A lone detail model, and what it becomes in a scene.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray::decode_dm;
use sward::scene::clutter::Clutter;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((model, _)) = decode_dm(bytes) {
        let _ = Clutter::from_model(&model);
    }
});
