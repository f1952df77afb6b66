//! The built-in island, made in code: the same bytes in every run and on every machine.

#![allow(dead_code)] // The villages that use the rest follow.

mod catalog;
mod coast;
mod erosion;
mod field;
mod noise;
mod placing;
mod relief;
mod roads;
mod terrain_maps;
mod woods;
mod world;

use crate::formats::wrp;

/// Edge of the island's square in metres.
const SIZE: f32 = 4096.0;

/// Everything of the island, as it would be read from its files.
#[derive(Debug)]
pub struct Island {
    /// `island.wrp`.
    pub world: wrp::World,
}

/// Makes the island.
pub fn island() -> Island {
    let relief = relief::relief();
    let settled = field::Field::new(64, |_, _| 0.0);
    let cover = woods::cover(&relief, &settled);
    let occupancy = placing::Occupancy::new();
    let placed = woods::grow(&relief, &cover, &occupancy);
    Island { world: world::assemble(&relief, &cover, &[], placed) }
}
