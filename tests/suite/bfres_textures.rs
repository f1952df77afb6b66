//! Textures of the Wii U: what is laid out as the console has it becomes the pixels that it shows.

use proptest::prelude::*;
use sward::formats::bfres::{self, Bfres, Block, Texture, UserData, UserValues, Version};
use wiiu_swizzle::{AaMode, Gx2Surface, SurfaceDim, SurfaceFormat, TileMode};

/// Bytes that tell each place from its neighbours.
fn noise(len: usize, seed: u32) -> Vec<u8> {
    (0..len as u32).map(|index| ((index + seed).wrapping_mul(0x9e37_79b1) >> 24) as u8).collect()
}

fn halved(size: u32, level: u32) -> u32 {
    (size >> level).max(1)
}

/// Blocks of noise for all levels down to one pixel.
fn blocks(block: Block, size: [u32; 2], levels: u32) -> Vec<Vec<u8>> {
    (0..levels)
        .map(|level| {
            let [across, down] = size.map(|size| halved(size, level).div_ceil(4));
            noise((across * down * block.byte_len()) as usize, level * 77)
        })
        .collect()
}

/// A texture of one pixel or block, whose bytes are given.
fn tiny(format: u32, element: &[u8]) -> Texture {
    let mut texture = Texture::from_rgba8("tiny", [1, 1], &[vec![0; 4]], false);
    texture.format = format;
    texture.data = element.to_vec();
    texture.data.resize(64 * element.len(), 0);
    if matches!(format & 0x3f, 0x31..=0x35) {
        [texture.width, texture.height] = [4, 4];
    }
    texture
}

/// The first pixel of a texture with one element.
fn pixel(format: u32, element: &[u8]) -> [u8; 4] {
    tiny(format, element).rgba(0, 0).unwrap()[..4].try_into().unwrap()
}

fn file_of(textures: Vec<Texture>) -> Bfres {
    Bfres { textures, ..Bfres::empty(Version([3, 4, 0, 4])) }
}

#[test]
fn all_levels_equal_those_of_another_implementation() {
    let formats = [
        (Block::Bc1, SurfaceFormat::Bc1Unorm),
        (Block::Bc3, SurfaceFormat::Bc3Unorm),
        (Block::Bc4 { snorm: false }, SurfaceFormat::Bc4Unorm),
        (Block::Bc5 { snorm: true }, SurfaceFormat::Bc5Snorm),
    ];
    for size in [[216, 252], [52, 56], [768, 768], [256, 128], [1024, 64], [4, 4]] {
        for (block, format) in formats {
            for swizzle in [0, 0x300, 0x600] {
                let whole_chain = 32 - u32::leading_zeros(size[0].max(size[1]));
                let mut texture =
                    Texture::from_blocks("noise", block, false, size, &blocks(block, size, whole_chain));
                // Noise is noise, however it is turned.
                texture.swizzle |= swizzle;
                assert_eq!(texture.level_count(), whole_chain);
                // The other one gives nothing for the last level of a texture that isn't square (its shorter side
                // becomes 0 there), so only levels are compared where both sides have a pixel.
                let compared = 32 - u32::leading_zeros(size[0].min(size[1]));
                let expected = Gx2Surface {
                    dim: SurfaceDim::D2,
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                    mipmap_count: compared,
                    format,
                    aa: AaMode::X1,
                    usage: 1,
                    image_data: &texture.data,
                    mipmap_data: &texture.mips,
                    tile_mode: TileMode::from_repr(texture.tile_mode).unwrap(),
                    swizzle: texture.swizzle,
                    alignment: texture.alignment,
                    pitch: texture.pitch,
                    mipmap_offsets: texture.mip_offsets,
                }
                .deswizzle()
                .unwrap();
                let found: Vec<u8> =
                    (0..compared).flat_map(|level| texture.untiled(level, 0).unwrap()).collect();
                assert!(found == expected, "{size:?} {block:?} swizzle {swizzle:#x}");
            }
        }
    }
}

/// Their micro tiles are smaller than what stays together in memory: rows of micro tiles have at least 32 bytes a line,
/// and macro tiles come in groups, so that larger levels than of blocks have micro tiles only.
#[test]
fn levels_of_small_pixels_equal_those_of_another_implementation() {
    let formats = [
        (0x01, 1, SurfaceFormat::R8Unorm),
        (0x07, 2, SurfaceFormat::R8G8Unorm),
        (0x08, 2, SurfaceFormat::R5G6B5Unorm),
        (0x1a, 4, SurfaceFormat::R8G8B8A8Unorm),
        (0x1f, 8, SurfaceFormat::R16G16B16A16Unorm),
    ];
    for (size, tile_mode) in
        [([256, 256], 4), ([128, 16], 4), ([128, 512], 4), ([100, 60], 2), ([512, 64], 4)]
    {
        for (format, len, other) in formats {
            let mut texture = Texture::from_rgba8("small", size, &[], false);
            let levels = 32 - u32::leading_zeros(size[0].min(size[1]));
            let pitch = u32::next_multiple_of(size[0], if tile_mode == 4 { 128 } else { (32 / len).max(8) });
            let level_len = pitch * size[1].next_multiple_of(16) * len;
            (texture.format, texture.tile_mode, texture.mip_count) = (format, tile_mode, levels);
            (texture.pitch, texture.swizzle) = (pitch, 0x500);
            texture.data = noise(level_len as usize, format);
            texture.mips = noise((level_len * levels) as usize, format + 1);
            // Where levels begin is said, so that any place will do.
            texture.mip_offsets = std::array::from_fn(|level| level as u32 * level_len);
            let expected = Gx2Surface {
                dim: SurfaceDim::D2,
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
                mipmap_count: levels,
                format: other,
                aa: AaMode::X1,
                usage: 1,
                image_data: &texture.data,
                mipmap_data: &texture.mips,
                tile_mode: TileMode::from_repr(tile_mode).unwrap(),
                swizzle: texture.swizzle,
                alignment: 512 * len,
                pitch,
                mipmap_offsets: texture.mip_offsets,
            }
            .deswizzle()
            .unwrap();
            let found: Vec<u8> = (0..levels).flat_map(|level| texture.untiled(level, 0).unwrap()).collect();
            assert!(found == expected, "{size:?} mode {tile_mode} format {format:#x}");
        }
    }
}

#[test]
fn the_last_level_of_a_texture_that_is_not_square_is_one_block() {
    let all = blocks(Block::Bc1, [256, 128], 9);
    let texture = Texture::from_blocks("wide", Block::Bc1, true, [256, 128], &all);
    assert_eq!(texture.level_size(8), [1, 1]);
    assert_eq!(texture.untiled(8, 0).unwrap(), all[8]);
    assert_eq!(texture.rgba(8, 0).unwrap().len(), 4);
}

#[test]
fn pixels_and_blocks_come_back_as_they_were_given() {
    for size in [[64, 64], [37, 21], [1, 1], [128, 20]] {
        let levels: Vec<Vec<u8>> = (0..3)
            .map(|level| noise((halved(size[0], level) * halved(size[1], level) * 4) as usize, level))
            .collect();
        let texture = Texture::from_rgba8("plain", size, &levels, true);
        assert!(texture.is_srgb());
        assert_eq!((texture.block(), texture.format_name().as_str()), (None, "RGBA8 sRGB"));
        let count = texture.level_count();
        assert_eq!(count, if size == [1, 1] { 1 } else { 3 });
        for level in 0..count {
            assert_eq!(texture.rgba(level, 0).unwrap(), levels[level as usize], "{size:?} level {level}");
        }
    }
    let block = Block::Bc5 { snorm: true };
    let texture = Texture::from_blocks("normals", block, true, [16, 16], &blocks(block, [16, 16], 1));
    assert_eq!((texture.block(), texture.is_srgb()), (Some(block), false), "no sRGB in two channels");
    assert_eq!(texture.format_name(), "BC5 snorm");
}

#[test]
fn a_file_gives_its_textures_back() {
    let mut first =
        Texture::from_blocks("a", Block::Bc1, true, [216, 252], &blocks(Block::Bc1, [216, 252], 8));
    first.path = "source/a.tga".into();
    first.channels = [0, 0, 0, 5];
    first.user_data =
        vec![UserData { name: "class".into(), values: UserValues::Ints(vec![1, -2, 0x7fff_ffff]) }];
    let second = Texture::from_rgba8("b", [5, 3], &[noise(60, 0)], false);
    let bfres = file_of(vec![first, second]);
    let bytes = bfres::encode(&bfres).unwrap();
    assert_eq!(bfres::decode(&bytes).unwrap(), bfres);
}

/// Where the header of the only texture begins.
fn header_at(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|window| window == b"FTEX").unwrap()
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
}

#[test]
fn levels_that_are_said_to_be_beyond_the_file_are_missing_and_the_rest_is_read() {
    let all = blocks(Block::Bc1, [64, 64], 7);
    let bfres = file_of(vec![Texture::from_blocks("a", Block::Bc1, false, [64, 64], &all)]);
    let sound = bfres::encode(&bfres).unwrap();
    let header = header_at(&sound);
    // The offset: to the last byte, past the end, before the start, to nothing. Then the length.
    for (at, value) in
        [(0xb4, sound.len() as u32 - header as u32 - 0xb5), (0xb4, 1 << 30), (0xb4, 1 << 31), (0xb4, 0)]
            .into_iter()
            .chain([(0x2c, u32::MAX), (0x2c, 0)])
    {
        let mut bytes = sound.clone();
        put(&mut bytes, header + at, value);
        let read = bfres::decode(&bytes).unwrap();
        let kinds: Vec<&str> = read.warnings.iter().map(|warning| warning.kind).collect();
        assert_eq!(kinds, ["missing-mips"]);
        assert_eq!(read.textures[0].level_count(), 1);
        assert_eq!(read.textures[0].untiled(0, 0).unwrap(), all[0]);
        assert!(read.textures[0].untiled(1, 0).is_err());
    }
}

#[test]
fn a_file_with_the_smaller_levels_only_gives_those() {
    let all = blocks(Block::Bc1, [64, 64], 7);
    let bfres = file_of(vec![Texture::from_blocks("a", Block::Bc1, false, [64, 64], &all)]);
    let mut bytes = bfres::encode(&bfres).unwrap();
    let header = header_at(&bytes);
    put(&mut bytes, header + 0xb0, 1 << 30);
    let read = bfres::decode(&bytes).unwrap();
    assert_eq!(read.warnings.iter().map(|warning| warning.kind).collect::<Vec<_>>(), ["missing-pixels"]);
    assert_eq!(read.textures[0].level_count(), 0);
    assert_eq!(read.textures[0].untiled(1, 0).unwrap(), all[1]);
    // Without any level the texture is broken.
    put(&mut bytes, header + 0xb4, 1 << 30);
    let error = bfres::decode(&bytes).unwrap_err();
    assert_eq!((error.field.as_ref(), error.offset), ("texture.data", header as u64 + 0xb0));
}

#[test]
fn a_file_of_smaller_levels_may_have_a_texture_without_any() {
    let texture = Texture::from_rgba8("a", [16, 16], &[noise(1024, 0)], false);
    for (name, is_read) in [("Animal_Fish.Tex2", true), ("Animal_Fish.Tex1", false), ("", false)] {
        let file = Bfres { name: name.into(), ..file_of(vec![texture.clone()]) };
        let mut bytes = bfres::encode(&file).unwrap();
        let header = header_at(&bytes);
        put(&mut bytes, header + 0xb0, 1 << 30);
        let read = bfres::decode(&bytes);
        assert_eq!(read.is_ok(), is_read, "{name}");
        assert!(read.is_err() || read.unwrap().textures[0].level_count() == 0);
    }
}

#[test]
fn absurd_headers_are_refused_before_anything_is_made_of_them() {
    let texture = Texture::from_rgba8("a", [16, 16], &[noise(1024, 0)], false);
    let sound = bfres::encode(&file_of(vec![texture])).unwrap();
    let header = header_at(&sound);
    for (at, value, field) in [
        (0x08, 0, "texture.width"),
        (0x08, 16385, "texture.width"),
        (0x0c, 0, "texture.height"),
        (0x0c, u32::MAX, "texture.height"),
        (0x10, 16385, "texture.depth"),
        (0x14, 15, "texture.mip_count"),
        (0xb0, 0, "texture.data"),
    ] {
        let mut bytes = sound.clone();
        put(&mut bytes, header + at, value);
        let error = bfres::decode(&bytes).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), (field, (header + at) as u64));
    }
    let mut bytes = sound;
    put(&mut bytes, header + 0x24, u32::MAX);
    let error = bfres::decode(&bytes).unwrap_err();
    assert_eq!((error.field.as_ref(), error.expected.as_str()), ("texture.data", "4294967295 bytes"));
}

#[test]
fn what_the_header_claims_must_be_backed_by_bytes() {
    let sound = Texture::from_rgba8("a", [16, 16], &[noise(1024, 0)], false);
    for claim in [
        Texture { width: 16384, height: 16384, pitch: 16384, ..sound.clone() },
        Texture { height: 17, ..sound.clone() },
        Texture { depth: 2, dim: 5, ..sound.clone() },
        Texture { data: sound.data[..1023].to_vec(), ..sound.clone() },
        Texture { tile_mode: 3, ..sound.clone() },
    ] {
        assert_eq!(claim.level_count(), 0, "{}x{} in mode {}", claim.width, claim.height, claim.tile_mode);
        let last = claim.depth - 1;
        assert!(
            claim.rgba(0, last).unwrap_err().to_string().contains("1024 bytes") || claim.data.len() < 1024
        );
    }
    for pitch in [0, 8, 20, u32::MAX, 1 << 30] {
        let error = Texture { pitch, ..sound.clone() }.untiled(0, 0).unwrap_err();
        assert_eq!((error.field.as_ref(), error.offset), ("pitch", 0x40));
    }
    assert!(sound.untiled(1, 0).is_err() && sound.untiled(0, 1).is_err());
    let far = Texture { mip_count: 4, mips: vec![0; 64], mip_offsets: [u32::MAX; 13], ..sound };
    assert!(far.untiled(3, 0).is_err());
    assert_eq!(far.level_count(), 1);
}

#[test]
fn tile_modes_and_formats_that_are_not_read_are_named() {
    let sound = Texture::from_rgba8("a", [16, 16], &[noise(1024, 0)], false);
    for (tile_mode, name) in
        [(5, "2D tiled thin 2"), (7, "2D tiled thick"), (16, "linear special"), (99, "99")]
    {
        let error = Texture { tile_mode, ..sound.clone() }.untiled(0, 0).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(error.code, sward::formats::bytes::UNSUPPORTED);
    }
    // Nothing, depth, video, an integer BC1, a float RGBA8, BC6.
    for format in [0, 0x811, 0x81, 0x131, 0x81a, 0x36] {
        let texture = Texture { format, ..sound.clone() };
        assert!(texture.rgba(0, 0).unwrap_err().to_string().contains(&format!("{format:#x}")));
        assert_eq!((texture.level_count(), texture.block()), (0, None));
        assert_eq!(texture.format_name(), format!("{format:#x}"));
    }
    assert!(Texture { aa: 1, ..sound.clone() }.rgba(0, 0).is_err());
    assert!(Texture { dim: 6, ..sound }.rgba(0, 0).is_err());
}

#[test]
fn slices_of_cubes_and_volumes_are_found() {
    // Two slices of 32 x 16 pixels, each one macro tile; the second is turned by two.
    let mut texture = Texture::from_rgba8("cube", [32, 16], &[noise(2048, 0)], false);
    let mut second = Texture { swizzle: 2 << 8, ..texture.clone() };
    second.data = noise(2048, 999);
    let expected = [texture.rgba(0, 0).unwrap(), second.rgba(0, 0).unwrap()];
    texture.data.extend(second.data);
    for dim in [2, 3, 5] {
        let texture = Texture { dim, depth: 2, ..texture.clone() };
        assert_eq!(texture.slice_count(), 2);
        for slice in 0..2 {
            assert!(texture.rgba(0, slice).unwrap() == expected[slice as usize], "slice {slice}, dim {dim}");
        }
    }
    // The second level of a volume of two slices has one.
    let volume = Texture { dim: 2, depth: 2, mip_count: 2, mips: vec![0; 1 << 12], ..texture };
    assert!(volume.untiled(1, 0).is_ok() && volume.untiled(1, 1).is_err());
}

/// 5 or 6 bits as 8, by the nearest.
fn widened(value: u32, largest: u32) -> u8 {
    (f64::from(value) * 255.0 / f64::from(largest)).round() as u8
}

fn near(found: u8, expected: f64) -> bool {
    (f64::from(found) - expected).abs() <= 1.0
}

/// Indices 0, 1, 2, 3 from left to right in each row.
const ALL_FOUR: [u8; 4] = [0b11_10_01_00; 4];

#[test]
fn colours_of_bc1_lie_between_two_and_the_fourth_may_be_transparent() {
    let colors = [[31, 20, 3], [4, 50, 30]];
    let word = |[red, green, blue]: [u32; 3]| (red << 11 | green << 5 | blue) as u16;
    for (first, second) in [(0, 1), (1, 0)] {
        let ends = [colors[first], colors[second]];
        let [low, high] = ends.map(word).map(u16::to_le_bytes);
        let element = [low, high].concat().into_iter().chain(ALL_FOUR).collect::<Vec<u8>>();
        let rgba = tiny(0x31, &element).rgba(0, 0).unwrap();
        let opaque = word(ends[0]) > word(ends[1]);
        let weights: [[f64; 2]; 4] = if opaque {
            [[1.0, 0.0], [0.0, 1.0], [2.0 / 3.0, 1.0 / 3.0], [1.0 / 3.0, 2.0 / 3.0]]
        } else {
            [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.0, 0.0]]
        };
        for y in 0..4 {
            for (x, weights) in weights.iter().enumerate() {
                let pixel = &rgba[16 * y + 4 * x..][..4];
                for (channel, largest) in [31, 63, 31].into_iter().enumerate() {
                    let part = |end: usize| f64::from(ends[end][channel]) / f64::from(largest) * 255.0;
                    let expected = weights[0] * part(0) + weights[1] * part(1);
                    assert!(near(pixel[channel], expected), "{pixel:?} at {x}, {y}");
                }
                assert_eq!(pixel[3], if x == 3 && !opaque { 0 } else { 255 });
            }
        }
    }
}

#[test]
fn bc2_has_alpha_of_four_bits_and_bc3_between_two() {
    let colors = [0xff, 0xff, 0, 0, 0, 0, 0, 0]; // White.
    let mut bc2: Vec<u8> = [[0x10, 0x32], [0x54, 0x76], [0x98, 0xba], [0xdc, 0xfe]].concat();
    bc2.extend(colors);
    let alphas: Vec<u8> = tiny(0x32, &bc2).rgba(0, 0).unwrap().chunks(4).map(|pixel| pixel[3]).collect();
    assert_eq!(alphas, (0..16).map(|alpha| alpha * 17).collect::<Vec<u8>>());

    for (first, second) in [(200u8, 30u8), (30, 200)] {
        let mut bc3 = vec![first, second];
        bc3.extend(INDICES_0_TO_7);
        bc3.extend(colors);
        let rgba = tiny(0x433, &bc3).rgba(0, 0).unwrap();
        for (index, expected) in ramp(f64::from(first), f64::from(second), 0.0, 255.0).iter().enumerate() {
            for pixel in [&rgba[4 * index..], &rgba[4 * (index + 8)..]] {
                assert_eq!(pixel[..3], [255; 3]);
                assert!(near(pixel[3], *expected), "{} for {expected}", pixel[3]);
            }
        }
    }
}

/// Indices 0 to 7 of three bits each, twice: 16 pixels.
const INDICES_0_TO_7: [u8; 6] = [0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa];

/// The eight values of a BC3 alpha, BC4 or BC5 channel.
fn ramp(first: f64, second: f64, least: f64, most: f64) -> [f64; 8] {
    let between = |part: f64, of: f64| first + (second - first) * part / of;
    if first > second {
        let inner = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|part| between(part, 7.0));
        [first, second, inner[0], inner[1], inner[2], inner[3], inner[4], inner[5]]
    } else {
        let inner = [1.0, 2.0, 3.0, 4.0].map(|part| between(part, 5.0));
        [first, second, inner[0], inner[1], inner[2], inner[3], least, most]
    }
}

#[test]
fn bc4_and_bc5_have_channels_of_eight_values_with_or_without_a_sign() {
    for (first, second) in [(200u8, 30u8), (30, 200), (0x81, 0x7f), (0x80, 0x40), (0x7f, 0x80)] {
        for snorm in [false, true] {
            let meant = |value: u8| match snorm {
                false => f64::from(value),
                true => f64::from((value as i8).max(-127)),
            };
            let (least, most) = if snorm { (-127.0, 127.0) } else { (0.0, 255.0) };
            let values = ramp(meant(first), meant(second), least, most);
            let shown = values.map(|value| if snorm { (value / 127.0 * 0.5 + 0.5) * 255.0 } else { value });
            let mut half = vec![first, second];
            half.extend(INDICES_0_TO_7);
            let flags = if snorm { 0x200 } else { 0 };
            let bc4 = tiny(0x34 + flags, &half).rgba(0, 0).unwrap();
            let other = [90, 90, 0, 0, 0, 0, 0, 0];
            let bc5 = tiny(0x35 + flags, &[half, other.to_vec()].concat()).rgba(0, 0).unwrap();
            let flat = if snorm { (90.0 / 127.0 * 0.5 + 0.5) * 255.0 } else { 90.0 };
            for (index, expected) in shown.iter().enumerate() {
                for index in [index, index + 8] {
                    let (pixel4, pixel5) = (&bc4[4 * index..][..4], &bc5[4 * index..][..4]);
                    assert!(near(pixel4[0], *expected), "{pixel4:?} for {expected}");
                    assert_eq!(pixel4[1..], [0, 0, 255]);
                    assert!(near(pixel5[0], *expected) && near(pixel5[1], flat), "{pixel5:?}");
                    assert_eq!(pixel5[2..], [0, 255]);
                }
            }
        }
    }
}

#[test]
fn plain_formats_have_red_in_the_lowest_bits_or_where_alpha_is_named_first_in_the_highest() {
    let five = |value| widened(value, 31);
    let cases: [(u32, &[u8], [u8; 4]); 21] = [
        (0x001, &[200], [200, 0, 0, 255]),
        (0x201, &[0x80], [0, 0, 0, 255]),
        (0x201, &[0x7f], [255, 0, 0, 255]),
        (0x002, &[0xa3], [0x33, 0xaa, 0, 255]),
        (0x005, &[0x12, 0x80], [128, 0, 0, 255]),
        (0x806, &[0x00, 0x38], [128, 0, 0, 255]), // A half is 0x3800.
        (0x007, &[1, 2], [1, 2, 0, 255]),
        (0x008, &(17u16 << 11 | 7 << 5 | 30).to_le_bytes(), [five(30), widened(7, 63), five(17), 255]),
        (0x00a, &(1u16 << 15 | 1 << 10 | 2 << 5 | 3).to_le_bytes(), [five(3), five(2), five(1), 255]),
        (0x00b, &[0x21, 0x43], [0x11, 0x22, 0x33, 0x44]),
        (0x00c, &(3u16 << 11 | 2 << 6 | 1 << 1 | 1).to_le_bytes(), [five(3), five(2), five(1), 255]),
        (0x80e, &0.25f32.to_le_bytes(), [64, 0, 0, 255]),
        (0x00f, &[0, 0x80, 0xff, 0xff], [128, 255, 0, 255]),
        (0x810, &[0x00, 0x3c, 0x00, 0xbc], [255, 0, 0, 255]), // 1 and -1.
        (0x019, &(1023u32 | 512 << 10 | 1 << 30).to_le_bytes(), [255, 128, 0, 85]),
        (0x01b, &(1u32 | 512 << 12 | 1023 << 22).to_le_bytes(), [255, 128, 0, 85]),
        (0x01a, &[1, 2, 3, 4], [1, 2, 3, 4]),
        (0x21a, &[0x81, 0x7f, 0, 0x40], [0, 255, 128, 192]),
        // 1, a half and a quarter; one bit less of the mantissa for blue.
        (0x816, &(0x3c0u32 | 0x380 << 11 | 0x1a0 << 22).to_le_bytes(), [255, 128, 64, 255]),
        (0x81e, &[[0, 0, 0x80, 0x7f], [0, 0, 0xc0, 0x7f]].concat(), [255, 0, 0, 255]), // Infinity, NaN.
        (0x01f, &[0xff, 0xff, 0, 0x80, 0, 0, 0xff, 0xff], [255, 128, 0, 255]),
    ];
    for (format, element, expected) in cases {
        assert_eq!(pixel(format, element), expected, "{format:#x}");
    }
    let wide: Vec<u8> = [1.0f32, 0.5, -3.0, 0.2].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(pixel(0x823, &wide), [255, 128, 0, 51]);
    let half: Vec<u8> =
        [0x3c00u16, 0x3800, 0x0001, 0x7c00].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(pixel(0x820, &half), [255, 128, 0, 255]);
}

/// The processor repeated red in all of them once, and the GPU did not.
#[test]
fn what_a_format_of_one_channel_lacks_is_0_and_alpha_1() {
    for (format, element) in [(0x01, &[200u8][..]), (0x34, &[200, 200, 0, 0, 0, 0, 0, 0])] {
        for (channels, expected) in [
            ([0, 1, 2, 3], [200, 0, 0, 255]),
            ([0, 0, 0, 0], [200; 4]),
            ([1, 0, 3, 5], [0, 200, 255, 255]),
            ([5, 4, 0, 2], [255, 0, 200, 0]),
        ] {
            let texture = Texture { channels, ..tiny(format, element) };
            assert_eq!(texture.rgba(0, 0).unwrap()[..4], expected, "{format:#x} {channels:?}");
        }
    }
}

#[test]
fn channels_are_taken_from_where_the_texture_says() {
    let mut texture = tiny(0x1a, &[10, 20, 30, 40]);
    for (channels, expected) in [
        ([0, 1, 2, 3], [10, 20, 30, 40]),
        ([0, 0, 0, 0], [10; 4]),
        ([0, 1, 4, 5], [10, 20, 0, 255]),
        ([0, 4, 4, 4], [10, 0, 0, 0]),
        ([3, 2, 1, 0], [40, 30, 20, 10]),
        ([6, 255, 5, 4], [0, 0, 255, 0]),
    ] {
        texture.channels = channels;
        assert_eq!(texture.rgba(0, 0).unwrap(), expected);
    }
    // A normal map of two channels, and one channel that is all.
    let mut normals = tiny(0x35, &[[100, 100, 0, 0, 0, 0, 0, 0], [50, 50, 0, 0, 0, 0, 0, 0]].concat());
    normals.channels = [0, 1, 4, 5];
    assert_eq!(normals.rgba(0, 0).unwrap()[..4], [100, 50, 0, 255]);
    let mut shine = tiny(0x34, &[100, 100, 0, 0, 0, 0, 0, 0]);
    shine.channels = [0; 4];
    assert_eq!(shine.rgba(0, 0).unwrap()[..4], [100; 4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_texture_is_written_as_it_is_read(
        words in proptest::array::uniform16(any::<u32>()),
        size in (1..=16384u32, 1..=16384u32, 0..=16384u32, 0..=14u32),
        data in proptest::collection::vec(any::<u8>(), 1..400),
        mips in proptest::collection::vec(any::<u8>(), 0..400),
        name in "[a-z_.0-9]{1,12}",
    ) {
        let texture = Texture {
            name,
            path: String::new(),
            dim: words[0],
            width: size.0,
            height: size.1,
            depth: size.2,
            mip_count: size.3,
            format: words[1],
            aa: words[2],
            usage: words[3],
            tile_mode: words[4],
            swizzle: words[5],
            alignment: words[6],
            pitch: words[7],
            mip_offsets: words[..13].try_into().unwrap(),
            view: words[8..12].try_into().unwrap(),
            channels: words[12].to_be_bytes(),
            registers: words[11..16].try_into().unwrap(),
            array_len: words[13] as u8,
            data,
            mips,
            user_data: Vec::new(),
        };
        let bytes = bfres::encode(&file_of(vec![texture.clone()])).unwrap();
        prop_assert_eq!(&bfres::decode(&bytes).unwrap().textures, &[texture]);
    }

    #[test]
    fn cut_and_flipped_textures_never_panic(cut in 0..12_000usize, flips in proptest::collection::vec((0..700usize, any::<u8>()), 1..6)) {
        let all = blocks(Block::Bc3, [52, 56], 6);
        let bfres = file_of(vec![Texture::from_blocks("a", Block::Bc3, false, [52, 56], &all)]);
        let sound = bfres::encode(&bfres).unwrap();
        // Without its smaller levels a texture is still one; what is before them is needed.
        let last_needed = sound.len() - bfres.textures[0].mips.len();
        prop_assert!(cut >= last_needed || bfres::decode(&sound[..cut]).is_err());
        let mut bytes = sound;
        for (at, value) in flips {
            bytes[at] = value;
        }
        let Ok(read) = bfres::decode(&bytes) else { return Ok(()) };
        for texture in &read.textures {
            for level in 0..14 {
                for slice in 0..texture.slice_count().min(8) {
                    if let Ok(rgba) = texture.rgba(level, slice) {
                        let [width, height] = texture.level_size(level);
                        prop_assert_eq!(rgba.len(), width as usize * height as usize * 4);
                        // Eight bytes of a block become 64 at most.
                        prop_assert!(rgba.len() <= 8 * bytes.len());
                    }
                }
            }
        }
    }
}
