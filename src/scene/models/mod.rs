//! Models that bring their own materials and textures, in world metres.
//!
//! What changes from frame to frame is a [`MaterialState`] for each material: which textures it shows and how its albedo
//! lies. [`Models::rest`] gives those that the files state.

mod blocks;
mod from_bfres;
mod geometry;
mod ground;
mod textures;
pub mod uv_matrix;

use super::by_name::ByName;

pub use crate::formats::bfres::model::Blend;
pub use uv_matrix::UvMatrix;

/// Models of a scene, all in one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Models {
    /// Of all shapes and levels.
    pub vertices: Vec<ModelVertex>,
    /// Triangle lists; see [`ModelLevel`].
    pub indices: Vec<u32>,
    /// What is drawn.
    pub shapes: Vec<ModelShape>,
    /// What shapes are made of, in the order of the files, their models and their materials.
    pub materials: Vec<ModelMaterial>,
    /// All textures that a material or a pattern may show.
    pub textures: Vec<ModelTexture>,
    /// There is no other ground: the scene's heights are those of the models, and aren't drawn.
    pub are_ground: bool,
}

/// A vertex: 36 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ModelVertex {
    /// World metres.
    pub position: [f32; 3],
    /// The unit normal of the front, as `ground_mesh::packed_normal` writes it.
    pub normal: [i16; 2],
    /// Linear, 255 is 1; white where the model has none.
    pub color: [u8; 4],
    /// Before the material's matrix. (0, 0) is the first texel of the first row.
    pub uv: [f32; 2],
    /// The same for baked light, before the scale and offset of the material.
    pub bake_uv: [f32; 2],
}

/// Triangles of one material, clockwise seen from their front in the left-handed frame of the world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelShape {
    /// For messages.
    pub name: String,
    /// Index of its material.
    pub material: u32,
    /// Finest first, at least one.
    pub levels: Vec<ModelLevel>,
    /// West, lowest, south of all vertices, world metres.
    pub min: [f32; 3],
    /// East, highest, north.
    pub max: [f32; 3],
}

/// A level of detail: a range of [`Models::indices`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelLevel {
    /// The first index.
    pub first: u32,
    /// How many, three a triangle.
    pub count: u32,
}

/// What a texture of a material is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureUse {
    /// The colour of the surface, and its alpha.
    Albedo,
    /// Light that the surface itself gives.
    Emission,
    /// Baked: how much of the light comes there; red alone counts.
    Occlusion,
    /// Baked: light of lamps and of what is around.
    Light,
}

impl TextureUse {
    /// All, in the order of [`MaterialState::textures`].
    pub const ALL: [Self; 4] = [Self::Albedo, Self::Emission, Self::Occlusion, Self::Light];
}

/// A material, as its file states it.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelMaterial {
    /// Index of its file among those of the scene.
    pub file: u32,
    /// Name of its model.
    pub model: String,
    /// Its name; materials of several models may share one.
    pub name: String,
    /// Its samplers, drawn or not.
    pub samplers: Vec<ModelSampler>,
    /// How its surface covers what is behind it.
    pub surface: Surface,
    /// Which sides of its triangles are seen.
    pub sides: Sides,
    /// It is hidden by what is before it.
    pub is_hidden: bool,
    /// It hides what is behind it.
    pub hides: bool,
    /// How its albedo lies.
    pub albedo_matrix: UvMatrix,
    /// Scale (x, y) and offset of the coordinates of occlusion and of light.
    pub bake_places: [[f32; 4]; 2],
    /// It is drawn at all.
    pub visible: bool,
}

/// A sampler of a material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSampler {
    /// Its name in the file, such as `_a0`.
    pub name: String,
    /// What is drawn with it, if anything.
    pub used_as: Option<TextureUse>,
    /// Index of the texture that it shows in rest, where it is used.
    pub texture: Option<u32>,
    /// What lies beyond the edges of the texture, to the sides and up and down.
    pub wrap: [Wrap; 2],
}

/// What lies beyond the edges of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wrap {
    /// The texture again.
    #[default]
    Repeat,
    /// The texture turned over.
    Mirror,
    /// Its last texels.
    Clamp,
}

/// How a surface covers what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Surface {
    /// Wholly.
    #[default]
    Solid,
    /// Where its alpha passes a test.
    Tested(AlphaTest),
    /// What is behind shines through, where its alpha passes a test if there is one.
    Translucent(Blend, Option<AlphaTest>),
}

impl Surface {
    /// Whether what is behind it shines through.
    pub fn is_translucent(self) -> bool {
        matches!(self, Self::Translucent(..))
    }

    /// The test that its alpha must pass.
    pub fn alpha_test(self) -> Option<AlphaTest> {
        match self {
            Self::Solid => None,
            Self::Tested(test) => Some(test),
            Self::Translucent(_, test) => test,
        }
    }
}

/// Which alpha is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlphaTest {
    /// What alpha is compared with.
    pub reference: f32,
    /// Alpha under the reference is drawn, not that over it.
    pub under: bool,
}

/// Which sides of triangles are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// Both.
    Both,
    /// Fronts.
    #[default]
    Front,
    /// Backs.
    Back,
}

/// A texture.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelTexture {
    /// Index of its file among those of the scene.
    pub file: u32,
    /// Its name; several files may have one of it.
    pub name: String,
    /// Texels of the largest level.
    pub size: [u32; 2],
    /// What the bytes mean.
    pub format: TexelFormat,
    /// Its colours are stored as sRGB.
    pub srgb: bool,
    /// What red, green, blue and alpha are taken from: 0 to 3 for the four channels, 4 for 0, 5 for 1.
    pub channels: [u8; 4],
    /// Its file takes only red from somewhere, and nothing for green and blue: as light it is gray.
    pub red_alone: bool,
    /// Rows from the top, largest level first, at least one.
    pub levels: Vec<Vec<u8>>,
}

/// What the bytes of a texture mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TexelFormat {
    /// Four bytes a texel.
    Rgba8,
    /// Blocks of 4 x 4 texels.
    Bc1,
    /// See `Bc1`.
    Bc2,
    /// See `Bc1`.
    Bc3,
    /// See `Bc1`.
    Bc4,
    /// See `Bc1`.
    Bc5,
}

/// What a material shows in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaterialState {
    /// Indices of textures, in the order of [`TextureUse::ALL`]; none where the material has none of this use.
    pub textures: [Option<u32>; TextureUse::ALL.len()],
    /// How the albedo lies.
    pub albedo_matrix: UvMatrix,
}

impl Models {
    /// What each material shows without any animation.
    pub fn rest(&self) -> Vec<MaterialState> {
        self.materials.iter().map(ModelMaterial::rest).collect()
    }

    /// The indices of all textures by file and name.
    pub(super) fn textures_by_name(&self) -> ByName<'_, u32> {
        let mut by_name = ByName::default();
        for (index, texture) in (0..).zip(&self.textures) {
            by_name.add(texture.file, &texture.name, index);
        }
        by_name
    }

    /// The corners of a box around everything, world metres; none without a shape.
    pub fn extent(&self) -> Option<[[f32; 3]; 2]> {
        let join = |a: [f32; 3], b: [f32; 3], by: fn(f32, f32) -> f32| [0, 1, 2].map(|k| by(a[k], b[k]));
        self.shapes
            .iter()
            .map(|shape| [shape.min, shape.max])
            .reduce(|a, b| [join(a[0], b[0], f32::min), join(a[1], b[1], f32::max)])
    }
}

impl ModelMaterial {
    /// What it shows without any animation.
    pub fn rest(&self) -> MaterialState {
        let textures = TextureUse::ALL.map(|wanted| self.sampler(wanted).and_then(|sampler| sampler.texture));
        MaterialState { textures, albedo_matrix: self.albedo_matrix }
    }

    /// The sampler of a use.
    pub fn sampler(&self, wanted: TextureUse) -> Option<&ModelSampler> {
        self.samplers.iter().find(|sampler| sampler.used_as == Some(wanted))
    }

    /// The use of a sampler by its name; none where it isn't drawn.
    pub fn use_of(&self, sampler: &str) -> Option<TextureUse> {
        self.samplers.iter().find(|found| found.name == sampler).and_then(|found| found.used_as)
    }
}
