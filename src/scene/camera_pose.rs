//! Where the camera stands and looks: as text, as matrices, as a frustum, and framed over a whole terrain.

use super::heightfield::Extent;
use glam::{DVec3, Mat3, Mat4, Vec3, Vec4};
use std::fmt;
use std::str::FromStr;

/// Metres from the eye to the near plane.
pub const NEAR: f32 = 0.2;

/// The vertical field of view where none is given.
pub const DEFAULT_FOV_DEG: f32 = 60.0;

/// Degrees under the horizon that [`CameraPose::frame_whole`] looks down.
const FRAME_DOWN_DEG: f32 = 32.0;

/// Part of the picture that [`CameraPose::frame_whole`] leaves free at each side.
const FRAME_MARGIN: f64 = 0.03;

/// A camera without roll.
#[derive(Debug, Clone, Copy, PartialEq)]
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
        let [right, up, forward] = self.axes();
        let tan_y = (self.fov_deg.to_radians() * 0.5).tan();
        let tan_x = tan_y * aspect;
        let through_eye = |normal: Vec3| normal.normalize().extend(0.0);
        Frustum {
            planes: [
                through_eye(forward * tan_x + right),
                through_eye(forward * tan_x - right),
                through_eye(forward * tan_y + up),
                through_eye(forward * tan_y - up),
                forward.extend(-NEAR),
            ],
        }
    }

    /// Looks from the south-west down on the whole of `extent` so that it fills the picture.
    ///
    /// Give it the box of the land where there is sea. The eye stands higher than anything in the box.
    pub fn frame_whole(extent: &Extent, aspect: f32) -> Self {
        let mut pose =
            Self { eye: DVec3::ZERO, yaw_deg: 45.0, pitch_deg: -FRAME_DOWN_DEG, fov_deg: DEFAULT_FOV_DEG };
        let [right, up, forward] = pose.axes().map(|axis| axis.as_dvec3());
        let tan_y = f64::from(pose.fov_deg.to_radians() * 0.5).tan() * (1.0 - 2.0 * FRAME_MARGIN);
        let tan_x = tan_y * f64::from(aspect);
        // Along one axis of the picture, a corner at (s, depth) is seen from (e, e_depth) when
        // |s - e| <= tan * (depth - e_depth). Both bounds over all corners give the nearest eye.
        let corners = extent.corners();
        let fit = |axis: DVec3, tan: f64| {
            let bound = |sign: f64| {
                let reach = |corner: &DVec3| sign * corner.dot(axis) - tan * corner.dot(forward);
                corners.iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
            };
            let (high, low) = (bound(1.0), bound(-1.0));
            ((high - low) * 0.5, -(high + low) / (2.0 * tan))
        };
        let ((eye_right, depth_x), (eye_up, depth_y)) = (fit(right, tan_x), fit(up, tan_y));
        // A box of no size is looked at from a little way off.
        let depth = depth_x.min(depth_y) - f64::from(NEAR) * 2.0;
        pose.eye = right * eye_right + up * eye_up + forward * depth;
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
