//! The models that stand on the island: paths, sizes and what the map calls them.

/// A model that no file need exist for: its name says what it is, its size how it stands.
#[derive(Debug)]
pub struct Model {
    /// Path as the WRP states it.
    pub path: &'static str,
    /// Width (X), height (Y) and length (Z) of its box, metres.
    pub size: [f32; 3],
    /// The record of the in-game map.
    pub mark: Mark,
}

/// How a model is shown on the in-game map: the type of the record, in the layout that belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    None,
    /// A symbol.
    Point(u32),
    /// Its ground plan.
    Plan(u32),
}

const TREE: Mark = Mark::Point(0);
const SMALL_TREE: Mark = Mark::Point(1);
const BUSH: Mark = Mark::Point(2);
const BUILDING: Mark = Mark::Plan(3);
const HOUSE: Mark = Mark::Plan(4);
const CHURCH: Mark = Mark::Plan(8);
const ROCK: Mark = Mark::Point(11);
const LIGHTHOUSE: Mark = Mark::Point(16);
const FENCE: Mark = Mark::Plan(20);
const WALL: Mark = Mark::Plan(21);
const RUIN: Mark = Mark::Plan(28);

const fn model(path: &'static str, size: [f32; 3], mark: Mark) -> Model {
    Model { path, size, mark }
}

pub static PICEA_1: Model = model("sward\\plants\\tree\\t_picea_1s.p3d", [3.4, 8.0, 3.4], SMALL_TREE);
pub static PICEA_2: Model = model("sward\\plants\\tree\\t_picea_2s.p3d", [5.0, 14.5, 5.0], TREE);
pub static PICEA_3: Model = model("sward\\plants\\tree\\t_picea_3s.p3d", [6.2, 20.0, 6.2], TREE);
pub static PINUS_2: Model = model("sward\\plants\\tree\\t_pinus_2s.p3d", [5.5, 12.0, 5.5], TREE);
pub static PINUS_3: Model = model("sward\\plants\\tree\\t_pinus_3s.p3d", [6.5, 17.0, 6.5], TREE);
pub static FAGUS_2: Model = model("sward\\plants\\tree\\t_fagus_2s.p3d", [8.0, 13.0, 8.0], TREE);
pub static FAGUS_3: Model = model("sward\\plants\\tree\\t_fagus_3s.p3d", [10.0, 18.0, 10.0], TREE);
pub static QUERCUS_3: Model = model("sward\\plants\\tree\\t_quercus_3s.p3d", [12.0, 15.5, 12.0], TREE);
pub static BETULA_2: Model = model("sward\\plants\\tree\\t_betula_2s.p3d", [5.5, 11.5, 5.5], TREE);
pub static ACER_2: Model = model("sward\\plants\\tree\\t_acer_2s.p3d", [8.0, 11.0, 8.0], TREE);
pub static SALIX_2: Model = model("sward\\plants\\tree\\t_salix_2s.p3d", [8.5, 8.5, 8.5], TREE);
pub static POPULUS_3: Model = model("sward\\plants\\tree\\t_populus_3s.p3d", [4.2, 19.0, 4.2], TREE);
pub static MALUS_1: Model = model("sward\\plants\\tree\\t_malus_1s.p3d", [4.6, 4.8, 4.6], SMALL_TREE);
pub static CORYLUS: Model = model("sward\\plants\\bush\\b_corylus_2s.p3d", [3.6, 3.0, 3.6], BUSH);
pub static SAMBUCUS: Model = model("sward\\plants\\bush\\b_sambucus_1s.p3d", [2.8, 2.3, 2.8], BUSH);
pub static ROSA: Model = model("sward\\plants\\bush\\b_rosa_1s.p3d", [2.2, 1.5, 2.2], BUSH);
pub static MUGO: Model = model("sward\\plants\\bush\\b_pinusmugo_1s.p3d", [2.6, 1.6, 2.6], BUSH);

pub static BOULDER: Model = model("sward\\rocks\\boulder_a.p3d", [1.8, 1.3, 1.6], ROCK);
pub static ROCK_A: Model = model("sward\\rocks\\rock_a.p3d", [3.2, 2.2, 2.8], ROCK);
pub static ROCK_B: Model = model("sward\\rocks\\rock_b.p3d", [5.5, 4.2, 4.8], ROCK);
pub static ROCK_C: Model = model("sward\\rocks\\rock_c.p3d", [9.5, 7.5, 8.5], ROCK);

pub static HOUSE_A: Model = model("sward\\structures\\house\\house_a.p3d", [10.0, 7.2, 8.0], HOUSE);
pub static HOUSE_B: Model = model("sward\\structures\\house\\house_b.p3d", [12.0, 6.4, 7.5], HOUSE);
pub static HOUSE_C: Model = model("sward\\structures\\house\\house_c.p3d", [9.0, 8.8, 9.0], HOUSE);
pub static HOUSE_D: Model = model("sward\\structures\\house\\house_d.p3d", [14.0, 9.6, 9.5], HOUSE);
pub static SHOP: Model = model("sward\\structures\\house\\house_shop.p3d", [16.0, 8.0, 11.0], HOUSE);
pub static SHED: Model = model("sward\\structures\\shed_wood.p3d", [4.2, 3.0, 3.4], BUILDING);
pub static BARN: Model = model("sward\\structures\\barn_a.p3d", [20.0, 8.5, 11.0], BUILDING);
pub static WAREHOUSE: Model = model("sward\\structures\\warehouse.p3d", [26.0, 8.0, 13.0], BUILDING);
pub static CHURCH_A: Model = model("sward\\structures\\church.p3d", [10.0, 24.0, 22.0], CHURCH);
pub static CHAPEL: Model = model("sward\\structures\\chapel.p3d", [5.5, 7.5, 7.5], Mark::Plan(9));
pub static LIGHTHOUSE_A: Model = model("sward\\structures\\lighthouse.p3d", [7.0, 27.0, 7.0], LIGHTHOUSE);
pub static RUIN_TOWER: Model = model("sward\\structures\\ruin_tower.p3d", [9.0, 14.0, 9.0], RUIN);
pub static RUIN_WALL: Model = model("sward\\structures\\ruin_wall.p3d", [11.0, 4.0, 2.2], RUIN);
pub static PIER: Model = model("sward\\structures\\pier_10m.p3d", [4.0, 3.6, 10.0], BUILDING);
pub static WATERTOWER: Model = model("sward\\structures\\watertower.p3d", [7.5, 23.0, 7.5], Mark::Point(30));

pub static FENCE_WOOD: Model = model("sward\\walls\\fence_wood_4m.p3d", [4.0, 1.2, 0.2], FENCE);
pub static WALL_STONE: Model = model("sward\\walls\\wall_stone_4m.p3d", [4.0, 1.3, 0.5], WALL);
pub static POWERPOLE: Model = model("sward\\misc\\powerpole.p3d", [2.4, 9.5, 0.4], Mark::None);
pub static LAMP: Model = model("sward\\misc\\lamp_pole.p3d", [0.8, 6.0, 0.4], Mark::None);
pub static CROSS: Model = model("sward\\misc\\cross_summit.p3d", [1.6, 4.5, 0.4], Mark::Point(10));
pub static HAYBALE: Model = model("sward\\misc\\haybale.p3d", [1.5, 1.4, 1.3], Mark::None);
pub static BOAT: Model = model("sward\\misc\\boat_wood.p3d", [2.0, 1.3, 5.4], Mark::None);
