//! How dense the level is to be planted.

use super::canvas::{Canvas, FINE};
use super::legend::{Legend, Ramp, scale, uncoloured};
use super::{RampColors, Shown, Subject, model_name};
use crate::formats::xray::{Part, Slot};
use crate::numbers::thousands;

/// Per cent that the highest density of the file stands for: then a plant grows at each place.
const FULL: f32 = 100.0 / 15.0;

/// Density of all models together.
///
/// The densest part of a slot decides: the candidates of all parts are held against the same dither, so what the
/// thinner parts would grow, they would grow at the same places.
pub(super) fn all(subject: &Subject<'_>) -> Shown {
    shown(subject, None, "Density of all models".to_owned())
}

/// Density of one model.
pub(super) fn of_model(subject: &Subject<'_>, model: u32) -> Shown {
    shown(subject, Some(model), format!("Density of {}", model_name(subject.clutter, model)))
}

fn shown(subject: &Subject<'_>, model: Option<u32>, title: String) -> Shown {
    let slots = &subject.details.slots;
    let count = subject.clutter.models.len();
    let counts = |part: &Part| {
        part.model.is_some_and(|of_part| {
            usize::from(of_part) < count && model.is_none_or(|model| u32::from(of_part) == model)
        })
    };
    // A phantom grows nothing, however dense it is.
    let parts = |slot: &Slot| {
        let phantom = slot.is_phantom();
        slot.parts.into_iter().filter(move |part| !phantom && counts(part))
    };
    let densest = |slot: &Slot| parts(slot).flat_map(|part| part.density).max().unwrap_or(0);
    let most = slots.iter().map(densest).max().unwrap_or(0);
    let having = slots.iter().filter(|slot| densest(slot) > 0).count();
    let (end, ticks) = scale(f32::from(most.max(1)) * FULL);
    let colors = RampColors::amount();
    let canvas = Canvas::paint(subject.details.size, FINE, |index, place| {
        let density =
            parts(slots.get(index)?).map(|part| between(part.density, place)).fold(0.0, f32::max) * FULL;
        (density > 0.0).then(|| colors.at(density / end))
    });
    let notes = vec![
        format!("{} of {} slots have any.", thousands(having), thousands(slots.len() as u64)),
        "From the densities at the corners of the slots; phantoms are left out.".to_owned(),
    ];
    let legend = Legend {
        title,
        unit: "% of the places grow a plant".to_owned(),
        ramp: Some(Ramp { colors, ticks }),
        swatches: uncoloured("slots without any", slots.len() - having).into_iter().collect(),
        rest: None,
        notes,
    };
    Shown { canvas, legend, boxes: Vec::new() }
}

/// A value between those of the corners (-x,-z), (+x,-z), (-x,+z), (+x,+z).
pub(super) fn between(corners: [u8; 4], [x, z]: [f32; 2]) -> f32 {
    let [south_west, south_east, north_west, north_east] = corners.map(f32::from);
    let south = south_west + (south_east - south_west) * x;
    let north = north_west + (north_east - north_west) * x;
    south + (north - south) * z
}
