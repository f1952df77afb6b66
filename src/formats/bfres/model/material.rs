//! Materials (FMAT): textures, how they are looked up, and what the shader is told.

use super::super::encode::{EncodeError, count16};
use super::super::read::Place;
use super::super::write::{Field, Writer};
use super::super::{UserData, UserValues, Version, dict, user_data};
use super::render_state::{self, Compare, RenderState};
use super::shader::{self, ShaderAssign, ShaderParam};
use super::vertex::count8;
use crate::formats::bytes::{FormatError, Result, Warnings};

/// What shapes are made of (FMAT).
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// All bits of the flags: bit 0 says that it is visible.
    pub flags: u32,
    /// Sampler i shows texture i.
    pub samplers: Vec<Sampler>,
    /// The texture of each sampler, by name: it may be in another file.
    pub textures: Vec<String>,
    /// Blending, depth, culling, alpha test.
    pub render_state: RenderState,
    /// Parameters of the shader.
    pub params: Vec<ShaderParam>,
    /// Their values.
    pub param_data: Vec<u8>,
    /// Values for the game's renderer.
    pub render_info: Vec<UserData>,
    /// The shader that the game draws it with.
    pub shader: ShaderAssign,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

/// How a texture is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampler {
    /// `_a0` albedo, `_n0` normal, `_s0` specular, `_e0` emission, `_b0` and `_b1` baked light, ...
    pub name: String,
    /// Three registers of the GPU: wrapping, filters, levels of detail.
    pub registers: [u32; 3],
}

/// What a texture is outside of its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureWrap {
    /// It begins again.
    Repeat,
    /// It runs back.
    Mirror,
    /// It stays as at its edge.
    Clamp,
}

const VISIBLE: u32 = 1;

impl Sampler {
    /// A sampler that repeats its texture and filters it in all directions.
    pub fn repeating(name: &str) -> Self {
        // Linear over x and y, when it is large (bit 9) and small (12), and between levels (17); then levels 0 to 13.
        Self { name: name.to_owned(), registers: [1 << 9 | 1 << 12 | 2 << 17, (13 << 6) << 10, 1 << 31] }
    }

    /// What the texture is outside of its edges, in x and in y.
    ///
    /// Modes 3, 5 and 7 mirror once and then stay at their edge or its border. They are shown as mirrors, which is the
    /// same from -1 to 1 only: the adapters that must do have no such mode. Borders (6) are shown as edges.
    pub fn wrap(&self) -> [TextureWrap; 2] {
        [0, 3].map(|shift| match self.registers[0] >> shift & 7 {
            0 => TextureWrap::Repeat,
            1 | 3 | 5 | 7 => TextureWrap::Mirror,
            _ => TextureWrap::Clamp,
        })
    }
}

impl Material {
    /// An opaque material with a texture for each sampler, by names, which its games' shader is not named for.
    pub fn plain(name: &str, textures: &[(&str, &str)]) -> Self {
        Self {
            name: name.to_owned(),
            flags: VISIBLE,
            samplers: textures.iter().map(|(sampler, _)| Sampler::repeating(sampler)).collect(),
            textures: textures.iter().map(|&(_, texture)| texture.to_owned()).collect(),
            render_state: RenderState::opaque(),
            params: Vec::new(),
            param_data: Vec::new(),
            render_info: Vec::new(),
            shader: ShaderAssign::default(),
            user_data: Vec::new(),
        }
    }

    /// Whether it is drawn at all.
    pub fn is_visible(&self) -> bool {
        self.flags & VISIBLE != 0
    }

    /// Index of the sampler of that name.
    pub fn sampler_index(&self, sampler: &str) -> Option<usize> {
        self.samplers.iter().position(|own| own.name == sampler)
    }

    /// The value of a parameter, big-endian; `None` where it isn't there or not whole.
    pub fn param(&self, name: &str) -> Option<&[u8]> {
        let param = self.params.iter().find(|param| param.name == name)?;
        let start = usize::from(param.offset);
        self.param_data.get(start..start + usize::from(param.size))
    }

    /// See [`RenderState::alpha_test`].
    pub fn alpha_test(&self) -> Option<(Compare, f32)> {
        self.render_state.alpha_test()
    }

    /// See [`RenderState::is_translucent`].
    pub fn is_translucent(&self) -> bool {
        self.render_state.is_translucent()
    }

    /// See [`RenderState::culls_back`].
    pub fn culls_back(&self) -> bool {
        self.render_state.culls_back()
    }

    /// See [`RenderState::culls_front`].
    pub fn culls_front(&self) -> bool {
        self.render_state.culls_front()
    }
}

/// Bytes of the header that all versions have.
const HEADER: u64 = 0x48;
const SAMPLER: u64 = 0x18;
const TEXTURE_REF: u64 = 8;

pub(super) fn read(mut place: Place<'_, '_>, warnings: &mut Warnings) -> Result<Material> {
    place.part("material", b"FMAT", HEADER)?;
    let name = place.name("material.name")?;
    let flags = place.u32("material.flags")?;
    place.u16("material.index")?;
    place.u16("material.render_info")?; // The group counts its entries itself.
    let sampler_count = place.u8("material.samplers")?;
    let texture_count = place.u8("material.textures")?;
    let param_count = place.u16("material.params")?;
    place.u16("material.volatile_params")?;
    let param_data_len = place.u16("material.param_data")?;
    place.u16("material.raw_params")?;
    place.u16("material.user_data")?;
    let render_info = place.offset("material.render_info")?;
    let render_state = place.offset("material.render_state")?;
    let shader = place.offset("material.shader")?;
    let textures = place.offset("material.textures")?;
    let samplers = place.offset("material.samplers")?;
    place.u32("material.samplers")?; // Index groups, whose entries are those of the arrays.
    let params = place.offset("material.params")?;
    place.u32("material.params")?;
    let param_data = place.offset("material.param_data")?;
    let user_data = place.offset("material.user_data")?;

    let mut material = Material {
        name,
        flags,
        samplers: Vec::new(),
        textures: Vec::new(),
        render_state: RenderState::default(),
        params: Vec::new(),
        param_data: Vec::new(),
        render_info: Vec::new(),
        shader: ShaderAssign::default(),
        user_data: Vec::new(),
    };
    // What a game's renderer and shader want to know: no picture of ours needs it.
    let mut leave_out = |error: FormatError| {
        warnings.add("material-part-left-out", error.field.clone(), error.offset, || error.to_string());
    };
    match render_info.map(read_render_info).transpose() {
        Ok(values) => material.render_info = values.unwrap_or_default(),
        Err(error) => leave_out(error),
    }
    match shader.map(shader::read_assign).transpose() {
        Ok(assign) => material.shader = assign.unwrap_or_default(),
        Err(error) => leave_out(error),
    }
    if let Some(place) = render_state {
        material.render_state = render_state::read(place)?;
    }
    if let Some(place) = textures {
        for index in 0..place.items("material.textures", texture_count.into(), TEXTURE_REF)? {
            // The offset behind the name is null where the texture is in another file: the name tells enough.
            material.textures.push(place.plus(index as u64 * TEXTURE_REF).name("material.textures")?);
        }
    }
    if let Some(place) = samplers {
        for index in 0..place.items("material.samplers", sampler_count.into(), SAMPLER)? {
            let mut place = place.plus(index as u64 * SAMPLER);
            let mut registers = [0; 3];
            for register in &mut registers {
                *register = place.u32("sampler.registers")?;
            }
            place.u32("sampler.handle")?;
            material.samplers.push(Sampler { name: place.name("sampler.name")?, registers });
        }
    }
    if let Some(place) = params {
        material.params = shader::read_params(place, param_count)?;
    }
    if let Some(mut place) = param_data {
        material.param_data = place.bytes("material.param_data", param_data_len.into())?.to_vec();
    }
    if let Some(place) = user_data {
        material.user_data = user_data::read_dict(place, "material.user_data", warnings)?;
    }
    Ok(material)
}

/// As user data, but for the order of its fields.
fn read_render_info(place: Place<'_, '_>) -> Result<Vec<UserData>> {
    let field = "render_info.values";
    let mut all = Vec::new();
    for entry in dict::read(place, "material.render_info")? {
        let Some(mut place) = entry.data else { continue };
        let at = place.at;
        let count = place.u16("render_info.count")?;
        let kind = place.u8("render_info.type")?;
        place.u8("render_info.unused")?;
        let name = place.name("render_info.name")?;
        place.items(field, count.into(), 4)?;
        let values = match kind {
            0 => UserValues::Ints((0..count).map(|_| place.i32(field)).collect::<Result<_>>()?),
            1 => UserValues::Floats((0..count).map(|_| place.f32(field)).collect::<Result<_>>()?),
            2 => UserValues::Texts((0..count).map(|_| place.name(field)).collect::<Result<_>>()?),
            _ => return Err(place.file.error(at + 2, "render_info.type", kind, "0, 1 or 2")),
        };
        all.push(UserData { name, values });
    }
    Ok(all)
}

pub(super) fn write(
    out: &mut Writer,
    material: &Material,
    index: u16,
) -> std::result::Result<(), EncodeError> {
    out.bytes(b"FMAT");
    out.name(&material.name);
    out.u32(material.flags);
    out.u16(index);
    out.u16(count16("render infos", material.render_info.len())?);
    out.u8(count8("samplers", material.samplers.len())?);
    out.u8(count8("textures of a material", material.textures.len())?);
    out.u16(count16("shader parameters", material.params.len())?);
    out.u16(0); // No parameter changes at run time.
    out.u16(count16("bytes of shader parameters", material.param_data.len())?);
    out.u16(0);
    out.u16(count16("user data", material.user_data.len())?);
    let render_info = out.field();
    let render_state = out.field();
    let shader = out.field();
    let textures = out.field();
    let samplers = out.field();
    let sampler_names = out.field();
    let params = out.field();
    let param_names = out.field();
    out.data(&material.param_data, 4);
    let user_data = out.field();
    if out.version >= Version::V3_3 {
        out.null(); // A bit for each parameter that changes at run time.
    }
    out.null(); // A pointer of the console.

    if !material.render_info.is_empty() {
        out.point(render_info);
        write_render_info(out, &material.render_info)?;
    }
    out.point(render_state);
    render_state::write(out, &material.render_state);
    out.point(shader);
    shader::write_assign(out, &material.shader)?;
    if !material.textures.is_empty() {
        out.point(textures);
        for texture in &material.textures {
            out.name(texture);
            out.texture(texture);
        }
    }
    if !material.samplers.is_empty() {
        write_samplers(out, &material.samplers, samplers, sampler_names);
    }
    if !material.params.is_empty() {
        shader::write_params(out, &material.params, params, param_names);
    }
    user_data::write_dict(out, user_data, &material.user_data)
}

fn write_samplers(out: &mut Writer, samplers: &[Sampler], array: Field, names: Field) {
    out.point(names);
    let all: Vec<&str> = samplers.iter().map(|sampler| sampler.name.as_str()).collect();
    let entries = dict::write(out, &all);
    out.point(array);
    for (index, (sampler, entry)) in samplers.iter().zip(entries).enumerate() {
        out.point(entry);
        sampler.registers.iter().for_each(|&register| out.u32(register));
        out.null(); // A handle of the console.
        out.name(&sampler.name);
        out.u8(index as u8); // Their number fits.
        out.bytes(&[0; 3]);
    }
}

fn write_render_info(out: &mut Writer, all: &[UserData]) -> std::result::Result<(), EncodeError> {
    let names: Vec<&str> = all.iter().map(|info| info.name.as_str()).collect();
    for (entry, info) in dict::write(out, &names).into_iter().zip(all) {
        out.point(entry);
        let (kind, count) = match &info.values {
            UserValues::Ints(values) => (0, values.len()),
            UserValues::Floats(values) => (1, values.len()),
            UserValues::Texts(values) => (2, values.len()),
            other @ (UserValues::WideTexts(_) | UserValues::Bytes(_)) => {
                let found = format!("{other:?}");
                let expected = "whole numbers, floats or plain texts";
                return Err(EncodeError::Value { what: "render info", found, expected });
            }
        };
        out.u16(count16("values of a render info", count)?);
        out.u8(kind);
        out.u8(0);
        out.name(&info.name);
        match &info.values {
            UserValues::Ints(values) => values.iter().for_each(|&value| out.i32(value)),
            UserValues::Floats(values) => values.iter().for_each(|&value| out.f32(value)),
            UserValues::Texts(values) => values.iter().for_each(|value| out.name(value)),
            UserValues::WideTexts(_) | UserValues::Bytes(_) => {}
        }
    }
    Ok(())
}
