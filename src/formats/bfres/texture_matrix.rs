//! How a parameter of a shader lays a texture: scaled, turned and moved.
//!
//! The three programs that models are made in turn and move textures around different points; a value says whose way is
//! meant. The formulas are those that two public viewers agree on; no picture of a console was compared.

/// Whose way a texture is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureMode {
    /// A value without a mode: around the corner of the texture.
    Plain,
    /// Mode 0: turned around the middle, moved in units of the scaled texture.
    Maya,
    /// Mode 1: scaled and turned around the middle.
    Max,
    /// Mode 2: around the lower left corner.
    Softimage,
}

/// How a texture lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureMatrix {
    /// Whose way.
    pub mode: TextureMode,
    /// 2 shows the texture twice.
    pub scale: [f32; 2],
    /// Radians.
    pub rotation: f32,
    /// In widths and heights of the texture.
    pub translation: [f32; 2],
}

impl TextureMatrix {
    /// Reads the value of a parameter: 0x14 bytes without a mode, 0x18 with one, 0x1c with a pointer of the console behind.
    ///
    /// `None` for any other length. A mode of no known meaning is taken for Maya's.
    pub fn from_value(value: &[u8]) -> Option<Self> {
        let (mode, floats) = match value.len() {
            0x14 => (TextureMode::Plain, value),
            0x18 | 0x1c => match value.split_first_chunk()? {
                ([0, 0, 0, 1], floats) => (TextureMode::Max, floats),
                ([0, 0, 0, 2], floats) => (TextureMode::Softimage, floats),
                (_, floats) => (TextureMode::Maya, floats),
            },
            _ => return None,
        };
        let (floats, _) = floats.as_chunks::<4>();
        let [scale_x, scale_y, rotation, x, y] = floats.first_chunk()?.map(f32::from_be_bytes);
        Some(Self { mode, scale: [scale_x, scale_y], rotation, translation: [x, y] })
    }

    /// As [`Self::from_value`] reads it.
    pub fn value(&self) -> Vec<u8> {
        let mode: &[u8] = match self.mode {
            TextureMode::Plain => &[],
            TextureMode::Maya => &[0, 0, 0, 0],
            TextureMode::Max => &[0, 0, 0, 1],
            TextureMode::Softimage => &[0, 0, 0, 2],
        };
        let [scale_x, scale_y] = self.scale;
        let [x, y] = self.translation;
        let floats = [scale_x, scale_y, self.rotation, x, y].map(f32::to_be_bytes);
        [mode, floats.as_flattened()].concat()
    }

    /// Two rows of three: `u' = m[0][0] u + m[0][1] v + m[0][2]`, and `v'` by the second row. `v` grows downward.
    pub fn rows(&self) -> [[f32; 3]; 2] {
        let (sin, cos) = self.rotation.sin_cos();
        let [x, y] = self.translation;
        // The turn, the point that it is around, and where that point goes to; in Plain the scale comes first.
        let [scale_x, scale_y] = self.scale;
        match self.mode {
            TextureMode::Plain => [[scale_x * cos, -scale_y * sin, x], [scale_x * sin, scale_y * cos, y]],
            TextureMode::Maya => {
                self.turned([cos, sin, -sin, cos], [0.5, 0.5], [0.5 - x, y - 0.5], [0.0, 1.0])
            }
            TextureMode::Max => {
                self.turned([cos, sin, -sin, cos], [x + 0.5, 0.5 - y], [0.0, 0.0], [0.5, 0.5])
            }
            TextureMode::Softimage => {
                self.turned([cos, -sin, sin, cos], [x, 1.0 - y], [0.0, 0.0], [0.0, 1.0])
            }
        }
    }

    /// `scale * (turn * (uv - around) + moved) + to`.
    fn turned(&self, turn: [f32; 4], around: [f32; 2], moved: [f32; 2], to: [f32; 2]) -> [[f32; 3]; 2] {
        std::array::from_fn(|row| {
            let [a, b] = [turn[2 * row], turn[2 * row + 1]];
            let scale = self.scale[row];
            let rest = moved[row] - a * around[0] - b * around[1];
            [scale * a, scale * b, scale * rest + to[row]]
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    const MODES: [TextureMode; 4] =
        [TextureMode::Plain, TextureMode::Maya, TextureMode::Max, TextureMode::Softimage];

    fn laid(matrix: &TextureMatrix, [u, v]: [f32; 2]) -> [f32; 2] {
        matrix.rows().map(|[a, b, c]| a * u + b * v + c)
    }

    fn assert_near(found: [f32; 2], expected: [f32; 2]) {
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
        assert!(near, "found {found:?}, expected {expected:?}");
    }

    #[test]
    fn a_texture_that_is_not_moved_lies_as_it_is() {
        for mode in MODES {
            let matrix = TextureMatrix { mode, scale: [1.0; 2], rotation: 0.0, translation: [0.0; 2] };
            for uv in [[0.0, 0.0], [1.0, 0.0], [0.25, 0.75]] {
                assert_near(laid(&matrix, uv), uv);
            }
        }
    }

    #[test]
    fn each_mode_turns_around_its_own_point() {
        let around = [[0.0, 0.0], [0.5, 0.5], [0.5, 0.5], [0.0, 1.0]];
        for (mode, around) in MODES.into_iter().zip(around) {
            let matrix = TextureMatrix { mode, scale: [1.0; 2], rotation: 1.0, translation: [0.0; 2] };
            assert_near(laid(&matrix, around), around);
        }
        let quarter = |mode| TextureMatrix {
            mode,
            scale: [1.0; 2],
            rotation: std::f32::consts::FRAC_PI_2,
            translation: [0.0; 2],
        };
        assert_near(laid(&quarter(TextureMode::Plain), [1.0, 0.0]), [0.0, 1.0]);
        assert_near(laid(&quarter(TextureMode::Maya), [1.0, 0.5]), [0.5, 0.0]);
        assert_near(laid(&quarter(TextureMode::Max), [1.0, 0.5]), [0.5, 0.0]);
        assert_near(laid(&quarter(TextureMode::Softimage), [1.0, 1.0]), [0.0, 2.0]);
    }

    #[test]
    fn a_moved_texture_goes_right_and_up_but_for_the_plain_mode() {
        let moved = |mode| TextureMatrix { mode, scale: [2.0, 4.0], rotation: 0.0, translation: [0.25, 0.5] };
        assert_near(laid(&moved(TextureMode::Plain), [0.0, 0.0]), [0.25, 0.5]);
        // 2 (u - 0.25), and 4 (v + 0.5) measured from below.
        assert_near(laid(&moved(TextureMode::Maya), [0.0, 0.0]), [-0.5, -1.0]);
        assert_near(laid(&moved(TextureMode::Softimage), [0.0, 0.0]), [-0.5, -1.0]);
        // The same around the middle.
        assert_near(laid(&moved(TextureMode::Max), [0.0, 0.0]), [-1.0, 0.5]);
    }

    #[test]
    fn only_values_of_three_lengths_are_read() {
        let lengths: Vec<usize> =
            (0..64).filter(|&len| TextureMatrix::from_value(&vec![0; len]).is_some()).collect();
        assert_eq!(lengths, [0x14, 0x18, 0x1c]);
        assert_eq!(TextureMatrix::from_value(&[9; 0x18]).unwrap().mode, TextureMode::Maya);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_value_is_read_back(mode in prop::sample::select(&MODES[..]), floats in any::<[i16; 5]>()) {
            let [scale_x, scale_y, rotation, x, y] = floats.map(f32::from);
            let matrix = TextureMatrix { mode, scale: [scale_x, scale_y], rotation, translation: [x, y] };
            prop_assert_eq!(TextureMatrix::from_value(&matrix.value()), Some(matrix));
        }
    }
}
