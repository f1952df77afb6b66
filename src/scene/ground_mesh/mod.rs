//! Ground that is a mesh and not a grid of heights: hills, houses with rooms, tunnels.
//!
//! What is far away is drawn with fewer triangles: neighbouring vertices become one. A mesh is cut into square blocks,
//! each of which is drawn at the level that its distance allows.

pub use heights::heights_of;
pub use look::{Look, material_looks, sector_looks};
pub use normal::packed as packed_normal;

mod adjacency;
mod clusters;
mod heights;
mod key;
mod levels;
mod look;
mod normal;
#[cfg(test)]
mod tests;
mod under;
mod weld;
mod words;

use crate::formats::xray::cform::FARTHEST;
use adjacency::Corners;
use glam::Vec3;
use rayon::prelude::*;
use std::ops::Range;
use weld::{BlockGrid, Welded};

/// Levels of detail beside the finest.
const COARSE_LEVELS: u32 = 6;

/// A coarser level must save this part of the triangles of the finer one, else it isn't kept.
const WORTH_KEEPING: f64 = 0.25;

/// Steeper faces are walls and no ground.
const LEAST_UP: f32 = 0.15;

/// Sizes in metres by which the triangles of a block are told apart: the longest edge, and twice as much for what stands
/// upright, since it isn't seen aslant as flat ground is.
pub const EDGES: [f32; 8] = [32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25];

/// A triangle of a mesh before it is built. Its front is where its vertices run clockwise, in the left-handed frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeshTriangle {
    /// Indices of the corners.
    pub corners: [u32; 3],
    /// What it is made of: an index into the looks of the materials.
    pub material: u16,
    /// Which part of the mesh it belongs to: an index into the looks of the sectors.
    pub sector: u16,
}

/// By what a mesh is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tint {
    /// What the ground is made of.
    #[default]
    Material,
    /// The parts that it is divided into.
    Sector,
}

/// A mesh as it is drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroundMesh {
    /// Of all levels.
    pub vertices: Vec<GroundVertex>,
    /// Triangle list; the ranges of the blocks lie in it one after the other.
    pub indices: Vec<u32>,
    /// Squares of the ground that have triangles.
    pub blocks: Vec<Block>,
    /// By how many metres each level may be wrong, finest first; 0 for the finest.
    pub errors: Vec<f32>,
    /// How each material looks; never empty.
    pub materials: Vec<Look>,
    /// How each sector looks; never empty.
    pub sectors: Vec<Look>,
    /// Which of the two is shown.
    pub tint: Tint,
}

/// A vertex: 20 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct GroundVertex {
    /// World metres.
    pub position: [f32; 3],
    /// The unit normal of the front, as `normal::packed` writes it.
    pub normal: [i16; 2],
    /// Material and sector.
    pub tints: [u16; 2],
}

/// A square of the ground with its triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Box around all levels, world metres.
    pub min: Vec3,
    /// See `min`.
    pub max: Vec3,
    /// The triangles of each level, finest first.
    pub levels: Vec<BlockLevel>,
}

/// The triangles of a block in one level, the largest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlockLevel {
    /// Where its indices begin.
    pub first: u32,
    /// How many indices belong to triangles of a size over each of [`EDGES`].
    pub longer: [u32; EDGES.len()],
    /// How many there are in all.
    pub count: u32,
}

impl BlockLevel {
    /// The indices of all triangles.
    pub fn indices(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// The indices of the triangles of a size over `metres`, and of some smaller ones where that isn't one of [`EDGES`];
    /// then the indices of the others.
    pub fn split(&self, metres: f32) -> [Range<u32>; 2] {
        let longer = EDGES.iter().position(|&edge| edge <= metres);
        let longer = longer.and_then(|index| self.longer.get(index)).copied().unwrap_or(self.count);
        let [middle, end] = [self.first + longer, self.first + self.count];
        [self.first..middle, middle..end]
    }
}

/// What a mesh was built from and into.
#[derive(Debug)]
pub struct Built {
    /// The mesh, without looks.
    pub mesh: GroundMesh,
    /// Vertices that the triangles share.
    pub positions: Vec<[f32; 3]>,
    /// The triangles that have an area, over `positions`.
    pub triangles: Vec<MeshTriangle>,
    /// Triangles that were left out.
    pub skipped: usize,
    /// Pairs of sectors that share a vertex, sorted.
    pub neighbours: Vec<[u16; 2]>,
}

/// Builds a mesh. Triangles with a corner that isn't finite, lies more than 1000 km from the origin or isn't there,
/// and those without an area, are left out.
///
/// The same in every run, whatever the number of threads.
pub fn build(positions: &[[f32; 3]], mut triangles: Vec<MeshTriangle>) -> Built {
    let count = triangles.len();
    triangles.retain(|triangle| has_area(positions, triangle));
    let skipped = count - triangles.len();
    let grid = BlockGrid::around(positions, &triangles);
    let Welded { keys, positions } = weld::weld(positions, &mut triangles, &grid);
    let corners = Corners::new(positions.len(), &triangles);
    let faces: Vec<Vec3> =
        triangles.par_iter().map(|triangle| normal::face(corners_of(&positions, triangle))).collect();
    let ways: Vec<u8> = faces.par_iter().map(|&face| normal::way(face)).collect();
    let meetings = clusters::meetings(&corners, &triangles, &faces);
    let parts = levels::Parts {
        grid: &grid,
        keys: &keys,
        positions: &positions,
        triangles: &triangles,
        corners: &corners,
        faces: &faces,
        ways: &ways,
        meetings: &meetings,
    };
    let mesh = assemble(&parts);
    let neighbours = neighbours(&corners, &triangles);
    Built { mesh, positions, triangles, skipped, neighbours }
}

impl GroundMesh {
    /// The corners of each triangle of a block, in its finest level.
    fn finest(&self, block: &Block) -> impl Iterator<Item = [&GroundVertex; 3]> {
        let range = block.levels.first().map_or(0..0, BlockLevel::indices);
        let indices = self.indices.get(range.start as usize..range.end as usize).unwrap_or_default();
        indices.as_chunks::<3>().0.iter().filter_map(|corners| {
            let [a, b, c] = corners.map(|corner| self.vertices.get(corner as usize));
            Some([a?, b?, c?])
        })
    }
}

/// The three places of a triangle.
fn corners_of(positions: &[[f32; 3]], triangle: &MeshTriangle) -> [Vec3; 3] {
    triangle.corners.map(|corner| positions.get(corner as usize).copied().unwrap_or_default().into())
}

fn has_area(positions: &[[f32; 3]], triangle: &MeshTriangle) -> bool {
    let near = |corner: &u32| {
        positions
            .get(*corner as usize)
            .is_some_and(|position| position.iter().all(|metres| metres.abs() <= FARTHEST))
    };
    triangle.corners.iter().all(near) && normal::face(corners_of(positions, triangle)) != Vec3::ZERO
}

/// The levels worth keeping, block by block.
fn assemble(parts: &levels::Parts<'_>) -> GroundMesh {
    let mut kept = Vec::new();
    let mut finer = usize::MAX;
    for level in (0..=COARSE_LEVELS).map(|level| level.checked_sub(1)) {
        let plan = levels::plan(parts, level);
        if kept.is_empty() || (plan.triangles as f64) < finer as f64 * (1.0 - WORTH_KEEPING) {
            finer = plan.triangles;
            kept.push(levels::level(parts, &plan));
        }
    }
    let mut mesh = GroundMesh::default();
    let mut blocks: Vec<Option<Block>> = Vec::new();
    for level in kept {
        let (number, first_vertex) = (mesh.errors.len(), mesh.vertices.len() as u32);
        mesh.errors.push(level.error);
        mesh.vertices.extend(level.vertices);
        blocks.resize_with(level.blocks.len(), || None);
        for (block, part) in blocks.iter_mut().zip(level.blocks) {
            if part.indices.is_empty() && block.is_none() {
                continue;
            }
            let (first, count) = (mesh.indices.len() as u32, part.indices.len() as u32);
            mesh.indices.extend(part.indices.iter().map(|vertex| vertex + first_vertex));
            let block =
                block.get_or_insert_with(|| Block { min: part.min, max: part.max, levels: Vec::new() });
            block.min = block.min.min(part.min);
            block.max = block.max.max(part.max);
            // A block that has triangles in a coarse level alone, from beyond its edge, has none in finer ones.
            block.levels.resize(number, BlockLevel::default());
            block.levels.push(BlockLevel { first, longer: part.longer, count });
        }
    }
    mesh.blocks = blocks.into_iter().flatten().collect();
    mesh
}

/// Pairs of sectors whose triangles follow each other around a vertex.
fn neighbours(corners: &Corners, triangles: &[MeshTriangle]) -> Vec<[u16; 2]> {
    let sector = |corner: &u32| {
        triangles.get(*corner as usize / 3).map_or(0, |triangle: &MeshTriangle| triangle.sector)
    };
    let mut pairs: Vec<[u16; 2]> = (0..corners.vertex_count())
        .into_par_iter()
        .fold(Vec::new, |mut pairs: Vec<[u16; 2]>, vertex| {
            for pair in corners.of(vertex).windows(2) {
                if let [a, b] = [sector(&pair[0]), sector(&pair[1])]
                    && a != b
                {
                    let pair = [a.min(b), a.max(b)];
                    if pairs.last() != Some(&pair) {
                        pairs.push(pair);
                    }
                }
            }
            pairs
        })
        .flatten()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}
