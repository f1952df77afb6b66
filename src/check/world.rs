//! A world: its heights, materials, roads and peaks. The objects have files of their own.

use rayon::prelude::*;

use super::places::Places;
use super::{Place, Report, objects, standing};
use crate::formats::grid::Grid;
use crate::formats::wrp::{RoadLink, Variant, World};
use crate::scene::heightfield::Heightfield;
use crate::scene::{peaks, roads};

/// Metres beyond the edge that nobody minds: roads end there.
const EDGE: f64 = 1.0;

/// No mountain or trench comes near: as the decoder has it.
const HIGHEST: f32 = 20_000.0;

/// Metres to the east and to the north.
pub(super) fn size(world: &World) -> [f64; 2] {
    world.land.map(|cells| f64::from(cells) * f64::from(world.land_cell))
}

/// True for a place on the map, or a step beside it.
pub(super) fn is_on_map(size: [f64; 2], x: f32, z: f32) -> bool {
    [(x, size[0]), (z, size[1])].iter().all(|&(at, size)| (-EDGE..=size + EDGE).contains(&f64::from(at)))
}

/// Looks at everything of a world, and gives its size in metres and its ground.
pub(super) fn check(mut world: World, report: &mut Report) -> ([f64; 2], Heightfield) {
    elevations(&world, report);
    materials(&world, report);
    road_links(&world, report);
    let (ground, _) = Heightfield::from_world(&mut world);
    let mut beside = Places::default();
    for (index, &peak) in world.peaks.iter().enumerate() {
        if peaks::stated(&[peak], &ground).1 > 0 {
            beside.add(|| Place { peak: Some(index), position: Some(peak), ..Place::default() });
        }
    }
    report.add("peak-skipped", beside);
    objects::check(&world, report);
    standing::check(&world, &ground, report);
    (size(&world), ground)
}

fn elevations(world: &World, report: &mut Report) {
    let Grid { width, cells, .. } = &world.elevation;
    let spacing = size(world)[0] / f64::from(world.terrain[0].max(1));
    let odd_ones = |is_odd: fn(f32) -> bool| {
        let mut places = Places::default();
        // Asked for the whole first: nearly always that is all.
        if cells.par_iter().any(|&metres| is_odd(metres)) {
            for (index, &metres) in cells.iter().enumerate().filter(|(_, metres)| is_odd(**metres)) {
                let point = [index % *width as usize, index / *width as usize].map(|at| at as u32);
                let [x, z] = point.map(|at| (f64::from(at) * spacing) as f32);
                places.add(|| Place {
                    elevation: Some(point),
                    position: metres.is_finite().then_some([x, metres, z]),
                    detail: format!("{metres} m at X {x}, Z {z}"),
                    ..Place::default()
                });
            }
        }
        places
    };
    report.add("elevation-not-finite", odd_ones(|metres| !metres.is_finite()));
    report.add("elevation-out-of-range", odd_ones(|metres| metres.is_finite() && metres.abs() > HIGHEST));
}

fn materials(world: &World, report: &mut Report) {
    let Grid { width, cells, .. } = &world.material_index;
    let mut uses = vec![0_u64; world.materials.len()];
    let mut unknown = Places::default();
    for (index, &material) in cells.iter().enumerate() {
        match uses.get_mut(usize::from(material)) {
            Some(uses) => *uses += 1,
            None if material == 0 => {} // "No material", with or without an entry.
            None => unknown.add(|| {
                let land = [index % *width as usize, index / *width as usize].map(|at| at as u32);
                let detail = format!("the list has {} materials", world.materials.len());
                Place { land: Some(land), material: Some(material.into()), detail, ..Place::default() }
            }),
        }
    }
    // Tables of a fixed size have many entries that nobody uses.
    let fixed_table = matches!(world.variant, Variant::Wvr3 | Variant::Wvr4 | Variant::Oprw(..=3));
    let mut empty = Places::default();
    // Entry 0 is "no material".
    for (index, (material, uses)) in world.materials.iter().zip(&uses).enumerate().skip(1) {
        if material.paths.iter().all(|path| path.trim().is_empty()) && (*uses > 0 || !fixed_table) {
            let detail = format!("{uses} land cells have it");
            empty.add(|| Place { material: Some(index), detail, ..Place::default() });
        }
    }
    report.add("material-out-of-range", unknown);
    report.add("empty-material", empty);
}

fn road_links(world: &World, report: &mut Report) {
    let size = size(world);
    let mut wild = Places::default();
    let mut outside = Places::default();
    let mut odd = Places::default();
    for (index, link) in world.roads.iter().enumerate() {
        let place = |position: Option<[f32; 3]>, detail: String| Place {
            road: Some(index),
            id: Some(link.object_id),
            position,
            detail,
            ..Place::default()
        };
        let finite = |[x, y, z]: [f32; 3]| x.is_finite() && y.is_finite() && z.is_finite();
        if let Some(&position) = link.positions.iter().find(|&&position| !finite(position)) {
            wild.add(|| place(None, format!("{position:?}, {:?}", link.model)));
        } else if let Some(&position) = link.positions.iter().find(|[x, _, z]| !is_on_map(size, *x, *z)) {
            outside.add(|| place(Some(position), format!("{:?}", link.model)));
        } else if let Some(what) = oddity(link) {
            odd.add(|| place(link.positions.first().copied(), what));
        }
    }
    report.add("road-not-finite", wild);
    report.add("road-outside-map", outside);
    report.add("road-skipped", odd);
}

/// Why a picture doesn't show a link that lies on the map.
fn oddity(link: &RoadLink) -> Option<String> {
    let count = link.positions.len();
    if count > roads::MAX_CONNECTIONS {
        return Some(format!("{count} connections"));
    }
    let metres = link
        .positions
        .windows(2)
        .filter_map(|ends| match ends {
            [a, b] => Some(glam::Vec3::from(*a).distance(glam::Vec3::from(*b))),
            _ => None,
        })
        .fold(0.0, f32::max);
    (f64::from(metres) > roads::MAX_LINE).then(|| format!("{metres:.0} m long"))
}
