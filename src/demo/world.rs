//! The island as a [`World`]: every field of an OPRW 24.

use super::SIZE;
use super::catalog::{self, Mark, Model};
use super::field::Field;
use super::placing::Placed;
use super::relief::{EDGE, Relief};
use super::roads::{Class, Road};
use super::terrain_maps;
use crate::formats::bytes::Warnings;
use crate::formats::grid::Grid;
use crate::formats::wrp::{Entity, MapInfo, MapShape, Object, RoadLink, Variant, World};

/// Land cells to the east and to the north.
pub const LAND: u32 = 128;
/// Edge of a land cell in metres.
pub const LAND_CELL: f32 = SIZE / LAND as f32;
/// Bytes of an object's record since OPRW 14.
const OBJECT_LEN: u32 = 60;

/// Number of the land cell under a place.
pub fn land_cell([x, z]: [f32; 2]) -> usize {
    let number = |metres: f32| ((metres / LAND_CELL) as u32).min(LAND - 1);
    (number(z) * LAND + number(x)) as usize
}

/// Puts everything into the layout of the file.
pub fn assemble(relief: &Relief, cover: &Field, roads: &[Road], mut placed: Vec<Placed>) -> World {
    placed.sort_by_cached_key(|placed| land_cell(placed.place()));
    let mut used: Vec<&Model> = Vec::new();
    let objects: Vec<Object> = (1..)
        .zip(&placed)
        .map(|(id, placed)| {
            let known = used.iter().position(|model| std::ptr::eq(*model, placed.model));
            let model = known.unwrap_or_else(|| {
                used.push(placed.model);
                used.len() - 1
            });
            Object { id, model: model as u32, matrix: placed.matrix, shape_param: 2 }
        })
        .collect();
    let links = road_links(relief, roads, objects.len() as i32 + 1);
    let map_info = map_info(&placed, &links);
    let max_object_id = (objects.len() + links.len()) as i32;
    let maps = terrain_maps::paint(relief, cover, roads, &placed);
    World {
        variant: Variant::Oprw(24),
        app_id: None,
        header_unknown: None,
        land: [LAND; 2],
        terrain: [EDGE as u32; 2],
        land_cell: LAND_CELL,
        geography: Some(maps.geography),
        sound_map: Some(maps.sound_map),
        peaks: peaks(&relief.heights),
        material_index: maps.material_index,
        random: None,
        grass_approx: Some(maps.grass_approx),
        primary_texture: Some(maps.primary_texture),
        elevation: Grid { width: EDGE as u32, height: EDGE as u32, cells: relief.heights.values.clone() },
        materials: terrain_maps::materials(),
        models: used.iter().map(|model| model.path.to_owned()).collect(),
        entities: entities(&placed),
        object_offsets: Some(offsets(placed.iter().map(|placed| (land_cell(placed.place()), OBJECT_LEN)))),
        map_object_offsets: Some(offsets(map_info.iter().map(|(cell, info)| (*cell, map_info_len(info))))),
        persistent: Some(maps.persistent),
        subdivision_hints: Some(maps.subdivision_hints),
        max_object_id,
        roads: links,
        objects,
        map_info: map_info.into_iter().map(|(_, info)| info).collect(),
        warnings: Warnings::default(),
    }
}

/// Where each land cell's first record begins; `records` are the cells and the lengths, in the order of the cells.
fn offsets(records: impl Iterator<Item = (usize, u32)>) -> Grid<u32> {
    let mut lengths = vec![0u32; (LAND * LAND) as usize];
    for (cell, len) in records {
        lengths[cell] += len;
    }
    let mut offset = 0;
    let cells = lengths
        .into_iter()
        .map(|len| {
            offset += len;
            offset - len
        })
        .collect();
    Grid { width: LAND, height: LAND, cells }
}

/// Summits: the highest points of all within about 200 metres, the highest eight of them.
fn peaks(heights: &Field) -> Vec<[f32; 3]> {
    const BLOCK: usize = 8;
    const REACH: i32 = 3;
    let blocks = (heights.edge / BLOCK) as i32;
    let summit = |block_x: i32, block_z: i32| {
        let mut summit = [0.0f32; 3];
        for z in block_z as usize * BLOCK..(block_z as usize + 1) * BLOCK {
            for x in block_x as usize * BLOCK..(block_x as usize + 1) * BLOCK {
                let height = heights.values[z * heights.edge + x];
                if height > summit[1] {
                    summit = [x as f32 * heights.cell, height, z as f32 * heights.cell];
                }
            }
        }
        summit
    };
    let summits: Vec<[f32; 3]> =
        (0..blocks * blocks).map(|block| summit(block % blocks, block / blocks)).collect();
    let mut peaks: Vec<[f32; 3]> = (0..blocks * blocks)
        .filter_map(|block| {
            let own = summits[block as usize];
            let (block_x, block_z) = (block % blocks, block / blocks);
            let lower = |z: i32, x: i32| {
                x < 0 || z < 0 || x >= blocks || z >= blocks || {
                    let near = (z * blocks + x) as usize;
                    near == block as usize || summits[near][1] < own[1]
                }
            };
            let highest = (block_z - REACH..=block_z + REACH)
                .all(|z| (block_x - REACH..=block_x + REACH).all(|x| lower(z, x)));
            (own[1] > 30.0 && highest).then_some(own)
        })
        .collect();
    peaks.sort_by(|a, b| b[1].total_cmp(&a[1]));
    peaks.truncate(8);
    peaks
}

/// Cuts the roads into links of one model each.
fn road_links(relief: &Relief, roads: &[Road], first_id: i32) -> Vec<RoadLink> {
    let mut links: Vec<RoadLink> = Vec::new();
    for road in roads {
        let (model, connection) = match road.class {
            Class::Main => ("sward\\roads\\asf1_12.p3d", 2),
            Class::Street => ("sward\\roads\\asf3_12.p3d", 1),
            Class::Dirt => ("sward\\roads\\grav_12.p3d", 3),
            Class::Track => ("sward\\roads\\path_12.p3d", 4),
        };
        for pair in road.points.windows(2) {
            let ends = [pair[0], pair[1]].map(|[x, z]| [x, relief.height(x, z), z]);
            let center: [f32; 3] = std::array::from_fn(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
            let run: [f32; 3] = std::array::from_fn(|axis| ends[1][axis] - ends[0][axis]);
            let flat = (run[0] * run[0] + run[2] * run[2]).sqrt();
            let length = (flat * flat + run[1] * run[1]).sqrt();
            let aside = [run[2] / flat, 0.0, -run[0] / flat];
            let dir = run.map(|part| part / length);
            let up = [
                dir[1] * aside[2] - dir[2] * aside[1],
                dir[2] * aside[0] - dir[0] * aside[2],
                dir[0] * aside[1] - dir[1] * aside[0],
            ];
            let mut matrix = [0.0; 12];
            for (part, column) in matrix.chunks_exact_mut(3).zip([aside, up, dir, center]) {
                part.copy_from_slice(&column);
            }
            let cell = land_cell([center[0], center[2]]) as u32;
            links.push(RoadLink {
                cell: [cell % LAND, cell / LAND],
                positions: ends.to_vec(),
                connection_types: vec![connection; 2],
                object_id: 0,
                extra: None,
                model: model.to_owned(),
                matrix: Some(matrix),
            });
        }
    }
    links.sort_by_key(|link| link.cell[1] * LAND + link.cell[0]);
    for (id, link) in (first_id..).zip(&mut links) {
        link.object_id = id;
    }
    links
}

/// Objects with a class of their own: what a mission maker looks for by name.
fn entities(placed: &[Placed]) -> Vec<Entity> {
    let mut entities = Vec::new();
    for (object_id, placed) in (1u32..).zip(placed) {
        let class = [
            (&catalog::CHURCH_A, "Land_Sward_Church"),
            (&catalog::LIGHTHOUSE_A, "Land_Sward_Lighthouse"),
            (&catalog::RUIN_TOWER, "Land_Sward_Ruin"),
            (&catalog::WATERTOWER, "Land_Sward_Watertower"),
        ]
        .into_iter()
        .find(|(model, _)| std::ptr::eq(*model, placed.model));
        if let Some((model, class)) = class {
            entities.push(Entity {
                class: class.to_owned(),
                model: model.path.to_owned(),
                position: [placed.matrix[9], placed.matrix[10], placed.matrix[11]],
                object_id,
                extra: None,
            });
        }
    }
    entities
}

/// The records of the in-game map with the land cells that they belong to, in the order of the cells.
fn map_info(placed: &[Placed], links: &[RoadLink]) -> Vec<(usize, MapInfo)> {
    let mut records: Vec<(usize, MapInfo)> = (1u32..)
        .zip(placed)
        .filter_map(|(id, placed)| {
            let (kind, shape) = match placed.model.mark {
                Mark::None => return None,
                Mark::Point(kind) => (kind, MapShape::Point { id, position: placed.place() }),
                Mark::Plan(kind) => {
                    // B, G, R, A: walls grey, churches white, houses red.
                    let color_bgra = match kind {
                        20 | 21 => [96, 100, 104, 255],
                        8 | 9 => [235, 240, 240, 255],
                        28 => [110, 116, 120, 255],
                        _ => [58, 72, 150, 255],
                    };
                    (kind, MapShape::ColoredBounds { id, corners: placed.plan(), color_bgra })
                }
            };
            Some((land_cell(placed.place()), MapInfo { kind, shape }))
        })
        .collect();
    for link in links {
        let [a, b] = [link.positions[0], link.positions[1]];
        let (kind, width) = match link.connection_types[0] {
            2 => (32, Class::Main.width()),
            1 => (24, Class::Street.width()),
            3 => (24, Class::Dirt.width()),
            _ => (31, Class::Track.width()),
        };
        let (run_x, run_z) = (b[0] - a[0], b[2] - a[2]);
        let length = (run_x * run_x + run_z * run_z).sqrt();
        let (side_x, side_z) = (run_z / length * width / 2.0, -run_x / length * width / 2.0);
        let corners = [
            [a[0] - side_x, a[2] - side_z],
            [a[0] + side_x, a[2] + side_z],
            [b[0] - side_x, b[2] - side_z],
            [b[0] + side_x, b[2] + side_z],
        ];
        let cell = (link.cell[1] * LAND + link.cell[0]) as usize;
        let id = link.object_id as u32;
        records.push((cell, MapInfo { kind, shape: MapShape::Bounds { id, corners } }));
    }
    for (id, placed) in (1u32..).zip(placed) {
        if let Some(from) = placed.wire_from {
            let shape = MapShape::ObjectLine { id, ends: [from, placed.place()] };
            records.push((land_cell(placed.place()), MapInfo { kind: 34, shape }));
        }
    }
    records.sort_by_key(|(cell, _)| *cell);
    records
}

/// Bytes of a record with its type.
fn map_info_len(info: &MapInfo) -> u32 {
    4 + match &info.shape {
        MapShape::Point { .. } => 12,
        MapShape::Bounds { .. } => 36,
        MapShape::Line { .. } => 24,
        MapShape::ColoredBounds { .. } => 40,
        MapShape::ObjectLine { .. } => 20,
        MapShape::Rail { .. } => 29,
        MapShape::Polyline { points, .. } => 8 + 8 * points.len() as u32,
    }
}
