//! What moves: play, pause, scrub, and the list of animations.

use egui::{Button, ScrollArea, Slider, TextStyle, Ui};

use crate::scene::timeline::{Animation, AnimationKind};
use crate::view::App;
use crate::view::playback::SPEEDS;

/// The frame, and whether it is playing.
pub fn state(app: &App) -> String {
    let is_moving = app.world.as_ref().is_some_and(|world| world.scene.timeline.is_moving());
    if !is_moving {
        return "nothing moves".to_owned();
    }
    let sign = if app.playback.is_playing { "playing" } else { "paused" };
    format!("{sign}, {} of {}", app.playback.frame(), app.playback.clip().end())
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    if !app.world.as_ref().is_some_and(|world| world.scene.timeline.is_moving()) {
        ui.weak(if app.animations.is_empty() {
            "Nothing in this scene moves: no file of it has a texture pattern or a texture animation."
        } else {
            "Nothing in this scene moves: none of its animations drives something that is drawn."
        });
    } else {
        controls(app, ui);
    }
    let row = ui.text_style_height(&TextStyle::Body);
    let area = ScrollArea::vertical().id_salt("animations").max_height(220.0);
    area.show_rows(ui, row, app.animations.len(), |ui, rows| {
        list(ui, app.animations.get(rows).unwrap_or_default());
    });
}

fn controls(app: &mut App, ui: &mut Ui) {
    let playback = &mut app.playback;
    let clip = playback.clip();
    ui.add_enabled_ui(playback.has_frames(), |ui| {
        ui.horizontal(|ui| {
            let button = |ui: &mut Ui, sign: &str, what: &str| {
                ui.add(Button::new(sign).min_size(egui::vec2(28.0, 22.0))).on_hover_text(what).clicked()
            };
            if button(ui, "⏮", "To the first frame") {
                playback.seek(*clip.start());
            }
            if button(ui, "⏴", "Back by a frame (,)") {
                playback.step(-1);
            }
            let (sign, what) =
                if playback.is_playing { ("⏸", "Pause (Space)") } else { ("▶", "Play (Space)") };
            if button(ui, sign, what) {
                playback.toggle();
            }
            if button(ui, "⏵", "On by a frame (.)") {
                playback.step(1);
            }
            ui.checkbox(&mut playback.is_looping, "Loop").on_hover_text("Begins again behind the last frame");
        });
        let mut frame = playback.frame();
        if ui.add(Slider::new(&mut frame, clip).text("Frame")).changed() {
            playback.is_playing = false;
            playback.seek(frame);
        }
        let speed = Slider::new(&mut playback.speed, SPEEDS).logarithmic(true).max_decimals(2);
        ui.add(speed.text("Speed").prefix("× ")).on_hover_text("× 1 is 30 frames a second");
    });
    if !playback.has_frames() {
        ui.weak("The animation has one frame only.");
    }
}

/// Every animation, and what it drives.
fn list(ui: &mut Ui, animations: &[Animation]) {
    for Animation { name, kind, last_frame, is_looping, driven } in animations {
        ui.horizontal(|ui| {
            let kind = match kind {
                AnimationKind::Pattern => "texture pattern",
                AnimationKind::Matrix => "texture animation",
            };
            let loops = if *is_looping { ", loops" } else { "" };
            let told = format!("{kind}, frames 0 to {last_frame}{loops}");
            let shown = name.escape_debug().to_string();
            if *driven > 0 {
                let things = if *driven == 1 { "thing" } else { "things" };
                ui.label(shown).on_hover_text(format!("{told}; drives {driven} {things}"));
            } else {
                ui.weak(shown).on_hover_text(format!(
                    "{told}; not shown: another one drives the same, or nothing here fits it. Choose it with --pattern"
                ));
            }
            ui.weak(format!("0 to {last_frame}"));
        });
    }
}
