//! The triangles of a collision mesh, binned to the slots whose boxes they reach into.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::ground::GROWTH;
use super::{Slot, SlotGrid};
use crate::formats::xray::SLOT_SIZE;

/// What the slots stand on: triangles that a ray from above can meet, and for each slot which of them.
///
/// The slots hold their places in `refs` themselves: [`Slot::first_triangle`] and [`Slot::triangle_count`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Triangles {
    /// In the order of the mesh, without those that no ray from above meets.
    pub triangles: Vec<Triangle>,
    /// Indices of triangles, slot by slot, and in a slot in rising order.
    pub refs: Vec<u32>,
}

/// A triangle as the ray test wants it: 36 bytes. Twin of `Triangle` in `shaders/scatter.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Triangle {
    /// Its first corner, metres.
    pub x: f32,
    /// See `x`.
    pub y: f32,
    /// See `x`.
    pub z: f32,
    /// From the first corner to the second, metres.
    pub ax: f32,
    /// See `ax`.
    pub ay: f32,
    /// See `ax`.
    pub az: f32,
    /// From the first corner to the third, metres.
    pub bx: f32,
    /// See `bx`.
    pub by: f32,
    /// See `bx`.
    pub bz: f32,
}

/// A triangle must look up by this much for a ray from above to meet it: the engine's epsilon for twice its area on
/// the map, square metres.
const LEAST_AREA: f32 = 1e-5;

impl Triangle {
    /// From its corners.
    pub fn new([p, q, r]: [[f32; 3]; 3]) -> Self {
        Self {
            x: p[0],
            y: p[1],
            z: p[2],
            ax: q[0] - p[0],
            ay: q[1] - p[1],
            az: q[2] - p[2],
            bx: r[0] - p[0],
            by: r[1] - p[1],
            bz: r[2] - p[2],
        }
    }

    /// Twice its area on the map, square metres; negative for one that looks down.
    fn determinant(&self) -> f32 {
        self.az * self.bx - self.ax * self.bz
    }

    /// Metres from a point straight down to the triangle; `None` when a ray misses it, or it lies above.
    ///
    /// Only for triangles that look up. The order of the operations is the engine's.
    #[inline]
    pub fn range_below(&self, [x, y, z]: [f32; 3]) -> Option<f32> {
        let determinant = self.determinant();
        let [tx, ty, tz] = [x - self.x, y - self.y, z - self.z];
        let u = tz * self.bx - tx * self.bz;
        if u < 0.0 || u > determinant {
            return None;
        }
        let v = tx * self.az - tz * self.ax;
        if v < 0.0 || u + v > determinant {
            return None;
        }
        let [qx, qy, qz] =
            [ty * self.az - tz * self.ay, tz * self.ax - tx * self.az, tx * self.ay - ty * self.ax];
        let range = (self.bx * qx + self.by * qy + self.bz * qz) / determinant;
        (range >= 0.0).then_some(range)
    }
}

/// Tests of triangles against boxes that are made at most. A level of a million triangles takes some ten million; a
/// mesh that takes more than this was made to take long.
const MOST_TESTS: u64 = 1 << 29;

/// Places of triangles in slots at most. A large level has some three million; each costs every candidate of its slot a
/// test.
const MOST_REFS: u64 = 1 << 24;

/// A mesh whose triangles reach into too many slots.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the triangles of the collision mesh reach into too many slots of the grass: expected a mesh of smaller triangles"
)]
pub struct TooManyOverlaps;

/// Marks in what [`bin`] collects that a slot is touched by a triangle that no ray meets.
const INERT: u32 = u32::MAX;

/// Bins triangles to the slots whose grown boxes they overlap, by a full test of separating axes.
///
/// `corners` gives the corners of a triangle in world metres, and whether plants may stand on it. Slots that no
/// triangle touches are taken out: the engine never walks their candidates. A slot that only walls or passable
/// triangles touch stays, and all of its candidates find no ground.
///
/// # Errors
/// When the overlaps are too many for a mesh that anybody would make.
pub fn bin(
    slots: &mut Vec<Slot>,
    grid: SlotGrid,
    triangle_count: usize,
    corners: impl Fn(usize) -> ([[f32; 3]; 3], bool) + Sync,
) -> Result<Triangles, TooManyOverlaps> {
    /// Triangles of one task.
    const CHUNK: usize = 4096;
    let bins = Bins::new(slots, grid);
    let touched: Vec<AtomicBool> = slots.iter().map(|_| AtomicBool::new(false)).collect();
    let [tests, refs] = [AtomicU64::new(0), AtomicU64::new(0)];
    let found: Vec<Found> = (0..triangle_count.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut found = Found::default();
            for index in chunk * CHUNK..triangle_count.min((chunk + 1) * CHUNK) {
                // Before each, so that no chunk goes on once another has used up what there is.
                if tests.load(Ordering::Relaxed) > MOST_TESTS || refs.load(Ordering::Relaxed) > MOST_REFS {
                    found.too_many = true;
                    break;
                }
                let (corners, solid) = corners(index);
                let triangle = Triangle::new(corners);
                let live = solid && triangle.determinant() >= LEAST_AREA;
                let here = if live { found.triangles.len() as u32 } else { INERT };
                let before = found.refs.len();
                let made = bins.overlapped(slots, &corners, |slot| {
                    if let Some(touched) = touched.get(slot as usize) {
                        touched.store(true, Ordering::Relaxed);
                    }
                    if live {
                        found.refs.push((slot, here));
                    }
                });
                let added = (found.refs.len() - before) as u64;
                if added > 0 {
                    found.triangles.push(triangle);
                }
                tests.fetch_add(made, Ordering::Relaxed);
                refs.fetch_add(added, Ordering::Relaxed);
            }
            found
        })
        .collect();
    if found.iter().any(|found| found.too_many) || refs.load(Ordering::Relaxed) > MOST_REFS {
        return Err(TooManyOverlaps);
    }
    let ref_count = found.iter().map(|found| found.refs.len()).sum();
    let triangles = place(slots, found, ref_count);
    let mut touched = touched.iter().map(|touched| touched.load(Ordering::Relaxed));
    slots.retain(|_| touched.next().unwrap_or(false));
    Ok(triangles)
}

/// What one task found.
#[derive(Default)]
struct Found {
    triangles: Vec<Triangle>,
    /// Place of a slot in the list of slots, and of a triangle in `triangles`.
    refs: Vec<(u32, u32)>,
    too_many: bool,
}

/// Sorts what was found by slot, by counting; gives each slot its places.
fn place(slots: &mut [Slot], found: Vec<Found>, ref_count: usize) -> Triangles {
    for slot in slots.iter_mut() {
        (slot.first_triangle, slot.triangle_count) = (0, 0);
    }
    for (slot, _) in found.iter().flat_map(|found| &found.refs) {
        if let Some(slot) = slots.get_mut(*slot as usize) {
            slot.triangle_count += 1;
        }
    }
    let mut first = 0;
    for slot in slots.iter_mut() {
        slot.first_triangle = first;
        first += slot.triangle_count;
    }
    let mut next: Vec<u32> = slots.iter().map(|slot| slot.first_triangle).collect();
    let mut refs = vec![0; ref_count];
    let mut triangles = Vec::with_capacity(found.iter().map(|found| found.triangles.len()).sum());
    for found in found {
        let first = triangles.len() as u32; // At most `MOST_REFS`, since each has a place.
        for (slot, triangle) in found.refs {
            let Some(next) = next.get_mut(slot as usize) else { continue };
            if let Some(place) = refs.get_mut(*next as usize) {
                *place = first + triangle;
            }
            *next += 1;
        }
        triangles.extend(found.triangles);
    }
    Triangles { triangles, refs }
}

/// Finds slots by their place on the map.
struct Bins {
    grid: SlotGrid,
    /// Place in the list of slots for each slot of the grid, `NO_SLOT` for one that isn't in it.
    list: Vec<u32>,
}

const NO_SLOT: u32 = u32::MAX;

impl Bins {
    fn new(slots: &[Slot], grid: SlotGrid) -> Self {
        // As many as the file has slots.
        let mut list = vec![NO_SLOT; grid.size[0] as usize * grid.size[1] as usize];
        for (place, slot) in (0..).zip(slots) {
            if let Some(entry) = list.get_mut(slot.index as usize) {
                *entry = place;
            }
        }
        Self { grid, list }
    }

    /// Tells every listed slot whose grown box a triangle overlaps, and gives the number of tests.
    fn overlapped(&self, slots: &[Slot], corners: &[[f32; 3]; 3], mut tell: impl FnMut(u32)) -> u64 {
        let extent = |axis: usize| {
            let [p, q, r] = corners.map(|corner| corner[axis]);
            (p.min(q).min(r), p.max(q).max(r))
        };
        let (x, y, z) = (extent(0), extent(1), extent(2));
        let Some([(west, east), (south, north)]) = self.range(x, 0).zip(self.range(z, 1)).map(<[_; 2]>::from)
        else {
            return 0;
        };
        let mut tests = 0;
        for row in south..=north {
            for column in west..=east {
                tests += 1;
                let index = row as usize * self.grid.size[0] as usize + column as usize;
                let Some(&place) = self.list.get(index) else { continue };
                let Some(slot) = slots.get(place as usize) else { continue };
                let bottom = slot.y_base - GROWTH;
                let top = slot.y_base + slot.height + GROWTH;
                if y.1 < bottom || y.0 > top {
                    continue;
                }
                let corner = |axis: usize, at: u32| {
                    let world = at.cast_signed().wrapping_sub(self.grid.offset[axis]);
                    world as f32 * SLOT_SIZE
                };
                let low = [corner(0, column) - GROWTH, bottom, corner(1, row) - GROWTH];
                let high = [corner(0, column) + SLOT_SIZE + GROWTH, top, corner(1, row) + SLOT_SIZE + GROWTH];
                if overlap::triangle_box(corners, low, high) {
                    tell(place);
                }
            }
        }
        tests
    }

    /// The columns (axis 0) or rows (axis 1) of the grid that an extent in metres can touch, both ends included.
    fn range(&self, (low, high): (f32, f32), axis: usize) -> Option<(u32, u32)> {
        // In f64, with a margin that is far wider than its rounding and the growth of the boxes.
        let in_slots =
            |metres: f32| f64::from(metres) / f64::from(SLOT_SIZE) + f64::from(self.grid.offset[axis]);
        let [low, high] = [(in_slots(low) - 0.01).floor(), (in_slots(high) + 0.01).floor()];
        let last = f64::from(self.grid.size[axis]) - 1.0;
        // Not for what isn't finite either.
        (low <= last && high >= 0.0).then(|| (low.max(0.0) as u32, high.min(last) as u32))
    }
}

impl Triangles {
    /// The triangles of a slot.
    pub fn of_slot(&self, slot: &Slot) -> impl Iterator<Item = &Triangle> {
        let first = slot.first_triangle as usize;
        let refs = self.refs.get(first..first + slot.triangle_count as usize).unwrap_or_default();
        refs.iter().filter_map(|&index| self.triangles.get(index as usize))
    }
}

mod overlap {
    //! The test of a triangle against a box: thirteen axes that could keep them apart.

    use glam::Vec3;

    /// True when they touch.
    pub fn triangle_box(corners: &[[f32; 3]; 3], low: [f32; 3], high: [f32; 3]) -> bool {
        let [low, high] = [Vec3::from(low), Vec3::from(high)];
        let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
        // Seen from the box's centre, where f32 is finest.
        let [p, q, r] = corners.map(|corner| Vec3::from(corner) - center);
        // The three axes of the box.
        if (p.min(q).min(r).cmpgt(half) | p.max(q).max(r).cmplt(-half)).any() {
            return false;
        }
        // The plane of the triangle.
        let edges = [q - p, r - q, p - r];
        let normal = edges[0].cross(edges[1]);
        if normal.dot(p).abs() > normal.abs().dot(half) {
            return false;
        }
        // The nine products of the box's axes and the triangle's edges.
        for edge in edges {
            for axis in [
                Vec3::new(0.0, -edge.z, edge.y),
                Vec3::new(edge.z, 0.0, -edge.x),
                Vec3::new(-edge.y, edge.x, 0.0),
            ] {
                let [a, b, c] = [axis.dot(p), axis.dot(q), axis.dot(r)];
                let reach = axis.abs().dot(half);
                if a.min(b).min(c) > reach || a.max(b).max(c) < -reach {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
