//! A map of what has changed, north up: heights as colours over a shaded relief, objects as marks, and a key.

use super::heat::{Heat, color_of, strongest};
use super::heights::{Grounds, HeightChanges};
use super::objects::{ChangeKind, ObjectChanges};
use crate::render::Picture;
use crate::render::legend;
use crate::render::paint::rectangle;
use crate::scene::heightfield::Heightfield;
use crate::scene::overlay::Color;

/// Pixels of the longer edge of the map: small grounds are magnified, large ones have several points to a pixel.
const LEAST_EDGE: u32 = 768;
const MOST_EDGE: u32 = 2048;

/// The least height of the picture, so that the key has room.
const LEAST_HEIGHT: u32 = 520;

/// Around the map, and behind the key.
const PAPER: Color = [18, 20, 24];

/// Of lines and rims about marks.
const INK: Color = [16, 16, 18];

/// More marks than this are drawn small and without a rim.
const MANY: usize = 20_000;

/// Where the light of the relief comes from: north-west, half up.
const LIGHT: [f32; 3] = [-0.5, std::f32::consts::FRAC_1_SQRT_2, 0.5];

/// What a map is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Map<'a> {
    /// The ground as it was.
    pub old: &'a Heightfield,
    /// The ground as it is.
    pub new: &'a Heightfield,
    /// What of it was raised and lowered.
    pub heights: &'a HeightChanges,
    /// What happened to the objects on it.
    pub objects: Option<&'a ObjectChanges>,
    /// What lies under 0 m is sea.
    pub has_sea: bool,
}

/// Where the ground lies in the picture.
struct Layout {
    /// Pixels of the map.
    size: [u32; 2],
    /// Left and upper edge of the map in the picture.
    corner: [u32; 2],
    /// Points to a pixel; 1 where they are magnified.
    block: u32,
    /// Pixels to a point; 1 where several share one.
    magnified: u32,
    /// Pixels of the whole picture.
    picture: [u32; 2],
}

impl Layout {
    fn new(points: [u32; 2]) -> Self {
        let longest = points[0].max(points[1]).max(1);
        let block = longest.div_ceil(MOST_EDGE);
        let magnified = if longest < LEAST_EDGE { LEAST_EDGE.div_ceil(longest) } else { 1 };
        let size = points.map(|points| (points.div_ceil(block) * magnified).max(1));
        let column = (size[0].max(size[1]) * 2 / 5).clamp(360, 720);
        let height = size[1].max(LEAST_HEIGHT);
        Self {
            size,
            corner: [column, (height - size[1]) / 2],
            block,
            magnified,
            picture: [column + size[0], height],
        }
    }

    /// Pixels from the upper left corner of the picture to a place of the world.
    fn pixel(&self, ground: &Heightfield, [x, z]: [f64; 2]) -> [f32; 2] {
        let pixels = f64::from(self.magnified) / f64::from(self.block);
        let along = |axis: usize, metres: f64| {
            ((metres - ground.origin[axis]) / f64::from(ground.cell) + 0.5) * pixels
        };
        let [left, top] = self.corner.map(f64::from);
        let height = f64::from(self.size[1]);
        [(left + along(0, x)) as f32, (top + height - along(1, z)) as f32]
    }
}

/// Draws the map.
pub fn draw(map: &Map<'_>) -> Picture {
    let layout = Layout::new([map.new.width, map.new.depth]);
    let [width, height] = layout.picture;
    let [red, green, blue] = PAPER;
    let pixels = width as usize * height as usize;
    let rgba = [red, green, blue, 255].repeat(pixels);
    let mut picture = Picture { size: layout.picture, rgba, drawn: Default::default() };
    ground(&mut picture, map, &layout);
    if let Some(objects) = map.objects {
        marks(&mut picture, map, &layout, objects);
    }
    key(&mut picture, map, &layout);
    picture
}

/// The relief, and the colours over it.
fn ground(picture: &mut Picture, map: &Map<'_>, layout: &Layout) {
    let points = [map.new.width, map.new.depth];
    let changes = strongest(&Grounds::new(map.old, map.new), points, layout.block);
    let heat = Heat::of(map.heights);
    let [left, top] = layout.corner;
    for y in 0..layout.size[1] {
        for x in 0..layout.size[0] {
            let (column, row) = (x / layout.magnified, (layout.size[1] - 1 - y) / layout.magnified);
            let color = match changes.get(column, row) {
                Some(change) if change != 0.0 => heat.color(change),
                _ => relief(map, column * layout.block, row * layout.block),
            };
            put(picture, [left + x, top + y], color);
        }
    }
}

fn put(picture: &mut Picture, [x, y]: [u32; 2], color: Color) {
    let first = (y as usize * picture.size[0] as usize + x as usize) * 4;
    for (byte, value) in picture.rgba.iter_mut().skip(first).zip(color) {
        *byte = value;
    }
}

/// Grey, as the light falls on a point; the sea is darker and bluish.
fn relief(map: &Map<'_>, x: u32, z: u32) -> Color {
    let ground = map.new;
    let at =
        |x: u32, z: u32| ground.point(x.min(ground.width - 1), z.min(ground.depth - 1)).unwrap_or_default();
    let rise = |high: f32, low: f32| (high - low) / ground.cell;
    let east = rise(at(x + 1, z), at(x, z));
    let north = rise(at(x, z + 1), at(x, z));
    let length = (east * east + north * north + 1.0).sqrt();
    let light = ((-east * LIGHT[0] + LIGHT[1] - north * LIGHT[2]) / length).max(0.0);
    let grey = 56.0 + 96.0 * light;
    let tint = if map.has_sea && at(x, z) < 0.0 { [0.42, 0.5, 0.62] } else { [1.0, 0.99, 0.96] };
    tint.map(|share| (grey * share).round().min(255.0) as u8)
}

/// The marks of the objects, the frequent kinds first, so that no rare one is hidden.
fn marks(picture: &mut Picture, map: &Map<'_>, layout: &Layout, objects: &ObjectChanges) {
    let mut kinds = ChangeKind::ALL;
    kinds.sort_by_key(|kind| std::cmp::Reverse(objects.counts.of(*kind)));
    let is_small = objects.list.len() > MANY;
    let [left, top] = layout.corner.map(|pixels| pixels as f32);
    let [width, height] = layout.size.map(|pixels| pixels as f32);
    let is_inside =
        |[x, y]: [f32; 2]| (left..=left + width).contains(&x) && (top..=top + height).contains(&y);
    for kind in kinds {
        for change in objects.list.iter().filter(|change| change.kind == kind) {
            let place = |[x, _, z]: [f32; 3]| layout.pixel(map.new, [x, z].map(f64::from));
            let at = place(change.shown().position);
            if !is_inside(at) {
                continue;
            }
            if let (ChangeKind::Moved, Some(old)) = (kind, change.old) {
                trace(picture, place(old.position), at, left, color_of(kind));
            }
            let mut square = |edge: f32, color| {
                rectangle(picture, at.map(|middle| middle - edge / 2.0), [edge; 2], color, 1.0);
            };
            if !is_small {
                square(8.0, INK);
            }
            square(if is_small { 2.0 } else { 6.0 }, color_of(kind));
        }
    }
}

/// A line of dots from where an object was, no farther to the west than `left`.
fn trace(picture: &mut Picture, from: [f32; 2], to: [f32; 2], left: f32, color: Color) {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = dx.hypot(dy);
    if !length.is_finite() {
        return;
    }
    let steps = (length as u32).min(4 * MOST_EDGE);
    for step in 0..steps {
        let part = step as f32 / length;
        let at = [from[0] + dx * part, from[1] + dy * part];
        if at[0] >= left {
            rectangle(picture, at, [1.0; 2], color, 0.9);
        }
    }
}

/// The key in its column beside the map.
fn key(picture: &mut Picture, map: &Map<'_>, layout: &Layout) {
    let metres = f64::from(map.new.cell) * f64::from(layout.block) / f64::from(layout.magnified);
    let notes = vec![format!("North is up; a pixel is {} m.", crate::scene::overlay::number(metres as f32))];
    let counts = map.objects.map(|objects| &objects.counts);
    let legend = Heat::of(map.heights).legend(map.heights, counts, notes);
    // The painter takes a third of its picture: as wide as the column.
    let size = [layout.corner[0] * 3, layout.picture[1]];
    let [red, green, blue] = PAPER;
    let rgba = [red, green, blue, 255].repeat(size[0] as usize * size[1] as usize);
    let mut page = Picture { size, rgba, drawn: Default::default() };
    legend::paint(&mut page, &legend);
    let from_rows = page.rgba.chunks_exact(size[0] as usize * 4);
    let to_rows = picture.rgba.chunks_exact_mut(layout.picture[0] as usize * 4);
    let column = layout.corner[0] as usize * 4;
    for (from, to) in from_rows.zip(to_rows) {
        for (byte, value) in to.iter_mut().zip(from).take(column) {
            *byte = *value;
        }
    }
}
