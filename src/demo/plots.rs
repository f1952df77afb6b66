//! The fields of the lowland: a patchwork of crooked rectangles with hedges between some of them.

use super::catalog::{self, Model};
use super::field::Field;
use super::noise::{Rng, fbm, hash, noise, unit};
use super::placing::{Occupancy, Placed, taken};
use super::relief::Relief;

/// Edges of a plot, metres.
const EDGES: [f32; 2] = [168.0, 118.0];
/// Cosine and sine of the turn of the patchwork.
const TURN: [f32; 2] = [0.951_056_5, 0.309_017];

/// How a plot is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Hay, not mown yet.
    Hay,
    /// Cropped by cattle.
    Pasture,
    /// Left alone for years.
    Fallow,
    /// Mown.
    Mown,
    /// A small wood.
    Copse,
}

/// A place in the frame of the patchwork, metres.
fn into_plots(x: f32, z: f32) -> [f32; 2] {
    let warp = [30.0 * noise(x / 240.0, z / 240.0, 101), 30.0 * noise(x / 240.0, z / 240.0, 102)];
    [x * TURN[0] + z * TURN[1] + warp[0], z * TURN[0] - x * TURN[1] + warp[1]]
}

/// Out of the frame of the patchwork, but for its crookedness.
fn turned_back([u, v]: [f32; 2]) -> [f32; 2] {
    [u * TURN[0] - v * TURN[1], u * TURN[1] + v * TURN[0]]
}

/// The way back, near enough for a bush.
fn out_of_plots(wanted: [f32; 2]) -> [f32; 2] {
    let mut turned = wanted;
    let mut place = [0.0; 2];
    for _ in 0..3 {
        place = turned_back(turned);
        let found = into_plots(place[0], place[1]);
        turned = [0, 1].map(|axis| turned[axis] + wanted[axis] - found[axis]);
    }
    place
}

/// How the plot at a place is kept, and metres to its edge.
pub fn plot(x: f32, z: f32) -> (Keeping, f32) {
    let [u, v] = into_plots(x, z);
    let [column, row] = [(u / EDGES[0]).floor(), (v / EDGES[1]).floor()];
    let within = [u - column * EDGES[0], v - row * EDGES[1]];
    let edge = within[0].min(EDGES[0] - within[0]).min(within[1]).min(EDGES[1] - within[1]);
    let keeping = match hash(column as i32, row as i32, 103) % 10 {
        0..=2 => Keeping::Hay,
        3 | 4 => Keeping::Pasture,
        5 => Keeping::Fallow,
        8 | 9 => Keeping::Copse,
        _ => Keeping::Mown,
    };
    (keeping, edge)
}

/// Plants the hedges, with a tree here and there.
pub fn hedges(relief: &Relief, fields: &Field, occupancy: &mut Occupancy) -> Vec<Placed> {
    const STEP: f32 = 3.3;
    let mut placed = Vec::new();
    for axis in [0, 1] {
        let along = 1 - axis;
        // The patchwork's frame is turned, so that it reaches from here to there over the lowland.
        for line in 0..38 {
            for piece in -8..40 {
                let chance = unit(hash(line, piece, 104 + axis as u32));
                let mut middle = [0.0; 2];
                middle[axis] = line as f32 * EDGES[axis];
                middle[along] = (piece as f32 + 0.5) * EDGES[along];
                let [x, z] = turned_back(middle);
                let near = [(0.0, 0.0), (60.0, 0.0), (-60.0, 0.0), (0.0, 60.0), (0.0, -60.0)]
                    .iter()
                    .any(|(dx, dz)| fields.sample(x + dx, z + dz) > 0.2);
                if chance > 0.62 || !near {
                    continue;
                }
                let mut rng = Rng::new(line, piece, 106 + axis as u32);
                // A gate in most of them.
                let gate = rng.range(0.1, 1.4) * EDGES[along];
                let mut off = 3.0;
                while off < EDGES[along] - 3.0 {
                    let mut wanted = [0.0; 2];
                    wanted[axis] = line as f32 * EDGES[axis] + rng.range(-0.9, 0.9);
                    wanted[along] = piece as f32 * EDGES[along] + off;
                    let own = off;
                    off += STEP * rng.range(0.75, 1.3);
                    let [x, z] = out_of_plots(wanted);
                    let gap = (own - gate).abs() < 5.0 || fbm(x / 60.0, z / 60.0, 2, 108) > 0.2;
                    if gap || fields.sample(x, z) < 0.35 || relief.inland.sample(x, z) < 20.0 {
                        continue;
                    }
                    let all = taken::ROAD | taken::BUILDING | taken::YARD | taken::FENCE;
                    if !occupancy.free_round([x, z], 2.0, all) {
                        continue;
                    }
                    let model: &Model = if rng.chance(0.16) {
                        rng.pick(&[
                            &catalog::QUERCUS_3,
                            &catalog::ACER_2,
                            &catalog::BETULA_2,
                            &catalog::FAGUS_2,
                        ])
                    } else {
                        rng.pick(&[&catalog::CORYLUS, &catalog::SAMBUCUS, &catalog::ROSA, &catalog::CORYLUS])
                    };
                    occupancy.take_round([x, z], 1.5, taken::TREE);
                    let scale = rng.range(0.8, 1.2);
                    placed.push(Placed::upright(relief, model, [x, z], rng.direction(), scale, 0.0));
                }
            }
        }
    }
    placed
}
