//! How the grass is planted.

use egui::{ComboBox, DragValue, Grid, Response, Slider, Ui};

use crate::numbers::thousands;
use crate::scatter::{ArgumentOrder, Profile};
use crate::scene::clutter::{GroundChoice, Planting, V2Light};
use crate::scene::seed::{Seed, Sown};
use crate::view::App;
use crate::view::work::Task;

/// Metres between two candidates, as `--step` takes them.
const STEPS: std::ops::RangeInclusive<f32> = 0.04..=1.0;

/// What plants stand on, in words.
const GROUNDS: [(GroundChoice, &str, &str); 4] = [
    (
        GroundChoice::Auto,
        "auto",
        "The world where there is one, else the level's collision mesh, else the boxes",
    ),
    (GroundChoice::Cform, "collision mesh", "The level's collision mesh, as in the game"),
    (GroundChoice::Heightfield, "heights", "The heights of the world"),
    (GroundChoice::Box, "boxes", "The lower end of each slot's box"),
];

/// How many plants there are.
pub fn state(app: &App) -> String {
    match &app.world {
        Some(world) if world.scene.clutter.is_some() => {
            format!("{}, {}", app.wanted.planting.rules.profile.name(), plants(world.data.planted()))
        }
        _ => "none".to_owned(),
    }
}

fn plants(count: u64) -> String {
    format!("{} plant{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// Lays out the panel.
pub fn show(app: &mut App, ui: &mut Ui) {
    let Some(world) = &app.world else { return };
    let (Some(seed), Some(clutter)) = (&world.scene.seed, &world.scene.clutter) else {
        ui.weak("This scene has no grass. Open a level.details or a .dm to plant some.");
        return;
    };
    let mut planting = app.panels.draft.unwrap_or(app.wanted.planting);
    let is_dragged = settings(ui, &mut planting, seed);
    ui.add_space(4.0);
    Grid::new("plants").num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
        let mut row = |what: &str, count: u64, why: &str| {
            ui.label(what).on_hover_text(why);
            ui.monospace(thousands(count));
            ui.end_row();
        };
        row("Plants", world.data.planted(), "All that were planted, drawn or not");
        row("Slots with models", clutter.used_slots as u64, "Squares of 2 m of which a part names a model");
        if clutter.phantom_slots > 0 {
            let why = "They name models, but have no ground by their own account: nothing grows there";
            row("of them phantoms", clutter.phantom_slots as u64, why);
        }
        if clutter.slots_without_ground > 0 {
            let why = "No triangle of the collision mesh lies in their box: nothing grows there";
            row("of them without ground", clutter.slots_without_ground as u64, why);
        }
    });
    if ui.button("Reset").on_hover_text("Plants as the scene was opened").clicked() {
        planting = app.panels.opened_planting;
    }
    // What is dragged is planted once it is let go.
    if is_dragged {
        app.panels.draft = Some(planting);
    } else {
        app.panels.draft = None;
        app.wanted.planting = planting;
    }
    progress(app, ui);
}

fn progress(app: &App, ui: &mut Ui) {
    if let Some((task @ Task::Replant(..), start)) = app.work.task() {
        super::waits(ui, task.words(), start);
    } else if let Some((Task::Replant(..), words)) = &app.work.failure {
        ui.colored_label(ui.visuals().error_fg_color, words);
    } else if let Some(time) = app.work.times.replant {
        ui.weak(format!("planted in {}", super::seconds(time)));
    }
}

/// The settings, a row each; true while one of them is dragged.
fn settings(ui: &mut Ui, planting: &mut Planting, seed: &Seed) -> bool {
    let rules = &mut planting.rules;
    let mut is_dragged = false;
    let mut drag = |response: Response| {
        is_dragged |= response.dragged();
        response
    };
    ComboBox::from_label("Engine")
        .selected_text(rules.profile.name())
        .show_ui(ui, |ui| {
            for profile in Profile::ALL {
                if ui.selectable_label(rules.profile == profile, profile.name()).clicked() {
                    rules.profile = profile;
                    rules.step = profile.default_step();
                    rules.detail_height = 1.0;
                }
            }
        })
        .response
        .on_hover_text("Which engine plants: they differ in their seeds and in what is solid");

    ground(ui, planting, seed);

    let rules = &mut planting.rules;
    ui.horizontal(|ui| {
        let slider = Slider::new(&mut rules.step, STEPS).logarithmic(true).fixed_decimals(2).suffix(" m");
        drag(ui.add(slider.text("Step")))
            .on_hover_text("Metres between two candidates (r__detail_density); smaller is denser");
        let own = rules.profile.steps();
        if !own.contains(&rules.step) {
            let why = format!(
                "{} itself takes {} to {} m, so no game looks like this",
                rules.profile.name(),
                own.start(),
                own.end()
            );
            ui.colored_label(ui.visuals().warn_fg_color, "⚠").on_hover_text(why);
        }
    });
    if let Some(heights) = rules.profile.detail_heights() {
        let slider = Slider::new(&mut rules.detail_height, heights).fixed_decimals(2).prefix("× ");
        drag(ui.add(slider.text("Size"))).on_hover_text("Factor on the plants' size (r__detail_height)");
    }
    if seed.has_world && matches!(seed.sown, Sown::Level(_)) {
        ui.horizontal(|ui| {
            let label = ui.label("Moved by").on_hover_text("Of the level over the world: east, north");
            for (axis, prefix) in planting.moved.iter_mut().zip(["X ", "Z "]) {
                let value = DragValue::new(axis).speed(1.0).range(-1e6..=1e6).prefix(prefix).suffix(" m");
                drag(ui.add(value).labelled_by(label.id));
            }
        });
    }
    ui.horizontal(|ui| {
        ui.label("Jitter").on_hover_text("Which coordinate the engine's compiler draws first");
        let order = &mut planting.rules.argument_order;
        ui.selectable_value(order, ArgumentOrder::ZFirst, "z first")
            .on_hover_text("As in the games' own builds");
        ui.selectable_value(order, ArgumentOrder::XFirst, "x first")
            .on_hover_text("As other compilers may do it");
    });
    if matches!(&seed.sown, Sown::Level(details) if details.version < 3) {
        ui.horizontal(|ui| {
            ui.label("Light").on_hover_text("The corners of the light in a level of version 2");
            ui.selectable_value(&mut planting.v2_light, V2Light::Early, "early")
                .on_hover_text("Builds 1096 to 1230");
            ui.selectable_value(&mut planting.v2_light, V2Light::Late, "late")
                .on_hover_text("Builds 1233 to 1558");
        });
    }
    is_dragged
}

/// What the plants stand on; what the scene hasn't is said when it is pointed at.
fn ground(ui: &mut Ui, planting: &mut Planting, seed: &Seed) {
    let named =
        GROUNDS.iter().find(|(choice, ..)| *choice == planting.ground).map_or("", |(_, name, _)| name);
    ComboBox::from_label("Ground")
        .selected_text(named)
        .show_ui(ui, |ui| {
            for (choice, name, what) in GROUNDS {
                let asked = Planting { ground: choice, ..*planting };
                let why_not = asked.settle_ground(seed.has_world, seed.collision.is_some()).err();
                let label = egui::Button::selectable(planting.ground == choice, name);
                let response = ui.add_enabled(why_not.is_none(), label).on_hover_text(what);
                if response.clicked() {
                    planting.ground = choice;
                }
                if let Some(why_not) = why_not {
                    response.on_disabled_hover_text(why_not.to_string());
                }
            }
        })
        .response
        .on_hover_text("What the plants stand on");
}
