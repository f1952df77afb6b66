//! What `sward info` tells about a Wii U file.

use serde::Serialize;
use sward::formats::bfres::curve::Keys;
use sward::formats::bfres::model::Material;
use sward::formats::bfres::param_animation::ParamGroup;
use sward::formats::bfres::{Bfres, GROUP_NAMES, GROUPS, Model, ParamAnimation, Texture, TexturePattern};
use sward::formats::bytes::Warnings;

/// How many names of textures the patterns of a file list in all, and how many bytes long; real files have some hundreds.
const MOST_NAMES: u64 = 1 << 22;
const MOST_BYTES: u64 = 1 << 26;
/// And how many keys may be looked at for them: one a name, but where a curve names textures that aren't there.
const MOST_STEPS: u64 = 1 << 28;

/// All files of an input as one.
#[derive(Debug, Serialize)]
pub struct BfresReport<'a> {
    pub format: &'static str,
    /// Of the first file.
    pub version: String,
    /// The names that the files give themselves.
    pub files: Vec<&'a str>,
    pub models: Vec<ModelReport<'a>>,
    pub textures: Vec<TextureReport<'a>>,
    pub texture_patterns: Vec<PatternReport<'a>>,
    pub param_animations: Vec<ParamReport<'a>>,
    pub unread: Vec<UnreadReport>,
}

#[derive(Debug, Serialize)]
pub struct ModelReport<'a> {
    pub name: &'a str,
    pub shapes: usize,
    pub materials: Vec<MaterialReport<'a>>,
    pub bones: usize,
    pub vertices: u64,
    /// Of the finest level of each shape, as far as they can be drawn.
    pub triangles: usize,
}

#[derive(Debug, Serialize)]
pub struct MaterialReport<'a> {
    pub name: &'a str,
    pub samplers: Vec<SamplerReport<'a>>,
}

#[derive(Debug, Serialize)]
pub struct SamplerReport<'a> {
    pub sampler: &'a str,
    /// `None` where the material has none for it.
    pub texture: Option<&'a str>,
}

#[derive(Debug, Serialize)]
pub struct TextureReport<'a> {
    pub name: &'a str,
    pub width: u32,
    pub height: u32,
    pub format: String,
    /// Levels, with the largest.
    pub mips: u32,
    /// Levels whose bytes are there.
    pub mips_here: u32,
}

#[derive(Debug, Serialize)]
pub struct PatternReport<'a> {
    pub name: &'a str,
    pub last_frame: i32,
    pub looping: bool,
    /// How many frames the tracks list, from 0 on: all, unless there are absurdly many.
    pub frames_listed: u64,
    pub tracks: Vec<TrackReport<'a>>,
}

#[derive(Debug, Serialize)]
pub struct TrackReport<'a> {
    pub material: &'a str,
    pub sampler: &'a str,
    /// A name a frame; `None` where the pattern names none.
    pub textures: Vec<Option<&'a str>>,
}

#[derive(Debug, Serialize)]
pub struct ParamReport<'a> {
    pub name: &'a str,
    pub group: &'static str,
    pub last_frame: i32,
    pub looping: bool,
    pub materials: Vec<AnimatedReport<'a>>,
}

#[derive(Debug, Serialize)]
pub struct AnimatedReport<'a> {
    pub material: &'a str,
    pub params: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
pub struct UnreadReport {
    pub group: &'static str,
    pub count: u64,
}

/// What is told of the files of one input.
pub fn report(files: &[Bfres]) -> BfresReport<'_> {
    let patterns: Vec<_> = files.iter().flat_map(|file| &file.texture_patterns).collect();
    let frames = most_frames(&patterns);
    let mut unread = [0u64; GROUPS];
    for file in files {
        for (sum, &count) in unread.iter_mut().zip(&file.unread) {
            *sum += u64::from(count);
        }
    }
    BfresReport {
        format: "BFRES",
        version: files.first().map_or_else(String::new, |file| file.version.to_string()),
        files: files.iter().map(|file| file.name.as_str()).collect(),
        models: files.iter().flat_map(|file| &file.models).map(model_report).collect(),
        textures: files.iter().flat_map(|file| &file.textures).map(texture_report).collect(),
        texture_patterns: patterns.iter().map(|pattern| pattern_report(pattern, frames)).collect(),
        param_animations: files.iter().flat_map(|file| &file.param_animations).map(param_report).collect(),
        unread: GROUP_NAMES
            .into_iter()
            .zip(unread)
            .filter(|&(_, count)| count > 0)
            .map(|(group, count)| UnreadReport { group, count })
            .collect(),
    }
}

fn model_report(model: &Model) -> ModelReport<'_> {
    // What is odd about the triangles is told when they are drawn.
    let shapes = model.assembled(&mut Warnings::default());
    ModelReport {
        name: &model.name,
        shapes: model.shapes.len(),
        materials: model.materials.iter().map(material_report).collect(),
        bones: model.skeleton.bones.len(),
        vertices: model.vertex_buffers.iter().map(|buffer| u64::from(buffer.count)).sum(),
        triangles: shapes.iter().filter_map(|shape| shape.lods.first()).map(Vec::len).sum(),
    }
}

fn material_report(material: &Material) -> MaterialReport<'_> {
    let samplers = material.samplers.iter().enumerate().map(|(index, sampler)| SamplerReport {
        sampler: &sampler.name,
        texture: material.textures.get(index).map(String::as_str),
    });
    MaterialReport { name: &material.name, samplers: samplers.collect() }
}

fn texture_report(texture: &Texture) -> TextureReport<'_> {
    TextureReport {
        name: &texture.name,
        width: texture.width,
        height: texture.height,
        format: texture.format_name(),
        mips: texture.mip_count.max(1),
        mips_here: texture.level_count(),
    }
}

/// How many frames of each pattern are listed, so that neither time nor memory is without bounds.
fn most_frames(patterns: &[&TexturePattern]) -> u64 {
    let tracks: u64 = patterns.iter().map(|pattern| pattern.tracks().count() as u64).sum();
    let materials = patterns.iter().flat_map(|pattern| &pattern.materials);
    let keys: u64 = materials
        .flat_map(|material| {
            let curve = |index: u8| material.curves.get(usize::from(index));
            material.samplers.iter().filter_map(move |sampler| sampler.curve.and_then(curve))
        })
        .map(|curve| curve.frames.len() as u64 + key_numbers(&curve.keys))
        .sum();
    // As if every track showed the longest name of its pattern in every frame, and each in a line of its own.
    let bytes: u64 = patterns
        .iter()
        .map(|pattern| {
            let longest = pattern.textures.iter().map(|name| escaped_len(name)).max().unwrap_or_default();
            pattern.tracks().count() as u64 * (longest + LINE)
        })
        .sum();
    (MOST_NAMES / tracks.max(1)).min(MOST_BYTES / bytes.max(1)).min(MOST_STEPS / (tracks + keys).max(1))
}

/// Bytes of JSON around a name in a list: how far it is set in, its quotes, a comma, and the end of the line; or `null`.
const LINE: u64 = 20;

/// Bytes of a name in JSON.
fn escaped_len(name: &str) -> u64 {
    let of = |byte: u8| {
        if matches!(byte, b'"' | b'\\') {
            2
        } else if byte < 0x20 {
            6
        } else {
            1
        }
    };
    name.bytes().map(of).sum()
}

fn key_numbers(keys: &Keys) -> u64 {
    match keys {
        Keys::Float(keys) => keys.len() as u64,
        Keys::Int(keys) => keys.len() as u64,
    }
}

fn pattern_report(pattern: &TexturePattern, most_frames: u64) -> PatternReport<'_> {
    let frames = u64::from(pattern.last_frame.max(0).unsigned_abs()) + 1;
    let frames_listed = frames.min(most_frames);
    PatternReport {
        name: &pattern.name,
        last_frame: pattern.last_frame,
        looping: pattern.looping(),
        frames_listed,
        tracks: pattern
            .tracks()
            .map(|track| TrackReport {
                material: track.material,
                sampler: track.sampler,
                textures: (0..frames_listed).map(|frame| track.texture_at(frame as f32)).collect(),
            })
            .collect(),
    }
}

fn param_report(animation: &ParamAnimation) -> ParamReport<'_> {
    let group = match animation.group {
        ParamGroup::Any => GROUP_NAMES[3],
        ParamGroup::Color => GROUP_NAMES[4],
        ParamGroup::TextureMatrix => GROUP_NAMES[5],
    };
    let materials = animation.materials.iter().map(|material| AnimatedReport {
        material: &material.material,
        params: material.params.iter().map(|param| param.name.as_str()).collect(),
    });
    ParamReport {
        name: &animation.name,
        group,
        last_frame: animation.last_frame,
        looping: animation.looping(),
        materials: materials.collect(),
    }
}
