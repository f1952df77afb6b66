//! A part of the left panel that folds; folded, its heading tells its state.

use egui::{Align2, FontId, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};
use serde::{Deserialize, Serialize};

use crate::view::{App, style};

/// The parts, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Section {
    /// What an old version differs in.
    Compare,
    /// What is drawn.
    Layers,
    /// Every model of the scene.
    Models,
    /// What explains the grass.
    Overlay,
    /// How grass is planted.
    Grass,
    /// Where the sun stands.
    Sun,
    /// What moves.
    Animation,
    /// Places to come back to.
    Bookmarks,
    /// What is wrong in the files.
    Findings,
    /// What was odd or went wrong.
    Log,
}

impl Section {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Compare,
        Self::Layers,
        Self::Models,
        Self::Overlay,
        Self::Grass,
        Self::Sun,
        Self::Animation,
        Self::Bookmarks,
        Self::Findings,
        Self::Log,
    ];

    /// Its heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compare => "Compare",
            Self::Layers => "Layers",
            Self::Models => "Models",
            Self::Overlay => "Overlay",
            Self::Grass => "Grass",
            Self::Sun => "Sun",
            Self::Animation => "Animation",
            Self::Bookmarks => "Bookmarks",
            Self::Findings => "Findings",
            Self::Log => "Log",
        }
    }
}

/// Points: height of a heading.
const HEIGHT: f32 = 26.0;

/// Lays out a heading, and the body below it where the part is open. `state` is told in the
/// heading of a folded part.
pub fn show(
    app: &mut App,
    ui: &mut Ui,
    section: Section,
    state: fn(&App) -> String,
    body: fn(&mut App, &mut Ui),
) {
    let was_open = app.panels.open.contains(&section);
    if heading(ui, section.name(), &state(app), was_open) {
        if was_open {
            app.panels.open.remove(&section);
        } else {
            app.panels.open.insert(section);
        }
    }
    if app.panels.open.contains(&section) {
        egui::Frame::new()
            .inner_margin(egui::Margin { left: 14, right: 4, top: 2, bottom: 8 })
            .show(ui, |ui| body(app, ui));
    }
}

/// True where it was clicked.
fn heading(ui: &mut Ui, name: &str, state: &str, is_open: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    let told = if state.is_empty() { name.to_owned() } else { format!("{name}: {state}") };
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, name));
    let visuals = ui.visuals();
    ui.painter().rect_filled(rect, 4.0, visuals.faint_bg_color);
    let strong = if response.hovered() { style::accent(visuals.dark_mode) } else { visuals.text_color() };
    let weak = visuals.weak_text_color();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let font = TextStyle::Button.resolve(ui.style());
    let middle = rect.left_center() + vec2(7.0, 0.0);
    let sign = if is_open { "⏷" } else { "⏵" };
    painter.text(middle, Align2::LEFT_CENTER, sign, FontId::proportional(font.size * 0.8), weak);
    let name = painter.text(middle + vec2(14.0, 0.0), Align2::LEFT_CENTER, name, font.clone(), strong);
    if !is_open {
        let room = rect.right() - name.right() - 20.0;
        let font = FontId::proportional(font.size * 0.92);
        let text =
            egui::text::LayoutJob::single_section(state.to_owned(), egui::TextFormat::simple(font, weak));
        let text = egui::text::LayoutJob {
            wrap: egui::text::TextWrapping::truncate_at_width(room.max(0.0)),
            ..text
        };
        let galley = painter.layout_job(text);
        let at = rect.right_center() - vec2(galley.size().x + 7.0, galley.size().y * 0.5);
        painter.galley(at, galley, weak);
    }
    let response = if is_open { response } else { response.on_hover_text(told) };
    response.clicked()
}
