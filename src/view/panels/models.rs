//! Every model of the scene: searched, hidden, isolated, flown to.

use egui::{Align, Label, Layout, RichText, ScrollArea, TextEdit, Ui};

use crate::numbers::{counted, thousands};
use crate::scene::catalogue::{Entry, Hidden, ModelId};
use crate::view::App;
use crate::view::asking::Way;

/// Points: as high as the list gets.
const HEIGHT: f32 = 320.0;

/// What is asked for by a click.
enum Wish {
    Show(ModelId, bool),
    Isolate(ModelId),
    Jump(ModelId, Way),
}

/// How many there are, and how many of them are hidden.
pub fn state(app: &App) -> String {
    let count = counted(app.asking.models.len(), "model");
    match app.asking.hidden.len() {
        0 => count,
        hidden => format!("{count}, {} hidden", thousands(hidden)),
    }
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    if app.asking.models.is_empty() {
        ui.weak("There are no models in this scene.");
        return;
    }
    let search = TextEdit::singleline(&mut app.panels.model_search)
        .hint_text("search")
        .desired_width(ui.available_width() - 8.0);
    ui.add(search).on_hover_text("All words, in any order: of name and kind");
    let words: Vec<String> = app.panels.model_search.split_whitespace().map(str::to_lowercase).collect();
    let found: Vec<usize> = app
        .asking
        .models
        .iter()
        .enumerate()
        .filter(|(_, entry)| has_words(entry, &words))
        .map(|(index, _)| index)
        .collect();
    let ids = || found.iter().filter_map(|&index| Some(app.asking.models.get(index)?.id)).collect::<Hidden>();
    let mut hides = None;
    ui.horizontal(|ui| {
        let all = words.is_empty();
        if ui.button(if all { "Hide all" } else { "Hide these" }).clicked() {
            hides = Some(app.asking.hidden.union(&ids()).copied().collect());
        }
        let hidden = !app.asking.hidden.is_empty();
        if ui.add_enabled(hidden, egui::Button::new("Show all")).clicked() {
            hides = Some(Hidden::new());
        }
        ui.weak(if all { String::new() } else { format!("{} found", thousands(found.len())) });
    });
    let wish = list(app, ui, &found);
    if let Some(hidden) = hides {
        app.hide(hidden);
    }
    match wish {
        Some(Wish::Show(model, shown)) => app.set_shown([model], shown),
        Some(Wish::Isolate(model)) => app.isolate(model),
        Some(Wish::Jump(model, way)) => app.jump(model, way),
        None => return,
    }
    ui.ctx().request_repaint();
}

/// Rows are as many as are seen, so that a list of ten thousand costs what one of ten does.
fn list(app: &App, ui: &mut Ui, found: &[usize]) -> Option<Wish> {
    let mut wish = None;
    let selected = app.asking.selection.as_ref().and_then(|selection| selection.answer.model);
    let height = ui.spacing().interact_size.y;
    let area = ScrollArea::vertical().id_salt("models").max_height(HEIGHT).auto_shrink([false, true]);
    area.show_rows(ui, height, found.len(), |ui, rows| {
        for entry in
            found.get(rows).unwrap_or_default().iter().filter_map(|&index| app.asking.models.get(index))
        {
            let is_shown = !app.asking.hidden.contains(&entry.id);
            if let Some(wanted) = row(ui, entry, is_shown, selected == Some(entry.id)) {
                wish = Some(wanted);
            }
        }
    });
    wish
}

fn row(ui: &mut Ui, entry: &Entry, mut is_shown: bool, is_selected: bool) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        if ui.checkbox(&mut is_shown, "").on_hover_text("Draws it").changed() {
            wish = Some(Wish::Show(entry.id, is_shown));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("⏵").on_hover_text("Flies to the next one").clicked() {
                wish = Some(Wish::Jump(entry.id, Way::Next));
            }
            if ui.small_button("◎").on_hover_text("Hides all others").clicked() {
                wish = Some(Wish::Isolate(entry.id));
            }
            ui.label(RichText::new(thousands(entry.count)).small().weak());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(short(&entry.name));
                let text = if is_selected { text.strong() } else { text };
                let label = Label::new(text).truncate().selectable(false).sense(egui::Sense::click());
                let what = entry.kind.map_or(group(entry.id), |kind| kind.name());
                let response = ui.add(label).on_hover_text(format!("{}\n{what}", entry.name));
                if response.clicked() {
                    wish = Some(Wish::Jump(entry.id, Way::Nearest));
                }
            });
        });
    });
    wish
}

/// The file's name, as a path is most often longer than the panel is wide.
fn short(path: &str) -> &str {
    path.rsplit(['\\', '/']).next().unwrap_or(path)
}

/// Of what a model is.
fn group(id: ModelId) -> &'static str {
    match id {
        ModelId::Object(_) => "object",
        ModelId::Plant(_) => "grass",
        ModelId::Bfres(_) => "model of a BFRES",
    }
}

/// True where the name and the kind have all the words.
fn has_words(entry: &Entry, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let name = entry.name.to_lowercase();
    let kind = entry.kind.map_or(group(entry.id), |kind| kind.name());
    words.iter().all(|word| name.contains(word.as_str()) || kind.contains(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::kind::Kind;

    #[test]
    fn a_model_is_found_by_words_of_its_path_and_kind_in_any_order() {
        let name = "ca\\plants\\T_Picea.p3d".to_owned();
        let entry = Entry { id: ModelId::Object(0), name, kind: Some(Kind::Conifer), count: 3 };
        let has = |words: &[&str]| {
            has_words(&entry, &words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
        };
        assert!(has(&["picea"]) && has(&["conif", "plants"]) && has(&[]));
        assert!(!has(&["picea", "house"]));
        assert_eq!(short(&entry.name), "T_Picea.p3d");
    }
}
