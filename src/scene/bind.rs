//! Patterns that drive textures of other games' things: plants, and the stand-ins of objects.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::clutter::Clutter;
use super::objects::Objects;
use super::proxies::Form;

/// A pattern's track and what it drives beside the materials of the models.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Bind {
    /// Name of the pattern.
    pub pattern: String,
    /// Name of the material that the pattern is made for.
    pub material: String,
    /// Name of its sampler.
    pub sampler: String,
    /// What shows the texture.
    pub target: Target,
    /// The file that says so, for messages.
    #[serde(skip)]
    pub from: Option<PathBuf>,
}

/// What shows the texture of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum Target {
    /// The plants of a model of the grass, by index or by the name of its texture.
    Grass(String),
    /// The objects that are drawn as a stand-in of this form.
    Objects(Form),
}

/// A text that is no target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found the target {found:?}, expected grass:MODEL or objects:FORM; forms are {}", forms())]
pub struct UnknownTarget {
    found: String,
}

/// The names of all forms, in small letters.
fn forms() -> String {
    Form::ALL.map(name_of).join(", ")
}

fn name_of(form: Form) -> String {
    format!("{form:?}").to_lowercase()
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Self, UnknownTarget> {
        let unknown = || UnknownTarget { found: text.to_owned() };
        match text.split_once(':') {
            Some(("grass", model)) if !model.is_empty() => Ok(Self::Grass(model.to_owned())),
            Some(("objects", name)) => Form::ALL
                .into_iter()
                .find(|&form| name_of(form).eq_ignore_ascii_case(name))
                .map(Self::Objects)
                .ok_or_else(unknown),
            _ => Err(unknown()),
        }
    }
}

impl TryFrom<String> for Target {
    type Error = UnknownTarget;

    fn try_from(text: String) -> Result<Self, UnknownTarget> {
        text.parse()
    }
}

impl From<Target> for String {
    fn from(target: Target) -> Self {
        target.to_string()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grass(model) => write!(f, "grass:{model}"),
            Self::Objects(form) => write!(f, "objects:{}", name_of(*form)),
        }
    }
}

/// Where a texture is shown, once the scene is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// A part of the texture of the grass: left, top, right, bottom, 0 to 1.
    Grass([f32; 4]),
    /// The stand-ins of a form: an index into the models of the objects.
    Objects(u32),
}

impl Target {
    /// Where in a scene the target is; `None` where the scene has no such thing.
    pub fn find(&self, clutter: Option<&Clutter>, objects: &Objects) -> Option<Place> {
        match self {
            Self::Grass(name) => {
                let clutter = clutter?;
                let models = clutter.models_named(name);
                part_of_texture(clutter, &models).map(Place::Grass)
            }
            Self::Objects(form) => {
                let name = format!("{form:?}");
                let model = objects.models.iter().position(|model| model.name == name)?;
                let model = u32::try_from(model).ok()?;
                objects
                    .instances
                    .iter()
                    .any(|instance| instance.model == model)
                    .then_some(Place::Objects(model))
            }
        }
    }
}

/// The part of the texture that the vertices of some models lie in: models of one texture share it.
fn part_of_texture(clutter: &Clutter, models: &[u32]) -> Option<[f32; 4]> {
    let mut part = [1.0f32, 1.0, 0.0, 0.0];
    for model in models.iter().filter_map(|&model| clutter.models.get(model as usize)) {
        for [u, v] in model.vertices.iter().map(|vertex| vertex.uv.map(|place| place.clamp(0.0, 1.0))) {
            part = [part[0].min(u), part[1].min(v), part[2].max(u), part[3].max(v)];
        }
    }
    (part[0] < part[2] && part[1] < part[3]).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_written_as_they_are_read() {
        for text in ["grass:3", "grass:build_details\\poppy", "objects:flag", "objects:stonewall"] {
            assert_eq!(text.parse::<Target>().map(|target| target.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("objects:StoneWall".parse::<Target>(), Ok(Target::Objects(Form::StoneWall)));
        for text in ["", "grass", "grass:", "objects:nothing", "trees:oak"] {
            let error = text.parse::<Target>().map_err(|error| error.to_string());
            assert!(
                error.is_err_and(|words| words.contains("grass:MODEL") && words.contains("lighthouse")),
                "{text}"
            );
        }
    }
}
