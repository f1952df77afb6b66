//! Floats of 10, 11 and 16 bits, in textures and in vertices: five bits of exponent over the rest, which is fraction.

/// Bits of the exponent.
pub(super) const EXPONENT_BITS: u32 = 5;

/// A float without a sign.
pub(super) fn small_float(bits: u32, fraction_bits: u32) -> f32 {
    let fraction = bits & ((1 << fraction_bits) - 1);
    let part = fraction as f32 / (1u32 << fraction_bits) as f32;
    match bits >> fraction_bits & ((1 << EXPONENT_BITS) - 1) {
        0 => part * 2f32.powi(-14),
        31 if fraction == 0 => f32::INFINITY,
        31 => f32::NAN,
        exponent => (1.0 + part) * 2f32.powi(exponent.cast_signed() - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_floats_go_from_the_smallest_to_infinity() {
        for (bits, fraction_bits, expected) in [
            (0, 10, 0.0),
            (1, 10, 2f32.powi(-24)),
            (15 << 10, 10, 1.0),
            (30 << 10 | 0x3ff, 10, 65504.0),
            (31 << 10, 10, f32::INFINITY),
            (1, 6, 2f32.powi(-20)),
            (14 << 6, 6, 0.5),
            (16 << 5 | 16, 5, 3.0),
        ] {
            assert_eq!(small_float(bits, fraction_bits), expected, "{bits:#x} of {fraction_bits}");
        }
        assert!(small_float(31 << 6 | 1, 6).is_nan());
    }
}
