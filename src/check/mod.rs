//! Findings: what is wrong or odd in the files of a scene, with a stable code, the place, and what to do.
//!
//! Nothing is judged by a second parser: the values are those that the decoders give to a picture, and a decoder's
//! own warnings and errors are findings too.

mod atlas;
mod decoded;
mod level;
mod models;
mod objects;
mod places;
mod rules;
mod slots;
mod standing;
mod world;

use serde::Serialize;

pub use places::{MOST_PLACES, Place};
pub use rules::{RULES, Rule, Severity};

use crate::formats::{Content, OpenError, Opened};
use level::Grounds;
use places::Places;

/// Something wrong or odd in a file: one entry a kind and file, however often it occurs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Stable name of the kind, such as `phantom-slot`; see [`RULES`].
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The path as it was given.
    pub file: String,
    /// What is wrong, in a sentence without a full stop; where it occurs once, with what was found.
    pub message: String,
    /// What to do about it.
    pub advice: &'static str,
    /// How often it occurs.
    pub count: u64,
    /// Where, in the file's order: all places, or the first [`MOST_PLACES`]. Empty for a fault of the whole file.
    pub places: Vec<Place>,
}

/// Checks inputs, which make one scene: what could not be opened is a finding too. The findings are in the order of the
/// inputs, and for one file the worst first.
///
/// Levels are moved over the world by `moved` metres, east and north. One that is moved was made for another ground, so
/// it is asked only whether it lies on the map.
///
/// Takes them by value: the heights of a world are moved into its ground, as for a picture.
pub fn check(inputs: Vec<Result<Opened, OpenError>>, moved: [f64; 2]) -> Vec<Finding> {
    let mut reports = Vec::with_capacity(inputs.len());
    let mut grounds = Grounds { moved, ..Grounds::default() };
    let mut levels = Vec::new();
    for input in inputs {
        let opened = match input {
            Ok(opened) => opened,
            Err(error) => {
                reports.push(Report { file: String::new(), findings: vec![decoded::unreadable(&error)] });
                continue;
            }
        };
        let mut report = Report { file: opened.path.display().to_string(), findings: Vec::new() };
        let warnings = opened.warnings().clone();
        match opened.content {
            Content::World(world) => grounds.worlds.push(world::check(*world, &mut report)),
            Content::Cform(mesh) => grounds.meshes.push((opened.path, mesh)),
            Content::GameMaterials(materials) => grounds.materials.push(materials),
            Content::DetailModel(model, _) => models::check(&[model], &mut report),
            Content::Details(details) => {
                slots::check(&details, &mut report);
                models::check(&details.models, &mut report);
                atlas::check(&opened.path, &details, &mut report);
                levels.push((reports.len(), opened.path, details));
            }
        }
        decoded::warnings(&warnings, &mut report);
        reports.push(report);
    }
    // Once all of the ground is there, in whatever order it came.
    for (place, path, details) in &levels {
        if let Some(report) = reports.get_mut(*place) {
            level::check(path, details, &grounds, report);
        }
    }
    for report in &mut reports {
        report.findings.sort_by_key(|finding| finding.severity); // Stable: within one as they were met.
    }
    reports.into_iter().flat_map(|report| report.findings).collect()
}

/// The findings of one file.
struct Report {
    file: String,
    findings: Vec<Finding>,
}

impl Report {
    /// Adds a finding, if there is a place with it.
    fn add(&mut self, code: &'static str, places: Places) {
        let Places { count, places } = places;
        if count == 0 {
            return;
        }
        let rule = rules::of(code);
        let detail = places.first().filter(|_| count == 1).map_or("", |place| place.detail.as_str());
        self.findings.push(Finding {
            code,
            severity: rule.severity,
            file: self.file.clone(),
            message: told(rule.title, detail),
            advice: rule.advice,
            count,
            places,
        });
    }
}

/// What a rule says, with what was found.
fn told(title: &str, detail: &str) -> String {
    if detail.is_empty() { title.to_owned() } else { format!("{title}: {detail}") }
}
