//! The built-in island, made in code: the same bytes in every run and on every machine.

mod atlas;
mod canvas;
mod catalog;
mod coast;
mod erosion;
mod field;
mod grass;
mod grass_models;
mod landmarks;
mod levelling;
mod noise;
mod placing;
mod plots;
mod relief;
mod roads;
mod roadside;
mod routes;
mod sites;
mod terrain_maps;
mod villages;
mod woods;
mod world;

use crate::formats::{wrp, xray};
use crate::scene::clutter::Atlas;
use grass::Land;

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
    relief.measure();
    let places = landmarks::find(&relief, &sites);
    let roads = roads::network(&relief, &sites, &places);
    levelling::level(&mut relief.heights, &roads);
    relief.measure();
    let fields = sites::fields(&relief);
    let settled = sites::settled(&sites, &places, &fields);
    let cover = woods::cover(&relief, &settled);
    let mut occupancy = placing::Occupancy::new();
    roads::take(&roads, &mut occupancy);
    let mut placed = landmarks::build(&relief, &places, &mut occupancy);
    placed.extend(villages::build(&relief, &sites, &roads, &mut occupancy));
    placed.extend(roadside::build(&relief, &sites, &fields, &roads, &mut occupancy));
    placed.extend(plots::hedges(&relief, &fields, &mut occupancy));
    placed.extend(woods::grow(&relief, &cover, &occupancy));
    let world = world::assemble(&relief, &cover, &roads, placed);
    let details =
        grass::sow(&Land { relief: &relief, fields: &fields, cover: &cover, occupancy: &occupancy });
    let atlas = atlas::paint();
    Island { world, details, atlas }
}
