//! Shadows of the terrain: a horizon that is carried away from the sun along parallel lines.
//!
//! The terrain is read into lines along the sun's azimuth (one per texel across it), each line is walked once, and
//! what it met is read back into texels. Both readings blend two neighbours, so a shadow's edge is blurred by about
//! one texel and no more, however long the shadow is.

use super::{NIGHT_HEIGHT, Relief, transposed};
use glam::Vec3;
use rayon::prelude::*;

/// Lines that are walked together. Any number gives the same result.
const LINES_AT_ONCE: usize = 128;

/// The tangent of the sun's elevation is no more than this; a sun in the zenith has no azimuth.
const MOST_TANGENT: f32 = 1e4;

/// Per texel the height that the shadow reaches, and the horizontal distance in metres to what casts it.
pub(super) fn shadow(relief: &Relief, sun: Vec3) -> (Vec<f32>, Vec<f32>) {
    let [width, depth] = relief.dimensions();
    let horizontal = sun.x.hypot(sun.z);
    // Not finite counts as night too.
    if !(sun.y > 0.0 && sun.y.is_finite() && horizontal.is_finite()) {
        return (vec![NIGHT_HEIGHT; width * depth], vec![0.0; width * depth]);
    }
    let tangent = (sun.y / horizontal).min(MOST_TANGENT);
    // Away from the sun, in texels; in the zenith any way does.
    let away = [-sun.x / relief.texel[0], -sun.z / relief.texel[1]];
    let along_x = away[0].abs() > away[1].abs();
    let (away, texel) =
        if along_x { ([away[1], away[0]], [relief.texel[1], relief.texel[0]]) } else { (away, relief.texel) };
    let slope = if away[1] == 0.0 { 0.0 } else { away[0] / away[1].abs() };
    let step = texel[1].hypot(slope * texel[0]);
    let sweep = Sweep { slope, step, drop: tangent * step, northward: away[1] >= 0.0 };
    if along_x {
        let (heights, distances) = sweep.run(&transposed(&relief.heights, width), depth);
        (transposed(&heights, depth), transposed(&distances, depth))
    } else {
        sweep.run(&relief.heights, width)
    }
}

/// How the lines run through rows of texels.
struct Sweep {
    /// Texels to the side a row, -1 to 1.
    slope: f32,
    /// Metres on the ground from row to row.
    step: f32,
    /// Metres that the shadow falls from row to row.
    drop: f32,
    /// From row 0 up, else from the last row down.
    northward: bool,
}

/// Some neighbouring lines: for each row in the order of the walk, for each line, what a texel there would get.
struct Lines {
    heights: Vec<f32>,
    distances: Vec<f32>,
}

impl Sweep {
    fn run(&self, relief: &[f32], width: usize) -> (Vec<f32>, Vec<f32>) {
        let rows = relief.len() / width;
        // Line l stands at column `l - before` in the first row of the walk.
        let reach = (self.slope * (rows - 1) as f32).abs().ceil() as usize + 1;
        let before = if self.slope > 0.0 { reach } else { 1 };
        let line_count = width + reach + 1;
        // Neighbouring sets share a line, so that each texel finds both of its lines in one set.
        let starts: Vec<usize> = (0..line_count - 1).step_by(LINES_AT_ONCE - 1).collect();
        let sets: Vec<Lines> = starts
            .par_iter()
            .map(|&start| {
                let count = LINES_AT_ONCE.min(line_count - start);
                self.walk(relief, width, start as isize - before as isize, count)
            })
            .collect();
        let mut heights = vec![0.0; relief.len()];
        let mut distances = vec![0.0; relief.len()];
        heights.par_chunks_mut(width).zip(distances.par_chunks_mut(width)).enumerate().for_each(
            |(row, (heights, distances))| {
                let walked = if self.northward { row } else { rows - 1 - row };
                let (whole, part) = self.offset(walked);
                for (set, &start) in sets.iter().zip(&starts) {
                    let count = LINES_AT_ONCE.min(line_count - start);
                    // Texel x lies between the lines x - offset - 1 and x - offset, `part` from the latter.
                    let first_x = start as isize - before as isize + whole + 1;
                    let skipped = (-first_x).max(0) as usize;
                    let x = first_x.max(0) as usize;
                    let blend = |set: &[f32], texels: &mut [f32]| {
                        let lines = set.get(walked * count..(walked + 1) * count).unwrap_or_default();
                        let pairs = lines.iter().zip(lines.iter().skip(1)).skip(skipped);
                        for (texel, (&left, &right)) in texels.iter_mut().skip(x).zip(pairs) {
                            *texel = left * part + right * (1.0 - part);
                        }
                    };
                    blend(&set.heights, heights);
                    blend(&set.distances, distances);
                }
            },
        );
        (heights, distances)
    }

    /// Walks `count` lines, of which the first stands at `first_column` in the first row.
    fn walk(&self, relief: &[f32], width: usize, first_column: isize, count: usize) -> Lines {
        let rows = relief.len() / width;
        let mut lines = Lines { heights: vec![0.0; rows * count], distances: vec![0.0; rows * count] };
        let walks = lines.heights.chunks_exact_mut(count).zip(lines.distances.chunks_exact_mut(count));
        let mut ground = vec![0.0; count];
        // Highest line to the sun that the ground behind leaves free, and how far off its ground is.
        let mut horizon = vec![0.0; count];
        let mut distance = vec![0.0; count];
        for (walked, (heights, distances)) in walks.enumerate() {
            let row = if self.northward { walked } else { rows - 1 - walked };
            let texels = relief.get(row * width..(row + 1) * width).unwrap_or_default();
            let (whole, part) = self.offset(walked);
            read_row(texels, first_column + whole, part, &mut ground);
            if walked == 0 {
                // Before the map, the ground goes on as high as at its edge.
                horizon.copy_from_slice(&ground);
            }
            let state = horizon.iter_mut().zip(&mut distance).zip(&ground);
            let reached = heights.iter_mut().zip(distances);
            for (((horizon, distance), &ground), (height, far)) in state.zip(reached) {
                (*height, *far) = (*horizon - self.drop, *distance + self.step);
                let free = ground >= *height;
                *horizon = if free { ground } else { *height };
                *distance = if free { 0.0 } else { *far };
            }
        }
        lines
    }

    /// How far the lines have moved to the side after some rows: whole columns, and 0 to 1 of one more.
    fn offset(&self, walked: usize) -> (isize, f32) {
        let offset = self.slope * walked as f32;
        let whole = offset.floor();
        (whole as isize, offset - whole)
    }
}

/// Reads the heights at `column + part`, `column + 1 + part`, ... Beyond the map the edge goes on.
fn read_row(texels: &[f32], column: isize, part: f32, ground: &mut [f32]) {
    let (Some(&first), Some(&last)) = (texels.first(), texels.last()) else { return };
    let outside = ((-column).max(0) as usize).min(ground.len());
    let (west, rest) = ground.split_at_mut(outside);
    west.fill(first);
    // The first of these lies a part of a column before texel 0 or after a texel.
    let from = texels.get(column.max(0) as usize..).unwrap_or_default();
    let inside = from.len().saturating_sub(1).min(rest.len());
    let (middle, east) = rest.split_at_mut(inside);
    for (height, (&left, &right)) in middle.iter_mut().zip(from.iter().zip(from.iter().skip(1))) {
        *height = left + (right - left) * part;
    }
    east.fill(last);
}

#[cfg(test)]
mod tests {
    use super::super::tests::field;
    use super::*;

    const TALL: f32 = 100.0;

    /// A plane with a tower of 100 m on the texels 80 to 83 in x and z of 161 x 161; 10 m a texel.
    fn tower() -> Relief {
        let on = |i: u32| (80..=84).contains(&i);
        let mut relief = Relief::new(&field(162, 162, 10.0, |_, _| 0.0), None);
        for z in 0..161 {
            for x in 0..161 {
                if on(x) && on(z) {
                    relief.heights[(z * 161 + x) as usize] = TALL;
                }
            }
        }
        relief
    }

    fn sun(azimuth_deg: f32, elevation_deg: f32) -> Vec3 {
        let (azimuth, elevation) = (azimuth_deg.to_radians(), elevation_deg.to_radians());
        Vec3::new(azimuth.sin() * elevation.cos(), elevation.sin(), azimuth.cos() * elevation.cos())
    }

    #[test]
    fn a_tower_casts_the_shadow_that_geometry_says_whatever_the_azimuth() {
        let relief = tower();
        for azimuth_deg in (0..360).step_by(15) {
            let sun = sun(azimuth_deg as f32, 20.0);
            let (heights, distances) = shadow(&relief, sun);
            let tangent = 20f32.to_radians().tan();
            let away = [-sun.x / 20f32.to_radians().cos(), -sun.z / 20f32.to_radians().cos()];
            // Along the shadow's middle, from the tower's centre: 25 m off it is out of the tower everywhere.
            for metres in [60.0, 120.0, 200.0, 240.0] {
                let texel = away.map(|away| (82.0 + away * metres / 10.0).round());
                let index = texel[1] as usize * 161 + texel[0] as usize;
                let off = [(texel[0] - 82.0) * 10.0, (texel[1] - 82.0) * 10.0];
                let along = off[0] * away[0] + off[1] * away[1];
                // The shadow starts at the tower's far side along this line.
                let edge = 25.0 / away[0].abs().max(away[1].abs());
                let expected = TALL - tangent * (along - edge);
                let found = heights[index];
                assert!(
                    (found - expected).abs() < tangent * 12.0,
                    "{azimuth_deg} {metres}: {found} not {expected}"
                );
                let found = distances[index];
                assert!((found - (along - edge)).abs() < 12.0, "{azimuth_deg} {metres}: {found} m off");
            }
            // To the sun and square to it the plane is lit, and not by a hair.
            for (x, z) in [(-away[0], -away[1]), (-away[1], away[0]), (away[1], -away[0])] {
                let texel = [(82.0 + x * 12.0).round(), (82.0 + z * 12.0).round()];
                let found = heights[texel[1] as usize * 161 + texel[0] as usize];
                assert!(found < -tangent * 9.0, "{azimuth_deg}: {found}");
            }
        }
    }

    #[test]
    fn a_plane_is_lit_to_its_edges_and_has_no_shadow_of_its_own() {
        let relief = Relief::new(&field(70, 40, 10.0, |_, _| 25.0), None);
        for (azimuth, elevation) in [(0.0, 5.0), (100.0, 30.0), (225.0, 60.0), (310.0, 89.9)] {
            let (heights, _) = shadow(&relief, sun(azimuth, elevation));
            assert!(heights.iter().all(|&height| height < 25.0 - 0.5));
        }
    }

    #[test]
    fn a_sun_under_the_horizon_lights_nothing_and_one_in_the_zenith_everything() {
        let relief = tower();
        for sun in [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, -1.0, 0.0), Vec3::NAN] {
            assert!(shadow(&relief, sun).0.iter().all(|&height| height == NIGHT_HEIGHT));
        }
        let (heights, _) = shadow(&relief, Vec3::Y);
        assert!(heights.iter().zip(&relief.heights).all(|(&shadow, &ground)| shadow < ground));
    }
}
