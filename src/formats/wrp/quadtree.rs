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
pub(super) trait Element: Copy + Default {
    /// Cells of one leaf to the east and to the north.
    const LEAF: [u32; 2];

    /// The values of a leaf, row by row. The slice has `LEAF[0] * LEAF[1]` of them.
    fn from_leaf(bytes: [u8; 4]) -> [Self; 4];
}

impl Element for u8 {
    const LEAF: [u32; 2] = [2, 2];

    fn from_leaf(bytes: [u8; 4]) -> [Self; 4] {
        bytes
    }
}

impl Element for u16 {
    const LEAF: [u32; 2] = [2, 1];

    fn from_leaf([a, b, c, d]: [u8; 4]) -> [Self; 4] {
        [Self::from_le_bytes([a, b]), Self::from_le_bytes([c, d]), 0, 0]
    }
}

impl Element for u32 {
    const LEAF: [u32; 2] = [1, 1];

    fn from_leaf(bytes: [u8; 4]) -> [Self; 4] {
        [Self::from_le_bytes(bytes), 0, 0, 0]
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
