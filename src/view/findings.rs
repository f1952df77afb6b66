//! Checks the files of the scene beside the window, and finds the places of what was found.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use glam::DVec3;

use super::loading::World;
use crate::check::{self, Checked, Finding, Place};
use crate::demo;
use crate::formats;
use crate::inputs::Inputs;
use crate::scene::Scene;

/// Metres about a place that are shown of it.
const AROUND: f64 = 12.0;

/// What is known of the files.
#[derive(Debug, Default)]
pub enum Findings {
    /// Nobody has asked.
    #[default]
    Unknown,
    /// They are read.
    Running(Receiver<Result<Checked, String>>),
    /// What was found.
    Known(Checked),
    /// Why nothing can be found.
    Failed(String),
}

impl Findings {
    /// Begins to check the files of a world on a thread of its own.
    pub fn start(world: &World) -> Self {
        let (results, result) = mpsc::channel();
        let is_demo = world.request.inputs.is_empty();
        let moved = world.request.planting.moved;
        let named = world.request.inputs.clone();
        let wake = world.wake.clone();
        thread::spawn(move || {
            let checked = if is_demo { check_island(moved) } else { check_files(&named, moved) };
            let _ = results.send(checked); // Nobody may wait any more.
            wake.call();
        });
        Self::Running(result)
    }

    /// Takes over what was found.
    pub fn poll(&mut self) {
        let Self::Running(result) = self else { return };
        match result.try_recv() {
            Ok(Ok(checked)) => *self = Self::Known(checked),
            Ok(Err(words)) => *self = Self::Failed(words),
            Err(TryRecvError::Empty) => {}
            // The thread has panicked; the panic's words are on stderr.
            Err(TryRecvError::Disconnected) => *self = Self::Failed("the check has failed".into()),
        }
    }

    /// What was found, where that is known.
    pub fn known(&self) -> Option<&Checked> {
        match self {
            Self::Known(checked) => Some(checked),
            _ => None,
        }
    }
}

/// Checks files as one scene, and what scene files name.
fn check_files(named: &[PathBuf], moved: [f64; 2]) -> Result<Checked, String> {
    let inputs = Inputs::read(named).map_err(|error| error.to_string())?;
    let opened = inputs.files().iter().map(|path| formats::open(path)).collect();
    Ok(check::examine(opened, &inputs.binds, moved))
}

/// Writes the demo island into a folder of its own for as long as its files are checked.
fn check_island(moved: [f64; 2]) -> Result<Checked, String> {
    let folder = std::env::temp_dir().join(format!("sward-island-{}", std::process::id()));
    let checked = demo::write(&demo::island(), &folder)
        .map_err(|error| error.to_string())
        .and_then(|[.., scene_file]| check_files(&[scene_file], moved));
    let _ = fs::remove_dir_all(&folder); // It is the system's folder for what may stay behind.
    checked
}

/// Whether a finding has all words of a search: in its code, its message, its file or what it advises.
pub fn has_words(finding: &Finding, search: &str) -> bool {
    let Finding { code, severity, file, message, advice, .. } = finding;
    let text = format!("{code} {} {file} {message} {advice}", severity.name()).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Where in the scene a place of a finding is, and how many metres about it are to be seen; `None` for a place in the
/// file alone. `moved` are the metres by which a level is moved over the world.
pub fn seen(scene: &Scene, place: &Place, moved: [f64; 2]) -> Option<(DVec3, f64)> {
    let ground = &scene.ground;
    let on_ground = |x: f64, z: f64| {
        let height = ground.height_at(x, z).unwrap_or_default();
        DVec3::new(x, f64::from(height), z)
    };
    if let Some([x, y, z]) = place.position.map(|position| position.map(f64::from)) {
        if !(x.is_finite() && y.is_finite() && z.is_finite()) {
            return None;
        }
        // A slot's position is the level's; everything else lies in the world.
        let by = if place.slot.is_some() { moved } else { [0.0; 2] };
        return Some((DVec3::new(x + by[0], y, z + by[1]), AROUND));
    }
    if let Some(point) = place.elevation {
        let [x, z] = [0, 1].map(|axis| ground.origin[axis] + f64::from(point[axis]) * f64::from(ground.cell));
        return Some((on_ground(x, z), AROUND.max(f64::from(ground.cell) * 2.0)));
    }
    let (land, cell) = (place.land?, f64::from(scene.land_cell?));
    let [x, z] = land.map(|index| (f64::from(index) + 0.5) * cell);
    Some((on_ground(x, z), cell))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::formats::bytes::Warnings;
    use crate::formats::wrp::{Variant, World};
    use crate::scene::assemble::Parts;
    use crate::scene::clutter::Planting;

    fn scene() -> Scene {
        let mut world = World::flat(Variant::Wvr8, [16, 16], [64, 64], 10.0);
        world.elevation.cells.fill(5.0);
        let parts = Parts { world: Some(world), ..Parts::default() };
        Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap()
    }

    #[test]
    fn a_place_is_found_by_whatever_is_known_of_it() {
        let scene = scene();
        let find = |place: Place| seen(&scene, &place, [100.0, 200.0]).map(|(at, _)| at.to_array());
        let none = Place::default();
        let elevation = Place { elevation: Some([3, 4]), ..none.clone() };
        // 64 heights over 16 land cells of 10 m.
        assert_eq!(find(elevation), Some([7.5, 5.0, 10.0]));
        let land = Place { land: Some([0, 2]), ..none.clone() };
        assert_eq!(find(land), Some([5.0, 5.0, 25.0]));
        let object = Place { object: Some(7), position: Some([1.0, 2.0, 3.0]), ..none.clone() };
        assert_eq!(find(object), Some([1.0, 2.0, 3.0]));
        let slot = Place { slot: Some([0, 0]), position: Some([1.0, 2.0, 3.0]), ..none.clone() };
        assert_eq!(find(slot), Some([101.0, 2.0, 203.0]), "the level is moved");
        assert_eq!(find(Place { position: Some([f32::NAN; 3]), ..none.clone() }), None);
        assert_eq!(find(none), None);
    }

    #[test]
    fn the_island_is_checked_as_its_files_would_be() {
        let checked = check_island([0.0; 2]).unwrap();
        assert!(checked.conflict.is_none());
        let worst: Vec<_> = checked
            .findings
            .iter()
            .filter(|finding| finding.severity < crate::check::Severity::Note)
            .map(|finding| (finding.code, &finding.message))
            .collect();
        assert!(worst.is_empty(), "{worst:?}");
    }

    #[test]
    fn a_search_wants_every_word_in_any_order_and_case() {
        let finding = Finding {
            code: "phantom-slot",
            severity: crate::check::Severity::Warning,
            file: "level.details".into(),
            message: "slots name models but have no ground".into(),
            advice: "Compile again.",
            count: 3,
            places: Vec::new(),
        };
        for (search, found) in
            [("", true), ("PHANTOM", true), ("ground slots", true), ("warning", true), ("wrp", false)]
        {
            assert_eq!(has_words(&finding, search), found, "{search}");
        }
    }
}
