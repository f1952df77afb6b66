//! The built-in island, made in code: the same bytes in every run and on every machine.

#![allow(dead_code)] // The villages that use the rest follow.
mod catalog;
mod coast;
mod erosion;
mod field;
mod levelling;
mod noise;
mod placing;
mod relief;
mod roads;
mod routes;
mod sites;
mod terrain_maps;
mod villages;
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
    let mut relief = relief::relief();
    let sites = sites::sites(&relief);
    levelling::ease(&mut relief.heights, &sites);
    let roads = roads::network(&relief, &sites);
    levelling::level(&mut relief.heights, &roads);
    let settled = sites::settled(&relief, &sites);
    let cover = woods::cover(&relief, &settled);
    let mut occupancy = placing::Occupancy::new();
    roads::take(&roads, &mut occupancy);
    let mut placed = villages::build(&relief, &sites, &roads, &mut occupancy);
    placed.extend(woods::grow(&relief, &cover, &occupancy));
    let world = world::assemble(&relief, &cover, &roads, placed);
    Island { world }
}
