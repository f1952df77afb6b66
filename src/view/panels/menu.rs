//! The menu of files, and what happens to those that are held over the window.

use std::path::PathBuf;

use egui::{Align2, Button, Color32, FontId, Id, LayerId, Rect, Ui};

use crate::view::App;
use crate::view::app::Order;

/// Lays out the menu.
pub fn show(app: &mut App, ui: &mut Ui) {
    ui.menu_button("File", |ui| files(app, ui)).response.on_hover_text("Open, write a picture, quit");
}

fn files(app: &mut App, ui: &mut Ui) {
    let entry = |ui: &mut Ui, words: &str, key: &str| ui.add(Button::new(words).shortcut_text(key)).clicked();
    if entry(ui, "Open…", "Ctrl+O") {
        app.order(Order::ChooseFiles);
    }
    ui.menu_button("Open recent", |ui| recent(app, ui));
    if entry(ui, "Open the demo island", "") {
        app.order(Order::Open(Vec::new()));
    }
    if entry(ui, "Load again", "F5") {
        app.order(Order::Reload);
    }
    ui.separator();
    if ui.add_enabled(app.world.is_some(), Button::new("Write a picture").shortcut_text("F12")).clicked() {
        app.order(Order::TakePicture);
    }
    ui.separator();
    if entry(ui, "Quit", "Ctrl+Q") {
        app.order(Order::Quit);
    }
}

fn recent(app: &mut App, ui: &mut Ui) {
    if app.state.recent.is_empty() {
        ui.weak("No file was opened yet");
        return;
    }
    let mut opened = None;
    for inputs in &app.state.recent {
        let full: Vec<String> = inputs.iter().map(|input| input.display().to_string()).collect();
        if ui.button(short(inputs)).on_hover_text(full.join("\n")).clicked() {
            opened = Some(inputs.clone());
        }
    }
    if let Some(inputs) = opened {
        app.order(Order::Open(inputs));
    }
    ui.separator();
    if ui.button("Forget them").clicked() {
        app.state.recent.clear();
        app.order(Order::Save);
    }
}

/// The names of files, with the folder of the first.
fn short(inputs: &[PathBuf]) -> String {
    let name = |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let names: Vec<String> = inputs.iter().map(name).collect();
    let folder = inputs.first().and_then(|path| path.parent()).and_then(|folder| folder.file_name());
    match folder {
        Some(folder) => format!("{}  ({})", names.join(", "), folder.to_string_lossy()),
        None => names.join(", "),
    }
}

/// Says what happens to files that are held over the window.
pub fn hint_at_files(ui: &Ui, rect: Rect) {
    let held = ui.input(|input| input.raw.hovered_files.clone());
    if held.is_empty() {
        return;
    }
    let names: Vec<String> = held
        .iter()
        .filter_map(|file| Some(file.path.as_ref()?.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let words = match names.as_slice() {
        [] => "Drop to open".to_owned(),
        names => format!("Drop to open {}", names.join(", ")),
    };
    let layer = LayerId::new(egui::Order::Foreground, Id::unique("held files"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_filled(rect, 0.0, Color32::from_black_alpha(170));
    painter.text(rect.center(), Align2::CENTER_CENTER, words, FontId::proportional(20.0), Color32::WHITE);
}
