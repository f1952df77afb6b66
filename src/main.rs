//! The `sward` command.
fn main() {}
