//! Between the bytes of a picture and light: sRGB as IEC 61966-2-1 defines it.

/// A byte of sRGB as linear light, 0 to 1.
pub(crate) fn linear_from_byte(byte: u8) -> f32 {
    let value = f32::from(byte) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Linear light as the nearest byte of sRGB; what lies outside of 0 to 1 becomes the nearer end, and NaN 0.
pub(crate) fn byte_from_linear(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_to_light_and_back() {
        for byte in 0..=255 {
            assert_eq!(byte_from_linear(linear_from_byte(byte)), byte);
        }
    }

    #[test]
    fn light_is_that_of_the_standard() {
        // The grey that reflects a fifth is 124; the ends and the straight part by hand.
        for (byte, light) in [(0, 0.0), (10, 10.0 / 255.0 / 12.92), (124, 0.2016), (255, 1.0)] {
            assert!((linear_from_byte(byte) - light).abs() < 1e-4, "{byte}: {}", linear_from_byte(byte));
        }
        assert_eq!([0.5, 0.2, 0.001].map(byte_from_linear), [188, 124, 3]);
    }

    #[test]
    fn light_beyond_the_ends_is_that_of_the_ends() {
        assert_eq!([-1.0, 7.0, f32::INFINITY, f32::NAN].map(byte_from_linear), [0, 255, 255, 0]);
    }
}
