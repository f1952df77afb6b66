//! Which parts of the terrain are drawn how finely: a quadtree of 32 x 32-quad patches with morphing (CDLOD).
//!
//! # Distance
//! A vertex at horizontal offset (dx, dz) from the eye has the distance `sqrt(dx² + c² + dz²)`, where `c`, the
//! clearance, is how far the eye is from the nearest ground: one number a frame. The distance leaves out the
//! vertex's own height, so it needs no look at the heights, and it grows by at most one metre a metre of ground:
//! the argument below holds for every terrain, a wall of spikes too. Since `c` is at most the true distance, the
//! distance is at most 1.42 times the true one.
//!
//! # Why there are no cracks
//! With R(L) the range of level L, R(L) = 2 R(L - 1), and D(L) the diagonal of a patch, D(L) = 2 D(L - 1): a node
//! is split where its nearest point is nearer than R(L - 1). The morph of level L starts at S(L) >= R(L - 1) + D(L)
//! and ends at E(L) < R(L). For a point p on an edge that a patch A of level L shares with a patch B of level M:
//! - B was not split, so dist(p) >= R(M - 1). A's parent was, so dist(p) < R(L) + D(L + 1) <= S(L + 1) < R(L + 1).
//!   Hence M - 1 < L + 1: levels of neighbours differ by one at most.
//! - If M = L + 1, dist(p) >= R(L) > E(L): A's vertices on the edge are wholly morphed, onto B's. And
//!   dist(p) < S(L + 1): B's are not morphed at all. So both edges are the same chain of vertices.
//! - If M = L, the vertices are the same points of the grid and the same formula moves them.

use super::camera_pose::Frustum;
use super::heightfield::{Extent, Heightfield, min_max};
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// Quads along the edge of a patch at every level.
pub const PATCH_QUADS: u32 = 32;

/// The least range of a level in edges of its patch: with less there is no room between the start and the end of
/// the morph.
const LEAST_RANGE_IN_PATCHES: f32 = 4.0;

/// A patch to draw: (32 + 1)² vertices. Twin of `Patch` in shaders/terrain.wgsl.
///
/// Local vertex (i, j), each 0 to 32, is point `first + (i, j) << level` of the grid. The points beyond the last
/// one are drawn at the last one, so that patches at the map's edge have quads of no size.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Patch {
    /// Grid point x, z of the south-west corner, a multiple of `32 << level`.
    pub first: [u32; 2],
    /// Two vertices are `1 << level` points apart.
    pub level: u32,
    /// See the module's page: the same in all patches of one selection, metres.
    pub clearance: f32,
    /// Distances in metres at which the morph to the next level starts and ends.
    pub morph: [f32; 2],
}

/// The distances at which each level gives way to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LodRanges {
    /// Metres up to which level 0 is drawn; each further level reaches twice as far.
    pub base: f32,
}

impl LodRanges {
    /// Ranges such that a quad's edge, seen square on, is about `quad_pixels` long on the screen: between
    /// `quad_pixels / sqrt(2)` at a level's range and twice that where it begins. 5 is good; more than about 7.7 has
    /// no further effect (there must be room to morph).
    pub fn new(vertical_fov: f32, screen_height: u32, quad_pixels: f32, cell: f32) -> Self {
        let pixels_per_tangent = screen_height as f32 * 0.5 / (vertical_fov * 0.5).tan();
        let base = cell * pixels_per_tangent * std::f32::consts::SQRT_2 / quad_pixels;
        Self { base: base.max(LEAST_RANGE_IN_PATCHES * PATCH_QUADS as f32 * cell) }
    }

    /// Metres up to which `level` is drawn.
    fn range(&self, level: u32) -> f32 {
        self.base * (1u64 << level) as f32
    }

    /// Start and end of the morph from `level` to the next.
    pub fn morph(&self, level: u32, cell: f32) -> [f32; 2] {
        let patch_diagonal = std::f32::consts::SQRT_2 * PATCH_QUADS as f32 * cell * (1u64 << level) as f32;
        let range = self.range(level);
        // A hundredth more and three hundredths less than the argument asks for: the shader computes in f32.
        [(range * 0.5 + patch_diagonal * 1.01).max(range * 0.75), range * 0.97]
    }
}

/// How far a vertex at `distance` has moved on to the next level: 0 to 1. Twin of `morph` in shaders/terrain.wgsl.
pub fn morph(distance: f32, [start, end]: [f32; 2]) -> f32 {
    ((distance - start) / (end - start)).clamp(0.0, 1.0)
}

/// The lowest and highest height of every node of the quadtree.
#[derive(Debug, Clone)]
pub struct LodTree {
    width: u32,
    depth: u32,
    cell: f32,
    origin: [f64; 2],
    /// Level 0 first; the last has one node.
    levels: Vec<Level>,
}

/// All nodes of a level.
#[derive(Debug, Clone)]
struct Level {
    width: u32,
    depth: u32,
    /// Lowest and highest, x fastest.
    heights: Vec<[f32; 2]>,
}

impl LodTree {
    /// Reads every height once. A heightfield with fewer than 2 x 2 points has nothing to draw.
    pub fn new(ground: &Heightfield) -> Self {
        let (width, depth) = (ground.width, ground.depth);
        let mut levels = Vec::new();
        if width >= 2 && depth >= 2 {
            levels.push(leaves(ground));
            while let Some(level) = levels.last().filter(|level| level.width > 1 || level.depth > 1) {
                levels.push(level.parents());
            }
        }
        Self { width, depth, cell: ground.cell, origin: ground.origin, levels }
    }

    /// The box of the whole terrain, as [`Heightfield::extent`] but without reading the heights again.
    pub fn extent(&self) -> Option<Extent> {
        let root = self.levels.last()?;
        let [low, high] = *root.heights.first()?;
        let [x, z] = self.origin;
        let cell = f64::from(self.cell);
        Some(Extent {
            min: DVec3::new(x, f64::from(low), z),
            max: DVec3::new(
                x + f64::from(self.width - 1) * cell,
                f64::from(high),
                z + f64::from(self.depth - 1) * cell,
            ),
        })
    }

    /// The patches that cover what the frustum sees, each place once, near ones first within a node.
    pub fn select(&self, eye: DVec3, frustum: &Frustum, ranges: &LodRanges) -> Vec<Patch> {
        let mut patches = Vec::new();
        if let Some(top) = self.levels.len().checked_sub(1) {
            let selection = Selection { tree: self, eye, frustum, ranges, clearance: self.clearance(eye) };
            selection.visit(top as u32, 0, 0, &mut patches);
        }
        patches
    }

    /// Metres from the eye to the nearest box of a level-0 node.
    pub fn clearance(&self, eye: DVec3) -> f32 {
        let mut nearest = f64::INFINITY;
        if let Some(top) = self.levels.len().checked_sub(1) {
            self.approach(eye, top as u32, 0, 0, &mut nearest);
        }
        if nearest.is_finite() { nearest as f32 } else { 0.0 }
    }

    fn approach(&self, eye: DVec3, level: u32, x: u32, z: u32, nearest: &mut f64) {
        let Some(node) = self.node(level, x, z) else { return };
        let distance = (eye.clamp(node.min, node.max) - eye).length();
        if distance >= *nearest {
            return;
        }
        if level == 0 {
            *nearest = distance;
            return;
        }
        for [child_x, child_z] in children(x, z) {
            self.approach(eye, level - 1, child_x, child_z, nearest);
        }
    }

    /// The box of a node, cut off at the last point; `None` where there is no such node.
    fn node(&self, level: u32, x: u32, z: u32) -> Option<Extent> {
        let nodes = self.levels.get(level as usize)?;
        if x >= nodes.width || z >= nodes.depth {
            return None;
        }
        let [low, high] = *nodes.heights.get(z as usize * nodes.width as usize + x as usize)?;
        let edge = u64::from(PATCH_QUADS) << level;
        let metres = |node: u32, points: u32, origin: f64| {
            let first = u64::from(node) * edge;
            let last = (first + edge).min(u64::from(points - 1));
            let cell = f64::from(self.cell);
            (origin + first as f64 * cell, origin + last as f64 * cell)
        };
        let (west, east) = metres(x, self.width, self.origin[0]);
        let (south, north) = metres(z, self.depth, self.origin[1]);
        Some(Extent {
            min: DVec3::new(west, f64::from(low), south),
            max: DVec3::new(east, f64::from(high), north),
        })
    }
}

/// One run of [`LodTree::select`].
struct Selection<'a> {
    tree: &'a LodTree,
    eye: DVec3,
    frustum: &'a Frustum,
    ranges: &'a LodRanges,
    clearance: f32,
}

impl Selection<'_> {
    fn visit(&self, level: u32, x: u32, z: u32, patches: &mut Vec<Patch>) {
        let Some(node) = self.tree.node(level, x, z) else { return };
        if !self.frustum.sees_box((node.min - self.eye).as_vec3(), (node.max - self.eye).as_vec3()) {
            return;
        }
        let nearest = self.eye.clamp(node.min, node.max) - self.eye;
        let distance = Vec3::new(nearest.x as f32, self.clearance, nearest.z as f32).length();
        if level > 0 && distance < self.ranges.range(level - 1) {
            for [child_x, child_z] in children(x, z) {
                self.visit(level - 1, child_x, child_z, patches);
            }
            return;
        }
        let coarsest = level as usize + 1 == self.tree.levels.len();
        patches.push(Patch {
            first: [x, z].map(|node| node * (PATCH_QUADS << level)),
            level,
            clearance: self.clearance,
            // There is nothing to morph to above the root. f32::MAX itself would overflow in `end - start`.
            morph: if coarsest { [1e30, 2e30] } else { self.ranges.morph(level, self.tree.cell) },
        });
    }
}

/// The four nodes of the next finer level.
fn children(x: u32, z: u32) -> [[u32; 2]; 4] {
    [[2 * x, 2 * z], [2 * x + 1, 2 * z], [2 * x, 2 * z + 1], [2 * x + 1, 2 * z + 1]]
}

/// Level 0: each node holds its 33 x 33 points, so neighbours share the points between them.
fn leaves(ground: &Heightfield) -> Level {
    let quads = PATCH_QUADS as usize;
    let row_len = ground.width as usize;
    let (width, depth) = ((ground.width - 1).div_ceil(PATCH_QUADS), (ground.depth - 1).div_ceil(PATCH_QUADS));
    let mut heights = vec![[f32::INFINITY, f32::NEG_INFINITY]; width as usize * depth as usize];
    heights.par_chunks_mut(width as usize).enumerate().for_each(|(z, nodes)| {
        let first = z * quads * row_len;
        let last = (first + (quads + 1) * row_len).min(ground.heights.len());
        for row in ground.heights.get(first..last).unwrap_or_default().chunks_exact(row_len) {
            for (x, node) in nodes.iter_mut().enumerate() {
                let points = x * quads..(x * quads + quads + 1).min(row_len);
                let [low, high] = min_max(row.get(points).unwrap_or_default());
                *node = [node[0].min(low), node[1].max(high)];
            }
        }
    });
    Level { width, depth, heights }
}

impl Level {
    fn parents(&self) -> Self {
        let (width, depth) = (self.width.div_ceil(2), self.depth.div_ceil(2));
        let mut heights = Vec::with_capacity(width as usize * depth as usize);
        for z in 0..depth {
            for x in 0..width {
                let mut node = [f32::INFINITY, f32::NEG_INFINITY];
                for [child_x, child_z] in children(x, z) {
                    if child_x < self.width && child_z < self.depth {
                        let index = child_z as usize * self.width as usize + child_x as usize;
                        if let Some([low, high]) = self.heights.get(index) {
                            node = [node[0].min(*low), node[1].max(*high)];
                        }
                    }
                }
                heights.push(node);
            }
        }
        Self { width, depth, heights }
    }
}

/// Where a vertex of a patch is drawn, in grid points and metres of height. Twin of `morphed_vertex` in
/// shaders/terrain.wgsl.
///
/// `local` is 0 to 32; `eye` is the eye less the heightfield's origin, horizontal x and z in metres. The vertex
/// moves from its own point to the even one before it, in x, z and height alike, so that a wholly morphed patch is
/// the next level's.
pub fn morphed_vertex(ground: &Heightfield, patch: &Patch, local: [u32; 2], eye: [f32; 2]) -> Vec3 {
    let last = [ground.width.saturating_sub(1), ground.depth.saturating_sub(1)];
    let point = |local: [u32; 2]| {
        let x = (patch.first[0] + (local[0] << patch.level)).min(last[0]);
        let z = (patch.first[1] + (local[1] << patch.level)).min(last[1]);
        Vec3::new(x as f32, ground.point(x, z).unwrap_or_default(), z as f32)
    };
    let own = point(local);
    let even = point(local.map(|i| i & !1));
    let offset = Vec3::new(own.x * ground.cell - eye[0], patch.clearance, own.z * ground.cell - eye[1]);
    let k = morph(offset.length(), patch.morph);
    // Not `own + (even - own) * k`, which need not reach `even`.
    own * (1.0 - k) + even * k
}
