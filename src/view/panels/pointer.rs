//! A ring in the picture where the selection has no line around it, or is too small for one.

use egui::{Color32, Pos2, Rect, Stroke, Ui};

use crate::scene::answer::Thing;
use crate::view::App;

/// Points: radius of the ring.
const RADIUS: f32 = 9.0;

/// Something of a smaller radius on the screen has a ring, points.
const SMALL: f32 = 5.0;

/// Draws it.
pub fn show(app: &App, ui: &Ui, rect: Rect) {
    let Some(selection) = &app.asking.selection else { return };
    let (middle, radius) = selection.answer.sphere;
    let is_place = matches!(selection.hit.thing, Thing::Ground | Thing::Mesh { .. } | Thing::Water);
    let camera = &app.look.camera;
    let away = middle - camera.eye;
    let [right, up, forward] = camera.axes().map(|axis| away.dot(axis.as_dvec3()));
    if forward < 0.05 {
        return;
    }
    let tan = f64::from((camera.fov_deg.to_radians() * 0.5).tan());
    let scale = f64::from(rect.height()) * 0.5 / (tan * forward);
    let at = rect.center() + egui::vec2((right * scale) as f32, (-up * scale) as f32);
    if !rect.contains(at) || !is_place && (radius * scale) as f32 > SMALL {
        return;
    }
    let painter = ui.painter().with_clip_rect(rect);
    for (width, color) in [(3.5, Color32::from_black_alpha(170)), (1.6, Color32::from_rgb(255, 204, 84))] {
        let stroke = Stroke::new(width, color);
        painter.circle_stroke(at, RADIUS, stroke);
        if is_place {
            for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
                let on = |length: f32| Pos2::new(at.x + x * length, at.y + y * length);
                painter.line_segment([on(RADIUS - 4.0), on(RADIUS + 4.0)], stroke);
            }
        }
    }
}
