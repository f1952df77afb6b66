//! How a texture lies: scale, rotation and translation as three kinds of modelling programs mean them.

/// Rows: u and v after the matrix are the dot products with (u, v, 1).
pub type UvMatrix = [[f32; 3]; 2];

/// A texture as it is.
pub const IDENTITY: UvMatrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// Scale, rotation and translation of a texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureMatrix {
    /// 0 Maya, 1 3ds Max, 2 Softimage; none where the parts are applied to (u, v) as they are.
    pub mode: Option<u32>,
    /// Along u and v.
    pub scale: [f32; 2],
    /// Radians.
    pub rotation: f32,
    /// Along u and v.
    pub translation: [f32; 2],
}

impl TextureMatrix {
    /// From the words of a parameter of the type "texture SRT": mode, scale, rotation, translation.
    pub fn from_words([mode, rest @ ..]: [u32; 6]) -> Self {
        let [scale_u, scale_v, rotation, u, v] = rest.map(f32::from_bits);
        Self { mode: Some(mode), scale: [scale_u, scale_v], rotation, translation: [u, v] }
    }

    /// As a matrix. The programs count v upwards from the lower edge, textures downwards from the upper one.
    ///
    /// Maya moves and turns a frame on the surface, and scales what is in it from its corner; 3ds Max does all about the
    /// middle; Softimage about the corner. Checked on translation and scale alone: no real file with a rotation was seen.
    pub fn rows(&self) -> UvMatrix {
        let (sin, cos) = self.rotation.sin_cos();
        let [su, sv] = self.scale;
        let [tu, tv] = self.translation;
        let offset = match self.mode {
            None => return [[su * cos, -sv * sin, tu], [su * sin, sv * cos, tv]],
            Some(1) => {
                let [du, dv] = [-0.5 - tu, -0.5 + tv];
                [su * (cos * du + sin * dv) + 0.5, sv * (cos * dv - sin * du) + 0.5]
            }
            Some(2) => {
                let [du, dv] = [-tu, tv - 1.0];
                [su * (cos * du + sin * dv), sv * (cos * dv - sin * du) + 1.0]
            }
            Some(_) => [su * (0.5 - 0.5 * (cos + sin) - tu), sv * (tv - 0.5 - 0.5 * (cos - sin)) + 1.0],
        };
        [[su * cos, su * sin, offset[0]], [-sv * sin, sv * cos, offset[1]]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(matrix: UvMatrix, u: f32, v: f32) -> [f32; 2] {
        matrix.map(|[a, b, c]| a * u + b * v + c)
    }

    fn near(found: [f32; 2], expected: [f32; 2]) {
        assert!((0..2).all(|k| (found[k] - expected[k]).abs() < 1e-5), "{found:?}, not {expected:?}");
    }

    fn srt(mode: Option<u32>, scale: [f32; 2], rotation: f32, translation: [f32; 2]) -> UvMatrix {
        TextureMatrix { mode, scale, rotation, translation }.rows()
    }

    #[test]
    fn nothing_done_is_the_identity_in_every_mode() {
        for mode in [None, Some(0), Some(1), Some(2), Some(99)] {
            let matrix = srt(mode, [1.0; 2], 0.0, [0.0; 2]);
            near(at(matrix, 0.3, 0.8), [0.3, 0.8]);
        }
    }

    #[test]
    fn a_frame_moved_up_moves_its_picture_up_and_that_is_a_larger_v() {
        for mode in [Some(0), Some(1), Some(2)] {
            let matrix = srt(mode, [1.0; 2], 0.0, [0.25, 0.125]);
            near(at(matrix, 0.5, 0.5), [0.25, 0.625]);
        }
    }

    #[test]
    fn a_scale_leaves_the_lower_left_corner_or_the_middle() {
        let scale = [2.0, 4.0];
        for mode in [Some(0), Some(2)] {
            near(at(srt(mode, scale, 0.0, [0.0; 2]), 0.0, 1.0), [0.0, 1.0]);
            near(at(srt(mode, scale, 0.0, [0.0; 2]), 0.5, 0.5), [1.0, -1.0]);
        }
        near(at(srt(Some(1), scale, 0.0, [0.0; 2]), 0.5, 0.5), [0.5, 0.5]);
        near(at(srt(Some(1), scale, 0.0, [0.0; 2]), 1.0, 1.0), [1.5, 2.5]);
    }

    #[test]
    fn a_turn_leaves_the_middle_in_maya_and_3ds_max() {
        for mode in [Some(0), Some(1)] {
            let matrix = srt(mode, [1.0; 2], std::f32::consts::FRAC_PI_2, [0.0; 2]);
            near(at(matrix, 0.5, 0.5), [0.5, 0.5]);
            near(at(matrix, 1.0, 0.5), [0.5, 0.0]);
        }
    }

    #[test]
    fn words_of_a_parameter_are_read_in_their_order() {
        let words = [1, 2.0f32.to_bits(), 3.0f32.to_bits(), 0, 0.5f32.to_bits(), 0.25f32.to_bits()];
        let expected =
            TextureMatrix { mode: Some(1), scale: [2.0, 3.0], rotation: 0.0, translation: [0.5, 0.25] };
        assert_eq!(TextureMatrix::from_words(words), expected);
    }
}
