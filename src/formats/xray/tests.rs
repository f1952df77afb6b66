//! The traps of the format, one a test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::super::bytes::{BAD_INDEX, FormatError, Warnings};
use super::*;

fn model() -> DetailModel {
    DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: DetailModel::NO_WAVING,
        min_scale: 0.5,
        max_scale: 1.5,
        vertices: (0..4)
            .map(|i| DetailVertex { position: [i as f32, 0.5, -1.0], uv: [0.25, i as f32 / 4.0] })
            .collect(),
        indices: vec![0, 1, 2, 2, 1, 3],
        dropped_triangles: 0,
    }
}

fn part(model: u16) -> Part {
    Part { model: Some(model), density: [1, 2, 3, 4] }
}

const EMPTY: Part = Part { model: None, density: [0; 4] };

fn details(version: u32) -> Details {
    let slot = match version {
        2 => Slot {
            bounds: SlotBounds::Absolute { bottom: 1.0, top: 3.5 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Corners([1, 2, 3, 15]),
        },
        _ => Slot {
            bounds: SlotBounds::Quantised { base: 1005, height: 25 },
            parts: [part(0), EMPTY, part(1), EMPTY],
            light: SlotLight::Baked { sun: 7, hemi: 13, rgb: [1, 2, 15] },
        },
    };
    Details {
        version,
        size: [3, 2],
        offset: [-377, 12],
        models: vec![model(), model()],
        slots: vec![slot; 6],
        warnings: Warnings::default(),
    }
}

fn chunk_of(id: u32, payload: &[u8]) -> Vec<u8> {
    [&id.to_le_bytes()[..], &(payload.len() as u32).to_le_bytes(), payload].concat()
}

/// Payloads of header, models and slots.
fn payloads(details: &Details) -> [Vec<u8>; 3] {
    let bytes = encode_details(details).unwrap();
    let mut payloads = [vec![], vec![], vec![]];
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        let id = u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
        let len = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        payloads[id] = rest[8..8 + len].to_vec();
        rest = &rest[8 + len..];
    }
    payloads
}

fn file(payloads: &[Vec<u8>; 3]) -> Vec<u8> {
    [2, 0, 1].map(|id| chunk_of(id, &payloads[id as usize])).concat()
}

fn only_warning(details: &Details) -> &'static str {
    let kinds: Vec<_> = details.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds.len(), 1, "{:?}", details.warnings);
    kinds[0]
}

fn field_of(error: &FormatError) -> &str {
    &error.field
}

#[test]
fn the_bits_of_a_v3_slot_are_where_the_engine_has_them() {
    let mut payloads = payloads(&details(3));
    payloads[0][16..24].copy_from_slice(&[1, 0, 0, 0, 1, 0, 0, 0]);
    // One bit field after the other, each with a value of its own.
    let low = 0xabc_u64 | 0x9d << 12 | 1 << 20 | 63 << 26 | 2 << 32 | 62 << 38;
    let bits = low | 3 << 44 | 4 << 48 | 5 << 52 | 6 << 56 | 7 << 60;
    payloads[2] = [&bits.to_le_bytes()[..], &[0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe]].concat();
    let slot = decode_details(&file(&payloads)).unwrap().slots[0];
    assert_eq!(slot.bounds, SlotBounds::Quantised { base: 0xabc, height: 0x9d });
    assert_eq!(slot.light, SlotLight::Baked { sun: 3, hemi: 4, rgb: [5, 6, 7] });
    assert_eq!(
        slot.parts,
        [
            Part { model: Some(1), density: [0, 1, 2, 3] },
            Part { model: None, density: [4, 5, 6, 7] },
            Part { model: Some(2), density: [8, 9, 10, 11] },
            Part { model: Some(62), density: [12, 13, 14, 15] },
        ]
    );
}

#[test]
fn the_bits_of_a_v4_slot_are_where_the_fork_has_them() {
    let mut payloads = payloads(&details(4));
    payloads[0][16..24].copy_from_slice(&[1, 0, 0, 0, 1, 0, 0, 0]);
    let words = [
        0x3fff | 77 << 14 | 9 << 28,
        16_382 | 1 << 14 | 10 << 28,
        4095 | 255 << 12 | 1 << 20 | 2 << 24 | 3 << 28_u32,
    ];
    payloads[2] = words.map(u32::to_le_bytes).concat();
    payloads[2].extend([0x10, 0x32, 0, 0, 0, 0, 0, 0xf0]);
    let slot = decode_details(&file(&payloads)).unwrap().slots[0];
    assert_eq!(slot.bounds, SlotBounds::Quantised { base: 4095, height: 255 });
    assert_eq!(slot.light, SlotLight::Baked { sun: 9, hemi: 10, rgb: [1, 2, 3] });
    assert_eq!(slot.parts.map(|part| part.model), [None, Some(77), Some(16_382), Some(1)]);
    assert_eq!(slot.parts[0].density, [0, 1, 2, 3]);
    assert_eq!(slot.parts[3].density, [0, 0, 0, 15]);
    assert!((slot.y_base() - 619.0).abs() < 1e-4 && (slot.height() - 25.5).abs() < 1e-5);
}

#[test]
fn chunks_are_found_in_any_order() {
    for version in 2..=4 {
        let details = details(version);
        let payloads = payloads(&details);
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let bytes = order.map(|id| chunk_of(id, &payloads[id as usize])).concat();
            assert_eq!(decode_details(&bytes).unwrap(), details, "{order:?}");
        }
    }
}

#[test]
fn models_are_found_by_id_and_a_gap_is_an_error() {
    let mut details = details(3);
    details.models[1].texture = "second".into();
    let mut payloads = payloads(&details);
    let models = [encode_dm(&details.models[0]).unwrap(), encode_dm(&details.models[1]).unwrap()];
    payloads[1] = [chunk_of(1, &models[1]), chunk_of(0, &models[0])].concat();
    assert_eq!(decode_details(&file(&payloads)).unwrap(), details);
    payloads[1] = [chunk_of(0, &models[0]), chunk_of(2, &models[1])].concat();
    assert_eq!(field_of(&decode_details(&file(&payloads)).unwrap_err()), "models");
}

#[test]
fn a_compressed_chunk_is_named_as_such() {
    let payloads = payloads(&details(3));
    for compressed in 0..3_u32 {
        let bytes = [0, 1, 2].map(|id: u32| {
            let flag = if id == compressed { 1 << 31 } else { 0 };
            chunk_of(id | flag, &payloads[id as usize])
        });
        let error = decode_details(&bytes.concat()).unwrap_err();
        assert!(error.found.contains("compressed"), "{error}");
    }
    let mut inner = payloads.clone();
    inner[1][3] = 0x80;
    let error = decode_details(&file(&inner)).unwrap_err();
    assert!(error.found.contains("compressed") && error.field.starts_with("models[0]"), "{error}");
}

#[test]
fn a_missing_chunk_and_an_empty_header_are_errors() {
    let payloads = payloads(&details(3));
    for (missing, field) in [(0, "header"), (1, "models"), (2, "slots")] {
        let bytes: Vec<u8> = (0..3_u32)
            .filter(|&id| id != missing)
            .flat_map(|id| chunk_of(id, &payloads[id as usize]))
            .collect();
        assert_eq!(field_of(&decode_details(&bytes).unwrap_err()), field);
    }
    let mut empty = payloads.clone();
    empty[0].clear();
    let error = decode_details(&file(&empty)).unwrap_err();
    assert!(error.found.contains("1233"), "{error}");
}

#[test]
fn a_version_that_does_not_exist_is_refused_by_number() {
    let mut payloads = payloads(&details(3));
    payloads[0][0] = 5;
    let error = decode_details(&file(&payloads)).unwrap_err();
    assert_eq!((field_of(&error), error.found.as_str()), ("header.version", "5"));
}

#[test]
fn a_grid_larger_than_its_slots_is_an_error_and_a_smaller_one_a_warning() {
    let mut payloads = payloads(&details(3));
    payloads[0][16..20].copy_from_slice(&u32::MAX.to_le_bytes());
    payloads[0][20..24].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(field_of(&decode_details(&file(&payloads)).unwrap_err()), "header.size_x");
    payloads[0][16..24].fill(0);
    assert!(decode_details(&file(&payloads)).is_err());
    payloads[0][16..24].copy_from_slice(&[3, 0, 0, 0, 1, 0, 0, 0]);
    let details = decode_details(&file(&payloads)).unwrap();
    assert_eq!((details.slots.len(), only_warning(&details)), (3, "trailing-bytes"));
}

#[test]
fn bytes_after_the_last_chunk_are_a_warning() {
    let mut bytes = encode_details(&details(3)).unwrap();
    bytes.extend(*b"left over after the end");
    assert_eq!(only_warning(&decode_details(&bytes).unwrap()), "trailing-bytes");
}

#[test]
fn a_wrong_number_of_models_is_a_warning() {
    let mut payloads = payloads(&details(3));
    payloads[0][4] = 3;
    assert_eq!(only_warning(&decode_details(&file(&payloads)).unwrap()), "model-count");
}

#[test]
fn a_slot_that_names_a_missing_model_is_a_warning() {
    let mut with_stranger = details(3);
    with_stranger.slots[4].parts[3] = part(62);
    let back = decode_details(&encode_details(&with_stranger).unwrap()).unwrap();
    assert_eq!(only_warning(&back), "slot-without-model");
    assert_eq!(back.slots, with_stranger.slots);
}

#[test]
fn a_broken_model_is_an_error_that_names_the_model() {
    let sound = encode_dm(&model()).unwrap();
    let counts = "details\\blend\0build_details\0".len() + 12;
    let vertices = counts + 8;
    let breaks: [(usize, &[u8], &str); 4] = [
        (counts, &[0xff; 4], "models[1].vertex_count"),
        (counts + 4, &[7, 0, 0, 0], "models[1].index_count"),
        (counts + 4, &[0xfc, 0xff, 0xff, 0xff], "models[1].index_count"),
        (vertices + 20, &[0, 0, 0xc0, 0x7f], "models[1].vertices[1]"),
    ];
    for (at, bytes, field) in breaks {
        let mut broken = sound.clone();
        broken[at..at + bytes.len()].copy_from_slice(bytes);
        let mut payloads = payloads(&details(3));
        payloads[1] = [chunk_of(0, &sound), chunk_of(1, &broken)].concat();
        assert_eq!(field_of(&decode_details(&file(&payloads)).unwrap_err()), field);
    }
}

#[test]
fn a_triangle_without_its_corners_is_left_out_and_said() {
    let sound = encode_dm(&model()).unwrap();
    let indices = sound.len() - 6 * 2;
    let mut broken = sound.clone();
    broken[indices + 2] = 4;
    let mut payloads = payloads(&details(3));
    payloads[1] = [chunk_of(0, &sound), chunk_of(1, &broken)].concat();
    let details = decode_details(&file(&payloads)).unwrap();
    assert_eq!(details.models[0], model());
    assert_eq!(
        (details.models[1].indices.as_slice(), details.models[1].dropped_triangles),
        (&[2, 1, 3][..], 1)
    );
    assert_eq!(only_warning(&details), BAD_INDEX);
    let warning = details.warnings.iter().next().unwrap();
    assert_eq!((warning.field.as_str(), warning.count), ("models[1].indices[1]", 1));
    assert_eq!(file(&payloads)[warning.offset as usize], 4);
    // What is gone can't be written back.
    assert_eq!(encode_details(&details).unwrap_err().field, "models[1].dropped_triangles");
}

#[test]
fn an_error_has_a_code_of_its_own_where_that_helps() {
    let payloads = payloads(&details(3));
    let compressed =
        [chunk_of(0, &payloads[0]), chunk_of(1, &payloads[1]), chunk_of(2 | 1 << 31, &payloads[2])];
    assert_eq!(decode_details(&compressed.concat()).unwrap_err().code, "compressed-chunk");
    let whole = file(&payloads);
    assert_eq!(decode_details(&whole[..whole.len() - 1]).unwrap_err().code, "damaged");
}

#[test]
fn odd_models_are_warnings() {
    for (odd, kind) in [
        (DetailModel { min_scale: 0.0, max_scale: 0.0, ..model() }, "zero-scale"),
        (DetailModel { min_scale: 2.0, max_scale: 1.0, ..model() }, "odd-model-scale"),
        (DetailModel { flags: 3, ..model() }, "unknown-model-flags"),
    ] {
        let (back, warnings) = decode_dm(&encode_dm(&odd).unwrap()).unwrap();
        assert_eq!(back, odd);
        assert_eq!(warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), [kind]);
    }
    let mut long = encode_dm(&model()).unwrap();
    long.push(0);
    assert!(!decode_dm(&long).unwrap().1.is_empty());
}

#[test]
fn every_byte_is_a_character_of_the_texts() {
    let all: Vec<u8> = (1..=255).collect();
    let named = DetailModel { texture: text_from(&all), ..model() };
    assert!(named.texture.contains("Привет".chars().next().unwrap()));
    let bytes = encode_dm(&named).unwrap();
    assert!(bytes.windows(all.len()).any(|window| window == all));
    assert_eq!(decode_dm(&bytes).unwrap().0, named);
}

#[test]
fn infinite_bounds_of_v2_become_200_m_and_carry_no_ground() {
    let mut wild = details(2);
    wild.slots[0].bounds = SlotBounds::Absolute { bottom: f32::INFINITY, top: f32::NEG_INFINITY };
    wild.slots[1].bounds = SlotBounds::Absolute { bottom: f32::NEG_INFINITY, top: 1e38 };
    wild.slots[2].bounds = SlotBounds::Absolute { bottom: f32::NAN, top: 5.0 };
    wild.slots[3].bounds = SlotBounds::Absolute { bottom: 5.0, top: 4.0 };
    let back = decode_details(&encode_details(&wild).unwrap()).unwrap();
    assert_eq!(only_warning(&back), "slot-bounds");
    assert_eq!(back.warnings.iter().next().unwrap().count, 3);
    let boxes: Vec<_> = back.slots.iter().map(|slot| (slot.y_base(), slot.height())).collect();
    assert_eq!(boxes[..4], [(200.0, 0.0), (-200.0, 400.0), (0.0, 5.0), (5.0, 0.0)]);
    assert_eq!((back.used_slots(), back.phantom_slots()), (6, 4));
}

#[test]
fn a_phantom_slot_is_used_and_has_only_zeros_for_bounds() {
    let mut details = details(3);
    let zeros = SlotBounds::Quantised { base: 0, height: 0 };
    details.slots[0].bounds = zeros;
    details.slots[1] = Slot { bounds: zeros, parts: [EMPTY; 4], ..details.slots[1] };
    details.slots[2].bounds = SlotBounds::Quantised { base: 0, height: 1 };
    assert_eq!((details.used_slots(), details.phantom_slots()), (5, 1));
}

#[test]
fn heights_are_quantised_as_the_level_editor_does_it() {
    assert_eq!(SlotBounds::enclosing(-200.0, -200.0), SlotBounds::Quantised { base: 0, height: 0 });
    // Base down to 1.2 m, top up to 1.2 + 1.4 m.
    assert_eq!(SlotBounds::enclosing(1.3, 2.55), SlotBounds::Quantised { base: 1006, height: 14 });
    assert_eq!(SlotBounds::enclosing(-999.0, 999.0), SlotBounds::Quantised { base: 0, height: 255 });
    assert_eq!(SlotBounds::enclosing(700.0, 700.0), SlotBounds::Quantised { base: 4095, height: 255 });
    assert_eq!(SlotBounds::enclosing(f32::NAN, f32::NAN), SlotBounds::Quantised { base: 0, height: 0 });
    for base in 0..4096 {
        let quantised = SlotBounds::Quantised { base, height: 0 };
        // The floor may fall one step when f32 lies under the decimal value, never more.
        let SlotBounds::Quantised { base: again, .. } = SlotBounds::enclosing(quantised.y_base(), 0.0) else {
            return;
        };
        assert!(again == base || again + 1 == base, "{base}");
    }
}

#[test]
fn values_without_a_place_in_the_file_are_not_written() {
    let field = |change: &dyn Fn(&mut Details), version| {
        let mut details = details(version);
        change(&mut details);
        encode_details(&details).unwrap_err().field
    };
    assert_eq!(field(&|details| details.version = 1, 3), "version");
    assert_eq!(field(&|details| details.size = [4, 2], 3), "slots");
    assert_eq!(field(&|details| details.slots[5].parts[1] = part(63), 3), "slots[5].parts[1].model");
    assert_eq!(field(&|details| details.slots[5].parts[1] = part(255), 2), "slots[5].parts[1].model");
    assert_eq!(field(&|details| details.slots[0].parts[0].density[2] = 16, 4), "slots[0].parts[0].density");
    assert_eq!(field(&|details| details.version = 2, 3), "slots[0].bounds");
    assert_eq!(field(&|details| details.version = 3, 2), "slots[0].bounds");
    assert_eq!(field(&|details| details.models[1].texture = "日本".into(), 3), "models[1].texture");
    assert_eq!(field(&|details| details.models[1].indices.push(0), 3), "models[1].indices");
    assert_eq!(field(&|details| details.models[0].max_scale = f32::NAN, 3), "models[0].max_scale");
    assert_eq!(field(&|details| details.models = vec![model(); 64], 3), "models");
}
