//! The texture of a level's plants.

use std::path::Path;

use ddsfile::Dds;

use super::places::Places;
use super::{Aside, Place, Report, decoded};
use crate::formats::OpenErrorKind;
use crate::formats::file::FileBytes;
use crate::formats::xray::Details;
use crate::scene::beside;
use crate::scene::clutter::{self, Atlas};

/// What models of a level name as their texture.
const TEXTURE: &str = "build_details";

/// Looks at the texture beside the details at `path`, if their models use it: what is wrong in it is a finding of its
/// own file, and only that there is none is one of the level.
pub(super) fn check(path: &Path, details: &Details, report: &mut Report, aside: &mut Aside) {
    // Levels of version 2 may give each model a texture of its own.
    let named = |texture: &str| texture.to_ascii_lowercase().ends_with(TEXTURE);
    if details.version == 2 && !details.models.iter().any(|model| named(&model.texture)) {
        return;
    }
    let Some(texture) = beside::find_texture(path) else {
        return report.add("missing-texture", Places::once(Place::default()));
    };
    let read = FileBytes::read(&texture).map_err(OpenErrorKind::from).and_then(|file| {
        let atlas = clutter::decode_atlas(file.bytes())?;
        Ok((file, atlas))
    });
    aside.reports.push(match read {
        Ok((file, atlas)) => judge(&texture, &file, &atlas),
        Err(error) => decoded::broken("broken-texture", &texture, &error),
    });
}

/// What is odd about a texture that can be read.
fn judge(path: &Path, file: &FileBytes, atlas: &Atlas) -> Report {
    let mut report = Report::of(path);
    let place = |detail: String| Places::once(Place { detail, ..Place::default() });
    let [width, height] = atlas.size;
    let size = format!("{width} x {height} pixels");
    if !width.is_power_of_two() || !height.is_power_of_two() {
        report.add("texture-size", place(size.clone()));
    }
    // The level editor makes atlases up to four times as high as wide.
    if width.max(height) / width.min(height).max(1) > 4 {
        report.add("texture-shape", place(size));
    }
    // The decoder makes the levels that a file lacks: what the file has, its header tells.
    if let Ok(header) = Dds::read(file.bytes()) {
        let claimed = header.get_num_mipmap_levels();
        let first = header.get_main_texture_size().unwrap_or(0) as usize;
        if claimed <= 1 && width.max(height) > 1 {
            report.add("texture-without-mips", place(String::new()));
        } else if claimed > 1 && (atlas.levels.len() < claimed as usize || header.data.len() < first / 4 * 5)
        {
            report.add("texture-cut-mips", place(format!("{claimed} levels in its header")));
        }
    }
    let alphas = || atlas.levels.iter().take(1).flat_map(|level| level.as_chunks::<4>().0).map(|&[.., a]| a);
    if alphas().all(|alpha| alpha == 255) {
        report.add("texture-without-alpha", place(String::new()));
    } else if alphas().all(|alpha| alpha == 0) {
        report.add("texture-all-clear", place(String::new()));
    }
    report
}
