//! Objects with a class of their own that the object table doesn't have.

use rayon::prelude::*;
use std::collections::HashMap;

use crate::formats::wrp::{Entity, Object, World};

/// The entities that no object stands for, as objects without a turn, and the paths of their models.
pub(super) fn entities(world: &World) -> (Vec<Object>, Vec<&str>) {
    let mut left: Vec<&Entity> = world.entities.iter().collect();
    if left.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut ids: Vec<u32> = left.iter().map(|entity| entity.object_id).collect();
    ids.sort_unstable();
    let mut known: Vec<u32> = world
        .objects
        .par_iter()
        .filter_map(|object| {
            let id = u32::try_from(object.id).ok()?;
            ids.binary_search(&id).ok().map(|_| id)
        })
        .collect();
    known.sort_unstable();
    left.retain(|entity| known.binary_search(&entity.object_id).is_err());

    let mut paths: Vec<&str> = Vec::new();
    let mut index = HashMap::new();
    let objects = left
        .into_iter()
        .map(|entity| {
            let path = if entity.model.is_empty() { entity.class.as_str() } else { entity.model.as_str() };
            let model = *index.entry(path).or_insert_with(|| {
                paths.push(path);
                world.models.len() + paths.len() - 1
            });
            let [x, y, z] = entity.position;
            Object {
                id: entity.object_id as i32,
                model: model as u32,
                matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, z],
                shape_param: 0,
            }
        })
        .collect();
    (objects, paths)
}
