//! How much of each texel trees and houses cover.

use super::{CanopyDisc, Relief};

/// The most texels that a disc reaches to each side of its centre: keeps wild radii from costing time.
const MOST_RADIUS: f64 = 8.0;

/// 0 to 255 a texel. Discs may overlap; three that cover a texel once each hide 95 % of it. Discs that are not
/// finite or lie outside cover nothing.
pub(super) fn cover(relief: &Relief, discs: impl Iterator<Item = CanopyDisc>) -> Vec<u8> {
    let [width, depth] = relief.dimensions();
    let mut sums = vec![0.0f32; width * depth];
    for disc in discs {
        let finite = disc.place.iter().all(|metres| metres.is_finite()) && disc.radius.is_finite();
        if !finite || disc.radius <= 0.0 || disc.weight.is_nan() {
            continue;
        }
        // A square of the same area: its share of a texel is the product of two lengths.
        let half = f64::from(disc.radius) * std::f64::consts::PI.sqrt() * 0.5;
        let range = |k: usize, count: usize| {
            let texel = f64::from(relief.texel[k]);
            let center = (disc.place[k] - relief.origin[k]) / texel;
            let half = (half / texel).min(MOST_RADIUS);
            ((center - half).max(0.0), (center + half).min(count as f64))
        };
        let (west, east) = range(0, width);
        let (south, north) = range(1, depth);
        if west >= east || south >= north {
            continue;
        }
        for z in south as usize..(north.ceil() as usize) {
            let share_z = north.min(z as f64 + 1.0) - south.max(z as f64);
            for x in west as usize..(east.ceil() as usize) {
                let share_x = east.min(x as f64 + 1.0) - west.max(x as f64);
                if let Some(sum) = sums.get_mut(z * width + x) {
                    *sum += (share_x * share_z) as f32 * disc.weight.clamp(0.0, 1.0);
                }
            }
        }
    }
    let covered: Vec<f32> = sums.iter().map(|sum| 1.0 - (-sum).exp()).collect();
    softened(&covered, width)
}

/// Blends each texel with its neighbours by 1 2 1: a wood is not as patchy as its trunks.
fn softened(values: &[f32], width: usize) -> Vec<u8> {
    let depth = values.len() / width;
    let at = |x: usize, z: usize| values.get(z * width + x).copied().unwrap_or_default();
    let mut soft = Vec::with_capacity(values.len());
    for z in 0..depth {
        let rows = [z.saturating_sub(1), z, (z + 1).min(depth - 1)];
        let column = |x: usize| at(x, rows[0]) + 2.0 * at(x, rows[1]) + at(x, rows[2]);
        for x in 0..width {
            let sum = column(x.saturating_sub(1)) + 2.0 * column(x) + column((x + 1).min(width - 1));
            soft.push((sum * (255.0 / 16.0)).round() as u8);
        }
    }
    soft
}

#[cfg(test)]
mod tests {
    use super::super::tests::field;
    use super::*;

    fn relief() -> Relief {
        Relief::new(&field(41, 21, 10.0, |_, _| 0.0), None)
    }

    fn disc(x: f64, z: f64, radius: f32) -> CanopyDisc {
        CanopyDisc { place: [x, z], radius, weight: 1.0 }
    }

    #[test]
    fn bare_ground_is_bare_and_a_wood_is_dark() {
        let wood = (0..200).flat_map(|i| (0..100).map(move |j| disc(f64::from(i), 2.0 * f64::from(j), 3.0)));
        let covered = cover(&relief(), wood);
        assert_eq!(covered.len(), 40 * 20);
        assert!(covered[10 * 40 + 10] > 250);
        assert_eq!(covered[10 * 40 + 30], 0);
    }

    #[test]
    fn a_tree_darkens_by_its_area_wherever_it_stands_in_a_texel() {
        let total = |x: f64, z: f64| -> f32 {
            cover(&relief(), std::iter::once(disc(x, z, 1.5))).iter().map(|&cover| f32::from(cover)).sum()
        };
        let expected = 255.0 * std::f32::consts::PI * 1.5 * 1.5 / 100.0;
        for (x, z) in [(155.0, 95.0), (150.0, 95.0), (151.0, 89.5)] {
            assert!((total(x, z) - expected).abs() < 4.0, "{} not {expected}", total(x, z));
        }
    }

    #[test]
    fn wild_discs_cover_nothing_or_little() {
        let wild = [
            disc(f64::NAN, 50.0, 3.0),
            disc(50.0, 50.0, f32::NAN),
            disc(50.0, 50.0, -3.0),
            disc(1e30, -1e30, 3.0),
            disc(-50.0, 50.0, 3.0),
        ];
        assert!(cover(&relief(), wild.into_iter()).iter().all(|&cover| cover == 0));
        let huge = cover(&relief(), std::iter::once(disc(50.0, 50.0, 1e30)));
        assert_eq!(huge[39], 0);
    }
}
