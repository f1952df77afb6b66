//! Earthworks: what people change about the ground so that they can live and drive on it.

use super::field::Field;
use super::noise::{mix, smoothstep};
use super::roads::Road;
use super::sites::Site;

/// Eases the ground under the villages.
pub fn ease(heights: &mut Field, sites: &[Site]) {
    let eased = heights.blurred(6);
    for site in sites {
        let reach = site.radius * 1.25;
        for (x, z) in within(heights, site.center, reach) {
            let number = z * heights.edge + x;
            let away =
                super::routes::distance(site.center, [x as f32 * heights.cell, z as f32 * heights.cell]);
            let height = heights.values[number];
            if height > 1.5 {
                let share = 0.85 * smoothstep(reach, reach * 0.45, away);
                heights.values[number] = mix(height, eased.values[number].max(2.0), share);
            }
        }
    }
}

/// Levels the ground across the roads and evens it along them.
pub fn level(heights: &mut Field, roads: &[Road]) {
    const REACH: f32 = 27.0;
    let eased = heights.blurred(2);
    // For each elevation the nearest road: metres to it, and its height there.
    let mut nearest = vec![(REACH, 0.0f32); heights.values.len()];
    for road in roads {
        for pair in road.points.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let [low, high] = [a, b].map(|[x, z]| eased.sample(x, z).max(1.8));
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let length = super::routes::distance(a, b);
            for (x, z) in within(heights, middle, REACH + length / 2.0) {
                let (from_x, from_z) = (x as f32 * heights.cell - a[0], z as f32 * heights.cell - a[1]);
                let t = (from_x * (b[0] - a[0]) + from_z * (b[1] - a[1])) / (length * length);
                let t = t.clamp(0.0, 1.0);
                let away = super::routes::distance([from_x, from_z], [(b[0] - a[0]) * t, (b[1] - a[1]) * t]);
                let known = &mut nearest[z * heights.edge + x];
                if away < known.0 {
                    *known = (away, mix(low, high, t));
                }
            }
        }
    }
    for (height, (away, road)) in heights.values.iter_mut().zip(nearest) {
        if away < REACH && *height > 0.3 {
            *height = mix(*height, road, smoothstep(REACH, 8.5, away));
        }
    }
}

/// Columns and rows of the numbers within `reach` metres of a place, as a square.
fn within(field: &Field, center: [f32; 2], reach: f32) -> impl Iterator<Item = (usize, usize)> + use<> {
    let last = field.edge - 1;
    let cell = field.cell;
    let range = move |middle: f32| {
        let low = ((middle - reach) / cell).ceil().max(0.0) as usize;
        let high = ((middle + reach) / cell).floor().max(0.0) as usize;
        low..=high.min(last)
    };
    let [center_x, center_z] = center;
    range(center_z).flat_map(move |z| range(center_x).map(move |x| (x, z)))
}
