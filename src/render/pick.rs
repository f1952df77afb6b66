//! Finds what covers a pixel: the scene once more, each thing with its number in place of a colour.
//!
//! The camera, the depths and the choice of what is drawn how finely are those of the picture, so what is found is what is
//! seen. Any part of a picture can be asked for, one pixel or all.

use super::cull::Lens;
use super::{Part, Renderer, SceneData, Target, View, clutter, frame, objects};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scene::answer::{Hit, Thing};
use crate::scene::camera_pose::NEAR;
use gpu_data::PageStart;

mod gpu_data {
    /// Twin of `PageStart` in shaders/shared/pick.wgsl.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct PageStart {
        pub first: u32,
    }
}

pub(crate) const TWINS: &[Twin] = &[twin!(PageStart { first })];

/// Kinds of things. Twins of the constants of the same names in shaders/shared/pick.wgsl; 0 is nothing.
const GROUND: u32 = 1;
const OBJECT: u32 = 2;
const PLANT: u32 = 3;
const ROAD: u32 = 4;
const WATER: u32 = 5;
const SHAPE: u32 = 6;
const MESH: u32 = 7;

/// What numbers are drawn into: kind, number, depth as bits, more.
pub(crate) const TARGET: Target = Target { format: wgpu::TextureFormat::Rgba32Uint, samples: 1 };

/// Bytes of a pixel.
const TEXEL: u32 = 16;

/// Numbers of a part of a picture, with the depth that drawing them takes.
#[derive(Debug)]
pub(crate) struct Numbers {
    pub texture: wgpu::Texture,
    depth: wgpu::Texture,
}

impl Numbers {
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let read = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        Ok(Self {
            texture: super::canvas::attachment(gpu, "numbers", size, 1, TARGET.format, drawn | read)?,
            depth: super::canvas::attachment(
                gpu,
                "depth of numbers",
                size,
                1,
                super::pass::DEPTH_FORMAT,
                drawn,
            )?,
        })
    }

    /// Begins to draw; there is nothing at first.
    pub fn begin<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        let [color, depth] =
            [&self.texture, &self.depth].map(|texture| texture.create_view(&Default::default()));
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("numbers"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &color,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        })
    }
}

impl Renderer {
    /// What covers a pixel of a picture, from its upper left corner; `None` for the sky.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn pick(
        &self,
        gpu: &Gpu,
        data: &SceneData,
        view: &View,
        at: [u32; 2],
    ) -> Result<Option<Hit>, GpuError> {
        let part = Part { corner: at, size: [1, 1] };
        let texels = self.numbers(gpu, data, view, part)?;
        let Some(&[kind, index, depth, more]) = texels.first() else { return Ok(None) };
        let depth = f64::from(f32::from_bits(depth));
        let position = view.camera.eye + view.ray(at) * (f64::from(NEAR) / depth.max(f64::MIN_POSITIVE));
        let thing = match kind {
            GROUND => Thing::Ground,
            OBJECT => Thing::Object(index),
            PLANT => match data.clutter.as_ref().map(|clutter| clutter.plant(gpu, index)) {
                Some(plant) => Thing::Plant(index, plant?),
                None => return Ok(None),
            },
            ROAD => Thing::Road(index),
            WATER => Thing::Water,
            SHAPE => Thing::Shape(index),
            // Both are 16 bits in the vertices.
            MESH => Thing::Mesh { material: index as u16, sector: more as u16 },
            _ => return Ok(None),
        };
        Ok(Some(Hit { thing, position }))
    }

    /// Four numbers a pixel of a part of a picture, row by row from its upper left corner: kind, number within the kind,
    /// depth as the bits of an f32, and more where there is more to tell. The kinds are 0 nothing or sky, 1 ground,
    /// 2 object, 3 plant, 4 road, 5 water, 6 shape of a model, 7 mesh of the ground.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when the part is larger than the adapter's textures may be; else when the device is lost.
    pub fn numbers(
        &self,
        gpu: &Gpu,
        data: &SceneData,
        view: &View,
        part: Part,
    ) -> Result<Vec<[u32; 4]>, GpuError> {
        let numbers = Numbers::new(gpu, part.size)?;
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let view = View { part: Some(part), ..*view };
        self.draw_numbers(gpu, &mut encoder, &numbers, data, &view)?;
        gpu.queue.submit([encoder.finish()]);
        let bytes = gpu.read_texels(&numbers.texture, TEXEL)?;
        gpu.check()?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    fn draw_numbers(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        numbers: &Numbers,
        data: &SceneData,
        view: &View,
    ) -> Result<(), GpuError> {
        let layers = view.layers;
        gpu.queue.write_buffer(&data.uniform, 0, &frame::uniform(view, &data.place, None));
        let objects = data.objects.as_ref().filter(|_| layers.objects);
        if let Some(objects) = objects {
            let lens = Lens::camera(view, objects::LEAST_PIXELS, objects::LEVEL_PIXELS);
            objects.cull(gpu, encoder, &self.objects.kernels, &lens);
        }
        let grass = data.clutter.as_ref().filter(|_| data.shows_plants && layers.plants);
        let grass = self.grass.get().zip(grass);
        if let Some((passes, clutter)) = grass {
            let lens = Lens::camera(view, clutter::LEAST_PIXELS, clutter::LEVEL_PIXELS);
            clutter.cull(gpu, encoder, &passes.clutter.kernels, &lens);
        }
        let mut pass = numbers.begin(encoder);
        pass.set_bind_group(0, &data.shadow_group, &[]);
        if let Some(objects) = objects {
            pass.set_pipeline(self.objects.picker(gpu, &self.frame));
            objects.draw_numbers(&mut pass);
        }
        if let Some((passes, clutter)) = grass {
            pass.set_pipeline(passes.clutter.picker(gpu, &self.frame));
            clutter.draw_numbers(&mut pass, &data.hidden);
        }
        match self.mesh.get().zip(data.mesh.as_ref()) {
            _ if !layers.ground => {}
            Some((passes, mesh)) => passes.draw_numbers(gpu, &self.frame, &mut pass, mesh, view),
            None if data.models.as_ref().is_some_and(|models| models.are_ground) => {}
            None => self.terrain.draw_numbers(gpu, &self.frame, &mut pass, &data.terrain, view),
        }
        if let Some((passes, models)) = self.models.get().zip(data.models.as_ref()).filter(|_| layers.models)
        {
            models.draw_numbers(gpu, passes, &mut pass, view);
        }
        if let Some(roads) = data.roads.as_ref().filter(|_| layers.roads) {
            pass.set_pipeline(self.roads.picker(gpu, &self.frame));
            roads.draw(&mut pass, roads.all());
        }
        if data.place.sea_level.is_some() && layers.water {
            self.water.draw_numbers(gpu, &self.frame, &mut pass);
        }
        Ok(())
    }
}

/// The layout of the group that tells where the instances of a page begin, for the vertex stage.
pub(crate) fn start_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("start of a page"),
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(size_of::<PageStart>() as u64),
            },
            count: None,
        }],
    })
}

/// The group of a page whose first instance is `first` among all.
pub(crate) fn start_group(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    first: u32,
) -> Result<wgpu::BindGroup, GpuError> {
    let start = bytemuck::bytes_of(&PageStart { first }).to_vec();
    let buffer = gpu.buffer_with("start of a page", &start, wgpu::BufferUsages::UNIFORM)?;
    Ok(gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("start of a page"),
        layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    }))
}
