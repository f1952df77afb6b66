//! What is wrong or odd in the files: a list, and the place of each finding.

use egui::{Color32, RichText, ScrollArea, TextEdit, Ui};

use crate::check::{Finding, Severity};
use crate::numbers::{counted, thousands};
use crate::view::App;
use crate::view::findings::{Findings, has_words, seen};
use crate::view::flight;

/// What of the list is looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FindingsPanel {
    /// Words that are sought.
    pub search: String,
    /// The finding that is unfolded, and which of its places was flown to last.
    pub chosen: Option<(usize, usize)>,
}

/// How many there are of each severity.
pub fn state(app: &App) -> String {
    match &app.findings {
        Findings::Unknown => "not checked".to_owned(),
        Findings::Running(_) => "checking".to_owned(),
        Findings::Failed(_) => "failed".to_owned(),
        Findings::Known(checked) if checked.findings.is_empty() => "none".to_owned(),
        Findings::Known(checked) => {
            let of =
                |severity| checked.findings.iter().filter(|finding| finding.severity == severity).count();
            let all = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
            let told: Vec<_> = all
                .into_iter()
                .map(|(severity, name)| (of(severity), name))
                .filter(|(count, _)| *count > 0)
                .map(|(count, name)| counted(count, name))
                .collect();
            told.join(", ")
        }
    }
}

/// Lays out the panel; opened it begins to check.
pub fn show(app: &mut App, ui: &mut Ui) {
    if let (Findings::Unknown, Some(world)) = (&app.findings, &app.world) {
        app.findings = Findings::start(world);
    }
    match &app.findings {
        Findings::Unknown => {
            ui.weak("Open a scene to check its files.");
            return;
        }
        Findings::Running(_) => {
            ui.label("⏳ reading and checking the files");
            return;
        }
        Findings::Failed(words) => {
            ui.colored_label(ui.visuals().error_fg_color, words);
        }
        Findings::Known(_) => {}
    }
    let mut checks_again = false;
    ui.horizontal(|ui| {
        let label = ui.label("Find");
        let width = (ui.available_width() - 72.0).max(60.0);
        let search = TextEdit::singleline(&mut app.panels.findings.search).desired_width(width);
        ui.add(search)
            .labelled_by(label.id)
            .on_hover_text("All words, in any order: of code, message, file, advice");
        checks_again = ui.button("Check").on_hover_text("Reads and checks the files again").clicked();
    });
    let clicked = list(app, ui);
    if let Some((index, place)) = clicked {
        choose(app, index, place);
    }
    if checks_again {
        app.findings = Findings::Unknown;
    }
}

/// The findings, the worst first; the one that was clicked, and which of its places.
fn list(app: &App, ui: &mut Ui) -> Option<(usize, usize)> {
    let checked = app.findings.known()?;
    let panel = &app.panels.findings;
    let mut shown: Vec<(usize, &Finding)> = checked
        .findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| has_words(finding, &panel.search))
        .collect();
    shown.sort_by_key(|(_, finding)| finding.severity); // Stable: within one as they were met.
    if checked.findings.is_empty() {
        ui.label("Nothing is wrong.");
    } else if shown.is_empty() {
        ui.weak("No finding has these words.");
    }
    let mut clicked = None;
    ScrollArea::vertical().id_salt("findings").max_height(340.0).show(ui, |ui| {
        for (index, finding) in shown {
            let place = panel.chosen.filter(|(chosen, _)| *chosen == index).map(|(_, place)| place);
            if let Some(place) = entry(ui, finding, place) {
                clicked = Some((index, place));
            }
        }
        if let Some(conflict) = &checked.conflict {
            ui.colored_label(ui.visuals().error_fg_color, conflict.to_string());
        }
        for skipped in &checked.skipped {
            ui.label(RichText::new(format!("Not checked: {}: {}", skipped.what, skipped.why)).weak().small());
        }
    });
    clicked
}

/// One finding; the place that is asked for, if one is. `chosen` is its place that was flown to.
fn entry(ui: &mut Ui, finding: &Finding, chosen: Option<usize>) -> Option<usize> {
    let mut asked = None;
    ui.horizontal(|ui| {
        let (dot, response) = ui.allocate_exact_size(egui::vec2(9.0, 9.0), egui::Sense::hover());
        ui.painter().circle_filled(dot.center(), 4.0, color(ui, finding.severity));
        response.on_hover_text(finding.severity.name());
        let count = if finding.count > 1 { format!("  {}", thousands(finding.count)) } else { String::new() };
        let text = format!("{}{count}", finding.code);
        if ui.selectable_label(chosen.is_some(), text).on_hover_text(finding.message.as_str()).clicked() {
            asked = Some(0);
        }
    });
    let Some(chosen) = chosen else { return asked };
    ui.indent(finding.code, |ui| {
        ui.label(finding.message.as_str());
        if let Some(place) = finding.places.get(chosen) {
            let told = [place.to_string(), place.detail.clone()];
            let told: Vec<_> = told.into_iter().filter(|part| !part.is_empty()).collect();
            if !told.is_empty() {
                ui.label(RichText::new(told.join(": ")).small());
            }
        }
        if finding.places.len() > 1 {
            ui.horizontal(|ui| {
                let count = finding.places.len();
                if ui.small_button("⏴").on_hover_text("The place before").clicked() {
                    asked = Some((chosen + count - 1) % count);
                }
                if ui.small_button("⏵").on_hover_text("The next place").clicked() {
                    asked = Some((chosen + 1) % count);
                }
                ui.weak(format!("{} of {}", thousands((chosen + 1) as u64), thousands(count as u64)));
            });
        }
        ui.label(RichText::new(finding.advice).weak().small());
        let path = std::path::Path::new(&finding.file);
        let name = path.file_name().map_or(finding.file.clone(), |name| name.to_string_lossy().into_owned());
        ui.label(RichText::new(name).weak().small()).on_hover_text(finding.file.as_str());
    });
    asked
}

/// Unfolds a finding and flies to its place.
fn choose(app: &mut App, index: usize, place: usize) {
    app.panels.findings.chosen = Some((index, place));
    let Some(world) = &app.world else { return };
    let found = app
        .findings
        .known()
        .and_then(|checked| checked.findings.get(index)?.places.get(place))
        .and_then(|place| seen(&world.scene, place, world.request.planting.moved));
    if let Some((at, radius)) = found {
        app.fly_to(flight::facing(&app.look.camera, at, radius));
    }
}

fn color(ui: &Ui, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => ui.visuals().error_fg_color,
        Severity::Warning => ui.visuals().warn_fg_color,
        Severity::Note => ui.visuals().weak_text_color(),
    }
}
