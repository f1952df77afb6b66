//! What is changed in the panels is made beside the window, and is then as if the scene had been opened so.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::stage::{Stage, kit, open_alone, wait, wait_in, window};
use sward::formats::bytes::Warnings;
use sward::formats::xray::{Cform, CformTriangle};
use sward::render::{self, SunDirection, View};
use sward::scene::Scene;
use sward::scene::assemble::Parts;
use sward::scene::clutter::Planting;
use sward::scene::overlay::Choice;
use sward::scene::timeline::{Animation, AnimationKind};
use sward::view::App;
use sward::view::panels::section::Section;

/// Looks at the level from the south, near enough to see plants and slots.
const CAMERA: &str = "62,34,6,0,-30";

fn picture(app: &mut App) -> Vec<u8> {
    let world = app.world.as_mut().unwrap();
    let (gpu, renderer) = (&world.kit.gpu, world.kit.renderer().unwrap());
    if world.scene.timeline.is_moving() {
        world.data.show(gpu, &world.scene.timeline.at(app.look.frame as f32));
    }
    let view = View { sun: app.look.sun, ..View::new(CAMERA.parse().unwrap(), [160, 90]) };
    render::shot(gpu, renderer, &world.data, &view).unwrap().rgba
}

fn is_idle(app: &App) -> bool {
    app.work.task().is_none()
        && app.world.as_ref().is_some_and(|world| {
            let shown = &world.request;
            (shown.planting, &shown.overlay, shown.sun)
                == (app.wanted.planting, &app.wanted.overlay, app.wanted.sun)
        })
}

#[test]
fn what_is_changed_live_looks_as_if_it_had_been_opened_so() {
    let mut live = Stage::level();
    let plain = picture(&mut live.app);

    live.app.look.sun = SunDirection { azimuth_deg: 265.0, elevation_deg: 12.0 };
    live.app.poll();
    wait(&mut live.app, is_idle);
    let lit = picture(&mut live.app);
    assert!(lit != plain);
    assert!(lit == picture(&mut Stage::level_as(|request| request.sun = live.app.look.sun).app));

    live.app.wanted.planting.rules.step = 0.2;
    live.app.poll();
    wait(&mut live.app, is_idle);
    let planting = live.app.wanted.planting;
    let dense = picture(&mut live.app);
    assert!(dense != lit);
    let mut opened = Stage::level_as(|request| {
        request.sun = live.app.look.sun;
        request.planting = planting;
    });
    assert!(dense == picture(&mut opened.app));
    let planted = |app: &App| app.world.as_ref().unwrap().data.planted();
    assert_eq!(planted(&live.app), planted(&opened.app));

    live.app.wanted.overlay = Some(Choice::Slots);
    live.app.poll();
    wait(&mut live.app, is_idle);
    let told = picture(&mut live.app);
    let mut opened = Stage::level_as(|request| {
        request.sun = live.app.look.sun;
        request.planting = planting;
        request.overlay = Some(Choice::Slots);
    });
    assert!(told != dense && told == picture(&mut opened.app));

    live.app.wanted.overlay = None;
    live.app.poll();
    wait(&mut live.app, is_idle);
    assert!(picture(&mut live.app) == dense, "an overlay leaves nothing behind");
}

#[test]
fn an_overlay_goes_with_the_grass_that_it_explains() {
    let mut live = Stage::level_as(|request| request.overlay = Some(Choice::Instances));
    let legend = |app: &App| app.world.as_ref().unwrap().scene.overlay.as_ref().unwrap().legend.to_string();
    let sparse = legend(&live.app);
    live.app.wanted.planting.rules.step = 0.15;
    live.app.poll();
    wait(&mut live.app, is_idle);
    assert_ne!(legend(&live.app), sparse);
}

#[test]
fn the_last_of_several_choices_is_shown() {
    let mut live = Stage::level();
    for choice in [Choice::Slots, Choice::Sun, Choice::Dropped] {
        live.app.wanted.overlay = Some(choice);
        live.app.poll();
    }
    wait(&mut live.app, is_idle);
    assert_eq!(live.app.world.as_ref().unwrap().scene.overlay.as_ref().unwrap().name, "dropped");
}

#[test]
fn what_cannot_be_made_is_told_and_no_longer_wanted() {
    let mut live = Stage::level();
    live.app.wanted.overlay = Some(Choice::DensityOf("no such model".into()));
    live.app.poll();
    wait(&mut live.app, is_idle);
    assert_eq!(live.app.wanted.overlay, None);
    let (_, words) = live.app.work.failure.as_ref().unwrap();
    assert!(words.contains("no such model") && words.contains("0 to 1"), "{words}");
}

#[test]
fn the_engine_is_chosen_in_the_panel_and_the_counts_follow() {
    let mut harness = window([560.0, 420.0], Stage::level());
    open_alone(&mut harness, Section::Grass);
    let planted = |harness: &egui_kittest::Harness<'_, Stage>| {
        harness.state().app.world.as_ref().unwrap().data.planted()
    };
    let before = planted(&harness);
    harness.state_mut().app.wanted.planting.rules.step = 0.6;
    harness.run_ok();
    wait_in(&mut harness, is_idle);
    assert!(planted(&harness) < before);
    harness.get_by_label("Reset").click();
    harness.run_ok();
    wait_in(&mut harness, is_idle);
    assert_eq!(planted(&harness), before);
}

#[test]
fn a_click_on_a_finding_tells_it_and_flies_there() {
    let mut harness = window([640.0, 460.0], Stage::level());
    open_alone(&mut harness, Section::Findings);
    wait_in(&mut harness, |app| app.findings.known().is_some());
    let checked = harness.state().app.findings.known().unwrap();
    let finding = checked
        .findings
        .iter()
        .find(|finding| finding.places.first().is_some_and(|place| place.position.is_some()));
    let finding = finding.unwrap().clone();
    harness.get_by_label_contains(finding.code).click();
    for _ in 0..12 {
        harness.step();
    }
    let [x, _, z] = finding.places[0].position.unwrap();
    let camera = harness.state().app.look.camera;
    let away = ((camera.eye.x - f64::from(x)).powi(2) + (camera.eye.z - f64::from(z)).powi(2)).sqrt();
    assert!(away < 60.0, "{camera} is {away} m away from {x}, {z}");
    assert!(harness.query_by_label_contains(&finding.message).is_some());
}

#[test]
fn a_search_leaves_the_findings_that_have_its_words() {
    let mut harness = window([640.0, 460.0], Stage::level());
    open_alone(&mut harness, Section::Findings);
    wait_in(&mut harness, |app| app.findings.known().is_some());
    harness.state_mut().app.panels.findings.search = "xyzzy".into();
    harness.run_ok();
    assert!(harness.query_by_label_contains("No finding has these words").is_some());
}

#[test]
fn animations_play_and_stand_still_and_only_then_ask_to_be_drawn() {
    let mut harness = window([560.0, 360.0], Stage::square());
    open_alone(&mut harness, Section::Animation);
    let delay = |harness: &egui_kittest::Harness<'_, Stage>| {
        harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay
    };
    assert!(delay(&harness) > std::time::Duration::from_secs(3600), "an idle window sleeps");
    harness.key_press_modifiers(Modifiers::NONE, Key::Period);
    harness.run_ok();
    assert_eq!(harness.state().app.look.frame, 1);
    let app = &mut harness.state_mut().app;
    assert!(picture_of_square(app, 1) != picture_of_square(app, 0));
    harness.key_press(Key::Space);
    harness.step();
    harness.step();
    assert!(harness.state().app.playback.is_playing);
    assert!(delay(&harness) < std::time::Duration::from_millis(40));
    harness.key_press(Key::Space);
    harness.run_ok();
    assert!(!harness.state().app.playback.is_playing);
    assert!(delay(&harness) > std::time::Duration::from_secs(3600));
}

fn picture_of_square(app: &mut App, frame: u32) -> Vec<u8> {
    let world = app.world.as_mut().unwrap();
    let (gpu, renderer) = (&world.kit.gpu, world.kit.renderer().unwrap());
    world.data.show(gpu, &world.scene.timeline.at(frame as f32));
    let view = View::new("0,2,-2,0,0,60".parse().unwrap(), [32, 18]);
    render::shot(gpu, renderer, &world.data, &view).unwrap().rgba
}

#[test]
fn the_theme_and_the_size_are_chosen_in_the_menu() {
    let mut harness = window([560.0, 360.0], Stage::empty());
    harness.state_mut().app.panels.theme = egui::ThemePreference::Light;
    harness.state_mut().app.panels.zoom = 1.25;
    harness.run_ok();
    assert_eq!(harness.ctx.theme(), egui::Theme::Light);
    assert_eq!(harness.ctx.zoom_factor(), 1.25);
}

#[test]
fn the_grid_is_drawn_over_the_ground_and_nowhere_else() {
    let mut stage = Stage::level();
    let world = stage.app.world.as_mut().unwrap();
    let (gpu, renderer) = (&world.kit.gpu, world.kit.renderer().unwrap());
    let mut view = View::new("62,40,-30,0,-30".parse().unwrap(), [160, 90]);
    let without = render::shot(gpu, renderer, &world.data, &view).unwrap().rgba;
    view.layers.grid = true;
    let with = render::shot(gpu, renderer, &world.data, &view).unwrap().rgba;
    let changed = |rows: std::ops::Range<usize>| {
        let part = rows.start * 640..rows.end * 640;
        with[part.clone()].chunks_exact(4).zip(without[part].chunks_exact(4)).filter(|(a, b)| a != b).count()
    };
    assert_eq!(changed(0..8), 0, "no lines in the sky");
    let lines = changed(30..90);
    assert!(lines > 300 && lines < 160 * 60 * 3 / 4, "{lines} pixels");
    view.layers.ground = false;
    let bare = render::shot(gpu, renderer, &world.data, &view).unwrap().rgba;
    view.layers.grid = false;
    assert!(bare == render::shot(gpu, renderer, &world.data, &view).unwrap().rgba);
}

#[test]
fn nothing_over_the_picture_covers_anything_else_at_any_size() {
    for size in [[1280.0, 720.0], [640.0, 400.0], [500.0, 300.0], [360.0, 240.0]] {
        let mut stage = Stage::level();
        stage.app.wanted.overlay = Some(Choice::Slots);
        let mut harness = window(size, stage);
        wait_in(&mut harness, is_idle);
        let area = |name: &str| harness.ctx.memory(|memory| memory.area_rect(egui::Id::unique(name)));
        let screen = harness.ctx.content_rect();
        let cards: Vec<_> = ["legend", "corner"].into_iter().filter_map(area).collect();
        for card in &cards {
            assert!(screen.contains_rect(*card), "{size:?}: {card:?}");
        }
        if let [legend, corner] = cards[..] {
            assert!(!legend.intersects(corner), "{size:?}: {legend:?} {corner:?}");
        }
        assert!(harness.query_by_label("Layers").is_some() && harness.query_by_label("View").is_some());
    }
}

#[test]
fn every_heading_opens_its_part_and_closes_it() {
    let mut harness = window([700.0, 900.0], Stage::level());
    // What is compared has a part of its own only where something is.
    for section in Section::ALL.into_iter().filter(|section| *section != Section::Compare) {
        harness.state_mut().app.panels.open.clear();
        harness.run_ok();
        harness.get_by_label(section.name()).click();
        harness.run_ok();
        assert!(harness.state().app.panels.open.contains(&section), "{section:?}");
        harness.get_all_by_label(section.name()).next().unwrap().click();
        harness.run_ok();
        assert!(!harness.state().app.panels.open.contains(&section), "{section:?}");
    }
}

#[test]
fn the_animations_of_a_scene_are_listed() {
    let stage = Stage::square();
    let animations = stage.app.world.as_ref().unwrap().scene.timeline.animations();
    let [Animation { name, kind, last_frame, is_looping, driven }] = &animations[..] else {
        panic!("{animations:?}");
    };
    assert_eq!((name.as_str(), *kind, *last_frame), ("Basic", AnimationKind::Pattern, 2));
    assert!(!is_looping && *driven == 1);
}

#[test]
fn the_grid_lies_on_the_ground_of_a_mesh_and_not_on_its_walls() {
    let mut vertices = vec![[80.0, 12.0, 40.0], [80.0, 12.0, 63.0], [134.0, 12.0, 40.0], [134.0, 12.0, 63.0]];
    vertices.extend([[80.0, 42.0, 63.0], [80.0, 12.0, 63.0], [134.0, 42.0, 63.0], [134.0, 12.0, 63.0]]);
    let faces = [[0, 1, 2], [2, 1, 3], [4, 6, 5], [5, 6, 7]];
    let triangles = faces.map(|vertices| CformTriangle { vertices, ..CformTriangle::default() }).to_vec();
    let collision = Some(Cform { version: 4, vertices, triangles, ..Cform::default() });
    let parts = Parts { collision, ..Parts::default() };
    let mut scene = Scene::assemble(parts, &Planting::default(), &mut Warnings::default()).unwrap();
    let kit = kit();
    let renderer = kit.renderer().unwrap();
    let mut view = View::new("107,30,40,0,-30".parse().unwrap(), [160, 90]);
    let data = renderer.upload(&kit.gpu, &mut scene, view.sun, false).unwrap();
    let without = render::shot(&kit.gpu, renderer, &data, &view).unwrap().rgba;
    view.layers.grid = true;
    let with = render::shot(&kit.gpu, renderer, &data, &view).unwrap().rgba;
    let changed = |rows: std::ops::Range<usize>| {
        let part = rows.start * 640..rows.end * 640;
        with[part.clone()].chunks_exact(4).zip(without[part].chunks_exact(4)).filter(|(a, b)| a != b).count()
    };
    // The foot of the wall is at row 56.
    assert_eq!(changed(0..50), 0);
    assert!(changed(60..90) > 300, "{}", changed(60..90));
}
