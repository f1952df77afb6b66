//! What differs between two files, as JSON.

use std::path::Path;

use serde::Serialize;
use sward::compare::{ChangeKind, Comparison, ObjectChange, ObjectChanges};

use super::Failure;

/// The names of the fields are the keys of the JSON, and so a promise.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// Paths as they were given.
    old: String,
    new: String,
    equal: bool,
    #[serde(flatten)]
    changes: &'a Comparison,
    /// Every object that changed; only for worlds.
    #[serde(skip_serializing_if = "Option::is_none")]
    object_changes: Option<Vec<Row<'a>>>,
}

/// An object that changed. What an object doesn't have is left out.
#[derive(Debug, Serialize)]
struct Row<'a> {
    change: ChangeKind,
    model: &'a str,
    /// Of one that has another model now.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_model: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_id: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_id: Option<i32>,
    /// X, Y, Z in metres; `None` for one that was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    old_position: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_position: Option<[f32; 3]>,
    /// Metres from the old to the new position.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_m: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turned_deg: Option<f32>,
    /// How many times as large it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    scaling: Option<f32>,
}

/// The report on two files.
pub fn json([old, new]: [&Path; 2], changes: &Comparison) -> Result<String, Failure> {
    let report = Report {
        old: old.display().to_string(),
        new: new.display().to_string(),
        equal: changes.is_equal(),
        changes,
        object_changes: changes.objects.as_ref().map(rows),
    };
    let json = serde_json::to_string_pretty(&report).map_err(|error| Failure::Environment(error.into()))?;
    Ok(json + "\n")
}

fn rows(objects: &ObjectChanges) -> Vec<Row<'_>> {
    objects.list.iter().map(|change| row(objects, change)).collect()
}

fn row<'a>(objects: &'a ObjectChanges, change: &ObjectChange) -> Row<'a> {
    let ObjectChange { kind, old, new, turned_deg, scaling } = *change;
    let is_in_both = old.is_some() && new.is_some();
    let [x, y, z] = change.shift();
    Row {
        change: kind,
        model: objects.model(change.shown().model),
        old_model: old.filter(|_| kind == ChangeKind::Replaced).map(|old| objects.model(old.model)),
        old_id: old.map(|placed| placed.id),
        new_id: new.map(|placed| placed.id),
        old_position: old.map(|placed| placed.position),
        new_position: new.map(|placed| placed.position),
        distance_m: is_in_both.then_some((x * x + y * y + z * z).sqrt()),
        turned_deg: is_in_both.then_some(turned_deg),
        scaling: is_in_both.then_some(scaling),
    }
}
