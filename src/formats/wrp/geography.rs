//! The bits of the geography grid: what the engine's path finding knows of a land cell.

/// One cell of [`super::World::geography`] in OPRW 12 and later.
///
/// The bits are those of version 19 and later. Before that the two depths of water were not told apart; no source
/// describes how the bits of 12 to 18 lay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geography(pub u32);

impl Geography {
    /// The least depth of water, 0 (none) to 3.
    pub fn min_water_depth(self) -> u32 {
        self.0 & 3
    }

    /// Nothing can pass.
    pub fn full(self) -> bool {
        self.bit(2)
    }

    /// Woods.
    pub fn forest(self) -> bool {
        self.bit(3)
    }

    /// A road.
    pub fn road(self) -> bool {
        self.bit(4)
    }

    /// The greatest depth of water, 0 (none) to 3.
    pub fn max_water_depth(self) -> u32 {
        self.0 >> 5 & 3
    }

    /// How many objects, 0 (none) to 3 (many).
    pub fn objects(self) -> u32 {
        self.0 >> 7 & 3
    }

    /// How many objects that stop a vehicle, 0 (none) to 3 (many).
    pub fn hard_objects(self) -> u32 {
        self.0 >> 9 & 3
    }

    /// Steepness, 0 (flat) to 7.
    pub fn gradient(self) -> u32 {
        self.0 >> 11 & 7
    }

    /// Something to walk on other than the ground, such as a bridge.
    pub fn some_roadway(self) -> bool {
        self.bit(14)
    }

    /// At least one object.
    pub fn some_objects(self) -> bool {
        self.bit(15)
    }

    fn bit(self, index: u32) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// One cell of [`super::World::geography`] in OPRW 2 and 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldGeography(pub u32);

impl OldGeography {
    /// Depth of water, 0 (none) to 3.
    pub fn water_depth(self) -> u32 {
        self.0 & 3
    }

    /// Nothing can pass.
    pub fn full(self) -> bool {
        self.bit(2)
    }

    /// The inside of a wood.
    pub fn forest_inner(self) -> bool {
        self.bit(3)
    }

    /// The edge of a wood.
    pub fn forest_outer(self) -> bool {
        self.bit(4)
    }

    /// A road.
    pub fn road(self) -> bool {
        self.bit(5)
    }

    /// A track.
    pub fn track(self) -> bool {
        self.bit(6)
    }

    /// Ground that slows down.
    pub fn slow(self) -> bool {
        self.bit(7)
    }

    /// How many objects, 0 (none) to 3 (many).
    pub fn objects(self) -> u32 {
        self.0 >> 8 & 3
    }

    /// How many objects that stop a vehicle, 0 (none) to 3 (many).
    pub fn hard_objects(self) -> u32 {
        self.0 >> 10 & 3
    }

    /// Steepness, 0 (flat) to 7.
    pub fn gradient(self) -> u32 {
        self.0 >> 12 & 7
    }

    fn bit(self, index: u32) -> bool {
        self.0 >> index & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unusual_byte_groupings)] // A group is a field.
    use super::*;

    #[test]
    fn each_bit_of_a_new_cell_belongs_to_one_field() {
        let cell = Geography(0b1_0_101_01_10_11_0_1_0_01);
        assert_eq!(cell.min_water_depth(), 1);
        assert!(!cell.full());
        assert!(cell.forest());
        assert!(!cell.road());
        assert_eq!(cell.max_water_depth(), 3);
        assert_eq!(cell.objects(), 2);
        assert_eq!(cell.hard_objects(), 1);
        assert_eq!(cell.gradient(), 5);
        assert!(!cell.some_roadway());
        assert!(cell.some_objects());
    }

    #[test]
    fn each_bit_of_an_old_cell_belongs_to_one_field() {
        let cell = OldGeography(0b110_01_10_1_0_1_0_1_0_11);
        assert_eq!(cell.water_depth(), 3);
        assert!(!cell.full());
        assert!(cell.forest_inner());
        assert!(!cell.forest_outer());
        assert!(cell.road());
        assert!(!cell.track());
        assert!(cell.slow());
        assert_eq!(cell.objects(), 2);
        assert_eq!(cell.hard_objects(), 1);
        assert_eq!(cell.gradient(), 6);
    }
}
