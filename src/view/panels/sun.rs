//! Where the sun stands.

use egui::{Slider, Ui};

use crate::view::App;

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let sun = &mut app.look.sun;
    ui.add(Slider::new(&mut sun.azimuth_deg, 0.0..=360.0).suffix("°").text("Azimuth"));
    ui.add(Slider::new(&mut sun.elevation_deg, 0.0..=90.0).suffix("°").text("Elevation"));
}
