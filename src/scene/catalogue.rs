//! Every model of which a scene shows something, and what of it is hidden.

use std::collections::BTreeSet;

use super::Scene;
use super::kind::Kind;
use super::models::{ModelShape, Models};

/// A model of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModelId {
    /// Of objects: an index as [`super::sources::Placing::path`] takes it.
    Object(u32),
    /// Of plants: an index into [`super::clutter::Clutter::models`].
    Plant(u32),
    /// Of a BFRES: an index into what [`owners`] gives.
    Bfres(u32),
}

/// Models that aren't drawn.
pub type Hidden = BTreeSet<ModelId>;

/// A model, and how often it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Which.
    pub id: ModelId,
    /// Its path, the texture of a plant, or its name.
    pub name: String,
    /// What its objects are.
    pub kind: Option<Kind>,
    /// Objects, or shapes of a BFRES; 0 for plants, which the renderer counts.
    pub count: u64,
}

/// All models of a scene that are drawn somewhere: objects, then plants, then those of files.
pub fn catalogue(scene: &Scene) -> Vec<Entry> {
    let mut entries = Vec::new();
    if let Some(placing) = &scene.sources.world {
        let mut counts = vec![0; placing.model_count() as usize];
        for instance in 0..scene.objects.instances.len() as u32 {
            let model = placing.object(instance).map_or(u32::MAX, |object| object.model);
            if let Some(count) = counts.get_mut(model as usize) {
                *count += 1;
            }
        }
        entries.extend((0..).zip(counts).filter(|(_, count)| *count > 0).map(|(model, count)| Entry {
            id: ModelId::Object(model),
            name: placing.path(model).unwrap_or_default().to_owned(),
            kind: placing.kind(model),
            count,
        }));
    }
    if let Some(clutter) = &scene.clutter {
        entries.extend((0..).zip(&clutter.models).map(|(index, model)| Entry {
            id: ModelId::Plant(index),
            name: format!("{index} {}", model.texture).trim_end().to_owned(),
            kind: None,
            count: 0,
        }));
    }
    if let Some(models) = &scene.models {
        let owners = owners(models);
        entries.extend((0..).zip(&owners).map(|(index, &owner)| Entry {
            id: ModelId::Bfres(index),
            name: owner.1.to_owned(),
            kind: None,
            count: models.shapes.iter().filter(|shape| owner_of(models, shape) == Some(owner)).count() as u64,
        }));
    }
    entries
}

/// The models of all files: the file's number and the name, in the order of their materials.
pub fn owners(models: &Models) -> Vec<(u32, &str)> {
    let mut owners: Vec<(u32, &str)> = Vec::new();
    for material in &models.materials {
        let owner = (material.file, material.model.as_str());
        if owners.last() != Some(&owner) && !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    owners
}

/// The file and the name of the model that a shape belongs to.
pub fn owner_of<'m>(models: &'m Models, shape: &ModelShape) -> Option<(u32, &'m str)> {
    models.materials.get(shape.material as usize).map(|material| (material.file, material.model.as_str()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::demo;
    use crate::formats::bytes::Warnings;
    use crate::scene::assemble::Parts;

    #[test]
    fn a_model_is_listed_with_the_number_of_its_objects_and_its_kind() {
        let parts = Parts { keeps_sources: true, ..demo::island().into_parts() };
        let scene = Scene::assemble(parts, &Default::default(), &mut Warnings::default()).unwrap();
        let entries = catalogue(&scene);
        let of_objects = entries.iter().filter(|entry| matches!(entry.id, ModelId::Object(_)));
        let total: u64 = of_objects.map(|entry| entry.count).sum();
        assert_eq!(total, scene.objects.instances.len() as u64, "every instance stands for an object");
        let church = entries.iter().find(|entry| entry.kind == Some(Kind::Church)).unwrap();
        assert!(church.name.ends_with(".p3d") && church.count > 0, "{church:?}");
        assert!(entries.iter().any(|entry| matches!(entry.id, ModelId::Plant(_))));
    }
}
