//! A picture in memory, and the same in another size.

use super::srgb::{byte_from_linear, linear_from_byte};

/// Pixels: RGBA, sRGB, the top row first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Width and height, both at least 1.
    pub size: [u32; 2],
    /// `size[0] * size[1] * 4` bytes.
    pub rgba: Vec<u8>,
}

/// A pixel in linear light, its colour multiplied by its alpha.
type Light = [f32; 4];

impl Image {
    /// The picture stretched to `size`: each pixel is the mean of what it covers, in linear light, weighed by alpha.
    pub fn resized(&self, size: [u32; 2]) -> Self {
        if size == self.size {
            return self.clone();
        }
        let lights: Vec<Light> = self.rgba.as_chunks::<4>().0.iter().map(light_of).collect();
        let [columns, rows] = [0, 1].map(|axis| spans(self.size[axis], size[axis]));
        let width = self.size[0] as usize;
        // First along the rows, then across them.
        let narrow: Vec<Light> = lights
            .chunks_exact(width.max(1))
            .flat_map(|row| columns.iter().map(|span| span.mean(|x| row.get(x).copied())))
            .collect();
        let narrow_width = columns.len();
        let rgba = rows
            .iter()
            .flat_map(|span| {
                let narrow = &narrow;
                (0..narrow_width).map(move |x| span.mean(|y| narrow.get(y * narrow_width + x).copied()))
            })
            .flat_map(bytes_of)
            .collect();
        Self { size, rgba }
    }
}

/// The pixels along an edge that a pixel of another size covers.
struct Span {
    first: usize,
    /// How much of each is covered; the sum is 1.
    shares: Vec<f32>,
}

impl Span {
    fn mean(&self, light: impl Fn(usize) -> Option<Light>) -> Light {
        let mut sum = [0.0; 4];
        for (index, share) in (self.first..).zip(&self.shares) {
            for (sum, part) in sum.iter_mut().zip(light(index).unwrap_or_default()) {
                *sum += part * share;
            }
        }
        sum
    }
}

/// What each of `to` pixels covers of `from` pixels.
fn spans(from: u32, to: u32) -> Vec<Span> {
    let scale = f64::from(from) / f64::from(to.max(1));
    (0..to)
        .map(|pixel| {
            let [start, end] = [f64::from(pixel) * scale, f64::from(pixel + 1) * scale];
            let first = start.floor() as usize;
            let last = (end.ceil() as usize).min(from as usize).max(first + 1);
            let covered = |index: usize| (end.min(index as f64 + 1.0) - start.max(index as f64)).max(0.0);
            let shares = (first..last).map(|index| (covered(index) / scale) as f32).collect();
            Span { first, shares }
        })
        .collect()
}

fn light_of([red, green, blue, alpha]: &[u8; 4]) -> Light {
    let alpha = f32::from(*alpha) / 255.0;
    let [red, green, blue] = [red, green, blue].map(|channel| linear_from_byte(*channel) * alpha);
    [red, green, blue, alpha]
}

fn bytes_of([red, green, blue, alpha]: Light) -> [u8; 4] {
    if alpha <= 0.0 {
        return [0; 4];
    }
    let [red, green, blue] = [red, green, blue].map(|channel| byte_from_linear(channel / alpha));
    [red, green, blue, (alpha * 255.0).round().min(255.0) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(size: [u32; 2], pixels: &[[u8; 4]]) -> Image {
        Image { size, rgba: pixels.concat() }
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const CLEAR: [u8; 4] = [0, 255, 0, 0];

    #[test]
    fn a_pixel_becomes_the_mean_of_what_it_covers_and_clear_ones_have_no_colour() {
        let half = image([2, 2], &[RED, BLUE, RED, CLEAR]).resized([1, 1]);
        // 2 of 3 lit pixels are red; 0.667 and 0.333 of the light.
        assert_eq!(half.rgba, [213, 0, 156, 191]);
        assert_eq!(image([2, 1], &[CLEAR, CLEAR]).resized([1, 1]).rgba, [0; 4]);
    }

    #[test]
    fn a_larger_picture_repeats_its_pixels() {
        let large = image([2, 1], &[RED, BLUE]).resized([4, 2]);
        assert_eq!(large, image([4, 2], &[RED, RED, BLUE, BLUE, RED, RED, BLUE, BLUE]));
        assert_eq!(large.resized([2, 1]), image([2, 1], &[RED, BLUE]));
    }

    #[test]
    fn edges_that_do_not_divide_keep_the_mean() {
        let image = image([3, 1], &[[128, 128, 128, 255]; 3]);
        for width in 1..9 {
            assert!(
                image
                    .resized([width, 2])
                    .rgba
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .all(|pixel| pixel == &[128, 128, 128, 255])
            );
        }
    }
}
