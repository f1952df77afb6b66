//! The engine's plant algorithm on the CPU, stage by stage as in `shaders/scatter.wgsl`.
//!
//! It is the algorithm of the games' renderers (see [`Profile`] for what differs): in each slot of 2 x 2 metres a grid
//! of candidates is walked, each part is tested against a dither, one of those that pass is chosen, jittered, set on
//! the ground, scaled and turned. Four generators of one seed, which comes from the slot's world coordinates, make
//! every level look the same each time. Draws depend on the draws before within a
//! slot, so a slot is the unit of work: `count` the instances of its parts, add the counts up (`scan_blocks`,
//! `scan_sums`), and `emit` them, each at its place. Drawing wants the instances of a model side by side, so the
//! order is by model, then by slot, part and candidate: see [`Slots`].
//!
//! Both sides decide by integers, so they agree on which instances there are, bit for bit; places, scales and angles
//! agree to the rounding of f32, so only a ray that grazes the edge of a triangle may hit on one side and miss on the
//! other.

pub use ground::{GROWTH, Ground};
pub use rules::{ArgumentOrder, Profile, Rules};
pub use slots::{Run, SlotGrid, Slots};
pub use stages::{Bed, Tally, count, emit, plant, plant_parallel, plant_slot, plant_tallied, scan, tally};
pub use triangles::{TooManyOverlaps, Triangle, Triangles, bin};

mod density;
mod dither;
mod ground;
mod random;
mod rules;
mod slots;
mod stages;
#[cfg(test)]
mod tests;
mod triangles;

use crate::scene::heightfield::Heightfield;

/// A slot as both the CPU and the GPU read it: 64 bytes. Twin of `Slot` in `shaders/scatter.wgsl`.
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
    /// As the file has it, not doubled. Sun in bits 0 to 7, sky in bits 8 to 15, lamps r, g, b in 4 bits each from bit
    /// 16 on; with [`Params::corner_light`] a palette of greys in the corner order of the densities.
    pub light: u32,
    /// Place in the grid of slots, x fastest.
    pub index: u32,
    /// Where the parts stand in the order of planting; [`NO_RANK`] for one that plants nothing. [`Slots`] sets them.
    pub ranks: [u32; 4],
    /// State of all generators before the first draw: see [`Profile::seed`].
    pub seed: u32,
    /// First place in [`Triangles::refs`]; [`bin`] sets it.
    pub first_triangle: u32,
    /// Triangles that reach into the slot's box; [`bin`] sets it.
    pub triangle_count: u32,
    /// Fills the slot up to what the GPU's alignment wants.
    pub _pad: u32,
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
    /// Index of the model in the low 16 bits, then 8 bits each for x and z of the candidate.
    pub model_cell: u32,
    /// Index of the slot, with the part in bits 30 and 31.
    pub slot: u32,
    /// Sun in bits 0 to 7, sky in bits 8 to 15, lamps r, g, b in 4 bits each from bit 16 on; not doubled.
    pub light: u32,
}

impl Instance {
    /// Index of its model.
    pub fn model(&self) -> u32 {
        self.model_cell & 0xffff
    }

    /// x and z of the candidate that it grew from, 0 to [`Params::cells`].
    pub fn cell(&self) -> [u32; 2] {
        [self.model_cell >> 16 & 0xff, self.model_cell >> 24]
    }

    /// Light of sun and sky as the file has it, 0 to 1.
    pub fn sun_and_sky(&self) -> [f32; 2] {
        [self.light & 0xff, self.light >> 8 & 0xff].map(|byte| byte as f32 / 255.0)
    }

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
    /// Metres by which the level is moved over the world, east and north.
    pub moved: [f32; 2],
    /// Factor on every scale.
    pub detail_height: f32,
    /// 1: the jitter of x is drawn before that of z.
    pub x_first: u32,
    /// 1: [`Slot::light`] has a grey for each corner.
    pub corner_light: u32,
    /// Fills the struct up to a multiple of 8 bytes.
    pub _pad: u32,
}

/// The engines' smallest and this module's largest distance between candidates, metres.
pub const STEP_RANGE: std::ops::RangeInclusive<f32> = 0.04..=2.0;

/// Counts that one workgroup adds up. Twin of `BLOCK` in `shaders/scatter.wgsl`.
pub const BLOCK: u32 = 256;

impl Params {
    /// What `rules` say for the slots of a grid, on the ground at hand.
    ///
    /// The step is brought into [`STEP_RANGE`]. `heightfield` is needed for [`Ground::Heightfield`] alone.
    pub fn new(grid: SlotGrid, slots: &Slots, rules: &Rules, heightfield: Option<&Heightfield>) -> Self {
        let cells = rules.cells();
        let (ground_size, origin, ground_cell) = heightfield
            .map_or(([0; 2], [0.0; 2], 1.0), |field| ([field.width, field.depth], field.origin, field.cell));
        Self {
            offset: grid.offset,
            ground_size,
            ground_origin: origin.map(|metres| metres as f32),
            ground_cell,
            width: grid.size[0].max(1),
            slot_count: slots.as_slice().len() as u32, // Each was read from bytes.
            rank_count: slots.rank_count(),
            cells,
            spacing: 2.0 / cells as f32,
            jitter: rules.clamped_step() / 1.7,
            rows: (32 / (cells + 1)).max(1),
            page_first: 0,
            page_end: u32::MAX,
            moved: [0.0; 2],
            detail_height: rules.detail_height,
            x_first: u32::from(rules.argument_order == ArgumentOrder::XFirst),
            corner_light: 0,
            _pad: 0,
        }
    }

    /// Where the slots lie; only the width of the grid is known here.
    fn grid(&self) -> SlotGrid {
        SlotGrid { size: [self.width, 0], offset: self.offset }
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
