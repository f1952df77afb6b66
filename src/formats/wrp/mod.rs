//! `.wrp`: terrains of Operation Flashpoint, Arma and DayZ.
//!
//! Frame: left-handed, metres, X east, Y up, Z north, origin at the south-west corner. *Land* is the texture
//! grid, *terrain* the elevation grid; both cover the same square.

pub use decode::{decode, decode_for_drawing, recognise};
pub use encode::{EncodeError, encode};
pub use geography::{Geography, OldGeography};
pub use packed_numbers::{PackedId, RandomTint};

mod check;
mod decode;
mod encode;
mod geography;
mod layout;
mod mapinfo;
mod model_list;
mod oprw;
mod oprw_old;
mod packed;
mod packed_numbers;
mod quadtree;
mod roads;
mod wvr4;
mod wvr8;

use super::bytes::Warnings;
use super::grid::Grid;

// Numbers and tables are copied from the file as they are.
const _: () =
    assert!(cfg!(target_endian = "little"), "the files are little-endian, and so must the machine be");

/// Edge of a land cell in metres where the file doesn't state it: the engine's default.
pub const OLD_LAND_CELL: f32 = 50.0;

/// Kind of the warning about bytes that belong to nothing.
const BYTES_AFTER_END: &str = "bytes-after-end";
/// Kind of the warning about an object whose model isn't in the list.
const MODEL_OUT_OF_RANGE: &str = "model-out-of-range";
/// Kind of the warning about a road's path that can't be one.
const ODD_ROAD_MODEL: &str = "odd-road-model";
/// Kind of the warning about an object with an empty path.
const OBJECT_WITHOUT_MODEL: &str = "object-without-model";

/// What a decoder keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layers {
    /// Every field.
    All,
    /// What a picture needs: see [`decode_for_drawing`].
    Drawing,
}

/// Which layout the file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Binarised; versions 2, 3, 12 to 25, 28 and 29.
    Oprw(u32),
    /// Editable world of Arma to DayZ (Visitor, Terrain Builder).
    Wvr8,
    /// Editable world of Operation Flashpoint.
    Wvr4,
    /// The same without object ids.
    Wvr3,
}

/// A decoded world. A field that the variant doesn't have is `None` or empty.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The layout it was read from, or is to be written in.
    pub variant: Variant,
    /// Steam application or DLC id (OPRW 25 and later).
    pub app_id: Option<u32>,
    /// Five bytes of unknown meaning after `app_id` (OPRW 29; 28 if it has the layout of 29).
    pub header_unknown: Option<(u32, u8)>,
    /// Land cells to the east and to the north.
    pub land: [u32; 2],
    /// Elevations to the east and to the north.
    pub terrain: [u32; 2],
    /// Edge of one land cell in metres. Not in OPRW 2 and 3, 4WVR and 3WVR: 50.
    pub land_cell: f32,
    /// Per land cell; see [`Geography`] for the bits, for OPRW 2 and 3 [`OldGeography`].
    pub geography: Option<Grid<u32>>,
    /// Per land cell: index of the ambient sound. As in the engine a square of the land's width.
    pub sound_map: Option<Grid<u8>>,
    /// Named heights: (x, height, z) in metres.
    pub peaks: Vec<[f32; 3]>,
    /// Per land cell: index into `materials` (OPRW 2 and 3, 4WVR: textures).
    pub material_index: Grid<u16>,
    /// Per land cell: tint and offset of the texture, see [`RandomTint`] (OPRW 2, 3 as u32, up to 20 as u16).
    pub random: Option<Grid<u32>>,
    /// Per elevation: approximate cover by grass (OPRW 18 and later).
    pub grass_approx: Option<Grid<u8>>,
    /// Per elevation: the dominant layer of the surface mask (OPRW 22 and later).
    pub primary_texture: Option<Grid<u8>>,
    /// Metres over the sea, row 0 in the south.
    pub elevation: Grid<f32>,
    /// Surface materials; entry 0 normally has no path.
    pub materials: Vec<Material>,
    /// Paths of object models. Objects refer to them by index.
    pub models: Vec<String>,
    /// Objects with a class of their own (OPRW 15 and later).
    pub entities: Vec<Entity>,
    /// Per land cell: byte offset of its first object in the object table (OPRW 10 and later).
    pub object_offsets: Option<Grid<u32>>,
    /// Per land cell: byte offset of its first map-info record (OPRW 10 and later).
    pub map_object_offsets: Option<Grid<u32>>,
    /// Per land cell: non-zero where objects must stay loaded.
    pub persistent: Option<Grid<u8>>,
    /// Per elevation: subdivision hint, 0 to 3 (OPRW 12 and later; some of 12 may lack them).
    pub subdivision_hints: Option<Grid<u8>>,
    /// The highest id of an object (OPRW 12 and later), else the highest one met; -1 where there is none.
    pub max_object_id: i32,
    /// Road network (OPRW 12 and later).
    pub roads: Vec<RoadLink>,
    /// The placed objects, without the dummy record that ends some files.
    pub objects: Vec<Object>,
    /// What the in-game map shows.
    pub map_info: Vec<MapInfo>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

impl World {
    /// A flat world at sea level: no objects, no materials, every optional field `None`.
    pub fn flat(variant: Variant, land: [u32; 2], terrain: [u32; 2], land_cell: f32) -> Self {
        Self {
            land,
            terrain,
            land_cell,
            material_index: Grid::filled(land[0], land[1], 0),
            elevation: Grid::filled(terrain[0], terrain[1], 0.0),
            ..Self::blank(variant)
        }
    }

    /// A world without a size, to be filled by a decoder.
    fn blank(variant: Variant) -> Self {
        Self {
            variant,
            app_id: None,
            header_unknown: None,
            land: [0; 2],
            terrain: [0; 2],
            land_cell: 0.0,
            geography: None,
            sound_map: None,
            peaks: Vec::new(),
            material_index: Grid::default(),
            random: None,
            grass_approx: None,
            primary_texture: None,
            elevation: Grid::default(),
            materials: Vec::new(),
            models: Vec::new(),
            entities: Vec::new(),
            object_offsets: None,
            map_object_offsets: None,
            persistent: None,
            subdivision_hints: None,
            max_object_id: -1,
            roads: Vec::new(),
            objects: Vec::new(),
            map_info: Vec::new(),
            warnings: Warnings::default(),
        }
    }
}

/// A surface material: normally one path; none for "no material".
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Material {
    /// Paths of `.rvmat` or texture files.
    pub paths: Vec<String>,
    /// OPRW 2 and 3 only: the texture may be shifted.
    pub offset_uv: bool,
}

/// An object with a class of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// Name of its class, such as `Land_Hangar`.
    pub class: String,
    /// Path of its model.
    pub model: String,
    /// (x, height, z) in metres.
    pub position: [f32; 3],
    /// Id of the object, see [`PackedId`].
    pub object_id: u32,
    /// Unknown (OPRW 29).
    pub extra: Option<u32>,
}

/// A placed object. `matrix` is aside, up, dir, position: the images of the model's X, Y and Z axis, and where its
/// bounding centre goes, in metres. Scale and skew may be present.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Object {
    /// Unique id; -1 where the layout has none.
    pub id: i32,
    /// Index into [`World::models`].
    pub model: u32,
    /// Twelve numbers in the order of the file.
    pub matrix: [f32; 12],
    /// Shape parameter (OPRW 14 and later), 2 in practice.
    pub shape_param: u32,
}

/// A piece of road.
#[derive(Debug, Clone, PartialEq)]
pub struct RoadLink {
    /// The land cell that lists it: x, z.
    pub cell: [u32; 2],
    /// Points where it connects to others: (x, height, z) in metres.
    pub positions: Vec<[f32; 3]>,
    /// One connection type for each position (OPRW 24 and later), else empty.
    pub connection_types: Vec<u8>,
    /// Id of the object that is the road.
    pub object_id: i32,
    /// Unknown (OPRW 29).
    pub extra: Option<u32>,
    /// Path of the model (OPRW 16 and later), else empty.
    pub model: String,
    /// Where the model stands, like [`Object::matrix`] (OPRW 16 and later).
    pub matrix: Option<[f32; 12]>,
}

/// A record of the in-game map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapInfo {
    /// 0 tree, 3 building, 4 house, ...: see [`MapInfo::type_name`].
    pub kind: u32,
    /// The rest, in the layout of its type.
    pub shape: MapShape,
}

/// The layouts of a map-info record. Bounds are four corners (x, z) in the order a, b, c, d of the polygon a, b, d, c.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum MapShape {
    /// One point.
    Point { id: u32, position: [f32; 2] },
    /// A quadrangle.
    Bounds { id: u32, corners: [[f32; 2]; 4] },
    /// A line with a style.
    Line { color: u32, indicator: u32, ends: [[f32; 2]; 2] },
    /// A quadrangle with a colour, stored as B, G, R, A.
    ColoredBounds { id: u32, corners: [[f32; 2]; 4], color_bgra: [u8; 4] },
    /// A line of an object, such as a power line.
    ObjectLine { id: u32, ends: [[f32; 2]; 2] },
    /// Railway.
    Rail { id: u32, values: [f32; 6], flag: u8 },
    /// River or other polyline.
    Polyline { id: u32, points: Vec<[f32; 2]> },
}
