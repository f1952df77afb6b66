//! The texture of a level's plants: `build_details.dds` beside `level.details`.

use std::path::Path;

use super::super::beside;
use super::Atlas;
use image_dds::ddsfile::{Dds, Error as HeaderError};
use image_dds::error::SurfaceError;

use crate::formats::bytes::{Cursor, FormatError, Result, Warnings};
use crate::formats::file::FileBytes;
use crate::scene::srgb::{byte_from_linear, linear_from_byte};

/// Longest edge that is read, in pixels; the level editor makes 1024.
pub const LONGEST_EDGE: u32 = 8192;

/// Where the header has height and width, the count of levels, and the format of the pixels.
const SIZE_AT: u64 = 12;
const MIPMAPS_AT: u64 = 28;
const FORMAT_AT: u64 = 76;

/// Alpha of a pixel from which on it is drawn.
const CUT: u8 = 128;

/// Loads `build_details.dds` from the folder of `details`; without a usable one there is a warning and no texture.
pub fn load_atlas(details: &Path, warnings: &mut Warnings) -> Option<Atlas> {
    let folder = beside::folder_of(details);
    let Some(path) = beside::find_texture(details) else {
        warnings.add("missing-texture", beside::TEXTURE, 0, || {
            format!(
                "found none in {}, expected it beside the details; plants get a plain colour",
                folder.display()
            )
        });
        return None;
    };
    let decoded = FileBytes::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|file| decode_atlas(file.bytes()).map_err(|error| error.to_string()));
    match decoded {
        Ok(atlas) => Some(atlas),
        Err(message) => {
            warnings.add("broken-texture", beside::TEXTURE, 0, || {
                format!("{}: {message}; plants get a plain colour", path.display())
            });
            None
        }
    }
}

/// Decodes a DDS of any usual format; a file with one level gets its mip levels here.
///
/// # Errors
/// When it is no DDS, larger than [`LONGEST_EDGE`], of a format that is not read, or lacks bytes of its first level.
pub fn decode_atlas(bytes: &[u8]) -> Result<Atlas> {
    let cursor = Cursor::new("DDS", bytes);
    let dds = Dds::read(bytes).map_err(|error| bad_header(&cursor, &error))?;
    let size = [dds.get_width(), dds.get_height()];
    if size.iter().any(|edge| !(1..=LONGEST_EDGE).contains(edge)) {
        let found = format!("{} x {} pixels", size[0], size[1]);
        return Err(cursor.error(SIZE_AT, "size", found, format!("1 to {LONGEST_EDGE} pixels each way")));
    }
    // The library multiplies these without looking; an atlas is one flat picture.
    let layers = dds.get_num_array_layers();
    if layers > 1 || dds.get_depth() > 1 {
        let found = format!("{layers} layers, {} deep", dds.get_depth());
        return Err(cursor.error(SIZE_AT, "layers", found, "one flat picture"));
    }
    let pixels_at = (bytes.len() - dds.data.len()) as u64; // The data is the rest of the bytes.
    let unread = |error: SurfaceError| bad_pixels(&cursor, &error, pixels_at);
    let surface = image_dds::Surface::from_dds(&dds).map_err(unread)?;
    // A file may claim more levels than it has bytes for; what is there is used.
    let mut levels = Vec::new();
    for mip in 0..surface.mipmaps.min(level_count(size)) {
        match surface.decode_layers_mipmaps_rgba8(0..1, mip..mip + 1) {
            Ok(level) => levels.push(level.data),
            Err(error) if mip == 0 => return Err(unread(error)),
            Err(_) => break,
        }
    }
    if levels.len() > 1 {
        bleed(size, &mut levels);
    } else {
        make_levels(size, &mut levels);
    }
    Ok(Atlas { size, levels })
}

/// What is wrong with a header that the library refuses, in our words.
fn bad_header(cursor: &Cursor<'_>, error: &HeaderError) -> FormatError {
    let len = cursor.remaining();
    match error {
        HeaderError::BadMagicNumber => cursor.error(0, "magic", "other letters", "\"DDS \", as a DDS begins"),
        HeaderError::Io(_) | HeaderError::ShortFile => {
            cursor.error(0, "header", format!("a file of {len} bytes"), "a whole header, 128 bytes or more")
        }
        _ => cursor.error(0, "header", "fields that no DDS has", "the header of a DDS texture"),
    }
}

/// What is wrong with pixels that the library refuses, in our words; they begin at `at`.
fn bad_pixels(cursor: &Cursor<'_>, error: &SurfaceError, at: u64) -> FormatError {
    match error {
        SurfaceError::NotEnoughData { expected, actual } => {
            let expected = format!("{expected}, as many as the size says");
            cursor.error(at, "pixels", format!("{actual} bytes"), expected)
        }
        SurfaceError::MipmapDataOutOfBounds { .. } => {
            cursor.error(at, "pixels", "fewer bytes than the size says", "all of the first level")
        }
        SurfaceError::InvalidMipmapCount { mipmaps, .. }
        | SurfaceError::UnexpectedMipmapCount { mipmaps, .. } => {
            cursor.error(MIPMAPS_AT, "mip levels", mipmaps, "no more than the size has")
        }
        SurfaceError::UnsupportedDdsFormat(_) => cursor.error(
            FORMAT_AT,
            "format",
            "one that isn't read",
            "DXT1, DXT3, DXT5 or uncompressed pixels",
        ),
        _ => cursor.error(SIZE_AT, "size", "one that the format can't have", "a picture of whole blocks"),
    }
}

/// Levels down to one pixel.
fn level_count([width, height]: [u32; 2]) -> u32 {
    32 - width.max(height).leading_zeros()
}

pub(super) fn level_size(size: [u32; 2], level: usize) -> [usize; 2] {
    size.map(|edge| (edge as usize >> level).max(1))
}

/// Adds all levels to the first. Each keeps its share of pixels that are drawn, so that plants don't thin out far
/// away.
pub(super) fn make_levels(size: [u32; 2], levels: &mut Vec<Vec<u8>>) {
    let Some(first) = levels.first() else { return };
    let share = drawn_share(first);
    for level in 1..level_count(size) as usize {
        let Some(finer) = levels.last() else { return };
        levels.push(halve(finer, level_size(size, level - 1), level_size(size, level)));
    }
    // Once all are made: each is the mean of true alphas.
    for level in levels.iter_mut().skip(1) {
        keep_share(level, share);
    }
    bleed(size, levels);
}

/// The next coarser level: colours weighed by alpha, in linear light.
fn halve(finer: &[u8], finer_size: [usize; 2], size: [usize; 2]) -> Vec<u8> {
    let linear: [f32; 256] = std::array::from_fn(|byte| linear_from_byte(byte as u8));
    let mut level = Vec::with_capacity(size[0] * size[1] * 4);
    for z in 0..size[1] {
        for x in 0..size[0] {
            // An odd edge leaves its last row or column out of the pairs: it joins the last one.
            let span = |place: usize, edge: usize, finer_edge: usize| {
                let end = if place + 1 == edge { finer_edge } else { 2 * place + 2 };
                (2 * place).min(finer_edge - 1)..end
            };
            let (mut color, mut alpha_sum, mut count) = ([0.0_f32; 3], 0.0_f32, 0.0_f32);
            for finer_z in span(z, size[1], finer_size[1]) {
                for finer_x in span(x, size[0], finer_size[0]) {
                    let [r, g, b, a] = pixel(finer, finer_z * finer_size[0] + finer_x);
                    let alpha = f32::from(a) / 255.0;
                    for (sum, channel) in color.iter_mut().zip([r, g, b]) {
                        *sum += alpha * linear[usize::from(channel)];
                    }
                    alpha_sum += alpha;
                    count += 1.0;
                }
            }
            let [r, g, b] =
                color.map(|sum| if alpha_sum > 0.0 { byte_from_linear(sum / alpha_sum) } else { 0 });
            level.extend([r, g, b, (alpha_sum / count * 255.0).round() as u8]);
        }
    }
    level
}

/// Gives pixels without alpha the colour of the coarser level, so that filtering at the edge of a leaf doesn't mix in
/// the black that compression leaves there.
fn bleed(size: [u32; 2], levels: &mut [Vec<u8>]) {
    for fine in (0..levels.len().saturating_sub(1)).rev() {
        let Some(([.., finer], [coarser, ..])) = levels.split_at_mut_checked(fine + 1) else { return };
        let [width, _] = level_size(size, fine);
        let [coarse_width, coarse_height] = level_size(size, fine + 1);
        for (index, texel) in finer.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            if texel[3] == 0 {
                let x = (index % width / 2).min(coarse_width - 1);
                let z = (index / width / 2).min(coarse_height - 1);
                let [r, g, b, _] = pixel(coarser, z * coarse_width + x);
                *texel = [r, g, b, 0];
            }
        }
    }
}

fn pixel(level: &[u8], index: usize) -> [u8; 4] {
    level.as_chunks().0.get(index).copied().unwrap_or_default()
}

/// The share of pixels that are drawn, 0 to 1.
fn drawn_share(level: &[u8]) -> f64 {
    let texels = level.as_chunks::<4>().0;
    texels.iter().filter(|texel| texel[3] >= CUT).count() as f64 / texels.len().max(1) as f64
}

/// Scales the alphas so that a given share of the pixels is drawn, as nearly as their number allows.
fn keep_share(level: &mut [u8], share: f64) {
    let mut alphas: Vec<u8> = level.as_chunks::<4>().0.iter().map(|texel| texel[3]).collect();
    alphas.sort_unstable_by(|a, b| b.cmp(a));
    let drawn = (share * alphas.len() as f64).round() as usize;
    // The least alpha that is still to be drawn.
    let Some(&least) = drawn.checked_sub(1).and_then(|last| alphas.get(last)) else { return };
    if least == 0 || alphas.partition_point(|&alpha| alpha >= CUT) == drawn {
        return;
    }
    let factor = f32::from(CUT) / f32::from(least);
    for texel in level.as_chunks_mut::<4>().0 {
        texel[3] = (f32::from(texel[3]) * factor).round().min(255.0) as u8;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use image_dds::ddsfile::{D3DFormat, Dds, NewD3dParams};
    use proptest::prelude::*;

    fn dds(size: [u32; 2], format: D3DFormat, levels: Option<u32>, data: Vec<u8>) -> Vec<u8> {
        let mut dds = Dds::new_d3d(NewD3dParams {
            width: size[0],
            height: size[1],
            depth: None,
            format,
            mipmap_levels: levels,
            caps2: None,
        })
        .unwrap();
        dds.data = data;
        let mut bytes = Vec::new();
        dds.write(&mut bytes).unwrap();
        bytes
    }

    /// 8 x 8 pixels, every third one drawn in green and the rest clear black, as DXT1 keys it.
    fn sparse() -> Vec<u8> {
        let texel = |index| if index % 3 == 0 { [40, 200, 80, 255] } else { [0; 4] };
        dds([8, 8], D3DFormat::A8R8G8B8, None, (0..64).flat_map(texel).collect())
    }

    #[test]
    fn a_texture_that_claims_a_billion_layers_is_an_error() {
        // A cube of 2^30 layers, which the library multiplies by six.
        let header = [124, 0x1007, 4, 4, 16, 1, 1].iter().chain(&[0u32; 11]);
        let format = [32, 4, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0];
        let caps = [0x1000, 0xfe00, 0, 0, 0];
        let dx10 = [28, 3, 4, 1 << 30, 0];
        let words = header.chain(&format).chain(&caps).chain(&dx10);
        let mut bytes = b"DDS ".to_vec();
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes.extend([0; 64]);
        let error = decode_atlas(&bytes).unwrap_err();
        assert_eq!(error.field, "layers", "{error}");
    }

    #[test]
    fn a_dxt1_texture_with_levels_is_read_as_it_is() {
        // One block: colour 0 (red) <= colour 1 (green), so index 3 is clear. Then the level of 2 x 2 and of 1 x 1.
        let block = [0xe0, 0x07, 0x00, 0xf8, 0b1110_0100, 0, 0x55, 0xff];
        let atlas = decode_atlas(&dds([4, 4], D3DFormat::DXT1, Some(3), [block; 3].concat())).unwrap();
        assert_eq!((atlas.size, atlas.levels.len()), ([4, 4], 3));
        assert_eq!(atlas.levels.iter().map(Vec::len).collect::<Vec<_>>(), [64, 16, 4]);
        assert_eq!(atlas.levels[0][..4], [0, 255, 0, 255]);
        assert_eq!(atlas.levels[0][4..8], [255, 0, 0, 255]);
        assert_eq!(atlas.levels[0][15], 0);
        assert_ne!(atlas.levels[0][12..15], [0; 3], "clear pixels take the colour around them");
    }

    #[test]
    fn a_texture_without_levels_gets_them_and_none_thins_out() {
        let atlas = decode_atlas(&sparse()).unwrap();
        assert_eq!(atlas.levels.iter().map(Vec::len).collect::<Vec<_>>(), [256, 64, 16, 4]);
        let share = drawn_share(&atlas.levels[0]);
        for level in &atlas.levels[..3] {
            assert!((drawn_share(level) - share).abs() <= 0.5 / (level.len() / 4) as f64 + 0.1, "{level:?}");
            for texel in level.as_chunks::<4>().0.iter().filter(|texel| texel[3] > 0) {
                assert!(texel[1] >= 198 && texel[2] <= 42, "black was mixed in: {texel:?}");
            }
        }
    }

    #[test]
    fn odd_edges_halve_down_to_one_pixel() {
        let data = vec![255; 5 * 3 * 4];
        let atlas = decode_atlas(&dds([5, 3], D3DFormat::A8R8G8B8, None, data)).unwrap();
        assert_eq!(atlas.levels.iter().map(Vec::len).collect::<Vec<_>>(), [60, 8, 4]);
        assert!(atlas.levels.iter().flatten().all(|&byte| byte == 255));
    }

    #[test]
    fn a_texture_that_lacks_bytes_or_is_none_is_an_error() {
        let whole = sparse();
        for len in [0, 3, 100, 128, whole.len() - 1] {
            assert!(decode_atlas(&whole[..len]).is_err(), "{len} bytes");
        }
        assert!(decode_atlas(b"DDS that is none").is_err());
        // Levels that are cut short are made instead.
        let block = [0_u8; 8];
        let atlas = decode_atlas(&dds([4, 4], D3DFormat::DXT1, Some(3), block.to_vec())).unwrap();
        assert_eq!(atlas.levels.len(), 3);
    }

    #[test]
    fn the_texture_is_found_beside_the_details_in_any_case() {
        let folder = tempfile::tempdir().unwrap();
        let details = folder.path().join("level.details");
        let mut warnings = Warnings::default();
        assert!(load_atlas(&details, &mut warnings).is_none());
        std::fs::write(folder.path().join("Build_Details.DDS"), b"broken").unwrap();
        assert!(load_atlas(&details, &mut warnings).is_none());
        assert_eq!(
            warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(),
            ["missing-texture", "broken-texture"]
        );
        std::fs::write(folder.path().join("Build_Details.DDS"), sparse()).unwrap();
        assert_eq!(load_atlas(&details, &mut warnings).unwrap().size, [8, 8]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn flipped_bytes_never_panic(flips in prop::collection::vec((0_usize..128, any::<u8>()), 1..6)) {
            let mut bytes = sparse();
            for (place, value) in flips {
                bytes[place] = value;
            }
            let _ = decode_atlas(&bytes);
        }
    }
}
