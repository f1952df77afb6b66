//! About an object of a world.

use glam::{DVec3, Vec3};

use super::{Answer, capital, place, rounded};
use crate::formats::wrp::{MapInfo, MapShape, Object};
use crate::scene::Scene;
use crate::scene::catalogue::ModelId;
use crate::scene::measure::axes;
use crate::scene::sources::Placing;

pub(super) fn answer(scene: &Scene, at: DVec3, index: u32) -> Answer {
    let instance = scene.objects.instances.get(index as usize);
    let sphere = instance.map_or((at, 5.0), |instance| {
        let up = Vec3::from(instance.y_axis) * 0.5;
        let middle = Vec3::from(instance.position) + up;
        (middle.as_dvec3(), f64::from(instance.radius.max(up.length())))
    });
    let source = scene.sources.world.as_ref();
    let Some((placing, object)) = source.and_then(|placing| Some((placing, placing.object(index)?))) else {
        return Answer::new("Object", sphere);
    };
    let kind = placing.kind(object.model).map_or("object", |kind| kind.name());
    let mut answer = Answer::new(capital(kind), sphere);
    answer.model = Some(ModelId::Object(object.model));
    answer.tell("Id", if object.id < 0 { "none".to_owned() } else { object.id.to_string() }, "");
    answer.tell("Model", placing.path(object.model).unwrap_or_default(), "");
    answer.tell("Kind", kind, "");
    stand(&mut answer, scene, object);
    if placing.is_entity(index) {
        answer.tell("Listed as", "entity", "");
    } else if let Some(place) = placing.place(index) {
        answer.tell("Index", place, "");
    }
    tell_entity(&mut answer, placing, object.id);
    if let Some(record) = placing.on_map(object.id) {
        tell_record(&mut answer, record);
    }
    answer
}

/// Position, scale, rotation and height over the ground.
pub(super) fn stand(answer: &mut Answer, scene: &Scene, object: &Object) {
    let [.., x, y, z] = object.matrix;
    answer.tell("Position", place([x, y, z]), "m");
    if let Some(height) = scene.ground.height_at(f64::from(x), f64::from(z)) {
        answer.tell("Over the ground", rounded(y - height, 2), "m");
    }
    let [aside, up, dir, _] = axes(object);
    let scale = [aside, up, dir].map(|axis| rounded(axis.as_dvec3().length(), 3));
    let [a, b, c] = &scale;
    answer.tell("Scale", if a == b && b == c { a.clone() } else { place(scale.clone()) }, "");
    let [yaw, pitch, roll] = rotation([aside, up, dir]);
    answer.tell("Yaw", rounded(yaw.rem_euclid(360.0), 2), "°");
    answer.tell("Pitch", rounded(pitch, 2), "°");
    answer.tell("Roll", rounded(roll, 2), "°");
}

/// Degrees: yaw clockwise from north, pitch up, roll to the right.
fn rotation(axes: [Vec3; 3]) -> [f64; 3] {
    let [aside, up, dir] = axes.map(|axis| axis.as_dvec3().normalize_or_zero());
    let yaw = dir.x.atan2(dir.z);
    let pitch = dir.y.clamp(-1.0, 1.0).asin();
    let roll = (-aside.y).atan2(up.y);
    [yaw, pitch, roll].map(f64::to_degrees)
}

/// The entity that shares the object's id.
fn tell_entity(answer: &mut Answer, placing: &Placing, id: i32) {
    let entity = placing.world.entities.iter().find(|entity| entity.object_id as i32 == id);
    if let Some(entity) = entity.filter(|_| id >= 0) {
        answer.under("Entity", "Class", &entity.class, "");
        if !entity.model.is_empty() {
            answer.under("Entity", "Its model", &entity.model, "");
        }
    }
}

fn tell_record(answer: &mut Answer, record: &MapInfo) {
    let name = record.type_name().unwrap_or("without a name");
    let group = "On the map";
    answer.under(group, "Type", format!("{} {name}", record.kind), "");
    let point = |[x, z]: [f32; 2]| format!("{x}, {z}");
    let points = |points: &[[f32; 2]]| points.iter().copied().map(point).collect::<Vec<_>>().join("; ");
    match &record.shape {
        MapShape::Point { position, .. } => answer.under(group, "Point", point(*position), "m"),
        MapShape::Bounds { corners, .. } => answer.under(group, "Corners", points(corners), "m"),
        MapShape::ColoredBounds { corners, color_bgra: [b, g, r, a], .. } => {
            answer.under(group, "Corners", points(corners), "m");
            answer.under(group, "Colour", format!("#{r:02x}{g:02x}{b:02x}, alpha {a}"), "");
        }
        MapShape::Line { ends, .. } | MapShape::ObjectLine { ends, .. } => {
            answer.under(group, "Ends", points(ends), "m");
        }
        MapShape::Rail { values, flag, .. } => {
            answer.under(group, "Values", values.map(|value| value.to_string()).join(", "), "");
            answer.under(group, "Flag", flag, "");
        }
        MapShape::Polyline { points: line, .. } => answer.under(group, "Points", points(line), "m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{EulerRot, Mat3};

    #[test]
    fn a_turn_is_told_as_the_camera_tells_it() {
        // Turned about Y by the right hand, so that north goes to the east: glam's Y angle in this frame.
        let turned = |yaw: f32, pitch: f32, roll: f32| {
            let m =
                Mat3::from_euler(EulerRot::YXZ, yaw.to_radians(), -pitch.to_radians(), -roll.to_radians());
            rotation([m.x_axis, m.y_axis, m.z_axis])
        };
        for [yaw, pitch, roll] in [[0.0, 0.0, 0.0], [90.0, 0.0, 0.0], [30.0, 20.0, 0.0], [-40.0, 10.0, 15.0]]
        {
            let found = turned(yaw, pitch, roll);
            for (found, expected) in found.into_iter().zip([yaw, pitch, roll]) {
                assert!((found - f64::from(expected)).abs() < 1e-4, "{found} for {expected}");
            }
        }
    }
}
