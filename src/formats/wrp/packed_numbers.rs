//! Numbers that hold several: the tint of a land cell and the id of an entity.

/// One cell of [`super::World::random`]: how the texture of a land cell varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomTint(pub u32);

impl RandomTint {
    /// Tint, 0 to 255.
    pub fn color(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    /// Shift of the texture to the east and to the north, each of four signed bits, -8 to 7.
    ///
    /// That they are signed is known of OPRW 2 and 3 only.
    pub fn offset_uv(self) -> [i8; 2] {
        [8, 12].map(|at| {
            let bits = (self.0 >> at & 15) as i8;
            if bits < 8 { bits } else { bits - 16 }
        })
    }
}

/// The parts of [`super::Entity::object_id`], as one of the known readers takes it; the others use it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedId(pub u32);

impl PackedId {
    /// The highest bit.
    pub fn is_object(self) -> bool {
        self.0 >> 31 == 1
    }

    /// Land cell: x, z. Ten bits each.
    pub fn cell(self) -> [u32; 2] {
        [11, 21].map(|at| self.0 >> at & 0x3ff)
    }

    /// Number within the cell. Eleven bits.
    pub fn index(self) -> u32 {
        self.0 & 0x7ff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tint_has_a_colour_and_two_signed_offsets() {
        let tint = RandomTint(0xf7c8);
        assert_eq!((tint.color(), tint.offset_uv()), (0xc8, [7, -1]));
    }

    #[test]
    fn an_id_tells_cell_and_number() {
        let id = PackedId(1 << 31 | 513 << 21 | 7 << 11 | 2047);
        assert_eq!((id.is_object(), id.cell(), id.index()), (true, [7, 513], 2047));
        assert_eq!(PackedId(5).cell(), [0, 0]);
    }
}
