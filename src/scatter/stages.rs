//! The stages, one slot after the other. Twins of the entry points of the same names in `shaders/scatter.wgsl`.

use rayon::prelude::*;

use super::density::{Corners, model_of};
use super::random::Random;
use super::{BLOCK, Ground, Instance, NO_RANK, Params, Slot, dither, ground};
use crate::formats::xray::SLOT_SIZE;

/// What is planted and on what: the input of every stage.
#[derive(Debug, Clone, Copy)]
pub struct Bed<'a> {
    /// What is the same for all slots.
    pub params: Params,
    /// `params.slot_count` slots, from [`super::Slots`].
    pub slots: &'a [Slot],
    /// Smallest and largest scale of each model, as in its file.
    pub scales: &'a [[f32; 2]],
    /// What the plants stand on.
    pub ground: Ground<'a>,
}

/// Plants a whole level, on one thread: by model, in a model by slot and part, and there by candidate.
pub fn plant(bed: &Bed<'_>) -> Vec<Instance> {
    let mut offsets = count(bed);
    let total = scan(&bed.params, &mut offsets);
    let mut instances = vec![bytemuck::Zeroable::zeroed(); total];
    for slot in bed.slots {
        emit(bed, &offsets, slot, |at, instance| {
            if let Some(place) = instances.get_mut(at as usize) {
                *place = instance;
            }
        });
    }
    instances
}

/// As [`plant`], on all threads; the result is the same.
pub fn plant_parallel(bed: &Bed<'_>) -> Vec<Instance> {
    plant_tallied(bed, &tally(bed))
}

/// As [`plant_parallel`], for who has the tallies of the slots already.
pub fn plant_tallied(bed: &Bed<'_>, tallies: &[Tally]) -> Vec<Instance> {
    /// Slots that one task plants, at least.
    const CHUNK: usize = 1024;
    /// Places of models in chunks that are kept at most: a level of very many models has larger chunks.
    const MOST_PLACES: usize = 1 << 20;
    let models = planted_models(bed);
    let chunk = CHUNK.max(bed.slots.len() * models.len() / MOST_PLACES);
    let rank_of = |model: u32| models.binary_search(&model).ok();
    let mut offsets = vec![0; bed.params.offset_count() as usize];
    // How many instances of each model a chunk has: they stand side by side, after those of the chunks before.
    let mut lens = vec![vec![0_usize; models.len()]; bed.slots.len().div_ceil(chunk)];
    for (index, (slot, &Tally { planted, .. })) in bed.slots.iter().zip(tallies).enumerate() {
        store(&mut offsets, slot, planted);
        for (part, count) in (0..).zip(planted) {
            let rank = rank_of(model_of(slot, part));
            let len = lens.get_mut(index / chunk).zip(rank).and_then(|(lens, rank)| lens.get_mut(rank));
            if let Some(len) = len {
                *len += count as usize;
            }
        }
    }
    let total = scan(&bed.params, &mut offsets);
    let mut instances = vec![bytemuck::Zeroable::zeroed(); total];
    let mut places: Vec<Vec<(u32, &mut [Instance])>> = lens.iter().map(|_| Vec::new()).collect();
    let (mut first, mut rest) = (0, instances.as_mut_slice());
    for rank in 0..models.len() {
        for (places, lens) in places.iter_mut().zip(&lens) {
            let len = lens.get(rank).copied().unwrap_or(0).min(rest.len());
            let (here, after) = rest.split_at_mut(len);
            places.push((first, here));
            (first, rest) = (first + len as u32, after);
        }
    }
    bed.slots.par_chunks(chunk).zip(places).for_each(|(slots, mut places)| {
        for slot in slots {
            emit(bed, &offsets, slot, |at, instance| {
                let place = rank_of(instance.model()).and_then(|rank| places.get_mut(rank)).and_then(
                    |(first, here)| at.checked_sub(*first).and_then(|at| here.get_mut(at as usize)),
                );
                if let Some(place) = place {
                    *place = instance;
                }
            });
        }
    });
    instances
}

/// The models of the parts that plant, in rising order.
fn planted_models(bed: &Bed<'_>) -> Vec<u32> {
    let mut seen = vec![false; usize::from(u16::MAX) + 1]; // A slot names models by 16 bits.
    for slot in bed.slots {
        for (part, rank) in (0..).zip(slot.ranks) {
            if rank != NO_RANK
                && let Some(seen) = seen.get_mut(model_of(slot, part) as usize)
            {
                *seen = true;
            }
        }
    }
    (0..).zip(seen).filter(|(_, seen)| *seen).map(|(model, _)| model).collect()
}

/// Stage 1: the number of instances of each part, at its rank. Room for the sums of the blocks and for the total
/// follows.
pub fn count(bed: &Bed<'_>) -> Vec<u32> {
    let mut offsets = vec![0; bed.params.offset_count() as usize];
    for slot in bed.slots {
        store(&mut offsets, slot, tally_slot(bed, slot).planted);
    }
    offsets
}

/// What became of the candidates of a slot that passed the dither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Planted, of each part.
    pub planted: [u32; 4],
    /// Dropped, since there is no ground where they would stand.
    pub dropped: u32,
}

impl Tally {
    /// All that were planted.
    pub fn total(&self) -> u64 {
        self.planted.iter().map(|&planted| u64::from(planted)).sum()
    }
}

/// Tallies every slot, in their order, on all threads.
pub fn tally(bed: &Bed<'_>) -> Vec<Tally> {
    bed.slots.par_iter().map(|slot| tally_slot(bed, slot)).collect()
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

/// Where candidate (x, z) ends up, in world x and z.
fn jittered(params: &Params, world: [i32; 2], candidate: [u32; 2], mut jitter: Random) -> [f32; 2] {
    let [low, range] = [-params.jitter, 2.0 * params.jitter];
    let first = jitter.draw_between(low, range);
    let second = jitter.draw_between(low, range);
    let shift = if params.x_first == 1 { [first, second] } else { [second, first] };
    // The engine grows the slot's box and counts from its corner; the order of the operations is the engine's, too.
    [0, 1].map(|axis| {
        let corner = world[axis] as f32 * SLOT_SIZE - ground::GROWTH;
        candidate[axis] as f32 / params.cells as f32 * SLOT_SIZE + corner + shift[axis] + params.moved[axis]
    })
}

/// Up to 32 candidates, row by row.
struct Stretch {
    /// x and z of the first.
    first: [u32; 2],
    /// State of the jitter before it.
    jitter: Random,
    /// Which candidates each part passes, a bit each.
    passing: [u32; 4],
}

/// The stretches of a slot: as many whole rows as fit, or a row in pieces.
fn stretches<'a>(params: &'a Params, slot: &Slot, seed: Random) -> impl Iterator<Item = Stretch> + 'a {
    let corners = Corners::of(slot);
    let row_end = params.cells + 1;
    let firsts = (0..row_end)
        .step_by(params.rows as usize)
        .flat_map(move |z| (0..row_end).step_by(32).map(move |x| [x, z]));
    firsts.scan(seed, move |jitter, first| {
        let before = *jitter;
        let end = [first[0] + 32, first[1] + params.rows].map(|end| end.min(row_end));
        Some(Stretch { first, jitter: before, passing: walk(params, &corners, first, end, jitter) })
    })
}

/// Walks the candidates of a stretch: which of them each part passes.
fn walk(params: &Params, corners: &Corners, first: [u32; 2], end: [u32; 2], jitter: &mut Random) -> [u32; 4] {
    let cells = params.cells;
    let last = cells - 1;
    let mut passing = [0; 4];
    let mut bit = 0;
    for z in first[1]..end[1] {
        // The last candidate of a row and the last row have the density and the dither of those before.
        let row_z = z.min(last);
        let mut row = corners.row(first[0].min(last), row_z, cells);
        for x in first[0]..end[0] {
            let [shift_x, shift_z] = jitter.draw_two_nibbles();
            let threshold = dither::threshold(x.min(last) + shift_x, row_z + shift_z);
            let passes = row.passing(cells * cells * (2 * threshold + 1));
            if passes != 0 {
                for (part, bits) in passing.iter_mut().enumerate() {
                    *bits |= (passes >> part & 1) << bit;
                }
                jitter.skip_two(); // Where it ends up: see `jittered`.
            }
            if x < last {
                row.advance();
            }
            bit += 1;
        }
    }
    passing
}

/// A candidate that passes.
struct Chosen {
    /// x and z in the slot, 0 to `cells`.
    candidate: [u32; 2],
    /// Which of the slot's parts grows here.
    part: u32,
    /// Where it ends up, in world x and z.
    point: [f32; 2],
}

impl Stretch {
    /// The candidates that pass, in order.
    fn chosen(
        &self,
        params: &Params,
        world: [i32; 2],
        selection: &mut Random,
    ) -> impl Iterator<Item = Chosen> {
        let [a, b, c, d] = self.passing;
        let mut left = a | b | c | d;
        let mut pairs = 1;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            let part = select_part(self.passing.map(|bits| bits >> bit & 1), selection);
            // Two draws for each candidate up to this one, and two for each that passed before.
            let mut jitter = self.jitter;
            jitter.skip_pairs(bit + pairs);
            pairs += 1;
            let row_len = params.cells + 1;
            let candidate = [self.first[0] + bit % row_len, self.first[1] + bit / row_len];
            Some(Chosen { candidate, part, point: jittered(params, world, candidate, jitter) })
        })
    }
}

/// One of the parts that pass (1, else 0); only a choice between several takes a draw.
fn select_part(passing: [u32; 4], selection: &mut Random) -> u32 {
    let two = passing[0] + passing[1];
    let three = two + passing[2];
    let count = three + passing[3];
    let chosen = if count > 1 { selection.draw() % count } else { 0 };
    u32::from(passing[0] <= chosen) + u32::from(two <= chosen) + u32::from(three <= chosen)
}

/// Tallies one slot.
fn tally_slot(bed: &Bed<'_>, slot: &Slot) -> Tally {
    let params = &bed.params;
    let world = params.grid().world_of(slot.index);
    let seed = Random(slot.seed);
    let mut selection = seed;
    let mut tally = Tally::default();
    for stretch in stretches(params, slot, seed) {
        for Chosen { part, point, .. } in stretch.chosen(params, world, &mut selection) {
            if !ground::holds(params, bed.ground, slot, point) {
                tally.dropped += 1;
            } else if let Some(count) = tally.planted.get_mut(part as usize) {
                *count += 1;
            }
        }
    }
    tally
}

/// Plants one slot, in the engine's order: candidate by candidate from south to north, and in a row from west to east.
pub fn plant_slot(bed: &Bed<'_>, slot: &Slot, mut write: impl FnMut(Instance)) {
    let params = &bed.params;
    let world = params.grid().world_of(slot.index);
    let seed = Random(slot.seed);
    // The generators of scale and angle have the same seed and draw once an instance, so they are one.
    let [mut selection, mut size] = [seed; 2];
    for stretch in stretches(params, slot, seed) {
        for Chosen { candidate, part, point } in stretch.chosen(params, world, &mut selection) {
            // One without ground takes no draw for scale and angle, as in the engine.
            let Some(height) = ground::height_at(params, bed.ground, slot, point) else { continue };
            let model = model_of(slot, part);
            let [min_scale, max_scale] = bed.scales.get(model as usize).copied().unwrap_or([0.0; 2]);
            let [low, high] = [min_scale * 0.5, max_scale * 0.9];
            let mut angle = size;
            write(Instance {
                position: [point[0], height, point[1]],
                scale: size.draw_between(low, high - low) * params.detail_height,
                yaw: angle.draw_between(0.0, std::f32::consts::TAU),
                model_cell: model | candidate[0] << 16 | candidate[1] << 24,
                slot: slot.index | part << 30,
                light: light_at(params, slot, candidate),
            });
        }
    }
}

/// The light of a candidate: the slot's, or between those of its corners, as the densities are.
fn light_at(params: &Params, slot: &Slot, [x, z]: [u32; 2]) -> u32 {
    if params.corner_light == 0 {
        return slot.light;
    }
    let last = params.cells - 1;
    let grey = Corners::of_light(slot).row(x.min(last), z.min(last), params.cells).first_level(params.cells);
    grey | grey << 8
}

/// Stage 4: writes the instances of one slot that the page holds, in the order of [`plant_slot`], each at its place in
/// the page.
pub fn emit(bed: &Bed<'_>, offsets: &[u32], slot: &Slot, mut write: impl FnMut(u32, Instance)) {
    let params = &bed.params;
    let mut next = slot.ranks.map(|rank| first_of(params, offsets, rank));
    plant_slot(bed, slot, |instance| {
        let Some(next) = next.get_mut(instance.part() as usize) else { return };
        if (params.page_first..params.page_end).contains(next) {
            write(*next - params.page_first, instance);
        }
        *next += 1;
    });
}

/// Where the first instance of a part goes.
fn first_of(params: &Params, offsets: &[u32], rank: u32) -> u32 {
    let load = |index: u32| offsets.get(index as usize).copied().unwrap_or(0);
    if rank == NO_RANK { 0 } else { load(rank).wrapping_add(load(params.rank_count + rank / BLOCK)) }
}
