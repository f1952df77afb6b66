//! How a level lies on its ground: the collision mesh or the world that a picture would plant it on.

use std::path::Path;

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
    /// Collision meshes.
    pub meshes: Vec<Cform>,
    /// What these are made of.
    pub materials: Vec<GameMaterials>,
}

/// Holds the boxes of the level at `path` against its ground: the world where there is one, else the mesh of the
/// inputs, else the one beside the level. Of several worlds or meshes nobody can tell which it is.
pub(super) fn check(path: &Path, details: &Details, grounds: &Grounds, report: &mut Report) {
    let mut warnings = Warnings::default();
    match (grounds.worlds.as_slice(), grounds.meshes.as_slice()) {
        ([(size, heights)], _) => over_world(details, *size, heights, report),
        ([], [mesh]) => over_mesh(details, path, mesh, grounds, report, &mut warnings),
        ([], []) => {
            if let Some((mesh_path, mesh)) = beside::collision(path, &mut warnings) {
                over_mesh(details, &mesh_path, &mesh, grounds, report, &mut warnings);
            }
        }
        _ => {}
    }
    decoded::warnings(&warnings, report);
}

fn over_world(details: &Details, size: [f64; 2], heights: &Heightfield, report: &mut Report) {
    let ends = |offset: i32, slots: u32| {
        let start = -f64::from(offset) * f64::from(SLOT_SIZE);
        [start, start + f64::from(slots) * f64::from(SLOT_SIZE)]
    };
    let [x, z] = [ends(details.offset[0], details.size[0]), ends(details.offset[1], details.size[1])];
    let apart = |[low, high]: [f64; 2], size: f64| high <= 0.0 || low >= size;
    if apart(x, size[0]) || apart(z, size[1]) {
        let detail = format!("X {} to {}, Z {} to {} m", x[0], x[1], z[0], z[1]);
        report.add("level-outside-map", Places::once(Place { detail, ..Place::default() }));
        return;
    }
    fit(details, FitGround::Heightfield(heights, [0.0; 2]), report);
}

/// `beside` is the file next to which the materials are sought, if the inputs bring none.
fn over_mesh(
    details: &Details,
    beside: &Path,
    mesh: &Cform,
    grounds: &Grounds,
    report: &mut Report,
    warnings: &mut Warnings,
) {
    let found;
    let materials = match grounds.materials.as_slice() {
        [first, ..] => Some(first),
        [] => {
            found = beside::materials(beside, warnings);
            found.as_ref()
        }
    };
    let passable: Vec<bool> = materials
        .map(|list| list.materials.iter().map(|material| material.passable()).collect())
        .unwrap_or_default();
    fit(details, FitGround::Mesh(Collision { mesh, passable: &passable }), report);
}

fn fit(details: &Details, ground: FitGround<'_>, report: &mut Report) {
    let fits = match clutter::fit(details, ground) {
        Ok(fits) => fits,
        Err(error) => {
            let place = Place { detail: error.to_string(), ..Place::default() };
            return report.add("too-many-overlaps", Places::once(place));
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
    report.add("ground-outside-box", outside);
    report.add("slot-without-ground", bare);
}
