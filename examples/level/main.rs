//! Writes a level of any size, for trying out and for measuring: the ground as `level.cform`, its grass as
//! `level.details` with `build_details.dds`, its materials as `gamemtl.xr`.
//!
//! `cargo run --release --example level -- 371 1000000 big-level` writes 371 x 371 slots over a million triangles.

mod mesh;
mod place;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use place::{MATERIALS, Place};
use sward::demo;
use sward::formats::bytes::Warnings;
use sward::formats::xray::{
    Details, GameMaterial, GameMaterials, Part, SLOT_SIZE, Slot, SlotBounds, SlotLight, encode_cform,
    encode_details, encode_game_materials,
};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [slots, triangles, folder] = args.as_slice() else {
        return Err("usage: level SLOTS TRIANGLES FOLDER, such as 371 1000000 big-level".into());
    };
    let (slots, triangles): (u32, u32) = (slots.parse()?, triangles.parse()?);
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    let place = Place::new(slots);
    fs::write(folder.join("level.cform"), encode_cform(&place.build(triangles))?)?;
    fs::write(folder.join("gamemtl.xr"), encode_game_materials(&materials())?)?;
    let island = demo::island();
    let details = Details { models: island.details.models, ..sown(&place, slots) };
    fs::write(folder.join("level.details"), encode_details(&details)?)?;
    fs::write(folder.join("build_details.dds"), demo::encode_atlas(&island.atlas)?)?;
    Ok(())
}

/// The materials of the ground, all of them solid.
fn materials() -> GameMaterials {
    let material = |(id, name): (u32, &str)| GameMaterial { id, name: name.to_owned(), flags: 0 };
    GameMaterials { materials: (0..).zip(MATERIALS).map(material).collect(), ..Default::default() }
}

/// Slots over the whole level. What grows where goes by noise: grass of three heights, flowers, herbs.
fn sown(place: &Place, slots: u32) -> Details {
    const PLANTS: [u16; 8] = [0, 1, 2, 3, 6, 7, 9, 11];
    let metres = |slot: u32| (slot as f32 - (slots / 2) as f32) * SLOT_SIZE;
    let slot = |index: u32| {
        let [x, z] = [index % slots, index / slots];
        let corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[dx, dz]| [metres(x + dx), metres(z + dz)]);
        let heights = corners.map(|[x, z]| place.height(x, z));
        let lowest = heights.iter().copied().fold(f32::MAX, f32::min);
        let highest = heights.iter().copied().fold(f32::MIN, f32::max);
        let wish = |plant: usize, [x, z]: [f32; 2]| {
            let own = place::noise(x / 17.0, z / 17.0, 50 + plant as u32);
            place.grass(x, z) * (8.0 * own + if plant < 3 { 4.0 } else { -1.0 })
        };
        let density = |plant: usize| corners.map(|corner| wish(plant, corner).clamp(0.0, 8.0) as u8);
        let mut parts: Vec<Part> = (0..)
            .zip(PLANTS)
            .map(|(plant, model)| Part { model: Some(model), density: density(plant) })
            .filter(|part| part.density != [0; 4])
            .collect();
        parts.resize(4, Part { model: None, density: [0; 4] });
        Slot {
            bounds: SlotBounds::enclosing(lowest - 0.3, highest + 0.3),
            parts: [parts[0], parts[1], parts[2], parts[3]],
            light: SlotLight::Baked { sun: 6, hemi: 6, rgb: [0; 3] },
        }
    };
    Details {
        version: 3,
        size: [slots; 2],
        offset: [(slots / 2) as i32; 2],
        models: Vec::new(),
        slots: (0..slots * slots).map(slot).collect(),
        warnings: Warnings::default(),
    }
}
