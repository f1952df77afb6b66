//! `.wrp`: terrains of Operation Flashpoint, Arma and DayZ.
//!
//! Frame: left-handed, metres, X east, Y up, Z north, origin at the south-west corner. *Land* is the texture
//! grid, *terrain* the elevation grid; both cover the same square.

use super::bytes::Warnings;
use super::grid::Grid;

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
    /// Five bytes of unknown meaning after `app_id` (OPRW 29).
    pub header_unknown: Option<(u32, u8)>,
    /// Land cells to the east and to the north.
    pub land: [u32; 2],
    /// Elevations to the east and to the north.
    pub terrain: [u32; 2],
    /// Edge of one land cell in metres. Not in OPRW 2 and 3, 4WVR and 3WVR: 50.
    pub land_cell: f32,
    /// Per land cell; see [`Geography`] for the bits (u32 before OPRW 10, u16 since).
    pub geography: Option<Grid<u32>>,
    /// Per land cell: index of the ambient sound.
    pub sound_map: Option<Grid<u8>>,
    /// Named heights: (x, height, z) in metres.
    pub peaks: Vec<[f32; 3]>,
    /// Per land cell: index into `materials` (OPRW 2 and 3, 4WVR: textures).
    pub material_index: Grid<u16>,
    /// Per land cell: tint and offset of the texture (OPRW 2, 3 as u32, up to 20 as u16).
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
    /// Per elevation: subdivision hint, 0 to 3.
    pub subdivision_hints: Option<Grid<u8>>,
    /// The highest id of an object (OPRW 12 and later), else the highest one met.
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
    /// Packed id of the object.
    pub object_id: u32,
    /// Unknown (OPRW 29).
    pub extra: Option<u32>,
}

/// A placed object. `matrix` is aside, up, dir, position: the images of the model's X, Y and Z axis, and where its
/// bounding centre goes, in metres. Scale and skew may be present.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
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

/// The bits of one cell of [`World::geography`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geography(pub u32);
