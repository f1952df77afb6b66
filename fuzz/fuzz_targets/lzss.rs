//! LZSS: what steps over a block agrees with what unpacks it, and what was packed unpacks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::lzss;

fuzz_target!(|input: (u16, &[u8])| {
    let (len, bytes) = input;
    let mut out = vec![0; usize::from(len) * 3];
    assert_eq!(lzss::unpack(bytes, &mut out), lzss::measure(bytes, out.len()));
    let _ = lzss::unpack_whole(bytes);

    let packed = lzss::pack(bytes);
    assert_eq!(lzss::unpack_whole(&packed).expect("what was packed unpacks"), bytes);
});
