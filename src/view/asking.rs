//! What the person asks: what is there, which models there are, where the next of them is.

use std::collections::{BTreeSet, HashSet};
use std::mem::discriminant;
use std::sync::Arc;

use glam::DVec3;

use super::app::App;
use super::flight;
use super::loading::World;
use crate::gpu::GpuError;
use crate::render::{Mark, Marked};
use crate::scene::answer::{Answer, Hit, Thing, answer, piece_of_road};
use crate::scene::catalogue::{Entry, Hidden, ModelId, catalogue, owner_of, owners};

/// What was asked and answered.
#[derive(Debug, Default)]
pub struct Asking {
    /// What is selected.
    pub selection: Option<Selection>,
    /// Every model of the scene.
    pub models: Vec<Entry>,
    /// The models that aren't drawn.
    pub hidden: Hidden,
}

/// Something that was clicked.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// What it is, and where it was clicked.
    pub hit: Hit,
    /// What is known about it.
    pub answer: Answer,
    /// What of it gets a line around; a place on the ground has none.
    pub mark: Option<Mark>,
    /// The frame of the animations that the answer is of.
    frame: u32,
}

/// Which of a model's instances is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The one nearest to the camera.
    Nearest,
    /// The one after that which is selected, in the order of the file.
    Next,
}

impl Asking {
    /// Takes note of another scene. What was hidden stays so, by name.
    pub fn begin(&mut self, world: &mut World) {
        self.selection = None;
        let mut models = catalogue(&world.scene);
        for entry in &mut models {
            if let ModelId::Plant(model) = entry.id {
                entry.count = world.data.planted_of(model);
            }
        }
        self.hidden = carried(&self.models, &self.hidden, &models);
        self.models = models;
        world.data.hide(&world.kit.gpu, &world.scene, &self.hidden);
    }

    /// Other plants were planted: those that were asked about are gone.
    pub fn replant(&mut self, world: &World) {
        if let Some(Selection { hit: Hit { thing: Thing::Plant(..), .. }, .. }) = self.selection {
            self.selection = None;
        }
        for entry in &mut self.models {
            if let ModelId::Plant(model) = entry.id {
                entry.count = world.data.planted_of(model);
            }
        }
    }
}

/// The models of `new` that have the names of hidden ones of `old`.
fn carried(old: &[Entry], hidden: &Hidden, new: &[Entry]) -> Hidden {
    let key = |entry: &Entry| (discriminant(&entry.id), entry.name.clone());
    let names: HashSet<_> = old.iter().filter(|entry| hidden.contains(&entry.id)).map(key).collect();
    if names.is_empty() {
        return Hidden::new();
    }
    new.iter().filter(|entry| names.contains(&key(entry))).map(|entry| entry.id).collect()
}

impl App {
    /// Selects what covers a pixel of the picture; the sky selects nothing.
    pub fn select_at(&mut self, pixel: [u32; 2]) {
        let hit = self.hit_at(pixel);
        self.select(hit);
    }

    /// Flies towards what covers a pixel of the picture.
    pub fn fly_at(&mut self, pixel: [u32; 2]) {
        let Some(hit) = self.hit_at(pixel) else { return };
        let away = self.look.camera.eye.distance(hit.position);
        let radius = (away * 0.12).clamp(3.0, 60.0);
        self.fly_to(flight::facing(&self.look.camera, hit.position, radius));
    }

    fn hit_at(&mut self, pixel: [u32; 2]) -> Option<Hit> {
        let view = self.view();
        let world = self.world.as_ref()?;
        let at = [0, 1].map(|axis| pixel[axis].min(view.size[axis] - 1));
        let found =
            world.kit.renderer().and_then(|renderer| renderer.pick(&world.kit.gpu, &world.data, &view, at));
        found.unwrap_or_else(|error| {
            self.complain(error.to_string());
            None
        })
    }

    /// Selects something, or nothing.
    pub fn select(&mut self, hit: Option<Hit>) {
        let frame = self.look.frame;
        self.asking.selection = self.world.as_ref().zip(hit).map(|(world, hit)| {
            let answer = answer(&world.scene, &hit, frame as f32);
            let what = match hit.thing {
                Thing::Object(index) => Some(Marked::Object(index)),
                Thing::Plant(index, _) => Some(Marked::Plant(index)),
                Thing::Road(vertex) => Some(Marked::Road(piece_of_road(&world.scene, vertex, hit.position))),
                Thing::Shape(index) => Some(Marked::Shape(index)),
                Thing::Ground | Thing::Mesh { .. } | Thing::Water => None,
            };
            let mark = what.map(|what| Mark { what, sphere: answer.sphere });
            Selection { hit, answer, mark, frame }
        });
        self.touch();
    }

    /// Brings the answer up to date where what moves has moved.
    pub(super) fn refresh_answer(&mut self) {
        let frame = self.look.frame;
        if let (Some(world), Some(selection)) = (&self.world, &mut self.asking.selection)
            && selection.frame != frame
        {
            selection.answer = answer(&world.scene, &selection.hit, frame as f32);
            selection.frame = frame;
        }
    }

    /// Flies to where all of the selection is seen.
    pub fn frame_selection(&mut self) {
        let Some((middle, radius)) = self.asking.selection.as_ref().map(|selection| selection.answer.sphere)
        else {
            return self.notice("Nothing is selected: click on something".to_owned());
        };
        self.fly_to(flight::facing(&self.look.camera, middle, radius));
    }

    /// Draws all models but these.
    pub fn hide(&mut self, hidden: Hidden) {
        self.asking.hidden = hidden;
        let Some(world) = &mut self.world else { return };
        world.data.hide(&world.kit.gpu, &world.scene, &self.asking.hidden);
        let is_gone = |selection: &Selection| {
            selection.answer.model.is_some_and(|model| self.asking.hidden.contains(&model))
        };
        if self.asking.selection.as_ref().is_some_and(is_gone) {
            self.asking.selection = None;
        }
        self.touch();
    }

    /// Draws some models, or no more; the others stay as they are.
    pub fn set_shown(&mut self, models: impl IntoIterator<Item = ModelId>, shown: bool) {
        let mut hidden = self.asking.hidden.clone();
        for id in models {
            if shown {
                hidden.remove(&id);
            } else {
                hidden.insert(id);
            }
        }
        self.hide(hidden);
    }

    /// Draws one model and none of the others.
    pub fn isolate(&mut self, model: ModelId) {
        let others = self.asking.models.iter().map(|entry| entry.id).filter(|id| *id != model);
        let hidden: BTreeSet<_> = others.collect();
        self.hide(hidden);
    }

    /// Selects an instance of a model and flies to it.
    pub fn jump(&mut self, model: ModelId, way: Way) {
        let Some(world) = &self.world else { return };
        let selected = self.asking.selection.as_ref().filter(|found| found.answer.model == Some(model));
        match instance_of(world, model, way, self.look.camera.eye, selected.map(|found| &found.hit.thing)) {
            Ok(Some(hit)) => {
                self.select(Some(hit));
                self.frame_selection();
            }
            Ok(None) => self.notice("There is none of it in the scene".to_owned()),
            Err(error) => self.complain(error.to_string()),
        }
    }
}

/// The nearest instance of a model, or the one after the selected one, around the end.
fn instance_of(
    world: &World,
    model: ModelId,
    way: Way,
    eye: DVec3,
    selected: Option<&Thing>,
) -> Result<Option<Hit>, GpuError> {
    let scene = Arc::as_ref(&world.scene);
    let hits: Vec<(u32, Hit)> = match model {
        ModelId::Object(index) => {
            let Some(placing) = &scene.sources.world else { return Ok(None) };
            let hit = |instance: u32| {
                let at = scene.objects.instances.get(instance as usize)?.position;
                let position = DVec3::from(at.map(f64::from));
                Some((instance, Hit { thing: Thing::Object(instance), position }))
            };
            placing.instances(index).filter_map(hit).collect()
        }
        ModelId::Plant(index) => {
            let runs = world.data.plants_of(&world.kit.gpu, index)?;
            let hit = |(number, plant): (u32, crate::scatter::Instance)| {
                let position = DVec3::from(plant.position.map(f64::from));
                (number, Hit { thing: Thing::Plant(number, plant), position })
            };
            runs.into_iter().flat_map(|(first, plants)| (first..).zip(plants)).map(hit).collect()
        }
        ModelId::Bfres(index) => {
            let Some(models) = &scene.models else { return Ok(None) };
            let owner = owners(models).get(index as usize).copied();
            let shapes = (0..).zip(&models.shapes);
            let own = shapes.filter(|(_, shape)| owner_of(models, shape) == owner);
            let hit = |(number, shape): (u32, &crate::scene::models::ModelShape)| {
                let [min, max] = [shape.min, shape.max].map(|corner| DVec3::from(corner.map(f64::from)));
                (number, Hit { thing: Thing::Shape(number), position: (min + max) * 0.5 })
            };
            own.map(hit).collect()
        }
    };
    let number = match selected {
        Some(Thing::Object(number) | Thing::Plant(number, _) | Thing::Shape(number)) => Some(*number),
        _ => None,
    };
    let found = match (way, number) {
        (Way::Next, Some(number)) => hits.iter().find(|(other, _)| *other > number).or_else(|| hits.first()),
        _ => hits.iter().min_by(|(_, a), (_, b)| {
            a.position.distance_squared(eye).total_cmp(&b.position.distance_squared(eye))
        }),
    };
    Ok(found.map(|(_, hit)| *hit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: ModelId, name: &str) -> Entry {
        Entry { id, name: name.to_owned(), kind: None, count: 1 }
    }

    #[test]
    fn what_is_hidden_stays_so_by_name_when_a_file_is_read_again() {
        let old =
            [entry(ModelId::Object(0), "a"), entry(ModelId::Object(1), "b"), entry(ModelId::Plant(0), "b")];
        let new =
            [entry(ModelId::Object(7), "b"), entry(ModelId::Plant(3), "b"), entry(ModelId::Plant(4), "a")];
        let hidden = Hidden::from([ModelId::Object(1)]);
        assert_eq!(carried(&old, &hidden, &new), Hidden::from([ModelId::Object(7)]));
        assert!(carried(&[], &Hidden::new(), &new).is_empty());
    }
}
