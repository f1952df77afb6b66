//! Houses: their ground plan is the unit square, their ridge runs along x, their highest point is at 1.

use glam::Vec3;

use super::shape::{Paint, Shape};
use crate::scene::objects::Mesh;

/// Plaster takes the tint whole: a village is of many colours.
pub(super) const PLASTER: Paint = Paint::tinted(214, 208, 196, 255);
pub(super) const BRICK: Paint = Paint::tinted(146, 98, 78, 110);
pub(super) const PLANKS: Paint = Paint::tinted(112, 92, 72, 130);
pub(super) const CONCRETE: Paint = Paint::tinted(154, 150, 142, 140);
pub(super) const STONEWORK: Paint = Paint::tinted(134, 126, 112, 150);
pub(super) const TILES: Paint = Paint::tinted(136, 80, 60, 120);
pub(super) const BROWN_TILES: Paint = Paint::tinted(102, 73, 60, 120);
pub(super) const SLATE: Paint = Paint::tinted(88, 86, 85, 120);
pub(super) const SHEET: Paint = Paint::tinted(122, 120, 114, 90);
pub(super) const GLASS: Paint = Paint::fixed(46, 52, 58);
pub(super) const FRAME: Paint = Paint::fixed(198, 194, 184);
pub(super) const DOOR: Paint = Paint::fixed(78, 58, 44);
const PLINTH: Paint = Paint::fixed(108, 104, 96);
const SOOT: Paint = Paint::fixed(86, 62, 54);

/// Half the width of the walls: the roof stands over by the rest.
const BODY: f32 = 0.46;
/// Walls go on below the ground, since the ground is seldom level.
pub(super) const BURIED: f32 = -0.22;

/// The shape of a roof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Roof {
    Gable,
    Hip,
    Flat,
    /// Falls to one side.
    Lean,
}

/// How a house is built.
#[derive(Debug, Clone, Copy)]
pub(super) struct House {
    pub walls: Paint,
    pub roof: Paint,
    pub form: Roof,
    /// Height of the eaves, of 1.
    pub eaves: f32,
    pub storeys: usize,
    /// Windows along x and along z.
    pub bays: [usize; 2],
    pub chimney: bool,
    /// Width of the door or gate, of 1.
    pub door: f32,
}

const COTTAGE: House = House {
    walls: PLASTER,
    roof: TILES,
    form: Roof::Gable,
    eaves: 0.50,
    storeys: 1,
    bays: [4, 2],
    chimney: true,
    door: 0.10,
};

/// A cottage with plastered walls.
pub(super) fn cottage() -> Vec<Mesh> {
    house(&COTTAGE)
}

/// A cottage with an old roof.
pub(super) fn old_cottage() -> Vec<Mesh> {
    house(&House { roof: BROWN_TILES, eaves: 0.47, ..COTTAGE })
}

/// A cottage with a grey roof.
pub(super) fn grey_cottage() -> Vec<Mesh> {
    house(&House { roof: SLATE, eaves: 0.53, bays: [3, 2], ..COTTAGE })
}

/// A cottage of brick.
pub(super) fn brick_house() -> Vec<Mesh> {
    house(&House { walls: BRICK, roof: SLATE, eaves: 0.54, bays: [3, 2], ..COTTAGE })
}

/// A cottage of wood.
pub(super) fn wooden_house() -> Vec<Mesh> {
    house(&House { walls: PLANKS, roof: BROWN_TILES, eaves: 0.48, bays: [3, 2], ..COTTAGE })
}

/// A cottage of painted boards.
pub(super) fn board_house() -> Vec<Mesh> {
    let walls = Paint::tinted(196, 190, 178, 255);
    house(&House { walls, roof: SLATE, eaves: 0.50, bays: [3, 2], ..COTTAGE })
}

/// A house with a hipped roof.
pub(super) fn hip_house() -> Vec<Mesh> {
    house(&House { roof: BROWN_TILES, form: Roof::Hip, eaves: 0.56, ..COTTAGE })
}

/// A house of two storeys.
pub(super) fn tall_house() -> Vec<Mesh> {
    house(&House { eaves: 0.66, storeys: 2, bays: [4, 3], ..COTTAGE })
}

/// A house of two storeys with an old roof.
pub(super) fn old_tall_house() -> Vec<Mesh> {
    house(&House { roof: BROWN_TILES, eaves: 0.64, storeys: 2, bays: [4, 2], ..COTTAGE })
}

/// A house of two storeys with a hipped roof.
pub(super) fn hip_tall_house() -> Vec<Mesh> {
    house(&House {
        roof: TILES.blend(BROWN_TILES, 0.5),
        form: Roof::Hip,
        eaves: 0.70,
        storeys: 2,
        bays: [4, 3],
        ..COTTAGE
    })
}

/// A house of three storeys with a hipped roof, grey.
pub(super) fn town_house() -> Vec<Mesh> {
    house(&House { roof: SLATE, form: Roof::Hip, eaves: 0.74, storeys: 3, bays: [5, 3], ..COTTAGE })
}

/// A house with a flat roof.
pub(super) fn flat_house() -> Vec<Mesh> {
    let roof = Paint::tinted(158, 148, 132, 120);
    house(&House { roof, form: Roof::Flat, eaves: 0.93, storeys: 2, bays: [3, 2], chimney: false, ..COTTAGE })
}

/// A block of flats or offices.
pub(super) fn block() -> Vec<Mesh> {
    let roof = Paint::fixed(104, 101, 97);
    let walls = Paint::tinted(196, 191, 181, 200);
    house(&House {
        walls,
        roof,
        form: Roof::Flat,
        eaves: 0.95,
        storeys: 5,
        bays: [7, 3],
        chimney: false,
        door: 0.06,
    })
}

/// A long low house: barracks.
pub(super) fn barracks() -> Vec<Mesh> {
    house(&House {
        walls: PLASTER.blend(CONCRETE, 0.4),
        roof: SHEET,
        eaves: 0.62,
        bays: [8, 2],
        door: 0.05,
        ..COTTAGE
    })
}

/// A barn.
pub(super) fn barn() -> Vec<Mesh> {
    house(&House {
        walls: PLANKS.shade(0.92),
        roof: BROWN_TILES.shade(0.92),
        eaves: 0.46,
        bays: [0, 0],
        chimney: false,
        door: 0.26,
        ..COTTAGE
    })
}

/// A shed.
pub(super) fn shed() -> Vec<Mesh> {
    house(&House {
        walls: PLANKS,
        roof: SHEET,
        form: Roof::Lean,
        eaves: 0.72,
        storeys: 1,
        bays: [1, 0],
        chimney: false,
        door: 0.26,
    })
}

/// A garage, a kiosk, a small house of technology.
pub(super) fn hut() -> Vec<Mesh> {
    house(&House {
        walls: PLASTER.blend(CONCRETE, 0.5),
        roof: Paint::fixed(100, 97, 92),
        form: Roof::Flat,
        eaves: 0.92,
        storeys: 1,
        bays: [1, 1],
        chimney: false,
        door: 0.30,
    })
}

fn house(house: &House) -> Vec<Mesh> {
    let mut near = Shape::new();
    body(&mut near, house, true);
    openings(&mut near, house, true);
    if house.chimney {
        let (min, max) = (Vec3::new(0.14, 0.6, -0.14), Vec3::new(0.20, 0.985, -0.06));
        near.covered(min, max, BRICK.shade(0.86), SOOT);
    }
    let mut middle = Shape::new();
    body(&mut middle, house, false);
    openings(&mut middle, house, false);
    let mut far = Shape::new();
    // What the windows take from the light of the walls.
    let windows = house.storeys * (house.bays[0] + house.bays[1]);
    let walls = house.walls.blend(GLASS, (windows as f32 * 0.02).min(0.28));
    body(&mut far, &House { walls, ..*house }, false);
    vec![near.finish(), middle.finish(), far.finish()]
}

/// Walls and roof.
fn body(shape: &mut Shape, house: &House, near: bool) {
    let side = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let eaves = house.eaves;
    let ridge = if house.chimney { 0.95 } else { 1.0 };
    walls(shape, house.walls, eaves);
    if near {
        let out = BODY + 0.006;
        shape.covered(Vec3::new(-out, BURIED, -out), Vec3::new(out, 0.06, out), PLINTH, PLINTH);
    }
    let inside = Vec3::Y * (eaves * 0.5);
    // The eaves hang a little below the top of the walls.
    let drop = eaves - (ridge - eaves) * 0.08;
    let thick = if near { 0.03 } else { 0.0 };
    match house.form {
        Roof::Gable => {
            for z in [-1.0, 1.0] {
                let (low, high) = (drop, ridge);
                let slope = [
                    side(-0.5, low, z * 0.5),
                    side(0.5, low, z * 0.5),
                    side(0.5, high, 0.0),
                    side(-0.5, high, 0.0),
                ];
                shape.polygon(inside, &slope, house.roof);
                if near {
                    roof_edges(shape, &slope, thick, house.roof);
                }
            }
            for x in [-BODY, BODY] {
                let top = ridge - thick - 0.01;
                shape.face(
                    inside,
                    [side(x, eaves, -BODY), side(x, eaves, BODY), side(x, top, 0.0)],
                    house.walls,
                );
            }
        }
        Roof::Hip => {
            let ends = [side(-0.22, ridge, 0.0), side(0.22, ridge, 0.0)];
            let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, z]| side(x, drop, z));
            shape.polygon(inside, &[corners[0], corners[1], ends[1], ends[0]], house.roof);
            shape.polygon(inside, &[corners[3], corners[2], ends[1], ends[0]], house.roof);
            shape.face(inside, [corners[0], corners[3], ends[0]], house.roof);
            shape.face(inside, [corners[1], corners[2], ends[1]], house.roof);
            if near {
                for i in 0..4 {
                    let (a, b) = (corners[i], corners[(i + 1) % 4]);
                    let down = Vec3::Y * thick;
                    shape.polygon(inside, &[a, b, b - down, a - down], house.roof.shade(0.62));
                }
                let under = corners.map(|corner| corner - Vec3::Y * thick);
                shape.polygon(Vec3::Y * 3.0, &under, house.roof.shade(0.5));
            }
        }
        Roof::Flat => {
            let out = BODY + 0.02;
            // A parapet with the roof sunk behind it.
            let (low, high) = (eaves - 0.02, 1.0);
            shape.covered(
                Vec3::new(-out, low, -out),
                Vec3::new(out, high, out),
                house.walls.shade(0.93),
                house.roof,
            );
            if near && house.storeys >= 4 {
                shape.cuboid(
                    Vec3::new(0.1, high, -0.12),
                    Vec3::new(0.24, high + 0.06, 0.12),
                    house.walls.shade(0.9),
                );
            }
        }
        Roof::Lean => {
            let slope =
                [side(-0.5, drop, -0.5), side(0.5, drop, -0.5), side(0.5, 1.0, 0.5), side(-0.5, 1.0, 0.5)];
            shape.polygon(inside, &slope, house.roof);
            if near {
                roof_edges(shape, &slope, thick, house.roof);
            }
            let rise = |z: f32| drop + (1.0 - drop) * (z + 0.5) - thick - 0.005;
            for x in [-BODY, BODY] {
                let wall = [
                    side(x, eaves, -BODY),
                    side(x, eaves, BODY),
                    side(x, rise(BODY), BODY),
                    side(x, rise(-BODY), -BODY),
                ];
                shape.polygon(inside, &wall, house.walls);
            }
            let front = [
                side(-BODY, eaves, BODY),
                side(BODY, eaves, BODY),
                side(BODY, rise(BODY), BODY),
                side(-BODY, rise(BODY), BODY),
            ];
            shape.polygon(inside, &front, house.walls);
        }
    }
}

/// Four walls without lid and floor.
fn walls(shape: &mut Shape, paint: Paint, top: f32) {
    let inside = Vec3::Y * (top * 0.5);
    let corners = [[-BODY, -BODY], [BODY, -BODY], [BODY, BODY], [-BODY, BODY]];
    for i in 0..4 {
        let ([ax, az], [bx, bz]) = (corners[i], corners[(i + 1) % 4]);
        let wall = [
            Vec3::new(ax, BURIED, az),
            Vec3::new(bx, BURIED, bz),
            Vec3::new(bx, top, bz),
            Vec3::new(ax, top, az),
        ];
        shape.polygon(inside, &wall, paint);
    }
}

/// The thickness of a slope of a roof, and its dark underside.
fn roof_edges(shape: &mut Shape, slope: &[Vec3; 4], thick: f32, paint: Paint) {
    let middle = (slope[0] + slope[1] + slope[2] + slope[3]) * 0.25 - Vec3::Y * thick * 0.5;
    let down = Vec3::Y * thick;
    for i in [0, 1, 3] {
        let (a, b) = (slope[i], slope[(i + 1) % 4]);
        shape.polygon(middle, &[a, b, b - down, a - down], paint.shade(0.68));
    }
    shape.polygon(middle + Vec3::Y, &slope.map(|corner| corner - down), paint.shade(0.5));
}

/// Windows on all sides and a door towards +z.
fn openings(shape: &mut Shape, house: &House, near: bool) {
    let storey = house.eaves / house.storeys as f32;
    // A gate has no window above it; a door takes the place of one.
    let door_at = if house.bays[0] > 1 { 0.5 / house.bays[0] as f32 } else { 0.0 };
    for (axis, &bays) in house.bays.iter().enumerate() {
        for end in [-1.0, 1.0] {
            for floor in 0..house.storeys {
                for bay in 0..bays {
                    let along = ((bay as f32 + 0.5) / bays as f32 - 0.5) * 2.0 * BODY;
                    let door = axis == 0
                        && end > 0.0
                        && floor == 0
                        && (along - door_at).abs() < 0.08 + house.door * 0.5;
                    if door {
                        continue;
                    }
                    let width = (0.42 / bays as f32).clamp(0.04, 0.13);
                    let base = storey * (floor as f32 + 0.36);
                    let (low, high) = (base, base + storey * 0.42);
                    if near {
                        panel(
                            shape,
                            axis,
                            end,
                            along,
                            width + 0.022,
                            low - 0.018,
                            high + 0.015,
                            0.003,
                            FRAME,
                        );
                    }
                    panel(shape, axis, end, along, width, low, high, 0.006, GLASS);
                }
            }
        }
    }
    if house.door > 0.0 {
        let high = storey * if house.bays[0] == 0 { 0.88 } else { 0.70 };
        panel(shape, 0, 1.0, door_at, house.door, 0.0, high, 0.007, DOOR);
        if house.bays[0] == 0 {
            panel(shape, 0, -1.0, door_at, house.door, 0.0, high, 0.007, DOOR);
        }
    }
}

/// An upright rectangle on a wall: on the wall along x (axis 0) or along z (axis 1), at its low or high end.
#[allow(clippy::too_many_arguments)] // A rectangle has that many numbers.
fn panel(
    shape: &mut Shape,
    axis: usize,
    end: f32,
    along: f32,
    width: f32,
    low: f32,
    high: f32,
    out: f32,
    paint: Paint,
) {
    let at = |along: f32, y: f32| {
        let off = end * (BODY + out);
        if axis == 0 { Vec3::new(along, y, off) } else { Vec3::new(off, y, along) }
    };
    let half = width * 0.5;
    let corners =
        [at(along - half, low), at(along + half, low), at(along + half, high), at(along - half, high)];
    shape.polygon(Vec3::new(0.0, (low + high) * 0.5, 0.0), &corners, paint);
}
