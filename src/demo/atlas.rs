//! The texture of all detail models: painted plants with clear edges at every mip level.

use super::canvas::{Blade, Canvas, Color, Leaf, Tile, blend, rgb};
use super::noise::{Rng, fbm};
use crate::scene::clutter::Atlas;

/// Pixels to the right and down.
pub const EDGE: usize = 512;

const fn tile(x: f32, y: f32, width: f32, height: f32) -> Tile {
    // Four pixels between two tiles keep the first mip levels apart.
    Tile { x: x + 4.0, y: y + 4.0, width: width - 8.0, height: height - 8.0 }
}

pub const TALL: Tile = tile(0.0, 0.0, 128.0, 192.0);
pub const EARS: Tile = tile(128.0, 0.0, 128.0, 192.0);
pub const REED: Tile = tile(256.0, 0.0, 128.0, 192.0);
pub const DRY: Tile = tile(384.0, 0.0, 128.0, 192.0);
pub const MEDIUM: Tile = tile(0.0, 192.0, 128.0, 128.0);
pub const FERN: Tile = tile(128.0, 192.0, 96.0, 128.0);
pub const POPPY: Tile = tile(224.0, 192.0, 96.0, 128.0);
pub const DAISY: Tile = tile(320.0, 192.0, 96.0, 128.0);
pub const HEATHER: Tile = tile(416.0, 192.0, 96.0, 128.0);
pub const SHORT: Tile = tile(0.0, 320.0, 128.0, 96.0);
pub const NETTLE: Tile = tile(128.0, 320.0, 128.0, 128.0);
pub const CLOVER: Tile = tile(256.0, 320.0, 128.0, 128.0);
pub const LITTER: Tile = tile(384.0, 320.0, 128.0, 128.0);
pub const STONE: Tile = tile(0.0, 416.0, 96.0, 96.0);

/// Paints the texture and all its mip levels.
pub fn paint() -> Atlas {
    let mut canvas = Canvas::new(EDGE);
    let green = [rgb(0x405523), rgb(0x657d3a)];
    let fresh = [rgb(0x486028), rgb(0x6c893e)];
    tuft(&mut canvas, TALL, 1, 72, 0.98, 1.8, [rgb(0x4c5c27), rgb(0x77884a)]);
    tuft(&mut canvas, MEDIUM, 2, 84, 0.97, 1.7, green);
    tuft(&mut canvas, SHORT, 3, 84, 0.95, 1.6, fresh);
    tuft(&mut canvas, DRY, 4, 66, 0.97, 1.3, [rgb(0x776c3f), rgb(0xa3935a)]);
    ears(&mut canvas);
    reed(&mut canvas);
    fern(&mut canvas);
    poppies(&mut canvas);
    daisies(&mut canvas);
    heather(&mut canvas);
    nettle(&mut canvas);
    clover(&mut canvas);
    litter(&mut canvas);
    stone(&mut canvas);
    finish(canvas)
}

/// Blades side by side, the far ones first and darker.
fn tuft(
    canvas: &mut Canvas,
    tile: Tile,
    seed: i32,
    count: u32,
    height: f32,
    half_width: f32,
    [low, high]: [Color; 2],
) {
    let mut rng = Rng::new(seed, 0, 91);
    for number in 0..count {
        let near = number as f32 / count as f32;
        let across = rng.range(-1.0, 1.0);
        let middle = tile.x + tile.width / 2.0;
        let shade = 0.62 + 0.38 * near + rng.range(-0.06, 0.06);
        let yellow = rng.range(0.0, 0.28);
        let high = blend(high, rgb(0x8a874a), yellow);
        canvas.blade(
            tile,
            &Blade {
                // The outer ones are rooted higher: the foot of a tuft is round.
                root: [
                    middle + across * tile.width * 0.3,
                    tile.y + tile.height * (1.0 - 0.1 * across * across - rng.range(0.0, 0.05)),
                ],
                length: tile.height * height * (1.0 - 0.5 * across * across) * rng.range(0.45, 1.0),
                half_width: half_width * rng.range(0.65, 1.15),
                lean: across * tile.width * rng.range(0.04, 0.2) + tile.width * rng.range(-0.1, 0.1),
                low: low.map(|part| part * shade),
                high: high.map(|part| part * shade),
            },
        );
    }
}

fn ears(canvas: &mut Canvas) {
    tuft(canvas, EARS, 5, 40, 0.55, 1.6, [rgb(0x535f2a), rgb(0x6f773c)]);
    let mut rng = Rng::new(5, 1, 91);
    for _ in 0..11 {
        let root = [EARS.x + EARS.width * rng.range(0.3, 0.7), EARS.y + EARS.height];
        let length = EARS.height * rng.range(0.66, 0.88);
        let lean = EARS.width * rng.range(-0.2, 0.2);
        let straw = rgb(0x8f7f4c);
        canvas.blade(EARS, &Blade { root, length, half_width: 1.1, lean, low: rgb(0x6c6b33), high: straw });
        let tip = [root[0] + lean * 0.9, root[1] - length * 0.95];
        for grain in 0..9 {
            let side = if grain % 2 == 0 { 1.0 } else { -1.0 };
            canvas.leaf(
                EARS,
                &Leaf {
                    root: [tip[0] + grain as f32 * lean * 0.012, tip[1] + 12.0 - grain as f32 * 3.0],
                    reach: [side * 2.2 + lean * 0.03, -6.5],
                    half_width: 1.25,
                    low: rgb(0x77683c),
                    high: rgb(0xa08c58),
                    vein: 1.0,
                },
            );
        }
    }
}

fn reed(canvas: &mut Canvas) {
    tuft(canvas, REED, 6, 34, 0.92, 2.4, [rgb(0x55652f), rgb(0x717f46)]);
    let mut rng = Rng::new(6, 1, 91);
    for _ in 0..4 {
        let root = [REED.x + REED.width * rng.range(0.28, 0.72), REED.y + REED.height];
        let length = REED.height * rng.range(0.74, 0.9);
        let lean = REED.width * rng.range(-0.12, 0.12);
        canvas.blade(
            REED,
            &Blade { root, length, half_width: 1.3, lean, low: rgb(0x5a6231), high: rgb(0x757145) },
        );
        canvas.leaf(
            REED,
            &Leaf {
                root: [root[0] + lean * 0.7, root[1] - length * 0.84],
                reach: [lean * 0.25, -length * 0.2],
                half_width: 3.4,
                low: rgb(0x4a2f1b),
                high: rgb(0x6b4627),
                vein: 1.0,
            },
        );
    }
}

/// One frond: leaflets in pairs, shorter towards the tip.
fn fern(canvas: &mut Canvas) {
    let (middle, bottom) = (FERN.x + FERN.width / 2.0, FERN.y + FERN.height);
    let stalk = Blade {
        root: [middle, bottom],
        length: FERN.height * 0.97,
        half_width: 1.6,
        lean: 0.0,
        low: rgb(0x4d4a22),
        high: rgb(0x6a8a38),
    };
    canvas.blade(FERN, &stalk);
    for pair in 0..19 {
        let t = pair as f32 / 19.0;
        let y = bottom - FERN.height * (0.14 + 0.82 * t);
        let length = FERN.width * 0.49 * (1.0 - t).sqrt() * (0.55 + 0.45 * (t * 5.0).min(1.0));
        for side in [-1.0, 1.0] {
            canvas.leaf(
                FERN,
                &Leaf {
                    root: [middle, y],
                    reach: [side * length, -length * 0.36],
                    half_width: 3.5 * (1.05 - 0.7 * t),
                    low: blend(rgb(0x34511d), rgb(0x4e7428), t),
                    high: blend(rgb(0x4c6c29), rgb(0x668238), t),
                    vein: 0.88,
                },
            );
        }
    }
}

/// Where stems end, so that a blossom can sit there.
fn stems(canvas: &mut Canvas, tile: Tile, seed: i32, count: u32, spread: f32) -> Vec<[f32; 2]> {
    let mut rng = Rng::new(seed, 2, 91);
    (0..count)
        .map(|number| {
            let across = (number as f32 + rng.range(0.2, 0.8)) / count as f32 * 2.0 - 1.0;
            let root = [tile.x + tile.width * (0.5 + across * 0.16), tile.y + tile.height];
            let length = tile.height * rng.range(0.52, 0.84);
            let lean = across * tile.width * spread;
            canvas.blade(
                tile,
                &Blade { root, length, half_width: 1.2, lean, low: rgb(0x35491d), high: rgb(0x6f8c3d) },
            );
            [root[0] + lean * 0.94, root[1] - length * 0.97]
        })
        .collect()
}

fn poppies(canvas: &mut Canvas) {
    tuft(canvas, POPPY, 7, 34, 0.5, 1.7, [rgb(0x30441b), rgb(0x596f33)]);
    let mut rng = Rng::new(7, 1, 91);
    for [x, y] in stems(canvas, POPPY, 7, 5, 0.3) {
        for petal in [[-1.0, -0.55], [1.0, -0.5], [-0.75, 0.25], [0.8, 0.3], [0.05, -0.9]] {
            let size = rng.range(8.5, 11.0);
            canvas.leaf(
                POPPY,
                &Leaf {
                    root: [x - petal[0] * 2.5, y - petal[1] * 2.5],
                    reach: [petal[0] * size, petal[1] * size],
                    half_width: 5.6,
                    low: rgb(0x8e1410),
                    high: blend(rgb(0xd6301f), rgb(0xe8553a), rng.range(0.0, 1.0)),
                    vein: 0.92,
                },
            );
        }
        disc(canvas, POPPY, [x, y], 2.4, rgb(0x241a1c));
    }
}

fn daisies(canvas: &mut Canvas) {
    tuft(canvas, DAISY, 8, 36, 0.46, 1.7, [rgb(0x31471c), rgb(0x5c7535)]);
    for [x, y] in stems(canvas, DAISY, 8, 7, 0.34) {
        for [dx, dy] in [
            [1.0, 0.0],
            [0.707, 0.5],
            [0.0, 0.7],
            [-0.707, 0.5],
            [-1.0, 0.0],
            [-0.707, -0.5],
            [0.0, -0.7],
            [0.707, -0.5],
        ] {
            canvas.leaf(
                DAISY,
                &Leaf {
                    root: [x, y],
                    reach: [dx * 8.0, dy * 8.0],
                    half_width: 2.3,
                    low: rgb(0xb9b5a8),
                    high: rgb(0xe6e3da),
                    vein: 0.97,
                },
            );
        }
        disc(canvas, DAISY, [x, y], 3.0, rgb(0xdfae2b));
    }
}

fn heather(canvas: &mut Canvas) {
    let mut rng = Rng::new(9, 1, 91);
    tuft(canvas, HEATHER, 9, 26, 0.7, 1.6, [rgb(0x3b3320), rgb(0x5a6a34)]);
    for [x, y] in stems(canvas, HEATHER, 9, 11, 0.36) {
        for bell in 0..12 {
            let down = bell as f32 * 3.4;
            canvas.leaf(
                HEATHER,
                &Leaf {
                    root: [x + rng.range(-3.0, 3.0), y + down],
                    reach: [rng.range(-3.5, 3.5), rng.range(-3.0, 4.0)],
                    half_width: 2.2,
                    low: rgb(0x5f2f66),
                    high: blend(rgb(0x9a58a0), rgb(0xa870a8), rng.range(0.0, 1.0)),
                    vein: 1.0,
                },
            );
        }
    }
}

fn nettle(canvas: &mut Canvas) {
    let mut rng = Rng::new(10, 1, 91);
    for stem in 0..4 {
        let across = (stem as f32 - 1.5) / 2.0;
        let root = [NETTLE.x + NETTLE.width * (0.5 + across * 0.2), NETTLE.y + NETTLE.height];
        let length = NETTLE.height * rng.range(0.72, 0.96) * (1.0 - 0.2 * across * across);
        let lean = across * NETTLE.width * 0.16;
        let stalk = Blade { root, length, half_width: 1.7, lean, low: rgb(0x3c4420), high: rgb(0x5d7a35) };
        canvas.blade(NETTLE, &stalk);
        for pair in 0..7 {
            let t = 0.16 + pair as f32 / 7.0 * 0.82;
            let at = [root[0] + lean * t * t, root[1] - length * t];
            for side in [-1.0, 1.0] {
                let reach = 19.0 * (1.12 - t) + 4.0;
                canvas.leaf(
                    NETTLE,
                    &Leaf {
                        root: at,
                        reach: [side * reach, -reach * rng.range(-0.1, 0.5)],
                        half_width: reach * 0.24,
                        low: rgb(0x2a421a),
                        high: blend(rgb(0x466a2a), rgb(0x587732), rng.range(0.0, 1.0) * t),
                        vein: 0.8,
                    },
                );
            }
        }
    }
}

/// Seen from above: three leaflets each.
fn clover(canvas: &mut Canvas) {
    let mut rng = Rng::new(11, 1, 91);
    for _ in 0..46 {
        let away = rng.direction();
        let far = rng.range(0.0, 1.0).sqrt() * CLOVER.width * 0.4;
        let x = CLOVER.x + CLOVER.width / 2.0 + away[0] * far;
        let y = CLOVER.y + CLOVER.height / 2.0 + away[1] * far;
        let [dx, dy] = rng.direction();
        let shade = rng.range(0.7, 1.1);
        for [cos, sin] in [[1.0, 0.0], [-0.5, 0.866], [-0.5, -0.866]] {
            let reach = [(dx * cos - dy * sin) * 9.5, (dx * sin + dy * cos) * 9.5];
            canvas.leaf(
                CLOVER,
                &Leaf {
                    root: [x, y],
                    reach,
                    half_width: 4.4,
                    low: rgb(0x7e9a5a).map(|part| part * shade),
                    high: rgb(0x4c7430).map(|part| part * shade),
                    vein: 1.12,
                },
            );
        }
    }
}

/// Fallen leaves and twigs from above.
fn litter(canvas: &mut Canvas) {
    let mut rng = Rng::new(12, 1, 91);
    let browns = [rgb(0x6b4a2a), rgb(0x8a6233), rgb(0x9c7a45), rgb(0x54391f), rgb(0xa4682c)];
    for _ in 0..52 {
        let away = rng.direction();
        let far = rng.range(0.0, 1.0).sqrt() * LITTER.width * 0.4;
        let x = LITTER.x + LITTER.width / 2.0 + away[0] * far;
        let y = LITTER.y + LITTER.height / 2.0 + away[1] * far;
        let [dx, dy] = rng.direction();
        let length = rng.range(8.0, 17.0);
        let color = rng.pick(&browns);
        let half_width = if rng.chance(0.12) { 0.9 } else { length * 0.27 };
        canvas.leaf(
            LITTER,
            &Leaf {
                root: [x - dx * length / 2.0, y - dy * length / 2.0],
                reach: [dx * length, dy * length],
                half_width,
                low: color.map(|part| part * 0.8),
                high: color,
                vein: 0.8,
            },
        );
    }
}

/// Opaque: the skin of the pebbles.
fn stone(canvas: &mut Canvas) {
    for y in STONE.y as usize..(STONE.y + STONE.height) as usize {
        for x in STONE.x as usize..(STONE.x + STONE.width) as usize {
            let (u, v) = (x as f32 / 15.0, y as f32 / 15.0);
            let grain = 0.5 + 0.7 * fbm(u, v, 4, 92) + 0.25 * fbm(u * 6.0, v * 6.0, 1, 93);
            let moss = (fbm(u * 0.5, v * 0.5, 2, 94) * 2.2).clamp(0.0, 1.0);
            let color = blend(blend(rgb(0x504b43), rgb(0x827b70), grain), rgb(0x5f6b3c), moss * 0.8);
            canvas.pixels[y * EDGE + x] = [color[0], color[1], color[2], 1.0];
        }
    }
}

fn disc(canvas: &mut Canvas, tile: Tile, [x, y]: [f32; 2], radius: f32, color: Color) {
    canvas.leaf(
        tile,
        &Leaf {
            root: [x - radius, y],
            reach: [radius * 2.0, 0.0],
            half_width: radius,
            low: color,
            high: color,
            vein: 1.0,
        },
    );
}

/// Halves the picture down to one pixel, then lets the colours of the coarse levels flow into what is transparent in
/// the finer ones: no dark rims, at whatever distance.
fn finish(canvas: Canvas) -> Atlas {
    let mut levels = vec![canvas.pixels];
    let mut edge = EDGE;
    while edge > 1 {
        edge /= 2;
        let finer = &levels[levels.len() - 1];
        let mut level = Vec::with_capacity(edge * edge);
        for y in 0..edge {
            for x in 0..edge {
                let mut sum = [0.0f32; 4];
                for number in [0, 1, 2 * edge, 2 * edge + 1] {
                    let [r, g, b, a] = finer[y * 4 * edge + x * 2 + number];
                    sum = [sum[0] + r * a, sum[1] + g * a, sum[2] + b * a, sum[3] + a];
                }
                let [r, g, b, a] = sum;
                let over = if a > 0.0 { 1.0 / a } else { 0.0 };
                level.push([r * over, g * over, b * over, a / 4.0]);
            }
        }
        levels.push(level);
    }
    for number in (0..levels.len() - 1).rev() {
        let edge = EDGE >> number;
        let (finer, coarser) = levels.split_at_mut(number + 1);
        for (index, pixel) in finer[number].iter_mut().enumerate() {
            if pixel[3] <= 0.0 {
                let parent = coarser[0][index / edge / 2 * (edge / 2) + index % edge / 2];
                pixel[..3].copy_from_slice(&parent[..3]);
            }
        }
    }
    let wanted = covered(&levels[0], 1.0);
    let levels = levels
        .iter()
        .map(|level| {
            let gain = keep_cover(level, wanted);
            level
                .iter()
                .flat_map(|&[r, g, b, a]| {
                    [r, g, b, (a * gain).min(1.0)].map(|part| (part * 255.0 + 0.5) as u8)
                })
                .collect()
        })
        .collect();
    Atlas { size: [EDGE as u32; 2], levels }
}

/// Share of the pixels that an alpha test at one half lets through, their alpha times `gain`.
fn covered(level: &[[f32; 4]], gain: f32) -> f32 {
    level.iter().filter(|pixel| pixel[3] * gain >= 0.5).count() as f32 / level.len() as f32
}

/// What alpha is to be multiplied with so that plants don't get thinner from level to level.
fn keep_cover(level: &[[f32; 4]], wanted: f32) -> f32 {
    let (mut low, mut high) = (1.0, 4.0);
    for _ in 0..8 {
        let middle = (low + high) / 2.0;
        if covered(level, middle) < wanted { low = middle } else { high = middle }
    }
    if covered(level, 1.0) >= wanted { 1.0 } else { low }
}
