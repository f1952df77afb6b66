//! The traps of the format, one a test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::super::encode_cform;
use super::*;

const VERTICES_AT: usize = HEADER_LEN;
const TRIANGLES_AT: usize = HEADER_LEN + 4 * VERTEX_LEN;

/// A square of two triangles, with every field in use.
fn square(version: u32) -> Cform {
    let triangle = |vertices, material, sector| CformTriangle {
        vertices,
        material,
        sector,
        suppress_shadows: version == 4,
        suppress_wallmarks: false,
    };
    Cform {
        version,
        bounds: [[-2.0, 1.0, -2.0], [2.0, 1.5, 2.0]],
        vertices: vec![[-2.0, 1.0, -2.0], [-2.0, 1.0, 2.0], [2.0, 1.5, 2.0], [2.0, 1.0, -2.0]],
        triangles: vec![triangle([0, 1, 2], 7, 3), triangle([0, 2, 3], 0x3ffe, 0xfffe)],
        unread: if version == 4 { vec![] } else { vec![[9; 14], [0xab; 14]] },
        warnings: Warnings::default(),
    }
}

/// Puts `bytes` at `at` of a written square of version 4.
fn changed(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = encode_cform(&square(4)).unwrap();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}

fn chunk_of(id: u32, payload: &[u8]) -> Vec<u8> {
    [&id.to_le_bytes()[..], &(payload.len() as u32).to_le_bytes(), payload].concat()
}

fn warning_kinds(bytes: &[u8]) -> Vec<(&'static str, u64)> {
    decode_cform(bytes).unwrap().warnings.iter().map(|warning| (warning.kind, warning.count)).collect()
}

#[test]
fn the_bits_of_a_v4_triangle_are_where_the_engine_has_them() {
    // 0x1234 and both flags over sector 0xabcd.
    let file = changed(TRIANGLES_AT + 12, &[0x34, 0xd2, 0xcd, 0xab]);
    let triangle = decode_cform(&file).unwrap().triangles[0];
    assert_eq!((triangle.material, triangle.sector), (0x1234, 0xabcd));
    assert!(triangle.suppress_shadows && triangle.suppress_wallmarks);
    let file = changed(TRIANGLES_AT + 12, &[0xff, 0x7f, 0, 0]);
    let triangle = decode_cform(&file).unwrap().triangles[0];
    assert_eq!((triangle.material, triangle.sector), (0x3fff, 0));
    assert!(triangle.suppress_shadows && !triangle.suppress_wallmarks);
}

#[test]
fn an_old_triangle_has_sector_and_material_in_its_last_six_bytes() {
    for version in [2, 3] {
        let mut file = encode_cform(&square(version)).unwrap();
        assert_eq!(file.len(), TRIANGLES_AT + 2 * OLD_TRIANGLE_LEN);
        let bytes: Vec<u8> = (100..120).collect();
        file[TRIANGLES_AT + 12..TRIANGLES_AT + 32].copy_from_slice(&bytes);
        let cform = decode_cform(&file).unwrap();
        assert_eq!(cform.unread[0].to_vec(), bytes[..14]);
        assert_eq!(cform.triangles[0].sector, u16::from_le_bytes([114, 115]));
        assert_eq!(cform.triangles[0].material, u32::from_le_bytes([116, 117, 118, 119]));
        assert_eq!(encode_cform(&cform).unwrap(), file);
    }
}

#[test]
fn a_build_cform_holds_the_same_in_its_first_chunk() {
    for version in 2..=4 {
        let mesh = encode_cform(&square(version)).unwrap();
        for file in [
            [chunk_of(0, &mesh), chunk_of(1, b"drawn faces")].concat(),
            [chunk_of(0, &mesh), chunk_of(1 | 1 << 31, b"packed faces")].concat(),
            chunk_of(0, &mesh),
        ] {
            assert!(recognise(&file));
            let cform = decode_cform(&file).unwrap();
            assert_eq!(cform, square(version));
            assert_eq!(encode_cform(&cform).unwrap(), mesh);
        }
        let stranger = [chunk_of(0, &mesh), chunk_of(7, b"?"), b"odd".to_vec()].concat();
        assert_eq!(warning_kinds(&stranger), [("unknown-chunk", 1), ("trailing-bytes", 1)]);
    }
    let error = decode_cform(&chunk_of(1 << 31, b"packed")).unwrap_err();
    assert!(error.found.contains("compressed"), "{error}");
}

#[test]
fn a_version_that_does_not_exist_is_refused_by_number() {
    for version in [0_u32, 1, 5, 16, u32::MAX] {
        let file = changed(0, &version.to_le_bytes());
        let error = decode_cform(&file).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("level.cform: header.version at byte 0x0: found {version}, expected 2, 3 or 4")
        );
        assert_eq!(recognise(&file), version <= 16, "{version}");
    }
}

#[test]
fn a_broken_mesh_is_an_error_that_names_the_field() {
    let nan = f32::NAN.to_le_bytes();
    let far = 1_000_001_f32.to_le_bytes();
    for (at, bytes, field, offset) in [
        (4, &[5, 0, 0, 0][..], "header.triangle_count", 8),
        (4, &[0xff; 4], "header.vertex_count", 4),
        (8, &[3, 0, 0, 0], "header.triangle_count", 8),
        (8, &[0xff; 4], "header.triangle_count", 8),
        (VERTICES_AT + 16, &nan, "vertices[1]", VERTICES_AT + 12),
        (VERTICES_AT + 36, &far, "vertices[3]", VERTICES_AT + 36),
        (TRIANGLES_AT + 24, &[4, 0, 0, 0], "triangles[1].vertices", TRIANGLES_AT + 16),
    ] {
        let file = changed(at, bytes);
        assert!(recognise(&file), "{field}");
        let error = decode_cform(&file).unwrap_err();
        assert_eq!((&*error.field, error.offset), (field, offset as u64), "{error}");
        assert_eq!(error.format, "level.cform v4");
    }
}

#[test]
fn a_mesh_cut_short_is_told_from_its_header_on() {
    for version in 2..=4 {
        let mesh = encode_cform(&square(version)).unwrap();
        // The chunk's length and the counts explain each other before the box is there.
        for (file, told_from) in [(mesh.clone(), HEADER_LEN), (chunk_of(0, &mesh), 8 + 12)] {
            for len in 0..file.len() {
                assert_eq!(recognise(&file[..len]), len >= told_from, "{len} bytes");
                assert!(decode_cform(&file[..len]).is_err());
            }
        }
    }
}

#[test]
fn what_is_odd_is_a_warning_and_counted_once_a_kind() {
    let tall = 9_f32.to_le_bytes();
    assert_eq!(warning_kinds(&changed(VERTICES_AT + 4, &tall)), [("bounds", 1)]);
    assert_eq!(warning_kinds(&changed(12, &f32::NAN.to_le_bytes())), [("bounds", 1)]);
    let mut flat = square(4);
    flat.triangles[0].vertices = [1, 1, 2];
    flat.triangles[1].vertices = [0, 0, 0];
    let file = encode_cform(&flat).unwrap();
    assert_eq!(warning_kinds(&file), [("triangle-without-area", 2)]);
    let long = [encode_cform(&square(4)).unwrap(), vec![0; 5]].concat();
    assert_eq!(warning_kinds(&long), [("trailing-bytes", 1)]);
    assert!(recognise(&long));
    let bare = Cform { version: 4, ..Cform::default() };
    assert_eq!(warning_kinds(&encode_cform(&bare).unwrap()), [("no-triangles", 1)]);
}

#[test]
fn the_extent_is_that_of_the_vertices() {
    assert_eq!(square(4).extent(), Some(square(4).bounds));
    assert_eq!(Cform::default().extent(), None);
}

#[test]
fn values_without_a_place_in_the_file_are_not_written() {
    let field = |change: &dyn Fn(&mut Cform), version| {
        let mut cform = square(version);
        change(&mut cform);
        encode_cform(&cform).unwrap_err().field
    };
    assert_eq!(field(&|cform| cform.version = 5, 4), "version");
    assert_eq!(field(&|cform| cform.triangles[1].material = 0x4000, 4), "triangles[1].material");
    assert_eq!(field(&|cform| cform.triangles[0].vertices[2] = 4, 4), "triangles[0].vertices");
    assert_eq!(
        field(&|cform| cform.triangles[0].suppress_shadows = true, 3),
        "triangles[0].suppress_shadows"
    );
    assert_eq!(
        field(&|cform| cform.triangles[1].suppress_wallmarks = true, 2),
        "triangles[1].suppress_wallmarks"
    );
    assert_eq!(field(&|cform| cform.unread.truncate(1), 3), "unread");
    assert_eq!(field(&|cform| cform.version = 4, 3), "unread");
}
