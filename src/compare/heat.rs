//! The colours of what was raised and lowered, and of what happened to objects.

use rayon::prelude::*;

use super::heights::{Grounds, HeightChanges, Method};
use super::objects::{ChangeKind, ObjectCounts};
use crate::formats::grid::Grid;
use crate::scene::overlay::{Color, Legend, Overlay, Ramp, RampColors, Swatch, Tick, scale};

/// Texels along an edge of an overlay, at most.
const MOST_TEXELS: u32 = 4096;

/// Half of the part of the ramp that is grey: no change stands there.
const MIDDLE: f32 = 0.12;

/// The colour of what happened to an object, in pictures and in lists.
pub fn color_of(kind: ChangeKind) -> Color {
    match kind {
        ChangeKind::Added => [0, 158, 115],
        ChangeKind::Removed => [213, 94, 0],
        ChangeKind::Replaced => [204, 121, 167],
        ChangeKind::Moved => [240, 228, 66],
        ChangeKind::Rotated => [86, 180, 233],
        ChangeKind::Scaled => [245, 245, 245],
    }
}

/// Colours for changes of height: blue for what was lowered, red for what was raised.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    colors: RampColors,
    /// Metres at the ends of the ramp.
    end: f32,
    /// Metres that have a number beside the ramp, from 0 on.
    steps: Vec<(f32, String)>,
}

impl Heat {
    /// Colours that reach to the largest change.
    pub fn of(changes: &HeightChanges) -> Self {
        let extremes = [&changes.largest_rise, &changes.largest_fall];
        let most = extremes.into_iter().flatten().map(|extreme| extreme.change().abs()).fold(0.0, f32::max);
        let (end, ticks) = scale(if most > 0.0 { most } else { 1.0 });
        let steps = ticks.into_iter().map(|tick| (tick.place * end, tick.text)).collect();
        Self { colors: RampColors::sides(), end, steps }
    }

    /// Where a change stands on the ramp, 0 to 1. By the root, so that small changes are seen beside large ones, and off
    /// the grey middle, so that it is seen which way they went.
    fn place(&self, change: f32) -> f32 {
        if change == 0.0 {
            return 0.5;
        }
        let out = MIDDLE + (0.5 - MIDDLE) * (change.abs() / self.end).sqrt();
        0.5 + out.copysign(change)
    }

    /// The colour of a change in metres.
    pub fn color(&self, change: f32) -> Color {
        self.colors.at(self.place(change))
    }

    /// The key to the colours, with `objects` where their marks are shown, too.
    pub fn legend(
        &self,
        changes: &HeightChanges,
        objects: Option<&ObjectCounts>,
        notes: Vec<String>,
    ) -> Legend {
        let tick = |(change, text): &(f32, String), sign: f32| {
            let sign_text = if *change == 0.0 {
                ""
            } else if sign > 0.0 {
                "+"
            } else {
                "-"
            };
            Tick { place: self.place(*change * sign), text: format!("{sign_text}{text}") }
        };
        let falls = self.steps.iter().skip(1).rev().map(|step| tick(step, -1.0));
        let rises = self.steps.iter().map(|step| tick(step, 1.0));
        let ramp = Ramp { colors: self.colors.clone(), ticks: falls.chain(rises).collect() };
        let mut notes = notes;
        match changes.method {
            Method::NotAtAll => {
                notes.push("The grounds have no place in common: no heights compared.".into())
            }
            _ if changes.changed == 0 => notes.push("No height was changed.".into()),
            _ => {}
        }
        let swatch = |kind: ChangeKind| {
            let count = objects?.of(kind);
            let name = format!("objects {}", kind.name());
            (count > 0).then(|| Swatch { color: Some(color_of(kind)), name, count })
        };
        Legend {
            title: "What has changed".to_owned(),
            unit: "metres raised or lowered".to_owned(),
            ramp: (changes.changed > 0).then_some(ramp),
            swatches: ChangeKind::ALL.into_iter().filter_map(swatch).collect(),
            rest: None,
            notes,
        }
    }

    /// The changes as colours over the new ground.
    pub fn overlay(&self, grounds: &Grounds<'_>, changes: &HeightChanges) -> Overlay {
        let shape = changes.new_grid;
        let block = shape.points[0].max(shape.points[1]).div_ceil(MOST_TEXELS).max(1);
        let strongest = strongest(grounds, shape.points, block);
        let texel = |change: &f32| match self.color(*change) {
            _ if *change == 0.0 => [0; 4],
            [r, g, b] => [r, g, b, 255],
        };
        let cell = f64::from(shape.cell_m);
        Overlay {
            name: "changes".to_owned(),
            size: [strongest.width, strongest.height],
            texels: strongest.cells.iter().flat_map(texel).collect(),
            corner: shape.origin.map(|metres| metres - cell * 0.5), // A point is the middle of its texel.
            texel: cell * f64::from(block),
            grid: false,
            boxes: Vec::new(),
            plants: true,
            legend: self.legend(changes, None, Vec::new()),
        }
    }
}

/// The changes of height in blocks of so many points: the strongest of each block, 0 where nothing changed.
pub(super) fn strongest(grounds: &Grounds<'_>, points: [u32; 2], block: u32) -> Grid<f32> {
    let [width, height] = points.map(|points| points.div_ceil(block));
    let of_block = |x: u32, z: u32| {
        let within = |first: u32| first * block..first * block + block;
        let places = within(z).flat_map(|z| within(x).map(move |x| (x, z)));
        let changes = places.filter_map(|(x, z)| grounds.change(x, z));
        changes.fold(0.0, |most: f32, change| if change.abs() > most.abs() { change } else { most })
    };
    let row = |z: u32| (0..width).map(move |x| of_block(x, z)).collect::<Vec<f32>>();
    let cells = (0..height).into_par_iter().flat_map_iter(row).collect();
    Grid { width, height, cells }
}
