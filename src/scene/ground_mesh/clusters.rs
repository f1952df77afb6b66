//! Which vertices become one in a coarse level.
//!
//! Cells of two sizes: those of about the error that the level may have take in whatever they hold, and cells up to
//! four times as large take in what is one flat surface of one tint. So fields lose most of their triangles, and
//! houses and the edges of roads keep theirs.

use super::MeshTriangle;
use super::adjacency::Corners;
use super::weld::{BLOCK_SHIFT, BlockGrid, CELL_BITS, CELLS_IN_BLOCK};
use glam::Vec3;
use rayon::prelude::*;
use std::ops::Range;

/// Flat cells are larger than others by this power of two.
const FLAT_STEPS: u32 = 2;

/// Sums of faces that are shorter than this part of their area are folded and not flat: a cosine of 18 degrees.
const FLAT: f32 = 0.95;

/// What meets at a vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// Sum of the faces, as long as their areas.
    pub normal: Vec3,
    /// Sum of the areas.
    pub area: f32,
    /// The tint of all faces; `None` where several meet.
    pub tints: Option<[u16; 2]>,
    /// The surface ends here.
    pub border: bool,
}

impl Meeting {
    const NOTHING: Self = Self { normal: Vec3::ZERO, area: 0.0, tints: None, border: false };

    fn with(self, other: Self) -> Self {
        let tints = if self.area == 0.0 || self.tints == other.tints { other.tints } else { None };
        Self {
            normal: self.normal + other.normal,
            area: self.area + other.area,
            tints,
            border: self.border || other.border,
        }
    }

    /// 0 in a plane, 1 at the end of a surface and where as much looks one way as the other.
    pub fn sharpness(&self) -> f32 {
        if self.border {
            return 1.0;
        }
        (1.0 - self.normal.length() / self.area.max(1e-12)).clamp(0.0, 1.0)
    }
}

/// What meets at each vertex.
pub fn meetings(corners: &Corners, triangles: &[MeshTriangle], faces: &[Vec3]) -> Vec<Meeting> {
    let of_corner = |corner: &u32| {
        let index = *corner as usize / 3;
        let (triangle, face) = (triangles.get(index)?, *faces.get(index)?);
        let tints = Some([triangle.material, triangle.sector]);
        Some(Meeting { normal: face, area: face.length(), tints, border: false })
    };
    // Around a vertex inside of a surface each neighbour follows in one triangle and precedes in another.
    let ends = |corner: &u32| {
        let triangle = triangles.get(*corner as usize / 3).map_or([0; 3], |triangle| triangle.corners);
        let at = |k: usize| u64::from(triangle[k % 3]).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let own = *corner as usize % 3;
        (at(own + 1) ^ at(own + 1) >> 29).wrapping_sub(at(own + 2) ^ at(own + 2) >> 29)
    };
    (0..corners.vertex_count())
        .into_par_iter()
        .map(|vertex| {
            let around = corners.of(vertex);
            let meeting = around.iter().filter_map(of_corner).fold(Meeting::NOTHING, Meeting::with);
            let border = around.iter().map(ends).fold(0, u64::wrapping_add) != 0;
            Meeting { border, ..meeting }
        })
        .collect()
}

/// The error in metres that a level may have.
pub fn error_of(grid: &BlockGrid, level: u32) -> f64 {
    // Half of the cells that take in everything.
    grid.edge / f64::from(CELLS_IN_BLOCK) * f64::from(1u32 << level) * 0.5
}

/// The power of two of the largest cells of a level.
fn flattest(level: u32) -> u32 {
    (level + FLAT_STEPS).min(CELL_BITS)
}

/// The first vertex of those that each one becomes one with; vertices are sorted by key.
pub fn clusters(
    grid: &BlockGrid,
    keys: &[u64],
    positions: &[[f32; 3]],
    meetings: &[Meeting],
    level: u32,
) -> Vec<u32> {
    let finder = Finder { keys, positions, meetings, level, error: error_of(grid, level) as f32 };
    let homes = homes_of(keys, grid.count());
    let found: Vec<Vec<u32>> = homes.into_par_iter().map(|home| finder.of_home(home)).collect();
    found.concat()
}

struct Finder<'a> {
    keys: &'a [u64],
    positions: &'a [[f32; 3]],
    meetings: &'a [Meeting],
    level: u32,
    error: f32,
}

impl Finder<'_> {
    fn of_home(&self, home: Range<usize>) -> Vec<u32> {
        let mut firsts = Vec::with_capacity(home.len());
        self.divide(home, flattest(self.level), &mut firsts);
        firsts
    }

    /// Goes through the cells of size `step` in a range and divides those that can't become one vertex.
    fn divide(&self, range: Range<usize>, step: u32, firsts: &mut Vec<u32>) {
        let mut first = range.start;
        for cell in
            self.keys.get(range).unwrap_or_default().chunk_by(|a, b| a >> (3 * step) == b >> (3 * step))
        {
            let vertices = first..first + cell.len();
            first = vertices.end;
            if cell.len() == 1 || step <= self.level || self.is_flat(vertices.clone()) {
                firsts.extend(vertices.clone().map(|_| vertices.start as u32));
            } else {
                self.divide(vertices, step - 1, firsts);
            }
        }
    }

    /// All that meets in a cell is one surface of one tint, as flat as the error allows.
    fn is_flat(&self, vertices: Range<usize>) -> bool {
        let meetings = self.meetings.get(vertices.clone()).unwrap_or_default();
        let all = meetings.iter().copied().fold(Meeting::NOTHING, Meeting::with);
        let normal = all.normal.normalize_or_zero();
        if all.border || all.tints.is_none() || all.normal.length() < FLAT * all.area || normal == Vec3::ZERO
        {
            return false;
        }
        let heights = self.positions.get(vertices).unwrap_or_default();
        let (low, high) = heights.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), position| {
            let height = normal.dot((*position).into());
            (low.min(height), high.max(height))
        });
        high - low <= 2.0 * self.error
    }
}

/// The vertices in each block.
pub fn homes_of(keys: &[u64], blocks: usize) -> Vec<Range<usize>> {
    let mut end = 0;
    (0..blocks as u64)
        .map(|block| {
            let first = end;
            let rest = keys.get(first..).unwrap_or_default();
            end = first + rest.partition_point(|key| key >> BLOCK_SHIFT <= block);
            first..end
        })
        .collect()
}
