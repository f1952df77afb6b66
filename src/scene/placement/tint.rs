//! The colours of instances.

use crate::scene::look::{Look, Tint};

/// Colours that plaster has, sRGB.
const PLASTER: [[u8; 3]; 9] = [
    [246, 242, 234],
    [250, 234, 200],
    [228, 198, 142],
    [234, 202, 180],
    [206, 203, 196],
    [242, 220, 172],
    [206, 212, 190],
    [216, 172, 142],
    [236, 226, 206],
];

/// Colours of painted boards, sRGB.
const BOARDS: [[u8; 3]; 7] = [
    [226, 204, 152],
    [170, 186, 166],
    [164, 180, 190],
    [244, 240, 230],
    [196, 158, 126],
    [206, 196, 176],
    [182, 136, 112],
];

/// Colours of paint that has seen weather, sRGB.
const PAINTED: [[u8; 3]; 5] =
    [[214, 200, 178], [168, 182, 176], [206, 168, 148], [186, 188, 160], [226, 222, 214]];

/// The colour of an instance: `seed` is its own, the look's hash is that of its whole model.
pub(super) fn tint(look: &Look, seed: u32) -> u32 {
    let part = |bits: u32, shift: u32| ((bits >> shift) & 0xff) as f32 / 255.0;
    let (a, b, c) = (part(seed, 0), part(seed, 8), part(seed, 16));
    let rgb = match look.tint {
        Tint::Leaves => {
            let light = 0.82 + 0.18 * a;
            let dry = b * b;
            [light * (0.90 + 0.10 * dry), light * (0.98 - 0.03 * dry), light * (0.96 - 0.16 * dry + 0.04 * c)]
        }
        Tint::Plain => {
            let light = 0.86 + 0.10 * part(look.hash, 8) + 0.04 * a;
            let warm = part(look.hash, 16);
            [light, light * (0.99 - 0.02 * warm), light * (0.98 - 0.06 * warm)]
        }
        Tint::Stone => {
            let light = 0.84 + 0.16 * a;
            [light, light * (0.985 - 0.01 * b), light * (0.975 - 0.05 * b)]
        }
        Tint::Plaster => listed(&PLASTER, seed, 0.94 + 0.06 * a),
        Tint::Boards => listed(&BOARDS, seed, 0.94 + 0.06 * a),
        Tint::Painted => listed(&PAINTED, look.hash ^ (seed & 1), 0.9 + 0.1 * a),
    };
    let [r, g, b] = rgb.map(|channel| (channel * 255.0).round().clamp(0.0, 255.0) as u8);
    u32::from_le_bytes([r, g, b, 255])
}

fn listed(colors: &[[u8; 3]], bits: u32, light: f32) -> [f32; 3] {
    let place = ((bits >> 24) ^ (bits >> 3)) as usize % colors.len();
    colors.get(place).map_or([light; 3], |color| color.map(|channel| f32::from(channel) / 255.0 * light))
}
