//! What is selected: every value with its unit, to be marked and copied.

use std::fmt::Write as _;

use egui::{Align, Align2, Grid, Label, Layout, Rect, RichText, ScrollArea, Ui, vec2};

use crate::scene::answer::{Answer, Fact};
use crate::view::App;
use crate::view::app::Order;
use crate::view::asking::Way;

/// Points: as wide as the sheet gets, and narrowest that it can be read at.
const WIDTHS: [f32; 2] = [310.0, 180.0];

/// What is asked for by a button.
enum Wish {
    Copy,
    Frame,
    Next,
    Hide,
    Isolate,
    Close,
}

/// Lays out the sheet in the lower right corner of the picture.
pub fn show(app: &mut App, ui: &Ui, rect: Rect) {
    let [widest, narrowest] = WIDTHS;
    let width = widest.min(rect.width() * 0.6);
    let Some(selection) = app.asking.selection.as_ref().filter(|_| width >= narrowest) else { return };
    let answer = &selection.answer;
    let mut wish = None;
    super::card(ui.ctx(), "inspector", rect.right_bottom() - vec2(10.0, 10.0), Align2::RIGHT_BOTTOM, |ui| {
        ui.set_width(width);
        wish = lay_out(ui, answer, (rect.height() - 190.0).max(80.0));
    });
    let Some(wish) = wish else { return };
    let model = answer.model;
    match (wish, model) {
        (Wish::Copy, _) => {
            let text = as_text(answer);
            app.order(Order::Copy(text));
        }
        (Wish::Frame, _) => app.frame_selection(),
        (Wish::Next, Some(model)) => app.jump(model, Way::Next),
        (Wish::Hide, Some(model)) => app.set_shown([model], false),
        (Wish::Isolate, Some(model)) => app.isolate(model),
        (Wish::Close | Wish::Next | Wish::Hide | Wish::Isolate, _) => app.select(None),
    }
    ui.ctx().request_repaint();
}

fn lay_out(ui: &mut Ui, answer: &Answer, most_height: f32) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(&answer.title).strong().size(15.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("✖").on_hover_text("Selects nothing (Esc)").clicked() {
                wish = Some(Wish::Close);
            }
            if ui.small_button("Copy").on_hover_text("Copies all of it as text").clicked() {
                wish = Some(Wish::Copy);
            }
        });
    });
    ScrollArea::vertical().id_salt("inspector").max_height(most_height).show(ui, |ui| {
        for (index, run) in answer.facts.chunk_by(|a, b| a.group == b.group).enumerate() {
            let group = run.first().map_or("", |fact| fact.group);
            if !group.is_empty() {
                ui.add_space(4.0);
                ui.label(RichText::new(group).weak().small());
            }
            Grid::new(("facts", index)).num_columns(2).spacing([12.0, 2.0]).min_col_width(108.0).show(
                ui,
                |ui| {
                    for fact in run {
                        row(ui, fact);
                    }
                },
            );
        }
    });
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Frame").on_hover_text("Flies to where all of it is seen (F)").clicked() {
            wish = Some(Wish::Frame);
        }
        if answer.model.is_some() {
            if ui.button("Next").on_hover_text("The next one of its model").clicked() {
                wish = Some(Wish::Next);
            }
            if ui.button("Hide").on_hover_text("Hides all of its model").clicked() {
                wish = Some(Wish::Hide);
            }
            if ui.button("Isolate").on_hover_text("Hides all other models").clicked() {
                wish = Some(Wish::Isolate);
            }
        }
    });
    wish
}

fn row(ui: &mut Ui, fact: &Fact) {
    ui.label(RichText::new(fact.name).weak());
    let text = with_unit(fact);
    ui.add(Label::new(text).selectable(true).wrap());
    ui.end_row();
}

/// The value and its unit.
fn with_unit(fact: &Fact) -> String {
    match fact.unit {
        "" => fact.value.clone(),
        "°" => format!("{}°", fact.value),
        unit => format!("{} {unit}", fact.value),
    }
}

/// All of it, a line a value.
fn as_text(answer: &Answer) -> String {
    let mut text = format!("{}\n", answer.title);
    for fact in &answer.facts {
        let group = if fact.group.is_empty() { String::new() } else { format!("{}, ", fact.group) };
        let _ = writeln!(text, "{group}{}: {}", fact.name, with_unit(fact)); // Into a string, which can't fail.
    }
    text
}
