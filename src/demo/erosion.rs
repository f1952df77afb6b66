//! Rain: rivers cut into rising land until it has ridges and valleys.
//!
//! The stream power law, solved implicitly from the sea upwards (n = 1, m = 1/2): every cell drains into a neighbour
//! nearer to the sea, and sinks towards it the faster the more land drains through it.

use super::field::Field;
use std::f32::consts::SQRT_2;

/// How the land is worn down.
pub struct Erosion {
    /// Rounds of uplift and rain.
    pub rounds: usize,
    /// How hard the water bites: a dimensionless product of erodibility and time.
    pub bite: f32,
    /// Share of the way to the mean of its neighbours that a cell creeps in a round.
    pub creep: f32,
}

const NEIGHBOURS: [(i32, i32, f32); 8] = [
    (-1, 0, 1.0),
    (1, 0, 1.0),
    (0, -1, 1.0),
    (0, 1, 1.0),
    (-1, -1, SQRT_2),
    (1, -1, SQRT_2),
    (-1, 1, SQRT_2),
    (1, 1, SQRT_2),
];

/// Levels a metre of the flood's queue; finer ones change nothing that can be seen.
const LEVELS: f32 = 6.0;

/// Wears `heights` down, lifting each cell of land by `uplift` metres a round. Cells where `sea` is true stay.
///
/// Returns how much land drains through each cell, in square metres.
pub fn erode(heights: &mut Field, sea: &[bool], uplift: &[f32], erosion: &Erosion) -> Field {
    let mut area = Field { edge: heights.edge, cell: heights.cell, values: Vec::new() };
    for _ in 0..erosion.rounds {
        let (order, receivers) = drainage(heights, sea);
        area.values = vec![heights.cell * heights.cell; heights.values.len()];
        for &cell in order.iter().rev() {
            let cell = cell as usize;
            let receiver = receivers[cell] as usize;
            if receiver != cell {
                area.values[receiver] += area.values[cell];
            }
        }
        for &cell in &order {
            let cell = cell as usize;
            let receiver = receivers[cell] as usize;
            if sea[cell] || receiver == cell {
                continue;
            }
            let bite = erosion.bite * area.values[cell].sqrt() / heights.cell;
            let lifted = heights.values[cell] + uplift[cell];
            heights.values[cell] = (lifted + bite * heights.values[receiver]) / (1.0 + bite);
        }
        creep(heights, sea, erosion.creep);
    }
    area
}

/// The cells from the sea upwards, and the neighbour that each drains into: the steepest one among those before it.
fn drainage(heights: &Field, sea: &[bool]) -> (Vec<u32>, Vec<u32>) {
    let edge = heights.edge as i32;
    let len = heights.values.len();
    let highest = heights.values.iter().fold(0.0f32, |most, &height| most.max(height));
    let mut queue: Vec<Vec<u32>> = vec![Vec::new(); (highest * LEVELS) as usize + 2];
    let level = |cell: usize| (heights.values[cell].max(0.0) * LEVELS) as usize;
    let mut receivers: Vec<u32> = (0..len as u32).collect();
    let mut queued = sea.to_vec();
    let mut drained = sea.to_vec();
    let mut order = Vec::with_capacity(len);
    let neighbours = |cell: usize| {
        let (x, z) = (cell as i32 % edge, cell as i32 / edge);
        NEIGHBOURS.iter().filter_map(move |&(dx, dz, distance)| {
            let (x, z) = (x + dx, z + dz);
            (x >= 0 && z >= 0 && x < edge && z < edge).then_some(((z * edge + x) as usize, distance))
        })
    };
    for cell in (0..len).filter(|&cell| !sea[cell]) {
        if neighbours(cell).any(|(near, _)| sea[near]) {
            queued[cell] = true;
            queue[level(cell)].push(cell as u32);
        }
    }
    for flood in 0..queue.len() {
        while let Some(cell) = queue[flood].pop() {
            order.push(cell);
            let cell = cell as usize;
            drained[cell] = true;
            let mut steepest = f32::MIN;
            for (near, distance) in neighbours(cell) {
                if drained[near] {
                    let fall = (heights.values[cell] - heights.values[near]) / distance;
                    if fall > steepest {
                        steepest = fall;
                        receivers[cell] = near as u32;
                    }
                } else if !queued[near] {
                    queued[near] = true;
                    queue[level(near).max(flood)].push(near as u32);
                }
            }
        }
    }
    (order, receivers)
}

/// Soil creeps downhill: sharp steps between cells wear off.
fn creep(heights: &mut Field, sea: &[bool], share: f32) {
    let before = heights.clone();
    for z in 0..heights.edge as i32 {
        for x in 0..heights.edge as i32 {
            let cell = z as usize * heights.edge + x as usize;
            if !sea[cell] {
                let mean =
                    (before.at(x - 1, z) + before.at(x + 1, z) + before.at(x, z - 1) + before.at(x, z + 1))
                        / 4.0;
                heights.values[cell] += (mean - before.values[cell]) * share;
            }
        }
    }
}
