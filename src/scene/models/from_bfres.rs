//! From the files of a Wii U game to models: mirrored, since they are right-handed, and with their textures found.

use super::geometry::add_shapes;
use super::texture_matrix::{IDENTITY, TextureMatrix};
use super::textures::Wanted;
use super::{AlphaTest, ModelMaterial, ModelSampler, Models, Sides, Surface, TextureUse, UvMatrix, Wrap};
use crate::formats::bfres::model::{Compare, Material, TextureWrap};
use crate::formats::bfres::{Bfres, Model};
use crate::formats::bytes::Warnings;

/// Half a step of 8 bits: what a test for more than a value adds to it.
const HALF_STEP: f32 = 0.5 / 255.0;

/// Scale 1, offset 0.
const WHOLE: [f32; 4] = [1.0, 1.0, 0.0, 0.0];

impl Models {
    /// All models of some files, and the textures that they or a pattern of the files may show: those of the own file
    /// first, by name. `None` without a material.
    ///
    /// A texture that is nowhere or can't be read becomes plain gray, or for light nothing, and is counted in `warnings`.
    pub fn of_files(files: &[Bfres], warnings: &mut Warnings) -> Option<Self> {
        let mut models = Self::default();
        let mut wanted = Wanted::new(files);
        for (file, bfres) in (0..).zip(files) {
            for model in &bfres.models {
                let first = models.materials.len() as u32; // Each was read from bytes.
                let materials = model.materials.iter();
                models
                    .materials
                    .extend(materials.map(|material| of_material(file, model, material, &mut wanted)));
                add_shapes(&mut models, file, model, first, warnings);
            }
            for texture in bfres.texture_patterns.iter().flat_map(|pattern| &pattern.textures) {
                wanted.texture(file, texture);
            }
        }
        models.textures = wanted.textures(warnings);
        (!models.materials.is_empty()).then_some(models)
    }
}

/// A material for a shape that names none of its model's.
pub(super) fn plain_material(file: u32, model: &Model) -> ModelMaterial {
    ModelMaterial {
        file,
        model: model.name.clone(),
        name: String::new(),
        samplers: Vec::new(),
        surface: Surface::Solid,
        sides: Sides::Both,
        albedo_matrix: IDENTITY,
        bake_places: [WHOLE; 2],
        visible: true,
    }
}

fn of_material(file: u32, model: &Model, material: &Material, wanted: &mut Wanted<'_>) -> ModelMaterial {
    let (surface, passes) = surface_of(material);
    let sides = sides_of(material);
    ModelMaterial {
        file,
        model: model.name.clone(),
        name: material.name.clone(),
        samplers: samplers_of(file, material, wanted),
        surface,
        sides: sides.unwrap_or_default(),
        albedo_matrix: albedo_matrix(material),
        bake_places: ["gsys_bake_st0", "gsys_bake_st1"].map(|name| bake_place(material, name)),
        visible: material.is_visible() && passes && sides.is_some(),
    }
}

/// How it covers what is behind it, and whether any alpha passes its test.
fn surface_of(material: &Material) -> (Surface, bool) {
    if material.is_translucent() {
        return (Surface::Translucent, true);
    }
    let tested = |reference: f32, under| (Surface::Tested(AlphaTest { reference, under }), true);
    match material.alpha_test() {
        Some((Compare::Never, _)) => (Surface::Solid, false),
        Some((Compare::Less, reference)) => tested(reference, true),
        Some((Compare::LessOrEqual, reference)) => tested(reference + HALF_STEP, true),
        Some((Compare::GreaterOrEqual, reference)) if reference > 0.0 => tested(reference, false),
        Some((Compare::Greater, reference)) => tested(reference + HALF_STEP, false),
        Some((Compare::NotEqual, reference)) if reference <= 0.0 => tested(HALF_STEP, false),
        // A test for one value of many isn't known from any game.
        _ => (Surface::Solid, true),
    }
}

/// Which sides are seen; `None` for none. Triangles with another front than usual are turned: see [`super::geometry`].
fn sides_of(material: &Material) -> Option<Sides> {
    match (material.culls_front(), material.culls_back()) {
        (false, false) => Some(Sides::Both),
        (false, true) => Some(Sides::Front),
        (true, false) => Some(Sides::Back),
        (true, true) => None,
    }
}

/// Its samplers, and what each is used as by the names that Nintendo's shaders share.
fn samplers_of(file: u32, material: &Material, wanted: &mut Wanted<'_>) -> Vec<ModelSampler> {
    let albedo = material.samplers.iter().position(|sampler| sampler.name == "_a0");
    // Materials of several layers have no first one at times.
    let albedo =
        albedo.or_else(|| material.samplers.iter().position(|sampler| sampler.name.starts_with("_a")));
    let used_as = |index: usize, name: &str| match name {
        _ if Some(index) == albedo => Some(TextureUse::Albedo),
        "_e0" => Some(TextureUse::Emission),
        "_b0" => Some(TextureUse::Occlusion),
        "_b1" => Some(TextureUse::Light),
        _ => None,
    };
    let sampler = |(index, sampler): (usize, &crate::formats::bfres::model::Sampler)| {
        let used_as = used_as(index, &sampler.name);
        let texture = material.textures.get(index).filter(|name| !name.is_empty());
        let texture = used_as.zip(texture).and_then(|(used_as, name)| match used_as {
            TextureUse::Albedo => Some(wanted.texture(file, name)),
            _ => wanted.texture_if_there(file, name),
        });
        let wrap = sampler.wrap().map(|wrap| match wrap {
            TextureWrap::Repeat => Wrap::Repeat,
            TextureWrap::Mirror => Wrap::Mirror,
            TextureWrap::Clamp => Wrap::Clamp,
        });
        ModelSampler { name: sampler.name.clone(), used_as, texture, wrap }
    };
    material.samplers.iter().enumerate().map(sampler).collect()
}

/// How the albedo lies: the parameter that moves it in the games' shaders.
fn albedo_matrix(material: &Material) -> UvMatrix {
    let kind = material.params.iter().find(|param| param.name == "tex_mtx0").map(|param| param.kind);
    let words = material.param("tex_mtx0").map(|bytes| {
        bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_be_bytes(word)).collect::<Vec<_>>()
    });
    let matrix = match (kind, words.as_deref()) {
        (Some(SRT_2D), Some(&[su, sv, turn, u, v, ..])) => {
            TextureMatrix { mode: None, ..TextureMatrix::from_words([0, su, sv, turn, u, v]) }.rows()
        }
        (Some(TEXTURE_SRT | TEXTURE_SRT_EX), Some(&[mode, su, sv, turn, u, v, ..])) => {
            TextureMatrix::from_words([mode, su, sv, turn, u, v]).rows()
        }
        _ => IDENTITY,
    };
    if matrix.as_flattened().iter().all(|part| part.is_finite()) { matrix } else { IDENTITY }
}

/// Types of parameters, as public readers name them.
const SRT_2D: u8 = 28;
const TEXTURE_SRT: u8 = 30;
const TEXTURE_SRT_EX: u8 = 31;

/// Scale and offset of a baked texture.
fn bake_place(material: &Material, name: &str) -> [f32; 4] {
    let words = material.param(name).map(|bytes| bytes.as_chunks::<4>().0).unwrap_or_default();
    match words.first_chunk::<4>() {
        Some(words) => {
            let place = words.map(f32::from_be_bytes);
            if place.iter().all(|part| part.is_finite()) { place } else { WHOLE }
        }
        None => WHOLE,
    }
}
