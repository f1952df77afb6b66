//! Villages: houses along the streets with their yards, a church, barns at the ends.

use super::catalog::{self, Model};
use super::noise::Rng;
use super::placing::{Occupancy, Placed, taken};
use super::relief::Relief;
use super::roads::{Class, Road};
use super::routes::distance;
use super::sites::{self, Site};

const BUILT: u8 = taken::ROAD | taken::BUILDING | taken::YARD | taken::FENCE;

/// A place beside a road: where, and the unit vector to the road.
#[derive(Debug, Clone, Copy)]
struct Lot {
    center: [f32; 2],
    to_road: [f32; 2],
}

/// Builds all villages, and farms along the roads between them.
pub fn build(relief: &Relief, sites: &[Site], roads: &[Road], occupancy: &mut Occupancy) -> Vec<Placed> {
    let mut placed = Vec::new();
    for (number, site) in (0..).zip(sites) {
        let mut rng = Rng::new(number, 1, 81);
        if site.radius >= 140.0 {
            church(relief, site, occupancy, &mut placed, &mut rng);
        } else {
            chapel(relief, site, occupancy, &mut placed, &mut rng);
        }
        if number as usize == sites::HARBOUR {
            // Bigger houses about the middle of the town first.
            houses(relief, &Site { radius: 90.0, ..*site }, roads, occupancy, &mut placed, &mut rng);
        }
        houses(relief, site, roads, occupancy, &mut placed, &mut rng);
        lamps(relief, site, roads, occupancy, &mut placed);
    }
    farms(relief, sites, roads, occupancy, &mut placed);
    placed
}

/// Walks along both sides of the roads within a site and builds where there is room.
fn houses(
    relief: &Relief,
    site: &Site,
    roads: &[Road],
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
    rng: &mut Rng,
) {
    for road in roads.iter().filter(|road| road.class <= Class::Dirt) {
        for side in [-1.0, 1.0] {
            let mut free_from = rng.range(2.0, 9.0);
            let mut walked = 0.0;
            for pair in road.points.windows(2) {
                let step = distance(pair[0], pair[1]);
                let away = distance(pair[0], site.center) / site.radius;
                // Thinner towards the ends.
                while free_from < walked + step {
                    let t = (free_from - walked).max(0.0) / step;
                    free_from += 3.0;
                    if away > 1.0 {
                        free_from = walked + step;
                        break;
                    }
                    if !rng.chance(1.15 - away * away) {
                        free_from += rng.range(8.0, 22.0);
                        continue;
                    }
                    let run = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]].map(|part| part / step);
                    let at = [0, 1].map(|axis| pair[0][axis] + run[axis] * t * step);
                    let to_road = [-run[1] * side, run[0] * side];
                    let model = choose_house(away, site.radius, rng);
                    let setback = road.class.width() / 2.0 + rng.range(3.0, 6.5) + model.size[2] / 2.0;
                    let lot = Lot { center: [0, 1].map(|axis| at[axis] - to_road[axis] * setback), to_road };
                    if let Some(house) = house(relief, model, lot, occupancy) {
                        placed.push(house);
                        let frontage = model.size[0] + rng.range(5.0, 12.0);
                        yard(relief, model, lot, frontage, occupancy, placed, rng);
                        free_from += frontage - 3.0;
                    }
                }
                walked += step;
            }
        }
    }
}

fn choose_house(away: f32, radius: f32, rng: &mut Rng) -> &'static Model {
    if away < 0.35 && radius > 140.0 && rng.chance(0.4) {
        rng.pick(&[&catalog::HOUSE_D, &catalog::SHOP, &catalog::HOUSE_D])
    } else if away > 0.75 && rng.chance(0.3) {
        &catalog::BARN
    } else {
        rng.pick(&[&catalog::HOUSE_A, &catalog::HOUSE_B, &catalog::HOUSE_C, &catalog::HOUSE_A])
    }
}

/// A building that looks at its road, if the ground is free, dry and level enough.
fn house(relief: &Relief, model: &'static Model, lot: Lot, occupancy: &mut Occupancy) -> Option<Placed> {
    let half = [model.size[0] / 2.0 + 1.6, model.size[2] / 2.0 + 1.6];
    let placed = Placed::upright(relief, model, lot.center, lot.to_road, 1.0, 0.0);
    let heights = placed.plan().map(|[x, z]| relief.height(x, z));
    let lowest = heights.iter().fold(f32::MAX, |least, &height| least.min(height));
    let highest = heights.iter().fold(f32::MIN, |most, &height| most.max(height));
    let dry = lowest > 1.2 && relief.inland.sample(lot.center[0], lot.center[1]) > 12.0;
    if !dry || highest - lowest > 2.4 || !occupancy.free(lot.center, lot.to_road, half, BUILT) {
        return None;
    }
    occupancy.take(lot.center, lot.to_road, [half[0] - 1.2, half[1] - 1.2], taken::BUILDING);
    Some(placed)
}

/// The garden behind a house: a fence around, fruit trees, a shed.
fn yard(
    relief: &Relief,
    model: &Model,
    lot: Lot,
    frontage: f32,
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
    rng: &mut Rng,
) {
    let depth = rng.range(15.0, 25.0);
    let behind = lot.to_road.map(|part| -part);
    let across = [lot.to_road[1], -lot.to_road[0]];
    let from_front = model.size[2] / 2.0 - 1.0;
    let at = |right: f32, back: f32| {
        [0, 1].map(|axis| lot.center[axis] + across[axis] * right + behind[axis] * back)
    };
    let middle = at(0.0, from_front + depth / 2.0);
    let half = [frontage / 2.0, depth / 2.0];
    if !occupancy.free(middle, lot.to_road, [half[0], half[1] - 2.0], taken::ROAD | taken::YARD) {
        return;
    }
    let wet = relief.inland.sample(middle[0], middle[1]) < 14.0;
    if wet || relief.slope(middle[0], middle[1]) > 0.28 {
        return;
    }
    let fence: &Model = if rng.chance(0.35) { &catalog::WALL_STONE } else { &catalog::FENCE_WOOD };
    if rng.chance(0.8) {
        let corners = [
            at(-half[0], 0.0),
            at(-half[0], from_front + depth),
            at(half[0], from_front + depth),
            at(half[0], 0.0),
        ];
        for side in corners.windows(2) {
            enclose(relief, fence, side[0], side[1], occupancy, placed);
        }
    }
    if rng.chance(0.55) {
        let place = at(rng.range(-0.3, 0.3) * frontage, from_front + depth - 4.5);
        placed.extend(house(relief, &catalog::SHED, Lot { center: place, ..lot }, occupancy));
    }
    for _ in 0..rng.bits() % 5 {
        let place = at(rng.range(-0.42, 0.42) * frontage, from_front + rng.range(3.5, depth - 2.5));
        if occupancy.free_round(place, 2.2, BUILT | taken::TREE) {
            occupancy.take_round(place, 1.5, taken::TREE);
            let tree: &Model = rng.pick(&[
                &catalog::MALUS_1,
                &catalog::MALUS_1,
                &catalog::MALUS_1,
                &catalog::ROSA,
                &catalog::SAMBUCUS,
            ]);
            placed.push(Placed::upright(relief, tree, place, rng.direction(), rng.range(0.8, 1.2), 0.0));
        }
    }
    occupancy.take(middle, lot.to_road, half, taken::YARD);
}

/// A row of pieces from `a` to `b`, with gaps where something else already is.
fn enclose(
    relief: &Relief,
    model: &'static Model,
    a: [f32; 2],
    b: [f32; 2],
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
) {
    let length = distance(a, b);
    let count = (length / model.size[0]).floor().max(1.0);
    let point = |number: f32| {
        [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * (number * model.size[0] / length).min(1.0))
    };
    for number in 0..count as u32 {
        let ends = [point(number as f32), point(number as f32 + 1.0)];
        let middle = [(ends[0][0] + ends[1][0]) / 2.0, (ends[0][1] + ends[1][1]) / 2.0];
        let level =
            (relief.height(ends[0][0], ends[0][1]) - relief.height(ends[1][0], ends[1][1])).abs() < 1.6;
        if level && occupancy.free_round(middle, 1.2, taken::ROAD | taken::BUILDING | taken::FENCE) {
            placed.push(Placed::along(relief, model, ends[0], ends[1]));
        }
    }
    for number in 0..count as u32 * 2 {
        occupancy.take_round(point(number as f32 / 2.0 + 0.25), 0.8, taken::FENCE);
    }
}

/// The first free place on rings about the middle.
fn ring_place(
    relief: &Relief,
    site: &Site,
    model: &'static Model,
    margin: f32,
    occupancy: &Occupancy,
) -> Option<[f32; 2]> {
    const RING: [[f32; 2]; 8] = [
        [0.0, 1.0],
        [0.707, 0.707],
        [1.0, 0.0],
        [0.707, -0.707],
        [0.0, -1.0],
        [-0.707, -0.707],
        [-1.0, 0.0],
        [-0.707, 0.707],
    ];
    let half = [model.size[0] / 2.0 + margin, model.size[2] / 2.0 + margin];
    (2..16).flat_map(|ring| RING.map(|[x, z]| [x * ring as f32 * 9.0, z * ring as f32 * 9.0])).find_map(
        |[right, ahead]| {
            let center = [site.center[0] + right, site.center[1] + ahead];
            let dry = relief.inland.sample(center[0], center[1]) > 20.0;
            let level = relief.slope(center[0], center[1]) < 0.16;
            (dry && level && occupancy.free(center, [1.0, 0.0], half, BUILT)).then_some(center)
        },
    )
}

/// A church with its yard, the choir to the east.
fn church(relief: &Relief, site: &Site, occupancy: &mut Occupancy, placed: &mut Vec<Placed>, rng: &mut Rng) {
    let Some(center) = ring_place(relief, site, &catalog::CHURCH_A, 9.0, occupancy) else { return };
    let east = [1.0, 0.0];
    placed.extend(house(relief, &catalog::CHURCH_A, Lot { center, to_road: east }, occupancy));
    let (half_x, half_z) = (19.0, 13.0);
    let corners = [[-half_x, -half_z], [half_x, -half_z], [half_x, half_z], [-half_x, half_z]]
        .map(|[x, z]| [center[0] + x, center[1] + z]);
    for number in 0..4 {
        let [a, b] = [corners[number], corners[(number + 1) % 4]];
        // The gate is in the middle of the west side.
        if number == 3 {
            let gate = |share: f32| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share);
            enclose(relief, &catalog::WALL_STONE, a, gate(0.4), occupancy, placed);
            enclose(relief, &catalog::WALL_STONE, gate(0.62), b, occupancy, placed);
        } else {
            enclose(relief, &catalog::WALL_STONE, a, b, occupancy, placed);
        }
    }
    for [x, z] in [[-15.0, -9.5], [15.0, -9.5], [15.0, 9.5], [-15.0, 9.5], [0.0, 10.0]] {
        let place = [center[0] + x, center[1] + z];
        if occupancy.free_round(place, 2.0, taken::ROAD | taken::BUILDING) {
            placed.push(Placed::upright(
                relief,
                &catalog::ACER_2,
                place,
                rng.direction(),
                rng.range(0.8, 1.1),
                0.0,
            ));
        }
    }
    occupancy.take(center, east, [half_z, half_x], taken::YARD);
}

fn chapel(relief: &Relief, site: &Site, occupancy: &mut Occupancy, placed: &mut Vec<Placed>, rng: &mut Rng) {
    let Some(center) = ring_place(relief, site, &catalog::CHAPEL, 4.0, occupancy) else { return };
    placed.extend(house(relief, &catalog::CHAPEL, Lot { center, to_road: [1.0, 0.0] }, occupancy));
    for [x, z] in [[-4.0, 7.0], [-4.0, -7.0]] {
        let place = [center[0] + x, center[1] + z];
        if occupancy.free_round(place, 2.0, BUILT) {
            placed.push(Placed::upright(
                relief,
                &catalog::FAGUS_2,
                place,
                rng.direction(),
                rng.range(0.8, 1.1),
                0.0,
            ));
        }
    }
}

/// Lamps along the streets near the middle.
fn lamps(relief: &Relief, site: &Site, roads: &[Road], occupancy: &mut Occupancy, placed: &mut Vec<Placed>) {
    for road in roads.iter().filter(|road| road.class <= Class::Street) {
        for pair in road.points.windows(2).step_by(2) {
            if distance(pair[0], site.center) > site.radius * 0.6 {
                continue;
            }
            let step = distance(pair[0], pair[1]);
            let run = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]].map(|part| part / step);
            let off = road.class.width() / 2.0 + 1.3;
            let place = [pair[0][0] + run[1] * off, pair[0][1] - run[0] * off];
            if occupancy.free_round(place, 1.0, BUILT & !taken::YARD | taken::TREE) {
                placed.push(Placed::upright(relief, &catalog::LAMP, place, run, 1.0, 0.0));
            }
        }
    }
}

/// Lonely farms: a house, a barn and a few trees beside the roads between the villages.
fn farms(
    relief: &Relief,
    sites: &[Site],
    roads: &[Road],
    occupancy: &mut Occupancy,
    placed: &mut Vec<Placed>,
) {
    for (number, road) in (0..).zip(roads) {
        let mut rng = Rng::new(number, 2, 82);
        let mut next = rng.range(14.0, 26.0) as usize;
        for (point, pair) in road.points.windows(2).enumerate() {
            let near = sites.iter().any(|site| distance(site.center, pair[0]) < site.radius * 1.35);
            let high = relief.height(pair[0][0], pair[0][1]) > 85.0;
            if point < next || near || high || road.class == Class::Street {
                continue;
            }
            next = point + rng.range(16.0, 30.0) as usize;
            let step = distance(pair[0], pair[1]);
            let side = if rng.chance(0.5) { 1.0 } else { -1.0 };
            let run = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]].map(|part| part / step * side);
            let to_road = [-run[1], run[0]];
            let lot = |right: f32, back: f32| Lot {
                center: [0, 1].map(|axis| pair[0][axis] + run[axis] * right - to_road[axis] * back),
                to_road,
            };
            let model: &Model = rng.pick(&[&catalog::HOUSE_B, &catalog::HOUSE_A]);
            let Some(home) = house(relief, model, lot(0.0, 22.0), occupancy) else { continue };
            placed.push(home);
            let barn = Lot { to_road: run, ..lot(20.0, 34.0) };
            placed.extend(house(relief, &catalog::BARN, barn, occupancy));
            yard(relief, model, lot(0.0, 22.0), 20.0, occupancy, placed, &mut rng);
            for [right, back] in [[-12.0, 14.0], [12.0, 13.0], [-14.0, 30.0], [8.0, 52.0], [-6.0, 54.0]] {
                let place = lot(right + rng.range(-2.0, 2.0), back).center;
                if occupancy.free_round(place, 2.5, BUILT) {
                    let tree: &Model = rng.pick(&[&catalog::QUERCUS_3, &catalog::ACER_2, &catalog::FAGUS_2]);
                    placed.push(Placed::upright(
                        relief,
                        tree,
                        place,
                        rng.direction(),
                        rng.range(0.8, 1.1),
                        0.0,
                    ));
                }
            }
            occupancy.take(lot(6.0, 30.0).center, to_road, [24.0, 16.0], taken::YARD);
        }
    }
}
