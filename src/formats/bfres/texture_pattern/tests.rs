#![allow(clippy::unwrap_used, clippy::panic)]

mod fixtures;
mod whole_files;

use super::super::curve::{CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use super::super::read::File;
use super::super::write::Writer;
use super::super::{UserValues, Version};
use super::*;
use crate::formats::bytes::{Result, Warnings};
use fixtures::{BASIC, BASS};

const VERSION: Version = Version([3, 4, 0, 4]);
const BEFORE: Version = Version([3, 3, 0, 0]);

fn read_as(bytes: &[u8], version: Version) -> Result<(TexturePattern, Warnings)> {
    let file = File::new(bytes, version);
    let mut warnings = Warnings::default();
    let pattern = read(file.place(0), &mut warnings)?;
    Ok((pattern, warnings))
}

fn read_sound(bytes: &[u8], version: Version) -> TexturePattern {
    let (pattern, warnings) = read_as(bytes, version).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    pattern
}

fn written(pattern: &TexturePattern, version: Version) -> Vec<u8> {
    let mut out = Writer::new(version);
    write(&mut out, pattern).unwrap();
    out.finish().bytes
}

/// As the first fixture says.
fn basic() -> TexturePattern {
    let curve = Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0,
        start: 0.0,
        end: 3.0,
        scale: 1.0,
        offset: Offset::Int(1),
        delta: 3.0,
        frames: vec![0.0, 1.0, 2.0, 3.0],
        keys: Keys::Int(vec![-1, 0, 1, 2]),
    };
    let e0 = |sub_bind, curve, base| SamplerPattern { sampler: "_e0".into(), sub_bind, curve, base };
    TexturePattern {
        name: "Basic".into(),
        path: String::new(),
        flags: 0,
        last_frame: 3,
        baked_size: 0x10,
        bound_model: None,
        textures: (0..4).map(|index| format!("Emm.{index}")).collect(),
        materials: vec![
            MaterialPattern {
                material: "m_Body".into(),
                bind_index: None,
                samplers: vec![e0(None, Some(0), 0)],
                curves: vec![curve],
            },
            MaterialPattern {
                material: "m_Light".into(),
                bind_index: Some(7),
                samplers: vec![e0(Some(2), None, 3)],
                curves: vec![],
            },
        ],
        user_data: vec![],
    }
}

/// As the second fixture says.
fn bass() -> TexturePattern {
    let basic = basic();
    let material = basic.materials[0].clone();
    let curve = Curve {
        frame_type: FrameType::Fixed16,
        key_type: KeyType::I16,
        pre_wrap: Wrap::Repeat,
        post_wrap: Wrap::Repeat,
        end: 2.0,
        offset: Offset::Int(-1),
        delta: 0.0,
        frames: vec![0.0, 1.5, 2.0],
        keys: Keys::Int(vec![1, 2, 3]),
        ..material.curves[0].clone()
    };
    TexturePattern {
        name: "Bass".into(),
        flags: 5,
        last_frame: 2,
        baked_size: 0,
        textures: (0..3).map(|index| format!("Alb.{index}")).collect(),
        materials: vec![MaterialPattern {
            material: "Mt_Body".into(),
            samplers: vec![SamplerPattern { sampler: "_a0".into(), ..material.samplers[0].clone() }],
            curves: vec![curve],
            ..material
        }],
        ..basic
    }
}

fn shown(pattern: &TexturePattern, material: &str, sampler: &str, frames: &[f32]) -> Vec<String> {
    let at = |&frame: &f32| pattern.texture_at(material, sampler, frame).unwrap_or("none").to_owned();
    frames.iter().map(at).collect()
}

#[test]
fn a_pattern_since_3_4_is_read_as_its_bytes_say() {
    assert_eq!(read_sound(&BASIC, VERSION), basic());
}

#[test]
fn a_pattern_before_3_4_is_read_as_its_bytes_say() {
    assert_eq!(read_sound(&BASS, BEFORE), bass());
    assert!(bass().looping() && !basic().looping());
}

#[test]
fn a_version_that_lies_does_not_matter() {
    assert_eq!(read_sound(&BASIC, BEFORE), basic());
    assert_eq!(read_sound(&BASS, VERSION), bass());
    // Patterns without a curve, as there is none to tell the layout.
    let still = TexturePattern { materials: basic().materials.split_off(1), ..basic() };
    assert_eq!(read_sound(&written(&still, VERSION), BEFORE), still);
    assert_eq!(read_sound(&written(&still, BEFORE), VERSION), still);
}

#[test]
fn textures_stand_in_a_group_or_in_an_array_whatever_the_version_says() {
    let array = written(&basic(), Version([3, 4, 0, 1]));
    let group = written(&basic(), VERSION);
    assert!(array.len() < group.len());
    for version in [Version([3, 4, 0, 0]), Version([3, 4, 0, 1]), VERSION, Version([4, 5, 0, 3])] {
        assert_eq!(read_sound(&array, version), basic(), "{version}");
        assert_eq!(read_sound(&group, version), basic(), "{version}");
    }
}

#[test]
fn both_patterns_are_written_as_they_are_read() {
    assert_eq!(read_sound(&written(&basic(), VERSION), VERSION), basic());
    assert_eq!(read_sound(&written(&bass(), BEFORE), BEFORE), bass());
    // The header and what follows it up to the samplers' curves hold the same bytes but for offsets.
    assert_eq!(written(&basic(), VERSION)[0xc..0x28], BASIC[0xc..0x28]);
    assert_eq!(written(&bass(), BEFORE)[0xc..0x28], BASS[0xc..0x28]);
}

#[test]
fn every_frame_up_to_the_last_one_shows_its_own_texture() {
    let frames: Vec<f32> = (0..=3).map(|frame| frame as f32).collect();
    assert_eq!(shown(&basic(), "m_Body", "_e0", &frames), ["Emm.0", "Emm.1", "Emm.2", "Emm.3"]);
    assert_eq!(
        shown(&basic(), "m_Body", "_e0", &[-2.0, 0.9, 2.5, 4.0, f32::NAN]),
        ["Emm.0", "Emm.0", "Emm.2", "Emm.3", "Emm.0"]
    );
}

/// A tool that took the offset for a float showed the first texture twice and the last one never.
#[test]
fn r290_an_integer_offset_shows_four_different_textures() {
    let pattern = read_sound(&BASIC, VERSION);
    let mut textures = shown(&pattern, "m_Body", "_e0", &[0.0, 1.0, 2.0, 3.0]);
    assert_eq!(textures, ["Emm.0", "Emm.1", "Emm.2", "Emm.3"]);
    textures.dedup();
    assert_eq!(textures.len(), 4);
}

#[test]
fn a_sampler_without_a_curve_shows_its_base_value() {
    assert_eq!(shown(&basic(), "m_Light", "_e0", &[0.0, 2.0, 9.0]), ["Emm.3"; 3]);
}

#[test]
fn a_pattern_that_loops_begins_again_behind_its_last_frame() {
    let frames = [-1.0, 0.0, 1.0, 1.5, 2.0, 2.5, 3.5, 4.0];
    let expected = ["Alb.0", "Alb.0", "Alb.0", "Alb.1", "Alb.2", "Alb.0", "Alb.1", "Alb.0"];
    assert_eq!(shown(&bass(), "Mt_Body", "_a0", &frames), expected);
}

#[test]
fn a_pattern_of_one_frame_shows_it_always() {
    for flags in [0, 4] {
        let still = TexturePattern { last_frame: 0, flags, ..basic() };
        assert_eq!(shown(&still, "m_Body", "_e0", &[-1.0, 0.0, 1.0, 7.5]), ["Emm.0"; 4]);
    }
}

#[test]
fn what_a_pattern_does_not_drive_shows_nothing_of_it() {
    assert_eq!(basic().texture_at("m_Body", "_a0", 0.0), None);
    assert_eq!(basic().texture_at("m_Wheel", "_e0", 0.0), None);
    let tracks: Vec<_> =
        basic().tracks().map(|track| (track.material.to_owned(), track.sampler.to_owned())).collect();
    assert_eq!(tracks, [("m_Body".into(), "_e0".into()), ("m_Light".into(), "_e0".into())]);
}

#[test]
fn a_bad_index_is_told_and_the_texture_before_stays() {
    let mut pattern = basic();
    pattern.materials[0].curves[0].keys = Keys::Int(vec![-1, 100, -50, 2]);
    let (read, warnings) = read_as(&written(&pattern, VERSION), VERSION).unwrap();
    assert_eq!(read, pattern);
    let warning = warnings.iter().next().unwrap();
    assert_eq!((warning.kind, warning.count), ("bad-texture-index", 2));
    for part in ["m_Body", "_e0", "101", "of 4"] {
        assert!(warning.message.contains(part), "{warning}");
    }
    assert_eq!(shown(&pattern, "m_Body", "_e0", &[0.0, 1.0, 2.0, 3.0]), ["Emm.0", "Emm.0", "Emm.0", "Emm.3"]);

    assert!(warning.message.ends_with("the one before stays"), "{warning}");

    // No key before is good: the base value, or nothing.
    let told = |pattern: &TexturePattern| {
        let (_, warnings) = read_as(&written(pattern, VERSION), VERSION).unwrap();
        warnings.iter().map(|warning| (warning.count, warning.message.clone())).collect::<Vec<_>>()
    };
    pattern.materials[0].curves[0].keys = Keys::Int(vec![50, 51, 52, 2]);
    pattern.materials[0].samplers[0].base = 2;
    let [(3, message)] = &told(&pattern)[..] else { panic!("{:?}", told(&pattern)) };
    assert!(message.contains("51 of 4") && message.ends_with("its base value is taken"), "{message}");
    assert_eq!(shown(&pattern, "m_Body", "_e0", &[0.0, 2.0, 3.0]), ["Emm.2", "Emm.2", "Emm.3"]);
    pattern.materials[0].samplers[0].base = 9;
    assert_eq!(pattern.texture_at("m_Body", "_e0", 1.0), None);
    // Three keys, and the base value itself.
    let [(4, message)] = &told(&pattern)[..] else { panic!("{:?}", told(&pattern)) };
    assert!(message.ends_with("it keeps the material's own texture"), "{message}");
}

#[test]
fn between_keys_and_behind_a_wrap_the_texture_of_the_frame_before_stays_too() {
    let mut pattern = basic();
    pattern.last_frame = 5;
    let curve = &mut pattern.materials[0].curves[0];
    // 1, 2, 3, then beyond all textures.
    *curve = Curve {
        kind: CurveKind::Linear,
        key_type: KeyType::Bits32,
        offset: Offset::Float(0.0),
        end: 5.0,
        frames: vec![0.0, 5.0],
        keys: Keys::Float(vec![1.0, 5.0, 6.0, 0.0]),
        ..curve.clone()
    };
    let frames = [0.0, 1.0, 2.0, 3.0, 4.5, 5.0];
    assert_eq!(
        shown(&pattern, "m_Body", "_e0", &frames),
        ["Emm.1", "Emm.2", "Emm.3", "Emm.3", "Emm.3", "Emm.3"]
    );
    // There and back over 0, 1 and a key that names none.
    let curve = &mut pattern.materials[0].curves[0];
    *curve = Curve {
        post_wrap: Wrap::Mirror,
        end: 2.0,
        offset: Offset::Int(0),
        frames: vec![0.0, 1.0, 2.0],
        keys: Keys::Int(vec![0, 1, 99]),
        ..basic().materials[0].curves[0].clone()
    };
    assert_eq!(shown(&pattern, "m_Body", "_e0", &[1.0, 2.0, 3.0, 4.0]), ["Emm.1", "Emm.1", "Emm.1", "Emm.0"]);
    // A wrap that lands on a bad key right after frame 1: frame 1 stays, not what the curve has before the bad key.
    let curve = &mut pattern.materials[0].curves[0];
    *curve = Curve {
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Repeat,
        end: 2.0,
        frames: vec![0.0, 1.0],
        keys: Keys::Int(vec![99, 3]),
        ..curve.clone()
    };
    pattern.materials[0].samplers[0].base = 2;
    assert_eq!(shown(&pattern, "m_Body", "_e0", &[0.0, 1.0, 2.0, 3.0]), ["Emm.2", "Emm.3", "Emm.3", "Emm.3"]);
}

#[test]
fn bad_base_values_and_curves_are_told_once_a_kind() {
    let mut pattern = basic();
    pattern.materials[1].samplers[0].base = 4;
    pattern.materials[0].samplers[0].curve = Some(1);
    let (read, warnings) = read_as(&written(&pattern, VERSION), VERSION).unwrap();
    assert_eq!(read, pattern);
    let kinds: Vec<_> = warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, ["bad-curve-index", "bad-texture-index"]);
    assert_eq!(read.texture_at("m_Body", "_e0", 2.0), Some("Emm.0"), "its base value");
    assert_eq!(read.texture_at("m_Light", "_e0", 2.0), None);
    let last = warnings.iter().last().unwrap();
    assert!(last.message.contains("base value 4 of 4 textures"), "{last}");
    assert!(last.message.ends_with("it keeps the material's own texture"), "{last}");
}

#[test]
fn a_pattern_that_ends_before_it_begins_is_told_and_stays_at_frame_0() {
    let pattern = TexturePattern { last_frame: -1, ..basic() };
    let (read, warnings) = read_as(&written(&pattern, VERSION), VERSION).unwrap();
    assert_eq!(read, pattern);
    let warning = warnings.iter().next().unwrap();
    assert_eq!((warning.kind, warning.count), ("bad-last-frame", 1));
    assert!(warning.message.contains("\"Basic\" ends at frame -1"), "{warning}");
    assert_eq!(shown(&pattern, "m_Body", "_e0", &[0.0, 5.0]), ["Emm.0"; 2]);
}

/// Curves of 3.4 were taken for those of 3.3 where they were alone, baked, with frames and without a delta.
#[test]
fn a_lone_baked_curve_with_frames_is_read_as_the_version_says() {
    for (version, len) in
        [([3, 4, 0, 0], 0x24), ([3, 4, 0, 4], 0x24), ([4, 5, 0, 3], 0x24), ([3, 3, 0, 0], 0x20)]
    {
        let version = Version(version);
        let mut pattern = basic();
        let curve = &mut pattern.materials[0].curves[0];
        (curve.kind, curve.delta, curve.offset) = (CurveKind::BakedInt, 0.0, Offset::Int(0));
        (curve.frames, curve.keys) = (vec![], Keys::Int(vec![2, 1, 0, 2]));
        let mut bytes = written(&pattern, version);
        // The only offset of the curve is that to its keys; the one before it is to frames that it doesn't need.
        let at = bytes.windows(2).position(|flags| flags == [0x00, 0x5a]).unwrap();
        let frames = at + len - 8;
        let keys = u32::from_be_bytes(bytes[frames + 4..frames + 8].try_into().unwrap()) + 4;
        bytes[frames..frames + 4].copy_from_slice(&keys.to_be_bytes());
        let read = read_sound(&bytes, version);
        assert_eq!(read, pattern, "{version}");
        let frames = [0.0, 1.0, 2.0, 3.0];
        assert_eq!(shown(&read, "m_Body", "_e0", &frames), ["Emm.2", "Emm.1", "Emm.0", "Emm.2"], "{version}");
    }
}

#[test]
fn a_bound_model_is_known_by_its_name() {
    let pattern = TexturePattern { bound_model: Some("Kart".into()), ..basic() };
    let mut out = Writer::new(VERSION);
    write(&mut out, &pattern).unwrap();
    out.model_is_here("Kart");
    out.bytes(b"FMDL");
    out.name("Kart");
    let mut bytes = out.finish().bytes;
    assert_eq!(read_sound(&bytes, VERSION), pattern);

    let at = bytes.windows(4).position(|bytes| bytes == b"FMDL").unwrap();
    bytes[at] = b'X';
    let (read, warnings) = read_as(&bytes, VERSION).unwrap();
    assert_eq!(read, basic());
    assert_eq!(warnings.iter().next().unwrap().kind, "bad-bound-model");
}

#[test]
fn counts_that_lie_are_refused() {
    for (at, len) in [(0x16, 2), (0x3c, 2), (0x3e, 2), (0x7e, 2)] {
        let mut bytes = BASIC;
        bytes[at..at + len].fill(0xff);
        let error = read_as(&bytes, VERSION).unwrap_err();
        assert!(error.found.contains("65535"), "{error}");
    }
}

#[test]
fn materials_that_share_their_lists_take_no_more_than_the_file_allows() {
    // Ten thousand materials, which all have the curves of one: 500 of them with 200 keys each.
    let basic = basic();
    let frames = (0..200).map(|frame| frame as f32).collect();
    let curve = Curve { frames, keys: Keys::Int(vec![0; 200]), ..basic.materials[0].curves[0].clone() };
    let mut materials = vec![basic.materials[1].clone(); 10_000];
    materials[0].curves = vec![curve; 500];
    let mut bytes = written(&TexturePattern { materials, ..basic }, VERSION);
    let array = 0x38 + 20_000;
    let place_of_curves = array + 0x14;
    let curves =
        place_of_curves + u32::from_be_bytes(bytes[place_of_curves..][..4].try_into().unwrap()) as usize;
    for material in 1..10_000 {
        let at = array + material * 0x1c;
        bytes[at + 2..at + 4].copy_from_slice(&500u16.to_be_bytes());
        let relative = curves as i32 - (at as i32 + 0x14);
        bytes[at + 0x14..at + 0x18].copy_from_slice(&relative.to_be_bytes());
    }
    let error = read_as(&bytes, VERSION).unwrap_err();
    assert!(error.found.contains("many times"), "{error}");
}

#[test]
fn what_a_layout_has_no_room_for_is_not_written() {
    let refused = |pattern: TexturePattern, version| {
        let mut out = Writer::new(version);
        write(&mut out, &pattern).unwrap_err().to_string()
    };
    assert!(refused(TexturePattern { last_frame: 65536, ..bass() }, BEFORE).contains("65536"));
    assert!(refused(basic(), BEFORE).contains("delta"));
    let mut pattern = basic();
    pattern.materials[0].samplers[0].curve = Some(128);
    assert!(refused(pattern, VERSION).contains("128"));
    let mut pattern = basic();
    pattern.materials[0].bind_index = Some(0xffff);
    assert!(refused(pattern, VERSION).contains("65535"));
    let textures = vec![String::new(); 65536];
    assert!(refused(TexturePattern { textures, ..basic() }, VERSION).contains("65536"));
}

#[test]
fn user_data_stays_with_its_pattern() {
    let user_data = vec![UserData { name: "speed".into(), values: UserValues::Floats(vec![1.5]) }];
    for version in [VERSION, BEFORE] {
        let pattern = TexturePattern { user_data: user_data.clone(), ..bass() };
        assert_eq!(read_sound(&written(&pattern, version), version), pattern);
    }
}
