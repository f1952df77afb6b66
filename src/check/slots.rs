//! The slots of a `level.details`.

use super::places::Places;
use super::{Place, Report};
use crate::formats::xray::{Details, SLOT_SIZE, Slot, SlotBounds};

/// The largest stored height of a box, 25.5 m.
const MOST_HEIGHT: u8 = 255;
/// The largest stored base of a box, 619 m.
const MOST_BASE: u16 = 4095;

/// Looks at every slot.
pub(super) fn check(details: &Details, report: &mut Report) {
    let mut without_model = Places::default();
    let mut phantoms = Places::default();
    let mut saturated = Places::default();
    let mut dark = Places::default();
    let mut without_density = Places::default();
    let mut without_id = Places::default();
    let mut twice = Places::default();
    let mut used = vec![false; details.models.len()];

    for (index, slot) in details.slots.iter().enumerate() {
        let place = |detail: String| Place { detail, ..place_of(details, index, slot) };
        for (part, content) in slot.parts.iter().enumerate() {
            let place = |detail| Place { part: Some(part), ..place(detail) };
            let Some(id) = content.model.map(usize::from) else {
                if content.density != [0; 4] {
                    without_id.add(|| place(format!("densities {:?}", content.density)));
                }
                continue;
            };
            match used.get_mut(id) {
                Some(used) => *used = true,
                None => without_model.add(|| {
                    let known = format!("the file has {} models", details.models.len());
                    Place { model: Some(id), ..place(known) }
                }),
            }
            if content.density == [0; 4] {
                without_density.add(|| Place { model: Some(id), ..place(String::new()) });
            }
            let same = |other: &crate::formats::xray::Part| other.model == content.model;
            if let Some(first) = slot.parts.iter().take(part).position(same) {
                twice.add(|| Place { model: Some(id), ..place(format!("as in part {first}")) });
            }
        }
        if !slot.is_used() {
            continue;
        }
        if slot.is_phantom() {
            phantoms.add(|| place(String::new()));
            continue;
        }
        if let Some(which) = saturation(slot.bounds) {
            saturated.add(|| place(which.to_owned()));
        }
        if slot.light.is_dark() {
            dark.add(|| place(String::new()));
        }
    }

    let mut unused = Places::default();
    for model in used.iter().enumerate().filter(|(_, used)| !**used).map(|(model, _)| model) {
        unused.add(|| Place { model: Some(model), ..Place::default() });
    }
    report.add("slot-without-model", without_model);
    report.add("duplicate-model", twice);
    report.add("saturated-box", saturated);
    report.add("slot-without-light", dark);
    report.add("phantom-slot", phantoms);
    report.add("part-without-density", without_density);
    report.add("density-without-model", without_id);
    report.add("unused-model", unused);
}

/// Slot `index`, with the middle of its square at the height of its box.
pub(super) fn place_of(details: &Details, index: usize, slot: &Slot) -> Place {
    let width = details.size[0].max(1) as usize;
    let grid = [index % width, index / width].map(|slots| slots as u32); // Sides of the grid are u32.
    let middle = |axis: usize| {
        let world = i64::from(grid[axis]) - i64::from(details.offset[axis]);
        (world as f32 + 0.5) * SLOT_SIZE
    };
    Place { slot: Some(grid), position: Some([middle(0), slot.y_base(), middle(1)]), ..Place::default() }
}

/// What of a box stands at the end of its range: the true ground may lie outside.
fn saturation(bounds: SlotBounds) -> Option<&'static str> {
    match bounds {
        SlotBounds::Quantised { height: MOST_HEIGHT, .. } => Some("25.5 m high, the most that fits"),
        SlotBounds::Quantised { base: 0, .. } => Some("its base is at -200 m, the lowest"),
        SlotBounds::Quantised { base: MOST_BASE, .. } => Some("its base is at 619 m, the highest"),
        SlotBounds::Quantised { .. } | SlotBounds::Absolute { .. } => None,
    }
}
