//! Which objects were added, removed, moved, turned, scaled or given another model.

use std::collections::HashMap;

use glam::Vec3;
use rayon::prelude::*;
use serde::Serialize;

use super::pairing::{ALONE, Side, canonical, pair, position};
use crate::formats::wrp::{Object, World};

/// Degrees, and parts of a size: less is the rounding of a matrix that was written anew.
const LEAST_TURN_DEG: f32 = 0.01;
const LEAST_SCALING: f32 = 1e-4;

/// The objects of two worlds, held against each other.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ObjectChanges {
    /// How many of what.
    pub counts: ObjectCounts,
    /// The same for each model with changes, the most changes first.
    pub by_model: Vec<ModelChanges>,
    /// Names of models; the changes refer to them by index.
    #[serde(skip)]
    pub models: Vec<String>,
    /// Each change: by kind in the order of [`ChangeKind`], in a kind by model and by the file's order.
    #[serde(skip)]
    pub list: Vec<ObjectChange>,
}

/// How many objects there are, and what became of them. Each that changed is counted once, by the first of its changes in
/// the order of [`ChangeKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ObjectCounts {
    /// Objects of the old world.
    pub old: u64,
    /// Objects of the new world.
    pub new: u64,
    /// In the new world alone.
    pub added: u64,
    /// In the old world alone.
    pub removed: u64,
    /// With another model.
    pub replaced: u64,
    /// In another place.
    pub moved: u64,
    /// In the same place, turned.
    pub rotated: u64,
    /// In the same place, of another size.
    pub scaled: u64,
    /// With another id, but else as they were or changed as counted above.
    pub renumbered: u64,
    /// With another shape parameter, but else as they were or changed as counted above.
    pub shape_params: u64,
}

/// What became of the objects of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ModelChanges {
    /// Its path.
    pub model: String,
    /// Objects that were added.
    pub added: u64,
    /// Objects that were removed.
    pub removed: u64,
    /// Objects that have this model in place of another.
    pub replaced: u64,
    /// Objects that were moved.
    pub moved: u64,
    /// Objects that were turned.
    pub rotated: u64,
    /// Objects that were scaled.
    pub scaled: u64,
}

/// What happened to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It is in the new world alone.
    Added,
    /// It is in the old world alone.
    Removed,
    /// It has another model.
    Replaced,
    /// It stands elsewhere.
    Moved,
    /// It is turned.
    Rotated,
    /// It has another size.
    Scaled,
}

impl ChangeKind {
    /// All of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Added, Self::Removed, Self::Replaced, Self::Moved, Self::Rotated, Self::Scaled];

    /// In a word, as in lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Moved => "moved",
            Self::Rotated => "rotated",
            Self::Scaled => "scaled",
        }
    }
}

/// An object in one of the worlds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// Its id, -1 in layouts without any.
    pub id: i32,
    /// Index into [`ObjectChanges::models`].
    pub model: u32,
    /// Where its bounding centre is, world metres.
    pub position: [f32; 3],
}

/// What happened to one object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObjectChange {
    /// The first of its changes.
    pub kind: ChangeKind,
    /// As it was; `None` for one that was added.
    pub old: Option<Placed>,
    /// As it is; `None` for one that was removed.
    pub new: Option<Placed>,
    /// By how much it is turned, degrees, 0 to 180.
    pub turned_deg: f32,
    /// How many times as large it is.
    pub scaling: f32,
}

impl ObjectChange {
    /// The object as it is, or as it was where it is gone.
    pub fn shown(&self) -> Placed {
        let nowhere = Placed { id: -1, model: u32::MAX, position: [0.0; 3] };
        self.new.or(self.old).unwrap_or(nowhere) // One of them is there.
    }

    /// From where to where it was moved, metres; all 0 for one that is in one world alone.
    pub fn shift(&self) -> [f32; 3] {
        match (self.old, self.new) {
            (Some(old), Some(new)) => [0, 1, 2].map(|axis| new.position[axis] - old.position[axis]),
            _ => [0.0; 3],
        }
    }
}

impl ObjectCounts {
    /// Changes of one kind.
    pub fn of(&self, kind: ChangeKind) -> u64 {
        match kind {
            ChangeKind::Added => self.added,
            ChangeKind::Removed => self.removed,
            ChangeKind::Replaced => self.replaced,
            ChangeKind::Moved => self.moved,
            ChangeKind::Rotated => self.rotated,
            ChangeKind::Scaled => self.scaled,
        }
    }

    fn add(&mut self, kind: ChangeKind) {
        *match kind {
            ChangeKind::Added => &mut self.added,
            ChangeKind::Removed => &mut self.removed,
            ChangeKind::Replaced => &mut self.replaced,
            ChangeKind::Moved => &mut self.moved,
            ChangeKind::Rotated => &mut self.rotated,
            ChangeKind::Scaled => &mut self.scaled,
        } += 1;
    }
}

impl ModelChanges {
    /// Changes of all kinds.
    pub fn total(&self) -> u64 {
        self.added + self.removed + self.replaced + self.moved + self.rotated + self.scaled
    }
}

impl ObjectChanges {
    /// True where both worlds have the same objects, in whatever order.
    pub fn is_equal(&self) -> bool {
        self.list.is_empty() && self.counts.renumbered == 0 && self.counts.shape_params == 0
    }

    /// The path of a model; empty for one that the world doesn't have.
    pub fn model(&self, index: u32) -> &str {
        self.models.get(index as usize).map_or("", String::as_str)
    }

    /// Compares the objects of two worlds. Objects are the same by place and model, by id, or by what is nearest; paths of
    /// models are the same whatever the case of their letters.
    pub fn of(old: &World, new: &World) -> Self {
        let mut names = Names::default();
        let (models_of_old, models_of_new) = (names.number(&old.models), names.number(&new.models));
        let old = Side { objects: &old.objects, models: &models_of_old };
        let new = Side { objects: &new.objects, models: &models_of_new };
        let pairing = pair(old, new);
        let mut found = Self {
            counts: ObjectCounts {
                old: old.objects.len() as u64,
                new: new.objects.len() as u64,
                ..Default::default()
            },
            models: names.list,
            ..Self::default()
        };

        let pairs = || {
            old.objects.par_iter().zip(&pairing.partners).filter_map(|(one, &partner)| {
                let other = new.objects.get(partner as usize);
                other.filter(|_| partner != ALONE).map(|other| (one, other))
            })
        };
        found.counts.renumbered = pairs().filter(|(one, other)| one.id != other.id).count() as u64;
        found.counts.shape_params =
            pairs().filter(|(one, other)| one.shape_param != other.shape_param).count() as u64;
        let placed = |side: Side<'_>, object: &Object| Placed {
            id: object.id,
            model: side.model(object),
            position: position(object),
        };
        found.list = pairs()
            .filter_map(|(one, other)| change(one, other, placed(old, one), placed(new, other)))
            .collect();
        let alone = |kind, old, new| ObjectChange { kind, old, new, turned_deg: 0.0, scaling: 1.0 };
        let removed = old.objects.iter().zip(&pairing.partners).filter(|(_, partner)| **partner == ALONE);
        found
            .list
            .extend(removed.map(|(object, _)| alone(ChangeKind::Removed, Some(placed(old, object)), None)));
        let added = pairing.added.iter().filter_map(|&index| new.objects.get(index as usize));
        found.list.extend(added.map(|object| alone(ChangeKind::Added, None, Some(placed(new, object)))));
        found.sum_up();
        found
    }

    /// Sorts the list and counts what is in it.
    fn sum_up(&mut self) {
        let Self { counts, models, list, .. } = self;
        // Numbers of models depend on the order in the files, their names don't; stable within a model.
        let name =
            |change: &ObjectChange| models.get(change.shown().model as usize).map_or("", String::as_str);
        list.par_sort_by(|a, b| a.kind.cmp(&b.kind).then_with(|| name(a).cmp(name(b))));
        let mut by_model: HashMap<u32, ModelChanges> = HashMap::new();
        for change in list.iter() {
            counts.add(change.kind);
            let of_model = by_model
                .entry(change.shown().model)
                .or_insert_with(|| ModelChanges { model: name(change).to_owned(), ..Default::default() });
            *match change.kind {
                ChangeKind::Added => &mut of_model.added,
                ChangeKind::Removed => &mut of_model.removed,
                ChangeKind::Replaced => &mut of_model.replaced,
                ChangeKind::Moved => &mut of_model.moved,
                ChangeKind::Rotated => &mut of_model.rotated,
                ChangeKind::Scaled => &mut of_model.scaled,
            } += 1;
        }
        self.by_model = by_model.into_values().collect();
        self.by_model.sort_by(|a, b| b.total().cmp(&a.total()).then_with(|| a.model.cmp(&b.model)));
    }
}

/// What happened to an object that is in both worlds; `None` for nothing.
fn change(one: &Object, other: &Object, old: Placed, new: Placed) -> Option<ObjectChange> {
    let bits = |object: &Object| object.matrix.map(canonical);
    if old.model == new.model && bits(one) == bits(other) {
        return None;
    }
    let ([axes_of_old, axes_of_new], is_moved) = ([one, other].map(axes), {
        let [place_of_old, place_of_new] = [one, other].map(|object| position(object).map(canonical));
        place_of_old != place_of_new
    });
    let turned_deg = turned_deg(axes_of_old, axes_of_new);
    let scaling = size(axes_of_new) / size(axes_of_old);
    let kind = if old.model != new.model {
        ChangeKind::Replaced
    } else if is_moved {
        ChangeKind::Moved
    } else if turned_deg < LEAST_TURN_DEG && (scaling - 1.0).abs() >= LEAST_SCALING {
        ChangeKind::Scaled
    } else {
        ChangeKind::Rotated // If only by the rounding of its axes.
    };
    Some(ObjectChange { kind, old: Some(old), new: Some(new), turned_deg, scaling })
}

/// The images of the model's axes.
fn axes(object: &Object) -> [Vec3; 3] {
    let [ax, ay, az, bx, by, bz, cx, cy, cz, ..] = object.matrix;
    [Vec3::new(ax, ay, az), Vec3::new(bx, by, bz), Vec3::new(cx, cy, cz)]
}

/// The angle of the turn that brings the one axes to the other.
fn turned_deg(old: [Vec3; 3], new: [Vec3; 3]) -> f32 {
    let pairs = || old.into_iter().zip(new).map(|(one, other)| [one, other].map(Vec3::normalize_or_zero));
    // Near 0 the cosine is blind: a turn by t moves the ends of the axes by 2 sin(t/2), squared and summed twice.
    let moved: f32 = pairs().map(|[one, other]| one.distance_squared(other)).sum();
    let half = (moved / 8.0).sqrt();
    2.0 * half.min(1.0).asin().to_degrees()
}

/// How large the axes make a model: the cube root of the product of their lengths.
fn size(axes: [Vec3; 3]) -> f32 {
    axes.into_iter().map(Vec3::length).product::<f32>().cbrt().max(f32::MIN_POSITIVE)
}

/// Paths of models, numbered the same in both worlds.
#[derive(Debug, Default)]
struct Names {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of each path of a list.
    fn number(&mut self, paths: &[String]) -> Vec<u32> {
        let number = |path: &String| {
            *self.numbers.entry(path.to_ascii_lowercase()).or_insert_with(|| {
                self.list.push(path.clone());
                self.list.len() as u32 - 1
            })
        };
        paths.iter().map(number).collect()
    }
}
