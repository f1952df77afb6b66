//! What drawing costs, in the upper right corner of the picture.

use std::time::Instant;

use egui::{Align2, Grid, Rect, RichText, Ui, vec2};

use crate::numbers::thousands;
use crate::view::App;
use crate::view::meter::REST;

/// Points: in a narrower picture the numbers would cover what is to be seen.
const NARROWEST: f32 = 300.0;

/// Lays out the corner.
pub fn show(app: &mut App, ui: &Ui, rect: Rect) {
    if app.world.is_none() || rect.width() < NARROWEST {
        return;
    }
    let now = Instant::now();
    let gpu = app.world.as_ref().map(|world| world.kit.gpu.as_ref());
    let memory = app.meter.memory(now, gpu);
    let rate = app.meter.rate(now);
    let (drawn, time) = app.drawn;
    let mib = |bytes: u64| format!("{} MiB", thousands(bytes >> 20));
    let mut rows = vec![
        ("Frame", format!("{:.1} ms", time.as_secs_f64() * 1000.0), "To draw the last picture"),
        ("Triangles", thousands(drawn.triangles), "Of everything but sky and water"),
        ("Objects", thousands(drawn.objects), "Drawn in the last picture"),
        ("Plants", thousands(drawn.plants), "Drawn in the last picture"),
    ];
    if let Some(bytes) = memory.process {
        rows.push(("Memory", mib(bytes), "Of this process, as the system counts it"));
    }
    if let Some(bytes) = memory.adapter {
        let why = "On the graphics adapter; a software adapter's is the process's own";
        rows.push(("Graphics", mib(bytes), why));
    }
    if let Some(rate) = rate {
        rows.insert(1, ("Rate", format!("{rate:.0} fps"), "While something moves"));
        ui.ctx().request_repaint_after(REST * 2); // Then it is gone.
    }
    super::card(ui.ctx(), "corner", rect.right_top() + vec2(-10.0, 10.0), Align2::RIGHT_TOP, |ui| {
        // As wide as the numbers get, so that it doesn't twitch.
        Grid::new("corner").num_columns(2).min_col_width(66.0).spacing([8.0, 1.0]).show(ui, |ui| {
            for (what, number, why) in rows {
                ui.label(RichText::new(what).weak().small()).on_hover_text(why);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(RichText::new(number).monospace().small());
                });
                ui.end_row();
            }
        });
    });
}
