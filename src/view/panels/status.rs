//! The line under the picture: pose, speed, and what the frame took.

use egui::Ui;

use crate::numbers::thousands;
use crate::view::App;
use crate::view::app::Order;

/// Lays out the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let pose = app.look.camera.to_string();
        if ui.button("📋").on_hover_text("Copies the camera for `--camera`").clicked() {
            app.order(Order::Copy(pose.clone()));
        }
        ui.monospace(pose);
        ui.separator();
        let gait = if app.controls.walks { "walking" } else { "flying" };
        ui.label(format!("{gait}, {:.1} m/s", app.controls.speed));
        ui.separator();
        let (drawn, time) = app.drawn;
        ui.label(format!("{:.1} ms", time.as_secs_f64() * 1000.0));
        ui.label(format!("{} triangles", thousands(drawn.triangles)));
        ui.label(format!("{} objects", thousands(drawn.objects)));
        ui.label(format!("{} plants", thousands(drawn.plants)));
        if let Some(loading) = app.loading() {
            ui.separator();
            ui.spinner();
            ui.label(loading.stage());
        }
    });
}
