//! The line under the picture: pose, speed, what is being done, and what was odd.

use egui::{Align, Layout, RichText, Ui};

use super::section::Section;
use super::{appearance, menu};
use crate::scene::camera_pose::CameraPose;
use crate::view::App;
use crate::view::app::Order;

/// Lays out the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    ui.horizontal(|ui| {
        menu::show(app, ui);
        appearance::menu(app, ui);
        badge(app, ui);
        if let Some(loading) = app.loading() {
            let stage = loading.stage();
            if ui.small_button("Cancel").on_hover_text("Keeps what is shown now (Esc)").clicked() {
                app.cancel();
            }
            ui.label(format!("⏳ {stage}"));
        } else if let Some((task, _)) = app.work.task() {
            ui.label(format!("⏳ {}", task.words()));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let pose = app.look.camera;
            if ui.button("Copy").on_hover_text("Copies the camera for `--camera` (Ctrl+C)").clicked() {
                app.order(Order::Copy(pose.to_string()));
            }
            let label = egui::Label::new(RichText::new(rounded(&pose).to_string()).monospace()).truncate();
            let units = "X, Y, Z in metres, yaw and pitch in degrees, as `--camera` takes it";
            ui.add(label).on_hover_text(format!("{units}:\n{pose}"));
            if ui.available_width() < ROOM_FOR_SPEED {
                return;
            }
            let gait = if app.controls.walks { "walking" } else { "flying" };
            ui.weak(format!("{gait}, {:.1} m/s", app.controls.speed))
                .on_hover_text("G walks and flies, the wheel changes the speed");
        });
    });
}

/// Points.
const ROOM_FOR_SPEED: f32 = 120.0;

/// To the centimetre and the tenth of a degree: more nobody can read.
fn rounded(pose: &CameraPose) -> CameraPose {
    let tenth = |degrees: f32| (degrees * 10.0).round() / 10.0;
    CameraPose {
        eye: (pose.eye * 100.0).round() / 100.0,
        yaw_deg: tenth(pose.yaw_deg),
        pitch_deg: tenth(pose.pitch_deg),
        fov_deg: tenth(pose.fov_deg),
    }
}

/// How many lines of the log nobody has read.
fn badge(app: &mut App, ui: &mut Ui) {
    let unread = app.log.len().saturating_sub(app.panels.read_lines);
    if unread == 0 {
        return;
    }
    let text = RichText::new(format!("⚠ {unread}")).color(ui.visuals().warn_fg_color);
    let newest = app.log.last().map_or("", String::as_str);
    if ui.button(text).on_hover_text(newest).clicked() {
        app.panels.are_folded = false;
        app.panels.open.insert(Section::Log);
    }
}
