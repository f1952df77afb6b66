//! What differs between the engines that plant this way, and what a player or a compiler sets.

use std::ops::RangeInclusive;

use super::STEP_RANGE;

/// An engine whose planting can be repeated: its generators have a seed.
///
/// Facts from the engines' public sources; they agree but for what the methods tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Shadow of Chernobyl 1.0, and the level editor: plants on every material.
    Soc,
    /// Clear Sky.
    Cs,
    /// Call of Pripyat.
    #[default]
    Cop,
    /// OpenXRay.
    OpenXray,
    /// The monolith engine (Anomaly) since October 2024.
    Monolith,
}

/// In which order the compiler lets the two arguments of the jitter draw: C++ leaves it open.
///
/// It changes where plants stand, and not which ones there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ArgumentOrder {
    /// z first: right to left, as the compiler of the games' own builds evaluates.
    #[default]
    ZFirst,
    /// x first: left to right.
    XFirst,
}

/// How a level is planted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Which engine plants.
    pub profile: Profile,
    /// Metres between two candidates: the engine's r__detail_density. Smaller is denser.
    pub step: f32,
    /// The draws of the jitter.
    pub argument_order: ArgumentOrder,
    /// Factor on every scale: r__detail_height of the engines that have it, else 1.
    pub detail_height: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}

impl Rules {
    /// Candidates stand at 0 to so many along each edge of a slot, both included: 1 to 50.
    ///
    /// A step without a number is the profile's own, and every step is brought into [`STEP_RANGE`].
    pub fn cells(&self) -> u32 {
        (2.0 / self.clamped_step()).ceil() as u32
    }

    /// The step as it is used, metres; see [`Rules::cells`].
    pub fn clamped_step(&self) -> f32 {
        let step = if self.step.is_nan() { self.profile.default_step() } else { self.step };
        step.clamp(*STEP_RANGE.start(), *STEP_RANGE.end())
    }

    /// A profile as its engine starts up.
    pub fn of(profile: Profile) -> Self {
        Self {
            profile,
            step: profile.default_step(),
            argument_order: ArgumentOrder::ZFirst,
            detail_height: 1.0,
        }
    }
}

impl Profile {
    /// Every profile, the oldest engine first.
    pub const ALL: [Self; 5] = [Self::Soc, Self::Cs, Self::Cop, Self::OpenXray, Self::Monolith];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Soc => "soc",
            Self::Cs => "cs",
            Self::Cop => "cop",
            Self::OpenXray => "openxray",
            Self::Monolith => "monolith",
        }
    }

    /// The step that the engine starts up with, metres.
    pub fn default_step(self) -> f32 {
        match self {
            Self::Soc | Self::Cs | Self::Cop => 0.3,
            Self::OpenXray | Self::Monolith => 0.6,
        }
    }

    /// The steps that the engine's console takes, metres.
    pub fn steps(self) -> RangeInclusive<f32> {
        match self {
            Self::Soc | Self::Cs | Self::Cop => 0.2..=0.6,
            Self::OpenXray => 0.1..=0.99,
            Self::Monolith => 0.04..=1.0,
        }
    }

    /// The factors of r__detail_height that the engine takes; `None` where it has no such setting.
    pub fn detail_heights(self) -> Option<RangeInclusive<f32>> {
        match self {
            Self::Soc | Self::Cs | Self::Cop => None,
            Self::OpenXray => Some(1.0..=2.0),
            Self::Monolith => Some(0.5..=2.0),
        }
    }

    /// Plants fall through materials that are flagged passable.
    pub fn minds_passable(self) -> bool {
        self != Self::Soc
    }

    /// The seed of all four generators of the slot at world coordinates `x` and `z`, in slots.
    pub fn seed(self, x: i32, z: i32) -> u32 {
        let place = match self {
            Self::Monolith => hashed(x, z),
            _ => x.wrapping_mul(z).cast_unsigned(),
        };
        0x1207_1980 ^ place
    }
}

/// The high half of (K a + K) mod 2^64, where a is x in the high half and z in the low one.
fn hashed(x: i32, z: i32) -> u32 {
    const K: u64 = 9_199_940_308_585_234_877;
    let place = u64::from(x.cast_unsigned()) << 32 | u64::from(z.cast_unsigned());
    (K.wrapping_mul(place).wrapping_add(K) >> 32) as u32 // The shift leaves 32 bits.
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_seeds_every_engine_but_the_monolith() {
        for profile in [Profile::Soc, Profile::Cs, Profile::Cop, Profile::OpenXray] {
            assert_eq!(profile.seed(-2, 2), 0xedf8_e67c, "{profile:?}");
            assert_eq!(profile.seed(i32::MIN, -1), 0x9207_1980, "{profile:?}");
            assert_eq!(profile.seed(3, 5), profile.seed(-5, -3), "the product repeats");
        }
    }

    #[test]
    fn the_monolith_hashes_the_place_so_that_no_two_slots_repeat() {
        // At (0, 0) the hash is K's own high half: 9199940308585234877 >> 32.
        assert_eq!(Profile::Monolith.seed(0, 0), 0x1207_1980 ^ (9_199_940_308_585_234_877_u64 >> 32) as u32);
        // K * (1 << 32 | 2) + K, computed with 128 bits.
        let wide = 9_199_940_308_585_234_877_u128 * ((1_u128 << 32) | 2) + 9_199_940_308_585_234_877;
        assert_eq!(Profile::Monolith.seed(1, 2), 0x1207_1980 ^ (wide >> 32) as u32);
        assert_ne!(Profile::Monolith.seed(3, 5), Profile::Monolith.seed(5, 3));
        assert_ne!(Profile::Monolith.seed(0, 5), Profile::Monolith.seed(0, 6));
    }

    #[test]
    fn every_profile_starts_up_within_its_own_range() {
        for profile in Profile::ALL {
            assert!(profile.steps().contains(&profile.default_step()), "{profile:?}");
            assert!(profile.detail_heights().is_none_or(|heights| heights.contains(&1.0)), "{profile:?}");
        }
    }
}
