//! Small worlds of every layout with something in every field, the same for the same numbers.

use proptest::prelude::*;
use sward::formats::grid::Grid;
use sward::formats::wrp::{Entity, MapInfo, MapShape, Material, Object, RoadLink, Variant, World};

/// Every layout that is read and written.
pub const VARIANTS: [Variant; 21] = {
    let mut variants = [Variant::Oprw(2); 21];
    variants[1] = Variant::Oprw(3);
    let mut version = 12;
    while version <= 25 {
        variants[version as usize - 10] = Variant::Oprw(version);
        version += 1;
    }
    variants[16] = Variant::Oprw(28);
    variants[17] = Variant::Oprw(29);
    variants[18] = Variant::Wvr8;
    variants[19] = Variant::Wvr4;
    variants[20] = Variant::Wvr3;
    variants
};

/// The numbers that a world is made from.
#[derive(Debug, Clone)]
pub struct Recipe {
    pub seed: u64,
    pub land: [u32; 2],
    pub terrain: [u32; 2],
    /// How many of each kind of thing at most.
    pub things: usize,
    /// For the versions whose layout isn't certain: the less likely one.
    pub unlikely: bool,
}

/// Recipes of worlds whose blocks are raw as well as packed.
pub fn recipes() -> impl Strategy<Value = Recipe> {
    (any::<u64>(), [1..40u32, 1..40u32], [1..40u32, 1..40u32], 0..12usize, any::<bool>())
        .prop_map(|(seed, land, terrain, things, unlikely)| Recipe { seed, land, terrain, things, unlikely })
}

/// A recipe for tests of one world.
pub fn fixture() -> Recipe {
    Recipe { seed: 7, land: [20, 20], terrain: [40, 40], things: 9, unlikely: false }
}

/// A world with every field that the layout has, and none that it hasn't.
pub fn world(variant: Variant, recipe: &Recipe) -> World {
    let mut dice = Dice(recipe.seed);
    let mut world = match variant {
        Variant::Oprw(2) => World::flat(variant, [256; 2], [256; 2], 50.0),
        Variant::Oprw(3) => World::flat(variant, recipe.land, recipe.terrain, 50.0),
        Variant::Wvr4 | Variant::Wvr3 => World::flat(variant, recipe.land, recipe.land, 50.0),
        _ => World::flat(variant, recipe.land, recipe.terrain, dice.metres().abs() + 1.0),
    };
    match variant {
        Variant::Oprw(2 | 3) => fill_old(&mut world, &mut dice, recipe.things),
        Variant::Oprw(version) => fill_modern(&mut world, &mut dice, version, recipe),
        Variant::Wvr8 => fill_8wvr(&mut world, &mut dice, recipe.things),
        Variant::Wvr4 | Variant::Wvr3 => fill_4wvr(&mut world, &mut dice, recipe.things),
    }
    if !matches!(variant, Variant::Oprw(12..)) {
        world.max_object_id = world.objects.iter().map(|object| object.id).max().unwrap_or(-1);
    }
    world
}

fn fill_old(world: &mut World, dice: &mut Dice, things: usize) {
    let World { land, terrain, .. } = *world;
    world.geography = Some(dice.grid(land, |dice| dice.next() as u32));
    world.sound_map = Some(dice.grid(land, |dice| dice.next() as u8));
    world.peaks = dice.list(things, |dice| [dice.metres(), dice.metres(), dice.metres()]);
    world.material_index = dice.grid(land, |dice| dice.next() as u16);
    world.random = Some(dice.grid(land, |dice| dice.next() as u32));
    world.elevation = dice.grid(terrain, Dice::metres);
    world.materials = dice.list(things, |dice| Material {
        paths: dice.list(2, Dice::path).into_iter().take(1).collect(),
        offset_uv: dice.below(2) == 0,
    });
    world.models = dice.list(things + 1, Dice::path);
    let models = world.models.len();
    world.objects = dice.objects(things, models);
}

fn fill_modern(world: &mut World, dice: &mut Dice, version: u32, recipe: &Recipe) {
    let World { land, terrain, .. } = *world;
    let things = recipe.things;
    let like_29 = version == 29 || version == 28 && recipe.unlikely;
    if version >= 25 {
        world.app_id = Some(dice.next() as u32);
    }
    if like_29 {
        world.header_unknown = Some((dice.next() as u32, dice.next() as u8));
    }
    world.geography = Some(dice.grid(land, |dice| dice.below(0x1_0000)));
    world.sound_map = Some(dice.grid([land[0]; 2], |dice| dice.next() as u8));
    world.peaks = dice.list(things, |dice| [dice.metres(), dice.metres(), dice.metres()]);
    world.material_index = dice.grid(land, |dice| dice.next() as u16);
    if version <= 20 {
        world.random = Some(dice.grid(land, |dice| dice.below(0x1_0000)));
    }
    if version >= 18 {
        world.grass_approx = Some(dice.grid(terrain, |dice| dice.next() as u8));
    }
    if version >= 22 {
        world.primary_texture = Some(dice.grid(terrain, |dice| dice.next() as u8));
    }
    world.elevation = dice.grid(terrain, Dice::metres);
    world.materials =
        dice.list(things, |dice| Material { paths: dice.list(3, Dice::path), offset_uv: false });
    world.models = dice.list(things + 1, Dice::path);
    if version >= 15 {
        world.entities = dice.list(things, |dice| Entity {
            class: dice.path(),
            model: dice.path(),
            position: [dice.metres(), dice.metres(), dice.metres()],
            object_id: dice.next() as u32,
            extra: like_29.then(|| dice.next() as u32),
        });
    }
    world.object_offsets = Some(dice.grid(land, |dice| dice.next() as u32));
    world.map_object_offsets = Some(dice.grid(land, |dice| dice.next() as u32));
    world.persistent = Some(dice.grid(land, |dice| dice.next() as u8));
    if !(version == 12 && recipe.unlikely) {
        world.subdivision_hints = Some(dice.grid(terrain, |dice| dice.next() as u8));
    }
    world.max_object_id = dice.next() as i32;
    world.roads = dice.list(things, |dice| {
        let positions = dice.list(4, |dice| [dice.metres(), dice.metres(), dice.metres()]);
        RoadLink {
            cell: [dice.below(land[0]), dice.below(land[1])],
            connection_types: positions.iter().filter(|_| version >= 24).map(|_| dice.next() as u8).collect(),
            positions,
            object_id: dice.next() as i32,
            extra: like_29.then(|| dice.next() as u32),
            model: if version >= 16 { dice.path() } else { String::new() },
            matrix: (version >= 16).then(|| dice.matrix()),
        }
    });
    world.roads.sort_by_key(|link| [link.cell[1], link.cell[0]]); // The order of the file.
    let models = world.models.len();
    world.objects = dice.objects(things * 3, models);
    if version >= 14 {
        world.objects.iter_mut().for_each(|object| object.shape_param = 2);
    }
    world.map_info = dice.list(things * 5, Dice::map_info);
}

fn fill_8wvr(world: &mut World, dice: &mut Dice, things: usize) {
    world.elevation = dice.grid(world.terrain, Dice::metres);
    world.material_index = dice.grid(world.land, |dice| dice.next() as u16);
    world.materials =
        dice.list(things, |dice| Material { paths: dice.list(3, Dice::path), offset_uv: false });
    fill_with_models_in_order(world, dice, things);
}

fn fill_4wvr(world: &mut World, dice: &mut Dice, things: usize) {
    world.elevation = dice.grid(world.land, |dice| f32::from(dice.next() as i16) * 0.045);
    world.material_index = dice.grid(world.land, |dice| dice.next() as u16);
    world.materials = vec![Material::default(); 512];
    for material in world.materials.iter_mut().take(things) {
        material.paths.push(dice.path());
    }
    fill_with_models_in_order(world, dice, things);
    if world.variant == Variant::Wvr3 {
        world.objects.iter_mut().for_each(|object| object.id = -1);
    }
}

/// Objects whose models are met in the order of the list, each path once.
fn fill_with_models_in_order(world: &mut World, dice: &mut Dice, things: usize) {
    world.models = (0..things).map(|index| format!("{}{index}.p3d", dice.path())).collect();
    for model in 0..things {
        let used = model as u32 + 1;
        let objects = (0..2).map(|again| Object {
            id: dice.below(0x8000_0000) as i32,
            model: if again == 0 { model as u32 } else { dice.below(used) },
            matrix: dice.matrix(),
            shape_param: 0,
        });
        world.objects.extend(objects);
    }
}

/// A row of numbers that look random (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    fn metres(&mut self) -> f32 {
        (self.next() as i16) as f32 / 16.0
    }

    fn matrix(&mut self) -> [f32; 12] {
        std::array::from_fn(|_| self.metres())
    }

    /// Fewer than 32 bytes, some of them not ASCII.
    fn path(&mut self) -> String {
        let words = ["ca", "plants", "tree_01", "straße", "дом", "a b"];
        let [first, second] = [0; 2].map(|_| words[self.below(6) as usize]);
        format!("{first}\\{second}.p3d")
    }

    fn list<T>(&mut self, end: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = if end == 0 { 0 } else { self.below(end as u32) };
        (0..count).map(|_| make(self)).collect()
    }

    /// A grid with patches of one value, and one in eight of all grids uniform.
    fn grid<T: Copy>(&mut self, size: [u32; 2], mut make: impl FnMut(&mut Self) -> T) -> Grid<T> {
        let mut grid = Grid::filled(size[0], size[1], make(self));
        if self.below(8) > 0 {
            let mut value = make(self);
            for cell in &mut grid.cells {
                if self.below(4) == 0 {
                    value = make(self);
                }
                *cell = value;
            }
        }
        grid
    }

    fn objects(&mut self, end: usize, models: usize) -> Vec<Object> {
        if models == 0 {
            return Vec::new();
        }
        self.list(end, |dice| Object {
            id: dice.below(0x8000_0000) as i32,
            model: dice.below(models as u32),
            matrix: dice.matrix(),
            shape_param: 0,
        })
    }

    fn map_info(&mut self) -> MapInfo {
        const KINDS: [u32; 41] = [
            0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
            29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41, 42, 43, 44,
        ];
        let kind = KINDS[self.below(41) as usize];
        let id = self.next() as u32;
        let shape = match kind {
            24 | 31 | 32 => MapShape::Bounds { id, corners: self.points() },
            25 | 33 | 41..=43 => {
                MapShape::Line { color: id, indicator: self.next() as u32, ends: self.points() }
            }
            3 | 4 | 8 | 9 | 18..=21 | 28 | 29 | 36..=39 => MapShape::ColoredBounds {
                id,
                corners: self.points(),
                color_bgra: (self.next() as u32).to_le_bytes(),
            },
            34 => MapShape::ObjectLine { id, ends: self.points() },
            35 => {
                MapShape::Rail { id, values: std::array::from_fn(|_| self.metres()), flag: self.next() as u8 }
            }
            44 => MapShape::Polyline { id, points: self.list(5, |dice| [dice.metres(), dice.metres()]) },
            _ => MapShape::Point { id, position: [self.metres(), self.metres()] },
        };
        MapInfo { kind, shape }
    }

    fn points<const N: usize>(&mut self) -> [[f32; 2]; N] {
        std::array::from_fn(|_| [self.metres(), self.metres()])
    }
}
