//! Grass of X-Ray levels: what decodes can be written and read again, and becomes clutter and ground.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray;
use sward::scene::clutter::{Clutter, Planting, ground_of};

fuzz_target!(|bytes: &[u8]| {
    let Ok(details) = xray::decode_details(bytes) else { return };
    let ground = ground_of(&details);
    assert!(ground.heights.iter().all(|height| height.is_finite()));
    let clutter = Clutter::from_details(&details, &Planting::default(), None).expect("no mesh, no overlaps");
    if details.slots.len() <= 1024 {
        clutter.plant(&ground);
    }
    // A file may hold more models than its slots can name, or broken triangles; neither is written.
    if let Ok(written) = xray::encode_details(&details) {
        let again = xray::decode_details(&written).expect("what was written reads");
        assert_eq!(again.models, details.models);
        assert_eq!(again.slots.len(), details.slots.len());
    }
});
