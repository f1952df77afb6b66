//! Two Wii U files, or two archives of them.

use super::parts::{self, PartChange, differing};
use super::{Comparison, Fields, Kind};
use crate::formats::bfres::{Bfres, GROUP_NAMES, Model, ParamAnimation, Texture, TexturePattern};

/// Compares the files of two archives by their names; two lone files whatever theirs are.
pub fn files(old: &[Bfres], new: &[Bfres]) -> Comparison {
    let mut found = Comparison::new(Kind::WiiU);
    let mut fields = Fields::default();
    if let ([old], [new]) = (old, new) {
        fields.compare("name", &old.name, &new.name);
        file(old, new, "", &mut fields, &mut found.parts);
    } else {
        let name = |file: &Bfres| file.name.clone();
        found.parts = parts::compare("files", [old, new], name, |_, _| Vec::new());
        for file_of_new in new {
            if let Some(file_of_old) = old.iter().find(|file| file.name == file_of_new.name) {
                let prefix = format!("{}/", file_of_new.name);
                file(file_of_old, file_of_new, &prefix, &mut fields, &mut found.parts);
            }
        }
    }
    found.fields = fields.list;
    found
}

/// Compares two files; names get `prefix`.
fn file(old: &Bfres, new: &Bfres, prefix: &str, fields: &mut Fields, changes: &mut Vec<PartChange>) {
    let field = |name: &str| format!("{prefix}{name}");
    fields.compare(field("version"), old.version, new.version);
    for (group, (one, other)) in GROUP_NAMES.iter().zip(old.unread.iter().zip(&new.unread)) {
        fields.compare(field(&format!("unread {group}")), one, other);
    }
    let named = |name: &str| format!("{prefix}{name}");
    changes.extend(parts::compare("models", [&old.models, &new.models], |it| named(&it.name), of_models));
    changes.extend(parts::compare(
        "textures",
        [&old.textures, &new.textures],
        |it| named(&it.name),
        of_textures,
    ));
    changes.extend(parts::compare(
        "texture-patterns",
        [&old.texture_patterns, &new.texture_patterns],
        |it| named(&it.name),
        of_patterns,
    ));
    changes.extend(parts::compare(
        "parameter-animations",
        [&old.param_animations, &new.param_animations],
        |it| named(&it.name),
        of_animations,
    ));
}

fn of_models(old: &Model, new: &Model) -> Vec<&'static str> {
    differing(&[
        ("path", old.path == new.path),
        ("skeleton", is_same(&old.skeleton, &new.skeleton)),
        ("vertices", is_same(&old.vertex_buffers, &new.vertex_buffers)),
        ("shapes", is_same(&old.shapes, &new.shapes)),
        ("materials", is_same(&old.materials, &new.materials)),
        ("user-data", is_same(&old.user_data, &new.user_data)),
    ])
}

fn of_textures(old: &Texture, new: &Texture) -> Vec<&'static str> {
    let size = |texture: &Texture| [texture.width, texture.height, texture.depth];
    let layout = |texture: &Texture| {
        let Texture { dim, aa, usage, tile_mode, swizzle, alignment, pitch, array_len, .. } = texture;
        ([*dim, *aa, *usage, *tile_mode, *swizzle, *alignment, *pitch], *array_len)
    };
    let view = |texture: &Texture| (texture.view, texture.registers, texture.mip_offsets);
    differing(&[
        ("path", old.path == new.path),
        ("size", size(old) == size(new)),
        ("levels", old.mip_count == new.mip_count),
        ("format", old.format == new.format),
        ("channels", old.channels == new.channels),
        ("layout", layout(old) == layout(new)),
        ("view", view(old) == view(new)),
        ("pixels", old.data == new.data && old.mips == new.mips),
        ("user-data", is_same(&old.user_data, &new.user_data)),
    ])
}

fn of_patterns(old: &TexturePattern, new: &TexturePattern) -> Vec<&'static str> {
    differing(&[
        ("path", old.path == new.path),
        ("flags", old.flags == new.flags),
        ("frames", old.last_frame == new.last_frame),
        ("binding", (&old.bound_model, old.baked_size) == (&new.bound_model, new.baked_size)),
        ("textures", old.textures == new.textures),
        ("tracks", is_same(&old.materials, &new.materials)),
        ("user-data", is_same(&old.user_data, &new.user_data)),
    ])
}

fn of_animations(old: &ParamAnimation, new: &ParamAnimation) -> Vec<&'static str> {
    differing(&[
        ("path", old.path == new.path),
        ("group", old.group == new.group),
        ("flags", old.flags == new.flags),
        ("frames", old.last_frame == new.last_frame),
        ("binding", (&old.bound_model, old.baked_size) == (&new.bound_model, new.baked_size)),
        ("tracks", is_same(&old.materials, &new.materials)),
        ("user-data", is_same(&old.user_data, &new.user_data)),
    ])
}

/// Equal, or written the same way: a NaN is no change of itself.
fn is_same<T: PartialEq + std::fmt::Debug>(old: &T, new: &T) -> bool {
    old == new || format!("{old:?}") == format!("{new:?}")
}
