//! The ground of a level that has no terrain of its own: made from the boxes of its slots.

use crate::formats::xray::{Details, SLOT_SIZE};
use crate::scene::heightfield::Heightfield;

/// A point that no slot touches yet has weight 0.
#[derive(Clone, Copy, Default)]
pub(in crate::scene) struct Weighed {
    pub height: f32,
    pub weight: f32,
}

/// Points of one resolution, x fastest.
pub(in crate::scene) struct Layer {
    pub width: usize,
    pub depth: usize,
    pub points: Vec<Weighed>,
}

/// Heights at the corners of the slots, 2 metres apart, each the mean base of the slots around it that have ground.
///
/// Where no slot has any, the heights run smoothly on from the surroundings. A level without any ground is flat at
/// height 0.
pub fn ground_of(details: &Details) -> Heightfield {
    let fine = corners_of(details);
    let heights = fill(&fine);
    Heightfield {
        width: fine.width as u32, // Slots and one, so far less than 2^32: each slot was read from bytes.
        depth: fine.depth as u32,
        cell: SLOT_SIZE,
        origin: details.offset.map(|offset| -f64::from(offset) * f64::from(SLOT_SIZE)),
        heights,
    }
}

/// The mean over the slots that touch each corner.
fn corners_of(details: &Details) -> Layer {
    let [width, depth] = details.size.map(|slots| slots as usize + 1);
    let mut points = vec![Weighed::default(); width * depth];
    for (index, slot) in details.slots.iter().enumerate().filter(|(_, slot)| slot.bounds.has_ground()) {
        let corner = index / (width - 1) * width + index % (width - 1);
        for point in [corner, corner + 1, corner + width, corner + width + 1] {
            if let Some(point) = points.get_mut(point) {
                point.height += slot.y_base();
                point.weight += 1.0;
            }
        }
    }
    for point in points.iter_mut().filter(|point| point.weight > 0.0) {
        point.height /= point.weight;
        point.weight = 1.0;
    }
    Layer { width, depth, points }
}

/// Fills what is unknown: from ever coarser means of what is known, back to the finest.
pub(in crate::scene) fn fill(fine: &Layer) -> Vec<f32> {
    if fine.points.iter().all(|point| point.weight > 0.0) || fine.points.len() <= 1 {
        return fine.points.iter().map(|point| point.height).collect();
    }
    let coarse = halve(fine);
    let surroundings = fill(&coarse);
    let smooth = |x: usize, z: usize| sample(&coarse, &surroundings, x as f32 / 2.0, z as f32 / 2.0);
    let mut heights: Vec<f32> = (0..fine.points.len())
        .zip(&fine.points)
        .map(|(index, point)| match point.weight > 0.0 {
            true => point.height,
            false => smooth(index % fine.width, index / fine.width),
        })
        .collect();
    // The steps of the coarse cells, and the edge to what is known, are smoothed away.
    for _ in 0..4 {
        heights = relax(fine, &heights);
    }
    heights
}

/// Half as many points each way: each is the mean of the known ones within one point around twice its place.
fn halve(fine: &Layer) -> Layer {
    let [width, depth] = [fine.width, fine.depth].map(|points| points / 2 + 1);
    let mut points = Vec::with_capacity(width * depth);
    for z in 0..depth {
        for x in 0..width {
            let mut sum = Weighed::default();
            for fine_z in (2 * z).saturating_sub(1)..=2 * z + 1 {
                for fine_x in (2 * x).saturating_sub(1)..=2 * x + 1 {
                    if let Some(point) = fine.get(fine_x, fine_z) {
                        sum.height += point.height * point.weight;
                        sum.weight += point.weight;
                    }
                }
            }
            let known = sum.weight > 0.0;
            let height = if known { sum.height / sum.weight } else { 0.0 };
            points.push(Weighed { height, weight: f32::from(u8::from(known)) });
        }
    }
    // Down to 2 x 2, at which everything is known or nothing is.
    if width == fine.width && depth == fine.depth {
        let known: Vec<_> = points.iter().filter(|point| point.weight > 0.0).collect();
        let mean = known.iter().map(|point| point.height).sum::<f32>() / known.len().max(1) as f32;
        points = vec![Weighed { height: mean, weight: 1.0 }; points.len()];
    }
    Layer { width, depth, points }
}

/// Replaces each unknown height by the mean of its neighbours.
fn relax(layer: &Layer, heights: &[f32]) -> Vec<f32> {
    let at = |x: usize, z: usize| heights.get(z * layer.width + x).copied().unwrap_or(0.0);
    let relaxed = |index: usize| {
        let [x, z] = [index % layer.width, index / layer.width];
        let [east, north] = [(x + 1).min(layer.width - 1), (z + 1).min(layer.depth - 1)];
        (at(x.saturating_sub(1), z) + at(east, z) + at(x, z.saturating_sub(1)) + at(x, north)) / 4.0
    };
    (0..layer.points.len())
        .zip(&layer.points)
        .map(|(index, point)| if point.weight > 0.0 { point.height } else { relaxed(index) })
        .collect()
}

/// The height between four points of a layer.
fn sample(layer: &Layer, heights: &[f32], x: f32, z: f32) -> f32 {
    let [west, south] = [x as usize, z as usize];
    let [east, north] = [(west + 1).min(layer.width - 1), (south + 1).min(layer.depth - 1)];
    let [fx, fz] = [x - west as f32, z - south as f32];
    let at = |x: usize, z: usize| heights.get(z * layer.width + x).copied().unwrap_or(0.0);
    let along_south = at(west, south) * (1.0 - fx) + at(east, south) * fx;
    let along_north = at(west, north) * (1.0 - fx) + at(east, north) * fx;
    along_south * (1.0 - fz) + along_north * fz
}

impl Layer {
    fn get(&self, x: usize, z: usize) -> Option<Weighed> {
        if x >= self.width { None } else { self.points.get(z * self.width + x).copied() }
    }
}
