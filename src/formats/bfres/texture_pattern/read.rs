//! Reads texture patterns.
//!
//! The header has 0x38 bytes in both of its layouts: since version 3.4 it has a number of user data and frames of 32 bits.
//! The longer one was read in two real files, the other one is that of public readers.

use super::super::curve::{self, Curve, Value};
use super::super::read::Place;
use super::super::user_data;
use super::super::{Version, dict, timeline};
use super::{MaterialPattern, SamplerPattern, TexturePattern};
use crate::formats::bytes::{Result, Warnings};

/// First bytes of a pattern, and of the model that it may be bound to.
const MAGIC: &[u8; 4] = b"FTXP";
const MODEL_MAGIC: &[u8; 4] = b"FMDL";

/// Bytes of what it does to a material, of a sampler, and of a texture's name with the offset to the texture.
const MATERIAL: u64 = 0x1c;
const SAMPLER: u64 = 8;
const TEXTURE: u64 = 8;

/// A material that isn't bound.
const UNBOUND: u16 = 0xffff;

struct Header<'f, 'a> {
    flags: u16,
    last_frame: i32,
    texture_count: u16,
    material_count: u16,
    /// Samplers and curves of all materials.
    totals: [u32; 2],
    baked_size: u32,
    model: Option<Place<'f, 'a>>,
    bind_indices: Option<Place<'f, 'a>>,
    materials: Option<Place<'f, 'a>>,
    textures: Option<Place<'f, 'a>>,
    user_data: Option<Place<'f, 'a>>,
}

/// Reads the pattern at `place`.
///
/// # Errors
/// When it is damaged. A value that means no texture is a warning.
pub(in super::super) fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<TexturePattern> {
    let start = place;
    let magic: [u8; 4] = place.array("texture_pattern")?;
    if &magic != MAGIC {
        return Err(start.error("texture_pattern", magic.escape_ascii(), MAGIC.escape_ascii()));
    }
    let name = place.name("texture_pattern.name")?;
    let path = place.name("texture_pattern.path")?;
    let (header, new) = read_header(place)?;
    timeline::warn_of_last_frame(&name, header.last_frame, start, warnings);
    let textures = match header.textures {
        Some(place) => read_textures(place, header.texture_count)?,
        None => Vec::new(),
    };
    let mut pattern = TexturePattern {
        name,
        path,
        flags: header.flags,
        last_frame: header.last_frame,
        baked_size: header.baked_size,
        bound_model: header.model.map(|place| bound_model(place, warnings)).transpose()?.flatten(),
        textures,
        materials: Vec::new(),
        user_data: match header.user_data {
            Some(place) => user_data::read_dict(place, "texture_pattern.user_data", warnings)?,
            None => Vec::new(),
        },
    };
    let Some(place) = header.materials else {
        return match header.material_count {
            0 => Ok(pattern),
            count => {
                Err(start.error("materials", format!("{count} of them and no offset"), "an offset to them"))
            }
        };
    };
    let count = place.items("materials", header.material_count.into(), MATERIAL)?;
    if let Some(place) = header.bind_indices {
        place.items("bind_indices", count as u64, 2)?;
    }
    let mut bind_indices = header.bind_indices;
    for index in 0..count as u64 {
        let bind_index = match &mut bind_indices {
            Some(place) => place.u16("bind_indices")?,
            None => UNBOUND,
        };
        let place = place.plus(index * MATERIAL);
        let mut material = read_material(place, new)?;
        material.bind_index = (bind_index != UNBOUND).then_some(bind_index);
        warn_of_bad_indices(&pattern, &material, place, warnings);
        pattern.materials.push(material);
    }
    Ok(pattern)
}

/// Reads the header behind the two names, in the layout of the version, unless only the other one adds up: versions lie,
/// and parts that were exported alone may have none. Tells whether it is the one since 3.4.
fn read_header<'f, 'a>(place: Place<'f, 'a>) -> Result<(Header<'f, 'a>, bool)> {
    let new = place.file.version >= Version::V3_4;
    let header = read_layout(place, new)?;
    if !adds_up(&header)
        && let Ok(other) = read_layout(place, !new)
        && adds_up(&other)
    {
        return Ok((other, !new));
    }
    Ok((header, new))
}

fn read_layout<'f, 'a>(mut place: Place<'f, 'a>, new: bool) -> Result<Header<'f, 'a>> {
    let flags = place.u16("flags")?;
    let last_frame = match new {
        true => {
            place.u16("user_data")?; // Their number, which their group has as well.
            place.i32("last_frame")?
        }
        false => place.u16("last_frame")?.into(),
    };
    let texture_count = place.u16("textures")?;
    let material_count = place.u16("materials")?;
    let totals = [place.u32("samplers")?, place.u32("curves")?];
    let baked_size = place.u32("baked_size")?;
    if !new {
        place.u32("unused")?;
    }
    Ok(Header {
        flags,
        last_frame,
        texture_count,
        material_count,
        totals,
        baked_size,
        model: place.offset("bound_model")?,
        bind_indices: place.offset("bind_indices")?,
        materials: place.offset("materials")?,
        textures: place.offset("textures")?,
        user_data: place.offset("user_data")?,
    })
}

/// Whether the materials have as many samplers and curves as the header says.
fn adds_up(header: &Header<'_, '_>) -> bool {
    let mut sums = [0u32; 2];
    for index in 0..u64::from(header.material_count) {
        let Some(mut place) = header.materials.map(|place| place.plus(index * MATERIAL)) else {
            return false;
        };
        for sum in &mut sums {
            let Ok(count) = place.u16("materials") else { return false };
            *sum += u32::from(count);
        }
    }
    sums == header.totals
}

/// A group or an array of textures: the version doesn't tell which, as two public readers disagree.
fn read_textures(place: Place<'_, '_>, count: u16) -> Result<Vec<String>> {
    if dict::is_here(place, count.into()) {
        let entries = dict::read(place, "textures")?;
        return entries
            .into_iter()
            .map(|entry| match entry.data {
                Some(mut place) => place.name("textures.name"),
                None => Ok(entry.name),
            })
            .collect();
    }
    place.items("textures", count.into(), TEXTURE)?;
    // The offset to the texture itself is 0 where it is in another file; the name finds it in any.
    (0..u64::from(count)).map(|index| place.plus(index * TEXTURE).name("textures.name")).collect()
}

fn bound_model(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<Option<String>> {
    let start = place;
    let magic: [u8; 4] = place.array("bound_model")?;
    if &magic == MODEL_MAGIC {
        return place.name("bound_model").map(Some);
    }
    warnings.add("bad-bound-model", "bound_model", start.at, || {
        format!(
            "found {:?} where the pattern's model should be, which is left out",
            magic.escape_ascii().to_string()
        )
    });
    Ok(None)
}

fn read_material(mut place: Place<'_, '_>, new: bool) -> Result<MaterialPattern> {
    let start = place;
    let sampler_count = place.u16("material.samplers")?;
    let curve_count = place.u16("material.curves")?;
    place.u32("material.first_curve")?; // Running totals of the materials before.
    place.u32("material.first_sampler")?;
    let material = place.name("material.name")?;
    let samplers = place.offset("material.samplers")?;
    let curves = place.offset("material.curves")?;
    let bases = place.offset("material.base_values")?;
    let missing = |field| start.error(field, "an offset of 0", "one to what must be there");
    let curves = match (curve_count, curves) {
        (0, _) => Vec::new(),
        (count, Some(place)) => curve::read_all(place, count, new)?,
        (_, None) => return Err(missing("material.curves")),
    };
    let samplers = match (sampler_count, samplers, bases) {
        (0, ..) => Vec::new(),
        (count, Some(samplers), Some(bases)) => read_samplers(samplers, bases, count)?,
        (_, None, _) => return Err(missing("material.samplers")),
        (_, _, None) => return Err(missing("material.base_values")),
    };
    Ok(MaterialPattern { material, bind_index: None, samplers, curves })
}

fn read_samplers(place: Place<'_, '_>, mut bases: Place<'_, '_>, count: u16) -> Result<Vec<SamplerPattern>> {
    place.items("material.samplers", count.into(), SAMPLER)?;
    bases.items("material.base_values", count.into(), 2)?;
    let mut samplers = Vec::with_capacity(count.into());
    for index in 0..u64::from(count) {
        let mut place = place.plus(index * SAMPLER);
        let curve = u8::try_from(place.i8("sampler.curve")?).ok();
        let sub_bind = u8::try_from(place.i8("sampler.sub_bind")?).ok();
        place.u16("sampler.unused")?;
        let sampler = place.name("sampler.name")?;
        samplers.push(SamplerPattern { sampler, sub_bind, curve, base: bases.u16("material.base_values")? });
    }
    Ok(samplers)
}

/// Values that mean no texture, and curves that aren't there. What is told is what [`TexturePattern::texture_at`] does.
fn warn_of_bad_indices(
    pattern: &TexturePattern,
    material: &MaterialPattern,
    place: Place<'_, '_>,
    warnings: &mut Warnings,
) {
    let most = pattern.textures.len();
    // Once a curve, since all samplers may name the same.
    let bad: Vec<_> = material.curves.iter().map(|curve| bad_keys(pattern, curve)).collect();
    for SamplerPattern { sampler, curve, base, .. } in &material.samplers {
        let whose = || format!("the sampler {sampler:?} of the material {:?}", material.material);
        let good_base = usize::from(*base) < most;
        let bad = match curve.map(|index| (index, bad.get(usize::from(index)))) {
            Some((_, Some(&bad))) => bad,
            Some((index, None)) => {
                warnings.add("bad-curve-index", "sampler.curve", place.at, || {
                    format!(
                        "{} names curve {index} of {}; its base value is taken",
                        whose(),
                        material.curves.len()
                    )
                });
                None
            }
            None => None,
        };
        if let Some(BadKeys { count, first, after_good }) = bad {
            warnings.add_many("bad-texture-index", "sampler.texture", place.at, count, || {
                let instead = match (after_good, good_base) {
                    (true, _) => "the one before stays",
                    (false, true) => "its base value is taken",
                    (false, false) => KEEPS_OWN,
                };
                format!("{} shows texture {first} of {most}; {instead}", whose())
            });
        }
        // The base value counts where no key says anything.
        let needs_base = material.curves.get(curve.map_or(usize::MAX, usize::from)).is_none()
            || bad.is_some_and(|bad| !bad.after_good);
        if needs_base && !good_base {
            warnings.add("bad-texture-index", "sampler.base", place.at, || {
                format!("{} has the base value {base} of {most} textures; {KEEPS_OWN}", whose())
            });
        }
    }
}

/// What a sampler shows that a pattern has no texture for.
const KEEPS_OWN: &str = "it keeps the material's own texture";

/// Keys of a curve that mean no texture.
#[derive(Debug, Clone, Copy)]
struct BadKeys {
    count: u64,
    /// The value of the first of them.
    first: f64,
    /// Whether there is one before it that means a texture.
    after_good: bool,
}

/// `None` where all keys mean a texture.
fn bad_keys(pattern: &TexturePattern, curve: &Curve) -> Option<BadKeys> {
    let is_bad = |value: &Value| pattern.index(*value).is_none();
    let (at, first) = curve.key_values().enumerate().find(|(_, value)| is_bad(value))?;
    let count = curve.key_values().filter(is_bad).count() as u64;
    Some(BadKeys { count, first: first.number(), after_good: at > 0 })
}
