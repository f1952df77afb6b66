//! From keys and pointer to a camera that flies, walks or orbits: smooth, and the same at every frame rate.

use std::collections::HashSet;

use egui::{Event, Key, Modifiers, PointerButton};
use glam::{DVec3, Vec2};

use crate::scene::camera_pose::CameraPose;

/// Seconds in which a change of speed is done by two thirds.
const EASE: f64 = 0.09;

/// Metres a second: below it a camera that is let go has stopped.
const STILL: f64 = 0.01;

/// One notch of the wheel makes it so many times as fast.
const NOTCH: f64 = 1.25;

/// What Shift and Ctrl do to the speed.
const FASTER: f64 = 5.0;
const SLOWER: f64 = 0.1;

/// Eye height of who walks, metres.
pub const EYE_HEIGHT: f64 = 1.8;

/// Metres a second that can be set by the wheel.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=20_000.0;

/// The keys that move, by where they lie on the keyboard: the letters are those of an American one.
const MOVES: [(Key, [f64; 3]); 6] = [
    (Key::D, [1.0, 0.0, 0.0]),
    (Key::A, [-1.0, 0.0, 0.0]),
    (Key::E, [0.0, 1.0, 0.0]),
    (Key::Q, [0.0, -1.0, 0.0]),
    (Key::W, [0.0, 0.0, 1.0]),
    (Key::S, [0.0, 0.0, -1.0]),
];

/// What the person asks of the camera.
#[derive(Debug)]
pub struct Controls {
    /// Metres a second at full speed, without Shift or Ctrl.
    pub speed: f64,
    /// The camera keeps at eye height over the ground.
    pub walks: bool,
    held: HashSet<Key>,
    modifiers: Modifiers,
    /// World, metres a second.
    velocity: DVec3,
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            speed: 30.0,
            walks: false,
            held: HashSet::new(),
            modifiers: Modifiers::default(),
            velocity: DVec3::ZERO,
        }
    }
}

/// What the pointer did over the picture since the last frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Drag {
    /// Points of the screen, x right and y down.
    pub delta: Vec2,
    /// Points: height of the picture.
    pub height: f32,
}

impl Controls {
    /// Takes the keys of a frame. `listens` is false while a text is typed, or where the window has lost the focus: then
    /// all keys are let go.
    pub fn take_keys(&mut self, events: &[Event], modifiers: Modifiers, listens: bool) {
        self.modifiers = modifiers;
        if !listens {
            self.held.clear();
            return;
        }
        for event in events {
            let Event::Key { key, physical_key, pressed, modifiers, .. } = event else { continue };
            let key = physical_key.unwrap_or(*key);
            if !MOVES.iter().any(|(moves, _)| *moves == key) {
                continue;
            }
            // Ctrl slows down what flies already; pressed first it starts a command such as Ctrl+S.
            if *pressed && (!modifiers.command || self.is_moving()) {
                self.held.insert(key);
            } else if !*pressed {
                self.held.remove(&key);
            }
        }
    }

    /// The wheel changes the speed by so many notches, up is faster.
    pub fn take_wheel(&mut self, notches: f32) {
        let speed = self.speed * NOTCH.powf(f64::from(notches));
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// True while the camera moves by itself or keys are held.
    pub fn is_moving(&self) -> bool {
        !self.held.is_empty() || self.velocity.length() > STILL
    }

    /// Stops at once.
    pub fn stop(&mut self) {
        self.velocity = DVec3::ZERO;
    }

    /// Moves the camera through `seconds`; `ground` tells the height at X, Z, metres.
    pub fn advance(
        &mut self,
        camera: &mut CameraPose,
        seconds: f64,
        ground: impl Fn(f64, f64) -> Option<f64>,
    ) {
        let wanted = self.wanted(camera);
        // The exact solution of v' = (wanted - v) / EASE: two half steps end where one whole step does.
        let left = (-seconds / EASE).exp();
        camera.eye += wanted * seconds + (self.velocity - wanted) * (EASE * (1.0 - left));
        self.velocity = wanted + (self.velocity - wanted) * left;
        if self.held.is_empty() && self.velocity.length() <= STILL {
            self.velocity = DVec3::ZERO;
        }
        if self.walks
            && let Some(height) = ground(camera.eye.x, camera.eye.z)
        {
            camera.eye.y = height + EYE_HEIGHT;
        }
    }

    /// The velocity that the held keys ask for, metres a second in the world.
    fn wanted(&self, camera: &CameraPose) -> DVec3 {
        let asked: DVec3 = MOVES
            .iter()
            .filter(|(key, _)| self.held.contains(key))
            .map(|(_, along)| DVec3::from(*along))
            .sum();
        let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
        let direction = if self.walks {
            let (sin, cos) = f64::from(camera.yaw_deg).to_radians().sin_cos();
            right * asked.x + DVec3::new(sin, 0.0, cos) * asked.z
        } else {
            right * asked.x + up * asked.y + forward * asked.z
        };
        let mut speed = self.speed;
        if self.modifiers.shift {
            speed *= FASTER;
        }
        if self.modifiers.ctrl {
            speed *= SLOWER;
        }
        direction.normalize_or_zero() * speed
    }
}

/// Turns the camera so that what is under the pointer stays about there.
pub fn look(camera: &mut CameraPose, drag: Drag) {
    let degrees = camera.fov_deg / drag.height.max(1.0);
    camera.yaw_deg = (camera.yaw_deg + drag.delta.x * degrees).rem_euclid(360.0);
    camera.pitch_deg = (camera.pitch_deg - drag.delta.y * degrees).clamp(-90.0, 90.0);
}

/// Turns the camera about a point of the world; half the picture's height is a right angle.
pub fn orbit(camera: &mut CameraPose, pivot: DVec3, drag: Drag) {
    let away = camera.eye - pivot;
    let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
    let in_view = DVec3::new(away.dot(right), away.dot(up), away.dot(forward));
    let degrees = 180.0 / drag.height.max(1.0);
    camera.yaw_deg = (camera.yaw_deg + drag.delta.x * degrees).rem_euclid(360.0);
    camera.pitch_deg = (camera.pitch_deg - drag.delta.y * degrees).clamp(-89.0, 89.0);
    let [right, up, forward] = camera.axes().map(|axis| axis.as_dvec3());
    camera.eye = pivot + right * in_view.x + up * in_view.y + forward * in_view.z;
}

/// The button that looks about.
pub const LOOK: PointerButton = PointerButton::Secondary;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn press(key: Key, physical: Option<Key>, pressed: bool, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: physical, pressed, repeat: false, modifiers }
    }

    fn camera() -> CameraPose {
        "100,50,200,0,0".parse().unwrap()
    }

    fn no_ground(_: f64, _: f64) -> Option<f64> {
        None
    }

    fn hold(controls: &mut Controls, key: Key) {
        controls.take_keys(&[press(key, None, true, Modifiers::NONE)], Modifiers::NONE, true);
    }

    #[test]
    fn w_flies_along_the_view_and_q_sinks() {
        let mut controls = Controls::default();
        let mut pose = camera();
        hold(&mut controls, Key::W);
        controls.advance(&mut pose, 10.0, no_ground);
        let way = pose.eye - camera().eye;
        // All but what the ease takes at the start.
        assert!((way.z - 30.0 * (10.0 - EASE)).abs() < 1e-6 && way.x.abs() + way.y.abs() < 1e-6, "{way}");
        controls.take_keys(&[press(Key::W, None, false, Modifiers::NONE)], Modifiers::NONE, true);
        controls.advance(&mut pose, 5.0, no_ground);
        assert!(!controls.is_moving());
        let before = pose.eye;
        hold(&mut controls, Key::Q);
        controls.advance(&mut pose, 1.0, no_ground);
        assert!(pose.eye.y < before.y - 20.0);
    }

    #[test]
    fn keys_are_taken_by_their_place_so_that_azerty_works() {
        let mut controls = Controls::default();
        let mut pose = camera();
        // Where an American keyboard has W, a French one has Z.
        controls.take_keys(&[press(Key::Z, Some(Key::W), true, Modifiers::NONE)], Modifiers::NONE, true);
        controls.advance(&mut pose, 1.0, no_ground);
        assert!(pose.eye.z > 220.0);
    }

    #[test]
    fn shift_is_five_times_as_fast_and_ctrl_ten_times_as_slow() {
        let way = |modifiers| {
            let mut controls = Controls::default();
            let mut pose = camera();
            hold(&mut controls, Key::W);
            controls.take_keys(&[], modifiers, true);
            controls.advance(&mut pose, 1000.0, no_ground);
            (pose.eye.z - camera().eye.z) / (1000.0 - EASE)
        };
        assert!((way(Modifiers::SHIFT) - 150.0).abs() < 1e-6);
        assert!((way(Modifiers::CTRL) - 3.0).abs() < 1e-6);
    }

    #[test]
    fn a_command_is_no_step() {
        let mut controls = Controls::default();
        controls.take_keys(&[press(Key::S, None, true, Modifiers::COMMAND)], Modifiers::COMMAND, true);
        assert!(!controls.is_moving());
    }

    #[test]
    fn who_types_or_looks_elsewhere_lets_all_keys_go() {
        let mut controls = Controls::default();
        hold(&mut controls, Key::W);
        controls.take_keys(&[], Modifiers::NONE, false);
        assert!(!controls.is_moving());
    }

    #[test]
    fn who_walks_stays_at_eye_height_however_the_camera_looks() {
        let mut controls = Controls { walks: true, ..Default::default() };
        let mut pose = CameraPose { pitch_deg: -80.0, ..camera() };
        hold(&mut controls, Key::W);
        controls.advance(&mut pose, 2.0, |_, z| Some(z * 0.5));
        let way = pose.eye - camera().eye;
        assert!((way.z - 30.0 * (2.0 - EASE)).abs() < 1e-6, "looking down does not slow: {way}");
        assert!((pose.eye.y - (pose.eye.z * 0.5 + EYE_HEIGHT)).abs() < 1e-9);
    }

    #[test]
    fn an_orbit_keeps_the_distance_and_the_place_in_the_picture() {
        let mut pose: CameraPose = "0,10,-30,0,-10".parse().unwrap();
        let pivot = DVec3::new(4.0, 2.0, 8.0);
        let in_picture =
            |pose: &CameraPose| pose.clip_from_relative(1.5).project_point3((pivot - pose.eye).as_vec3());
        let (distance, place) = (pose.eye.distance(pivot), in_picture(&pose));
        orbit(&mut pose, pivot, Drag { delta: Vec2::new(120.0, -40.0), height: 600.0 });
        assert!((pose.eye.distance(pivot) - distance).abs() < 1e-4);
        assert!(in_picture(&pose).distance(place) < 1e-4);
        assert_eq!(pose.yaw_deg, 36.0);
    }

    #[test]
    fn looking_about_never_turns_the_camera_over() {
        let mut pose = camera();
        look(&mut pose, Drag { delta: Vec2::new(0.0, -1e6), height: 600.0 });
        assert_eq!(pose.pitch_deg, 90.0);
        look(&mut pose, Drag { delta: Vec2::new(-10.0, 0.0), height: 600.0 });
        assert_eq!(pose.yaw_deg, 359.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_way_is_the_same_at_every_frame_rate(seconds in 0.01f64..2.0, frames in 1u32..200, let_go in 0.0f64..1.0) {
            let fly = |steps: u32| {
                let mut controls = Controls::default();
                let mut pose = camera();
                hold(&mut controls, Key::W);
                for _ in 0..steps {
                    controls.advance(&mut pose, seconds / f64::from(steps), no_ground);
                }
                controls.held.clear();
                for _ in 0..steps {
                    controls.advance(&mut pose, let_go / f64::from(steps), no_ground);
                }
                pose.eye
            };
            // A slower end may have been taken for standing still.
            prop_assert!(fly(1).distance(fly(frames)) < 2.0 * STILL * EASE + 1e-6);
        }
    }
}
