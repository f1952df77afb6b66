//! About a shape of a model that brings its own materials.

use glam::DVec3;

use super::{Answer, place, rounded_place};
use crate::scene::Scene;
use crate::scene::catalogue::{ModelId, owner_of, owners};
use crate::scene::models::{Blend, Surface, TextureUse};

pub(super) fn answer(scene: &Scene, at: DVec3, index: u32, frame: f32) -> Answer {
    let found = scene.models.as_ref().and_then(|models| Some((models, models.shapes.get(index as usize)?)));
    let Some((models, shape)) = found else { return Answer::new("Model", (at, 5.0)) };
    let [min, max] = [shape.min, shape.max].map(|corner| DVec3::from(corner.map(f64::from)));
    let mut answer = Answer::new("Model", ((min + max) * 0.5, (max - min).length() * 0.5));
    let owner = owner_of(models, shape);
    let number = owner.and_then(|owner| owners(models).iter().position(|other| *other == owner));
    answer.model = number.map(|number| ModelId::Bfres(number as u32));
    if let Some((file, model)) = owner {
        answer.tell("File", file_name(scene, file), "");
        answer.tell("Model", model, "");
    }
    answer.tell("Shape", &shape.name, "");
    answer.tell("Triangles", shape.levels.first().map_or(0, |level| level.count / 3), "");
    answer.tell("Pointed at", rounded_place(at), "m");
    answer.tell("From", place(shape.min), "m");
    answer.tell("To", place(shape.max), "m");
    let Some(material) = models.materials.get(shape.material as usize) else { return answer };
    answer.under("Material", "Material", &material.name, "");
    let surface = match material.surface {
        Surface::Solid => "solid",
        Surface::Tested(_) => "alpha tested",
        Surface::Translucent(Blend::Over, _) => "translucent",
        Surface::Translucent(Blend::Added | Blend::AddedByAlpha, _) => "added to what is behind",
        Surface::Translucent(Blend::Multiplied, _) => "multiplied with what is behind",
    };
    answer.under("Material", "Surface", surface, "");
    let group = "Textures now";
    let shown = scene.timeline.at(frame).materials.get(shape.material as usize).copied();
    let shown = shown.unwrap_or_else(|| material.rest());
    let uses = ["Albedo", "Emission", "Occlusion", "Baked light"];
    for ((of_use, name), texture) in TextureUse::ALL.iter().zip(uses).zip(shown.textures) {
        let Some(texture) = texture.and_then(|texture| models.textures.get(texture as usize)) else {
            continue;
        };
        let sampler = material.sampler(*of_use).map_or("", |sampler| sampler.name.as_str());
        let [width, height] = texture.size;
        answer.under(group, name, &texture.name, "");
        answer.under(
            group,
            "",
            format!("{sampler}, {width} x {height}, {}", file_name(scene, texture.file)),
            "",
        );
    }
    answer
}

fn file_name(scene: &Scene, file: u32) -> String {
    scene.sources.files.get(file as usize).cloned().unwrap_or_else(|| format!("file {}", file + 1))
}
