//! Makes triangles of a mesh's indices, whatever its primitive.

use super::shape::{Mesh, index_len};

/// Calls `each` for every triangle of the mesh, with indices as stored and the winding of the file; triangles with a
/// corner twice are left out.
///
/// `None` for a primitive that has no surface (points, lines) or isn't known.
pub(super) fn each_triangle(mesh: &Mesh, mut each: impl FnMut([u32; 3])) -> Option<()> {
    let primitive = Primitive::of(mesh.primitive)?;
    // The highest index begins a strip anew, where a GPU does that at all.
    let restart = if index_len(mesh.index_format) == Some(2) { u16::MAX.into() } else { u32::MAX };
    let mut each = |[a, b, c]: [u32; 3]| {
        if a != b && b != c && c != a {
            each([a, b, c]);
        }
    };
    for indices in drawn(mesh) {
        match primitive {
            Primitive::Triangles => indices.as_chunks().0.iter().for_each(|&corners| each(corners)),
            Primitive::Quads => {
                for &[a, b, c, d] in indices.as_chunks().0 {
                    each([a, b, c]);
                    each([a, c, d]);
                }
            }
            Primitive::Strip => {
                for strip in indices.split(|&index| index == restart) {
                    for (number, corners) in strip.windows(3).enumerate() {
                        let &[a, b, c] = corners else { continue };
                        each(if number % 2 == 0 { [a, b, c] } else { [b, a, c] });
                    }
                }
            }
            Primitive::Fan => {
                for fan in indices.split(|&index| index == restart) {
                    let Some((&middle, rim)) = fan.split_first() else { continue };
                    for edge in rim.windows(2) {
                        let &[a, b] = edge else { continue };
                        each([middle, a, b]);
                    }
                }
            }
            Primitive::QuadStrip => {
                for strip in indices.split(|&index| index == restart) {
                    for corners in strip.windows(4).step_by(2) {
                        let &[a, b, c, d] = corners else { continue };
                        each([a, b, d]);
                        each([a, d, c]);
                    }
                }
            }
        }
    }
    Some(())
}

#[derive(Debug, Clone, Copy)]
enum Primitive {
    Triangles,
    Fan,
    Strip,
    Quads,
    QuadStrip,
}

impl Primitive {
    /// By its number in GX2.
    fn of(primitive: u32) -> Option<Self> {
        match primitive {
            4 => Some(Self::Triangles),
            5 => Some(Self::Fan),
            6 => Some(Self::Strip),
            0x13 => Some(Self::Quads),
            0x14 => Some(Self::QuadStrip),
            _ => None,
        }
    }
}

/// The indices of each part; all of them where parts lie outside or, together, are more than all.
fn drawn(mesh: &Mesh) -> Vec<&[u32]> {
    let slices = mesh.parts.iter().map(|&[first, count]| {
        let first = usize::try_from(first).ok()?;
        mesh.indices.get(first..first.checked_add(usize::try_from(count).ok()?)?)
    });
    match slices.collect::<Option<Vec<_>>>() {
        Some(parts) if !parts.is_empty() && within(&parts, mesh.indices.len()) => parts,
        _ => vec![&mesh.indices],
    }
}

fn within(parts: &[&[u32]], most: usize) -> bool {
    parts.iter().try_fold(0usize, |sum, part| sum.checked_add(part.len())).is_some_and(|sum| sum <= most)
}
