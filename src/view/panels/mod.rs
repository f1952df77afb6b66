//! What lies about the picture and over it, one file a panel.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use egui::{
    Align2, Area, Color32, Context, FontId, Frame, Id, Order, Panel, Pos2, Rect, ThemePreference, Ui,
};

use super::{App, notice};
use crate::scene::clutter::Planting;

mod animation;
mod appearance;
mod bookmarks;
mod compare;
mod corner;
pub mod findings;
mod grass;
mod grid;
mod inspector;
pub mod keys;
mod layers;
mod legend;
mod log;
mod menu;
mod models;
mod overlay;
mod pointer;
pub mod section;
mod status;
pub mod sun;

use section::Section;

/// Which panels are open, and what is set in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// The parts of the left panel that aren't folded.
    pub open: BTreeSet<Section>,
    /// Only the picture is seen.
    pub are_folded: bool,
    /// The sheet of keys is shown.
    pub shows_keys: bool,
    /// The log is to be opened.
    pub shows_log: bool,
    /// What drawing costs is shown.
    pub shows_corner: bool,
    /// Dark, light, or as the system.
    pub theme: ThemePreference,
    /// Over the monitor's own scale.
    pub zoom: f32,
    /// How the sun is set.
    pub sun: sun::SunPanel,
    /// What of the findings is looked at.
    pub findings: findings::FindingsPanel,
    /// Words of models that are sought.
    pub model_search: String,
    /// A planting that is still dragged at.
    pub draft: Option<Planting>,
    /// As the scene was opened.
    pub opened_planting: Planting,
    /// Lines of the log that were seen.
    pub read_lines: usize,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            open: BTreeSet::from([Section::Layers]),
            are_folded: false,
            shows_keys: false,
            shows_log: false,
            shows_corner: true,
            theme: ThemePreference::System,
            zoom: 1.0,
            sun: Default::default(),
            findings: Default::default(),
            model_search: String::new(),
            draft: None,
            opened_planting: Planting::default(),
            read_lines: 0,
        }
    }
}

/// Lays out what takes room beside the picture.
pub fn show(app: &mut App, ui: &mut Ui) {
    appearance::follow(app, ui);
    if std::mem::take(&mut app.panels.shows_log) {
        app.panels.open.insert(Section::Log);
    }
    if app.panels.are_folded {
        return;
    }
    Panel::bottom("status").show(ui, |ui| status::show(app, ui));
    Panel::left("scene").default_size(272.0).size_range(200.0..=440.0).show(ui, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.add_space(4.0);
            if app.is_comparing() {
                section::show(app, ui, Section::Compare, compare::state, compare::show);
            }
            section::show(app, ui, Section::Layers, layers::state, layers::show);
            section::show(app, ui, Section::Models, models::state, models::show);
            section::show(app, ui, Section::Overlay, overlay::state, overlay::show);
            section::show(app, ui, Section::Grass, grass::state, grass::show);
            section::show(app, ui, Section::Sun, sun::state, sun::show);
            section::show(app, ui, Section::Animation, animation::state, animation::show);
            section::show(app, ui, Section::Bookmarks, bookmarks::state, bookmarks::show);
            section::show(app, ui, Section::Findings, findings::state, findings::show);
            section::show(app, ui, Section::Log, log::state, log::show);
        });
    });
}

/// Lays out what lies over the picture.
pub fn over(app: &mut App, ui: &mut Ui, rect: Rect) {
    grid::show(app, ui, rect);
    pointer::show(app, ui, rect);
    legend::show(app, ui, rect);
    inspector::show(app, ui, rect);
    if app.panels.shows_corner {
        corner::show(app, ui, rect);
    }
    notice::show(&mut app.notice, ui, rect);
    menu::hint_at_files(ui, rect);
    if app.panels.shows_keys {
        keys::show(app, ui.ctx());
    }
}

/// In place of a picture.
pub fn waiting(app: &App, ui: &Ui, rect: Rect) {
    ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    let words = app
        .loading()
        .map_or_else(|| "Drop files here, or open them with Ctrl+O".to_owned(), |loading| loading.stage());
    let font = FontId::proportional(18.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, font, Color32::GRAY);
}

/// A small sheet over the picture that leaves it to be seen through.
fn card(ctx: &Context, name: &str, at: Pos2, corner: Align2, lay_out: impl FnOnce(&mut Ui)) {
    Area::new(Id::unique(name)).order(Order::Middle).fixed_pos(at).pivot(corner).constrain(false).show(
        ctx,
        |ui| {
            let fill = ui.visuals().window_fill.gamma_multiply(0.86);
            Frame::new().fill(fill).corner_radius(6).inner_margin(8).show(ui, lay_out);
        },
    );
}

/// What is waited for, and since when. A turning wheel would draw sixty frames a second, which the work lacks then.
fn waits(ui: &mut Ui, words: &str, start: Instant) {
    ui.label(format!("⏳ {words}, {} s", start.elapsed().as_secs()));
    ui.ctx().request_repaint_after(Duration::from_secs(1));
}

/// A time in words.
fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.0} ms", seconds * 1000.0),
        seconds => format!("{seconds:.1} s"),
    }
}
