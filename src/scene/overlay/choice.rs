//! Which overlay is wanted, by its name.

use std::fmt;
use std::str::FromStr;

/// What is drawn over the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Density of all models together.
    Density,
    /// Density of one model, by its index or the name of its texture.
    DensityOf(String),
    /// What becomes of each slot, with its box.
    Slots,
    /// The model that grows most often in each slot.
    DominantModel,
    /// Plants a square metre.
    Instances,
    /// Light of the sun.
    Sun,
    /// Light of the sky.
    Hemi,
    /// Slots without ground by their own account.
    Phantom,
    /// Slots whose ground lies outside of their box.
    OutsideBox,
    /// Candidates without ground.
    Dropped,
}

/// Every name with a line that explains it.
pub const NAMES: [(&str, &str); 10] = [
    ("density", "how dense the level is to be planted, all models together"),
    ("density:MODEL", "the same of one model, by its index or the name of its texture"),
    ("slots", "the grid of slots with their boxes, and why a slot is bare"),
    ("dominant-model", "the model that grows most often in each slot"),
    ("instances", "plants per square metre, as planted"),
    ("sun", "light of the sun in each slot, as the file has it"),
    ("hemi", "light of the sky in each slot, as the file has it"),
    ("phantom", "slots that name models but have no ground in the file"),
    ("outside-box", "slots whose box floats over their ground or is buried under it, by how many metres"),
    ("dropped", "share of the candidates that found no ground to stand on"),
];

/// A name that no overlay has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no overlay {name:?}{}; expected {}", suggestion(name), list())]
pub struct UnknownOverlay {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Choice {
    type Err = UnknownOverlay;

    fn from_str(text: &str) -> Result<Self, UnknownOverlay> {
        let unknown = || UnknownOverlay { name: text.to_owned() };
        if let Some((name, model)) = text.split_once(':') {
            let right = name == "density" && !model.is_empty();
            return if right { Ok(Self::DensityOf(model.to_owned())) } else { Err(unknown()) };
        }
        Ok(match text {
            "density" => Self::Density,
            "slots" => Self::Slots,
            "dominant-model" => Self::DominantModel,
            "instances" => Self::Instances,
            "sun" => Self::Sun,
            "hemi" => Self::Hemi,
            "phantom" => Self::Phantom,
            "outside-box" => Self::OutsideBox,
            "dropped" => Self::Dropped,
            _ => return Err(unknown()),
        })
    }
}

impl fmt::Display for Choice {
    /// As [`Choice::from_str`] takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Density => "density",
            Self::DensityOf(model) => return write!(f, "density:{model}"),
            Self::Slots => "slots",
            Self::DominantModel => "dominant-model",
            Self::Instances => "instances",
            Self::Sun => "sun",
            Self::Hemi => "hemi",
            Self::Phantom => "phantom",
            Self::OutsideBox => "outside-box",
            Self::Dropped => "dropped",
        })
    }
}

/// `, did you mean ...?` where a name is near.
fn suggestion(name: &str) -> String {
    let stem = name.split(':').next().unwrap_or(name).to_lowercase();
    let near = NAMES
        .iter()
        .map(|(known, _)| (distance(&stem, known.split(':').next().unwrap_or(known)), *known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .min_by_key(|(distance, _)| *distance);
    near.map_or_else(String::new, |(_, known)| format!(", did you mean {known}?"))
}

fn list() -> String {
    let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// Letters to add, to drop or to change until one text is the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for letter in a.chars().take(64) {
        let mut corner = row.first().copied().unwrap_or(0);
        let mut left = corner + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (other, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let changed = corner + usize::from(*other != letter);
            corner = *cell;
            left = changed.min(left + 1).min(*cell + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_name_is_taken_and_given_back() {
        for (name, _) in NAMES {
            assert_eq!(name.parse::<Choice>().unwrap().to_string(), name);
        }
        assert_eq!("density:3".parse(), Ok(Choice::DensityOf("3".into())));
    }

    #[test]
    fn an_unknown_name_lists_the_names_and_suggests_the_nearest() {
        let said = |name: &str| name.parse::<Choice>().unwrap_err().to_string();
        for (name, meant) in [
            ("densty", "density"),
            ("Slots", "slots"),
            ("outsidebox", "outside-box"),
            ("dominant", "there is no"),
            ("sum", "sun"),
            ("sun:3", "sun"),
            ("density:", "density"),
        ] {
            let said = said(name);
            let hit = said.contains(&format!("did you mean {meant}?"));
            assert!(hit || said.starts_with(meant), "{name}: {said}");
            assert!(said.contains("density:MODEL") && said.contains("dropped"), "{said}");
        }
        assert!(!said("xyzzy").contains("did you mean"));
    }

    #[test]
    fn distances_count_letters() {
        for (a, b, letters) in [("", "sun", 3), ("sun", "sun", 0), ("son", "sun", 1), ("slot", "slots", 1)] {
            assert_eq!(distance(a, b), letters, "{a} {b}");
        }
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
