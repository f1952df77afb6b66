//! LZO1X: what steps over a block agrees with what unpacks it, and what was packed unpacks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::lzo;

fuzz_target!(|input: (u16, &[u8])| {
    let (len, bytes) = input;
    let mut out = vec![0; usize::from(len) * 3];
    assert_eq!(lzo::unpack(bytes, &mut out), lzo::measure(bytes, out.len()));

    let packed = lzo::pack(bytes);
    let mut out = vec![0; bytes.len()];
    assert_eq!(lzo::unpack(&packed, &mut out).expect("what was packed unpacks"), packed.len());
    assert_eq!(out, bytes);
});
