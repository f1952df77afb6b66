//! From bytes to typed values: pure, bounded and without a panic, whatever the bytes.

pub mod archive;
pub mod bytes;
pub mod file;
pub mod grid;
pub mod kind;
pub mod wrp;
pub mod xray;
