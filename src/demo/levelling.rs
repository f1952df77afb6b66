//! Earthworks: what people change about the ground so that they can live and drive on it.

use super::field::Field;
use super::noise::{mix, smoothstep};
use super::roads::{Class, Road};
use super::routes::distance;
use super::sites::Site;
use std::collections::BTreeMap;

/// How often a road's heights are smoothed; with points every 12 metres this evens out some 40 metres.
const EVENED: usize = 22;

/// Eases the ground under the villages.
pub fn ease(heights: &mut Field, sites: &[Site]) {
    let eased = heights.blurred(6);
    for site in sites {
        let reach = site.radius * 1.25;
        for (x, z) in within(heights, site.center, reach) {
            let number = z * heights.edge + x;
            let away = distance(site.center, [x as f32 * heights.cell, z as f32 * heights.cell]);
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
    const REACH: f32 = 28.0;
    /// Metres from the middle of a road that are its own, whatever lesser road comes near.
    const OWN: f32 = 11.0;
    let eased = heights.blurred(2);
    let mut by_class: Vec<&Road> = roads.iter().collect();
    by_class.sort_by_key(|road| road.class);
    let mut known = BTreeMap::new();
    // For each elevation the nearest road: metres to it, its class, and its height there.
    let mut nearest = vec![(REACH, Class::Track, 0.0f32); heights.values.len()];
    for road in by_class {
        let profile = profile(&eased, road, &mut known);
        // Nobody moves much earth for a track.
        let narrow = if road.class == Class::Track { 1.7 } else { 1.0 };
        for (pair, rise) in road.points.windows(2).zip(profile.windows(2)) {
            let [a, b] = [pair[0], pair[1]];
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let length = distance(a, b);
            for (x, z) in within(heights, middle, REACH + length / 2.0) {
                let (from_x, from_z) = (x as f32 * heights.cell - a[0], z as f32 * heights.cell - a[1]);
                let t = (from_x * (b[0] - a[0]) + from_z * (b[1] - a[1])) / (length * length);
                let t = t.clamp(0.0, 1.0);
                let away = distance([from_x, from_z], [(b[0] - a[0]) * t, (b[1] - a[1]) * t]) * narrow;
                let found = &mut nearest[z * heights.edge + x];
                let taken = found.1 < road.class && found.0 < OWN;
                if away < found.0 && !taken {
                    *found = (away, road.class, mix(rise[0], rise[1], t));
                }
            }
        }
    }
    for (height, (away, _, road)) in heights.values.iter_mut().zip(nearest) {
        if away < REACH && *height > 0.3 {
            *height = mix(*height, road, smoothstep(REACH, 10.0, away));
        }
    }
}

/// The heights of a road's points: the ground's, evened out between the ends and the points that another road
/// decided on already, which are `known` by their place.
fn profile(eased: &Field, road: &Road, known: &mut BTreeMap<[u32; 2], f32>) -> Vec<f32> {
    let key = |point: &[f32; 2]| point.map(f32::to_bits);
    let decided: Vec<Option<f32>> = road.points.iter().map(|point| known.get(&key(point)).copied()).collect();
    let ground = road.points.iter().map(|&[x, z]| eased.sample(x, z).max(1.8));
    let mut heights: Vec<f32> =
        ground.zip(&decided).map(|(ground, decided)| decided.unwrap_or(ground)).collect();
    for _ in 0..EVENED {
        let before = heights.clone();
        for ((height, around), decided) in
            heights.iter_mut().skip(1).zip(before.windows(3)).zip(decided.iter().skip(1))
        {
            if decided.is_none() {
                *height = (around[0] + 2.0 * around[1] + around[2]) / 4.0;
            }
        }
    }
    known.extend(road.points.iter().map(key).zip(heights.iter().copied()));
    heights
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
