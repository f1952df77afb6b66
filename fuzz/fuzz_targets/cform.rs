//! Collision meshes: what decodes can be used without a look, is written as it was read, holds plants and is drawn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sward::formats::xray::{self, Cform, DetailModel, Details, Part, Slot, SlotBounds, SlotLight};
use sward::scene::clutter::{Clutter, Collision, Planting};
use sward::scene::heightfield::Heightfield;
use sward::scene::level_mesh;

fuzz_target!(|bytes: &[u8]| {
    xray::cform::recognise(bytes);
    let Ok(cform) = xray::decode_cform(bytes) else { return };
    assert!(cform.vertices.as_flattened().iter().all(|value| value.is_finite()));
    let corner_is_there = |&corner: &u32| (corner as usize) < cform.vertices.len();
    assert!(cform.triangles.iter().all(|triangle| triangle.vertices.iter().all(corner_is_there)));
    let written = xray::encode_cform(&cform).expect("what was read is sound");
    if cform.triangles.len() <= 4096 {
        plant_on(&cform);
        level_mesh::of_cform(&cform, None);
    }
    // Bare, or behind the header of its chunk.
    assert!(bytes.starts_with(&written) || bytes.get(8..).is_some_and(|rest| rest.starts_with(&written)));
});

/// Plants a small level about the origin on a mesh: each plant stands within its slot's box.
fn plant_on(cform: &Cform) {
    let model = DetailModel {
        shader: String::new(),
        texture: String::new(),
        flags: 0,
        min_scale: 1.0,
        max_scale: 2.0,
        vertices: Vec::new(),
        indices: Vec::new(),
        dropped_triangles: 0,
    };
    let slot = Slot {
        bounds: SlotBounds::Absolute { bottom: -8.0, top: 12.0 },
        parts: [Part { model: Some(0), density: [9; 4] }; 4],
        light: SlotLight::Corners([8; 4]),
    };
    let details = Details {
        version: 2,
        size: [16, 16],
        offset: [8, 8],
        models: vec![model],
        slots: vec![slot; 256],
        warnings: Default::default(),
    };
    let collision = Collision { mesh: cform, passable: &[false, true] };
    let Ok(clutter) = Clutter::from_details(&details, &Planting::default(), Some(collision)) else { return };
    let none = Heightfield { width: 0, depth: 0, cell: 1.0, origin: [0.0; 2], heights: Vec::new() };
    for plant in clutter.plant(&none) {
        assert!((-8.01..=12.01).contains(&plant.position[1]), "{plant:?}");
    }
}
