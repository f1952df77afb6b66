//! Slots whose ground lies outside of their box.

use super::canvas::Canvas;
use super::colors::{FINE, OTHER};
use super::legend::{Legend, Ramp, Swatch, Tick, number, scale, uncoloured};
use super::{Color, OverlayError, RampColors, Shown, Subject, box_of};
use crate::scene::clutter::{ClutterGround, Collision, FitGround, fit};

/// Farther out than this, metres, all colours are the same.
const FARTHEST: f32 = 20.0;

/// By how many metres each box floats or is buried.
pub(super) fn outside_box(subject: &Subject<'_>) -> Result<Shown, OverlayError> {
    let ground = match (&subject.clutter.ground, subject.collision) {
        (ClutterGround::Heightfield, _) => FitGround::Heightfield(subject.ground, subject.planting.moved),
        (_, Some(Collision { mesh, passable })) => {
            let passable = if subject.planting.rules.profile.minds_passable() { passable } else { &[] };
            FitGround::Mesh(Collision { mesh, passable })
        }
        _ => return Err(OverlayError::NoGround),
    };
    let fits = fit(subject.details, ground)?;
    let most = fits.iter().filter_map(|fit| fit.outside()).map(f32::abs).fold(0.0, f32::max);
    let (end, _) = scale(most.clamp(1.0, FARTHEST));
    let sides = Sides { colors: RampColors::sides(), end };

    let mut colors: Vec<Option<Color>> = vec![None; subject.details.slots.len()];
    let mut boxes = Vec::new();
    let (mut floating, mut buried, mut fine, mut groundless) = (0, 0, 0, 0);
    for fit in &fits {
        let (color, count) = match fit.outside() {
            None => (OTHER, &mut groundless),
            Some(0.0) => (FINE, &mut fine),
            Some(metres) if metres < 0.0 => (sides.color(metres), &mut floating),
            Some(metres) => (sides.color(metres), &mut buried),
        };
        *count += 1;
        if fit.outside().is_some_and(|metres| metres != 0.0) {
            boxes.extend(box_of(subject, fit.slot as usize, color));
        }
        if let Some(place) = colors.get_mut(fit.slot as usize) {
            *place = Some(color);
        }
    }
    let canvas = Canvas::paint(subject.details.size, 1, |index, _| colors.get(index).copied().flatten());
    let swatch = |color, name: &str, count| Swatch { color: Some(color), name: name.to_owned(), count };
    let swatches = vec![
        swatch(sides.color(-sides.end), "box floats over its ground", floating),
        swatch(sides.color(sides.end), "box is buried under its ground", buried),
        swatch(FINE, "ground is inside of the box", fine),
        swatch(OTHER, "no ground at all, over or under", groundless),
    ];
    let unused = uncoloured("phantoms, and slots without models", subject.details.slots.len() - fits.len());
    let legend = Legend {
        title: "Ground outside of the slot's box".to_owned(),
        unit: "metres from the box up to the ground".to_owned(),
        ramp: Some(Ramp { ticks: sides.ticks(most), colors: sides.colors }),
        swatches: swatches.into_iter().filter(|swatch| swatch.count > 0).chain(unused).collect(),
        rest: None,
        notes: vec![
            "Slots; a plant needs ground inside of its slot's box. Near the camera the boxes are drawn."
                .to_owned(),
        ],
    };
    Ok(Shown { canvas, legend, boxes })
}

/// Where which number of metres stands between the two ends. By its root, so that half a metre shows beside twenty.
struct Sides {
    colors: RampColors,
    /// Metres at both ends.
    end: f32,
}

impl Sides {
    fn place(&self, metres: f32) -> f32 {
        0.5 + 0.5 * metres.signum() * (metres.abs() / self.end).min(1.0).sqrt()
    }

    fn color(&self, metres: f32) -> Color {
        self.colors.at(self.place(metres))
    }

    fn ticks(&self, most: f32) -> Vec<Tick> {
        // Those that stand apart from the middle and from the ends.
        let room = self.end * 0.05..self.end * 0.6;
        let inner = [0.25, 1.0, 5.0].into_iter().filter(|metres| room.contains(metres));
        let over = if most > self.end { " +" } else { "" };
        let mut ticks = vec![Tick { place: 0.5, text: "0".to_owned() }];
        for (metres, over) in inner.map(|metres| (metres, "")).chain([(self.end, over)]) {
            for metres in [-metres, metres] {
                ticks.push(Tick { place: self.place(metres), text: number(metres) + over });
            }
        }
        ticks.sort_by(|a, b| a.place.total_cmp(&b.place));
        ticks
    }
}
