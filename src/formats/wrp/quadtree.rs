//! Grids per land cell as trees of 4 x 4 children, OPRW 10 and later.
//!
//! A byte tells whether the root is a leaf (0) or a node. A node is a u16 mask and its 16 children, west to east and
//! then south to north, each a node where its bit is set and else a leaf. A leaf is always four bytes: 2 x 2 cells of
//! one byte, 2 x 1 of two, or one of four. A leaf above the lowest level repeats over all that it covers.

use super::super::bytes::{Cursor, Result};
use super::super::grid::Grid;

/// Children to one side of a node.
const SIDE: u32 = 4;

/// A value that a tree can hold.
pub(super) trait Element: Copy + Default + PartialEq {
    /// Cells of one leaf to the east and to the north.
    const LEAF: [u32; 2];

    /// The values of a leaf, row by row. The slice has `LEAF[0] * LEAF[1]` of them.
    fn from_leaf(bytes: [u8; 4]) -> [Self; 4];

    /// The leaf of four values, of which the first `LEAF[0] * LEAF[1]` count.
    fn to_leaf(values: [Self; 4]) -> [u8; 4];
}

impl Element for u8 {
    const LEAF: [u32; 2] = [2, 2];

    fn from_leaf(bytes: [u8; 4]) -> [Self; 4] {
        bytes
    }

    fn to_leaf(values: [Self; 4]) -> [u8; 4] {
        values
    }
}

impl Element for u16 {
    const LEAF: [u32; 2] = [2, 1];

    fn from_leaf([a, b, c, d]: [u8; 4]) -> [Self; 4] {
        [Self::from_le_bytes([a, b]), Self::from_le_bytes([c, d]), 0, 0]
    }

    fn to_leaf([west, east, ..]: [Self; 4]) -> [u8; 4] {
        let ([a, b], [c, d]) = (west.to_le_bytes(), east.to_le_bytes());
        [a, b, c, d]
    }
}

impl Element for u32 {
    const LEAF: [u32; 2] = [1, 1];

    fn from_leaf(bytes: [u8; 4]) -> [Self; 4] {
        [Self::from_le_bytes(bytes), 0, 0, 0]
    }

    fn to_leaf([value, ..]: [Self; 4]) -> [u8; 4] {
        value.to_le_bytes()
    }
}

/// Levels of nodes over the lowest leaves: two bits of each coordinate a level.
pub(super) fn levels<T: Element>(size: [u32; 2]) -> u32 {
    let level = |cells: u32, leaf: u32| {
        let bits = cells.next_power_of_two().trailing_zeros();
        bits.saturating_sub(leaf.trailing_zeros()).div_ceil(2)
    };
    level(size[0], T::LEAF[0]).max(level(size[1], T::LEAF[1]))
}

/// A part of the virtual square: its south-west cell, and the levels of nodes that it can hold.
#[derive(Clone, Copy)]
struct Region {
    x: u32,
    z: u32,
    levels: u32,
}

impl Region {
    fn root<T: Element>(size: [u32; 2]) -> Self {
        Self { x: 0, z: 0, levels: levels::<T>(size) }
    }

    /// Cells to the east and to the north.
    fn size<T: Element>(self) -> [u32; 2] {
        T::LEAF.map(|leaf| leaf << (2 * self.levels))
    }

    /// The 16 children in the order of the file.
    fn children<T: Element>(self) -> impl Iterator<Item = Self> {
        let below = Self { levels: self.levels - 1, ..self };
        let [width, height] = below.size::<T>();
        (0..SIDE * SIDE).map(move |index| Self {
            x: self.x + index % SIDE * width,
            z: self.z + index / SIDE * height,
            ..below
        })
    }
}

/// Reads a tree of `size` cells.
///
/// # Errors
/// When the file ends inside the tree, or the tree is deeper than its size allows.
pub(super) fn read<T: Element>(cur: &mut Cursor, field: &'static str, size: [u32; 2]) -> Result<Grid<T>> {
    let mut grid = Grid::filled(size[0], size[1], T::default());
    let is_node = cur.u8(field)? != 0;
    read_part(cur, field, is_node, Region::root::<T>(size), &mut |region, values| {
        fill(&mut grid, region, values);
    })?;
    Ok(grid)
}

/// Steps over a tree of `size` cells.
///
/// # Errors
/// As for [`read`].
pub(super) fn skip<T: Element>(cur: &mut Cursor, field: &'static str, size: [u32; 2]) -> Result<()> {
    let is_node = cur.u8(field)? != 0;
    read_part::<T>(cur, field, is_node, Region::root::<T>(size), &mut |_, _| {})
}

/// Reads a leaf or a node with all below it. The depth is capped by the region's levels, 7 at most.
fn read_part<T: Element>(
    cur: &mut Cursor,
    field: &'static str,
    is_node: bool,
    region: Region,
    leaf: &mut impl FnMut(Region, [T; 4]),
) -> Result<()> {
    if !is_node {
        leaf(region, T::from_leaf(cur.array(field)?));
        return Ok(());
    }
    if region.levels == 0 {
        return Err(cur.error(
            cur.offset(),
            field,
            "a node under the lowest level",
            "a leaf: the size of the grid allows no deeper tree",
        ));
    }
    let mask = cur.u16(field)?;
    for (bit, child) in region.children::<T>().enumerate() {
        read_part(cur, field, mask >> bit & 1 == 1, child, leaf)?;
    }
    Ok(())
}

/// Writes a leaf to all cells of its region that the grid has.
fn fill<T: Element>(grid: &mut Grid<T>, region: Region, values: [T; 4]) {
    let [width, height] = region.size::<T>();
    let [leaf_width, leaf_height] = T::LEAF;
    let east = grid.width.min(region.x + width);
    for z in region.z..grid.height.min(region.z + height) {
        let row = z as usize * grid.width as usize;
        let Some(cells) = grid.cells.get_mut(row + region.x as usize..row + east as usize) else { return };
        let of_row = values.get((z % leaf_height * leaf_width) as usize..).unwrap_or_default();
        match *of_row {
            [value, ..] if leaf_width == 1 => cells.fill(value),
            [west, next, ..] => {
                for pair in cells.chunks_mut(2) {
                    match pair {
                        [first, second] => (*first, *second) = (west, next),
                        [first] => *first = west,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Writes a grid as the smallest tree: what repeats one leaf becomes that leaf.
pub(super) fn write<T: Element>(out: &mut Vec<u8>, grid: &Grid<T>) {
    let root = Region::root::<T>([grid.width, grid.height]);
    let leaf = uniform(grid, root);
    out.push(u8::from(leaf.is_none()));
    write_part(out, grid, root, leaf);
}

/// Writes a region as `leaf`, or as a node where there is none.
fn write_part<T: Element>(out: &mut Vec<u8>, grid: &Grid<T>, region: Region, leaf: Option<[T; 4]>) {
    if let Some(values) = leaf {
        out.extend_from_slice(&T::to_leaf(values));
        return;
    }
    let mask_at = out.len();
    out.extend_from_slice(&[0; 2]);
    let mut mask = 0u16;
    for (bit, child) in region.children::<T>().enumerate() {
        let leaf = uniform(grid, child);
        mask |= u16::from(leaf.is_none()) << bit;
        write_part(out, grid, child, leaf);
    }
    if let Some(bytes) = out.get_mut(mask_at..mask_at + 2) {
        bytes.copy_from_slice(&mask.to_le_bytes());
    }
}

/// The leaf that gives every cell of a region when repeated; cells outside the grid may have any value.
fn uniform<T: Element>(grid: &Grid<T>, region: Region) -> Option<[T; 4]> {
    let [leaf_width, leaf_height] = T::LEAF;
    let mut values = [T::default(); 4];
    for (value, index) in values.iter_mut().zip(0..leaf_width * leaf_height) {
        let (x, z) = (region.x + index % leaf_width, region.z + index / leaf_width);
        *value = grid.get(x, z).unwrap_or_default();
    }
    let [width, height] = region.size::<T>();
    let east = grid.width.min(region.x + width);
    for z in region.z..grid.height.min(region.z + height) {
        let row = z as usize * grid.width as usize;
        let Some(cells) = grid.cells.get(row + region.x as usize..row + east as usize) else { break };
        let of_row = values.get((z % leaf_height * leaf_width) as usize..).unwrap_or_default();
        let of_row = of_row.get(..leaf_width as usize).unwrap_or_default();
        if !cells.chunks(of_row.len().max(1)).all(|part| of_row.starts_with(part)) {
            return None;
        }
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn read_back<T: Element>(bytes: &[u8], size: [u32; 2]) -> Result<Grid<T>> {
        let mut cur = Cursor::new("TEST", bytes);
        let grid = read(&mut cur, "tree", size)?;
        assert_eq!(cur.remaining(), 0);
        let mut cur = Cursor::new("TEST", bytes);
        skip::<T>(&mut cur, "tree", size).unwrap();
        assert_eq!(cur.remaining(), 0);
        Ok(grid)
    }

    #[test]
    fn levels_take_two_bits_each_over_the_leaf() {
        assert_eq!(levels::<u8>([2, 2]), 0);
        assert_eq!(levels::<u8>([256, 256]), 4);
        assert_eq!(levels::<u16>([256, 256]), 4);
        assert_eq!(levels::<u16>([2, 1]), 0);
        assert_eq!(levels::<u32>([128, 128]), 4);
        assert_eq!(levels::<u32>([4, 5]), 2);
        assert_eq!(levels::<u32>([16_384, 16_384]), 7);
    }

    #[test]
    fn a_uniform_tree_is_legal_and_need_not_be_zero() {
        let grid = read_back::<u32>(&[0, 7, 0, 0, 0], [64, 64]).unwrap();
        assert_eq!(grid, Grid::filled(64, 64, 7));
    }

    #[test]
    fn a_leaf_of_bytes_is_two_by_two_and_repeats_above_the_lowest_level() {
        let grid = read_back::<u8>(&[0, 1, 2, 3, 4], [4, 3]).unwrap();
        assert_eq!(grid.cells, [1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2]);
    }

    #[test]
    fn a_leaf_of_shorts_is_two_by_one() {
        let grid = read_back::<u16>(&[0, 1, 2, 3, 4], [3, 2]).unwrap();
        assert_eq!(grid.cells, [0x201, 0x403, 0x201, 0x201, 0x403, 0x201]);
    }

    #[test]
    fn children_go_east_first_and_a_set_bit_is_a_node() {
        // A root whose child 4 (second row, first column) is a node with leaves 100 to 115.
        let mut bytes = vec![1, 0x10, 0];
        for child in 0..16u32 {
            if child == 4 {
                bytes.extend_from_slice(&[0, 0]);
                (100..116u32).for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
            } else {
                bytes.extend_from_slice(&child.to_le_bytes());
            }
        }
        let grid = read_back::<u32>(&bytes, [16, 16]).unwrap();
        assert_eq!(grid.get(3, 0), Some(0));
        assert_eq!(grid.get(4, 3), Some(1));
        assert_eq!(grid.get(0, 4), Some(100));
        assert_eq!(grid.get(3, 4), Some(103));
        assert_eq!(grid.get(0, 5), Some(104));
        assert_eq!(grid.get(15, 15), Some(15));
    }

    #[test]
    fn a_tree_deeper_than_its_size_is_refused() {
        let deep = vec![0xff; 1 << 16];
        let error = read_back::<u32>(&deep, [16, 16]).unwrap_err();
        assert!(error.found.contains("under the lowest level"), "{error}");
        assert!(skip::<u8>(&mut Cursor::new("TEST", &deep), "tree", [16_384, 16_384]).is_err());
    }

    /// A grid with areas of one value, as terrains have them.
    fn patchy<T: Element>(size: [u32; 2], values: &[T], noise: &[u8]) -> Grid<T> {
        let mut grid = Grid::filled(size[0], size[1], T::default());
        for (index, cell) in grid.cells.iter_mut().enumerate() {
            let patch = index % size[0] as usize / 5 + index / size[0] as usize / 7 * 3;
            *cell = values[usize::from(noise[patch % noise.len()]) % values.len()];
        }
        grid
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn what_was_written_reads_back(
            size in [1..70u32, 1..70u32],
            values in prop::collection::vec(any::<u32>(), 1..5),
            noise in prop::collection::vec(any::<u8>(), 1..60),
        ) {
            let mut out = Vec::new();
            let grid = patchy(size, &values, &noise);
            write(&mut out, &grid);
            prop_assert_eq!(read_back(&out, size).unwrap(), grid);

            let shorts: Vec<u16> = values.iter().map(|&value| value as u16).collect();
            let grid = patchy(size, &shorts, &noise);
            out.clear();
            write(&mut out, &grid);
            prop_assert_eq!(read_back(&out, size).unwrap(), grid);

            let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
            let grid = patchy(size, &bytes, &noise);
            out.clear();
            write(&mut out, &grid);
            prop_assert_eq!(read_back(&out, size).unwrap(), grid);
        }
    }
}
