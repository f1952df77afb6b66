//! Where the camera stands and looks: as text, as matrices, as a frustum, and framed over a whole terrain.

use glam::{DVec3, Mat3, Mat4, Vec3, Vec4};
use std::fmt;
use std::str::FromStr;

/// Metres from the eye to the near plane.
pub const NEAR: f32 = 0.05;

/// The vertical field of view where none is given.
pub const DEFAULT_FOV_DEG: f32 = 60.0;

/// The narrower field of view of [`CameraPose::frame`]: from farther away the far side is less small.
const FRAME_FOV_DEG: f32 = 45.0;

/// How [`CameraPose::frame`] looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Framing {
    /// See [`CameraPose::yaw_deg`].
    pub yaw_deg: f32,
    /// See [`CameraPose::pitch_deg`].
    pub pitch_deg: f32,
    /// Part of the picture that is left free at each side.
    pub margin: f64,
}

impl Framing {
    /// Land as on a map, from the south-west.
    pub const LAND: Self = Self { yaw_deg: 45.0, pitch_deg: -32.0, margin: 0.03 };
}

/// A camera without roll. It is written as `--camera` takes it.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CameraPose {
    /// World position in metres.
    pub eye: DVec3,
    /// Degrees; 0 looks north, 90 east.
    pub yaw_deg: f32,
    /// Degrees, -90 to 90; positive looks up.
    pub pitch_deg: f32,
    /// Vertical field of view in degrees.
    pub fov_deg: f32,
}

/// Why a text is not a camera.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "camera {text:?}: {problem}; expected X,Y,Z,YAW,PITCH[,FOV] such as 2560,180,900,15,-12 or 2560,180,900,15,-12,45"
)]
pub struct CameraPoseError {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

impl CameraPose {
    /// Unit vector of the view.
    pub fn forward(&self) -> Vec3 {
        self.axes()[2]
    }

    /// Right, up and forward in the world; unit length and square to each other, straight up and down too.
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin_yaw, cos_yaw) = f64::from(self.yaw_deg).to_radians().sin_cos();
        let (sin_pitch, cos_pitch) = f64::from(self.pitch_deg).to_radians().sin_cos();
        [
            DVec3::new(cos_yaw, 0.0, -sin_yaw).as_vec3(),
            DVec3::new(-sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch).as_vec3(),
            DVec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch).as_vec3(),
        ]
    }

    /// Turns a vector of the world into view space: x right, y up, z forward, left-handed as the world.
    pub fn view_from_world(&self) -> Mat3 {
        let [right, up, forward] = self.axes();
        Mat3::from_cols(right, up, forward).transpose()
    }

    /// Perspective with reversed depth: 1 at [`NEAR`], 0 at infinity.
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        glam::camera::lh::proj::directx::perspective_infinite_reverse(self.fov_deg.to_radians(), aspect, NEAR)
    }

    /// Clip space from positions that have the eye subtracted.
    pub fn clip_from_relative(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * Mat4::from_mat3(self.view_from_world())
    }

    /// What the camera sees; `aspect` is width over height.
    pub fn frustum(&self, aspect: f32) -> Frustum {
        self.frustum_of(aspect, [-1.0, 1.0, -1.0, 1.0])
    }

    /// What is seen in a part of the picture: from its left to its right edge and from its lower to its upper one, in clip
    /// space.
    pub fn frustum_of(&self, aspect: f32, [left, right_edge, bottom, top]: [f32; 4]) -> Frustum {
        let [right, up, forward] = self.axes();
        let tan_y = (self.fov_deg.to_radians() * 0.5).tan();
        let tan_x = tan_y * aspect;
        let through_eye = |normal: Vec3| normal.normalize().extend(0.0);
        Frustum {
            planes: [
                through_eye(right - forward * (tan_x * left)),
                through_eye(forward * (tan_x * right_edge) - right),
                through_eye(up - forward * (tan_y * bottom)),
                through_eye(forward * (tan_y * top) - up),
                forward.extend(-NEAR),
            ],
        }
    }

    /// Looks at all of `points` (world, metres; at least one) so that they fill the picture.
    pub fn frame(points: &[DVec3], aspect: f32, framing: Framing) -> Self {
        let Framing { yaw_deg, pitch_deg, margin } = framing;
        let mut pose = Self { eye: DVec3::ZERO, yaw_deg, pitch_deg, fov_deg: FRAME_FOV_DEG };
        let axes = pose.axes().map(|axis| axis.as_dvec3());
        let points: Vec<[f64; 3]> = points.iter().map(|point| axes.map(|axis| point.dot(axis))).collect();
        let tan_y = f64::from(pose.fov_deg.to_radians() * 0.5).tan() * (1.0 - 2.0 * margin);
        let tan_x = tan_y * f64::from(aspect);
        // Along one axis of the picture, a point at (s, depth) is seen from (e, e_depth) when
        // |s - e| <= tan * (depth - e_depth). Both bounds over all points give the nearest eye.
        let nearest = |axis: usize, tan: f64| {
            let bound = |sign: f64| {
                let reach = |point: &[f64; 3]| sign * point[axis] - tan * point[2];
                points.iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
            };
            -(bound(1.0) + bound(-1.0)) / (2.0 * tan)
        };
        // What is very small is looked at from a little way off.
        let first = points.iter().map(|point| point[2]).fold(f64::INFINITY, f64::min);
        let depth = nearest(0, tan_x).min(nearest(1, tan_y)).min(first - f64::from(NEAR) * 2.0);
        // Seen from there, leave the same free on both sides: the lower the eye, the higher the picture lies.
        let centered = |axis: usize| {
            let bounds = |values: &mut dyn Iterator<Item = f64>| {
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                })
            };
            let (mut low, mut high) = bounds(&mut points.iter().map(|point| point[axis]));
            for _ in 0..60 {
                let middle = (low + high) * 0.5;
                let slope = |point: &[f64; 3]| (point[axis] - middle) / (point[2] - depth);
                let (least, most) = bounds(&mut points.iter().map(slope));
                if most + least > 0.0 { low = middle } else { high = middle }
            }
            (low + high) * 0.5
        };
        let [right, up, forward] = axes;
        pose.eye = right * centered(0) + up * centered(1) + forward * depth;
        pose
    }
}

/// The planes of a view, relative to the eye.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frustum {
    /// Left, right, bottom, top, near: unit normal to the inside and offset; a point p less the eye is inside where
    /// `normal . p + offset >= 0`. There is no far plane.
    pub planes: [Vec4; 5],
}

impl Frustum {
    /// False only where no point of the box is seen; the box has the eye subtracted.
    pub fn sees_box(&self, min: Vec3, max: Vec3) -> bool {
        self.planes.iter().all(|plane| {
            let normal = plane.truncate();
            let farthest = Vec3::select(normal.cmpge(Vec3::ZERO), max, min);
            normal.dot(farthest) + plane.w >= 0.0
        })
    }
}

impl FromStr for CameraPose {
    type Err = CameraPoseError;

    fn from_str(text: &str) -> Result<Self, CameraPoseError> {
        let error = |problem: String| CameraPoseError { text: text.to_owned(), problem };
        let names = ["X", "Y", "Z", "YAW", "PITCH", "FOV"];
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() < 5 || parts.len() > 6 {
            return Err(error(format!("found {} numbers, not 5 or 6", parts.len())));
        }
        let mut values = [0.0, 0.0, 0.0, 0.0, 0.0, f64::from(DEFAULT_FOV_DEG)];
        for ((value, part), name) in values.iter_mut().zip(&parts).zip(names) {
            *value = part
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .ok_or_else(|| error(format!("{name} is {part:?}, not a number")))?;
        }
        let [x, y, z, yaw, pitch, fov] = values;
        if !(-90.0..=90.0).contains(&pitch) {
            return Err(error(format!("PITCH is {pitch}, not between -90 (down) and 90 (up)")));
        }
        if !(1.0..=150.0).contains(&fov) {
            return Err(error(format!("FOV is {fov}, not between 1 and 150 degrees")));
        }
        Ok(Self {
            eye: DVec3::new(x, y, z),
            yaw_deg: yaw as f32,
            pitch_deg: pitch as f32,
            fov_deg: fov as f32,
        })
    }
}

impl From<CameraPose> for String {
    fn from(pose: CameraPose) -> Self {
        pose.to_string()
    }
}

impl TryFrom<String> for CameraPose {
    type Error = CameraPoseError;

    fn try_from(text: String) -> Result<Self, CameraPoseError> {
        text.parse()
    }
}

impl fmt::Display for CameraPose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { eye, yaw_deg, pitch_deg, fov_deg } = self;
        write!(f, "{},{},{},{yaw_deg},{pitch_deg}", eye.x, eye.y, eye.z)?;
        if *fov_deg != DEFAULT_FOV_DEG {
            write!(f, ",{fov_deg}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn pose(yaw_deg: f32, pitch_deg: f32) -> CameraPose {
        CameraPose { eye: DVec3::ZERO, yaw_deg, pitch_deg, fov_deg: DEFAULT_FOV_DEG }
    }

    #[test]
    fn yaw_grows_clockwise_from_the_north_and_pitch_upwards() {
        let near = |found: Vec3, expected: Vec3| assert!(found.distance(expected) < 1e-6, "{found}");
        near(pose(0.0, 0.0).forward(), Vec3::Z);
        near(pose(90.0, 0.0).forward(), Vec3::X);
        near(pose(180.0, 0.0).forward(), Vec3::NEG_Z);
        near(pose(37.0, 90.0).forward(), Vec3::Y);
        let [right, up, _] = pose(90.0, 0.0).axes();
        near(right, Vec3::NEG_Z);
        near(up, Vec3::Y);
    }

    #[test]
    fn the_picture_has_east_at_the_right_when_it_looks_north() {
        let clip = pose(0.0, 0.0).clip_from_relative(2.0);
        let ndc = |place: Vec3| clip.project_point3(place);
        assert!(ndc(Vec3::new(1.0, 0.0, 10.0)).x > 0.0);
        assert!(ndc(Vec3::new(0.0, 1.0, 10.0)).y > 0.0);
        // The depth is reversed.
        assert!((ndc(Vec3::new(0.0, 0.0, NEAR)).z - 1.0).abs() < 1e-6);
        assert!(ndc(Vec3::new(0.0, 0.0, 1e6)).z < 1e-6);
        // 30 degrees up is the upper edge, and the picture is twice as wide as high.
        let tan = 30f32.to_radians().tan();
        assert!(
            (ndc(Vec3::new(20.0 * tan, 10.0 * tan, 10.0)) - Vec3::new(1.0, 1.0, NEAR / 10.0)).length() < 1e-5
        );
    }

    #[test]
    fn a_camera_that_is_wrong_is_told_why_and_shown_an_example() {
        for (text, problem) in [
            ("", "found 1 numbers, not 5 or 6"),
            ("1,2,3,4", "found 4 numbers"),
            ("1,2,3,4,5,6,7", "found 7 numbers"),
            ("1,2,up,4,5", "Z is \"up\", not a number"),
            ("NaN,2,3,4,5", "X is \"NaN\", not a number"),
            ("1,2,3,4,inf", "PITCH is \"inf\", not a number"),
            ("1,2,3,4,91", "PITCH is 91, not between -90 (down) and 90 (up)"),
            ("1,2,3,4,5,0", "FOV is 0, not between 1 and 150 degrees"),
        ] {
            let message = text.parse::<CameraPose>().unwrap_err().to_string();
            assert!(message.contains(problem), "{message}");
            assert!(message.contains("such as 2560,180,900,15,-12"), "{message}");
        }
    }

    #[test]
    fn spaces_and_a_missing_field_of_view_are_fine() {
        let pose: CameraPose = " 1.5, 2, -3, 400, -90 ".parse().unwrap();
        assert_eq!(pose.eye, DVec3::new(1.5, 2.0, -3.0));
        assert_eq!((pose.yaw_deg, pose.pitch_deg, pose.fov_deg), (400.0, -90.0, 60.0));
        assert_eq!(pose.to_string(), "1.5,2,-3,400,-90");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn text_gives_the_same_camera_again(
            eye in (-1e6f64..1e6, -1e4f64..1e4, -1e6f64..1e6),
            yaw_deg in -720f32..720.0,
            pitch_deg in -90f32..90.0,
            fov_deg in 1f32..150.0,
        ) {
            let pose = CameraPose { eye: DVec3::new(eye.0, eye.1, eye.2), yaw_deg, pitch_deg, fov_deg };
            prop_assert_eq!(pose.to_string().parse::<CameraPose>(), Ok(pose));
        }

        #[test]
        fn the_frustum_sees_what_the_matrix_puts_into_the_picture(
            yaw_deg in 0f32..360.0,
            pitch_deg in -90f32..90.0,
            fov_deg in 20f32..120.0,
            place in (-50f32..50.0, -50f32..50.0, -50f32..50.0),
        ) {
            let pose = CameraPose { eye: DVec3::ZERO, yaw_deg, pitch_deg, fov_deg };
            let place = Vec3::new(place.0, place.1, place.2);
            let clip = pose.clip_from_relative(1.6) * place.extend(1.0);
            let inside = clip.x.abs().max(clip.y.abs()) <= clip.w && clip.z <= clip.w;
            let edge = clip.w - clip.x.abs().max(clip.y.abs());
            // Points on the very edge may be on either side of it.
            if edge.abs() > 1e-3 && (clip.w - NEAR).abs() > 1e-3 {
                prop_assert_eq!(pose.frustum(1.6).sees_box(place, place), inside);
            }
        }

        #[test]
        fn a_framed_terrain_is_wholly_in_the_picture_and_fills_it(
            min in (-1e5f64..1e5, -200f64..200.0, -1e5f64..1e5),
            size in (10f64..30_000.0, 0f64..3000.0, 10f64..30_000.0),
            aspect in 0.3f32..4.0,
        ) {
            let min = DVec3::new(min.0, min.1, min.2);
            let extent = crate::scene::heightfield::Extent { min, max: min + DVec3::new(size.0, size.1, size.2) };
            let pose = CameraPose::frame(&extent.corners(), aspect, Framing::LAND);
            let clip = pose.clip_from_relative(aspect);
            let corners = extent.corners().map(|corner| {
                let clip = clip * (corner - pose.eye).as_vec3().extend(1.0);
                (clip.truncate() / clip.w, clip.w)
            });
            for (ndc, w) in corners {
                prop_assert!(w > NEAR && ndc.x.abs() < 0.96 && ndc.y.abs() < 0.96, "{ndc}");
            }
            // Two opposite sides of the picture are reached but for the margin.
            let reach = |value: fn(&Vec3) -> f32| corners.iter().map(|(ndc, _)| value(ndc)).fold(-1.0, f32::max);
            let fills = reach(|ndc| ndc.x).min(reach(|ndc| -ndc.x)).max(reach(|ndc| ndc.y).min(reach(|ndc| -ndc.y)));
            prop_assert!(fills > 0.9, "{fills}");
            prop_assert!(pose.eye.y > extent.max.y);
        }
    }
}
