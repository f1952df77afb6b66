//! Containers inside of each other: what is found in them is found again when they are packed once more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::archive::{sarc, yaz0};
use sward::formats::{self, Content};

fuzz_target!(|bytes: &[u8]| {
    let Some(files) = files_in(bytes) else { return };
    assert!(files > 0);
    let archive = sarc::encode(&[("inside", bytes)]).expect("a small file");
    for packed in [yaz0::pack(bytes), archive] {
        // It may be one layer too deep now.
        assert!(files_in(&packed).is_none_or(|again| again == files));
    }
});

/// How many files of the Wii U are inside; `None` where it is something else, or broken.
fn files_in(bytes: &[u8]) -> Option<usize> {
    match formats::decode(bytes) {
        Ok((_, Content::Bfres(files))) => Some(files.len()),
        _ => None,
    }
}
