//! Worlds: both ways of decoding agree, and what decodes can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::wrp;

fuzz_target!(|bytes: &[u8]| {
    let whole = wrp::decode(bytes);
    let drawn = wrp::decode_for_drawing(bytes);
    assert_eq!(whole.as_ref().err(), drawn.as_ref().err());
    let Ok(world) = whole else { return };
    // Not every world that reads can be written: an old one may have heights that are no numbers.
    if let Ok(written) = wrp::encode(&world) {
        let again = wrp::decode(&written).expect("what was written reads");
        assert_eq!(again.objects.len(), world.objects.len());
        assert_eq!(again.roads.len(), world.roads.len());
        assert_eq!(again.map_info.len(), world.map_info.len());
    }
});
