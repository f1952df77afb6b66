//! The engine's plant algorithm on the CPU, stage by stage as in `shaders/scatter.wgsl`.
//!
//! It is the algorithm of Call of Pripyat's renderer, which Shadow of Chernobyl and Clear Sky share: in each slot of
//! 2 x 2 metres a grid of candidates is walked, each part is tested against a dither, one of those that pass is
//! chosen, jittered, set on the ground, scaled and turned. Four generators of one seed, which is the product of the
//! slot's world coordinates, make every level look the same each time. Draws depend on the draws before within a
//! slot, so a slot is the unit of work: `count` the instances of its parts, add the counts up (`scan_blocks`,
//! `scan_sums`), and `emit` them, each at its place. Drawing wants the instances of a model side by side, so the
//! order is by model, then by slot, part and candidate: see [`Slots`].
//!
//! Both sides decide by integers, so they agree on which instances there are, bit for bit; places, scales and angles
//! agree to the rounding of f32. The engine draws the jitter of x and z as two arguments of one call, in an order
//! that C++ leaves open; here z comes first, as its compiler for Windows does it.

pub use slots::{Run, Slots};
pub use stages::{Bed, count, emit, plant, plant_parallel, scan};

mod density;
mod dither;
mod ground;
mod random;
mod slots;
mod stages;
#[cfg(test)]
mod tests;

use crate::scene::heightfield::Heightfield;

/// A slot as both the CPU and the GPU read it: 48 bytes. Twin of `Slot` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Slot {
    /// Lower end of the box, metres.
    pub y_base: f32,
    /// Height of the box, metres.
    pub height: f32,
    /// Four model indices, 16 bits each, part 0 in the low half of the first; [`NO_MODEL`] for none.
    pub models: [u32; 2],
    /// Four palettes, 16 bits each; in a palette a0 is bits 0 to 3.
    pub palettes: [u32; 2],
    /// Sun in bits 0 to 7, sky in bits 8 to 15, lamps r, g, b in 4 bits each from bit 16 on.
    pub light: u32,
    /// Place in the grid of slots, x fastest.
    pub index: u32,
    /// Where the parts stand in the order of planting; [`NO_RANK`] for one that plants nothing. [`Slots`] sets them.
    pub ranks: [u32; 4],
}

/// The model of an empty part in [`Slot::models`].
pub const NO_MODEL: u16 = 0xffff;

/// The rank of a part that plants nothing.
pub const NO_RANK: u32 = u32::MAX;

/// A planted instance: 32 bytes. Twin of `Instance` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Instance {
    /// World position of the root, metres.
    pub position: [f32; 3],
    /// Uniform scale.
    pub scale: f32,
    /// Radians, as the engine turns it: x' = x cos + z sin, z' = z cos - x sin.
    pub yaw: f32,
    /// Index of the model.
    pub model: u32,
    /// Index of the slot, with the part in bits 30 and 31.
    pub slot: u32,
    /// As [`Slot::light`].
    pub light: u32,
}

impl Instance {
    /// Index of the slot that it grows in.
    pub fn slot_index(&self) -> u32 {
        self.slot & 0x3fff_ffff
    }

    /// Which of the slot's four parts it is.
    pub fn part(&self) -> u32 {
        self.slot >> 30
    }
}

/// What is the same for all slots. Twin of `Params` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Params {
    /// Slot (0, 0) of the grid is slot `-offset` of the world.
    pub offset: [i32; 2],
    /// Points of the heightfield to the east and to the north.
    pub ground_size: [u32; 2],
    /// World x and z of the heightfield's point (0, 0), metres.
    pub ground_origin: [f32; 2],
    /// Metres between two points of the heightfield.
    pub ground_cell: f32,
    /// Slots of the grid to the east.
    pub width: u32,
    /// Slots that plant something.
    pub slot_count: u32,
    /// Counts of parts, a multiple of [`BLOCK`]; the sums of the blocks and the total follow them.
    pub rank_count: u32,
    /// Candidates stand at 0 to `cells` along each edge of a slot, both included.
    pub cells: u32,
    /// Metres between two candidates.
    pub spacing: f32,
    /// A candidate is moved by up to this many metres each way.
    pub jitter: f32,
    /// Rows of candidates that are walked at once: as many as fit into 32 bits, or part of one.
    pub rows: u32,
    /// The first instance that `emit` writes; it stands at 0.
    pub page_first: u32,
    /// The first instance after those that `emit` writes.
    pub page_end: u32,
}

/// The engine's smallest and this module's largest distance between candidates, metres.
pub const STEP_RANGE: std::ops::RangeInclusive<f32> = 0.04..=2.0;

/// The engine's own distance between candidates, metres.
pub const DEFAULT_STEP: f32 = 0.3;

/// Counts that one workgroup adds up. Twin of `BLOCK` in `shaders/scatter.wgsl`.
pub const BLOCK: u32 = 256;

impl Params {
    /// Plants on a heightfield, or on the slots' boxes where there is none.
    ///
    /// `width` (slots of the grid to the east) and `offset` are as in [`crate::formats::xray::Details`]; `step` is in
    /// metres and is brought into [`STEP_RANGE`].
    pub fn new(width: u32, offset: [i32; 2], slots: &Slots, step: f32, ground: Option<&Heightfield>) -> Self {
        let step =
            if step.is_nan() { DEFAULT_STEP } else { step.clamp(*STEP_RANGE.start(), *STEP_RANGE.end()) };
        let cells = (2.0 / step).ceil();
        let (ground_size, origin, ground_cell) = ground
            .map_or(([0; 2], [0.0; 2], 1.0), |field| ([field.width, field.depth], field.origin, field.cell));
        Self {
            offset,
            ground_size,
            ground_origin: origin.map(|metres| metres as f32),
            ground_cell,
            width: width.max(1),
            slot_count: slots.as_slice().len() as u32, // Each was read from bytes.
            rank_count: slots.rank_count(),
            cells: cells as u32, // 1 to 50.
            spacing: 2.0 / cells,
            jitter: step / 1.7,
            rows: (32 / (cells as u32 + 1)).max(1),
            page_first: 0,
            page_end: u32::MAX,
        }
    }

    /// Blocks of counts, each of which has a sum.
    pub fn block_count(&self) -> u32 {
        self.rank_count / BLOCK
    }

    /// Counts, the sums of the blocks and the total.
    pub fn offset_count(&self) -> u32 {
        self.rank_count + self.block_count() + 1
    }

    /// Places that are tried in each slot, and so the most instances that it can have.
    pub fn candidates_per_slot(&self) -> u32 {
        (self.cells + 1) * (self.cells + 1)
    }
}
