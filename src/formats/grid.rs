//! A rectangle of cells or vertices over the ground.

/// Row by row from the south-west corner: `cells[z * width + x]`, x to the east, z to the north.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid<T> {
    /// Cells to the east.
    pub width: u32,
    /// Cells to the north.
    pub height: u32,
    /// `width * height` values, row 0 in the south.
    pub cells: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// A grid of one value.
    pub fn filled(width: u32, height: u32, value: T) -> Self {
        Self { width, height, cells: vec![value; width as usize * height as usize] }
    }

    /// The value at column `x` and row `z`; `None` outside.
    pub fn get(&self, x: u32, z: u32) -> Option<T> {
        if x >= self.width || z >= self.height {
            return None;
        }
        self.cells.get(z as usize * self.width as usize + x as usize).copied()
    }
}
