//! The key to the colours of an overlay, over the picture: what `sward shot --overlay` paints.

use egui::{Align, Color32, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::numbers::thousands;
use crate::scene::overlay::{Color, Legend, Ramp, Swatch};
use crate::view::App;

/// Points: widest that a key gets, and narrowest that it can be read at.
const WIDTHS: [f32; 2] = [230.0, 120.0];

/// Lays out the key in the upper left corner of the picture.
pub fn show(app: &App, ui: &Ui, rect: Rect) {
    let is_hidden = app.is_comparing() && !app.comparing.shows_heights;
    let overlay = app.world.as_ref().and_then(|world| world.scene.overlay.as_ref()).filter(|_| !is_hidden);
    let [widest, narrowest] = WIDTHS;
    let width = widest.min(rect.width() * 0.45);
    let Some(overlay) = overlay.filter(|_| width >= narrowest) else { return };
    super::card(ui.ctx(), "legend", rect.left_top() + vec2(10.0, 10.0), egui::Align2::LEFT_TOP, |ui| {
        ui.set_width(width);
        let most = (rect.height() - 50.0).max(60.0);
        // Else it would never get higher than it was when it was first laid out.
        let area = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        area.show(ui, |ui| lay_out(ui, &overlay.legend));
    });
}

fn lay_out(ui: &mut Ui, legend: &Legend) {
    ui.label(RichText::new(&legend.title).strong());
    if let Some(ramp) = &legend.ramp {
        bar(ui, ramp);
        ui.label(RichText::new(&legend.unit).weak().small());
    }
    for Swatch { color, name, count } in &legend.swatches {
        row(ui, *color, name, &thousands(*count));
    }
    if let Some(rest) = legend.rest.filter(|rest| rest.things > 0) {
        row(ui, rest.color, &format!("and {} more", thousands(rest.things)), "");
    }
    for note in &legend.notes {
        ui.label(RichText::new(note).weak().small());
    }
}

/// A colour, a name, and a number at the right edge.
fn row(ui: &mut Ui, color: Option<Color>, name: &str, number: &str) {
    ui.horizontal(|ui| {
        let (square, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        if let Some([r, g, b]) = color {
            ui.painter().rect_filled(square, 2.0, Color32::from_rgb(r, g, b));
        }
        let rim = Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().rect_stroke(square, 2.0, rim, StrokeKind::Inside);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(number).small());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(name).small()).wrap());
            });
        });
    });
}

/// A bar of colours with its numbers under it.
fn bar(ui: &mut Ui, ramp: &Ramp) {
    /// Colours along the bar.
    const STEPS: u32 = 64;
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, 26.0), Sense::hover());
    let painter = ui.painter();
    let place = |share: f32| rect.left() + share * rect.width();
    for step in 0..STEPS {
        let [from, to] = [step, step + 1].map(|step| step as f32 / STEPS as f32);
        let [r, g, b] = ramp.colors.at((from + to) * 0.5);
        let part =
            Rect::from_min_max(pos2(place(from), rect.top()), pos2(place(to) + 0.5, rect.top() + 11.0));
        painter.rect_filled(part, 0.0, Color32::from_rgb(r, g, b));
    }
    let (ink, font) = (ui.visuals().text_color(), egui::FontId::proportional(10.0));
    let mut end = f32::NEG_INFINITY;
    let last = ramp.ticks.last().map_or("", |tick| tick.text.as_str());
    let last = painter.layout_no_wrap(last.to_owned(), font.clone(), ink).size().x;
    for (index, tick) in ramp.ticks.iter().enumerate() {
        let galley = painter.layout_no_wrap(tick.text.clone(), font.clone(), ink);
        let left = (place(tick.place) - galley.size().x * 0.5)
            .clamp(rect.left(), (rect.right() - galley.size().x).max(rect.left()));
        // The ends are always told; what has no room between them is left out.
        let is_last = index + 1 == ramp.ticks.len();
        let fits = left > end + 4.0 && (is_last || left + galley.size().x < rect.right() - last - 4.0);
        if fits {
            end = left + galley.size().x;
            painter.vline(place(tick.place), rect.top() + 11.0..=rect.top() + 14.0, Stroke::new(1.0, ink));
            painter.galley(pos2(left, rect.top() + 14.0), galley, ink);
        }
    }
}
