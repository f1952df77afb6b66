//! The stages, one slot after the other. Twins of the entry points of the same names in `shaders/scatter.wgsl`.

use rayon::prelude::*;

use super::density::{Corners, model_of};
use super::random::Random;
use super::{BLOCK, Instance, NO_RANK, PHANTOM, Params, Slot, dither, ground};

/// What is planted and on what: the input of every stage.
#[derive(Debug, Clone, Copy)]
pub struct Bed<'a> {
    /// What is the same for all slots.
    pub params: Params,
    /// `params.slot_count` slots, x fastest, from [`super::Slots`].
    pub slots: &'a [Slot],
    /// Smallest and largest scale of each model, as in its file. A model beyond the end has no size.
    pub scales: &'a [[f32; 2]],
    /// `params.ground_size` heights in metres, x fastest; none when plants stand on the slots' boxes.
    pub heights: &'a [f32],
}

/// Plants a whole level, on one thread: by model, in a model by slot and part, and there by candidate.
pub fn plant(bed: &Bed<'_>) -> Vec<Instance> {
    let mut offsets = count(bed);
    let total = scan(&bed.params, &mut offsets);
    let mut instances = vec![bytemuck::Zeroable::zeroed(); total];
    for index in 0..bed.params.slot_count {
        emit(bed, &offsets, index, |at, instance| {
            if let Some(place) = instances.get_mut(at as usize) {
                *place = instance;
            }
        });
    }
    instances
}

/// As [`plant`], on all threads; the result is the same.
pub fn plant_parallel(bed: &Bed<'_>) -> Vec<Instance> {
    let mut offsets = vec![0; bed.params.offset_count() as usize];
    let slots = || (0..bed.params.slot_count).into_par_iter();
    let counts: Vec<[u32; 4]> = slots().map(|index| count_slot(bed, index)).collect();
    for (slot, counts) in bed.slots.iter().zip(counts) {
        store(&mut offsets, slot, counts);
    }
    let total = scan(&bed.params, &mut offsets);
    let mut instances = vec![bytemuck::Zeroable::zeroed(); total];
    let runs: Vec<Vec<(u32, Instance)>> = slots()
        .with_min_len(1024)
        .fold(Vec::new, |mut run, index| {
            emit(bed, &offsets, index, |at, instance| run.push((at, instance)));
            run
        })
        .collect();
    for (at, instance) in runs.into_iter().flatten() {
        if let Some(place) = instances.get_mut(at as usize) {
            *place = instance;
        }
    }
    instances
}

/// Stage 1: the number of instances of each part, at its rank. Room for the sums of the blocks and for the total
/// follows.
pub fn count(bed: &Bed<'_>) -> Vec<u32> {
    let params = &bed.params;
    let mut offsets = vec![0; params.offset_count() as usize];
    for (index, slot) in (0..params.slot_count).zip(bed.slots) {
        store(&mut offsets, slot, count_slot(bed, index));
    }
    offsets
}

fn store(offsets: &mut [u32], slot: &Slot, counts: [u32; 4]) {
    for (rank, count) in slot.ranks.into_iter().zip(counts) {
        if rank != NO_RANK
            && let Some(place) = offsets.get_mut(rank as usize)
        {
            *place = count;
        }
    }
}

/// Stages 2 and 3: turns the counts into the sums of those before in their block, and the blocks' sums into the sums
/// of those before; gives the total, which is also the last value.
pub fn scan(params: &Params, offsets: &mut [u32]) -> usize {
    let (counts, sums) = offsets.split_at_mut(params.rank_count as usize);
    scan_blocks(counts, sums);
    scan_sums(sums);
    sums.last().map_or(0, |&total| total as usize)
}

fn scan_blocks(counts: &mut [u32], sums: &mut [u32]) {
    for (block, sum) in counts.chunks_mut(BLOCK as usize).zip(sums) {
        *sum = exclusive_scan(block);
    }
}

fn scan_sums(sums: &mut [u32]) {
    exclusive_scan(sums);
}

/// Replaces each value by the sum of those before it, and gives the sum of all.
fn exclusive_scan(values: &mut [u32]) -> u32 {
    let mut sum: u32 = 0;
    for value in values {
        (*value, sum) = (sum, sum.wrapping_add(*value));
    }
    sum
}

/// A slot that may plant something.
struct Place {
    slot: Slot,
    corners: Corners,
    /// South-west corner of its box in world x and z, metres, grown by a millimetre as the engine does it.
    corner: [f32; 2],
    /// State of all four generators.
    seed: Random,
    /// No candidate can fall off the ground.
    holds_all: bool,
}

/// `None` for a slot that plants nothing at all.
fn place_of(bed: &Bed<'_>, index: u32) -> Option<Place> {
    let params = &bed.params;
    let slot = *bed.slots.get(index as usize)?;
    if slot.flags & PHANTOM != 0 {
        return None;
    }
    let corners = Corners::of(&slot);
    if corners.is_bare() {
        return None;
    }
    let x = (index % params.width).cast_signed().wrapping_sub(params.offset[0]);
    let z = (index / params.width).cast_signed().wrapping_sub(params.offset[1]);
    let corner = [x, z].map(|slot| slot as f32 * 2.0 - 0.001);
    let holds_all = ground::holds_all(params, corner, params.jitter + 0.01);
    Some(Place { slot, corners, corner, seed: Random::of_slot(x, z), holds_all })
}

/// Where candidate (x, z) of a slot ends up, in world x and z. The draw for z comes first.
fn jittered(params: &Params, place: &Place, x: u32, z: u32, jitter: &mut Random) -> [f32; 2] {
    let [low, range] = [-params.jitter, 2.0 * params.jitter];
    let shift_z = jitter.draw_between(low, range);
    let shift_x = jitter.draw_between(low, range);
    [
        x as f32 * params.spacing + place.corner[0] + shift_x,
        z as f32 * params.spacing + place.corner[1] + shift_z,
    ]
}

/// Instances of each part of one slot.
fn count_slot(bed: &Bed<'_>, index: u32) -> [u32; 4] {
    let mut counts = [0; 4];
    let params = &bed.params;
    let Some(place) = place_of(bed, index) else { return counts };
    let cells = params.cells;
    let [mut jitter, mut selection] = [place.seed; 2];
    for z in 0..=cells {
        // The last candidate of a row and the last row have the density and the dither of those before.
        let row_z = z.min(cells - 1);
        let mut row = place.corners.row(row_z, cells);
        for x in 0..=cells {
            let row_x = x.min(cells - 1);
            let [shift_x, shift_z] = jitter.draw_two_nibbles();
            let limit = cells * cells * (2 * dither::threshold(row_x + shift_x, row_z + shift_z) + 1);
            let passing = row.passing(limit);
            if x + 1 < cells {
                row.advance();
            }
            if passing == 0 {
                continue;
            }
            let part = select(passing, &mut selection);
            let stands = if place.holds_all {
                jitter.skip_two();
                true
            } else {
                ground::holds(params, jittered(params, &place, x, z, &mut jitter))
            };
            if let Some(count) = counts.get_mut(part as usize) {
                *count += u32::from(stands);
            }
        }
    }
    counts
}

/// Stage 4: writes the instances of one slot that the page holds, candidate by candidate from south to north and in
/// a row from west to east, each at its place in the page.
pub fn emit(bed: &Bed<'_>, offsets: &[u32], index: u32, mut write: impl FnMut(u32, Instance)) {
    let params = &bed.params;
    let Some(place) = place_of(bed, index) else { return };
    let cells = params.cells;
    let mut next = place.slot.ranks.map(|rank| first_of(params, offsets, rank));
    let [mut jitter, mut selection, mut scale, mut yaw] = [place.seed; 4];
    for z in 0..=cells {
        let row_z = z.min(cells - 1);
        let mut row = place.corners.row(row_z, cells);
        for x in 0..=cells {
            let row_x = x.min(cells - 1);
            let [shift_x, shift_z] = jitter.draw_two_nibbles();
            let limit = cells * cells * (2 * dither::threshold(row_x + shift_x, row_z + shift_z) + 1);
            let passing = row.passing(limit);
            if x + 1 < cells {
                row.advance();
            }
            if passing == 0 {
                continue;
            }
            let part = select(passing, &mut selection);
            let point = jittered(params, &place, x, z, &mut jitter);
            if !place.holds_all && !ground::holds(params, point) {
                continue; // Before scale and yaw are drawn, as in the engine.
            }
            let model = model_of(&place.slot, part);
            let [min_scale, max_scale] = bed.scales.get(model as usize).copied().unwrap_or([0.0; 2]);
            let [low, high] = [min_scale * 0.5, max_scale * 0.9];
            let instance = Instance {
                position: [
                    point[0],
                    ground::height_at(params, bed.heights, place.slot.y_base, point),
                    point[1],
                ],
                scale: scale.draw_between(low, high - low),
                yaw: yaw.draw_between(0.0, std::f32::consts::TAU),
                model,
                slot: index | part << 30,
                light: place.slot.light,
            };
            if let Some(next) = next.get_mut(part as usize) {
                if (params.page_first..params.page_end).contains(next) {
                    write(*next - params.page_first, instance);
                }
                *next += 1;
            }
        }
    }
}

/// Where the first instance of a part goes.
fn first_of(params: &Params, offsets: &[u32], rank: u32) -> u32 {
    let load = |index: u32| offsets.get(index as usize).copied().unwrap_or(0);
    if rank == NO_RANK { 0 } else { load(rank).wrapping_add(load(params.rank_count + rank / BLOCK)) }
}

/// One of the parts whose bits are set; only a choice between several takes a draw.
fn select(passing: u32, selection: &mut Random) -> u32 {
    let count = passing.count_ones();
    let mut left = passing;
    if count > 1 {
        for _ in 0..selection.draw() % count {
            left &= left - 1;
        }
    }
    left.trailing_zeros()
}
