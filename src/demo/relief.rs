//! The heights: a massif worn by rain, lowland, beaches and cliffs, and the sea floor.

use super::coast;
use super::erosion::{Erosion, erode};
use super::field::Field;
use super::noise::{fbm, mix, noise, ridged, smoothstep};

/// Elevations to the east and to the north.
pub const EDGE: usize = 512;
/// The sea floor at the border of the world, metres.
const DEEPEST: f32 = -40.0;
/// The highest summit in metres.
const SUMMIT: f32 = 316.0;

/// The ground and what shaped it.
pub struct Relief {
    /// Metres over the sea.
    pub heights: Field,
    /// Metres from the shore, see [`coast::inland`].
    pub inland: Field,
    /// Land that drains through a place, square metres.
    pub flow: Field,
    /// Metres up a metre, of `heights` as they are since [`Relief::measure`].
    pub slopes: Field,
}

impl Relief {
    /// Metres over the sea on the triangles that are drawn.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        self.heights.on_triangles(x, z)
    }

    /// Metres up a metre.
    pub fn slope(&self, x: f32, z: f32) -> f32 {
        self.slopes.sample(x, z)
    }

    /// Measures the slopes anew, after the heights were changed.
    pub fn measure(&mut self) {
        self.slopes = self.heights.slopes();
    }
}

/// The crest line of the massif: x, z, and how high it is lifted there.
const CREST: [[f32; 3]; 7] = [
    [1180.0, 2860.0, 0.3],
    [1500.0, 2650.0, 0.72],
    [1900.0, 2700.0, 0.42],
    [2330.0, 2560.0, 1.0],
    [2780.0, 2560.0, 0.78],
    [2960.0, 2200.0, 0.55],
    [2860.0, 1800.0, 0.3],
];
/// Hills that stand alone: x, z, lift, radius.
const HILLS: [[f32; 4]; 6] = [
    [2200.0, 2220.0, 0.42, 480.0],
    [2760.0, 1450.0, 0.34, 520.0],
    [1560.0, 1720.0, 0.2, 420.0],
    [3430.0, 2560.0, 0.25, 300.0],
    [960.0, 3160.0, 0.22, 320.0],
    [3280.0, 1080.0, 0.22, 300.0],
];

/// How strongly the land is lifted, 0 to about 1.
fn lift(x: f32, z: f32) -> f32 {
    let u = x + 260.0 * fbm(x / 800.0, z / 800.0, 3, 21);
    let v = z + 260.0 * fbm(x / 800.0, z / 800.0, 3, 22);
    let mut lift = 0.0f32;
    for pair in CREST.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let (along_x, along_z) = (b[0] - a[0], b[1] - a[1]);
        let t = ((u - a[0]) * along_x + (v - a[1]) * along_z) / (along_x * along_x + along_z * along_z);
        let t = t.clamp(0.0, 1.0);
        let distance = coast::distance_to_line(u, v, [a[0], a[1]], [b[0], b[1]]);
        let near = smoothstep(860.0, 0.0, distance);
        lift = lift.max(mix(a[2], b[2], t) * near);
    }
    for [hill_x, hill_z, height, radius] in HILLS {
        let distance = coast::distance_to_line(u, v, [hill_x, hill_z], [hill_x, hill_z]);
        lift = lift.max(height * smoothstep(radius, 0.0, distance));
    }
    lift * (0.55 + 0.7 * ridged(x / 700.0, z / 700.0, 3, 23))
}

/// Shapes the whole island.
pub fn relief() -> Relief {
    let inland = coast::inland(EDGE);
    let (worn, flow) = rained_on(&inland);
    let highest = worn.values.iter().fold(1.0f32, |most, &height| most.max(height));
    let wet = flow.blurred(1);
    let scale = SUMMIT / highest;
    let heights = Field::new(EDGE, |x, z| {
        let shore = inland.sample(x, z);
        if shore < 0.0 {
            return sea_floor(x, z, shore);
        }
        // A little warp hides that the rain fell on a grid.
        let warp_x = 11.0 * noise(x / 46.0, z / 46.0, 31);
        let warp_z = 11.0 * noise(x / 46.0, z / 46.0, 32);
        let massif = worn.sample_smooth(x + warp_x, z + warp_z) * scale;
        land(x, z, shore, massif, wet.sample_smooth(x, z))
    });
    let slopes = heights.slopes();
    Relief { heights, inland, flow, slopes }
}

/// Uplift and rain, first coarse and long, then twice as fine.
fn rained_on(inland: &Field) -> (Field, Field) {
    let lift = Field::new(128, lift);
    let mut heights = Field::new(128, |x, z| {
        let shore = inland.sample(x, z);
        if shore < 0.0 {
            0.0
        } else {
            (2.0 + shore * 0.03 + 60.0 * lift.sample(x, z)).max(0.5) + 6.0 * noise(x / 90.0, z / 90.0, 33)
        }
    });
    let sea: Vec<bool> =
        Field::new(128, |x, z| inland.sample(x, z)).values.iter().map(|&shore| shore < 0.0).collect();
    let uplift: Vec<f32> = lift.values.iter().map(|&lift| 1.3 + 22.0 * lift).collect();
    erode(&mut heights, &sea, &uplift, &Erosion { rounds: 26, bite: 0.16, creep: 0.28 });

    let mut fine = Field::new(256, |x, z| {
        heights
            .sample_smooth(x + 20.0 * noise(x / 80.0, z / 80.0, 34), z + 20.0 * noise(x / 80.0, z / 80.0, 35))
            + (1.5 + 16.0 * lift.sample(x, z)) * noise(x / 75.0, z / 75.0, 36)
    });
    let sea: Vec<bool> =
        Field::new(256, |x, z| inland.sample(x, z)).values.iter().map(|&shore| shore < 0.0).collect();
    for (height, &sea) in fine.values.iter_mut().zip(&sea) {
        *height = if sea { 0.0 } else { height.max(0.3) };
    }
    let uplift: Vec<f32> = Field::new(256, |x, z| 0.6 + 9.0 * lift.sample(x, z)).values;
    let flow = erode(&mut fine, &sea, &uplift, &Erosion { rounds: 4, bite: 0.16, creep: 0.16 });
    (fine, flow)
}

/// Land `shore` metres from the sea.
fn land(x: f32, z: f32, shore: f32, massif: f32, flow: f32) -> f32 {
    let rolling = 4.0 + 16.0 * fbm(x / 420.0, z / 420.0, 3, 41);
    let bank = 2.3 * smoothstep(4.0, 30.0, shore);
    let lowland = bank + rolling.max(0.8) * smoothstep(10.0, 330.0, shore) + shore.min(300.0) * 0.012;
    let mut height = massif + lowland;
    // Where the hinterland is steep or the mood of the coast says so the sea gnaws a cliff, else it throws up a beach.
    let rough = smoothstep(16.0, 60.0, massif);
    let mood = smoothstep(0.02, 0.3, noise(x / 520.0, z / 520.0, 42) + rough * 0.55);
    let mouth = smoothstep(4000.0, 40_000.0, flow);
    let cliff = (9.0 + 12.0 * mood + 5.0 * noise(x / 60.0, z / 60.0, 43)) * mood * (1.0 - mouth);
    height = mix(height * smoothstep(-8.0, 48.0, shore), height, mood);
    height += cliff * smoothstep(3.0, 24.0, shore) * smoothstep(360.0, 60.0, shore);
    let crag = smoothstep(60.0, 240.0, massif);
    height += crag * 15.0 * (ridged(x / 110.0, z / 110.0, 3, 44) - 0.45);
    height += smoothstep(10.0, 60.0, shore) * 0.5 * noise(x / 34.0, z / 34.0, 45);
    height.max(0.15 + shore.min(40.0) * 0.02)
}

/// The sea floor `-shore` metres from the land.
fn sea_floor(x: f32, z: f32, shore: f32) -> f32 {
    let off = -shore;
    let border = x.min(z).min(super::SIZE - x).min(super::SIZE - z);
    let edge = smoothstep(480.0, 60.0, border);
    if edge == 1.0 && off > 110.0 {
        return DEEPEST;
    }
    let shelf = 5.0 * smoothstep(0.0, 90.0, off) + 35.0 * smoothstep(50.0, 620.0, off);
    let floor = -0.25 - shelf * (1.0 + 0.25 * fbm(x / 260.0, z / 260.0, 3, 46));
    mix(floor, DEEPEST, edge * smoothstep(0.0, 110.0, off))
}
