//! Textures of the Wii U: whatever a header claims, pixels are made of bytes that are there, and what is written is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::bfres::{self, Bfres, Texture, Version};

/// Pixels asked of one input, in multiples of its length; many slices may share their bytes.
const MOST_WORK: usize = 256;

fuzz_target!(|bytes: &[u8]| {
    let Some((header, pixels)) = bytes.split_at_checked(40) else { return };
    let word = |at: usize| u32::from(header[at]) << 8 | u32::from(header[at + 1]);
    let (data, mips) = pixels.split_at(pixels.len().min(word(0) as usize));
    let mut mip_offsets = [0; 13];
    for (at, offset) in mip_offsets.iter_mut().enumerate() {
        *offset = word(14 + 2 * at);
    }
    let texture = Texture {
        name: "fuzz".into(),
        path: String::new(),
        dim: u32::from(header[2] & 7),
        width: word(3) % 16384 + 1,
        height: word(5) % 16384 + 1,
        depth: word(7) % 16385,
        mip_count: u32::from(header[9] % 15),
        format: u32::from(header[10]) << 8 | u32::from(header[11]),
        aa: 0,
        usage: 1,
        tile_mode: u32::from(header[12] & 7),
        swizzle: word(13) << 8,
        alignment: word(15),
        pitch: word(17),
        mip_offsets,
        view: [0; 4],
        channels: [header[19], header[20], header[21], header[22]],
        registers: [0; 5],
        array_len: 0,
        data: data.to_vec(),
        mips: mips.to_vec(),
        user_data: Vec::new(),
    };
    let mut work = 0;
    'all: for level in 0..16 {
        for slice in 0..=texture.slice_count() {
            let Ok(rgba) = texture.rgba(level, slice) else { break };
            let [width, height] = texture.level_size(level);
            assert_eq!(rgba.len(), width as usize * height as usize * 4);
            assert!(rgba.len() <= 8 * pixels.len());
            work += rgba.len() + 1;
            if work > MOST_WORK * bytes.len() {
                break 'all;
            }
        }
    }
    if data.is_empty() {
        return;
    }
    let file = Bfres { textures: vec![texture], ..Bfres::empty(Version([3, 4, 0, 4])) };
    let written = bfres::encode(&file).expect("a small file");
    assert_eq!(bfres::decode(&written).expect("what is written is sound").textures, file.textures);
});
