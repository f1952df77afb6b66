//! The order in which parts are planted: by model, and in a model by slot and part.

use std::ops::Range;

use super::density::{model_of, palette_of};
use super::{BLOCK, NO_MODEL, NO_RANK, Slot};

/// Where the grid of the slots lies.
#[derive(Debug, Clone, Copy)]
pub struct SlotGrid {
    /// Slots to the east and to the north.
    pub size: [u32; 2],
    /// Slot (0, 0) of the grid is slot `-offset` of the world.
    pub offset: [i32; 2],
}

impl SlotGrid {
    /// World coordinates of a slot, in slots; `index` is its place in the grid, x fastest.
    pub fn world_of(&self, index: u32) -> [i32; 2] {
        let width = self.size[0].max(1);
        let place = [index % width, index / width];
        [0, 1].map(|axis| place[axis].cast_signed().wrapping_sub(self.offset[axis]))
    }
}

/// The slots that plant something, whose parts know their place in the order of planting.
///
/// A part's rank is where its count stands among all counts. The ranks of a model follow each other, and the first
/// of them begins a block of [`BLOCK`], so that the sums of the blocks tell where each model's instances begin.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Slots {
    slots: Vec<Slot>,
    runs: Vec<Run>,
}

/// A model that is planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Index of the model.
    pub model: u32,
    /// The blocks of [`BLOCK`] ranks that are the model's alone.
    pub blocks: Range<u32>,
}

impl Slots {
    /// Keeps the slots that can plant something, in their order, and ranks their parts: those with a model and a
    /// density.
    pub fn new(mut slots: Vec<Slot>) -> Self {
        slots.retain(Slot::plants);
        let mut counts = vec![0_u32; usize::from(NO_MODEL)];
        for slot in &slots {
            for part in 0..4 {
                if let Some(count) =
                    planted_model(slot, part).and_then(|model| counts.get_mut(model as usize))
                {
                    *count += 1;
                }
            }
        }
        let mut runs: Vec<Run> = Vec::new();
        let mut next_ranks = counts;
        for (model, next_rank) in (0..).zip(&mut next_ranks).filter(|(_, count)| **count > 0) {
            let first = runs.last().map_or(0, |run| run.blocks.end);
            let blocks = first..first + next_rank.div_ceil(BLOCK);
            *next_rank = blocks.start * BLOCK;
            runs.push(Run { model, blocks });
        }
        for slot in &mut slots {
            let mut ranks = [NO_RANK; 4];
            for (part, rank) in (0..).zip(&mut ranks) {
                if let Some(next) =
                    planted_model(slot, part).and_then(|model| next_ranks.get_mut(model as usize))
                {
                    *rank = *next;
                    *next += 1;
                }
            }
            slot.ranks = ranks;
        }
        Self { slots, runs }
    }

    /// The slots that plant something, in the order of their places in the grid.
    pub fn as_slice(&self) -> &[Slot] {
        &self.slots
    }

    /// The models that are planted, in rising order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Ranks in all, a multiple of [`BLOCK`].
    pub fn rank_count(&self) -> u32 {
        self.runs.last().map_or(0, |run| run.blocks.end * BLOCK)
    }

    /// Model and range of its instances, once `sums` (those of the blocks, and the total) have been added up.
    pub fn instances<'a>(&'a self, sums: &'a [u32]) -> impl Iterator<Item = (u32, Range<u32>)> + 'a {
        let sum = |block: u32| sums.get(block as usize).copied().unwrap_or(0);
        self.runs.iter().map(move |run| (run.model, sum(run.blocks.start)..sum(run.blocks.end)))
    }
}

impl Slot {
    /// Index of the model of a part; [`NO_MODEL`] for none.
    pub fn model(&self, part: u32) -> u32 {
        model_of(self, part)
    }

    /// The mean of a part's densities at the corners, 0 to 15.
    pub fn mean_density(&self, part: u32) -> f32 {
        let palette = palette_of(self, part);
        [0, 4, 8, 12].map(|bit| (palette >> bit & 15) as f32).iter().sum::<f32>() / 4.0
    }

    /// At least one part has a model and a density.
    pub fn plants(&self) -> bool {
        (0..4).any(|part| planted_model(self, part).is_some())
    }
}

/// The model of a part that can plant something.
fn planted_model(slot: &Slot, part: u32) -> Option<u32> {
    let model = model_of(slot, part);
    (model != u32::from(NO_MODEL) && palette_of(slot, part) != 0).then_some(model)
}
