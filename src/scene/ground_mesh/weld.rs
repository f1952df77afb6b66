//! Sorts the vertices by block and by cell, and makes one of those at the same place.

use super::MeshTriangle;
use rayon::prelude::*;

/// The least edge of a block, metres.
const BLOCK_EDGE: f64 = 32.0;

/// Blocks along an edge of the ground, at most.
const MOST_BLOCKS: f64 = 64.0;

/// Cells of the finest grid along the edge of a block.
pub const CELLS_IN_BLOCK: u32 = 1 << CELL_BITS;
pub const CELL_BITS: u32 = 7;

/// Bits of a key under those of the block.
pub const BLOCK_SHIFT: u32 = 40;

/// How the ground is cut into blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockGrid {
    /// World x, y, z of the lowest corner.
    pub origin: [f64; 3],
    /// Metres of a block.
    pub edge: f64,
    /// Blocks to the east and to the north.
    pub size: [u32; 2],
}

impl BlockGrid {
    /// Blocks around all corners of triangles; a single empty one where there are none.
    pub fn around(positions: &[[f32; 3]], triangles: &[MeshTriangle]) -> Self {
        let everything = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let (min, max) = triangles
            .par_iter()
            .flat_map_iter(|triangle| triangle.corners)
            .filter_map(|corner| positions.get(corner as usize))
            .fold(|| everything, |bounds, position| widened(bounds, (*position, *position)))
            .reduce(|| everything, widened);
        if !(0..3).all(|k| min[k] <= max[k]) {
            return Self { origin: [0.0; 3], edge: BLOCK_EDGE, size: [1, 1] };
        }
        let (min, max) = (min.map(f64::from), max.map(f64::from));
        let mut edge = BLOCK_EDGE;
        while (0..3).step_by(2).any(|k| (max[k] / edge).floor() - (min[k] / edge).floor() >= MOST_BLOCKS) {
            edge *= 2.0;
        }
        // Whole blocks from the world's origin on, so that a mesh that grows keeps its cells.
        let origin = min.map(|metres| (metres / edge).floor() * edge);
        let blocks = |k: usize| ((max[k] - origin[k]) / edge) as u32 + 1;
        Self { origin, edge, size: [blocks(0), blocks(2)] }
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// The block of a place: x fastest; the nearest one for places outside.
    pub fn block_at(&self, x: f64, z: f64) -> usize {
        let along = |metres: f64, origin: f64, blocks: u32| {
            // A negative number becomes 0.
            (((metres - origin) / self.edge) as u32).min(blocks - 1) as usize
        };
        along(z, self.origin[2], self.size[1]) * self.size[0] as usize
            + along(x, self.origin[0], self.size[0])
    }

    /// From the high bits down: the block, the storey of blocks over each other, and the place in it with the bits of
    /// x, y and z in turn. So vertices in the same cell of any level are neighbours when sorted, and a shift by three
    /// bits a level tells the cell.
    fn key(&self, position: [f32; 3]) -> u64 {
        let cell = self.edge / f64::from(CELLS_IN_BLOCK);
        let cells = [0, 1, 2].map(|k| ((f64::from(position[k]) - self.origin[k]) / cell) as u64);
        let block = self.block_at(position[0].into(), position[2].into()) as u64;
        let storey = (cells[1] >> CELL_BITS).min((1 << 19) - 1);
        let mut key = block << BLOCK_SHIFT | storey << (3 * CELL_BITS);
        for bit in 0..CELL_BITS {
            for (k, cell) in (0..).zip(cells) {
                key |= (cell >> bit & 1) << (3 * bit + k);
            }
        }
        key
    }
}

type Bounds = ([f32; 3], [f32; 3]);

fn widened((low, high): Bounds, (other_low, other_high): Bounds) -> Bounds {
    (
        std::array::from_fn(|k| f32::min(low[k], other_low[k])),
        std::array::from_fn(|k| f32::max(high[k], other_high[k])),
    )
}

/// Vertices sorted by key, each place once.
#[derive(Debug)]
pub struct Welded {
    /// See [`BlockGrid::key`].
    pub keys: Vec<u64>,
    pub positions: Vec<[f32; 3]>,
}

/// Welds the vertices that triangles have, and points the triangles at them.
pub fn weld(positions: &[[f32; 3]], triangles: &mut [MeshTriangle], grid: &BlockGrid) -> Welded {
    let mut used = vec![false; positions.len()];
    for corner in triangles.iter().flat_map(|triangle| triangle.corners) {
        if let Some(used) = used.get_mut(corner as usize) {
            *used = true;
        }
    }
    // Zero has two signs and one place.
    let place =
        |index: u32| positions.get(index as usize).copied().unwrap_or_default().map(|metres| metres + 0.0);
    let mut order: Vec<(u64, u32)> = (0..positions.len() as u32)
        .into_par_iter()
        .filter(|&index| used.get(index as usize) == Some(&true))
        .map(|index| (grid.key(place(index)), index))
        .collect();
    drop(used);
    let bits = |index: u32| place(index).map(f32::to_bits);
    order.par_sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| bits(a.1).cmp(&bits(b.1))));

    let mut welded = Welded { keys: Vec::new(), positions: Vec::new() };
    let mut renamed = vec![0u32; positions.len()];
    let mut last = None;
    for &(key, index) in &order {
        let place = place(index);
        if last != Some(place) {
            last = Some(place);
            welded.keys.push(key);
            welded.positions.push(place);
        }
        if let Some(renamed) = renamed.get_mut(index as usize) {
            *renamed = welded.keys.len() as u32 - 1;
        }
    }
    triangles.par_iter_mut().for_each(|triangle| {
        triangle.corners =
            triangle.corners.map(|corner| renamed.get(corner as usize).copied().unwrap_or_default());
    });
    welded
}
