//! The harbour's flag and its signal board: a file of the Wii U's kind, with two texture patterns.
//!
//! The pattern `wind` loops: it waves the flag, and in a scene file it may sway the poppies. The pattern `signal` doesn't:
//! each of its frames is a state of the board, as games keep variants of a thing.

use super::atlas::{EDGE, POPPY};
use super::landmarks::Places;
use super::relief::Relief;
use crate::formats::bfres::curve::{CurveKind, FrameType, KeyType, Keys, Offset, Wrap};
use crate::formats::bfres::model::{Material, MeshParts};
use crate::formats::bfres::texture_pattern::{MaterialPattern, SamplerPattern};
use crate::formats::bfres::{Bfres, Curve, Model, Texture, TexturePattern, Version};
use crate::scene::bind::{Bind, Target};
use crate::scene::clutter::Atlas;

/// The version of most files that are known.
const VERSION: Version = Version([3, 4, 0, 4]);

/// Pictures of a gust, and frames that each of them stays.
const GUST: usize = 4;
const HOLD: usize = 6;

/// Pixels of the textures.
const FLAG: [usize; 2] = [128, 80];
const BOARD: [usize; 2] = [128, 80];

/// Metres: width and height of the flag, height of its mast, width and height of the board, and of its legs.
const CLOTH: [f32; 2] = [6.4, 4.0];
const MAST: f32 = 15.0;
const SIGN: [f32; 2] = [8.0, 5.0];
const LEGS: f32 = 3.2;

/// What the pattern `wind` drives beside the flag.
pub fn binds() -> Vec<Bind> {
    let target = Target::Grass(super::grass_models::plant::POPPY.to_string());
    vec![Bind {
        pattern: "wind".into(),
        material: "poppy".into(),
        sampler: ALBEDO.into(),
        target,
        from: None,
    }]
}

/// The sampler of the colour, as games call it.
const ALBEDO: &str = "_a0";

/// The whole file. The poppies' pictures are cut out of `atlas`.
pub fn bfres(relief: &Relief, places: &Places, atlas: &Atlas) -> Bfres {
    let textures = (0..GUST)
        .map(|phase| texture(&format!("Flag.{phase}"), FLAG, |x, y| flag(x, y, phase as f32 / GUST as f32)))
        .chain((0..3).map(|state| texture(&format!("Signal.{state}"), BOARD, |x, y| signal(x, y, state))))
        .chain((0..GUST).map(|phase| poppy(atlas, phase)));
    Bfres {
        name: "island".into(),
        textures: textures.collect(),
        models: vec![model(relief, places)],
        texture_patterns: vec![wind(), signals()],
        ..Bfres::empty(VERSION)
    }
}

/// Waves the flag, and sways the poppies, once a GUST * HOLD frames.
fn wind() -> TexturePattern {
    let of = |name: &str| (0..GUST).map(move |phase| format!("{name}.{phase}")).collect::<Vec<_>>();
    let material = |name: &str, first: usize| {
        let frames = (0..GUST).map(|phase| (phase * HOLD) as f32).collect();
        // As real files have them: keys that begin at -1, and an offset of a whole number.
        let keys = (0..GUST as i32).map(|phase| phase - 1).collect();
        let curve = step(frames, keys, first as i32 + 1, (GUST * HOLD) as f32);
        MaterialPattern {
            material: name.into(),
            bind_index: None,
            samplers: vec![SamplerPattern {
                sampler: ALBEDO.into(),
                sub_bind: None,
                curve: Some(0),
                base: first as u16,
            }],
            curves: vec![curve],
        }
    };
    TexturePattern {
        flags: 1 << 2, // Loops.
        last_frame: (GUST * HOLD) as i32,
        textures: [of("Flag"), of("Poppy")].concat(),
        materials: vec![material("flag", 0), material("poppy", GUST)],
        ..still("wind")
    }
}

/// A state of the board at each frame: fair, wind, storm.
fn signals() -> TexturePattern {
    let curve = step(vec![0.0, 1.0, 2.0], vec![0, 1, 2], 0, 2.0);
    let sampler = SamplerPattern { sampler: ALBEDO.into(), sub_bind: None, curve: Some(0), base: 0 };
    TexturePattern {
        last_frame: 2,
        textures: (0..3).map(|state| format!("Signal.{state}")).collect(),
        materials: vec![MaterialPattern {
            material: "board".into(),
            bind_index: None,
            samplers: vec![sampler],
            curves: vec![curve],
        }],
        ..still("signal")
    }
}

/// A pattern that does nothing yet.
fn still(name: &str) -> TexturePattern {
    TexturePattern {
        name: name.into(),
        path: String::new(),
        flags: 0,
        last_frame: 0,
        baked_size: 0,
        bound_model: None,
        textures: Vec::new(),
        materials: Vec::new(),
        user_data: Vec::new(),
    }
}

fn step(frames: Vec<f32>, keys: Vec<i32>, offset: i32, end: f32) -> Curve {
    Curve {
        frame_type: FrameType::U8,
        key_type: KeyType::I8,
        kind: CurveKind::StepInt,
        pre_wrap: Wrap::Clamp,
        post_wrap: Wrap::Clamp,
        target: 0,
        start: 0.0,
        end,
        scale: 1.0,
        offset: Offset::Int(offset),
        delta: 0.0,
        frames,
        keys: Keys::Int(keys),
    }
}

/// What lies beyond the edge of a texture is its last texel, as the GPU of the console numbers it.
const CLAMP: u32 = 2;

/// The flag and the board on the shore, beside the longest pier.
fn model(relief: &Relief, places: &Places) -> Model {
    let (out, along) = (places.seaward, [places.seaward[1], -places.seaward[0]]);
    let stand = |right: f32, ahead: f32| {
        let [x, z] = [0, 1].map(|axis| places.quay[axis] + along[axis] * right + out[axis] * ahead);
        Stand { foot: [x, relief.height(x, z), z], along, out }
    };
    let flag_stand = stand(11.0, -9.0);
    // 60 degrees to the right of the sea: it faces the south, from where the harbour is seen first.
    let turned = |Stand { foot, along: [a, b], out: [c, d] }: Stand| {
        const SIN: f32 = 0.866_025_4;
        let along = [a * 0.5 - c * SIN, b * 0.5 - d * SIN];
        Stand { foot, along, out: [c * 0.5 + a * SIN, d * 0.5 + b * SIN] }
    };
    let board_stand = turned(stand(-12.0, -7.0));
    let mut poles = Solid::new("poles", 0);
    poles.post(&flag_stand, [-0.14, 0.14], [-0.14, 0.14], MAST, [226, 226, 222, 255]);
    for side in [-0.36, 0.36] {
        let middle = SIGN[0] * side;
        poles.post(
            &board_stand,
            [middle - 0.16, middle + 0.16],
            [-0.3, -0.02],
            LEGS + SIGN[1],
            [112, 86, 60, 255],
        );
    }
    let mut cloth = Solid::new("flag", 1);
    cloth.cloth(&flag_stand);
    let mut board = Solid::new("board", 2);
    board.sign(&board_stand);
    let mut flag = Material::plain("flag", &[(ALBEDO, "Flag.0")]);
    flag.render_state.flags = flag.render_state.flags & !3 | 2; // Alpha is tested,
    flag.render_state.alpha_test |= 8; // and greater or equal is drawn.
    flag.render_state.polygon = 0; // Both sides are seen.
    let mut board_material = Material::plain("board", &[(ALBEDO, "Signal.0")]);
    for material in [&mut flag, &mut board_material] {
        for sampler in &mut material.samplers {
            sampler.registers[0] |= CLAMP | CLAMP << 3; // In x and in y.
        }
    }
    let materials = vec![Material::plain("poles", &[]), flag, board_material];
    Model::of_meshes("harbour", materials, &[poles.parts, cloth.parts, board.parts])
}

/// A place to stand on: to the right when one looks out to sea, and out to sea.
struct Stand {
    foot: [f32; 3],
    along: [f32; 2],
    out: [f32; 2],
}

impl Stand {
    /// World metres, in the frame of the file: its z grows to the south.
    fn place(&self, [right, up, ahead]: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.foot;
        let [x, z] = [
            x + self.along[0] * right + self.out[0] * ahead,
            z + self.along[1] * right + self.out[1] * ahead,
        ];
        [x, y + up, -z]
    }

    fn direction(&self, [right, up, ahead]: [f32; 3]) -> [f32; 3] {
        let [x, z] = [0, 1].map(|axis| self.along[axis] * right + self.out[axis] * ahead);
        [x, up, -z]
    }
}

/// A shape in the making.
struct Solid {
    parts: MeshParts,
}

impl Solid {
    fn new(name: &str, material: u16) -> Self {
        Self {
            parts: MeshParts { name: name.into(), material, lods: vec![Vec::new()], ..MeshParts::default() },
        }
    }

    /// Four corners, clockwise in the frame of the world for who sees the front: the file wants them the other way.
    fn side(
        &mut self,
        stand: &Stand,
        corners: [[f32; 3]; 4],
        uvs: [[f32; 2]; 4],
        normal: [f32; 3],
        color: [u8; 4],
    ) {
        let first = self.parts.positions.len() as u32;
        self.parts.positions.extend(corners.map(|corner| stand.place(corner)));
        self.parts.normals.extend([stand.direction(normal); 4]);
        self.parts.uvs.extend(uvs);
        self.parts.colors.extend([color; 4]);
        for corners in [[0, 2, 1], [0, 3, 2]] {
            self.parts.lods[0].push(corners.map(|corner| first + corner));
        }
    }

    /// An upright beam: its extent to the right, ahead, and its height; its foot is in the ground.
    fn post(
        &mut self,
        stand: &Stand,
        [left, right]: [f32; 2],
        [back, front]: [f32; 2],
        height: f32,
        color: [u8; 4],
    ) {
        let (low, uvs) = (-1.0, [[0.0; 2]; 4]);
        let corner = |[a, b]: [f32; 2], up| [a, up, b];
        let around = [[left, front], [right, front], [right, back], [left, back]];
        for index in 0..4 {
            // Seen from outside, the next corner is to the left: ahead is away from who looks at the back.
            let (from, to) = (around[index], around[(index + 1) % 4]);
            let corners = [corner(to, low), corner(to, height), corner(from, height), corner(from, low)];
            let normal = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]][index];
            self.side(stand, corners, uvs, normal, color);
        }
        let top =
            [[left, back], [left, front], [right, front], [right, back]].map(|place| corner(place, height));
        self.side(stand, top, uvs, [0.0, 1.0, 0.0], color);
    }

    /// The flag: a cloth of some folds that flies to the right of its mast.
    fn cloth(&mut self, stand: &Stand) {
        const FOLDS: usize = 10;
        let edge = |step: usize| {
            let share = step as f32 / FOLDS as f32;
            let ahead = wave(share * 1.3) * 0.45 * share;
            (0.1 + CLOTH[0] * share, ahead, share)
        };
        for step in 0..FOLDS {
            let ((left, near, u), (right, far, next_u)) = (edge(step), edge(step + 1));
            let [low, high] = [MAST - 0.3 - CLOTH[1], MAST - 0.3];
            // Seen from the sea the mast is at the right.
            let corners = [[right, low, far], [right, high, far], [left, high, near], [left, low, near]];
            let uvs = [[next_u, 1.0], [next_u, 0.0], [u, 0.0], [u, 1.0]];
            let (across, ahead) = (right - left, far - near);
            let length = (across * across + ahead * ahead).sqrt();
            self.side(stand, corners, uvs, [-ahead / length, 0.0, across / length], [255; 4]);
        }
    }

    /// The board; its back is bare wood.
    fn sign(&mut self, stand: &Stand) {
        let [half, low, high] = [SIGN[0] / 2.0, LEGS, LEGS + SIGN[1]];
        let corners = [[half, low, 0.0], [half, high, 0.0], [-half, high, 0.0], [-half, low, 0.0]];
        let uvs = [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
        self.side(stand, corners, uvs, [0.0, 0.0, 1.0], [255; 4]);
        let back = [[-half, low, -0.02], [-half, high, -0.02], [half, high, -0.02], [half, low, -0.02]];
        self.side(stand, back, [[0.5, 0.02]; 4], [0.0, 0.0, -1.0], [150, 120, 90, 255]);
    }
}

/// -1 to 1 in rounds of length 1, of products and sums alone: the same bits on every machine.
fn wave(round: f32) -> f32 {
    let place = round - round.floor();
    if place < 0.5 { 16.0 * place * (0.5 - place) } else { -16.0 * (place - 0.5) * (1.0 - place) }
}

/// A texture of pixels that `paint` gives for places from 0 to 1, to the right and down.
fn texture(name: &str, size: [usize; 2], paint: impl Fn(f32, f32) -> [f32; 4]) -> Texture {
    let levels: Vec<Vec<u8>> = (0..4).map(|level| level_of(size.map(|edge| edge >> level), &paint)).collect();
    Texture::from_rgba8(name, size.map(|edge| edge as u32), &levels, true)
}

/// Each pixel is the mean of four places in it.
fn level_of([width, height]: [usize; 2], paint: &impl Fn(f32, f32) -> [f32; 4]) -> Vec<u8> {
    let mut level = Vec::with_capacity(width * height * 4);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let probes = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
        let mut sum = [0.0; 4];
        for [right, down] in probes {
            let [r, g, b, a] = paint((x as f32 + right) / width as f32, (y as f32 + down) / height as f32);
            sum = [sum[0] + r * a, sum[1] + g * a, sum[2] + b * a, sum[3] + a];
        }
        let alpha: f32 = sum[3];
        let [r, g, b] = [sum[0], sum[1], sum[2]].map(|part| if alpha > 0.0 { part / alpha } else { 0.0 });
        level.extend([r, g, b, alpha / 4.0].map(|part| (part * 255.0 + 0.5) as u8));
    }
    level
}

/// Three stripes with a ring, in folds that run away from the mast at the left.
fn flag(x: f32, y: f32, phase: f32) -> [f32; 4] {
    let fold = x * 1.6 - phase;
    let lifted = y + wave(fold) * 0.05 * x;
    let inside = (0.06..0.94).contains(&lifted) && x < 0.985 + 0.012 * wave(fold + y);
    let stripe = match lifted {
        lower if lower > 0.66 => [0.16, 0.36, 0.62],
        middle if middle > 0.34 => [0.93, 0.92, 0.88],
        _ => [0.72, 0.18, 0.15],
    };
    let (dx, dy) = ((x - 0.4) * 1.6, lifted - 0.5);
    let from_middle = dx * dx + dy * dy;
    let color = if (0.0081..0.0196).contains(&from_middle) { [0.95, 0.72, 0.22] } else { stripe };
    // Lit where the fold turns to the light.
    let shade = 0.84 + 0.16 * wave(fold + 0.2) * (0.3 + 0.7 * x);
    let [r, g, b] = color.map(|part: f32| (part * shade).min(1.0));
    [r, g, b, if inside { 1.0 } else { 0.0 }]
}

/// The board: a sun for fair weather, one cone for wind, two for a storm.
fn signal(x: f32, y: f32, state: usize) -> [f32; 4] {
    let (across, down) = ((x - 0.5) * 1.6, y - 0.5);
    let is_rim = across.abs() > 0.76 || down.abs() > 0.46;
    let from_middle = across * across + down * down;
    let cone = |middle: f32, half: f32| {
        let up = (middle + half - down) / (2.0 * half);
        (0.0..1.0).contains(&up) && across.abs() < 0.62 * half * 2.0 * (1.0 - up)
    };
    let color = match state {
        _ if is_rim => [0.35, 0.25, 0.17],
        0 if from_middle < 0.048 => [0.93, 0.66, 0.16],
        0 if from_middle < 0.13 && (across * down).abs() < 0.0075 => [0.93, 0.66, 0.16],
        1 if cone(0.0, 0.26) => [0.10, 0.11, 0.13],
        2 if cone(-0.2, 0.18) || cone(0.2, 0.18) => [0.70, 0.12, 0.10],
        0 => [0.55, 0.74, 0.88],
        1 => [0.92, 0.91, 0.86],
        _ => [0.96, 0.82, 0.30],
    };
    let [r, g, b] = color;
    [r, g, b, 1.0]
}

/// The poppies of the atlas, leaning by the wind.
fn poppy(atlas: &Atlas, phase: usize) -> Texture {
    let [width, height] = [POPPY.width as usize, POPPY.height as usize];
    let pixels = atlas.levels.first().map_or(&[][..], Vec::as_slice);
    let lean = wave(phase as f32 / GUST as f32) * 0.26;
    let paint = |x: f32, y: f32| {
        // What is high leans more.
        let x = x - lean * (1.0 - y) * (1.0 - y);
        if !(0.0..1.0).contains(&x) {
            return [0.0; 4];
        }
        let [left, top] =
            [POPPY.x as usize + (x * POPPY.width) as usize, POPPY.y as usize + (y * POPPY.height) as usize];
        let pixel = pixels.as_chunks::<4>().0.get(top * EDGE + left).copied().unwrap_or_default();
        pixel.map(|part| f32::from(part) / 255.0)
    };
    texture(&format!("Poppy.{phase}"), [width, height], paint)
}
