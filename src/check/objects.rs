//! The objects of a world, each by itself and among its like.

use std::collections::HashMap;

use super::places::Places;
use super::world::{is_on_map, size};
use super::{Place, Report};
use crate::formats::wrp::{Object, World};
use crate::scene::measure::axes;
use crate::scene::placement::is_place;

/// The id of an object in layouts without ids.
const NO_ID: i32 = -1;

/// Looks at every object and entity.
pub(super) fn check(world: &World, report: &mut Report) {
    let size = size(world);
    let mut no_model = Places::default();
    let mut not_finite = Places::default();
    let mut degenerate = Places::default();
    let mut mirrored = Places::default();
    let mut outside = Places::default();
    for (index, object) in world.objects.iter().enumerate() {
        let known = world.models.len();
        if object.model as usize >= known {
            no_model.add(|| Place {
                model: Some(object.model as usize),
                ..place_of(world, index, format!("the list has {known} models"))
            });
        }
        if object.matrix.iter().any(|value| !value.is_finite()) {
            not_finite.add(|| place_of(world, index, told(world, object)));
            continue;
        }
        if !has_shape(object) {
            degenerate.add(|| place_of(world, index, told(world, object)));
        } else if is_mirrored(object) {
            mirrored.add(|| place_of(world, index, told(world, object)));
        }
        let [.., x, _, z] = object.matrix;
        if !is_on_map(size, x, z) {
            outside.add(|| place_of(world, index, told(world, object)));
        }
    }
    for (index, entity) in world.entities.iter().enumerate() {
        let [x, y, z] = entity.position;
        let place = |position| Place {
            entity: Some(index),
            position,
            detail: format!("{:?}", entity.class),
            ..Place::default()
        };
        if !(x.is_finite() && y.is_finite() && z.is_finite()) {
            not_finite.add(|| place(None));
        } else if !is_on_map(size, x, z) {
            outside.add(|| place(Some(entity.position)));
        }
    }
    report.add("model-out-of-range", no_model);
    report.add("matrix-not-finite", not_finite);
    report.add("degenerate-matrix", degenerate);
    report.add("mirrored-matrix", mirrored);
    report.add("object-outside-map", outside);
    report.add("duplicate-object-id", same_ids(world));
    report.add("duplicate-object", same_places(world));
}

/// Object `index`, at its place if it has one.
pub(super) fn place_of(world: &World, index: usize, detail: String) -> Place {
    let object = world.objects.get(index);
    let position = object.map(|object| axes(object)[3]).filter(|at| at.is_finite());
    Place {
        object: Some(index),
        id: object.map(|object| object.id).filter(|&id| id != NO_ID),
        position: position.map(Into::into),
        detail,
        ..Place::default()
    }
}

/// The path of an object's model, escaped.
pub(super) fn told(world: &World, object: &Object) -> String {
    world.models.get(object.model as usize).map(|path| format!("{path:?}")).unwrap_or_default()
}

/// A finite matrix that spans a volume, wherever it stands: what a picture would draw at the origin.
pub(super) fn has_shape(object: &Object) -> bool {
    let mut at_origin = *object;
    let [.., x, y, z] = &mut at_origin.matrix;
    [*x, *y, *z] = [0.0; 3];
    is_place(&at_origin)
}

fn is_mirrored(object: &Object) -> bool {
    let [aside, up, dir, _] = axes(object);
    // Left-handed: aside x up = dir, as for east, up and north.
    aside.cross(up).dot(dir) < 0.0
}

/// Every object whose id an earlier one has.
fn same_ids(world: &World) -> Places {
    let mut places = Places::default();
    let mut first = HashMap::with_capacity(world.objects.len());
    for (index, object) in world.objects.iter().enumerate().filter(|(_, object)| object.id != NO_ID) {
        match first.get(&object.id) {
            None => {
                first.insert(object.id, index);
            }
            Some(other) => {
                places.add(|| place_of(world, index, format!("as object {other}; {}", told(world, object))));
            }
        }
    }
    places
}

/// Every object that stands where an earlier one of its model stands, to the centimetre.
fn same_places(world: &World) -> Places {
    let mut places = Places::default();
    let mut first = HashMap::with_capacity(world.objects.len());
    for (index, object) in world.objects.iter().enumerate() {
        let at = axes(object)[3];
        if !at.is_finite() || !has_shape(object) {
            continue;
        }
        let centimetres = at.to_array().map(|metres| (f64::from(metres) * 100.0).round() as i64); // Saturates.
        match first.get(&(object.model, centimetres)) {
            None => {
                first.insert((object.model, centimetres), index);
            }
            Some(other) => {
                places.add(|| place_of(world, index, format!("as object {other}; {}", told(world, object))));
            }
        }
    }
    places
}
