//! How a level lies on its ground: the collision mesh or the world that a picture would plant it on.

use std::path::Path;

use super::places::Places;
use super::slots::place_of;
use super::{Aside, Place, Report, Skipped, decoded, mesh};
use crate::formats::xray::{Cform, Details, GameMaterials, SLOT_SIZE, decode_cform};
use crate::scene::beside;
use crate::scene::clutter::{self, Collision, FitGround};
use crate::scene::heightfield::Heightfield;

/// The ground that the inputs bring.
#[derive(Default)]
pub(super) struct Grounds {
    /// Metres to the east and to the north of each world, and its heights.
    pub worlds: Vec<([f64; 2], Heightfield)>,
    /// Collision meshes.
    pub meshes: Vec<Ground>,
    /// What these are made of.
    pub materials: Vec<GameMaterials>,
    /// Metres by which levels are moved over the world, east and north.
    pub moved: [f64; 2],
}

/// A collision mesh, and for each material whether it is passable.
pub(super) struct Ground {
    pub mesh: Cform,
    pub passable: Vec<bool>,
}

/// Holds the boxes of the level at `path` against its ground: the world where there is one, else the mesh of the
/// inputs, else the one beside the level. There is one of each at most.
pub(super) fn check(
    path: &Path,
    details: &Details,
    grounds: &Grounds,
    report: &mut Report,
    aside: &mut Aside,
) {
    match (grounds.worlds.as_slice(), grounds.meshes.as_slice()) {
        ([(size, heights), ..], _) => over_world(details, *size, heights, grounds.moved, report),
        ([], [ground, ..]) => over_mesh(details, ground, report),
        ([], []) => {
            if let Some(ground) = ground_beside(path, &grounds.materials, aside) {
                over_mesh(details, &ground, report);
            }
        }
    }
}

/// The mesh beside the level at `path`, if it can be used. What is wrong in it is a finding of its own file.
fn ground_beside(path: &Path, materials: &[GameMaterials], aside: &mut Aside) -> Option<Ground> {
    let Some(found) = beside::find_collision(path) else {
        let why = format!("there is no level.cform beside {} and no other ground was given", path.display());
        aside.skipped.push(Skipped { what: "whether the slots have ground, and in their boxes", why });
        return None;
    };
    match beside::read(&found, decode_cform) {
        Ok(mesh) => {
            let mut report = Report::of(&found);
            let passable = mesh::check(&found, &mesh, materials, &mut report, aside);
            decoded::warnings(&mesh.warnings, &mut report);
            aside.reports.push(report);
            Some(Ground { mesh, passable })
        }
        Err(error) => {
            aside.reports.push(decoded::broken("broken-cform", &found, &error));
            None
        }
    }
}

fn over_world(
    details: &Details,
    size: [f64; 2],
    heights: &Heightfield,
    moved: [f64; 2],
    report: &mut Report,
) {
    let [x, z] = [0, 1].map(|axis| {
        let start = moved[axis] - f64::from(details.offset[axis]) * f64::from(SLOT_SIZE);
        [start, start + f64::from(details.size[axis]) * f64::from(SLOT_SIZE)]
    });
    let apart = |[low, high]: [f64; 2], size: f64| high <= 0.0 || low >= size;
    if apart(x, size[0]) || apart(z, size[1]) {
        let detail = format!("X {} to {}, Z {} to {} m", x[0], x[1], z[0], z[1]);
        report.add("level-outside-map", Places::once(Place { detail, ..Place::default() }));
        return;
    }
    let Some(Fitted { outside, bare, .. }) = fit(details, FitGround::Heightfield(heights, moved), report)
    else {
        return;
    };
    // The boxes of a level that is moved tell the heights of another place.
    if moved == [0.0; 2] {
        report.add("ground-outside-box", outside);
    }
    // Under the whole of a world there is ground: where there is none lies its edge.
    report.add("level-outside-map", bare);
}

fn over_mesh(details: &Details, ground: &Ground, report: &mut Report) {
    let Ground { mesh, passable } = ground;
    let ground = FitGround::Mesh(Collision { mesh, passable });
    let Some(Fitted { outside, bare, upside_down }) = fit(details, ground, report) else { return };
    report.add("ground-outside-box", outside);
    report.add("ground-looks-down", upside_down);
    report.add("slot-without-ground", bare);
}

/// Slots that don't fit their ground.
struct Fitted {
    /// The ground lies outside of the box.
    outside: Places,
    /// There is no ground.
    bare: Places,
    /// There is none, but there would be if its triangles didn't look down.
    upside_down: Places,
}

/// `None` when the boxes can't be held against the ground, which is then a finding.
fn fit(details: &Details, ground: FitGround<'_>, report: &mut Report) -> Option<Fitted> {
    let fits = match clutter::fit(details, ground) {
        Ok(fits) => fits,
        Err(error) => {
            let place = Place { detail: error.to_string(), ..Place::default() };
            report.add("too-many-overlaps", Places::once(place));
            return None;
        }
    };
    let mut outside = Places::default();
    let mut bare = Places::default();
    let mut upside_down = Places::default();
    for fit in fits {
        let index = fit.slot as usize;
        let Some(slot) = details.slots.get(index) else { continue };
        let place = |detail: String| Place { detail, ..place_of(details, index, slot) };
        match fit.outside() {
            None if fit.upside_down => upside_down.add(|| place(String::new())),
            None => bare.add(|| place(String::new())),
            Some(metres) if metres < 0.0 => {
                outside.add(|| place(format!("floats {:.1} m over the ground", -metres)));
            }
            Some(metres) if metres > 0.0 => outside.add(|| place(format!("buried by {metres:.1} m"))),
            Some(_) => {}
        }
    }
    Some(Fitted { outside, bare, upside_down })
}
