//! Objects whose paint is a picture: a pattern may drive it.

use super::objects::vertex_layouts;
use super::pass::{Cover, PassDesc, Target, pipeline, texture_entries};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use crate::scene::clutter::Atlas;
use crate::scene::image::Image;
use crate::scene::objects::{MeshVertex, ObjectModel};
use gpu_data::Painting;

mod gpu_data {
    /// Twin of `Painting` in shaders/painted.wgsl; the meaning of each field stands there.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct Painting {
        pub low: [f32; 3],
        pub least_tint: f32,
        pub size: [f32; 3],
        pub _pad: f32,
    }
}

pub(crate) const TWINS: &[Twin] = &[twin!(Painting { low, least_tint, size })];

/// Once per device.
#[derive(Debug)]
pub(crate) struct PaintedPass {
    pub pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

/// A form of stand-ins with all the pictures that it may show.
#[derive(Debug)]
pub(crate) struct Painted {
    /// Index into the models of the objects.
    pub model: u32,
    /// One a picture, then the one that shows none.
    groups: Vec<wgpu::BindGroup>,
    shown: usize,
}

impl PaintedPass {
    pub fn new(gpu: &Gpu, target: Target, layouts: &[&wgpu::BindGroupLayout; 2]) -> Result<Self, GpuError> {
        let shader = gpu.shader("painted")?;
        let painting = wgpu::BindGroupLayoutEntry {
            binding: 2,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: wgpu::BufferSize::new(size_of::<Painting>() as u64),
            },
            count: None,
        };
        let [texture, sampler] = texture_entries(0);
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("painted objects"),
            entries: &[texture, sampler, painting],
        });
        let desc = PassDesc {
            label: "painted objects",
            shader: &shader,
            layouts: &[layouts[0], layouts[1], &layout],
            buffers: &vertex_layouts(),
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Solid,
            cull: Some(wgpu::Face::Back),
        };
        let pipeline = pipeline(gpu, target, &desc);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("painting"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        gpu.check()?;
        Ok(Self { pipeline, layout, sampler })
    }
}

impl Painted {
    /// Brings the pictures to the GPU; none is shown yet.
    pub fn new(
        gpu: &Gpu,
        passes: &PaintedPass,
        index: u32,
        model: &ObjectModel,
        images: &[Image],
    ) -> Result<Self, GpuError> {
        let usage = wgpu::BufferUsages::UNIFORM;
        let painting = gpu.buffer_with("painting", bytemuck::bytes_of(&painting(model)), usage)?;
        let clear = Image { size: [1, 1], rgba: vec![0; 4] };
        let group = |image: &Image| -> Result<_, GpuError> {
            let Atlas { size, levels } = Atlas::from_image(image.clone());
            let format = wgpu::TextureFormat::Rgba8UnormSrgb;
            let texture = gpu.texture("painting", size, levels.len() as u32, format)?;
            for (mip, level) in (0..).zip(&levels) {
                gpu.write_part(&texture, mip, [0, 0], (size[0] >> mip).max(1), level);
            }
            let view = texture.create_view(&Default::default());
            Ok(gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("painting"),
                layout: &passes.layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: wgpu::BindingResource::Sampler(&passes.sampler),
                    },
                    wgpu::BindGroupEntry { binding: 2, resource: painting.as_entire_binding() },
                ],
            }))
        };
        let groups: Vec<_> = images.iter().chain([&clear]).map(group).collect::<Result<_, _>>()?;
        Ok(Self { model: index, shown: groups.len() - 1, groups })
    }

    /// Shows a picture from now on.
    pub fn show(&mut self, image: u32) {
        if (image as usize) < self.groups.len() {
            self.shown = image as usize;
        }
    }

    pub fn shown(&self) -> &wgpu::BindGroup {
        &self.groups[self.shown] // Within them from the beginning, and kept so.
    }
}

/// The paint of a stand-in is what takes most of its instances' tints: the cloth of a flag, the walls of a house. The
/// box of its vertices is covered by the picture.
fn painting(model: &ObjectModel) -> Painting {
    let vertices = model.lods.first().map_or(&[][..], |mesh| &mesh.vertices);
    let most = vertices.iter().map(|vertex| vertex.color[3]).max().unwrap_or_default();
    let painted = vertices.iter().filter(|vertex| vertex.color[3] == most);
    let join = |[low, high]: [[f32; 3]; 2], MeshVertex { position, .. }: &MeshVertex| {
        [
            [0, 1, 2].map(|axis| low[axis].min(position[axis])),
            [0, 1, 2].map(|axis| high[axis].max(position[axis])),
        ]
    };
    let [low, high] = painted.fold([[f32::MAX; 3], [f32::MIN; 3]], join);
    // A flat thing has a side without an extent.
    let size = [0, 1, 2].map(|axis| (high[axis] - low[axis]).max(1e-4));
    Painting { low, least_tint: (f32::from(most) - 0.5) / 255.0, size, _pad: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::objects::Mesh;

    fn vertex(position: [f32; 3], tint: u8) -> MeshVertex {
        MeshVertex { position, normal: [0, 127, 0, 0], color: [9, 9, 9, tint] }
    }

    #[test]
    fn the_most_tinted_part_is_what_is_painted() {
        let pole = [vertex([0.0, -1.0, 0.0], 60), vertex([0.0, 9.0, 0.0], 60)];
        let cloth = [vertex([0.0, 7.0, 0.0], 200), vertex([2.0, 8.0, 0.0], 200)];
        let mesh = Mesh { vertices: [pole, cloth].concat(), indices: Vec::new() };
        let model = ObjectModel { name: "Flag".into(), lods: vec![mesh], radius: 9.0 };
        let Painting { low, least_tint, size, .. } = painting(&model);
        assert_eq!((low, size), ([0.0, 7.0, 0.0], [2.0, 1.0, 1e-4]));
        assert!(least_tint > 60.0 / 255.0 && least_tint < 200.0 / 255.0);
    }
}
