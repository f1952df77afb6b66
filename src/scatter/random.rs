//! The engine's random numbers. Twin of `shaders/shared/scatter_random.wgsl`.

/// A linear congruential generator of 32 bits, of which 15 are used.
#[derive(Debug, Clone, Copy)]
pub struct Random(pub u32);

impl Random {
    /// The next number, 0 to 32767.
    pub fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(ADDEND);
        self.0 >> 16 & 0x7fff
    }

    /// The next two numbers, each 0 to 15: one step of the square of the generator instead of two in a row.
    pub fn draw_two_nibbles(&mut self) -> [u32; 2] {
        let first = self.0.wrapping_mul(MULTIPLIER).wrapping_add(ADDEND);
        self.skip_two();
        [first >> 16 & 15, self.0 >> 16 & 15]
    }

    /// Leaves two numbers out.
    pub fn skip_two(&mut self) {
        self.skip_pairs(1);
    }

    /// Leaves out up to 63 pairs of numbers.
    pub fn skip_pairs(&mut self, pairs: u32) {
        for (bit, (multiplier, addend)) in PAIRS.iter().enumerate() {
            if pairs >> bit & 1 == 1 {
                self.0 = self.0.wrapping_mul(*multiplier).wrapping_add(*addend);
            }
        }
    }

    /// The next number between `low` and `low + range`, both included.
    pub fn draw_between(&mut self, low: f32, range: f32) -> f32 {
        low + self.draw() as f32 / 32767.0 * range
    }
}

const MULTIPLIER: u32 = 214_013;
const ADDEND: u32 = 2_531_011;

/// Multipliers and addends of 1, 2, 4, 8, 16 and 32 pairs of steps: a (a s + c) + c = a² s + (a c + c), and so on.
const PAIRS: [(u32, u32); 6] = {
    let mut pairs = [squared((MULTIPLIER, ADDEND)); 6];
    let mut bit = 1;
    while bit < 6 {
        pairs[bit] = squared(pairs[bit - 1]);
        bit += 1;
    }
    pairs
};

/// Two steps of a generator as one.
const fn squared((multiplier, addend): (u32, u32)) -> (u32, u32) {
    (multiplier.wrapping_mul(multiplier), addend.wrapping_mul(multiplier).wrapping_add(addend))
}
