//! A level of 371 x 371 slots, as large as the games' largest, and a collision mesh of 1.1 million triangles under it.

use sward::formats::bytes::Warnings;
use sward::formats::xray::{
    Cform, CformTriangle, DetailModel, DetailVertex, Details, Part, Slot, SlotBounds, SlotLight,
};

/// Slots along each edge.
pub const EDGE: u32 = 371;

/// Meadows of several plants with clearings; the densities change slowly, as painted ones do.
pub fn level() -> Details {
    let model = |index: u16| DetailModel {
        shader: "details\\blend".into(),
        texture: "build_details".into(),
        flags: 0,
        min_scale: 0.5,
        max_scale: 1.0 + f32::from(index) / 20.0,
        vertices: vec![DetailVertex { position: [0.5, 1.0, 0.0], uv: [0.0; 2] }; 12],
        indices: (0..12).collect(),
        dropped_triangles: 0,
    };
    let density = |part: u32, x: u32, z: u32| {
        let wave = (x as f32 / (11.0 + part as f32)).sin() + (z as f32 / (17.0 - part as f32)).cos();
        (wave * 2.2 + 1.1).clamp(0.0, 8.0) as u8
    };
    let slots = (0..EDGE * EDGE).map(|index| {
        let [x, z] = [index % EDGE, index / EDGE];
        let part = |part: u32| Part {
            // In patches of 16 x 16 slots, two to four plants of 24.
            model: (part < 2 + (x / 16 + z / 16) % 3)
                .then_some(((x / 16 * 5 + z / 16 * 3 + part * 7) % 24) as u16),
            density: [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[dx, dz]| density(part, x + dx, z + dz)),
        };
        Slot {
            bounds: SlotBounds::Quantised { base: 1000 + (x + z) as u16, height: 7 },
            parts: [0, 1, 2, 3].map(part),
            light: SlotLight::Baked { sun: 7, hemi: 11, rgb: [0; 3] },
        }
    });
    let (size, offset) = ([EDGE; 2], [185, 190]);
    let models = (0..24).map(model).collect();
    Details { version: 3, size, offset, models, slots: slots.collect(), warnings: Warnings::default() }
}

/// A slope over all slots, which every ray meets within its slot's box: two triangles a square metre.
pub fn mesh() -> Cform {
    let edge = EDGE * 2 + 1;
    let vertices = (0..edge * edge).map(|index| {
        let [x, z] = [index % edge, index / edge].map(|metres| metres as f32);
        [x - 2.0 * 185.0, 0.1 * (x + z) + 0.1, z - 2.0 * 190.0]
    });
    let triangles = (0..(edge - 1) * (edge - 1)).flat_map(|index| {
        let [x, z] = [index % (edge - 1), index / (edge - 1)];
        let [a, b, c, d] = [0, 1, edge, edge + 1].map(|step| z * edge + x + step);
        [[a, c, b], [b, c, d]].map(|vertices| CformTriangle { vertices, ..CformTriangle::default() })
    });
    Cform { version: 4, vertices: vertices.collect(), triangles: triangles.collect(), ..Cform::default() }
}
