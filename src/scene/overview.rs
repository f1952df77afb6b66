//! The picture that is taken when no camera is given: the whole land from the south-west.

use super::Scene;
use super::camera_pose::{CameraPose, Framing};
use super::heightfield::Heightfield;
use super::models::Models;
use glam::DVec3;

/// Points that are looked at along each edge of the heightfield: enough for the outline of an island.
const SAMPLES: u32 = 160;

/// Vertices of models that are looked at.
const MOST_VERTICES: usize = 20_000;

/// Models that stand alone as one looks at a thing; else the land.
pub fn of_scene(scene: &Scene, aspect: f32) -> CameraPose {
    let models = scene.models.as_ref().filter(|models| models.are_ground);
    models
        .and_then(|models| of_models(models, aspect))
        .unwrap_or_else(|| overview(&scene.ground, scene.sea_level, aspect))
}

/// From the front and a little from above: models look to the south. What is flat as land is, is looked at as land.
fn of_models(models: &Models, aspect: f32) -> Option<CameraPose> {
    let step = models.finest().count().div_ceil(MOST_VERTICES).max(1);
    let vertices = models.finest().step_by(step).flatten();
    let points: Vec<DVec3> = vertices
        .filter_map(|index| models.vertices.get(index as usize))
        .map(|vertex| DVec3::from(vertex.position.map(f64::from)))
        .collect();
    let [min, max] = models.extent()?.map(|corner| DVec3::from(corner.map(f64::from)));
    let size = max - min;
    // 1 where it is a fifth as high as wide or less, 0 from the half on.
    let height = size.y / size.x.max(size.z).max(1e-6);
    let flat = ((0.5 - height) / 0.3).clamp(0.0, 1.0) as f32;
    let framing = Framing { yaw_deg: 35.0, pitch_deg: -14.0 - 20.0 * flat, margin: 0.06 };
    (!points.is_empty()).then(|| CameraPose::frame(&points, aspect, framing))
}

/// Frames all land above the sea; without a sea, or without land, the whole heightfield.
pub fn overview(ground: &Heightfield, sea_level: Option<f32>, aspect: f32) -> CameraPose {
    let mut points = match sea_level {
        Some(sea) => samples(ground).filter(|point| point.y > f64::from(sea)).collect(),
        None => Vec::new(),
    };
    if points.is_empty() {
        points.extend(samples(ground));
    }
    if points.is_empty() {
        points.push(DVec3::ZERO);
    }
    CameraPose::frame(&points, aspect, Framing::LAND)
}

/// World positions of some points of the heightfield, its edges among them.
fn samples(ground: &Heightfield) -> impl Iterator<Item = DVec3> + '_ {
    let steps = |points: u32| {
        let step = points.div_ceil(SAMPLES).max(1);
        (0..points).step_by(step as usize).chain(points.checked_sub(1))
    };
    steps(ground.depth).flat_map(move |z| {
        steps(ground.width).filter_map(move |x| {
            let place =
                |index: usize, point: u32| ground.origin[index] + f64::from(point) * f64::from(ground.cell);
            Some(DVec3::new(place(0, x), f64::from(ground.point(x, z)?), place(1, z)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// Flat sea floor with one square of land.
    fn island(first: u32, last: u32) -> Heightfield {
        let mut ground = Heightfield {
            width: 256,
            depth: 256,
            cell: 10.0,
            origin: [0.0; 2],
            heights: vec![-20.0; 256 * 256],
        };
        for z in first..last {
            for x in first..last {
                ground.heights[(z * 256 + x) as usize] = 30.0;
            }
        }
        ground
    }

    fn place_in_picture(pose: &CameraPose, point: DVec3) -> Vec3 {
        pose.clip_from_relative(16.0 / 9.0).project_point3((point - pose.eye).as_vec3())
    }

    #[test]
    fn a_small_island_is_framed_and_not_the_sea_around_it() {
        let pose = overview(&island(100, 140), Some(0.0), 16.0 / 9.0);
        let (mut left, mut right) = (f32::MAX, f32::MIN);
        for corner in [(1000.0, 1000.0), (1390.0, 1000.0), (1000.0, 1390.0), (1390.0, 1390.0)] {
            let place = place_in_picture(&pose, DVec3::new(corner.0, 30.0, corner.1));
            assert!(place.x.abs() <= 1.0 && place.y.abs() <= 1.0, "{corner:?} is at {place}");
            (left, right) = (left.min(place.x), right.max(place.x));
        }
        assert!(right - left > 1.0, "it fills at least half of the picture");
    }

    #[test]
    fn a_terrain_wholly_under_water_is_framed_as_it_is() {
        let pose = overview(&island(0, 0), Some(0.0), 16.0 / 9.0);
        let middle = place_in_picture(&pose, DVec3::new(1275.0, -20.0, 1275.0));
        assert!(middle.x.abs() < 0.2 && middle.y.abs() < 0.7, "{middle}");
    }

    #[test]
    fn nothing_at_all_is_still_looked_at_from_somewhere() {
        let empty = Heightfield { width: 0, depth: 0, cell: 10.0, origin: [0.0; 2], heights: Vec::new() };
        assert!(overview(&empty, None, 1.0).eye.is_finite());
    }
}
