//! From where, how large and in what light a picture is taken.

use crate::scene::camera_pose::CameraPose;
use glam::Vec3;

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
        Self { camera, size, sun, labels: false, transparent: false, layers }
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
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
