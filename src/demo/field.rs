//! A square field of numbers over the island.

use super::SIZE;
use super::noise::floor;
use rayon::prelude::*;

/// `edge * edge` numbers, row by row from the south-west corner; number (x, z) stands at `(x * cell, z * cell)` metres.
#[derive(Debug, Clone)]
pub struct Field {
    /// Numbers to the east and to the north.
    pub edge: usize,
    /// Metres between two numbers.
    pub cell: f32,
    /// Row 0 in the south.
    pub values: Vec<f32>,
}

impl Field {
    /// A field whose numbers come from `value(x, z)` in metres.
    pub fn new(edge: usize, value: impl Fn(f32, f32) -> f32 + Sync) -> Self {
        let cell = SIZE / edge as f32;
        let mut values = vec![0.0; edge * edge];
        values.par_chunks_mut(edge).enumerate().for_each(|(z, row)| {
            for (x, out) in row.iter_mut().enumerate() {
                *out = value(x as f32 * cell, z as f32 * cell);
            }
        });
        Self { edge, cell, values }
    }

    /// The number at a column and a row; beyond the border the border's own.
    pub fn at(&self, x: i32, z: i32) -> f32 {
        let last = self.edge as i32 - 1;
        self.values[z.clamp(0, last) as usize * self.edge + x.clamp(0, last) as usize]
    }

    fn locate(&self, x: f32, z: f32) -> (i32, i32, f32, f32) {
        let (u, v) = (x / self.cell, z / self.cell);
        let (column, row) = (floor(u), floor(v));
        (column, row, u - column as f32, v - row as f32)
    }

    /// The number at a place in metres, on the two triangles of its cell as the engine splits it.
    pub fn on_triangles(&self, x: f32, z: f32) -> f32 {
        let (column, row, fx, fz) = self.locate(x, z);
        let (east, north) = (self.at(column + 1, row), self.at(column, row + 1));
        if fx + fz <= 1.0 {
            let corner = self.at(column, row);
            corner + (east - corner) * fx + (north - corner) * fz
        } else {
            let corner = self.at(column + 1, row + 1);
            corner + (north - corner) * (1.0 - fx) + (east - corner) * (1.0 - fz)
        }
    }

    /// The number at a place in metres, bilinear.
    pub fn sample(&self, x: f32, z: f32) -> f32 {
        let (column, row, fx, fz) = self.locate(x, z);
        let south = self.at(column, row) * (1.0 - fx) + self.at(column + 1, row) * fx;
        let north = self.at(column, row + 1) * (1.0 - fx) + self.at(column + 1, row + 1) * fx;
        south * (1.0 - fz) + north * fz
    }

    /// The number at a place in metres on a cubic B-spline: smooth slopes, crests a little lower.
    pub fn sample_smooth(&self, x: f32, z: f32) -> f32 {
        let (column, row, fx, fz) = self.locate(x, z);
        let weights = |t: f32| {
            let s = 1.0 - t;
            [
                s * s * s / 6.0,
                (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                (3.0 * s * s * s - 6.0 * s * s + 4.0) / 6.0,
                t * t * t / 6.0,
            ]
        };
        let (across, up) = (weights(fx), weights(fz));
        let mut sum = 0.0;
        for (dz, weight_z) in (-1..).zip(up) {
            for (dx, weight_x) in (-1..).zip(across) {
                sum += weight_x * weight_z * self.at(column + dx, row + dz);
            }
        }
        sum
    }

    /// How steep it is, metres up a metre.
    pub fn slopes(&self) -> Self {
        let mut values = vec![0.0; self.values.len()];
        let reach = 2.0 * self.cell;
        values.par_chunks_mut(self.edge).enumerate().for_each(|(z, row)| {
            let z = z as i32;
            for (x, out) in (0..).zip(row) {
                let east = (self.at(x + 1, z) - self.at(x - 1, z)) / reach;
                let north = (self.at(x, z + 1) - self.at(x, z - 1)) / reach;
                *out = (east * east + north * north).sqrt();
            }
        });
        Self { values, ..*self }
    }

    /// The mean over squares of `2 * reach + 1` numbers.
    pub fn blurred(&self, reach: i32) -> Self {
        let edge = self.edge;
        let pass = |from: &[f32]| {
            // Writes columns as rows, so that two passes give the blur the right way up.
            let mut to = vec![0.0; edge * edge];
            to.par_chunks_mut(edge).enumerate().for_each(|(column, out)| {
                let number = |row: i32| from[row.clamp(0, edge as i32 - 1) as usize * edge + column];
                let mut sum: f32 = (-reach..=reach).map(number).sum();
                for (row, out) in (0..).zip(out) {
                    *out = sum / (2 * reach + 1) as f32;
                    sum += number(row + reach + 1) - number(row - reach);
                }
            });
            to
        };
        Self { values: pass(&pass(&self.values)), ..*self }
    }
}
