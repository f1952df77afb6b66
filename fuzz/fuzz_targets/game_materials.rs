//! Materials of a game: what decodes can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray;

fuzz_target!(|bytes: &[u8]| {
    xray::game_materials::recognise(bytes);
    let Ok(list) = xray::decode_game_materials(bytes) else { return };
    let written = xray::encode_game_materials(&list).expect("what was read is sound");
    let again = xray::decode_game_materials(&written).expect("what was written reads");
    assert_eq!(again.materials, list.materials);
});
