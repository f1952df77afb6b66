//! What changed in the values that each cell of a grid has.

use serde::Serialize;

use crate::formats::grid::Grid;

/// A layer of cells in both versions; those that neither has are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LayerChange {
    /// What the cells hold, such as `surface-material`.
    pub layer: String,
    /// Cells to the east and to the north; `None` where the old version has no such layer.
    pub old_cells: Option<[u32; 2]>,
    /// The same of the new version.
    pub new_cells: Option<[u32; 2]>,
    /// Cells with another value; `None` where the layers can't be compared: they differ in size, or one is missing.
    pub changed: Option<u64>,
}

impl LayerChange {
    /// Compares a layer; `None` where neither version has it.
    pub fn of<T: Copy>(
        layer: &str,
        old: Option<&Grid<T>>,
        new: Option<&Grid<T>>,
        is_same: impl Fn(T, T) -> bool,
    ) -> Option<Self> {
        let cells = |grid: &Grid<T>| [grid.width, grid.height];
        let changed = match (old, new) {
            (None, None) => return None,
            (Some(old), Some(new)) if cells(old) == cells(new) => {
                let pairs = old.cells.iter().zip(&new.cells);
                Some(pairs.filter(|(one, other)| !is_same(**one, **other)).count() as u64)
            }
            _ => None,
        };
        let (old_cells, new_cells) = (old.map(cells), new.map(cells));
        Some(Self { layer: layer.to_owned(), old_cells, new_cells, changed })
    }

    /// True where both versions hold the same.
    pub fn is_equal(&self) -> bool {
        self.changed == Some(0)
    }
}
