//! One level of detail: its vertices, and its triangles by block.
//!
//! In a coarse level the vertices of a cluster stand at one place, triangles whose corners then coincide are gone, and
//! each block has all triangles with a corner in it, also those of its neighbours. So no gap opens beside a block of
//! another level, and where both are of one level the common triangles are the same.

use super::adjacency::Corners;
use super::clusters::{self, Meeting};
use super::weld::{BLOCK_SHIFT, BlockGrid};
use super::{EDGES, GroundVertex, MeshTriangle, corners_of, normal};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Vertices of a cell that are compared before a new one is made.
const MOST_COMPARED: usize = 64;

/// What all levels are made from; vertices are sorted by key.
pub struct Parts<'a> {
    pub grid: &'a BlockGrid,
    pub keys: &'a [u64],
    pub positions: &'a [[f32; 3]],
    pub triangles: &'a [MeshTriangle],
    pub corners: &'a Corners,
    /// Normals of the triangles, as long as their areas.
    pub faces: &'a [Vec3],
    /// The [`normal::way`] of each.
    pub ways: &'a [u8],
    pub meetings: &'a [Meeting],
}

/// A level before its triangles are made.
pub struct Plan {
    /// The number of a coarse level; `None` is the finest.
    level: Option<u32>,
    /// The first vertex of each one's cluster; empty in the finest level, in which each is its own.
    clusters: Vec<u32>,
    /// For each triangle whether it has three corners in three clusters; empty in the finest level, which has all.
    kept: Vec<bool>,
    /// Triangles that are left.
    pub triangles: usize,
}

/// One level.
pub struct Level {
    /// Metres by which it may be wrong, 0 in the finest level.
    pub error: f32,
    pub vertices: Vec<GroundVertex>,
    /// Each block of the grid.
    pub blocks: Vec<BlockPart>,
}

/// The triangles of a block, the largest first.
pub struct BlockPart {
    pub min: Vec3,
    pub max: Vec3,
    pub indices: Vec<u32>,
    /// How many indices belong to triangles of a size over each of [`EDGES`].
    pub longer: [u32; EDGES.len()],
}

/// Finds what becomes one in a level; `None` is the finest.
pub fn plan(parts: &Parts<'_>, level: Option<u32>) -> Plan {
    let Some(number) = level else {
        return Plan { level, clusters: Vec::new(), kept: Vec::new(), triangles: parts.triangles.len() };
    };
    let clusters = clusters::clusters(parts.grid, parts.keys, parts.positions, parts.meetings, number);
    let keeps = |triangle: &MeshTriangle| {
        let [a, b, c] = triangle.corners.map(|corner| clusters.get(corner as usize));
        a != b && b != c && c != a
    };
    let kept: Vec<bool> = parts.triangles.par_iter().map(keeps).collect();
    let triangles = kept.iter().filter(|kept| **kept).count();
    Plan { level, clusters, kept, triangles }
}

impl Plan {
    fn keeps(&self, triangle: u32) -> bool {
        self.kept.get(triangle as usize).copied().unwrap_or(true)
    }
}

/// Makes a level.
pub fn level(parts: &Parts<'_>, plan: &Plan) -> Level {
    // Where each corner's vertex is among those of the block that holds it.
    let places: Vec<AtomicU32> = (0..parts.triangles.len() * 3).map(|_| AtomicU32::new(0)).collect();
    let of_homes: Vec<Vec<GroundVertex>> = clusters::homes_of(parts.keys, parts.grid.count())
        .into_par_iter()
        .map(|home| match plan.level {
            None => smooth_vertices(parts, home, &places),
            Some(_) => merged_vertices(parts, plan, home, &places),
        })
        .collect();
    let mut first = 0;
    let bases: Vec<u32> = of_homes
        .iter()
        .map(|vertices| {
            first += vertices.len() as u32;
            first - vertices.len() as u32
        })
        .collect();
    let vertices = of_homes.concat();
    let corner_vertex = |triangle: u32, k: usize| {
        let of_triangle = parts.triangles.get(triangle as usize);
        let key =
            of_triangle.and_then(|t| parts.keys.get(t.corners[k] as usize)).copied().unwrap_or_default();
        let base = bases.get((key >> BLOCK_SHIFT) as usize).copied().unwrap_or_default();
        base + places.get(triangle as usize * 3 + k).map_or(0, |place| place.load(Ordering::Relaxed))
    };
    let blocks = by_block(parts, plan)
        .into_par_iter()
        .map(|triangles| {
            let corners = triangles.iter().map(|&triangle| [0, 1, 2].map(|k| corner_vertex(triangle, k)));
            BlockPart::new(corners.collect(), &vertices)
        })
        .collect();
    let error = plan.level.map_or(0.0, |level| clusters::error_of(parts.grid, level) as f32);
    Level { error, vertices, blocks }
}

impl BlockPart {
    fn new(triangles: Vec<[u32; 3]>, vertices: &[GroundVertex]) -> Self {
        let place =
            |index: u32| vertices.get(index as usize).map_or(Vec3::ZERO, |vertex| vertex.position.into());
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let mut by_length: [Vec<u32>; EDGES.len() + 1] = Default::default();
        for corners in triangles {
            let [a, b, c] = corners.map(place);
            min = min.min(a).min(b).min(c);
            max = max.max(a).max(b).max(c);
            let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
            let steepness = 1.0 - normal::face([a, b, c]).normalize_or(Vec3::Y).y.abs();
            let size = longest * (1.0 + steepness);
            let class = EDGES.iter().position(|&edge| size > edge).unwrap_or(EDGES.len());
            if let Some(indices) = by_length.get_mut(class) {
                indices.extend(corners);
            }
        }
        let mut longer = [0; EDGES.len()];
        let mut sum = 0;
        for (longer, indices) in longer.iter_mut().zip(&by_length) {
            sum += indices.len() as u32;
            *longer = sum;
        }
        Self { min, max, indices: by_length.concat(), longer }
    }
}

impl Parts<'_> {
    fn triangle_of(&self, corner: u32) -> Option<(&MeshTriangle, Vec3)> {
        let triangle = corner as usize / 3;
        Some((self.triangles.get(triangle)?, *self.faces.get(triangle)?))
    }
}

/// The finest level: a vertex for each normal and tint that meet at a place.
fn smooth_vertices(parts: &Parts<'_>, home: Range<usize>, places: &[AtomicU32]) -> Vec<GroundVertex> {
    let mut vertices: Vec<GroundVertex> = Vec::new();
    let (mut faces, mut normals) = (Vec::new(), Vec::new());
    for vertex in home {
        let corners = parts.corners.of(vertex);
        let of_triangle = |corner: &u32| parts.triangle_of(*corner).map_or(Vec3::Y, |(_, face)| face);
        faces.clear();
        faces.extend(corners.iter().map(of_triangle));
        normal::smooth(&faces, &mut normals);
        let first = vertices.len();
        for (&corner, &normal) in corners.iter().zip(&normals) {
            let Some((triangle, _)) = parts.triangle_of(corner) else { continue };
            let made = GroundVertex {
                position: parts.positions.get(vertex).copied().unwrap_or_default(),
                normal: normal::packed(normal),
                tints: [triangle.material, triangle.sector],
            };
            let compared = first.max(vertices.len().saturating_sub(MOST_COMPARED));
            let known = vertices.iter().skip(compared).position(|vertex| *vertex == made);
            let place = known.map_or(vertices.len(), |known| compared + known);
            if known.is_none() {
                vertices.push(made);
            }
            set(places, corner, place);
        }
    }
    vertices
}

fn set(places: &[AtomicU32], corner: u32, place: usize) {
    if let Some(slot) = places.get(corner as usize) {
        slot.store(place as u32, Ordering::Relaxed);
    }
}

/// A vertex of a cell while it is made.
struct Merged {
    way: u8,
    tints: [u16; 2],
    /// Sum of the faces.
    normal: Vec3,
}

/// A coarse level: a vertex for each way and tint of the faces at a cluster.
fn merged_vertices(
    parts: &Parts<'_>,
    plan: &Plan,
    home: Range<usize>,
    places: &[AtomicU32],
) -> Vec<GroundVertex> {
    let mut vertices = Vec::new();
    let mut merged: Vec<Merged> = Vec::new();
    let mut next = home.start;
    for cluster in plan.clusters.get(home).unwrap_or_default().chunk_by(|a, b| a == b) {
        let own = next..next + cluster.len();
        next = own.end;
        merged.clear();
        for corner in own.clone().flat_map(|vertex| parts.corners.of(vertex)) {
            let Some((triangle, face)) = parts.triangle_of(*corner) else { continue };
            let way = parts.ways.get(*corner as usize / 3).copied().unwrap_or_default();
            let tints = [triangle.material, triangle.sector];
            let kept = plan.keeps(*corner / 3);
            let compared = merged.len().saturating_sub(MOST_COMPARED);
            let same = |merged: &Merged| merged.way == way && merged.tints == tints;
            let known = merged.iter().skip(compared).position(same).map(|known| compared + known);
            match known.and_then(|known| merged.get_mut(known)) {
                Some(merged) => merged.normal += face,
                None if kept => merged.push(Merged { way, tints, normal: face }),
                None => {}
            }
            if kept {
                set(places, *corner, vertices.len() + known.unwrap_or(merged.len() - 1));
            }
        }
        if merged.is_empty() {
            continue;
        }
        let position = middle(parts, own);
        vertices.extend(merged.iter().map(|merged| GroundVertex {
            position,
            normal: normal::packed(merged.normal.normalize_or(Vec3::Y)),
            tints: merged.tints,
        }));
    }
    vertices
}

/// Where the vertices of a cluster come together: edges and corners weigh more than what lies in a plane, so that
/// houses keep their outline.
fn middle(parts: &Parts<'_>, vertices: Range<usize>) -> [f32; 3] {
    let (mut sum, mut weights) = (DVec3::ZERO, 0.0);
    for (meeting, position) in
        parts.meetings.iter().zip(parts.positions).take(vertices.end).skip(vertices.start)
    {
        let weight = 0.02 + f64::from(meeting.sharpness());
        sum += Vec3::from(*position).as_dvec3() * weight;
        weights += weight;
    }
    (sum / weights).as_vec3().into()
}

/// The triangles of each block: those whose middle is in it, and in a coarse level those that have a corner in it.
fn by_block(parts: &Parts<'_>, plan: &Plan) -> Vec<Vec<u32>> {
    let mut blocks = vec![Vec::new(); parts.grid.count()];
    for (index, triangle) in (0..).zip(parts.triangles) {
        if !plan.keeps(index) {
            continue;
        }
        let [a, b, c] = corners_of(parts.positions, triangle).map(|corner| corner.as_dvec3());
        let middle = (a + b + c) / 3.0;
        let own = parts.grid.block_at(middle.x, middle.z);
        push(&mut blocks, own, index);
        if plan.level.is_some() {
            let mut homes = triangle.corners.map(|corner| {
                parts.keys.get(corner as usize).map_or(own, |key| (key >> BLOCK_SHIFT) as usize)
            });
            homes.sort_unstable();
            for (k, &home) in homes.iter().enumerate() {
                if home != own && (k == 0 || homes[k - 1] != home) {
                    push(&mut blocks, home, index);
                }
            }
        }
    }
    blocks
}

fn push(blocks: &mut [Vec<u32>], block: usize, triangle: u32) {
    if let Some(block) = blocks.get_mut(block) {
        block.push(triangle);
    }
}
