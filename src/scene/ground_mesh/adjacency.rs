//! Which corners of triangles meet at a vertex.

use super::MeshTriangle;

/// Corners by vertex: corner `3 * triangle + k` is corner k of a triangle.
#[derive(Debug)]
pub struct Corners {
    /// Where the corners of each vertex begin; one more at the end.
    first: Vec<u32>,
    corners: Vec<u32>,
}

impl Corners {
    /// In each list the corners are in the order of the triangles.
    pub fn new(vertex_count: usize, triangles: &[MeshTriangle]) -> Self {
        let mut first = vec![0u32; vertex_count + 1];
        let all = || triangles.iter().flat_map(|triangle| triangle.corners);
        for vertex in all() {
            if let Some(count) = first.get_mut(vertex as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut corners = vec![0u32; triangles.len() * 3];
        let mut next = first.clone();
        for (corner, vertex) in (0..).zip(all()) {
            let Some(next) = next.get_mut(vertex as usize) else { continue };
            if let Some(place) = corners.get_mut(*next as usize) {
                *place = corner;
            }
            *next += 1;
        }
        Self { first, corners }
    }

    /// The corners at a vertex.
    pub fn of(&self, vertex: usize) -> &[u32] {
        let bound = |index: usize| self.first.get(index).map(|&first| first as usize);
        match (bound(vertex), bound(vertex + 1)) {
            (Some(first), Some(end)) => self.corners.get(first..end).unwrap_or_default(),
            _ => &[],
        }
    }

    pub fn vertex_count(&self) -> usize {
        self.first.len().saturating_sub(1)
    }
}
