//! Two versions of a file, held against each other: what was changed, where, and how much.
//!
//! Everything here is pure: values in, values out, the same in every run. A [`Comparison`] is also what `sward diff --json`
//! writes, so the names of its fields are a promise.

mod heat;
mod heights;
mod layers;
mod level;
mod map;
mod objects;
mod pairing;
mod parts;
mod records;
#[cfg(test)]
mod tests;
mod wiiu;
mod world;

pub use heat::{Heat, color_of};
pub use heights::{Extreme, GridShape, Grounds, HeightChanges, Method};
pub use layers::LayerChange;
pub use level::{levels, materials, meshes, plants};
pub use map::{Map, draw};
pub use objects::{ChangeKind, ModelChanges, ObjectChange, ObjectChanges, ObjectCounts, Placed};
pub use parts::{PartChange, PartChangeKind};
pub use records::RecordChanges;
pub use wiiu::files;
pub use world::worlds;

use std::fmt::Display;

use serde::Serialize;

use crate::formats::Content;
use crate::scene::heightfield::Heightfield;
use crate::scene::level_mesh;

/// What differs between two versions of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What both files are.
    pub kind: Kind,
    /// Values of the whole file that differ.
    pub fields: Vec<FieldChange>,
    /// The ground, of worlds and collision meshes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heights: Option<HeightChanges>,
    /// The objects of worlds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects: Option<ObjectChanges>,
    /// Lists of records, also those that are the same.
    pub records: Vec<RecordChanges>,
    /// Layers of cells, also those that are the same.
    pub layers: Vec<LayerChange>,
    /// Things with names that differ: models, textures, patterns.
    pub parts: Vec<PartChange>,
}

/// A kind of file that can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `.wrp`.
    World,
    /// `level.details`.
    Level,
    /// `.dm`.
    Plant,
    /// `level.cform`.
    Mesh,
    /// `gamemtl.xr`.
    Materials,
    /// BFRES.
    #[serde(rename = "wiiu")]
    WiiU,
}

/// A value of the whole file in both versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// As it was.
    pub old: String,
    /// As it is.
    pub new: String,
}

/// Collects the fields that differ.
#[derive(Debug, Default)]
struct Fields {
    list: Vec<FieldChange>,
}

impl Fields {
    fn compare(&mut self, field: impl Into<String>, old: impl Display, new: impl Display) {
        let (old, new) = (old.to_string(), new.to_string());
        if old != new {
            self.list.push(FieldChange { field: field.into(), old, new });
        }
    }
}

impl Comparison {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            fields: Vec::new(),
            heights: None,
            objects: None,
            records: Vec::new(),
            layers: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The same with the heights of the old and the new ground.
    fn with_heights(self, [old, new]: &[Heightfield; 2]) -> Self {
        Self { heights: Some(Grounds::new(old, new).compare()), ..self }
    }

    /// True where both versions say the same.
    pub fn is_equal(&self) -> bool {
        self.fields.is_empty()
            && self.heights.as_ref().is_none_or(HeightChanges::is_equal)
            && self.objects.as_ref().is_none_or(ObjectChanges::is_equal)
            && self.records.iter().all(RecordChanges::is_equal)
            && self.layers.iter().all(LayerChange::is_equal)
            && self.parts.is_empty()
    }
}

/// Why two files can't be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the old file is {old} and the new one {new}, expected two files of one kind")]
pub struct DifferentKinds {
    /// What the old file is, with its article.
    pub old: &'static str,
    /// What the new file is, with its article.
    pub new: &'static str,
}

/// What came of two files.
#[derive(Debug)]
pub struct Compared {
    /// What differs.
    pub changes: Comparison,
    /// The old and the new ground, where the files have one.
    pub grounds: Option<[Heightfield; 2]>,
}

/// Compares two files. The heights of worlds are moved and not copied.
///
/// # Errors
/// When they are not of one kind.
pub fn compare(old: Content, new: Content) -> Result<Compared, DifferentKinds> {
    let names = [name_of(&old), name_of(&new)];
    let without_ground = |changes| Compared { changes, grounds: None };
    Ok(match (old, new) {
        (Content::World(mut old), Content::World(mut new)) => {
            let not_finite =
                [&old, &new].map(|world| world.elevation.cells.iter().filter(|it| !it.is_finite()).count());
            let grounds = [&mut old, &mut new].map(|world| Heightfield::from_world(world).0);
            let mut changes = worlds(&old, &new).with_heights(&grounds);
            let mut fields = Fields { list: std::mem::take(&mut changes.fields) };
            fields.compare("heights-not-finite", not_finite[0], not_finite[1]);
            changes.fields = fields.list;
            Compared { changes, grounds: Some(grounds) }
        }
        (Content::Cform(old), Content::Cform(new)) => {
            let (of_old, of_new) =
                rayon::join(|| level_mesh::of_cform(&old, None).1, || level_mesh::of_cform(&new, None).1);
            let grounds = [of_old, of_new];
            Compared { changes: meshes(&old, &new).with_heights(&grounds), grounds: Some(grounds) }
        }
        (Content::Details(old), Content::Details(new)) => without_ground(levels(&old, &new)),
        (Content::DetailModel(old, _), Content::DetailModel(new, _)) => without_ground(plants(&old, &new)),
        (Content::GameMaterials(old), Content::GameMaterials(new)) => without_ground(materials(&old, &new)),
        (Content::Bfres(old), Content::Bfres(new)) => without_ground(files(&old, &new)),
        _ => return Err(DifferentKinds { old: names[0], new: names[1] }),
    })
}

fn name_of(content: &Content) -> &'static str {
    match content {
        Content::World(_) => "a world",
        Content::Details(_) => "a level.details",
        Content::DetailModel(..) => "a .dm",
        Content::Cform(_) => "a level.cform",
        Content::GameMaterials(_) => "a gamemtl.xr",
        Content::Bfres(_) => "a Wii U file",
    }
}
