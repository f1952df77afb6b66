//! Builds a collision mesh from quads: walls with windows, boxes, tubes.

use sward::formats::xray::{Cform, CformTriangle};

/// What a face is made of, and the sector it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Face {
    pub material: u32,
    pub sector: u16,
}

/// A mesh that grows. Shapes stand at `origin`, turned by `direction` about the vertical.
#[derive(Debug)]
pub struct Mesh {
    pub vertices: Vec<[f32; 3]>,
    pub triangles: Vec<CformTriangle>,
    origin: [f32; 3],
    /// Cosine and sine of the turn.
    direction: [f32; 2],
}

/// A hole in a wall: from and to along the wall, then upwards.
pub type Opening = [f32; 4];

impl Mesh {
    pub fn new() -> Self {
        Self { vertices: Vec::new(), triangles: Vec::new(), origin: [0.0; 3], direction: [1.0, 0.0] }
    }

    /// Where the next shapes stand.
    pub fn stand(&mut self, origin: [f32; 3], turn: f32) {
        self.origin = origin;
        self.direction = [turn.cos(), turn.sin()];
    }

    fn place(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [cos, sin] = self.direction;
        [self.origin[0] + x * cos + z * sin, self.origin[1] + y, self.origin[2] - x * sin + z * cos]
    }

    pub fn triangle(&mut self, corners: [u32; 3], face: Face) {
        self.triangles.push(CformTriangle {
            vertices: corners,
            material: face.material,
            sector: face.sector,
            ..Default::default()
        });
    }

    /// Three corners, clockwise as seen from the front.
    pub fn tri(&mut self, corners: [[f32; 3]; 3], face: Face) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.map(|corner| self.place(corner)));
        self.triangle([first, first + 1, first + 2], face);
    }

    /// Four corners, clockwise as seen from the front.
    pub fn quad(&mut self, corners: [[f32; 3]; 4], face: Face) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.map(|corner| self.place(corner)));
        self.triangle([first, first + 1, first + 2], face);
        self.triangle([first, first + 2, first + 3], face);
    }

    /// A horizontal rectangle that is seen from above, or from below.
    pub fn slab(&mut self, [x0, z0, x1, z1]: [f32; 4], y: f32, up: bool, face: Face) {
        let corners = [[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]];
        self.quad(if up { corners } else { [corners[0], corners[3], corners[2], corners[1]] }, face);
    }

    /// A box without its floor.
    pub fn block(&mut self, [x0, y0, z0]: [f32; 3], [x1, y1, z1]: [f32; 3], face: Face) {
        self.slab([x0, z0, x1, z1], y1, true, face);
        let ring = [[x0, z0], [x1, z0], [x1, z1], [x0, z1]];
        for side in 0..4 {
            self.panel(ring[side], ring[(side + 1) % 4], [y0, y1], face);
        }
    }

    /// An upright rectangle; from its front `left` is on the left.
    pub fn panel(&mut self, left: [f32; 2], right: [f32; 2], [low, high]: [f32; 2], face: Face) {
        let at = |[x, z]: [f32; 2], y: f32| [x, y, z];
        self.quad([at(left, low), at(left, high), at(right, high), at(right, low)], face);
    }

    /// A wall with two sides and holes; from outside `left` is on the left. The inner side is `thick` metres behind.
    pub fn wall(
        &mut self,
        [left, right]: [[f32; 2]; 2],
        [low, high]: [f32; 2],
        thick: f32,
        openings: &[Opening],
        [outside, inside]: [Face; 2],
    ) {
        let along = [right[0] - left[0], right[1] - left[1]];
        let length = along[0].hypot(along[1]);
        let unit = along.map(|part| part / length);
        let behind = [-unit[1] * thick, unit[0] * thick];
        let outer = |u: f32| [left[0] + unit[0] * u, left[1] + unit[1] * u];
        let inner = |u: f32| [left[0] + unit[0] * u + behind[0], left[1] + unit[1] * u + behind[1]];
        let mut edges = vec![0.0, length];
        edges.extend(openings.iter().flat_map(|hole| [hole[0], hole[1]]));
        edges.sort_by(f32::total_cmp);
        for pair in edges.windows(2).filter(|pair| pair[1] > pair[0]) {
            let [from, to] = [pair[0], pair[1]];
            let hole = openings.iter().find(|hole| hole[0] <= from && to <= hole[1]);
            let solid = match hole {
                Some(hole) => vec![[low, hole[2]], [hole[3], high]],
                None => vec![[low, high]],
            };
            for heights in solid.into_iter().filter(|heights| heights[1] > heights[0]) {
                self.panel(outer(from), outer(to), heights, outside);
                self.panel(inner(to), inner(from), heights, inside);
            }
            if let Some(&[_, _, sill, lintel]) = hole {
                self.panel(outer(from), inner(from), [sill, lintel], outside);
                self.panel(inner(to), outer(to), [sill, lintel], outside);
                let flat = |y: f32| [outer(from), inner(from), inner(to), outer(to)].map(|[x, z]| [x, y, z]);
                self.quad(flat(sill), outside);
                let [a, b, c, d] = flat(lintel);
                self.quad([d, c, b, a], outside);
            }
        }
    }

    /// An upright tube with a lid.
    pub fn column(&mut self, radius: f32, [low, high]: [f32; 2], sides: u32, face: Face) {
        let at = |side: u32| {
            let angle = side as f32 / sides as f32 * std::f32::consts::TAU;
            [radius * angle.cos(), radius * angle.sin()]
        };
        for side in 0..sides {
            let [a, b] = [at(side), at(side + 1)];
            self.panel(a, b, [low, high], face);
            self.tri([[0.0, high, 0.0], [b[0], high, b[1]], [a[0], high, a[1]]], face);
        }
    }

    pub fn into_cform(self) -> Cform {
        let cform =
            Cform { version: 4, vertices: self.vertices, triangles: self.triangles, ..Default::default() };
        let bounds = cform.extent().unwrap_or_default();
        Cform { bounds, ..cform }
    }
}
