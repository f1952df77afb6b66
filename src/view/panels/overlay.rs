//! What explains the grass, drawn over the ground.

use egui::{ComboBox, Ui};

use crate::scene::overlay::{Choice, NAMES};
use crate::scene::seed::Sown;
use crate::view::App;
use crate::view::work::Task;

/// The overlay's name.
pub fn state(app: &App) -> String {
    app.wanted.overlay.as_ref().map_or_else(|| "none".to_owned(), Choice::to_string)
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let has_level = app
        .world
        .as_ref()
        .and_then(|world| world.scene.seed.as_ref())
        .is_some_and(|seed| matches!(seed.sown, Sown::Level(_)));
    if !has_level {
        ui.weak("Overlays explain the grass of a level. Open a level.details to see them.");
        return;
    }
    let wanted = &mut app.wanted.overlay;
    ui.radio_value(wanted, None, "none");
    for (name, what) in NAMES {
        // The one of a single model has a list of its own.
        if let Ok(choice) = name.parse()
            && !matches!(choice, Choice::DensityOf(_))
        {
            ui.radio_value(wanted, Some(choice), name).on_hover_text(what);
        }
    }
    of_model(app, ui);
    progress(app, ui);
}

/// The density of one model.
fn of_model(app: &mut App, ui: &mut Ui) {
    let Some(clutter) = app.world.as_ref().and_then(|world| world.scene.clutter.as_ref()) else { return };
    let names: Vec<String> = clutter
        .models
        .iter()
        .enumerate()
        .map(|(index, model)| format!("{index}  {}", model.texture.escape_debug()))
        .collect();
    let chosen = match &app.wanted.overlay {
        Some(Choice::DensityOf(name)) => clutter.models_named(name).first().map(|&index| index as usize),
        _ => None,
    };
    let shown = chosen.and_then(|index| names.get(index)).map_or("choose a model", String::as_str);
    let mut picked = None;
    ui.horizontal(|ui| {
        let radio = ui.radio(chosen.is_some(), "density of").on_hover_text("The density of one model");
        if radio.clicked() && chosen.is_none() && !names.is_empty() {
            picked = Some(0);
        }
        ComboBox::from_id_salt("density of")
            .width((ui.available_width() - 8.0).max(60.0))
            .selected_text(shown)
            .truncate()
            .show_ui(ui, |ui| {
                for (index, name) in names.iter().enumerate() {
                    if ui.selectable_label(chosen == Some(index), name).clicked() {
                        picked = Some(index);
                    }
                }
            })
            .response
            .labelled_by(radio.id);
    });
    if let Some(index) = picked {
        app.wanted.overlay = Some(Choice::DensityOf(index.to_string()));
    }
}

/// What is being found, or why nothing is.
fn progress(app: &App, ui: &mut Ui) {
    if let Some((task @ Task::Lay(_), start)) = app.work.task() {
        super::waits(ui, task.words(), start);
    } else if let Some((Task::Lay(_), words)) = &app.work.failure {
        ui.colored_label(ui.visuals().error_fg_color, words);
    } else if let (Some(time), Some(_)) = (app.work.times.lay, &app.wanted.overlay) {
        ui.weak(format!("found in {}", super::seconds(time)));
    }
}
