//! Finds the ways from village to village: short, level, dry, and where others went already.

use super::SIZE;
use super::relief::Relief;
use super::roads::{Class, Road};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Metres between two nodes.
const STEP: f32 = 32.0;
const EDGE: i32 = (SIZE / STEP) as i32;
/// What a road that exists costs against a new one.
const BEATEN: f32 = 0.76;
/// Metres between two points of a finished road, at most.
const PIECE: f32 = 12.5;

/// Steps of a king and of a knight.
const MOVES: [(i32, i32); 16] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
];

/// The net while it grows: edges between nodes, the lower node first.
pub struct Net<'a> {
    relief: &'a Relief,
    heights: Vec<f32>,
    /// Centimetres that a centimetre through the node feels like, or `None` where no road can go.
    hardship: Vec<Option<f32>>,
    edges: BTreeMap<(u32, u32), Class>,
}

fn place(node: u32) -> [f32; 2] {
    [(node as i32 % EDGE) as f32 * STEP, (node as i32 / EDGE) as f32 * STEP]
}

fn key(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

impl<'a> Net<'a> {
    /// A net without roads.
    pub fn new(relief: &'a Relief) -> Self {
        let nodes = (EDGE * EDGE) as u32;
        let heights = (0..nodes).map(|node| relief.height(place(node)[0], place(node)[1])).collect();
        let hardship = (0..nodes)
            .map(|node| {
                let [x, z] = place(node);
                let shore = relief.inland.sample(x, z);
                (shore > 26.0).then(|| 1.0 + 5.0 * relief.slope(x, z) + if shore < 55.0 { 0.6 } else { 0.0 })
            })
            .collect();
        Self { relief, heights, hardship, edges: BTreeMap::new() }
    }

    /// Builds a road from `from` to `to`, or nothing where the sea lies between.
    pub fn connect(&mut self, from: [f32; 2], to: [f32; 2], class: Class) {
        let (Some(start), Some(goal)) = (self.node_near(from), self.node_near(to)) else { return };
        let mut costs = vec![u32::MAX; self.heights.len()];
        let mut came_from = vec![start; self.heights.len()];
        let [goal_x, goal_z] = [goal as i32 % EDGE, goal as i32 / EDGE];
        // Never more than the way costs: the steps of a king at the price of a level road that exists.
        let at_least = |node: u32| {
            let [dx, dz] = [(node as i32 % EDGE - goal_x).abs(), (node as i32 / EDGE - goal_z).abs()];
            dx.max(dz) as u32 * (STEP * 100.0 * BEATEN) as u32
        };
        let mut queue = BinaryHeap::from([Reverse((0u32, start))]);
        costs[start as usize] = 0;
        while let Some(Reverse((estimate, at))) = queue.pop() {
            if at == goal {
                break;
            }
            let cost = costs[at as usize];
            if estimate > cost.saturating_add(at_least(at)) {
                continue;
            }
            let (x, z) = (at as i32 % EDGE, at as i32 / EDGE);
            for (dx, dz) in MOVES {
                if !(0..EDGE).contains(&(x + dx)) || !(0..EDGE).contains(&(z + dz)) {
                    continue;
                }
                let next = ((z + dz) * EDGE + x + dx) as u32;
                let Some(more) = self.cost(at, next) else { continue };
                let total = cost.saturating_add(more);
                if total < costs[next as usize] {
                    costs[next as usize] = total;
                    came_from[next as usize] = at;
                    queue.push(Reverse((total.saturating_add(at_least(next)), next)));
                }
            }
        }
        if costs[goal as usize] == u32::MAX {
            return;
        }
        let mut at = goal;
        while at != start {
            let before = came_from[at as usize];
            let built = self.edges.entry(key(at, before)).or_insert(class);
            *built = (*built).min(class);
            at = before;
        }
    }

    /// The node nearest to a place where a road can go, if there is one around.
    fn node_near(&self, place: [f32; 2]) -> Option<u32> {
        let around = |axis: usize| {
            let middle = (place[axis] / STEP + 0.5) as i32;
            (middle - 2).max(0)..=(middle + 2).min(EDGE - 1)
        };
        around(1)
            .flat_map(|z| around(0).map(move |x| (z * EDGE + x) as u32))
            .filter(|&node| self.hardship[node as usize].is_some())
            .min_by(|&a, &b| distance(self::place(a), place).total_cmp(&distance(self::place(b), place)))
    }

    /// What a step costs, in whole centimetres of level road so that all machines take the same way.
    fn cost(&self, from: u32, to: u32) -> Option<u32> {
        let hardship = (self.hardship[from as usize]? + self.hardship[to as usize]?) / 2.0;
        let ([from_x, from_z], [to_x, to_z]) = (place(from), place(to));
        let (run_x, run_z) = (to_x - from_x, to_z - from_z);
        let middle = self.relief.inland.sample((from_x + to_x) / 2.0, (from_z + to_z) / 2.0);
        if middle < 20.0 {
            return None;
        }
        let length = (run_x * run_x + run_z * run_z).sqrt();
        let grade = (self.heights[to as usize] - self.heights[from as usize]).abs() / length;
        let climb = 1.0 + 90.0 * grade * grade + 6.0 * grade;
        let beaten = if self.edges.contains_key(&key(from, to)) { BEATEN } else { 1.0 };
        Some((length * 100.0 * hardship * climb * beaten) as u32)
    }

    /// The roads of the net, smoothed and cut into pieces. Where roads meet, both have the same point.
    pub fn roads(&self) -> Vec<Road> {
        let mut arms: BTreeMap<u32, Vec<(u32, Class)>> = BTreeMap::new();
        for (&(a, b), &class) in &self.edges {
            arms.entry(a).or_default().push((b, class));
            arms.entry(b).or_default().push((a, class));
        }
        let chains = self.chains(&arms);
        let mut places: BTreeMap<u32, [f32; 2]> = arms.keys().map(|&node| (node, place(node))).collect();
        // A junction is within one road at most, and the others follow it.
        for _ in 0..3 {
            let before = places.clone();
            for (_, nodes) in &chains {
                for around in nodes.windows(3) {
                    let [a, middle, b] = [0, 1, 2].map(|number| before[&around[number]]);
                    let smoothed = [0, 1].map(|axis| (a[axis] + 2.0 * middle[axis] + b[axis]) / 4.0);
                    places.insert(around[1], smoothed);
                }
            }
        }
        chains
            .into_iter()
            .map(|(class, nodes)| {
                let points: Vec<[f32; 2]> = nodes.iter().map(|node| places[node]).collect();
                Road { class, points: pieces(&points, |number| arms[&nodes[number]].len() > 2) }
            })
            .collect()
    }

    /// The edges in rows: each goes on through a junction to the arm of its class that is its partner there.
    fn chains(&self, arms: &BTreeMap<u32, Vec<(u32, Class)>>) -> Vec<(Class, Vec<u32>)> {
        let mut walked: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut chains = Vec::new();
        // First from where a row ends, then what is left: rings.
        for ends_only in [true, false] {
            for (&start, starting) in arms {
                for &(second, class) in starting {
                    let ends = partner(&arms[&start], start, second, class).is_none();
                    if (ends_only && !ends) || !walked.insert(key(start, second)) {
                        continue;
                    }
                    let mut nodes = vec![start, second];
                    let (mut before, mut at) = (start, second);
                    while let Some(next) = partner(&arms[&at], at, before, class) {
                        if !walked.insert(key(at, next)) {
                            break;
                        }
                        nodes.push(next);
                        (before, at) = (at, next);
                    }
                    chains.push((class, nodes));
                }
            }
        }
        chains
    }
}

/// Where a road of `class` that comes to the junction `at` from `before` goes on: of the two arms of that class that
/// lie straightest to each other, the other one.
fn partner(arms: &[(u32, Class)], at: u32, before: u32, class: Class) -> Option<u32> {
    let arms: Vec<u32> = arms.iter().filter(|arm| arm.1 == class).map(|arm| arm.0).collect();
    let direction = |node: u32| {
        let ([x, z], [from_x, from_z]) = (place(node), place(at));
        let length = distance([x, z], [from_x, from_z]);
        [(x - from_x) / length, (z - from_z) / length]
    };
    let mut straightest = (f32::MAX, at, at);
    for (number, &a) in arms.iter().enumerate() {
        for &b in &arms[number + 1..] {
            let (to_a, to_b) = (direction(a), direction(b));
            let cos = to_a[0] * to_b[0] + to_a[1] * to_b[1];
            if cos < straightest.0 {
                straightest = (cos, a, b);
            }
        }
    }
    match straightest {
        (_, a, b) if a == before && b != at => Some(b),
        (_, a, b) if b == before && a != at => Some(a),
        _ => None,
    }
}

/// Points along a Catmull-Rom curve through `points`: the ends and those that are `kept` exactly, the others at even
/// distances between them.
pub fn pieces(points: &[[f32; 2]], kept: impl Fn(usize) -> bool) -> Vec<[f32; 2]> {
    const FINE: usize = 12;
    let last = points.len() - 1;
    let mut cut = vec![points[0]];
    let mut span = vec![points[0]];
    for from in 0..last {
        let [a, b, c, d] =
            [from.saturating_sub(1), from, from + 1, (from + 2).min(last)].map(|number| points[number]);
        for part in 1..FINE {
            let t = part as f32 / FINE as f32;
            span.push(std::array::from_fn(|axis| {
                let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis]);
                b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
            }));
        }
        span.push(c);
        if from + 1 == last || kept(from + 1) {
            cut_evenly(&span, &mut cut);
            span = vec![c];
        }
    }
    cut
}

/// Adds the points after the first of `span`, at even distances of at most [`PIECE`] along it.
fn cut_evenly(span: &[[f32; 2]], cut: &mut Vec<[f32; 2]>) {
    let length: f32 = span.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
    let count = (length / PIECE).ceil().max(1.0) as usize;
    let even = length / count as f32;
    let (mut walked, mut number) = (0.0, 1);
    for pair in span.windows(2) {
        let step = distance(pair[0], pair[1]);
        while number < count && walked + step >= even * number as f32 {
            let t = (even * number as f32 - walked) / step;
            cut.push(std::array::from_fn(|axis| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * t));
            number += 1;
        }
        walked += step;
    }
    cut.extend(span.last());
}

/// Metres between two places.
pub fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (dx, dz) = (a[0] - b[0], a[1] - b[1]);
    (dx * dx + dz * dz).sqrt()
}
