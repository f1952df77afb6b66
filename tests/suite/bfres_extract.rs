//! Textures come out of a Wii U file as pictures, and `info` tells what is in it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ddsfile::{Dds, DxgiFormat};
use sward::formats::archive::yaz0;
use sward::formats::bfres::texture::Block;
use sward::formats::bfres::{self, Bfres, Texture, Version};

fn sward(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sward")).current_dir(folder).args(args).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(folder: &Path, file: &str) -> serde_json::Value {
    let output = sward(folder, &["info", file, "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Pixels that differ everywhere.
fn pixels([width, height]: [u32; 2]) -> Vec<u8> {
    (0..width * height)
        .flat_map(|index| [index as u8, (index >> 3) as u8, 200, (255 - index % 7) as u8])
        .collect()
}

fn plain(name: &str) -> Texture {
    Texture::from_rgba8(name, [24, 20], &[pixels([24, 20])], true)
}

/// BC1 with all of its levels, each byte its own.
fn blocks(name: &str) -> (Texture, Vec<Vec<u8>>) {
    let levels: Vec<Vec<u8>> = (0..7u32)
        .map(|level| {
            let across = (64u32 >> level).max(1).div_ceil(4) as usize;
            (0..across * across * 8).map(|at| (at * 7 + level as usize) as u8).collect()
        })
        .collect();
    (Texture::from_blocks(name, Block::Bc1, true, [64, 64], &levels), levels)
}

fn file(name: &str, textures: Vec<Texture>) -> Vec<u8> {
    let file = Bfres { name: name.into(), textures, ..Bfres::empty(Version([3, 4, 0, 4])) };
    bfres::encode(&file).unwrap()
}

fn read_png(path: &Path) -> (png::OutputInfo, bool, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info, reader.info().srgb.is_some(), bytes)
}

#[test]
fn textures_are_written_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let (bc1, levels) = blocks("../wall");
    let bytes = file("", vec![plain("grass"), bc1, plain("Grass")]);
    fs::write(folder.path().join("a.szs"), yaz0::pack(&bytes)).unwrap();
    let output = sward(folder.path(), &["extract", "a.szs", "-o", "out/deep"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let out = folder.path().join("out/deep");
    let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["Grass-2.png", "_._wall.dds", "_._wall.png", "grass.png"]);

    let (info, srgb, rgba) = read_png(&out.join("grass.png"));
    assert_eq!((info.width, info.height, srgb), (24, 20, true));
    assert_eq!(rgba, pixels([24, 20]));
    let dds = Dds::read(fs::File::open(out.join("_._wall.dds")).unwrap()).unwrap();
    assert_eq!(dds.get_dxgi_format(), Some(DxgiFormat::BC1_UNorm_sRGB));
    assert_eq!(dds.get_num_mipmap_levels(), 7);
    assert_eq!(dds.data, levels.concat());
}

#[test]
fn a_file_of_another_content_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.bfres"), file("", vec![plain("grass")])).unwrap();
    fs::write(folder.path().join("grass.png"), b"mine").unwrap();
    let output = sward(folder.path(), &["extract", "a.bfres", "-o", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is there already"), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path().join("grass.png")).unwrap(), b"mine");
    fs::remove_file(folder.path().join("grass.png")).unwrap();
    for _ in 0..2 {
        assert!(
            sward(folder.path(), &["extract", "a.bfres", "-o", "."]).status.success(),
            "the same again is fine"
        );
    }
}

#[test]
fn what_cannot_be_decoded_is_told_after_the_others_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let odd = Texture { tile_mode: 13, ..plain("odd") };
    fs::write(folder.path().join("a.bfres"), file("", vec![odd, plain("grass")])).unwrap();
    let output = sward(folder.path(), &["extract", "a.bfres", "-o", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("\"odd\"") && said.contains("1 of 2 textures"), "{said}");
    assert!(folder.path().join("out/grass.png").exists() && !folder.path().join("out/odd.png").exists());
}

#[test]
fn textures_lie_in_the_files_beside_and_their_smaller_levels_in_the_second() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, levels) = blocks("wall");
    // What stands where the smaller levels should be is the next texture's, and noise.
    let base = Texture { mips: vec![0x5a; whole.mips.len()], ..whole.clone() };
    let rest = Texture { data: vec![0xa5; whole.data.len()], ..whole };
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    write("Fish.sbfres", yaz0::pack(&file("Fish", vec![])));
    let said = stderr(&sward(folder.path(), &["extract", "Fish.sbfres", "-o", "out"]));
    assert!(said.contains("no textures here") && said.contains(".Tex1"), "{said}");

    write("Fish.Tex1.sbfres", yaz0::pack(&file("Fish.Tex1", vec![base])));
    let report = json(folder.path(), "Fish.sbfres");
    assert_eq!(report["textures"][0]["mips"], 7);
    assert_eq!(report["textures"][0]["mips_here"], 1);
    assert!(report["warnings"].as_array().unwrap().iter().any(|warning| warning["kind"] == "missing-mips"));

    write("fish.TEX2.SBFRES", file("Fish.Tex2", vec![rest]));
    for input in ["Fish.sbfres", "Fish.Tex1.sbfres"] {
        let report = json(folder.path(), input);
        assert_eq!(report["textures"][0]["mips_here"], 7, "{input}");
        assert_eq!(report["warnings"].as_array().unwrap().len(), 0, "{report}");
        assert_eq!(report["textures"].as_array().unwrap().len(), 1);
    }
    let output = sward(folder.path(), &["extract", "Fish.sbfres", "-o", "out"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let dds = Dds::read(fs::File::open(folder.path().join("out/wall.dds")).unwrap()).unwrap();
    assert_eq!(dds.data, levels.concat());
}

#[test]
fn an_exported_texture_is_a_file_with_that_alone() {
    let folder = tempfile::tempdir().unwrap();
    let part = Bfres { textures: vec![plain("grass")], ..Bfres::empty(Version([4, 5, 0, 3])) };
    fs::write(folder.path().join("grass.bftex"), bfres::encode_part(&part).unwrap()).unwrap();
    let report = json(folder.path(), "grass.bftex");
    assert_eq!(report["format"], "BFRES");
    assert_eq!(report["version"], "4.5.0.3");
    assert_eq!(report["textures"][0]["name"], "grass");
    assert_eq!((&report["textures"][0]["width"], &report["textures"][0]["height"]), (&24.into(), &20.into()));
    assert_eq!(report["textures"][0]["format"], "RGBA8 sRGB");
    assert_eq!(bfres::decode_part(&bfres::encode_part(&part).unwrap()), Ok(part));
}

#[test]
fn a_world_has_no_textures_to_extract() {
    let folder = tempfile::tempdir().unwrap();
    let world = sward::formats::wrp::World::flat(sward::formats::wrp::Variant::Wvr8, [4; 2], [4; 2], 10.0);
    fs::write(folder.path().join("a.wrp"), sward::formats::wrp::encode(&world).unwrap()).unwrap();
    let output = sward(folder.path(), &["extract", "a.wrp", "-o", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("holds no textures"), "{}", stderr(&output));
    assert!(!folder.path().join("out").exists());
}

#[test]
fn a_texture_that_lacks_most_of_its_slices_is_told_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut deep = plain("deep");
    deep.dim = 5;
    deep.depth = 16384;
    fs::write(folder.path().join("a.bfres"), file("a", vec![deep, plain("grass")])).unwrap();
    let output = sward(folder.path(), &["extract", "a.bfres", "-o", "out"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("\"deep\""), "{}", stderr(&output));
    let names = fs::read_dir(folder.path().join("out")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["grass.png"]);
}
