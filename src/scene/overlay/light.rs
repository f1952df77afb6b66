//! The light of the slots, as the file has it.

use super::canvas::{Canvas, FINE};
use super::density::between;
use super::legend::{Legend, Ramp, scale, uncoloured};
use super::{RampColors, Shown, Subject};
use crate::formats::xray::{Slot, SlotLight};
use crate::numbers::thousands;
use crate::scene::clutter::V2Light;

/// Light of the sun.
pub(super) fn sun(subject: &Subject<'_>) -> Shown {
    shown(subject, "Light of the sun", |sun, _| sun)
}

/// Light of the sky.
pub(super) fn hemi(subject: &Subject<'_>) -> Shown {
    shown(subject, "Light of the sky (hemi)", |_, hemi| hemi)
}

fn shown(subject: &Subject<'_>, title: &str, baked: impl Fn(u8, u8) -> u8 + Sync) -> Shown {
    let slots = &subject.details.slots;
    let corners = |slot: &Slot| match slot.light {
        SlotLight::Baked { sun, hemi, .. } => [baked(sun, hemi); 4],
        SlotLight::Corners([a, b, c, d]) => match subject.planting.v2_light {
            V2Light::Early => [a, b, c, d],
            V2Light::Late => [c, d, a, b],
        },
    };
    let lit = |slot: &&Slot| slot.is_used() && !slot.is_phantom();
    let most = slots.iter().filter(lit).flat_map(corners).max().unwrap_or(0);
    let (used, dark) = slots
        .iter()
        .filter(lit)
        .fold((0, 0), |(used, dark), slot| (used + 1, dark + usize::from(corners(slot) == [0; 4])));
    let (end, ticks) = scale(f32::from(most.max(5)));
    let colors = RampColors::light();
    let canvas = Canvas::paint(subject.details.size, FINE, |index, place| {
        let slot = slots.get(index).filter(lit)?;
        Some(colors.at(between(corners(slot), place) / end))
    });
    let kept = if subject.clutter.light.corners {
        "This version has one light for sun and sky, at each corner."
    } else {
        "Compilers of levels store half of the light: 7 is as bright as it gets for most."
    };
    let legend = Legend {
        title: title.to_owned(),
        unit: "steps, of the 15 that the file can hold".to_owned(),
        ramp: Some(Ramp { colors, ticks }),
        swatches: uncoloured("phantoms, and slots without models", slots.len() - used).into_iter().collect(),
        rest: None,
        notes: vec![
            format!("{} of {} slots with models and ground have none.", thousands(dark), thousands(used)),
            kept.to_owned(),
        ],
    };
    Shown { canvas, legend, boxes: Vec::new() }
}
