//! Two levels of grass, two plants, two collision meshes, two lists of materials.

use super::layers::LayerChange;
use super::pairing::canonical;
use super::parts::{self, PartChange, PartChangeKind};
use super::records::{Key, RecordChanges};
use super::{Comparison, Fields, Kind};
use crate::formats::grid::Grid;
use crate::formats::xray::{Cform, CformTriangle, DetailModel, Details, GameMaterials, Slot, SlotBounds};

/// Compares the grass of two levels: the models, and the slots that both have.
pub fn levels(old: &Details, new: &Details) -> Comparison {
    let mut fields = Fields::default();
    let pair = |[one, other]: [i32; 2]| format!("{one}, {other}");
    fields.compare("version", old.version, new.version);
    fields.compare("slots", pair(old.size.map(u32::cast_signed)), pair(new.size.map(u32::cast_signed)));
    fields.compare("offset", pair(old.offset), pair(new.offset));
    let models = pair_models(&old.models, &new.models);
    let (slots_of_old, slots_of_new) = common_slots(old, new).unzip();
    let (old_slots, new_slots) = (slots_of_old.as_ref(), slots_of_new.as_ref());
    let layer =
        |name, is_same: &dyn Fn(Slot, Slot) -> bool| LayerChange::of(name, old_slots, new_slots, is_same);
    let same_models = |one: Slot, other: Slot| {
        one.parts.iter().zip(&other.parts).all(|(one, other)| match (one.model, other.model) {
            (Some(one), Some(other)) => {
                models.get(usize::from(one)).copied().unwrap_or(Some(one)) == Some(other)
            }
            (one, other) => one == other,
        })
    };
    let densities = |slot: Slot| slot.parts.map(|part| part.density);
    let layers = [
        layer("slot-models", &same_models),
        layer("slot-densities", &|one, other| densities(one) == densities(other)),
        layer("slot-boxes", &|one, other| bounds(one.bounds) == bounds(other.bounds)),
        layer("slot-light", &|one, other| one.light == other.light),
    ];
    Comparison {
        fields: fields.list,
        parts: model_changes(old, new, &models),
        layers: layers.into_iter().flatten().collect(),
        ..Comparison::new(Kind::Level)
    }
}

/// For each old model its place in the new list: of those with the same content the first, else the same place.
fn pair_models(old: &[DetailModel], new: &[DetailModel]) -> Vec<Option<u16>> {
    let mut taken = vec![false; new.len()];
    let mut pairs = vec![None; old.len()];
    for (model, pair) in old.iter().zip(&mut pairs) {
        let same = (0..).zip(new.iter().zip(&mut taken));
        if let Some((place, (_, taken))) =
            same.into_iter().find(|(_, (other, taken))| !**taken && *other == model)
        {
            (*pair, *taken) = (Some(place), true);
        }
    }
    for (place, pair) in (0..).zip(&mut pairs) {
        if let (None, Some(taken @ false)) = (&pair, taken.get_mut(usize::from(place))) {
            (*pair, *taken) = (Some(place), true);
        }
    }
    pairs
}

fn model_changes(old: &Details, new: &Details, pairs: &[Option<u16>]) -> Vec<PartChange> {
    let name = |place: usize, model: &DetailModel| format!("{place} {}", model.texture);
    let mut changes = Vec::new();
    let change = |name, change, what| PartChange { group: "models", name, change, what };
    for (place, model) in new.models.iter().enumerate() {
        let before = pairs.iter().position(|pair| pair.map(usize::from) == Some(place));
        match before.and_then(|before| old.models.get(before)) {
            Some(before) if before == model => {}
            Some(before) => {
                changes.push(change(name(place, model), PartChangeKind::Changed, differences(before, model)));
            }
            None => changes.push(change(name(place, model), PartChangeKind::Added, Vec::new())),
        }
    }
    for (place, (model, pair)) in old.models.iter().zip(pairs).enumerate() {
        if pair.is_none() {
            changes.push(change(name(place, model), PartChangeKind::Removed, Vec::new()));
        }
    }
    changes
}

/// The slots of the ground that both levels cover, of each level; `None` where they have none in common.
fn common_slots(old: &Details, new: &Details) -> Option<(Grid<Slot>, Grid<Slot>)> {
    let range = |details: &Details, axis: usize| {
        let first = -i64::from(details.offset[axis]);
        first..first + i64::from(details.size[axis])
    };
    let common = [0, 1].map(|axis| {
        let (old, new) = (range(old, axis), range(new, axis));
        old.start.max(new.start)..old.end.min(new.end)
    });
    let [width, height] = common.clone().map(|range| u32::try_from(range.end - range.start).unwrap_or(0));
    if width == 0 || height == 0 {
        return None;
    }
    let crop = |details: &Details| {
        let [x, z] = [0, 1].map(|axis| (common[axis].start - range(details, axis).start) as usize);
        let rows = details.slots.chunks(details.size[0].max(1) as usize).skip(z).take(height as usize);
        let cells = rows.flat_map(|row| row.iter().skip(x).take(width as usize)).copied().collect();
        Grid { width, height, cells }
    };
    Some((crop(old), crop(new)))
}

/// What is the same for the same box.
fn bounds(bounds: SlotBounds) -> [u32; 2] {
    match bounds {
        SlotBounds::Quantised { base, height } => [base.into(), height.into()],
        SlotBounds::Absolute { bottom, top } => [bottom, top].map(canonical),
    }
}

/// In what two plants differ.
fn differences(old: &DetailModel, new: &DetailModel) -> Vec<&'static str> {
    parts::differing(&[
        ("mesh", old.vertices == new.vertices && old.indices == new.indices),
        ("texture", old.texture == new.texture),
        ("shader", old.shader == new.shader),
        ("flags", old.flags == new.flags),
        ("scale", (old.min_scale, old.max_scale) == (new.min_scale, new.max_scale)),
        ("left-out-triangles", old.dropped_triangles == new.dropped_triangles),
    ])
}

/// Compares two plants.
pub fn plants(old: &DetailModel, new: &DetailModel) -> Comparison {
    let name = |_: &DetailModel| "plant".to_owned();
    let pair = [std::slice::from_ref(old), std::slice::from_ref(new)];
    Comparison { parts: parts::compare("models", pair, name, differences), ..Comparison::new(Kind::Plant) }
}

/// Compares two collision meshes in all but their heights: the triangles, wherever they stand in the file.
pub fn meshes(old: &Cform, new: &Cform) -> Comparison {
    let mut fields = Fields::default();
    fields.compare("version", old.version, new.version);
    let corners = |mesh: &Cform| {
        let [low, high] = mesh.bounds;
        format!("{low:?} to {high:?}")
    };
    fields.compare("bounds", corners(old), corners(new));
    let feed = |side: &Cform, triangle: &CformTriangle, key: &mut Key| {
        let corner = |index: u32| side.vertices.get(index as usize).map(|corner| corner.map(canonical));
        let mut corners = triangle.vertices.map(corner);
        // Any corner may come first, but the way round says which side is the front.
        let first = (0..3).min_by_key(|&index: &usize| corners[index]).unwrap_or_default();
        corners.rotate_left(first);
        let CformTriangle { material, sector, suppress_shadows, suppress_wallmarks, .. } = triangle;
        key.add((corners, material, sector, suppress_shadows, suppress_wallmarks));
    };
    let both = |mesh| move |triangle| (mesh, triangle);
    let triangles = RecordChanges::of(
        "triangles",
        old.triangles.iter().map(both(old)),
        new.triangles.iter().map(both(new)),
        |(mesh, triangle), key| feed(mesh, triangle, key),
    );
    Comparison { fields: fields.list, records: vec![triangles], ..Comparison::new(Kind::Mesh) }
}

/// Compares two lists of materials place by place, since triangles refer to them by place.
pub fn materials(old: &GameMaterials, new: &GameMaterials) -> Comparison {
    let places = |list: &GameMaterials| -> Vec<(usize, crate::formats::xray::GameMaterial)> {
        list.materials.iter().cloned().enumerate().collect()
    };
    let [old, new] = [old, new].map(places);
    let changes = parts::compare(
        "materials",
        [&old, &new],
        |(place, _)| place.to_string(),
        |(_, one), (_, other)| {
            parts::differing(&[
                ("name", one.name == other.name),
                ("id", one.id == other.id),
                ("flags", one.flags == other.flags),
            ])
        },
    );
    Comparison { parts: changes, ..Comparison::new(Kind::Materials) }
}
