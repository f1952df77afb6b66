//! Chance that is the same on every machine: integer hashes, and noise made of nothing but basic operations.

/// Mixes two whole numbers and a seed into 32 even bits.
pub fn hash(x: i32, z: i32, seed: u32) -> u32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (z as u32).wrapping_mul(0x85EB_CA77).rotate_left(13)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    bits ^ (bits >> 15)
}

/// A hash as a number in 0..1, the end left out.
pub fn unit(hash: u32) -> f32 {
    (hash >> 8) as f32 / 16_777_216.0
}

/// A row of draws from one seed.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The row that belongs to a place and a purpose.
    pub fn new(x: i32, z: i32, seed: u32) -> Self {
        let low = hash(x, z, seed);
        Self(u64::from(low) << 32 | u64::from(hash(z, x, low)))
    }

    /// The next 32 bits (SplitMix64).
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 32) as u32
    }

    /// The next number in `low..high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * unit(self.bits())
    }

    /// True in `share` of the draws.
    pub fn chance(&mut self, share: f32) -> bool {
        unit(self.bits()) < share
    }

    /// One of `values`, each as likely; `values` is never empty.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.bits() as usize % values.len()]
    }

    /// A direction of length 1: by the rational circle, so that no sine of the platform decides where it points.
    pub fn direction(&mut self) -> [f32; 2] {
        let bits = self.bits();
        let half_tangent = unit(bits) * 0.828_427_1 - 0.414_213_57; // Tangent of -22.5 to 22.5 degrees.
        let square = half_tangent * half_tangent;
        let [cos, sin] = [(1.0 - square) / (1.0 + square), 2.0 * half_tangent / (1.0 + square)];
        match bits & 3 {
            0 => [cos, sin],
            1 => [-sin, cos],
            2 => [-cos, -sin],
            _ => [sin, -cos],
        }
    }
}

/// The whole number at or below `value`; without the call into the C library that [`f32::floor`] is on old targets.
pub fn floor(value: f32) -> i32 {
    let toward_zero = value as i32;
    if toward_zero as f32 > value { toward_zero - 1 } else { toward_zero }
}

/// Gradient noise of wavelength 1 with a mean of 0, nearly all of it within -1..1.
pub fn noise(x: f32, z: f32, seed: u32) -> f32 {
    let (ix, iz) = (floor(x), floor(z));
    let (fx, fz) = (x - ix as f32, z - iz as f32);
    let corner = |dx: i32, dz: i32| {
        let bits = hash(ix + dx, iz + dz, seed);
        let gradient_x = (bits & 0xff) as f32 - 127.5;
        let gradient_z = (bits >> 8 & 0xff) as f32 - 127.5;
        gradient_x * (fx - dx as f32) + gradient_z * (fz - dz as f32)
    };
    let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (fade(fx), fade(fz));
    let south = mix(corner(0, 0), corner(1, 0), u);
    let north = mix(corner(0, 1), corner(1, 1), u);
    mix(south, north, v) / 96.0
}

/// `octaves` of [`noise`] at half the wavelength and half the height each.
pub fn fbm(x: f32, z: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut frequency) = (0.0, 0.5, 1.0);
    for octave in 0..octaves {
        sum += weight * noise(x * frequency, z * frequency, seed.wrapping_add(octave * 101));
        weight *= 0.5;
        frequency *= 2.03;
    }
    sum
}

/// Noise with sharp crests, 0 to about 1: each octave is strong only on the crests of the one before.
pub fn ridged(x: f32, z: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut amplitude, mut frequency) = (0.0, 1.0, 0.5, 1.0);
    for octave in 0..octaves {
        let crest =
            (1.0 - noise(x * frequency, z * frequency, seed.wrapping_add(octave * 101)).abs()).max(0.0);
        let crest = crest * crest * weight;
        sum += crest * amplitude;
        weight = (crest * 1.6).clamp(0.0, 1.0);
        amplitude *= 0.5;
        frequency *= 2.07;
    }
    sum
}

/// From `a` at 0 to `b` at 1.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 up to `low`, 1 from `high` on, an S between; with `low` over `high` it falls.
pub fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The larger of two numbers with the edge between them rounded over `width`.
pub fn smooth_max(a: f32, b: f32, width: f32) -> f32 {
    let t = (0.5 + 0.5 * (a - b) / width).clamp(0.0, 1.0);
    mix(b, a, t) + width * t * (1.0 - t)
}

/// The smaller of two numbers, rounded as in [`smooth_max`].
pub fn smooth_min(a: f32, b: f32, width: f32) -> f32 {
    -smooth_max(-a, -b, width)
}
