//! Where public descriptions of the format are wrong, silent or at odds with each other.

use sward::formats::archive::{lzo, lzss};
use sward::formats::wrp::{self, MapShape, Material, Variant, World};

use crate::wrp_by_hand::Parts;
use crate::wrp_worlds::{fixture, world};

/// The only warning of a world.
fn only_warning(world: &World) -> (&'static str, u64) {
    let warnings: Vec<_> = world.warnings.iter().collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    (warnings[0].kind, warnings[0].count)
}

#[test]
fn the_signature_is_oprw() {
    assert_eq!(Parts::new(24).with("signature", "OPWR").error().found, "\"OPWR\"");
    assert!(wrp::recognise(b"OPRW") && !wrp::recognise(b"OPWR"));
}

#[test]
fn a_world_written_by_hand_reads_in_every_version() {
    for version in (12..=25).chain([29]) {
        let world = Parts::new(version).world();
        assert!(world.warnings.is_empty(), "{version}: {:?}", world.warnings);
        assert_eq!(world.variant, Variant::Oprw(version));
        assert_eq!((world.land, world.terrain, world.land_cell), ([1, 1], [1, 1], 40.0));
        assert_eq!(world.geography.unwrap().cells, [8]);
        assert_eq!(world.sound_map.unwrap().cells, [1]);
        assert_eq!(world.material_index.cells, [1]);
        assert_eq!(world.peaks, [[1.0, 2.0, 3.0]]);
        assert_eq!(world.elevation.cells, [12.5]);
        assert_eq!(world.models, ["tree.p3d"]);
        assert_eq!(world.objects[0].matrix[9..], [5.0, 6.0, 7.0]);
        assert_eq!((world.objects[0].id, world.objects[0].model), (3, 0));
        assert_eq!(world.max_object_id, 10);
        assert_eq!(world.roads[0].positions, [[1.0, 2.0, 3.0]]);
        assert_eq!(world.map_info[0].shape, MapShape::Point { id: 5, position: [8.0, 9.0] });
    }
}

#[test]
fn every_part_came_and_went_with_its_version() {
    for version in (12..=25).chain([29]) {
        let world = Parts::new(version).world();
        assert_eq!(world.app_id, (version >= 25).then_some(u32::from_le_bytes(*b"ENF0")), "{version}");
        assert_eq!(world.header_unknown, (version >= 29).then_some((1, 2)), "{version}");
        assert_eq!(world.random.is_some(), version <= 20, "{version}");
        assert_eq!(world.grass_approx.is_some(), version >= 18, "{version}");
        assert_eq!(world.primary_texture.is_some(), version >= 22, "{version}");
        assert_eq!(world.entities.len(), usize::from(version >= 15), "{version}");
        assert_eq!(world.objects[0].shape_param, if version >= 14 { 2 } else { 0 }, "{version}");
        let link = &world.roads[0];
        assert_eq!(link.connection_types.len(), usize::from(version >= 24), "{version}");
        assert_eq!(link.matrix.is_some(), version >= 16, "{version}");
        assert_eq!((link.extra, world.max_object_id), ((version >= 29).then_some(9), 10), "{version}");
    }
}

#[test]
fn the_four_bytes_of_a_road_are_the_id_of_its_object() {
    for version in [20, 24] {
        let world = Parts::new(version).world();
        assert_eq!((world.roads[0].object_id, world.roads[0].model.as_str()), (77, "road.p3d"));
    }
}

#[test]
fn a_block_is_raw_under_1024_bytes_and_not_1024_elements() {
    // 16 x 16 u32 are 1024 bytes: packed. 16 x 15 are 960: raw.
    for (height, packed) in [(16, true), (15, false)] {
        for version in [20, 24] {
            let mut world = World::flat(Variant::Oprw(version), [1, 1], [16, height], 40.0);
            world.elevation.cells.fill(1234.5);
            let bytes = wrp::encode(&world).unwrap();
            let raw: Vec<u8> = bytemuck::cast_slice(&world.elevation.cells).to_vec();
            assert_eq!(bytes.windows(raw.len()).any(|window| window == raw), !packed);
            assert_eq!(wrp::decode(&bytes).unwrap().elevation, world.elevation);
        }
    }
}

#[test]
fn blocks_are_lzss_up_to_22_and_lzo_since_23() {
    for version in 12..=25 {
        let mut world = World::flat(Variant::Oprw(version), [1, 1], [32, 32], 40.0);
        world.elevation.cells.fill(1234.5);
        let raw = bytemuck::cast_slice(&world.elevation.cells);
        let block = if version <= 22 { lzss::pack(raw) } else { lzo::pack(raw) };
        let bytes = wrp::encode(&world).unwrap();
        assert!(bytes.windows(block.len()).any(|window| window == block), "{version}");
    }
}

#[test]
fn the_lengths_of_the_tables_are_in_bytes() {
    let error = Parts::new(24).with("objects_len", 1u32.to_le_bytes()).error();
    assert_eq!((error.field.as_ref(), error.found.as_str()), ("objects_len", "1"));
    assert_eq!(error.offset, Parts::new(24).offset("objects_len"));
    assert!(error.expected.contains("multiple of 60"));
    assert!(Parts::new(13).with("objects_len", 60u32.to_le_bytes()).error().expected.contains("56"));
}

#[test]
fn the_stated_cell_is_a_land_cell() {
    let world = World::flat(Variant::Oprw(24), [2, 2], [8, 8], 40.0);
    let read = wrp::decode(&wrp::encode(&world).unwrap()).unwrap();
    assert_eq!(read.land_cell, 40.0);
    // 80 m for 8 elevations: 10 m between two of them.
    assert_eq!(read.land_cell * read.land[0] as f32 / read.terrain[0] as f32, 10.0);
}

#[test]
fn a_tree_of_one_leaf_need_not_be_zero() {
    let world = Parts::new(24).with("object_offsets", [0, 0x3c, 0, 0, 0]).world();
    assert_eq!(world.object_offsets.unwrap().cells, [60]);
}

#[test]
fn models_are_counted_from_zero() {
    let mut object = Parts::new(24).bytes();
    let at = Parts::new(24).offset("objects") as usize + 4;
    object[at] = 1;
    assert_eq!(only_warning(&wrp::decode(&object).unwrap()), ("model-out-of-range", 1));
}

#[test]
fn all_map_info_types_are_known_but_four() {
    let lengths = |kind: u32| match kind {
        0..=2 | 10..=17 | 22 | 23 | 26 | 27 | 30 => Some(12),
        24 | 31 | 32 => Some(36),
        25 | 33 | 41..=43 => Some(24),
        3 | 4 | 8 | 9 | 18..=21 | 28 | 29 | 36..=39 => Some(40),
        34 => Some(20),
        35 => Some(29),
        44 => Some(8),
        _ => None,
    };
    for kind in 0..50u32 {
        let after = [&12u32.to_le_bytes()[..], &[0; 12]].concat();
        let payload = vec![0; lengths(kind).unwrap_or(12)];
        let world =
            Parts::new(24).with_map_info(&[&kind.to_le_bytes()[..], &payload, &after].concat()).world();
        if lengths(kind).is_some() {
            assert!(world.warnings.is_empty(), "{kind}: {:?}", world.warnings);
            assert_eq!((world.map_info.len(), world.map_info[0].kind), (2, kind));
        } else {
            assert_eq!(only_warning(&world), ("unknown-map-info", 1), "{kind}");
            assert!(world.map_info.is_empty());
        }
    }
}

#[test]
fn an_unknown_map_info_type_keeps_what_went_before() {
    let tree = [&0u32.to_le_bytes()[..], &[0; 12]].concat();
    let parts = Parts::new(24).with_map_info(&[&tree[..], &tree, &99u32.to_le_bytes(), &[1; 30]].concat());
    let world = parts.world();
    assert_eq!(world.map_info.len(), 2);
    assert_eq!(world.map_info[0].type_name(), Some("tree"));
    let warning = world.warnings.iter().next().unwrap();
    assert_eq!((warning.field.as_str(), warning.offset), ("map_info[2]", parts.offset("map_info") + 32));
}

#[test]
fn a_cut_map_info_record_is_a_warning() {
    let world = Parts::new(24).with_map_info(&[0, 0, 0, 0, 5, 0]).world();
    assert_eq!(only_warning(&world), ("cut-map-info", 1));
    let river = [&44u32.to_le_bytes()[..], &[0; 4], &u32::MAX.to_le_bytes()].concat();
    assert_eq!(only_warning(&Parts::new(24).with_map_info(&river).world()), ("cut-map-info", 1));
}

#[test]
fn the_colour_of_map_info_is_bgra() {
    let record = [&3u32.to_le_bytes()[..], &[0; 36], &[1, 2, 3, 4]].concat();
    let world = Parts::new(24).with_map_info(&record).world();
    assert!(matches!(world.map_info[0].shape, MapShape::ColoredBounds { color_bgra: [1, 2, 3, 4], .. }));
}

#[test]
fn a_material_may_have_several_paths() {
    let materials = b"\x03\0\0\0\0\0one.rvmat\0\0two.rvmat\0and.rvmat\0\0";
    let world = Parts::new(24).with("materials", materials).world();
    let expected = [vec![], vec!["one.rvmat"], vec!["two.rvmat", "and.rvmat"]];
    assert_eq!(
        world.materials.iter().map(|material| &material.paths).collect::<Vec<_>>(),
        expected.each_ref()
    );
}

#[test]
fn the_byte_after_an_old_texture_is_only_a_byte() {
    let mut old = world(Variant::Oprw(3), &fixture());
    old.materials = vec![
        Material { paths: vec!["landtext\\mo.pac".into()], offset_uv: true },
        Material { paths: vec!["landtext\\pi.pac".into()], offset_uv: false },
    ];
    assert_eq!(wrp::decode(&wrp::encode(&old).unwrap()).unwrap().materials, old.materials);
}

#[test]
fn a_road_under_the_wrong_rule_is_noticed_though_its_size_fits() {
    // Two bytes too few before the path: text ends at the next NUL, whatever stands there.
    let path = b"\x04\x01\x7f\0oad.p3d\0";
    let roads = Parts::new(24).bytes();
    let at = Parts::new(24).offset("roads") as usize;
    let link = roads[at..at + 4 + 2 + 12 + 1 + 4].to_vec();
    let matrix = [0; 48];
    let block = [&link[..], &path[..4], &matrix].concat();
    let parts = Parts::new(24).with("roads_len", (block.len() as u32).to_le_bytes()).with("roads", block);
    assert_eq!(only_warning(&parts.world()), ("odd-road-model", 1));
}

#[test]
fn a_road_network_must_fill_its_block() {
    let parts = Parts::new(24);
    let at = parts.offset("roads") as usize;
    let mut longer = parts.bytes()[at..parts.offset("objects") as usize].to_vec();
    longer.push(0);
    let error = parts.with("roads_len", (longer.len() as u32).to_le_bytes()).with("roads", &longer).error();
    assert_eq!(
        (error.field.as_ref(), error.found.as_str()),
        ("roads", "1 more bytes after the last land cell")
    );
    longer.truncate(longer.len() - 9);
    let error = parts.with("roads_len", (longer.len() as u32).to_le_bytes()).with("roads", &longer).error();
    assert!(error.found.contains("the end of the block"), "{error}");
}

#[test]
fn bytes_after_the_end_are_a_warning() {
    let bytes = [Parts::new(24).bytes(), vec![0; 3]].concat();
    assert_eq!(only_warning(&wrp::decode(&bytes).unwrap()), ("bytes-after-end", 1));
}

#[test]
fn heights_that_are_no_numbers_are_a_warning_and_stay() {
    let world = Parts::new(24).with("elevation", f32::NAN.to_le_bytes()).world();
    assert_eq!(only_warning(&world), ("elevation-not-finite", 1));
    assert!(world.elevation.cells[0].is_nan());
}

#[test]
fn versions_without_a_known_layout_are_refused_by_number() {
    for version in [0, 1, 4, 7, 10, 11, 26, 27, 30, 99] {
        let error = Parts::new(24).with("version", u32::to_le_bytes(version)).error();
        assert_eq!((error.field.as_ref(), error.offset), ("version", 4));
        assert!(error.found.contains(&format!("version {version}")), "{error}");
        assert!(error.expected.contains("2, 3, 12 to 25, 28 or 29"), "{error}");
    }
}

#[test]
fn other_worlds_are_refused_by_name() {
    for signature in ["2WVR", "1WVR", "ACRE"] {
        let bytes = format!("{signature}\u{1}\0\0\0");
        assert!(wrp::recognise(bytes.as_bytes()));
        assert!(wrp::decode(bytes.as_bytes()).unwrap_err().found.starts_with(signature));
    }
}

#[test]
fn the_dummy_that_ends_an_8wvr_is_dropped_and_may_be_absent() {
    let world = world(Variant::Wvr8, &fixture());
    let bytes = wrp::encode(&world).unwrap();
    assert_eq!(wrp::decode(&bytes).unwrap(), world);
    assert_eq!(wrp::decode(&bytes[..bytes.len() - 56]).unwrap(), world);
    // Its id is whatever the editor had in memory.
    let mut garbage = bytes.clone();
    let at = bytes.len() - 8;
    garbage[at..at + 4].copy_from_slice(&23_260_988u32.to_le_bytes());
    assert_eq!(wrp::decode(&garbage).unwrap(), world);
    // In the middle it is an object that lacks its model.
    let read = wrp::decode(&[&bytes[..], &bytes[bytes.len() - 56..]].concat()).unwrap();
    assert_eq!(read.objects.len(), world.objects.len() + 1);
    assert!(read.warnings.iter().any(|warning| warning.kind == "object-without-model"));
}

/// A 4WVR of one cell, by hand.
fn old_editable(signature: &str, height: i16, objects: &[u8]) -> Vec<u8> {
    let mut bytes = [signature.as_bytes(), &[1, 0, 0, 0, 1, 0, 0, 0]].concat();
    bytes.extend_from_slice(&height.to_le_bytes());
    bytes.extend_from_slice(&[3, 0]);
    let mut textures = vec![0; 512 * 32];
    textures[..15].copy_from_slice(b"LandText\\mo.pac");
    bytes.extend_from_slice(&textures);
    bytes.extend_from_slice(objects);
    bytes
}

/// An object of 128 bytes.
fn old_object(id: Option<i32>, path: &str) -> Vec<u8> {
    let mut object = [0; 48].to_vec();
    object.extend(id.into_iter().flat_map(i32::to_le_bytes));
    object.extend_from_slice(path.as_bytes());
    object.resize(128, 0);
    object
}

#[test]
fn heights_of_a_4wvr_are_signed_steps_of_45_millimetres() {
    let heights = |height| wrp::decode(&old_editable("4WVR", height, &[])).unwrap().elevation.cells[0];
    assert_eq!(heights(100), 100.0 * 0.045);
    assert_eq!(heights(-200), -200.0 * 0.045);
}

#[test]
fn a_4wvr_ends_at_an_empty_name_or_at_its_end() {
    let trees = [old_object(Some(5), "a.p3d"), old_object(Some(9), "b.p3d")].concat();
    let world = wrp::decode(&old_editable("4WVR", 0, &trees)).unwrap();
    assert_eq!((world.objects.len(), world.max_object_id), (2, 9));
    assert_eq!((world.materials.len(), world.land_cell), (512, 50.0));
    let more = [&trees[..], &old_object(Some(1), ""), b"left out"].concat();
    assert_eq!(wrp::decode(&old_editable("4WVR", 0, &more)).unwrap(), world);
}

#[test]
fn a_3wvr_has_no_ids_and_longer_paths() {
    let path = "x".repeat(79);
    let world = wrp::decode(&old_editable("3WVR", 0, &old_object(None, &path))).unwrap();
    assert_eq!((world.objects[0].id, world.models[0].as_str()), (-1, path.as_str()));
    assert_eq!((world.variant, world.max_object_id), (Variant::Wvr3, -1));
}
