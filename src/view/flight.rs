//! A short flight of the camera to where it was sent.

use crate::scene::camera_pose::CameraPose;
use glam::DVec3;

/// Seconds that a flight takes.
const SECONDS: f64 = 0.6;

/// From one pose to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    from: CameraPose,
    to: CameraPose,
    /// Seconds since the start.
    time: f64,
}

impl Flight {
    /// Starts a flight.
    pub fn new(from: CameraPose, to: CameraPose) -> Self {
        Self { from, to, time: 0.0 }
    }

    /// Goes on for `seconds`; false once it has arrived.
    pub fn advance(&mut self, camera: &mut CameraPose, seconds: f64) -> bool {
        self.time += seconds;
        let part = (self.time / SECONDS).clamp(0.0, 1.0);
        if part >= 1.0 {
            *camera = self.to;
            return false;
        }
        let eased = part * part * (3.0 - 2.0 * part);
        let blend = |from: f32, to: f32| (f64::from(from) + f64::from(to - from) * eased) as f32;
        // The shorter way round.
        let turn = (self.to.yaw_deg - self.from.yaw_deg + 180.0).rem_euclid(360.0) - 180.0;
        *camera = CameraPose {
            eye: self.from.eye.lerp(self.to.eye, eased),
            yaw_deg: blend(self.from.yaw_deg, self.from.yaw_deg + turn).rem_euclid(360.0),
            pitch_deg: blend(self.from.pitch_deg, self.to.pitch_deg),
            fov_deg: blend(self.from.fov_deg, self.to.fov_deg),
        };
        true
    }
}

/// A pose that sees a sphere wholly, looking as `camera` does; from above where it looks up.
pub fn facing(camera: &CameraPose, center: DVec3, radius: f64) -> CameraPose {
    let pitch_deg = camera.pitch_deg.clamp(-60.0, -12.0);
    let turned = CameraPose { pitch_deg, ..*camera };
    let half = f64::from(camera.fov_deg.to_radians() * 0.5);
    let distance = (radius.max(0.5) / half.sin()) * 1.3;
    CameraPose { eye: center - turned.forward().as_dvec3() * distance, ..turned }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn pose(text: &str) -> CameraPose {
        text.parse().unwrap()
    }

    #[test]
    fn a_flight_takes_the_shorter_turn_and_arrives_exactly() {
        let (from, to) = (pose("0,0,0,350,0"), pose("100,20,40,20,-30,45"));
        let mut flight = Flight::new(from, to);
        let mut camera = from;
        assert!(flight.advance(&mut camera, SECONDS * 0.5));
        assert!((camera.yaw_deg - 5.0).abs() < 1e-3, "{camera}");
        assert_eq!(camera.eye, DVec3::new(50.0, 10.0, 20.0));
        assert!(!flight.advance(&mut camera, 1.0));
        assert_eq!(camera, to);
    }

    #[test]
    fn what_is_faced_is_wholly_in_the_middle_of_the_picture() {
        let center = DVec3::new(30_000.0, 12.0, -500.0);
        let seen = facing(&pose("0,0,0,77,40"), center, 7.0);
        let to = center - seen.eye;
        assert!(to.normalize().dot(seen.forward().as_dvec3()) > 0.999_999);
        let angle = (7.0 / to.length()).asin();
        assert!(angle < f64::from(seen.fov_deg.to_radians()) * 0.5);
        assert!(seen.eye.y > center.y, "from above");
    }
}
