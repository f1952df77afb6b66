//! `level.details`, and what it becomes in a scene.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray::decode_details;
use sward::scene::clutter::{Clutter, ground_of};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(details) = decode_details(bytes) {
        let _ = Clutter::from_details(&details);
        let _ = ground_of(&details);
    }
});
