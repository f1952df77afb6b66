//! What was added to a list and removed from it, whatever its order.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::pairing::canonical;
use crate::formats::wrp::{Entity, MapInfo, MapShape, Material, RoadLink};

/// A list of records in both versions. One that was changed is removed as it was and added as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordChanges {
    /// Of what, such as `roads`.
    pub records: String,
    /// Records of the old version.
    pub old: u64,
    /// Records of the new version.
    pub new: u64,
    /// Records that are in the new version alone.
    pub added: u64,
    /// Records that are in the old version alone.
    pub removed: u64,
}

impl RecordChanges {
    /// Compares two lists by what `feed` puts into a hash of each record.
    pub fn of<T>(
        records: impl Into<String>,
        old: impl IntoIterator<Item = T>,
        new: impl IntoIterator<Item = T>,
        feed: impl Fn(T, &mut Key),
    ) -> Self {
        let hash = |record| {
            let mut key = Key::default();
            feed(record, &mut key);
            key.0.finish()
        };
        let sorted = |mut hashes: Vec<u64>| {
            hashes.sort_unstable();
            hashes
        };
        let old = sorted(old.into_iter().map(hash).collect());
        let new = sorted(new.into_iter().map(hash).collect());
        let common = common(&old, &new);
        Self {
            records: records.into(),
            old: old.len() as u64,
            new: new.len() as u64,
            added: new.len() as u64 - common,
            removed: old.len() as u64 - common,
        }
    }

    /// True where both lists hold the same.
    pub fn is_equal(&self) -> bool {
        self.added == 0 && self.removed == 0
    }
}

/// How many values two sorted lists have in common, each as often as both have it.
fn common(mut old: &[u64], mut new: &[u64]) -> u64 {
    let mut count = 0;
    while let ([one, rest_of_old @ ..], [other, rest_of_new @ ..]) = (old, new) {
        count += u64::from(one == other);
        (old, new) =
            (if one <= other { rest_of_old } else { old }, if other <= one { rest_of_new } else { new });
    }
    count
}

/// What records are told apart by.
#[derive(Default)]
pub struct Key(DefaultHasher);

impl Key {
    /// Takes whole numbers and texts.
    pub fn add(&mut self, value: impl Hash) {
        value.hash(&mut self.0);
    }

    /// Takes numbers: minus nothing is nothing, and one NaN is as good as another.
    pub fn add_floats(&mut self, values: &[f32]) {
        self.0.write_usize(values.len());
        for value in values {
            self.0.write_u32(canonical(*value));
        }
    }
}

/// A piece of road.
pub(super) fn road(road: &RoadLink, key: &mut Key) {
    let RoadLink { cell, positions, connection_types, object_id, extra, model, matrix } = road;
    key.add((cell, connection_types, object_id, extra, model));
    key.add_floats(positions.as_flattened());
    key.add_floats(matrix.as_ref().map_or(&[], |matrix| matrix));
}

/// A peak.
pub(super) fn peak(peak: &[f32; 3], key: &mut Key) {
    key.add_floats(peak);
}

/// A material.
pub(super) fn material(material: &Material, key: &mut Key) {
    key.add((&material.paths, material.offset_uv));
}

/// An object with a class of its own.
pub(super) fn entity(entity: &Entity, key: &mut Key) {
    let Entity { class, model, position, object_id, extra } = entity;
    key.add((class, model, object_id, extra));
    key.add_floats(position);
}

/// A record of the map; its type is told apart before.
pub(super) fn map_info(record: &MapInfo, key: &mut Key) {
    match &record.shape {
        MapShape::Point { id, position } => {
            key.add(id);
            key.add_floats(position);
        }
        MapShape::Bounds { id, corners } => {
            key.add(id);
            key.add_floats(corners.as_flattened());
        }
        MapShape::Line { color, indicator, ends } => {
            key.add((color, indicator));
            key.add_floats(ends.as_flattened());
        }
        MapShape::ColoredBounds { id, corners, color_bgra } => {
            key.add((id, color_bgra));
            key.add_floats(corners.as_flattened());
        }
        MapShape::ObjectLine { id, ends } => {
            key.add(id);
            key.add_floats(ends.as_flattened());
        }
        MapShape::Rail { id, values, flag } => {
            key.add((id, flag));
            key.add_floats(values);
        }
        MapShape::Polyline { id, points } => {
            key.add(id);
            key.add_floats(points.as_flattened());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_another_order_is_the_same_and_doubles_count() {
        let of = |old: &[u32], new: &[u32]| {
            let found = RecordChanges::of("numbers", old, new, |number, key| key.add(number));
            (found.added, found.removed)
        };
        assert_eq!(of(&[3, 1, 2], &[2, 3, 1]), (0, 0));
        assert_eq!(of(&[1, 1, 2], &[1, 2, 2, 2]), (2, 1));
        assert_eq!(of(&[], &[7]), (1, 0));
    }

    #[test]
    fn points_do_not_run_into_each_other() {
        let line = |points: &[[f32; 2]]| MapInfo {
            kind: 44,
            shape: MapShape::Polyline { id: 1, points: points.to_vec() },
        };
        let old = [line(&[[1.0, 2.0], [3.0, 4.0]])];
        let same = RecordChanges::of("map info", &old, &[line(&[[1.0, 2.0], [3.0, 4.0]])], map_info);
        let other = RecordChanges::of("map info", &old, &[line(&[[1.0, 2.0], [3.0, 4.5]])], map_info);
        assert!(same.is_equal());
        assert_eq!((other.added, other.removed), (1, 1));
    }
}
