//! Which Rust struct is the twin of which WGSL struct. A test compares them byte by byte.

/// Size and field offsets of a Rust struct that the GPU reads.
#[derive(Debug, Clone, Copy)]
pub struct Twin {
    /// Name of the WGSL struct.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Name and byte offset of each field that has a WGSL counterpart.
    pub fields: &'static [(&'static str, usize)],
}

/// Describes a Rust struct as the twin of the WGSL struct of the same name; fields that only pad are left out.
macro_rules! twin {
    ($path:ident { $($field:ident),* $(,)? }) => {
        $crate::gpu::layout::Twin {
            name: stringify!($path),
            size: std::mem::size_of::<$path>(),
            fields: &[$((stringify!($field), std::mem::offset_of!($path, $field))),*],
        }
    };
}
pub(crate) use twin;
