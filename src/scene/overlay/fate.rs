//! What became of the slots and their candidates.

use super::canvas::Canvas;
use super::colors::{CATEGORIES, FINE, OTHER};
use super::legend::{Legend, Ramp, Rest, Swatch, scale, uncoloured};
use super::{Color, RampColors, Shown, Subject, box_of, model_name};
use crate::formats::xray::Slot;
use crate::numbers::thousands;
use crate::scatter::{self, Tally};
use crate::scene::clutter::ClutterGround;

/// Beside the ramp of what is dropped: a slot that the engine doesn't walk, since no triangle reaches into its box.
const OFF_MESH: Color = [0, 114, 178];

/// Of the boxes: unlike the ground under them, whatever its colour.
const BOX_COLOR: Color = [255, 250, 235];

/// Square metres of a slot.
const SLOT_AREA: f32 = 4.0;

/// What became of the candidates of a slot.
struct Fate {
    /// Place of the slot in the grid.
    slot: usize,
    /// Its four models.
    models: [u32; 4],
    tally: Tally,
}

impl Fate {
    fn planted(&self) -> u32 {
        self.tally.planted.iter().sum()
    }

    /// The model with the most plants; of several, the first. `None` where nothing grows.
    fn dominant(&self) -> Option<u32> {
        let plants = |model: u32| -> u32 {
            let parts = self.models.iter().zip(self.tally.planted);
            parts.filter(|(of_part, _)| **of_part == model).map(|(_, planted)| planted).sum()
        };
        let first_of_most = |model: &u32| (plants(*model), std::cmp::Reverse(*model));
        self.models.into_iter().max_by_key(first_of_most).filter(|&model| plants(model) > 0)
    }
}

/// Of every slot that the engine walks, in the order of the grid.
fn fates(subject: &Subject<'_>) -> Vec<Fate> {
    let tallies = subject.clutter.with_bed(subject.ground, scatter::tally);
    let slots = subject.clutter.slots.as_slice();
    slots
        .iter()
        .zip(tallies)
        .map(|(slot, tally)| Fate {
            slot: slot.index as usize,
            models: [0, 1, 2, 3].map(|part| slot.model(part)),
            tally,
        })
        .collect()
}

/// The reasons for a bare slot, and the one for a green one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Grows,
    Thin,
    NoGround,
    OffMesh,
    NoDensity,
    Phantom,
}

impl State {
    const ALL: [(Self, Color, &'static str); 6] = [
        (Self::Grows, [0, 158, 115], "plants grow"),
        (Self::Phantom, [120, 30, 130], "phantom: no ground in the file"),
        (Self::OffMesh, [213, 94, 0], "no ground in the box"),
        (Self::NoGround, [230, 159, 0], "ground in the box, but under no candidate"),
        (Self::Thin, [240, 228, 66], "too thin for a plant at this step"),
        (Self::NoDensity, [86, 180, 233], "models, but no density"),
    ];

    fn color(self) -> Color {
        Self::ALL.iter().find(|(state, _, _)| *state == self).map_or(OTHER, |(_, color, _)| *color)
    }
}

/// What became of each slot.
pub(super) fn slots(subject: &Subject<'_>) -> Shown {
    let details = subject.details;
    let mesh = matches!(subject.clutter.ground, ClutterGround::Triangles(_));
    let mut states: Vec<Option<State>> =
        details.slots.iter().map(|slot| unwalked(subject, slot, mesh)).collect();
    for fate in fates(subject) {
        let state = match (fate.planted(), fate.tally.dropped) {
            (0, 0) => State::Thin,
            (0, _) => State::NoGround,
            _ => State::Grows,
        };
        if let Some(place) = states.get_mut(fate.slot) {
            *place = Some(state);
        }
    }
    let canvas =
        Canvas::paint(details.size, 1, |index, _| states.get(index).copied().flatten().map(State::color));
    let boxed = states.iter().enumerate().filter_map(|(index, state)| {
        let state = (*state)?;
        if state == State::Phantom { None } else { box_of(subject, index, BOX_COLOR) }
    });
    let swatches = State::ALL.iter().map(|(state, color, name)| Swatch {
        color: Some(*color),
        name: (*name).to_owned(),
        count: states.iter().filter(|found| **found == Some(*state)).count() as u64,
    });
    let empty = states.iter().filter(|state| state.is_none()).count();
    let legend = Legend {
        title: "Slots of 2 x 2 metres".to_owned(),
        unit: String::new(),
        ramp: None,
        swatches: swatches.filter(|swatch| swatch.count > 0).chain(uncoloured("no models", empty)).collect(),
        rest: None,
        notes: vec!["Near the camera the boxes are drawn.".to_owned()],
    };
    Shown { canvas, legend, boxes: boxed.collect() }
}

/// Why the engine wouldn't walk a slot; `None` for one that names no model.
fn unwalked(subject: &Subject<'_>, slot: &Slot, mesh: bool) -> Option<State> {
    if !slot.is_used() {
        None
    } else if slot.is_phantom() {
        Some(State::Phantom)
    } else if mesh && dense(subject, slot) {
        Some(State::OffMesh)
    } else {
        Some(State::NoDensity)
    }
}

/// A part has both a model that exists and a density.
fn dense(subject: &Subject<'_>, slot: &Slot) -> bool {
    let count = subject.clutter.models.len();
    slot.parts
        .iter()
        .any(|part| part.density != [0; 4] && part.model.is_some_and(|model| usize::from(model) < count))
}

/// The model that grows most often in each slot.
pub(super) fn dominant_model(subject: &Subject<'_>) -> Shown {
    let fates = fates(subject);
    let mut models: Vec<Option<u32>> = vec![None; subject.details.slots.len()];
    let mut counts = vec![0_u64; subject.clutter.models.len()];
    for (slot, model) in fates.iter().filter_map(|fate| Some((fate.slot, fate.dominant()?))) {
        if let Some((place, count)) = models.get_mut(slot).zip(counts.get_mut(model as usize)) {
            *place = Some(model);
            *count += 1;
        }
    }
    let mut found: Vec<(u32, u64)> = (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
    found.sort_by_key(|(model, count)| (std::cmp::Reverse(*count), *model));
    let mut of_model = vec![OTHER; subject.clutter.models.len()];
    for (&(model, _), category) in found.iter().zip(CATEGORIES) {
        if let Some(color) = of_model.get_mut(model as usize) {
            *color = category;
        }
    }
    let canvas = Canvas::paint(subject.details.size, 1, |index, _| {
        of_model.get(models.get(index).copied()?? as usize).copied()
    });
    let swatches = found.iter().zip(CATEGORIES).map(|(&(model, count), color)| Swatch {
        color: Some(color),
        name: model_name(subject.clutter, model),
        count,
    });
    let bare = models.iter().filter(|model| model.is_none()).count();
    let hidden = found.len().saturating_sub(CATEGORIES.len()) as u64;
    let legend = Legend {
        title: "Model that grows most often in a slot".to_owned(),
        unit: String::new(),
        ramp: None,
        swatches: swatches.chain(uncoloured("nothing grows", bare)).collect(),
        rest: (hidden > 0).then_some(Rest { color: Some(OTHER), things: hidden }),
        notes: vec!["Numbers count slots.".to_owned()],
    };
    Shown { canvas, legend, boxes: Vec::new() }
}

/// Plants a square metre.
pub(super) fn instances(subject: &Subject<'_>) -> Shown {
    let fates = fates(subject);
    let planted: u64 = fates.iter().map(|fate| u64::from(fate.planted())).sum();
    let growing = fates.iter().filter(|fate| fate.planted() > 0).count();
    let most = fates.iter().map(Fate::planted).max().unwrap_or(0);
    let (end, ticks) = scale(most.max(1) as f32 / SLOT_AREA);
    let colors = RampColors::amount();
    let values = spread(subject, fates.iter().map(|fate| (fate.slot, fate.planted() as f32 / SLOT_AREA)));
    let canvas = Canvas::paint(subject.details.size, 1, |index, _| {
        values.get(index).copied().filter(|value| *value > 0.0).map(|value| colors.at(value / end))
    });
    let legend = Legend {
        title: "Plants as planted".to_owned(),
        unit: "plants per square metre".to_owned(),
        ramp: Some(Ramp { colors, ticks }),
        swatches: uncoloured("nothing grows", values.len() - growing).into_iter().collect(),
        rest: None,
        notes: vec![format!(
            "{} plants in {} slots at a step of {} m.",
            thousands(planted),
            thousands(growing),
            subject.planting.rules.step
        )],
    };
    Shown { canvas, legend, boxes: Vec::new() }
}

/// Share of the candidates without ground.
pub(super) fn dropped(subject: &Subject<'_>) -> Shown {
    let fates = fates(subject);
    let tried = |fate: &Fate| fate.planted() + fate.tally.dropped;
    let share = |fate: &Fate| match tried(fate) {
        0 => f32::NAN,
        tried => fate.tally.dropped as f32 / tried as f32,
    };
    let mut values = spread(subject, fates.iter().map(|fate| (fate.slot, share(fate))));
    // The engine doesn't even try where no triangle reaches into the box.
    let walked: Vec<usize> = fates.iter().map(|fate| fate.slot).collect();
    let mut off_mesh = 0;
    if matches!(subject.clutter.ground, ClutterGround::Triangles(_)) {
        for (index, (value, slot)) in values.iter_mut().zip(&subject.details.slots).enumerate() {
            if dense(subject, slot) && !slot.is_phantom() && walked.binary_search(&index).is_err() {
                *value = f32::INFINITY;
                off_mesh += 1;
            }
        }
    }
    let colors = RampColors::loss();
    let canvas = Canvas::paint(subject.details.size, 1, |index, _| match values.get(index).copied()? {
        f32::INFINITY => Some(OFF_MESH),
        0.0 => Some(FINE),
        value => (value > 0.0).then(|| colors.at(value)),
    });
    let [lost, all] = [
        |fate: &Fate| u64::from(fate.tally.dropped),
        |fate: &Fate| u64::from(fate.planted() + fate.tally.dropped),
    ]
    .map(|candidates| fates.iter().map(candidates).sum::<u64>());
    let losing = fates.iter().filter(|fate| fate.tally.dropped > 0).count() as u64;
    let spared = fates.iter().filter(|fate| fate.planted() > 0 && fate.tally.dropped == 0).count() as u64;
    let thin = fates.iter().filter(|fate| tried(fate) == 0).count();
    let unused = values.len() - fates.len() - off_mesh;
    let swatch = |color, name: &str, count| Swatch { color: Some(color), name: name.to_owned(), count };
    let swatches = [
        swatch(FINE, "slots that lose none", spared),
        swatch(OFF_MESH, "no ground in the box", off_mesh as u64),
    ];
    let swatches = swatches.into_iter().filter(|swatch| swatch.count > 0);
    let swatches = swatches
        .chain(uncoloured("too thin for a plant at this step", thin))
        .chain(uncoloured("phantom, no models or no density", unused));
    let (_, ticks) = scale(100.0);
    let legend = Legend {
        title: "Candidates dropped for lack of ground".to_owned(),
        unit: "% of the candidates of a slot".to_owned(),
        ramp: Some(Ramp { colors, ticks }),
        swatches: swatches.collect(),
        rest: None,
        notes: vec![format!(
            "{} of {} candidates are dropped, in {} slots.",
            thousands(lost),
            thousands(all),
            thousands(losing)
        )],
    };
    Shown { canvas, legend, boxes: Vec::new() }
}

/// Slots without ground by their own account.
pub(super) fn phantom(subject: &Subject<'_>) -> Shown {
    let slots = &subject.details.slots;
    let phantom = State::Phantom.color();
    let canvas = Canvas::paint(subject.details.size, 1, |index, _| {
        let slot = slots.get(index).filter(|slot| slot.is_used())?;
        Some(if slot.is_phantom() { phantom } else { FINE })
    });
    let clutter = subject.clutter;
    let swatch = |color, name: &str, count: usize| Swatch {
        color: Some(color),
        name: name.to_owned(),
        count: count as u64,
    };
    let swatches = [
        swatch(phantom, "phantom", clutter.phantom_slots),
        swatch(FINE, "has ground", clutter.used_slots.saturating_sub(clutter.phantom_slots)),
    ];
    let legend = Legend {
        title: "Phantom slots".to_owned(),
        unit: String::new(),
        ramp: None,
        swatches: swatches
            .into_iter()
            .chain(uncoloured("no models", slots.len().saturating_sub(clutter.used_slots)))
            .collect(),
        rest: None,
        notes: vec!["A phantom names models, but has no ground in the file: nothing grows there.".to_owned()],
    };
    Shown { canvas, legend, boxes: Vec::new() }
}

/// Values by the place of their slot in the grid; without one, NaN.
fn spread(subject: &Subject<'_>, values: impl Iterator<Item = (usize, f32)>) -> Vec<f32> {
    let mut spread = vec![f32::NAN; subject.details.slots.len()];
    for (slot, value) in values {
        if let Some(place) = spread.get_mut(slot) {
            *place = value;
        }
    }
    spread
}
