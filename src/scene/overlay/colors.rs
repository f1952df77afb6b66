//! The colours of overlays: ramps of even steps to the eye, and categories that colour-blind people can tell apart.

use crate::scene::srgb::byte_from_linear;

/// A colour as in a picture: sRGB.
pub type Color = [u8; 3];

/// Colours of a ramp.
const STEPS: usize = 256;

/// A ramp of colours, from its low end to its high one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RampColors(Vec<Color>);

/// A point of a ramp in OKLCh: lightness 0 to 1, chroma, hue in degrees.
type Point = [f32; 3];

impl RampColors {
    /// From dark violet over blue and green to bright yellow: how much of something there is.
    pub fn amount() -> Self {
        Self::through(&[
            [0.30, 0.14, 312.0],
            [0.45, 0.12, 268.0],
            [0.60, 0.11, 205.0],
            [0.76, 0.16, 155.0],
            [0.94, 0.18, 108.0],
        ])
    }

    /// From black over red and orange to a pale yellow: how much light there is.
    pub fn light() -> Self {
        Self::through(&[[0.16, 0.03, 20.0], [0.42, 0.14, 28.0], [0.68, 0.17, 55.0], [0.97, 0.07, 100.0]])
    }

    /// From a pale yellow to a dark red: how much is lost.
    pub fn loss() -> Self {
        Self::through(&[[0.95, 0.06, 100.0], [0.75, 0.15, 62.0], [0.55, 0.19, 32.0], [0.34, 0.13, 18.0]])
    }

    /// From blue over a pale grey to red: how far to which side.
    pub fn sides() -> Self {
        Self::through(&[
            [0.40, 0.16, 262.0],
            [0.68, 0.12, 245.0],
            [0.95, 0.0, 245.0],
            [0.95, 0.0, 45.0],
            [0.70, 0.15, 45.0],
            [0.45, 0.17, 28.0],
        ])
    }

    fn through(points: &[Point]) -> Self {
        let spans = points.len().saturating_sub(1).max(1);
        let color = |step: usize| {
            let along = step as f32 / (STEPS - 1) as f32 * spans as f32;
            let first = (along as usize).min(spans - 1);
            let ends =
                points.get(first).zip(points.get(first + 1)).or_else(|| points.first().map(|p| (p, p)));
            let (low, high) = ends.unwrap_or((&[0.0; 3], &[0.0; 3]));
            let share = along - first as f32;
            srgb([0, 1, 2].map(|axis| low[axis] + (high[axis] - low[axis]) * share))
        };
        Self((0..STEPS).map(color).collect())
    }

    /// The colour at a place, 0 to 1.
    pub fn at(&self, place: f32) -> Color {
        let last = self.0.len().saturating_sub(1);
        // The cast saturates, and NaN becomes 0.
        let step = (place * last as f32).round() as usize;
        self.0.get(step.min(last)).copied().unwrap_or_default()
    }
}

/// The nearest colour that a screen can show: of what is too colourful the chroma is lowered.
fn srgb([lightness, chroma, hue]: Point) -> Color {
    let linear = |chroma: f32| {
        let (sin, cos) = hue.to_radians().sin_cos();
        linear_from_oklab([lightness, chroma * cos, chroma * sin])
    };
    let shows = |chroma: f32| linear(chroma).iter().all(|light| (-1e-3..=1.001).contains(light));
    let (mut low, mut high) = (0.0, chroma);
    if shows(chroma) {
        low = chroma;
    } else {
        for _ in 0..16 {
            let middle = (low + high) / 2.0;
            if shows(middle) { low = middle } else { high = middle }
        }
    }
    linear(low).map(byte_from_linear)
}

/// OKLab to linear sRGB, as its author (B. Ottosson, 2020) defines it.
fn linear_from_oklab([lightness, a, b]: [f32; 3]) -> [f32; 3] {
    let cone = |of_a: f32, of_b: f32| (lightness + of_a * a + of_b * b).powi(3);
    let l = cone(0.396_337_78, 0.215_803_76);
    let m = cone(-0.105_561_346, -0.063_854_17);
    let s = cone(-0.089_484_18, -1.291_485_5);
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
}

/// What is as it should be: a quiet grey.
pub const FINE: Color = [196, 200, 204];

/// What hasn't a colour of its own.
pub const OTHER: Color = [85, 85, 85];

/// Categories, the most important first. Eight after the palette of Okabe and Ito (2008), in an order that keeps the
/// first ones far apart, then a pale and a dark one.
pub const CATEGORIES: [Color; 9] = [
    [0, 114, 178],   // Blue.
    [230, 159, 0],   // Orange.
    [0, 158, 115],   // Bluish green.
    [204, 121, 167], // Reddish purple.
    [240, 228, 66],  // Yellow.
    [86, 180, 233],  // Sky blue.
    [213, 94, 0],    // Vermillion.
    [245, 245, 245], // White.
    [70, 20, 80],    // Dark purple.
];

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::*;
    use crate::scene::srgb::linear_from_byte;

    fn linear(color: Color) -> [f32; 3] {
        color.map(linear_from_byte)
    }

    fn oklab([r, g, b]: [f32; 3]) -> [f32; 3] {
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
        (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
    }

    /// What eyes without one kind of cones see (Viénot, Brettel and Mollon 1999, in linear sRGB).
    fn seen(color: Color, red_blind: bool) -> [f32; 3] {
        let [r, g, b] = linear(color);
        let rows = if red_blind {
            [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]]
        } else {
            [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]]
        };
        oklab(rows.map(|[of_r, of_g, of_b]| (of_r * r + of_g * g + of_b * b).max(0.0)))
    }

    #[test]
    fn ramps_of_one_direction_rise_or_fall_in_lightness_by_even_steps() {
        for (name, ramp) in
            [("amount", RampColors::amount()), ("light", RampColors::light()), ("loss", RampColors::loss())]
        {
            let places: Vec<f32> = (0..=16).map(|i| i as f32 / 16.0).collect();
            let lightness: Vec<f32> = places.iter().map(|&place| oklab(linear(ramp.at(place)))[0]).collect();
            let steps: Vec<f32> = lightness.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let sign = steps[0].signum();
            assert!(steps.iter().all(|step| step * sign > 0.02 && step * sign < 0.08), "{name}: {steps:?}");
        }
    }

    #[test]
    fn the_two_sides_are_as_light_as_each_other_and_fade_to_the_middle() {
        let sides = RampColors::sides();
        let lightness = |place: f32| oklab(linear(sides.at(place)))[0];
        for step in 0..8 {
            let out = step as f32 / 16.0;
            assert!((lightness(out) - lightness(1.0 - out)).abs() < 0.08, "{out}");
            assert!(lightness(out) < lightness(0.5) + 1e-3);
        }
        for red_blind in [true, false] {
            assert!(distance(seen(sides.at(0.0), red_blind), seen(sides.at(1.0), red_blind)) > 0.2);
        }
    }

    #[test]
    fn categories_are_told_apart_by_every_kind_of_eye() {
        let all: Vec<Color> = [CATEGORIES.as_slice(), &[OTHER]].concat();
        for (i, &a) in all.iter().enumerate() {
            for &b in &all[i + 1..] {
                assert!(distance(oklab(linear(a)), oklab(linear(b))) > 0.12, "{a:?} {b:?}");
                for red_blind in [true, false] {
                    let apart = distance(seen(a, red_blind), seen(b, red_blind));
                    assert!(apart > 0.07, "{a:?} {b:?}: {apart}, red-blind: {red_blind}");
                }
            }
        }
    }

    #[test]
    fn places_beyond_the_ends_have_the_colours_of_the_ends() {
        let ramp = RampColors::amount();
        assert_eq!(ramp.at(-3.0), ramp.at(0.0));
        assert_eq!(ramp.at(7.0), ramp.at(1.0));
        assert_eq!(ramp.at(f32::NAN), ramp.at(0.0));
    }
}
