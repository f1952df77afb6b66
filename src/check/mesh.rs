//! A collision mesh: the box in its header, and the materials that its triangles name.

use std::collections::BTreeMap;
use std::path::Path;

use super::places::Places;
use super::{Aside, Place, Report, Skipped, decoded};
use crate::formats::xray::{Cform, GameMaterial, GameMaterials, decode_game_materials};
use crate::scene::beside;

/// Metres by which the box in the header may be larger than that of the vertices. In real files they are equal.
const BOUNDS_SLACK: f32 = 0.1;

/// Looks at the mesh of `path`, and gives for each material whether it is passable: by the list that is `given`, else by
/// the one beside the mesh. Empty where there is none.
pub(super) fn check(
    path: &Path,
    mesh: &Cform,
    given: &[GameMaterials],
    report: &mut Report,
    aside: &mut Aside,
) -> Vec<bool> {
    bounds(mesh, report);
    let found;
    let list = match given {
        [first, ..] => first,
        [] => {
            found = materials_beside(path, aside);
            let Some(found) = &found else { return Vec::new() };
            found
        }
    };
    unknown_materials(mesh, list, report);
    list.materials.iter().map(GameMaterial::passable).collect()
}

/// The decoder tells where vertices lie outside of the box; a box that is too large loses nothing but its meaning.
fn bounds(mesh: &Cform, report: &mut Report) {
    let [low, high] = mesh.bounds;
    let Some([lowest, highest]) = mesh.extent() else { return };
    let larger = |(inner, outer): (f32, f32)| inner - outer > BOUNDS_SLACK;
    let is_larger = lowest.into_iter().zip(low).any(larger) || high.into_iter().zip(highest).any(larger);
    if !is_larger || mesh.warnings.iter().any(|warning| warning.kind == "bounds") {
        return;
    }
    let detail = format!("found {low:?} to {high:?}, the vertices take {lowest:?} to {highest:?}");
    report.add(
        "bounds",
        Places::once(Place { field: Some("header.bounds".into()), detail, ..Place::default() }),
    );
}

fn materials_beside(path: &Path, aside: &mut Aside) -> Option<GameMaterials> {
    let Some(found) = beside::find_materials(path) else {
        let why = format!("there is no gamemtl.xr beside {} or two folders up", path.display());
        aside.skipped.push(Skipped { what: "the materials of the collision mesh", why });
        return None;
    };
    match beside::read(&found, decode_game_materials) {
        Ok(list) => {
            let mut report = Report::of(&found);
            decoded::warnings(&list.warnings, &mut report);
            aside.reports.push(report);
            Some(list)
        }
        Err(error) => {
            aside.reports.push(decoded::broken("broken-game-materials", &found, &error));
            None
        }
    }
}

/// One place a material, in the order of the numbers. An empty list is a finding of its own.
fn unknown_materials(mesh: &Cform, list: &GameMaterials, report: &mut Report) {
    let known = list.materials.len();
    if known == 0 {
        return;
    }
    let mut uses: BTreeMap<usize, u64> = BTreeMap::new();
    for material in mesh.triangles.iter().map(|triangle| triangle.material as usize) {
        if material >= known {
            *uses.entry(material).or_default() += 1;
        }
    }
    let mut unknown = Places::default();
    for (material, triangles) in uses {
        let detail = format!("{triangles} triangles name it, the list has {known} materials");
        unknown.add(|| Place { material: Some(material), detail, ..Place::default() });
    }
    report.add("mesh-material-out-of-range", unknown);
}
