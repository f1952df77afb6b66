//! The traps of the format, one a test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::super::encode_game_materials;
use super::*;

fn material(id: u32, name: &str, flags: u32) -> GameMaterial {
    GameMaterial { id, name: name.into(), flags }
}

/// Ids that are neither the places nor rising.
fn list() -> GameMaterials {
    let materials = vec![
        material(40, "default", 0),
        material(7, "materials\\bush_sux", GameMaterial::PASSABLE | 1),
        material(12, "трава", !GameMaterial::PASSABLE),
    ];
    GameMaterials { materials, warnings: Warnings::default() }
}

fn chunk_of(id: u32, payload: &[u8]) -> Vec<u8> {
    [&id.to_le_bytes()[..], &(payload.len() as u32).to_le_bytes(), payload].concat()
}

/// As the game writes one, with chunks that nothing here reads.
fn material_chunk(place: u32, id: u32, name: &[u8], flags: u32) -> Vec<u8> {
    let main = [&id.to_le_bytes()[..], name, b"\0"].concat();
    let parts = [
        chunk_of(0x1005, b"a description\0"),
        chunk_of(0x1000, &main),
        chunk_of(0x1002, &[0; 20]),
        chunk_of(0x1001, &flags.to_le_bytes()),
        chunk_of(0x1003, &[0; 16]),
    ];
    chunk_of(place, &parts.concat())
}

fn version() -> Vec<u8> {
    chunk_of(0x1000, &[1, 0])
}

fn kinds(list: &GameMaterials) -> Vec<&'static str> {
    list.warnings.iter().map(|warning| warning.kind).collect()
}

#[test]
fn what_was_written_reads_the_same() {
    let bytes = encode_game_materials(&list()).unwrap();
    assert!(recognise(&bytes));
    assert_eq!(decode_game_materials(&bytes).unwrap(), list());
}

#[test]
fn a_triangle_names_the_place_of_its_material_and_not_the_id() {
    let list = list();
    assert_eq!([0, 1, 2].map(|index| list.passable(index)), [false, true, false]);
    assert!(!list.passable(7) && !list.passable(3) && !list.passable(u32::MAX));
}

#[test]
fn bit_seven_is_passable_and_no_other() {
    for bit in 0..32 {
        let chunk = [version(), chunk_of(0x1002, &material_chunk(0, 5, b"m", 1 << bit))].concat();
        assert_eq!(decode_game_materials(&chunk).unwrap().passable(0), bit == 7, "bit {bit}");
    }
}

#[test]
fn chunks_are_found_in_any_order_and_unneeded_ones_are_skipped() {
    let materials = [material_chunk(0, 3, b"one", 128), material_chunk(1, 1, b"two", 0)].concat();
    let parts = [
        version(),
        chunk_of(0x1001, &[0; 8]),
        chunk_of(0x1002, &materials),
        chunk_of(0x1003 | 1 << 31, b"packed pairs"),
    ];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let bytes = order.map(|index: usize| parts[index].clone()).concat();
        assert!(recognise(&bytes), "{order:?}");
        let list = decode_game_materials(&bytes).unwrap();
        assert_eq!(list.materials, [material(3, "one", 128), material(1, "two", 0)]);
        assert!(list.warnings.is_empty(), "{:?}", list.warnings);
    }
}

#[test]
fn chunks_out_of_order_stay_where_they_are() {
    let materials = [material_chunk(1, 3, b"one", 128), material_chunk(0, 1, b"two", 0)].concat();
    let list = decode_game_materials(&[version(), chunk_of(0x1002, &materials)].concat()).unwrap();
    assert_eq!(list.materials[0].name, "one");
    assert_eq!(kinds(&list), ["material-order"]);
}

#[test]
fn a_compressed_chunk_is_named_as_such() {
    let materials = material_chunk(0, 3, b"one", 128);
    for (bytes, field) in [
        ([chunk_of(0x1000 | 1 << 31, &[1, 0]), chunk_of(0x1002, &materials)].concat(), "version"),
        ([version(), chunk_of(0x1002 | 1 << 31, &materials)].concat(), "materials"),
        ([version(), chunk_of(0x1002, &chunk_of(1 << 31, &materials))].concat(), "materials[0].chunk"),
        (
            [version(), chunk_of(0x1002, &chunk_of(0, &chunk_of(0x1001 | 1 << 31, &[0; 4])))].concat(),
            "materials[0].flags",
        ),
    ] {
        assert!(recognise(&bytes), "{field}");
        let error = decode_game_materials(&bytes).unwrap_err();
        assert_eq!(error.field, field);
        assert!(error.found.contains("compressed"), "{error}");
    }
}

#[test]
fn what_is_missing_is_an_error_that_names_it() {
    let name = chunk_of(0x1000, b"\x01\0\0\0name\0");
    let endless = chunk_of(0x1000, b"\x01\0\0\0name");
    let flags = chunk_of(0x1001, &[0; 4]);
    let with = |material: &[u8]| [version(), chunk_of(0x1002, &chunk_of(0, material))].concat();
    for (bytes, field) in [
        (version(), "materials"),
        (chunk_of(0x1002, &[]), "version"),
        ([chunk_of(0x1000, &[2, 0]), chunk_of(0x1002, &[])].concat(), "version"),
        (with(&name), "materials[0].flags"),
        (with(&flags), "materials[0].main"),
        (with(&[endless, flags.clone()].concat()), "materials[0].name"),
        (with(&[name, chunk_of(0x1001, &[0; 3])].concat()), "materials[0].flags"),
        ([version(), chunk_of(0x1002, b"cut")].concat(), "materials[0].chunk.id"),
    ] {
        assert_eq!(decode_game_materials(&bytes).unwrap_err().field, field);
    }
}

#[test]
fn what_is_odd_is_a_warning() {
    let one = chunk_of(0x1002, &material_chunk(0, 1, b"one", 128));
    for (more, kind) in [
        (&chunk_of(0x1000, &[9, 9])[..], "double-chunk"),
        (&chunk_of(0x1004, b"?"), "unknown-chunk"),
        (b"left over", "trailing-bytes"),
    ] {
        let list = decode_game_materials(&[&version(), &one, more].concat()).unwrap();
        assert_eq!((kinds(&list), list.passable(0)), (vec![kind], true));
    }
    let empty = decode_game_materials(&[version(), chunk_of(0x1002, &[])].concat()).unwrap();
    assert_eq!(kinds(&empty), ["no-materials"]);
}

#[test]
fn a_name_that_the_code_page_lacks_is_not_written() {
    let odd = GameMaterials { materials: vec![material(1, "草", 0)], ..GameMaterials::default() };
    assert_eq!(encode_game_materials(&odd).unwrap_err().field, "materials[0].name");
}
