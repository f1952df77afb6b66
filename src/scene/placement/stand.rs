//! How one object stands on the ground.

use glam::Vec3;

use super::tint::tint;
use crate::formats::wrp::Object;
use crate::scene::heightfield::Heightfield;
use crate::scene::kind::Kind;
use crate::scene::look::{Look, along_x};
use crate::scene::measure::axes;
use crate::scene::name::mix;
use crate::scene::objects::{ObjectInstance, ObjectModel};

/// True for a matrix that an object can stand in.
pub(crate) fn is_place(object: &Object) -> bool {
    let [aside, up, dir, at] = axes(object);
    let sound = |axis: Vec3| (1e-6..1e6).contains(&axis.length_squared());
    let volume = aside.cross(up).dot(dir).abs();
    let most = aside.length() * up.length() * dir.length();
    // A comparison with NaN is false.
    sound(aside)
        && sound(up)
        && sound(dir)
        && volume > 1e-4 * most
        && at.abs().max_element() < 1e7
        && at.is_finite()
}

/// The box of a model.
pub(super) struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    pub fn of(model: &ObjectModel) -> Self {
        let points =
            || model.lods.iter().flat_map(|mesh| &mesh.vertices).map(|vertex| Vec3::from(vertex.position));
        Self { low: points().fold(Vec3::ZERO, Vec3::min), high: points().fold(Vec3::ZERO, Vec3::max) }
    }

    /// Radius of the sphere about the origin that holds the box after `x`, `y` and `z` have stretched it.
    fn radius(&self, x: Vec3, y: Vec3, z: Vec3) -> f32 {
        let mut most = 0.0_f32;
        for cx in [self.low.x, self.high.x] {
            for cy in [self.low.y, self.high.y] {
                for cz in [self.low.z, self.high.z] {
                    most = most.max((x * cx + y * cy + z * cz).length_squared());
                }
            }
        }
        most.sqrt()
    }
}

/// Stands one object on the ground.
pub(super) fn stand(
    object: &Object,
    look: &Look,
    model: u32,
    bounds: &Bounds,
    ground: &Heightfield,
) -> ObjectInstance {
    let [aside, up, dir, at] = axes(object);
    let [width, height, depth] = look.size;
    let (mut x, mut y, mut z) = if look.turned {
        (dir * width, up * height, -aside * depth)
    } else {
        (aside * width, up * height, dir * depth)
    };
    // Back faces are not drawn: what the file mirrors is mirrored back.
    if x.cross(y).dot(z) < 0.0 {
        x = -x;
    }
    let half = y * 0.5;
    let foot_in_file = at.y - half.y.abs();
    let mut foot = at.with_y(foot_in_file);
    match (level(ground, at), look.kind) {
        (None, _) => {}
        (Some(_), Kind::Pond) => foot.y = at.y - y.y,
        (Some(level), Kind::Rock) => {
            // A rock lies as the file has it, but is never wholly in the ground.
            let reach = (x.y.abs() + z.y.abs()) * 0.35 + half.y.abs();
            let center = at.y.max(level - reach * 0.75).min(level + reach * 0.8);
            foot = at.with_y(center) - half;
        }
        (Some(level), Kind::Pier | Kind::Bridge) => {
            let deck = deck(look.kind, level, at.y);
            y = Vec3::Y * (deck - level).clamp(1.0, 40.0);
            foot.y = deck - y.y;
        }
        (Some(level), kind) => {
            // On a roof or a bridge the file's own height holds.
            let free = if kind.is_plant() { 8.0 } else { 3.0_f32.max(half.length()) };
            if foot_in_file <= level + free {
                foot.y = level;
                let upright = up.y > 0.98 * up.length() && aside.y.abs() < 0.05 && dir.y.abs() < 0.05;
                if upright && (along_x(look.form) || kind == Kind::Woods) {
                    x.y = rise(ground, at, x);
                }
                if upright && kind == Kind::Woods {
                    z.y = rise(ground, at, z);
                }
            }
        }
    }
    let radius = bounds.radius(x, y, z);
    let seed = if object.id >= 0 { mix(object.id as u32) } else { mix(at.x.to_bits() ^ mix(at.z.to_bits())) };
    ObjectInstance {
        x_axis: x.into(),
        model,
        y_axis: y.into(),
        tint: tint(look, seed),
        z_axis: z.into(),
        id: object.id as u32,
        position: foot.into(),
        radius,
    }
}

fn level(ground: &Heightfield, at: Vec3) -> Option<f32> {
    ground.height_at(f64::from(at.x), f64::from(at.z))
}

/// Where the deck of a pier or a bridge is: over the sea or the ground, and not below the object's own centre unless
/// that is far above.
fn deck(kind: Kind, level: f32, center: f32) -> f32 {
    let least = if kind == Kind::Pier { (level + 0.4).max(1.6) } else { level + 1.2 };
    if center - level < 60.0 { least.max(center + 0.4) } else { least }
}

/// How much the ground rises along a level axis, from one end to the other; at most 45 degrees.
fn rise(ground: &Heightfield, at: Vec3, axis: Vec3) -> f32 {
    match (level(ground, at - axis * 0.5), level(ground, at + axis * 0.5)) {
        (Some(from), Some(to)) => {
            let run = axis.with_y(0.0).length();
            (to - from).clamp(-run, run)
        }
        _ => 0.0,
    }
}
