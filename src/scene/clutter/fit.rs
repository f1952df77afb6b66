//! How the boxes of the slots fit the ground: a slot whose ground lies outside of its box stays bare, or nearly so.

use rayon::prelude::*;

use super::Collision;
use crate::formats::xray::{Cform, Details, SLOT_SIZE};
use crate::scatter::{self, SlotGrid, TooManyOverlaps};
use crate::scene::heightfield::Heightfield;

/// Points along each edge of a slot at which the ground is looked at. They keep clear of the edges, where the ground of
/// the neighbours begins.
const POINTS_ALONG: u32 = 5;

/// Points of a slot at which the ground is looked at.
pub const FIT_POINTS: u32 = POINTS_ALONG * POINTS_ALONG;

/// One of so many points with ground in the box is enough: plants grow there, and a wall, a roof or a ditch over or
/// under the others is no fault of the box.
const ENOUGH: usize = 5;

/// Metres by which the ground may lie under a box: its lower end is a multiple of 0.2 m, and lies 0.03 m too low.
const FLOATING_TOLERANCE: f32 = 0.23;

/// Metres by which the ground may lie over a box: its height is a multiple of 0.1 m, and ends 0.03 m too high.
const BURIED_TOLERANCE: f32 = 0.13;

/// What the boxes are held against.
#[derive(Debug, Clone, Copy)]
pub enum FitGround<'a> {
    /// The collision mesh: at each point its surface nearest to the box that looks up and isn't passable.
    Mesh(Collision<'a>),
    /// The heights of a world, over which the level is moved by so many metres, east and north.
    Heightfield(&'a Heightfield, [f64; 2]),
}

/// How a slot's box fits its ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Place of the slot in the grid, x fastest.
    pub slot: u32,
    /// Metres from the box to its ground: negative where the box floats over it, positive where it is buried, 0 where
    /// it fits or by less than its steps can tell.
    pub metres: f32,
    /// Points without any ground, of [`FIT_POINTS`].
    pub bare_points: u32,
    /// There is no ground, but the mesh has triangles there that would be ground if they didn't look down.
    pub upside_down: bool,
}

impl Fit {
    /// [`Fit::metres`]; `None` where there is no ground at all.
    pub fn outside(&self) -> Option<f32> {
        (self.bare_points < FIT_POINTS).then_some(self.metres)
    }
}

/// Holds the box of each slot that names a model and isn't a phantom against the ground, in the order of the grid.
///
/// A slot floats or is buried when fewer than a fifth of its points with ground have it in the box; by how much, the
/// median of the others tells.
///
/// # Errors
/// When the triangles of the mesh overlap more slots than any real mesh does.
pub fn fit(details: &Details, ground: FitGround<'_>) -> Result<Vec<Fit>, TooManyOverlaps> {
    let grid = SlotGrid { size: details.size, offset: details.offset };
    let boxes: Vec<SlotSpan> = (0..)
        .zip(&details.slots)
        .filter(|(_, slot)| slot.is_used() && !slot.is_phantom())
        .map(|(index, slot)| SlotSpan { index, bottom: slot.y_base(), top: slot.y_base() + slot.height() })
        .collect();
    match ground {
        FitGround::Mesh(collision) => over_mesh(&boxes, grid, collision),
        FitGround::Heightfield(field, moved) => Ok(over_heights(&boxes, grid, field, moved)),
    }
}

/// The heights between which the box of a slot lies, metres.
#[derive(Debug, Clone, Copy)]
struct SlotSpan {
    index: u32,
    bottom: f32,
    top: f32,
}

impl SlotSpan {
    /// Metres from the box up to a height; negative below it, 0 inside.
    fn outside(&self, height: f32) -> f32 {
        height - height.clamp(self.bottom, self.top.max(self.bottom))
    }

    /// What the ground at its points says; `None` for a point without ground.
    fn judge(&self, grounds: impl Iterator<Item = Option<f32>>) -> Fit {
        let fits = |metres: &f32| (-FLOATING_TOLERANCE..=BURIED_TOLERANCE).contains(metres);
        let (inside, mut outside): (Vec<f32>, Vec<f32>) =
            grounds.flatten().map(|height| self.outside(height)).partition(fits);
        outside.sort_unstable_by(f32::total_cmp);
        let points = inside.len() + outside.len();
        let metres = match outside.get(outside.len() / 2) {
            Some(&median) if inside.len() * ENOUGH < points => median,
            _ => 0.0,
        };
        // At most as many as there are points.
        Fit { slot: self.index, metres, bare_points: FIT_POINTS - points as u32, upside_down: false }
    }
}

/// World x and z of the points of a slot.
fn points(grid: SlotGrid, index: u32) -> impl Iterator<Item = [f32; 2]> {
    let [west, south] = grid.world_of(index).map(|slot| slot as f32 * SLOT_SIZE);
    let along = |start: f32, i: u32| start + (i as f32 + 0.5) / POINTS_ALONG as f32 * SLOT_SIZE;
    (0..FIT_POINTS).map(move |i| [along(west, i % POINTS_ALONG), along(south, i / POINTS_ALONG)])
}

fn over_heights(boxes: &[SlotSpan], grid: SlotGrid, field: &Heightfield, moved: [f64; 2]) -> Vec<Fit> {
    let judge = |slot: &SlotSpan| {
        slot.judge(
            points(grid, slot.index)
                .map(|[x, z]| field.height_at(f64::from(x) + moved[0], f64::from(z) + moved[1])),
        )
    };
    boxes.par_iter().map(judge).collect()
}

fn over_mesh(
    boxes: &[SlotSpan],
    grid: SlotGrid,
    collision: Collision<'_>,
) -> Result<Vec<Fit>, TooManyOverlaps> {
    let mut fits = judge_mesh(boxes, grid, collision.mesh, |index| collision.triangle(index))?;
    // Asked of the slots without ground only, which are few or, where the mesh was exported inside out, all.
    let is_bare = |fit: &Fit| fit.bare_points == FIT_POINTS;
    let bare: Vec<SlotSpan> =
        boxes.iter().zip(&fits).filter(|(_, fit)| is_bare(fit)).map(|(slot, _)| *slot).collect();
    if bare.is_empty() {
        return Ok(fits);
    }
    let turned = judge_mesh(&bare, grid, collision.mesh, |index| {
        let ([a, b, c], solid) = collision.triangle(index);
        ([a, c, b], solid)
    })?;
    for (fit, turned) in fits.iter_mut().filter(|fit| is_bare(fit)).zip(&turned) {
        fit.upside_down = !is_bare(turned);
    }
    Ok(fits)
}

/// `triangle` gives the corners of a triangle of the mesh, and whether it is solid.
fn judge_mesh(
    boxes: &[SlotSpan],
    grid: SlotGrid,
    mesh: &Cform,
    triangle: impl Fn(usize) -> ([[f32; 3]; 3], bool) + Sync,
) -> Result<Vec<Fit>, TooManyOverlaps> {
    let [bottom, top] = mesh.extent().map_or([0.0; 2], |extent| extent.map(|[_, y, _]| y));
    // Boxes as high as the mesh: what lies in them is all that is over or under the slot.
    let column = |slot: &SlotSpan| scatter::Slot {
        index: slot.index,
        y_base: bottom,
        height: top - bottom,
        ..bytemuck::Zeroable::zeroed() // The binning reads nothing else.
    };
    let mut columns: Vec<_> = boxes.iter().map(column).collect();
    let triangles = scatter::bin(&mut columns, grid, mesh.triangles.len(), triangle)?;
    // Columns without a triangle were taken out; both lists are in the order of the grid.
    let judge = |slot: &SlotSpan| {
        let column = columns.binary_search_by_key(&slot.index, |column| column.index).ok();
        let column = column.and_then(|place| columns.get(place));
        slot.judge(points(grid, slot.index).map(|[x, z]| {
            let heights = triangles.of_slot(column?).filter_map(|triangle| {
                let start = top + scatter::GROWTH;
                Some(start - triangle.range_below([x, start, z])?)
            });
            heights.min_by(|a, b| slot.outside(*a).abs().total_cmp(&slot.outside(*b).abs()))
        }))
    };
    Ok(boxes.par_iter().map(judge).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::formats::bytes::Warnings;
    use crate::formats::xray::{CformTriangle, Part, Slot, SlotBounds, SlotLight};

    /// A level in a row, from world x = 10 m on, with a box for each slot; `None` is a phantom.
    fn level(boxes: &[Option<[f32; 2]>]) -> Details {
        let slot = |bounds: &Option<[f32; 2]>| Slot {
            bounds: bounds.map_or(SlotBounds::Quantised { base: 0, height: 0 }, |[bottom, top]| {
                SlotBounds::Absolute { bottom, top }
            }),
            parts: [Part { model: Some(0), density: [8; 4] }; 4],
            light: SlotLight::Baked { sun: 7, hemi: 7, rgb: [0; 3] },
        };
        Details {
            version: 3,
            size: [boxes.len() as u32, 1],
            offset: [-5, 0],
            models: Vec::new(),
            slots: boxes.iter().map(slot).collect(),
            warnings: Warnings::default(),
        }
    }

    /// Squares that look up, each with its height, and its west and east end; from z = -1 to 3.
    fn mesh(squares: &[(f32, [f32; 2])]) -> Cform {
        let mut mesh = Cform { version: 4, ..Cform::default() };
        for &(y, [west, east]) in squares {
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend([[west, y, -1.0], [west, y, 3.0], [east, y, -1.0], [east, y, 3.0]]);
            for vertices in [[0, 1, 2], [2, 1, 3]] {
                let vertices = vertices.map(|corner| first + corner);
                mesh.triangles.push(CformTriangle { vertices, ..CformTriangle::default() });
            }
        }
        mesh
    }

    fn outside(details: &Details, mesh: &Cform) -> Vec<(u32, Option<f32>)> {
        let fits = fit(details, FitGround::Mesh(Collision { mesh, passable: &[] })).unwrap();
        let round = |metres: f32| (metres * 100.0).round() / 100.0;
        fits.iter().map(|fit| (fit.slot, fit.outside().map(round))).collect()
    }

    #[test]
    fn floating_and_buried_boxes_are_told_by_how_much_and_phantoms_are_left_out() {
        let details = level(&[
            Some([4.9, 5.1]),  // Around the ground.
            Some([7.5, 8.0]),  // Over it.
            None,              // A phantom.
            Some([-1.0, 2.0]), // Under it.
            Some([5.2, 5.4]),  // Over it by a step of the format.
        ]);
        let found = outside(&details, &mesh(&[(5.0, [0.0, 40.0])]));
        assert_eq!(found, [(0, Some(0.0)), (1, Some(-2.5)), (3, Some(3.0)), (4, Some(0.0))]);
    }

    #[test]
    fn of_several_floors_the_one_nearest_to_the_box_counts() {
        let details = level(&[Some([5.9, 6.0]), Some([14.0, 15.0]), Some([0.2, 0.3])]);
        // A cellar, a ground and a roof.
        let floors = [(0.0, [0.0, 40.0]), (5.5, [0.0, 40.0]), (20.0, [0.0, 40.0])];
        assert_eq!(outside(&details, &mesh(&floors)), [(0, Some(-0.4)), (1, Some(5.0)), (2, Some(0.0))]);
    }

    #[test]
    fn a_slot_over_nothing_has_no_fit() {
        let details = level(&[Some([5.0, 6.0]), Some([5.0, 6.0])]);
        // Ends inside of the first slot, which lies at 10 to 12 m.
        let mesh = mesh(&[(5.5, [0.0, 11.0])]);
        assert_eq!(outside(&details, &mesh), [(0, Some(0.0)), (1, None)]);
        let fits = fit(&details, FitGround::Mesh(Collision { mesh: &mesh, passable: &[] })).unwrap();
        assert_eq!(fits.iter().map(|fit| fit.bare_points).collect::<Vec<_>>(), [10, 25]);
    }

    #[test]
    fn what_looks_down_or_is_passable_is_no_ground() {
        let details = level(&[Some([5.0, 6.0])]);
        let mut ceiling = mesh(&[(5.5, [0.0, 40.0])]);
        for triangle in &mut ceiling.triangles {
            triangle.vertices.swap(0, 1);
        }
        assert_eq!(outside(&details, &ceiling), [(0, None)]);
        assert!(
            fit(&details, FitGround::Mesh(Collision { mesh: &ceiling, passable: &[] })).unwrap()[0]
                .upside_down
        );
        let beside = mesh(&[(5.5, [0.0, 4.0])]);
        assert!(
            !fit(&details, FitGround::Mesh(Collision { mesh: &beside, passable: &[] })).unwrap()[0]
                .upside_down
        );
        let bush = mesh(&[(5.5, [0.0, 40.0])]);
        let collision = Collision { mesh: &bush, passable: &[true] };
        assert_eq!(fit(&details, FitGround::Mesh(collision)).unwrap()[0].outside(), None);
    }

    #[test]
    fn ground_in_the_box_at_a_fifth_of_the_points_is_enough() {
        let details = level(&[Some([5.0, 6.0])]);
        // Each column of points is a fifth of them; they lie 0.4 m apart from x = 10.2 m on.
        let pit = |east: f32| mesh(&[(3.0, [0.0, east]), (5.5, [east, 40.0])]);
        assert_eq!(outside(&details, &pit(11.6)), [(0, Some(0.0))]);
        assert_eq!(outside(&details, &pit(12.0)), [(0, Some(-2.0))]);
    }

    #[test]
    fn a_wall_over_a_part_of_a_slot_is_no_fault() {
        let details = level(&[Some([5.0, 6.0])]);
        // Four of five columns of points see only the top of the wall.
        let walled = mesh(&[(14.0, [9.0, 11.6]), (5.5, [11.6, 40.0])]);
        assert_eq!(outside(&details, &walled), [(0, Some(0.0))]);
        // All of them.
        assert_eq!(outside(&details, &mesh(&[(14.0, [9.0, 40.0])])), [(0, Some(8.0))]);
    }

    #[test]
    fn of_points_outside_the_median_tells_by_how_much() {
        let details = level(&[Some([5.0, 6.0])]);
        // One column of points lies in a pit, four beside a step.
        let steps = mesh(&[(1.0, [9.0, 10.4]), (8.0, [10.4, 11.2]), (9.0, [11.2, 40.0])]);
        assert_eq!(outside(&details, &steps), [(0, Some(2.0))]);
    }

    #[test]
    fn a_world_under_a_level_that_is_moved_counts_where_the_level_lies() {
        let details = level(&[Some([0.0, 1.0]), Some([0.0, 1.0])]);
        // 0 m high up to x = 112 m, then 9 m.
        let heights = (0..8).map(|i| if i % 4 < 2 { 0.5 } else { 9.0 }).collect();
        let field = Heightfield { width: 4, depth: 2, cell: 4.0, origin: [108.0, 50.0], heights };
        let fits = fit(&details, FitGround::Heightfield(&field, [98.0, 51.0])).unwrap();
        assert_eq!(fits[0].outside(), Some(0.0), "108 to 110 m");
        assert_eq!(fits[1].outside(), Some(0.0), "110 to 112 m");
        let fits = fit(&details, FitGround::Heightfield(&field, [108.0, 51.0])).unwrap();
        assert_eq!(fits.iter().map(Fit::outside).collect::<Vec<_>>(), [Some(8.0), None], "118 m on");
    }
}
