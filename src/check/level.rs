//! How a level lies on its ground: the collision mesh or the world that a picture would plant it on.

use std::path::{Path, PathBuf};

use super::places::Places;
use super::slots::place_of;
use super::{Place, Report, decoded};
use crate::formats::bytes::Warnings;
use crate::formats::xray::{Cform, Details, GameMaterials, SLOT_SIZE};
use crate::scene::beside;
use crate::scene::clutter::{self, Collision, FitGround};
use crate::scene::heightfield::Heightfield;

/// The ground that the inputs bring.
#[derive(Default)]
pub(super) struct Grounds {
    /// Metres to the east and to the north of each world, and its heights.
    pub worlds: Vec<([f64; 2], Heightfield)>,
    /// Collision meshes, each with its path.
    pub meshes: Vec<(PathBuf, Cform)>,
    /// What these are made of.
    pub materials: Vec<GameMaterials>,
    /// Metres by which levels are moved over the world, east and north.
    pub moved: [f64; 2],
}

/// Holds the boxes of the level at `path` against its ground: the world where there is one, else the mesh of the
/// inputs, else the one beside the level. Of several worlds, meshes or lists of materials nobody can tell which it is.
pub(super) fn check(path: &Path, details: &Details, grounds: &Grounds, report: &mut Report) {
    let mut warnings = Warnings::default();
    match (grounds.worlds.as_slice(), grounds.meshes.as_slice()) {
        ([(size, heights)], _) => over_world(details, *size, heights, grounds.moved, report),
        ([], [mesh]) => over_mesh(details, mesh, grounds, report, &mut warnings),
        ([], []) => {
            if let Some(mesh) = beside::collision(path, &mut warnings) {
                over_mesh(details, &mesh, grounds, report, &mut warnings);
            }
        }
        _ => {}
    }
    decoded::warnings(&warnings, report);
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
    let Some(Fitted { outside, bare }) = fit(details, FitGround::Heightfield(heights, moved), report) else {
        return;
    };
    // The boxes of a level that is moved tell the heights of another place.
    if moved == [0.0; 2] {
        report.add("ground-outside-box", outside);
    }
    report.add("slot-without-ground", bare);
}

/// Seeks the materials beside the mesh, as for a picture, if the inputs bring none.
fn over_mesh(
    details: &Details,
    (path, mesh): &(PathBuf, Cform),
    grounds: &Grounds,
    report: &mut Report,
    warnings: &mut Warnings,
) {
    let found;
    let materials = match grounds.materials.as_slice() {
        [] => {
            found = beside::materials(path, warnings);
            found.as_ref()
        }
        [only] => Some(only),
        _ => return,
    };
    let passable: Vec<bool> = materials
        .map(|list| list.materials.iter().map(|material| material.passable()).collect())
        .unwrap_or_default();
    let ground = FitGround::Mesh(Collision { mesh, passable: &passable });
    let Some(Fitted { outside, bare }) = fit(details, ground, report) else { return };
    report.add("ground-outside-box", outside);
    report.add("slot-without-ground", bare);
}

/// Slots that don't fit their ground.
struct Fitted {
    /// The ground lies outside of the box.
    outside: Places,
    /// There is no ground.
    bare: Places,
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
    for fit in fits {
        let index = fit.slot as usize;
        let Some(slot) = details.slots.get(index) else { continue };
        let place = |detail: String| Place { detail, ..place_of(details, index, slot) };
        match fit.outside() {
            None => bare.add(|| place(String::new())),
            Some(metres) if metres < 0.0 => {
                outside.add(|| place(format!("floats {:.1} m over the ground", -metres)));
            }
            Some(metres) if metres > 0.0 => outside.add(|| place(format!("buried by {metres:.1} m"))),
            Some(_) => {}
        }
    }
    Some(Fitted { outside, bare })
}
