//! Findings: what is wrong or odd in the files of a scene, with a stable code, the place, and what to do.
//!
//! Nothing is judged by a second parser: the values are those that the decoders give to a picture, and a decoder's
//! own warnings and errors are findings too.

mod atlas;
mod bfres;
mod decoded;
mod level;
mod mesh;
mod models;
mod objects;
mod places;
mod rules;
mod slots;
mod standing;
mod world;

use std::path::{Path, PathBuf};

use serde::Serialize;

pub use places::{MOST_PLACES, Place};
pub use rules::{RULES, Rule, Severity};

use crate::formats::bytes::Warnings;
use crate::formats::{Content, OpenError, Opened};
use crate::scene::assemble::SceneError;
use crate::scene::bfres_beside;
use crate::scene::bind::Bind;
use level::{Ground, Grounds};
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

/// What came of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// In the order of the inputs, then those of the files that were found beside them; for one file the worst first.
    pub findings: Vec<Finding>,
    /// What could not be checked.
    pub skipped: Vec<Skipped>,
    /// Why the inputs make no scene together: then no level was held against its ground.
    pub conflict: Option<SceneError>,
}

/// Something that could not be checked since a file is missing, which is no fault of those that are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// What was not checked.
    pub what: &'static str,
    /// Which file is missing.
    pub why: String,
}

/// The findings of [`examine`].
pub fn check(inputs: Vec<Result<Opened, OpenError>>, moved: [f64; 2]) -> Vec<Finding> {
    examine(inputs, &[], moved).findings
}

/// Checks inputs, which make one scene, and the files that belong to a level and lie beside it. What could not be opened
/// is a finding too.
///
/// Levels are moved over the world by `moved` metres, east and north. One that is moved was made for another ground, so
/// it is asked only whether it lies on the map. What `binds` bind needs no material of its own.
///
/// Takes them by value: the heights of a world are moved into its ground, as for a picture.
pub fn examine(inputs: Vec<Result<Opened, OpenError>>, binds: &[Bind], moved: [f64; 2]) -> Checked {
    let mut reports = Vec::with_capacity(inputs.len());
    let mut aside = Aside::default();
    let mut grounds = Grounds { moved, ..Grounds::default() };
    let (mut levels, mut meshes) = (Vec::new(), Vec::new());
    let mut firsts = Firsts::default();
    let mut conflict = None;
    let given: Vec<PathBuf> = inputs.iter().flatten().map(|opened: &Opened| opened.path.clone()).collect();
    let (mut wii_u, mut known) = (Vec::new(), bfres::Known::default());
    for input in inputs {
        let mut opened = match input {
            Ok(opened) => opened,
            Err(error) => {
                reports.push(Report { file: String::new(), findings: vec![decoded::unreadable(&error)] });
                continue;
            }
        };
        conflict = conflict.or(firsts.conflict(&opened));
        let mut report = Report::of(&opened.path);
        let mut beside = Warnings::default();
        bfres_beside::complete(&mut opened, &given, &mut beside);
        let mut warnings = opened.warnings().into_owned();
        warnings.append(&beside, "");
        match opened.content {
            Content::World(world) => grounds.worlds.push(world::check(*world, &mut report)),
            Content::Cform(mesh) => meshes.push((reports.len(), opened.path, mesh)),
            Content::GameMaterials(materials) => grounds.materials.push(materials),
            Content::DetailModel(model, _) => models::check(&[model], &mut report),
            Content::Bfres(files) => {
                known.add(&files);
                wii_u.push((reports.len(), files));
            }
            Content::Details(details) => {
                slots::check(&details, &mut report);
                models::check(&details.models, &mut report);
                atlas::check(&opened.path, &details, &mut report, &mut aside);
                levels.push((reports.len(), opened.path, details));
            }
        }
        decoded::warnings(&warnings, &mut report);
        reports.push(report);
    }
    known.bind(binds);
    // Once everything is there, in whatever order it came.
    for (place, files) in wii_u {
        if let Some(report) = reports.get_mut(place) {
            bfres::check(&files, &known, report);
        }
    }
    for (place, path, mesh) in meshes {
        if let Some(report) = reports.get_mut(place) {
            let passable = mesh::check(&path, &mesh, &grounds.materials, report, &mut aside);
            grounds.meshes.push(Ground { mesh, passable });
        }
    }
    if conflict.is_none() {
        for (place, path, details) in &levels {
            if let Some(report) = reports.get_mut(*place) {
                level::check(path, details, &grounds, report, &mut aside);
            }
        }
    }
    reports.append(&mut aside.reports);
    for report in &mut reports {
        report.findings.sort_by_key(|finding| finding.severity); // Stable: within one as they were met.
    }
    let findings = reports.into_iter().flat_map(|report| report.findings).collect();
    Checked { findings, skipped: aside.skipped, conflict }
}

/// The first input of each kind of which a scene has one at most.
#[derive(Default)]
struct Firsts {
    world: Option<PathBuf>,
    level: Option<PathBuf>,
    mesh: Option<PathBuf>,
    materials: Option<PathBuf>,
}

impl Firsts {
    /// Why `opened` makes no scene with the inputs before it. Models alone are no scene, but one by one all sound.
    fn conflict(&mut self, opened: &Opened) -> Option<SceneError> {
        let place = match opened.content {
            Content::World(_) => &mut self.world,
            Content::Details(_) => &mut self.level,
            Content::Cform(_) => &mut self.mesh,
            Content::GameMaterials(_) => &mut self.materials,
            Content::DetailModel(..) | Content::Bfres(_) => return None,
        };
        let second = opened.path.clone();
        let Some(first) = place.clone() else {
            *place = Some(second);
            return None;
        };
        Some(match opened.content {
            Content::World(_) => SceneError::TwoWorlds { first, second },
            Content::Details(_) | Content::DetailModel(..) => SceneError::TwoGrasses { first, second },
            Content::Cform(_) => SceneError::TwoCollisions { first, second },
            Content::GameMaterials(_) => SceneError::TwoMaterials { first, second },
            // Any number of them.
            Content::Bfres(_) => return None,
        })
    }
}

/// What came up on the way that is no finding of an input.
#[derive(Default)]
struct Aside {
    /// Of the files that were found beside the inputs.
    reports: Vec<Report>,
    skipped: Vec<Skipped>,
}

/// The findings of one file.
struct Report {
    file: String,
    findings: Vec<Finding>,
}

impl Report {
    /// Of the file at `path`, without a finding yet.
    fn of(path: &Path) -> Self {
        Self { file: path.display().to_string(), findings: Vec::new() }
    }

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
