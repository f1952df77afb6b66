//! Roads of a real world, where the samples lie beside the project.

use std::path::Path;

use sward::formats::wrp;
use sward::scene::heightfield::Heightfield;
use sward::scene::roads;

#[test]
fn the_549_road_parts_of_utes_become_a_few_long_roads_on_the_ground() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/samples/wrp/utes.wrp"));
    if !path.exists() {
        return;
    }
    let mut world = wrp::decode(&std::fs::read(path).unwrap()).unwrap();
    let (ground, replaced) = Heightfield::from_world(&mut world);
    assert_eq!(replaced, 0);
    let (roads, skipped) = roads::of_world(&world, &ground);
    assert_eq!(skipped, 0);
    let left: Vec<_> = roads.vertices.iter().filter(|vertex| vertex.across < 0.0).collect();
    // 15 crossings have an arm each; the other ends are dead ends and joints of different roads.
    let ribbons = left.iter().filter(|vertex| vertex.along == 0.0).count();
    assert!((10..30).contains(&ribbons), "{ribbons} ribbons");
    let total: f32 = left.windows(2).map(|pair| (pair[1].along - pair[0].along).max(0.0)).sum();
    assert!((7000.0..9000.0).contains(&total), "{total} m");
    for vertex in left {
        let [x, y, z] = vertex.center;
        let height = ground.height_at(x.into(), z.into()).unwrap();
        assert!((height - y).abs() < 0.01);
    }
}
