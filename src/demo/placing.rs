//! Puts models onto the ground, and keeps in mind which ground is taken.

use super::SIZE;
use super::catalog::Model;
use super::relief::Relief;

/// A model that stands.
#[derive(Debug, Clone)]
pub struct Placed {
    /// What stands.
    pub model: &'static Model,
    /// Aside, up, dir and position, as the WRP has them.
    pub matrix: [f32; 12],
    /// Where the pole stands, x and z in metres, that its wire comes from.
    pub wire_from: Option<[f32; 2]>,
}

impl Placed {
    /// A model upright on the ground: its Z axis looks along `dir`, which has length 1 in (x, z).
    ///
    /// `sunk` is the share of its height that is under the ground.
    pub fn upright(
        relief: &Relief,
        model: &'static Model,
        [x, z]: [f32; 2],
        [dir_x, dir_z]: [f32; 2],
        scale: f32,
        sunk: f32,
    ) -> Self {
        let y = relief.height(x, z) + model.size[1] * scale * (0.5 - sunk);
        let [east, north] = [dir_x * scale, dir_z * scale];
        Self {
            model,
            matrix: [north, 0.0, -east, 0.0, scale, 0.0, east, 0.0, north, x, y, z],
            wire_from: None,
        }
    }

    /// A piece of wall or fence from `a` to `b`, tilted along the ground.
    pub fn along(relief: &Relief, model: &'static Model, a: [f32; 2], b: [f32; 2]) -> Self {
        let (low, high) = (relief.height(a[0], a[1]), relief.height(b[0], b[1]));
        let (run_x, rise, run_z) = (b[0] - a[0], high - low, b[1] - a[1]);
        let flat = (run_x * run_x + run_z * run_z).sqrt();
        let length = (flat * flat + rise * rise).sqrt();
        let aside = [run_x / length, rise / length, run_z / length];
        let dir = [-run_z / flat, 0.0, run_x / flat];
        let up = [
            aside[2] * dir[1] - aside[1] * dir[2],
            aside[0] * dir[2] - aside[2] * dir[0],
            aside[1] * dir[0] - aside[0] * dir[1],
        ];
        let half = model.size[1] / 2.0;
        let matrix = [
            aside[0],
            aside[1],
            aside[2],
            up[0],
            up[1],
            up[2],
            dir[0],
            dir[1],
            dir[2],
            (a[0] + b[0]) / 2.0 + up[0] * half,
            (low + high) / 2.0 + up[1] * half,
            (a[1] + b[1]) / 2.0 + up[2] * half,
        ];
        Self { model, matrix, wire_from: None }
    }

    /// Where its bounding centre is: x and z in metres.
    pub fn place(&self) -> [f32; 2] {
        [self.matrix[9], self.matrix[11]]
    }

    /// The corners of its ground plan in the order a, b, c, d of the polygon a, b, d, c.
    pub fn plan(&self) -> [[f32; 2]; 4] {
        let [half_width, half_length] = [self.model.size[0] / 2.0, self.model.size[2] / 2.0];
        [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(right, ahead)| {
            let (across, along) = (right * half_width, ahead * half_length);
            [
                self.matrix[9] + self.matrix[0] * across + self.matrix[6] * along,
                self.matrix[11] + self.matrix[2] * across + self.matrix[8] * along,
            ]
        })
    }
}

/// What takes a square of ground; several may.
pub mod taken {
    /// A road and its verge.
    pub const ROAD: u8 = 1;
    /// A building.
    pub const BUILDING: u8 = 2;
    /// A yard or a garden.
    pub const YARD: u8 = 4;
    /// A fence or a wall.
    pub const FENCE: u8 = 8;
    /// A tree with its roots, where it matters to others.
    pub const TREE: u8 = 16;
}

/// Which ground is taken, in squares of 2 x 2 metres: the slots of the grass.
pub struct Occupancy {
    squares: Vec<u8>,
}

/// Edge of a square in metres.
pub const SQUARE: f32 = 2.0;
const EDGE: i32 = (SIZE / SQUARE) as i32;

impl Occupancy {
    /// Nothing is taken.
    pub fn new() -> Self {
        Self { squares: vec![0; (EDGE * EDGE) as usize] }
    }

    /// What takes the square at a column and a row; outside nothing does.
    pub fn at(&self, x: i32, z: i32) -> u8 {
        if x < 0 || z < 0 || x >= EDGE || z >= EDGE { 0 } else { self.squares[(z * EDGE + x) as usize] }
    }

    /// The squares whose middles lie in a box about `center`: `half` is half its width across `dir` and half its
    /// length along it.
    fn boxed(center: [f32; 2], dir: [f32; 2], half: [f32; 2]) -> impl Iterator<Item = (i32, i32)> {
        let reach = (half[0] * half[0] + half[1] * half[1]).sqrt();
        let range = move |middle: f32| {
            let low = ((middle - reach) / SQUARE).floor() as i32;
            let high = ((middle + reach) / SQUARE).ceil() as i32;
            low.max(0)..high.min(EDGE)
        };
        range(center[1]).flat_map(move |z| range(center[0]).map(move |x| (x, z))).filter(move |&(x, z)| {
            let from_x = (x as f32 + 0.5) * SQUARE - center[0];
            let from_z = (z as f32 + 0.5) * SQUARE - center[1];
            let along = from_x * dir[0] + from_z * dir[1];
            let across = from_x * dir[1] - from_z * dir[0];
            along.abs() <= half[1] && across.abs() <= half[0]
        })
    }

    /// Takes a box.
    pub fn take(&mut self, center: [f32; 2], dir: [f32; 2], half: [f32; 2], what: u8) {
        for (x, z) in Self::boxed(center, dir, half) {
            self.squares[(z * EDGE + x) as usize] |= what;
        }
    }

    /// True when nothing of `what` takes any of a box.
    pub fn free(&self, center: [f32; 2], dir: [f32; 2], half: [f32; 2], what: u8) -> bool {
        // A small box may hold the middle of no square.
        let own = self.at((center[0] / SQUARE) as i32, (center[1] / SQUARE) as i32);
        own & what == 0 && Self::boxed(center, dir, half).all(|(x, z)| self.at(x, z) & what == 0)
    }

    /// Takes everything within `radius` metres.
    pub fn take_round(&mut self, center: [f32; 2], radius: f32, what: u8) {
        for (x, z) in Self::boxed(center, [0.0, 1.0], [radius, radius]) {
            let from_x = (x as f32 + 0.5) * SQUARE - center[0];
            let from_z = (z as f32 + 0.5) * SQUARE - center[1];
            if from_x * from_x + from_z * from_z <= radius * radius {
                self.squares[(z * EDGE + x) as usize] |= what;
            }
        }
    }

    /// True when nothing of `what` takes a square around.
    pub fn free_round(&self, center: [f32; 2], radius: f32, what: u8) -> bool {
        self.free(center, [0.0, 1.0], [radius, radius], what)
    }
}
