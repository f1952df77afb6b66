//! Asking: what is clicked is told, models are listed, hidden, isolated and flown to.

use std::fs;

use egui::{Event, Modifiers, PointerButton, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::stage::{Stage, golden, open_alone, window};
use crate::picking::{grass, place, world};
use sward::formats::wrp;
use sward::formats::xray::encode_details;
use sward::scene::answer::Thing;
use sward::scene::catalogue::ModelId;
use sward::view::panels::section::Section;
use sward::view::{App, Request};

/// Points: room for a panel and a sheet.
const WINDOW: [f32; 2] = [760.0, 520.0];

/// Ten houses of two models and a meadow.
fn village() -> Stage {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("village.wrp"), wrp::encode(&world(10)).unwrap()).unwrap();
    fs::write(folder.path().join("level.details"), encode_details(&grass()).unwrap()).unwrap();
    let inputs = ["village.wrp", "level.details"].map(|name| folder.path().join(name)).to_vec();
    Stage::load(Request { inputs, ..Request::default() }, folder)
}

/// Looks at the house of a number, which is in the middle of the picture.
fn look_at(app: &mut App, house: usize) {
    let at = place(house);
    app.look.camera = format!("{},{},{},0,-15", at.x, at.y + 12.0, at.z - 38.0).parse().unwrap();
}

/// Clicks into the middle of what the left panel leaves.
fn click_middle(harness: &mut Harness<'_, Stage>) {
    let pos = pos2((280.0 + WINDOW[0]) * 0.5, WINDOW[1] * 0.5 - 12.0);
    harness.hover_at(pos);
    harness.step();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
    }
    harness.run_ok();
}

fn selected(harness: &Harness<'_, Stage>) -> Option<Thing> {
    harness.state().app.asking.selection.as_ref().map(|selection| selection.hit.thing)
}

fn value<'a>(harness: &'a Harness<'_, Stage>, name: &str) -> Option<&'a str> {
    harness.state().app.asking.selection.as_ref()?.answer.value(name)
}

#[test]
fn a_click_tells_what_is_there_and_the_sheet_shows_it() {
    let mut harness = window(WINDOW, village());
    open_alone(&mut harness, Section::Sun);
    look_at(&mut harness.state_mut().app, 4);
    harness.run_ok();
    click_middle(&mut harness);
    assert_eq!(value(&harness, "Id"), Some("1004"), "{:?}", selected(&harness));
    golden(&mut harness, "inspector");
    harness.get_by_label("Hide").click();
    harness.run_ok();
    assert!(selected(&harness).is_none(), "what is hidden is no longer selected");
    assert!(harness.state().app.asking.hidden.contains(&ModelId::Object(0)));
    click_middle(&mut harness);
    assert_ne!(value(&harness, "Id"), Some("1004"));
}

#[test]
fn a_place_on_the_ground_has_a_ring() {
    let mut harness = window(WINDOW, village());
    open_alone(&mut harness, Section::Sun);
    harness.state_mut().app.look.camera = "700,40,300,0,-30".parse().unwrap();
    harness.run_ok();
    click_middle(&mut harness);
    assert_eq!(selected(&harness), Some(Thing::Ground));
    golden(&mut harness, "inspector_ground");
}

#[test]
fn models_are_listed_searched_hidden_isolated_and_shown_again() {
    let mut harness = window(WINDOW, village());
    open_alone(&mut harness, Section::Models);
    golden(&mut harness, "models");
    harness.state_mut().app.panels.model_search = "HOUSE_B".into();
    harness.run_ok();
    assert!(harness.query_by_label("house_a.p3d").is_none());
    harness.get_by_label("Hide these").click();
    harness.run_ok();
    let hidden = |harness: &Harness<'_, Stage>| harness.state().app.asking.hidden.clone();
    assert_eq!(hidden(&harness), [ModelId::Object(1)].into());
    golden(&mut harness, "models_searched");
    harness.get_by_label("Show all").click();
    harness.run_ok();
    assert!(hidden(&harness).is_empty());
    harness.get_by_label("◎").click();
    harness.run_ok();
    let others = [ModelId::Object(0), ModelId::Plant(0), ModelId::Plant(1)];
    assert_eq!(hidden(&harness), others.into(), "the found one is isolated");
}

#[test]
fn a_click_on_a_model_flies_to_its_nearest_and_then_to_the_next() {
    let mut harness = window(WINDOW, village());
    open_alone(&mut harness, Section::Models);
    look_at(&mut harness.state_mut().app, 6);
    harness.state_mut().app.panels.model_search = "house_a".into();
    harness.run_ok();
    harness.get_by_label("house_a.p3d").click();
    harness.run_steps(12);
    assert_eq!(value(&harness, "Id"), Some("1006"), "even numbers are of this model");
    harness.get_by_label("⏵").click();
    harness.run_steps(12);
    assert_eq!(value(&harness, "Id"), Some("1008"));
    let app = &harness.state().app;
    let to = (app.asking.selection.as_ref().unwrap().answer.sphere.0 - app.look.camera.eye).normalize();
    assert!(to.dot(app.look.camera.forward().as_dvec3()) > 0.999, "it is in the middle");
}

#[test]
fn layers_hide_objects_by_kind_and_grass_by_model() {
    let mut harness = window(WINDOW, village());
    open_alone(&mut harness, Section::Layers);
    for title in ["by kind", "by model"] {
        harness.get_by_label(title).click();
        harness.run_steps(8);
    }
    golden(&mut harness, "layers_by_kind");
    harness.get_by_label_contains("building").click();
    harness.get_by_label_contains("0 low").click();
    harness.run_ok();
    let expected = [ModelId::Object(0), ModelId::Object(1), ModelId::Plant(0)];
    assert_eq!(harness.state().app.asking.hidden, expected.into());
}
