//! Text as pixels: the labels of a scene in one texture, and single lines for what is painted over a picture.

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};

/// Height of a line in pixels.
const PIXELS: f32 = 17.0;

/// How far the dark halo reaches around the letters, pixels.
const HALO: i32 = 2;

/// Pixels with two channels: the letters, and their halo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextSheet {
    pub size: [u32; 2],
    pub texels: Vec<u8>,
    /// Left, top, width and height of each text in pixels.
    pub places: Vec<[u32; 4]>,
}

/// Draws each text into its own row of a sheet. Empty where there is no text.
pub(crate) fn sheet(texts: &[String]) -> TextSheet {
    let mut sheet = TextSheet { size: [1, 1], texels: vec![0; 2], places: Vec::new() };
    // The typeface is part of the binary and tested; without it there would be no labels, not a crash.
    let Some(font) = typeface() else { return sheet };
    let rows: Vec<_> = texts.iter().map(|text| row(&font, text, PIXELS, HALO as f32 + 1.0)).collect();
    let width = rows.iter().map(|row| row.width).max().unwrap_or(1);
    let height = rows.iter().map(|row| row.height).sum::<u32>().max(1);
    sheet.size = [width, height];
    sheet.texels = vec![0; (width * height * 2) as usize];
    let mut top = 0;
    for row in rows {
        sheet.places.push([0, top, row.width, row.height]);
        for y in 0..row.height {
            for x in 0..row.width {
                let to = ((top + y) * width + x) as usize * 2;
                sheet.texels[to] = row.letters[(y * row.width + x) as usize];
                sheet.texels[to + 1] = row.halo(x as i32, y as i32);
            }
        }
        top += row.height;
    }
    sheet
}

/// A line of text, `pixels` high, without a halo; it has no pixels where there is no typeface.
pub(crate) fn line(text: &str, pixels: f32) -> Row {
    let nothing = Row { width: 0, height: 0, letters: Vec::new() };
    typeface().map_or(nothing, |font| row(&font, text, pixels, 0.0))
}

/// Where the pen is behind each letter of a line, pixels: how wide the line is that ends there.
pub(crate) fn pens(text: &str, pixels: f32) -> Vec<f32> {
    let Some(font) = typeface() else { return Vec::new() };
    let scaled = font.as_scaled(PxScale::from(pixels));
    let mut pen = 0.0;
    let mut before = None;
    let mut advance = |letter| {
        let id = font.glyph_id(letter);
        pen += before.map_or(0.0, |before| scaled.kern(before, id)) + scaled.h_advance(id);
        before = Some(id);
        pen
    };
    text.chars().map(&mut advance).collect()
}

fn typeface() -> Option<FontRef<'static>> {
    FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).ok()
}

/// The letters of one text.
pub(crate) struct Row {
    pub width: u32,
    pub height: u32,
    /// How much of each pixel they cover, the top row first.
    pub letters: Vec<u8>,
}

fn row(font: &FontRef<'_>, text: &str, pixels: f32, margin: f32) -> Row {
    let scaled = font.as_scaled(PxScale::from(pixels));
    let mut pen = margin;
    let mut glyphs: Vec<Glyph> = Vec::new();
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        if let Some(before) = glyphs.last() {
            pen += scaled.kern(before.id, id);
        }
        glyphs.push(id.with_scale_and_position(PxScale::from(pixels), point(pen, margin + scaled.ascent())));
        pen += scaled.h_advance(id);
    }
    let width = (pen + margin).ceil() as u32;
    let height = (scaled.height() + 2.0 * margin).ceil() as u32;
    let mut letters = vec![0u8; (width * height) as usize];
    for outlined in glyphs.into_iter().filter_map(|glyph| font.outline_glyph(glyph)) {
        let corner = outlined.px_bounds().min;
        outlined.draw(|x, y, coverage| {
            let (x, y) = (corner.x as i32 + x as i32, corner.y as i32 + y as i32);
            if (0..width as i32).contains(&x) && (0..height as i32).contains(&y) {
                let texel = &mut letters[(y as u32 * width + x as u32) as usize];
                *texel = texel.saturating_add((coverage * 255.0) as u8);
            }
        });
    }
    Row { width, height, letters }
}

impl Row {
    /// The strongest letter nearby, fading with distance.
    fn halo(&self, x: i32, y: i32) -> u8 {
        let mut strongest = 0.0f32;
        for dy in -HALO..=HALO {
            for dx in -HALO..=HALO {
                let (x, y) = (x + dx, y + dy);
                if (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y) {
                    let letter = f32::from(self.letters[(y as u32 * self.width + x as u32) as usize]);
                    let distance = ((dx * dx + dy * dy) as f32).sqrt();
                    strongest = strongest.max(letter * (1.0 - distance / (HALO as f32 + 1.0)).max(0.0));
                }
            }
        }
        (strongest * 1.3).min(255.0) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_a_place_of_its_own_with_letters_in_it() {
        let sheet = sheet(&["482 m".to_owned(), "1,204 m".to_owned()]);
        let [one, two] = sheet.places[..] else { unreachable!("two texts") };
        assert!(two[2] > one[2], "the longer text is wider");
        assert_eq!(two[1], one[1] + one[3], "one under the other");
        for [left, top, width, height] in [one, two] {
            let lit = |channel: usize| {
                (top..top + height)
                    .flat_map(|y| (left..left + width).map(move |x| (x, y)))
                    .filter(|(x, y)| sheet.texels[((y * sheet.size[0] + x) * 2) as usize + channel] > 128)
                    .count()
            };
            assert!(lit(0) > 40, "letters");
            assert!(lit(1) > lit(0), "the halo is wider than the letters");
        }
    }

    #[test]
    fn no_text_gives_a_sheet_that_can_be_uploaded() {
        assert_eq!(sheet(&[]), TextSheet { size: [1, 1], texels: vec![0; 2], places: Vec::new() });
    }
}
