//! Draws models with materials of their own: solid ones and tested ones near first, translucent ones far first.

mod blend;
mod textures;

use super::View;
use super::cull::Lens;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline, texture_entries};
use super::pick;
use super::shadow::{DepthDesc, GROUND_SLOPE, depth_pipeline};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scene::models::{
    MaterialState, ModelLevel, ModelMaterial, ModelShape, ModelVertex, Models, Sides, Surface, TextureUse,
    Wrap,
};
use glam::{DVec3, Vec3};
use std::sync::{Arc, OnceLock};
use textures::{Samplers, Textures};

/// Radius on the screen in pixels below which levels 1, 2 and all further ones are drawn.
const LEVEL_PIXELS: [f32; 3] = [120.0, 40.0, 14.0];

/// Shapes of a smaller radius on the screen aren't drawn, pixels.
const LEAST_PIXELS: f32 = 0.4;

mod gpu_data {
    /// Twin of `ModelMaterial` in shaders/models.wgsl; the meaning of each field stands there.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct ModelMaterial {
        pub albedo_u: [f32; 3],
        pub alpha_reference: f32,
        pub albedo_v: [f32; 3],
        pub flags: u32,
        pub occlusion_place: [f32; 4],
        pub light_place: [f32; 4],
        pub channels: [u32; 4],
    }
}

use gpu_data::ModelMaterial as Uniform;

pub(crate) const TWINS: &[Twin] = {
    use gpu_data::ModelMaterial;
    &[twin!(ModelMaterial {
        albedo_u,
        alpha_reference,
        albedo_v,
        flags,
        occlusion_place,
        light_place,
        channels,
    })]
};

/// Flags of the shader; the first four are those of the textures, in the order of [`TextureUse::ALL`].
const TESTED: u32 = 16;
const UNDER: u32 = 32;
const TRANSLUCENT: u32 = 64;
const STANDS: u32 = 128;
const ADDED: u32 = 256;
const MULTIPLIED: u32 = 512;

/// Once per device.
#[derive(Debug)]
pub(crate) struct ModelPass {
    target: Target,
    shader: wgpu::ShaderModule,
    frame: wgpu::BindGroupLayout,
    own: Arc<Bindings>,
    solid_shadows: wgpu::RenderPipeline,
    tested_shadows: wgpu::RenderPipeline,
    /// Draw numbers, one for each of [`Sides`]; made when something is first asked.
    pickers: [OnceLock<wgpu::RenderPipeline>; 3],
}

/// What materials are bound with; a scene keeps it to bind other textures later.
#[derive(Debug)]
struct Bindings {
    layout: wgpu::BindGroupLayout,
    samplers: Samplers,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct ModelData {
    bindings: Arc<Bindings>,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    textures: Textures,
    /// One block a material, `stride` bytes apart.
    uniform: wgpu::Buffer,
    stride: u64,
    materials: Vec<Drawn>,
    shapes: Vec<ModelShape>,
    pipelines: Vec<(Kind, wgpu::RenderPipeline)>,
    /// For each shape whether it isn't drawn.
    hidden: Vec<bool>,
    /// There is no other ground.
    pub are_ground: bool,
    /// The middle of a box around all and half its diagonal, metres.
    pub sphere: (DVec3, f32),
}

/// A material on the GPU.
#[derive(Debug)]
struct Drawn {
    /// Index of its pipeline; none for one that isn't drawn.
    pipeline: Option<usize>,
    surface: Surface,
    turn: Turn,
    wraps: [[Wrap; 2]; TextureUse::ALL.len()],
    bake_places: [[f32; 4]; 2],
    state: MaterialState,
    group: wgpu::BindGroup,
}

/// When something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// With the ground, before the sky.
    First,
    /// Right after the sky, which would be drawn over it: it hides nothing, or nothing hides it.
    AfterSky,
    /// After all that is solid.
    Last,
}

impl Turn {
    fn of(material: &ModelMaterial) -> Self {
        match material.surface.is_translucent() {
            true => Self::Last,
            false if material.hides && material.is_hidden => Self::First,
            false => Self::AfterSky,
        }
    }
}

/// What a pipeline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    cover: Cover,
    sides: Sides,
}

/// A shape that is drawn.
struct Seen {
    shape: u32,
    turn: Turn,
    /// Metres from the eye to the nearest point of its box, or to the middle of what is drawn far first.
    distance: f32,
    material: usize,
    pipeline: usize,
    level: ModelLevel,
}

fn vertex_layout() -> wgpu::VertexBufferLayout<'static> {
    const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Snorm16x2, 2 => Unorm8x4, 3 => Float32x2, 4 => Float32x2
    ];
    wgpu::VertexBufferLayout {
        array_stride: size_of::<ModelVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: VERTEX,
    }
}

impl ModelPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("models")?;
        let mut entries = vec![wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(size_of::<Uniform>() as u64),
            },
            count: None,
        }];
        entries.extend((0..).zip(TextureUse::ALL).flat_map(|(index, _)| texture_entries(1 + 2 * index)));
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("material of a model"),
            entries: &entries,
        });
        let layouts = [&frame.layout, &layout];
        let shadows = |vertex, fragment| {
            let desc = DepthDesc {
                label: "model shadows",
                shader: &shader,
                layouts: &layouts,
                buffers: &[vertex_layout()],
                vertex,
                fragment,
                slope_scale: GROUND_SLOPE,
            };
            depth_pipeline(gpu, &desc)
        };
        Ok(Self {
            target,
            solid_shadows: shadows("shadow_vertex", None),
            tested_shadows: shadows("cut_vertex", Some("cut_fragment")),
            pickers: Default::default(),
            frame: frame.layout.clone(),
            own: Arc::new(Bindings { layout, samplers: Samplers::new(gpu) }),
            shader,
        })
    }

    /// The pipeline that draws numbers of what is seen from some sides.
    fn picker(&self, gpu: &Gpu, sides: Sides) -> &wgpu::RenderPipeline {
        let kind = Kind { cover: Cover::Solid, sides };
        let [both, front, back] = &self.pickers;
        let picker = match sides {
            Sides::Both => both,
            Sides::Front => front,
            Sides::Back => back,
        };
        picker.get_or_init(|| self.made(gpu, pick::TARGET, kind, ("pick_vertex", "pick")))
    }

    fn pipeline(&self, gpu: &Gpu, kind: Kind) -> wgpu::RenderPipeline {
        self.made(gpu, self.target, kind, ("vertex", "fragment"))
    }

    fn made(
        &self,
        gpu: &Gpu,
        target: Target,
        kind: Kind,
        (vertex, fragment): (&'static str, &'static str),
    ) -> wgpu::RenderPipeline {
        let desc = PassDesc {
            label: "models",
            shader: &self.shader,
            layouts: &[&self.frame, &self.own.layout],
            buffers: &[vertex_layout()],
            vertex,
            fragment,
            cover: kind.cover,
            // The pipeline's fronts run anticlockwise, those of the models clockwise.
            cull: match kind.sides {
                Sides::Both => None,
                Sides::Front => Some(wgpu::Face::Front),
                Sides::Back => Some(wgpu::Face::Back),
            },
        };
        pipeline(gpu, target, &desc)
    }

    /// Draws what throws a shadow into the map.
    pub fn draw_shadows(&self, pass: &mut wgpu::RenderPass<'_>, data: &ModelData, lens: &Lens) {
        let sees = |min: Vec3, max: Vec3| {
            lens.sides.iter().all(|side| {
                let normal = side.truncate();
                normal.dot(Vec3::select(normal.cmpge(Vec3::ZERO), max, min)) + side.w >= 0.0
            })
        };
        // A parallel light sees all in one size.
        let mut seen = data.seen(lens.eye, |_| lens.pixel_angle, sees);
        seen.retain(|seen| seen.turn == Turn::First);
        let (tested, solid): (Vec<_>, Vec<_>) = seen.into_iter().partition(|seen| data.is_tested(seen));
        for (pipeline, shapes) in [(&self.solid_shadows, solid), (&self.tested_shadows, tested)] {
            pass.set_pipeline(pipeline);
            data.draw(pass, &shapes, false);
        }
    }
}

impl ModelData {
    /// Brings models to the GPU. With `release` their vertices and texels are given back on the way; names and materials
    /// stay.
    pub fn new(gpu: &Gpu, passes: &ModelPass, models: &mut Models, release: bool) -> Result<Self, GpuError> {
        let vertices = gpu.buffer_with(
            "model vertices",
            bytemuck::cast_slice(&models.vertices),
            wgpu::BufferUsages::VERTEX,
        )?;
        let indices = gpu.buffer_with(
            "model indices",
            bytemuck::cast_slice(&models.indices),
            wgpu::BufferUsages::INDEX,
        )?;
        if release {
            (models.vertices, models.indices) = (Vec::new(), Vec::new());
        }
        let textures = Textures::new(gpu, &mut models.textures, release)?;
        let aligned = u64::from(gpu.limits.min_uniform_buffer_offset_alignment).max(4);
        let stride = (size_of::<Uniform>() as u64).next_multiple_of(aligned);
        let uniform = gpu.buffer(
            "materials of models",
            stride * models.materials.len() as u64,
            wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        )?;
        let [min, max] = models.extent().unwrap_or_default().map(|corner| Vec3::from(corner).as_dvec3());
        let mut data = Self {
            bindings: Arc::clone(&passes.own),
            vertices,
            indices,
            textures,
            uniform,
            stride,
            materials: Vec::new(),
            hidden: vec![false; models.shapes.len()],
            shapes: models.shapes.clone(),
            pipelines: Vec::new(),
            are_ground: models.are_ground,
            sphere: ((min + max) * 0.5, ((max - min).length() * 0.5) as f32),
        };
        for (index, material) in models.materials.iter().enumerate() {
            let wraps =
                TextureUse::ALL.map(|wanted| material.sampler(wanted).map(|s| s.wrap).unwrap_or_default());
            let state = material.rest();
            let drawn = Drawn {
                pipeline: data.pipeline_of(gpu, passes, material),
                surface: material.surface,
                turn: Turn::of(material),
                wraps,
                bake_places: material.bake_places,
                state,
                group: data.bind(gpu, index, &wraps, &state),
            };
            data.write(gpu, index, &drawn);
            data.materials.push(drawn);
        }
        Ok(data)
    }

    /// Shows what `states` say, one for each material of the scene, from the next frame on.
    pub fn show(&mut self, gpu: &Gpu, states: &[MaterialState]) {
        for (index, state) in states.iter().enumerate() {
            let Some(drawn) = self.materials.get(index).filter(|drawn| drawn.state != *state) else {
                continue;
            };
            let group =
                (drawn.state.textures != state.textures).then(|| self.bind(gpu, index, &drawn.wraps, state));
            if let Some(drawn) = self.materials.get_mut(index) {
                drawn.state = *state;
                drawn.group = group.unwrap_or_else(|| drawn.group.clone());
            }
            if let Some(drawn) = self.materials.get(index) {
                self.write(gpu, index, drawn);
            }
        }
    }

    /// The index of the pipeline that a material needs, made where there is none yet.
    fn pipeline_of(&mut self, gpu: &Gpu, passes: &ModelPass, material: &ModelMaterial) -> Option<usize> {
        if !material.visible {
            return None;
        }
        let cover = Cover::Stated {
            blend: blend::state_of(material.surface),
            is_hidden: material.is_hidden,
            hides: material.hides,
        };
        let kind = Kind { cover, sides: material.sides };
        let known = self.pipelines.iter().position(|(known, _)| *known == kind);
        known.or_else(|| {
            self.pipelines.push((kind, passes.pipeline(gpu, kind)));
            Some(self.pipelines.len() - 1)
        })
    }

    /// Group 1 of a material.
    fn bind(
        &self,
        gpu: &Gpu,
        index: usize,
        wraps: &[[Wrap; 2]; TextureUse::ALL.len()],
        state: &MaterialState,
    ) -> wgpu::BindGroup {
        let uniform = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.uniform,
            offset: index as u64 * self.stride,
            size: wgpu::BufferSize::new(size_of::<Uniform>() as u64),
        });
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: uniform }];
        for ((binding, texture), wrap) in (1..).step_by(2).zip(state.textures).zip(wraps) {
            let view = wgpu::BindingResource::TextureView(self.textures.get(texture).0);
            entries.push(wgpu::BindGroupEntry { binding, resource: view });
            if let Some(sampler) = self.bindings.samplers.get(*wrap) {
                let sampler = wgpu::BindingResource::Sampler(sampler);
                entries.push(wgpu::BindGroupEntry { binding: binding + 1, resource: sampler });
            }
        }
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material of a model"),
            layout: &self.bindings.layout,
            entries: &entries,
        })
    }

    /// Writes the uniform of a material.
    fn write(&self, gpu: &Gpu, index: usize, drawn: &Drawn) {
        let mut flags = if self.are_ground { 0 } else { STANDS };
        for (bit, _) in drawn.state.textures.iter().enumerate().filter(|(_, texture)| texture.is_some()) {
            flags |= 1 << bit;
        }
        let mut alpha_reference = 0.0;
        if let Some(test) = drawn.surface.alpha_test() {
            alpha_reference = test.reference;
            flags |= TESTED | if test.under { UNDER } else { 0 };
        }
        flags |= blend::flags_of(drawn.surface);
        let [albedo_u, albedo_v] = drawn.state.albedo_matrix;
        let [occlusion_place, light_place] = drawn.bake_places;
        let mut channels = drawn.state.textures.map(|texture| self.textures.get(texture).1);
        let [.., light] = &mut channels;
        let [.., light_texture] = drawn.state.textures;
        *light = self.textures.channels_of_light(light_texture);
        let uniform =
            Uniform { albedo_u, alpha_reference, albedo_v, flags, occlusion_place, light_place, channels };
        gpu.queue.write_buffer(&self.uniform, index as u64 * self.stride, bytemuck::bytes_of(&uniform));
    }

    fn is_tested(&self, seen: &Seen) -> bool {
        self.materials.get(seen.material).is_some_and(|drawn| drawn.surface.alpha_test().is_some())
    }

    /// Draws what it is the turn of and tells how many triangles that is.
    pub fn draw_turn(&self, pass: &mut wgpu::RenderPass<'_>, view: &View, turn: Turn) -> u64 {
        let mut seen = self.seen_by(view);
        seen.retain(|seen| seen.turn == turn);
        match turn {
            // A change of pipeline costs more than a pixel that is drawn twice.
            Turn::First => {
                seen.sort_by(|a, b| a.pipeline.cmp(&b.pipeline).then(a.distance.total_cmp(&b.distance)))
            }
            Turn::AfterSky | Turn::Last => seen.sort_by(|a, b| b.distance.total_cmp(&a.distance)),
        }
        self.draw(pass, &seen, true)
    }

    fn seen_by(&self, view: &View) -> Vec<Seen> {
        let (frustum, pixel) = (view.frustum(), view.pixel_angle());
        self.seen(view.camera.eye, |distance| distance * pixel, |min, max| frustum.sees_box(min, max))
    }

    /// The shapes that `sees` sees; at a distance a pixel spans `pixel` metres.
    fn seen(&self, eye: DVec3, pixel: impl Fn(f32) -> f32, sees: impl Fn(Vec3, Vec3) -> bool) -> Vec<Seen> {
        let mut seen = Vec::new();
        for (index, shape) in (0..).zip(&self.shapes) {
            if self.hidden.get(index as usize) == Some(&true) {
                continue;
            }
            let material = shape.material as usize;
            let Some(drawn) = self.materials.get(material) else { continue };
            let Some(pipeline) = drawn.pipeline else { continue };
            let [min, max] =
                [shape.min, shape.max].map(|corner| (Vec3::from(corner).as_dvec3() - eye).as_vec3());
            if !sees(min, max) {
                continue;
            }
            let nearest = Vec3::ZERO.clamp(min, max).length();
            let pixels = (max - min).length() * 0.5 / pixel(nearest).max(f32::MIN_POSITIVE);
            if pixels < LEAST_PIXELS {
                continue;
            }
            let Some(&level) = level_at(&shape.levels, pixels) else { continue };
            let middle = ((min + max) * 0.5).length();
            let distance = if drawn.turn == Turn::First { nearest } else { middle };
            seen.push(Seen { shape: index, turn: drawn.turn, distance, material, pipeline, level });
        }
        seen
    }

    /// Leaves out the shapes that `is_hidden` names from the next frame on, and no others.
    pub fn hide(&mut self, is_hidden: impl Fn(&ModelShape) -> bool) {
        self.hidden = self.shapes.iter().map(is_hidden).collect();
    }

    /// Draws the numbers of what the camera sees.
    pub fn draw_numbers(&self, gpu: &Gpu, passes: &ModelPass, pass: &mut wgpu::RenderPass<'_>, view: &View) {
        for seen in self.seen_by(view) {
            self.draw_number(gpu, passes, pass, seen.shape, seen.level);
        }
    }

    /// Draws the number of one shape at its finest, whatever hides it.
    pub fn draw_one(&self, gpu: &Gpu, passes: &ModelPass, pass: &mut wgpu::RenderPass<'_>, shape: u32) {
        let level = self.shapes.get(shape as usize).and_then(|shape| shape.levels.first());
        if let Some(&level) = level {
            self.draw_number(gpu, passes, pass, shape, level);
        }
    }

    fn draw_number(
        &self,
        gpu: &Gpu,
        passes: &ModelPass,
        pass: &mut wgpu::RenderPass<'_>,
        shape: u32,
        level: ModelLevel,
    ) {
        let material = self.shapes.get(shape as usize).map(|shape| shape.material as usize);
        let Some(drawn) = material.and_then(|material| self.materials.get(material)) else { return };
        let Some((kind, _)) = drawn.pipeline.and_then(|pipeline| self.pipelines.get(pipeline)) else {
            return;
        };
        pass.set_pipeline(passes.picker(gpu, kind.sides));
        pass.set_bind_group(1, &drawn.group, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(level.first..level.first + level.count, 0, shape..shape + 1);
    }

    /// Draws shapes, each with its own pipeline where `own` says so, and tells how many triangles they have.
    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, shapes: &[Seen], own: bool) -> u64 {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let (mut pipeline, mut material) = (None, None);
        let mut triangles = 0;
        for seen in shapes {
            let Some(drawn) = self.materials.get(seen.material) else { continue };
            if own && pipeline != Some(seen.pipeline) {
                let Some((_, made)) = self.pipelines.get(seen.pipeline) else { continue };
                pass.set_pipeline(made);
                pipeline = Some(seen.pipeline);
            }
            if material != Some(seen.material) {
                pass.set_bind_group(1, &drawn.group, &[]);
                material = Some(seen.material);
            }
            pass.draw_indexed(seen.level.first..seen.level.first + seen.level.count, 0, 0..1);
            triangles += u64::from(seen.level.count / 3);
        }
        triangles
    }
}

/// The level for a shape of a radius of `pixels` on the screen: the coarsest there is where it is very small.
fn level_at(levels: &[ModelLevel], pixels: f32) -> Option<&ModelLevel> {
    let coarser = LEVEL_PIXELS.iter().filter(|&&below| pixels < below).count();
    levels.get(coarser.min(levels.len().saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_that_is_small_on_the_screen_is_drawn_at_a_coarse_level() {
        let levels: Vec<_> = (0..3).map(|first| ModelLevel { first, count: 3 }).collect();
        let first = |pixels| level_at(&levels, pixels).map(|level| level.first);
        assert_eq!([f32::INFINITY, 121.0, 100.0, 30.0, 1.0].map(first), [0, 0, 1, 2, 2].map(Some));
        assert_eq!(level_at(&[], 100.0), None);
        assert_eq!(level_at(&levels[..1], 1.0).map(|level| level.first), Some(0));
    }
}
