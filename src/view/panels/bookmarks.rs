//! Places of the scene to come back to.

use egui::{Align, Layout, TextEdit, Ui};

use crate::view::App;
use crate::view::app::Order;

/// How many there are.
pub fn state(app: &App) -> String {
    let inputs = app.world.as_ref().map(|world| &world.request.inputs);
    match inputs.and_then(|inputs| app.state.of(inputs)).map_or(0, |scene| scene.bookmarks.len()) {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let Some(world) = &app.world else {
        ui.weak("There is no scene");
        return;
    };
    let camera = app.look.camera;
    let known = app.state.of(&world.request.inputs);
    let (key, is_empty) = (
        known.map_or(Some(1), |scene| scene.free_key()),
        known.is_none_or(|scene| scene.bookmarks.is_empty()),
    );
    let (mut flight, mut changed) = (None, false);
    if !is_empty {
        let scene = app.state.of_mut(&world.request.inputs);
        let mut gone = None;
        for (index, bookmark) in scene.bookmarks.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                let number = bookmark.key.map_or_else(|| "–".to_owned(), |key| key.to_string());
                let words = match bookmark.key {
                    Some(key) => format!("Flies to {} ({key})", bookmark.camera),
                    None => format!("Flies to {}", bookmark.camera),
                };
                let fly = ui.button(number).on_hover_text(words);
                if fly.clicked() {
                    flight = Some(bookmark.camera);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if ui.button("✖").on_hover_text("Forgets this place").clicked() {
                        gone = Some(index);
                    }
                    let name = TextEdit::singleline(&mut bookmark.name).desired_width(f32::INFINITY);
                    changed |= ui.add(name).labelled_by(fly.id).lost_focus();
                });
            });
        }
        if let Some(index) = gone {
            scene.bookmarks.remove(index);
            changed = true;
        }
    }
    if ui.button("Add this place").clicked() {
        app.state.of_mut(&world.request.inputs).mark(key, camera);
        changed = true;
    }
    ui.weak("Ctrl and a key from 1 to 9 sets a bookmark, the key alone flies there.");
    if let Some(camera) = flight {
        app.fly_to(camera);
    }
    if changed {
        app.order(Order::Save);
    }
}
