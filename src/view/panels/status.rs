//! The line under the picture: pose, speed, what is being done, and what was odd.

use egui::{Align, Layout, RichText, Ui};

use super::appearance;
use super::section::Section;
use crate::view::App;
use crate::view::app::Order;

/// Lays out the line.
pub fn show(app: &mut App, ui: &mut Ui) {
    ui.horizontal(|ui| {
        appearance::menu(app, ui);
        badge(app, ui);
        if let Some(loading) = app.loading() {
            ui.spinner();
            ui.label(loading.stage());
        } else if let Some((task, _)) = app.work.task() {
            ui.spinner();
            ui.label(task.words());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let pose = app.look.camera.to_string();
            if ui.button("Copy").on_hover_text("Copies the camera for `--camera` (Ctrl+C)").clicked() {
                app.order(Order::Copy(pose.clone()));
            }
            let pose = egui::Label::new(RichText::new(pose).monospace()).truncate();
            ui.add(pose).on_hover_text("X, Y, Z in metres, yaw and pitch in degrees");
            let gait = if app.controls.walks { "walking" } else { "flying" };
            let speed =
                egui::Label::new(RichText::new(format!("{gait}, {:.1} m/s", app.controls.speed)).weak());
            ui.add(speed.truncate()).on_hover_text("G walks and flies, the wheel changes the speed");
        });
    });
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
