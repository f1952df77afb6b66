//! What is at a place of the picture, as the files say it.
//!
//! [`crate::render`] finds what covers a pixel, a [`Hit`]; [`answer`] tells about it. Values that a file has are written
//! with the digits that it has; what is worked out from them is rounded.

mod ground;
mod model;
mod object;
mod plant;
mod road;

use glam::DVec3;

pub use road::piece as piece_of_road;

use super::Scene;
use super::catalogue::ModelId;
use crate::scatter::Instance;

/// What covers a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// What it is.
    pub thing: Thing,
    /// Where its surface is there, world metres.
    pub position: DVec3,
}

/// Something that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Thing {
    /// Ground made of heights.
    Ground,
    /// A triangle of ground that is a mesh.
    Mesh {
        /// What it is made of.
        material: u16,
        /// Which part of the mesh it belongs to.
        sector: u16,
    },
    /// Index into [`super::objects::Objects::instances`].
    Object(u32),
    /// A plant's number in the order of planting, and the plant.
    Plant(u32, Instance),
    /// A road, by one of its vertices in [`super::roads::Roads::vertices`].
    Road(u32),
    /// The sea.
    Water,
    /// Index into [`super::models::Models::shapes`].
    Shape(u32),
}

/// What is known about something.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What it is, such as `House`.
    pub title: String,
    /// Line by line.
    pub facts: Vec<Fact>,
    /// Its middle, world metres, and the radius of what is to be seen of it.
    pub sphere: (DVec3, f64),
    /// The model that it is one of.
    pub model: Option<ModelId>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Under which heading it stands; empty for what comes first.
    pub group: &'static str,
    /// What is told.
    pub name: &'static str,
    /// The value, with its digits.
    pub value: String,
    /// Its unit, or nothing.
    pub unit: &'static str,
}

/// Tells about what was hit. Models show what they do at `frame` of the animations.
pub fn answer(scene: &Scene, hit: &Hit, frame: f32) -> Answer {
    match hit.thing {
        Thing::Ground => ground::of_heights(scene, hit.position),
        Thing::Mesh { material, sector } => ground::of_mesh(scene, hit.position, material, sector),
        Thing::Object(instance) => object::answer(scene, hit.position, instance),
        Thing::Plant(_, plant) => plant::answer(scene, &plant),
        Thing::Road(vertex) => road::answer(scene, hit.position, vertex),
        Thing::Water => ground::of_water(scene, hit.position),
        Thing::Shape(shape) => model::answer(scene, hit.position, shape, frame),
    }
}

impl Answer {
    fn new(title: impl Into<String>, sphere: (DVec3, f64)) -> Self {
        Self { title: title.into(), facts: Vec::new(), sphere, model: None }
    }

    /// Adds a line under a heading.
    fn under(&mut self, group: &'static str, name: &'static str, value: impl ToString, unit: &'static str) {
        self.facts.push(Fact { group, name, value: value.to_string(), unit });
    }

    /// Adds a line of what comes first.
    fn tell(&mut self, name: &'static str, value: impl ToString, unit: &'static str) {
        self.under("", name, value, unit);
    }

    /// The value of a line.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value.as_str())
    }
}

/// A number that was worked out, with so many decimals and no minus before a zero.
fn rounded(value: impl Into<f64>, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.into());
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// X, Y, Z.
fn place<T: ToString>(values: [T; 3]) -> String {
    values.map(|value| value.to_string()).join(", ")
}

/// A place that was worked out, to the centimetre.
fn rounded_place(at: DVec3) -> String {
    place(at.to_array().map(|metres| rounded(metres, 2)))
}

/// Sentences begin with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
