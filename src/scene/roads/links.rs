//! Centre lines of the links of a road network.

use super::parts::{Look, lines_of_part, look_of};
use super::{MAX_LINE, RoadLine, RoadPart, distance, starts_inside, surface};
use crate::formats::wrp::{MapInfo, MapShape, RoadLink};
use crate::scene::heightfield::Heightfield;
use std::collections::HashMap;

/// The most points where a link connects to others. Real ones have up to 4.
pub(crate) const MAX_CONNECTIONS: usize = 8;

/// What a road is drawn as when neither its model nor the map tells.
const UNKNOWN: Look = Look { width: 6.0, surface: surface::ASPHALT };

/// Metres between a connection of a link and the end of its part that are taken for the same.
const MEETS: f64 = 1.0;

/// The lines of all links. A link without a model, or with one that is no road part, is drawn straight between its
/// connections, as wide and of such a surface as the model's name or the in-game map suggests.
pub(super) fn lines<'a>(
    links: impl Iterator<Item = (u32, &'a RoadLink)>,
    map_info: &[MapInfo],
    ground: &Heightfield,
    skipped: &mut usize,
) -> Vec<RoadLine> {
    let on_map = looks_on_map(map_info);
    let mut lines = Vec::new();
    for (index, link) in links {
        let points: Vec<[f64; 2]> =
            link.positions.iter().map(|&[x, _, z]| [f64::from(x), f64::from(z)]).collect();
        let own = lines_of_model(link, &points).unwrap_or_else(|| {
            let look =
                look_of(&link.model).or_else(|| on_map.get(&link.object_id).copied()).unwrap_or(UNKNOWN);
            let straight = |ends: [[f64; 2]; 2]| RoadLine {
                points: ends.to_vec(),
                width: look.width,
                surface: look.surface,
                parts: Vec::new(),
            };
            straight_lines(&points, link.matrix.as_ref()).into_iter().map(straight).collect()
        });
        let sound = |line: &RoadLine| line.length() <= MAX_LINE && starts_inside(line, ground);
        if points.len() > MAX_CONNECTIONS || !own.iter().all(sound) {
            *skipped += 1;
        } else {
            let parts = || vec![RoadPart::Link(index)];
            lines.extend(own.into_iter().map(|line| RoadLine { parts: parts(), ..line }));
        }
    }
    lines
}

/// The lines of the link's model, where it is a road part that ends where the link connects. Their ends are moved
/// onto the connections, which they share with their neighbours to the last bit.
fn lines_of_model(link: &RoadLink, points: &[[f64; 2]]) -> Option<Vec<RoadLine>> {
    let mut lines = lines_of_part(&link.model, link.matrix.as_ref()?);
    let mut met = vec![false; points.len().min(MAX_CONNECTIONS)];
    let ends = lines.iter_mut().flat_map(|line| match line.points.as_mut_slice() {
        [first, .., last] => [Some(first), Some(last)],
        _ => [None, None],
    });
    for end in ends.flatten() {
        if let Some((&point, met)) =
            points.iter().zip(&mut met).find(|(point, _)| distance(**point, *end) < MEETS)
        {
            *end = point;
            *met = true;
        }
    }
    (!lines.is_empty() && met.iter().all(|&met| met)).then_some(lines)
}

/// Straight lines that join the connections of a link: none for none.
fn straight_lines(points: &[[f64; 2]], matrix: Option<&[f32; 12]>) -> Vec<[[f64; 2]; 2]> {
    match *points {
        [] => Vec::new(),
        // A dead end: its other end is as far behind the middle.
        [end] => match matrix {
            Some(&[.., x, _, z]) => vec![[end, [2.0 * f64::from(x) - end[0], 2.0 * f64::from(z) - end[1]]]],
            None => Vec::new(),
        },
        [start, end] => vec![[start, end]],
        _ => crossing(points),
    }
}

/// The road that goes straightest through, and an arm to its middle from every other connection.
fn crossing(points: &[[f64; 2]]) -> Vec<[[f64; 2]; 2]> {
    let count = points.len() as f64;
    let center = points.iter().fold([0.0, 0.0], |sum, p| [sum[0] + p[0] / count, sum[1] + p[1] / count]);
    let mut through = [[0.0; 2]; 2];
    let mut straightest = f64::INFINITY;
    for (i, &a) in points.iter().enumerate() {
        for &b in points.iter().skip(i + 1) {
            let (reach_a, reach_b) = (distance(center, a), distance(center, b));
            let dot = (a[0] - center[0]) * (b[0] - center[0]) + (a[1] - center[1]) * (b[1] - center[1]);
            let cos = dot / (reach_a * reach_b).max(1e-6);
            if cos < straightest {
                (straightest, through) = (cos, [a, b]);
            }
        }
    }
    let [a, b] = through;
    let middle = [(a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5];
    let arms = points.iter().filter(|&&point| point != a && point != b).map(|&point| [point, middle]);
    std::iter::once(through).chain(arms).collect()
}

/// Looks of the roads that the in-game map shows, by the id of their object.
fn looks_on_map(map_info: &[MapInfo]) -> HashMap<i32, Look> {
    let look = |kind: u32| match kind {
        24 => Some(Look { width: 7.0, surface: surface::ASPHALT }),
        31 => Some(Look { width: 4.0, surface: surface::DIRT }),
        32 => Some(Look { width: 9.0, surface: surface::MAIN }),
        _ => None,
    };
    let of_record = |record: &MapInfo| match record.shape {
        MapShape::Bounds { id, .. } | MapShape::ColoredBounds { id, .. } => {
            Some((id.cast_signed(), look(record.kind)?))
        }
        _ => None,
    };
    map_info.iter().filter_map(of_record).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::grid::Grid;

    fn plain() -> Heightfield {
        Heightfield::from_grid(Grid::filled(101, 101, 5.0), 10.0).0
    }

    fn link(positions: &[[f32; 3]], model: &str, matrix: Option<[f32; 12]>) -> RoadLink {
        RoadLink {
            cell: [0, 0],
            positions: positions.to_vec(),
            connection_types: Vec::new(),
            object_id: 7,
            extra: None,
            model: model.to_owned(),
            matrix,
        }
    }

    fn read(link: RoadLink) -> (Vec<RoadLine>, usize) {
        let mut skipped = 0;
        let lines = lines(std::iter::once((0, &link)), &[], &plain(), &mut skipped);
        (lines, skipped)
    }

    #[test]
    fn a_link_of_a_known_part_is_a_curve_from_connection_to_connection() {
        let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 500.0, 5.0, 500.0];
        let ends = [[499.25, 5.0, 491.0], [500.75, 5.0, 508.25]];
        let (lines, skipped) = read(link(&ends, "asf3_10 100.p3d", Some(matrix)));
        assert_eq!((lines.len(), skipped), (1, 0));
        assert_eq!(lines[0].points.first(), Some(&[499.25, 491.0]));
        assert_eq!(lines[0].points.last(), Some(&[500.75, 508.25]));
        assert!(lines[0].points.len() > 2);
        // The same part that connects elsewhere is not believed.
        let ends = [[470.0, 5.0, 491.0], [530.0, 5.0, 508.0]];
        let (lines, skipped) = read(link(&ends, "asf3_10 100.p3d", Some(matrix)));
        assert_eq!((lines.len(), skipped), (1, 0));
        assert_eq!((lines[0].width, lines[0].points.clone()), (7.0, vec![[470.0, 491.0], [530.0, 508.0]]));
    }

    #[test]
    fn a_crossing_of_three_has_a_road_that_goes_through_and_an_arm() {
        let ends = [[490.0, 0.0, 500.0], [500.0, 0.0, 510.0], [510.0, 0.0, 500.0]];
        let (lines, _) = read(link(&ends, "", None));
        let points: Vec<_> = lines.iter().map(|line| line.points.clone()).collect();
        assert_eq!(points, [vec![[490.0, 500.0], [510.0, 500.0]], vec![[500.0, 510.0], [500.0, 500.0]]]);
    }

    #[test]
    fn wild_links_are_skipped_and_counted() {
        for positions in [
            vec![[f32::NAN, 0.0, 5.0], [10.0, 0.0, 5.0]],
            vec![[f32::INFINITY, 0.0, 5.0], [10.0, 0.0, 5.0]],
            vec![[-5e8, 0.0, 5.0], [10.0, 0.0, 5.0]],
            vec![[5000.0, 0.0, 5000.0], [5010.0, 0.0, 5000.0]],
            vec![[500.0, 0.0, 500.0]; 5000],
        ] {
            let (lines, skipped) = read(link(&positions, "", None));
            assert_eq!((lines.len(), skipped), (0, 1));
        }
    }

    #[test]
    fn the_map_tells_what_a_nameless_road_is() {
        let info = MapInfo { kind: 32, shape: MapShape::Bounds { id: 7, corners: [[0.0; 2]; 4] } };
        let road = link(&[[10.0, 0.0, 10.0], [20.0, 0.0, 10.0]], "ca\\roads\\r.p3d", None);
        let lines = lines(std::iter::once((0, &road)), &[info], &plain(), &mut 0);
        assert_eq!(lines[0].surface, surface::MAIN);
    }
}
