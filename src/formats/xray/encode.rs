//! Writes `level.details` (v2, v3, v4) and `.dm`: decoding what this writes gives the same values back, and
//! encoding what was decoded from a sound file gives the same bytes.

use super::chunk::HEADER_LEN;
use super::details::{self, Details};
use super::dm::DetailModel;
use super::slot::{Layout, Part, Slot, SlotBounds, SlotLight};

/// Why values have no place in the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {found} cannot be written, expected {expected}")]
pub struct EncodeError {
    /// The field's name in the terms of the public API, such as `slots[3].parts[1].model`.
    pub field: String,
    /// The value.
    pub found: String,
    /// What the file has room for.
    pub expected: String,
}

pub(super) fn error(field: impl Into<String>, found: impl ToString, expected: impl ToString) -> EncodeError {
    EncodeError { field: field.into(), found: found.to_string(), expected: expected.to_string() }
}

/// Encodes a `level.details` of the version that it names, with the chunks in the order of real files of that
/// version.
///
/// # Errors
/// When the version is unknown, the slots don't fill the grid, a slot's bounds, light, ids or densities are not of
/// this version or don't fit, or a model can't be written.
pub fn encode_details(details: &Details) -> Result<Vec<u8>, EncodeError> {
    let Some(layout) = Layout::of(details.version) else {
        return Err(error("version", details.version, "2, 3 or 4"));
    };
    let most = usize::from(layout.empty_id());
    if details.models.len() > most {
        return Err(error("models", details.models.len(), format!("at most {most}")));
    }
    let [width, height] = details.size;
    if details.slots.is_empty() || details.slots.len() as u64 != u64::from(width) * u64::from(height) {
        let expected = format!("{width} x {height}, at least one");
        return Err(error("slots", format!("{} slots", details.slots.len()), expected));
    }

    let mut header = Vec::with_capacity(details::HEADER_LEN);
    header.extend(details.version.to_le_bytes());
    header.extend((details.models.len() as u32).to_le_bytes()); // At most 16,383.
    header.extend(details.offset.iter().flat_map(|offset| offset.to_le_bytes()));
    header.extend(details.size.iter().flat_map(|size| size.to_le_bytes()));

    let mut models = Vec::new();
    for (index, model) in (0..).zip(&details.models) {
        let model = encode_dm(model).map_err(|mut error| {
            error.field = format!("models[{index}].{}", error.field);
            error
        })?;
        push_chunk(&mut models, index, &model)?;
    }

    let mut slots = Vec::with_capacity(details.slots.len() * layout.len());
    for (index, slot) in details.slots.iter().enumerate() {
        encode_slot(slot, layout, &mut slots).map_err(|mut error| {
            error.field = format!("slots[{index}].{}", error.field);
            error
        })?;
    }

    let header = (details::HEADER_ID, header);
    let models = (details::MODELS_ID, models);
    let slots = (details::SLOTS_ID, slots);
    let chunks = match layout {
        Layout::V2 => [header, models, slots],
        Layout::V3 | Layout::V4 => [models, slots, header],
    };
    let len = chunks.iter().map(|(_, body)| HEADER_LEN + body.len()).sum();
    let mut file = Vec::with_capacity(len);
    for (id, body) in &chunks {
        push_chunk(&mut file, *id, body)?;
    }
    Ok(file)
}

/// Encodes a lone `.dm`, which is also the payload of a model's chunk.
///
/// # Errors
/// When a text has a NUL or a character that windows-1251 lacks, a number is not finite, the indices are no whole
/// triangles or lie beyond the vertices, there are more than fit, or the decoder left triangles out.
pub fn encode_dm(model: &DetailModel) -> Result<Vec<u8>, EncodeError> {
    if model.dropped_triangles > 0 {
        let expected = "none: their indices are gone, and the file would not be the same";
        return Err(error("dropped_triangles", model.dropped_triangles, expected));
    }
    let mut bytes = Vec::new();
    push_text(&mut bytes, "shader", &model.shader)?;
    push_text(&mut bytes, "texture", &model.texture)?;
    bytes.extend(model.flags.to_le_bytes());
    push_finite(&mut bytes, || "min_scale".into(), model.min_scale)?;
    push_finite(&mut bytes, || "max_scale".into(), model.max_scale)?;
    let count = |field: &str, len: usize| {
        u32::try_from(len).map_err(|_| error(field, format!("{len} of them"), "at most 2^32 - 1"))
    };
    bytes.extend(count("vertices", model.vertices.len())?.to_le_bytes());
    bytes.extend(count("indices", model.indices.len())?.to_le_bytes());
    for (index, vertex) in model.vertices.iter().enumerate() {
        for value in vertex.position.into_iter().chain(vertex.uv) {
            push_finite(&mut bytes, || format!("vertices[{index}]"), value)?;
        }
    }
    if !model.indices.len().is_multiple_of(3) {
        return Err(error("indices", format!("{} indices", model.indices.len()), "a multiple of 3"));
    }
    for (position, &index) in model.indices.iter().enumerate() {
        if usize::from(index) >= model.vertices.len() {
            let expected = format!("less than the vertex count, {}", model.vertices.len());
            return Err(error(format!("indices[{position}]"), index, expected));
        }
        bytes.extend(index.to_le_bytes());
    }
    Ok(bytes)
}

pub(super) fn push_chunk(bytes: &mut Vec<u8>, id: u32, body: &[u8]) -> Result<(), EncodeError> {
    let Ok(size) = u32::try_from(body.len()) else {
        return Err(error(format!("chunk {id}"), format!("{} bytes", body.len()), "less than 4 GiB"));
    };
    bytes.extend(id.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(body);
    Ok(())
}

pub(super) fn push_text(bytes: &mut Vec<u8>, field: &str, text: &str) -> Result<(), EncodeError> {
    let (encoded, _, unmappable) = encoding_rs::WINDOWS_1251.encode(text);
    if unmappable || text.contains('\0') {
        return Err(error(field, format!("{text:?}"), "windows-1251 without a NUL"));
    }
    bytes.extend(&*encoded);
    bytes.push(0);
    Ok(())
}

fn push_finite(bytes: &mut Vec<u8>, field: impl Fn() -> String, value: f32) -> Result<(), EncodeError> {
    if !value.is_finite() {
        return Err(error(field(), value, "a finite number"));
    }
    bytes.extend(value.to_le_bytes());
    Ok(())
}

fn encode_slot(slot: &Slot, layout: Layout, bytes: &mut Vec<u8>) -> Result<(), EncodeError> {
    let mut ids = [0_u16; 4];
    let mut palettes = [0_u16; 4];
    let places = ids.iter_mut().zip(&mut palettes);
    for (index, (part, (id, palette))) in slot.parts.iter().zip(places).enumerate() {
        let field = |name| format!("parts[{index}].{name}");
        *id = part_id(part, layout)
            .map_err(|found| error(field("model"), found, format!("less than {}", layout.empty_id())))?;
        *palette = pack(&part.density).map_err(|found| error(field("density"), found, "0 to 15"))?;
    }
    match (layout, slot.bounds, slot.light) {
        (Layout::V2, SlotBounds::Absolute { bottom, top }, SlotLight::Corners(corners)) => {
            bytes.extend(bottom.to_le_bytes());
            bytes.extend(top.to_le_bytes());
            for (id, palette) in ids.into_iter().zip(palettes) {
                bytes.push(id as u8); // Checked against the empty id, 255.
                bytes.extend(palette.to_le_bytes());
            }
            bytes.extend(pack(&corners).map_err(|found| error("light", found, "0 to 15"))?.to_le_bytes());
        }
        (
            Layout::V3 | Layout::V4,
            SlotBounds::Quantised { base, height },
            SlotLight::Baked { sun, hemi, rgb },
        ) => {
            if base > 0xfff {
                return Err(error("bounds", base, "a base of 0 to 4095"));
            }
            let light = [sun, hemi, rgb[0], rgb[1], rgb[2]];
            if let Some(found) = light.iter().find(|&&light| light > 15) {
                return Err(error("light", found, "0 to 15"));
            }
            let [sun, hemi, r, g, b] = light.map(u32::from);
            let [id0, id1, id2, id3] = ids.map(u32::from);
            let bounds = u32::from(base) | u32::from(height) << 12;
            let words: &[u32] = match layout {
                Layout::V4 => &[
                    id0 | id1 << 14 | sun << 28,
                    id2 | id3 << 14 | hemi << 28,
                    bounds | r << 20 | g << 24 | b << 28,
                ],
                _ => &[
                    bounds | id0 << 20 | id1 << 26,
                    id2 | id3 << 6 | sun << 12 | hemi << 16 | r << 20 | g << 24 | b << 28,
                ],
            };
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            bytes.extend(palettes.iter().flat_map(|palette| palette.to_le_bytes()));
        }
        (Layout::V2, ..) => {
            let found = format!("{:?} and {:?}", slot.bounds, slot.light);
            return Err(error("bounds", found, "absolute bounds and grey corners, as v2 has them"));
        }
        (Layout::V3 | Layout::V4, ..) => {
            let found = format!("{:?} and {:?}", slot.bounds, slot.light);
            return Err(error("bounds", found, "quantised bounds and baked light, as v3 and v4 have them"));
        }
    }
    Ok(())
}

fn part_id(part: &Part, layout: Layout) -> Result<u16, u16> {
    match part.model {
        None => Ok(layout.empty_id()),
        Some(id) if id < layout.empty_id() => Ok(id),
        Some(id) => Err(id),
    }
}

/// Four nibbles from the low bits on; the first that is none is the error.
fn pack(nibbles: &[u8; 4]) -> Result<u16, u8> {
    match nibbles.iter().find(|&&nibble| nibble > 15) {
        Some(&nibble) => Err(nibble),
        None => Ok(nibbles.iter().rev().fold(0, |bits, &nibble| bits << 4 | u16::from(nibble))),
    }
}
