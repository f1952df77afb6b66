//! Every key on the sheet does what the sheet says.

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, pos2, vec2};
use egui_kittest::Harness;

use super::stage::{Stage, window};
use sward::view::panels::keys::KEYS;
use sward::view::{App, Order};

/// A place in the picture.
const INSIDE: Pos2 = pos2(500.0, 200.0);

fn pose(harness: &Harness<'_, Stage>) -> String {
    harness.state().app.look.camera.to_string()
}

/// Holds a key for some frames and tells whether the camera went where `is_right` says.
fn flies(harness: &mut Harness<'_, Stage>, key: Key, way: impl Fn(&App) -> glam::DVec3) -> bool {
    let before = harness.state().app.look.camera.eye;
    let wanted = way(&harness.state().app);
    harness.key_down(key);
    harness.step();
    harness.step();
    harness.key_up(key);
    harness.run_steps(12);
    let moved = harness.state().app.look.camera.eye - before;
    moved.length() > 0.1 && moved.normalize().dot(wanted) > 0.99
}

/// Metres that a second of W flies with modifiers.
fn length(harness: &mut Harness<'_, Stage>, modifiers: Modifiers) -> f64 {
    let before = harness.state().app.look.camera.eye;
    harness.key_down(Key::W);
    harness.step();
    harness.event(Event::ModifiersChanged(modifiers));
    harness.run_steps(8);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.key_up(Key::W);
    harness.run_steps(12);
    (harness.state().app.look.camera.eye - before).length()
}

fn drag(harness: &mut Harness<'_, Stage>, button: PointerButton, modifiers: Modifiers) {
    let press = |pressed| Event::PointerButton { pos: INSIDE, button, pressed, modifiers };
    harness.event(Event::ModifiersChanged(modifiers));
    harness.hover_at(INSIDE);
    harness.step();
    harness.event(press(true));
    harness.step();
    harness.hover_at(INSIDE + vec2(40.0, 20.0));
    harness.step();
    harness.hover_at(INSIDE + vec2(60.0, 30.0));
    harness.step();
    harness.event(press(false));
    harness.step();
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
}

/// Clicks into the picture.
fn click(harness: &mut Harness<'_, Stage>, times: usize) {
    harness.hover_at(INSIDE);
    harness.step();
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    let press = |pressed| Event::PointerButton { pos: INSIDE, button, pressed, modifiers };
    // All in one frame: each that is told to the harness has a frame of its own, a quarter of a second later.
    harness.input_mut().events.extend([true, false].repeat(times).into_iter().map(press));
    harness.step();
}

/// Presses what stands on the sheet and tells whether it did what is said there.
fn works(key: &str) -> bool {
    let stage = match key {
        "Space" | ",  ." => Stage::square(),
        "X" => super::compare::compared(),
        _ => Stage::level(),
    };
    let mut harness = window([900.0, 500.0], stage);
    let axes = |app: &App| app.look.camera.axes().map(|axis| axis.as_dvec3());
    let before = pose(&harness);
    match key {
        "W A S D" => {
            flies(&mut harness, Key::W, |app| axes(app)[2])
                && flies(&mut harness, Key::S, |app| -axes(app)[2])
                && flies(&mut harness, Key::A, |app| -axes(app)[0])
                && flies(&mut harness, Key::D, |app| axes(app)[0])
        }
        "Q  E" => {
            flies(&mut harness, Key::E, |app| axes(app)[1])
                && flies(&mut harness, Key::Q, |app| -axes(app)[1])
        }
        "Right mouse button" => {
            let eye = harness.state().app.look.camera.eye;
            drag(&mut harness, PointerButton::Secondary, Modifiers::NONE);
            pose(&harness) != before && harness.state().app.look.camera.eye == eye
        }
        "Wheel" => {
            let speed = harness.state().app.controls.speed;
            harness.hover_at(INSIDE);
            harness.step();
            harness.event(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, 1.0),
                phase: TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            harness.step();
            harness.state().app.controls.speed > speed * 1.2
        }
        "Shift" => length(&mut harness, Modifiers::SHIFT) > 2.0 * length(&mut harness, Modifiers::NONE),
        "Ctrl" => length(&mut harness, Modifiers::CTRL) < 0.6 * length(&mut harness, Modifiers::NONE),
        "Alt + mouse button" => {
            let eye = harness.state().app.look.camera.eye;
            drag(&mut harness, PointerButton::Primary, Modifiers::ALT);
            harness.state().app.look.camera.eye.distance(eye) > 0.5
        }
        "G" => {
            harness.key_press(Key::G);
            harness.run_ok();
            let walks = harness.state().app.controls.walks;
            harness.key_press(Key::G);
            harness.run_ok();
            walks && !harness.state().app.controls.walks
        }
        "Home" => {
            harness.key_press(Key::Home);
            harness.run_steps(12);
            let home = harness.state().app.look.camera;
            harness.state_mut().app.look.camera = "1,2,3,4,5".parse().unwrap();
            harness.key_press(Key::Home);
            harness.run_steps(12);
            harness.state().app.look.camera == home
        }
        "Ctrl+1 … 9" => {
            harness.key_press_modifiers(Modifiers::COMMAND, Key::Num4);
            harness.run_steps(3);
            let state = &harness.state().app.state;
            let bookmark = &state.scenes.last().unwrap().bookmarks[0];
            bookmark.key == Some(4)
                && bookmark.camera.to_string() == before
                && harness.state_mut().app.take_orders() == [Order::Save]
        }
        "1 … 9" => {
            harness.key_press_modifiers(Modifiers::COMMAND, Key::Num9);
            harness.run_steps(3);
            harness.state_mut().app.look.camera = "1,2,3,4,5".parse().unwrap();
            harness.key_press(Key::Num9);
            harness.run_steps(12);
            pose(&harness) == before
        }
        "Ctrl+O" => {
            harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
            harness.run_steps(3);
            harness.state_mut().app.take_orders() == [Order::ChooseFiles]
        }
        "F5  Ctrl+R" => {
            harness.key_press(Key::F5);
            harness.run_steps(2);
            harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
            harness.run_steps(3);
            harness.state_mut().app.take_orders() == [Order::Reload, Order::Reload]
        }
        "Ctrl+C" => {
            harness.event(Event::Copy);
            harness.step();
            harness.state_mut().app.take_orders() == [Order::Copy(before)]
        }
        "Ctrl+V" => {
            harness.event(Event::Paste("10,20,30,40,-5".into()));
            harness.run_steps(12);
            pose(&harness).starts_with("10,20,30,40,-5")
        }
        "X" => {
            harness.key_press(Key::X);
            harness.run_steps(2);
            let old = harness.state().app.comparing.sides();
            harness.key_press(Key::X);
            harness.run_steps(2);
            old == [true, false] && harness.state().app.comparing.sides() == [false, true]
        }
        "F12" => {
            harness.key_press(Key::F12);
            harness.step();
            harness.step();
            harness.state_mut().app.take_orders() == [Order::TakePicture]
        }
        "Space" => {
            harness.key_press(Key::Space);
            harness.run_steps(2);
            let plays = harness.state().app.playback.is_playing;
            harness.key_press(Key::Space);
            harness.run_steps(2);
            plays && !harness.state().app.playback.is_playing
        }
        ",  ." => {
            harness.key_press(Key::Period);
            harness.run_steps(2);
            let on = harness.state().app.look.frame;
            harness.key_press(Key::Comma);
            harness.run_steps(2);
            on == 1 && harness.state().app.look.frame == 0
        }
        "Tab" => {
            harness.key_press(Key::Tab);
            harness.run_ok();
            let folded = harness.state().app.panels.are_folded;
            harness.key_press(Key::Tab);
            harness.run_ok();
            folded && !harness.state().app.panels.are_folded
        }
        "Esc" => {
            harness.key_press(Key::F1);
            harness.run_ok();
            let shown = harness.state().app.panels.shows_keys;
            harness.key_press(Key::Escape);
            harness.run_ok();
            let folded = shown && !harness.state().app.panels.shows_keys;
            click(&mut harness, 1);
            let selected = harness.state().app.asking.selection.is_some();
            harness.key_press(Key::Escape);
            harness.run_ok();
            folded && selected && harness.state().app.asking.selection.is_none()
        }
        "Click" => {
            click(&mut harness, 1);
            harness.state().app.asking.selection.is_some() && pose(&harness) == before
        }
        "Double click" => {
            click(&mut harness, 2);
            harness.run_steps(12);
            pose(&harness) != before
        }
        "F" => {
            click(&mut harness, 1);
            harness.key_press(Key::F);
            harness.run_steps(12);
            let app = &harness.state().app;
            let (middle, _) = app.asking.selection.as_ref().unwrap().answer.sphere;
            let to = (middle - app.look.camera.eye).normalize();
            to.dot(app.look.camera.forward().as_dvec3()) > 0.9999
        }
        "F1" => {
            harness.key_press(Key::F1);
            harness.run_ok();
            harness.state().app.panels.shows_keys
        }
        "Ctrl+Q" => {
            harness.key_press_modifiers(Modifiers::COMMAND, Key::Q);
            harness.run_steps(3);
            harness.state_mut().app.take_orders() == [Order::Quit]
        }
        other => panic!("nothing here presses {other:?}"),
    }
}

#[test]
fn every_key_on_the_sheet_does_something() {
    for (subject, keys) in KEYS {
        for (key, what) in keys {
            assert!(works(key), "{subject}: {key}: {what}");
        }
    }
}
