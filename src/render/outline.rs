//! Draws a line around something, over the finished picture and whatever hides it.

use std::ops::Range;

use glam::DVec3;

use super::pick::Numbers;
use super::{Canvas, Part, Renderer, SceneData, Target, View, frame};
use crate::gpu::{Gpu, GpuError};

/// Pixels about what is marked that the line may take.
const MARGIN: f64 = 5.0;

/// What gets a line around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Which.
    pub what: Marked,
    /// A sphere around it: its middle, world metres, and its radius.
    pub sphere: (DVec3, f64),
}

/// What can be marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marked {
    /// As [`crate::scene::answer::Thing::Object`].
    Object(u32),
    /// The number of a plant in the order of planting.
    Plant(u32),
    /// Indices of [`crate::scene::roads::Roads::indices`].
    Road(Range<u32>),
    /// As [`crate::scene::answer::Thing::Shape`].
    Shape(u32),
}

/// Once per device.
#[derive(Debug)]
pub(crate) struct OutlinePass {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
}

impl OutlinePass {
    fn new(gpu: &Gpu, target: Target) -> Result<Self, GpuError> {
        let shader = gpu.shader("outline")?;
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("outline"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Uint,
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let of_pipeline = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("outline"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        // It has no depth: the picture is finished.
        let pipeline = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("outline"),
            layout: Some(&of_pipeline),
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: target.format,
                    blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        Ok(Self { layout, pipeline })
    }
}

impl Canvas {
    /// Draws a line around something over what [`Canvas::draw`] drew of the same view.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn outline(
        &self,
        gpu: &Gpu,
        renderer: &Renderer,
        data: &SceneData,
        view: &View,
        mark: &Mark,
    ) -> Result<(), GpuError> {
        let Some(part) = part_of(view, mark.sphere) else { return Ok(()) };
        let passes = match renderer.outline.get() {
            Some(passes) => passes,
            None => {
                let passes = OutlinePass::new(gpu, renderer.target)?;
                renderer.outline.get_or_init(|| passes)
            }
        };
        let numbers = Numbers::new(gpu, part.size)?;
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        renderer.draw_mark(
            gpu,
            &mut encoder,
            &numbers,
            data,
            &View { part: Some(part), ..*view },
            &mark.what,
        )?;
        let marked = numbers.texture.create_view(&Default::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("outline"),
            layout: &passes.layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&marked),
            }],
        });
        {
            let picture = self.texture.create_view(&Default::default());
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("outline"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &picture,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
                })],
                ..Default::default()
            });
            let [x, y] = part.corner.map(|pixels| pixels as f32);
            let [width, height] = part.size.map(|pixels| pixels as f32);
            pass.set_viewport(x, y, width, height, 0.0, 1.0);
            pass.set_pipeline(&passes.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue.submit([encoder.finish()]);
        gpu.check()
    }
}

impl Renderer {
    /// Draws the number of what is marked and nothing else.
    fn draw_mark(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        numbers: &Numbers,
        data: &SceneData,
        view: &View,
        what: &Marked,
    ) -> Result<(), GpuError> {
        gpu.queue.write_buffer(&data.uniform, 0, &frame::uniform(view, &data.place, None));
        let mut pass = numbers.begin(encoder);
        pass.set_bind_group(0, &data.shadow_group, &[]);
        match what {
            Marked::Object(index) => {
                if let Some(objects) = &data.objects {
                    pass.set_pipeline(self.objects.picker(gpu, &self.frame));
                    objects.draw_one(gpu, &mut pass, *index)?;
                }
            }
            Marked::Plant(index) => {
                if let Some((passes, clutter)) = self.grass.get().zip(data.clutter.as_ref()) {
                    pass.set_pipeline(passes.clutter.picker(gpu, &self.frame));
                    clutter.draw_one(gpu, &mut pass, *index)?;
                }
            }
            Marked::Road(indices) => {
                if let Some(roads) = &data.roads {
                    pass.set_pipeline(self.roads.picker(gpu, &self.frame));
                    roads.draw(&mut pass, indices.clone());
                }
            }
            Marked::Shape(index) => {
                if let Some((passes, models)) = self.models.get().zip(data.models.as_ref()) {
                    models.draw_one(gpu, passes, &mut pass, *index);
                }
            }
        }
        Ok(())
    }
}

/// The part of a picture that a sphere covers, with a margin; `None` where it isn't in the picture.
fn part_of(view: &View, (middle, radius): (DVec3, f64)) -> Option<Part> {
    let axes = view.camera.axes().map(|axis| axis.as_dvec3());
    let away = middle - view.camera.eye;
    let [right, up, forward] = axes.map(|axis| away.dot(axis));
    let size = view.size.map(f64::from);
    if forward + radius <= 0.0 {
        return None;
    }
    let depths = [forward - radius, forward + radius];
    // About the eye: it may be anywhere in the picture.
    if depths[0] <= radius * 0.1 {
        return Some(Part { corner: [0, 0], size: view.size });
    }
    let pixel = f64::from(view.pixel_angle());
    let edge = |along: f64, sign: f64, half: f64| {
        let at = depths.map(|depth| (along + sign * radius) / (depth * pixel));
        let outermost = if sign < 0.0 { at[0].min(at[1]) } else { at[0].max(at[1]) };
        outermost + sign * MARGIN + half
    };
    let [half_width, half_height] = size.map(|pixels| pixels * 0.5);
    let low = [edge(right, -1.0, half_width), edge(-up, -1.0, half_height)];
    let high = [edge(right, 1.0, half_width), edge(-up, 1.0, half_height)];
    let corner = [0, 1].map(|axis| low[axis].floor().clamp(0.0, size[axis]) as u32);
    let end = [0, 1].map(|axis| high[axis].ceil().clamp(0.0, size[axis]) as u32);
    let part = Part { corner, size: [0, 1].map(|axis| end[axis].saturating_sub(corner[axis])) };
    part.size.iter().all(|&pixels| pixels > 0).then_some(part)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_sphere_is_looked_for_where_it_is_and_no_larger_than_it_is() {
        let view = View::new("0,0,0,0,0,60".parse().unwrap(), [1000, 500]);
        // 10 m to the north, a metre to the right, 1 m wide: a metre is 43.3 pixels.
        let part = part_of(&view, (DVec3::new(1.0, 0.0, 10.0), 0.5)).unwrap();
        assert!(part.corner[0] < 522 && part.corner[0] > 505, "{part:?}");
        assert!((50..80).contains(&part.size[0]) && (50..80).contains(&part.size[1]), "{part:?}");
        assert_eq!(part_of(&view, (DVec3::new(0.0, 0.0, -10.0), 2.0)), None, "behind the eye");
        assert_eq!(part_of(&view, (DVec3::new(90.0, 0.0, 10.0), 2.0)), None, "beside the picture");
        assert_eq!(part_of(&view, (DVec3::ZERO, 2.0)).unwrap().size, [1000, 500], "about the eye");
    }
}
