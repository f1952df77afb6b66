//! How much of the sky each texel sees past the relief around it.

use super::Relief;
use rayon::prelude::*;

/// Metres that are searched for something that hides the sky.
const REACH: f32 = 1000.0;

/// The search goes over no more than this part of the map.
const REACH_IN_MAPS: f32 = 0.25;

/// The hidden part of the sky is multiplied by this: valleys should read in a picture of a whole map.
const EXAGGERATION: f32 = 1.5;

/// East, north-east, ...
const DIRECTIONS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// One look at the relief.
struct Sample {
    /// Texels to the east and to the north.
    offset: [i32; 2],
    /// One over the distance in metres.
    per_metre: f32,
    /// Which of the smoothed reliefs is looked at: the farther, the smoother, so that no single texel casts a star.
    smoothness: usize,
}

/// 0 to 255 a texel; a plane sees 255.
pub(super) fn visibility(relief: &Relief) -> Vec<u8> {
    let [width, depth] = relief.dimensions();
    let near = &relief.heights;
    let middle = blurred(near, width, 2);
    let far = blurred(&middle, width, 7);
    let smoothed = [near.as_slice(), middle.as_slice(), far.as_slice()];
    let directions = DIRECTIONS.map(|direction| samples(relief, direction));
    let mut sky = vec![0; width * depth];
    sky.par_chunks_mut(width).enumerate().for_each_init(
        || (vec![0.0f32; width], vec![0.0f32; width]),
        |(tangents, seen), (z, sky)| {
            let own = row(near, width, z);
            seen.fill(0.0);
            for samples in &directions {
                tangents.fill(0.0);
                for sample in samples {
                    let other_z =
                        (z as i64 + i64::from(sample.offset[1])).clamp(0, depth as i64 - 1) as usize;
                    let other = row(smoothed[sample.smoothness], width, other_z);
                    raise(tangents, own, other, sample);
                }
                for (seen, &tangent) in seen.iter_mut().zip(tangents.iter()) {
                    // An even sky over a horizon at the angle a gives cos²(a) of its light. Of the flat relief of real
                    // maps that would show nothing, so low horizons count for more: 1 - sin(a), nearly.
                    *seen += 1.0 / (1.0 + tangent);
                }
            }
            for (sky, &seen) in sky.iter_mut().zip(seen.iter()) {
                let hidden = 1.0 - seen / DIRECTIONS.len() as f32;
                *sky = ((1.0 - EXAGGERATION * hidden).max(0.0) * 255.0 + 0.5) as u8;
            }
        },
    );
    sky
}

/// Distances of 1, 2, 4, ... texels.
fn samples(relief: &Relief, direction: [i32; 2]) -> Vec<Sample> {
    let [width, depth] = relief.dimensions();
    let metres =
        |offset: [i32; 2]| (offset[0] as f32 * relief.texel[0]).hypot(offset[1] as f32 * relief.texel[1]);
    let map = (width as f32 * relief.texel[0]).min(depth as f32 * relief.texel[1]);
    let reach = REACH.min(map * REACH_IN_MAPS);
    let diagonal = direction[0] != 0 && direction[1] != 0;
    let mut samples = Vec::new();
    for power in 0..12 {
        let texels = (1 << power) as f32;
        let texels = if diagonal { texels * std::f32::consts::FRAC_1_SQRT_2 } else { texels };
        let offset = direction.map(|step| step * (texels.round() as i32).max(1));
        if power > 0 && metres(offset) > reach {
            break;
        }
        let smoothness = match power {
            0 | 1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        samples.push(Sample { offset, per_metre: 1.0 / metres(offset), smoothness });
    }
    samples
}

/// Raises the tangents of the horizon by one look. Beyond the map nothing hides the sky.
fn raise(tangents: &mut [f32], own: &[f32], other: &[f32], sample: &Sample) {
    let shift = sample.offset[0].unsigned_abs() as usize;
    let ahead = |from: &[f32], shift: usize| from.get(shift..).map(<[f32]>::len).unwrap_or_default();
    let common = ahead(own, shift);
    let (skip_own, skip_other) = if sample.offset[0] >= 0 { (0, shift) } else { (shift, 0) };
    let (Some(tangents), Some(own), Some(other)) = (
        tangents.get_mut(skip_own..skip_own + common),
        own.get(skip_own..skip_own + common),
        other.get(skip_other..skip_other + common),
    ) else {
        return;
    };
    for ((tangent, &own), &other) in tangents.iter_mut().zip(own).zip(other) {
        let rise = (other - own) * sample.per_metre;
        *tangent = if rise > *tangent { rise } else { *tangent };
    }
}

/// Means over squares of `2 * radius + 1` texels; beyond the map the edge goes on.
fn blurred(values: &[f32], width: usize, radius: usize) -> Vec<f32> {
    let depth = values.len() / width;
    let scale = 1.0 / (2 * radius + 1) as f32;
    // Down the columns first: sums of whole rows.
    let mut columns = vec![0.0f32; values.len()];
    columns.par_chunks_mut(width).enumerate().for_each(|(z, sums)| {
        for other in 0..=2 * radius {
            let other = (z + other).saturating_sub(radius).min(depth - 1);
            for (sum, &value) in sums.iter_mut().zip(row(values, width, other)) {
                *sum += value;
            }
        }
    });
    let mut means = vec![0.0f32; values.len()];
    means.par_chunks_mut(width).zip(columns.par_chunks(width)).for_each_init(
        Vec::new,
        |padded, (means, sums)| {
            let (Some(&first), Some(&last)) = (sums.first(), sums.last()) else { return };
            padded.clear();
            padded.resize(radius, first);
            padded.extend_from_slice(sums);
            padded.resize(width + 2 * radius, last);
            for shift in 0..=2 * radius {
                for (mean, &sum) in means.iter_mut().zip(padded.iter().skip(shift)) {
                    *mean += sum;
                }
            }
            for mean in means {
                *mean *= scale * scale;
            }
        },
    );
    means
}

fn row(values: &[f32], width: usize, z: usize) -> &[f32] {
    values.get(z * width..(z + 1) * width).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::tests::field;
    use super::*;

    #[test]
    fn a_plane_sees_all_of_the_sky() {
        let level = Relief::new(&field(60, 40, 10.0, |_, _| 30.0), None);
        assert!(visibility(&level).iter().all(|&sky| sky == 255));
    }

    #[test]
    fn a_slope_sees_less_the_steeper_it_is() {
        let middle = |rise: f32| {
            let relief = Relief::new(&field(101, 101, 10.0, |x, _| x as f32 * 10.0 * rise), None);
            visibility(&relief)[50 * 100 + 50]
        };
        let seen = [0.0, 0.2, 0.5, 1.0].map(middle);
        assert!(seen.is_sorted_by(|a, b| a > b), "{seen:?}");
        // At 45 degrees the horizon's tangent is 1 in one direction of eight and 0.71 in its neighbours.
        let hidden = (0.5 + 2.0 * 0.414) / 8.0 * EXAGGERATION;
        assert!((f32::from(seen[3]) - 255.0 * (1.0 - hidden)).abs() < 3.0, "{seen:?}");
    }

    #[test]
    fn a_pit_is_dark_and_a_summit_bright() {
        let cone = |sign: f32| {
            let at = move |x: u32, z: u32| sign * (x as f32 - 50.0).hypot(z as f32 - 50.0) * 10.0;
            visibility(&Relief::new(&field(101, 101, 10.0, at), None))[50 * 100 + 50]
        };
        assert!(cone(1.0) < 100);
        assert!(cone(-1.0) > 250);
    }

    #[test]
    fn a_blur_keeps_a_plane_and_spreads_a_spike_evenly() {
        assert!(blurred(&[2.0; 35], 7, 2).iter().all(|&mean| (mean - 2.0).abs() < 1e-5));
        let mut spike = vec![0.0; 81];
        spike[40] = 25.0;
        let spread = blurred(&spike, 9, 2);
        for (i, &mean) in spread.iter().enumerate() {
            let inside = (2..=6).contains(&(i % 9)) && (2..=6).contains(&(i / 9));
            assert!((mean - if inside { 1.0 } else { 0.0 }).abs() < 1e-5);
        }
    }
}
