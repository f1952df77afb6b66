//! Writes a `level.cform` of version 2, 3 or 4: encoding what was decoded from a sound one gives the same bytes.

use super::cform::{
    Cform, CformTriangle, HEADER_LEN, MATERIAL_BITS, OLD_TRIANGLE_LEN, SUPPRESS_SHADOWS, SUPPRESS_WALLMARKS,
    TRIANGLE_LEN, VERTEX_LEN,
};
use super::encode::{EncodeError, error};

/// Encodes a collision mesh of the version that it names. What came from a `build.cform` is written bare, as a
/// `level.cform` of the same version, without the faces that are drawn.
///
/// # Errors
/// When the version is unknown, there are more than 2^32 - 1 of a kind, a triangle names a vertex that isn't there or
/// has a value that this version lacks, or `unread` doesn't have one entry for each triangle of version 2 or 3.
pub fn encode_cform(cform: &Cform) -> Result<Vec<u8>, EncodeError> {
    let triangle_len = match cform.version {
        2 | 3 => OLD_TRIANGLE_LEN,
        4 => TRIANGLE_LEN,
        version => return Err(error("version", version, "2, 3 or 4")),
    };
    let unread = if cform.version == 4 { 0 } else { cform.triangles.len() };
    if cform.unread.len() != unread {
        return Err(error("unread", format!("{} entries", cform.unread.len()), unread));
    }
    let count = |field: &str, len: usize| {
        u32::try_from(len).map_err(|_| error(field, format!("{len} of them"), "at most 2^32 - 1"))
    };
    let counts = [count("vertices", cform.vertices.len())?, count("triangles", cform.triangles.len())?];

    let len = HEADER_LEN + cform.vertices.len() * VERTEX_LEN + cform.triangles.len() * triangle_len;
    let mut bytes = Vec::with_capacity(len);
    bytes.extend(cform.version.to_le_bytes());
    bytes.extend(counts.map(u32::to_le_bytes).as_flattened());
    for corner in cform.bounds.iter().chain(&cform.vertices) {
        bytes.extend(corner.map(f32::to_le_bytes).as_flattened());
    }
    let mut unread = cform.unread.iter();
    for (index, triangle) in cform.triangles.iter().enumerate() {
        check(triangle, cform).map_err(|mut error| {
            error.field = format!("triangles[{index}].{}", error.field);
            error
        })?;
        bytes.extend(triangle.vertices.map(u32::to_le_bytes).as_flattened());
        match unread.next() {
            Some(unread) => {
                bytes.extend(unread);
                bytes.extend(triangle.sector.to_le_bytes());
                bytes.extend(triangle.material.to_le_bytes());
            }
            None => bytes.extend(last_word(triangle).to_le_bytes()),
        }
    }
    Ok(bytes)
}

/// Material, two flags and sector of version 4.
fn last_word(triangle: &CformTriangle) -> u32 {
    let flag = |set: bool, bit: u32| if set { bit } else { 0 };
    triangle.material
        | flag(triangle.suppress_shadows, SUPPRESS_SHADOWS)
        | flag(triangle.suppress_wallmarks, SUPPRESS_WALLMARKS)
        | u32::from(triangle.sector) << 16
}

fn check(triangle: &CformTriangle, cform: &Cform) -> Result<(), EncodeError> {
    if let Some(vertex) = triangle.vertices.iter().find(|&&vertex| vertex as usize >= cform.vertices.len()) {
        let expected = format!("less than the vertex count, {}", cform.vertices.len());
        return Err(error("vertices", vertex, expected));
    }
    if cform.version == 4 && triangle.material > MATERIAL_BITS {
        return Err(error("material", triangle.material, format!("at most {MATERIAL_BITS} in version 4")));
    }
    if cform.version != 4 && triangle.suppress_shadows {
        return Err(error("suppress_shadows", true, "false before version 4"));
    }
    if cform.version != 4 && triangle.suppress_wallmarks {
        return Err(error("suppress_wallmarks", true, "false before version 4"));
    }
    Ok(())
}
