//! Values that the makers of a file attached to its parts.

/// A named list of values.
#[derive(Debug, Clone, PartialEq)]
pub struct UserData {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub values: UserValues,
}

/// Values of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum UserValues {
    /// Type 0.
    Ints(Vec<i32>),
    /// Type 1.
    Floats(Vec<f32>),
    /// Type 2.
    Texts(Vec<String>),
    /// Type 3: UTF-16.
    WideTexts(Vec<String>),
    /// Type 4.
    Bytes(Vec<u8>),
}
