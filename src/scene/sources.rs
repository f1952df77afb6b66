//! What the files say about what is shown, kept for who asks.

use super::kind::Kind;
use super::placement::Placed;
use crate::formats::bfres::Bfres;
use crate::formats::wrp::{MapInfo, Object, World};
use crate::formats::xray::GameMaterials;

/// The files' own values; empty where nobody asks, as for a picture.
#[derive(Debug, Default)]
pub struct Sources {
    /// The world that the objects and roads come from.
    pub world: Option<Placing>,
    /// What the triangles of the collision mesh are made of.
    pub materials: Option<GameMaterials>,
    /// The name that each BFRES gives itself, in their order.
    pub files: Vec<String>,
}

/// A world and which of its objects each instance stands for.
#[derive(Debug)]
pub struct Placing {
    /// The world as it was read, without its heights, which are the scene's.
    pub world: World,
    /// See [`Placed::places`].
    places: Vec<u32>,
    entities: Vec<Object>,
    entity_models: Vec<String>,
    model_kinds: Vec<Option<Kind>>,
}

impl Placing {
    /// Keeps a world and what became of its objects, but for their instances.
    pub fn new(world: World, placed: Placed) -> Self {
        let Placed { places, entities, entity_models, model_kinds, .. } = placed;
        Self { world, places, entities, entity_models, model_kinds }
    }

    /// Place of the object that an instance stands for, among the objects of the world and then the entities.
    pub fn place(&self, instance: u32) -> Option<u32> {
        self.places.get(instance as usize).copied()
    }

    /// The object that an instance stands for; an entity has a matrix without a turn.
    pub fn object(&self, instance: u32) -> Option<&Object> {
        let place = self.place(instance)? as usize;
        let objects = &self.world.objects;
        objects.get(place).or_else(|| self.entities.get(place.checked_sub(objects.len())?))
    }

    /// True for an instance that stands for an entity.
    pub fn is_entity(&self, instance: u32) -> bool {
        self.place(instance).is_some_and(|place| place as usize >= self.world.objects.len())
    }

    /// Models of objects and entities.
    pub fn model_count(&self) -> u32 {
        (self.world.models.len() + self.entity_models.len()) as u32 // Each was read from bytes.
    }

    /// Path of a model.
    pub fn path(&self, model: u32) -> Option<&str> {
        let models = &self.world.models;
        let model = model as usize;
        models
            .get(model)
            .or_else(|| self.entity_models.get(model.checked_sub(models.len())?))
            .map(String::as_str)
    }

    /// What the objects of a model are, where it has any.
    pub fn kind(&self, model: u32) -> Option<Kind> {
        self.model_kinds.get(model as usize).copied().flatten()
    }

    /// The record of the in-game map for an object's id.
    pub fn on_map(&self, id: i32) -> Option<&MapInfo> {
        let id = u32::try_from(id).ok()?;
        self.world.map_info.iter().find(|record| record.shape.object_id() == Some(id))
    }

    /// The instances that stand for objects of a model.
    pub fn instances(&self, model: u32) -> impl Iterator<Item = u32> + '_ {
        (0..self.places.len() as u32)
            .filter(move |&instance| self.object(instance).is_some_and(|object| object.model == model))
    }
}

/// The name of each file; one without is told by its number.
pub fn file_names(files: &[Bfres]) -> Vec<String> {
    let name = |(number, file): (usize, &Bfres)| match file.name.as_str() {
        "" => format!("file {number}"),
        name => name.to_owned(),
    };
    (1..).zip(files).map(name).collect()
}
