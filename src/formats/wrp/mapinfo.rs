//! The records of the in-game map that end an OPRW 12 and later.

use super::super::bytes::{Cursor, Result, Warnings};
use super::{MapInfo, MapShape};

/// Names of the types 0 to 38, as in the `map` property of a model.
const TYPE_NAMES: [&str; 39] = [
    "tree",
    "smalltree",
    "bush",
    "building",
    "house",
    "forestborder",
    "foresttriangle",
    "forestsquare",
    "church",
    "chapel",
    "cross",
    "rock",
    "bunker",
    "fortress",
    "fountain",
    "viewtower",
    "lighthouse",
    "quay",
    "fuelstation",
    "hospital",
    "fence",
    "wall",
    "hide",
    "busstop",
    "road",
    "forest",
    "transmitter",
    "stack",
    "ruin",
    "tourism",
    "watertower",
    "track",
    "mainroad",
    "rocks",
    "powerlines",
    "railway",
    "solar",
    "wave",
    "wind",
];

/// How the payload of a type lies in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payload {
    Point,
    Bounds,
    Line,
    ColoredBounds,
    ObjectLine,
    Rail,
    Polyline,
}

impl Payload {
    /// The layout of a type; `None` for one that no source describes, whose length is unknown.
    pub fn of(kind: u32) -> Option<Self> {
        match kind {
            0..=2 | 10..=17 | 22 | 23 | 26 | 27 | 30 => Some(Self::Point),
            24 | 31 | 32 => Some(Self::Bounds),
            25 | 33 | 41..=43 => Some(Self::Line),
            3 | 4 | 8 | 9 | 18..=21 | 28 | 29 | 36..=39 => Some(Self::ColoredBounds),
            34 => Some(Self::ObjectLine),
            35 => Some(Self::Rail),
            44 => Some(Self::Polyline),
            _ => None,
        }
    }
}

impl MapInfo {
    /// What the type stands for, such as `tree`; `None` for a type that no source names.
    pub fn type_name(&self) -> Option<&'static str> {
        match self.kind {
            44 => Some("river"),
            kind => TYPE_NAMES.get(usize::try_from(kind).ok()?).copied(),
        }
    }
}

impl MapShape {
    /// The id of the object that a record belongs to; a line has none.
    pub fn object_id(&self) -> Option<u32> {
        match self {
            Self::Point { id, .. }
            | Self::Bounds { id, .. }
            | Self::ColoredBounds { id, .. }
            | Self::ObjectLine { id, .. }
            | Self::Rail { id, .. }
            | Self::Polyline { id, .. } => Some(*id),
            Self::Line { .. } => None,
        }
    }
}

/// Reads the records to the end of their block.
///
/// A record that cannot be read ends the list with a warning: nothing else in the file depends on it.
pub(super) fn read(mut cur: Cursor, warnings: &mut Warnings) -> Vec<MapInfo> {
    let mut records = Vec::new();
    while cur.remaining() > 0 {
        let at = cur.offset();
        match read_record(&mut cur) {
            Ok(Ok(record)) => records.push(record),
            Ok(Err(kind)) => {
                let left = cur.remaining();
                warnings.add("unknown-map-info", format!("map_info[{}]", records.len()), at, || {
                    format!(
                        "found the type {kind}, expected 0 to 44 without 5 to 7 and 40; the {left} bytes that \
                         follow are left out"
                    )
                });
                break;
            }
            Err(error) => {
                warnings.add("cut-map-info", format!("map_info[{}]", records.len()), at, || {
                    format!("found {}, expected {}", error.found, error.expected)
                });
                break;
            }
        }
    }
    records
}

/// Reads a record; the inner error is a type of unknown length.
fn read_record(cur: &mut Cursor) -> Result<std::result::Result<MapInfo, u32>> {
    let kind = cur.u32("map_info.kind")?;
    let Some(payload) = Payload::of(kind) else { return Ok(Err(kind)) };
    let shape = match payload {
        Payload::Point => {
            MapShape::Point { id: cur.u32("map_info.id")?, position: cur.f32s("map_info.position")? }
        }
        Payload::Bounds => MapShape::Bounds { id: cur.u32("map_info.id")?, corners: points(cur)? },
        Payload::Line => MapShape::Line {
            color: cur.u32("map_info.color")?,
            indicator: cur.u32("map_info.indicator")?,
            ends: points(cur)?,
        },
        Payload::ColoredBounds => MapShape::ColoredBounds {
            id: cur.u32("map_info.id")?,
            corners: points(cur)?,
            color_bgra: cur.array("map_info.color_bgra")?,
        },
        Payload::ObjectLine => MapShape::ObjectLine { id: cur.u32("map_info.id")?, ends: points(cur)? },
        Payload::Rail => MapShape::Rail {
            id: cur.u32("map_info.id")?,
            values: cur.f32s("map_info.values")?,
            flag: cur.u8("map_info.flag")?,
        },
        Payload::Polyline => {
            let id = cur.u32("map_info.id")?;
            let at = cur.offset();
            let count = cur.u32("map_info.points")?;
            let count = cur.count(at, "map_info.points", count.into(), 8)?;
            let points = (0..count).map(|_| cur.f32s("map_info.points")).collect::<Result<_>>()?;
            MapShape::Polyline { id, points }
        }
    };
    Ok(Ok(MapInfo { kind, shape }))
}

/// `N` points (x, z).
fn points<const N: usize>(cur: &mut Cursor) -> Result<[[f32; 2]; N]> {
    let mut points = [[0.0; 2]; N];
    for point in &mut points {
        *point = cur.f32s("map_info.points")?;
    }
    Ok(points)
}
