//! The chunked container: u32 id, u32 size, payload, again and again; no magic number and no padding.

use super::super::bytes::{Cursor, Result};

/// Bit 31 of an id: the payload is compressed.
pub const COMPRESSED: u32 = 1 << 31;

/// Bytes of a chunk's id and size.
pub const HEADER_LEN: usize = 8;

/// One chunk.
#[derive(Debug, Clone)]
pub struct Chunk<'a> {
    /// The id without its compressed bit.
    pub id: u32,
    /// The payload is compressed.
    pub compressed: bool,
    /// Where the chunk's id stands in the file.
    pub at: u64,
    /// The payload.
    pub body: Cursor<'a>,
}

impl<'a> Chunk<'a> {
    /// Reads the next chunk.
    ///
    /// # Errors
    /// When its header or its payload is cut short.
    pub fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let at = cursor.offset();
        let id = cursor.u32("chunk.id")?;
        let size_at = cursor.offset();
        let size = cursor.u32("chunk.size")?;
        let size = cursor.count(size_at, "chunk.size", size.into(), 1)?;
        let body = cursor.take("chunk", size)?;
        Ok(Self { id: id & !COMPRESSED, compressed: id & COMPRESSED != 0, at, body })
    }

    /// The payload, if it is stored plainly.
    ///
    /// # Errors
    /// When it is compressed. The engine keeps a pointer into the slots' chunk, which a compressed chunk would not
    /// outlive, and none of 13 real files has one.
    pub fn plain(self, name: &'static str) -> Result<Cursor<'a>> {
        if self.compressed {
            let found = format!("a compressed chunk (id {:#010x})", self.id | COMPRESSED);
            let error = self.body.error(self.at, name, found, "a plain chunk: compressed ones are not read");
            return Err(error.with_code("compressed-chunk"));
        }
        Ok(self.body)
    }
}
