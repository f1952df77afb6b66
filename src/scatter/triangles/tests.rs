//! Which triangles a slot has, and where rays meet them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use proptest::prelude::*;

const GRID: SlotGrid = SlotGrid { size: [5, 4], offset: [1, -3] };

/// A slot for every place of the grid, with boxes from 10 to 12 metres.
fn slots() -> Vec<Slot> {
    (0..20).map(|index| Slot { y_base: 10.0, height: 2.0, index, ..bytemuck::Zeroable::zeroed() }).collect()
}

fn bin_all(corners: &[[[f32; 3]; 3]]) -> (Vec<Slot>, Triangles) {
    let mut slots = slots();
    let triangles = bin(&mut slots, GRID, corners.len(), |index| (corners[index], true)).unwrap();
    (slots, triangles)
}

/// Looks up.
fn flat(y: f32, [x, z]: [f32; 2], edge: f32) -> [[f32; 3]; 3] {
    [[x, y, z], [x, y, z + edge], [x + edge, y, z]]
}

#[test]
fn a_ray_meets_what_looks_up_and_lies_below() {
    let triangle = Triangle::new(flat(3.0, [0.0, 0.0], 4.0));
    assert_eq!(triangle.range_below([1.0, 10.0, 1.0]), Some(7.0));
    assert_eq!(triangle.range_below([1.0, 3.0, 1.0]), Some(0.0), "it begins on the triangle");
    assert_eq!(triangle.range_below([1.0, 2.9, 1.0]), None, "it begins below");
    assert_eq!(triangle.range_below([3.0, 10.0, 1.5]), None, "beyond the long edge");
    assert_eq!(triangle.range_below([-0.1, 10.0, 1.0]), None, "beyond the west edge");
    assert_eq!(triangle.range_below([0.0, 10.0, 0.0]), Some(7.0), "the edges belong to it");
    assert!(triangle.determinant() > 0.0);
    let [p, q, r] = flat(3.0, [0.0, 0.0], 4.0);
    assert!(Triangle::new([p, r, q]).determinant() < 0.0, "the other side looks down");
}

#[test]
fn a_slope_is_met_at_its_own_height() {
    // y = 1 + x / 2 - z / 4.
    let at = |x: f32, z: f32| [x, 1.0 + x / 2.0 - z / 4.0, z];
    let triangle = Triangle::new([at(-3.0, -1.0), at(-2.0, 9.0), at(11.0, 1.0)]);
    for (x, z) in [(0.0, 1.0), (1.5, 3.25), (-2.0, 2.0)] {
        let range = triangle.range_below([x, 20.0, z]).unwrap();
        assert!((20.0 - range - at(x, z)[1]).abs() < 1e-5, "{range} at {x}, {z}");
    }
}

#[test]
fn a_triangle_is_in_every_slot_that_it_touches_and_in_no_other() {
    // The grid begins at x = -2, z = 6. This one lies in the first slot alone, by more than the growth of the boxes.
    let (slots, triangles) = bin_all(&[flat(11.0, [-1.9, 6.1], 1.0)]);
    assert_eq!(slots.iter().map(|slot| slot.index).collect::<Vec<_>>(), [0]);
    assert_eq!(triangles.refs, [0]);
    // Its corner reaches half of a millimetre beyond the edge at x = 0: the grown box of the next slot holds it.
    let (slots, _) = bin_all(&[flat(11.0, [-1.0005, 6.1], 1.0)]);
    assert_eq!(slots.iter().map(|slot| slot.index).collect::<Vec<_>>(), [0, 1]);
    // Over, under and beside the boxes.
    for corners in
        [flat(12.002, [-1.9, 6.1], 1.0), flat(9.998, [-1.9, 6.1], 1.0), flat(11.0, [-40.0, 6.1], 1.0)]
    {
        let (slots, triangles) = bin_all(&[corners]);
        assert!(slots.is_empty() && triangles.triangles.is_empty() && triangles.refs.is_empty());
    }
    // The bounds of this one hold slot 6, but its long edge passes it by.
    let (slots, _) = bin_all(&[flat(11.0, [-2.0, 6.0], 3.9)]);
    assert_eq!(slots.iter().map(|slot| slot.index).collect::<Vec<_>>(), [0, 1, 5]);
}

#[test]
fn slots_keep_their_triangles_in_the_order_of_the_mesh_and_know_which() {
    let mesh = [flat(11.0, [-2.0, 6.0], 9.0), flat(10.5, [-1.5, 6.5], 0.5), flat(11.5, [0.5, 6.5], 0.5)];
    let (slots, triangles) = bin_all(&mesh);
    let heights = |index: u32| {
        let slot = slots.iter().find(|slot| slot.index == index).unwrap();
        triangles.of_slot(slot).map(|triangle| triangle.y).collect::<Vec<_>>()
    };
    assert_eq!(heights(0), [11.0, 10.5]);
    assert_eq!(heights(1), [11.0, 11.5]);
    assert_eq!(heights(2), [11.0]);
    assert_eq!(triangles.triangles.len(), 3);
}

#[test]
fn a_slot_with_walls_or_passable_triangles_alone_stays_without_ground() {
    let wall = [[-1.0, 10.0, 7.0], [-1.0, 12.0, 7.0], [0.5, 11.0, 7.0]];
    let grass = flat(11.0, [2.5, 6.5], 1.0);
    let mut slots = slots();
    let triangles = bin(&mut slots, GRID, 2, |index| ([wall, grass][index], index == 0)).unwrap();
    assert_eq!(slots.iter().map(|slot| slot.index).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(slots.iter().all(|slot| slot.triangle_count == 0) && triangles.refs.is_empty());
}

#[test]
fn triangles_that_are_no_place_are_in_no_slot() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let (slots, _) = bin_all(&[[[odd, 11.0, 7.0], [odd, 11.0, 8.0], [odd, 11.0, 7.0]]]);
        assert!(slots.is_empty(), "{odd}");
    }
}

#[test]
fn a_mesh_made_to_take_long_is_refused() {
    // 2,000 triangles, each over all of a million slots.
    let grid = SlotGrid { size: [1000, 1000], offset: [0; 2] };
    let mut slots = vec![Slot { y_base: 10.0, height: 2.0, ..bytemuck::Zeroable::zeroed() }];
    let error = bin(&mut slots, grid, 2000, |_| (flat(11.0, [0.0, 0.0], 4000.0), true)).unwrap_err();
    assert_eq!(error, TooManyOverlaps);
}

/// What is left of a triangle when all that lies beyond the six sides of a box is cut off, in f64.
fn clipped(corners: [[f32; 3]; 3], low: [f64; 3], high: [f64; 3]) -> bool {
    let mut polygon: Vec<[f64; 3]> = corners.iter().map(|corner| corner.map(f64::from)).collect();
    for axis in 0..3 {
        for (sign, limit) in [(1.0, high[axis]), (-1.0, -low[axis])] {
            let over = |point: &[f64; 3]| sign * point[axis] - limit;
            let mut kept = Vec::new();
            for (index, point) in polygon.iter().enumerate() {
                let next = &polygon[(index + 1) % polygon.len()];
                if over(point) <= 0.0 {
                    kept.push(*point);
                }
                if over(point) * over(next) < 0.0 {
                    let t = over(point) / (over(point) - over(next));
                    kept.push(std::array::from_fn(|i| point[i] + t * (next[i] - point[i])));
                }
            }
            polygon = kept;
        }
    }
    !polygon.is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_overlap_is_what_is_left_of_the_triangle_inside_of_the_box(
        corners in prop::array::uniform3(prop::array::uniform3(-3.0_f32..3.0)),
    ) {
        let overlaps = overlap::triangle_box(&corners, [-1.0; 3], [1.0; 3]);
        // Where a hair more or less decides, either answer is right.
        let [small, large] = [0.9999, 1.0001].map(|half: f64| clipped(corners, [-half; 3], [half; 3]));
        if small == large {
            prop_assert_eq!(overlaps, small);
        }
    }

    #[test]
    fn binning_finds_what_testing_every_pair_finds(
        mesh in prop::collection::vec(
            prop::array::uniform3((-6.0_f32..14.0, 9.0_f32..13.0, 2.0_f32..18.0).prop_map(<[f32; 3]>::from)),
            1..12,
        ),
    ) {
        let (slots_left, triangles) = bin_all(&mesh);
        let mut found = std::collections::BTreeSet::new();
        for slot in &slots_left {
            for triangle in triangles.of_slot(slot) {
                found.insert((slot.index, [triangle.x, triangle.y, triangle.z].map(f32::to_bits)));
            }
        }
        let mut wanted = std::collections::BTreeSet::new();
        for slot in slots() {
            let [x, z] = GRID.world_of(slot.index).map(|slot| slot as f32 * 2.0);
            let [low, high] = [[x - 0.001, 9.999, z - 0.001], [x + 2.001, 12.001, z + 2.001]];
            for corners in &mesh {
                if Triangle::new(*corners).determinant() >= LEAST_AREA
                    && overlap::triangle_box(corners, low, high)
                {
                    wanted.insert((slot.index, corners[0].map(f32::to_bits)));
                }
            }
        }
        prop_assert_eq!(found, wanted);
    }
}
