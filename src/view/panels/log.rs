//! What was odd or went wrong, the newest last.

use egui::{ScrollArea, Ui};

use crate::view::App;
use crate::view::app::Order;

/// How many lines there are.
pub fn state(app: &App) -> String {
    match app.log.len() {
        0 => "empty".to_owned(),
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    app.panels.read_lines = app.log.len();
    if app.log.is_empty() {
        ui.weak("Nothing odd so far.");
        return;
    }
    ui.horizontal(|ui| {
        if ui.button("Copy").on_hover_text("Copies all lines").clicked() {
            let all = app.log.join("\n");
            app.order(Order::Copy(all));
        }
        if ui.button("Clear").clicked() {
            app.log.clear();
            app.panels.read_lines = 0;
        }
    });
    ScrollArea::vertical().id_salt("log").max_height(240.0).stick_to_bottom(true).show(ui, |ui| {
        for line in &app.log {
            ui.add(egui::Label::new(line.as_str()).selectable(true).wrap());
        }
    });
}
