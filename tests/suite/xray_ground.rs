//! `level.cform` and `gamemtl.xr` survive a round trip, broken ones end in an error, and they are found beside a level.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use sward::formats::bytes::Warnings;
use sward::formats::kind::{Kind, recognise};
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, GameMaterial, GameMaterials, Part, Slot,
    SlotBounds, SlotLight, decode_cform, decode_game_materials, encode_cform, encode_details,
    encode_game_materials,
};
use sward::formats::{self, Content, Opened};
use sward::scene::assemble::{Parts, SceneError};
use sward::scene::clutter::GroundChoice;

/// Meshes of every version in which every bit of the file is in use.
fn any_cform() -> impl Strategy<Value = Cform> {
    let corner = || prop::array::uniform3(-2000.0_f32..2000.0);
    let triangle = any::<([u32; 3], u32, u16, bool, bool)>();
    let vertices = prop::collection::vec(corner(), 1..20);
    let triangles = prop::collection::vec((triangle, any::<[u8; 14]>()), 0..30);
    (2_u32..=4, corner(), corner(), vertices, triangles).prop_map(
        |(version, low, high, vertices, triangles)| {
            let newest = version == 4;
            let count = vertices.len() as u32;
            let triangle = |&((corners, material, sector, shadows, wallmarks), _): &(_, _)| {
                let corners: [u32; 3] = corners;
                CformTriangle {
                    vertices: corners.map(|corner| corner % count),
                    material: if newest { material & 0x3fff } else { material },
                    sector,
                    suppress_shadows: newest && shadows,
                    suppress_wallmarks: newest && wallmarks,
                }
            };
            Cform {
                version,
                bounds: [low, high],
                triangles: triangles.iter().map(triangle).collect(),
                unread: triangles.iter().filter(|_| !newest).map(|&(_, unread)| unread).collect(),
                vertices,
                warnings: Warnings::default(),
            }
        },
    )
}

fn any_materials() -> impl Strategy<Value = GameMaterials> {
    let material = (any::<u32>(), "[a-z\\\\_а-яА-Яё]{0,12}", any::<u32>())
        .prop_map(|(id, name, flags)| GameMaterial { id, name, flags });
    prop::collection::vec(material, 1..12)
        .prop_map(|materials| GameMaterials { materials, warnings: Warnings::default() })
}

/// As the level compiler leaves it: the mesh in chunk 0, the drawn faces in chunk 1.
fn in_container(mesh: &[u8]) -> Vec<u8> {
    let len = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes();
    let faces = [7; 12];
    [&0u32.to_le_bytes()[..], &len(mesh), mesh, &1u32.to_le_bytes(), &len(&faces), &faces].concat()
}

type Flips = Vec<(prop::sample::Index, u8)>;

fn any_flips() -> impl Strategy<Value = Flips> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)
}

fn flip(bytes: &mut [u8], flips: &Flips) {
    for (place, value) in flips {
        *place.get_mut(bytes) = *value;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_mesh_comes_back_as_it_was_written(cform in any_cform()) {
        let bytes = encode_cform(&cform).unwrap();
        let container = in_container(&bytes);
        prop_assert_eq!(recognise(&bytes), Some(Kind::Cform));
        prop_assert_eq!(recognise(&container), Some(Kind::Cform));
        for mut back in [decode_cform(&bytes).unwrap(), decode_cform(&container).unwrap()] {
            prop_assert_eq!(&encode_cform(&back).unwrap(), &bytes);
            back.warnings = Warnings::default();
            prop_assert_eq!(&back, &cform);
        }
    }

    #[test]
    fn a_mesh_cut_short_is_an_error(cform in any_cform(), part in 0.0_f64..1.0) {
        let bytes = encode_cform(&cform).unwrap();
        let cut = (bytes.len() as f64 * part) as usize;
        let error = decode_cform(&bytes[..cut]).unwrap_err();
        prop_assert!(error.offset <= cut as u64, "{error}");
        prop_assert!(decode_cform(&in_container(&bytes)[..8 + cut]).is_err());
    }

    #[test]
    fn a_mesh_with_flipped_bytes_never_panics(cform in any_cform(), flips in any_flips(), boxed: bool) {
        let mut bytes = encode_cform(&cform).unwrap();
        if boxed {
            bytes = in_container(&bytes);
        }
        flip(&mut bytes, &flips);
        recognise(&bytes);
        if let Ok(cform) = decode_cform(&bytes) {
            // What was read is usable, whatever the bytes.
            let count = cform.vertices.len() as u32;
            prop_assert!(cform.vertices.as_flattened().iter().all(|value| value.is_finite()));
            prop_assert!(cform.triangles.iter().all(|triangle| triangle.vertices.iter().all(|&v| v < count)));
            let written = encode_cform(&cform).unwrap();
            prop_assert!(boxed || bytes.starts_with(&written));
        }
    }

    #[test]
    fn materials_come_back_as_they_were_written(list in any_materials()) {
        let bytes = encode_game_materials(&list).unwrap();
        prop_assert_eq!(recognise(&bytes), Some(Kind::GameMaterials));
        prop_assert_eq!(decode_game_materials(&bytes).unwrap(), list);
    }

    #[test]
    fn materials_cut_short_are_an_error(list in any_materials(), part in 0.0_f64..1.0) {
        let bytes = encode_game_materials(&list).unwrap();
        let needed = bytes.len() - 8; // The chunk of the pairs, which are not read, is last.
        let cut = (needed as f64 * part) as usize;
        let error = decode_game_materials(&bytes[..cut]).unwrap_err();
        prop_assert!(error.offset <= cut as u64, "{error}");
        recognise(&bytes[..cut]);
    }

    #[test]
    fn materials_with_flipped_bytes_never_panic(list in any_materials(), flips in any_flips()) {
        let mut bytes = encode_game_materials(&list).unwrap();
        flip(&mut bytes, &flips);
        recognise(&bytes);
        if let Ok(list) = decode_game_materials(&bytes) {
            let again = decode_game_materials(&encode_game_materials(&list).unwrap()).unwrap();
            prop_assert_eq!(again.materials, list.materials);
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode_cform(&bytes);
        let _ = decode_game_materials(&bytes);
    }
}

#[test]
fn a_real_mesh_is_read_and_written_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/xray/level.cform");
    let Ok(bytes) = fs::read(path) else { return };
    assert_eq!(recognise(&bytes), Some(Kind::Cform));
    let cform = decode_cform(&bytes).unwrap();
    assert_eq!((cform.version, cform.vertices.len(), cform.triangles.len()), (4, 33, 44));
    assert_eq!(cform.extent(), Some(cform.bounds));
    let triangle = CformTriangle {
        vertices: [0x1e, 0x19, 0x18],
        material: 15,
        sector: 1,
        suppress_shadows: true,
        suppress_wallmarks: true,
    };
    assert_eq!(cform.triangles.last(), Some(&triangle));
    assert!(cform.warnings.is_empty(), "{:?}", cform.warnings);
    assert_eq!(encode_cform(&cform).unwrap(), bytes);
}

fn ground() -> Cform {
    let triangle = |vertices| CformTriangle { vertices, material: 1, ..CformTriangle::default() };
    Cform {
        version: 4,
        bounds: [[0.0, 1.0, 0.0], [2.0, 1.0, 2.0]],
        vertices: vec![[0.0, 1.0, 0.0], [0.0, 1.0, 2.0], [2.0, 1.0, 2.0], [2.0, 1.0, 0.0]],
        triangles: vec![triangle([0, 1, 2]), triangle([0, 2, 3])],
        ..Cform::default()
    }
}

fn materials() -> GameMaterials {
    let material = |name: &str, flags| GameMaterial { id: 9, name: name.into(), flags };
    let materials = vec![material("default", 0), material("bush", GameMaterial::PASSABLE)];
    GameMaterials { materials, ..GameMaterials::default() }
}

fn level() -> Details {
    let vertex = |x: f32, y: f32| DetailVertex { position: [x, y, 0.0], uv: [x, y] };
    let model = DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 1.0,
        max_scale: 1.0,
        vertices: vec![vertex(0.0, 0.0), vertex(0.0, 1.0), vertex(1.0, 0.0)],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    let slot = Slot {
        bounds: SlotBounds::enclosing(1.0, 1.0),
        parts: [Part { model: Some(0), density: [8; 4] }; 4],
        light: SlotLight::Baked { sun: 7, hemi: 7, rgb: [0; 3] },
    };
    let (size, offset) = ([1, 1], [0, 0]);
    Details {
        version: 3,
        size,
        offset,
        models: vec![model],
        slots: vec![slot],
        warnings: Warnings::default(),
    }
}

fn open(path: &Path) -> Opened {
    formats::open(path).unwrap()
}

/// `gamedata/levels/escape` in `root`, with a `level.details`.
fn level_folder(root: &Path) -> std::path::PathBuf {
    let folder = root.join("gamedata/levels/escape");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("level.details"), encode_details(&level()).unwrap()).unwrap();
    folder
}

fn kinds(warnings: &Warnings) -> Vec<&'static str> {
    warnings.iter().map(|warning| warning.kind).filter(|&kind| kind != "missing-texture").collect()
}

#[test]
fn the_ground_and_its_materials_are_found_beside_the_level_whatever_their_case() {
    let root = tempfile::tempdir().unwrap();
    let folder = level_folder(root.path());
    fs::write(folder.join("Level.CFORM"), encode_cform(&ground()).unwrap()).unwrap();
    let mut warnings = Warnings::default();
    let from_inputs = |warnings: &mut Warnings| {
        Parts::from_inputs(vec![open(&folder.join("level.details"))], GroundChoice::Auto, warnings).unwrap()
    };

    let parts = from_inputs(&mut warnings);
    assert_eq!((parts.collision, parts.materials), (Some(ground()), None));
    fs::write(root.path().join("gamedata/GameMtl.xr"), encode_game_materials(&materials()).unwrap()).unwrap();
    assert_eq!(from_inputs(&mut warnings).materials, Some(materials()));
    // What stands beside the level goes before what all levels share.
    let own = GameMaterials { materials: vec![GameMaterial::default()], ..GameMaterials::default() };
    fs::write(folder.join("gamemtl.xr"), encode_game_materials(&own).unwrap()).unwrap();
    assert_eq!(from_inputs(&mut warnings).materials, Some(own));
    assert!(kinds(&warnings).is_empty(), "{warnings:?}");
}

#[test]
fn a_broken_file_that_was_found_says_what_is_lost_and_stops_what_needs_it() {
    let root = tempfile::tempdir().unwrap();
    let folder = level_folder(root.path());
    let mesh = encode_cform(&ground()).unwrap();
    fs::write(folder.join("level.cform"), &mesh[..mesh.len() - 1]).unwrap();
    let details = folder.join("level.details");
    // Where plants are to stand on it, a broken mesh is an error.
    for ground in [GroundChoice::Auto, GroundChoice::Cform] {
        let error = Parts::from_inputs(vec![open(&details)], ground, &mut Warnings::default())
            .unwrap_err()
            .to_string();
        assert!(error.contains("level.cform: level.cform v4: header.triangle_count"), "{error}");
    }
    let mut warnings = Warnings::default();
    let parts = Parts::from_inputs(vec![open(&details)], GroundChoice::Box, &mut warnings).unwrap();
    assert_eq!(parts.collision, None);
    assert_eq!(kinds(&warnings), ["broken-cform"]);
    let said = warnings.iter().find(|warning| warning.kind == "broken-cform").unwrap().message.clone();
    assert!(said.contains("header.triangle_count") && said.contains("plants stand in the boxes"), "{said}");

    fs::write(folder.join("level.cform"), &mesh).unwrap();
    fs::write(folder.join("gamemtl.xr"), b"nothing of the kind").unwrap();
    let mut warnings = Warnings::default();
    let parts = Parts::from_inputs(vec![open(&details)], GroundChoice::Auto, &mut warnings).unwrap();
    assert_eq!((parts.collision, parts.materials), (Some(ground()), None));
    assert_eq!(kinds(&warnings), ["broken-game-materials"]);
}

#[test]
fn what_is_odd_in_a_file_that_was_found_is_passed_on() {
    let root = tempfile::tempdir().unwrap();
    let folder = level_folder(root.path());
    let mesh = [encode_cform(&ground()).unwrap(), vec![0; 3]].concat();
    fs::write(folder.join("level.cform"), mesh).unwrap();
    let mut warnings = Warnings::default();
    Parts::from_inputs(vec![open(&folder.join("level.details"))], GroundChoice::Auto, &mut warnings).unwrap();
    assert_eq!(kinds(&warnings), ["trailing-bytes"]);
    assert!(
        warnings.iter().any(|warning| warning.field == "level.cform" && warning.message.contains("3 bytes"))
    );
}

#[test]
fn named_files_go_before_those_that_are_found() {
    let root = tempfile::tempdir().unwrap();
    let folder = level_folder(root.path());
    fs::write(folder.join("level.cform"), b"broken").unwrap();
    fs::write(folder.join("gamemtl.xr"), b"broken").unwrap();
    let other = root.path().join("other");
    fs::write(&other, encode_cform(&ground()).unwrap()).unwrap();
    let list = root.path().join("list");
    fs::write(&list, encode_game_materials(&materials()).unwrap()).unwrap();
    let mut warnings = Warnings::default();
    let inputs = vec![open(&folder.join("level.details")), open(&list), open(&other)];
    let parts = Parts::from_inputs(inputs, GroundChoice::Auto, &mut warnings).unwrap();
    assert_eq!((parts.collision, parts.materials), (Some(ground()), Some(materials())));
    assert!(kinds(&warnings).is_empty(), "{warnings:?}");
    assert_eq!(parts.name, "level.details and list and other");
}

#[test]
fn two_meshes_or_two_lists_are_an_error_and_a_list_alone_is_nothing_to_draw() {
    let root = tempfile::tempdir().unwrap();
    let mesh = root.path().join("mesh");
    fs::write(&mesh, encode_cform(&ground()).unwrap()).unwrap();
    let list = root.path().join("list");
    fs::write(&list, encode_game_materials(&materials()).unwrap()).unwrap();
    let from = |paths: &[&Path]| {
        let inputs = paths.iter().map(|path| open(path)).collect();
        Parts::from_inputs(inputs, GroundChoice::Auto, &mut Warnings::default())
    };
    assert!(matches!(from(&[&mesh, &mesh]), Err(SceneError::TwoCollisions { .. })));
    assert!(matches!(from(&[&mesh, &list, &list]), Err(SceneError::TwoMaterials { .. })));
    assert!(matches!(from(&[&list]), Err(SceneError::Empty)));
    assert_eq!(from(&[&mesh]).unwrap().collision, Some(ground()));
}

#[test]
fn a_mesh_and_a_list_are_opened_by_their_content() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("whatever.wrp");
    fs::write(&path, encode_cform(&ground()).unwrap()).unwrap();
    assert!(matches!(open(&path).content, Content::Cform(cform) if cform == ground()));
    fs::write(&path, encode_game_materials(&materials()).unwrap()).unwrap();
    assert!(matches!(open(&path).content, Content::GameMaterials(list) if list == materials()));
}
