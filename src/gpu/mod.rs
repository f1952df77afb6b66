//! The GPU behind one door: device, shaders, buffers, reading back. Knows nothing of scenes.

pub use buffers::STAGING_BYTES;
pub use device::{Backend, Gpu, GpuError};

pub mod buffers;
pub mod device;
pub mod layout;
pub mod readback;
pub mod shader;
