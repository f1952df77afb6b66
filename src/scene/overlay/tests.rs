//! Each overlay finds what was put into a hand-made level.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::formats::bytes::Warnings;
use crate::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Part, Slot, SlotBounds, SlotLight,
};
use crate::scatter::Rules;
use crate::scene::clutter::{ClutterGround, V2Light};

const NONE: Part = Part { model: None, density: [0; 4] };

fn part(model: u16, density: u8) -> Part {
    Part { model: Some(model), density: [density; 4] }
}

fn slot(first: Part, second: Part) -> Slot {
    Slot {
        bounds: SlotBounds::Absolute { bottom: 5.0, top: 6.0 },
        parts: [first, second, NONE, NONE],
        light: SlotLight::Baked { sun: 3, hemi: 6, rgb: [0; 3] },
    }
}

fn phantom() -> Slot {
    let bounds = SlotBounds::Quantised { base: 0, height: 0 };
    Slot { bounds, ..slot(part(0, 15), NONE) }
}

/// A row of slots from world x = 10 m, z = -4 m on, and models with the textures `a`, `b`, `b`, ...
fn level(slots: Vec<Slot>) -> Details {
    let model = |texture: &str| DetailModel {
        shader: String::new(),
        texture: texture.to_owned(),
        flags: 0,
        min_scale: 1.0,
        max_scale: 1.0,
        vertices: vec![DetailVertex { position: [0.0; 3], uv: [0.0; 2] }; 3],
        indices: vec![0, 1, 2],
        dropped_triangles: 0,
    };
    Details {
        version: 3,
        size: [slots.len() as u32, 1],
        offset: [-5, 2],
        models: ["a", "b", "b", "c"].map(model).to_vec(),
        slots,
        warnings: Warnings::default(),
    }
}

/// Level ground at a height, from one world x to another.
fn mesh(y: f32, [west, east]: [f32; 2]) -> Cform {
    let vertices = vec![[west, y, -9.0], [west, y, 9.0], [east, y, -9.0], [east, y, 9.0]];
    let triangles =
        [[0, 1, 2], [2, 1, 3]].map(|vertices| CformTriangle { vertices, ..CformTriangle::default() });
    Cform { version: 4, vertices, triangles: triangles.to_vec(), ..Cform::default() }
}

fn no_heights() -> Heightfield {
    Heightfield { width: 0, depth: 0, cell: 1.0, origin: [0.0; 2], heights: vec![] }
}

fn overlay(
    name: &str,
    details: &Details,
    mesh: Option<&Cform>,
    planting: &Planting,
) -> Result<Overlay, OverlayError> {
    let collision = mesh.map(|mesh| Collision { mesh, passable: &[] });
    let clutter = Clutter::from_details(details, planting, collision).unwrap();
    let subject = Subject { details, clutter: &clutter, planting, ground: &no_heights(), collision };
    Overlay::new(&name.parse().unwrap(), &subject)
}

fn on_boxes(name: &str, details: &Details) -> Overlay {
    overlay(name, details, None, &Planting::default()).unwrap()
}

/// The colour in a slot of the row, at a place from 0 to 1; `None` where nothing is said.
fn color(overlay: &Overlay, slot: u32, [x, z]: [f64; 2]) -> Option<Color> {
    let [width, depth] = overlay.size;
    let along = ((f64::from(slot) + x) * 2.0 / overlay.texel) as usize;
    let row = (z * f64::from(depth)) as usize;
    let texel = &overlay.texels[(row * width as usize + along) * 4..][..4];
    (texel[3] == 255).then_some([texel[0], texel[1], texel[2]])
}

const MIDDLE: [f64; 2] = [0.5, 0.5];

fn colors(overlay: &Overlay) -> Vec<Option<Color>> {
    let slots = (f64::from(overlay.size[0]) * overlay.texel / 2.0) as u32;
    (0..slots).map(|slot| color(overlay, slot, MIDDLE)).collect()
}

/// The colour that the legend has for a number.
fn ramp_color(overlay: &Overlay, number: f32) -> Color {
    let ramp = overlay.legend.ramp.as_ref().unwrap();
    let last = ramp.ticks.last().unwrap();
    ramp.colors.at(number / last.text.parse::<f32>().unwrap())
}

fn swatches(overlay: &Overlay) -> Vec<(&str, u64)> {
    overlay.legend.swatches.iter().map(|swatch| (swatch.name.as_str(), swatch.count)).collect()
}

/// The colour that the legend has for a thing.
fn swatch(overlay: &Overlay, name: &str) -> Option<Color> {
    overlay
        .legend
        .swatches
        .iter()
        .find(|swatch| swatch.name.starts_with(name))
        .and_then(|swatch| swatch.color)
}

#[test]
fn an_overlay_lies_where_the_level_lies() {
    let details = level(vec![slot(part(0, 8), NONE); 3]);
    let planting = Planting { moved: [1000.5, -2.0], ..Planting::default() };
    let overlay = overlay("instances", &details, None, &planting).unwrap();
    assert_eq!(overlay.corner, [1010.5, -6.0]);
    assert_eq!((overlay.size, overlay.texel), ([3, 1], 2.0));
}

#[test]
fn the_density_is_that_of_the_densest_part_and_lies_between_the_corners() {
    // 0 in the west, 12 in the east; the other part is 6 everywhere.
    let slope = Part { model: Some(1), density: [0, 12, 0, 12] };
    let details = level(vec![slot(slope, part(0, 6)), slot(NONE, part(3, 3)), phantom(), slot(NONE, NONE)]);
    let found = on_boxes("density", &details);
    assert_eq!(found.size, [32, 8], "eight texels a slot");
    // 12 of 15 are 80 %.
    assert_eq!(found.legend.ramp.as_ref().unwrap().ticks.last().unwrap().text, "80");
    assert_eq!(color(&found, 0, [0.1, 0.9]), Some(ramp_color(&found, 40.0)), "6 of 15");
    assert_eq!(color(&found, 0, [0.99, 0.1]), Some(ramp_color(&found, 80.0 * 15.0 / 16.0)));
    assert_eq!(color(&found, 1, MIDDLE), Some(ramp_color(&found, 20.0)));
    assert_eq!([color(&found, 2, MIDDLE), color(&found, 3, MIDDLE)], [None, None], "a phantom, and nothing");

    let one = on_boxes("density:1", &details);
    assert_eq!(color(&one, 0, [0.01, 0.5]), Some(ramp_color(&one, 80.0 / 16.0)));
    assert_eq!(color(&one, 1, MIDDLE), None, "another model");
    assert_eq!(on_boxes("density:C", &details).texels, on_boxes("density:3", &details).texels);
    assert_eq!(one.legend.title, "Density of model 1 b");
}

#[test]
fn a_model_is_asked_for_by_what_tells_it_from_the_others() {
    let details = level(vec![slot(part(0, 8), NONE)]);
    let said = |name: &str| overlay(name, &details, None, &Planting::default()).unwrap_err().to_string();
    assert!(said("density:4").contains("an index from 0 to 3"), "{}", said("density:4"));
    assert!(said("density:d").contains("no model \"d\""), "{}", said("density:d"));
    assert!(said("density:b").contains("the models 1, 2 all have"), "{}", said("density:b"));
}

#[test]
fn a_bare_slot_says_why() {
    let details = level(vec![
        slot(part(0, 15), NONE),
        phantom(),
        slot(part(0, 0), part(9, 15)), // No density, and a model that isn't there.
        slot(NONE, NONE),
        slot(part(0, 15), NONE), // The mesh ends before it.
    ]);
    let ground = mesh(5.5, [0.0, 17.9]);
    let found = overlay("slots", &details, Some(&ground), &Planting::default()).unwrap();
    let wanted = ["plants grow", "phantom", "models, but no density", "", "no ground in the box"];
    let wanted: Vec<_> =
        wanted.iter().map(|name| swatch(&found, name).filter(|_| !name.is_empty())).collect();
    assert_eq!(colors(&found), wanted);
    assert!(found.legend.swatches.iter().all(|swatch| swatch.count == 1), "{:?}", found.legend);
    assert!(found.grid && found.plants);
    // The phantom has no box to show, and the empty slot wants none.
    let corners: Vec<_> = found.boxes.iter().map(|of_slot| of_slot.corner).collect();
    assert_eq!(corners, [[10.0, 5.0, -4.0], [14.0, 5.0, -4.0], [18.0, 5.0, -4.0]]);
    assert!(found.boxes.iter().all(|of_slot| of_slot.height == 1.0));

    // What looks down is in the box, but no plant stands on it.
    let mut ceiling = mesh(5.5, [0.0, 20.0]);
    for triangle in &mut ceiling.triangles {
        triangle.vertices.swap(0, 1);
    }
    let dense = level(vec![slot(part(0, 15), NONE)]);
    let found = overlay("slots", &dense, Some(&ceiling), &Planting::default());
    assert_eq!(swatches(&found.unwrap()), [("ground in the box, but under no candidate", 1)]);
    // One step of the file, in one corner, and few candidates: the dither lets nothing pass.
    let thin = level(vec![slot(Part { model: Some(0), density: [0, 0, 0, 1] }, NONE)]);
    let rules = Rules { step: 1.0, ..Rules::default() };
    let found = overlay("slots", &thin, None, &Planting { rules, ..Planting::default() }).unwrap();
    assert_eq!(swatches(&found), [("too thin for a plant at this step", 1)]);
}

#[test]
fn the_dominant_model_is_the_one_with_the_most_plants() {
    let details = level(vec![
        slot(part(3, 15), part(1, 2)),
        slot(part(3, 15), NONE),
        slot(part(1, 15), part(0, 1)),
        slot(part(0, 0), NONE),
    ]);
    let found = on_boxes("dominant-model", &details);
    assert_eq!(
        swatches(&found),
        [("model 3 c", 2), ("model 1 b", 1), ("nothing grows", 1)],
        "the most frequent first"
    );
    let [c, b] = ["model 3", "model 1"].map(|name| swatch(&found, name));
    assert_eq!(colors(&found), [c, c, b, None]);
}

#[test]
fn models_beyond_the_palette_share_a_colour_and_a_line() {
    let mut details = level((0..12).map(|model| slot(part(model, 15), NONE)).collect());
    details.models = vec![details.models[0].clone(); 12];
    let found = on_boxes("dominant-model", &details);
    assert_eq!(found.legend.swatches.len(), 9);
    assert_eq!(found.legend.swatches[0].name, "model 0", "the texture is the same in all");
    assert_eq!(found.legend.rest, Some(Rest { color: Some(colors::OTHER), things: 3 }));
    assert_eq!(colors(&found)[9..], [Some(colors::OTHER); 3]);
    assert!(found.legend.to_string().ends_with("and 3 more\nNumbers count slots."), "{}", found.legend);
}

#[test]
fn instances_are_counted_as_planted() {
    let details = level(vec![slot(part(0, 15), NONE), slot(part(0, 4), NONE), slot(part(0, 0), NONE)]);
    let planting = Planting::default();
    let clutter = Clutter::from_details(&details, &planting, None).unwrap();
    let plants = clutter.plant(&no_heights());
    let in_slot = |slot: u32| plants.iter().filter(|plant| plant.slot_index() == slot).count() as f32;
    let found = on_boxes("instances", &details);
    let wanted = [0, 1].map(|slot| Some(ramp_color(&found, in_slot(slot) / 4.0)));
    assert_eq!(colors(&found), [wanted[0], wanted[1], None]);
    assert!(
        found.legend.notes[0].starts_with(&format!("{} plants in 2 slots", plants.len())),
        "{:?}",
        found.legend
    );
}

#[test]
fn light_is_shown_as_stored_where_it_is_used() {
    let mut details =
        level(vec![slot(part(0, 8), NONE), slot(NONE, NONE), phantom(), slot(part(0, 8), NONE)]);
    details.slots[3].light = SlotLight::Baked { sun: 0, hemi: 0, rgb: [0; 3] };
    for (name, level) in [("sun", 3.0), ("hemi", 6.0)] {
        let found = on_boxes(name, &details);
        let dark = Some(ramp_color(&found, 0.0));
        assert_eq!(colors(&found), [Some(ramp_color(&found, level)), None, None, dark], "{name}");
        assert_eq!(found.legend.notes[0], "1 of 2 slots with models and ground have none.");
    }
}

#[test]
fn the_light_of_version_2_lies_between_its_corners_in_the_order_of_its_build() {
    let mut details = level(vec![slot(part(0, 8), NONE)]);
    details.slots[0].light = SlotLight::Corners([15, 15, 0, 0]);
    for (v2_light, bright) in [(V2Light::Early, 0.01), (V2Light::Late, 0.99)] {
        let planting = Planting { v2_light, ..Planting::default() };
        let found = overlay("sun", &details, None, &planting).unwrap();
        assert_eq!(color(&found, 0, [0.5, bright]), Some(ramp_color(&found, 15.0 * 15.0 / 16.0)));
        assert_eq!(color(&found, 0, [0.5, 1.0 - bright]), Some(ramp_color(&found, 15.0 / 16.0)));
    }
}

#[test]
fn phantoms_stand_out_of_the_slots_with_ground() {
    let found = on_boxes("phantom", &level(vec![slot(part(0, 8), NONE), phantom(), slot(NONE, NONE)]));
    assert_eq!(swatches(&found), [("phantom", 1), ("has ground", 1), ("no models", 1)]);
    assert_eq!(colors(&found), [swatch(&found, "has"), swatch(&found, "phantom"), None]);
}

#[test]
fn boxes_that_float_or_are_buried_are_coloured_by_how_far_and_drawn() {
    let mut details = level(vec![slot(part(0, 8), NONE); 5]);
    details.slots[1].bounds = SlotBounds::Absolute { bottom: 9.5, top: 10.0 };
    details.slots[2].bounds = SlotBounds::Absolute { bottom: 1.0, top: 1.5 };
    details.slots[3] = phantom();
    let ground = mesh(5.5, [0.0, 18.0]);
    let found = overlay("outside-box", &details, Some(&ground), &Planting::default()).unwrap();
    let ramp = found.legend.ramp.as_ref().unwrap();
    let ticks: Vec<_> = ramp.ticks.iter().map(|tick| tick.text.as_str()).collect();
    assert_eq!(ticks, ["-4", "-1", "-0.25", "0", "0.25", "1", "4"]);
    let [floating, buried] = [0.0, 1.0].map(|place| Some(ramp.colors.at(place)));
    let fine = swatch(&found, "ground is inside");
    let groundless = swatch(&found, "no ground at all");
    assert_eq!(colors(&found), [fine, floating, buried, None, groundless]);
    let boxes: Vec<_> = found.boxes.iter().map(|of_slot| (of_slot.corner[0], Some(of_slot.color))).collect();
    assert_eq!(boxes, [(12.0, floating), (14.0, buried)]);

    let error = overlay("outside-box", &details, None, &Planting::default()).unwrap_err();
    assert!(error.to_string().contains("name a level.cform or a .wrp"), "{error}");
}

#[test]
fn the_share_of_dropped_candidates_is_told_for_each_slot() {
    let details = level(vec![
        slot(part(0, 15), NONE),
        slot(part(0, 15), NONE), // At x = 12 to 14 m; the ground ends in it.
        slot(part(0, 15), NONE),
        slot(part(0, 0), NONE),
        phantom(),
    ]);
    let ground = mesh(5.5, [0.0, 13.0]);
    let found = overlay("dropped", &details, Some(&ground), &Planting::default()).unwrap();
    let colors = colors(&found);
    let [spared, untried] = ["slots that lose none", "no ground in the box"].map(|name| swatch(&found, name));
    assert_eq!([colors[0], colors[2], colors[3], colors[4]], [spared, untried, None, None]);
    // With the slot on the edge, these are all five.
    let bare = ("phantom, no models or no density", 2);
    assert_eq!(swatches(&found), [("slots that lose none", 1), ("no ground in the box", 1), bare]);

    let planting = Planting::default();
    let collision = Some(Collision { mesh: &ground, passable: &[] });
    let clutter = Clutter::from_details(&details, &planting, collision).unwrap();
    assert!(matches!(clutter.ground, ClutterGround::Triangles(_)));
    let planted = clutter.plant(&no_heights()).iter().filter(|plant| plant.slot_index() == 1).count() as f32;
    let all = Clutter::from_details(&details, &planting, None).unwrap().plant(&no_heights());
    let candidates = all.iter().filter(|plant| plant.slot_index() == 1).count() as f32;
    assert_eq!(colors[1], Some(ramp_color(&found, 100.0 * (1.0 - planted / candidates))));
    assert!(planted > 10.0 && planted < candidates - 10.0, "{planted} of {candidates}");
}

#[test]
fn a_slot_too_thin_for_a_candidate_is_told_beside_those_that_lose_some() {
    let thin = Part { model: Some(0), density: [0, 0, 0, 1] };
    let details = level(vec![slot(thin, NONE), slot(NONE, NONE), slot(part(0, 15), NONE)]);
    let rules = Rules { step: 1.0, ..Rules::default() };
    let found = overlay("dropped", &details, None, &Planting { rules, ..Planting::default() }).unwrap();
    let counted =
        ["slots that lose none", "too thin for a plant at this step", "phantom, no models or no density"]
            .map(|name| (name, 1));
    assert_eq!(swatches(&found), counted);
    assert!(found.legend.to_string().contains("\nno colour too thin"), "{}", found.legend);
}

#[test]
fn ground_without_a_colour_is_counted_in_every_key() {
    let details = level(vec![slot(part(0, 15), NONE), phantom(), slot(NONE, NONE)]);
    for (name, uncoloured) in [
        ("density", ("slots without any", 2)),
        ("instances", ("nothing grows", 2)),
        ("sun", ("phantoms, and slots without models", 2)),
        ("hemi", ("phantoms, and slots without models", 2)),
        ("dropped", ("phantom, no models or no density", 2)),
        ("slots", ("no models", 1)),
    ] {
        let found = on_boxes(name, &details);
        assert_eq!(swatches(&found).last(), Some(&uncoloured), "{name}");
    }
}

#[test]
fn a_level_in_which_nothing_is_used_has_empty_overlays() {
    let details = level(vec![slot(NONE, NONE); 2]);
    for (name, _) in NAMES.iter().filter(|(name, _)| *name != "outside-box" && !name.contains(':')) {
        let found = on_boxes(name, &details);
        assert!(found.texels.iter().all(|byte| *byte == 0), "{name}");
        assert!(!found.legend.title.is_empty() && found.boxes.is_empty(), "{name}");
    }
}
