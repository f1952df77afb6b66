//! About the ground and the sea.

use glam::DVec3;

use super::{Answer, rounded, rounded_place};
use crate::scene::Scene;

/// Metres: what is looked at of a place.
const ABOUT: f64 = 15.0;

pub(super) fn of_heights(scene: &Scene, at: DVec3) -> Answer {
    let mut answer = Answer::new("Ground", (at, ABOUT));
    place(&mut answer, scene, at);
    if let Some((index, paths)) = world_material(scene, at) {
        let path = if paths.is_empty() { "none".to_owned() } else { paths.join(", ") };
        answer.under("Material", "Material", path, "");
        answer.under("Material", "Index", index, "");
    }
    answer
}

pub(super) fn of_mesh(scene: &Scene, at: DVec3, material: u16, sector: u16) -> Answer {
    let mut answer = Answer::new("Ground", (at, ABOUT));
    answer.tell("Position", rounded_place(at), "m");
    if let Some(height) = scene.ground.height_at(at.x, at.z) {
        answer.tell("Under the highest surface", rounded((f64::from(height) - at.y).max(0.0), 2), "m");
    }
    let list = scene.sources.materials.as_ref();
    if let Some(found) = list.and_then(|list| list.materials.get(usize::from(material))) {
        answer.under("Material", "Material", &found.name, "");
        answer.under("Material", "Flags", format!("{:#x}", found.flags), "");
    }
    answer.under("Material", "Index", material, "");
    answer.under("Material", "Sector", sector, "");
    answer
}

pub(super) fn of_water(scene: &Scene, at: DVec3) -> Answer {
    let mut answer = Answer::new("Water", (at, ABOUT));
    answer.tell("Position", rounded_place(at), "m");
    if let Some(level) = scene.sea_level {
        answer.tell("Sea level", level, "m");
        match scene.ground.height_at(at.x, at.z) {
            Some(bed) => {
                answer.tell("Depth", rounded(level - bed, 2), "m");
                answer.tell("Bed", rounded(bed, 2), "m");
            }
            None => answer.tell("Bed", "beyond the world", ""),
        }
    }
    answer
}

/// Position, elevation and slope. The height is that of the triangle there, and not of a coarser one that is drawn.
fn place(answer: &mut Answer, scene: &Scene, at: DVec3) {
    let ground = &scene.ground;
    let height = ground.height_at(at.x, at.z);
    let at = height.map_or(at, |height| at.with_y(f64::from(height)));
    answer.sphere.0 = at;
    answer.tell("Position", rounded_place(at), "m");
    answer.tell("Elevation", rounded(at.y, 2), "m");
    if let Some(normal) = ground.normal_at(at.x, at.z) {
        answer.tell("Slope", rounded(normal.y.clamp(-1.0, 1.0).acos().to_degrees(), 1), "°");
        let down = f64::from(normal.x).atan2(f64::from(normal.z)).to_degrees().rem_euclid(360.0);
        if normal.y < 1.0 {
            answer.tell("Falls towards", format!("{}° ({})", rounded(down, 0), compass(down)), "");
        }
    }
    let cell = [0, 1].map(|axis| ([at.x, at.z][axis] - ground.origin[axis]) / f64::from(ground.cell));
    if cell.iter().all(|points| *points >= 0.0) {
        answer.tell("Terrain cell", format!("{}, {}", cell[0] as u32, cell[1] as u32), "");
    }
}

fn compass(degrees: f64) -> &'static str {
    const NAMES: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let index = (degrees / 45.0).round() as usize % NAMES.len();
    NAMES[index]
}

/// Index and paths of the material of the land cell at a place.
fn world_material(scene: &Scene, at: DVec3) -> Option<(u16, Vec<String>)> {
    let world = &scene.sources.world.as_ref()?.world;
    let [x, z] = [at.x, at.z].map(|metres| (metres / f64::from(world.land_cell)).floor());
    let grid = &world.material_index;
    if !(0.0..f64::from(grid.width)).contains(&x) || !(0.0..f64::from(grid.height)).contains(&z) {
        return None;
    }
    let index = *grid.cells.get(z as usize * grid.width as usize + x as usize)?;
    let paths = world.materials.get(usize::from(index)).map(|material| material.paths.clone());
    let paths = paths.unwrap_or_default().into_iter().filter(|path| !path.is_empty()).collect();
    Some((index, paths))
}
