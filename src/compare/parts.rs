//! What became of things with names.

use std::collections::HashMap;

use serde::Serialize;

/// Something with a name that is in one version alone, or is another one in the new version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartChange {
    /// Where it belongs, such as `textures`.
    pub group: &'static str,
    /// Its name.
    pub name: String,
    /// What happened to it.
    pub change: PartChangeKind,
    /// What of it changed; empty for what is in one version alone.
    pub what: Vec<&'static str>,
}

/// What happened to something with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartChangeKind {
    /// It is in the new version alone.
    Added,
    /// It is in the old version alone.
    Removed,
    /// It is in both, but not the same.
    Changed,
}

impl PartChangeKind {
    /// In a word, as in lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

/// Compares things by their names; of several with one name the first with the first. `what` tells in what two of them
/// differ.
pub(super) fn compare<'a, T>(
    group: &'static str,
    [old, new]: [&'a [T]; 2],
    name: impl Fn(&'a T) -> String,
    what: impl Fn(&T, &T) -> Vec<&'static str>,
) -> Vec<PartChange> {
    let mut open: HashMap<String, Vec<&T>> = HashMap::new();
    for part in old.iter().rev() {
        open.entry(name(part)).or_default().push(part);
    }
    let mut changes = Vec::new();
    for part in new {
        let name = name(part);
        let (change, what) = match open.get_mut(&name).and_then(Vec::pop) {
            Some(before) => (PartChangeKind::Changed, what(before, part)),
            None => (PartChangeKind::Added, Vec::new()),
        };
        if change == PartChangeKind::Added || !what.is_empty() {
            changes.push(PartChange { group, name, change, what });
        }
    }
    // What is left of the old ones, in their order.
    for part in old {
        let name = name(part);
        if let Some(left) = open.get_mut(&name).filter(|left| !left.is_empty()) {
            left.pop();
            changes.push(PartChange { group, name, change: PartChangeKind::Removed, what: Vec::new() });
        }
    }
    changes
}

/// The names of what is not the same.
pub(super) fn differing(parts: &[(&'static str, bool)]) -> Vec<&'static str> {
    parts.iter().filter(|(_, is_same)| !is_same).map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_added_removed_and_changed_by_name() {
        let old = [("a", 1), ("b", 2), ("c", 3), ("c", 4)];
        let new = [("c", 3), ("b", 9), ("d", 4)];
        let found = compare(
            "parts",
            [&old, &new],
            |part| part.0.to_owned(),
            |one, other| differing(&[("value", one.1 == other.1)]),
        );
        let told: Vec<_> = found.iter().map(|change| (change.name.as_str(), change.change.name())).collect();
        assert_eq!(told, [("b", "changed"), ("d", "added"), ("a", "removed"), ("c", "removed")]);
        assert_eq!(found.first().map(|change| change.what.as_slice()), Some(&["value"][..]));
    }
}
