//! Summits to label: those that the world states, else the prominent ones of its heights.

use super::heightfield::{Heightfield, min_max};
use glam::DVec3;
use rayon::prelude::*;

/// A summit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// Metres; y is the height that the file states, or that of the ground where the peak was found.
    pub position: DVec3,
    /// True where the file doesn't state this peak: it was found in the heights.
    pub found: bool,
}

/// The peaks of a world that are finite and stand on its ground, and how many are not.
pub fn stated(peaks: &[[f32; 3]], ground: &Heightfield) -> (Vec<Peak>, usize) {
    let sound: Vec<Peak> = peaks
        .iter()
        .filter(|[x, y, z]| y.is_finite() && ground.height_at(f64::from(*x), f64::from(*z)).is_some())
        .map(|&[x, y, z]| Peak { position: DVec3::new(x.into(), y.into(), z.into()), found: false })
        .collect();
    let skipped = peaks.len() - sound.len();
    (sound, skipped)
}

/// Up to `most` summits of the heights, the most prominent first: no peak of a file, only where the ground stands out
/// from all around it by a tenth of the relief or more, and not two within a twenty-fifth of the map's
/// diagonal.
pub fn find(ground: &Heightfield, sea_level: Option<f32>, most: usize) -> Vec<Peak> {
    let tops = Tops::new(ground, sea_level.unwrap_or(f32::NEG_INFINITY));
    let Some(relief) = tops.relief() else { return Vec::new() };
    let mut summits = tops.summits();
    summits.retain(|summit| summit.prominence >= (relief * 0.1).max(2.0));
    // Stable, so equal ones stay in the order of their height.
    summits.sort_by(|a, b| b.prominence.total_cmp(&a.prominence));
    let [size_x, size_z] = ground.size();
    let apart = size_x.hypot(size_z) * 0.04;
    let mut peaks: Vec<Peak> = Vec::new();
    for summit in summits {
        let Some(&(height, [x, z])) = tops.blocks.get(summit.block) else { continue };
        let metres = |point: u32, origin: f64| origin + f64::from(point) * f64::from(ground.cell);
        let position =
            DVec3::new(metres(x, ground.origin[0]), f64::from(height), metres(z, ground.origin[1]));
        let far = |peak: &Peak| (peak.position - position).with_y(0.0).length() >= apart;
        if peaks.len() < most && peaks.iter().all(far) {
            peaks.push(Peak { position, found: true });
        }
    }
    peaks
}

/// The most blocks along an edge of the map.
const MOST_BLOCKS: u32 = 256;

/// The highest point of each block of the heightfield.
struct Tops {
    width: usize,
    /// Height, and the grid point that has it.
    blocks: Vec<(f32, [u32; 2])>,
    /// What lies lower is under water.
    sea_level: f32,
}

/// A block that is higher than its neighbours.
struct Summit {
    block: usize,
    /// Metres down to the saddle to higher ground; for the highest, to the sea or the lowest ground.
    prominence: f32,
}

impl Tops {
    fn new(ground: &Heightfield, sea_level: f32) -> Self {
        let block = ground.width.max(ground.depth).div_ceil(MOST_BLOCKS).max(1);
        let [width, depth] = [ground.width, ground.depth].map(|points| points.div_ceil(block) as usize);
        let row_len = ground.width as usize;
        let mut blocks = vec![(f32::NEG_INFINITY, [0, 0]); width * depth];
        blocks.par_chunks_mut(width.max(1)).enumerate().for_each(|(block_z, blocks)| {
            let first = block_z as u32 * block;
            for z in first..(first + block).min(ground.depth) {
                let row = ground.heights.get(z as usize * row_len..).unwrap_or_default();
                let parts = row.get(..row_len).unwrap_or_default().chunks(block as usize);
                for (block_x, (part, top)) in parts.zip(blocks.iter_mut()).enumerate() {
                    let [_, high] = min_max(part);
                    if high > top.0 {
                        let x = part.iter().position(|&height| height == high).unwrap_or_default();
                        *top = (high, [block_x as u32 * block + x as u32, z]);
                    }
                }
            }
        });
        Self { width, blocks, sea_level }
    }

    /// From the sea, or the lowest block, to the highest; `None` without land.
    fn relief(&self) -> Option<f32> {
        let [low, high] =
            self.blocks.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], block| {
                [low.min(block.0), high.max(block.0)]
            });
        (high > self.sea_level).then(|| high - low.max(self.sea_level)).filter(|relief| relief.is_finite())
    }

    /// The water falls: blocks come out from the highest down, each an island of its own or part of one. Where two
    /// islands meet is the saddle of the lower one.
    fn summits(&self) -> Vec<Summit> {
        let mut order: Vec<usize> = (0..self.blocks.len()).collect();
        let height = |block: usize| self.blocks.get(block).map_or(f32::NEG_INFINITY, |block| block.0);
        order.retain(|&block| height(block) > self.sea_level);
        order.sort_by(|&a, &b| height(b).total_cmp(&height(a)).then(a.cmp(&b)));
        let mut islands = Islands { parents: vec![NONE; self.blocks.len()] };
        let mut summits = Vec::new();
        for &block in &order {
            islands.parents[block] = block;
            for neighbour in self.neighbours(block) {
                if islands.parents[neighbour] == NONE {
                    continue;
                }
                let (a, b) = (islands.summit(block), islands.summit(neighbour));
                if a == b {
                    continue;
                }
                let (lower, higher) = if (height(a), b) < (height(b), a) { (a, b) } else { (b, a) };
                islands.parents[lower] = higher;
                // A block that joins an island at once was no summit.
                if lower != block {
                    summits.push(Summit { block: lower, prominence: height(lower) - height(block) });
                }
            }
        }
        let lowest = order.last().map_or(0.0, |&block| height(block)).max(self.sea_level);
        for &block in &order {
            if islands.parents[block] == block {
                summits.push(Summit { block, prominence: height(block) - lowest });
            }
        }
        summits
    }

    /// The blocks around one, eight at most.
    fn neighbours(&self, block: usize) -> impl Iterator<Item = usize> {
        let (x, z, width) = (block % self.width, block / self.width, self.width);
        let depth = self.blocks.len() / width;
        let rows = z.saturating_sub(1)..(z + 2).min(depth);
        rows.flat_map(move |z| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| z * width + x))
            .filter(move |&other| other != block)
    }
}

/// A block that is still under water.
const NONE: usize = usize::MAX;

/// Which island a block belongs to: the way up to its summit.
struct Islands {
    parents: Vec<usize>,
}

impl Islands {
    fn summit(&mut self, mut block: usize) -> usize {
        while self.parents[block] != block {
            // Halves the way for the next time.
            self.parents[block] = self.parents[self.parents[block]];
            block = self.parents[block];
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::grid::Grid;

    fn field(points: u32, at: impl Fn(f32, f32) -> f32) -> Heightfield {
        let cells = (0..points).flat_map(|z| (0..points).map(move |x| (x as f32, z as f32)));
        let cells = cells.map(|(x, z)| at(x, z)).collect();
        Heightfield::from_grid(Grid { width: points, height: points, cells }, 10.0).0
    }

    fn cone(x: f32, z: f32, at: [f32; 2], height: f32) -> f32 {
        height - (x - at[0]).hypot(z - at[1])
    }

    #[test]
    fn stated_peaks_are_kept_unless_they_are_off_the_ground() {
        let ground = field(10, |_, _| 0.0);
        let wild = [[50.0, f32::NAN, 50.0], [-5.0, 3.0, 5.0], [f32::INFINITY, 3.0, 5.0]];
        let (peaks, skipped) = stated(&[&[[50.0, 12.0, 60.0]][..], &wild].concat(), &ground);
        assert_eq!(peaks, [Peak { position: DVec3::new(50.0, 12.0, 60.0), found: false }]);
        assert_eq!(skipped, 3);
    }

    #[test]
    fn cones_are_found_in_the_order_of_their_prominence() {
        // The third stands on the shoulder of the first: high, but not prominent.
        let tops = [[60.0, 60.0], [200.0, 220.0], [75.0, 60.0]];
        let ground = field(300, |x, z| {
            let cones = [cone(x, z, tops[0], 90.0), cone(x, z, tops[1], 60.0), cone(x, z, tops[2], 76.0)];
            cones.into_iter().fold(-20.0, f32::max)
        });
        let peaks = find(&ground, Some(0.0), 12);
        let places: Vec<DVec3> = peaks.iter().map(|peak| peak.position).collect();
        assert_eq!(places, [DVec3::new(600.0, 90.0, 600.0), DVec3::new(2000.0, 60.0, 2200.0)]);
        assert!(peaks.iter().all(|peak| peak.found));
        assert_eq!(find(&ground, Some(0.0), 1).len(), 1);
    }

    #[test]
    fn a_large_map_is_searched_in_blocks_and_the_summit_is_exact() {
        let ground = field(1000, |x, z| cone(x, z, [701.0, 333.0], 400.0).max(0.0));
        let peaks = find(&ground, None, 12);
        assert_eq!(peaks.len(), 1);
        assert_eq!(peaks[0].position, DVec3::new(7010.0, 400.0, 3330.0));
    }

    #[test]
    fn a_plane_a_sea_and_nothing_have_no_summits() {
        for (points, height) in [(50, 5.0), (50, -5.0), (1, 5.0), (0, 0.0)] {
            assert!(find(&field(points, |_, _| height), Some(0.0), 12).is_empty());
        }
    }
}
