//! Which object of an old world is which object of a new one.
//!
//! What stands where it stood is found first, whatever its id: exports may number objects anew. Then ids decide, if most of
//! what stayed has kept its own; then the place, in rounds that look farther and farther. Every step is a sort or a bounded
//! look about, so that two worlds of a million objects each take no longer than reading them.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

use rayon::prelude::*;

use crate::formats::wrp::Object;

/// The id of objects in layouts without ids.
const NO_ID: i32 = -1;

/// No partner.
pub(super) const ALONE: u32 = u32::MAX;

/// Metres within which an object without a trusted id is taken for one that was moved; each round looks farther, and again
/// in case that a nearer one took the partner.
const ROUNDS: [f32; 5] = [1.0, 5.0, 25.0, 25.0, 25.0];

/// Metres: objects that were only turned or scaled stay within it.
const SAME_PLACE: f32 = 0.01;

/// Metres within which the same id with another model is one object that was replaced.
const REPLACED_WITHIN: f32 = 50.0;

/// Nearest ones that compete for a partner.
const CANDIDATES: usize = 4;

/// Objects that are looked at to either side in a row of cells.
const LOOKS: usize = 48;

/// The objects of one version, with models that are numbered the same in both.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    pub objects: &'a [Object],
    /// Of each model of the world's list its number in both; another one for what isn't in the list.
    pub models: &'a [u32],
}

impl Side<'_> {
    /// The number of an object's model in both versions.
    pub fn model(&self, object: &Object) -> u32 {
        self.models.get(object.model as usize).copied().unwrap_or(u32::MAX)
    }

    fn get(&self, index: u32) -> Option<&Object> {
        self.objects.get(index as usize)
    }

    fn count(&self) -> u32 {
        self.objects.len() as u32 // A file has less than 2^32 bytes for them.
    }
}

/// The partner of each old object, [`ALONE`] without one, and the new ones that are nobody's partner.
#[derive(Debug)]
pub(super) struct Pairing {
    pub partners: Vec<u32>,
    pub added: Vec<u32>,
}

/// Finds the pairs.
pub(super) fn pair(old: Side<'_>, new: Side<'_>) -> Pairing {
    let mut search =
        Search { old, new, partners: vec![ALONE; old.objects.len()], taken: vec![false; new.objects.len()] };
    let [kept, renumbered] = search.exact();
    if kept >= renumbered {
        search.by_id();
    }
    search.nearest(SAME_PLACE);
    search.replaced();
    for metres in ROUNDS {
        search.nearest(metres);
    }
    let added = search.open_new();
    Pairing { partners: search.partners, added }
}

struct Search<'a> {
    old: Side<'a>,
    new: Side<'a>,
    partners: Vec<u32>,
    taken: Vec<bool>,
}

impl Search<'_> {
    fn join(&mut self, old: u32, new: u32) -> bool {
        let (Some(partner), Some(taken)) =
            (self.partners.get_mut(old as usize), self.taken.get_mut(new as usize))
        else {
            return false;
        };
        if *partner != ALONE || *taken {
            return false;
        }
        (*partner, *taken) = (new, true);
        true
    }

    /// Old objects without a partner.
    fn open_old(&self) -> Vec<u32> {
        (0..).zip(&self.partners).filter(|(_, partner)| **partner == ALONE).map(|(index, _)| index).collect()
    }

    /// New objects without a partner.
    fn open_new(&self) -> Vec<u32> {
        (0..).zip(&self.taken).filter(|(_, taken)| !**taken).map(|(index, _)| index).collect()
    }

    /// Pairs what has the same model and the same matrix; of several the one with the same id. Returns how many have kept
    /// their id and how many have another.
    fn exact(&mut self) -> [u64; 2] {
        let (old, new) = rayon::join(|| sorted(self.old), || sorted(self.new));
        let (mut old, mut new) = (old.as_slice(), new.as_slice());
        let mut counts = [0; 2];
        while let (Some(first), Some(second)) = (old.first(), new.first()) {
            match first.compare(self.old, second, self.new) {
                Ordering::Less => old = old.get(1..).unwrap_or_default(),
                Ordering::Greater => new = new.get(1..).unwrap_or_default(),
                Ordering::Equal => {
                    let run_of = |keys: &[Key], side: Side<'_>| {
                        keys.partition_point(|key| key.compare(side, first, self.old).is_eq())
                    };
                    let (of_old, rest_of_old) = old.split_at(run_of(old, self.old));
                    let (of_new, rest_of_new) = new.split_at(run_of(new, self.new));
                    (old, new) = (rest_of_old, rest_of_new);
                    let [kept, renumbered] = self.stack(of_old, of_new);
                    counts = [counts[0] + kept, counts[1] + renumbered];
                }
            }
        }
        counts
    }

    /// Pairs objects that are the same but for their ids, by which they are sorted.
    fn stack(&mut self, old: &[Key], new: &[Key]) -> [u64; 2] {
        let id = |side: Side<'_>, key: &Key| side.get(key.index).map_or(-1, |object| object.id);
        let (mut i, mut j) = (0, 0);
        let mut open: [Vec<u32>; 2] = Default::default();
        let mut kept = 0;
        loop {
            match (old.get(i), new.get(j)) {
                (Some(one), Some(other)) => match id(self.old, one).cmp(&id(self.new, other)) {
                    Ordering::Equal => {
                        kept += u64::from(self.join(one.index, other.index));
                        (i, j) = (i + 1, j + 1);
                    }
                    Ordering::Less => {
                        open[0].push(one.index);
                        i += 1;
                    }
                    Ordering::Greater => {
                        open[1].push(other.index);
                        j += 1;
                    }
                },
                (Some(one), None) => {
                    open[0].push(one.index);
                    i += 1;
                }
                (None, Some(other)) => {
                    open[1].push(other.index);
                    j += 1;
                }
                (None, None) => break,
            }
        }
        let mut renumbered = 0;
        let [of_old, of_new] = open;
        for (one, other) in of_old.into_iter().zip(of_new) {
            renumbered += u64::from(self.join(one, other));
        }
        [kept, renumbered]
    }

    /// Pairs what has the same id, where it is unique in both: first the same models, then those that were replaced.
    fn by_id(&mut self) {
        let (open_old, open_new) = (self.open_old(), self.open_new());
        if open_old.is_empty() || open_new.is_empty() {
            return;
        }
        let (ids_of_old, ids_of_new) = rayon::join(|| unique_ids(self.old), || unique_ids(self.new));
        let of_new: HashMap<i32, u32> = open_new
            .into_iter()
            .filter_map(|index| Some((self.new.get(index)?.id, index)))
            .filter(|(id, _)| ids_of_new.binary_search(id).is_ok())
            .collect();
        let pairs: Vec<(u32, u32)> = open_old
            .into_iter()
            .filter_map(|index| {
                let id = self.old.get(index)?.id;
                ids_of_old.binary_search(&id).ok()?;
                Some((index, *of_new.get(&id)?))
            })
            .collect();
        for (old, new) in pairs {
            let (Some(one), Some(other)) = (self.old.get(old), self.new.get(new)) else { continue };
            let is_same = self.old.model(one) == self.new.model(other);
            if is_same || distance2(one, other) <= f64::from(REPLACED_WITHIN).powi(2) {
                self.join(old, new);
            }
        }
    }

    /// Pairs what stands in the very same place with another model.
    fn replaced(&mut self) {
        let place = |object: &Object| position(object).map(canonical);
        let mut there: HashMap<[u32; 3], Vec<u32>> = HashMap::new();
        // The first is taken first.
        for index in self.open_new().into_iter().rev() {
            if let Some(object) = self.new.get(index) {
                there.entry(place(object)).or_default().push(index);
            }
        }
        for index in self.open_old() {
            let Some(object) = self.old.get(index) else { continue };
            if let Some(new) = there.get_mut(&place(object)).and_then(Vec::pop) {
                self.join(index, new);
            }
        }
    }

    /// Pairs the nearest of the same model within so many metres, the nearest pairs first.
    fn nearest(&mut self, metres: f32) {
        let rows = Rows::new(self.new, self.open_new(), metres);
        if rows.entries.is_empty() {
            return;
        }
        let mut pairs: Vec<(f64, u32, u32)> = self
            .open_old()
            .into_par_iter()
            .flat_map_iter(|index| {
                let found = self.old.get(index).map(|object| rows.near(object, self.old.model(object)));
                found.into_iter().flatten().map(move |(distance, new)| (distance, index, new))
            })
            .collect();
        pairs.par_sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, old, new) in pairs {
            self.join(old, new);
        }
    }
}

/// New objects by model, by rows of cells from west to east, and in a row by X.
struct Rows<'a> {
    side: Side<'a>,
    metres: f32,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    model: u32,
    row: i32,
    x: f32,
    index: u32,
}

impl Entry {
    fn compare(&self, other: &Self) -> Ordering {
        (self.model, self.row).cmp(&(other.model, other.row)).then(self.x.total_cmp(&other.x))
    }
}

impl<'a> Rows<'a> {
    fn new(side: Side<'a>, open: Vec<u32>, metres: f32) -> Self {
        let entry = |index| {
            let object = side.get(index)?;
            let [x, _, z] = finite(object)?;
            Some(Entry { model: side.model(object), row: row(z, metres), x, index })
        };
        let mut entries: Vec<Entry> = open.into_par_iter().filter_map(entry).collect();
        entries.par_sort_unstable_by(|a, b| a.compare(b).then(a.index.cmp(&b.index)));
        Self { side, metres, entries }
    }

    /// Some of the nearest objects of a model, with the squares of their distances.
    fn near(&self, object: &Object, model: u32) -> Vec<(f64, u32)> {
        let mut found: Vec<(f64, u32)> = Vec::new();
        let Some([x, _, z]) = finite(object) else { return found };
        let middle = row(z, self.metres);
        for row in middle.saturating_sub(1)..=middle.saturating_add(1) {
            let here = Entry { model, row, x, index: 0 };
            let place = self.entries.partition_point(|entry| entry.compare(&here).is_lt());
            let is_near = |entry: &&Entry| {
                (entry.model, entry.row) == (model, row) && (entry.x - x).abs() <= self.metres
            };
            let (west, east) = self.entries.split_at(place);
            let west = west.iter().rev().take_while(is_near).take(LOOKS);
            let east = east.iter().take_while(is_near).take(LOOKS);
            found.extend(west.chain(east).filter_map(|entry| {
                let distance = distance2(object, self.side.get(entry.index)?);
                (distance <= f64::from(self.metres).powi(2)).then_some((distance, entry.index))
            }));
        }
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.truncate(CANDIDATES);
        found
    }
}

fn row(z: f32, metres: f32) -> i32 {
    (z / metres).floor() as i32 // Saturates, which is no place of a world.
}

/// What an object is but for its id, hashed, and which one it is.
#[derive(Debug, Clone, Copy)]
struct Key {
    hash: u64,
    index: u32,
}

impl Key {
    /// By hash, and where those are the same by what they stand for.
    fn compare(&self, side: Side<'_>, other: &Self, side_of_other: Side<'_>) -> Ordering {
        let all = |side: Side<'_>, key: &Self| {
            side.get(key.index).map(|object| (side.model(object), object.matrix.map(canonical)))
        };
        self.hash.cmp(&other.hash).then_with(|| all(side, self).cmp(&all(side_of_other, other)))
    }
}

/// The keys of all objects in order, equal ones by id.
fn sorted(side: Side<'_>) -> Vec<Key> {
    let key = |index: u32| {
        let mut hasher = DefaultHasher::new();
        if let Some(object) = side.get(index) {
            hasher.write_u32(side.model(object));
            hasher.write(bytemuck::bytes_of(&object.matrix.map(canonical)));
        }
        Key { hash: hasher.finish(), index }
    };
    let id = |key: &Key| side.get(key.index).map(|object| object.id);
    let mut keys: Vec<Key> = (0..side.count()).into_par_iter().map(key).collect();
    keys.par_sort_unstable_by(|a, b| {
        a.compare(side, b, side).then_with(|| id(a).cmp(&id(b))).then(a.index.cmp(&b.index))
    });
    keys
}

/// The ids that one object alone has, in order.
fn unique_ids(side: Side<'_>) -> Vec<i32> {
    let mut ids: Vec<i32> =
        side.objects.par_iter().map(|object| object.id).filter(|id| *id != NO_ID).collect();
    ids.par_sort_unstable();
    let once = |run: &[i32]| if let [id] = run { Some(*id) } else { None };
    ids.chunk_by(|a, b| a == b).filter_map(once).collect()
}

/// The same bits for numbers that are the same.
pub(super) fn canonical(value: f32) -> u32 {
    match value {
        0.0 => 0, // Minus nothing, too.
        value if value.is_nan() => f32::NAN.to_bits(),
        value => value.to_bits(),
    }
}

/// Where an object is, metres.
pub(super) fn position(object: &Object) -> [f32; 3] {
    let [.., x, y, z] = object.matrix;
    [x, y, z]
}

fn finite(object: &Object) -> Option<[f32; 3]> {
    Some(position(object)).filter(|place| place.iter().all(|metres| metres.is_finite()))
}

/// The square of the distance of two objects, metres.
fn distance2(one: &Object, other: &Object) -> f64 {
    let (one, other) = (position(one), position(other));
    one.iter().zip(other).map(|(a, b)| (f64::from(b) - f64::from(*a)).powi(2)).sum()
}
