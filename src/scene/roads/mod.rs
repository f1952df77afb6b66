//! Roads as ribbons that lie on the ground.
//!
//! Worlds state roads in two ways: as a network of links with the points where they connect (games since 2005), or
//! as placed models of road parts whose names tell their shape. Both become centre lines, lines that continue each
//! other become one, and lines are laid on the ground.

mod chain;
mod drape;
mod links;
mod parts;

pub use drape::drape;
pub(crate) use links::MAX_CONNECTIONS;
pub use parts::lines_of_part;

use super::heightfield::Heightfield;
use crate::formats::wrp::{Object, World};
use std::collections::HashSet;

/// All ribbons of a scene as one triangle list, small roads first.
///
/// The ground is what the list was made for: each triangle is counter-clockwise seen from above on a map with north
/// up, and no quad is twisted. Nothing is lifted off the ground: that is the shader's part.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Roads {
    /// Vertices of all ribbons: left and right edge in turn.
    pub vertices: Vec<RoadVertex>,
    /// Triangle list.
    pub indices: Vec<u32>,
    /// Which part of the vertices is which road, in order.
    pub ribbons: Vec<Ribbon>,
}

/// One road of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ribbon {
    /// Its first vertex and its first index; it ends where the next one begins.
    pub first: [u32; 2],
    /// What of the file it was made of, in no order.
    pub parts: Vec<RoadPart>,
}

/// A piece of road in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoadPart {
    /// Index into [`World::roads`].
    Link(u32),
    /// Index into [`World::objects`].
    Object(u32),
}

/// A point of a ribbon's edge.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct RoadVertex {
    /// On the centre line, on the ground, metres.
    pub center: [f32; 3],
    /// Metres along the road from its start.
    pub along: f32,
    /// From the centre line to this edge, horizontal x and z, metres. Longer than half the width at a bend.
    pub side: [f32; 2],
    /// -1 on the left edge, 1 on the right.
    pub across: f32,
    /// 0 track, 1 dirt road, 2 asphalt, 3 main road, 4 runway: see [`surface`].
    pub surface: u32,
}

/// The values of [`RoadVertex::surface`].
pub mod surface {
    /// Two wheels' width of trodden earth.
    pub const TRACK: u32 = 0;
    /// A road of earth or gravel.
    pub const DIRT: u32 = 1;
    /// A paved road or street.
    pub const ASPHALT: u32 = 2;
    /// A wide paved road with lanes.
    pub const MAIN: u32 = 3;
    /// A runway or taxiway.
    pub const RUNWAY: u32 = 4;
}

/// The centre line of a road before it lies on the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct RoadLine {
    /// World x and z in metres, at least two.
    pub points: Vec<[f64; 2]>,
    /// Metres.
    pub width: f32,
    /// As [`RoadVertex::surface`].
    pub surface: u32,
    /// What of the file it was made of.
    pub parts: Vec<RoadPart>,
}

/// Metres that one link or part may be long. More is a broken file: real ones are shorter than 100 m.
pub(crate) const MAX_LINE: f64 = 1000.0;

/// Metres of road that are drawn at most, all together: some times what the largest real world has, and in the worst
/// case 70 MB of ribbons.
const MAX_TOTAL: f64 = 2_000_000.0;

impl RoadLine {
    /// Metres from end to end; not finite when a point isn't.
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|ends| distance(ends[0], ends[1])).sum()
    }
}

/// The ribbons of a world, and how many of its road links and road parts were skipped because their numbers are
/// not finite, too large or outside the ground.
///
/// A part that is both a placed object and a link with a model of its own is drawn as the link says.
pub fn of_world(world: &World, ground: &Heightfield) -> (Roads, usize) {
    let mut skipped = 0;
    // Models are few: whether one is a part is asked once a model, not once an object.
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let is_part: Vec<bool> =
        world.models.iter().map(|model| !lines_of_part(model, &identity).is_empty()).collect();
    let parts: Vec<(u32, &Object)> = (0..)
        .zip(&world.objects)
        .filter(|(_, object)| is_part.get(object.model as usize) == Some(&true))
        .collect();
    let part_ids: HashSet<i32> = parts.iter().map(|(_, object)| object.id).collect();
    let mut linked = HashSet::new();
    let links = (0..).zip(&world.roads).filter(|(_, link)| {
        let drawn = !link.model.is_empty() || !part_ids.contains(&link.object_id);
        if drawn {
            linked.insert(link.object_id);
        }
        drawn
    });
    let mut lines = links::lines(links, &world.map_info, ground, &mut skipped);
    for (index, object) in parts {
        // An id of -1 is no id.
        if object.id >= 0 && linked.contains(&object.id) {
            continue;
        }
        let model = world.models.get(object.model as usize).map_or("", String::as_str);
        let part = lines_of_part(model, &object.matrix);
        if part.is_empty() || part.iter().any(|line| !starts_inside(line, ground)) {
            skipped += 1;
        } else {
            lines.extend(
                part.into_iter().map(|line| RoadLine { parts: vec![RoadPart::Object(index)], ..line }),
            );
        }
    }
    let mut lines: Vec<RoadLine> = chain::chain(lines).iter().map(chain::smooth).collect();
    lines.sort_by_key(|line| line.surface);
    let mut total = 0.0;
    lines.retain(|line| {
        let kept = total + line.length() <= MAX_TOTAL;
        total += if kept { line.length() } else { 0.0 };
        skipped += usize::from(!kept);
        kept
    });
    (drape(&lines, ground), skipped)
}

/// True when an end of the line is over the ground.
fn starts_inside(line: &RoadLine, ground: &Heightfield) -> bool {
    let inside = |point: Option<&[f64; 2]>| point.is_some_and(|&[x, z]| ground.height_at(x, z).is_some());
    inside(line.points.first()) || inside(line.points.last())
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::wrp::{RoadLink, Variant};

    fn plain() -> (World, Heightfield) {
        let mut world = World::flat(Variant::Oprw(20), [32, 32], [128, 128], 40.0);
        let (ground, _) = Heightfield::from_world(&mut world);
        (world, ground)
    }

    /// A straight part of 25 m to the north.
    fn part(id: i32, model: u32, x: f32, z: f32) -> Object {
        Object { id, model, matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, 0.0, z], shape_param: 2 }
    }

    fn link(object_id: i32, model: &str, x: f32, z: f32) -> RoadLink {
        RoadLink {
            cell: [0, 0],
            positions: vec![[x, 0.0, z - 12.5], [x, 0.0, z + 12.5]],
            connection_types: Vec::new(),
            object_id,
            extra: None,
            model: model.to_owned(),
            matrix: None,
        }
    }

    /// South and north end of each ribbon.
    fn ribbons(roads: &Roads) -> Vec<[f32; 2]> {
        let starts = roads.vertices.iter().enumerate().filter(|(_, vertex)| vertex.across < 0.0);
        let mut ribbons: Vec<[f32; 2]> = Vec::new();
        for (_, vertex) in starts {
            match ribbons.last_mut() {
                Some(ribbon) if vertex.along > 0.0 => ribbon[1] = vertex.center[2],
                _ => ribbons.push([vertex.center[2]; 2]),
            }
        }
        ribbons
    }

    #[test]
    fn placed_parts_become_one_road() {
        let (mut world, ground) = plain();
        world.models = vec!["tree.p3d".to_owned(), "roads\\parts\\asf3_25.p3d".to_owned()];
        world.objects = (0..4).map(|i| part(i, 1, 500.0, 512.5 + 25.0 * i as f32)).collect();
        world.objects.push(part(9, 0, 100.0, 100.0));
        let (roads, skipped) = of_world(&world, &ground);
        assert_eq!((ribbons(&roads), skipped), (vec![[500.0, 600.0]], 0));
    }

    #[test]
    fn a_part_that_is_also_a_link_is_drawn_once() {
        let (mut world, ground) = plain();
        world.models = vec!["asf3_25.p3d".to_owned()];
        world.objects = vec![part(7, 0, 500.0, 512.5)];
        // A link without a model leaves the drawing to the object; one with a model does it itself.
        for model in ["", "ca\\roads\\asf3_25.p3d"] {
            world.roads = vec![link(7, model, 500.0, 512.5)];
            let (roads, skipped) = of_world(&world, &ground);
            assert_eq!((ribbons(&roads), skipped), (vec![[500.0, 525.0]], 0), "{model}");
        }
        world.roads = vec![link(8, "", 500.0, 612.5)];
        assert_eq!(ribbons(&of_world(&world, &ground).0), [[600.0, 625.0], [500.0, 525.0]]);
    }

    #[test]
    fn wild_parts_are_skipped_and_counted() {
        let (mut world, ground) = plain();
        world.models = vec!["asf3_25.p3d".to_owned()];
        world.objects = vec![
            part(1, 0, f32::NAN, 500.0),
            part(2, 0, -1e9, 500.0),
            part(3, 0, 1e30, f32::INFINITY),
            part(4, 99, 500.0, 500.0),
        ];
        let (roads, skipped) = of_world(&world, &ground);
        assert_eq!((roads, skipped), (Roads::default(), 3));
    }

    #[test]
    fn a_broken_file_cannot_ask_for_more_road_than_there_is_room_for() {
        let (mut world, ground) = plain();
        let long = |i: usize| RoadLink {
            positions: vec![[10.0 + (i % 50) as f32 * 20.0, 0.0, 100.0], [900.0, 0.0, 500.0]],
            ..link(i as i32, "", 0.0, 0.0)
        };
        world.roads = (0..4000).map(long).collect();
        let (roads, skipped) = of_world(&world, &ground);
        assert!(skipped > 500);
        assert!(roads.vertices.len() * size_of::<RoadVertex>() < 70_000_000);
    }
}
