//! What is promised of a mesh as a whole.
#![allow(clippy::unwrap_used)]

use super::*;
use proptest::prelude::*;

/// A wavy field of `edge` x `edge` quads of a metre, looking up; the middle columns are of another material.
fn field(edge: u32) -> (Vec<[f32; 3]>, Vec<MeshTriangle>) {
    let row = edge + 1;
    let height = |x: u32, z: u32| (x as f32 * 0.05).sin() * 3.0 + (z as f32 * 0.07).cos() * 2.0;
    let positions = (0..row * row).map(|i| [(i % row) as f32, height(i % row, i / row), (i / row) as f32]);
    let mut triangles = Vec::new();
    for z in 0..edge {
        for x in 0..edge {
            let [here, east, north, far] =
                [z * row + x, z * row + x + 1, (z + 1) * row + x, (z + 1) * row + x + 1];
            let material = u16::from((edge / 2..edge / 2 + 4).contains(&x));
            let sector = u16::from(z >= edge / 2);
            for corners in [[here, north, east], [east, north, far]] {
                triangles.push(MeshTriangle { corners, material, sector });
            }
        }
    }
    (positions.collect(), triangles)
}

/// Corners of the triangles of a level, as places.
fn triangles_of(mesh: &GroundMesh, level: usize) -> Vec<[GroundVertex; 3]> {
    let ranges = mesh.blocks.iter().filter_map(|block| block.levels.get(level));
    let indices =
        ranges.flat_map(|level| &mesh.indices[level.indices().start as usize..level.indices().end as usize]);
    let vertices: Vec<_> = indices.map(|&index| mesh.vertices[index as usize]).collect();
    vertices.as_chunks().0.to_vec()
}

fn up(corners: &[GroundVertex; 3]) -> f32 {
    normal::face(corners.map(|vertex| vertex.position.into())).y
}

#[test]
fn the_finest_level_has_every_triangle_once_and_shares_its_vertices() {
    let (positions, triangles) = field(150);
    let built = build(&positions, triangles.clone());
    let finest = triangles_of(&built.mesh, 0);
    assert_eq!((finest.len(), built.skipped), (triangles.len(), 0));
    let area: f32 = finest.iter().map(up).sum();
    assert!((area - 150.0 * 150.0).abs() < 1.0, "{area}");
    // One vertex a place, and one more along the edges of the two tints.
    let vertices = built.mesh.blocks.iter().map(|block| block.levels[0].count).sum::<u32>() as usize;
    let seen: std::collections::HashSet<u32> = built.mesh.indices[..vertices].iter().copied().collect();
    assert!(seen.len() < 151 * 151 + 3 * 151 + 8, "{}", seen.len());
    assert_eq!(size_of::<GroundVertex>(), 20);
}

#[test]
fn coarse_levels_have_fewer_triangles_over_the_same_ground() {
    let (positions, triangles) = field(256);
    let mesh = build(&positions, triangles).mesh;
    assert!(mesh.errors.len() > 2, "{:?}", mesh.errors);
    let mut finer = usize::MAX;
    for level in 0..mesh.errors.len() {
        // Those in the margin of two blocks count once.
        let places: std::collections::HashSet<_> = triangles_of(&mesh, level)
            .into_iter()
            .map(|corners| corners.map(|vertex| vertex.position.map(f32::to_bits)))
            .collect();
        assert!(places.len() < finer, "level {level}");
        finer = places.len();
        let area: f32 = places
            .iter()
            .map(|corners| normal::face(corners.map(|place| Vec3::from(place.map(f32::from_bits)))).y)
            .sum();
        assert!((area / 65_536.0 - 1.0).abs() < 0.02, "level {level} covers {area}");
    }
    assert!(finer < 256 * 256 * 2 / 30, "{finer}");
}

#[test]
fn the_outline_of_a_field_stays_where_it_is() {
    let (positions, triangles) = field(128);
    let mesh = build(&positions, triangles).mesh;
    let last = triangles_of(&mesh, mesh.errors.len() - 1);
    let eastern = last.iter().flatten().map(|vertex| vertex.position[0]).fold(0.0, f32::max);
    assert_eq!(eastern, 128.0);
}

#[test]
fn blocks_hold_their_triangles_and_split_them_by_their_edges() {
    let (mut positions, mut triangles) = field(70);
    let first = positions.len() as u32;
    positions.extend([[0.0, 9.0, 0.0], [0.0, 9.0, 30.0], [30.0, 9.0, 0.0]]);
    triangles.push(MeshTriangle { corners: [first, first + 1, first + 2], material: 0, sector: 0 });
    let mesh = build(&positions, triangles).mesh;
    assert_eq!(mesh.blocks.len(), 9);
    for block in &mesh.blocks {
        for level in &block.levels {
            for &index in &mesh.indices[level.indices().start as usize..level.indices().end as usize] {
                let place = Vec3::from(mesh.vertices[index as usize].position);
                assert!(place.cmpge(block.min).all() && place.cmple(block.max).all());
            }
        }
    }
    let [large, small] = mesh.blocks[0].levels[0].split(20.0);
    assert_eq!((large.len(), small.end), (3, mesh.blocks[0].levels[0].count));
    assert_eq!(mesh.blocks[0].levels[0].split(0.0)[1].len(), 0);
}

#[test]
fn wild_triangles_are_left_out() {
    let positions = [[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [f32::NAN, 0.0, 0.0], [0.0, 3e38, 0.0]];
    let wild = [[0, 1, 3], [0, 1, 4], [0, 1, 1], [0, 1, 99], [0, 1, 2]];
    let triangles = wild.map(|corners| MeshTriangle { corners, material: 0, sector: 0 });
    let built = build(&positions, triangles.to_vec());
    assert_eq!((built.skipped, triangles_of(&built.mesh, 0).len()), (4, 1));
    assert!(build(&[], Vec::new()).mesh.blocks.is_empty());
}

#[test]
fn sectors_that_touch_are_neighbours() {
    let (positions, triangles) = field(8);
    assert_eq!(build(&positions, triangles).neighbours, [[0, 1]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_triangles_make_a_mesh_of_valid_indices(
        positions in prop::collection::vec(prop::array::uniform3(-300.0f32..300.0), 3..60),
        corners in prop::collection::vec((prop::array::uniform3(0u32..60), 0u16..4, 0u16..4), 0..200),
    ) {
        let triangles: Vec<_> = corners
            .into_iter()
            .map(|(corners, material, sector)| MeshTriangle { corners, material, sector })
            .collect();
        let count = triangles.len();
        let built = build(&positions, triangles);
        let mesh = &built.mesh;
        prop_assert!(mesh.indices.iter().all(|&index| (index as usize) < mesh.vertices.len()));
        prop_assert!(mesh.vertices.iter().all(|vertex| vertex.position.iter().all(|part| part.is_finite())));
        prop_assert_eq!(triangles_of(mesh, 0).len() + built.skipped, count);
    }
}
