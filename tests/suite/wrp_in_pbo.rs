//! A world is opened where it lies: in a PBO, packed or not.

use std::io::Write;

use sward::formats::archive::lzss;
use sward::formats::wrp::{self, Variant, World};
use sward::formats::{self, Content, Opened};

use crate::wrp_worlds::{fixture, world};

/// An archive with one file after a config: its packing method, its bytes there, its length when unpacked.
fn archive(name: &str, method: &[u8; 4], stored: &[u8], len: usize) -> Vec<u8> {
    let header = |name: &str, method: &[u8; 4], len: usize, stored: usize| {
        let numbers = [len as u32, 0, 0, stored as u32].map(u32::to_le_bytes).concat();
        [name.as_bytes(), &[0], method, &numbers].concat()
    };
    [
        &header("", b"sreV", 0, 0)[..],
        b"prefix\0own\\island\0\0",
        &header("config.bin", &[0; 4], 0, 4),
        &header(name, method, len, stored.len()),
        &header("", &[0; 4], 0, 0),
        b"\0raP",
        stored,
        &[0; 21],
    ]
    .concat()
}

fn opened(bytes: &[u8]) -> Result<Opened, formats::OpenError> {
    let mut file = tempfile::NamedTempFile::with_suffix(".pbo").unwrap();
    file.write_all(bytes).unwrap();
    formats::open(file.path())
}

fn island() -> (World, Vec<u8>) {
    let island = world(Variant::Oprw(24), &fixture());
    let bytes = wrp::encode(&island).unwrap();
    (island, bytes)
}

#[test]
fn a_world_in_an_archive_is_opened_packed_or_not() {
    let (island, bytes) = island();
    let packed = lzss::pack(&bytes);
    for (method, stored) in [(&[0; 4], &bytes), (b"srpC", &packed)] {
        let opened = opened(&archive("data\\Island.wrp", method, stored, bytes.len())).unwrap();
        assert_eq!(opened.inside.as_deref(), Some("data\\Island.wrp"));
        assert!(matches!(opened.content, Content::World(read) if *read == island));
    }
}

#[test]
fn an_encrypted_world_is_named_as_such() {
    let (_, bytes) = island();
    let error = opened(&archive("island.wrp", b"ocnE", &bytes, 0)).unwrap_err();
    assert!(error.source.to_string().contains("encrypted (an EBO)"), "{}", error.source);
}

#[test]
fn an_archive_that_is_cut_is_an_error() {
    let (_, bytes) = island();
    let whole = archive("island.wrp", &[0; 4], &bytes, 0);
    for len in [30, 100, whole.len() / 2, whole.len() - 40] {
        assert!(opened(&whole[..len]).is_err(), "{len}");
    }
}
