//! Slots, models and the texture of a level.

use std::fs;

use sward::check::{MOST_PLACES, Severity};
use sward::formats::xray::{DetailModel, Slot, SlotBounds, SlotLight, encode_details, encode_dm};

use super::{findings_of, findings_of_level, level, only, part, plant, sound_texture, texture};

#[test]
fn a_sound_level_has_no_findings() {
    for version in 2..=4 {
        assert_eq!(findings_of_level(&level(version)), [], "version {version}");
    }
}

#[test]
fn each_fault_of_a_slot_is_found_in_its_slot() {
    type Fault = (&'static str, fn(&mut Slot));
    let faults: [Fault; 8] = [
        ("slot-without-model", |slot| slot.parts[3] = part(2)),
        ("phantom-slot", |slot| slot.bounds = SlotBounds::Quantised { base: 0, height: 0 }),
        ("part-without-density", |slot| slot.parts[2].density = [0; 4]),
        ("density-without-model", |slot| slot.parts[1].density = [0, 0, 5, 0]),
        ("duplicate-model", |slot| slot.parts[3] = part(0)),
        ("saturated-box", |slot| slot.bounds = SlotBounds::Quantised { base: 900, height: 255 }),
        ("saturated-box", |slot| slot.bounds = SlotBounds::Quantised { base: 4095, height: 3 }),
        ("slot-without-light", |slot| slot.light = SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] }),
    ];
    for version in [3, 4] {
        for (code, fault) in faults {
            let mut details = level(version);
            fault(&mut details.slots[8]);
            let findings = findings_of_level(&details);
            let place = only(&findings, code);
            assert_eq!((place.slot, findings[0].count), (Some([3, 1]), 1), "{code}");
            // Slot 3, 1 of the grid is slot 1, 11 of the world.
            let [x, _, z] = place.position.unwrap();
            assert_eq!([x, z], [3.0, 23.0]);
        }
    }
}

#[test]
fn the_part_of_a_fault_is_told() {
    let mut details = level(3);
    details.slots[0].parts[3] = part(62);
    let findings = findings_of_level(&details);
    let place = only(&findings, "slot-without-model");
    assert_eq!((place.slot, place.part, place.model), (Some([0, 0]), Some(3), Some(62)));
    assert!(place.offset.is_some(), "the decoder knows its byte");
    assert_eq!(findings[0].severity, Severity::Error);
    assert_eq!(
        findings[0].message,
        "a part of a slot names a model that the file lacks: the file has 2 models"
    );
}

#[test]
fn faults_of_version_2_are_found_too() {
    let mut dark = level(2);
    dark.slots[6].light = SlotLight::Corners([0; 4]);
    assert_eq!(only(&findings_of_level(&dark), "slot-without-light").slot, Some([1, 1]));
    let mut upside_down = level(2);
    upside_down.slots[6].bounds = SlotBounds::Absolute { bottom: 3.0, top: 2.0 };
    assert_eq!(only(&findings_of_level(&upside_down), "phantom-slot").slot, Some([1, 1]));
    // The ends of a quantised range mean nothing here.
    let mut low = level(2);
    low.slots[6].bounds = SlotBounds::Absolute { bottom: -200.0, top: 300.0 };
    assert_eq!(findings_of_level(&low), []);
}

#[test]
fn each_fault_of_a_model_is_found_in_its_model() {
    type Fault = (&'static str, fn(&mut DetailModel));
    let faults: [Fault; 8] = [
        ("zero-scale", |model| model.min_scale = 0.0),
        ("zero-scale", |model| (model.min_scale, model.max_scale) = (-1.0, 0.0)),
        ("odd-model-scale", |model| model.min_scale = -0.5),
        ("odd-model-scale", |model| model.max_scale = 0.25),
        ("uv-outside-texture", |model| model.vertices[2].uv[1] = -0.25),
        ("empty-model", |model| model.indices.clear()),
        ("unknown-model-flags", |model| model.flags = 2),
        ("too-many-indices", |model| model.indices = [0, 1, 2].repeat(10_923)),
    ];
    for (code, fault) in faults {
        let mut details = level(3);
        fault(&mut details.models[1]);
        let place = only(&findings_of_level(&details), code);
        assert!(place.model == Some(1) || place.field == Some("models[1].flags".into()), "{code}: {place:?}");
    }
    let mut full = level(3);
    full.models[1].indices = [0, 1, 2].repeat(10_922); // 65,532 bytes, the most whole triangles that fit.
    assert_eq!(findings_of_level(&full), []);
}

#[test]
fn a_bad_index_is_found_in_its_model() {
    let model = encode_dm(&plant()).unwrap();
    let mut file = encode_details(&level(3)).unwrap();
    // The second of the two equal models.
    let last = file.windows(model.len()).rposition(|window| window == model).unwrap() + model.len() - 2;
    file[last] = 4;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("build_details.dds"), sound_texture()).unwrap();
    let findings = findings_of(folder.path(), "level.details", &file);
    let place = only(&findings, "bad-index");
    assert_eq!((place.model, place.offset), (Some(1), Some(last as u64)));
    assert!(findings[0].message.ends_with("1 of 2 triangles are left out"), "{}", findings[0].message);
    // Alone as in a level.
    let mut alone = model.clone();
    let end = alone.len();
    alone[end - 2] = 9;
    assert_eq!(only(&findings_of(folder.path(), "a.dm", &alone), "bad-index").model, Some(0));
    assert_eq!(findings_of(folder.path(), "a.dm", &model), []);
}

#[test]
fn a_model_that_no_slot_names_is_found() {
    let mut details = level(3);
    details.models.push(plant());
    assert_eq!(only(&findings_of_level(&details), "unused-model").model, Some(2));
}

#[test]
fn each_fault_of_the_texture_is_found() {
    let key = |at: u32| if at.is_multiple_of(2) { 255 } else { 0 };
    let cut = {
        let mut bytes = sound_texture();
        bytes.truncate(bytes.len() - 8);
        bytes
    };
    let faults = [
        ("broken-texture", b"DDS and no more".to_vec()),
        ("texture-size", texture([12, 16], 5, key)),
        ("texture-shape", texture([8, 64], 7, key)),
        ("texture-without-mips", texture([8, 8], 1, key)),
        ("texture-cut-mips", cut),
        ("texture-cut-mips", texture([8, 8], 4, key)[..128 + 256].to_vec()),
        ("texture-without-alpha", texture([8, 8], 4, |_| 255)),
        ("texture-all-clear", texture([8, 8], 4, |_| 0)),
    ];
    let file = encode_details(&level(3)).unwrap();
    for (code, texture) in faults {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("Build_Details.dds"), texture).unwrap();
        let findings = findings_of(folder.path(), "level.details", &file);
        only(&findings, code);
        assert!(findings[0].file.ends_with("Build_Details.dds"), "{code}: {}", findings[0].file);
    }
    let folder = tempfile::tempdir().unwrap();
    only(&findings_of(folder.path(), "level.details", &file), "missing-texture");
    // Plants of version 2 may have textures of their own.
    let mut old = level(2);
    for model in &mut old.models {
        model.texture = "det\\det_grass".into();
    }
    assert_eq!(findings_of(folder.path(), "level.details", &encode_details(&old).unwrap()), []);
}

#[test]
fn thousands_of_places_are_one_finding_that_counts_them() {
    let mut details = level(3);
    details.size = [50, 40];
    details.slots = vec![details.slots[0]; 2000];
    for slot in &mut details.slots[100..1900] {
        slot.bounds = SlotBounds::Quantised { base: 0, height: 0 };
    }
    let findings = findings_of_level(&details);
    assert_eq!(only(&findings, "phantom-slot").slot, Some([0, 2]));
    assert_eq!((findings[0].count, findings[0].places.len()), (1800, MOST_PLACES));
}
