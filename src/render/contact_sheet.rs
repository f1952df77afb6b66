//! A sheet of small pictures: a row for each track of an animation, a column for each frame.
//!
//! Where the frames are too many for one line they go on below, in a band of their own.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use super::Picture;
use super::paint;
use super::text::{self, Row as Letters};
use crate::scene::image::Image;
use crate::scene::overlay::Color;

/// Edge of a cell, pixels.
const CELL: u32 = 112;
/// Space between two cells, and around all.
const GAP: u32 = 8;
const MARGIN: u32 = 16;
/// Widest title of a row.
const TITLES: u32 = 240;
/// A sheet grows with the title of a section so far.
const WIDEST_SECTION_TITLE: u32 = 960;
/// Heights of the letters.
const LARGE: f32 = 18.0;
const SMALL: f32 = 12.0;

/// Frames of a band: what can be looked over, or where a sheet would be too high else, the most that a picture has room
/// for.
const COLUMNS: [u64; 2] = [64, ((LONGEST_EDGE - 2 * MARGIN - TITLES) / (CELL + GAP)) as u64];

/// Longest edge of a sheet: the longest of any picture.
const LONGEST_EDGE: u32 = 16384;
/// Pixels of a sheet: half a gigabyte of colours.
const MOST_PIXELS: u64 = 1 << 27;

const PAPER: Color = [28, 30, 34];
const INK: Color = [236, 236, 232];
const FAINT_INK: Color = [168, 172, 178];
/// Squares behind what is clear.
const CHECKS: [Color; 2] = [[74, 76, 80], [98, 100, 104]];
const CHECK: u32 = 8;

/// An animation on a sheet.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    /// Its name, and what is to be said about it.
    pub title: String,
    /// The frames of the columns.
    pub frames: RangeInclusive<u32>,
    /// What each row is about: what is driven, in two lines.
    pub rows: Vec<[&'a str; 2]>,
}

/// What a track shows at a frame.
#[derive(Debug, Clone)]
pub struct Cell<'a> {
    /// The texture's name.
    pub name: &'a str,
    /// Its picture, as [`thumbnail`] makes it; `None` for one that isn't there or can't be decoded.
    pub image: Option<Rc<Image>>,
}

/// A sheet that is larger than a picture can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the sheet would have {} x {} pixels, expected at most {LONGEST_EDGE} each way and {} million in all",
    size[0], size[1], MOST_PIXELS / 1_000_000
)]
pub struct TooLarge {
    /// Pixels.
    pub size: [u64; 2],
}

/// A picture in its shape, as large as a cell.
pub fn thumbnail(image: &Image) -> Image {
    let longest = f64::from(image.size[0].max(image.size[1]).max(1));
    let fitted = |edge: u32| ((f64::from(edge) * f64::from(CELL) / longest).round() as u32).clamp(1, CELL);
    image.resized(image.size.map(fitted))
}

/// Paints a sheet of what `cell` says of each section, row and frame, by their indices.
///
/// # Errors
/// When it has too many rows and frames for a picture; no cell was asked for then.
pub fn paint<'a>(
    sections: &[Section<'_>],
    cell: &mut dyn FnMut(usize, usize, u32) -> Cell<'a>,
) -> Result<Picture, TooLarge> {
    let heights = Heights::new();
    let [few, many] = COLUMNS.map(|columns| (columns, size(sections, columns, &heights)));
    let fits = |(_, size): &(u64, [u64; 2])| {
        size.iter().all(|&edge| edge <= LONGEST_EDGE.into()) && size[0] * size[1] <= MOST_PIXELS
    };
    let Some((columns, size)) = [few, many].into_iter().find(fits) else {
        return Err(TooLarge { size: many.1 });
    };
    let size = size.map(|edge| edge as u32); // Compared just now.
    let paper = [PAPER[0], PAPER[1], PAPER[2], 255];
    let rgba = paper.repeat(size[0] as usize * size[1] as usize);
    let mut sheet = Picture { size, rgba, drawn: Default::default() };
    let mut names = HashMap::new();
    let mut top = MARGIN;
    for (index, section) in sections.iter().enumerate() {
        write(&mut sheet, [MARGIN, top], &section.title, (LARGE, size[0] - 2 * MARGIN), INK);
        top += heights.large + GAP;
        let several = section.frames.end() - section.frames.start() >= columns as u32;
        let mut bands = section.frames.clone().step_by(columns as usize).peekable();
        while let Some(first) = bands.next() {
            let last = bands.peek().map_or(*section.frames.end(), |next| next - 1);
            if several {
                let words = format!("frames {first} to {last}");
                write(&mut sheet, [MARGIN, top], &words, (SMALL, TITLES), FAINT_INK);
            }
            for (column, frame) in (0..).zip(first..=last) {
                let number = text::line(&frame.to_string(), SMALL);
                let left = cell_left(column) + CELL.saturating_sub(number.width) / 2;
                paint::text(&mut sheet, [left as f32, top as f32], &number, FAINT_INK);
            }
            top += heights.small + GAP;
            for (row, titles) in section.rows.iter().enumerate() {
                for (line, (title, color)) in (0..).zip(titles.iter().zip([INK, FAINT_INK])) {
                    let top = top + CELL / 2 - heights.small + line * heights.small;
                    write(&mut sheet, [MARGIN, top], title, (SMALL, TITLES - GAP), color);
                }
                for (column, frame) in (0..).zip(first..=last) {
                    let Cell { name, image } = cell(index, row, frame);
                    let at = [cell_left(column), top];
                    paint_image(&mut sheet, at, image.as_deref());
                    let lines = names.entry(name).or_insert_with(|| {
                        lines_of(name).iter().map(|line| text::line(line, SMALL)).collect::<Vec<Letters>>()
                    });
                    for (line, letters) in (0..).zip(&*lines) {
                        let at = [at[0], at[1] + CELL + line * heights.small];
                        paint::text(&mut sheet, at.map(|pixels| pixels as f32), letters, INK);
                    }
                }
                top += heights.row();
            }
            top += GAP;
        }
        top += GAP;
    }
    Ok(sheet)
}

/// Heights of lines, pixels.
struct Heights {
    large: u32,
    small: u32,
}

impl Heights {
    fn new() -> Self {
        let [large, small] = [LARGE, SMALL].map(|pixels| text::line("Ag", pixels).height.max(1));
        Self { large, small }
    }

    /// Of a row of cells with two lines under each.
    fn row(&self) -> u32 {
        CELL + 2 * self.small + GAP
    }
}

/// Pixels of a sheet with so many columns at most.
fn size(sections: &[Section<'_>], columns: u64, heights: &Heights) -> [u64; 2] {
    let frames =
        |section: &Section<'_>| u64::from(section.frames.end().saturating_sub(*section.frames.start())) + 1;
    let widest = sections.iter().map(|section| frames(section).min(columns)).max().unwrap_or_default();
    let title = |section: &Section<'_>| {
        let words = ending(&section.title, LARGE, WIDEST_SECTION_TITLE);
        text::pens(&words, LARGE).last().copied().unwrap_or_default().ceil() as u64
    };
    let titles = sections.iter().map(title).max().unwrap_or_default();
    let width =
        (u64::from(2 * MARGIN + TITLES) + widest * u64::from(CELL + GAP)).max(u64::from(2 * MARGIN) + titles);
    let height = |section: &Section<'_>| {
        let rows = (section.rows.len() as u64).saturating_mul(heights.row().into());
        let band = rows.saturating_add((heights.small + 2 * GAP).into());
        band.saturating_mul(frames(section).div_ceil(columns))
            .saturating_add((heights.large + 2 * GAP).into())
    };
    let heights = sections.iter().map(height).fold(2 * u64::from(MARGIN), u64::saturating_add);
    [width, heights]
}

fn cell_left(column: u32) -> u32 {
    MARGIN + TITLES + column * (CELL + GAP)
}

/// A picture on the squares that show where it is clear, or the words that there is none.
fn paint_image(sheet: &mut Picture, [left, top]: [u32; 2], image: Option<&Image>) {
    let Some(image) = image else {
        let at = [left, top].map(|pixels| pixels as f32);
        paint::rectangle(sheet, at, [CELL as f32; 2], CHECKS[0], 1.0);
        let row = text::line("not there", SMALL);
        let at = [left + CELL.saturating_sub(row.width) / 2, top + CELL / 2 - row.height / 2];
        paint::text(sheet, at.map(|pixels| pixels as f32), &row, FAINT_INK);
        return;
    };
    let inner = [0, 1].map(|axis| [left, top][axis] + CELL.saturating_sub(image.size[axis]) / 2);
    for y in 0..image.size[1].div_ceil(CHECK) {
        for x in 0..image.size[0].div_ceil(CHECK) {
            let at = [inner[0] + x * CHECK, inner[1] + y * CHECK].map(|pixels| pixels as f32);
            let edge = [0, 1].map(|axis| CHECK.min(image.size[axis] - [x, y][axis] * CHECK) as f32);
            paint::rectangle(sheet, at, edge, CHECKS[((x + y) % 2) as usize], 1.0);
        }
    }
    paint::image(sheet, inner, image);
}

/// The name under a cell. Names differ at their ends, as Emm.0 and Emm.1: two lines have room for most.
fn lines_of(name: &str) -> Vec<String> {
    let pens = text::pens(start_of(name), SMALL);
    let fit = pens.iter().take_while(|pen| pen.ceil() <= CELL as f32).count();
    let Some((end, _)) = name.char_indices().nth(fit.max(1)) else { return vec![name.to_owned()] };
    let (first, rest) = name.split_at(end);
    vec![first.to_owned(), ending(rest, SMALL, CELL)]
}

/// Letters of a text that are looked at, so that no name takes longer to write than others: more than fit anywhere.
const MOST_LETTERS: usize = 512;

fn start_of(words: &str) -> &str {
    let end = words.char_indices().nth(MOST_LETTERS).map_or(words.len(), |(end, _)| end);
    words.get(..end).unwrap_or_default()
}

/// Words so wide at most; of those that are wider the beginning gives way to dots.
fn ending(words: &str, pixels: f32, width: u32) -> String {
    let last = words.char_indices().rev().nth(MOST_LETTERS - 1).map_or(0, |(start, _)| start);
    let tail = words.get(last..).unwrap_or_default();
    let pens = text::pens(tail, pixels);
    let all = pens.last().copied().unwrap_or_default();
    if last == 0 && all.ceil() <= width as f32 {
        return words.to_owned();
    }
    let dots = text::pens("…", pixels).last().copied().unwrap_or_default();
    let kept = tail.char_indices().zip(&pens).find(|(_, pen)| (all - **pen + dots).ceil() <= width as f32);
    let start = kept.map_or(tail.len(), |((start, letter), _)| start + letter.len_utf8());
    format!("…{}", tail.get(start..).unwrap_or_default())
}

/// Writes words of a height into a width.
fn write(sheet: &mut Picture, at: [u32; 2], words: &str, (pixels, width): (f32, u32), color: Color) {
    let row = text::line(&ending(words, pixels, width), pixels);
    paint::text(sheet, at.map(|pixels| pixels as f32), &row, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(color: [u8; 4], size: [u32; 2]) -> Rc<Image> {
        Rc::new(thumbnail(&Image { size, rgba: color.repeat((size[0] * size[1]) as usize) }))
    }

    fn section(rows: usize, frames: RangeInclusive<u32>) -> Section<'static> {
        Section { title: "Wind: frames 0 to 3, loops".into(), rows: vec![["m_Body", "_a0"]; rows], frames }
    }

    #[test]
    fn each_cell_shows_its_picture_in_its_shape() {
        let [red, wide] = [plain([200, 0, 0, 255], [8, 8]), plain([0, 200, 0, 255], [8, 2])];
        let images = [Some(red), Some(wide), None];
        let sheet = paint(&[section(1, 0..=2)], &mut |_, _, frame| Cell {
            name: "Tex.0",
            image: images[frame as usize].clone(),
        })
        .unwrap_or_else(|error| unreachable!("{error}"));
        let count = |color: [u8; 3]| {
            sheet.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[..3] == color).count() as u32
        };
        assert_eq!(count([200, 0, 0]), CELL * CELL);
        assert_eq!(count([0, 200, 0]), CELL * CELL / 4);
        let below = |left: u32| {
            let top =
                MARGIN + 2 * GAP + text::line("Ag", LARGE).height + text::line("Ag", SMALL).height + CELL;
            (top..top + 14)
                .flat_map(|y| (left..left + CELL).map(move |x| (x, y)))
                .filter(|(x, y)| sheet.rgba[((y * sheet.size[0] + x) * 4) as usize] > 150)
                .count()
        };
        assert!((0..3).all(|column| below(cell_left(column)) > 20), "names stand under the cells");
    }

    #[test]
    fn many_frames_go_on_in_bands_below_and_each_is_shown_once() {
        let mut asked = Vec::new();
        let sheet = paint(&[section(2, 3..=702)], &mut |section, row, frame| {
            asked.push((section, row, frame));
            Cell { name: "a", image: None }
        })
        .unwrap_or_else(|error| unreachable!("{error}"));
        assert_eq!(sheet.size[0], cell_left(COLUMNS[0] as u32) + MARGIN);
        asked.sort_unstable();
        let all: Vec<_> = (0..2).flat_map(|row| (3..=702).map(move |frame| (0, row, frame))).collect();
        assert_eq!(asked, all);
        // What is too high with few columns is wider.
        let sizes = COLUMNS.map(|columns| size(&[section(1, 0..=9999)], columns, &Heights::new()));
        assert!(sizes[0][1] > 16384 && sizes[1].iter().all(|&edge| edge <= 16384), "{sizes:?}");
    }

    #[test]
    fn a_sheet_that_is_too_large_says_how_large_it_would_be_before_a_cell_is_made() {
        for sections in [vec![section(1, 0..=u32::MAX)], vec![section(9000, 0..=1)]] {
            let error = paint(&sections, &mut |_, _, _| unreachable!("no cell is asked for")).err();
            assert!(error.is_some_and(|TooLarge { size: [width, height] }| width <= 16384 && height > 16384));
        }
        assert!(paint(&[], &mut |_, _, _| unreachable!("there is none")).is_ok());
    }

    #[test]
    fn long_names_break_into_two_lines_and_lose_their_beginning_last() {
        assert_eq!(lines_of("Tex.0").len(), 1);
        let name = "BodyB_with_a_name_that_is_long_Emm.3";
        let lines = lines_of(name);
        assert_eq!(lines.concat(), name);
        assert_eq!(lines.len(), 2);
        let width = |line: &str| text::line(line, SMALL).width;
        assert!(lines.iter().all(|line| width(line) <= CELL), "{lines:?}");
        let long = "é".repeat(1 << 20) + "Emm.3";
        let lines = lines_of(&long);
        assert!(lines[1].starts_with('…') && lines[1].ends_with("Emm.3"), "{:?}", lines[1]);
        assert!(lines.iter().all(|line| line.len() < 100 && width(line) <= CELL + 1), "{lines:?}");
        assert_eq!(ending("", SMALL, 10), "");
    }
}
