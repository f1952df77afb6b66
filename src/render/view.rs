//! From where, how large and in what light a picture is taken.

use crate::scene::camera_pose::CameraPose;
use crate::scene::camera_pose::Frustum;
use glam::{DVec3, Mat4, Vec3, Vec4};

/// One picture's view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where the camera stands and looks.
    pub camera: CameraPose,
    /// Pixels, width and height, both at least 1.
    pub size: [u32; 2],
    /// Where the sun stands.
    pub sun: SunDirection,
    /// The heights of the summits are written over them.
    pub labels: bool,
    /// No sky is drawn: what nothing covers stays clear.
    pub transparent: bool,
    /// What of the scene is drawn.
    pub layers: Layers,
    /// The part of the picture that is drawn; all of it where none is named.
    pub part: Option<Part>,
}

/// A part of a picture, in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// From the left and from the top.
    pub corner: [u32; 2],
    /// Width and height, both at least 1.
    pub size: [u32; 2],
}

/// The parts of a scene that can be left out of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    /// The ground: heights or mesh.
    pub ground: bool,
    /// Houses, trees, walls, ...
    pub objects: bool,
    /// Grass.
    pub plants: bool,
    /// Roads.
    pub roads: bool,
    /// The sea.
    pub water: bool,
    /// Models with materials of their own.
    pub models: bool,
    /// Lines over the ground where its cells and each kilometre begin.
    pub grid: bool,
}

impl Layers {
    /// Their names, in the order in which they are told.
    pub const NAMES: [&str; 6] = ["ground", "objects", "plants", "roads", "water", "models"];

    /// The layer of a name, one of [`Layers::NAMES`].
    pub fn named(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "ground" => Some(&mut self.ground),
            "objects" => Some(&mut self.objects),
            "plants" => Some(&mut self.plants),
            "roads" => Some(&mut self.roads),
            "water" => Some(&mut self.water),
            "models" => Some(&mut self.models),
            _ => None,
        }
    }

    /// The names of those that are left out.
    pub fn left_out(mut self) -> Vec<&'static str> {
        Self::NAMES.into_iter().filter(|name| self.named(name).is_some_and(|drawn| !*drawn)).collect()
    }
}

impl Default for Layers {
    /// All that is there, and no grid over it.
    fn default() -> Self {
        Self {
            ground: true,
            objects: true,
            plants: true,
            roads: true,
            water: true,
            models: true,
            grid: false,
        }
    }
}

impl View {
    /// A picture of everything but the heights of the summits, in the light of a summer afternoon.
    pub fn new(camera: CameraPose, size: [u32; 2]) -> Self {
        let (sun, layers) = (SunDirection::default(), Layers::default());
        Self { camera, size, sun, labels: false, transparent: false, layers, part: None }
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
    }

    /// Left, right, lower and upper edge of what is drawn, in clip space of the whole picture.
    fn edges(&self) -> [f32; 4] {
        let Some(Part { corner, size }) = self.part else { return [-1.0, 1.0, -1.0, 1.0] };
        let [width, height] = self.size.map(|pixels| pixels as f32);
        let [x, y] = corner.map(|pixels| pixels as f32);
        let [right, bottom] = [x + size[0] as f32, y + size[1] as f32];
        [
            2.0 * x / width - 1.0,
            2.0 * right / width - 1.0,
            1.0 - 2.0 * bottom / height,
            1.0 - 2.0 * y / height,
        ]
    }

    /// Clip space of what is drawn from positions that have the eye subtracted.
    pub(crate) fn clip_from_relative(&self) -> Mat4 {
        let whole = self.camera.clip_from_relative(self.aspect());
        let [left, right, bottom, top] = self.edges();
        let [x, y] = [2.0 / (right - left), 2.0 / (top - bottom)];
        let cut = Mat4::from_cols(
            Vec4::X * x,
            Vec4::Y * y,
            Vec4::Z,
            Vec4::new(-(left + right) / (right - left), -(top + bottom) / (top - bottom), 0.0, 1.0),
        );
        if self.part.is_some() { cut * whole } else { whole }
    }

    /// What is seen in what is drawn.
    pub(crate) fn frustum(&self) -> Frustum {
        self.camera.frustum_of(self.aspect(), self.edges())
    }

    /// Where the middle of a pixel of the whole picture looks: relative to the eye, one metre deep.
    pub(crate) fn ray(&self, [x, y]: [u32; 2]) -> DVec3 {
        let [right, up, forward] = self.camera.axes().map(|axis| axis.as_dvec3());
        let [width, height] = self.size.map(f64::from);
        let tan = (f64::from(self.camera.fov_deg).to_radians() * 0.5).tan();
        let across = (2.0 * (f64::from(x) + 0.5) - width) / height;
        let upwards = 1.0 - 2.0 * (f64::from(y) + 0.5) / height;
        forward + (right * across + up * upwards) * tan
    }

    /// What one pixel spans at a distance of one metre, in metres.
    pub(crate) fn pixel_angle(&self) -> f32 {
        2.0 * (self.camera.fov_deg.to_radians() * 0.5).tan() / self.size[1] as f32
    }
}

/// Where the sun stands in the sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SunDirection {
    /// Degrees clockwise from north.
    pub azimuth_deg: f32,
    /// Degrees over the horizon.
    pub elevation_deg: f32,
}

impl Default for SunDirection {
    /// A summer afternoon: from the right of who looks north-east, so that the relief shows.
    fn default() -> Self {
        Self { azimuth_deg: 150.0, elevation_deg: 36.0 }
    }
}

impl SunDirection {
    /// Unit vector towards the sun.
    pub fn direction(&self) -> Vec3 {
        let (sin_azimuth, cos_azimuth) = self.azimuth_deg.to_radians().sin_cos();
        let (sin_elevation, cos_elevation) = self.elevation_deg.to_radians().sin_cos();
        Vec3::new(sin_azimuth * cos_elevation, sin_elevation, cos_azimuth * cos_elevation)
    }
}
