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
mod signals;
mod sites;
mod terrain_maps;
mod villages;
mod woods;
mod world;
mod write;

pub use write::{WriteError, encode_atlas, write};

use crate::formats::bfres::Bfres;
use crate::formats::{wrp, xray};
use crate::scene::assemble::{Grass, Parts};
use crate::scene::bind::Bind;
use crate::scene::clutter::Atlas;
use grass::Soil;
use landmarks::Places;
use relief::Relief;

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
    /// `island.bfres`: the harbour's flag and signal board.
    pub bfres: Bfres,
    /// What its patterns drive beside its own materials; `island.toml` says so.
    pub binds: Vec<Bind>,
}

impl Island {
    /// As the parts of a scene.
    pub fn into_parts(self) -> Parts {
        Parts {
            name: "the demo island".into(),
            world: Some(self.world),
            grass: Some(Grass::Level(self.details, Some(self.atlas))),
            bfres: vec![self.bfres],
            binds: self.binds,
            ..Parts::default()
        }
    }
}

/// Makes the island.
pub fn island() -> Island {
    // The texture needs nothing of the land: it is painted while the rain falls, where a second core has nothing to do.
    let (land, atlas) = rayon::join(land, atlas::paint);
    let Land { relief, places, world, details } = land;
    let bfres = signals::bfres(&relief, &places, &atlas);
    Island { world, details, atlas, bfres, binds: signals::binds() }
}

/// The land, as far as it needs no texture.
struct Land {
    relief: Relief,
    places: Places,
    world: wrp::World,
    details: xray::Details,
}

fn land() -> Land {
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
        grass::sow(&Soil { relief: &relief, fields: &fields, cover: &cover, occupancy: &occupancy });
    Land { relief, places, world, details }
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
