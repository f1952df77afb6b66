//! Paints the key to the colours of the ground into a finished picture.

use super::Picture;
use super::paint::{rectangle, text};
use super::text;
use crate::numbers::thousands;
use crate::scene::overlay::{Color, Legend, Ramp, Swatch, Tick};

/// Height of a line of text, as a part of the picture's shorter edge.
const TEXT_SHARE: f32 = 0.0245;

/// Lower than this no text can be read, pixels.
const LEAST_TEXT: f32 = 10.0;

/// Widths of the contents in heights of a line: a ramp and its notes want so much, and less isn't enough for anything.
const OF_RAMP: f32 = 17.0;
const NARROWEST: f32 = 12.0;

/// Space around and between the contents, in heights of a line.
const MARGIN: f32 = 0.75;
const GAP: f32 = 0.45;

/// Between a name and its number, at least.
const SWATCH_GAP: f32 = 1.0;

/// Height of the title, in heights of a line.
const TITLE: f32 = 1.12;

const PAPER: Color = [18, 20, 24];
const INK: Color = [240, 240, 236];
const FAINT_INK: Color = [186, 190, 194];

/// How much of the picture the paper covers.
const PAPER_SHARE: f32 = 0.84;

/// Paints a key into the upper left corner; it takes no more than a third of the picture. False for a picture that is
/// too small for it, which is then left as it is.
pub fn paint(picture: &mut Picture, legend: &Legend) -> bool {
    let [width, height] = picture.size.map(|pixels| pixels as f32);
    let em = (width.min(height) * TEXT_SHARE).max(LEAST_TEXT);
    let margin = (em * MARGIN).round();
    let room = (width / 3.0 - 2.0 * margin).floor();
    if room < NARROWEST * em {
        return false;
    }
    let contents = room.min((natural_width(legend, em)).max(NARROWEST * em).ceil());
    let most_height = height * 0.94 - 2.0 * margin;
    let mut shown = legend.swatches.len();
    let page = loop {
        let page = Page::lay_out(legend, shown, em, contents);
        if page.height <= most_height {
            break page;
        }
        match shown.checked_sub(1) {
            Some(fewer) => shown = fewer,
            None => return false,
        }
    };
    let size = [contents + 2.0 * margin, page.height + 2.0 * margin];
    // A little off the corner, where there is room.
    let off = (em * 0.6).min((width / 3.0 - size[0]).max(0.0)).floor();
    rectangle(picture, [off, off], size, PAPER, PAPER_SHARE);
    for mark in page.marks {
        mark.paint(picture, [off + margin, off + margin]);
    }
    true
}

/// How wide the contents want to be, pixels: title, ramp and swatches stand in a line each.
fn natural_width(legend: &Legend, em: f32) -> f32 {
    let of_text = |text: &str, pixels: f32| text::line(text, pixels).width as f32;
    let of_swatch = |swatch: &Swatch| {
        of_text(&swatch.name, em) + of_text(&thousands(swatch.count), em) + em * (0.9 + 0.5 + SWATCH_GAP)
    };
    let of_ramp = if legend.ramp.is_some() { OF_RAMP * em } else { 0.0 };
    let swatches = legend.swatches.iter().map(of_swatch).fold(of_ramp, f32::max);
    swatches.max(of_text(&legend.title, em * TITLE))
}

/// Where everything stands, in pixels from the upper left corner of the contents.
struct Page {
    marks: Vec<Mark>,
    height: f32,
    em: f32,
    width: f32,
}

/// Something on the page.
enum Mark {
    Rectangle { at: [f32; 2], size: [f32; 2], color: Color },
    Text { at: [f32; 2], row: text::Row, color: Color },
}

impl Page {
    /// The page with the first `shown` swatches.
    fn lay_out(legend: &Legend, shown: usize, em: f32, width: f32) -> Self {
        let mut page = Self { marks: Vec::new(), height: 0.0, em, width };
        page.words(&legend.title, em * TITLE, INK);
        if let Some(ramp) = &legend.ramp {
            page.height += em * GAP;
            page.ramp(ramp);
            page.words(&legend.unit, em * 0.92, FAINT_INK);
        }
        if !legend.swatches.is_empty() {
            page.height += em * GAP;
        }
        for swatch in legend.swatches.iter().take(shown) {
            // Ground without a colour has an empty square.
            page.swatch(Some(swatch.color.unwrap_or(PAPER)), &swatch.name, &thousands(swatch.count));
        }
        let cut = (legend.swatches.len() - shown) as u64;
        let more = cut + legend.rest.map_or(0, |rest| rest.things);
        if more > 0 {
            // Those that were cut for lack of room keep their own colours.
            let color = legend.rest.filter(|_| cut == 0).and_then(|rest| rest.color);
            page.swatch(color, &format!("and {} more", thousands(more)), "");
        }
        for note in &legend.notes {
            page.height += em * GAP;
            page.words(note, em * 0.92, FAINT_INK);
        }
        page
    }

    /// Text in as many lines as it needs.
    fn words(&mut self, text: &str, pixels: f32, color: Color) {
        for row in wrapped(text, pixels, self.width) {
            let height = row.height as f32;
            self.marks.push(Mark::Text { at: [0.0, self.height], row, color });
            self.height += height;
        }
    }

    /// A colour, its name, and a number at the right edge.
    fn swatch(&mut self, color: Option<Color>, name: &str, number: &str) {
        let em = self.em;
        let square = (em * 0.9).round();
        let left = square + em * 0.5;
        let number = text::line(number, em);
        let number_width = number.width as f32;
        let rows = wrapped(name, em, self.width - left - number_width - em * SWATCH_GAP);
        let row_height = number.height as f32;
        if let Some(color) = color {
            let top = (self.height + (row_height - square) * 0.5).round();
            // With a rim, since some colours are as dark as the paper.
            let rim = (em * 0.06).round().max(1.0);
            self.marks.push(Mark::Rectangle { at: [0.0, top], size: [square; 2], color: FAINT_INK });
            let inner = [square - 2.0 * rim; 2];
            self.marks.push(Mark::Rectangle { at: [rim, top + rim], size: inner, color });
        }
        self.marks.push(Mark::Text { at: [self.width - number_width, self.height], row: number, color: INK });
        for row in rows {
            self.marks.push(Mark::Text { at: [left, self.height], row, color: INK });
            self.height += row_height;
        }
        self.height += em * 0.12;
    }

    /// A bar of colours with its numbers under it.
    fn ramp(&mut self, ramp: &Ramp) {
        let (em, width) = (self.em, self.width);
        let bar = (em * 0.95).round();
        for column in 0..width as u32 {
            let place = (column as f32 + 0.5) / width;
            let at = [column as f32, self.height];
            self.marks.push(Mark::Rectangle { at, size: [1.0, bar], color: ramp.colors.at(place) });
        }
        self.height += bar;
        let mut taken: Vec<[f32; 2]> = Vec::new();
        // The ends come first, since numbers that have no room are left out.
        let last = ramp.ticks.len().saturating_sub(1);
        let inner = ramp.ticks.iter().skip(1).take(last.saturating_sub(1));
        let middle_first = |tick: &&Tick| tick.text == "0";
        let order = ramp.ticks.first().into_iter().chain(ramp.ticks.get(last));
        let order =
            order.chain(inner.clone().filter(middle_first)).chain(inner.filter(|tick| tick.text != "0"));
        let mut row_height: f32 = 0.0;
        for tick in order {
            let row = text::line(&tick.text, em * 0.92);
            let row_width = row.width as f32;
            let left =
                (tick.place * width - row_width * 0.5).clamp(0.0, (width - row_width).max(0.0)).round();
            let span = [left - em * 0.3, left + row_width + em * 0.3];
            if taken.iter().any(|[low, high]| span[0] < *high && span[1] > *low) {
                continue;
            }
            taken.push([left, left + row_width]);
            row_height = row_height.max(row.height as f32);
            let stroke = (em * 0.08).round().max(1.0);
            let at = (tick.place * width - stroke * 0.5).clamp(0.0, width - stroke).round();
            let size = [stroke, (em * 0.25).round()];
            self.marks.push(Mark::Rectangle { at: [at, self.height], size, color: INK });
            self.marks.push(Mark::Text { at: [left, self.height + em * 0.25], row, color: INK });
        }
        self.height += em * 0.25 + row_height;
    }
}

/// Text broken into lines between its words; a word that is too long for a line is broken itself.
fn wrapped(text: &str, pixels: f32, width: f32) -> Vec<text::Row> {
    let fits = |line: &str| text::line(line, pixels).width as f32 <= width;
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if !fits(&line) && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
    }
    lines.push(line);
    lines.iter().map(|line| text::line(line, pixels)).collect()
}

impl Mark {
    fn paint(&self, picture: &mut Picture, origin: [f32; 2]) {
        match self {
            Self::Rectangle { at, size, color } => {
                rectangle(picture, [origin[0] + at[0], origin[1] + at[1]], *size, *color, 1.0);
            }
            Self::Text { at, row, color } => {
                text(picture, [origin[0] + at[0], origin[1] + at[1]], row, *color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]
    use super::*;
    use crate::scene::overlay::{RampColors, Rest};

    const BEHIND: u8 = 200;

    fn picture(size: [u32; 2]) -> Picture {
        let rgba = vec![BEHIND; size[0] as usize * size[1] as usize * 4];
        Picture { size, rgba, drawn: Default::default() }
    }

    fn legend(swatches: u64) -> Legend {
        let tick = |place: f32| Tick { place, text: format!("{}", place * 1000.0) };
        let swatch = |count: u64| Swatch {
            color: Some([250, count as u8, 7]),
            name: format!("model {count} of a rather long name that takes two lines"),
            count,
        };
        Legend {
            title: "What is shown".to_owned(),
            unit: "plants per square metre".to_owned(),
            ramp: Some(Ramp {
                colors: RampColors::amount(),
                ticks: [0.0, 0.48, 0.5, 0.52, 1.0].map(tick).to_vec(),
            }),
            swatches: (0..swatches).map(swatch).collect(),
            rest: Some(Rest { color: Some([1, 2, 3]), things: 4 }),
            notes: vec!["A note with some more words than fit into a line of it.".to_owned()],
        }
    }

    /// Right and bottom edge of what was painted.
    fn painted(picture: &Picture) -> [u32; 2] {
        let changed = picture.rgba.as_chunks::<4>().0.iter().zip(0..).filter(|(pixel, _)| pixel[0] != BEHIND);
        let places = changed.map(|(_, index)| [index % picture.size[0] + 1, index / picture.size[0] + 1]);
        places.fold([0; 2], |[x, y], [right, bottom]| [x.max(right), y.max(bottom)])
    }

    fn count(picture: &Picture, color: Color) -> usize {
        picture.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[..3] == color).count()
    }

    #[test]
    fn a_key_takes_at_most_a_third_and_grows_with_the_picture() {
        let mut heights = Vec::new();
        for size in [[640, 360], [1280, 720], [720, 1280], [3840, 2160]] {
            let mut picture = picture(size);
            assert!(paint(&mut picture, &legend(3)), "{size:?}");
            let [right, bottom] = painted(&picture);
            assert!(right * 3 <= size[0] && bottom < size[1], "{size:?}: {right} x {bottom}");
            assert!(right * 6 > size[0].min(size[1]), "{size:?}: {right}");
            heights.push(bottom);
        }
        assert!(heights[3] > heights[1] * 2, "{heights:?}");
    }

    #[test]
    fn a_picture_that_is_too_small_stays_as_it_is() {
        for size in [[1, 1], [256, 144], [4000, 90]] {
            let mut small = picture(size);
            assert!(!paint(&mut small, &legend(3)), "{size:?}");
            assert_eq!(small.rgba, picture(size).rgba);
        }
    }

    #[test]
    fn swatches_that_find_no_room_are_counted_with_the_rest() {
        let mut whole = picture([1280, 720]);
        assert!(paint(&mut whole, &legend(5)));
        assert!((0..5).all(|of| count(&whole, [250, of, 7]) > 100) && count(&whole, [1, 2, 3]) > 100);
        let mut cut = picture([1280, 720]);
        assert!(paint(&mut cut, &legend(40)));
        let shown = (0..40).filter(|&of| count(&cut, [250, of, 7]) > 100).count();
        assert!((6..30).contains(&shown), "{shown}");
        assert_eq!(count(&cut, [1, 2, 3]), 0, "the rest has more than one colour now");
    }

    #[test]
    fn lines_break_between_words_and_long_words_anywhere() {
        let rows = |text: &str| wrapped(text, 16.0, 100.0);
        assert_eq!(rows("short").len(), 1);
        assert!(rows("several words that need more than one line").len() > 2);
        let long = rows(&"x".repeat(60));
        assert!(long.len() > 3 && long.iter().all(|row| row.width <= 101), "{}", long.len());
    }
}
