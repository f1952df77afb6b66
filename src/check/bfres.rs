//! Wii U files: textures that are named and nowhere, textures that can't be read, and patterns that drive nothing.

use std::collections::HashSet;

use super::places::Places;
use super::{Place, Report, decoded};
use crate::formats::bfres::{Bfres, Texture};
use crate::formats::bytes::Warnings;
use crate::scene::bind::Bind;

/// What all inputs together have.
#[derive(Default)]
pub(super) struct Known {
    textures: HashSet<String>,
    /// Material and sampler.
    samplers: HashSet<[String; 2]>,
    has_model: bool,
}

impl Known {
    /// Adds what some files have.
    pub fn add(&mut self, files: &[Bfres]) {
        for file in files {
            self.textures.extend(file.textures.iter().map(|texture| texture.name.clone()));
            for material in file.models.iter().flat_map(|model| &model.materials) {
                let samplers = material.samplers.iter();
                self.samplers.extend(samplers.map(|sampler| [material.name.clone(), sampler.name.clone()]));
            }
            self.has_model |= !file.models.is_empty();
        }
    }
}

impl Known {
    /// What a scene file binds is driven like a material.
    pub fn bind(&mut self, binds: &[Bind]) {
        self.samplers.extend(binds.iter().map(|bind| [bind.material.clone(), bind.sampler.clone()]));
    }
}

/// Looks at the files of an input.
pub(super) fn check(files: &[Bfres], known: &Known, report: &mut Report) {
    let at = |field: String, detail: String| Place { field: Some(field), detail, ..Place::default() };
    let (mut unread, mut nowhere, mut unshown, mut unbound) =
        (Places::default(), Places::default(), Places::default(), Places::default());
    for file in files {
        for (index, texture) in file.textures.iter().enumerate() {
            if let Some(why) = unreadable(texture) {
                unread.add(|| at(format!("textures[{index}]"), format!("{:?}: {why}", texture.name)));
            }
        }
        for (index, model) in file.models.iter().enumerate() {
            // What a picture of it leaves out.
            let mut left_out = Warnings::default();
            model.assembled(&mut left_out);
            decoded::warnings(&left_out, report);
            for material in &model.materials {
                for name in material.textures.iter().filter(|name| !known.textures.contains(*name)) {
                    nowhere.add(|| {
                        at(format!("models[{index}]"), format!("material {:?} shows {name:?}", material.name))
                    });
                }
            }
        }
        for (index, pattern) in file.texture_patterns.iter().enumerate() {
            let field = || format!("texture_patterns[{index}]");
            for name in pattern.textures.iter().filter(|name| !known.textures.contains(*name)) {
                unshown.add(|| at(field(), format!("{:?} shows {name:?}", pattern.name)));
            }
            for track in pattern.tracks().filter(|_| known.has_model) {
                let names = [track.material.to_owned(), track.sampler.to_owned()];
                if !known.samplers.contains(&names) {
                    let [material, sampler] = &names;
                    unbound.add(|| {
                        at(field(), format!("{:?} drives {sampler:?} of {material:?}", pattern.name))
                    });
                }
            }
        }
    }
    report.add("unread-model-texture", unread);
    report.add("missing-model-texture", nowhere);
    report.add("missing-pattern-texture", unshown);
    report.add("pattern-without-material", unbound);
}

/// Why a texture can't be shown; what the other file of two has is no fault.
fn unreadable(texture: &Texture) -> Option<String> {
    if texture.data.is_empty() {
        return None;
    }
    let error = texture.rgba(texture.level_count().saturating_sub(1), 0).err()?;
    Some(format!("{}: found {}, expected {}", error.field, error.found, error.expected))
}
