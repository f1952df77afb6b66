//! Every panel, and the whole window in both themes and in several sizes.

use egui::{Rect, Theme, pos2};
use egui_kittest::kittest::Queryable;

use super::stage::{Stage, golden, open_alone, wait_in, window, window_in};
use sward::render::SunDirection;
use sward::scene::overlay::Choice;
use sward::view::panels::section::Section;

/// Points: a window for one panel.
const SMALL: [f32; 2] = [560.0, 400.0];

#[test]
fn the_layers() {
    let mut harness = window(SMALL, Stage::level());
    open_alone(&mut harness, Section::Layers);
    golden(&mut harness, "layers");
}

#[test]
fn the_window_without_a_scene() {
    let mut harness = window(SMALL, Stage::empty());
    golden(&mut harness, "empty");
}

#[test]
fn the_sun_by_direction_and_by_hour() {
    let mut harness = window(SMALL, Stage::level());
    open_alone(&mut harness, Section::Sun);
    golden(&mut harness, "sun");
    harness.get_by_label("Hour").click();
    harness.run_ok();
    golden(&mut harness, "sun_hour");
}

#[test]
fn an_overlay_with_its_key() {
    let mut harness = window([640.0, 460.0], Stage::level());
    open_alone(&mut harness, Section::Overlay);
    harness.get_by_label("slots").click();
    harness.run_ok();
    wait_in(&mut harness, |app| app.world.as_ref().is_some_and(|world| world.scene.overlay.is_some()));
    golden(&mut harness, "overlay_slots");
    harness.get_by_label("density").click();
    harness.run_ok();
    let is_density = |choice: &Option<Choice>| *choice == Some(Choice::Density);
    wait_in(&mut harness, |app| app.world.as_ref().is_some_and(|world| is_density(&world.request.overlay)));
    golden(&mut harness, "overlay_density");
}

#[test]
fn a_scene_without_a_level_says_that_it_has_no_overlays_and_no_grass() {
    let mut harness = window(SMALL, Stage::square());
    open_alone(&mut harness, Section::Overlay);
    harness.state_mut().app.panels.open.insert(Section::Grass);
    golden(&mut harness, "no_level");
}

#[test]
fn the_grass() {
    let mut harness = window(SMALL, Stage::level());
    open_alone(&mut harness, Section::Grass);
    golden(&mut harness, "grass");
}

#[test]
fn the_animations() {
    let mut harness = window(SMALL, Stage::square());
    open_alone(&mut harness, Section::Animation);
    golden(&mut harness, "animation");
}

#[test]
fn a_scene_without_animations_says_so() {
    let mut harness = window(SMALL, Stage::level());
    open_alone(&mut harness, Section::Animation);
    golden(&mut harness, "no_animation");
}

#[test]
fn the_findings() {
    let mut harness = window([640.0, 460.0], Stage::level());
    open_alone(&mut harness, Section::Findings);
    wait_in(&mut harness, |app| app.findings.known().is_some());
    golden(&mut harness, "findings");
    let code = harness.state().app.findings.known().unwrap().findings[0].code;
    harness.get_by_label_contains(code).click();
    harness.run_ok();
    golden(&mut harness, "finding");
}

#[test]
fn the_metres_beside_the_grid() {
    let mut harness = window(SMALL, Stage::level());
    harness.state_mut().app.look.layers.grid = true;
    harness.state_mut().app.look.camera = "62,40,-20,0,-35".parse().unwrap();
    open_alone(&mut harness, Section::Layers);
    golden(&mut harness, "grid");
}

#[test]
fn the_log() {
    let mut harness = window(SMALL, Stage::level());
    harness.state_mut().app.log = vec![
        "hill.wrp: elevation: found 3 heights without a number; they become 0".to_owned(),
        "level.details: slots: 2 slots name models but have no ground".to_owned(),
    ];
    harness.run_ok();
    golden(&mut harness, "badge");
    open_alone(&mut harness, Section::Log);
    golden(&mut harness, "log");
}

#[test]
fn the_sheet_of_keys() {
    let mut harness = window([760.0, 400.0], Stage::empty());
    harness.key_press(egui::Key::F1);
    harness.run_ok();
    golden(&mut harness, "keys");
}

/// A window with an overlay and the grid, as one looks at a level.
fn whole(size: [f32; 2], scale: f32, theme: Theme, name: &str) {
    let mut stage = Stage::level();
    stage.app.wanted.overlay = Some(Choice::Slots);
    stage.app.look.sun = SunDirection { azimuth_deg: 245.0, elevation_deg: 32.0 };
    stage.app.panels.open = [Section::Sun].into();
    let mut harness = window_in(size, scale, theme, stage);
    wait_in(&mut harness, |app| {
        let request = app.world.as_ref().map(|world| &world.request);
        request.is_some_and(|request| request.overlay.is_some() && request.sun == app.look.sun)
    });
    harness.state_mut().app.work.times = Default::default();
    harness.remove_cursor();
    harness.run_ok();
    // What memory is taken is otherwise each time.
    for what in ["Memory", "Graphics"] {
        if let Some(label) = harness.query_by_label(what) {
            let at = label.rect();
            let corner = harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique("corner")).unwrap());
            let right = corner.right() - 6.0;
            harness.mask(Rect::from_min_max(pos2(at.right() + 4.0, at.top()), pos2(right, at.bottom())));
        }
    }
    super::stage::compare(&mut harness, name);
}

#[test]
fn the_whole_window_in_dark() {
    whole([1280.0, 720.0], 1.0, Theme::Dark, "window_dark");
}

#[test]
fn the_whole_window_in_light() {
    whole([1280.0, 720.0], 1.0, Theme::Light, "window_light");
}

#[test]
fn a_small_window() {
    whole([640.0, 400.0], 1.0, Theme::Dark, "window_small");
}

#[test]
fn a_wide_window_on_a_fine_monitor() {
    // 1920 x 600 pixels.
    whole([960.0, 300.0], 2.0, Theme::Dark, "window_wide");
}
