//! Where people live: the places of the villages, and how open the land around them is.

use super::field::Field;
use super::landmarks::Places;
use super::noise::{noise, smoothstep};
use super::relief::Relief;
use super::routes::distance;

/// A village or a hamlet.
#[derive(Debug, Clone, Copy)]
pub struct Site {
    /// Its middle, x and z in metres.
    pub center: [f32; 2],
    /// How far its houses reach, metres.
    pub radius: f32,
}

/// The harbour town's number in [`sites`].
pub const HARBOUR: usize = 0;
/// The village in the south-west meadows.
pub const MEADOW: usize = 1;
/// On the west bay.
pub const WEST: usize = 2;
/// The hamlet between the hills.
pub const VALLEY: usize = 3;
/// East of the estuary.
pub const EAST_BANK: usize = 4;
/// Near the south-east cape.
pub const SOUTH_EAST: usize = 5;
/// On the east coast.
pub const EAST: usize = 6;
/// On the north coast.
pub const NORTH: usize = 7;
/// Near the north-west cape.
pub const NORTH_WEST: usize = 8;

/// About where each is to be, and its radius.
const WISHES: [([f32; 2], f32); 9] = [
    ([1880.0, 1170.0], 240.0),
    ([1000.0, 1130.0], 180.0),
    ([980.0, 1960.0], 130.0),
    ([1700.0, 1900.0], 100.0),
    ([2520.0, 1330.0], 150.0),
    ([3260.0, 1180.0], 120.0),
    ([3480.0, 2560.0], 170.0),
    ([2600.0, 3260.0], 140.0),
    ([900.0, 3130.0], 120.0),
];

/// The sites, each at the flattest and driest place near its wish.
pub fn sites(relief: &Relief) -> Vec<Site> {
    WISHES
        .iter()
        .map(|&([wish_x, wish_z], radius)| {
            let mut best = ([wish_x, wish_z], f32::MAX);
            for step in 0..11 * 11 {
                let (x, z) = (wish_x + (step % 11 - 5) as f32 * 24.0, wish_z + (step / 11 - 5) as f32 * 24.0);
                let mut cost = 0.0;
                for (dx, dz) in [(0.0, 0.0), (70.0, 0.0), (-70.0, 0.0), (0.0, 70.0), (0.0, -70.0)] {
                    let height = relief.heights.sample(x + dx, z + dz);
                    cost += relief.slope(x + dx, z + dz) * 10.0 + if height < 2.5 { 4.0 } else { 0.0 };
                }
                cost += ((x - wish_x).abs() + (z - wish_z).abs()) / 80.0;
                if cost < best.1 {
                    best = ([x, z], cost);
                }
            }
            Site { center: best.0, radius }
        })
        .collect()
}

/// How likely each place is a field, 0 to 1: low, gentle, and in the south-west.
pub fn fields(relief: &Relief) -> Field {
    Field::new(256, |x, z| {
        let south_west = smoothstep(2150.0, 1500.0, (x - 1250.0).abs() + (z - 1200.0).abs() * 1.25);
        let low = smoothstep(62.0, 34.0, relief.heights.sample(x, z));
        // The islets lie south of it.
        let mainland = smoothstep(620.0, 740.0, z + 0.25 * (x - 1200.0).max(0.0));
        low * smoothstep(0.24, 0.12, relief.slope(x, z)) * south_west * mainland
    })
}

/// How open people keep the land, 0 to 1: around villages and landmarks, and on the `fields`.
pub fn settled(sites: &[Site], places: &Places, fields: &Field) -> Field {
    let clearings = [(places.ruin, 45.0), (places.lighthouse, 50.0), (places.quay, 90.0)];
    let all: Vec<([f32; 2], f32)> =
        sites.iter().map(|site| (site.center, site.radius)).chain(clearings).collect();
    Field::new(128, |x, z| {
        let ragged = 70.0 * noise(x / 150.0, z / 150.0, 61);
        let near = all.iter().fold(0.0f32, |near, &(center, radius)| {
            let away = distance(center, [x, z]) + ragged.min(radius);
            near.max(smoothstep(radius * 2.3, radius * 0.9, away))
        });
        near.max(0.3 * fields.sample(x, z))
    })
}
