//! Textures of plants: what decodes has whole levels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::scene::clutter::decode_atlas;

fuzz_target!(|bytes: &[u8]| {
    let Ok(atlas) = decode_atlas(bytes) else { return };
    let [width, height] = atlas.size;
    for (level, pixels) in atlas.levels.iter().enumerate() {
        assert_eq!(pixels.len() as u32, (width >> level).max(1) * (height >> level).max(1) * 4);
    }
});
