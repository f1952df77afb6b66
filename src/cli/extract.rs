//! `sward extract`: the textures of a Wii U file as PNG, and those of blocks as DDS too.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, Dds, DxgiFormat, NewDxgiParams};
use sward::formats::bfres::Texture;
use sward::formats::bfres::texture::Block;
use sward::formats::bytes::{FormatError, Warnings};
use sward::formats::{self, Content};
use sward::numbers::counted;
use sward::scene::bfres_beside;

use super::args::Extract;
use super::{Failure, Outcome, complain, escaped, output};

/// GX2 dimensions of a texture with depth, and of the six sides of a cube.
const VOLUME: u32 = 2;
const CUBE: u32 = 3;

/// Longest name of a file without its ending; with that and a number it must fit into 255 bytes.
const LONGEST_NAME: usize = 200;

/// Runs the verb.
pub fn run(args: &Extract) -> Outcome {
    let mut opened = formats::open(&args.input).map_err(|error| Failure::Input(error.into()))?;
    let mut warnings = opened.warnings().into_owned();
    let mut of_beside = Warnings::default();
    bfres_beside::complete(&mut opened, &[], &mut of_beside);
    warnings.append(&of_beside, "");
    super::warn(&args.input.display().to_string(), &warnings);
    let Content::Bfres(files) = &opened.content else {
        let found = anyhow!("{}: holds no textures, expected a Wii U file (BFRES)", args.input.display());
        return Err(Failure::Input(found));
    };
    // What holds the smaller levels alone gave them to the textures of the same names.
    let textures: Vec<&Texture> =
        files.iter().filter(|file| !file.is_rest_of_textures()).flat_map(|file| &file.textures).collect();
    if textures.is_empty() {
        let found =
            "has no textures here; they may be in a file of the same name with .Tex1 before its ending";
        return Err(Failure::Input(anyhow!("{}: {found}", args.input.display())));
    }
    fs::create_dir_all(&args.output)
        .with_context(|| format!("can't make the folder {}", args.output.display()))
        .map_err(Failure::Environment)?;
    let mut names = Names::default();
    let (mut written, mut broken) = (0, 0);
    for texture in &textures {
        // A texture may claim any number of slices; those of which nothing is there need no names.
        let slices = if texture.level_count() == 0 { 1 } else { texture.slice_count() };
        let name = names.of(&texture.name, slices);
        match extract(texture, &args.output, &name)? {
            Ok(files) => {
                written += files;
                let [width, height] = texture.level_size(0);
                let files = counted(files, "file");
                let line = format!("{name}: {width} x {height}, {}, {files}\n", texture.format_name());
                super::print(escaped_line(&line).as_bytes())?;
            }
            Err(error) => {
                broken += 1;
                complain(&format!("the texture {:?} can't be written: {error}", texture.name));
            }
        }
    }
    let files = counted(written, "file");
    super::print(format!("{files} in {}\n", escaped(&args.output.display().to_string())).as_bytes())?;
    match broken {
        0 => Ok(()),
        _ => Err(Failure::Input(anyhow!(
            "{}: {broken} of {} textures could not be written",
            args.input.display(),
            textures.len()
        ))),
    }
}

fn escaped_line(line: &str) -> String {
    escaped(line.trim_end()) + "\n"
}

/// Writes all files of a texture and tells how many; the inner error is of the texture.
fn extract(texture: &Texture, folder: &Path, name: &str) -> Result<Result<usize, FormatError>, Failure> {
    let mut files = 0;
    // The last slice is asked first: of a texture that is cut off nothing is written.
    if let Err(error) = texture.untiled(0, texture.slice_count() - 1) {
        return Ok(Err(error));
    }
    for slice in 0..texture.slice_count() {
        let rgba = match texture.rgba(0, slice) {
            Ok(rgba) => rgba,
            Err(error) => return Ok(Err(error)),
        };
        let file = if slice == 0 { format!("{name}.png") } else { format!("{name}.{slice}.png") };
        let bytes = png(texture.level_size(0), &rgba, texture.is_srgb())
            .with_context(|| format!("can't make {file:?}"))
            .map_err(Failure::Environment)?;
        put(&folder.join(file), &bytes)?;
        files += 1;
    }
    let Some(block) = texture.block() else { return Ok(Ok(files)) };
    let data = match levels(texture) {
        Ok(data) => data,
        Err(error) => return Ok(Err(error)),
    };
    let bytes = dds(texture, block, data)
        .with_context(|| format!("can't make the DDS of {name:?}"))
        .map_err(Failure::Environment)?;
    put(&folder.join(format!("{name}.dds")), &bytes)?;
    Ok(Ok(files + 1))
}

/// Writes a file whole, and never over one that holds something else.
fn put(path: &Path, bytes: &[u8]) -> Outcome {
    match fs::read(path) {
        Ok(there) if there == bytes => Ok(()),
        Ok(_) => Err(Failure::Environment(anyhow!(
            "{} is there already and holds something else: choose another folder, or remove it",
            path.display()
        ))),
        Err(_) => output::write(path, bytes),
    }
}

/// A PNG of RGBA pixels; what is sRGB says so.
fn png(size: [u32; 2], rgba: &[u8], srgb: bool) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if srgb {
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// The blocks of all levels that are there, in the order of a DDS: slice by slice, but level by level with depth.
fn levels(texture: &Texture) -> Result<Vec<u8>, FormatError> {
    let mut data = Vec::new();
    if texture.dim == VOLUME {
        for level in 0..texture.level_count() {
            for slice in 0..(texture.slice_count() >> level).max(1) {
                data.append(&mut texture.untiled(level, slice)?);
            }
        }
    } else {
        for slice in 0..texture.slice_count() {
            for level in 0..texture.level_count() {
                data.append(&mut texture.untiled(level, slice)?);
            }
        }
    }
    Ok(data)
}

fn dds(texture: &Texture, block: Block, data: Vec<u8>) -> Result<Vec<u8>, ddsfile::Error> {
    let srgb = texture.is_srgb();
    let format = match block {
        Block::Bc1 if srgb => DxgiFormat::BC1_UNorm_sRGB,
        Block::Bc1 => DxgiFormat::BC1_UNorm,
        Block::Bc2 if srgb => DxgiFormat::BC2_UNorm_sRGB,
        Block::Bc2 => DxgiFormat::BC2_UNorm,
        Block::Bc3 if srgb => DxgiFormat::BC3_UNorm_sRGB,
        Block::Bc3 => DxgiFormat::BC3_UNorm,
        Block::Bc4 { snorm: false } => DxgiFormat::BC4_UNorm,
        Block::Bc4 { snorm: true } => DxgiFormat::BC4_SNorm,
        Block::Bc5 { snorm: false } => DxgiFormat::BC5_UNorm,
        Block::Bc5 { snorm: true } => DxgiFormat::BC5_SNorm,
    };
    let slices = texture.slice_count();
    let volume = texture.dim == VOLUME;
    let mut dds = Dds::new_dxgi(NewDxgiParams {
        width: texture.width,
        height: texture.height,
        depth: volume.then_some(slices),
        format,
        mipmap_levels: Some(texture.level_count()),
        array_layers: (!volume && slices > 1).then_some(slices),
        caps2: volume.then_some(Caps2::VOLUME),
        is_cubemap: texture.dim == CUBE && slices.is_multiple_of(6),
        resource_dimension: if volume {
            D3D10ResourceDimension::Texture3D
        } else {
            D3D10ResourceDimension::Texture2D
        },
        alpha_mode: AlphaMode::Unknown,
    })?;
    dds.data = data;
    let mut bytes = Vec::new();
    dds.write(&mut bytes)?;
    Ok(bytes)
}

/// Names for files, each given once, whatever the textures are called. All are kept in small letters: some systems don't
/// tell them from capitals.
#[derive(Default)]
struct Names {
    /// Those that were given, with the slices of each.
    given: HashMap<String, u32>,
    /// Of those that end in a number as further slices do, the least number, by what comes before.
    numbered: HashMap<String, u32>,
    /// With which number to go on where the name itself is taken.
    next: HashMap<String, u64>,
}

impl Names {
    /// A name for a texture of so many slices, of which all but the first have their number behind it.
    fn of(&mut self, texture: &str, slices: u32) -> String {
        let safe = safe(texture);
        let key = safe.to_lowercase();
        let mut name = safe.clone();
        let mut number = self.next.get(&key).copied().unwrap_or(2);
        while !self.is_free(&name.to_lowercase(), slices) {
            name = format!("{safe}-{number}");
            number += 1;
        }
        let lower = name.to_lowercase();
        if let Some((before, slice)) = as_slice(&lower) {
            let least = self.numbered.entry(before.to_owned()).or_insert(slice);
            *least = slice.min(*least);
        }
        self.given.insert(lower, slices);
        self.next.insert(key, number);
        name
    }

    /// Whether neither the name nor that of a slice is one that was given, or that of a slice of one.
    fn is_free(&self, lower: &str, slices: u32) -> bool {
        let is_slice = |(before, slice): (&str, u32)| self.given.get(before).is_some_and(|&all| slice < all);
        let has_slice = || self.numbered.get(lower).is_some_and(|&least| least < slices);
        !self.given.contains_key(lower) && !as_slice(lower).is_some_and(is_slice) && !has_slice()
    }
}

/// A name as that of a further slice: what comes before its number, and the number.
fn as_slice(name: &str) -> Option<(&str, u32)> {
    let (before, number) = name.rsplit_once('.')?;
    let slice: u32 = number.parse().ok()?;
    (slice > 0 && slice.to_string() == number).then_some((before, slice))
}

/// A name that is one on every system and stays in its folder.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for character in name.chars() {
        let odd = character.is_control()
            || matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
        let character = if odd { '_' } else { character };
        if safe.len() + character.len_utf8() > LONGEST_NAME {
            break;
        }
        safe.push(character);
    }
    // Windows drops dots and spaces at the end, and a dot in front hides a file.
    let safe = safe.trim_end_matches(['.', ' ']);
    match safe.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None if safe.is_empty() => "_".into(),
        None => safe.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_textures_of_one_name_are_numbered_in_a_row() {
        let mut names = Names::default();
        let last = (0..200_000).map(|_| names.of("a", u32::MAX)).last();
        assert_eq!(last.as_deref(), Some("a-200000"));
    }

    #[test]
    fn names_stay_in_their_folder_and_differ() {
        let mut names = Names::default();
        let given = ["a", "a", "A", "../../etc/passwd", "..", "", "con\u{1b}[31m", "a-2", "C:\\x."];
        let made = given.map(|name| names.of(name, 1));
        assert_eq!(made, ["a", "a-2", "A-3", "_._.._etc_passwd", "_", "_-2", "con_[31m", "a-2-2", "C__x"]);
        assert_eq!(names.of("b", 3), "b");
        assert_eq!(names.of("b.2", 1), "b.2-2");
        assert_eq!(["b.3", "b.02", "c.1"].map(|name| names.of(name, 1)), ["b.3", "b.02", "c.1"]);
        assert_eq!(names.of("c", 2), "c-2", "c.1 is there");
        assert_eq!(names.of("c", 1), "c");
        assert_eq!(names.of("c", 1), "c-3");
        assert!(names.of(&"\u{e9}".repeat(300), 1).len() <= LONGEST_NAME);
    }
}
