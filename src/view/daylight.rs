//! Where the sun stands at an hour of the day.

use std::ops::RangeInclusive;

use crate::render::SunDirection;

/// Degrees that the sun stands over the equator on 21 June, the longest day of the north.
const DECLINATION_DEG: f64 = 23.44;

/// Latitudes that have a night on that day.
pub const LATITUDES_DEG: RangeInclusive<f64> = -66.0..=66.0;

/// A day in June somewhere on earth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Daylight {
    /// Degrees, north positive. Neither worlds nor levels tell theirs.
    pub latitude_deg: f64,
}

impl Default for Daylight {
    fn default() -> Self {
        Self { latitude_deg: 50.0 }
    }
}

impl Daylight {
    /// Sunrise and sunset in hours of solar time: the sun is highest at 12.
    pub fn hours(&self) -> RangeInclusive<f64> {
        let [latitude, declination] = [self.latitude_deg, DECLINATION_DEG].map(f64::to_radians);
        let half = (-latitude.tan() * declination.tan()).clamp(-1.0, 1.0).acos().to_degrees() / 15.0;
        12.0 - half..=12.0 + half
    }

    /// The sun at an hour of solar time; at night it stands at the horizon.
    pub fn sun(&self, hour: f64) -> SunDirection {
        let [latitude, declination, turned] =
            [self.latitude_deg, DECLINATION_DEG, (hour - 12.0) * 15.0].map(f64::to_radians);
        let ((sin_l, cos_l), (sin_d, cos_d)) = (latitude.sin_cos(), declination.sin_cos());
        let up = sin_l * sin_d + cos_l * cos_d * turned.cos();
        let east = -cos_d * turned.sin();
        let north = sin_d * cos_l - cos_d * turned.cos() * sin_l;
        SunDirection {
            azimuth_deg: east.atan2(north).to_degrees().rem_euclid(360.0) as f32,
            elevation_deg: up.clamp(-1.0, 1.0).asin().to_degrees().max(0.0) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_noon_the_sun_stands_in_the_south_and_as_high_as_the_latitude_says() {
        let noon = Daylight { latitude_deg: 50.0 }.sun(12.0);
        assert!((noon.azimuth_deg - 180.0).abs() < 0.01 && (noon.elevation_deg - 63.44).abs() < 0.01);
        let in_the_south = Daylight { latitude_deg: -40.0 }.sun(12.0);
        assert!(in_the_south.azimuth_deg.rem_euclid(359.99) < 0.01, "{in_the_south:?}");
        assert!((in_the_south.elevation_deg - 26.56).abs() < 0.01);
    }

    #[test]
    fn the_day_begins_in_the_east_and_ends_in_the_west_at_the_horizon() {
        let day = Daylight::default();
        let (rise, set) = (*day.hours().start(), *day.hours().end());
        assert!((rise - 3.93).abs() < 0.02 && (set - 20.07).abs() < 0.02, "{rise} {set}");
        let [rise, set] = [rise, set].map(|hour| day.sun(hour));
        assert!(rise.elevation_deg < 0.01 && (rise.azimuth_deg - 51.8).abs() < 0.2, "{rise:?}");
        assert!(set.elevation_deg < 0.01 && (set.azimuth_deg - 308.2).abs() < 0.2, "{set:?}");
    }
}
