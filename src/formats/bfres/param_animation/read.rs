//! Reads animations of shader parameters, in the layout since version 3.4: that of public readers, no real file with one
//! was seen.

use super::super::Version;
use super::super::curve::{self, Curve};
use super::super::read::Place;
use super::super::{timeline, user_data};
use super::{AnimatedParam, Constant, MaterialParams, ParamAnimation, ParamGroup};
use crate::formats::bytes::{Result, Warnings};

/// First bytes of an animation, and of the model that it may be bound to.
const MAGIC: &[u8; 4] = b"FSHU";
const MODEL_MAGIC: &[u8; 4] = b"FMDL";

/// Bytes of what it does to a material, of a parameter, and of a constant.
const MATERIAL: u64 = 0x20;
const PARAM: u64 = 0x10;
const CONSTANT: u64 = 8;

/// A material that isn't bound.
const UNBOUND: u16 = 0xffff;

/// Reads the animation at `place`; `None`, with a warning, before version 3.4.
///
/// # Errors
/// When it is damaged.
pub(in super::super) fn read(
    mut place: Place<'_, '_>,
    group: ParamGroup,
    warnings: &mut Warnings,
) -> Result<Option<ParamAnimation>> {
    let start = place;
    let magic: [u8; 4] = place.array("param_animation")?;
    if &magic != MAGIC {
        return Err(start.error("param_animation", magic.escape_ascii(), MAGIC.escape_ascii()));
    }
    let name = place.name("param_animation.name")?;
    let version = place.file.version;
    if version < Version::V3_4 {
        warnings.add("old-param-animation", "param_animation", start.at, || {
            format!(
                "{name:?} is an animation of version {version}, which is left out: they are read since 3.4"
            )
        });
        return Ok(None);
    }
    let path = place.name("param_animation.path")?;
    let flags = place.u32("flags")?;
    let last_frame = place.i32("last_frame")?;
    timeline::warn_of_last_frame(&name, last_frame, start, warnings);
    let material_count = place.u16("materials")?;
    place.u16("user_data")?; // Their number, which their group has as well.
    place.u32("params")?;
    place.u32("curves")?;
    let baked_size = place.u32("baked_size")?;
    let bound_model = match place.offset("bound_model")? {
        Some(mut model) => match model.array("bound_model")? {
            found if &found == MODEL_MAGIC => Some(model.name("bound_model")?),
            _ => None,
        },
        None => None,
    };
    let bind_indices = place.offset("bind_indices")?;
    let materials = place.offset("materials")?;
    let user_data = match place.offset("user_data")? {
        Some(place) => user_data::read_dict(place, "param_animation.user_data", warnings)?,
        None => Vec::new(),
    };
    let materials = match (material_count, materials) {
        (0, _) => Vec::new(),
        (count, Some(place)) => read_materials(place, count, bind_indices)?,
        (count, None) => {
            return Err(start.error(
                "materials",
                format!("{count} of them and no offset"),
                "an offset to them",
            ));
        }
    };
    Ok(Some(ParamAnimation {
        group,
        name,
        path,
        flags,
        last_frame,
        baked_size,
        bound_model,
        materials,
        user_data,
    }))
}

fn read_materials(
    place: Place<'_, '_>,
    count: u16,
    mut bind_indices: Option<Place<'_, '_>>,
) -> Result<Vec<MaterialParams>> {
    place.items("materials", count.into(), MATERIAL)?;
    if let Some(place) = bind_indices {
        place.items("bind_indices", count.into(), 2)?;
    }
    let mut materials = Vec::with_capacity(count.into());
    for index in 0..u64::from(count) {
        let bind_index = match &mut bind_indices {
            Some(place) => place.u16("bind_indices")?,
            None => UNBOUND,
        };
        let (material, params) = read_material(place.plus(index * MATERIAL))?;
        let bind_index = (bind_index != UNBOUND).then_some(bind_index);
        materials.push(MaterialParams { material, bind_index, params });
    }
    Ok(materials)
}

fn read_material(mut place: Place<'_, '_>) -> Result<(String, Vec<AnimatedParam>)> {
    let start = place;
    let param_count = place.u16("material.params")?;
    let curve_count = place.u16("material.curves")?;
    let constant_count = place.u16("material.constants")?;
    place.u16("material.unused")?;
    place.u32("material.first_curve")?; // Running totals of the materials before.
    place.u32("material.first_param")?;
    let name = place.name("material.name")?;
    let params = place.offset("material.params")?;
    let curves = place.offset("material.curves")?;
    let constants = place.offset("material.constants")?;
    let missing = |field| start.error(field, "an offset of 0", "one to what must be there");
    let curves = match (curve_count, curves) {
        (0, _) => Vec::new(),
        (count, Some(place)) => curve::read_all(place, count, true)?,
        (_, None) => return Err(missing("material.curves")),
    };
    let constants = match (constant_count, constants) {
        (0, _) => Vec::new(),
        (count, Some(place)) => read_constants(place, count)?,
        (_, None) => return Err(missing("material.constants")),
    };
    let params = match (param_count, params) {
        (0, _) => Vec::new(),
        (count, Some(place)) => {
            place.items("material.params", count.into(), PARAM)?;
            let each = 0..u64::from(count);
            each.map(|index| read_param(place.plus(index * PARAM), &curves, &constants))
                .collect::<Result<_>>()?
        }
        (_, None) => return Err(missing("material.params")),
    };
    Ok((name, params))
}

fn read_constants(mut place: Place<'_, '_>, count: u16) -> Result<Vec<Constant>> {
    place.items("material.constants", count.into(), CONSTANT)?;
    (0..count)
        .map(|_| Ok(Constant { target: place.u32("constant.target")?, bits: place.u32("constant.bits")? }))
        .collect()
}

fn read_param(mut place: Place<'_, '_>, curves: &[Curve], constants: &[Constant]) -> Result<AnimatedParam> {
    let start = place;
    let first_curve = place.u16("param.first_curve")?;
    let floats = place.u16("param.float_curves")?;
    let wholes = place.u16("param.int_curves")?;
    let first_constant = place.u16("param.first_constant")?;
    let constant_count = place.u16("param.constants")?;
    let sub_bind = place.u16("param.sub_bind")?;
    let name = place.name("param.name")?;
    let curves = part(start, "param.curves", curves, first_curve, u32::from(floats) + u32::from(wholes))?;
    // Parameters may name the same curves, so a small file could ask for many copies.
    let numbers: usize = curves.iter().map(Curve::stored_numbers).sum();
    start.pay("param.curves", 0x24 * curves.len() as u64 + 4 * numbers as u64)?;
    let constants = part(start, "param.constants", constants, first_constant, constant_count.into())?;
    start.pay("param.constants", CONSTANT * constants.len() as u64)?;
    Ok(AnimatedParam { name, sub_bind, curves: curves.to_vec(), constants: constants.to_vec() })
}

/// `count` items of a material from `first` on.
fn part<'i, T>(
    place: Place<'_, '_>,
    field: &'static str,
    items: &'i [T],
    first: u16,
    count: u32,
) -> Result<&'i [T]> {
    let range = usize::from(first)..usize::from(first).saturating_add(count as usize);
    items.get(range).ok_or_else(|| {
        place.error(
            field,
            format!("{count} from {first} on"),
            format!("at most the {} of the material", items.len()),
        )
    })
}
