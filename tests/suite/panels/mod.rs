//! The window without a window: what its panels show and do.
//!
//! Pictures of them lie in `tests/goldens/panels`. `UPDATE_SNAPSHOTS=1 cargo test` writes those that differ anew; look at
//! each before it is committed. After a failure `NAME.new.png` and `NAME.diff.png` lie beside the golden.

mod asking;
mod compare;
mod files;
mod goldens;
mod keys;
mod live;
mod stage;
