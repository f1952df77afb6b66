//! Writes OPRW 12 to 25, 28 and 29.

use bytemuck::Pod;

use super::super::super::grid::Grid;
use super::super::layout::Layout;
use super::super::mapinfo::Payload;
use super::super::packed::{self, Codec};
use super::super::quadtree::{self, Element};
use super::super::{Entity, MapInfo, MapShape, Material, Object, RoadLink, World};
use super::{EncodeError, Result, put_asciiz, put_f32s, put_len, put_u32, sized};

pub(super) fn encode(world: &World, version: u32) -> Result<Vec<u8>> {
    let layout = Layout::to_write(world, version).ok_or_else(|| {
        EncodeError::new("variant", format!("OPRW {version}"), super::super::layout::SUPPORTED)
    })?;
    let World { land, terrain, .. } = *world;
    let codec = layout.codec;
    let mut out = Vec::with_capacity(1 << 20);
    out.extend_from_slice(b"OPRW");
    put_u32(&mut out, version);
    if layout.app_id {
        put_u32(&mut out, world.app_id.unwrap_or(0));
    }
    if layout.extras {
        let (number, byte) = world.header_unknown.unwrap_or((0, 0));
        put_u32(&mut out, number);
        out.push(byte);
    }
    for cells in [land, terrain].concat() {
        put_u32(&mut out, cells);
    }
    put_f32s(&mut out, &[world.land_cell]);

    put_tree(&mut out, "geography", shorts("geography", world.geography.as_ref())?.as_ref(), land)?;
    put_tree(&mut out, "sound_map", world.sound_map.as_ref(), [land[0]; 2])?;
    put_peaks(&mut out, &world.peaks)?;
    put_tree(&mut out, "material_index", Some(&world.material_index), land)?;
    if layout.random {
        put_block(&mut out, "random", shorts("random", world.random.as_ref())?.as_ref(), land, codec)?;
    }
    if layout.grass_approx {
        put_block(&mut out, "grass_approx", world.grass_approx.as_ref(), terrain, codec)?;
    }
    if layout.primary_texture {
        put_block(&mut out, "primary_texture", world.primary_texture.as_ref(), terrain, codec)?;
    }
    put_block(&mut out, "elevation", Some(&world.elevation), terrain, codec)?;

    put_len(&mut out, "materials", world.materials.len())?;
    for (index, material) in world.materials.iter().enumerate() {
        put_material(&mut out, index, material)?;
    }
    put_models(&mut out, &world.models)?;
    if layout.entities {
        put_len(&mut out, "entities", world.entities.len())?;
        for (index, entity) in world.entities.iter().enumerate() {
            put_entity(&mut out, index, entity, &layout)?;
        }
    }
    let mut map_info = Vec::new();
    for (index, record) in world.map_info.iter().enumerate() {
        put_map_info(&mut map_info, index, record)?;
    }
    let roads = roads_block(world, &layout)?;
    put_tree(&mut out, "object_offsets", world.object_offsets.as_ref(), land)?;
    put_len(&mut out, "objects", world.objects.len() * layout.object_len())?;
    put_tree(&mut out, "map_object_offsets", world.map_object_offsets.as_ref(), land)?;
    put_len(&mut out, "map_info", map_info.len())?;
    put_block(&mut out, "persistent", world.persistent.as_ref(), land, codec)?;
    if layout.subdivision_hints {
        put_block(&mut out, "subdivision_hints", world.subdivision_hints.as_ref(), terrain, codec)?;
    }
    out.extend_from_slice(&world.max_object_id.to_le_bytes());
    put_len(&mut out, "roads", roads.len())?;
    out.extend_from_slice(&roads);
    for object in &world.objects {
        put_object(&mut out, object, layout.object_len());
    }
    out.extend_from_slice(&map_info);
    Ok(out)
}

/// A grid as a tree; zeros where there is none.
fn put_tree<T: Element>(
    out: &mut Vec<u8>,
    field: &str,
    grid: Option<&Grid<T>>,
    size: [u32; 2],
) -> Result<()> {
    match grid {
        Some(grid) => {
            sized(field, grid, size)?;
            quadtree::write(out, grid);
        }
        None => out.extend_from_slice(&[0; 5]),
    }
    Ok(())
}

/// A grid as a packed block; zeros where there is none.
pub(super) fn put_block<T: Pod>(
    out: &mut Vec<u8>,
    field: &str,
    grid: Option<&Grid<T>>,
    size: [u32; 2],
    codec: Codec,
) -> Result<()> {
    let zeros;
    let cells = match grid {
        Some(grid) => sized(field, grid, size)?,
        None => {
            zeros = vec![T::zeroed(); size[0] as usize * size[1] as usize];
            &zeros
        }
    };
    packed::put(out, bytemuck::cast_slice(cells), codec);
    Ok(())
}

/// The values of a grid that the layout stores in 16 bits.
fn shorts(field: &str, grid: Option<&Grid<u32>>) -> Result<Option<Grid<u16>>> {
    let Some(grid) = grid else { return Ok(None) };
    let narrow = |&value| u16::try_from(value).map_err(|_| EncodeError::new(field, value, "at most 65535"));
    let cells = grid.cells.iter().map(narrow).collect::<Result<_>>()?;
    Ok(Some(Grid { width: grid.width, height: grid.height, cells }))
}

pub(super) fn put_peaks(out: &mut Vec<u8>, peaks: &[[f32; 3]]) -> Result<()> {
    put_len(out, "peaks", peaks.len())?;
    put_f32s(out, peaks.as_flattened());
    Ok(())
}

pub(super) fn put_models(out: &mut Vec<u8>, models: &[String]) -> Result<()> {
    put_len(out, "models", models.len())?;
    for (index, model) in models.iter().enumerate() {
        put_asciiz(out, || format!("models[{index}]"), model)?;
    }
    Ok(())
}

/// The paths and then an empty one; "no material" is two NUL.
fn put_material(out: &mut Vec<u8>, index: usize, material: &Material) -> Result<()> {
    let field = || format!("materials[{index}].paths");
    if material.paths.is_empty() {
        out.push(0);
    }
    for path in &material.paths {
        if path.is_empty() {
            return Err(EncodeError::new(field(), "an empty path", "no path at all"));
        }
        put_asciiz(out, field, path)?;
    }
    out.push(0);
    Ok(())
}

fn put_entity(out: &mut Vec<u8>, index: usize, entity: &Entity, layout: &Layout) -> Result<()> {
    put_asciiz(out, || format!("entities[{index}].class"), &entity.class)?;
    put_asciiz(out, || format!("entities[{index}].model"), &entity.model)?;
    put_f32s(out, &entity.position);
    put_u32(out, entity.object_id);
    if layout.extras {
        put_u32(out, entity.extra.unwrap_or(0));
    }
    Ok(())
}

pub(super) fn put_object(out: &mut Vec<u8>, object: &Object, len: usize) {
    // Shorter records lack the last field.
    out.extend(bytemuck::bytes_of(object).iter().take(len));
}

/// For each land cell its links, whatever their order in the world.
fn roads_block(world: &World, layout: &Layout) -> Result<Vec<u8>> {
    let [width, height] = world.land;
    let mut links: Vec<(usize, &RoadLink)> = world.roads.iter().enumerate().collect();
    links.sort_by_key(|(_, link)| [link.cell[1], link.cell[0]]);
    let mut out = Vec::new();
    let mut rest = links.as_slice();
    for z in 0..height {
        for x in 0..width {
            let here = rest.iter().take_while(|(_, link)| link.cell == [x, z]).count();
            let (here, later) = rest.split_at_checked(here).unwrap_or_default();
            put_len(&mut out, "roads", here.len())?;
            for (index, link) in here {
                put_link(&mut out, *index, link, layout)?;
            }
            rest = later;
        }
    }
    match rest.first() {
        None => Ok(out),
        Some((index, link)) => Err(EncodeError::new(
            format!("roads[{index}].cell"),
            format!("{:?}", link.cell),
            format!("a cell of {width} x {height}"),
        )),
    }
}

fn put_link(out: &mut Vec<u8>, index: usize, link: &RoadLink, layout: &Layout) -> Result<()> {
    let count = link.positions.len();
    let short = u16::try_from(count)
        .map_err(|_| EncodeError::new(format!("roads[{index}].positions"), count, "at most 65535"))?;
    out.extend_from_slice(&short.to_le_bytes());
    put_f32s(out, link.positions.as_flattened());
    if layout.connection_types {
        match link.connection_types.len() {
            0 => out.resize(out.len() + count, 0),
            types if types == count => out.extend_from_slice(&link.connection_types),
            types => {
                let field = format!("roads[{index}].connection_types");
                return Err(EncodeError::new(
                    field,
                    types,
                    format!("none, or {count}: one for each position"),
                ));
            }
        }
    }
    out.extend_from_slice(&link.object_id.to_le_bytes());
    if layout.extras {
        put_u32(out, link.extra.unwrap_or(0));
    }
    if layout.road_models {
        put_asciiz(out, || format!("roads[{index}].model"), &link.model)?;
        let matrix = link
            .matrix
            .ok_or_else(|| EncodeError::new(format!("roads[{index}].matrix"), "none", "twelve numbers"))?;
        put_f32s(out, &matrix);
    }
    Ok(())
}

fn put_map_info(out: &mut Vec<u8>, index: usize, record: &MapInfo) -> Result<()> {
    put_u32(out, record.kind);
    let payload = match &record.shape {
        MapShape::Point { id, position } => {
            put_u32(out, *id);
            put_f32s(out, position);
            Payload::Point
        }
        MapShape::Bounds { id, corners } => {
            put_u32(out, *id);
            put_f32s(out, corners.as_flattened());
            Payload::Bounds
        }
        MapShape::Line { color, indicator, ends } => {
            put_u32(out, *color);
            put_u32(out, *indicator);
            put_f32s(out, ends.as_flattened());
            Payload::Line
        }
        MapShape::ColoredBounds { id, corners, color_bgra } => {
            put_u32(out, *id);
            put_f32s(out, corners.as_flattened());
            out.extend_from_slice(color_bgra);
            Payload::ColoredBounds
        }
        MapShape::ObjectLine { id, ends } => {
            put_u32(out, *id);
            put_f32s(out, ends.as_flattened());
            Payload::ObjectLine
        }
        MapShape::Rail { id, values, flag } => {
            put_u32(out, *id);
            put_f32s(out, values);
            out.push(*flag);
            Payload::Rail
        }
        MapShape::Polyline { id, points } => {
            put_u32(out, *id);
            put_len(out, "map_info.points", points.len())?;
            put_f32s(out, points.as_flattened());
            Payload::Polyline
        }
    };
    match Payload::of(record.kind) {
        Some(expected) if expected == payload => Ok(()),
        Some(expected) => Err(EncodeError::new(
            format!("map_info[{index}].shape"),
            format!("{payload:?}"),
            format!("{expected:?}, the layout of type {}", record.kind),
        )),
        None => Err(EncodeError::new(format!("map_info[{index}].kind"), record.kind, "a known type")),
    }
}
