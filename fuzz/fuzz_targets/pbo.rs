//! Archives: the table, and the world inside.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::pbo;
use sward::formats::wrp;

fuzz_target!(|bytes: &[u8]| {
    let _ = pbo::recognise(bytes);
    if let Ok(found) = pbo::find_world(bytes) {
        let _ = wrp::decode_for_drawing(&found.bytes);
    }
});
