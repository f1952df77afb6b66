//! What grass looks like from so far away that its plants are no longer drawn: a colour on the ground.

use super::{Atlas, Clutter, ClutterModel};
use crate::scatter::Slot;
use crate::scene::srgb;
use glam::Vec3;

/// The grass of a level as a picture over the grid of its slots.
#[derive(Debug, Clone, PartialEq)]
pub struct GrassCover {
    /// Slots to the east and to the north.
    pub size: [u32; 2],
    /// A texel a slot, x fastest, then the coarser levels: in alpha how much of the ground the plants hide, and their
    /// colour (sRGB) times that.
    pub levels: Vec<Vec<u8>>,
}

/// Colour of plants without a texture, sRGB.
pub const PLAIN: [u8; 3] = [96, 112, 54];

/// A model from afar.
#[derive(Debug, Clone, Copy)]
struct Tuft {
    /// Linear.
    color: Vec3,
    /// Square metres that one plant of it hides.
    area: f32,
}

/// Places in a triangle at which its texture is looked at, as weights of its corners.
const PROBES: [[f32; 3]; 7] = [
    [0.34, 0.33, 0.33],
    [0.6, 0.2, 0.2],
    [0.2, 0.6, 0.2],
    [0.2, 0.2, 0.6],
    [0.45, 0.45, 0.1],
    [0.45, 0.1, 0.45],
    [0.1, 0.45, 0.45],
];

impl GrassCover {
    /// The cover of all plants that are drawn.
    pub fn of(clutter: &Clutter) -> Self {
        let tufts: Vec<_> =
            clutter.models.iter().map(|model| tuft(model, clutter.atlas.as_ref(), &clutter.rules)).collect();
        let size = clutter.grid.size;
        let mut first = vec![0; size[0] as usize * size[1] as usize * 4];
        let cells = clutter.rules.cells() as f32 + 1.0;
        let (texels, _) = first.as_chunks_mut::<4>();
        for slot in clutter.slots.as_slice() {
            if let Some(texel) = texels.get_mut(slot.index as usize) {
                *texel = cover_of(slot, &tufts, &clutter.only, cells * cells);
            }
        }
        let mut cover = Self { size, levels: vec![first] };
        cover.add_levels();
        cover
    }

    /// Coarser levels down to one texel: colours weighed by how much they hide.
    fn add_levels(&mut self) {
        let mut size = self.size;
        while size != [1, 1] {
            let Some(finer) = self.levels.last() else { return };
            let (finer, _) = finer.as_chunks::<4>();
            let half = size.map(|edge| (edge / 2).max(1));
            let at = |x: u32, z: u32| {
                let [x, z] = [x.min(size[0] - 1), z.min(size[1] - 1)];
                finer.get((z * size[0] + x) as usize).copied().unwrap_or_default()
            };
            let level = (0..half[0] * half[1])
                .flat_map(|index| {
                    let [x, z] = [index % half[0] * 2, index / half[0] * 2];
                    mean([at(x, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)])
                })
                .collect();
            self.levels.push(level);
            size = half;
        }
    }
}

/// The mean of four texels.
fn mean(texels: [[u8; 4]; 4]) -> [u8; 4] {
    let sum =
        |channel: usize, of: fn(u8) -> f32| texels.iter().map(|texel| of(texel[channel])).sum::<f32>() / 4.0;
    let [r, g, b] = [0, 1, 2].map(|channel| srgb::byte_from_linear(sum(channel, srgb::linear_from_byte)));
    [r, g, b, sum(3, f32::from) as u8]
}

/// Colour and cover of a slot, from the mean density of its parts.
fn cover_of(slot: &Slot, tufts: &[Tuft], only: &[u32], candidates: f32) -> [u8; 4] {
    let (mut passing, mut sum, mut color, mut area) = (0.0_f32, 0.0, Vec3::ZERO, 0.0);
    for part in 0..4 {
        let model = slot.model(part);
        let Some(tuft) = tufts.get(model as usize) else { continue };
        let share = slot.mean_density(part) / 15.0;
        // All parts are held against one dither, so where the densest fails all do.
        passing = passing.max(share);
        sum += share;
        if only.is_empty() || only.contains(&model) {
            color += tuft.color * tuft.area * share;
            area += tuft.area * share;
        }
    }
    if area <= 0.0 {
        return [0; 4];
    }
    // One of those that pass is planted; what it hides is spread over the slot's four square metres.
    let hidden = 1.0 - (-candidates * passing * (area / sum) / 4.0).exp();
    let [r, g, b] = (color / area * hidden).to_array().map(srgb::byte_from_linear);
    [r, g, b, (hidden * 255.0).round() as u8]
}

fn tuft(model: &ClutterModel, atlas: Option<&Atlas>, rules: &crate::scatter::Rules) -> Tuft {
    let reach = |vertex: &super::ClutterVertex| {
        let [x, _, z] = vertex.position;
        x.hypot(z)
    };
    let width = model.vertices.iter().map(reach).sum::<f32>() / model.vertices.len().max(1) as f32;
    let scale = (model.scale[0] * 0.5 + model.scale[1] * 0.9) * 0.5 * rules.detail_height;
    // Leaves are thin: a third of the disc that they reach over.
    Tuft { color: mean_color(model, atlas), area: (width * scale).powi(2) * std::f32::consts::PI / 3.0 }
}

/// The mean colour of a model's texture where it is drawn, linear.
fn mean_color(model: &ClutterModel, atlas: Option<&Atlas>) -> Vec3 {
    let plain = Vec3::from(PLAIN.map(srgb::linear_from_byte));
    let Some((atlas, level)) = atlas.and_then(|atlas| Some((atlas, atlas.levels.first()?))) else {
        return plain;
    };
    let (texels, _) = level.as_chunks::<4>();
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for triangle in model.indices.as_chunks::<3>().0 {
        let corners = triangle.map(|index| model.vertices.get(index as usize).map_or([0.0; 2], |v| v.uv));
        for weights in PROBES {
            let uv: [f32; 2] = [0, 1]
                .map(|axis| corners.iter().zip(weights).map(|(corner, weight)| corner[axis] * weight).sum());
            let [x, y] = [0, 1].map(|axis| {
                let edge = atlas.size[axis].max(1);
                ((uv[axis].rem_euclid(1.0) * edge as f32) as u32).min(edge - 1)
            });
            let texel = texels.get((y * atlas.size[0] + x) as usize).copied().unwrap_or_default();
            if texel[3] >= 128 {
                sum += Vec3::new(
                    srgb::linear_from_byte(texel[0]),
                    srgb::linear_from_byte(texel[1]),
                    srgb::linear_from_byte(texel[2]),
                );
                count += 1.0;
            }
        }
    }
    if count > 0.0 { sum / count } else { plain }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::formats::xray::{DetailModel, DetailVertex, Details, Part, SlotBounds, SlotLight};
    use crate::scene::clutter::Planting;

    /// 2 x 2 slots: bare, thin, dense, and dense with the other model.
    fn clutter() -> Clutter {
        let model = |u: f32| DetailModel {
            shader: String::new(),
            texture: String::new(),
            flags: 0,
            min_scale: 1.0,
            max_scale: 1.0,
            vertices: [[-0.3, 0.0], [0.3, 0.0], [0.0, 0.8]]
                .map(|[x, y]| DetailVertex { position: [x, y, 0.0], uv: [u, 0.5] })
                .to_vec(),
            indices: vec![0, 1, 2],
            dropped_triangles: 0,
        };
        let slot = |model, density| crate::formats::xray::Slot {
            bounds: SlotBounds::Quantised { base: 1000, height: 1 },
            parts: [model, None, None, None].map(|model| Part { model, density: [density; 4] }),
            light: SlotLight::Baked { sun: 7, hemi: 7, rgb: [0; 3] },
        };
        let details = Details {
            version: 3,
            size: [2, 2],
            offset: [0; 2],
            models: vec![model(0.25), model(0.75)],
            slots: vec![slot(None, 15), slot(Some(0), 2), slot(Some(0), 8), slot(Some(1), 8)],
            warnings: Default::default(),
        };
        let atlas = Atlas { size: [2, 1], levels: vec![vec![200, 40, 30, 255, 30, 60, 210, 255]] };
        Clutter { atlas: Some(atlas), ..Clutter::from_details(&details, &Planting::default(), None).unwrap() }
    }

    #[test]
    fn a_slot_has_the_colour_of_its_plants_and_hides_the_more_the_denser_it_is() {
        let cover = GrassCover::of(&clutter());
        let (texels, _) = cover.levels[0].as_chunks::<4>();
        assert_eq!(texels[0], [0; 4]);
        let color = |texel: [u8; 4]| {
            [0, 1, 2].map(|channel| {
                srgb::byte_from_linear(srgb::linear_from_byte(texel[channel]) / f32::from(texel[3]) * 255.0)
            })
        };
        let close = |a: [u8; 3], b: [u8; 3]| (0..3).all(|channel| a[channel].abs_diff(b[channel]) < 12);
        assert!(
            close(color(texels[2]), [200, 40, 30]) && close(color(texels[3]), [30, 60, 210]),
            "{texels:?}"
        );
        assert!(texels[1][3] > 5 && texels[2][3] > texels[1][3] + 20, "{texels:?}");
    }

    #[test]
    fn the_coarsest_level_is_the_mean_of_what_is_hidden() {
        let cover = GrassCover::of(&clutter());
        assert_eq!(cover.levels.len(), 2);
        let texel: [u8; 4] = cover.levels[1][..].try_into().unwrap();
        let (fine, _) = cover.levels[0].as_chunks::<4>();
        assert_eq!(u32::from(texel[3]), fine.iter().map(|texel| u32::from(texel[3])).sum::<u32>() / 4);
        assert!(texel[0] > texel[1] && texel[2] > texel[1], "of both colours: {texel:?}");
    }

    #[test]
    fn models_that_are_not_drawn_leave_no_colour() {
        let cover = GrassCover::of(&Clutter { only: vec![1], ..clutter() });
        let (texels, _) = cover.levels[0].as_chunks::<4>();
        assert_eq!([texels[1][3], texels[2][3]], [0, 0]);
        assert!(texels[3][3] > 0);
    }
}
