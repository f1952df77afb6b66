//! From the objects of a world to instances of proxies that stand on its ground.

use glam::Vec3;
use rayon::prelude::*;

use super::heightfield::Heightfield;
use super::kind::Kind;
use super::look::{Look, Tint, along_x, look};
use super::measure::{MapIndex, Measured, axes, measure, spacing};
use super::name::{Name, mix};
use super::objects::{ObjectInstance, ObjectModel, Objects};
use super::proxies::Form;
use crate::formats::bytes::Warnings;
use crate::formats::wrp::{Object, World};

/// What became of a world's objects.
#[derive(Debug, Default)]
pub struct Placed {
    /// The proxies and their instances, sorted by model, within one by the file's order.
    pub objects: Objects,
    /// Indices into [`World::objects`] of the pieces of road, in order: they are drawn as ribbons.
    pub road_parts: Vec<u32>,
    /// How many objects there are of each kind, most frequent first, road parts and entities included.
    pub kinds: Vec<(Kind, usize)>,
}

/// An object that is not drawn.
const SKIPPED: u32 = u32::MAX;

impl Objects {
    /// Places the objects and entities of `world` on `ground`.
    ///
    /// Objects whose matrix is no place (not finite, flat, or of an absurd size) are left out and counted in
    /// `warnings`.
    pub fn place(world: &World, ground: &Heightfield, warnings: &mut Warnings) -> Placed {
        let (entities, entity_models) = entities(world);
        let all = All { objects: &world.objects, entities: &entities };
        let names: Vec<Name> = world
            .models
            .par_iter()
            .map(String::as_str)
            .chain(entity_models.par_iter().copied())
            .map(Name::new)
            .collect();

        // Which model each object is of, then the objects of each model.
        let models: Vec<u32> = (0..all.len() as u32)
            .into_par_iter()
            .map(|place| match all.get(place) {
                Some(object) if is_place(object) && (object.model as usize) < names.len() => object.model,
                _ => SKIPPED,
            })
            .collect();
        let groups = Groups::new(&models, names.len());
        for place in groups.skipped(&models) {
            let field = format!("objects[{place}].matrix");
            warnings.add("degenerate-matrix", field, 0, || {
                "the matrix or the model's index is no place for an object; it is not drawn".to_owned()
            });
        }

        let index = MapIndex::new(&world.map_info);
        let looks: Vec<Look> = names
            .par_iter()
            .enumerate()
            .map(|(model, name)| {
                let places = groups.of(model);
                if places.is_empty() {
                    return look(Kind::Unknown, name, &Measured::default());
                }
                all.look(name, places, ground, &index, world)
            })
            .collect();

        let mut counts: Vec<(Kind, usize)> = Vec::new();
        for (model, look) in looks.iter().enumerate() {
            let count = groups.of(model).len();
            match counts.iter_mut().find(|entry| entry.0 == look.kind) {
                Some(entry) => entry.1 += count,
                None => counts.push((look.kind, count)),
            }
        }
        counts.retain(|entry| entry.1 > 0);
        counts.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));

        let mut road_parts = Vec::new();
        let mut drawn: Vec<usize> = Vec::new();
        for (model, look) in looks.iter().enumerate() {
            if look.kind == Kind::RoadPart {
                road_parts
                    .extend(groups.of(model).iter().filter(|&&place| (place as usize) < world.objects.len()));
            } else if !groups.of(model).is_empty() {
                drawn.push(model);
            }
        }
        road_parts.sort_unstable();
        drawn.sort_by_key(|&model| looks.get(model).map(|look| look.form));
        Placed {
            objects: instances(&all, &groups, &looks, &drawn, &models, ground),
            road_parts,
            kinds: counts,
        }
    }
}

/// The objects of a world, then its entities as objects.
struct All<'a> {
    objects: &'a [Object],
    entities: &'a [Object],
}

impl All<'_> {
    fn len(&self) -> usize {
        self.objects.len() + self.entities.len()
    }

    fn get(&self, place: u32) -> Option<&Object> {
        let place = place as usize;
        self.objects.get(place).or_else(|| self.entities.get(place.checked_sub(self.objects.len())?))
    }

    /// The look of a model with at least one object.
    fn look(
        &self,
        name: &Name,
        places: &[u32],
        ground: &Heightfield,
        index: &MapIndex,
        world: &World,
    ) -> Look {
        // Entities have no record on the map and no neighbours: what holds for objects is enough for them.
        let measured = if (places[0] as usize) < self.objects.len() {
            measure(self.objects, places, ground, index, &world.map_info)
        } else {
            let shifted: Vec<u32> = places.iter().map(|place| place - self.objects.len() as u32).collect();
            measure(self.entities, &shifted, ground, index, &[])
        };
        let kind = Kind::of(name, measured.map_type);
        let first = look(kind, name, &measured);
        if !along_x(first.form) && !matches!(kind, Kind::Pier | Kind::Bridge) {
            return first;
        }
        look(kind, name, &Measured { spacing: spacing(self.objects, places), ..measured })
    }
}

/// The places of the objects of each model, in the file's order.
struct Groups {
    places: Vec<u32>,
    /// Where the places of each model begin; one more at the end.
    starts: Vec<usize>,
}

impl Groups {
    fn new(models: &[u32], count: usize) -> Self {
        let mut starts = vec![0; count + 1];
        for &model in models {
            if let Some(start) = starts.get_mut(model as usize + 1).filter(|_| model != SKIPPED) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut places = vec![0; sum];
        let mut next = starts.clone();
        for (place, &model) in (0..).zip(models) {
            if let Some(slot) = next.get_mut(model as usize).filter(|_| model != SKIPPED) {
                if let Some(entry) = places.get_mut(*slot) {
                    *entry = place;
                }
                *slot += 1;
            }
        }
        Self { places, starts }
    }

    fn of(&self, model: usize) -> &[u32] {
        match (self.starts.get(model), self.starts.get(model + 1)) {
            (Some(&start), Some(&end)) => self.places.get(start..end).unwrap_or(&[]),
            _ => &[],
        }
    }

    fn skipped<'a>(&self, models: &'a [u32]) -> impl Iterator<Item = usize> + use<'a> {
        let any = self.places.len() < models.len();
        models.iter().enumerate().filter(move |entry| any && *entry.1 == SKIPPED).map(|entry| entry.0)
    }
}

/// The entities that no object stands for, as objects without a turn, and the paths of their models.
fn entities(world: &World) -> (Vec<Object>, Vec<&str>) {
    let mut left: Vec<&crate::formats::wrp::Entity> = world.entities.iter().collect();
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
    let mut index = std::collections::HashMap::new();
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

/// True for a matrix that an object can stand in.
fn is_place(object: &Object) -> bool {
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

/// Instances of all models in `drawn`, which are sorted by form.
fn instances(
    all: &All<'_>,
    groups: &Groups,
    looks: &[Look],
    drawn: &[usize],
    models: &[u32],
    ground: &Heightfield,
) -> Objects {
    let mut library: Vec<(Form, ObjectModel)> = Vec::new();
    let mut order: Vec<u32> = Vec::with_capacity(drawn.iter().map(|&model| groups.of(model).len()).sum());
    for &model in drawn {
        let Some(look) = looks.get(model) else { continue };
        if library.last().is_none_or(|last| last.0 != look.form) {
            library.push((look.form, look.form.model()));
        }
        order.extend(groups.of(model));
    }
    let forms: Vec<(Form, Bounds)> = library.iter().map(|(form, model)| (*form, Bounds::of(model))).collect();
    let instances = order
        .par_iter()
        .filter_map(|&place| {
            let look = looks.get(*models.get(place as usize)? as usize)?;
            let model = forms.binary_search_by_key(&look.form, |entry| entry.0).ok()?;
            let bounds = &forms.get(model)?.1;
            Some(stand(all.get(place)?, look, model as u32, bounds, ground))
        })
        .collect();
    Objects { models: library.into_iter().map(|entry| entry.1).collect(), instances }
}

/// The box of a model.
struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    fn of(model: &ObjectModel) -> Self {
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
fn stand(object: &Object, look: &Look, model: u32, bounds: &Bounds, ground: &Heightfield) -> ObjectInstance {
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
    let level = |at: Vec3| ground.height_at(f64::from(at.x), f64::from(at.z));
    let half = y * 0.5;
    let foot_in_file = at.y - half.y.abs();
    let mut foot = at;
    match (level(at), look.kind) {
        (None, _) => foot.y = foot_in_file,
        (Some(level), Kind::Rock) => {
            // A rock lies as the file has it, but is never wholly in the ground.
            let reach = (x.y.abs() + z.y.abs()) * 0.35 + half.y.abs();
            let center = at.y.max(level + reach * 0.25 - reach).min(level + reach * 0.8);
            foot = Vec3::new(at.x, center, at.z) - half;
        }
        (Some(level), Kind::Pier | Kind::Bridge) => {
            let above = if look.kind == Kind::Pier { 0.4 } else { 1.2 };
            let sea = if look.kind == Kind::Pier { 1.6 } else { 0.0 };
            let deck = (level + above).max(sea).max(if at.y - level < 60.0 { at.y + 0.4 } else { 0.0 });
            let tall = (deck - level).clamp(1.0, 40.0);
            y = Vec3::Y * tall;
            foot.y = deck - tall;
        }
        (Some(level), kind) => {
            // On a roof or a bridge the file's own height holds.
            let free = if kind.is_plant() { 8.0 } else { 3.0_f32.max(half.length()) };
            foot.y = if foot_in_file > level + free { foot_in_file } else { level };
            let upright = up.y > 0.98 * up.length() && aside.y.abs() < 0.05 && dir.y.abs() < 0.05;
            if upright && foot.y == level && (along_x(look.form) || kind == Kind::Woods) {
                x.y = slope(&level_of(ground), at, x);
                if kind == Kind::Woods {
                    z.y = slope(&level_of(ground), at, z);
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

fn level_of(ground: &Heightfield) -> impl Fn(Vec3) -> Option<f32> {
    |at: Vec3| ground.height_at(f64::from(at.x), f64::from(at.z))
}

/// How much the ground rises along a level axis, from one end to the other; at most 45 degrees.
fn slope(level: &impl Fn(Vec3) -> Option<f32>, at: Vec3, axis: Vec3) -> f32 {
    match (level(at - axis * 0.5), level(at + axis * 0.5)) {
        (Some(from), Some(to)) => {
            let run = axis.with_y(0.0).length();
            (to - from).clamp(-run, run)
        }
        _ => 0.0,
    }
}

/// Colours that plaster has, sRGB.
const PLASTER: [[u8; 3]; 9] = [
    [246, 242, 234],
    [250, 234, 200],
    [228, 198, 142],
    [234, 202, 180],
    [206, 203, 196],
    [242, 220, 172],
    [206, 212, 190],
    [216, 172, 142],
    [236, 226, 206],
];

/// Colours of painted boards, sRGB.
const BOARDS: [[u8; 3]; 7] = [
    [226, 204, 152],
    [170, 186, 166],
    [164, 180, 190],
    [244, 240, 230],
    [196, 158, 126],
    [206, 196, 176],
    [182, 136, 112],
];

/// Colours of paint that has seen weather, sRGB.
const PAINTED: [[u8; 3]; 5] =
    [[214, 200, 178], [168, 182, 176], [206, 168, 148], [186, 188, 160], [226, 222, 214]];

/// The colour of an instance: `seed` is its own, the look's hash is that of its whole model.
fn tint(look: &Look, seed: u32) -> u32 {
    let part = |bits: u32, shift: u32| ((bits >> shift) & 0xff) as f32 / 255.0;
    let (a, b, c) = (part(seed, 0), part(seed, 8), part(seed, 16));
    let rgb = match look.tint {
        Tint::Leaves => {
            let light = 0.82 + 0.18 * a;
            let dry = b * b;
            [light * (0.90 + 0.10 * dry), light * (0.98 - 0.03 * dry), light * (0.96 - 0.16 * dry + 0.04 * c)]
        }
        Tint::Plain => {
            let light = 0.86 + 0.10 * part(look.hash, 8) + 0.04 * a;
            let warm = part(look.hash, 16);
            [light, light * (0.99 - 0.02 * warm), light * (0.98 - 0.06 * warm)]
        }
        Tint::Stone => {
            let light = 0.84 + 0.16 * a;
            [light, light * (0.985 - 0.01 * b), light * (0.975 - 0.05 * b)]
        }
        Tint::Plaster => listed(&PLASTER, seed, 0.94 + 0.06 * a),
        Tint::Boards => listed(&BOARDS, seed, 0.94 + 0.06 * a),
        Tint::Painted => listed(&PAINTED, look.hash ^ (seed & 1), 0.9 + 0.1 * a),
    };
    let [r, g, b] = rgb.map(|channel| (channel * 255.0).round().clamp(0.0, 255.0) as u8);
    u32::from_le_bytes([r, g, b, 255])
}

fn listed(colors: &[[u8; 3]], bits: u32, light: f32) -> [f32; 3] {
    let place = ((bits >> 24) ^ (bits >> 3)) as usize % colors.len();
    colors.get(place).map_or([light; 3], |color| color.map(|channel| f32::from(channel) / 255.0 * light))
}

#[cfg(test)]
mod tests;
