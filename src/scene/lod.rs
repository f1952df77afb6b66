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
use super::heightfield::{Extent, Heightfield, lower, min_max, raise};
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
    /// `quad_pixels / sqrt(2)` at a level's range and twice that where it begins. In the mean it is less, since a
    /// patch is finer as soon as a part of it is near. At 720 rows 7 gives 40,000 to 190,000 triangles a view, 5 half
    /// as many again. More than about 7.7 has no further effect: there must be room to morph.
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
    // Down the columns first, whole rows at a time, then along what is left.
    heights.par_chunks_mut(width as usize).enumerate().for_each_init(
        || (vec![0.0; row_len], vec![0.0; row_len]),
        |(lows, highs), (z, nodes)| {
            lows.fill(f32::INFINITY);
            highs.fill(f32::NEG_INFINITY);
            let first = z * quads * row_len;
            let last = (first + (quads + 1) * row_len).min(ground.heights.len());
            for row in ground.heights.get(first..last).unwrap_or_default().chunks_exact(row_len) {
                lower(lows, row);
                raise(highs, row);
            }
            for (x, node) in nodes.iter_mut().enumerate() {
                let points = x * quads..(x * quads + quads + 1).min(row_len);
                let [low, _] = min_max(lows.get(points.clone()).unwrap_or_default());
                let [_, high] = min_max(highs.get(points).unwrap_or_default());
                *node = [low, high];
            }
        },
    );
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::grid::Grid;
    use crate::scene::camera_pose::CameraPose;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn field(width: u32, depth: u32, at: impl Fn(u32, u32) -> f32) -> Heightfield {
        let cells = (0..depth).flat_map(|z| (0..width).map(move |x| (x, z))).map(|(x, z)| at(x, z)).collect();
        Heightfield::from_grid(Grid { width, height: depth, cells }, 10.0).0
    }

    /// Noise with hills; `spikes` metres of it from point to point.
    fn bumpy(width: u32, depth: u32, spikes: f32) -> Heightfield {
        field(width, depth, |x, z| {
            let noise = x.wrapping_mul(0x9e37_79b1) ^ z.wrapping_mul(0x85eb_ca77);
            let noise = (noise ^ (noise >> 15)).wrapping_mul(0x2c1b_3c6d) >> 16;
            (x as f32 * 0.05).sin() * 80.0 + (z as f32 * 0.03).cos() * 60.0 + noise as f32 / 65536.0 * spikes
        })
    }

    /// Sees everything.
    fn everywhere() -> Frustum {
        Frustum { planes: [glam::Vec4::new(0.0, 0.0, 0.0, 1.0); 5] }
    }

    /// The morphed vertices along the edges of a patch, as bits, by the grid point they come to lie on at the least:
    /// positions of all vertices on each side, keyed by side.
    fn edge_vertices(ground: &Heightfield, patch: &Patch, eye: DVec3, side: usize) -> Vec<[u32; 3]> {
        let eye = [(eye.x - ground.origin[0]) as f32, (eye.z - ground.origin[1]) as f32];
        let mut vertices: Vec<[u32; 3]> = (0..=PATCH_QUADS)
            .map(|i| {
                let local = [[0, i], [PATCH_QUADS, i], [i, 0], [i, PATCH_QUADS]][side];
                morphed_vertex(ground, patch, local, eye).to_array().map(f32::to_bits)
            })
            .collect();
        vertices.dedup();
        vertices
    }

    #[test]
    fn levels_cover_the_ground_once_and_exactly() {
        for (width, depth) in [(512, 512), (100, 300), (33, 33), (34, 65), (2, 2)] {
            let ground = bumpy(width, depth, 5.0);
            let ranges = LodRanges { base: 1.0 };
            let tree = LodTree::new(&ground);
            let patches = tree.select(DVec3::new(150.0, 90.0, 80.0), &everywhere(), &ranges);
            let mut covered = vec![0; (width * depth) as usize];
            for patch in &patches {
                let edge = PATCH_QUADS << patch.level;
                for z in patch.first[1]..(patch.first[1] + edge).min(depth - 1) {
                    for x in patch.first[0]..(patch.first[0] + edge).min(width - 1) {
                        covered[(z * width + x) as usize] += 1;
                    }
                }
            }
            for z in 0..depth - 1 {
                for x in 0..width - 1 {
                    assert_eq!(covered[(z * width + x) as usize], 1, "{width} x {depth}: {x}, {z}");
                }
            }
        }
    }

    #[test]
    fn a_field_without_quads_has_no_patches() {
        for (width, depth) in [(0, 0), (1, 1), (1, 40), (40, 1)] {
            let tree = LodTree::new(&field(width, depth, |_, _| 0.0));
            let patches = tree.select(DVec3::ZERO, &everywhere(), &LodRanges { base: 100.0 });
            assert!(patches.is_empty() && tree.extent().is_none());
        }
    }

    #[test]
    fn the_tree_knows_the_box_of_the_terrain() {
        let ground = bumpy(300, 70, 20.0);
        assert_eq!(LodTree::new(&ground).extent(), Some(ground.extent()));
    }

    #[test]
    fn the_clearance_is_the_height_over_a_plane() {
        let tree = LodTree::new(&field(200, 200, |_, _| 50.0));
        assert_eq!(tree.clearance(DVec3::new(700.0, 350.0, 700.0)), 300.0);
        assert_eq!(tree.clearance(DVec3::new(-400.0, 350.0, 700.0)), 500.0);
        assert_eq!(tree.clearance(DVec3::new(700.0, 50.0, 700.0)), 0.0);
    }

    #[test]
    fn a_wholly_morphed_patch_is_the_next_level() {
        let ground = bumpy(200, 200, 30.0);
        let patch = |level, morph| Patch { first: [64, 64], level, clearance: 0.0, morph };
        let (fine, coarse) = (patch(0, [0.0, 1.0]), patch(1, [1e30, 2e30]));
        for z in 0..=32 {
            for x in 0..=32 {
                let morphed = morphed_vertex(&ground, &fine, [x, z], [0.0, 0.0]);
                let target = morphed_vertex(&ground, &coarse, [x / 2, z / 2], [0.0, 0.0]);
                assert_eq!(morphed, target);
            }
        }
    }

    #[test]
    fn a_quad_is_a_few_pixels_and_a_view_a_hundred_thousand_triangles() {
        let ground = bumpy(2048, 2048, 2.0);
        let tree = LodTree::new(&ground);
        let fov = 60f32.to_radians();
        let ranges = LodRanges::new(fov, 720, 7.0, ground.cell);
        // A quad of level L at the level's range.
        let pixels = ground.cell / ranges.base * 360.0 / (fov * 0.5).tan();
        assert!((4.5..5.5).contains(&pixels), "{pixels}");
        for text in ["10000,300,3000,0,-10", "10000,1500,3000,45,-20", "-3000,6000,-3000,45,-32"] {
            let pose: CameraPose = text.parse().unwrap();
            let patches = tree.select(pose.eye, &pose.frustum(1280.0 / 720.0), &ranges);
            let triangles = patches.len() * 2048;
            assert!((30_000..200_000).contains(&triangles), "{text}: {triangles}");
        }
    }

    #[test]
    fn what_the_frustum_cannot_see_is_not_drawn() {
        let ground = bumpy(1024, 1024, 2.0);
        let tree = LodTree::new(&ground);
        let ranges = LodRanges::new(1.0, 720, 5.0, ground.cell);
        let pose: CameraPose = "5000,200,5000,0,0".parse().unwrap();
        let patches = tree.select(pose.eye, &pose.frustum(1.0), &ranges);
        assert!(!patches.is_empty());
        assert!(patches.iter().all(|patch| patch.first[1] + (PATCH_QUADS << patch.level) >= 500));
        let up: CameraPose = "5000,900,5000,0,60".parse().unwrap();
        assert!(tree.select(up.eye, &up.frustum(1.0), &ranges).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn neighbours_meet_without_a_crack(
            eye in (-2000f64..8000.0, -500f64..4000.0, -2000f64..8000.0),
            width in 34u32..600,
            depth in 34u32..600,
            spikes in prop::sample::select(vec![0.0f32, 5.0, 3000.0]),
            quad_pixels in 2f32..20.0,
        ) {
            let ground = bumpy(width, depth, spikes);
            let tree = LodTree::new(&ground);
            let eye = DVec3::new(eye.0, eye.1, eye.2);
            let ranges = LodRanges::new(60f32.to_radians(), 720, quad_pixels, ground.cell);
            let patches = tree.select(eye, &everywhere(), &ranges);
            let by_corner: HashMap<_, _> = patches.iter().map(|patch| (patch.first, patch)).collect();
            // The patch that covers a quad.
            let at = |x: u32, z: u32| {
                (0..tree.levels.len() as u32).find_map(|level| {
                    let edge = PATCH_QUADS << level;
                    by_corner.get(&[x / edge * edge, z / edge * edge]).filter(|patch| patch.level >= level).copied()
                })
            };
            for patch in &patches {
                let edge = PATCH_QUADS << patch.level;
                let [x, z] = patch.first;
                for (side, neighbour) in [(1, [x + edge, z]), (3, [x, z + edge])] {
                    if neighbour[0] >= width - 1 || neighbour[1] >= depth - 1 {
                        continue;
                    }
                    let other = at(neighbour[0], neighbour[1]).unwrap();
                    prop_assert!(other.level.abs_diff(patch.level) <= 1);
                    // The finer one's vertices lie on the coarser one's: the same points in the same order.
                    let own = edge_vertices(&ground, patch, eye, side);
                    let mut others = edge_vertices(&ground, other, eye, side - 1);
                    if other.level > patch.level {
                        prop_assert!(own.iter().all(|vertex| others.contains(vertex)));
                    } else if other.level < patch.level {
                        // Two finer patches along one edge.
                        let [nx, nz] = neighbour;
                        let half = edge / 2;
                        let second = if side == 1 { [nx, nz + half] } else { [nx + half, nz] };
                        if second[0] < width - 1 && second[1] < depth - 1 {
                            let second = at(second[0], second[1]).unwrap();
                            prop_assert!(second.level.abs_diff(patch.level) <= 1);
                            if second.level < patch.level {
                                others.extend(edge_vertices(&ground, second, eye, side - 1));
                                others.dedup();
                                prop_assert_eq!(&own, &others);
                            }
                        } else {
                            prop_assert!(others.iter().all(|vertex| own.contains(vertex)));
                        }
                    } else {
                        prop_assert_eq!(&own, &others);
                    }
                }
            }
        }
    }
}
