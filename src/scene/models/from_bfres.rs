//! From the files of a Wii U game to models: mirrored, since they are right-handed, and with their textures found.

use super::geometry::add_shapes;
use super::textures::Wanted;
use super::uv_matrix::{IDENTITY, albedo_value, uv_matrix};
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
        is_hidden: true,
        hides: true,
        albedo_matrix: IDENTITY,
        bake_places: [WHOLE; 2],
        visible: true,
    }
}

fn of_material(file: u32, model: &Model, material: &Material, wanted: &mut Wanted<'_>) -> ModelMaterial {
    let (surface, passes) = surface_of(material);
    let sides = sides_of(material);
    let (is_hidden, nearer_passes) = depth_test_of(material);
    let state = &material.render_state;
    ModelMaterial {
        file,
        model: model.name.clone(),
        name: material.name.clone(),
        samplers: samplers_of(file, material, wanted),
        surface,
        sides: sides.unwrap_or_default(),
        is_hidden,
        hides: if state.is_stated() { state.writes_depth() } else { !surface.is_translucent() },
        albedo_matrix: albedo_matrix(material),
        bake_places: ["gsys_bake_st0", "gsys_bake_st1"].map(|name| bake_place(material, name)),
        visible: material.is_visible() && passes && nearer_passes && sides.is_some(),
    }
}

/// How it covers what is behind it, and whether any alpha passes its test.
fn surface_of(material: &Material) -> (Surface, bool) {
    let (test, passes) = alpha_test_of(material);
    let surface = match test {
        _ if material.is_translucent() => Surface::Translucent(material.render_state.blend(), test),
        Some(test) => Surface::Tested(test),
        None => Surface::Solid,
    };
    (surface, passes)
}

/// Whether what is before it hides it, and whether it is seen where nothing is before it. What is seen only behind other
/// things, such as a figure through a wall, isn't drawn.
fn depth_test_of(material: &Material) -> (bool, bool) {
    match material.render_state.depth_test() {
        _ if !material.render_state.is_stated() => (true, true),
        None | Some(Compare::Always) => (false, true),
        Some(Compare::Never | Compare::Greater | Compare::GreaterOrEqual) => (true, false),
        Some(_) => (true, true),
    }
}

/// The test of its alpha, and whether any alpha passes it.
fn alpha_test_of(material: &Material) -> (Option<AlphaTest>, bool) {
    let tested = |reference: f32, under| (Some(AlphaTest { reference, under }), true);
    match material.alpha_test() {
        Some((Compare::Never, _)) => (None, false),
        Some((Compare::Less, reference)) => tested(reference, true),
        Some((Compare::LessOrEqual, reference)) => tested(reference + HALF_STEP, true),
        Some((Compare::GreaterOrEqual, reference)) if reference > 0.0 => tested(reference, false),
        Some((Compare::Greater, reference)) => tested(reference + HALF_STEP, false),
        Some((Compare::NotEqual, reference)) if reference <= 0.0 => tested(HALF_STEP, false),
        // A test for one value of many isn't known from any game.
        _ => (None, true),
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

/// How the albedo lies.
fn albedo_matrix(material: &Material) -> UvMatrix {
    albedo_value(material).and_then(uv_matrix).unwrap_or(IDENTITY)
}

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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::Blend;
    use super::*;
    use crate::formats::bfres::Version;
    use crate::formats::bfres::model::{MeshParts, ShaderParam};

    /// The models of one file with a model of one triangle.
    fn models(material: Material) -> Models {
        let mesh = MeshParts {
            positions: vec![[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 3.0, 1.0]],
            colors: vec![[255, 128, 0, 64]; 3],
            lods: vec![vec![[0, 1, 2]]],
            ..MeshParts::default()
        };
        let model = Model::of_meshes("model", vec![material], &[mesh]);
        let file = Bfres { models: vec![model], ..Bfres::empty(Version::V3_4) };
        Models::of_files(&[file], &mut Warnings::default()).unwrap()
    }

    fn plain() -> Material {
        Material::plain("material", &[])
    }

    fn param(kind: u8, name: &str, words: &[u32]) -> Material {
        let param = ShaderParam { name: name.to_owned(), kind, offset: 0, size: 4 * words.len() as u8 };
        let param_data = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        Material { params: vec![param], param_data, ..plain() }
    }

    const SRT_2D: u8 = 28;
    const TEXTURE_SRT: u8 = 30;

    #[test]
    fn z_is_mirrored_and_the_corners_go_round_the_other_way() {
        let models = models(plain());
        let places: Vec<_> = models.indices.iter().map(|&i| models.vertices[i as usize].position).collect();
        assert_eq!(places, [[0.0, 0.0, -1.0], [0.0, 3.0, -1.0], [2.0, 0.0, -1.0]]);
        assert_eq!((models.shapes[0].min, models.shapes[0].max), ([0.0, 0.0, -1.0], [2.0, 3.0, -1.0]));
        let vertex = models.vertices[0];
        assert_eq!(vertex.color, [255, 128, 0, 64]);
        let south = crate::scene::ground_mesh::packed_normal(glam::Vec3::NEG_Z);
        assert_eq!(vertex.normal, south, "made from the triangle where the file has none");
    }

    #[test]
    fn a_front_that_runs_clockwise_in_the_file_stays_a_front() {
        let mut material = plain();
        material.render_state.polygon |= 1 << 2;
        let models = models(material);
        let places: Vec<_> =
            models.indices.iter().map(|&i| models.vertices[i as usize].position[0]).collect();
        assert_eq!(places, [0.0, 2.0, 0.0]);
        assert_eq!(models.vertices[0].normal, crate::scene::ground_mesh::packed_normal(glam::Vec3::Z));
    }

    #[test]
    fn sides_and_visibility_are_those_of_the_render_state() {
        let sides = |polygon: u32| {
            let mut material = plain();
            material.render_state.polygon = polygon;
            let found = &models(material).materials[0];
            found.visible.then_some(found.sides)
        };
        let expected = [Some(Sides::Both), Some(Sides::Back), Some(Sides::Front), None];
        assert_eq!([0, 1, 2, 3].map(sides), expected);
    }

    #[test]
    fn an_alpha_test_passes_what_its_comparison_says() {
        let surface = |alpha_test: u32, alpha_reference: f32| {
            let mut material = plain();
            (material.render_state.alpha_test, material.render_state.alpha_reference) =
                (alpha_test, alpha_reference);
            let found = &models(material).materials[0];
            (found.surface, found.visible)
        };
        let tested = |reference, under| (Surface::Tested(AlphaTest { reference, under }), true);
        assert_eq!(surface(6, 0.5), (Surface::Solid, true), "not switched on");
        assert_eq!(surface(8 | 6, 0.5), tested(0.5, false));
        assert_eq!(surface(8 | 4, 0.5), tested(0.5 + HALF_STEP, false));
        assert_eq!(surface(8 | 1, 0.25), tested(0.25, true));
        assert_eq!(surface(8 | 6, 0.0), (Surface::Solid, true), "all passes");
        assert_eq!(surface(8 | 7, 0.5), (Surface::Solid, true));
        assert!(!surface(8, 0.5).1, "nothing passes");
        let mut material = plain();
        material.render_state.flags = 3;
        let over = |test| Surface::Translucent(Blend::Over, test);
        assert_eq!(models(material.clone()).materials[0].surface, over(None));
        (material.render_state.alpha_test, material.render_state.alpha_reference) = (8 | 6, 0.5);
        let test = AlphaTest { reference: 0.5, under: false };
        assert_eq!(models(material).materials[0].surface, over(Some(test)));
    }

    #[test]
    fn translucent_colours_are_blended_as_their_factors_say() {
        let blend = |control: u32| {
            let mut material = plain();
            (material.render_state.flags, material.render_state.rest[2]) = (3, control);
            models(material).materials[0].surface
        };
        let [over, added, by_alpha, multiplied] =
            [Blend::Over, Blend::Added, Blend::AddedByAlpha, Blend::Multiplied]
                .map(|blend| Surface::Translucent(blend, None));
        assert_eq!(blend(0), over, "nothing stated");
        assert_eq!(blend(4 | 5 << 8), over);
        assert_eq!(blend(1 | 1 << 8), added);
        assert_eq!(blend(4 | 1 << 8), by_alpha);
        assert_eq!(blend(1 | 1 << 5 | 1 << 8), over, "subtracted, which isn't drawn so");
        assert_eq!([blend(2 << 8), blend(8)], [multiplied; 2]);
    }

    #[test]
    fn depth_is_used_as_the_registers_say_and_as_usual_without_any() {
        let depth = |depth: u32| {
            let mut material = plain();
            material.render_state.depth = depth;
            let ModelMaterial { is_hidden, hides, visible, .. } = models(material).materials[0];
            visible.then_some([is_hidden, hides])
        };
        let (test, write, less_or_equal, always) = (1 << 1, 1 << 2, 3 << 4, 7 << 4);
        assert_eq!(depth(test | write | less_or_equal), Some([true, true]));
        assert_eq!(depth(test | less_or_equal), Some([true, false]), "a sky");
        assert_eq!(depth(write), Some([false, true]));
        assert_eq!(depth(test | always), Some([false, false]));
        assert_eq!(depth(test | 4 << 4), None, "seen through walls alone");
        assert_eq!(depth(test), None, "never");
        let mut material = plain();
        material.render_state = Default::default();
        let found = &models(material).materials[0];
        assert!(found.is_hidden && found.hides && found.visible);
    }

    #[test]
    fn samplers_are_used_by_their_names() {
        let textures = [("_n0", "n"), ("_a1", "b"), ("_a0", "a"), ("_e0", "e"), ("_b0", "s"), ("_b1", "l")];
        let material = &models(Material::plain("material", &textures)).materials[0];
        let uses: Vec<_> = material.samplers.iter().map(|sampler| sampler.used_as).collect();
        let [albedo, emission, occlusion, light] = TextureUse::ALL.map(Some);
        assert_eq!(uses, [None, None, albedo, emission, occlusion, light]);
        // A missing albedo is gray, missing light is none at all.
        assert_eq!(material.rest().textures, [Some(0), None, None, None]);
        let second = &models(Material::plain("material", &[("_a1", "b")])).materials[0];
        assert_eq!(second.use_of("_a1"), albedo);
    }

    #[test]
    fn parameters_say_how_albedo_and_baked_light_lie() {
        let [one, two, half] = [1.0f32, 2.0, 0.5].map(f32::to_bits);
        let moved = models(param(TEXTURE_SRT, "tex_mtx0", &[0, one, one, 0, half, 0]));
        assert_eq!(moved.materials[0].albedo_matrix, [[1.0, 0.0, -0.5], [0.0, 1.0, 0.0]]);
        let plain_srt = models(param(SRT_2D, "tex_mtx0", &[two, one, 0, half, 0]));
        assert_eq!(plain_srt.materials[0].albedo_matrix, [[2.0, 0.0, 0.5], [0.0, 1.0, 0.0]]);
        let broken = models(param(TEXTURE_SRT, "tex_mtx0", &[0, f32::NAN.to_bits(), one, 0, 0, 0]));
        assert_eq!(broken.materials[0].albedo_matrix, IDENTITY);
        let baked = models(param(15, "gsys_bake_st0", &[half, two, 0, one]));
        assert_eq!(baked.materials[0].bake_places, [[0.5, 2.0, 0.0, 1.0], WHOLE]);
    }
}
