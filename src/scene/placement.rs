//! From the objects of a world to instances of proxies that stand on its ground.

mod entities;
mod groups;
mod stand;
mod tint;

use bytemuck::Zeroable;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use entities::entities;
pub(crate) use groups::Groups;
use groups::SKIPPED;
pub(crate) use stand::is_place;
use stand::{Bounds, stand};

use super::heightfield::Heightfield;
use super::kind::Kind;
use super::look::{Look, along_x, look};
use super::measure::{MapIndex, Measured, measure, spacing};
use super::name::Name;
use super::objects::{ObjectModel, Objects};
use super::proxies::Form;
use crate::formats::bytes::Warnings;
use crate::formats::wrp::{Object, World};

/// What became of a world's objects.
#[derive(Debug, Default)]
pub struct Placed {
    /// The proxies and their instances, sorted by model, within one by the file's order.
    pub objects: Objects,
    /// Indices into [`World::objects`] of the pieces of road, in order: they are drawn as ribbons.
    pub road_parts: Vec<u32>,
    /// How many objects there are of each kind, most frequent first, road parts and entities included.
    pub kinds: Vec<(Kind, usize)>,
    /// Which object each instance stands for: an index into [`World::objects`], and beyond them into `entities`.
    pub places: Vec<u32>,
    /// Entities that no object stands for, as objects.
    pub entities: Vec<Object>,
    /// The paths of their models, which follow those of [`World::models`].
    pub entity_models: Vec<String>,
    /// The kind of each model, `None` of one without objects.
    pub model_kinds: Vec<Option<Kind>>,
}

impl Objects {
    /// Places the objects and entities of `world` on `ground`.
    ///
    /// Objects whose matrix is no place (not finite, flat, or of an absurd size) are left out and counted in
    /// `warnings`.
    pub fn place(world: &World, ground: &Heightfield, warnings: &mut Warnings) -> Placed {
        let (entities, entity_models) = entities(world);
        let all = All { objects: &world.objects, entities: &entities };
        let names: Vec<Name> = world
            .models
            .par_iter()
            .map(String::as_str)
            .chain(entity_models.par_iter().copied())
            .map(Name::new)
            .collect();

        // Which model each object is of, then the objects of each model.
        let count = all.len() as u32;
        let models: Vec<u32> = (0..count)
            .into_par_iter()
            .map(|place| match all.get(place) {
                Some(object) if is_place(object) && (object.model as usize) < names.len() => object.model,
                _ => SKIPPED,
            })
            .collect();
        let groups = Groups::new(&models, names.len());
        if groups.places.len() < models.len() {
            for (place, _) in models.iter().enumerate().filter(|entry| *entry.1 == SKIPPED) {
                warnings.add("degenerate-matrix", format!("objects[{place}]"), 0, || {
                    "its matrix or the index of its model is no place for an object; it is not drawn"
                        .to_owned()
                });
            }
        }

        let index = MapIndex::new(&world.map_info);
        let looks: Vec<Option<Look>> = names
            .par_iter()
            .enumerate()
            .map(|(model, name)| match groups.of(model) {
                [] => None,
                places => Some(all.look(name, places, ground, &index, world)),
            })
            .collect();
        let (objects, places) = instances(&all, &models, &looks, ground);
        Placed {
            objects,
            road_parts: road_parts(&groups, &looks, world.objects.len()),
            kinds: kinds(&groups, &looks),
            places,
            entity_models: entity_models.iter().map(|&path| path.to_owned()).collect(),
            model_kinds: looks.iter().map(|look| look.map(|look| look.kind)).collect(),
            entities,
        }
    }
}

/// The objects of a world, then its entities as objects.
struct All<'a> {
    objects: &'a [Object],
    entities: &'a [Object],
}

impl All<'_> {
    fn len(&self) -> usize {
        self.objects.len() + self.entities.len()
    }

    fn get(&self, place: u32) -> Option<&Object> {
        let place = place as usize;
        self.objects.get(place).or_else(|| self.entities.get(place.checked_sub(self.objects.len())?))
    }

    /// The look of a model with at least one object.
    fn look(
        &self,
        name: &Name,
        places: &[u32],
        ground: &Heightfield,
        index: &MapIndex,
        world: &World,
    ) -> Look {
        // Entities have no record on the map and no neighbours: what holds for objects is enough for them.
        let measured = if (places[0] as usize) < self.objects.len() {
            measure(self.objects, places, ground, index, &world.map_info)
        } else {
            let shifted: Vec<u32> = places.iter().map(|place| place - self.objects.len() as u32).collect();
            measure(self.entities, &shifted, ground, index, &[])
        };
        let kind = Kind::of(name, measured.map_type);
        let first = look(kind, name, &measured);
        if !along_x(first.form) && !matches!(kind, Kind::Pier | Kind::Bridge) {
            return first;
        }
        look(kind, name, &Measured { spacing: spacing(self.objects, places), ..measured })
    }
}

/// How many objects there are of each kind.
fn kinds(groups: &Groups, looks: &[Option<Look>]) -> Vec<(Kind, usize)> {
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    for (model, look) in looks.iter().enumerate() {
        if let Some(look) = look {
            *counts.entry(look.kind).or_default() += groups.of(model).len();
        }
    }
    let mut counts: Vec<(Kind, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|entry| std::cmp::Reverse(entry.1));
    counts
}

/// The objects that are pieces of road, without entities.
fn road_parts(groups: &Groups, looks: &[Option<Look>], objects: usize) -> Vec<u32> {
    let is_road = |look: &Option<Look>| look.is_some_and(|look| look.kind == Kind::RoadPart);
    let mut parts: Vec<u32> = looks
        .iter()
        .enumerate()
        .filter(|(_, look)| is_road(look))
        .flat_map(|(model, _)| groups.of(model))
        .copied()
        .filter(|&place| (place as usize) < objects)
        .collect();
    parts.sort_unstable();
    parts
}

/// Instances of all objects but road parts. Within a form they stay in the file's order, which is that of the land
/// cells: so neighbours on the ground are neighbours in memory. With them comes the place of each among all objects.
fn instances(
    all: &All<'_>,
    models: &[u32],
    looks: &[Option<Look>],
    ground: &Heightfield,
) -> (Objects, Vec<u32>) {
    let drawn = |look: &Look| look.kind != Kind::RoadPart;
    let used: BTreeSet<Form> =
        looks.iter().flatten().filter(|look| drawn(look)).map(|look| look.form).collect();
    let library: Vec<(Form, ObjectModel)> = used.into_iter().map(|form| (form, form.model())).collect();
    let bounds: Vec<Bounds> = library.iter().map(|(_, model)| Bounds::of(model)).collect();
    // Of each model: its place in the library.
    let slots: Vec<u32> = looks
        .iter()
        .map(|look| match look {
            Some(look) if drawn(look) => {
                library.binary_search_by_key(&look.form, |entry| entry.0).map_or(SKIPPED, |slot| slot as u32)
            }
            _ => SKIPPED,
        })
        .collect();
    let slot_of = |model: u32| slots.get(model as usize).copied().unwrap_or(SKIPPED);
    let keys: Vec<u32> = models.par_iter().map(|&model| slot_of(model)).collect();
    let order = Groups::new(&keys, library.len()).places;
    let instance = |place: u32| {
        let look = looks.get(*models.get(place as usize)? as usize)?.as_ref()?;
        let slot = *keys.get(place as usize)?;
        Some(stand(all.get(place)?, look, slot, bounds.get(slot as usize)?, ground))
    };
    // Every place in the order has an object, a look and a slot: nothing is left out here.
    let instances = order.par_iter().map(|&place| instance(place).unwrap_or_else(Zeroable::zeroed)).collect();
    (Objects { models: library.into_iter().map(|entry| entry.1).collect(), instances }, order)
}

#[cfg(test)]
mod tests;
