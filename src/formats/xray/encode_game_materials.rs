//! Writes a `gamemtl.xr`: decoding what this writes gives the same values back.

use super::encode::{EncodeError, push_chunk, push_text};
use super::game_materials::{
    FLAGS_ID, GameMaterials, MAIN_ID, MATERIALS_ID, NEXT_IDS_ID, PAIRS_ID, VERSION, VERSION_ID,
};

/// Encodes a `gamemtl.xr` of what [`GameMaterials`] holds: no pairs, and nothing of a material but id, name and flags.
///
/// # Errors
/// When a name has a NUL or a character that windows-1251 lacks, or the materials are more than fit.
pub fn encode_game_materials(list: &GameMaterials) -> Result<Vec<u8>, EncodeError> {
    let mut materials = Vec::new();
    for (index, material) in (0..).zip(&list.materials) {
        let mut main = material.id.to_le_bytes().to_vec();
        push_text(&mut main, "name", &material.name).map_err(|mut error| {
            error.field = format!("materials[{index}].{}", error.field);
            error
        })?;
        let mut body = Vec::new();
        push_chunk(&mut body, MAIN_ID, &main)?;
        push_chunk(&mut body, FLAGS_ID, &material.flags.to_le_bytes())?;
        push_chunk(&mut materials, index, &body)?;
    }
    let next_material =
        list.materials.iter().map(|material| material.id.saturating_add(1)).max().unwrap_or(0);
    let mut file = Vec::new();
    push_chunk(&mut file, VERSION_ID, &VERSION.to_le_bytes())?;
    push_chunk(&mut file, NEXT_IDS_ID, [next_material, 0].map(u32::to_le_bytes).as_flattened())?;
    push_chunk(&mut file, MATERIALS_ID, &materials)?;
    push_chunk(&mut file, PAIRS_ID, &[])?;
    Ok(file)
}
