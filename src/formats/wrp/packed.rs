//! Packed blocks of an OPRW: raw when they are short, else LZSS (up to version 22) or LZO1X (since 23).

use bytemuck::Pod;

use super::super::archive::{PackError, lzo, lzss};
use super::super::bytes::{Cursor, Result};
use super::super::grid::Grid;

/// Blocks of fewer bytes are stored as they are.
const PACKED_FROM: usize = 1024;

/// How blocks of [`PACKED_FROM`] bytes and more are packed. The file doesn't say: the version does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    Lzss,
    Lzo,
}

impl Codec {
    /// No block unpacks to more than this many times its packed length.
    fn most_expansion(self) -> usize {
        match self {
            Self::Lzss => lzss::MOST_EXPANSION,
            Self::Lzo => lzo::MOST_EXPANSION,
        }
    }

    fn unpack(self, input: &[u8], out: &mut [u8]) -> std::result::Result<usize, PackError> {
        match self {
            Self::Lzss => lzss::unpack(input, out),
            Self::Lzo => lzo::unpack(input, out),
        }
    }

    fn measure(self, input: &[u8], len: usize) -> std::result::Result<usize, PackError> {
        match self {
            Self::Lzss => lzss::measure(input, len),
            Self::Lzo => lzo::measure(input, len),
        }
    }
}

/// Reads one value for each cell of a grid.
///
/// # Errors
/// When the bytes that follow cannot unpack to that many values, before memory is taken; or when the block is damaged.
pub(super) fn grid<T: Pod>(
    cur: &mut Cursor,
    field: &'static str,
    size: [u32; 2],
    codec: Codec,
) -> Result<Grid<T>> {
    let count = block_len(cur, field, size, size_of::<T>(), codec)? / size_of::<T>();
    // Zeroed memory costs nothing until it is written to, so that a block that breaks off early stays cheap.
    let mut cells = vec![T::zeroed(); count];
    let out = bytemuck::cast_slice_mut(&mut cells);
    if out.len() < PACKED_FROM {
        out.copy_from_slice(cur.bytes(field, out.len())?);
    } else {
        let consumed = codec.unpack(cur.rest(), out).map_err(|error| error.in_file(cur, field))?;
        cur.bytes(field, consumed)?;
    }
    Ok(Grid { width: size[0], height: size[1], cells })
}

/// Steps over a block that [`grid`] would read, with next to no memory.
///
/// # Errors
/// As for [`grid`].
pub(super) fn skip<T: Pod>(
    cur: &mut Cursor,
    field: &'static str,
    size: [u32; 2],
    codec: Codec,
) -> Result<()> {
    let len = block_len(cur, field, size, size_of::<T>(), codec)?;
    let stored = if len < PACKED_FROM {
        len
    } else {
        codec.measure(cur.rest(), len).map_err(|error| error.in_file(cur, field))?
    };
    cur.bytes(field, stored)?;
    Ok(())
}

/// Writes bytes as a block.
pub(super) fn put(out: &mut Vec<u8>, bytes: &[u8], codec: Codec) {
    if bytes.len() < PACKED_FROM {
        out.extend_from_slice(bytes);
        return;
    }
    out.extend_from_slice(&match codec {
        Codec::Lzss => lzss::pack(bytes),
        Codec::Lzo => lzo::pack(bytes),
    });
}

/// The length of a block in bytes, if the bytes that remain can unpack to that many.
fn block_len(
    cur: &Cursor,
    field: &'static str,
    size: [u32; 2],
    item_len: usize,
    codec: Codec,
) -> Result<usize> {
    let len = size[0] as usize * size[1] as usize * item_len;
    let most = if len < PACKED_FROM { cur.remaining() } else { cur.remaining() * codec.most_expansion() };
    if len > most {
        return Err(cur.error(
            cur.offset(),
            field,
            format!("{} bytes to the end of the file", cur.remaining()),
            format!("{} x {} cells of {item_len} bytes", size[0], size[1]),
        ));
    }
    Ok(len)
}
