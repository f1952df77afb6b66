//! Collision meshes: what decodes can be used without a look, and is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray;

fuzz_target!(|bytes: &[u8]| {
    xray::cform::recognise(bytes);
    let Ok(cform) = xray::decode_cform(bytes) else { return };
    assert!(cform.vertices.as_flattened().iter().all(|value| value.is_finite()));
    let corner_is_there = |&corner: &u32| (corner as usize) < cform.vertices.len();
    assert!(cform.triangles.iter().all(|triangle| triangle.vertices.iter().all(corner_is_there)));
    let written = xray::encode_cform(&cform).expect("what was read is sound");
    // Bare, or behind the header of its chunk.
    assert!(bytes.starts_with(&written) || bytes.get(8..).is_some_and(|rest| rest.starts_with(&written)));
});
