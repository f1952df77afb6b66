//! The smallest OPRW, part by part as the format is known: one land cell, one elevation, nothing packed.

use sward::formats::bytes::FormatError;
use sward::formats::wrp::{self, World};

/// The parts of a file with their names, in the order of the file.
#[derive(Clone)]
pub struct Parts(Vec<(&'static str, Vec<u8>)>);

impl Parts {
    /// A world of a version of 12 to 25 or 29, with an object, a peak and a piece of road.
    pub fn new(version: u32) -> Self {
        let since = |first: u32, bytes: &[u8]| if version >= first { bytes.to_vec() } else { Vec::new() };
        let u32s =
            |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let f32s =
            |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let matrix = f32s(&[1., 0., 0., 0., 1., 0., 0., 0., 1., 5., 6., 7.]);
        let link = [
            &[1, 0][..],
            &f32s(&[1., 2., 3.]),
            &since(24, &[4]),
            &u32s(&[77]),
            &since(29, &[9, 0, 0, 0]),
            &since(16, b"road.p3d\0"),
            &since(16, &matrix),
        ]
        .concat();
        let roads = [u32s(&[1]), link].concat();
        let object = [u32s(&[3, 0]), matrix, since(14, &[2, 0, 0, 0])].concat();
        let map_info = [u32s(&[12, 5]), f32s(&[8., 9.])].concat();
        let tree = |value: u8| vec![0, value, 0, value, 0];
        Self(vec![
            ("signature", b"OPRW".to_vec()),
            ("version", u32s(&[version])),
            ("app_id", since(25, b"ENF0")),
            ("header_unknown", since(29, &[1, 0, 0, 0, 2])),
            ("land", u32s(&[1, 1])),
            ("terrain", u32s(&[1, 1])),
            ("land_cell", f32s(&[40.0])),
            ("geography", tree(8)),
            ("sound_map", tree(1)),
            ("peaks", [u32s(&[1]), f32s(&[1., 2., 3.])].concat()),
            ("material_index", tree(1)),
            ("random", if version <= 20 { vec![7, 0] } else { Vec::new() }),
            ("grass_approx", since(18, &[3])),
            ("primary_texture", since(22, &[2])),
            ("elevation", f32s(&[12.5])),
            ("materials", [&u32s(&[2])[..], b"\0\0", b"a.rvmat\0\0"].concat()),
            ("models", [&u32s(&[1])[..], b"tree.p3d\0"].concat()),
            (
                "entities",
                since(
                    15,
                    &[
                        &u32s(&[1])[..],
                        b"Lamp\0lamp.p3d\0",
                        &f32s(&[1., 2., 3.]),
                        &u32s(&[6]),
                        &since(29, &[8, 0, 0, 0]),
                    ]
                    .concat(),
                ),
            ),
            ("object_offsets", tree(0)),
            ("objects_len", u32s(&[object.len() as u32])),
            ("map_object_offsets", tree(0)),
            ("map_info_len", u32s(&[map_info.len() as u32])),
            ("persistent", vec![1]),
            ("subdivision_hints", vec![3]),
            ("max_object_id", u32s(&[10])),
            ("roads_len", u32s(&[roads.len() as u32])),
            ("roads", roads),
            ("objects", object),
            ("map_info", map_info),
        ])
    }

    /// The same with other bytes for a part.
    pub fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let mut parts = self.clone();
        let part = parts.0.iter_mut().find(|(known, _)| *known == name).unwrap();
        part.1 = bytes.as_ref().to_vec();
        parts
    }

    /// The same with other map-info records, and with their length.
    pub fn with_map_info(&self, records: &[u8]) -> Self {
        self.with("map_info_len", (records.len() as u32).to_le_bytes()).with("map_info", records)
    }

    /// Where a part begins.
    pub fn offset(&self, name: &str) -> u64 {
        self.0.iter().take_while(|(known, _)| *known != name).map(|(_, bytes)| bytes.len() as u64).sum()
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect()
    }

    pub fn world(&self) -> World {
        let world = wrp::decode(&self.bytes()).unwrap();
        assert!(wrp::decode_for_drawing(&self.bytes()).is_ok());
        world
    }

    pub fn error(&self) -> FormatError {
        assert!(wrp::decode_for_drawing(&self.bytes()).is_err());
        wrp::decode(&self.bytes()).unwrap_err()
    }
}
