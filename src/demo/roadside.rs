//! What stands beside the roads: power lines and avenues; and the bales on the mown fields.

use super::SIZE;
use super::catalog;
use super::field::Field;
use super::noise::{Rng, hash};
use super::placing::{Occupancy, Placed, taken};
use super::plots::{self, Keeping};
use super::relief::Relief;
use super::roads::{Class, Road};
use super::routes::distance;
use super::sites::Site;

const BUILT: u8 = taken::ROAD | taken::BUILDING | taken::YARD | taken::FENCE | taken::TREE;

/// Puts up everything beside the roads.
pub fn build(
    relief: &Relief,
    sites: &[Site],
    fields: &Field,
    roads: &[Road],
    occupancy: &mut Occupancy,
) -> Vec<Placed> {
    let mut placed = Vec::new();
    for road in roads.iter().filter(|road| road.class == Class::Main) {
        power_line(relief, road, occupancy, &mut placed);
    }
    for (number, road) in (0..).zip(roads).filter(|(_, road)| road.class == Class::Main) {
        avenue(relief, sites, number, road, occupancy, &mut placed);
    }
    bales(relief, fields, occupancy, &mut placed);
    placed
}

/// A place `off` metres to the right of a road's point, and the direction of the road there.
fn beside(pair: &[[f32; 2]], off: f32) -> ([f32; 2], [f32; 2]) {
    let step = distance(pair[0], pair[1]);
    let run = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]].map(|part| part / step);
    ([pair[0][0] + run[1] * off, pair[0][1] - run[0] * off], run)
}

/// Poles on the right, each with the wire to the one before.
fn power_line(relief: &Relief, road: &Road, occupancy: &mut Occupancy, placed: &mut Vec<Placed>) {
    let mut before: Option<[f32; 2]> = None;
    for pair in road.points.windows(2).step_by(4) {
        let (place, run) = beside(pair, road.class.width() / 2.0 + 2.2);
        if !occupancy.free_round(place, 0.9, taken::BUILDING | taken::ROAD) {
            continue;
        }
        occupancy.take_round(place, 1.0, taken::TREE);
        let mut pole = Placed::upright(relief, &catalog::POWERPOLE, place, run, 1.0, 0.0);
        // A gap too wide for a wire ends the line.
        pole.wire_from = before.filter(|before| distance(*before, place) < 130.0);
        placed.push(pole);
        before = Some(place);
    }
}

/// Poplars on both sides of some stretches between the villages.
fn avenue(
    relief: &Relief,
    sites: &[Site],
    number: i32,
    road: &Road,
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
) {
    let mut rng = Rng::new(number, 3, 131);
    for (point, pair) in (0..).zip(road.points.windows(2)) {
        let planted = hash(number, point / 24, 132) % 5 < 2;
        let [x, z] = pair[0];
        let out = sites.iter().all(|site| distance(site.center, pair[0]) > site.radius * 0.9);
        if !planted || !out || relief.height(x, z) > 60.0 {
            continue;
        }
        for side in [-1.0, 1.0] {
            let (place, _) = beside(pair, side * (road.class.width() / 2.0 + rng.range(3.6, 4.4)));
            if rng.chance(0.92) && occupancy.free_round(place, 1.6, BUILT) {
                occupancy.take_round(place, 1.5, taken::TREE);
                let scale = rng.range(0.8, 1.1);
                placed.push(Placed::upright(relief, &catalog::POPULUS_3, place, rng.direction(), scale, 0.0));
            }
        }
    }
}

/// Bales in loose rows on mown plots.
fn bales(relief: &Relief, fields: &Field, occupancy: &mut Occupancy, placed: &mut Vec<Placed>) {
    const SPACING: f32 = 19.0;
    let edge = (SIZE / SPACING) as i32;
    for row in 0..edge {
        for column in 0..edge {
            let mut rng = Rng::new(column, row, 133);
            let x = (column as f32 + rng.range(0.3, 0.7)) * SPACING;
            let z = (row as f32 + rng.range(0.3, 0.7)) * SPACING;
            if relief.inland.sample(x, z) < 25.0 || fields.sample(x, z) < 0.5 || !rng.chance(0.5) {
                continue;
            }
            let (keeping, edge) = plots::plot(x, z);
            if keeping == Keeping::Mown && edge > 9.0 && occupancy.free_round([x, z], 3.0, BUILT) {
                occupancy.take_round([x, z], 0.9, taken::TREE);
                placed.push(Placed::upright(relief, &catalog::HAYBALE, [x, z], rng.direction(), 1.0, 0.0));
            }
        }
    }
}
