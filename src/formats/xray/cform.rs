//! `level.cform` and `build.cform`: the collision mesh of a level, which is the ground that plants stand on.
//!
//! A header of 36 bytes, vertices of 12 bytes, triangles of 16 (version 4) or 32 bytes (versions 2 and 3). Version 4
//! was read in three small real files; 2 and 3, which only builds of the game have, follow two public readers that agree.
//! A `build.cform` holds the same in chunk 0 of a container, and in chunk 1 the faces that are drawn.

use super::super::bytes::{BAD_INDEX, Cursor, Result, UNSUPPORTED, Warnings};
use super::chunk::{self, Chunk};

/// Bytes of the header: version, two counts, six coordinates.
pub(super) const HEADER_LEN: usize = 36;

/// Bytes of a vertex.
pub(super) const VERTEX_LEN: usize = 12;

/// Bytes of a triangle of version 4.
pub(super) const TRIANGLE_LEN: usize = 16;

/// Bytes of a triangle of versions 2 and 3.
pub(super) const OLD_TRIANGLE_LEN: usize = 32;

/// Bits of the last word of a triangle of version 4.
pub(super) const MATERIAL_BITS: u32 = 0x3fff;
pub(super) const SUPPRESS_SHADOWS: u32 = 1 << 14;
pub(super) const SUPPRESS_WALLMARKS: u32 = 1 << 15;

/// Ids of the chunks of a `build.cform`.
const MESH_ID: u32 = 0;
const FACES_ID: u32 = 1;

/// The version up to which a file is told by its length, so that a later one is refused by number.
const HIGHEST_GUESS: u32 = 16;

/// Metres from the origin that no vertex passes: f32 has steps of 6 cm there, and a product of three such lengths, as a
/// ray cast makes it, is far from overflowing into a NaN.
pub const FARTHEST: f32 = 1_000_000.0;

/// Metres by which a vertex may leave the stated box without a word: the box is rounded by whoever writes it.
const BOUNDS_TOLERANCE: f32 = 0.001;

/// A collision mesh.
///
/// In what [`decode_cform`] gives, every vertex is finite and within 1,000 km of the origin.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cform {
    /// 2, 3 or 4.
    pub version: u32,
    /// Smallest and largest corner of the box around everything, metres, as the header states it: it may be anything,
    /// with a warning. See [`Cform::extent`].
    pub bounds: [[f32; 3]; 2],
    /// Metres.
    pub vertices: Vec<[f32; 3]>,
    /// In the order of the file; no vertex index lies beyond `vertices`.
    pub triangles: Vec<CformTriangle>,
    /// Bytes 12 to 26 of each triangle of versions 2 and 3, which nothing here reads; kept so that writing loses nothing.
    /// Empty in version 4.
    pub unread: Vec<[u8; 14]>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

/// A triangle of a collision mesh. Its front is where its vertices run clockwise, in the left-handed frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CformTriangle {
    /// Indices of the corners.
    pub vertices: [u32; 3],
    /// Index into the materials of `gamemtl.xr`: 14 bits in v4, 32 before.
    pub material: u32,
    /// Index of the sector, a part of the level that is seen through portals.
    pub sector: u16,
    /// Throws no shadow (v4; false before).
    pub suppress_shadows: bool,
    /// Takes no wallmarks (v4; false before).
    pub suppress_wallmarks: bool,
}

impl Cform {
    /// Smallest and largest corner of the vertices, metres; `None` without a vertex.
    pub fn extent(&self) -> Option<[[f32; 3]; 2]> {
        let &first = self.vertices.first()?;
        Some(self.vertices.iter().fold([first; 2], |[low, high], &vertex| {
            let lower = |axis: usize| low[axis].min(vertex[axis]);
            let higher = |axis: usize| high[axis].max(vertex[axis]);
            [[lower(0), lower(1), lower(2)], [higher(0), higher(1), higher(2)]]
        }))
    }
}

/// True for the bytes of a collision mesh, whole or cut short.
///
/// There is no magic number. Either the counts explain the length to the byte, whatever the version, so that the
/// decoder can name an unknown one; or the version is known and the box is one of a level.
pub fn recognise(bytes: &[u8]) -> bool {
    match container_body(bytes) {
        Some((len, body)) => begins_mesh(body, len).unwrap_or(false),
        None => begins_mesh(bytes, bytes.len() as u64).unwrap_or(false),
    }
}

/// The claimed length of chunk 0 and the bytes from its start on, when `bytes` begin with a chunk 0 that holds a mesh.
fn container_body(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut cursor = Cursor::new("", bytes);
    let id = cursor.u32("").ok()?;
    let len = cursor.u32("").ok()?;
    let body = cursor.rest();
    let version = cursor.u32("").ok()?;
    // A lone mesh of a version 0, which does not exist, would have the number of its vertices for a length.
    let holds_mesh = id == MESH_ID && len >= HEADER_LEN as u32 && triangle_len(version).is_some();
    holds_mesh.then_some((len.into(), body))
}

/// The header of a mesh that takes `len` bytes.
fn begins_mesh(bytes: &[u8], len: u64) -> Option<bool> {
    let mut cursor = Cursor::new("", bytes);
    let version = cursor.u32("").ok()?;
    let [vertices, triangles] = [cursor.u32("").ok()?, cursor.u32("").ok()?].map(u64::from);
    let explains = |triangle_len: usize| {
        HEADER_LEN as u64 + VERTEX_LEN as u64 * vertices + triangle_len as u64 * triangles == len
    };
    let Some(triangle_len) = triangle_len(version) else {
        let likely = version <= HIGHEST_GUESS && vertices > 0 && triangles > 0;
        return Some(likely && (explains(TRIANGLE_LEN) || explains(OLD_TRIANGLE_LEN)));
    };
    if explains(triangle_len) {
        return Some(true);
    }
    let corners: [f32; 6] = cursor.f32s("").ok()?;
    let [x0, y0, z0, x1, y1, z1] = corners;
    let wide = |low: f32, high: f32| high - low > 0.01;
    let near = corners.iter().all(|value| value.abs() <= FARTHEST);
    Some(near && wide(x0, x1) && wide(z0, z1) && y0 <= y1)
}

/// Bytes of a triangle of `version`; `None` for one that does not exist.
fn triangle_len(version: u32) -> Option<usize> {
    match version {
        2 | 3 => Some(OLD_TRIANGLE_LEN),
        4 => Some(TRIANGLE_LEN),
        _ => None,
    }
}

/// Decodes a `level.cform` or a `build.cform` of version 2, 3 or 4.
///
/// # Errors
/// When the version is unknown, the bytes are fewer than the counts say, a vertex is not finite or is more than 1,000 km
/// from the origin, a triangle names a vertex that isn't there, or chunk 0 of a `build.cform` is compressed.
///
/// A vertex without a place is an error and no warning, since no ray cast could do anything with its triangles, and
/// leaving them out would change which triangle is which. No compiler of levels writes one.
pub fn decode_cform(bytes: &[u8]) -> Result<Cform> {
    let mut warnings = Warnings::default();
    let mut cursor = Cursor::new("level.cform", bytes);
    let compressed = bytes.starts_with(&(MESH_ID | chunk::COMPRESSED).to_le_bytes());
    if compressed || container_body(bytes).is_some() {
        cursor.set_format("build.cform");
        let body = read_container(&mut cursor, &mut warnings)?;
        return read_mesh(body, "build.cform", warnings);
    }
    read_mesh(cursor, "level.cform", warnings)
}

/// The payload of chunk 0.
fn read_container<'a>(cursor: &mut Cursor<'a>, warnings: &mut Warnings) -> Result<Cursor<'a>> {
    let body = Chunk::read(cursor)?.plain("mesh")?;
    while cursor.remaining() > 0 {
        let (at, rest) = (cursor.offset(), cursor.remaining());
        match Chunk::read(cursor) {
            Ok(chunk) if chunk.id == FACES_ID => {}
            Ok(chunk) => warnings.add("unknown-chunk", "chunk.id", at, || {
                format!("found chunk {}, expected 0 (mesh) or 1 (drawn faces)", chunk.id)
            }),
            // The mesh is there: what follows is no loss.
            Err(_) => {
                warnings.add("trailing-bytes", "file", at, || {
                    format!("found {rest} bytes that are no chunk, expected the end of the file")
                });
                break;
            }
        }
    }
    Ok(body)
}

/// Reads header, vertices and triangles to the end of `cursor`.
fn read_mesh(mut cursor: Cursor<'_>, name: &str, mut warnings: Warnings) -> Result<Cform> {
    let at = cursor.offset();
    let version = cursor.u32("header.version")?;
    let Some(triangle_len) = triangle_len(version) else {
        return Err(cursor.error(at, "header.version", version, "2, 3 or 4").with_code(UNSUPPORTED));
    };
    cursor.set_format(format!("{name} v{version}"));
    let vertices_at = cursor.offset();
    let vertex_count = cursor.u32("header.vertex_count")?;
    let triangles_at = cursor.offset();
    let triangle_count = cursor.u32("header.triangle_count")?;
    let bounds_at = cursor.offset();
    let bounds = [cursor.f32s("header.bounds")?, cursor.f32s("header.bounds")?];

    let vertex_count = cursor.count(vertices_at, "header.vertex_count", vertex_count.into(), VERTEX_LEN)?;
    let vertices = read_vertices(&mut cursor, vertex_count)?;
    let field = "header.triangle_count";
    let triangle_count = cursor.count(triangles_at, field, triangle_count.into(), triangle_len)?;
    if triangle_count == 0 {
        warnings
            .add("no-triangles", field, triangles_at, || "found 0, expected the ground of a level".into());
    }
    let first = cursor.offset();
    let bytes = cursor.bytes("triangles", triangle_count * triangle_len)?;
    let (triangles, unread): (Vec<_>, Vec<_>) = match version {
        4 => (bytes.as_chunks().0.iter().map(triangle).collect(), Vec::new()),
        _ => bytes.as_chunks().0.iter().map(old_triangle).unzip(),
    };
    let place = |index: usize| first + (index * triangle_len) as u64;
    check_triangles(&cursor, &triangles, &vertices, place, &mut warnings)?;
    if cursor.remaining() > 0 {
        let (at, rest) = (cursor.offset(), cursor.remaining());
        warnings.add("trailing-bytes", "triangles", at, || {
            format!("found {rest} bytes after the last triangle, expected none")
        });
    }
    let mut cform = Cform { version, bounds, vertices, triangles, unread, warnings };
    warn_of_bounds(&mut cform, bounds_at);
    Ok(cform)
}

fn read_vertices(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<[f32; 3]>> {
    let first = cursor.offset();
    let bytes = cursor.bytes("vertices", count * VERTEX_LEN)?;
    let vertices: Vec<[f32; 3]> = bytes.as_chunks().0.iter().map(vertex).collect();
    let misplaced = |vertex: &&[f32; 3]| !vertex.iter().all(|value| value.abs() <= FARTHEST); // So is a NaN.
    if let Some((index, [x, y, z])) = (0..).zip(&vertices).find(|(_, vertex)| misplaced(vertex)) {
        let at = first + index * VERTEX_LEN as u64;
        let found = format!("{x}, {y}, {z}");
        return Err(cursor.error(
            at,
            format!("vertices[{index}]"),
            found,
            "metres within 1,000 km of the origin",
        ));
    }
    Ok(vertices)
}

/// Sees to it that each corner is there, and counts the triangles without area. `place` is where a triangle stands.
fn check_triangles(
    cursor: &Cursor<'_>,
    triangles: &[CformTriangle],
    vertices: &[[f32; 3]],
    place: impl Fn(usize) -> u64,
    warnings: &mut Warnings,
) -> Result<()> {
    let mut flat = 0;
    let mut first_flat = None;
    for (index, triangle) in triangles.iter().enumerate() {
        let [Some(a), Some(b), Some(c)] = triangle.vertices.map(|vertex| vertices.get(vertex as usize))
        else {
            let [a, b, c] = triangle.vertices;
            let expected = format!("less than the vertex count, {}", vertices.len());
            let field = format!("triangles[{index}].vertices");
            let found = format!("{a}, {b}, {c}");
            return Err(cursor.error(place(index), field, found, expected).with_code(BAD_INDEX));
        };
        if lies_on_a_line(*a, *b, *c) {
            first_flat.get_or_insert(index);
            flat += 1;
        }
    }
    if let Some(index) = first_flat {
        warnings.add_many("triangle-without-area", "triangles.vertices", place(index), flat, || {
            format!("found the corners of triangle {index} on one line; nothing stands on it")
        });
    }
    Ok(())
}

/// Exactly: a thin triangle is still ground.
fn lies_on_a_line(a: [f32; 3], b: [f32; 3], c: [f32; 3]) -> bool {
    let [a, b, c] = [a, b, c].map(glam::Vec3::from);
    (b - a).cross(c - a) == glam::Vec3::ZERO
}

fn warn_of_bounds(cform: &mut Cform, at: u64) {
    let [low, high] = cform.bounds;
    let Some([lowest, highest]) = cform.extent() else { return };
    let holds = |(low, lowest): (f32, f32)| low <= lowest + BOUNDS_TOLERANCE; // False for a NaN.
    if !low.into_iter().zip(lowest).all(holds) || !highest.into_iter().zip(high).all(holds) {
        cform.warnings.add("bounds", "header.bounds", at, || {
            format!(
                "found {low:?} to {high:?}, expected a box around the vertices, {lowest:?} to {highest:?}"
            )
        });
    }
}

fn vertex(bytes: &[u8; VERTEX_LEN]) -> [f32; 3] {
    bytemuck::cast::<_, [u32; 3]>(*bytes).map(|bits| f32::from_bits(u32::from_le(bits)))
}

fn triangle(bytes: &[u8; TRIANGLE_LEN]) -> CformTriangle {
    let [a, b, c, bits] = bytemuck::cast::<_, [u32; 4]>(*bytes).map(u32::from_le);
    CformTriangle {
        vertices: [a, b, c],
        material: bits & MATERIAL_BITS,
        sector: (bits >> 16) as u16,
        suppress_shadows: bits & SUPPRESS_SHADOWS != 0,
        suppress_wallmarks: bits & SUPPRESS_WALLMARKS != 0,
    }
}

/// Three indices, 14 bytes that nothing reads, u16 sector, u32 material.
fn old_triangle(bytes: &[u8; OLD_TRIANGLE_LEN]) -> (CformTriangle, [u8; 14]) {
    let [a, b, c, .., sector, material] = bytemuck::cast::<_, [u32; 8]>(*bytes).map(u32::from_le);
    let [_, _, _, _, _, _, _, _, _, _, _, _, unread @ .., _, _, _, _, _, _] = *bytes;
    let triangle = CformTriangle {
        vertices: [a, b, c],
        material,
        sector: (sector >> 16) as u16,
        ..CformTriangle::default()
    };
    (triangle, unread)
}

#[cfg(test)]
mod tests;
