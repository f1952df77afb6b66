//! Files are opened, places are remembered, and what happens is told.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_kittest::kittest::Queryable;

use super::stage::{Stage, golden, open_alone, wait_in, window};
use sward::scene::camera_pose::CameraPose;
use sward::view::panels::section::Section;
use sward::view::{App, Order};

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads by the path".into())
    }
}

fn inputs(app: &App) -> Vec<PathBuf> {
    app.world.as_ref().unwrap().request.inputs.clone()
}

#[test]
fn files_that_are_dropped_together_are_one_scene() {
    let mut harness = window([640.0, 360.0], Stage::level());
    harness.state_mut().app.panels.shows_corner = false; // Its numbers are others each time.
    let paths = ["/maps/utes.wrp", "/maps/level.details"].map(PathBuf::from);
    let hovered = |path: &PathBuf| egui::HoveredFile { path: Some(path.clone()), ..Default::default() };
    harness.input_mut().hovered_files = paths.iter().map(hovered).collect();
    golden(&mut harness, "drop");
    let dropped = |path: &PathBuf| Arc::new(Dropped(path.clone())) as Arc<_>;
    harness.input_mut().hovered_files.clear();
    harness.input_mut().dropped_files = paths.iter().map(dropped).collect();
    harness.step();
    assert_eq!(harness.state_mut().app.take_orders(), [Order::Open(paths.to_vec())]);
}

#[test]
fn a_recent_scene_is_opened_with_all_its_files() {
    let mut stage = Stage::level();
    let earlier = ["/maps/stratis/stratis.wrp", "/maps/stratis/grass.details"].map(PathBuf::from).to_vec();
    stage.app.state.recent = vec!["/maps/utes/utes.wrp"]
        .into_iter()
        .map(|path| vec![path.into()])
        .chain([earlier.clone()])
        .collect();
    stage.app.panels.shows_corner = false;
    let mut harness = window([640.0, 360.0], stage);
    harness.get_by_label("File").click();
    harness.run_ok();
    harness.get_by_label_contains("Open recent").click();
    golden(&mut harness, "recent");
    harness.get_by_label("stratis.wrp, grass.details  (stratis)").click();
    harness.run_ok();
    assert_eq!(harness.state_mut().app.take_orders(), [Order::Open(earlier)]);
}

#[test]
fn a_bookmark_is_set_named_flown_to_and_forgotten() {
    let mut harness = window([640.0, 400.0], Stage::level());
    open_alone(&mut harness, Section::Bookmarks);
    let place = harness.state().app.look.camera;
    harness.get_by_label("Add this place").click();
    harness.run_ok();
    harness.get_by_label("Add this place").click();
    harness.run_ok();
    let inputs = inputs(&harness.state().app);
    harness.state_mut().app.state.of_mut(&inputs).bookmarks[1].name = "The hill from the south".into();
    golden(&mut harness, "bookmarks");
    assert_eq!(harness.state_mut().app.take_orders(), [Order::Save, Order::Save]);
    harness.state_mut().app.look.camera = "1,2,3,4,5".parse::<CameraPose>().unwrap();
    // The field beside it has the same name.
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "2").click();
    harness.run_steps(12);
    assert_eq!(harness.state().app.look.camera, place);
    harness.get_all_by_label("✖").next().unwrap().click();
    harness.run_ok();
    let left = &harness.state().app.state.of(&inputs).unwrap().bookmarks;
    assert_eq!(left.iter().map(|bookmark| bookmark.key).collect::<Vec<_>>(), [Some(2)]);
}

#[test]
fn a_fault_stays_over_the_picture_until_the_file_is_mended() {
    let mut harness = window([640.0, 360.0], Stage::level());
    harness.state_mut().app.panels.shows_corner = false;
    harness
        .state_mut()
        .app
        .complain("hill.wrp: OPRW: header.version at byte 0x4: found 99, expected 2 to 29".into());
    golden(&mut harness, "fault");
    assert!(harness.state().app.world.is_some(), "the scene stays");
    let mended = Stage::level();
    harness.state_mut().app.show(mended.app.world.unwrap());
    wait_in(&mut harness, |app| app.loading().is_none());
    assert!(harness.state().app.notice.as_ref().is_none_or(|notice| !notice.is_fault));
}

#[test]
fn a_scene_is_seen_from_where_it_was_left() {
    let mut first = Stage::level();
    let camera: CameraPose = "30,40,50,60,-20".parse().unwrap();
    first.app.look.camera = camera;
    first.app.note_state();
    let state = first.app.state.clone();
    let mut app = App::new(None, Default::default());
    app.remember(state.clone());
    app.show(first.app.world.take().unwrap());
    assert_eq!(app.look.camera, camera);
    // What the command line says counts more.
    let given: CameraPose = "1,2,3,4,5".parse().unwrap();
    let mut other = App::new(Some(given), Default::default());
    other.remember(state);
    other.show(app.world.take().unwrap());
    assert_eq!(other.look.camera, given);
}
