//! Files with animations of every kind, written and read as a whole.

use super::super::super::curve::tests::any_curve;
use super::super::super::param_animation::tests::any_animation;
use super::super::super::{Bfres, decode, encode};
use super::*;
use proptest::prelude::*;

fn any_sampler() -> impl Strategy<Value = SamplerPattern> {
    let index = || proptest::option::of(0..128u8);
    ("[a-z_0-9]{0,5}", index(), index(), any::<u16>())
        .prop_map(|(sampler, sub_bind, curve, base)| SamplerPattern { sampler, sub_bind, curve, base })
}

fn any_pattern() -> impl Strategy<Value = TexturePattern> {
    let samplers = proptest::collection::vec(any_sampler(), 0..4);
    let curves = proptest::collection::vec(any_curve(), 0..4);
    let material = ("[a-zA-Z_]{0,9}", proptest::option::of(0..0xffffu16), samplers, curves).prop_map(
        |(material, bind_index, samplers, curves)| MaterialPattern { material, bind_index, samplers, curves },
    );
    (
        "[a-zA-Z_]{1,9}",
        "[a-z/]{0,9}",
        any::<u16>(),
        any::<i32>(),
        any::<u32>(),
        proptest::collection::vec("[a-zA-Z_.0-9]{1,9}", 0..9),
        proptest::collection::vec(material, 0..4),
    )
        .prop_map(|(name, path, flags, last_frame, baked_size, textures, materials)| TexturePattern {
            name,
            path,
            flags,
            last_frame,
            baked_size,
            bound_model: None,
            textures,
            materials,
            user_data: vec![UserData { name: "made".into(), values: UserValues::Ints(vec![2012, 5]) }],
        })
}

/// With the patterns and animations that its version can hold.
fn any_file() -> impl Strategy<Value = Bfres> {
    let versions = [[2, 6, 0, 0], [3, 3, 0, 1], [3, 4, 0, 0], [3, 4, 0, 1], [3, 4, 0, 4], [4, 5, 0, 3]];
    let version = prop::sample::select(versions.map(Version).to_vec());
    let patterns = proptest::collection::vec(any_pattern(), 0..4);
    (version, patterns, proptest::collection::vec(any_animation(), 0..3)).prop_map(
        |(version, patterns, params)| {
            let mut file = Bfres::empty(version);
            file.texture_patterns = patterns;
            if version >= Version::V3_4 {
                file.param_animations = params;
                return file;
            }
            for pattern in &mut file.texture_patterns {
                pattern.last_frame &= 0xffff;
                for curve in pattern.materials.iter_mut().flat_map(|material| &mut material.curves) {
                    curve.delta = 0.0;
                }
            }
            file
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn a_file_of_animations_is_read_back(file in any_file()) {
        let mut read = decode(&encode(&file).unwrap()).unwrap();
        read.warnings = Warnings::default(); // Random indices mostly mean no texture.
        prop_assert_eq!(read, file);
    }

    #[test]
    fn a_file_of_animations_that_is_cut_short_is_refused(
        pattern in any_pattern(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut file = Bfres::empty(VERSION);
        file.texture_patterns = vec![pattern];
        let bytes = encode(&file).unwrap();
        // Up to three bytes behind the last name mean nothing.
        prop_assert!(decode(&bytes[..cut.index(bytes.len() - 3)]).is_err());
    }

    #[test]
    fn files_of_animations_with_flipped_bytes_never_panic(
        file in any_file(),
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        frame in prop_oneof![any::<f32>(), -9f32..99.0],
    ) {
        let mut bytes = encode(&file).unwrap();
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(file) = decode(&bytes) {
            for track in file.texture_patterns.iter().flat_map(|pattern| pattern.tracks()) {
                prop_assert_eq!(track.texture_at(frame).is_some(), track.index_at(frame).is_some());
            }
        }
    }

    #[test]
    fn a_track_shows_a_texture_of_its_pattern_or_none(pattern in any_pattern(), frame in any::<f32>()) {
        for track in pattern.tracks() {
            if let Some(index) = track.index_at(frame) {
                prop_assert_eq!(track.texture_at(frame), Some(pattern.textures[index].as_str()));
            }
        }
    }
}
