//! Which plants grow where: the slots of the `level.details`.

use super::field::Field;
use super::grass_models::{self, plant};
use super::noise::{noise, smoothstep};
use super::placing::{Occupancy, taken};
use super::plots::{self, Keeping};
use super::relief::Relief;
use crate::formats::bytes::Warnings;
use crate::formats::xray::{Details, Part, SLOT_SIZE, Slot, SlotBounds, SlotLight};
use rayon::prelude::*;

/// Slots to the east and to the north: the meadows about the south-western village, the lagoon and the edge of a wood.
const SIZE: [u32; 2] = [384, 384];
/// The world's slot in the south-west corner.
const FIRST: [i32; 2] = [380, 450];
/// Metres that the true ground is padded with on both sides, as the level editor does.
const PADDING: f32 = 0.03;

/// Sun and sky in the open: the light compiler stores half of what it bakes, so 7 is full light.
const FULL_LIGHT: f32 = 7.0;

/// Everything that decides what grows where.
pub struct Soil<'a> {
    /// The ground.
    pub relief: &'a Relief,
    /// How likely a place is a field.
    pub fields: &'a Field,
    /// How thick the woods are.
    pub cover: &'a Field,
    /// What people took.
    pub occupancy: &'a Occupancy,
}

/// What a corner of a slot has.
#[derive(Debug, Clone, Copy)]
struct Corner {
    /// Density of each plant, 0 to 15.
    densities: [u8; plant::COUNT],
    height: f32,
    wood: f32,
}

/// Sows the slots.
pub fn sow(land: &Soil) -> Details {
    const BAND: usize = 16;
    let columns = SIZE[0] as usize;
    let mut slots = vec![EMPTY; columns * SIZE[1] as usize];
    slots.par_chunks_mut(columns * BAND).enumerate().for_each(|(band, slots)| {
        let row = |z: usize| -> Vec<Corner> { (0..=columns).map(|x| corner(land, x, z)).collect() };
        let mut south = row(band * BAND);
        for (z, slots) in (band * BAND..).zip(slots.chunks_mut(columns)) {
            let north = row(z + 1);
            for (slot, (south, north)) in slots.iter_mut().zip(south.windows(2).zip(north.windows(2))) {
                *slot = sown([south[0], south[1], north[0], north[1]]);
            }
            south = north;
        }
    });
    Details {
        version: 3,
        size: SIZE,
        offset: FIRST.map(|slot| -slot),
        models: grass_models::models(),
        slots,
        warnings: Warnings::default(),
    }
}

const NO_PART: Part = Part { model: None, density: [0; 4] };
const EMPTY: Slot = Slot {
    bounds: SlotBounds::Quantised { base: 0, height: 0 },
    parts: [NO_PART; 4],
    light: SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] },
};

/// A slot from its corners in the order of the palette: the four plants that have most there.
fn sown(corners: [Corner; 4]) -> Slot {
    let mut best = [(0u32, plant::COUNT); 4];
    for number in 0..plant::COUNT {
        let sum: u32 = corners.iter().map(|corner| u32::from(corner.densities[number])).sum();
        if let Some(place) = best.iter().position(|&(least, _)| sum > least) {
            best[place..].rotate_right(1);
            best[place] = (sum, number);
        }
    }
    // By model and not by rank, so that a plant keeps its part from slot to slot where it can.
    best.sort_by_key(|&(_, number)| number);
    let parts = best.map(|(_, number)| {
        if number == plant::COUNT {
            return NO_PART;
        }
        Part { model: Some(number as u16), density: corners.map(|corner| corner.densities[number]) }
    });
    let lowest = corners.iter().fold(f32::MAX, |least, corner| least.min(corner.height));
    let highest = corners.iter().fold(f32::MIN, |most, corner| most.max(corner.height));
    let shade = corners.iter().map(|corner| corner.wood).sum::<f32>() / 4.0;
    let slope_x = (corners[1].height - corners[0].height) / SLOT_SIZE;
    let slope_z = (corners[2].height - corners[0].height) / SLOT_SIZE;
    // The sun of the bake stands in the south-east.
    let facing = ((0.85 - 0.35 * slope_x + 0.4 * slope_z)
        / (1.0 + slope_x * slope_x + slope_z * slope_z).sqrt())
    .clamp(0.2, 1.0);
    let sun = FULL_LIGHT * facing.min(0.9) / 0.9 * (1.0 - 0.3 * shade);
    let hemi = FULL_LIGHT * (1.0 - 0.2 * shade);
    Slot {
        bounds: SlotBounds::enclosing(lowest - PADDING, highest + PADDING),
        parts,
        light: SlotLight::Baked { sun: (sun + 0.5) as u8, hemi: (hemi + 0.5) as u8, rgb: [0; 3] },
    }
}

/// What grows at a corner of the grid.
fn corner(land: &Soil, x: usize, z: usize) -> Corner {
    let [column, row] = [FIRST[0] + x as i32, FIRST[1] + z as i32];
    let [x, z] = [column as f32 * SLOT_SIZE, row as f32 * SLOT_SIZE];
    let height = land.relief.height(x, z);
    let wood = land.cover.sample(x, z);
    let mut densities = [0; plant::COUNT];
    let near = |reach: i32| {
        (-reach..reach).fold(0, |near, dz| {
            (-reach..reach).fold(near, |near, dx| near | land.occupancy.at(column + dx, row + dz))
        })
    };
    if height > 0.12 && near(1) & (taken::ROAD | taken::BUILDING) == 0 {
        let wishes = wishes(land, [x, z], height, wood, near(2), near(1) & taken::YARD != 0);
        for (density, wish) in densities.iter_mut().zip(wishes) {
            *density = (wish + 0.5).clamp(0.0, 15.0) as u8;
        }
    }
    Corner { densities, height, wood }
}

/// How much of each plant a place would like to have; `near` is what takes the ground around it.
fn wishes(
    land: &Soil,
    [x, z]: [f32; 2],
    height: f32,
    wood: f32,
    near: u8,
    yard: bool,
) -> [f32; plant::COUNT] {
    let broad = noise(x / 46.0, z / 46.0, 111);
    let middle = noise(x / 15.0, z / 15.0, 112);
    let fine = noise(x / 5.3, z / 5.3, 113);
    let other = noise(x / 21.0, z / 21.0, 114);
    let shore = land.relief.inland.sample(x, z);
    let slope = land.relief.slope(x, z);
    let mut wish = [0.0; plant::COUNT];

    let gentle = smoothstep(0.95, 0.55, slope);
    let sand = smoothstep(0.5, 1.9, height) * gentle;
    let verge = if near & taken::ROAD != 0 { 1.0 } else { 0.0 };
    let wall = if near & (taken::BUILDING | taken::FENCE) != 0 { 1.0 } else { 0.0 };
    let under_trees = smoothstep(0.25, 0.7, wood + 0.25 * middle);
    let open = (1.0 - under_trees) * sand;
    let wood_edge = smoothstep(0.02, 0.2, wood) * smoothstep(0.75, 0.4, wood) * sand;

    let (keeping, plot_edge) = plots::plot(x, z);
    let field = smoothstep(0.25, 0.5, land.fields.sample(x, z)) * smoothstep(1.5, 4.0, plot_edge);
    let [short, medium, tall, dry, ears, poppy, daisy, clover] = match keeping {
        _ if yard => [5.0, 0.6, 0.0, 0.0, 0.0, 0.0, 0.9, 0.6],
        Keeping::Copse => [2.0, 2.0, 0.5, 0.4, 0.2, 0.0, 0.5, 0.3],
        _ if field < 0.5 => [2.4, 2.6, 0.9, 0.9, 0.4, 0.5, 0.7, 0.3],
        Keeping::Hay => [2.6, 3.0, 3.2, 0.4, 1.3, 0.9, 0.9, 0.0],
        Keeping::Pasture => [4.6, 1.2, 0.0, 0.2, 0.0, 0.0, 1.4, 1.0],
        Keeping::Fallow => [2.0, 2.0, 1.4, 3.0, 1.4, 1.5, 0.5, 0.0],
        Keeping::Mown => [3.0, 0.2, 0.0, 1.4, 0.0, 0.0, 0.2, 0.4],
    };
    wish[plant::SHORT] = open * (short + 0.9 + 1.6 * broad + 1.6 * fine + 1.5 * verge);
    wish[plant::MEDIUM] =
        open * (medium * (1.0 + 1.1 * middle) + 1.4 * fine) * (1.0 - 0.7 * verge) + 1.2 * wood_edge;
    wish[plant::TALL] = open * (tall * (1.0 + 1.6 * broad + 0.8 * middle)) * (1.0 - verge) + 2.2 * wood_edge;
    wish[plant::DRY] = open * (dry * (1.0 - 1.8 * broad + other) - 0.3) * (1.0 - 0.6 * verge);
    wish[plant::EARS] = open * (ears * (0.7 + 1.8 * other + 0.6 * fine)) * (1.0 - verge);
    wish[plant::POPPY] = open * (poppy * (7.0 * other - 1.1 + 1.5 * fine)).min(2.6);
    wish[plant::DAISY] = open * (daisy * (5.0 * (middle - 0.5 * other) - 0.6 + 1.2 * fine)).min(3.0);
    wish[plant::CLOVER] = open * clover * (4.0 * (broad + 0.5 * fine) + 0.4);
    wish[plant::NETTLE] = wall * (1.6 + 4.0 * middle) * sand + wood_edge * (5.0 * other - 0.8);

    wish[plant::FERN] = under_trees * sand * (1.3 + 3.4 * middle + 2.0 * broad) + wood_edge * (3.0 * middle);
    wish[plant::LITTER] = under_trees * (2.4 + 1.6 * other);
    wish[plant::MEDIUM] += under_trees * sand * (0.8 + 1.6 * broad);

    // Reed stands around the lagoon, heather on the cliffs.
    let quiet = smoothstep(340.0, 250.0, ((x - 1100.0).abs()).max((z - 1590.0).abs()));
    let bank = smoothstep(0.12, 0.3, height) * smoothstep(2.6, 1.2, height);
    wish[plant::REED] = quiet * bank * (3.6 + 3.0 * middle + 2.0 * other);
    let windy = smoothstep(75.0, 30.0, shore) * smoothstep(5.0, 9.0, height);
    wish[plant::HEATHER] = windy * open * (2.4 + 5.0 * middle + 2.0 * fine);
    let bare = smoothstep(0.45, 0.9, slope) + smoothstep(1.8, 0.5, height) * 0.5 + 0.12 * verge;
    wish[plant::STONE] = bare * (1.4 + 2.6 * fine + 1.5 * other) * (1.0 - quiet);
    wish
}
