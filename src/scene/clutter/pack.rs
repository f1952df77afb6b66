//! Slots as the scatter reads them.

use super::{Planting, V2Light};
use crate::formats::xray::{Details, Slot, SlotLight};
use crate::scatter::{self, SlotGrid};

/// A slot of the grid, not yet ranked and without triangles.
pub fn pack_slot(
    slot: &Slot,
    index: u32,
    grid: SlotGrid,
    model_count: usize,
    planting: &Planting,
) -> scatter::Slot {
    let models = slot.parts.map(|part| {
        let model = part.model.filter(|&model| usize::from(model) < model_count);
        u32::from(model.unwrap_or(scatter::NO_MODEL))
    });
    let palettes = slot.parts.map(|part| palette(part.density));
    let [x, z] = grid.world_of(index);
    scatter::Slot {
        y_base: slot.y_base(),
        height: slot.height(),
        models: pairs(models),
        palettes: pairs(palettes),
        light: pack_light(slot.light, planting.v2_light),
        index,
        ranks: [scatter::NO_RANK; 4],
        seed: planting.rules.profile.seed(x, z),
        first_triangle: 0,
        triangle_count: 0,
        _pad: 0,
    }
}

/// Four values of 4 bits, the first in the low ones.
fn palette(corners: [u8; 4]) -> u32 {
    corners.into_iter().rev().fold(0, |palette, corner| palette << 4 | u32::from(corner & 15))
}

/// Four 16-bit values in two words.
fn pairs([a, b, c, d]: [u32; 4]) -> [u32; 2] {
    [a | b << 16, c | d << 16]
}

/// See [`scatter::Slot::light`].
fn pack_light(light: SlotLight, v2_light: V2Light) -> u32 {
    match light {
        SlotLight::Baked { sun, hemi, rgb: [r, g, b] } => {
            let byte = |level: u8| u32::from(level & 15) * 17;
            byte(sun) | byte(hemi) << 8 | palette([r, g, b, 0]) << 16
        }
        SlotLight::Corners([a, b, c, d]) => palette(match v2_light {
            V2Light::Early => [a, b, c, d],
            V2Light::Late => [c, d, a, b],
        }),
    }
}

/// True when every slot that is used is dark.
pub fn unlit(details: &Details) -> bool {
    details.slots.iter().filter(|slot| slot.is_used()).all(|slot| slot.light.is_dark())
}
