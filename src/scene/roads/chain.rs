//! Lines that continue each other become one line.

use super::{RoadLine, distance};
use std::collections::HashMap;

/// Metres between two ends that are taken for the same. Parts of a real world meet within 0.3 m.
const SNAP: f64 = 0.75;

/// Cosine of the sharpest turn between two lines that are joined: 45 degrees.
const STRAIGHT_ON: f64 = 0.707;

/// Ends that are looked at in one square of the ground; a broken file may have all of its ends in one place.
const MAX_ENDS: usize = 64;

/// Metres a piece of a smoothed line, and the shortest chord that is smoothed.
const SMOOTH_PIECE: f64 = 5.0;

/// One end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct End {
    line: usize,
    /// The last point, not the first.
    last: bool,
}

/// Joins lines of the same width and surface whose ends meet, the straightest continuation first come. The order of
/// the result follows that of the first part of each chain.
pub(super) fn chain(lines: Vec<RoadLine>) -> Vec<RoadLine> {
    let mut ends: HashMap<[i64; 2], Vec<End>> = HashMap::new();
    for (line, road) in lines.iter().enumerate() {
        for last in [false, true] {
            let end = End { line, last };
            if let Some((place, _)) = end_of(road, last) {
                let near = ends.entry(square(place)).or_default();
                if near.len() < MAX_ENDS {
                    near.push(end);
                }
            }
        }
    }
    let mut used = vec![false; lines.len()];
    let mut chains = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        if used[first] {
            continue;
        }
        used[first] = true;
        let mut chain = line.clone();
        extend(&mut chain, &lines, &ends, &mut used);
        chain.points.reverse();
        extend(&mut chain, &lines, &ends, &mut used);
        chain.points.reverse();
        chains.push(chain);
    }
    chains
}

/// Adds lines to the last point as long as one continues it.
fn extend(chain: &mut RoadLine, lines: &[RoadLine], ends: &HashMap<[i64; 2], Vec<End>>, used: &mut [bool]) {
    while let Some((place, heading)) = end_of(chain, true) {
        let [column, row] = square(place);
        let mut best: Option<(f64, End)> = None;
        for neighbour in (-1..=1).flat_map(|dz| [-1, 0, 1].map(|dx| [column + dx, row + dz])) {
            for &end in ends.get(&neighbour).into_iter().flatten() {
                let road = &lines[end.line];
                if used[end.line] || road.surface != chain.surface || road.width != chain.width {
                    continue;
                }
                let Some((other, outward)) = end_of(road, end.last) else { continue };
                let gap = distance(place, other);
                let cos = -(heading[0] * outward[0] + heading[1] * outward[1]);
                if gap > SNAP || cos < STRAIGHT_ON {
                    continue;
                }
                let fit = cos - 0.2 * gap;
                if best.is_none_or(|(best_fit, _)| fit > best_fit) {
                    best = Some((fit, end));
                }
            }
        }
        let Some((_, end)) = best else { return };
        used[end.line] = true;
        chain.parts.extend(&lines[end.line].parts);
        let points = &lines[end.line].points;
        // The meeting point stays as the chain has it.
        if end.last {
            chain.points.extend(points.iter().rev().skip(1));
        } else {
            chain.points.extend(points.iter().skip(1));
        }
    }
}

/// An end of a line and the unit vector out of the line there; `None` where the end has no direction.
fn end_of(line: &RoadLine, last: bool) -> Option<([f64; 2], [f64; 2])> {
    let (end, before) = match (line.points.as_slice(), last) {
        ([.., before, end], true) | ([end, before, ..], false) => (*end, *before),
        _ => return None,
    };
    Some((end, unit(before, end)?))
}

/// The square of the ground, [`SNAP`] wide or wider, that holds a place.
fn square([x, z]: [f64; 2]) -> [i64; 2] {
    [x, z].map(|metres| metres.floor() as i64)
}

fn unit(from: [f64; 2], to: [f64; 2]) -> Option<[f64; 2]> {
    let length = distance(from, to);
    (length > 1e-6).then(|| [(to[0] - from[0]) / length, (to[1] - from[1]) / length])
}

/// Rounds the bends: cubic pieces through the same points, in each of them along the mean of both chords. Corners
/// sharper than 45 degrees stay.
pub(super) fn smooth(line: &RoadLine) -> RoadLine {
    let points = &line.points;
    let chords: Vec<[f64; 2]> =
        points.windows(2).map(|ends| unit(ends[0], ends[1]).unwrap_or([0.0, 0.0])).collect();
    // The tangent of a chord's end, given the chord on the other side of it.
    let tangent = |own: [f64; 2], other: Option<&[f64; 2]>| match other {
        Some(other) if own[0] * other[0] + own[1] * other[1] > STRAIGHT_ON => {
            unit([0.0, 0.0], [own[0] + other[0], own[1] + other[1]]).unwrap_or(own)
        }
        _ => own,
    };
    let mut smoothed: Vec<[f64; 2]> = points.first().copied().into_iter().collect();
    for (i, (&chord, ends)) in chords.iter().zip(points.windows(2)).enumerate() {
        let length = distance(ends[0], ends[1]);
        let pieces = (length / SMOOTH_PIECE).round().max(1.0);
        let start = tangent(chord, i.checked_sub(1).and_then(|before| chords.get(before)));
        let end = tangent(chord, chords.get(i + 1));
        for piece in 1..=pieces as u32 {
            let t = f64::from(piece) / pieces;
            let (t2, t3) = (t * t, t * t * t);
            // The cubic Hermite basis.
            let (p0, p1) = (2.0 * t3 - 3.0 * t2 + 1.0, 3.0 * t2 - 2.0 * t3);
            let (m0, m1) = ((t3 - 2.0 * t2 + t) * length, (t3 - t2) * length);
            smoothed.push([0, 1].map(|k| p0 * ends[0][k] + m0 * start[k] + p1 * ends[1][k] + m1 * end[k]));
        }
    }
    RoadLine { points: smoothed, ..line.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[[f64; 2]]) -> RoadLine {
        RoadLine { points: points.to_vec(), width: 6.0, surface: 2, parts: Vec::new() }
    }

    #[test]
    fn lines_that_meet_become_one_whatever_their_direction() {
        let chained = chain(vec![
            line(&[[10.0, 0.0], [20.0, 0.0]]),
            line(&[[30.0, 1.0], [20.02, 0.0]]),
            line(&[[0.0, 0.0], [9.99, 0.0]]),
        ]);
        assert_eq!(chained.len(), 1);
        assert_eq!(chained[0].points, [[0.0, 0.0], [10.0, 0.0], [20.0, 0.0], [30.0, 1.0]]);
    }

    #[test]
    fn a_crossing_is_gone_through_straight_and_other_roads_end_there() {
        let mut path = line(&[[20.0, 0.0], [30.0, 0.0]]);
        path.surface = 0;
        let chained = chain(vec![
            line(&[[0.0, 0.0], [10.0, 0.0]]),
            line(&[[10.0, 0.0], [10.0, 10.0]]),
            line(&[[10.0, 0.0], [20.0, 3.0]]),
            line(&[[10.0, 0.0], [20.0, 0.0]]),
            path,
        ]);
        let ends: Vec<_> = chained.iter().map(|line| line.points.last().copied()).collect();
        assert_eq!(ends, [Some([20.0, 0.0]), Some([10.0, 10.0]), Some([20.0, 3.0]), Some([30.0, 0.0])]);
    }

    #[test]
    fn a_ring_closes_and_ends() {
        let corner = |i: i32| {
            let angle = f64::from(i) * std::f64::consts::TAU / 12.0;
            [100.0 * angle.cos(), 100.0 * angle.sin()]
        };
        let chained = chain((0..12).map(|i| line(&[corner(i), corner(i + 1)])).collect());
        assert_eq!(chained.len(), 1);
        assert_eq!(chained[0].points.len(), 13);
    }

    #[test]
    fn a_smoothed_line_goes_through_its_points_and_near_the_circle_they_lie_on() {
        let on_circle = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            [100.0 * cos, 100.0 * sin]
        };
        let coarse = line(&[0.0, 15.0, 30.0, 45.0].map(on_circle));
        let smoothed = smooth(&coarse);
        for point in &coarse.points {
            assert!(smoothed.points.iter().any(|&smooth| distance(*point, smooth) < 1e-9));
        }
        // The straight chord is 0.86 m from the circle. The first and the last one have no neighbour to tell.
        let inner = smoothed
            .points
            .iter()
            .filter(|point| (16.0..29.0).contains(&point[1].atan2(point[0]).to_degrees()));
        for point in inner {
            assert!((distance([0.0, 0.0], *point) - 100.0).abs() < 0.1);
        }
    }
}
