//! What of the ground was raised and lowered.

use rayon::prelude::*;
use serde::Serialize;

use crate::scene::heightfield::Heightfield;

/// Metres: where heights lie at other points in the two grounds one of them is interpolated, and less is rounding.
const ROUNDING: f32 = 0.001;

/// The heights of two grounds, held against each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeightChanges {
    /// The grid of the old ground.
    pub old_grid: GridShape,
    /// The grid of the new ground.
    pub new_grid: GridShape,
    /// How they could be compared.
    pub method: Method,
    /// Points of the new grid that were compared.
    pub compared: u64,
    /// Of these, points that are higher or lower now.
    pub changed: u64,
    /// Points that are higher now.
    pub raised: u64,
    /// Points that are lower now.
    pub lowered: u64,
    /// Where most was raised.
    pub largest_rise: Option<Extreme>,
    /// Where most was lowered.
    pub largest_fall: Option<Extreme>,
    /// Earth that came, cubic metres: each point stands for a square of its cell.
    pub raised_m3: f64,
    /// Earth that went, cubic metres.
    pub lowered_m3: f64,
    /// Ground that is higher or lower now, square metres.
    pub changed_m2: f64,
}

/// Where the points of a ground lie.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GridShape {
    /// Points to the east and to the north.
    pub points: [u32; 2],
    /// Metres between two points.
    pub cell_m: f32,
    /// X and Z of the south-western point, metres.
    pub origin: [f64; 2],
}

/// How two grounds are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Both have the same points: exactly.
    PointByPoint,
    /// They have other points: at those of the new ground that lie in the old one, whose height there is interpolated.
    /// Less than a millimetre counts as equal.
    Interpolated,
    /// They have no place in common.
    NotAtAll,
}

/// The place of the largest change.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Extreme {
    /// World X and Z, metres.
    pub place: [f64; 2],
    /// Metres.
    pub old: f32,
    /// Metres.
    pub new: f32,
}

impl Extreme {
    /// Metres; negative where the ground was lowered.
    pub fn change(&self) -> f32 {
        self.new - self.old
    }
}

impl GridShape {
    fn of(ground: &Heightfield) -> Self {
        Self { points: [ground.width, ground.depth], cell_m: ground.cell, origin: ground.origin }
    }
}

impl HeightChanges {
    /// True where nothing was raised or lowered and the grids are the same.
    pub fn is_equal(&self) -> bool {
        self.method == Method::PointByPoint && self.changed == 0
    }
}

/// Two grounds, so that the old height can be asked at each point of the new one.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'a> {
    old: &'a Heightfield,
    new: &'a Heightfield,
    has_same_points: bool,
}

impl<'a> Grounds<'a> {
    /// Holds two grounds against each other.
    pub fn new(old: &'a Heightfield, new: &'a Heightfield) -> Self {
        Self { old, new, has_same_points: GridShape::of(old) == GridShape::of(new) }
    }

    /// World X and Z of a point of the new ground, metres.
    fn place(&self, x: u32, z: u32) -> [f64; 2] {
        let along =
            |axis: usize, point: u32| self.new.origin[axis] + f64::from(point) * f64::from(self.new.cell);
        [along(0, x), along(1, z)]
    }

    /// The old and the new height at a point of the new ground; `None` beyond either.
    pub fn at(&self, x: u32, z: u32) -> Option<[f32; 2]> {
        let new = self.new.point(x, z)?;
        if self.has_same_points {
            return Some([self.old.point(x, z)?, new]);
        }
        let [east, north] = self.place(x, z);
        let old = self.old.height_at(east, north)?;
        Some([if (new - old).abs() < ROUNDING { new } else { old }, new])
    }

    /// By how much a point of the new ground is higher than it was, metres; `None` beyond either.
    pub fn change(&self, x: u32, z: u32) -> Option<f32> {
        self.at(x, z).map(|[old, new]| new - old)
    }

    /// What was raised and lowered.
    pub fn compare(&self) -> HeightChanges {
        // Row by row, so that the sums are the same in every run.
        let rows: Vec<Row> = (0..self.new.depth).into_par_iter().map(|z| self.row(z)).collect();
        let all = rows.into_iter().fold(Row::default(), Row::with);
        let cell = f64::from(self.new.cell);
        HeightChanges {
            old_grid: GridShape::of(self.old),
            new_grid: GridShape::of(self.new),
            method: match all.compared {
                0 => Method::NotAtAll,
                _ if self.has_same_points => Method::PointByPoint,
                _ => Method::Interpolated,
            },
            compared: all.compared,
            changed: all.raised + all.lowered,
            raised: all.raised,
            lowered: all.lowered,
            largest_rise: all.rise,
            largest_fall: all.fall,
            raised_m3: all.up * cell * cell,
            lowered_m3: all.down * cell * cell,
            changed_m2: (all.raised + all.lowered) as f64 * cell * cell,
        }
    }

    fn row(&self, z: u32) -> Row {
        let mut row = Row::default();
        for x in 0..self.new.width {
            let Some([old, new]) = self.at(x, z) else { continue };
            row.compared += 1;
            if old == new {
                continue;
            }
            let extreme = Extreme { place: self.place(x, z), old, new };
            let change = f64::from(new) - f64::from(old);
            if change > 0.0 {
                row.raised += 1;
                row.up += change;
                row.rise = larger(row.rise, Some(extreme));
            } else {
                row.lowered += 1;
                row.down -= change;
                row.fall = larger(row.fall, Some(extreme));
            }
        }
        row
    }
}

/// Sums of a part of the ground.
#[derive(Debug, Default)]
struct Row {
    compared: u64,
    raised: u64,
    lowered: u64,
    rise: Option<Extreme>,
    fall: Option<Extreme>,
    /// Sums of metres.
    up: f64,
    down: f64,
}

impl Row {
    fn with(self, other: Self) -> Self {
        Self {
            compared: self.compared + other.compared,
            raised: self.raised + other.raised,
            lowered: self.lowered + other.lowered,
            rise: larger(self.rise, other.rise),
            fall: larger(self.fall, other.fall),
            up: self.up + other.up,
            down: self.down + other.down,
        }
    }
}

/// The larger change of two; of equal ones the first.
fn larger(first: Option<Extreme>, second: Option<Extreme>) -> Option<Extreme> {
    match (first, second) {
        (Some(one), Some(other)) if other.change().abs() > one.change().abs() => second,
        (Some(_), _) => first,
        (None, _) => second,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::grid::Grid;

    fn ground(points: u32, cell: f32, at: impl Fn(f32, f32) -> f32) -> Heightfield {
        let places = (0..points).flat_map(|z| (0..points).map(move |x| (x as f32 * cell, z as f32 * cell)));
        let cells = places.map(|(x, z)| at(x, z)).collect();
        Heightfield::from_grid(Grid { width: points, height: points, cells }, cell).0
    }

    fn compare(old: &Heightfield, new: &Heightfield) -> HeightChanges {
        Grounds::new(old, new).compare()
    }

    #[test]
    fn a_hill_and_a_pit_are_found_with_their_places_and_volumes() {
        let old = ground(40, 5.0, |x, _| x * 0.1);
        let mut new = old.clone();
        new.heights[10 * 40 + 7] += 3.0;
        new.heights[10 * 40 + 8] += 1.0;
        new.heights[20 * 40 + 30] -= 2.5;
        let found = compare(&old, &new);
        assert_eq!((found.method, found.compared, found.changed), (Method::PointByPoint, 1600, 3));
        assert_eq!((found.raised, found.lowered), (2, 1));
        let (rise, fall) = (found.largest_rise.unwrap(), found.largest_fall.unwrap());
        assert_eq!((rise.place, fall.place), ([35.0, 50.0], [150.0, 100.0]));
        assert!((rise.change() - 3.0).abs() < 1e-5 && (fall.change() + 2.5).abs() < 1e-5);
        assert!((found.raised_m3 - 100.0).abs() < 1e-3, "{}", found.raised_m3);
        assert!((found.lowered_m3 - 62.5).abs() < 1e-3, "{}", found.lowered_m3);
        assert_eq!(found.changed_m2, 75.0);
        assert!(!found.is_equal() && compare(&old, &old).is_equal());
    }

    #[test]
    fn a_finer_grid_of_the_same_slope_is_told_and_has_no_changes() {
        let slope = |x: f32, z: f32| 20.0 + x * 0.25 - z * 0.125;
        let (old, new) = (ground(21, 10.0, slope), ground(41, 5.0, slope));
        let found = compare(&old, &new);
        assert_eq!((found.method, found.compared, found.changed), (Method::Interpolated, 1681, 0));
        assert!(!found.is_equal(), "the grids differ");
        assert_eq!((found.old_grid.cell_m, found.new_grid.cell_m), (10.0, 5.0));
    }

    #[test]
    fn grounds_that_overlap_are_compared_where_they_do_and_others_not_at_all() {
        let old = ground(21, 10.0, |_, _| 1.0);
        let mut new = ground(21, 10.0, |_, _| 2.0);
        new.origin = [150.0, 0.0];
        let found = compare(&old, &new);
        assert_eq!((found.method, found.compared, found.raised), (Method::Interpolated, 6 * 21, 6 * 21));
        new.origin = [5000.0, 0.0];
        let found = compare(&old, &new);
        assert_eq!((found.method, found.compared), (Method::NotAtAll, 0));
        assert!(!found.is_equal());
    }
}
