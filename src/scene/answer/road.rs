//! About a piece of road.

use glam::DVec3;
use std::ops::Range;

use super::object::stand;
use super::{Answer, place, rounded, rounded_place};
use crate::formats::wrp::{Object, RoadLink};
use crate::scene::Scene;
use crate::scene::roads::{Ribbon, RoadPart, Roads, lines_of_part, surface};
use crate::scene::sources::Placing;

pub(super) fn answer(scene: &Scene, at: DVec3, vertex: u32) -> Answer {
    let mut answer = Answer::new("Road", (at, 15.0));
    let Some(of_road) = ribbon_of(&scene.roads, vertex) else { return answer };
    if let Some(vertex) = scene.roads.vertices.get(vertex as usize) {
        answer.tell("Drawn as", surface_name(vertex.surface), "");
    }
    if let Some(height) = scene.ground.height_at(at.x, at.z) {
        answer.tell("Pointed at", rounded_place(at.with_y(height.into())), "m");
    }
    let Some(placing) = &scene.sources.world else { return answer };
    match nearest(placing, &of_road.parts, [at.x, at.z]) {
        Some(RoadPart::Link(index)) => {
            if let Some(link) = placing.world.roads.get(index as usize) {
                tell_link(&mut answer, link, index);
            }
        }
        Some(RoadPart::Object(index)) => {
            if let Some(object) = placing.world.objects.get(index as usize) {
                let path = placing.path(object.model).unwrap_or_default();
                answer.tell("Model", path, "");
                answer.tell("Id", object.id, "");
                answer.tell("Length", rounded(length(&lines_of(placing, RoadPart::Object(index))), 2), "m");
                stand(&mut answer, scene, object);
                answer.under("In the file", "Object", index, "");
            }
        }
        None => {}
    }
    answer.under("In the file", "Pieces of this road", of_road.parts.len(), "");
    let [first, last] = ends(&scene.roads, &piece(scene, vertex, at));
    let radius = first.distance(last) * 0.5;
    answer.sphere = ((first + last) * 0.5, radius.max(4.0));
    answer
}

fn tell_link(answer: &mut Answer, link: &RoadLink, index: u32) {
    let model = if link.model.is_empty() { "none" } else { link.model.as_str() };
    answer.tell("Model", model, "");
    answer.tell("Id", link.object_id, "");
    answer.tell("Length", rounded(length(&[link_line(link)]), 2), "m");
    let group = "In the file";
    answer.under(group, "Link", index, "");
    answer.under(group, "Land cell", format!("{}, {}", link.cell[0], link.cell[1]), "");
    for position in &link.positions {
        answer.under(group, "Connects at", place(*position), "m");
    }
    if !link.connection_types.is_empty() {
        let types: Vec<_> = link.connection_types.iter().map(u8::to_string).collect();
        answer.under(group, "Connection types", types.join(", "), "");
    }
}

/// The indices of [`Roads::indices`] that draw the piece of road at a place, of the road that `vertex` is of.
pub fn piece(scene: &Scene, vertex: u32, at: DVec3) -> Range<u32> {
    let roads = &scene.roads;
    let Some(of_road) = ribbon_of(roads, vertex) else { return 0..0 };
    let next = roads.ribbons.partition_point(|ribbon| ribbon.first <= of_road.first);
    let end = roads.ribbons.get(next).map_or(roads.indices.len() as u32, |ribbon| ribbon.first[1]);
    let whole = of_road.first[1]..end;
    let Some(placing) = &scene.sources.world else { return whole };
    let Some(wanted) = nearest(placing, &of_road.parts, [at.x, at.z]) else { return whole };
    // A quad of the ribbon has six indices.
    let is_of_piece = |quad: &u32| {
        let [first, last] = ends(roads, &(*quad..*quad + 6));
        let middle = (first + last) * 0.5;
        nearest(placing, &of_road.parts, [middle.x, middle.z]) == Some(wanted)
    };
    let quads = || whole.clone().step_by(6).filter(is_of_piece);
    match (quads().next(), quads().next_back()) {
        (Some(first), Some(last)) => first..last + 6,
        _ => whole,
    }
}

/// Centre of the first and of the last vertex of some indices.
fn ends(roads: &Roads, indices: &Range<u32>) -> [DVec3; 2] {
    let center = |index: u32| {
        let vertex =
            roads.indices.get(index as usize).and_then(|&vertex| roads.vertices.get(vertex as usize));
        DVec3::from(vertex.map_or([0.0; 3], |vertex| vertex.center.map(f64::from)))
    };
    [center(indices.start), center(indices.end.saturating_sub(1))]
}

/// The ribbon that a vertex is of.
fn ribbon_of(roads: &Roads, vertex: u32) -> Option<&Ribbon> {
    let next = roads.ribbons.partition_point(|ribbon| ribbon.first[0] <= vertex);
    // A ribbon that left the ground at once has no vertices and begins where the next one does.
    roads.ribbons.get(next.checked_sub(1)?)
}

/// The part whose centre line is nearest to X, Z.
fn nearest(placing: &Placing, parts: &[RoadPart], at: [f64; 2]) -> Option<RoadPart> {
    let away = |part: RoadPart| {
        let lines = lines_of(placing, part);
        let pieces = lines.iter().flat_map(|line| line.windows(2));
        pieces.map(|ends| squared_distance(at, [ends[0], ends[1]])).fold(f64::INFINITY, f64::min)
    };
    parts.iter().copied().min_by(|a, b| away(*a).total_cmp(&away(*b)))
}

/// The centre lines of a part, as the file places them.
fn lines_of(placing: &Placing, part: RoadPart) -> Vec<Vec<[f64; 2]>> {
    let world = &placing.world;
    match part {
        RoadPart::Link(index) => world.roads.get(index as usize).map(link_line).into_iter().collect(),
        RoadPart::Object(index) => {
            let lines = |object: &Object| {
                let path = placing.path(object.model).unwrap_or_default();
                lines_of_part(path, &object.matrix).into_iter().map(|line| line.points).collect()
            };
            world.objects.get(index as usize).map(lines).unwrap_or_default()
        }
    }
}

/// Between its connections; a dead end goes on behind its middle.
fn link_line(link: &RoadLink) -> Vec<[f64; 2]> {
    let flat = |[x, _, z]: [f32; 3]| [f64::from(x), f64::from(z)];
    let mut line: Vec<_> = link.positions.iter().copied().map(flat).collect();
    if let ([end], Some([.., x, _, z])) = (line.as_slice(), link.matrix) {
        let end = *end;
        line.push([2.0 * f64::from(x) - end[0], 2.0 * f64::from(z) - end[1]]);
    }
    line
}

fn length(lines: &[Vec<[f64; 2]>]) -> f64 {
    let of_line = |line: &Vec<[f64; 2]>| {
        line.windows(2).map(|ends| (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1])).sum::<f64>()
    };
    lines.iter().map(of_line).sum()
}

fn squared_distance(at: [f64; 2], [from, to]: [[f64; 2]; 2]) -> f64 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let squared = way[0] * way[0] + way[1] * way[1];
    let along = (at[0] - from[0]) * way[0] + (at[1] - from[1]) * way[1];
    let t = if squared > 0.0 { (along / squared).clamp(0.0, 1.0) } else { 0.0 };
    let off = [from[0] + way[0] * t - at[0], from[1] + way[1] * t - at[1]];
    off[0] * off[0] + off[1] * off[1]
}

fn surface_name(surface: u32) -> &'static str {
    match surface {
        surface::TRACK => "track",
        surface::DIRT => "dirt road",
        surface::ASPHALT => "asphalt",
        surface::MAIN => "main road",
        _ => "runway",
    }
}
