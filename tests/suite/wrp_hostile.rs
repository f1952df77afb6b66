//! Broken and hostile worlds end in one clear error, before memory is taken.

use proptest::prelude::*;
use sward::formats::archive::lzss;
use sward::formats::wrp::{self, Variant, World};

use crate::wrp_by_hand::Parts;
use crate::wrp_worlds::{VARIANTS, fixture, recipes, world};

/// Layouts whose objects go on to the end of the file, so that a cut between two objects can't be seen.
fn lists_to_the_end(variant: Variant) -> bool {
    matches!(variant, Variant::Wvr8 | Variant::Wvr4 | Variant::Wvr3)
}

/// Decodes in both ways, which must agree on whether the bytes are sound.
fn decoded(bytes: &[u8]) -> Option<World> {
    let whole = wrp::decode(bytes);
    let drawn = wrp::decode_for_drawing(bytes);
    assert_eq!(whole.as_ref().err(), drawn.as_ref().err());
    whole.ok()
}

#[test]
fn a_cut_world_is_an_error() {
    for variant in VARIANTS {
        let whole = world(variant, &fixture());
        let bytes = wrp::encode(&whole).unwrap();
        // Every place in small files; in large ones the ends and some of the middle.
        let stride = 1 + bytes.len() / 600;
        let middle = (0..bytes.len()).step_by(stride);
        for len in middle.chain(bytes.len().saturating_sub(300)..bytes.len()) {
            let Some(world) = decoded(&bytes[..len]) else { continue };
            assert!(lists_to_the_end(variant), "{variant:?} cut to {len} of {} bytes", bytes.len());
            assert!(whole.objects.starts_with(&world.objects), "{variant:?} cut to {len} bytes");
            assert_eq!(world.elevation, whole.elevation);
        }
    }
}

#[test]
fn a_cut_world_that_is_packed_as_a_whole_is_an_error() {
    for variant in [Variant::Oprw(18), Variant::Oprw(24), Variant::Wvr8, Variant::Wvr4] {
        let bytes = lzss::pack(&wrp::encode(&world(variant, &fixture())).unwrap());
        for len in (0..bytes.len()).step_by(1 + bytes.len() / 500) {
            assert!(decoded(&bytes[..len]).is_none(), "{variant:?} cut to {len} of {} bytes", bytes.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn flipped_bytes_never_panic(
        recipe in recipes(),
        flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..5),
    ) {
        for variant in VARIANTS {
            if variant == Variant::Oprw(2) {
                continue; // The same as 3, but large.
            }
            let mut bytes = wrp::encode(&world(variant, &recipe)).unwrap();
            let mut packed = lzss::pack(&bytes);
            for (index, byte) in &flips {
                let at = index.index(bytes.len());
                bytes[at] = *byte;
                let at = index.index(packed.len());
                packed[at] = *byte;
            }
            decoded(&bytes);
            decoded(&packed);
        }
    }

    #[test]
    fn flipped_bytes_of_the_head_never_panic(
        version in prop::sample::select(vec![12u32, 18, 22, 24, 25, 29]),
        flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..4),
    ) {
        let mut bytes = Parts::new(version).bytes();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        decoded(&bytes);
    }

    #[test]
    fn noise_after_a_signature_never_panics(
        signature in prop::sample::select(vec!["OPRW", "8WVR", "4WVR", "3WVR"]),
        version in prop::sample::select(vec![2u32, 3, 12, 20, 24, 28, 29]),
        noise in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        decoded(&[signature.as_bytes(), &version.to_le_bytes(), &noise].concat());
        decoded(&[signature.as_bytes(), &noise].concat());
    }
}

#[test]
fn a_count_of_more_than_can_follow_is_refused_where_it_stands() {
    let most = u32::MAX.to_le_bytes();
    for version in [15, 24, 29] {
        let parts = Parts::new(version);
        for field in ["peaks", "materials", "models", "entities", "roads_len", "objects_len", "map_info_len"]
        {
            let error = parts.with(field, most).error();
            assert_eq!(error.offset, parts.offset(field), "{error}");
            assert_eq!((error.field.as_ref(), error.found.as_str()), (field, "4294967295"));
            assert!(error.expected.starts_with("at most "), "{error}");
        }
        let roads = parts.with("roads_len", 4u32.to_le_bytes()).with("roads", most);
        assert_eq!(roads.error().offset, parts.offset("roads"));
    }
}

#[test]
fn a_size_that_cannot_be_is_refused_before_memory_is_taken() {
    let size = |width: u32, height: u32| [width.to_le_bytes(), height.to_le_bytes()].concat();
    for version in [12, 20, 22, 23, 24, 25, 29] {
        let parts = Parts::new(version);
        for field in ["land", "terrain"] {
            for absurd in
                [size(0, 1), size(1, 0), size(u32::MAX, u32::MAX), size(1, 16_385), size(65_536, 65_536)]
            {
                let error = parts.with(field, absurd).error();
                assert_eq!((error.field.as_ref(), error.offset), (field, parts.offset(field)), "{error}");
                assert!(error.expected.contains("1 to 16384"), "{error}");
            }
        }
        // Sizes that there are, in files too short for them.
        let error = parts.with("terrain", size(16_384, 16_384)).error();
        assert!(error.found.contains("bytes to the end of the file"), "{error}");
        assert_eq!(parts.with("land", size(64, 64)).error().field, "land");
    }
}

#[test]
fn a_block_cannot_promise_more_than_its_packing_can_give() {
    // 5000 bytes follow: LZSS gives at most 9 times as many, LZO 255 times. The first block of 17 has four bytes for
    // each elevation, that of 24 one.
    let padding = vec![0; 5000];
    for (version, most) in [(17u32, 9 / 4), (24, 255)] {
        let fits = ((5000 * most) as f64).sqrt() as u32 - 20;
        for (cells, refused) in [(fits, false), (fits * 2, true)] {
            let size = [cells.to_le_bytes(), cells.to_le_bytes()].concat();
            let parts = Parts::new(version).with("terrain", size).with("map_info", &padding);
            let error = parts.error();
            assert_eq!(error.found.contains("bytes to the end of the file"), refused, "{error}");
        }
    }
}

#[test]
fn an_edge_of_a_land_cell_must_be_a_length() {
    for metres in [0.0, -40.0, f32::NAN, f32::INFINITY, 1e9] {
        let error = Parts::new(24).with("land_cell", metres.to_le_bytes()).error();
        assert_eq!(error.field, "land_cell");
    }
}

#[test]
fn a_tree_deeper_than_its_grid_is_refused() {
    for field in ["geography", "sound_map", "material_index", "object_offsets", "map_object_offsets"] {
        let deep = [1u8; 4000];
        let error = Parts::new(24).with(field, deep).error();
        assert_eq!(error.field, field);
        assert!(error.found.contains("under the lowest level"), "{error}");
    }
}

#[test]
fn a_wrong_sum_is_an_error() {
    let mut world = World::flat(Variant::Oprw(20), [1, 1], [32, 32], 40.0);
    world.elevation.cells.fill(77.0);
    let block = lzss::pack(bytemuck::cast_slice(&world.elevation.cells));
    let mut bytes = wrp::encode(&world).unwrap();
    let at = bytes.windows(block.len()).position(|window| window == block).unwrap();
    bytes[at + block.len() - 1] ^= 1;
    let error = wrp::decode(&bytes).unwrap_err();
    assert_eq!((error.field.as_ref(), error.offset), ("elevation", (at + block.len() - 4) as u64));
    assert!(error.found.starts_with("the sum "));
}

#[test]
fn an_error_names_format_and_version() {
    let error = Parts::new(24).with("land_cell", (-1.0f32).to_le_bytes()).error();
    assert_eq!(
        error.to_string(),
        "OPRW 24: land_cell at byte 0x18: found -1, expected an edge over 0 and of at most 100000 metres"
    );
}
