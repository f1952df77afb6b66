//! Wii U files and exported parts, and all that is made of their values, up to what moves in a scene.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::bfres::{self, Bfres, ParamAnimation, TextureMatrix, TexturePattern};
use sward::formats::bytes::Warnings;
use sward::scene::models::Models;
use sward::scene::objects::Objects;
use sward::scene::timeline::{Driven, Timeline};

/// Before, at and between frames, behind the last one, and what is none.
const FRAMES: [f32; 7] = [-1.5, 0.0, 1.0, 2.5, 1e9, f32::INFINITY, f32::NAN];

fuzz_target!(|bytes: &[u8]| {
    for file in [bfres::decode(bytes), bfres::decode_part(bytes)].into_iter().flatten() {
        ask(&file);
        show(file);
    }
});

/// Asks for everything that is made of the values.
fn ask(file: &Bfres) {
    let _ = bfres::encode(file);
    let _ = bfres::encode_part(file);
    for shape in file.models.iter().flat_map(|model| model.assembled(&mut Warnings::default())) {
        let there = shape.positions.len();
        assert!(shape.positions.as_flattened().iter().all(|value| value.is_finite()));
        assert!(shape.lods.iter().flatten().flatten().all(|&index| (index as usize) < there));
    }
    for texture in &file.textures {
        for level in 0..texture.level_count() {
            let _ = texture.rgba(level, texture.slice_count() - 1);
        }
    }
    for pattern in &file.texture_patterns {
        play(pattern);
    }
    for animation in &file.param_animations {
        move_textures(animation);
    }
    let mut twice = file.clone();
    twice.take_mips(file);
}

fn play(pattern: &TexturePattern) {
    for track in pattern.tracks() {
        for frame in FRAMES {
            let shown = track.index_at(frame);
            assert!(shown.is_none_or(|index| index < pattern.textures.len()));
            assert_eq!(track.texture_at(frame).is_some(), shown.is_some());
        }
    }
    if let Some(first) = pattern.tracks().next() {
        let by_name = pattern.texture_at(first.material, first.sampler, 1.0);
        assert_eq!(by_name, first.texture_at(1.0));
    }
}

fn move_textures(animation: &ParamAnimation) {
    for material in &animation.materials {
        for param in &material.params {
            let mut value = [0; 0x18];
            for frame in FRAMES {
                assert!(animation.apply(&material.material, &param.name, &mut value, frame));
                let _ = TextureMatrix::from_value(&value).map(|matrix| matrix.value());
            }
        }
    }
}

/// Plays the file alone.
fn show(file: Bfres) {
    let mut files = [file];
    let Some(models) = Models::of_files(&files, &mut Warnings::default()) else { return };
    let objects = Objects::default();
    let driven = Driven { models: &models, clutter: None, objects: &objects };
    let timeline = Timeline::new(&mut files, driven, &[], &[], &mut Warnings::default());
    let (timeline, _) = timeline.expect("nothing was asked for by name");
    for frame in FRAMES {
        assert_eq!(timeline.at(frame).materials.len(), models.materials.len());
    }
}
