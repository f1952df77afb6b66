//! Where a finding is.

use serde::Serialize;

/// The most places that are kept of one finding; all are counted.
pub const MOST_PLACES: usize = 1000;

/// A place in a file. What isn't known is `None`; indices count from 0.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Place {
    /// The slot of the grid of a level: x, z. Slot (0, 0) is the one in the south-west.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<[u32; 2]>,
    /// The part of the slot, 0 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// Index of the model in its file; 0 in a `.dm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<usize>,
    /// Index of the object of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<usize>,
    /// The id of that object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i32>,
    /// Index of the entity of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<usize>,
    /// Index of the road link of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub road: Option<usize>,
    /// Index of the peak of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak: Option<usize>,
    /// Index of the material of a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<usize>,
    /// The land cell of a world: x, z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub land: Option<[u32; 2]>,
    /// The point of the elevation grid of a world: x, z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<[u32; 2]>,
    /// The field, where a decoder found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Byte offset in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// x, height and z in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<[f32; 3]>,
    /// What was found there, where that differs from place to place; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl std::fmt::Display for Place {
    /// Such as `slot 3, 4, part 1 (X 7, Z 9)`; empty where nothing is known.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pair = |name: &str, pair: Option<[u32; 2]>| pair.map(|[x, z]| format!("{name} {x}, {z}"));
        let index = |name: &str, index: Option<usize>| index.map(|index| format!("{name} {index}"));
        let id = |id: i32| format!("id {id}");
        let parts = [
            pair("slot", self.slot),
            index("part", self.part),
            index("model", self.model),
            index("object", self.object),
            self.id.map(id),
            index("entity", self.entity),
            index("road link", self.road),
            index("peak", self.peak),
            index("material", self.material),
            pair("land cell", self.land),
            pair("elevation", self.elevation),
            self.field.clone(),
        ];
        let named = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        f.write_str(&named)?;
        if let Some([x, y, z]) = self.position {
            let space = if named.is_empty() { "" } else { " " };
            write!(f, "{space}(X {}, Y {}, Z {})", short(x), short(y), short(z))?;
        }
        Ok(())
    }
}

/// To the tenth of a metre, without a needless `.0`.
fn short(metres: f32) -> String {
    let text = format!("{metres:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Places of one kind while they are gathered.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub count: u64,
    pub places: Vec<Place>,
}

impl Places {
    /// A single place.
    pub fn once(place: Place) -> Self {
        Self { count: 1, places: vec![place] }
    }

    /// Counts a place; it is made only if it is kept.
    pub fn add(&mut self, place: impl FnOnce() -> Place) {
        self.count += 1;
        if self.places.len() < MOST_PLACES {
            self.places.push(place());
        }
    }
}
