//! Two versions beside each other: the line, the panel, the marks.

use std::fs;

use egui::{Event, Modifiers, PointerButton, pos2};
use egui_kittest::kittest::Queryable;

use super::stage::{Stage, golden, open_alone, window};
use sward::compare::ChangeKind;
use sward::formats::wrp::{self, Object, Variant, World};
use sward::render::{self, View};
use sward::view::panels::section::Section;
use sward::view::{App, Request};

const SIZE: [f32; 2] = [760.0, 620.0];

/// 320 m of a slope with rows of trees and some houses.
fn world() -> World {
    let mut world = World::flat(Variant::Wvr8, [32; 2], [32; 2], 10.0);
    for (index, height) in (0..).zip(&mut world.elevation.cells) {
        *height = 10.0 + (index % 32) as f32;
    }
    world.models = vec!["data\\plants\\t_fir.p3d".into(), "data\\houses\\barn.p3d".into()];
    let object = |id: i32| {
        let (x, z) = (60.0 + (id % 6) as f32 * 30.0, 80.0 + (id / 6) as f32 * 30.0);
        let matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, 12.0 + x / 10.0, z];
        Object { id, model: u32::from(id % 6 == 3), matrix, shape_param: 2 }
    };
    world.objects = (0..30).map(object).collect();
    world
}

/// Raised, lowered, and objects of all kinds of changes.
fn changed() -> World {
    let mut world = world();
    for z in 12..16 {
        for x in 18..24 {
            world.elevation.cells[z * 32 + x] += 6.0;
        }
        world.elevation.cells[z * 32 + 6] -= 2.0;
    }
    for id in [1, 2, 7] {
        world.objects[id].matrix[9] += 9.0;
    }
    world.objects[8].matrix[..9].copy_from_slice(&[0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
    world.objects[13].model = 1;
    world.objects.remove(20);
    let mut added = world.objects[0];
    (added.id, added.matrix[9], added.matrix[11]) = (77, 200.0, 260.0);
    world.objects.push(added);
    world
}

/// A world that is compared with an old version of it.
pub fn compared() -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, world) in [("old.wrp", world()), ("new.wrp", changed())] {
        fs::write(path(name), wrp::encode(&world).unwrap()).unwrap();
    }
    let request =
        Request { inputs: vec![path("new.wrp")], against: Some(path("old.wrp")), ..Request::default() };
    Stage::load(request, folder)
}

fn picture(app: &App, is_old: bool) -> Vec<u8> {
    let world = app.world.as_ref().unwrap();
    let view = View::new("160,60,20,0,-25".parse().unwrap(), [160, 90]);
    let data = if is_old { &world.against.as_ref().unwrap().data } else { &world.data };
    render::shot(&world.kit.gpu, world.kit.renderer().unwrap(), data, &view).unwrap().rgba
}

#[test]
fn the_panel_lists_what_changed() {
    let mut harness = window(SIZE, compared());
    open_alone(&mut harness, Section::Compare);
    golden(&mut harness, "compare");
    harness.get_by_label("By model").click();
    harness.run_ok();
    harness.state_mut().app.comparing.search = "barn".into();
    harness.state_mut().app.comparing.line = 0.25;
    golden(&mut harness, "compare_search");
}

#[test]
fn kinds_are_hidden_and_words_are_sought() {
    let mut harness = window(SIZE, compared());
    open_alone(&mut harness, Section::Compare);
    let listed = |app: &App| {
        let against = app.world.as_ref().unwrap().against.as_ref().unwrap();
        let of = |index: &usize| against.objects()[*index].kind;
        app.comparing.listed(against).iter().map(of).collect::<Vec<_>>()
    };
    use ChangeKind::{Added, Moved, Removed, Replaced, Rotated};
    let all = [Added, Removed, Replaced, Moved, Moved, Moved, Rotated];
    assert_eq!(listed(&harness.state().app), all);
    harness.get_by_label("3 moved").click();
    harness.run_ok();
    assert_eq!(listed(&harness.state().app), [Added, Removed, Replaced, Rotated]);
    harness.state_mut().app.comparing.search = "77 FIR".into();
    assert_eq!(listed(&harness.state().app), [Added]);
}

#[test]
fn a_click_on_a_change_flies_there() {
    let mut harness = window(SIZE, compared());
    open_alone(&mut harness, Section::Compare);
    harness.get_by_label("t_fir.p3d  77").click();
    harness.run_steps(12);
    let app = &harness.state().app;
    assert_eq!(app.comparing.chosen, Some(0));
    let to = glam::DVec3::new(200.0, 18.0, 260.0) - app.look.camera.eye;
    assert!(to.length() < 60.0 && to.normalize().dot(app.look.camera.forward().as_dvec3()) > 0.999, "{to}");
}

#[test]
fn the_line_is_dragged_and_what_lies_under_it_is_not() {
    let mut harness = window(SIZE, compared());
    harness.state_mut().app.panels.are_folded = true;
    harness.run_ok();
    let before = harness.state().app.look.camera;
    let at = pos2(SIZE[0] * 0.5, 500.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.hover_at(at);
    harness.step();
    harness.event(button(at, true));
    harness.step();
    for x in [300.0, 200.0, 190.0] {
        harness.hover_at(pos2(x, 500.0));
        harness.step();
    }
    harness.event(button(pos2(190.0, 500.0), false));
    harness.step();
    let app = &harness.state().app;
    assert!((app.comparing.line - 0.25).abs() < 0.01, "{}", app.comparing.line);
    assert_eq!(app.look.camera, before);
}

#[test]
fn both_versions_are_drawn_as_they_are_and_changes_of_height_are_coloured() {
    let mut stage = compared();
    let [old, coloured] = [true, false].map(|is_old| picture(&stage.app, is_old));
    let world = stage.app.world.as_mut().unwrap();
    assert!(world.scene.overlay.is_some());
    world.data.show_overlay(None);
    let plain = picture(&stage.app, false);
    assert!(old != plain && plain != coloured);
    // Reds stand out where the ground was raised.
    let is_red = |pixel: &&[u8]| pixel[0] / 2 > pixel[1].max(pixel[2]).max(30);
    let reds = |rgba: &[u8]| rgba.chunks_exact(4).filter(is_red).count();
    assert!(reds(&coloured) > reds(&plain) + 50, "{} {}", reds(&coloured), reds(&plain));
    // The old one is what it is alone.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.wrp");
    fs::write(&path, wrp::encode(&self::world()).unwrap()).unwrap();
    let alone = Stage::load(Request { inputs: vec![path], ..Request::default() }, folder);
    assert!(picture(&alone.app, false) == old);
}
