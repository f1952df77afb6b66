//! Woods, bushes, single trees and rocks: what grows and lies where nobody builds.

use super::SIZE;
use super::catalog::{self, Model};
use super::field::Field;
use super::noise::{Rng, fbm, noise, smoothstep};
use super::placing::{Occupancy, Placed, taken};
use super::plots::{self, Keeping};
use super::relief::Relief;
use rayon::prelude::*;

/// Metres between two candidates of the woods.
const SPACING: f32 = 9.6;

/// How thick the woods are, 0 to 1: clumps by noise, fewer where it is high, steep, near the sea or
/// `settled`; and here and there a plot of the `fields`.
pub fn cover(relief: &Relief, fields: &Field, settled: &Field) -> Field {
    Field::new(256, |x, z| {
        let shore = relief.inland.sample(x, z);
        if shore < 14.0 {
            return 0.0;
        }
        let height = relief.heights.sample(x, z);
        let slope = relief.slope(x, z);
        let clumps = 1.5 * fbm(x / 430.0, z / 430.0, 2, 51) + 0.75 * fbm(x / 120.0, z / 120.0, 2, 52);
        let flank = smoothstep(25.0, 75.0, height) * smoothstep(265.0, 185.0, height);
        let brook = smoothstep(8000.0, 80_000.0, relief.flow.sample(x, z));
        let open = settled.sample(x, z);
        let wish = clumps + 0.46 * flank + 0.25 * brook - 0.02 - 0.85 * open;
        let rough = smoothstep(0.95, 0.62, slope) * smoothstep(300.0, 235.0, height);
        let spray = smoothstep(14.0, 60.0, shore);
        let wood = smoothstep(0.0, 0.16, wish) * rough * (0.35 + 0.65 * spray);
        let copse = match plots::plot(x, z) {
            (Keeping::Copse, edge) if fields.sample(x, z) > 0.3 && open < 0.5 => smoothstep(0.0, 18.0, edge),
            _ => 0.0,
        };
        wood.max(copse * 0.9)
    })
}

/// Plants the woods and lays the rocks.
pub fn grow(relief: &Relief, cover: &Field, occupancy: &Occupancy) -> Vec<Placed> {
    let rows = (SIZE / SPACING) as i32;
    (0..rows)
        .into_par_iter()
        .flat_map_iter(|row| {
            (0..rows).filter_map(move |column| {
                let mut rng = Rng::new(column, row, 53);
                let x = (column as f32 + rng.range(0.08, 0.92)) * SPACING;
                let z = (row as f32 + rng.range(0.08, 0.92)) * SPACING;
                if relief.inland.sample(x, z) < 5.0 {
                    return None;
                }
                let thick = cover.sample(x, z);
                tree(relief, x, z, thick, occupancy, &mut rng)
                    .or_else(|| rock(relief, x, z, occupancy, &mut rng))
            })
        })
        .collect()
}

fn tree(relief: &Relief, x: f32, z: f32, thick: f32, occupancy: &Occupancy, rng: &mut Rng) -> Option<Placed> {
    let height = relief.height(x, z);
    let shore = relief.inland.sample(x, z);
    let edge = thick > 0.02 && thick < 0.55;
    // Even open land has a tree here and there, and more of them where the ground is wet.
    let lone =
        0.004 + 0.02 * smoothstep(0.1, 0.5, noise(x / 90.0, z / 90.0, 54)) * smoothstep(30.0, 60.0, shore);
    let slope = relief.slope(x, z);
    if slope > 1.0 || height > 310.0 || !rng.chance((thick * 0.93).max(lone)) {
        return None;
    }
    let cold = smoothstep(38.0, 140.0, height + 70.0 * noise(x / 260.0, z / 260.0, 55));
    let conifer = rng.chance(cold * 0.94 + 0.04);
    let model: &Model = if height > 262.0 && rng.chance(0.6) {
        &catalog::MUGO
    } else if edge && rng.chance(0.5) {
        rng.pick(&[&catalog::CORYLUS, &catalog::SAMBUCUS, &catalog::ROSA])
    } else if height < 3.5 && rng.chance(0.5) {
        &catalog::SALIX_2
    } else if conifer || (shore < 60.0 && rng.chance(0.6)) {
        if height > 225.0 || edge {
            rng.pick(&[&catalog::PICEA_1, &catalog::PICEA_2, &catalog::PINUS_2])
        } else if shore < 110.0 {
            rng.pick(&[&catalog::PINUS_2, &catalog::PINUS_3])
        } else {
            rng.pick(&[&catalog::PICEA_2, &catalog::PICEA_3, &catalog::PICEA_3, &catalog::PINUS_3])
        }
    } else if edge {
        rng.pick(&[&catalog::BETULA_2, &catalog::ACER_2, &catalog::BETULA_2])
    } else {
        rng.pick(&[
            &catalog::FAGUS_2,
            &catalog::FAGUS_3,
            &catalog::FAGUS_3,
            &catalog::QUERCUS_3,
            &catalog::BETULA_2,
        ])
    };
    let reach = model.size[0] * 0.35;
    if !occupancy.free_round([x, z], reach, taken::ROAD | taken::BUILDING | taken::YARD | taken::FENCE) {
        return None;
    }
    Some(Placed::upright(relief, model, [x, z], rng.direction(), rng.range(0.8, 1.25), 0.0))
}

fn rock(relief: &Relief, x: f32, z: f32, occupancy: &Occupancy, rng: &mut Rng) -> Option<Placed> {
    let slope = relief.slope(x, z);
    let scree = smoothstep(0.62, 1.2, slope) * smoothstep(-0.1, 0.35, noise(x / 70.0, z / 70.0, 56));
    let shore = relief.inland.sample(x, z);
    let surf = smoothstep(26.0, 8.0, shore) * smoothstep(0.3, 0.7, slope);
    if !rng.chance(0.11 * scree + 0.22 * surf + 0.0008) {
        return None;
    }
    let model: &Model = rng.pick(&[
        &catalog::BOULDER,
        &catalog::ROCK_A,
        &catalog::ROCK_A,
        &catalog::ROCK_B,
        &catalog::ROCK_C,
    ]);
    let free = occupancy.free_round([x, z], model.size[0], taken::ROAD | taken::BUILDING | taken::YARD);
    (free && relief.height(x, z) > 0.2)
        .then(|| Placed::upright(relief, model, [x, z], rng.direction(), rng.range(0.7, 1.25), 0.22))
}
