//! The built-in island, made in code: the same bytes in every run and on every machine.

#![allow(dead_code)]
mod atlas;
mod canvas;
mod catalog;
mod coast;
mod erosion;
mod field;
mod grass;
mod grass_models;
mod levelling;
mod noise;
mod placing;
mod plots;
mod relief;
mod roads;
mod routes;
mod sites;
mod terrain_maps;
mod villages;
mod woods;
mod world;

use crate::formats::{wrp, xray};
use crate::scene::clutter::Atlas;

/// Edge of the island's square in metres.
const SIZE: f32 = 4096.0;

/// Everything of the island, as it would be read from its files.
#[derive(Debug)]
pub struct Island {
    /// `island.wrp`.
    pub world: wrp::World,
    /// `level.details`.
    pub details: xray::Details,
    /// `build_details.dds`.
    pub atlas: Atlas,
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
    placed.extend(plots::hedges(&relief, &mut occupancy));
    placed.extend(woods::grow(&relief, &cover, &occupancy));
    let world = world::assemble(&relief, &cover, &roads, placed);
    let details = grass::sow(&relief, &cover, &occupancy);
    let atlas = atlas::paint();
    Island { world, details, atlas }
}
