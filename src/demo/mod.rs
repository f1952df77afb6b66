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
mod write;

pub use write::{WriteError, encode_atlas, write};

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
    // The texture needs nothing of the land: it is painted while the rain falls, where a second core has nothing to do.
    let ((world, details), atlas) = rayon::join(land, atlas::paint);
    Island { world, details, atlas }
}

/// Everything but the texture.
fn land() -> (wrp::World, xray::Details) {
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
    let cover = woods::cover(&relief, &fields, &settled);
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
    (world, details)
}

/// Good places to look at the island from: a name, and the camera as [`crate::scene::camera_pose::CameraPose`] reads
/// it.
pub fn views() -> [(&'static str, &'static str); 6] {
    [
        ("overview", "-150,1000,-170,45,-28,45"),
        ("town", "1600,84,900,50,-14"),
        ("village street", "1075,24.2,1070,291,-2"),
        ("wood edge", "1330,14.2,1490,60,-2"),
        ("harbour", "2095,14,985,318,-7"),
        ("summit", "2402,332,2536,219,-14"),
    ]
}
