//! Where the sun stands.

use egui::{Slider, Ui};

use crate::view::App;
use crate::view::daylight::{Daylight, LATITUDES_DEG};

/// How the sun is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SunPanel {
    /// By the hour, not by direction.
    pub by_hour: bool,
    /// Hours of solar time.
    pub hour: f64,
    /// Where on earth.
    pub day: Daylight,
}

impl Default for SunPanel {
    fn default() -> Self {
        Self { by_hour: false, hour: 10.5, day: Daylight::default() }
    }
}

/// Such as `150° / 36°`.
pub fn state(app: &App) -> String {
    let sun = app.look.sun;
    format!("{:.0}° / {:.0}°", sun.azimuth_deg, sun.elevation_deg)
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    sliders(app, ui);
    if let Some(time) = app.work.times.relight {
        ui.weak(format!("lit in {}", super::seconds(time)))
            .on_hover_text("How long it took to find the shadows of the relief");
    }
}

fn sliders(app: &mut App, ui: &mut Ui) {
    let (sun, look) = (&mut app.panels.sun, &mut app.look.sun);
    let before = *sun;
    ui.horizontal(|ui| {
        ui.selectable_value(&mut sun.by_hour, false, "Direction").on_hover_text("Sets where the sun stands");
        ui.selectable_value(&mut sun.by_hour, true, "Hour").on_hover_text("Sets the time of a day in June");
    });
    if !sun.by_hour {
        ui.add(degrees(&mut look.azimuth_deg, 0.0..=360.0, "Azimuth"))
            .on_hover_text("Clockwise from the north: 90° is east, 180° is south");
        ui.add(degrees(&mut look.elevation_deg, 0.0..=90.0, "Elevation")).on_hover_text("Over the horizon");
        return;
    }
    let hours = sun.day.hours();
    sun.hour = sun.hour.clamp(*hours.start(), *hours.end());
    ui.add(
        Slider::new(&mut sun.hour, hours)
            .text("Hour")
            .custom_formatter(|hour, _| clock(hour))
            .custom_parser(from_clock),
    )
    .on_hover_text("From sunrise to sunset, in solar time: at 12:00 the sun is highest");
    let mut latitude = sun.day.latitude_deg;
    ui.add(Slider::new(&mut latitude, LATITUDES_DEG).suffix("°").text("Latitude").max_decimals(0))
        .on_hover_text("North of the equator is positive");
    sun.day.latitude_deg = latitude;
    if *sun != before {
        *look = sun.day.sun(sun.hour);
    }
    ui.weak("Solar time on 21 June. Files of games tell no latitude, so it is taken as 50° north.");
}

fn degrees<'a>(value: &'a mut f32, range: std::ops::RangeInclusive<f32>, text: &str) -> Slider<'a> {
    Slider::new(value, range).suffix("°").max_decimals(1).text(text)
}

/// Such as `06:30`.
fn clock(hour: f64) -> String {
    let minutes = (hour * 60.0).round() as i64;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn from_clock(text: &str) -> Option<f64> {
    match text.split_once(':') {
        Some((hours, minutes)) => {
            Some(hours.trim().parse::<f64>().ok()? + minutes.trim().parse::<f64>().ok()? / 60.0)
        }
        None => text.trim().parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_as_it_is_written() {
        assert_eq!(clock(6.5), "06:30");
        assert_eq!(clock(19.999), "20:00");
        assert_eq!(from_clock("06:30"), Some(6.5));
        assert_eq!(from_clock("7"), Some(7.0));
        assert_eq!(from_clock("noon"), None);
    }
}
