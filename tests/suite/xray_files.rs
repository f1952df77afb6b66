//! `level.details` and `.dm` survive a round trip, real ones are read right, and broken ones end in an error.

use std::path::PathBuf;

use proptest::prelude::*;
use sward::formats::bytes::Warnings;
use sward::formats::kind::{Kind, recognise};
use sward::formats::xray::{
    DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight, decode_details, decode_dm,
    encode_details, encode_dm,
};

fn any_model() -> impl Strategy<Value = DetailModel> {
    let vertices = prop::collection::vec(prop::array::uniform5(-100.0_f32..100.0), 1..12);
    let text = "[a-zA-Z\\\\_а-яА-Яё]{1,12}";
    (
        text,
        text,
        any::<u32>(),
        0.1_f32..1.0,
        1.0_f32..4.0,
        vertices,
        prop::collection::vec(any::<[u16; 3]>(), 0..9),
    )
        .prop_map(|(shader, texture, flags, min_scale, max_scale, vertices, triangles)| DetailModel {
            shader,
            texture,
            flags,
            min_scale,
            max_scale,
            indices: triangles.iter().flatten().map(|index| index % vertices.len() as u16).collect(),
            dropped_triangles: 0,
            vertices: vertices
                .iter()
                .map(|&[x, y, z, u, v]| DetailVertex { position: [x, y, z], uv: [u, v] })
                .collect(),
        })
}

/// Slots of a version, with every bit of the file in use; `most` is the empty id.
fn any_slot(version: u32) -> impl Strategy<Value = Slot> {
    let most = [255_u16, 63, 0x3fff][version as usize - 2];
    let nibbles = || prop::array::uniform4(0_u8..16);
    let part = (prop::option::of(0..most), nibbles()).prop_map(|(model, density)| Part { model, density });
    let bounds = (0_u16..4096, any::<u8>(), -500.0_f32..700.0, -500.0_f32..700.0).prop_map(
        move |(base, height, bottom, top)| match version {
            2 => SlotBounds::Absolute { bottom, top },
            _ => SlotBounds::Quantised { base, height },
        },
    );
    let light = (nibbles(), 0_u8..16).prop_map(move |([a, b, c, d], e)| match version {
        2 => SlotLight::Corners([a, b, c, d]),
        _ => SlotLight::Baked { sun: a, hemi: b, rgb: [c, d, e] },
    });
    (bounds, prop::array::uniform4(part), light).prop_map(|(bounds, parts, light)| Slot {
        bounds,
        parts,
        light,
    })
}

fn any_details() -> impl Strategy<Value = Details> {
    (2_u32..=4, 1_u32..6, 1_u32..6, any::<[i16; 2]>()).prop_flat_map(|(version, width, height, offset)| {
        let models = prop::collection::vec(any_model(), 1..5);
        let slots = prop::collection::vec(any_slot(version), (width * height) as usize);
        (models, slots).prop_map(move |(models, slots)| Details {
            version,
            size: [width, height],
            offset: offset.map(i32::from),
            models,
            slots,
            warnings: Warnings::default(),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn details_come_back_as_they_were_written(details in any_details()) {
        let bytes = encode_details(&details).unwrap();
        prop_assert_eq!(recognise(&bytes), Some(Kind::Details));
        let mut back = decode_details(&bytes).unwrap();
        prop_assert_eq!(&encode_details(&back).unwrap(), &bytes);
        back.warnings = Warnings::default();
        prop_assert_eq!(back, details);
    }

    #[test]
    fn a_lone_model_comes_back_as_it_was_written(model in any_model()) {
        let bytes = encode_dm(&model).unwrap();
        let (back, _) = decode_dm(&bytes).unwrap();
        prop_assert_eq!(encode_dm(&back).unwrap(), bytes);
        prop_assert_eq!(back, model);
    }

    #[test]
    fn details_cut_short_are_an_error(details in any_details(), part in 0.0_f64..1.0) {
        let bytes = encode_details(&details).unwrap();
        let cut = (bytes.len() as f64 * part) as usize;
        let error = decode_details(&bytes[..cut]).unwrap_err();
        prop_assert!(error.offset <= cut as u64, "{error}");
        recognise(&bytes[..cut]);
    }

    #[test]
    fn a_model_cut_short_is_an_error(model in any_model(), part in 0.0_f64..1.0) {
        let bytes = encode_dm(&model).unwrap();
        let cut = (bytes.len() as f64 * part) as usize;
        prop_assert!(decode_dm(&bytes[..cut]).is_err());
        recognise(&bytes[..cut]);
    }

    #[test]
    fn flipped_bytes_never_panic(details in any_details(), flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = encode_details(&details).unwrap();
        for (place, value) in flips {
            *place.get_mut(&mut bytes) = value;
        }
        recognise(&bytes);
        if let Ok(details) = decode_details(&bytes) {
            // What was read is usable, whatever the bytes.
            prop_assert_eq!(details.slots.len() as u64, u64::from(details.size[0]) * u64::from(details.size[1]));
            for slot in &details.slots {
                prop_assert!(slot.y_base().is_finite() && slot.height() >= 0.0 && slot.height().is_finite());
            }
            for model in &details.models {
                prop_assert!(model.indices.iter().all(|&index| usize::from(index) < model.vertices.len()));
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        recognise(&bytes);
        let _ = decode_details(&bytes);
        let _ = decode_dm(&bytes);
    }
}

/// A sample of the workplace; `None` on a machine without them.
fn sample(name: &str) -> Option<Vec<u8>> {
    let folder: PathBuf = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/xray").into();
    std::fs::read(folder.join(name)).ok()
}

#[test]
fn a_real_v3_file_is_read_and_written_back() {
    let Some(bytes) = sample("test_fmt_v3.details") else { return };
    let details = decode_details(&bytes).unwrap();
    assert_eq!((details.version, details.size, details.offset), (3, [5, 5], [2, 2]));
    assert_eq!(details.models.len(), 4);
    assert_eq!(details.models[3].flags, DetailModel::NO_WAVING);
    assert_eq!((details.models[0].vertices.len(), details.models[0].indices.len()), (4, 9));
    assert_eq!((details.used_slots(), details.phantom_slots()), (25, 9));
    assert!(details.warnings.is_empty(), "{:?}", details.warnings);
    assert_eq!(encode_details(&details).unwrap(), bytes);
}

#[test]
fn a_real_v2_file_is_read_and_written_back() {
    let Some(bytes) = sample("test_fmt_v2.details") else { return };
    let details = decode_details(&bytes).unwrap();
    assert_eq!((details.version, details.size, details.offset), (2, [6, 3], [2, -17]));
    assert_eq!(details.models.len(), 3);
    assert_eq!(details.models[0].texture, "det\\det_pl_I");
    assert_eq!((details.used_slots(), details.phantom_slots()), (18, 0));
    assert_eq!(details.slots[0].parts[1], Part { model: Some(1), density: [12, 12, 12, 15] });
    assert!(details.warnings.is_empty(), "{:?}", details.warnings);
    assert_eq!(encode_details(&details).unwrap(), bytes);
}

#[test]
fn a_real_dm_is_read_and_written_back() {
    let Some(bytes) = sample("test_fmt.dm") else { return };
    assert_eq!(recognise(&bytes), Some(Kind::DetailModel));
    let (model, warnings) = decode_dm(&bytes).unwrap();
    assert_eq!(model.shader, "effects\\rain");
    assert_eq!(model.texture, "fx\\fx_rainsplash1");
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(encode_dm(&model).unwrap(), bytes);
}
