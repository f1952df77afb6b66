//! Real worlds and worlds from an independent encoder, where the samples lie beside the project.

use std::path::{Path, PathBuf};

use sward::formats::wrp::{self, MapShape, Variant, World};

/// The folder of samples, if this machine has it.
fn samples() -> Option<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/wrp"));
    folder.is_dir().then(|| folder.to_path_buf())
}

fn decoded(path: &Path) -> World {
    wrp::decode(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_elevations_of_utes_are_those_of_its_source() {
    let Some(samples) = samples() else { return };
    let world = decoded(&samples.join("utes.wrp"));
    let source = std::fs::read_to_string(samples.join("utes.asc")).unwrap();
    let mut rows: Vec<Vec<f32>> = source
        .lines()
        .filter(|line| !line.starts_with(|c: char| c.is_ascii_alphabetic()))
        .map(|line| line.split_ascii_whitespace().map(|metres| metres.parse().unwrap()).collect())
        .filter(|row: &Vec<f32>| !row.is_empty())
        .collect();
    rows.reverse(); // The source begins in the north, the world in the south.
    assert_eq!((rows.len(), world.terrain), (512, [512; 2]));
    assert_eq!(rows.concat(), world.elevation.cells);
}

#[test]
fn utes_loses_its_dummy_and_nothing_else() {
    let Some(samples) = samples() else { return };
    let world = decoded(&samples.join("utes.wrp"));
    assert_eq!(world.variant, Variant::Wvr8);
    assert_eq!((world.land, world.land_cell), ([128; 2], 40.0));
    assert_eq!(world.objects.len(), 14_891);
    assert_eq!(world.max_object_id, 14_890);
    assert_eq!((world.materials.len(), world.models.len()), (256, 128));
    assert!(world.warnings.is_empty());
}

#[test]
fn worlds_of_an_independent_encoder_read_without_a_warning() {
    let Some(samples) = samples() else { return };
    for (name, version, terrain, roads, max_id) in
        [("s_v3", 3, 64, 0, 500), ("s_v18", 18, 256, 43, 501), ("s_v24", 24, 256, 43, 501)]
    {
        let world = decoded(&samples.join(name).with_extension("wrp"));
        assert!(world.warnings.is_empty(), "{name}: {:?}", world.warnings);
        assert_eq!(world.variant, Variant::Oprw(version), "{name}");
        assert_eq!((world.land, world.terrain), ([64; 2], [terrain; 2]), "{name}");
        assert_eq!((world.objects.len(), world.models.len()), (500, 50), "{name}");
        assert_eq!((world.roads.len(), world.max_object_id), (roads, max_id), "{name}");
        assert!(world.objects.iter().all(|object| (object.model as usize) < world.models.len()), "{name}");
    }
}

#[test]
fn the_roads_and_map_info_of_an_arma_world_are_typed() {
    let Some(samples) = samples() else { return };
    let world = decoded(&samples.join("s_v24.wrp"));
    let link = &world.roads[0];
    assert_eq!((link.positions.len(), link.connection_types.as_slice()), (2, &[1, 2][..]));
    assert_eq!((link.object_id, link.model.as_str()), (77, "ca\\roads\\r.p3d"));
    assert_eq!(world.entities[0].class, "Land_Lamp");
    assert_eq!(world.map_info.len(), 24);
    assert!(matches!(world.map_info[0].shape, MapShape::Point { id: 0, position: [1.0, 2.0] }));
}

#[test]
fn a_world_for_drawing_is_the_same_without_what_no_picture_needs() {
    let Some(samples) = samples() else { return };
    for name in ["s_v3.wrp", "s_v18.wrp", "s_v24.wrp", "utes.wrp"] {
        let bytes = std::fs::read(samples.join(name)).unwrap();
        let whole = wrp::decode(&bytes).unwrap();
        let drawn = wrp::decode_for_drawing(&bytes).unwrap();
        assert!(drawn.grass_approx.is_none() && drawn.subdivision_hints.is_none(), "{name}");
        let less = super::wrp_round_trip::without_what_no_picture_needs(whole);
        assert_eq!(drawn, less, "{name}");
    }
}
