//! Where the GPU of the console keeps the elements of a surface: rows, micro tiles of 8 x 8 elements, or macro tiles of
//! 4 x 2 of those, which are spread over two pipes and four banks of memory.
//!
//! An element is a pixel, or a block of 4 x 4 pixels. Sizes and the order in a tile: two public sources agree, and mode 2
//! and 4 were compared with real files for elements of 8 and 16 bytes.

/// Elements of a side of a micro tile.
const TILE: u32 = 8;
/// Elements of a micro tile.
const TILE_ELEMENTS: u32 = TILE * TILE;
/// Elements of a macro tile, across and down.
const MACRO_TILE: [u32; 2] = [32, 16];
/// Micro tiles of a macro tile: each lies in a pipe and bank of its own.
const TILES_OF_MACRO: u32 = MACRO_TILE[0] * MACRO_TILE[1] / TILE_ELEMENTS;
/// Slices of a micro tile of a thick surface.
const THICKNESS: u32 = 4;
/// Bytes that stay together in a pipe.
const INTERLEAVE: u32 = 256;
/// By how much a slice turns pipes and banks.
const SLICE_ROTATION: u32 = 2;
/// Longest run of bytes that stay together whatever the element.
const RUN: usize = 16;

/// How a surface is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Rows.
    LinearGeneral,
    /// Rows of an even length.
    LinearAligned,
    /// Micro tiles in rows.
    Thin1d,
    /// Micro tiles of four slices, in rows.
    Thick1d,
    /// Macro tiles in rows.
    Thin2d,
}

impl Mode {
    /// `None` for a mode that isn't read; no file with one is known.
    pub fn of(tile_mode: u32) -> Option<Self> {
        match tile_mode {
            0 => Some(Self::LinearGeneral),
            1 => Some(Self::LinearAligned),
            2 => Some(Self::Thin1d),
            3 => Some(Self::Thick1d),
            4 => Some(Self::Thin2d),
            _ => None,
        }
    }

    /// Elements across a tile: rows in memory have whole tiles.
    pub fn tile_width(self) -> u32 {
        match self {
            Self::LinearGeneral | Self::LinearAligned => 1,
            Self::Thin1d | Self::Thick1d => TILE,
            Self::Thin2d => MACRO_TILE[0],
        }
    }

    /// Of what the elements of a row in memory are a multiple, where the console chooses.
    pub fn pitch_step(self, element_len: u32) -> u32 {
        match self {
            Self::LinearGeneral => 1,
            Self::LinearAligned => (INTERLEAVE / element_len).max(64),
            // A line of a row of micro tiles has 32 bytes or more; see `macro_tiles_of_group`.
            Self::Thin1d => (INTERLEAVE / 8 / element_len).max(TILE),
            Self::Thick1d => (INTERLEAVE / 8 / element_len / THICKNESS).max(TILE),
            Self::Thin2d => MACRO_TILE[0] * macro_tiles_of_group(element_len),
        }
    }

    /// Of what the rows of a slice in memory are a multiple.
    fn row_step(self) -> u32 {
        match self {
            Self::LinearGeneral | Self::LinearAligned => 1,
            Self::Thin1d | Self::Thick1d => TILE,
            Self::Thin2d => MACRO_TILE[1],
        }
    }
}

/// Micro tiles of small elements share the bytes that stay together, so macro tiles come in groups: this, and the rows of
/// at least 32 bytes a line that micro tiles are in, is in the address libraries of both public emulators and of several
/// tools. Real files had elements of 8 and 16 bytes alone, which need neither.
fn macro_tiles_of_group(element_len: u32) -> u32 {
    (INTERLEAVE / (TILE_ELEMENTS * element_len)).max(1)
}

/// Name of a tile mode, read or not.
pub(super) fn mode_name(tile_mode: u32) -> &'static str {
    const NAMES: [&str; 17] = [
        "linear general",
        "linear aligned",
        "1D tiled thin 1",
        "1D tiled thick",
        "2D tiled thin 1",
        "2D tiled thin 2",
        "2D tiled thin 4",
        "2D tiled thick",
        "2B tiled thin 1",
        "2B tiled thin 2",
        "2B tiled thin 4",
        "2B tiled thick",
        "3D tiled thin 1",
        "3D tiled thick",
        "3B tiled thin 1",
        "3B tiled thick",
        "linear special",
    ];
    NAMES.get(tile_mode as usize).copied().unwrap_or("not a tile mode")
}

/// A surface with all its levels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surface {
    pub mode: Mode,
    /// Width and height of level 0 in pixels.
    pub size: [u32; 2],
    /// Slices of level 0.
    pub depth: u32,
    /// Whether levels have fewer slices, too.
    pub volume: bool,
    /// Pixels of a side of an element.
    pub block_size: u32,
    /// Bytes of an element.
    pub element_len: u32,
    /// Elements of a row of level 0 in memory.
    pub pitch: u32,
    /// How pipes and banks are turned: the pipe in bit 0, the bank above.
    pub swizzle: u32,
}

impl Surface {
    /// The shortest rows that hold level 0 if their elements are a multiple of `step`.
    pub fn least_pitch(&self, step: u32) -> u32 {
        self.size[0].div_ceil(self.block_size).next_multiple_of(step)
    }

    /// Where the elements of a level are. Below level 0 sizes are powers of two, and what is smaller than a macro tile has
    /// micro tiles only.
    pub fn level(&self, level: u32) -> Layout {
        let halved = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        let size = self.size.map(|size| halved(size).div_ceil(self.block_size));
        let slices = if self.volume { halved(self.depth) } else { self.depth };
        let (mut mode, mut pitch, mut rows) = (self.mode, self.pitch, size[1]);
        if level > 0 {
            let padded = size.map(u32::next_power_of_two);
            let least_width = MACRO_TILE[0] * macro_tiles_of_group(self.element_len);
            mode = match mode {
                Mode::Thin2d if padded[0] < least_width || padded[1] < MACRO_TILE[1] => Mode::Thin1d,
                Mode::Thick1d if slices.next_power_of_two() < THICKNESS => Mode::Thin1d,
                mode => mode,
            };
            pitch = padded[0].next_multiple_of(mode.pitch_step(self.element_len));
            rows = padded[1];
        }
        rows = rows.next_multiple_of(mode.row_step());
        Layout { mode, size, pitch, rows, slices, element_len: self.element_len, swizzle: self.swizzle }
    }
}

/// A level of a surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub mode: Mode,
    /// Elements across and down.
    pub size: [u32; 2],
    /// Elements of a row in memory.
    pub pitch: u32,
    /// Rows of a slice in memory.
    pub rows: u32,
    pub slices: u32,
    element_len: u32,
    swizzle: u32,
}

impl Layout {
    /// Bytes of a row without gaps.
    pub fn row_len(&self) -> usize {
        self.size[0] as usize * self.element_len as usize
    }

    fn slice_len(&self) -> u64 {
        u64::from(self.pitch) * u64::from(self.rows) * u64::from(self.element_len)
    }

    /// Bytes of all slices.
    pub fn byte_len(&self) -> u64 {
        let slices = match self.mode {
            Mode::Thick1d => self.slices.next_multiple_of(THICKNESS),
            _ => self.slices,
        };
        self.slice_len() * u64::from(slices)
    }

    /// Where the last tile that has a part of a slice ends, from the start of the level.
    pub fn end_of_slice(&self, slice: u32) -> u64 {
        let [last_x, last_y] = self.size.map(|size| size.saturating_sub(1));
        let len = u64::from(self.element_len);
        // Index of the last tile of a slice, from 1 on.
        let last_tile = |width: u32, height: u32| {
            u64::from(last_x / width) + u64::from(last_y / height) * u64::from(self.pitch / width) + 1
        };
        let before = self.slice_len() * u64::from(slice);
        match self.mode {
            Mode::LinearGeneral | Mode::LinearAligned => before + last_tile(1, 1) * len,
            Mode::Thin1d => before + last_tile(TILE, TILE) * u64::from(TILE_ELEMENTS) * len,
            Mode::Thick1d => {
                let before = self.slice_len() * u64::from(slice / THICKNESS * THICKNESS);
                before + last_tile(TILE, TILE) * u64::from(TILE_ELEMENTS * THICKNESS) * len
            }
            Mode::Thin2d => {
                let tiles = last_tile(MACRO_TILE[0], MACRO_TILE[1]);
                let end = before + tiles * u64::from(TILES_OF_MACRO * TILE_ELEMENTS) * len;
                // All pipes and banks have as many bytes.
                end.next_multiple_of(u64::from(TILES_OF_MACRO * INTERLEAVE))
            }
        }
    }

    /// Calls `visit` for each run of bytes of a slice that stay together, with where it is in the level, where it is in
    /// rows without gaps, and its length. Stops and gives `None` when `visit` does.
    fn each_run(&self, slice: u32, mut visit: impl FnMut(usize, usize, usize) -> Option<()>) -> Option<()> {
        let height = self.size[1] as usize;
        let len = self.element_len as usize;
        let row_len = self.row_len();
        if matches!(self.mode, Mode::LinearGeneral | Mode::LinearAligned) {
            let start = self.slice_len() as usize * slice as usize;
            return (0..height)
                .try_for_each(|y| visit(start + y * self.pitch as usize * len, y * row_len, row_len));
        }
        let tile_row = TILE as usize * len; // Bytes of a row of a tile.
        let run_len = RUN.min(tile_row);
        let offsets = run_offsets(self.element_len);
        for tile_y in 0..self.size[1].div_ceil(TILE) {
            for tile_x in 0..self.size[0].div_ceil(TILE) {
                let spot = self.tile(tile_x, tile_y, slice);
                let start_x = tile_x as usize * tile_row;
                let start_y = tile_y as usize * TILE as usize;
                for (y, runs) in (start_y..height).zip(&offsets) {
                    let row = y * row_len;
                    for (x, &offset) in (start_x..row_len.min(start_x + tile_row)).step_by(run_len).zip(runs)
                    {
                        visit(spot.at(offset), row + x, run_len.min(row_len - x))?;
                    }
                }
            }
        }
        Some(())
    }

    /// Where a micro tile is.
    fn tile(&self, x: u32, y: u32, slice: u32) -> Spot {
        let tile_len = u64::from(TILE_ELEMENTS * self.element_len);
        let tiles_of = |width: u32| u64::from(self.pitch / width);
        let in_rows = |x: u32, y: u32, width: u32| u64::from(x) + u64::from(y) * tiles_of(width);
        match self.mode {
            Mode::Thick1d => {
                let layer = u64::from(slice / THICKNESS * THICKNESS) * self.slice_len();
                let tile = in_rows(x, y, TILE) * u64::from(THICKNESS) + u64::from(slice % THICKNESS);
                Spot { start: (layer + tile * tile_len) as usize, spread: None }
            }
            Mode::Thin2d => {
                let macro_tile = in_rows(x / 4, y / 2, MACRO_TILE[0]);
                let before = u64::from(slice) * self.slice_len() / u64::from(TILES_OF_MACRO);
                let pipe = (x ^ y) & 1;
                let bank = (x ^ (y >> 2)) & 1 | ((x >> 1) ^ (y >> 1)) << 1 & 2;
                let turned = (pipe | bank << 1) ^ self.swizzle.wrapping_add(slice * SLICE_ROTATION);
                let spread = Some((turned % TILES_OF_MACRO * INTERLEAVE) as usize);
                Spot { start: (before + macro_tile * tile_len) as usize, spread }
            }
            _ => {
                let before = u64::from(slice) * self.slice_len();
                Spot { start: (before + in_rows(x, y, TILE) * tile_len) as usize, spread: None }
            }
        }
    }
}

/// Where the bytes of a micro tile are.
#[derive(Debug, Clone, Copy)]
struct Spot {
    /// Where they begin: in the level, or in their pipe and bank.
    start: usize,
    /// Where their pipe and bank begin in each group of all; `None` where the tile is in one piece.
    spread: Option<usize>,
}

impl Spot {
    /// Where byte `offset` of the tile is in the level.
    #[inline]
    fn at(self, offset: usize) -> usize {
        const IN_GROUP: usize = INTERLEAVE as usize - 1;
        let at = self.start + offset;
        match self.spread {
            Some(spread) => (at & !IN_GROUP) * TILES_OF_MACRO as usize + spread + (at & IN_GROUP),
            None => at,
        }
    }
}

/// Where the runs of the eight rows of a micro tile begin.
fn run_offsets(element_len: u32) -> [[usize; 8]; 8] {
    let elements_of_run = (RUN as u32 / element_len).clamp(1, TILE);
    let mut offsets = [[0; 8]; 8];
    for (y, row) in (0..).zip(&mut offsets) {
        for (x, offset) in (0..TILE).step_by(elements_of_run as usize).zip(row) {
            *offset = (index_in_tile(x, y, element_len) * element_len) as usize;
        }
    }
    offsets
}

/// Index of the element at (x, y) of a micro tile, counted from the corner of the tile.
fn index_in_tile(x: u32, y: u32, element_len: u32) -> u32 {
    // What each bit of the index is, the lowest first: 0 to 2 are the bits of x, 3 to 5 those of y.
    let order = match element_len {
        1 => [0, 1, 2, 4, 3, 5],
        2 => [0, 1, 2, 3, 4, 5],
        4 => [0, 1, 3, 2, 4, 5],
        8 => [0, 3, 1, 2, 4, 5],
        _ => [3, 0, 1, 2, 4, 5],
    };
    let bits = x | y << 3;
    (0..).zip(order).map(|(to, from)| (bits >> from & 1) << to).sum()
}

/// The elements of a slice, row by row without gaps; `None` where `tiled` is too short.
pub(super) fn untile(layout: &Layout, slice: u32, tiled: &[u8]) -> Option<Vec<u8>> {
    let mut rows = vec![0; layout.row_len() * layout.size[1] as usize];
    layout.each_run(slice, |in_tiles, in_rows, len| copy(tiled, in_tiles, &mut rows, in_rows, len))?;
    Some(rows)
}

/// Puts the elements of a slice where they belong; `None` where one of both is too short.
pub(super) fn tile(layout: &Layout, slice: u32, rows: &[u8], tiled: &mut [u8]) -> Option<()> {
    layout.each_run(slice, |in_tiles, in_rows, len| copy(rows, in_rows, tiled, in_tiles, len))
}

#[inline]
fn copy(from: &[u8], from_at: usize, to: &mut [u8], to_at: usize, len: usize) -> Option<()> {
    let from = from.get(from_at..from_at + len)?;
    let to = to.get_mut(to_at..to_at + len)?;
    // Nearly all runs are that long, and a copy of a known length is a few instructions.
    match (<&[u8; RUN]>::try_from(from), <&mut [u8; RUN]>::try_from(&mut *to)) {
        (Ok(from), Ok(to)) => *to = *from,
        _ => to.copy_from_slice(from),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;
    use wiiu_swizzle::{AaMode, TileMode};

    const LENS: [u32; 5] = [1, 2, 4, 8, 16];

    /// Bytes that tell each place from its neighbours.
    fn noise(len: usize) -> Vec<u8> {
        (0..len as u32).map(|index| (index.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect()
    }

    fn surface(tile_mode: u32, size: [u32; 2], depth: u32, element_len: u32, swizzle: u32) -> Surface {
        let mode = Mode::of(tile_mode).unwrap();
        let mut surface =
            Surface { mode, size, depth, volume: false, block_size: 1, element_len, pitch: 0, swizzle };
        surface.pitch = surface.least_pitch(mode.pitch_step(element_len));
        surface
    }

    /// All slices of a level, as another implementation has them. It takes the height in memory for the height of the
    /// picture, so it is given that, and the rows below are left out.
    fn by_the_oracle(layout: &Layout, tile_mode: u32, tiled: &[u8]) -> Vec<Vec<u8>> {
        let [width, height] = layout.size;
        // Room for what it believes to be needed: the address of the last element of the rows in memory.
        let mut tiled = tiled.to_vec();
        tiled.resize(tiled.len() + 4096, 0);
        let all = wiiu_swizzle::deswizzle_mipmap(
            width,
            layout.rows,
            layout.slices,
            &tiled,
            layout.swizzle << 8,
            layout.pitch,
            TileMode::from_repr(tile_mode).unwrap(),
            layout.element_len,
            AaMode::X1,
        )
        .unwrap();
        let slice_len = (width * layout.rows * layout.element_len) as usize;
        let wanted = (width * height * layout.element_len) as usize;
        all.chunks(slice_len).map(|slice| slice[..wanted].to_vec()).collect()
    }

    #[test]
    fn all_modes_read_what_another_implementation_reads() {
        for tile_mode in 0..=4 {
            for size in [[1, 1], [32, 16], [33, 17], [54, 63], [13, 14], [192, 40], [64, 128]] {
                for element_len in LENS {
                    for (depth, swizzle) in [(1, 0), (1, 5), (6, 3), (5, 6)] {
                        let layout = surface(tile_mode, size, depth, element_len, swizzle).level(0);
                        let tiled = noise(layout.byte_len() as usize);
                        let expected = by_the_oracle(&layout, tile_mode, &tiled);
                        for (slice, expected) in (0..depth).zip(expected) {
                            let found = untile(&layout, slice, &tiled);
                            assert_eq!(found.as_ref(), Some(&expected), "{layout:?} slice {slice}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn elements_of_a_tile_are_in_the_order_of_their_bits() {
        // By hand: the bits of the index from the lowest on, for each length of an element.
        let orders = [
            (1, ["x0", "x1", "x2", "y1", "y0", "y2"]),
            (2, ["x0", "x1", "x2", "y0", "y1", "y2"]),
            (4, ["x0", "x1", "y0", "x2", "y1", "y2"]),
            (8, ["x0", "y0", "x1", "x2", "y1", "y2"]),
            (16, ["y0", "x0", "x1", "x2", "y1", "y2"]),
        ];
        for (element_len, order) in orders {
            for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
                let index: u32 = (0..6)
                    .map(|bit| {
                        let [axis, digit] = order[bit].as_bytes() else { unreachable!() };
                        let value = if *axis == b'x' { x } else { y };
                        (value >> (digit - b'0') & 1) << bit
                    })
                    .sum();
                assert_eq!(index_in_tile(x, y, element_len), index, "({x}, {y}) of {element_len}");
            }
        }
    }

    #[test]
    fn macro_tiles_follow_the_formula_of_their_pipes_and_banks() {
        let (pitch, len, swizzle) = (96, 8, 6);
        let layout = surface(4, [96, 48], 1, len, swizzle).level(0);
        let tiled = noise(layout.byte_len() as usize);
        let found = untile(&layout, 0, &tiled).unwrap();
        for (x, y) in (0..48).flat_map(|y| (0..96).map(move |x| (x, y))) {
            let bit = |value: u32, bit: u32| value >> bit & 1;
            let pipe = bit(x, 3) ^ bit(y, 3);
            let bank = (bit(x, 3) ^ bit(y, 5)) | (bit(x, 4) ^ bit(y, 4)) << 1;
            let turned = (pipe + 2 * bank) ^ swizzle;
            let macro_index = x / 32 + y / 16 * (pitch / 32);
            let offset = index_in_tile(x % 8, y % 8, len) * len + macro_index * 32 * 16 * len / 8;
            let address = ((offset & !0xff) << 3 | turned << 8 | offset & 0xff) as usize;
            let place = ((y * 96 + x) * len) as usize;
            assert_eq!(found[place..place + 8], tiled[address..address + 8], "({x}, {y})");
        }
    }

    #[test]
    fn small_levels_have_micro_tiles_and_sizes_of_powers_of_two() {
        let surface = surface(4, [54, 63], 1, 8, 0); // 216 x 252 pixels of BC1.
        let level = |level| surface.level(level);
        assert_eq!((level(1).mode, level(1).pitch, level(1).rows), (Mode::Thin2d, 32, 32));
        assert_eq!((level(2).mode, level(2).pitch, level(2).rows), (Mode::Thin1d, 16, 16));
        assert_eq!((level(6).size, level(6).pitch, level(6).rows), ([1, 1], 8, 8));
    }

    #[test]
    fn levels_of_small_elements_have_micro_tiles_sooner_and_longer_rows() {
        // Of each element length: the narrowest level with macro tiles, and the rows of the next smaller one.
        for (len, narrowest, row) in [(1, 128, 64), (2, 64, 32), (4, 32, 16), (8, 32, 16)] {
            let surface = surface(4, [256, 256], 1, len, 0);
            let levels = (1..9).map(|level| surface.level(level));
            let least =
                levels.clone().filter(|level| level.mode == Mode::Thin2d).map(|level| level.pitch).min();
            let next = levels.clone().find(|level| level.mode == Mode::Thin1d).map(|level| level.pitch);
            assert_eq!((least, next), (Some(narrowest), Some(row)), "{len} bytes");
            let last = levels.clone().next_back().map(|level| level.pitch);
            assert_eq!(last, Some((32 / len).max(8)), "{len} bytes: a line of 32 bytes");
        }
    }

    #[test]
    fn a_volume_loses_slices_and_then_its_thick_tiles() {
        let mut surface = surface(3, [64, 64], 16, 4, 0);
        surface.volume = true;
        let level = |level| (surface.level(level).slices, surface.level(level).mode);
        assert_eq!([0, 1, 2].map(level), [16, 8, 4].map(|slices| (slices, Mode::Thick1d)));
        assert_eq!([3, 9].map(level), [2, 1].map(|slices| (slices, Mode::Thin1d)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn what_is_tiled_is_untiled_again(
            tile_mode in 0..5u32,
            size in [1..90u32, 1..70u32],
            depth in 1..6u32,
            len in 0..5usize,
            swizzle in 0..8u32,
            level in 0..4u32,
        ) {
            let layout = surface(tile_mode, size, depth, LENS[len], swizzle).level(level);
            let mut tiled = vec![0; layout.byte_len() as usize];
            let slice_len = layout.row_len() * layout.size[1] as usize;
            let rows = noise(slice_len * depth as usize);
            for (slice, rows) in (0..depth).zip(rows.chunks(slice_len)) {
                tile(&layout, slice, rows, &mut tiled).unwrap();
            }
            for (slice, rows) in (0..depth).zip(rows.chunks(slice_len)) {
                prop_assert!(layout.end_of_slice(slice) <= layout.byte_len());
                // No slice needs more than it says, and less isn't enough.
                let end = layout.end_of_slice(slice) as usize;
                prop_assert_eq!(untile(&layout, slice, &tiled[..end]), Some(rows.to_vec()));
                prop_assert_eq!(untile(&layout, slice, &tiled[..slice_len - 1]), None);
            }
        }
    }
}
