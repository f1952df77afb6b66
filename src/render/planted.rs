//! What the scatter leaves on the GPU and the clutter pass draws.

use std::ops::Range;

/// Planted instances ([`crate::scatter::Instance`]), **grouped by model over all pages**: first every instance of
/// the lowest model, slot by slot and part by part, then those of the next.
///
/// Grouped, since drawing needs the instances of a model side by side, and sorting a million of them afterwards
/// costs more than planting them: the scatter sums its counts up in the order (model, slot, part), so that each
/// part of a slot knows where its instances go.
#[derive(Debug)]
pub struct Planted {
    /// Each fits the adapter's storage binding.
    pub pages: Vec<PlantedPage>,
    /// Instances of all pages.
    pub total: u64,
}

/// One buffer of instances with usage `STORAGE`.
#[derive(Debug)]
pub struct PlantedPage {
    /// The instances.
    pub buffer: wgpu::Buffer,
    /// Model and its range of instances in this buffer, in the order of the buffer.
    pub models: Vec<(u32, Range<u32>)>,
}
