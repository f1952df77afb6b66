//! Paints rectangles, letters and pictures into a finished picture.

use super::Picture;
use super::text::Row;
use crate::scene::image::Image;
use crate::scene::overlay::Color;

/// Covers a share of a rectangle, in pixels from the upper left corner.
pub(crate) fn rectangle(picture: &mut Picture, at: [f32; 2], size: [f32; 2], color: Color, share: f32) {
    let [left, top] = at.map(|pixels| pixels.round() as u32);
    let [right, bottom] = [0, 1].map(|axis| (at[axis] + size[axis]).round() as u32);
    for y in top..bottom {
        for x in left..right {
            blend(picture, [x, y], color, share);
        }
    }
}

/// Lays a share of a colour over a pixel; beyond the picture nothing happens.
fn blend(picture: &mut Picture, [x, y]: [u32; 2], color: Color, share: f32) {
    let [width, height] = picture.size;
    if x >= width || y >= height {
        return;
    }
    let first = (y as usize * width as usize + x as usize) * 4;
    for (byte, ink) in picture.rgba.iter_mut().skip(first).take(3).zip(color) {
        let mixed = f32::from(*byte) + (f32::from(ink) - f32::from(*byte)) * share;
        *byte = mixed.round() as u8;
    }
}

/// Writes letters, their upper left corner at `at`.
pub(crate) fn text(picture: &mut Picture, at: [f32; 2], row: &Row, color: Color) {
    let [left, top] = at.map(|pixels| pixels.round() as u32);
    for (index, cover) in (0..).zip(&row.letters).filter(|(_, cover)| **cover > 0) {
        let place = [left + index % row.width.max(1), top + index / row.width.max(1)];
        blend(picture, place, color, f32::from(*cover) / 255.0);
    }
}

/// Lays an image over what is there, its upper left corner at `at`.
pub(crate) fn image(picture: &mut Picture, [left, top]: [u32; 2], image: &Image) {
    for (index, [red, green, blue, alpha]) in (0..).zip(image.rgba.as_chunks::<4>().0) {
        let place = [left + index % image.size[0].max(1), top + index / image.size[0].max(1)];
        blend(picture, place, [*red, *green, *blue], f32::from(*alpha) / 255.0);
    }
}
