#![allow(clippy::unwrap_used, clippy::panic)]
use super::super::Version;
use super::super::read::File;
use super::super::write::Writer;
use super::*;
use crate::formats::bytes::Result;
use proptest::prelude::*;

const VERSION: Version = Version([3, 4, 0, 4]);
const BEFORE: Version = Version([3, 3, 0, 0]);

/// A step curve of whole numbers, as in real files.
fn steps(frames: &[f32], keys: &[i32], offset: i32) -> Curve {
    Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0,
        start: frames.first().copied().unwrap_or(0.0),
        end: frames.last().copied().unwrap_or(0.0),
        scale: 1.0,
        offset: Offset::Int(offset),
        delta: 0.0,
        frames: frames.to_vec(),
        keys: Keys::Int(keys.to_vec()),
    }
}

fn floats(kind: CurveKind, frames: &[f32], keys: &[f32]) -> Curve {
    Curve {
        frame_type: FrameType::F32,
        key_type: KeyType::Bits32,
        kind,
        offset: Offset::Float(0.0),
        keys: Keys::Float(keys.to_vec()),
        ..steps(frames, &[], 0)
    }
}

fn int_at(curve: &Curve, frame: f32) -> i32 {
    match curve.value_at(frame) {
        Some(Value::Int(value)) => value,
        other => panic!("{other:?} is no whole number"),
    }
}

fn float_at(curve: &Curve, frame: f32) -> f32 {
    match curve.value_at(frame) {
        Some(Value::Float(value)) => value,
        other => panic!("{other:?} is no float"),
    }
}

fn written(curves: &[Curve], version: Version) -> Vec<u8> {
    let mut out = Writer::new(version);
    write_all(&mut out, &curves.iter().collect::<Vec<_>>()).unwrap();
    out.finish().bytes
}

fn read_back(bytes: &[u8], count: usize, delta: bool) -> Result<Vec<Curve>> {
    read_all(File::new(bytes, VERSION).place(0), count as u16, delta)
}

/// Any curve that can be written; `version` decides about delta.
pub(in super::super) fn any_curve() -> impl Strategy<Value = Curve> {
    let kinds = prop::sample::select(vec![
        CurveKind::Cubic,
        CurveKind::Linear,
        CurveKind::BakedFloat,
        CurveKind::StepInt,
        CurveKind::BakedInt,
        CurveKind::StepBool,
        CurveKind::BakedBool,
    ]);
    let wraps = || prop::sample::select(vec![Wrap::Clamp, Wrap::Repeat, Wrap::Mirror, Wrap::RepeatRelative]);
    let frame_types = prop::sample::select(vec![FrameType::F32, FrameType::Fixed16, FrameType::U8]);
    let key_types = prop::sample::select(vec![KeyType::Bits32, KeyType::I16, KeyType::I8]);
    let keys = proptest::collection::vec(any::<[i32; 4]>(), 1..70);
    (kinds, wraps(), wraps(), frame_types, key_types, keys, any::<[i16; 4]>()).prop_map(
        |(kind, pre_wrap, post_wrap, frame_type, key_type, keys, numbers)| {
            let frames = match (kind.is_baked(), frame_type) {
                (true, _) => Vec::new(),
                (_, FrameType::U8) => (0..keys.len()).map(|index| index as f32 * 3.0).collect(),
                (_, FrameType::Fixed16) => {
                    (0..keys.len()).map(|index| index as f32 * 2.59375 - 9.0).collect()
                }
                (_, FrameType::F32) => (0..keys.len()).map(|index| index as f32 * 1.1 + 0.3).collect(),
            };
            let numbers_a_key = kind.numbers_a_key();
            let whole = keys.iter().flat_map(|key| &key[..numbers_a_key]).map(|&key| match key_type {
                _ if kind.is_bool() => key & 1,
                KeyType::Bits32 => key,
                KeyType::I16 => (key as i16).into(),
                KeyType::I8 => (key as i8).into(),
            });
            let [start, length, offset, delta] = numbers;
            Curve {
                frame_type,
                key_type,
                kind,
                pre_wrap,
                post_wrap,
                target: u32::from(offset.unsigned_abs()),
                start: start.into(),
                end: f32::from(start) + f32::from(length),
                scale: f32::from(delta) / 8.0,
                offset: match kind.is_whole() {
                    true => Offset::Int(offset.into()),
                    false => Offset::Float(f32::from(offset) / 4.0),
                },
                delta: delta.into(),
                frames,
                keys: match !kind.is_whole() && key_type == KeyType::Bits32 {
                    true => Keys::Float(whole.map(|key| key as f32 / 7.0).collect()),
                    false => Keys::Int(whole.collect()),
                },
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn every_kind_of_curve_is_read_back(curves in proptest::collection::vec(any_curve(), 1..5)) {
        let bytes = written(&curves, VERSION);
        prop_assert_eq!(&read_back(&bytes, curves.len(), true).unwrap(), &curves);

        let before: Vec<Curve> = curves.into_iter().map(|curve| Curve { delta: 0.0, ..curve }).collect();
        let bytes = written(&before, BEFORE);
        prop_assert_eq!(&read_back(&bytes, before.len(), false).unwrap(), &before);
    }

    #[test]
    fn curves_of_any_bytes_and_any_frame_never_panic(
        curve in any_curve(),
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        frame in prop_oneof![any::<f32>(), -100f32..100.0],
    ) {
        let mut bytes = written(&[curve], VERSION);
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        for curve in read_back(&bytes, 1, true).unwrap_or_default() {
            prop_assert!(curve.value_at(frame).is_some() || curve.key_count() == 0);
            prop_assert_eq!(curve.good_key_at(frame, |_| None::<()>), None);
        }
    }

    #[test]
    fn a_step_is_the_last_key_that_is_not_later(
        gaps in proptest::collection::vec(1u8..9, 1..20),
        frame in -10f32..150.0,
    ) {
        let frames: Vec<f32> = gaps.iter().scan(0, |at, &gap| { *at += gap; Some(f32::from(*at)) }).collect();
        let keys: Vec<i32> = (0..frames.len() as i32).collect();
        let slow = frames.iter().rposition(|&key| key <= frame).unwrap_or(0);
        prop_assert_eq!(int_at(&steps(&frames, &keys, 0), frame), slow as i32);
    }
}

#[test]
fn the_offset_of_whole_numbers_is_a_whole_number() {
    let curve = steps(&[0.0, 1.0, 2.0, 3.0], &[-1, 0, 1, 2], 1);
    assert_eq!([0.0, 1.0, 2.0, 3.0].map(|frame| int_at(&curve, frame)), [0, 1, 2, 3]);
    assert_eq!([-5.0, 0.99, 2.5, 99.0].map(|frame| int_at(&curve, frame)), [0, 0, 2, 3]);
}

#[test]
fn a_curve_goes_on_as_its_wraps_say() {
    let around = |wrap| {
        let curve = Curve {
            pre_wrap: wrap,
            post_wrap: wrap,
            delta: 10.0,
            ..steps(&[0.0, 1.0, 2.0, 3.0], &[0, 1, 2, 3], 0)
        };
        [-4.0, -3.0, -1.0, 0.0, 3.0, 4.0, 5.0, 6.0, 7.0].map(|frame| int_at(&curve, frame))
    };
    assert_eq!(around(Wrap::Clamp), [0, 0, 0, 0, 3, 3, 3, 3, 3]);
    // The end is inside of the curve; beyond it a round is three frames long.
    assert_eq!(around(Wrap::Repeat), [2, 0, 2, 0, 3, 1, 2, 0, 1]);
    assert_eq!(around(Wrap::Mirror), [2, 3, 1, 0, 3, 2, 1, 0, 1]);
    assert_eq!(around(Wrap::RepeatRelative), [-18, -10, -8, 0, 3, 11, 12, 20, 21]);
}

#[test]
fn floats_run_between_their_keys() {
    let cubic = Curve {
        scale: 2.0,
        offset: Offset::Float(1.0),
        ..floats(CurveKind::Cubic, &[0.0, 4.0], &[1.0, 2.0, 4.0, 8.0, 15.0, 9.0, 9.0, 9.0])
    };
    assert_eq!(float_at(&cubic, 0.0), 3.0);
    assert_eq!(float_at(&cubic, 2.0), 2.0 * (1.0 + 0.5 * (2.0 + 0.5 * (4.0 + 0.5 * 8.0))) + 1.0);
    assert_eq!(float_at(&cubic, 4.0), 31.0, "the last key alone");
    let linear = floats(CurveKind::Linear, &[1.0, 3.0, 5.0], &[10.0, 4.0, 14.0, -14.0, 0.0, 0.0]);
    assert_eq!(
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|frame| float_at(&linear, frame)),
        [10.0, 10.0, 12.0, 14.0, 7.0, 0.0, 0.0]
    );
    let small = Curve {
        key_type: KeyType::I16,
        keys: Keys::Int(vec![100, -50]),
        scale: 0.01,
        ..floats(CurveKind::Linear, &[0.0], &[])
    };
    assert_eq!(float_at(&small, 0.0), 1.0);
}

#[test]
fn baked_curves_have_a_key_for_each_frame_from_their_start() {
    let curve = Curve {
        kind: CurveKind::BakedInt,
        frames: vec![],
        start: 10.0,
        end: 13.0,
        ..steps(&[], &[7, 8, 9, 10], 0)
    };
    assert_eq!([0.0, 10.0, 11.9, 12.0, 13.0, 50.0].map(|frame| int_at(&curve, frame)), [7, 7, 8, 9, 10, 10]);
    let bits = Curve { kind: CurveKind::BakedBool, keys: Keys::Int(vec![1, 0, 1]), ..curve };
    assert_eq!([10.0, 11.0, 12.0, 13.0].map(|frame| int_at(&bits, frame)), [1, 0, 1, 1]);
}

/// The length of a curve was guessed by its bytes once, and such a one read four bytes too early.
#[test]
fn a_baked_curve_with_frames_and_no_delta_is_read_as_its_version_says() {
    for (version, delta) in [(VERSION, true), (BEFORE, false)] {
        for kind in [CurveKind::BakedInt, CurveKind::BakedBool] {
            let curve = Curve { kind, frames: vec![], ..steps(&[], &[1, 0, 0, 1], 0) };
            let mut bytes = written(std::slice::from_ref(&curve), version);
            // Frames that no baked curve needs: where the keys are, which is any place in the file.
            let keys = bytes.len() - 4;
            let field = if delta { 0x1c } else { 0x18 };
            bytes[field..field + 4].copy_from_slice(&((keys - field) as u32).to_be_bytes());
            assert_eq!(read_back(&bytes, 1, delta).unwrap(), [curve], "{kind:?} of {version}");
        }
    }
}

#[test]
fn what_makes_no_sense_still_has_a_value() {
    let keys = [0, 1, 2];
    let curve = steps(&[0.0, 1.0, 2.0], &keys, 0);
    assert_eq!([f32::NAN, f32::NEG_INFINITY, f32::INFINITY].map(|frame| int_at(&curve, frame)), [0, 0, 2]);
    let repeat = Curve { post_wrap: Wrap::Repeat, ..curve.clone() };
    assert_eq!(int_at(&repeat, f32::INFINITY), 2, "no round can be told");
    for end in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY, f32::INFINITY] {
        let odd = Curve { end, post_wrap: Wrap::Mirror, ..curve.clone() };
        assert!(keys.contains(&int_at(&odd, 1.5)), "end {end}");
    }
    assert!(keys.contains(&int_at(&steps(&[2.0, f32::NAN, 1.0], &keys, 0), 1.5)));
    assert_eq!(steps(&[], &[], 0).value_at(0.0), None);
}

#[test]
fn what_a_type_cannot_hold_is_not_written() {
    let curve = steps(&[0.0, 1.0], &[0, 1], 0);
    let refused = |curve: Curve| {
        let mut out = Writer::new(VERSION);
        write_all(&mut out, &[&curve]).unwrap_err().to_string()
    };
    assert!(refused(steps(&[0.5, 1.0], &[0, 1], 0)).contains("0.5"));
    assert!(refused(steps(&[0.0, 256.0], &[0, 1], 0)).contains("256"));
    assert!(refused(steps(&[0.0, 1.0], &[0, 128], 0)).contains("128"));
    assert!(refused(steps(&[0.0], &[0, 1], 0)).contains("frames"));
    assert!(refused(Curve { offset: Offset::Float(1.0), ..curve.clone() }).contains("offset"));
    assert!(refused(Curve { kind: CurveKind::StepBool, ..steps(&[0.0], &[2], 0) }).contains("0 or 1"));
    assert!(refused(Curve { keys: Keys::Float(vec![0.0, 1.0]), ..curve }).contains("keys"));
}

#[test]
fn a_curve_of_no_known_type_is_refused() {
    let bytes = written(&[steps(&[0.0], &[0], 0)], VERSION);
    for (flags, found) in [(0x004bu16, "frame type 3"), (0x004e, "key type 3"), (0x003a, "curve type 3")] {
        let mut bytes = bytes.clone();
        bytes[..2].copy_from_slice(&flags.to_be_bytes());
        assert_eq!(read_back(&bytes, 1, true).unwrap_err().found, found);
    }
}
