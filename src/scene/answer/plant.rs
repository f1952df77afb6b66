//! About a plant.

use glam::DVec3;

use super::{Answer, place, rounded};
use crate::scatter::Instance;
use crate::scene::Scene;
use crate::scene::catalogue::ModelId;
use crate::scene::seed::{Seed, Sown};

pub(super) fn answer(scene: &Scene, plant: &Instance) -> Answer {
    let at = DVec3::from(plant.position.map(f64::from));
    let clutter = scene.clutter.as_ref();
    let model = clutter.and_then(|clutter| clutter.models.get(plant.model() as usize));
    let radius = f64::from(model.map_or(1.0, |model| model.radius) * plant.scale);
    let mut answer = Answer::new("Plant", (at + DVec3::Y * radius * 0.5, radius));
    answer.model = Some(ModelId::Plant(plant.model()));
    answer.tell("Model", plant.model(), "");
    answer.tell("Texture", model.map_or("", |model| model.texture.as_str()), "");
    answer.tell("Position", place(plant.position), "m");
    answer.tell("Scale", plant.scale, "");
    if let Some(model) = model {
        answer.tell("Scale of the model", format!("{} to {}", model.scale[0], model.scale[1]), "");
    }
    answer.tell("Yaw", rounded(plant.yaw.to_degrees().rem_euclid(360.0), 2), "°");
    let group = "Slot";
    let index = plant.slot_index();
    if let Some(clutter) = clutter {
        let width = clutter.grid.size[0].max(1);
        answer.under(group, "Slot", format!("{}, {}", index % width, index / width), "");
        let [x, z] = clutter.grid.world_of(index);
        answer.under(group, "In the world", format!("{x}, {z}"), "slots");
    }
    answer.under(group, "Part", plant.part(), "");
    let [x, z] = plant.cell();
    answer.under(group, "Candidate", format!("{x}, {z}"), "");
    // What the file has, and not what was packed for the adapter.
    if let Some(Seed { sown: Sown::Level(details), .. }) = &scene.seed
        && let Some(slot) = details.slots.get(index as usize)
        && let Some(part) = slot.parts.get(plant.part() as usize)
    {
        let group = "Density, 0 to 15";
        let [south_west, south_east, north_west, north_east] = part.density;
        answer.under(group, "North-west", north_west, "");
        answer.under(group, "North-east", north_east, "");
        answer.under(group, "South-west", south_west, "");
        answer.under(group, "South-east", south_east, "");
        answer.under("Box", "Base", rounded(slot.y_base(), 1), "m");
        answer.under("Box", "Height", rounded(slot.height(), 1), "m");
    }
    answer
}
