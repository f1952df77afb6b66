//! Lays centre lines on the ground as ribbons.

use super::{Ribbon, RoadLine, RoadVertex, Roads, distance};
use crate::scene::heightfield::Heightfield;
use glam::DVec2;

/// Metres: the most that a piece is long on uneven ground.
const UNEVEN_PIECE: f64 = 5.0;

/// Metres: the most that a piece is long where the ground lets it.
const EVEN_PIECE: f64 = 40.0;

/// Metres of height, and of place, that a longer piece may be off.
const TOLERANCE: f64 = 0.08;

/// Metres: points nearer to each other are one.
const LEAST_PIECE: f64 = 0.5;

/// Cosine of half the sharpest bend whose corner is mitred, 90 degrees; at a sharper one both pieces end square.
const MITRE: f64 = 0.707;

/// The ribbons of `lines` in their order. Where a line leaves the ground its ribbon ends.
///
/// A piece between two points is at most 5 m long, or a cell of the heightfield where that is less but not less
/// than 2.5 m, and longer only where the ground and
/// the line are straight enough for it.
pub fn drape(lines: &[RoadLine], ground: &Heightfield) -> Roads {
    let mut roads = Roads::default();
    for line in lines {
        let first = [roads.vertices.len() as u32, roads.indices.len() as u32]; // Less than `MAX_TOTAL` allows.
        roads.ribbons.push(Ribbon { first, parts: line.parts.clone() });
        let mut along = 0.0;
        for run in runs(line, ground) {
            let kept = thin_out(&run, f64::from(line.width) * 0.5, ground);
            along = emit(&kept, line, along, &mut roads);
        }
    }
    roads
}

/// A point of a centre line on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    place: DVec2,
    height: f64,
}

/// The parts of the line that lie over the ground, in pieces short enough for uneven ground.
fn runs(line: &RoadLine, ground: &Heightfield) -> Vec<Vec<Point>> {
    let longest = f64::from(ground.cell).clamp(UNEVEN_PIECE * 0.5, UNEVEN_PIECE);
    let mut runs: Vec<Vec<Point>> = vec![Vec::new()];
    let mut add = |place: DVec2, is_end: bool| {
        let Some(height) = ground.height_at(place.x, place.y) else {
            if runs.last().is_some_and(|run| !run.is_empty()) {
                runs.push(Vec::new());
            }
            return;
        };
        if let Some(run) = runs.last_mut() {
            let point = Point { place, height: height.into() };
            match run.last_mut() {
                Some(last) if last.place.distance(place) < LEAST_PIECE => {
                    if is_end {
                        *last = point;
                    }
                }
                _ => run.push(point),
            }
        }
    };
    if let Some(&first) = line.points.first() {
        add(first.into(), false);
    }
    for (i, ends) in line.points.windows(2).enumerate() {
        let pieces = (distance(ends[0], ends[1]) / longest).ceil().max(1.0);
        let is_last = i + 2 == line.points.len();
        for piece in 1..=pieces as u32 {
            let place = DVec2::from(ends[0]).lerp(ends[1].into(), f64::from(piece) / pieces);
            add(place, is_last && piece == pieces as u32);
        }
    }
    runs.retain(|run| run.len() >= 2);
    runs
}

/// Leaves out the points that a straight piece between others passes within [`TOLERANCE`] on the middle and on both
/// edges.
fn thin_out(run: &[Point], half_width: f64, ground: &Heightfield) -> Vec<Point> {
    let mut kept: Vec<Point> = run.first().copied().into_iter().collect();
    let mut from = 0;
    while from + 1 < run.len() {
        let mut to = from + 1;
        while to + 1 < run.len()
            && run[from].place.distance(run[to + 1].place) <= EVEN_PIECE
            && is_straight(&run[from..=to + 1], half_width, ground)
        {
            to += 1;
        }
        kept.push(run[to]);
        from = to;
    }
    kept
}

/// True when the straight piece from the first to the last point stands for all of them.
fn is_straight(points: &[Point], half_width: f64, ground: &Heightfield) -> bool {
    let [first, inner @ .., last] = points else { return true };
    let chord = last.place - first.place;
    let length = chord.length();
    if length < LEAST_PIECE {
        return false;
    }
    let right = DVec2::new(chord.y, -chord.x) / length * half_width;
    let edge = |place: DVec2, side: f64| {
        ground.height_at(place.x + side * right.x, place.y + side * right.y).map(f64::from)
    };
    let edges = [-1.0, 1.0].map(|side| (side, edge(first.place, side), edge(last.place, side)));
    inner.iter().all(|point| {
        let t = (point.place - first.place).dot(chord) / (length * length);
        let off = point.place - (first.place + chord * t);
        let level =
            |start: f64, end: f64, height: f64| (start + (end - start) * t - height).abs() < TOLERANCE;
        (0.0..=1.0).contains(&t)
            && off.length() < TOLERANCE
            && level(first.height, last.height, point.height)
            && edges.iter().all(|&(side, start, end)| match (start, end, edge(point.place, side)) {
                (Some(start), Some(end), Some(height)) => level(start, end, height),
                _ => false,
            })
    })
}

/// Adds the ribbon of one run and gives the metres along the road at its end.
fn emit(points: &[Point], line: &RoadLine, start_along: f64, roads: &mut Roads) -> f64 {
    let half_width = f64::from(line.width) * 0.5;
    let directions: Vec<DVec2> =
        points.windows(2).map(|ends| (ends[1].place - ends[0].place).normalize_or_zero()).collect();
    let square_to = |direction: DVec2| DVec2::new(direction.y, -direction.x) * half_width;
    // To the right edge at point i; `None` where the bend is too sharp for a mitre.
    let mitres: Vec<Option<DVec2>> = (0..points.len())
        .map(|i| match (i.checked_sub(1).and_then(|i| directions.get(i)), directions.get(i)) {
            (Some(&before), Some(&after)) => {
                let mean = (before + after).normalize_or_zero();
                let cos = mean.dot(before);
                (cos > MITRE).then(|| square_to(mean) / cos)
            }
            (Some(&only), None) | (None, Some(&only)) => Some(square_to(only)),
            (None, None) => None,
        })
        .collect();
    let mut along = start_along;
    // The last pair of vertices, when the next piece may share it.
    let mut shared: Option<(u32, DVec2)> = None;
    for (i, &direction) in directions.iter().enumerate() {
        let [start, end] = [points[i], points[i + 1]];
        let length = start.place.distance(end.place);
        let square = square_to(direction);
        let mut sides = [mitres[i].unwrap_or(square), mitres[i + 1].unwrap_or(square)];
        // A short piece between two bends would have its inner edge run backwards: it ends square instead.
        let advance = |sign: f64| length + sign * (sides[1] - sides[0]).dot(direction);
        if advance(1.0).min(advance(-1.0)) <= 0.0 {
            sides = [square, square];
        }
        let first = match shared {
            Some((first, side)) if side == sides[0] => first,
            _ => push_pair(roads, start, sides[0], along, line.surface),
        };
        along += length;
        let second = push_pair(roads, end, sides[1], along, line.surface);
        shared = Some((second, sides[1]));
        // Left and right of the start, left and right of the end.
        let [l0, r0, l1, r1] = [first, first + 1, second, second + 1];
        roads.indices.extend([l0, r0, r1, l0, r1, l1]);
    }
    along
}

fn push_pair(roads: &mut Roads, point: Point, side: DVec2, along: f64, surface: u32) -> u32 {
    // MAX_TOTAL keeps the count far under u32::MAX.
    let index = roads.vertices.len() as u32;
    let center = [point.place.x as f32, point.height as f32, point.place.y as f32];
    for across in [-1.0, 1.0] {
        let side = (side * f64::from(across)).as_vec2().to_array();
        roads.vertices.push(RoadVertex { center, along: along as f32, side, across, surface });
    }
    index
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::grid::Grid;
    use proptest::prelude::*;

    fn field(height: impl Fn(f64, f64) -> f64) -> Heightfield {
        let cells = (0..101).flat_map(|z| (0..101).map(move |x| (x, z)));
        let cells = cells.map(|(x, z)| height(f64::from(x) * 10.0, f64::from(z) * 10.0) as f32).collect();
        Heightfield::from_grid(Grid { width: 101, height: 101, cells }, 10.0).0
    }

    fn line(points: &[[f64; 2]]) -> RoadLine {
        RoadLine { points: points.to_vec(), width: 8.0, surface: 2, parts: Vec::new() }
    }

    fn edge(vertex: &RoadVertex) -> DVec2 {
        DVec2::new(
            f64::from(vertex.center[0]) + f64::from(vertex.side[0]),
            f64::from(vertex.center[2]) + f64::from(vertex.side[1]),
        )
    }

    #[test]
    fn a_straight_road_on_a_plane_is_one_long_ribbon() {
        let roads = drape(&[line(&[[100.0, 100.0], [100.0, 130.0]])], &field(|x, _| x * 0.1));
        assert_eq!(roads.vertices.len(), 4);
        assert_eq!(roads.indices, [0, 1, 3, 0, 3, 2]);
        let [left, right, .., end] = roads.vertices.as_slice() else { unreachable!() };
        assert_eq!(left.center, [100.0, 10.0, 100.0]);
        // Northward, so the left edge is in the west.
        assert_eq!((left.side, left.across), ([-4.0, 0.0], -1.0));
        assert_eq!((right.side, right.across), ([4.0, 0.0], 1.0));
        assert_eq!(end.along, 30.0);
    }

    #[test]
    fn a_road_over_hills_follows_them() {
        let ground = field(|x, z| (x * 0.05).sin() * 10.0 + (z * 0.03).cos() * 5.0);
        let roads = drape(&[line(&[[55.0, 505.0], [905.0, 655.0]])], &ground);
        for piece in roads.vertices.chunks_exact(2).collect::<Vec<_>>().windows(2) {
            let [a, b] = [piece[0][0].center, piece[1][0].center];
            for t in [0.25, 0.5, 0.75] {
                let [x, y, z] = [0, 1, 2].map(|k| f64::from(a[k]) * (1.0 - t) + f64::from(b[k]) * t);
                let height = f64::from(ground.height_at(x, z).unwrap());
                assert!((height - y).abs() < 0.5, "{height} and {y}");
            }
        }
    }

    #[test]
    fn a_road_that_leaves_the_ground_ends_and_comes_back() {
        let ground = field(|_, _| 0.0);
        let roads = drape(&[line(&[[-50.0, 500.0], [50.0, 500.0], [50.0, 1200.0], [60.0, 500.0]])], &ground);
        assert!(roads.vertices.iter().all(|vertex| vertex.center[0] >= 0.0 && vertex.center[2] <= 1000.0));
        assert!(roads.vertices.iter().any(|vertex| vertex.center[0] > 55.0));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn no_quad_is_twisted_and_all_face_up(
            points in prop::collection::vec([0.0f64..200.0, 0.0f64..200.0], 2..12),
            bumps in -20.0f64..20.0,
        ) {
            let ground = field(|x, z| (x * 0.1).sin() * (z * 0.1).cos() * bumps);
            let roads = drape(&[line(&points)], &ground);
            for triangle in roads.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| edge(&roads.vertices[triangle[i] as usize]));
                // f32 coordinates of some hundred metres are exact to 0.02 mm.
                prop_assert!((b - a).perp_dot(c - a) > -0.01);
            }
        }
    }
}
