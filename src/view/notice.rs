//! One message over the picture: what was done, or what went wrong.

use egui::{Align2, Area, Frame, Id, Rect, RichText, Ui};

/// Seconds that a passing message stays.
const SECONDS: f64 = 6.0;

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// What is said.
    pub text: String,
    /// Something went wrong: it stays until it is taken away.
    pub is_fault: bool,
    /// egui's time in seconds when it was first seen.
    since: Option<f64>,
}

impl Notice {
    /// One that goes by itself.
    pub fn passing(text: String) -> Self {
        Self { text, is_fault: false, since: None }
    }

    /// One that stays.
    pub fn fault(text: String) -> Self {
        Self { text, is_fault: true, since: None }
    }
}

/// Lays out the message at the lower edge of the picture, as long as there is one.
pub fn show(notice: &mut Option<Notice>, ui: &Ui, rect: Rect) {
    let Some(shown) = notice else { return };
    let now = ui.input(|input| input.time);
    let left = SECONDS - (now - *shown.since.get_or_insert(now));
    if !shown.is_fault {
        if left <= 0.0 {
            *notice = None;
            return;
        }
        ui.ctx().request_repaint_after_secs(left as f32);
    }
    let width = (rect.width() - 48.0).clamp(120.0, 640.0);
    let text = RichText::new(shown.text.as_str());
    let text = if shown.is_fault { text.color(ui.visuals().error_fg_color) } else { text };
    let is_closed = Area::new(Id::unique("notice"))
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(rect.center_bottom() - egui::vec2(0.0, 16.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style())
                .show(ui, |ui| {
                    ui.set_max_width(width);
                    ui.horizontal_top(|ui| {
                        let close = ui.small_button("✖").on_hover_text("Take this message away (Esc)");
                        ui.add(egui::Label::new(text).wrap().selectable(true));
                        close.clicked()
                    })
                    .inner
                })
                .inner
        })
        .inner;
    if is_closed {
        *notice = None;
    }
}
