//! A sheet of small pictures: a row for each track of an animation, a column for each frame.

use super::Picture;
use super::paint;
use super::text;
use crate::scene::image::Image;
use crate::scene::overlay::Color;

/// Edge of a cell, pixels.
const CELL: u32 = 112;
/// Space between two cells, and around all.
const GAP: u32 = 8;
const MARGIN: u32 = 16;
/// Widest title of a row.
const TITLES: u32 = 240;
/// Heights of the letters.
const LARGE: f32 = 18.0;
const SMALL: f32 = 12.0;

/// Longest edge of a sheet: the longest of any picture.
const LONGEST_EDGE: u32 = 16384;

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
    pub frames: Vec<u32>,
    /// What it drives.
    pub rows: Vec<Row<'a>>,
}

/// A track of an animation.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    /// What is driven, in two lines.
    pub title: [String; 2],
    /// A cell for each frame.
    pub cells: Vec<Cell<'a>>,
}

/// What a track shows at a frame.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// The texture's name.
    pub name: &'a str,
    /// Its picture; `None` for one that isn't there or can't be decoded.
    pub image: Option<&'a Image>,
}

/// A sheet that is larger than a picture can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sheet would have {} x {} pixels, expected at most {LONGEST_EDGE} each way", size[0], size[1])]
pub struct TooLarge {
    /// Pixels.
    pub size: [u64; 2],
}

/// Paints a sheet.
///
/// # Errors
/// When it has too many rows or columns for a picture.
pub fn paint(sections: &[Section<'_>]) -> Result<Picture, TooLarge> {
    let line = |pixels: f32| text::line("Ag", pixels).height.max(1);
    let (large, small) = (line(LARGE), line(SMALL));
    let columns = sections.iter().map(|section| section.frames.len()).max().unwrap_or_default() as u64;
    let row_height = CELL + 2 * small + GAP;
    let title_width =
        sections.iter().map(|section| text::line(&section.title, LARGE).width).max().unwrap_or_default();
    let width = (u64::from(2 * MARGIN + TITLES) + columns * u64::from(CELL + GAP))
        .max((2 * MARGIN + title_width).into());
    let section_height = |section: &Section<'_>| {
        u64::from(large + small + 3 * GAP) + section.rows.len() as u64 * u64::from(row_height)
    };
    let height = u64::from(2 * MARGIN) + sections.iter().map(section_height).sum::<u64>();
    let size = [width, height];
    if size.iter().any(|&edge| edge > LONGEST_EDGE.into()) {
        return Err(TooLarge { size });
    }
    let size = size.map(|edge| edge as u32); // Compared just now.
    let paper = [PAPER[0], PAPER[1], PAPER[2], 255];
    let rgba = paper.repeat(size[0] as usize * size[1] as usize);
    let mut sheet = Picture { size, rgba, drawn: Default::default() };
    let mut top = MARGIN;
    for section in sections {
        write(&mut sheet, [MARGIN, top], &section.title, LARGE, INK);
        top += large + GAP;
        for (column, frame) in (0..).zip(&section.frames) {
            let number = text::line(&frame.to_string(), SMALL);
            let left = cell_left(column) + CELL.saturating_sub(number.width) / 2;
            paint::text(&mut sheet, [left as f32, top as f32], &number, FAINT_INK);
        }
        top += small + GAP;
        for row in &section.rows {
            for (line, (title, color)) in (0..).zip(row.title.iter().zip([INK, FAINT_INK])) {
                let top = top + CELL / 2 - small + line * small;
                write_within(&mut sheet, [MARGIN, top], title, TITLES - GAP, color);
            }
            for (column, cell) in (0..).zip(&row.cells) {
                paint_cell(&mut sheet, [cell_left(column), top], cell);
            }
            top += row_height;
        }
        top += GAP;
    }
    Ok(sheet)
}

fn cell_left(column: u32) -> u32 {
    MARGIN + TITLES + column * (CELL + GAP)
}

/// A picture with its name under it.
fn paint_cell(sheet: &mut Picture, [left, top]: [u32; 2], cell: &Cell<'_>) {
    match cell.image {
        Some(image) => {
            let image = image.resized(fitted(image.size));
            let inner = [0, 1].map(|axis| [left, top][axis] + (CELL - image.size[axis]) / 2);
            for y in 0..image.size[1].div_ceil(CHECK) {
                for x in 0..image.size[0].div_ceil(CHECK) {
                    let at = [inner[0] + x * CHECK, inner[1] + y * CHECK].map(|pixels| pixels as f32);
                    let edge = [0, 1].map(|axis| CHECK.min(image.size[axis] - [x, y][axis] * CHECK) as f32);
                    paint::rectangle(sheet, at, edge, CHECKS[((x + y) % 2) as usize], 1.0);
                }
            }
            paint::image(sheet, inner, &image);
        }
        None => {
            let at = [left, top].map(|pixels| pixels as f32);
            paint::rectangle(sheet, at, [CELL as f32; 2], CHECKS[0], 1.0);
            let row = text::line("not there", SMALL);
            let at = [left + CELL.saturating_sub(row.width) / 2, top + CELL / 2 - row.height / 2];
            paint::text(sheet, at.map(|pixels| pixels as f32), &row, FAINT_INK);
        }
    }
    // Names differ at their ends, as Emm.0 and Emm.1: two lines have room for most.
    let lines = halves(cell.name, CELL);
    let line_height = text::line("Ag", SMALL).height;
    for (line, name) in (0..).zip(lines) {
        write_within(sheet, [left, top + CELL + line * line_height], &name, CELL, INK);
    }
}

/// The largest size of a picture's shape that fits into a cell.
fn fitted(size: [u32; 2]) -> [u32; 2] {
    let longest = f64::from(size[0].max(size[1]).max(1));
    size.map(|edge| ((f64::from(edge) * f64::from(CELL) / longest).round() as u32).clamp(1, CELL))
}

/// A name in one line, or in two where it is too wide for one.
fn halves(name: &str, width: u32) -> Vec<String> {
    if text::line(name, SMALL).width <= width {
        return vec![name.to_owned()];
    }
    let letters: Vec<char> = name.chars().collect();
    let fits =
        |count: &usize| text::line(&letters[..*count].iter().collect::<String>(), SMALL).width <= width;
    let first = (1..letters.len()).rev().find(fits).unwrap_or(1);
    vec![letters[..first].iter().collect(), letters[first..].iter().collect()]
}

fn write(sheet: &mut Picture, at: [u32; 2], words: &str, pixels: f32, color: Color) {
    paint::text(sheet, at.map(|pixels| pixels as f32), &text::line(words, pixels), color);
}

/// Writes words; of those that are too wide the beginning gives way to dots.
fn write_within(sheet: &mut Picture, at: [u32; 2], words: &str, width: u32, color: Color) {
    let mut row = text::line(words, SMALL);
    let letters: Vec<char> = words.chars().collect();
    for first in 1..letters.len() {
        if row.width <= width {
            break;
        }
        row = text::line(&format!("…{}", letters[first..].iter().collect::<String>()), SMALL);
    }
    paint::text(sheet, at.map(|pixels| pixels as f32), &row, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(color: [u8; 4], size: [u32; 2]) -> Image {
        Image { size, rgba: color.repeat((size[0] * size[1]) as usize) }
    }

    fn section(rows: Vec<Row<'_>>, frames: u32) -> Section<'_> {
        Section { title: "Wind: frames 0 to 3, loops".into(), frames: (0..frames).collect(), rows }
    }

    fn row(cells: Vec<Cell<'_>>) -> Row<'_> {
        Row { title: ["m_Body".into(), "_a0".into()], cells }
    }

    #[test]
    fn each_cell_shows_its_picture_in_its_shape() {
        let [red, wide] = [plain([200, 0, 0, 255], [8, 8]), plain([0, 200, 0, 255], [8, 2])];
        let cell = |image| Cell { name: "Tex.0", image };
        let sheet = paint(&[section(vec![row(vec![cell(Some(&red)), cell(Some(&wide)), cell(None)])], 3)])
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
    fn a_sheet_that_is_too_large_says_how_large_it_would_be() {
        let error = paint(&[section(Vec::new(), 1000)]).err();
        assert!(error.is_some_and(|TooLarge { size: [width, _] }| width > 100_000));
        assert!(paint(&[]).is_ok());
    }

    #[test]
    fn long_names_break_into_two_lines_and_lose_their_beginning_last() {
        assert_eq!(halves("Tex.0", CELL).len(), 1);
        let name = "BodyB_with_a_name_that_is_long_Emm.3";
        let lines = halves(name, CELL);
        assert_eq!(lines.concat(), name);
        assert_eq!(lines.len(), 2);
    }
}
