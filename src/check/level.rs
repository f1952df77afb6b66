//! What a level makes of the other inputs: the ground that it stands on.

use super::places::Places;
use super::{Place, Report};
use crate::formats::xray::{Details, SLOT_SIZE};
use crate::formats::{Content, Opened};

/// A world's size in metres, east and north.
pub(super) struct Map([f64; 2]);

impl Map {
    /// That of an input, if it is a world.
    pub fn of(opened: &Opened) -> Option<Self> {
        match &opened.content {
            Content::World(world) => Some(Self(super::world::size(world))),
            Content::Details(_) | Content::DetailModel(..) => None,
        }
    }
}

/// Looks whether the level lies within the world beside it; with none or several nobody can tell.
pub(super) fn check(details: &Details, worlds: &[Map], report: &mut Report) {
    let [Map(size)] = worlds else { return };
    let ends = |axis: usize| {
        let west = -f64::from(details.offset[axis]) * f64::from(SLOT_SIZE);
        [west, west + f64::from(details.size[axis]) * f64::from(SLOT_SIZE)]
    };
    let [x, z] = [ends(0), ends(1)];
    let apart = |[low, high]: [f64; 2], size: f64| high <= 0.0 || low >= size;
    if apart(x, size[0]) || apart(z, size[1]) {
        let mut places = Places::default();
        places.add(|| Place {
            detail: format!("X {} to {}, Z {} to {} m", x[0], x[1], z[0], z[1]),
            ..Place::default()
        });
        report.add("level-outside-map", places);
    }
}
