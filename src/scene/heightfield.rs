//! The ground as a regular grid of heights.

use crate::formats::grid::Grid;
use crate::formats::wrp::World;
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// Heights at regular points. The diagonal of each cell joins (x + 1, z) with (x, z + 1), as in the engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Heightfield {
    /// Points to the east.
    pub width: u32,
    /// Points to the north.
    pub depth: u32,
    /// Metres between two points.
    pub cell: f32,
    /// World x and z of point (0, 0), metres.
    pub origin: [f64; 2],
    /// `heights[z * width + x]` in metres, all finite.
    pub heights: Vec<f32>,
}

/// A box in world metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// West, lowest, south.
    pub min: DVec3,
    /// East, highest, north.
    pub max: DVec3,
}

impl Extent {
    /// The eight corners.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            DVec3::new(
                if i & 1 == 0 { self.min.x } else { self.max.x },
                if i & 2 == 0 { self.min.y } else { self.max.y },
                if i & 4 == 0 { self.min.z } else { self.max.z },
            )
        })
    }
}

impl Heightfield {
    /// Takes the heights of a grid without a copy. The second value counts the heights that were not finite; they
    /// become 0.
    ///
    /// A grid that holds fewer values than it claims loses the rows that are not whole. A cell that is not a
    /// positive number of metres becomes 1.
    pub fn from_grid(grid: Grid<f32>, cell: f32) -> (Self, usize) {
        let Grid { width, height, cells: mut heights } = grid;
        let whole_rows = if width == 0 { 0 } else { heights.len() / width as usize };
        let depth = height.min(u32::try_from(whole_rows).unwrap_or(u32::MAX));
        heights.truncate(depth as usize * width as usize);
        let replaced = heights
            .par_chunks_mut(1 << 16)
            .map(|chunk| {
                let mut replaced = 0;
                for height in chunk {
                    if !height.is_finite() {
                        *height = 0.0;
                        replaced += 1;
                    }
                }
                replaced
            })
            .sum();
        let cell = if cell.is_finite() && cell > 0.0 { cell } else { 1.0 };
        (Self { width, depth, cell, origin: [0.0, 0.0], heights }, replaced)
    }

    /// Moves the elevations out of a world, which keeps an empty grid; the second value is as in
    /// [`from_grid`](Self::from_grid).
    ///
    /// Two points are `land_cell * land / terrain` metres apart: both grids cover the same square.
    pub fn from_world(world: &mut World) -> (Self, usize) {
        let cell = world.land_cell * world.land[0] as f32 / world.terrain[0] as f32;
        Self::from_grid(std::mem::take(&mut world.elevation), cell)
    }

    /// The height of point (x, z) of the grid; `None` outside.
    pub fn point(&self, x: u32, z: u32) -> Option<f32> {
        if x >= self.width || z >= self.depth {
            return None;
        }
        self.heights.get(z as usize * self.width as usize + x as usize).copied()
    }

    /// Metres from the first to the last point, x and z.
    pub fn size(&self) -> [f64; 2] {
        [self.width, self.depth].map(|points| f64::from(points.saturating_sub(1)) * f64::from(self.cell))
    }

    /// The height of the ground at a place in the world; `None` beyond the first or the last point.
    pub fn height_at(&self, x: f64, z: f64) -> Option<f32> {
        let place = self.place(x, z)?;
        let [h00, h10, h01, h11] = place.corners;
        let (fx, fz) = (place.fx, place.fz);
        // Triangle A holds (0, 0), B holds (1, 1); they share the diagonal from (1, 0) to (0, 1).
        Some(if fx <= 1.0 - fz {
            h00 + fx * (h10 - h00) + fz * (h01 - h00)
        } else {
            h11 + (1.0 - fx) * (h01 - h11) + (1.0 - fz) * (h10 - h11)
        })
    }

    /// The unit normal of the triangle at a place in the world; `None` where [`height_at`](Self::height_at) is.
    pub fn normal_at(&self, x: f64, z: f64) -> Option<Vec3> {
        let place = self.place(x, z)?;
        let [h00, h10, h01, h11] = place.corners;
        let (rise_east, rise_north) =
            if place.fx <= 1.0 - place.fz { (h10 - h00, h01 - h00) } else { (h11 - h01, h11 - h10) };
        Some(Vec3::new(-rise_east, self.cell, -rise_north).normalize())
    }

    /// The box of the whole terrain. Empty heights give a box of no size at the origin.
    pub fn extent(&self) -> Extent {
        let [low, high] = self
            .heights
            .par_chunks(1 << 16)
            .map(min_max)
            .reduce(|| [f32::INFINITY, f32::NEG_INFINITY], |a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        let [low, high] = if low <= high { [low, high] } else { [0.0, 0.0] };
        let [x, z] = self.origin;
        let [size_x, size_z] = self.size();
        Extent {
            min: DVec3::new(x, f64::from(low), z),
            max: DVec3::new(x + size_x, f64::from(high), z + size_z),
        }
    }

    /// The box of the land that rises above `sea_level`; `None` where all is under water.
    pub fn land_extent(&self, sea_level: f32) -> Option<Extent> {
        let dry = |height: &f32| *height > sea_level;
        let rows = self.heights.par_chunks(self.width.max(1) as usize).enumerate();
        let land_of_row = |(z, row): (usize, &[f32])| {
            let (first, last) = (row.iter().position(dry)?, row.iter().rposition(dry)?);
            let [_, top] = min_max(row);
            Some(Extent {
                min: DVec3::new(first as f64, f64::from(sea_level), z as f64),
                max: DVec3::new(last as f64, f64::from(top), z as f64),
            })
        };
        let union = |a: Extent, b: Extent| Extent { min: a.min.min(b.min), max: a.max.max(b.max) };
        let in_points = rows.filter_map(land_of_row).reduce_with(union)?;
        let cell = f64::from(self.cell);
        let metres = |point: DVec3| {
            DVec3::new(self.origin[0] + point.x * cell, point.y, self.origin[1] + point.z * cell)
        };
        Some(Extent { min: metres(in_points.min), max: metres(in_points.max) })
    }

    /// Metres from `origin` along `direction` to where the ray first goes through the ground, from either side, no
    /// farther than `max`; `None` where it doesn't, or where a number is not finite.
    ///
    /// `direction` need not be of unit length.
    pub fn ray_hit(&self, origin: DVec3, direction: DVec3, max: f64) -> Option<f64> {
        let direction = direction.try_normalize()?;
        if !origin.is_finite() || self.width < 2 || self.depth < 2 {
            return None;
        }
        // Horizontally in cells from here on.
        let cell = f64::from(self.cell);
        let start = [(origin.x - self.origin[0]) / cell, (origin.z - self.origin[1]) / cell];
        let step = [direction.x / cell, direction.z / cell];
        let cells = [self.width - 1, self.depth - 1].map(f64::from);
        let (mut near, mut far) = (0.0, max);
        for k in 0..2 {
            let bounds = [-start[k] / step[k], (cells[k] - start[k]) / step[k]];
            if step[k] != 0.0 {
                near = f64::max(near, bounds[0].min(bounds[1]));
                far = f64::min(far, bounds[0].max(bounds[1]));
            } else if !(0.0..=cells[k]).contains(&start[k]) {
                return None;
            }
        }
        if near > far {
            return None;
        }
        let mut at = near;
        let mut above: Option<f64> = None;
        let mut index = [0, 1].map(|k| {
            let first = (start[k] + near * step[k]).clamp(0.0, cells[k] - 1.0);
            first as u32
        });
        loop {
            let [h00, h10, h01, h11] = self.corners(index[0], index[1])?.map(f64::from);
            // Where the ray leaves the cell, and through which side.
            let leave = [0, 1].map(|k| {
                let side = f64::from(index[k]) + if step[k] > 0.0 { 1.0 } else { 0.0 };
                if step[k] == 0.0 { f64::INFINITY } else { (side - start[k]) / step[k] }
            });
            let axis = usize::from(leave[1] < leave[0]);
            let end = leave[axis].clamp(at, far);
            let place = |t: f64| [0, 1].map(|k| start[k] + t * step[k] - f64::from(index[k]));
            let height_over = |t: f64, in_a: bool| {
                let [fx, fz] = place(t);
                let ground = if in_a {
                    h00 + fx * (h10 - h00) + fz * (h01 - h00)
                } else {
                    h11 + (1.0 - fx) * (h01 - h11) + (1.0 - fz) * (h10 - h11)
                };
                origin.y + t * direction.y - ground
            };
            // Within one triangle the height over the ground is linear, so a change of its sign is a hit.
            let diagonal = (1.0 - place(0.0)[0] - place(0.0)[1]) / (step[0] + step[1]);
            let middle = if diagonal > at && diagonal < end { diagonal } else { end };
            for (from, to) in [(at, middle), (middle, end)] {
                let [fx, fz] = place((from + to) * 0.5);
                let in_a = fx <= 1.0 - fz;
                // What the last triangle ended with: computed again it might differ in sign by rounding.
                let before = above.unwrap_or_else(|| height_over(from, in_a));
                let after = height_over(to, in_a);
                if before == 0.0 || before.signum() != after.signum() {
                    let part = if before == after { 0.0 } else { before / (before - after) };
                    return Some(from + (to - from) * part);
                }
                above = Some(after);
            }
            if end >= far {
                return None;
            }
            let next = i64::from(index[axis]) + if step[axis] > 0.0 { 1 } else { -1 };
            index[axis] = u32::try_from(next).ok().filter(|&next| f64::from(next) < cells[axis])?;
            at = end;
        }
    }

    /// The cell and the place in it.
    fn place(&self, x: f64, z: f64) -> Option<Place> {
        if self.width < 2 || self.depth < 2 {
            return None;
        }
        let cell = f64::from(self.cell);
        let (gx, gz) = ((x - self.origin[0]) / cell, (z - self.origin[1]) / cell);
        let (last_x, last_z) = (f64::from(self.width - 1), f64::from(self.depth - 1));
        if !(gx >= 0.0 && gz >= 0.0 && gx <= last_x && gz <= last_z) {
            return None;
        }
        // The last point belongs to the last cell.
        let (cx, cz) = ((gx as u32).min(self.width - 2), (gz as u32).min(self.depth - 2));
        let corners = self.corners(cx, cz)?;
        Some(Place { corners, fx: (gx - f64::from(cx)) as f32, fz: (gz - f64::from(cz)) as f32 })
    }

    /// Heights at (0, 0), (1, 0), (0, 1), (1, 1) of a cell.
    fn corners(&self, x: u32, z: u32) -> Option<[f32; 4]> {
        Some([self.point(x, z)?, self.point(x + 1, z)?, self.point(x, z + 1)?, self.point(x + 1, z + 1)?])
    }
}

/// A place in a cell.
struct Place {
    /// Heights at (0, 0), (1, 0), (0, 1), (1, 1).
    corners: [f32; 4],
    /// 0 in the west, 1 in the east.
    fx: f32,
    /// 0 in the south, 1 in the north.
    fz: f32,
}

/// The lowest and the highest of finite heights; infinite and reversed for none.
pub(crate) fn min_max(heights: &[f32]) -> [f32; 2] {
    // Eight at a time and by comparison, which the compiler turns into vector minima: `f32::min` cares for NaN, and
    // one running minimum would have to stay in order.
    let mut lows = [f32::INFINITY; 8];
    let mut highs = [f32::NEG_INFINITY; 8];
    let (eights, rest) = heights.as_chunks::<8>();
    for eight in eights {
        lower(&mut lows, eight);
        raise(&mut highs, eight);
    }
    lower(&mut lows, rest);
    raise(&mut highs, rest);
    [lows.into_iter().fold(f32::INFINITY, f32::min), highs.into_iter().fold(f32::NEG_INFINITY, f32::max)]
}

/// Lowers each value to the one of `others` at the same place.
pub(crate) fn lower(lows: &mut [f32], others: &[f32]) {
    for (low, &other) in lows.iter_mut().zip(others) {
        *low = if other < *low { other } else { *low };
    }
}

/// Raises each value to the one of `others` at the same place.
pub(crate) fn raise(highs: &mut [f32], others: &[f32]) {
    for (high, &other) in highs.iter_mut().zip(others) {
        *high = if other > *high { other } else { *high };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn field(width: u32, depth: u32, at: impl Fn(u32, u32) -> f32) -> Heightfield {
        let cells = (0..depth).flat_map(|z| (0..width).map(move |x| (x, z))).map(|(x, z)| at(x, z)).collect();
        Heightfield::from_grid(Grid { width, height: depth, cells }, 10.0).0
    }

    #[test]
    fn the_diagonal_joins_the_east_with_the_north_corner() {
        // One raised corner: the triangle on the other side of the diagonal stays flat.
        let raised = |corner: [u32; 2]| field(2, 2, move |x, z| if [x, z] == corner { 8.0 } else { 0.0 });
        assert_eq!(raised([0, 0]).height_at(2.5, 2.5), Some(4.0));
        assert_eq!(raised([0, 0]).height_at(7.5, 7.5), Some(0.0));
        assert_eq!(raised([1, 1]).height_at(2.5, 2.5), Some(0.0));
        assert_eq!(raised([1, 1]).height_at(7.5, 7.5), Some(4.0));
        assert_eq!(raised([1, 0]).height_at(5.0, 5.0), Some(4.0));
        assert_eq!(raised([0, 1]).height_at(5.0, 5.0), Some(4.0));
    }

    #[test]
    fn the_ground_ends_at_the_last_point() {
        let ground = field(5, 4, |x, z| (x + 10 * z) as f32);
        assert_eq!(ground.height_at(0.0, 0.0), Some(0.0));
        assert_eq!(ground.height_at(40.0, 30.0), Some(34.0));
        for (x, z) in
            [(-0.01, 5.0), (40.01, 5.0), (5.0, 30.01), (5.0, -1.0), (f64::NAN, 5.0), (f64::INFINITY, 5.0)]
        {
            assert_eq!(ground.height_at(x, z), None);
            assert_eq!(ground.normal_at(x, z), None);
        }
        for (width, depth) in [(0, 0), (1, 1), (1, 9), (9, 1)] {
            assert_eq!(field(width, depth, |_, _| 1.0).height_at(0.0, 0.0), None);
        }
    }

    #[test]
    fn an_origin_moves_all() {
        let mut ground = field(5, 4, |x, _| x as f32);
        ground.origin = [-1000.0, 500.0];
        assert_eq!(ground.height_at(-980.0, 510.0), Some(2.0));
        assert_eq!(ground.extent().min, DVec3::new(-1000.0, 0.0, 500.0));
        assert_eq!(ground.ray_hit(DVec3::new(-980.0, 50.0, 510.0), DVec3::NEG_Y, 1e3), Some(48.0));
    }

    #[test]
    fn normals_are_those_of_the_triangles() {
        let ground = field(3, 3, |x, z| x as f32 * 10.0 - z as f32 * 5.0);
        let normal = ground.normal_at(13.0, 4.0).unwrap();
        assert!(normal.distance(Vec3::new(-1.0, 1.0, 0.5).normalize()) < 1e-6);
    }

    #[test]
    fn heights_that_are_no_numbers_become_sea_level_and_are_counted() {
        let cells = vec![1.0, f32::NAN, f32::INFINITY, 2.0];
        let (ground, replaced) = Heightfield::from_grid(Grid { width: 2, height: 2, cells }, f32::NAN);
        assert_eq!((ground.heights, replaced, ground.cell), (vec![1.0, 0.0, 0.0, 2.0], 2, 1.0));
    }

    #[test]
    fn a_grid_with_too_few_values_loses_its_last_rows() {
        let (ground, _) = Heightfield::from_grid(Grid { width: 3, height: 9, cells: vec![0.0; 7] }, 1.0);
        assert_eq!((ground.width, ground.depth, ground.heights.len()), (3, 2, 6));
    }

    #[test]
    fn the_extent_of_the_land_leaves_out_the_sea() {
        let ground = field(50, 40, |x, z| {
            if (10..=20).contains(&x) && (5..=30).contains(&z) { 3.0 + x as f32 } else { -40.0 }
        });
        let land = ground.land_extent(0.0).unwrap();
        assert_eq!(land.min, DVec3::new(100.0, 0.0, 50.0));
        assert_eq!(land.max, DVec3::new(200.0, 23.0, 300.0));
        assert_eq!(ground.land_extent(100.0), None);
        let whole = ground.extent();
        assert_eq!((whole.min.y, whole.max), (-40.0, DVec3::new(490.0, 23.0, 390.0)));
    }

    fn bumpy() -> Heightfield {
        field(30, 20, |x, z| ((x * 7919 + z * 104_729) % 97) as f32 * 0.3)
    }

    #[test]
    fn a_ray_that_starts_under_the_ground_meets_it_from_below() {
        let hit = bumpy().ray_hit(DVec3::new(77.0, -20.0, 33.0), DVec3::Y, 1e3).unwrap();
        let height = f64::from(bumpy().height_at(77.0, 33.0).unwrap());
        assert!((hit - 20.0 - height).abs() < 1e-5);
    }

    #[test]
    fn a_ray_along_cell_edges_and_diagonals_hits() {
        let ground = field(9, 9, |_, _| 5.0);
        for (x, z) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let direction = DVec3::new(x, -0.25, z);
            let hit = ground.ray_hit(DVec3::new(40.0, 10.0, 40.0), direction, 1e3).unwrap();
            assert!((hit - 20.0 * direction.length()).abs() < 1e-9);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn a_ray_stops_on_the_ground_and_not_behind_it(
            from in (-100.0f64..400.0, 5.0f64..120.0, -100.0f64..300.0),
            to in (0.0f64..290.0, -10.0f64..30.0, 0.0f64..190.0),
        ) {
            let ground = bumpy();
            let from = DVec3::new(from.0, from.1, from.2);
            let direction = (DVec3::new(to.0, to.1, to.2) - from).normalize();
            let above = |t: f64| {
                let place = from + direction * t;
                ground.height_at(place.x, place.z).map(|height| place.y - f64::from(height))
            };
            let hit = ground.ray_hit(from, direction, 2000.0);
            if let Some(hit) = hit {
                prop_assert!(above(hit).is_none_or(|above| above.abs() < 1e-3), "{:?}", above(hit));
            }
            // Walked in small steps, the ray is on one side of the ground up to the hit.
            let steps = (0..20_000).map(|i| f64::from(i) * 0.1).take_while(|&t| hit.is_none_or(|hit| t < hit - 0.01));
            let mut signs = steps.filter_map(above).filter(|above| above.abs() > 1e-3).map(f64::signum);
            let first = signs.next();
            prop_assert!(signs.all(|sign| Some(sign) == first));
        }
    }
}
