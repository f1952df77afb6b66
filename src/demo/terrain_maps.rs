//! The maps of the file that follow from the land: surfaces, geography, sounds and hints.

use super::SIZE;
use super::catalog::Mark;
use super::field::Field;
use super::placing::Placed;
use super::relief::{EDGE, Relief};
use super::roads::Road;
use super::world::{LAND, LAND_CELL, land_cell};
use crate::formats::grid::Grid;
use crate::formats::wrp::Material;
use rayon::prelude::*;

/// Everything painted here.
pub struct Maps {
    /// Per land cell.
    pub geography: Grid<u32>,
    /// Per land cell.
    pub sound_map: Grid<u8>,
    /// Per land cell.
    pub material_index: Grid<u16>,
    /// Per elevation.
    pub grass_approx: Grid<u8>,
    /// Per elevation.
    pub primary_texture: Grid<u8>,
    /// Per land cell.
    pub persistent: Grid<u8>,
    /// Per elevation.
    pub subdivision_hints: Grid<u8>,
}

/// Kinds of ground; the number is the layer of the mask, and one less than the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surface {
    Seabed,
    Beach,
    Grass,
    Broadleaf,
    Conifer,
    Rock,
    Settled,
}

/// How much of each kind of ground is covered by grass, as a byte.
const APPROXIMATE_GRASS: [u8; 7] = [0, 0, 200, 120, 60, 10, 90];

const MATERIALS: [&str; 7] =
    ["seabed", "beach", "grass", "forest_broadleaf", "forest_conifer", "rock", "settled"];

/// The list of the file: entry 0 has no path.
pub fn materials() -> Vec<Material> {
    let named = MATERIALS.iter().map(|name| Material {
        paths: vec![format!("sward\\data\\layers\\sward_{name}.rvmat")],
        offset_uv: false,
    });
    std::iter::once(Material::default()).chain(named).collect()
}

fn surface(relief: &Relief, cover: &Field, x: f32, z: f32) -> Surface {
    let height = relief.heights.sample(x, z);
    let slope = relief.slope(x, z);
    if height < 0.0 {
        Surface::Seabed
    } else if slope > 0.8 {
        Surface::Rock
    } else if height < 2.2 && slope < 0.2 {
        Surface::Beach
    } else if cover.sample(x, z) > 0.4 {
        if height > 110.0 { Surface::Conifer } else { Surface::Broadleaf }
    } else {
        Surface::Grass
    }
}

fn grid<T: Copy + Default + Send>(edge: u32, value: impl Fn(f32, f32) -> T + Sync) -> Grid<T> {
    let cell = SIZE / edge as f32;
    let mut grid = Grid::filled(edge, edge, T::default());
    grid.cells.par_chunks_mut(edge as usize).enumerate().for_each(|(z, row)| {
        for (x, out) in row.iter_mut().enumerate() {
            *out = value(x as f32 * cell, z as f32 * cell);
        }
    });
    grid
}

/// Paints all maps.
pub fn paint(relief: &Relief, cover: &Field, roads: &[Road], placed: &[Placed]) -> Maps {
    let cells = (LAND * LAND) as usize;
    let mut objects = vec![0u32; cells];
    let mut buildings = vec![0u32; cells];
    let mut roaded = vec![false; cells];
    for placed in placed {
        let cell = land_cell(placed.place());
        objects[cell] += 1;
        buildings[cell] += u32::from(matches!(placed.model.mark, Mark::Plan(_)));
    }
    for point in roads.iter().flat_map(|road| &road.points) {
        roaded[land_cell(*point)] = true;
    }

    let primary = grid(EDGE as u32, |x, z| surface(relief, cover, x, z) as u8);
    let middle = LAND_CELL / 2.0;
    let geography = grid(LAND, |x, z| {
        let cell = land_cell([x, z]);
        let corners = [(0.0, 0.0), (LAND_CELL, 0.0), (0.0, LAND_CELL), (LAND_CELL, LAND_CELL)]
            .map(|(dx, dz)| relief.heights.sample(x + dx, z + dz));
        let highest = corners.iter().fold(f32::MIN, |most, &height| most.max(height));
        let lowest = corners.iter().fold(f32::MAX, |least, &height| least.min(height));
        // 0 dry, 1 to wade, 2 to swim, 3 deep; 0 to 7 for a rise of 0 to 1 and more.
        let water = |height: f32| {
            if height >= 0.0 { 0 } else { 1 + u32::from(height < -1.0) + u32::from(height < -4.0) }
        };
        let gradient = (relief.slope(x + middle, z + middle) * 8.0).min(7.0) as u32;
        let count = objects[cell];
        let some = |count: u32| if count == 0 { 0 } else { 1 + u32::from(count > 4) + u32::from(count > 9) };
        water(highest)
            | u32::from(count > 9) << 2
            | u32::from(cover.sample(x + middle, z + middle) > 0.5) << 3
            | u32::from(roaded[cell]) << 4
            | water(lowest) << 5
            | some(count) << 7
            | some(buildings[cell]) << 9
            | gradient << 11
            | u32::from(roaded[cell]) << 14
            | u32::from(count > 0) << 15
    });
    let material_index = grid(LAND, |x, z| {
        if buildings[land_cell([x, z])] > 1 {
            return Surface::Settled as u16 + 1;
        }
        surface(relief, cover, x + middle, z + middle) as u16 + 1
    });
    let sound_map = grid(LAND, |x, z| {
        // 0 none, 1 sea, 2 wood, 3 meadow, 4 hills.
        let (x, z) = (x + middle, z + middle);
        let shore = relief.inland.sample(x, z);
        if shore < -200.0 {
            0
        } else if shore < 60.0 {
            1
        } else if cover.sample(x, z) > 0.4 {
            2
        } else if relief.heights.sample(x, z) > 120.0 {
            4
        } else {
            3
        }
    });
    let persistent = grid(LAND, |x, z| u8::from(roaded[land_cell([x, z])]));
    let subdivision_hints = grid(EDGE as u32, |x, z| {
        let quiet =
            relief.inland.sample(x, z) < -8.0 || roaded[land_cell([x, z])] || cover.sample(x, z) > 0.5;
        if quiet { 0 } else { 3 }
    });
    let grass_approx = Grid {
        cells: primary.cells.par_iter().map(|&layer| APPROXIMATE_GRASS[usize::from(layer)]).collect(),
        ..primary
    };
    Maps {
        geography,
        sound_map,
        material_index,
        grass_approx,
        primary_texture: primary,
        persistent,
        subdivision_hints,
    }
}
