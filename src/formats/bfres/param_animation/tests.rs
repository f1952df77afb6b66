#![allow(clippy::unwrap_used)]

use super::super::curve::tests::any_curve;
use super::super::curve::{CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use super::super::read::File;
use super::super::write::Writer;
use super::super::{TextureMatrix, TextureMode, Version};
use super::*;
use crate::formats::bytes::{Result, Warnings};
use proptest::prelude::*;

const VERSION: Version = Version([3, 4, 0, 4]);

/// Water that flows one width of its texture in four frames, with a constant scale of 2.
fn water() -> ParamAnimation {
    let flow = Curve {
        frame_type: FrameType::F32,
        key_type: KeyType::Bits32,
        kind: CurveKind::Linear,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0x10,
        start: 0.0,
        end: 4.0,
        scale: 1.0,
        offset: Offset::Float(0.0),
        delta: 1.0,
        frames: vec![0.0, 4.0],
        keys: Keys::Float(vec![0.0, 1.0, 1.0, 0.0]),
    };
    let two = 2f32.to_bits();
    let matrix = AnimatedParam {
        name: "tex_mtx0".into(),
        sub_bind: 3,
        curves: vec![flow],
        constants: vec![Constant { target: 4, bits: two }, Constant { target: 8, bits: two }],
    };
    ParamAnimation {
        group: ParamGroup::TextureMatrix,
        name: "Water".into(),
        path: String::new(),
        flags: 4,
        last_frame: 4,
        baked_size: 0,
        bound_model: None,
        materials: vec![MaterialParams {
            material: "m_Water".into(),
            bind_index: None,
            params: vec![matrix],
        }],
        user_data: vec![],
    }
}

fn written(animation: &ParamAnimation) -> Vec<u8> {
    let mut out = Writer::new(VERSION);
    write(&mut out, animation).unwrap();
    out.finish().bytes
}

fn read_as(bytes: &[u8], version: Version) -> Result<(Option<ParamAnimation>, Warnings)> {
    let mut warnings = Warnings::default();
    let file = File::new(bytes, version);
    Ok((read(file.place(0), ParamGroup::TextureMatrix, &mut warnings)?, warnings))
}

fn any_param() -> impl Strategy<Value = AnimatedParam> {
    let constants = proptest::collection::vec(
        any::<[u32; 2]>().prop_map(|[target, bits]| Constant { target, bits }),
        0..4,
    );
    ("[a-z_0-9]{0,9}", any::<u16>(), proptest::collection::vec(any_curve(), 0..4), constants).prop_map(
        |(name, sub_bind, mut curves, constants)| {
            curves.sort_by_key(|curve| curve.kind.is_whole());
            AnimatedParam { name, sub_bind, curves, constants }
        },
    )
}

pub(in super::super) fn any_animation() -> impl Strategy<Value = ParamAnimation> {
    let material =
        ("[a-zA-Z_]{1,9}", proptest::option::of(0..0xffffu16), proptest::collection::vec(any_param(), 0..4))
            .prop_map(|(material, bind_index, params)| MaterialParams { material, bind_index, params });
    (proptest::collection::vec(material, 0..4), any::<u32>(), 0..=i32::MAX)
        .prop_map(|(materials, flags, last_frame)| ParamAnimation { flags, last_frame, materials, ..water() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn an_animation_is_read_back(animation in any_animation()) {
        let read = read_as(&written(&animation), VERSION).unwrap();
        prop_assert_eq!(read, (Some(animation), Warnings::default()));
    }

    #[test]
    fn animations_of_any_bytes_never_panic(
        animation in any_animation(),
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        frame in any::<f32>(),
    ) {
        let mut bytes = written(&animation);
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok((Some(animation), _)) = read_as(&bytes, VERSION) {
            let mut value = [0; 0x18];
            for param in animation.materials.iter().flat_map(|material| &material.params) {
                param.apply(&mut value, frame);
            }
        }
    }
}

#[test]
fn water_flows_and_keeps_its_scale() {
    let still =
        TextureMatrix { mode: TextureMode::Maya, scale: [1.0; 2], rotation: 0.0, translation: [0.0; 2] };
    let at = |frame| {
        let mut value = still.value();
        assert!(water().apply("m_Water", "tex_mtx0", &mut value, frame));
        TextureMatrix::from_value(&value).unwrap()
    };
    for (frame, x) in [(0.0, 0.0), (1.0, 0.25), (4.0, 1.0), (5.0, 0.25), (-1.0, 0.75)] {
        assert_eq!(
            at(frame),
            TextureMatrix { scale: [2.0; 2], translation: [x, 0.0], ..still },
            "frame {frame}"
        );
    }
}

#[test]
fn what_nothing_drives_stays() {
    let mut value = [7; 0x18];
    assert!(!water().apply("m_Water", "tex_mtx1", &mut value, 1.0));
    assert!(!water().apply("m_Road", "tex_mtx0", &mut value, 1.0));
    assert_eq!(value, [7; 0x18]);
}

#[test]
fn what_lies_beyond_a_value_is_left_out() {
    let mut param = water().materials[0].params[0].clone();
    param.constants = [5, 8, u32::MAX].map(|target| Constant { target, bits: 0x0102_0304 }).to_vec();
    let mut value = [0; 8];
    param.apply(&mut value, 0.0);
    assert_eq!(value, [0; 8]);
    param.constants[0].target = 4;
    param.apply(&mut value, 0.0);
    assert_eq!(value, [0, 0, 0, 0, 1, 2, 3, 4]);
}

#[test]
fn old_versions_are_left_out_with_a_warning() {
    let (animation, warnings) = read_as(&written(&water()), Version([3, 3, 0, 0])).unwrap();
    assert_eq!(animation, None);
    let warning = warnings.iter().next().unwrap();
    assert_eq!(warning.kind, "old-param-animation");
    assert!(warning.message.contains("Water") && warning.message.contains("3.3.0.0"), "{warning}");
    let mut out = Writer::new(Version([3, 3, 0, 0]));
    assert!(write(&mut out, &water()).is_err());
}

#[test]
fn curves_and_constants_beyond_those_of_the_material_are_refused() {
    let bytes = written(&water());
    // Behind the header and the bind indices: a material, then its parameter.
    let param = 0x34 + 4 + 0x20;
    for (at, field) in
        [(0, "param.curves"), (2, "param.curves"), (6, "param.constants"), (8, "param.constants")]
    {
        let mut bytes = bytes.clone();
        bytes[param + at] = 1;
        assert_eq!(read_as(&bytes, VERSION).unwrap_err().field, field);
    }
}
