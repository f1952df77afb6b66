//! Archives of the Wii U: the table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::sarc;

fuzz_target!(|bytes: &[u8]| {
    let _ = sarc::read(bytes);
});
