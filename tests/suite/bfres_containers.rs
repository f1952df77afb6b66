//! Wii U files are found in all that they are packed into, and what is none is told.

use std::fs;

use proptest::prelude::*;
use sward::formats::archive::{sarc, yaz0};
use sward::formats::bfres::{self, Bfres, Texture, Version};
use sward::formats::{self, Content, OpenError, OpenErrorKind, Opened};

fn file(name: &str) -> Bfres {
    Bfres { name: name.into(), ..Bfres::empty(Version([3, 4, 0, 4])) }
}

fn bytes_of(name: &str) -> Vec<u8> {
    bfres::encode(&file(name)).unwrap()
}

fn open(bytes: &[u8]) -> Result<Opened, OpenError> {
    let folder = tempfile::tempdir().unwrap();
    // The name tells nothing.
    let path = folder.path().join("file.bin");
    fs::write(&path, bytes).unwrap();
    formats::open(&path)
}

/// The names that the files inside give themselves, and that the archive gives them.
fn found(bytes: &[u8]) -> (Vec<String>, Option<String>, Vec<&'static str>) {
    let opened = open(bytes).unwrap();
    let kinds = opened.warnings().iter().map(|warning| warning.kind).collect();
    let Content::Bfres(files) = opened.content else { panic!("{:?}", opened.content) };
    (files.into_iter().map(|file| file.name).collect(), opened.inside, kinds)
}

fn error(bytes: &[u8]) -> String {
    open(bytes).unwrap_err().source.to_string()
}

#[test]
fn a_file_is_found_plain_packed_and_in_archives_of_packed_files() {
    let plain = bytes_of("kart");
    let alone = (vec!["kart".to_owned()], None, vec![]);
    assert_eq!(found(&plain), alone);
    let packed = yaz0::pack(&plain);
    assert_eq!(found(&packed), alone);
    assert_eq!(found(&yaz0::pack(&packed)), alone);

    let other = yaz0::pack(b"BY\0\x02 and what else an archive holds");
    let files = [("Model/b.sbfres", &packed[..]), ("a.bfres", &bytes_of("tree")), ("c.byml", &other)];
    let archive = sarc::encode(&files).unwrap();
    let two = (vec!["kart".into(), "tree".into()], Some("Model/b.sbfres, a.bfres".into()), vec![]);
    assert_eq!(found(&archive), two);
    assert_eq!(found(&yaz0::pack(&archive)), two);

    let nested = sarc::encode(&[("actor.pack", &archive), ("z", b"")]).unwrap();
    let inside = "actor.pack/Model/b.sbfres, actor.pack/a.bfres";
    assert_eq!(found(&nested).1.as_deref(), Some(inside));
}

#[test]
fn many_names_inside_are_cut_short() {
    let names: Vec<String> = (0..12).map(|index| format!("{index:02}")).collect();
    let contents: Vec<Vec<u8>> = names.iter().map(|name| bytes_of(name)).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(String::as_str).zip(contents.iter().map(Vec::as_slice)).collect();
    let (found, inside, _) = found(&sarc::encode(&files).unwrap());
    assert_eq!((found, inside.unwrap().as_str()), (names, "00, 01, 02, 03, 04, 05, 06, 07 and 4 more"));
}

#[test]
fn a_container_of_something_else_says_of_what() {
    assert_eq!(
        error(&yaz0::pack(b"BY\0\x02\0\0")),
        "Yaz0: content at byte 0x0: found a Yaz0-packed file that holds a file that begins with \"BY\\x00\\x02\\x00\\x00\", \
         expected a Wii U model, texture or animation inside (BFRES)"
    );
    let archive = sarc::encode(&[("a.msbt", b"MsgStdBn"), ("b", b"")]).unwrap();
    let said = error(&archive);
    assert!(said.starts_with("SARC: content") && said.contains("2 files: \"a.msbt\", \"b\""), "{said}");
    let said = error(&yaz0::pack(b"8WVR and so on"));
    assert!(said.contains("holds a world"), "{said}");
    assert!(error(&sarc::encode(&[]).unwrap()).contains("of no files"));
}

#[test]
fn a_broken_file_beside_a_sound_one_is_left_out_with_a_warning() {
    let mut broken = bytes_of("broken");
    broken[4] = 9;
    let archive = sarc::encode(&[("a.bfres", &broken), ("b.bfres", &bytes_of("sound"))]).unwrap();
    assert_eq!(found(&archive), (vec!["sound".into()], Some("b.bfres".into()), vec!["broken-entry"]));
    let alone = sarc::encode(&[("a.bfres", &broken)]).unwrap();
    let said = error(&alone);
    assert!(said.contains("a.bfres: version") && said.contains("9.4.0.4"), "{said}");
}

#[test]
fn files_of_the_switch_are_refused_with_their_version_and_the_reason() {
    let mut switch = b"FRES    \x03\x00\x05\x00\xff\xfe\x0c\x00".to_vec();
    switch.resize(0x100, 0);
    for bytes in [switch.clone(), yaz0::pack(&switch), sarc::encode(&[("a.bfres", &switch)]).unwrap()] {
        let said = error(&bytes);
        assert!(said.contains("a file of the Switch, version 0.5.0.3"), "{said}");
        assert!(said.contains("FMAA") && said.contains("BNTX"), "{said}");
        let OpenErrorKind::Format(error) = *open(&bytes).unwrap_err().source else { panic!() };
        assert_eq!(error.code, "unsupported-version");
    }
    let mut little = bytes_of("a");
    little[8..10].copy_from_slice(&[0xff, 0xfe]);
    assert!(error(&little).contains("byte_order"), "{}", error(&little));
}

/// It counts nothing, and two pointers of the console stand before its last two groups.
#[test]
fn a_header_before_2_4_has_its_last_groups_elsewhere() {
    let texture = Texture::from_rgba8("t", [4, 4], &[vec![7; 64]], false);
    let new = Bfres { textures: vec![texture], ..Bfres { version: Version([2, 4, 0, 0]), ..file("old") } };
    let mut bytes = bfres::encode(&new).unwrap();
    let put =
        |bytes: &mut [u8], at: usize, value: u32| bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
    bytes[4..8].copy_from_slice(&[2, 3, 0, 1]);
    // Pointers mean nothing in a file; as offsets they would point far beyond its end.
    put(&mut bytes, 0x48, 0x1234_5678);
    put(&mut bytes, 0x4c, 0x1234_5678);
    // The scenes are where the counts were: the group of textures, which has one entry.
    let textures = 0x24 + u32::from_be_bytes(bytes[0x24..0x28].try_into().unwrap());
    put(&mut bytes, 0x50, textures - 0x50);
    bytes[0x54..0x68].fill(0);
    let read = bfres::decode(&bytes).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    assert_eq!(read.unread, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(read.textures, new.textures);
}

#[test]
fn bytes_behind_the_packed_ones_and_a_wrong_length_are_warnings() {
    let plain = bytes_of("a");
    let padded = [yaz0::pack(&plain), vec![0; 20]].concat();
    assert_eq!(found(&padded).2, Vec::<&str>::new());
    let followed = [yaz0::pack(&plain), b"more".to_vec()].concat();
    assert_eq!(found(&followed).2, ["trailing-bytes"]);
    assert_eq!(found(&[&plain[..], &[0; 4]].concat()).2, ["file-length"]);
}

#[test]
fn a_claim_of_four_gigabytes_is_refused() {
    let mut packed = yaz0::pack(&bytes_of("a"));
    packed[4..8].copy_from_slice(&u32::MAX.to_be_bytes());
    assert!(error(&packed).contains("header.unpacked_length"), "{}", error(&packed));
}

#[test]
fn layers_that_multiply_each_other_are_refused() {
    // Each layer of zeros packs to less than a fiftieth.
    let packed = yaz0::pack(&yaz0::pack(&vec![0; 64 << 20]));
    assert!(packed.len() < 64 << 10, "{}", packed.len());
    assert!(error(&packed).contains("far more than this file can hold"), "{}", error(&packed));
    let mut deep = bytes_of("a");
    for _ in 0..7 {
        deep = yaz0::pack(&deep);
    }
    assert!(error(&deep).contains("inside of each other"), "{}", error(&deep));
}

#[test]
fn a_part_of_a_kind_that_is_not_read_is_named() {
    let mut part = bfres::EXPORTED.to_vec();
    part.extend([3, 4, 0, 4]);
    part.extend(b"FSKA\0\0\0\0");
    part.extend(0xcu32.to_be_bytes());
    part.resize(0x100, 0);
    let said = error(&part);
    assert!(said.contains("found a skeleton animation"), "{said}");
    let mut of_nothing = part.clone();
    of_nothing[0xc..0x10].copy_from_slice(b"ABCD");
    assert!(error(&of_nothing).contains("\"ABCD"), "{}", error(&of_nothing));
}

#[test]
fn a_cut_file_is_an_error_or_a_warning() {
    let plain = bytes_of("kart");
    for bytes in [yaz0::pack(&plain), sarc::encode(&[("a", &plain)]).unwrap()] {
        for len in 4..bytes.len() {
            assert!(open(&bytes[..len]).is_err(), "{len}");
        }
    }
    for len in 0x6c..plain.len() {
        assert!(
            open(&plain[..len]).is_ok_and(|opened| !opened.warnings().is_empty())
                || open(&plain[..len]).is_err()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_bytes_of_a_container_make_it_panic(
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let packed = yaz0::pack(&bytes_of("kart"));
        let mut bytes = sarc::encode(&[("a", &packed), ("b", &bytes_of("tree"))]).unwrap();
        for (place, value) in flips {
            *place.get_mut(&mut bytes) = value;
        }
        let _ = open(&bytes);
    }
}
