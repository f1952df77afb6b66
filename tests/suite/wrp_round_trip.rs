//! What was written reads back, field by field, in every layout.

use proptest::prelude::*;
use sward::formats::archive::lzss;
use sward::formats::wrp::{self, Variant, World};

use crate::wrp_worlds::{Recipe, VARIANTS, fixture, recipes, world};

fn written_and_read(world: &World) -> World {
    wrp::decode(&wrp::encode(world).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_field_of_every_layout_reads_back(recipe in recipes()) {
        for variant in VARIANTS {
            let world = world(variant, &recipe);
            prop_assert_eq!(written_and_read(&world), world);
        }
    }

    #[test]
    fn a_world_packed_as_a_whole_reads_back(recipe in recipes()) {
        for variant in [Variant::Oprw(3), Variant::Oprw(24), Variant::Wvr8, Variant::Wvr4] {
            let world = world(variant, &recipe);
            let packed = lzss::pack(&wrp::encode(&world).unwrap());
            prop_assert!(wrp::recognise(&packed));
            prop_assert_eq!(wrp::decode(&packed).unwrap(), world);
        }
    }
}

/// A world as `decode_for_drawing` gives it.
pub(crate) fn without_what_no_picture_needs(world: World) -> World {
    World {
        sound_map: None,
        random: None,
        grass_approx: None,
        primary_texture: None,
        object_offsets: None,
        map_object_offsets: None,
        persistent: None,
        subdivision_hints: None,
        ..world
    }
}

#[test]
fn a_world_for_drawing_lacks_only_what_no_picture_needs() {
    for variant in VARIANTS {
        let world = world(variant, &fixture());
        let drawn = wrp::decode_for_drawing(&wrp::encode(&world).unwrap()).unwrap();
        let less = without_what_no_picture_needs(world);
        assert_eq!(drawn, less);
    }
}

#[test]
fn version_28_takes_the_neighbour_that_fits() {
    for unlikely in [false, true] {
        let world = world(Variant::Oprw(28), &Recipe { unlikely, ..fixture() });
        assert_eq!(world.header_unknown.is_some(), unlikely);
        assert_eq!(written_and_read(&world), world);
    }
}

#[test]
fn a_grid_that_the_world_lacks_is_written_as_zeros() {
    let world = World::flat(Variant::Oprw(24), [4, 4], [16, 16], 50.0);
    let read = written_and_read(&world);
    assert_eq!(read.elevation, world.elevation);
    assert!(read.geography.unwrap().cells.iter().all(|&bits| bits == 0));
    assert_eq!(read.subdivision_hints.unwrap().cells, [0; 256]);
    assert!(read.warnings.is_empty());
}

#[test]
fn roads_are_written_by_cell_whatever_their_order() {
    let mut world = world(Variant::Oprw(24), &fixture());
    let in_order = world.clone();
    world.roads.reverse();
    let mut read = written_and_read(&world).roads;
    read.sort_by_key(|link| (link.cell[1], link.cell[0], link.object_id));
    let mut expected = in_order.roads;
    expected.sort_by_key(|link| (link.cell[1], link.cell[0], link.object_id));
    assert_eq!(read, expected);
}

#[test]
fn what_a_layout_cannot_hold_is_named() {
    let broken = |variant, change: fn(&mut World)| {
        let mut world = world(variant, &fixture());
        change(&mut world);
        wrp::encode(&world).unwrap_err().field
    };
    let modern = Variant::Oprw(24);
    assert_eq!(broken(Variant::Oprw(26), |_| {}), "variant");
    assert_eq!(broken(modern, |world| world.elevation.width += 1), "elevation");
    assert_eq!(broken(modern, |world| world.geography.as_mut().unwrap().cells[0] = 0x1_0000), "geography");
    assert_eq!(broken(modern, |world| world.models[0] = "a\0b".into()), "models[0]");
    assert_eq!(broken(modern, |world| world.map_info[0].kind = 7), "map_info[0].kind");
    assert_eq!(broken(modern, |world| world.roads[0].matrix = None), "roads[0].matrix");
    assert_eq!(broken(modern, |world| world.roads[0].cell = [99, 0]), "roads[0].cell");
    assert_eq!(broken(Variant::Oprw(2), |world| world.land = [128; 2]), "land and terrain");
    assert_eq!(broken(Variant::Oprw(3), |world| world.objects[0].id = -1), "objects[0].id");
    assert_eq!(broken(Variant::Oprw(3), |world| world.land_cell = 40.0), "land_cell");
    assert_eq!(broken(Variant::Wvr4, |world| world.elevation.cells[3] = 2000.0), "elevation[3]");
    assert_eq!(broken(Variant::Wvr4, |world| world.models[0] = "x".repeat(76)), "models[0]");
    assert_eq!(broken(Variant::Wvr8, |world| world.objects[0].model = 999), "objects[0].model");
}
