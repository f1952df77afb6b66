//! How much of each texel trees and houses cover.

use super::{CanopyDisc, Relief};
use rayon::prelude::*;

/// The most texels that a disc reaches to each side of its centre: keeps wild radii from costing time.
const MOST_RADIUS: f32 = 8.0;

/// 0 to 255 a texel. Discs may overlap; three that cover a texel once each hide 95 % of it. Discs that are not
/// finite or lie outside cover nothing.
pub(super) fn cover(relief: &Relief, discs: impl Iterator<Item = CanopyDisc>) -> Vec<u8> {
    let [width, depth] = relief.dimensions();
    let mut sums = vec![0.0f32; width * depth];
    // A square of the same area stands for a disc: its share of a texel is the product of two lengths.
    let half_edge = std::f32::consts::PI.sqrt() * 0.5;
    for disc in discs {
        let [center_x, center_z] =
            [0, 1].map(|k| ((disc.place[k] - relief.origin[k]) / f64::from(relief.texel[k])) as f32);
        let [half_x, half_z] = relief.texel.map(|texel| (disc.radius * half_edge / texel).min(MOST_RADIUS));
        let (west, east) = ((center_x - half_x).max(0.0), (center_x + half_x).min(width as f32));
        let (south, north) = ((center_z - half_z).max(0.0), (center_z + half_z).min(depth as f32));
        let finite = (center_x + center_z + disc.radius + disc.weight).is_finite();
        if !finite || west >= east || south >= north {
            continue;
        }
        let weight = disc.weight.clamp(0.0, 1.0);
        for z in south as usize..=(north as usize).min(depth - 1) {
            let share_z = (north.min((z + 1) as f32) - south.max(z as f32)) * weight;
            let columns = west as usize..(east as usize + 1).min(width);
            let Some(sums) = sums.get_mut(z * width..(z + 1) * width) else { continue };
            for (x, sum) in columns.clone().zip(sums.get_mut(columns).unwrap_or_default()) {
                *sum += share_z * (east.min((x + 1) as f32) - west.max(x as f32));
            }
        }
    }
    softened(&sums, width)
}

/// What sums of shares cover, each texel blended with its neighbours by 1 2 1: a wood is not as patchy as its trunks.
fn softened(sums: &[f32], width: usize) -> Vec<u8> {
    let depth = sums.len() / width;
    let mut covered = vec![0.0f32; sums.len()];
    covered.par_iter_mut().with_min_len(1 << 14).zip(sums).for_each(|(covered, &sum)| {
        // Most ground is bare, and an exponential is slow.
        if sum > 0.0 {
            *covered = 1.0 - (-sum).exp();
        }
    });
    let row = |z: usize| covered.get(z * width..(z + 1) * width).unwrap_or_default();
    let mut soft = vec![0u8; sums.len()];
    soft.par_chunks_mut(width).enumerate().for_each_init(Vec::new, |columns: &mut Vec<f32>, (z, soft)| {
        let rows = row(z.saturating_sub(1)).iter().zip(row(z)).zip(row((z + 1).min(depth - 1)));
        columns.clear();
        columns.extend(rows.map(|((&south, &own), &north)| south + 2.0 * own + north));
        // The edge goes on beyond the map.
        let (Some(&first), Some(&last)) = (columns.first(), columns.last()) else { return };
        columns.insert(0, first);
        columns.push(last);
        let easts = columns.iter().skip(2);
        for (soft, ((west, own), east)) in
            soft.iter_mut().zip(columns.iter().zip(columns.iter().skip(1)).zip(easts))
        {
            *soft = ((west + 2.0 * own + east) * (255.0 / 16.0) + 0.5) as u8;
        }
    });
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
