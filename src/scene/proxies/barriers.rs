//! Walls and fences along x: 1 long, 1 high, 1 deep before they are scaled.

use glam::Vec3;

use super::houses::{BRICK, CONCRETE, PLANKS, PLASTER, STONEWORK};
use super::shape::{Dice, Paint, Shape};
use crate::scene::objects::Mesh;

const BURIED: f32 = -0.35;
const WIRE: Paint = Paint::tinted(112, 114, 110, 60);
const STEEL: Paint = Paint::tinted(92, 96, 93, 80);

/// A wall of field stones: uneven, with a coping.
pub(super) fn stone_wall() -> Vec<Mesh> {
    let build = |pieces: usize, coping: bool| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(503);
        for i in 0..pieces {
            let [west, east] = [i, i + 1].map(|i| i as f32 / pieces as f32 - 0.5);
            let high = if coping { dice.between(0.80, 0.94) } else { 0.94 };
            let paint = STONEWORK.shade(dice.between(0.88, 1.06));
            shape.covered(
                Vec3::new(west, BURIED, -0.38),
                Vec3::new(east, high, 0.38),
                paint,
                paint.shade(1.06),
            );
            if coping {
                let (min, max) = (Vec3::new(west, high, -0.5), Vec3::new(east, high + 0.06, 0.5));
                shape.covered(min, max, STONEWORK.shade(dice.between(0.80, 0.92)), STONEWORK.shade(1.08));
            }
        }
        shape.finish()
    };
    vec![build(6, true), build(2, false), build(1, false)]
}

/// A wall of bricks with piers and a coping.
pub(super) fn brick_wall() -> Vec<Mesh> {
    piered(BRICK, BRICK.shade(0.8), 3)
}

/// A wall with plaster.
pub(super) fn plaster_wall() -> Vec<Mesh> {
    piered(PLASTER.shade(0.94), PLASTER.blend(STONEWORK, 0.6), 3)
}

/// A wall of concrete panels between posts.
pub(super) fn concrete_wall() -> Vec<Mesh> {
    let near = |posts: usize| {
        let mut shape = piers(CONCRETE, CONCRETE.shade(0.84), posts);
        for y in [0.33, 0.64] {
            for z in [-0.335, 0.335] {
                let corners = [[-0.5, y - 0.015], [0.5, y - 0.015], [0.5, y + 0.015], [-0.5, y + 0.015]]
                    .map(|[x, y]| Vec3::new(x, y, z));
                shape.polygon(Vec3::new(0.0, y, 0.0), &corners, CONCRETE.shade(0.72));
            }
        }
        shape.finish()
    };
    vec![near(3), piers(CONCRETE, CONCRETE.shade(0.84), 2).finish(), slab(CONCRETE.shade(0.97), CONCRETE)]
}

fn piered(wall: Paint, coping: Paint, posts: usize) -> Vec<Mesh> {
    vec![piers(wall, coping, posts).finish(), piers(wall, coping, 1).finish(), slab(wall, coping)]
}

fn piers(wall: Paint, coping: Paint, posts: usize) -> Shape {
    let mut shape = Shape::new();
    shape.covered(Vec3::new(-0.5, BURIED, -0.32), Vec3::new(0.5, 0.90, 0.32), wall, coping);
    shape.covered(Vec3::new(-0.5, 0.88, -0.42), Vec3::new(0.5, 0.95, 0.42), coping, coping.shade(1.05));
    // One post at the west end and more on the way: the next wall has the east end.
    for i in 0..posts {
        let x = i as f32 / posts as f32 - 0.5;
        shape.covered(Vec3::new(x, BURIED, -0.5), Vec3::new(x + 0.06, 1.0, 0.5), wall.shade(0.93), coping);
    }
    shape
}

fn slab(wall: Paint, lid: Paint) -> Mesh {
    let mut shape = Shape::new();
    shape.covered(Vec3::new(-0.5, BURIED, -0.36), Vec3::new(0.5, 0.96, 0.36), wall, lid);
    shape.finish()
}

/// A wall of sand bags or baskets of earth.
pub(super) fn sandbags() -> Vec<Mesh> {
    let sand = Paint::tinted(142, 128, 100, 140);
    let build = |rows: usize| {
        let mut shape = Shape::new();
        for row in 0..rows {
            let [low, high] = [row, row + 1].map(|i| i as f32 / rows as f32);
            let (wide, narrow) = (0.5 - 0.16 * low, 0.46 - 0.16 * high);
            let low = if row == 0 { BURIED } else { low };
            let corners = |half: f32, y: f32| {
                [[-0.5, -half], [0.5, -half], [0.5, half], [-0.5, half]].map(|[x, z]| Vec3::new(x, y, z))
            };
            let (bottom, top) = (corners(wide, low), corners(narrow, high));
            let paint = sand.shade(if row % 2 == 0 { 0.92 } else { 1.0 });
            for i in 0..4 {
                let next = (i + 1) % 4;
                shape.polygon(
                    Vec3::Y * (low + high) * 0.5,
                    &[bottom[i], bottom[next], top[next], top[i]],
                    paint,
                );
            }
            shape.polygon(Vec3::Y * low, &top, paint.shade(1.05));
        }
        shape.finish()
    };
    vec![build(4), build(2), build(1)]
}

/// A fence of boards.
pub(super) fn board_fence() -> Vec<Mesh> {
    let build = |boards: usize, gap: f32, posts: bool| {
        let mut shape = Shape::new();
        let mut dice = Dice::new(521);
        for i in 0..boards {
            let [west, east] =
                [i as f32 + gap * 0.5, i as f32 + 1.0 - gap * 0.5].map(|i| i / boards as f32 - 0.5);
            let high = if boards > 1 { dice.between(0.88, 1.0) } else { 0.94 };
            let paint = PLANKS.shade(dice.between(0.90, 1.12));
            shape.cuboid(Vec3::new(west, -0.05, -0.12), Vec3::new(east, high, 0.12), paint);
        }
        if posts {
            for (y, z) in [(0.28, 0.2), (0.72, 0.2)] {
                shape.cuboid(
                    Vec3::new(-0.5, y, z - 0.1),
                    Vec3::new(0.5, y + 0.07, z + 0.12),
                    PLANKS.shade(0.82),
                );
            }
            shape.cuboid(Vec3::new(-0.5, BURIED, 0.1), Vec3::new(-0.47, 1.0, 0.5), PLANKS.shade(0.75));
        }
        shape.finish()
    };
    vec![build(11, 0.18, true), build(4, 0.05, false), build(1, 0.0, false)]
}

/// A fence of posts and rails.
pub(super) fn rail_fence() -> Vec<Mesh> {
    let build = |posts: usize, rails: &[f32], sides: bool| {
        let mut shape = Shape::new();
        for i in 0..posts {
            let x = i as f32 / posts as f32 - 0.5;
            shape.cuboid(Vec3::new(x, BURIED, -0.4), Vec3::new(x + 0.035, 1.0, 0.4), PLANKS.shade(0.85));
        }
        for &y in rails {
            let (min, max) = (Vec3::new(-0.5, y, -0.2), Vec3::new(0.5, y + 0.085, 0.2));
            shape.cuboid(min, max, PLANKS);
            if sides {
                shape.floor(&[[-0.5, -0.2], [0.5, -0.2], [0.5, 0.2], [-0.5, 0.2]], y, PLANKS.shade(0.6));
            }
        }
        shape.finish()
    };
    vec![build(3, &[0.24, 0.54, 0.84], true), build(2, &[0.42, 0.78], false), build(1, &[0.68], false)]
}

/// A fence of wire mesh between posts: drawn as its wires, since nothing here is transparent.
pub(super) fn mesh_fence() -> Vec<Mesh> {
    let build = |posts: usize, wires: usize, diagonals: usize| {
        let mut shape = Shape::new();
        for i in 0..posts {
            let x = i as f32 / posts as f32 - 0.5;
            shape.cuboid(Vec3::new(x, BURIED, -0.35), Vec3::new(x + 0.02, 1.0, 0.35), STEEL);
        }
        let mut strip = |from: Vec3, to: Vec3, wide: Vec3| {
            for side in [-1.0, 1.0] {
                let out = Vec3::Z * (side * 0.06);
                let corners = [from - wide, to - wide, to + wide, from + wide].map(|corner| corner + out);
                shape.polygon(Vec3::Z * (side * -9.0), &corners, WIRE);
            }
        };
        for i in 0..wires {
            let y = if wires == 1 { 0.5 } else { 0.06 + 0.88 * i as f32 / (wires - 1) as f32 };
            let wide = Vec3::Y * if wires == 1 { 0.16 } else { 0.016 };
            strip(Vec3::new(-0.5, y, 0.0), Vec3::new(0.5, y, 0.0), wide);
        }
        for i in 0..diagonals {
            let [west, east] = [i, i + 1].map(|i| i as f32 / diagonals as f32 - 0.5);
            let wide = Vec3::Y * 0.014;
            strip(Vec3::new(west, 0.06, 0.0), Vec3::new(east, 0.94, 0.0), wide);
            strip(Vec3::new(west, 0.94, 0.0), Vec3::new(east, 0.06, 0.0), wide);
        }
        shape.finish()
    };
    vec![build(3, 5, 9), build(3, 3, 3), build(1, 1, 0)]
}

/// A fence of iron bars on a low wall.
pub(super) fn bar_fence() -> Vec<Mesh> {
    let build = |bars: usize, rails: bool| {
        let mut shape = Shape::new();
        shape.covered(
            Vec3::new(-0.5, BURIED, -0.5),
            Vec3::new(0.5, 0.22, 0.5),
            CONCRETE,
            CONCRETE.shade(1.05),
        );
        for i in 0..bars {
            let x = (i as f32 + 0.5) / bars as f32 - 0.5;
            let half = 0.14 / bars as f32;
            shape.cuboid(Vec3::new(x - half, 0.22, -0.1), Vec3::new(x + half, 0.98, 0.1), STEEL.shade(0.8));
        }
        if rails {
            for y in [0.34, 0.84] {
                shape.cuboid(Vec3::new(-0.5, y, -0.14), Vec3::new(0.5, y + 0.05, 0.14), STEEL.shade(0.8));
            }
        } else {
            shape.cuboid(Vec3::new(-0.5, 0.66, -0.1), Vec3::new(0.5, 0.86, 0.1), STEEL.shade(0.9));
        }
        shape.finish()
    };
    vec![build(14, true), build(7, true), build(0, false)]
}

/// A gate: two wings of boards on posts.
pub(super) fn gate() -> Vec<Mesh> {
    let build = |near: bool| {
        let mut shape = Shape::new();
        let paint = STEEL.blend(PLANKS, 0.4);
        for x in [-0.5, 0.44] {
            shape.cuboid(Vec3::new(x, BURIED, -0.5), Vec3::new(x + 0.06, 1.0, 0.5), CONCRETE.shade(0.9));
        }
        shape.cuboid(Vec3::new(-0.44, 0.06, -0.12), Vec3::new(0.44, 0.90, 0.12), paint);
        if near {
            shape.cuboid(Vec3::new(-0.012, 0.06, -0.2), Vec3::new(0.012, 0.92, 0.2), paint.shade(0.6));
            for y in [0.16, 0.74] {
                shape.cuboid(Vec3::new(-0.44, y, -0.22), Vec3::new(0.44, y + 0.07, 0.22), paint.shade(0.78));
            }
        }
        shape.finish()
    };
    vec![build(true), build(false)]
}
