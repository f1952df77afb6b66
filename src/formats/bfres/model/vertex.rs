//! Vertices (FVTX): buffers of bytes, and what is where in them.

use super::super::dict;
use super::super::encode::EncodeError;
use super::super::read::Place;
use super::super::write::Writer;
use super::attribute::Format;
use crate::formats::bytes::{Result, Warnings};

/// Vertices (FVTX), which several shapes may share.
#[derive(Debug, Clone, PartialEq)]
pub struct VertexBuffer {
    /// What is known of a vertex, and where.
    pub attributes: Vec<Attribute>,
    /// The bytes of the attributes.
    pub buffers: Vec<Buffer>,
    /// Vertices.
    pub count: u32,
    /// How many bones move a vertex.
    pub skin_count: u8,
}

/// Something that is known of each vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// `_p0` position, `_n0` normal, `_u0` ... texture coordinates, `_c0` colour, `_i0` bones, `_w0` their weights, ...
    pub name: String,
    /// In which buffer it is.
    pub buffer: u8,
    /// Where in a vertex it begins, bytes.
    pub offset: u16,
    /// GX2 format: 0x811 is three f32.
    pub format: u32,
}

/// Bytes of vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Bytes from one vertex to the next.
    pub stride: u16,
    /// Copies of the data for animation at run time; the file has one.
    pub buffering: u16,
    /// Big-endian.
    pub data: Vec<u8>,
}

/// An attribute of all vertices of a buffer.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// From the first vertex on.
    data: &'a [u8],
    stride: usize,
    format: Format,
    count: usize,
}

impl Values<'_> {
    /// Vertices.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The numbers of a vertex; those that the format doesn't have are 0, 0, 0, 1. `None` beyond the last vertex.
    pub fn get(&self, vertex: usize) -> Option<[f32; 4]> {
        if vertex >= self.count {
            return None;
        }
        let at = vertex.checked_mul(self.stride)?;
        self.data.get(at..at.checked_add(self.format.len())?).map(|bytes| self.format.decode(bytes))
    }
}

/// What is wrong with an attribute.
enum Unsound {
    Format,
    Short,
}

impl VertexBuffer {
    /// The attribute of that name; `None` where the vertices have none, where its format is none of GX2's, and where it
    /// isn't there for every vertex. A decoded file keeps no attribute of the latter kinds.
    pub fn values(&self, name: &str) -> Option<Values<'_>> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name)?;
        self.values_of(attribute).ok()
    }

    fn values_of(&self, attribute: &Attribute) -> std::result::Result<Values<'_>, Unsound> {
        let format = Format::new(attribute.format).ok_or(Unsound::Format)?;
        let buffer = self.buffers.get(usize::from(attribute.buffer)).ok_or(Unsound::Short)?;
        let data = buffer.data.get(usize::from(attribute.offset)..).unwrap_or_default();
        let stride = usize::from(buffer.stride);
        let count = usize::try_from(self.count).map_err(|_| Unsound::Short)?;
        // It must lie within its vertex: without a stride a claim of many vertices would cost nothing.
        let within = count <= 1 || usize::from(attribute.offset) + format.len() <= stride;
        let most = data.len().checked_sub(format.len()).map_or(0, |left| left / stride.max(1) + 1);
        if count > 0 && (!within || count > most) {
            return Err(Unsound::Short);
        }
        Ok(Values { data, stride, format, count })
    }
}

/// Bytes of a header; those of a model stand one after the other.
pub(super) const HEADER: u64 = 0x20;
const ATTRIBUTE: u64 = 12;
const BUFFER: u64 = 0x18;

pub(super) fn read_all(
    place: Place<'_, '_>,
    count: u16,
    warnings: &mut Warnings,
) -> Result<Vec<VertexBuffer>> {
    (0..u64::from(count)).map(|index| read(place.plus(index * HEADER), warnings)).collect()
}

fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<VertexBuffer> {
    place.part("vertex_buffer", b"FVTX", HEADER)?;
    let attribute_count = place.u8("vertex_buffer.attributes")?;
    let buffer_count = place.u8("vertex_buffer.buffers")?;
    place.u16("vertex_buffer.index")?;
    let count = place.u32("vertex_buffer.count")?;
    let skin_count = place.u8("vertex_buffer.skin_count")?;
    place.array::<3>("vertex_buffer.unused")?;
    let attributes = place.offset("vertex_buffer.attributes")?;
    place.u32("vertex_buffer.attributes")?; // The index group, whose entries are those of the array.
    let buffers = place.offset("vertex_buffer.buffers")?;

    let mut vertices = VertexBuffer { attributes: Vec::new(), buffers: Vec::new(), count, skin_count };
    if let Some(place) = buffers {
        for index in 0..place.items("vertex_buffer.buffers", buffer_count.into(), BUFFER)? {
            vertices.buffers.push(read_buffer(place.plus(index as u64 * BUFFER))?);
        }
    }
    if let Some(mut place) = attributes {
        for _ in 0..place.items("vertex_buffer.attributes", attribute_count.into(), ATTRIBUTE)? {
            let at = place.at;
            let name = place.name("attribute.name")?;
            let buffer = place.u8("attribute.buffer")?;
            place.u8("attribute.unused")?;
            let offset = place.u16("attribute.offset")?;
            let format = place.u32("attribute.format")?;
            let attribute = Attribute { name, buffer, offset, format };
            let name = &attribute.name;
            match vertices.values_of(&attribute) {
                Ok(_) => vertices.attributes.push(attribute),
                Err(Unsound::Format) => warnings.add("unknown-vertex-format", "attribute.format", at + 8, || {
                    format!("the attribute {name:?} has the format {format:#06x}, which isn't known; it is left out")
                }),
                Err(Unsound::Short) => warnings.add("short-vertices", "attribute.offset", at + 6, || {
                    format!("the attribute {name:?} isn't there for each of {count} vertices; it is left out")
                }),
            }
        }
    }
    Ok(vertices)
}

/// The same for vertices and for indices, which have no stride.
pub(super) fn read_buffer(mut place: Place<'_, '_>) -> Result<Buffer> {
    place.u32("buffer.pointer")?;
    let len = place.u32("buffer.size")?;
    place.u32("buffer.handle")?;
    let stride = place.u16("buffer.stride")?;
    let buffering = place.u16("buffer.buffering")?;
    place.u32("buffer.context")?;
    let data = match place.offset("buffer.data")? {
        Some(mut place) => place.bytes("buffer.data", len.into())?.to_vec(),
        None => Vec::new(),
    };
    Ok(Buffer { stride, buffering, data })
}

pub(super) fn write_all(out: &mut Writer, all: &[VertexBuffer]) -> std::result::Result<(), EncodeError> {
    let mut fields = Vec::with_capacity(all.len());
    for (index, vertices) in all.iter().enumerate() {
        out.bytes(b"FVTX");
        out.u8(count8("attributes", vertices.attributes.len())?);
        out.u8(count8("vertex buffers", vertices.buffers.len())?);
        out.u16(index as u16); // Their number fits.
        out.u32(vertices.count);
        out.u8(vertices.skin_count);
        out.bytes(&[0; 3]);
        fields.push([out.field(), out.field(), out.field()]);
        out.null(); // A pointer of the console.
    }
    for (vertices, [array, names, buffers]) in all.iter().zip(fields) {
        if !vertices.attributes.is_empty() {
            out.point(names);
            let all: Vec<&str> =
                vertices.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
            let entries = dict::write(out, &all);
            out.point(array);
            for (attribute, entry) in vertices.attributes.iter().zip(entries) {
                out.point(entry);
                out.name(&attribute.name);
                out.u8(attribute.buffer);
                out.u8(0);
                out.u16(attribute.offset);
                out.u32(attribute.format);
            }
        }
        if !vertices.buffers.is_empty() {
            out.point(buffers);
            for buffer in &vertices.buffers {
                write_buffer(out, buffer)?;
            }
        }
    }
    Ok(())
}

/// What the GPU wants.
const DATA_ALIGNMENT: usize = 0x40;

pub(super) fn write_buffer(out: &mut Writer, buffer: &Buffer) -> std::result::Result<(), EncodeError> {
    let count = buffer.data.len();
    let most = u32::MAX as usize;
    out.null();
    out.u32(count.try_into().map_err(|_| EncodeError::TooMany { what: "bytes of a buffer", count, most })?);
    out.null();
    out.u16(buffer.stride);
    out.u16(buffer.buffering);
    out.null();
    out.data(&buffer.data, DATA_ALIGNMENT);
    Ok(())
}

/// `count` as a u8.
pub(super) fn count8(what: &'static str, count: usize) -> std::result::Result<u8, EncodeError> {
    count.try_into().map_err(|_| EncodeError::TooMany { what, count, most: u8::MAX.into() })
}
