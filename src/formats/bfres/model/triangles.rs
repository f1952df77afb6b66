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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(primitive: u32, indices: &[u32], parts: &[[u32; 2]]) -> Option<Vec<[u32; 3]>> {
        let mesh = Mesh {
            primitive,
            parts: parts.to_vec(),
            indices: indices.to_vec(),
            index_format: 4,
            first_vertex: 0,
        };
        let mut triangles = Vec::new();
        each_triangle(&mesh, |corners| triangles.push(corners)).map(|()| triangles)
    }

    #[test]
    fn every_primitive_with_a_surface_keeps_its_winding() {
        assert_eq!(of(4, &[0, 1, 2, 2, 1, 3, 4], &[]), Some(vec![[0, 1, 2], [2, 1, 3]]));
        assert_eq!(of(6, &[0, 1, 2, 3], &[]), Some(vec![[0, 1, 2], [2, 1, 3]]));
        assert_eq!(of(5, &[0, 1, 2, 3], &[]), Some(vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!(of(0x13, &[0, 1, 2, 3], &[]), Some(vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!(of(0x14, &[0, 1, 2, 3], &[]), Some(vec![[0, 1, 3], [0, 3, 2]]));
        assert_eq!(of(2, &[0, 1, 2], &[]), None);
        assert_eq!(of(6, &[0, 1], &[]), Some(vec![]));
    }

    #[test]
    fn the_highest_index_begins_a_strip_anew() {
        assert_eq!(of(6, &[0, 1, 2, 0xffff, 3, 4, 5, 6], &[]), Some(vec![[0, 1, 2], [3, 4, 5], [5, 4, 6]]));
    }

    #[test]
    fn a_corner_twice_makes_no_triangle() {
        assert_eq!(of(6, &[0, 1, 1, 2, 3], &[]), Some(vec![[1, 2, 3]]));
    }

    #[test]
    fn parts_are_drawn_each_on_its_own_if_they_are_sound() {
        let strip = [0, 1, 2, 3, 4, 5];
        assert_eq!(of(6, &strip, &[[0, 3], [3, 3]]), Some(vec![[0, 1, 2], [3, 4, 5]]));
        // Beyond the end, or more than there are: all is drawn once.
        for parts in [[[0, 3], [4, 3]], [[0, 6], [0, 6]]] {
            assert_eq!(of(4, &strip, &parts), Some(vec![[0, 1, 2], [3, 4, 5]]));
        }
    }
}
