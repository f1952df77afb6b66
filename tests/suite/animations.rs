//! Texture patterns play: on models, on plants and on objects, into numbered pictures, APNG, GIF and sheets.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use super::command_line::{code, stderr, stdout, sward};
use sward::formats::bfres::curve::{CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use sward::formats::bfres::model::{Material, MeshParts, ShaderParam};
use sward::formats::bfres::param_animation::{
    AnimatedParam, Constant, MaterialParams, ParamAnimation, ParamGroup,
};
use sward::formats::bfres::texture_pattern::{MaterialPattern, SamplerPattern};
use sward::formats::bfres::{self, Bfres, Curve, Model, Texture, TexturePattern, Version};

const RED: [u8; 4] = [230, 20, 20, 255];
const GREEN: [u8; 4] = [20, 230, 20, 255];
const BLUE: [u8; 4] = [20, 20, 230, 255];

fn texture(name: &str, color: [u8; 4]) -> Texture {
    Texture::from_rgba8(name, [8, 8], &[color.repeat(64)], true)
}

/// Shows texture after texture of `textures`, one a frame, on the sampler `_a0` of `material`.
fn pattern(name: &str, material: &str, textures: &[&str], looping: bool) -> TexturePattern {
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
        offset: Offset::Int(1),
        delta: 0.0,
        frames: (0..=last).map(|frame| frame as f32).collect(),
        keys: Keys::Int((-1..last).collect()),
    };
    TexturePattern {
        name: name.into(),
        path: String::new(),
        flags: if looping { 4 } else { 0 },
        last_frame: last,
        baked_size: 0,
        bound_model: None,
        textures: textures.iter().map(|name| (*name).to_owned()).collect(),
        materials: vec![MaterialPattern {
            material: material.into(),
            bind_index: None,
            samplers: vec![SamplerPattern { sampler: "_a0".into(), sub_bind: None, curve: Some(0), base: 0 }],
            curves: vec![curve],
        }],
        user_data: Vec::new(),
    }
}

/// An upright square that faces south, with a pattern of three colours.
pub fn square() -> Bfres {
    let parts = MeshParts {
        name: "square".into(),
        positions: vec![[-2.0, 0.0, 0.0], [-2.0, 4.0, 0.0], [2.0, 4.0, 0.0], [2.0, 0.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]],
        lods: vec![vec![[0, 2, 1], [0, 3, 2]]],
        ..MeshParts::default()
    };
    let materials = vec![Material::plain("m_Body", &[("_a0", "Body.0")])];
    Bfres {
        models: vec![Model::of_meshes("square", materials, &[parts])],
        textures: vec![texture("Body.0", RED), texture("Body.1", GREEN), texture("Body.2", BLUE)],
        texture_patterns: vec![pattern("Basic", "m_Body", &["Body.0", "Body.1", "Body.2"], false)],
        ..Bfres::empty(Version([3, 4, 0, 4]))
    }
}

fn folder_with(file: &Bfres) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.bfres"), bfres::encode(file).unwrap()).unwrap();
    folder
}

/// Looks north at the middle of the square, which fills the picture.
const CAMERA: [&str; 6] = ["--camera", "0,2,-2,0,0,60", "--size", "32x18", "--sun", "180,45"];

#[track_caller]
fn run(folder: &Path, args: &[&str]) -> String {
    let output = sward(folder, &[&["shot", "a.bfres"], args, &CAMERA].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output).to_owned()
}

/// Which channel is the strongest in the middle of a picture.
fn strongest(rgba: &[u8], [width, height]: [usize; 2], channels: usize) -> usize {
    let at = (height / 2 * width + width / 2) * channels;
    (0..3).max_by_key(|&channel| rgba[at + channel]).unwrap()
}

fn of_png(path: &Path) -> usize {
    let mut reader = png::Decoder::new(Cursor::new(fs::read(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    strongest(&pixels, [info.width as usize, info.height as usize], info.color_type.samples())
}

#[test]
fn every_frame_of_a_pattern_is_drawn_and_both_ends_too() {
    let folder = folder_with(&square());
    let told = run(folder.path(), &["--frames", "0..4", "-o", "f-%03d.png"]);
    assert!(told.starts_with("f-%03d.png: 5 frames, 32 x 18, a.bfres, "), "{told}");
    // The first picture once and the last one as well; behind the end a pattern that doesn't loop stays.
    let shown = (0..5).map(|frame| of_png(&folder.path().join(format!("f-{frame:03}.png"))));
    assert_eq!(shown.collect::<Vec<_>>(), [0, 1, 2, 2, 2]);
    run(folder.path(), &["--frame", "1", "-o", "one.png"]);
    assert_eq!(of_png(&folder.path().join("one.png")), 1);
    assert_eq!(
        fs::read(folder.path().join("one.png")).unwrap(),
        fs::read(folder.path().join("f-001.png")).unwrap(),
        "a frame is the same alone and among others"
    );
}

#[test]
fn a_pattern_that_loops_begins_again_behind_its_last_frame() {
    let mut file = square();
    file.texture_patterns[0].flags = 4;
    let folder = folder_with(&file);
    run(folder.path(), &["--frames", "0..5", "-o", "%d.png"]);
    let shown = (0..6).map(|frame| of_png(&folder.path().join(format!("{frame}.png"))));
    assert_eq!(shown.collect::<Vec<_>>(), [0, 1, 2, 1, 0, 1], "frame 3 is the instant of frame 1");
}

#[test]
fn an_apng_has_every_frame_and_the_rate_that_was_asked_for() {
    let folder = folder_with(&square());
    run(folder.path(), &["-o", "a.apng", "--fps", "12"]);
    let bytes = fs::read(folder.path().join("a.apng")).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let control = reader.info().animation_control().unwrap();
    assert_eq!((control.num_frames, control.num_plays), (3, 0));
    for channel in 0..3 {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(strongest(&pixels, [32, 18], 3), channel);
        let frame = reader.info().frame_control().unwrap();
        assert_eq!(u32::from(frame.delay_den), 12 * u32::from(frame.delay_num));
    }
}

/// How many frames an APNG says that it has.
fn frames_of_apng(path: &Path) -> u32 {
    let reader = png::Decoder::new(Cursor::new(fs::read(path).unwrap())).read_info().unwrap();
    reader.info().animation_control().unwrap().num_frames
}

#[test]
fn a_loop_is_played_without_the_last_frame_unless_that_has_a_texture_of_its_own() {
    let play = |file: &Bfres| {
        let folder = folder_with(file);
        run(folder.path(), &["-o", "a.apng"]);
        frames_of_apng(&folder.path().join("a.apng"))
    };
    let mut file = square();
    file.texture_patterns = vec![pattern("Round", "m_Body", &["Body.0", "Body.1", "Body.0"], true)];
    assert_eq!(play(&file), 2, "frame 2 is frame 0 of the next round");
    file.texture_patterns[0].flags = 0;
    assert_eq!(play(&file), 3, "what doesn't loop has an end of its own");
    file.texture_patterns = vec![pattern("Row", "m_Body", &["Body.0", "Body.1", "Body.2"], true)];
    assert_eq!(play(&file), 3, "the last picture is shown nowhere else");
    file.texture_patterns = vec![pattern("Held", "m_Body", &["Body.0", "Body.1", "Body.1"], true)];
    assert_eq!(play(&file), 2, "each picture is as long as in the game");
    assert_eq!(play(&sliding()), 2, "what moves is where it began");
    // With another animation that has an end there is no common round.
    let mut file = sliding();
    file.texture_patterns = vec![pattern("Once", "m_Body", &["Body.0", "Body.0"], false)];
    assert_eq!(play(&file), 3);
}

#[test]
fn a_clip_of_a_file_that_claims_endless_frames_wants_to_be_told_which() {
    let mut file = square();
    file.texture_patterns[0].last_frame = i32::MAX;
    let folder = folder_with(&file);
    for name in ["a.apng", "a.gif"] {
        let output = sward(folder.path(), &["shot", "a.bfres", "-o", name]);
        assert_eq!(code(&output), 64, "{}", stderr(&output));
        assert!(stderr(&output).contains("--frames A..B"), "{}", stderr(&output));
    }
    run(folder.path(), &["-o", "a.apng", "--frames", "7..9"]);
}

#[test]
fn what_has_one_frame_alone_says_so() {
    let mut file = square();
    file.texture_patterns[0].last_frame = 0;
    let shot = |file: &Bfres| {
        let folder = folder_with(file);
        let output = sward(folder.path(), &["shot", "a.bfres", "-o", "a.apng", "--size", "32x18"]);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("1 frame,"), "{}", stdout(&output));
        stderr(&output).to_owned()
    };
    assert!(shot(&file).contains("one frame only"));
    file.texture_patterns.clear();
    assert!(shot(&file).contains("nothing that is drawn is animated"));
}

#[test]
fn a_series_that_fails_leaves_every_file_as_it_was() {
    let folder = folder_with(&square());
    fs::write(folder.path().join("f-0.png"), "mine").unwrap();
    fs::create_dir(folder.path().join("f-2.png")).unwrap();
    let output = sward(folder.path(), &["shot", "a.bfres", "-o", "f-%d.png", "--frames", "0..2"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("f-2.png: it is a folder"), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path().join("f-0.png")).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing was written");
    fs::remove_dir(folder.path().join("f-2.png")).unwrap();
    run(folder.path(), &["-o", "f-%d.png", "--frames", "0..2"]);
    assert_eq!([0, 1, 2].map(|frame| of_png(&folder.path().join(format!("f-{frame}.png")))), [0, 1, 2]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "and nothing else is left");
}

#[test]
fn a_gif_has_every_frame_and_clear_pixels_on_request() {
    let folder = folder_with(&square());
    let args =
        ["--frames", "0..2", "-o", "a.gif", "--fps", "25", "--transparent", "--camera", "0,2,-20,0,0,60"];
    let output = sward(folder.path(), &[&["shot", "a.bfres", "--size", "64x36"], &args[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(Cursor::new(fs::read(folder.path().join("a.gif")).unwrap())).unwrap();
    let mut channels = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 4);
        assert_eq!(frame.buffer[3], 0, "the corner is clear");
        channels.push(strongest(&frame.buffer, [64, 36], 4));
    }
    assert_eq!(channels, [0, 1, 2]);
}

#[test]
fn a_transparent_picture_is_clear_where_nothing_is() {
    let folder = folder_with(&square());
    let args = [
        "shot",
        "a.bfres",
        "-o",
        "a.png",
        "--transparent",
        "--camera",
        "0.13,2.07,-9,2,1,60",
        "--size",
        "64x36",
    ];
    assert_eq!(code(&sward(folder.path(), &args)), 0);
    let mut reader =
        png::Decoder::new(Cursor::new(fs::read(folder.path().join("a.png")).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    assert_eq!(reader.next_frame(&mut pixels).unwrap().color_type, png::ColorType::Rgba);
    let pixels = pixels.as_chunks::<4>().0;
    assert_eq!(pixels[0], [0; 4]);
    assert_eq!(pixels[18 * 64 + 32][3], 255);
    // The pixels of the edge are as red as the square, not darker.
    let middle = pixels[18 * 64 + 32];
    let edges: Vec<_> = pixels.iter().filter(|pixel| (40..250).contains(&pixel[3])).collect();
    assert!(!edges.is_empty() && edges.iter().all(|edge| edge[0].abs_diff(middle[0]) < 24), "{edges:?}");
}

#[test]
fn options_that_do_not_fit_are_refused_with_what_to_do() {
    let folder = folder_with(&square());
    for (args, words) in [
        (&["--frames", "0..2", "-o", "a.png"][..], "frames-%04d.png"),
        (&["--frames", "2..0", "-o", "a.gif"], "0..47"),
        (&["--frame", "1", "--frames", "0..1", "-o", "a.gif"], "cannot be used with"),
        (&["-o", "a.gif", "--fps", "60"], "lower --fps"),
        (&["--pattern", "Basik", "-o", "a.png"], "\"Basic\""),
        (&["--frame", "-1", "-o", "a.png"], "frame"),
        (&["--frames", "0..2", "-o", "a-%d.bfres"], "end its name in .png"),
        (&["--frame", "1", "-o", "a.apng"], "--frames A..B"),
        (&["-o", "a-%04d.png"], "--frames A..B"),
        (&["--frames", "0..2", "-o", "a-%d-%d.png"], "2 places"),
        (&["--frames", "0..2", "-o", "a-%d.apng"], "one file has all frames"),
        (&["--fps", "12", "-o", "a.png"], ".apng or a .gif"),
        (&["--sheet", "-o", "a.gif"], "a sheet doesn't play"),
        (&["--sheet", "-o", "a.apng"], "a sheet doesn't play"),
        (&["--sheet", "-o", "a-%d.png"], "a sheet is one picture"),
        (&["--sheet", "-o", "a.png", "--size", "64x64"], "--size"),
        (&["--sheet", "-o", "a.png", "--fps", "30"], "--fps"),
        (&["--sheet", "-o", "a.png", "--timings"], "--timings"),
        (&["--sheet", "-o", "a.png", "--step", "0.2"], "--step"),
    ] {
        let output = sward(folder.path(), &[&["shot", "a.bfres"], args].concat());
        assert_eq!(code(&output), 64, "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn of_two_patterns_on_one_sampler_the_first_or_the_chosen_one_is_shown() {
    let mut file = square();
    file.texture_patterns.push(pattern("Other", "m_Body", &["Body.2", "Body.2"], false));
    let folder = folder_with(&file);
    let args = ["shot", "a.bfres", "-o", "a.png"];
    let output = sward(folder.path(), &[&args[..], &CAMERA].concat());
    assert!(stderr(&output).contains("--pattern Other"), "{}", stderr(&output));
    assert_eq!(of_png(&folder.path().join("a.png")), 0);
    let output = sward(folder.path(), &[&args[..], &["--pattern", "Other"], &CAMERA].concat());
    assert_eq!(stderr(&output), "");
    assert_eq!(of_png(&folder.path().join("a.png")), 2);
}

#[test]
fn a_pattern_in_a_file_of_its_own_drives_the_model_of_another() {
    let mut file = square();
    let patterns = std::mem::take(&mut file.texture_patterns);
    let folder = folder_with(&file);
    let animations = Bfres { texture_patterns: patterns, ..Bfres::empty(file.version) };
    fs::write(folder.path().join("b.bfres"), bfres::encode(&animations).unwrap()).unwrap();
    let output = sward(
        folder.path(),
        &[&["shot", "b.bfres", "a.bfres", "-o", "a.png", "--frame", "2"], &CAMERA[..]].concat(),
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(of_png(&folder.path().join("a.png")), 2);
    let output = sward(folder.path(), &["shot", "b.bfres", "-o", "b.png"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("sward info"), "{}", stderr(&output));
}

#[test]
fn a_sheet_has_a_row_for_each_track_and_a_column_for_each_frame() {
    let mut file = square();
    file.texture_patterns[0].textures[1] = "Nowhere".into();
    file.texture_patterns.push(pattern("Eyes", "m_Eye", &["Body.2", "Body.0"], true));
    let folder = folder_with(&file);
    let output = sward(folder.path(), &["shot", "a.bfres", "--sheet", "-o", "s.png"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("2 patterns, 2 tracks"), "{}", stdout(&output));
    let mut reader =
        png::Decoder::new(Cursor::new(fs::read(folder.path().join("s.png")).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let cells = |color: [u8; 4]| pixels.chunks_exact(3).filter(|pixel| *pixel == &color[..3]).count();
    // 112 pixels along an edge.
    assert_eq!([RED, GREEN, BLUE].map(cells), [2 * 112 * 112, 0, 2 * 112 * 112]);
    let output = sward(
        folder.path(),
        &["shot", "a.bfres", "--sheet", "--pattern", "Eyes", "--frames", "1..1", "-o", "s.png"],
    );
    assert!(stdout(&output).contains("1 pattern, 1 track,"), "{}", stdout(&output));
}

#[test]
fn a_sheet_of_any_real_length_fits_and_an_absurd_one_is_refused_before_work() {
    let mut file = square();
    file.texture_patterns[0].last_frame = 599;
    let folder = folder_with(&file);
    let output = sward(folder.path(), &["shot", "a.bfres", "--sheet", "-o", "s.png"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    file.texture_patterns[0].last_frame = i32::MAX;
    let folder = folder_with(&file);
    let output = sward(folder.path(), &["shot", "a.bfres", "--sheet", "-o", "s.png"]);
    // The file is at fault, until somebody asks for as much.
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("--frames A..B"), "{}", stderr(&output));
    let output = sward(folder.path(), &["shot", "a.bfres", "--sheet", "--frames", "100..110", "-o", "s.png"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn a_scene_file_binds_a_pattern_to_grass_and_says_what_is_not_there() {
    let folder = folder_with(&square());
    let details = sward::formats::xray::encode_details(&super::command_line::details()).unwrap();
    fs::write(folder.path().join("level.details"), details).unwrap();
    let scene = |bind: &str| {
        let text = format!("inputs = [\"level.details\", \"a.bfres\"]\n[[bind]]\n{bind}\n");
        fs::write(folder.path().join("scene.toml"), text).unwrap();
    };
    let shot = |frame: &str| {
        sward(folder.path(), &["shot", "scene.toml", "-o", "g.png", "--size", "160x90", "--frame", frame])
    };
    let bytes = || fs::read(folder.path().join("g.png")).unwrap();
    scene("pattern = \"Basic\"\nmaterial = \"m_Body\"\nsampler = \"_a0\"\ntarget = \"grass:0\"");
    let mut pictures = Vec::new();
    for frame in ["0", "1", "2", "1"] {
        let output = shot(frame);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        pictures.push(bytes());
    }
    assert_ne!(pictures[0], pictures[1]);
    assert_ne!(pictures[1], pictures[2]);
    assert_eq!(pictures[1], pictures[3]);
    for (bind, words) in [
        ("pattern = \"Basik\"\nmaterial = \"m_Body\"\nsampler = \"_a0\"\ntarget = \"grass:0\"", "\"Basic\""),
        ("pattern = \"Basic\"\nmaterial = \"m_Body\"\nsampler = \"_a1\"\ntarget = \"grass:0\"", "m_Body _a0"),
        (
            "pattern = \"Basic\"\nmaterial = \"m_Body\"\nsampler = \"_a0\"\ntarget = \"grass:77\"",
            "the models 0 to",
        ),
        (
            "pattern = \"Basic\"\nmaterial = \"m_Body\"\nsampler = \"_a0\"\ntarget = \"objects:flag\"",
            "objects:flag",
        ),
    ] {
        scene(bind);
        let output = shot("0");
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert!(stderr(&output).contains("sward: scene.toml: "), "{}", stderr(&output));
    }
    assert!(stderr(&shot("0")).contains("there are no objects"), "{}", stderr(&shot("0")));
    // As any other fault of the file.
    for text in ["inputs = [\"nowhere.wrp\"]", "inputs = [", "imputs = []", "bind = [{}]"] {
        fs::write(folder.path().join("scene.toml"), text).unwrap();
        let output = shot("0");
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("sward: scene.toml: "), "{}", stderr(&output));
    }
    // What is chosen beside it is no fault of the file.
    fs::write(folder.path().join("scene.toml"), "inputs = [\"a.bfres\"]").unwrap();
    let output = sward(folder.path(), &["shot", "scene.toml", "-o", "g.png", "--pattern", "Basik"]);
    assert_eq!(code(&output), 64, "{}", stderr(&output));
}

#[test]
fn check_tells_of_textures_that_are_nowhere_and_patterns_that_drive_nothing() {
    let mut file = square();
    assert_eq!(
        sward(folder_with(&file).path(), &["check", "a.bfres", "--deny", "all"]).status.code(),
        Some(0)
    );
    file.texture_patterns[0].textures[1] = "Nowhere".into();
    file.texture_patterns.push(pattern("Eyes", "m_Eye", &["Body.2", "Body.0"], true));
    file.models[0].materials[0].textures[0] = "Gone".into();
    file.textures[2].tile_mode = 9;
    let output = sward(folder_with(&file).path(), &["check", "a.bfres", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    let found: Vec<_> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    let expected = [
        "unread-model-texture",
        "missing-model-texture",
        "missing-pattern-texture",
        "pattern-without-material",
    ];
    assert_eq!(found, expected);
}

#[test]
fn check_knows_what_a_scene_file_binds() {
    let folder = folder_with(&square());
    let mut file = square();
    file.texture_patterns.push(pattern("Eyes", "m_Eye", &["Body.2", "Body.0"], true));
    fs::write(folder.path().join("a.bfres"), bfres::encode(&file).unwrap()).unwrap();
    let deny = |input: &str| sward(folder.path(), &["check", input, "--deny", "pattern-without-material"]);
    assert_eq!(code(&deny("a.bfres")), 1);
    let bind =
        "[[bind]]\npattern = \"Eyes\"\nmaterial = \"m_Eye\"\nsampler = \"_a0\"\ntarget = \"objects:flag\"\n";
    fs::write(folder.path().join("scene.toml"), format!("inputs = [\"a.bfres\"]\n{bind}")).unwrap();
    let output = deny("scene.toml");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn what_no_picture_needs_may_be_damaged_and_is_told() {
    let bytes = bfres::encode(&square()).unwrap();
    let material = bytes.windows(4).position(|magic| magic == b"FMAT").unwrap();
    let mut damaged = bytes.clone();
    // Render info and shader lie at the very end of the file, where nothing fits.
    for field in [0x1c, 0x24] {
        let at = material + field;
        let offset = (bytes.len() - 4 - at) as i32;
        damaged[at..at + 4].copy_from_slice(&offset.to_be_bytes());
    }
    let read = bfres::decode(&damaged).unwrap();
    assert_eq!(
        read.warnings.iter().map(|warning| (warning.kind, warning.count)).collect::<Vec<_>>(),
        [("material-part-left-out", 2)]
    );
    assert_eq!(read.models[0].shapes, square().models[0].shapes);
    // A group that isn't read may be anywhere; one that is may not.
    let mut damaged = bytes.clone();
    damaged[0x20 + 4 * 10..][..4].copy_from_slice(&i32::MAX.to_be_bytes());
    assert_eq!(bfres::decode(&damaged).unwrap().warnings.iter().next().unwrap().kind, "unread-group");
    damaged[0x20 + 4 * 6..][..4].copy_from_slice(&i32::MAX.to_be_bytes());
    assert!(bfres::decode(&damaged).unwrap_err().to_string().contains("group"));
}

#[test]
fn a_scene_file_binds_a_pattern_to_the_stand_ins_of_objects() {
    let folder = folder_with(&square());
    let mut world = super::command_line::binarised();
    world.models.fill("ca\\buildings\\church.p3d".into());
    fs::write(folder.path().join("a.wrp"), sward::formats::wrp::encode(&world).unwrap()).unwrap();
    let bind = "[[bind]]\npattern = \"Basic\"\nmaterial = \"m_Body\"\nsampler = \"_a0\"\ntarget = \"objects:church\"";
    fs::write(folder.path().join("scene.toml"), format!("inputs = [\"a.wrp\", \"a.bfres\"]\n{bind}\n"))
        .unwrap();
    let [x, y, z] = [9, 10, 11].map(|part| world.objects[0].matrix[part]);
    let camera = format!("{},{},{z},270,-25", x + 45.0, y + 25.0);
    let args =
        ["shot", "scene.toml", "-o", "%d.png", "--frames", "0..2", "--size", "160x90", "--camera", &camera];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Of each picture how many pixels are mostly red, green and blue.
    let counts = (0..3).map(|frame| {
        let bytes = fs::read(folder.path().join(format!("{frame}.png"))).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let is = |pixel: &[u8], k: usize| {
            (0..3).all(|other| other == k || pixel[k] > pixel[other].saturating_add(90))
        };
        [0, 1, 2].map(|k| pixels.chunks_exact(3).filter(|pixel| is(pixel, k)).count())
    });
    for (frame, counts) in counts.enumerate() {
        assert!((0..3).all(|k| (counts[k] > 40) == (k == frame)), "frame {frame}: {counts:?}");
    }
}

/// The square with a texture that is red at the left and green at the right, which moves by half of itself a frame.
fn sliding() -> Bfres {
    let mut file = square();
    file.texture_patterns.clear();
    file.textures = vec![Texture::from_rgba8(
        "Body.0",
        [8, 8],
        &[[RED.repeat(4), GREEN.repeat(4)].concat().repeat(8)],
        true,
    )];
    let material = &mut file.models[0].materials[0];
    // Type 30: mode, scale, rotation, translation.
    material.params = vec![ShaderParam { name: "tex_mtx0".into(), kind: 30, offset: 0, size: 24 }];
    material.param_data =
        [0, 1.0f32.to_bits(), 1.0f32.to_bits(), 0, 0, 0].iter().flat_map(|word| word.to_be_bytes()).collect();
    let curve = Curve {
        frame_type: FrameType::F32,
        key_type: KeyType::Bits32,
        kind: CurveKind::Linear,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 16, // The translation along u.
        start: 0.0,
        end: 2.0,
        scale: 1.0,
        offset: Offset::Float(0.0),
        delta: 0.0,
        frames: vec![0.0, 2.0],
        keys: Keys::Float(vec![0.0, 1.0, 1.0, 0.0]),
    };
    let param = AnimatedParam {
        name: "tex_mtx0".into(),
        sub_bind: 0,
        curves: vec![curve],
        constants: vec![Constant { target: 4, bits: 1.0f32.to_bits() }],
    };
    file.param_animations = vec![ParamAnimation {
        group: ParamGroup::TextureMatrix,
        name: "flow".into(),
        path: String::new(),
        flags: 4,
        last_frame: 2,
        baked_size: 0,
        bound_model: None,
        materials: vec![MaterialParams { material: "m_Body".into(), bind_index: None, params: vec![param] }],
        user_data: Vec::new(),
    }];
    file
}

#[test]
fn a_texture_matrix_moves_a_texture_on_the_same_frames() {
    let folder = folder_with(&sliding());
    let args = [
        "shot",
        "a.bfres",
        "-o",
        "%d.png",
        "--frames",
        "0..3",
        "--size",
        "32x18",
        "--camera",
        "-1,2,-1.2,0,0,40",
    ];
    let output = sward(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let shown = (0..4).map(|frame| of_png(&folder.path().join(format!("{frame}.png"))));
    // The left quarter: red, then green, and after a whole round red again; frame 3 is the instant of frame 1.
    assert_eq!(shown.collect::<Vec<_>>(), [0, 1, 0, 1]);
    let json = sward(folder.path(), &["info", "a.bfres", "--json"]);
    let json: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
    assert_eq!(json["param_animations"][0]["materials"][0]["params"][0], "tex_mtx0");
}

#[test]
fn a_numbered_picture_never_replaces_an_input() {
    let folder = folder_with(&square());
    fs::rename(folder.path().join("a.bfres"), folder.path().join("f-1.png")).unwrap();
    let before = fs::read(folder.path().join("f-1.png")).unwrap();
    let output = sward(folder.path(), &["shot", "f-1.png", "-o", "f-%d.png", "--frames", "0..2"]);
    assert_eq!(code(&output), 64);
    assert!(stderr(&output).contains("f-1.png: it is an input"), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path().join("f-1.png")).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn the_list_of_a_pattern_has_a_bound_in_bytes() {
    let long = "x".repeat(1000);
    let mut file = square();
    file.texture_patterns[0].last_frame = 3_000_000;
    file.texture_patterns[0].textures[0] = long.clone();
    file.textures[0].name = long;
    let mut pole = Material::plain("poles", &[]);
    pole.params.clear();
    file.models[0].materials.push(pole);
    let folder = folder_with(&file);
    let output = sward(folder.path(), &["info", "a.bfres", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(output.stdout.len() < 80 << 20, "{} bytes", output.stdout.len());
    let json: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    let listed = json["texture_patterns"][0]["frames_listed"].as_u64().unwrap();
    assert_eq!(json["texture_patterns"][0]["tracks"][0]["textures"].as_array().unwrap().len() as u64, listed);
    assert!((1000..100_000).contains(&listed), "{listed}");
    // Without samplers there is nothing behind the name.
    let output = sward(folder.path(), &["info", "a.bfres"]);
    assert!(stdout(&output).contains("poles: no samplers\n"), "{}", stdout(&output));
}
