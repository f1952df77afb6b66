#![allow(clippy::unwrap_used)]
use super::*;
use crate::formats::bfres::curve::{CurveKind, FrameType, KeyType, Wrap};
use crate::formats::bfres::model::{Material, MeshParts};
use crate::formats::bfres::texture_pattern::{MaterialPattern, SamplerPattern};
use crate::formats::bfres::{Curve, Model, Texture, Version};
use crate::scene::clutter::Planting;

/// A pattern that shows `textures` one after another on `_a0` of `material`.
fn pattern(name: &str, material: &str, textures: &[&str]) -> TexturePattern {
    let last = textures.len() as i32 - 1;
    let curve = Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0,
        start: 0.0,
        end: last as f32,
        scale: 1.0,
        offset: Offset::Int(0),
        delta: 0.0,
        frames: (0..=last).map(|frame| frame as f32).collect(),
        keys: Keys::Int((0..=last).collect()),
    };
    TexturePattern {
        name: name.into(),
        path: String::new(),
        flags: 0,
        last_frame: last,
        baked_size: 0,
        bound_model: None,
        textures: textures.iter().map(|&name| name.to_owned()).collect(),
        materials: vec![MaterialPattern {
            material: material.into(),
            bind_index: None,
            samplers: vec![SamplerPattern { sampler: "_a0".into(), sub_bind: None, curve: Some(0), base: 0 }],
            curves: vec![curve],
        }],
        user_data: Vec::new(),
    }
}

/// A file with `count` materials "m" that show "t.0", and textures of these names.
fn file(count: usize, textures: &[&str], patterns: Vec<TexturePattern>) -> Bfres {
    let mesh = MeshParts {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        lods: vec![vec![[0, 1, 2]]],
        ..MeshParts::default()
    };
    let materials = vec![Material::plain("m", &[("_a0", "t.0")]); count];
    let textures =
        textures.iter().map(|name| Texture::from_rgba8(name, [4, 4], &[vec![9; 64]], true)).collect();
    let models = if count == 0 { Vec::new() } else { vec![Model::of_meshes("model", materials, &[mesh])] };
    Bfres { models, textures, texture_patterns: patterns, ..Bfres::empty(Version::V3_4) }
}

/// The timeline of files, its models, and how many patterns are said not to be shown.
fn timeline(mut files: Vec<Bfres>) -> (Timeline, Models, u64) {
    let mut warnings = Warnings::default();
    let models = Models::of_files(&files, &mut Warnings::default()).unwrap();
    let objects = Objects::default();
    let driven = Driven { models: &models, clutter: None, objects: &objects };
    let (timeline, _) = Timeline::new(&mut files, driven, &[], &[], &mut warnings).unwrap();
    let hidden = warnings.iter().filter(|warning| warning.kind == "pattern-not-shown");
    (timeline, models, hidden.map(|warning| warning.count).sum())
}

/// File and name of the albedo of each material at a frame.
fn shown<'m>(timeline: &Timeline, models: &'m Models, frame: f32) -> Vec<(u32, &'m str)> {
    let materials = timeline.at(frame).materials;
    let texture = |state: &MaterialState| &models.textures[state.textures[0].unwrap() as usize];
    materials.iter().map(|state| (texture(state).file, texture(state).name.as_str())).collect()
}

#[test]
fn equal_samplers_and_equal_materials_do_not_multiply() {
    let mut many = pattern("p", "m", &["t.0", "t.1"]);
    let sampler = many.materials[0].samplers[0].clone();
    many.materials[0].samplers = vec![sampler; 3000];
    let (timeline, models, hidden) = timeline(vec![file(3000, &["t.0", "t.1"], vec![many])]);
    assert_eq!((timeline.tracks.len(), timeline.textures.len(), hidden), (3000, 1, 0));
    assert!(shown(&timeline, &models, 1.0).iter().all(|&shown| shown == (0, "t.1")));
}

#[test]
fn a_file_drives_its_own_materials_with_its_own_textures() {
    let one = || file(1, &["t.0", "t.1"], vec![pattern("p", "m", &["t.0", "t.1"])]);
    let other = || file(1, &["t.0", "t.1"], vec![pattern("p", "m", &["t.1", "t.0"])]);
    let (timeline, models, hidden) = timeline(vec![one(), other()]);
    assert_eq!(hidden, 0, "each shows its own");
    assert_eq!(shown(&timeline, &models, 0.0), [(0, "t.0"), (1, "t.1")]);
    assert_eq!(shown(&timeline, &models, 1.0), [(0, "t.1"), (1, "t.0")]);
}

#[test]
fn a_pattern_of_another_file_drives_what_the_own_file_leaves() {
    let patterns = || vec![pattern("p", "m", &["t.1"]), pattern("q", "m", &["t.0"])];
    let (timeline, models, hidden) =
        timeline(vec![file(0, &[], patterns()), file(2, &["t.0", "t.1"], Vec::new())]);
    assert_eq!(hidden, 1, "q is told");
    assert_eq!(shown(&timeline, &models, 0.0), [(1, "t.1"); 2]);
    let own = file(1, &["t.0", "t.1"], vec![pattern("own", "m", &["t.0"])]);
    let (timeline, models, hidden) =
        super::tests::timeline(vec![file(0, &[], patterns()), own, file(1, &["t.0", "t.1"], Vec::new())]);
    // The name means what it means to the pattern's file: there, the first of all.
    assert_eq!(shown(&timeline, &models, 0.0), [(1, "t.0"), (1, "t.1")]);
    assert_eq!(hidden, 1);
}

#[test]
fn a_bind_decodes_each_texture_that_its_track_can_show_and_no_other() {
    let mut driver = pattern("p", "m", &["t.0", "t.1", "t.0", "t.2", "t.3"]);
    driver.materials[0].curves[0].keys = Keys::Int(vec![0, 1, 2, 99, -7]);
    let mut files = vec![file(1, &["t.0", "t.1", "t.2", "t.3"], vec![driver])];
    let models = Models::default();
    let clutter = Clutter::from_model(&plant(), &Planting::default());
    let objects = Objects::default();
    let driven = Driven { models: &models, clutter: Some(&clutter), objects: &objects };
    let bind = |target: &str| Bind {
        pattern: "p".into(),
        material: "m".into(),
        sampler: "_a0".into(),
        target: target.parse().unwrap(),
        from: Some("scene.toml".into()),
    };
    let made = Timeline::new(&mut files.clone(), driven, &[], &[bind("grass:0")], &mut Warnings::default());
    let (timeline, bound) = made.unwrap();
    assert_eq!(bound[0].images.len(), 2);
    let shown = [0.0, 1.0, 2.0, 3.0].map(|frame| timeline.at(frame).bound[0]);
    assert_eq!(shown, [Some(0), Some(1), Some(0), Some(0)], "what is nowhere leaves the one before");
    let error = Timeline::new(&mut files, driven, &[], &[bind("grass:99")], &mut Warnings::default());
    let words = error.unwrap_err().to_string();
    assert!(
        words.starts_with("scene.toml: ") && words.contains("0 to 0") && words.contains("poppy"),
        "{words}"
    );
}

/// A triangle of grass.
fn plant() -> crate::formats::xray::DetailModel {
    use crate::formats::xray::{DetailModel, DetailVertex};
    let vertex = |u: f32, v: f32| DetailVertex { position: [u, v, 0.0], uv: [u, v] };
    DetailModel {
        shader: String::new(),
        texture: "poppy".into(),
        flags: 0,
        min_scale: 1.0,
        max_scale: 1.0,
        dropped_triangles: 0,
        vertices: vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0)],
        indices: vec![0, 1, 2],
    }
}
