//! The plan of a level: a valley with a village, a factory yard, a pond and a tunnel under a ridge.

use super::mesh::{Face, Mesh};
use sward::formats::xray::Cform;

/// Names of the materials, by index.
pub const MATERIALS: [&str; 14] = [
    "default",
    "materials\\grass",
    "materials\\earth",
    "materials\\asphalt",
    "materials\\gravel",
    "materials\\sand",
    "materials\\water",
    "materials\\concrete",
    "materials\\bricks",
    "materials\\shifer",
    "materials\\wooden_board",
    "materials\\metal_plate",
    "materials\\stucco",
    "materials\\tree_trunk",
];
const GRASS: u32 = 1;
const EARTH: u32 = 2;
const ASPHALT: u32 = 3;
const GRAVEL: u32 = 4;
const SAND: u32 = 5;
const WATER: u32 = 6;
const CONCRETE: u32 = 7;
const BRICKS: u32 = 8;
const SHIFER: u32 = 9;
const BOARDS: u32 = 10;
const METAL: u32 = 11;
const STUCCO: u32 = 12;
const TRUNK: u32 = 13;

/// A levelled place.
struct Pad {
    place: [f32; 2],
    radius: f32,
    height: f32,
}

/// What stands where.
pub struct Place {
    /// Half an edge, metres: the level lies about the origin.
    half: f32,
    pads: Vec<Pad>,
    /// Houses: place, turn, size, number.
    houses: Vec<([f32; 2], f32, [f32; 2], u16)>,
}

/// Sector of the open land; the factory's hall is 1, the tunnel 2, houses follow.
const OUTSIDE: u16 = 0;
const HALL: u16 = 1;
const TUNNEL: u16 = 2;

const TUNNEL_WIDTH: f32 = 7.0;
const TUNNEL_HEIGHT: f32 = 5.0;

impl Place {
    /// A level of `slots` x `slots` slots.
    pub fn new(slots: u32) -> Self {
        let half = slots as f32;
        let mut place = Self { half, pads: Vec::new(), houses: Vec::new() };
        let count = (half / 16.0).clamp(2.0, 26.0) as u16;
        for number in 0..count {
            let along = (f32::from(number / 2) - f32::from(count) / 4.0 + 0.5) * 27.0;
            let side = if number % 2 == 0 { 1.0 } else { -1.0 };
            let off = 13.5 + 3.0 * random(number.into(), 1);
            let at = [along + 5.0 * random(number.into(), 2), road(along) + side * off];
            let size = [9.0 + 4.0 * random(number.into(), 3), 7.0 + 2.0 * random(number.into(), 4)];
            let turn =
                if side > 0.0 { 0.0 } else { std::f32::consts::PI } + 0.1 * (random(number.into(), 5) - 0.5);
            place.houses.push((at, turn, size, 3 + number));
            place.pads.push(Pad { place: at, radius: 10.0, height: natural(at[0], at[1]) + 0.1 });
        }
        let yard = place.yard();
        place.pads.push(Pad { place: yard, radius: 46.0, height: natural(yard[0], yard[1]) });
        let pond = place.pond();
        place.pads.push(Pad { place: pond, radius: half * 0.2, height: natural(pond[0], pond[1]) });
        place
    }

    /// The middle of the factory's yard.
    fn yard(&self) -> [f32; 2] {
        [-self.half * 0.5, self.half * 0.45]
    }

    /// The middle of the pond.
    fn pond(&self) -> [f32; 2] {
        [self.half * 0.45, self.half * 0.42]
    }

    /// The south end of the tunnel, which goes north, its length, and the height of its floor.
    pub fn tunnel(&self) -> ([f32; 2], f32, f32) {
        let start = [self.half * 0.42, -self.half * 0.72];
        (start, self.half * 0.22, natural(start[0], start[1]))
    }

    /// The surface of the pond.
    fn water_level(&self) -> f32 {
        let [x, z] = self.pond();
        natural(x, z) - 1.0
    }

    /// The ground at a place.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        let mut height = natural(x, z);
        // The road runs on a levelled strip.
        let off = (z - road(x)).abs();
        height = mix(natural(x, road(x)) * 0.7 + 0.3 * smooth_along(x), height, smoothstep(4.5, 16.0, off));
        for pad in &self.pads {
            let off = (x - pad.place[0]).hypot(z - pad.place[1]);
            height = mix(pad.height, height, smoothstep(pad.radius, pad.radius + 9.0, off));
        }
        let [pond_x, pond_z] = self.pond();
        let off = (x - pond_x).hypot((z - pond_z) * 1.3) / (self.half * 0.14);
        height -= 4.0 * smoothstep(1.0, 0.3, off);
        let ([x0, z0], length, floor) = self.tunnel();
        let aside = (x - x0).abs();
        let along = (z - z0) / length;
        let ridge = 14.0
            * smoothstep(-0.5, 0.35, along)
            * smoothstep(1.5, 0.65, along)
            * smoothstep(60.0, 8.0, aside);
        height += ridge;
        if aside < 12.0 && (-0.6..1.6).contains(&along) {
            let cut = smoothstep(11.0, TUNNEL_WIDTH / 2.0 + 1.0, aside);
            let before = smoothstep(-0.6, -0.35, along) * smoothstep(1.6, 1.35, along);
            if (0.0..=1.0).contains(&along) {
                height = height.max(floor + TUNNEL_HEIGHT + 2.0);
            } else {
                height = mix(height, floor, cut * before);
            }
        }
        height
    }

    /// What the ground is made of.
    pub fn material(&self, x: f32, z: f32) -> u32 {
        let off = (z - road(x)).abs();
        let ragged = 1.2 * noise(x / 2.3, z / 2.3, 9);
        let [yard_x, yard_z] = self.yard();
        let in_yard = (x - yard_x).abs().max((z - yard_z).abs());
        let [pond_x, pond_z] = self.pond();
        let shore = (x - pond_x).hypot((z - pond_z) * 1.3) / (self.half * 0.14);
        let ([tunnel_x, _], _, _) = self.tunnel();
        let track = (x - tunnel_x).abs();
        match () {
            () if off < 3.6 => ASPHALT,
            () if off < 4.9 + 0.5 * ragged => GRAVEL,
            () if in_yard < 31.0 => CONCRETE,
            () if shore < 1.1 + 0.06 * ragged => SAND,
            () if track < 2.6 + 0.5 * ragged && z < road(tunnel_x) => GRAVEL,
            () if noise(x / 34.0, z / 34.0, 5) + 0.5 * noise(x / 7.0, z / 7.0, 6) > 0.45 => EARTH,
            () => GRASS,
        }
    }

    /// How much grass a place has, 0 to 1.
    pub fn grass(&self, x: f32, z: f32) -> f32 {
        let in_house = |([hx, hz], _, _, _): &([f32; 2], f32, [f32; 2], u16)| (x - hx).hypot(z - hz) < 8.0;
        let [pond_x, pond_z] = self.pond();
        let in_pond = (x - pond_x).hypot(z - pond_z) < self.half * 0.14;
        if in_pond || self.houses.iter().any(in_house) {
            return 0.0;
        }
        let clump = 0.55 + 0.45 * noise(x / 19.0, z / 19.0, 21);
        match self.material(x, z) {
            GRASS => clump,
            EARTH => clump * 0.4,
            _ => 0.0,
        }
    }

    /// The whole level, of about `triangles` triangles.
    pub fn build(&self, triangles: u32) -> Cform {
        let mut mesh = Mesh::new();
        self.terrain(&mut mesh, triangles);
        for &([x, z], turn, size, sector) in &self.houses {
            mesh.stand([x, self.height(x, z), z], turn);
            house(&mut mesh, size, sector);
        }
        self.factory(&mut mesh);
        self.dig(&mut mesh);
        let [x, z] = self.pond();
        mesh.stand([x, self.water_level(), z], 0.0);
        let reach = self.half * 0.14;
        mesh.slab([-reach, -reach, reach, reach], 0.0, true, Face { material: WATER, sector: OUTSIDE });
        self.trees(&mut mesh);
        mesh.into_cform()
    }

    fn terrain(&self, mesh: &mut Mesh, triangles: u32) {
        let quads = ((triangles.max(8) as f32 / 2.0).sqrt() as u32).max(2);
        let cell = 2.0 * self.half / quads as f32;
        let at = |i: u32| i as f32 * cell - self.half;
        let first = mesh.vertices.len() as u32;
        for z in 0..=quads {
            mesh.vertices.extend((0..=quads).map(|x| [at(x), self.height(at(x), at(z)), at(z)]));
        }
        let ([tunnel_x, tunnel_z], length, _) = self.tunnel();
        for z in 0..quads {
            for x in 0..quads {
                let corner = |dx: u32, dz: u32| first + (z + dz) * (quads + 1) + x + dx;
                let [middle_x, middle_z] = [at(x) + cell / 2.0, at(z) + cell / 2.0];
                // The mouths of the tunnel are open.
                let mouth = [tunnel_z, tunnel_z + length].iter().any(|&end| at(z) <= end && end <= at(z + 1));
                if mouth && (middle_x - tunnel_x).abs() < TUNNEL_WIDTH / 2.0 + 0.6 {
                    continue;
                }
                let face = Face { material: self.material(middle_x, middle_z), sector: OUTSIDE };
                mesh.triangle([corner(0, 0), corner(0, 1), corner(1, 0)], face);
                mesh.triangle([corner(1, 0), corner(0, 1), corner(1, 1)], face);
            }
        }
    }

    /// A hall of metal plates, a wall around the yard, a chimney, crates.
    fn factory(&self, mesh: &mut Mesh) {
        let [x, z] = self.yard();
        let y = self.height(x, z);
        let [metal, concrete, bricks, boards] =
            [METAL, CONCRETE, BRICKS, BOARDS].map(|material| Face { material, sector: OUTSIDE });
        let inside = Face { material: CONCRETE, sector: HALL };
        mesh.stand([x, y, z], 0.0);
        let [w, d] = [15.0, 9.0];
        let gate = [12.0, 18.0, 0.0, 4.6];
        let windows: Vec<_> =
            (0..4).map(|i| [2.0 + 7.0 * i as f32, 5.0 + 7.0 * i as f32, 5.2, 6.6]).collect();
        mesh.wall([[-w, -d], [w, -d]], [-0.5, 8.0], 0.4, &[gate], [metal, inside]);
        mesh.wall([[w, -d], [w, d]], [-0.5, 8.0], 0.4, &[], [metal, inside]);
        mesh.wall([[w, d], [-w, d]], [-0.5, 8.0], 0.4, &windows, [metal, inside]);
        mesh.wall([[-w, d], [-w, -d]], [-0.5, 8.0], 0.4, &[], [metal, inside]);
        mesh.slab([-w, -d, w, d], 0.05, true, inside);
        mesh.slab([-w - 0.4, -d - 0.4, w + 0.4, d + 0.4], 8.3, true, metal);
        mesh.slab([-w - 0.4, -d - 0.4, w + 0.4, d + 0.4], 8.0, false, Face { material: METAL, sector: HALL });
        for i in 0..3 {
            let along = -10.0 + 9.0 * i as f32;
            mesh.block([along, 0.05, 2.0], [along + 2.5, 2.2, 5.0], Face { material: METAL, sector: HALL });
        }
        // The wall around the yard has a gap in the south.
        let e = 31.0;
        let fence = [[-e, -e], [-4.0, -e], [4.0, -e], [e, -e], [e, e], [-e, e]];
        for (from, to) in [(0, 1), (2, 3), (3, 4), (4, 5), (5, 0)] {
            mesh.wall([fence[from], fence[to]], [-1.5, 2.6], 0.35, &[], [concrete; 2]);
            let [a, b] = [fence[from], fence[to]];
            let [ux, uz] = [(b[0] - a[0]).signum(), (b[1] - a[1]).signum()].map(|s| s * 0.35);
            let across = if a[1] == b[1] { [0.0, ux] } else { [-uz, 0.0] };
            let lid = [a, [a[0] + across[0], a[1] + across[1]], [b[0] + across[0], b[1] + across[1]], b];
            mesh.quad(lid.map(|[x, z]| [x, 2.6, z]), concrete);
        }
        mesh.stand([x + 22.0, y, z + 16.0], 0.0);
        mesh.column(1.8, [-0.5, 26.0], 24, bricks);
        for i in 0..9u32 {
            let at = [x - 24.0 + 3.1 * (i % 5) as f32, y, z - 18.0 - 2.4 * (i / 5) as f32];
            mesh.stand(at, random(i, 40) * 3.0);
            mesh.block([-0.8, 0.0, -0.8], [0.8, 1.4, 0.8], boards);
        }
    }

    /// The tunnel: an arch of bricks with a portal of concrete at both ends.
    fn dig(&self, mesh: &mut Mesh) {
        let ([x, z], length, floor) = self.tunnel();
        mesh.stand([x, floor, z], 0.0);
        let inside = Face { material: BRICKS, sector: TUNNEL };
        let half = TUNNEL_WIDTH / 2.0;
        let arch = |i: u32| {
            let angle = i as f32 / 12.0 * std::f32::consts::PI;
            [-half * angle.cos(), 1.5 + (TUNNEL_HEIGHT - 1.5) * angle.sin()]
        };
        let mut outline = vec![[-half, 0.0]];
        outline.extend((0..=12).map(arch));
        outline.push([half, 0.0]);
        let steps = 24;
        for step in 0..steps {
            let [near, far] = [step, step + 1].map(|s| length * s as f32 / steps as f32);
            for pair in outline.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                mesh.quad(
                    [[a[0], a[1], near], [a[0], a[1], far], [b[0], b[1], far], [b[0], b[1], near]],
                    inside,
                );
            }
            mesh.slab([-half, near, half, far], 0.02, true, Face { material: GRAVEL, sector: TUNNEL });
        }
        let concrete = Face { material: CONCRETE, sector: OUTSIDE };
        for (end, front) in [(-0.4, true), (length + 0.4, false)] {
            let top = TUNNEL_HEIGHT + 3.0;
            let mut face = |corners: [[f32; 2]; 4]| {
                let corners = corners.map(|[x, y]| [x, y, end]);
                let [a, b, c, d] = corners;
                mesh.quad(if front { corners } else { [d, c, b, a] }, concrete);
            };
            face([[-9.0, -1.0], [-9.0, top], [-half, top], [-half, -1.0]]);
            face([[half, -1.0], [half, top], [9.0, top], [9.0, -1.0]]);
            for pair in outline.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                face([[a[0], a[1]], [a[0], top], [b[0], top], [b[0], b[1]]]);
            }
            mesh.slab([-9.0, end - 0.6, 9.0, end + 0.6], top, true, concrete);
        }
    }

    /// Trunks of trees, as a collision mesh has them.
    fn trees(&self, mesh: &mut Mesh) {
        let count = (self.half * self.half / 180.0) as u32;
        for i in 0..count {
            let [x, z] = [1, 2].map(|seed| (random(i, seed) * 2.0 - 1.0) * (self.half - 2.0));
            let far_from_houses = self.houses.iter().all(|([hx, hz], ..)| (x - hx).hypot(z - hz) > 12.0);
            if self.material(x, z) == GRASS && far_from_houses && noise(x / 60.0, z / 60.0, 31) > -0.1 {
                mesh.stand([x, self.height(x, z), z], random(i, 3) * 6.0);
                let high = 5.0 + 6.0 * random(i, 4);
                mesh.column(
                    0.2 + 0.15 * random(i, 5),
                    [-0.5, high],
                    7,
                    Face { material: TRUNK, sector: OUTSIDE },
                );
            }
        }
    }
}

/// A house with two rooms, a door to the south, windows and a roof over an attic.
pub fn house(mesh: &mut Mesh, [width, depth]: [f32; 2], sector: u16) {
    let [w, d, high] = [width / 2.0, depth / 2.0, 2.9];
    let outside = Face { material: if sector.is_multiple_of(3) { BRICKS } else { STUCCO }, sector: OUTSIDE };
    let inside = |material: u32| Face { material, sector };
    let both = [outside, inside(STUCCO)];
    let window = |at: f32| [at, at + 1.3, 0.95, 2.2];
    mesh.wall(
        [[-w, -d], [w, -d]],
        [-1.0, high],
        0.35,
        &[window(1.2), [w - 0.5, w + 0.6, 0.16, 2.2], window(width - 2.6)],
        both,
    );
    mesh.wall([[w, -d], [w, d]], [-1.0, high], 0.35, &[window(d - 0.6)], both);
    mesh.wall([[w, d], [-w, d]], [-1.0, high], 0.35, &[window(1.4), window(width - 2.9)], both);
    mesh.wall([[-w, d], [-w, -d]], [-1.0, high], 0.35, &[window(d - 0.6)], both);
    mesh.wall(
        [[1.2, -d], [1.2, d]],
        [0.16, high],
        0.15,
        &[[d - 0.5, d + 0.5, 0.16, 2.2]],
        [inside(STUCCO); 2],
    );
    mesh.slab([-w, -d, w, d], 0.16, true, inside(BOARDS));
    mesh.slab([-w, -d, w, d], high, false, inside(STUCCO));
    mesh.slab([-w, -d, w, d], high + 0.15, true, inside(BOARDS));
    mesh.block(
        [w - d - 1.2, -1.0, -d - 1.0],
        [w - d + 0.4, 0.14, -d],
        Face { material: CONCRETE, ..outside },
    );
    // The roof, seen from above and from the attic.
    let [ridge, eave, out, aside] = [high + 0.15 + d * 0.75, high - 0.15, d + 0.4, w + 0.35];
    let roof = Face { material: SHIFER, sector: OUTSIDE };
    for side in [-1.0, 1.0] {
        let corners = [
            [-aside * side, eave, out * -side],
            [-aside * side, ridge, 0.0],
            [aside * side, ridge, 0.0],
            [aside * side, eave, out * -side],
        ];
        mesh.quad(corners, roof);
        let [a, b, c, e] = corners.map(|[x, y, z]| [x, y - 0.12, z]);
        mesh.quad([e, c, b, a], inside(BOARDS));
        let gable = [[w * side, high, -d * side], [w * side, ridge - 0.2, 0.0], [w * side, high, d * side]];
        mesh.tri(gable, outside);
        mesh.tri([gable[2], gable[1], gable[0]], inside(BOARDS));
    }
    mesh.block([0.8, ridge - 1.6, 0.6], [1.5, ridge + 0.7, 1.3], Face { material: BRICKS, sector: OUTSIDE });
}

/// Where the road runs: its z at an x.
fn road(x: f32) -> f32 {
    22.0 * (x / 95.0).sin() - 10.0
}

fn smooth_along(x: f32) -> f32 {
    natural(x - 14.0, road(x - 14.0)) * 0.5 + natural(x + 14.0, road(x + 14.0)) * 0.5
}

/// Hills around a valley.
fn natural(x: f32, z: f32) -> f32 {
    let away = smoothstep(40.0, 260.0, (z - road(x)).abs());
    let hills = noise(x / 130.0, z / 130.0, 1) * 16.0 + noise(x / 47.0, z / 47.0, 2) * 4.0;
    hills * (0.25 + 0.75 * away)
        + away * 9.0
        + noise(x / 11.0, z / 11.0, 3) * 0.5
        + noise(x / 3.7, z / 3.7, 4) * 0.1
}

/// Smooth noise of wavelength 1, -1 to 1.
pub fn noise(x: f32, z: f32, seed: u32) -> f32 {
    let corner = |dx: i32, dz: i32| {
        let place = [x.floor() as i32 + dx, z.floor() as i32 + dz].map(|part| part as u32);
        random(place[0] ^ seed.wrapping_mul(0x51_7c_c1), place[1]) * 2.0 - 1.0
    };
    let [fx, fz] = [x - x.floor(), z - z.floor()].map(|t| t * t * (3.0 - 2.0 * t));
    mix(mix(corner(0, 0), corner(1, 0), fx), mix(corner(0, 1), corner(1, 1), fx), fz)
}

/// 0 to 1 from integers.
pub fn random(a: u32, b: u32) -> f32 {
    let mut h = a.wrapping_mul(0x9E37_79B1) ^ b.wrapping_mul(0x85EB_CA77).rotate_left(13);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    (h ^ (h >> 15)) as f32 / u32::MAX as f32
}

fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
