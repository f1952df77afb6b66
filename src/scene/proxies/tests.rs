#![allow(clippy::unwrap_used, clippy::panic)]

use super::Form;
use crate::scene::objects::Mesh;
use glam::Vec3;

fn corners(mesh: &Mesh) -> impl Iterator<Item = [crate::scene::objects::MeshVertex; 3]> + '_ {
    mesh.indices.chunks_exact(3).map(|face| [0, 1, 2].map(|i| mesh.vertices[face[i] as usize]))
}

/// The normal on the side from which a triangle is seen counter-clockwise, in a left-handed frame.
fn seen_from(at: [Vec3; 3]) -> Vec3 {
    (at[2] - at[0]).cross(at[1] - at[0])
}

#[test]
fn in_the_left_handed_frame_a_face_to_the_south_is_counter_clockwise_with_east_on_the_right() {
    // Seen from the south, looking north, east is on the right and up is up.
    let face = [Vec3::ZERO, Vec3::X, Vec3::Y];
    assert_eq!(seen_from(face), -Vec3::Z);
}

#[test]
fn normals_look_to_the_side_from_which_a_face_is_seen() {
    for form in Form::ALL {
        for (level, mesh) in form.model().lods.iter().enumerate() {
            for face in corners(mesh) {
                // Woods are made for their own stretch: normals of unlike axes don't keep their angles.
                let woods = (Form::ConiferWoods..=Form::TriangleWoods).contains(&form);
                let stretch = if woods { Vec3::new(50.0, 15.0, 50.0) } else { Vec3::ONE };
                let seen = seen_from(face.map(|vertex| Vec3::from(vertex.position) * stretch)).normalize();
                for vertex in face {
                    let [x, y, z, leaf] = vertex.normal;
                    let normal = Vec3::new(f32::from(x), f32::from(y), f32::from(z));
                    assert!((normal.length() - 127.0).abs() < 2.0, "{form:?} {level}");
                    // Reed is lit from above whatever its blades' sides.
                    let blade = matches!(form, Form::Reed | Form::Fern);
                    assert!(
                        blade || (normal / stretch).dot(seen) > 0.0,
                        "{form:?} {level}: {normal} and {seen}"
                    );
                    assert!(leaf >= 0);
                }
            }
        }
    }
}

#[test]
fn faces_look_away_from_what_they_enclose() {
    // Of a body the faces that look up are above those that look down, and so in each direction.
    for form in Form::ALL {
        for (level, mesh) in form.model().lods.iter().enumerate() {
            let volume: f32 = corners(mesh)
                .map(|face| {
                    let at = face.map(|vertex| Vec3::from(vertex.position) - Vec3::Y * 0.3);
                    seen_from(at).dot(at[0] + at[1] + at[2]) / 18.0
                })
                .sum();
            let flat = matches!(form, Form::Reed | Form::Fern | Form::Palm | Form::MeshFence | Form::Turbine);
            assert!(flat || volume > 0.0, "{form:?} {level}: {volume}");
        }
    }
}

#[test]
fn closed_bodies_have_every_edge_twice() {
    for form in [Form::Boulder, Form::BushRound, Form::Cliff] {
        // The far levels are open below, where they are in the ground.
        for mesh in form.model().lods.into_iter().take(if form == Form::BushRound { 1 } else { 2 }) {
            let mut edges = std::collections::HashMap::new();
            let key = |at: [f32; 3]| at.map(|value| (value * 1e4).round() as i32);
            for face in corners(&mesh) {
                for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                    let (from, to) = (key(face[from].position), key(face[to].position));
                    *edges.entry((from.min(to), from.max(to))).or_insert(0) += if from < to { 1 } else { -1 };
                }
            }
            assert!(edges.values().all(|&sum| sum == 0), "{form:?}");
        }
    }
}

#[test]
fn levels_get_coarser_and_keep_their_size() {
    for form in Form::ALL {
        let model = form.model();
        assert!((2..=4).contains(&model.lods.len()), "{form:?}");
        let box_of = |mesh: &Mesh| {
            let points = || mesh.vertices.iter().map(|vertex| Vec3::from(vertex.position));
            (points().fold(Vec3::INFINITY, Vec3::min), points().fold(Vec3::NEG_INFINITY, Vec3::max))
        };
        let (low, high) = box_of(&model.lods[0]);
        for pair in model.lods.windows(2) {
            assert!(pair[1].indices.len() < pair[0].indices.len(), "{form:?}");
            let (coarse_low, coarse_high) = box_of(&pair[1]);
            assert!((coarse_high.y - high.y).abs() < 0.16, "{form:?}: {high} {coarse_high}");
            let (fine, coarse) = (high - low, coarse_high - coarse_low);
            let wide = fine.x.max(fine.z);
            // An arm of a pole is thinner than a pixel by then.
            let pole = (Form::PowerPole..=Form::Cross).contains(&form);
            assert!(
                pole || (coarse.x.max(coarse.z) - wide).abs() < 0.4 * wide + 0.03,
                "{form:?}: {fine} {coarse}"
            );
        }
    }
}

#[test]
fn proxies_stand_at_their_origin_and_fill_the_unit_height() {
    for form in Form::ALL {
        let model = form.model();
        let mut top = 0.0_f32;
        for vertex in model.lods.iter().flat_map(|mesh| &mesh.vertices) {
            let at = Vec3::from(vertex.position);
            assert!(at.length() <= model.radius * 1.0001, "{form:?}");
            assert!(at.x.abs() <= 0.72 && at.z.abs() <= 0.72, "{form:?} {at}");
            assert!((-0.7..=1.1).contains(&at.y), "{form:?} {at}");
            top = top.max(at.y);
        }
        assert!(top > 0.85, "{form:?} {top}");
    }
}

#[test]
fn indices_are_within_their_vertices_and_the_same_twice() {
    for form in Form::ALL {
        let model = form.model();
        for mesh in &model.lods {
            assert!(mesh.indices.len() % 3 == 0 && !mesh.indices.is_empty(), "{form:?}");
            assert!(mesh.indices.iter().all(|&index| (index as usize) < mesh.vertices.len()), "{form:?}");
        }
        assert!(model == form.model(), "{form:?}");
    }
}
