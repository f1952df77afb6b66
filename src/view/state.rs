//! What the window remembers: where it stood, which files it showed and from where, and the marks set in them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::panels::Panels;
use super::panels::section::Section;
use crate::scene::camera_pose::CameraPose;

/// So many recent files are remembered.
const MOST_RECENT: usize = 12;

/// So many scenes are remembered.
const MOST_SCENES: usize = 200;

/// All that is remembered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The inputs of the last scenes, the newest first; full paths.
    pub recent: Vec<Vec<PathBuf>>,
    /// Where the window stood.
    pub window: Option<Place>,
    /// Which panels were open, and how all looked.
    pub panels: Layout,
    /// What was set in scenes, the last one that was shown at the end.
    #[serde(rename = "scene")]
    pub scenes: Vec<OfScene>,
}

/// Which panels were open, and how all looked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// The parts of the left panel that weren't folded.
    pub open: BTreeSet<Section>,
    /// Only the picture was seen.
    pub are_folded: bool,
    /// What drawing costs was shown.
    pub shows_corner: bool,
    /// Dark, light, or as the system is.
    pub theme: Theme,
    /// Over the monitor's own scale.
    pub zoom: f32,
}

/// [`egui::ThemePreference`], as it is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light letters on dark.
    Dark,
    /// Dark letters on light.
    Light,
    /// As the system is.
    #[default]
    System,
}

/// Where a window stood.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Points of the screen, width and height of what is inside.
    pub size: [f64; 2],
    /// Pixels of the screen, the upper left corner; `None` where the system doesn't tell.
    pub corner: Option<[i32; 2]>,
    /// It filled the screen.
    pub is_maximized: bool,
}

/// What is remembered of a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfScene {
    /// Full paths; none is the demo island.
    pub inputs: Vec<PathBuf>,
    /// Where the camera stood last.
    pub camera: Option<CameraPose>,
    /// Places to come back to.
    #[serde(default, rename = "bookmark", skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<Bookmark>,
}

/// A place to come back to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The key that flies there, 1 to 9; those beyond nine have none.
    pub key: Option<u8>,
    /// What it is called.
    pub name: String,
    /// From where it is seen.
    pub camera: CameraPose,
}

impl Default for Layout {
    fn default() -> Self {
        Self::of(&Panels::default())
    }
}

impl Layout {
    /// That of the panels.
    pub fn of(panels: &Panels) -> Self {
        Self {
            open: panels.open.clone(),
            are_folded: panels.are_folded,
            shows_corner: panels.shows_corner,
            theme: panels.theme.into(),
            zoom: panels.zoom,
        }
    }

    /// Gives it to the panels.
    pub fn lay_out(&self, panels: &mut Panels) {
        panels.open = self.open.clone();
        panels.are_folded = self.are_folded;
        panels.shows_corner = self.shows_corner;
        panels.theme = self.theme.into();
        panels.zoom = if (0.5..=4.0).contains(&self.zoom) { self.zoom } else { 1.0 };
    }
}

impl Default for Place {
    /// Where the system puts it.
    fn default() -> Self {
        Self { size: [1280.0, 720.0], corner: None, is_maximized: false }
    }
}

impl State {
    /// What is remembered of a scene with these inputs.
    pub fn of(&self, inputs: &[PathBuf]) -> Option<&OfScene> {
        let inputs = full(inputs);
        self.scenes.iter().find(|scene| scene.inputs == inputs)
    }

    /// The same to be changed; the oldest scene is forgotten for a new one.
    pub fn of_mut(&mut self, inputs: &[PathBuf]) -> &mut OfScene {
        let inputs = full(inputs);
        let known = self.scenes.iter().position(|scene| scene.inputs == inputs);
        let scene = match known {
            Some(index) => self.scenes.remove(index),
            None => OfScene { inputs, camera: None, bookmarks: Vec::new() },
        };
        if self.scenes.len() >= MOST_SCENES {
            self.scenes.remove(0);
        }
        self.scenes.push_mut(scene)
    }

    /// Puts inputs at the head of the recent ones.
    pub fn note_recent(&mut self, inputs: &[PathBuf]) {
        if inputs.is_empty() {
            return; // The demo island is always at hand.
        }
        let inputs = full(inputs);
        self.recent.retain(|recent| *recent != inputs);
        self.recent.insert(0, inputs);
        self.recent.truncate(MOST_RECENT);
    }
}

impl OfScene {
    /// Sets the bookmark of a key, or one without a key.
    pub fn mark(&mut self, key: Option<u8>, camera: CameraPose) {
        match self.bookmarks.iter_mut().find(|bookmark| key.is_some() && bookmark.key == key) {
            Some(bookmark) => bookmark.camera = camera,
            None => {
                let name = match key {
                    Some(key) => format!("Place {key}"),
                    None => "Place".to_owned(),
                };
                self.bookmarks.push(Bookmark { key, name, camera });
                self.bookmarks.sort_by_key(|bookmark| bookmark.key.unwrap_or(u8::MAX));
            }
        }
    }

    /// The first key that no bookmark has.
    pub fn free_key(&self) -> Option<u8> {
        (1..=9).find(|key| self.bookmarks.iter().all(|bookmark| bookmark.key != Some(*key)))
    }
}

/// The same from every folder. A file that is gone keeps the path that it had.
fn full(inputs: &[PathBuf]) -> Vec<PathBuf> {
    inputs
        .iter()
        .map(|path| {
            path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.clone())
        })
        .collect()
}

impl From<Theme> for egui::ThemePreference {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::Dark,
            Theme::Light => Self::Light,
            Theme::System => Self::System,
        }
    }
}

impl From<egui::ThemePreference> for Theme {
    fn from(theme: egui::ThemePreference) -> Self {
        match theme {
            egui::ThemePreference::Dark => Self::Dark,
            egui::ThemePreference::Light => Self::Light,
            egui::ThemePreference::System => Self::System,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn path(name: &str) -> Vec<PathBuf> {
        vec![PathBuf::from(format!("/nowhere/{name}"))]
    }

    #[test]
    fn what_is_remembered_comes_back_from_its_text() {
        let mut state = State::default();
        state.panels.theme = Theme::Light;
        state.window = Some(Place { size: [1280.0, 720.0], corner: Some([-8, 30]), is_maximized: true });
        state.panels.are_folded = true;
        state.note_recent(&path("a.wrp"));
        let camera = "1.5,2,-3,40,-9.25,45".parse().unwrap();
        let scene = state.of_mut(&path("a.wrp"));
        scene.camera = Some(camera);
        scene.mark(Some(3), camera);
        scene.mark(None, camera);
        let text = toml::to_string(&state).unwrap();
        assert_eq!(toml::from_str::<State>(&text).unwrap(), state, "{text}");
        assert_eq!(toml::from_str::<State>("").unwrap(), State::default());
    }

    #[test]
    fn the_oldest_scenes_and_files_are_forgotten() {
        let mut state = State::default();
        for number in 0..MOST_SCENES + 5 {
            state.of_mut(&path(&format!("{number}.wrp"))).camera = None;
            state.note_recent(&path(&format!("{number}.wrp")));
            state.of_mut(&path("0.wrp"));
        }
        assert_eq!((state.scenes.len(), state.recent.len()), (MOST_SCENES, MOST_RECENT));
        assert!(state.of(&path("0.wrp")).is_some(), "it was shown all the time");
        assert!(state.of(&path("3.wrp")).is_none());
        assert_eq!(state.recent[0], path(&format!("{}.wrp", MOST_SCENES + 4)));
        state.note_recent(&path("200.wrp"));
        assert_eq!((state.recent[0].clone(), state.recent.len()), (path("200.wrp"), MOST_RECENT));
    }

    #[test]
    fn a_key_has_one_bookmark_and_the_free_ones_are_found() {
        let mut scene = OfScene { inputs: Vec::new(), camera: None, bookmarks: Vec::new() };
        let [first, second] = ["0,0,0,0,0", "1,1,1,1,1"].map(|text| text.parse().unwrap());
        scene.mark(Some(1), first);
        scene.mark(Some(3), first);
        scene.bookmarks[0].name = "Harbour".into();
        scene.mark(Some(1), second);
        assert_eq!(scene.bookmarks.len(), 2);
        assert_eq!((scene.bookmarks[0].name.as_str(), scene.bookmarks[0].camera), ("Harbour", second));
        assert_eq!(scene.free_key(), Some(2));
        for key in [2, 4, 5, 6, 7, 8, 9] {
            scene.mark(Some(key), first);
        }
        assert_eq!(scene.free_key(), None);
    }
}
