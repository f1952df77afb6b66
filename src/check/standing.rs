//! Objects far under or over the ground, judged by what their kind and the others of their model do.
//!
//! A file's position is that of the model's bounding centre, of which only its height over the ground tells the
//! model's size. So an object is measured against what is usual for its model, and nothing is said of what could
//! stand on a neighbour: on a roof, a bridge, a rock or a ship.

use std::collections::HashMap;

use rayon::prelude::*;

use super::Report;
use super::objects::{has_shape, place_of, told};
use super::places::Places;
use crate::formats::wrp::{Object, World};
use crate::scene::heightfield::Heightfield;
use crate::scene::kind::Kind;
use crate::scene::measure::{MapIndex, axes, measure};
use crate::scene::name::Name;
use crate::scene::placement::Groups;

/// From this many objects on, a model's own usual height is believed, whatever its kind.
const MANY: usize = 8;

/// Metres: edge of the squares in which neighbours are sought; an object finds those at least as near.
const NEAR: f32 = 40.0;

/// Height of the sea in every world; what floats on it doesn't hang in the air.
const SEA_LEVEL: f32 = 0.0;

/// What is normal for a kind, in metres at scale 1.
struct Habit {
    /// Where the centre of such an object may be over the ground, judged alone.
    usual: [f32; 2],
    /// How far over its usual height it may be.
    over: f32,
    /// How deep its top may be in the ground.
    under: f32,
    /// How high such an object may be, to stand on; 0 for what nothing stands on.
    carries: f32,
}

/// Wide enough for every object of a well-kept world of 14,891 objects, where walls of rock hang 10 m lower than
/// others of their model and no plant is 4 m off.
fn habit(kind: Kind) -> Habit {
    let (low, high, over, under, carries) = match kind {
        Kind::Conifer | Kind::Broadleaf => (-2.0, 20.0, 10.0, 5.0, 0.0),
        Kind::DeadTree => (-2.0, 15.0, 10.0, 5.0, 0.0),
        Kind::Woods => (-5.0, 20.0, 20.0, 10.0, 0.0),
        Kind::Bush => (-1.0, 5.0, 10.0, 5.0, 0.0),
        Kind::Tuft => (-1.0, 2.0, 10.0, 5.0, 0.0),
        Kind::Rock => (-25.0, 25.0, 30.0, 30.0, 25.0),
        Kind::Building => (-10.0, 20.0, 25.0, 15.0, 25.0),
        Kind::Church => (-5.0, 25.0, 25.0, 15.0, 30.0),
        Kind::Industrial => (-10.0, 35.0, 30.0, 15.0, 40.0),
        Kind::Tower => (-10.0, 75.0, 30.0, 15.0, 100.0),
        Kind::Wall | Kind::Fence => (-3.0, 6.0, 20.0, 10.0, 0.0),
        Kind::Pole => (-3.0, 15.0, 30.0, 10.0, 0.0),
        Kind::Pier => (-15.0, 15.0, 30.0, 30.0, 20.0),
        Kind::Bridge => (-15.0, 40.0, 60.0, 30.0, 60.0),
        Kind::Ruin => (-5.0, 15.0, 25.0, 15.0, 20.0),
        Kind::RoadPart => (-2.0, 5.0, 40.0, 10.0, 0.0),
        Kind::Vehicle => (-3.0, 15.0, 40.0, 20.0, 40.0),
        Kind::Pond => (-5.0, 5.0, 30.0, 30.0, 0.0),
        Kind::Item => (-2.0, 5.0, 25.0, 15.0, 0.0),
        // A sound, a trigger, a cloud: it may be anywhere.
        Kind::Unknown => (-30.0, 60.0, 100.0, 60.0, 20.0),
    };
    Habit { usual: [low, high], over, under, carries }
}

/// A model, and where its objects usually are.
struct Model {
    kind: Kind,
    habit: Habit,
    /// Metres of the centre over the ground at scale 1.
    usual: f32,
}

/// An object higher over the ground than is usual.
struct High {
    index: usize,
    over: f32,
}

/// Looks at every object over the ground.
pub(super) fn check(world: &World, ground: &Heightfield, report: &mut Report) {
    let models = models(world, ground);
    let mut buried = Places::default();
    let mut high: Vec<High> = Vec::new();
    let mut carriers = Carriers::default();
    for (index, object) in world.objects.iter().enumerate() {
        let Some(Some(model)) = models.get(object.model as usize) else { continue };
        let Some(stand) = Stand::of(object, model, ground) else { continue };
        if stand.top < -model.habit.under && stand.off < -model.habit.under {
            let depth = -stand.top;
            buried.add(|| {
                let path = told(world, object);
                let kind = told_kind(model.kind);
                place_of(world, index, format!("the top of {kind}{path} lies some {depth:.0} m deep"))
            });
        } else if stand.over > model.habit.over {
            high.push(High { index, over: stand.over });
        } else {
            carriers.add(object, model);
        }
    }

    // From the lowest on, so that what stands on something can carry the next.
    let height = |high: &High| world.objects.get(high.index).map_or(0.0, |object| axes(object)[3].y);
    high.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.index.cmp(&b.index)));
    let mut floating: Vec<High> = Vec::new();
    for suspect in high {
        let Some(object) = world.objects.get(suspect.index) else { continue };
        match models.get(object.model as usize) {
            Some(Some(model)) if carriers.carry(object) => carriers.add(object, model),
            _ => floating.push(suspect),
        }
    }
    floating.sort_unstable_by_key(|high| high.index);
    let mut over = Places::default();
    for High { index, over: metres } in floating {
        over.add(|| {
            let object = world.objects.get(index);
            let path = object.map(|object| told(world, object)).unwrap_or_default();
            let kind = object.and_then(|object| models.get(object.model as usize)?.as_ref());
            let kind = kind.map_or("", |model| told_kind(model.kind));
            place_of(world, index, format!("{kind}{path} hangs some {metres:.0} m too high"))
        });
    }
    report.add("object-under-ground", buried);
    report.add("object-over-ground", over);
}

/// Of each model with an object that has a shape and a place.
fn models(world: &World, ground: &Heightfield) -> Vec<Option<Model>> {
    let keys: Vec<u32> = world
        .objects
        .par_iter()
        .map(|object| if has_shape(object) && axes(object)[3].is_finite() { object.model } else { u32::MAX })
        .collect();
    let groups = Groups::new(&keys, world.models.len());
    let index = MapIndex::new(&world.map_info);
    let model = |(number, path): (usize, &String)| {
        let places = groups.of(number);
        if places.is_empty() {
            return None;
        }
        let measured = measure(&world.objects, places, ground, &index, &world.map_info);
        let kind = Kind::of(&Name::new(path), measured.map_type);
        let habit = habit(kind);
        let [low, high] = habit.usual;
        let usual = measured.above_ground.unwrap_or(0.0);
        let usual = if places.len() >= MANY { usual } else { usual.clamp(low, high) };
        Some(Model { kind, habit, usual })
    };
    world.models.par_iter().enumerate().map(model).collect()
}

/// How an object stands.
struct Stand {
    /// Its centre over where it usually is.
    off: f32,
    /// The same where the sea counts as ground.
    over: f32,
    /// Its top over the ground, as far as its usual height tells.
    top: f32,
}

impl Stand {
    /// `None` where there is no ground, or where the object is no place.
    fn of(object: &Object, model: &Model, ground: &Heightfield) -> Option<Self> {
        let [_, up, _, at] = axes(object);
        if !at.is_finite() || !has_shape(object) {
            return None;
        }
        let level = ground.height_at(f64::from(at.x), f64::from(at.z))?;
        let usual = model.usual * up.length();
        Some(Self {
            off: at.y - level - usual,
            over: at.y - level.max(SEA_LEVEL) - usual,
            top: at.y - level + usual.max(0.0),
        })
    }
}

/// How high one can stand, by squares of [`NEAR`] metres.
#[derive(Default)]
struct Carriers(HashMap<[i32; 2], f32>);

impl Carriers {
    fn add(&mut self, object: &Object, model: &Model) {
        if model.habit.carries == 0.0 {
            return;
        }
        let [_, up, _, at] = axes(object);
        // Where the centre is usually over the ground, the top is as much higher, and a mast on it; where it isn't, the
        // file's position is no centre, or the object goes deep.
        let above = if model.usual > 1.5 { 1.2 * model.usual + 5.0 } else { model.habit.carries };
        let top = at.y + above * up.length();
        let highest = self.0.entry(square(at)).or_insert(top);
        *highest = highest.max(top);
    }

    /// Something near reaches as high as the object.
    fn carry(&self, object: &Object) -> bool {
        let at = axes(object)[3];
        let [x, z] = square(at);
        (-1..=1).any(|dz: i32| {
            (-1..=1).any(|dx: i32| {
                let place = [x.saturating_add(dx), z.saturating_add(dz)];
                self.0.get(&place).is_some_and(|&top| top >= at.y)
            })
        })
    }
}

fn square(at: glam::Vec3) -> [i32; 2] {
    [(at.x / NEAR).floor() as i32, (at.z / NEAR).floor() as i32] // Saturates.
}

/// What people call a kind, with a space after it.
fn told_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Conifer | Kind::Broadleaf | Kind::DeadTree => "the tree ",
        Kind::Woods => "the wood ",
        Kind::Bush => "the bush ",
        Kind::Tuft => "the plant ",
        Kind::Rock => "the rock ",
        Kind::Building | Kind::Industrial => "the building ",
        Kind::Church => "the church ",
        Kind::Tower => "the tower ",
        Kind::Wall => "the wall ",
        Kind::Fence => "the fence ",
        Kind::Pole => "the pole ",
        Kind::Pier => "the pier ",
        Kind::Bridge => "the bridge ",
        Kind::Ruin => "the ruin ",
        Kind::RoadPart => "the piece of road ",
        Kind::Vehicle => "the vehicle ",
        Kind::Pond => "the pond ",
        Kind::Item | Kind::Unknown => "",
    }
}
