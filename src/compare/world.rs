//! Two worlds.

use std::collections::BTreeMap;

use super::layers::LayerChange;
use super::objects::ObjectChanges;
use super::records::{self, RecordChanges};
use super::{Comparison, FieldChange, Fields, Kind};
use crate::formats::grid::Grid;
use crate::formats::wrp::{MapInfo, Variant, World};

/// Compares two worlds in all but their heights, which [`Grounds`] compare. Where objects and records lie in the file is
/// no difference: only what they are.
///
/// [`Grounds`]: super::Grounds
pub fn worlds(old: &World, new: &World) -> Comparison {
    let objects = ObjectChanges::of(old, new);
    Comparison {
        fields: fields(old, new),
        objects: Some(objects),
        records: records_of(old, new),
        layers: layers(old, new),
        ..Comparison::new(Kind::World)
    }
}

fn fields(old: &World, new: &World) -> Vec<FieldChange> {
    let mut fields = Fields::default();
    let format = |world: &World| match world.variant {
        Variant::Oprw(version) => format!("OPRW {version}"),
        Variant::Wvr8 => "8WVR".to_owned(),
        Variant::Wvr4 => "4WVR".to_owned(),
        Variant::Wvr3 => "3WVR".to_owned(),
    };
    let some = |value: Option<u32>| value.map_or("none".to_owned(), |value| value.to_string());
    let cells = |[east, north]: [u32; 2]| format!("{east} x {north}");
    fields.compare("format", format(old), format(new));
    fields.compare("app-id", some(old.app_id), some(new.app_id));
    let unknown = |world: &World| {
        world.header_unknown.map_or("none".to_owned(), |(four, one)| format!("{four} and {one}"))
    };
    fields.compare("header-unknown", unknown(old), unknown(new));
    fields.compare("land-cells", cells(old.land), cells(new.land));
    fields.compare("elevations", cells(old.terrain), cells(new.terrain));
    fields.compare("land-cell-metres", old.land_cell, new.land_cell);
    fields.compare("max-object-id", old.max_object_id, new.max_object_id);
    fields.list
}

fn records_of(old: &World, new: &World) -> Vec<RecordChanges> {
    let mut all = vec![
        RecordChanges::of("models", &old.models, &new.models, |path, key| key.add(path)),
        RecordChanges::of("materials", &old.materials, &new.materials, records::material),
        RecordChanges::of("roads", &old.roads, &new.roads, records::road),
        RecordChanges::of("peaks", &old.peaks, &new.peaks, records::peak),
        RecordChanges::of("entities", &old.entities, &new.entities, records::entity),
    ];
    let kinds: BTreeMap<u32, Option<&str>> =
        old.map_info.iter().chain(&new.map_info).map(|record| (record.kind, record.type_name())).collect();
    for (kind, name) in kinds {
        let name = name.map_or_else(|| kind.to_string(), str::to_owned);
        all.push(RecordChanges::of(
            format!("map-info {name}"),
            of_kind(&old.map_info, kind),
            of_kind(&new.map_info, kind),
            records::map_info,
        ));
    }
    all.retain(|changes| changes.old + changes.new > 0);
    all
}

fn of_kind(records: &[MapInfo], kind: u32) -> impl Iterator<Item = &MapInfo> {
    records.iter().filter(move |record| record.kind == kind)
}

fn layers(old: &World, new: &World) -> Vec<LayerChange> {
    // Materials by their paths: a list that was sorted anew changes no ground.
    fn paths(world: &World, index: u16) -> Option<&[String]> {
        world.materials.get(usize::from(index)).map(|material| material.paths.as_slice())
    }
    let is_same = |one: u16, other: u16| {
        let [of_old, of_new] = [paths(old, one), paths(new, other)];
        if of_old.is_none() && of_new.is_none() { one == other } else { of_old == of_new }
    };
    fn plain<T: Copy + PartialEq>(
        name: &str,
        old: &Option<Grid<T>>,
        new: &Option<Grid<T>>,
    ) -> Option<LayerChange> {
        LayerChange::of(name, old.as_ref(), new.as_ref(), |one, other| one == other)
    }
    [
        LayerChange::of("surface-material", Some(&old.material_index), Some(&new.material_index), is_same),
        plain("geography", &old.geography, &new.geography),
        plain("ambient-sound", &old.sound_map, &new.sound_map),
        plain("texture-tint", &old.random, &new.random),
        plain("grass-cover", &old.grass_approx, &new.grass_approx),
        plain("primary-texture", &old.primary_texture, &new.primary_texture),
        plain("persistent", &old.persistent, &new.persistent),
        plain("subdivision", &old.subdivision_hints, &new.subdivision_hints),
    ]
    .into_iter()
    .flatten()
    .collect()
}
