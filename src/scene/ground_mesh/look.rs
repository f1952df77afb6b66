//! How the materials and the sectors of a mesh look.

use super::words::{NATURAL, PALETTE, SECTORS, Seen, UNKNOWN, WORDS};
use super::{MeshTriangle, corners_of, normal};

/// How a material or a sector looks. Twin of `SurfaceLook` in shaders/ground_mesh.wgsl.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Look {
    /// Linear colour, 0 to 1.
    pub color: [f32; 3],
    /// 0 bare to 1 overgrown; 2 is wet and mirrors the sky.
    pub growth: f32,
}

impl Look {
    fn new(([r, g, b], growth): Seen) -> Self {
        Self { color: [r, g, b].map(|part| (f32::from(part) / 255.0).powf(2.2)), growth }
    }
}

/// A look for each material that the triangles have: by the words in its name where names are given, else one of a
/// quiet palette, with the material of most of the ground taken for earth on which grass grows.
pub fn material_looks(
    positions: &[[f32; 3]],
    triangles: &[MeshTriangle],
    names: Option<&[&str]>,
) -> Vec<Look> {
    let count = looks_needed(triangles.iter().map(|triangle| triangle.material));
    match names {
        Some(names) => {
            (0..count).map(|index| Look::new(names.get(index).map_or(UNKNOWN, |name| seen(name)))).collect()
        }
        None => {
            let ground = material_of_the_ground(positions, triangles, count);
            let built = PALETTE.iter().cycle().map(|&color| Look::new((color, 0.0)));
            let mut looks: Vec<_> = built.take(count).collect();
            if let Some(look) = ground.and_then(|ground| looks.get_mut(ground)) {
                *look = Look::new(NATURAL);
            }
            looks
        }
    }
}

/// A look for each sector that the triangles have; those of `neighbours` differ.
pub fn sector_looks(triangles: &[MeshTriangle], neighbours: &[[u16; 2]]) -> Vec<Look> {
    let count = looks_needed(triangles.iter().map(|triangle| triangle.sector));
    let mut around = vec![Vec::new(); count];
    for &[a, b] in neighbours {
        for (own, other) in [(a, b), (b, a)] {
            if let Some(around) = around.get_mut(usize::from(own)) {
                around.push(usize::from(other));
            }
        }
    }
    let mut colors: Vec<Option<usize>> = vec![None; count];
    let mut uses = [0u32; SECTORS.len()];
    for (sector, around) in around.iter().enumerate() {
        // Of the colours that the fewest neighbours have, the one that is used least.
        let met =
            |color: usize| around.iter().filter(|&&other| colors.get(other) == Some(&Some(color))).count();
        let best = (0..SECTORS.len()).min_by_key(|&color| (met(color), uses[color])).unwrap_or_default();
        uses[best] += 1;
        if let Some(color) = colors.get_mut(sector) {
            *color = Some(best);
        }
    }
    let color =
        |color: Option<usize>| color.and_then(|color| SECTORS.get(color)).copied().unwrap_or_default();
    colors.into_iter().map(|chosen| Look::new((color(chosen), 0.0))).collect()
}

/// Up to the highest index, and at least one.
fn looks_needed(indices: impl Iterator<Item = u16>) -> usize {
    usize::from(indices.max().unwrap_or_default()) + 1
}

/// By the words in a name, whatever its case.
fn seen(name: &str) -> Seen {
    let name = name.to_lowercase();
    WORDS.iter().find(|(word, _)| name.contains(word)).map_or(UNKNOWN, |&(_, seen)| seen)
}

/// The material of the largest area that looks up.
fn material_of_the_ground(positions: &[[f32; 3]], triangles: &[MeshTriangle], count: usize) -> Option<usize> {
    let mut areas = vec![0.0f64; count];
    for triangle in triangles {
        if let Some(area) = areas.get_mut(usize::from(triangle.material)) {
            *area += f64::from(normal::face(corners_of(positions, triangle)).y.max(0.0));
        }
    }
    let largest = (0..count).max_by(|&a, &b| areas[a].total_cmp(&areas[b]).then(b.cmp(&a)))?;
    (areas[largest] > 0.0).then_some(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [u32; 3], material: u16, sector: u16) -> MeshTriangle {
        MeshTriangle { corners, material, sector }
    }

    #[test]
    fn the_words_of_a_name_decide() {
        assert_eq!(seen(r"materials\Earth"), seen("soil_earth"));
        assert!(seen(r"materials\grass").1 > seen(r"materials\dirt").1);
        assert_ne!(seen(r"objects\metal_plate"), UNKNOWN);
        assert_eq!(seen(r"materials\tree_trunk"), seen("trunk"));
        assert_eq!(seen("default"), UNKNOWN);
    }

    #[test]
    fn without_names_most_of_the_ground_is_overgrown_and_walls_are_not() {
        let positions = [[0.0; 3], [0.0, 0.0, 9.0], [9.0, 0.0, 0.0], [0.0, 50.0, 0.0]];
        let triangles = [triangle([0, 1, 2], 2, 0), triangle([0, 1, 3], 1, 0), triangle([0, 2, 1], 0, 0)];
        let looks = material_looks(&positions, &triangles, None);
        assert_eq!(looks.len(), 3);
        assert!(looks[2].growth > 0.5 && looks[0].growth == 0.0 && looks[1].growth == 0.0);
        assert_ne!(looks[0].color, looks[1].color);
    }

    #[test]
    fn neighbouring_sectors_differ() {
        let triangles: Vec<_> = (0..40).map(|sector| triangle([0; 3], 0, sector)).collect();
        let neighbours: Vec<_> = (0..40u16)
            .flat_map(|a| [a + 1, a + 7, a + 12].map(|b| [a, b]))
            .filter(|&[_, b]| b < 40)
            .collect();
        let looks = sector_looks(&triangles, &neighbours);
        assert_eq!(looks.len(), 40);
        for [a, b] in neighbours {
            assert_ne!(looks[usize::from(a)], looks[usize::from(b)], "{a} and {b}");
        }
    }

    #[test]
    fn a_mesh_without_triangles_has_a_look() {
        assert_eq!(material_looks(&[], &[], None).len(), 1);
        assert_eq!(sector_looks(&[], &[]).len(), 1);
    }
}
