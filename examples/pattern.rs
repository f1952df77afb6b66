//! Prints which texture each sampler of a Wii U file shows at each frame; without a file, of one made in memory.
//!
//! `cargo run --example pattern -- Fish.sbfres`

use std::error::Error;

use sward::formats::bfres::curve::{Curve, CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use sward::formats::bfres::texture_pattern::{MaterialPattern, SamplerPattern, TexturePattern};
use sward::formats::bfres::{self, Bfres, Version};
use sward::formats::{self, Content};

/// More frames than any real pattern has; a broken one may ask for two billion.
const MOST_FRAMES: i32 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let files = match std::env::args_os().nth(1) {
        Some(path) => match formats::open(path.as_ref())?.content {
            Content::Bfres(files) => files,
            _ => return Err("the file is no BFRES".into()),
        },
        None => vec![bfres::decode(&bfres::encode(&blinking())?)?],
    };
    for pattern in files.iter().flat_map(|file| &file.texture_patterns) {
        let way = if pattern.looping() { "loops" } else { "stops at its end" };
        println!("{:?}: frames 0 to {}, {way}", pattern.name, pattern.last_frame);
        for track in pattern.tracks() {
            println!("  {} of {}", track.sampler, track.material);
            for frame in 0..=pattern.last_frame.clamp(0, MOST_FRAMES) {
                println!("    {frame}: {}", track.texture_at(frame as f32).unwrap_or("no texture"));
            }
        }
    }
    Ok(())
}

/// Eyes that are open for a while, and shut for a frame.
fn blinking() -> Bfres {
    let curve = Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0,
        start: 0.0,
        end: 5.0,
        scale: 1.0,
        offset: Offset::Int(0),
        delta: 0.0,
        frames: vec![0.0, 3.0, 4.0, 5.0],
        keys: Keys::Int(vec![0, 1, 2, 0]),
    };
    let eyes = SamplerPattern { sampler: "_a0".into(), sub_bind: None, curve: Some(0), base: 0 };
    let material = MaterialPattern {
        material: "m_Eyes".into(),
        bind_index: None,
        samplers: vec![eyes],
        curves: vec![curve],
    };
    let pattern = TexturePattern {
        name: "Blink".into(),
        path: String::new(),
        flags: 4, // It loops.
        last_frame: 5,
        baked_size: 0,
        bound_model: None,
        textures: ["Eyes_Open", "Eyes_Half", "Eyes_Shut"].map(str::to_owned).to_vec(),
        materials: vec![material],
        user_data: vec![],
    };
    Bfres { texture_patterns: vec![pattern], ..Bfres::empty(Version([3, 4, 0, 4])) }
}
