//! The engine's random numbers. Twin of `shaders/shared/scatter_random.wgsl`.

/// A linear congruential generator of 32 bits, of which 15 are used.
#[derive(Debug, Clone, Copy)]
pub struct Random(pub u32);

impl Random {
    /// The seed of all four generators of the slot at world coordinates `x` and `z`.
    pub fn of_slot(x: i32, z: i32) -> Self {
        Self(0x1207_1980 ^ x.wrapping_mul(z).cast_unsigned())
    }

    /// The next number, 0 to 32767.
    pub fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        self.0 >> 16 & 0x7fff
    }

    /// The next two numbers, each 0 to 15: one step of the square of the generator instead of two in a row.
    pub fn draw_two_nibbles(&mut self) -> [u32; 2] {
        let first = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        self.skip_two();
        [first >> 16 & 15, self.0 >> 16 & 15]
    }

    /// Leaves two numbers out.
    pub fn skip_two(&mut self) {
        self.0 = self.0.wrapping_mul(214_013_u32.wrapping_mul(214_013)).wrapping_add(SECOND_ADDEND);
    }

    /// The next number between `low` and `low + range`, both included.
    pub fn draw_between(&mut self, low: f32, range: f32) -> f32 {
        low + self.draw() as f32 * (1.0 / 32767.0) * range
    }
}

/// a (a s + c) + c = a² s + (a c + c).
const SECOND_ADDEND: u32 = 2_531_011_u32.wrapping_mul(214_013).wrapping_add(2_531_011);
