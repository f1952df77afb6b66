//! The metres beside the grid: labels where its lines cross, no more of them than can be read.

use egui::{Align2, Color32, FontId, Rect, Ui, vec2};
use glam::DVec3;

use crate::numbers::thousands;
use crate::scene::camera_pose::CameraPose;
use crate::scene::heightfield::Heightfield;
use crate::view::App;

/// Points between two labels.
const APART: f64 = 150.0;

/// Points that are free about a label.
const ROOM: egui::Vec2 = vec2(44.0, 34.0);

/// Crossings about the middle of the picture that are looked at, to each side.
const AROUND: i64 = 9;

/// Metres that a label stands over the ground, as a part of its distance: it isn't hidden by the grass about it.
const LIFT: f64 = 0.004;

/// Lays out the labels over the picture.
pub fn show(app: &App, ui: &Ui, rect: Rect) {
    let Some(world) = app.world.as_ref().filter(|_| app.look.layers.grid && app.look.layers.ground) else {
        return;
    };
    let is_ground = world.scene.models.as_ref().is_some_and(|models| models.are_ground);
    if is_ground {
        return; // A thing that stands alone has no grid.
    }
    let painter = ui.painter().with_clip_rect(rect);
    let font = FontId::proportional(11.0);
    let mut taken: Vec<Rect> = Vec::new();
    let sea_level = world.scene.sea_level.filter(|_| app.look.layers.water);
    for (at, [x, z]) in labels(&world.scene.ground, sea_level, &app.look.camera, rect) {
        let text = format!("{} · {}", metres(x), metres(z));
        let galley = painter.layout_no_wrap(text, font.clone(), Color32::WHITE);
        let place = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 4.0), galley.size());
        let paper = place.expand2(vec2(4.0, 1.0));
        if !rect.contains_rect(paper) || taken.iter().any(|other| other.expand2(ROOM).intersects(paper)) {
            continue;
        }
        taken.push(paper);
        painter.circle_filled(at, 2.0, Color32::WHITE);
        painter.rect_filled(paper, 3.0, Color32::from_black_alpha(150));
        painter.galley(place.min, galley, Color32::WHITE);
    }
}

fn metres(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", thousands(value.abs() as u64))
}

/// Crossings that are seen: where in the picture, and their X and Z in whole metres; the near ones first.
fn labels(
    ground: &Heightfield,
    sea_level: Option<f32>,
    camera: &CameraPose,
    rect: Rect,
) -> Vec<(egui::Pos2, [f64; 2])> {
    let tan = f64::from((camera.fov_deg.to_radians() * 0.5).tan());
    let half = f64::from(rect.height()) * 0.5;
    let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
    // Below the middle, where there is ground also when the camera looks at the horizon.
    let ray = (forward - up * (tan * 0.45)).normalize();
    let Some(distance) = ground.ray_hit(camera.eye, ray, 100_000.0) else { return Vec::new() };
    let middle = camera.eye + ray * distance;
    let step = step(distance * tan / half * APART);
    let mut found = Vec::new();
    for row in -AROUND..=AROUND {
        for column in -AROUND..=AROUND {
            let [x, z] = [(middle.x, column), (middle.z, row)]
                .map(|(at, by)| ((at / step).round() + by as f64) * step);
            let Some(height) = ground.height_at(x, z) else { continue };
            let height = height.max(sea_level.unwrap_or(f32::MIN));
            let point = DVec3::new(x, f64::from(height), z);
            let lift = camera.eye.distance(point) * LIFT + 0.2;
            let away = point + DVec3::Y * lift - camera.eye;
            let depth = away.dot(forward);
            if depth <= 0.1 {
                continue;
            }
            let scale = half / (tan * depth);
            let at = rect.center() + vec2((away.dot(right) * scale) as f32, (-away.dot(up) * scale) as f32);
            let length = away.length();
            let is_seen =
                rect.contains(at) && ground.ray_hit(camera.eye, away / length, length * 0.999).is_none();
            if is_seen {
                found.push((depth, at, [x, z]));
            }
        }
    }
    found.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    found.into_iter().map(|(_, at, place)| (at, place)).collect()
}

/// 1, 2 or 5 times a power of ten, the first that is at least `least` metres and no less than a metre.
fn step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(power)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use egui::pos2;

    #[test]
    fn steps_are_round_and_wide_enough() {
        for (least, wanted) in [(0.2, 1.0), (1.0, 1.0), (1.2, 2.0), (30.0, 50.0), (501.0, 1000.0)] {
            assert_eq!(step(least), wanted, "{least}");
        }
    }

    #[test]
    fn a_label_stands_where_its_place_is_seen_and_behind_a_hill_there_is_none() {
        let edge = 129;
        let flat = Heightfield {
            width: edge,
            depth: edge,
            cell: 10.0,
            origin: [0.0; 2],
            heights: vec![0.0; (edge * edge) as usize],
        };
        let camera: CameraPose = "600,100,100,0,-30".parse().unwrap();
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0));
        let seen = labels(&flat, None, &camera, rect);
        assert!(seen.len() > 8, "{}", seen.len());
        let (at, [x, z]) = seen[0];
        let way = DVec3::new(x, 0.0, z) - camera.eye;
        let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
        let scale = 300.0 / (30.0_f64.to_radians().tan() * way.dot(forward));
        let wanted = pos2(400.0 + (way.dot(right) * scale) as f32, 300.0 - (way.dot(up) * scale) as f32);
        assert!((at - wanted).length() < 4.0, "{at:?} {wanted:?}");
        let mut wall = flat.clone();
        for x in 0..edge {
            wall.heights[(22 * edge + x) as usize] = 300.0;
        }
        assert!(labels(&wall, None, &camera, rect).iter().all(|(_, [_, z])| *z <= 220.0));
    }
}
