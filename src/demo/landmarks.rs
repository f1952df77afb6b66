//! What one steers by: the lighthouse, the harbour, the ruin on its hill, the cross on the summit.

use super::catalog::{self, Model};
use super::field::Field;
use super::noise::Rng;
use super::placing::{Occupancy, Placed, taken};
use super::relief::Relief;
use super::routes::distance;
use super::sites::{self, Site};

/// Where the landmarks are, x and z in metres.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// Out on the south-west cape.
    pub lighthouse: [f32; 2],
    /// Where the harbour's road meets the shore.
    pub quay: [f32; 2],
    /// From the quay straight out to sea, length 1.
    pub seaward: [f32; 2],
    /// On the hill between the meadows and the valley.
    pub ruin: [f32; 2],
    /// The highest point of the island.
    pub summit: [f32; 2],
}

/// Looks for the places before any road is built, so that roads can lead there.
pub fn find(relief: &Relief, sites: &[Site]) -> Places {
    let lighthouse = best(relief, [640.0, 820.0], 260.0, |x, z| {
        if relief.inland.sample(x, z) < 20.0 { f32::MIN } else { -(x + z) }
    });
    let ruin = best(relief, [1560.0, 1690.0], 160.0, |x, z| relief.heights.sample(x, z));
    let summit = best(relief, [2380.0, 2530.0], 120.0, |x, z| relief.heights.sample(x, z));
    // From the harbour town towards the middle of its bay, until the water begins.
    let town = sites[sites::HARBOUR].center;
    let bay = [2075.0, 940.0];
    let length = distance(town, bay);
    let towards = [0, 1].map(|axis| (bay[axis] - town[axis]) / length);
    let mut walked = 0.0;
    let mut quay = town;
    while walked < length && relief.inland.sample(quay[0], quay[1]) > 9.0 {
        walked += 2.0;
        quay = [0, 1].map(|axis| town[axis] + towards[axis] * walked);
    }
    Places { lighthouse, quay, seaward: seaward(&relief.inland, quay), ruin, summit }
}

/// Downhill in the distance from the shore, over a stretch that smooths the coast.
fn seaward(inland: &Field, [x, z]: [f32; 2]) -> [f32; 2] {
    let reach = 40.0;
    let east = inland.sample(x + reach, z) - inland.sample(x - reach, z);
    let north = inland.sample(x, z + reach) - inland.sample(x, z - reach);
    let length = (east * east + north * north).sqrt().max(1e-3);
    [-east / length, -north / length]
}

/// The place with the highest `score` within a square of twice `reach`.
fn best(relief: &Relief, center: [f32; 2], reach: f32, score: impl Fn(f32, f32) -> f32) -> [f32; 2] {
    let step = relief.heights.cell;
    let half = (reach / step) as i32;
    let mut best = (center, f32::MIN);
    for row in -half..=half {
        for column in -half..=half {
            let place = [center[0] + column as f32 * step, center[1] + row as f32 * step];
            let score = score(place[0], place[1]);
            if score > best.1 {
                best = (place, score);
            }
        }
    }
    best.0
}

/// Builds them all.
pub fn build(relief: &Relief, places: &Places, occupancy: &mut Occupancy) -> Vec<Placed> {
    let mut placed = Vec::new();
    harbour(relief, places, occupancy, &mut placed);

    let [x, z] = places.lighthouse;
    stand(relief, &catalog::LIGHTHOUSE_A, [x, z], [1.0, 0.0], occupancy, &mut placed);
    stand(relief, &catalog::HOUSE_B, [x + 19.0, z + 6.0], [-0.707, 0.707], occupancy, &mut placed);
    stand(relief, &catalog::SHED, [x + 8.0, z + 15.0], [-0.707, 0.707], occupancy, &mut placed);

    let mut rng = Rng::new(0, 0, 121);
    stand(relief, &catalog::RUIN_TOWER, places.ruin, [0.8, 0.6], occupancy, &mut placed);
    for [x, z] in [[1.0, 0.0], [0.5, 0.866], [-0.5, 0.866], [-1.0, 0.0], [-0.5, -0.866]] {
        let reach = rng.range(15.0, 19.0);
        let place = [places.ruin[0] + x * reach, places.ruin[1] + z * reach];
        if occupancy.free(place, [x, z], [6.0, 2.0], taken::ROAD) {
            stand(relief, &catalog::RUIN_WALL, place, [x, z], occupancy, &mut placed);
        }
    }

    placed.push(Placed::upright(relief, &catalog::CROSS, places.summit, [0.6, -0.8], 1.0, 0.0));
    placed
}

/// A building without regard to what is there.
fn stand(
    relief: &Relief,
    model: &'static Model,
    place: [f32; 2],
    dir: [f32; 2],
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
) {
    placed.push(Placed::upright(relief, model, place, dir, 1.0, 0.0));
    occupancy.take(place, dir, [model.size[0] / 2.0, model.size[2] / 2.0], taken::BUILDING);
    occupancy.take_round(place, model.size[0] / 2.0 + 4.0, taken::YARD);
}

/// Three piers, warehouses behind the quay and boats on the beach.
fn harbour(relief: &Relief, places: &Places, occupancy: &mut Occupancy, placed: &mut Vec<Placed>) {
    let (out, along) = (places.seaward, [places.seaward[1], -places.seaward[0]]);
    let at = |right: f32, ahead: f32| {
        [0, 1].map(|axis| places.quay[axis] + along[axis] * right + out[axis] * ahead)
    };
    for (right, most) in [(0.0, 9), (-46.0, 5), (44.0, 6)] {
        // From dry land outwards: the shore is not straight.
        let mut from = -10.0;
        while relief.height(at(right, from)[0], at(right, from)[1]) > 0.4 && from < 60.0 {
            from += 2.0;
        }
        for piece in 0..most {
            let place = at(right, from - 2.0 + piece as f32 * catalog::PIER.size[2]);
            placed.push(pier(relief, place, out));
        }
        if most > 8 {
            let head = from - 2.0 + (most - 1) as f32 * catalog::PIER.size[2];
            for side in [-1.0, 1.0] {
                placed.push(pier(relief, at(right + side * 7.0, head + 3.0), along));
            }
        }
    }
    for (right, ahead) in [(-27.0, -20.0), (28.0, -21.0)] {
        let place = at(right, ahead);
        let half = [catalog::WAREHOUSE.size[0] / 2.0, catalog::WAREHOUSE.size[2] / 2.0];
        let dry = relief.inland.sample(place[0], place[1]) > 11.0;
        if dry && occupancy.free(place, out, half, taken::ROAD | taken::BUILDING) {
            stand(relief, &catalog::WAREHOUSE, place, out, occupancy, placed);
        }
    }
    let mut rng = Rng::new(1, 0, 121);
    for right in [-84.0, -76.0, -68.0, 74.0, 82.0] {
        let mut ahead = -20.0;
        while relief.height(at(right, ahead)[0], at(right, ahead)[1]) > 0.7 && ahead < 60.0 {
            ahead += 2.0;
        }
        let place = at(right, ahead - rng.range(1.0, 4.0));
        let turned = [out[0] + along[0] * 0.3, out[1] + along[1] * 0.3].map(|part| part / 1.044_030_7);
        if relief.height(place[0], place[1]) > 0.3 {
            placed.push(Placed::upright(relief, &catalog::BOAT, place, turned, 1.0, 0.0));
        }
    }
}

/// A piece of pier from the sea floor up to its deck.
fn pier(relief: &Relief, [x, z]: [f32; 2], dir: [f32; 2]) -> Placed {
    const DECK: f32 = 1.5;
    let floor = relief.height(x, z).min(0.6) - 0.2;
    let mut placed = Placed::upright(relief, &catalog::PIER, [x, z], dir, 1.0, 0.0);
    placed.matrix[4] = (DECK - floor) / catalog::PIER.size[1];
    placed.matrix[10] = (DECK + floor) / 2.0;
    placed
}
