//! Roads as lines over the ground.

use super::landmarks::Places;
use super::noise::Rng;
use super::placing::{Occupancy, taken};
use super::relief::Relief;
use super::routes::{Net, distance, pieces};
use super::sites::{self, Site};

/// What a road is made of, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The ring and what hangs on it: asphalt with a middle line.
    Main,
    /// In villages: narrow asphalt.
    Street,
    /// Between farms and to the harbour: gravel.
    Dirt,
    /// Up into the hills: two ruts.
    Track,
}

impl Class {
    /// Width in metres.
    pub fn width(self) -> f32 {
        match self {
            Class::Main => 9.0,
            Class::Street => 7.0,
            Class::Dirt => 5.0,
            Class::Track => 3.0,
        }
    }
}

/// A road from one junction or end to another.
#[derive(Debug, Clone)]
pub struct Road {
    /// What it is made of.
    pub class: Class,
    /// Its middle line, x and z in metres. Roads that meet share a point exactly.
    pub points: Vec<[f32; 2]>,
}

/// Plans all roads: the net between the villages first, then the streets inside them.
pub fn network(relief: &Relief, sites: &[Site], places: &Places) -> Vec<Road> {
    let mut net = Net::new(relief);
    let at = |site: usize| sites[site].center;
    for (from, to) in [
        (sites::HARBOUR, sites::MEADOW),
        (sites::HARBOUR, sites::VALLEY),
        (sites::VALLEY, sites::EAST_BANK),
        (sites::EAST_BANK, sites::SOUTH_EAST),
        (sites::EAST_BANK, sites::EAST),
        (sites::EAST, sites::NORTH),
        (sites::MEADOW, sites::WEST),
        (sites::WEST, sites::VALLEY),
    ] {
        net.connect(at(from), at(to), Class::Main);
    }
    net.connect(at(sites::WEST), at(sites::NORTH_WEST), Class::Dirt);
    net.connect(at(sites::SOUTH_EAST), at(sites::EAST), Class::Dirt);
    let below_summit = [places.summit[0] - 40.0, places.summit[1] - 50.0];
    for (from, to) in [
        (at(sites::MEADOW), places.lighthouse),
        (at(sites::VALLEY), places.ruin),
        (at(sites::VALLEY), below_summit),
        (at(sites::NORTH), below_summit), // To the summit from the north.
        (at(sites::NORTH_WEST), [720.0, 3420.0]), // Out on the cape.
        (at(sites::SOUTH_EAST), [3500.0, 830.0]), // Out on the other.
        (at(sites::HARBOUR), [1500.0, 900.0]), // To the fields in the south.
        (at(sites::EAST_BANK), [2800.0, 1620.0]), // Up the hill.
        (at(sites::NORTH_WEST), [1480.0, 2640.0]), // Along the western ridge.
    ] {
        net.connect(from, to, Class::Track);
    }
    net.connect(at(sites::HARBOUR), places.quay, Class::Street);
    let mut roads = net.roads();
    to_the_quay(places, &mut roads);
    end_before(places, &mut roads);
    streets(relief, sites, &mut roads);
    roads
}

/// Goes on from where the harbour's street ends before the beach.
fn to_the_quay(places: &Places, roads: &mut Vec<Road>) {
    let ends = roads
        .iter()
        .filter(|road| road.class == Class::Street)
        .flat_map(|road| [road.points[0], road.points[road.points.len() - 1]]);
    let nearest = ends.min_by(|a, b| distance(*a, places.quay).total_cmp(&distance(*b, places.quay)));
    if let Some(end) = nearest.filter(|end| distance(*end, places.quay) > 4.0) {
        roads.push(Road { class: Class::Street, points: pieces(&[end, places.quay], |_| false) });
    }
}

/// Tracks end before the door of what they lead to.
fn end_before(places: &Places, roads: &mut [Road]) {
    let inside = |point: &[f32; 2]| {
        [places.lighthouse, places.ruin].iter().any(|&landmark| distance(*point, landmark) < 13.0)
    };
    for road in roads.iter_mut().filter(|road| road.class == Class::Track) {
        while road.points.len() > 2 && road.points.last().is_some_and(inside) {
            road.points.pop();
        }
        while road.points.len() > 2 && road.points.first().is_some_and(inside) {
            road.points.remove(0);
        }
    }
}

/// Lays side streets from the roads that pass through the villages.
fn streets(relief: &Relief, sites: &[Site], roads: &mut Vec<Road>) {
    for (number, site) in (0..).zip(sites) {
        let mut rng = Rng::new(number, 0, 71);
        let through: Vec<Road> = roads
            .iter()
            .filter(|road| road.class <= Class::Dirt)
            .filter(|road| road.points.iter().any(|point| distance(*point, site.center) < site.radius))
            .cloned()
            .collect();
        let mut left = rng.chance(0.5);
        for road in through {
            // Every fourth or fifth point, 50 to 60 metres apart.
            let mut next = 3;
            for (point, pair) in (1..).zip(road.points.windows(3)) {
                let middle = pair[1];
                let away = distance(middle, site.center);
                if point < next || away > site.radius * 0.8 || point + 2 > road.points.len() {
                    continue;
                }
                next = point + 4 + (rng.bits() % 2) as usize;
                let run = [pair[2][0] - pair[0][0], pair[2][1] - pair[0][1]];
                let length = (run[0] * run[0] + run[1] * run[1]).sqrt();
                left = !left;
                let side = if left { -1.0 } else { 1.0 };
                let dir = [run[1] / length * side, -run[0] / length * side];
                let most = (site.radius * rng.range(0.45, 0.85) - away * 0.35).max(0.0);
                if let Some(street) = street(relief, middle, dir, most, roads, &mut rng) {
                    roads.push(street);
                }
            }
        }
    }
}

/// A street from `start` along `dir`, bending a little, as far as the ground lets it; `None` if that isn't worth it.
fn street(
    relief: &Relief,
    start: [f32; 2],
    dir: [f32; 2],
    most: f32,
    roads: &[Road],
    rng: &mut Rng,
) -> Option<Road> {
    const STEP: f32 = 12.5;
    let bend = rng.range(-0.055, 0.055);
    let (mut at, mut dir) = (start, dir);
    let mut points = vec![start];
    while (points.len() as f32) * STEP < most {
        at = [at[0] + dir[0] * STEP, at[1] + dir[1] * STEP];
        let turned = [dir[0] + dir[1] * bend, dir[1] - dir[0] * bend];
        let length = (turned[0] * turned[0] + turned[1] * turned[1]).sqrt();
        dir = turned.map(|part| part / length);
        let dry = relief.inland.sample(at[0], at[1]) > 24.0 && relief.height(at[0], at[1]) > 1.8;
        let near_start = points.len() < 3;
        let alone =
            near_start || roads.iter().flat_map(|road| &road.points).all(|point| distance(*point, at) > 33.0);
        if !dry || relief.slope(at[0], at[1]) > 0.3 || !alone {
            break;
        }
        points.push(at);
    }
    (points.len() >= 4).then_some(Road { class: Class::Street, points })
}

/// Takes the ground of the roads and their verges.
pub fn take(roads: &[Road], occupancy: &mut Occupancy) {
    for road in roads {
        for pair in road.points.windows(2) {
            let run = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            let length = distance(pair[0], pair[1]);
            let middle = [(pair[0][0] + pair[1][0]) / 2.0, (pair[0][1] + pair[1][1]) / 2.0];
            let dir = run.map(|part| part / length);
            let half = [road.class.width() / 2.0 + 0.5, length / 2.0 + 1.0];
            occupancy.take(middle, dir, half, taken::ROAD);
        }
    }
}
