//! Yaz0: what was unpacked packs and unpacks again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::yaz0;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(unpacked) = yaz0::unpack(bytes) {
        assert!(unpacked.packed_len <= bytes.len());
        assert_eq!(yaz0::unpack(&yaz0::pack(&unpacked.bytes)).map(|again| again.bytes), Ok(unpacked.bytes));
    }
});
