//! Draws the boxes of slots as lines, where they are near; farther away they fade, so that they don't become noise.

use super::View;
use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use crate::formats::xray::SLOT_SIZE;
use crate::gpu::{Gpu, GpuError};
use crate::scene::overlay::SlotBox;
use glam::DVec3;

/// Boxes within this many metres are drawn; from a quarter of it on they fade.
const REACH: f64 = 56.0;

/// Boxes that one frame can draw: as many slots as lie within the reach.
const MOST: usize = 4096;

/// Vertices of a box: two triangles for each of twelve edges.
const VERTICES: u32 = 12 * 6;

/// How much of what is behind a near line is covered.
const OPACITY: f64 = 0.95;

/// Once per device.
#[derive(Debug)]
pub(crate) struct BoxPass {
    pipeline: wgpu::RenderPipeline,
}

/// Once per scene.
#[derive(Debug)]
pub(crate) struct BoxData {
    boxes: Vec<SlotBox>,
    near: wgpu::Buffer,
}

/// A box as the shader takes it.
#[repr(C)]
#[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct BoxInstance {
    low: [f32; 3],
    height: f32,
    color: [u8; 4],
    half_line: [f32; 2],
}

impl BoxPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("boxes")?;
        let instance = wgpu::VertexBufferLayout {
            array_stride: size_of::<BoxInstance>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32, 2 => Unorm8x4, 3 => Float32x2],
        };
        let desc = PassDesc {
            label: "boxes",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[instance],
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Blended,
            cull: None,
        };
        Ok(Self { pipeline: pipeline(gpu, target, &desc) })
    }

    pub fn draw(&self, gpu: &Gpu, pass: &mut wgpu::RenderPass<'_>, data: &BoxData, view: &View) {
        let near = near(&data.boxes, view);
        if near.is_empty() {
            return;
        }
        gpu.queue.write_buffer(&data.near, 0, bytemuck::cast_slice(&near));
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, data.near.slice(..));
        pass.draw(0..VERTICES, 0..near.len() as u32); // At most `MOST`.
    }
}

impl BoxData {
    pub fn new(gpu: &Gpu, boxes: &[SlotBox]) -> Result<Self, GpuError> {
        let size = (MOST * size_of::<BoxInstance>()) as u64;
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
        Ok(Self { boxes: boxes.to_vec(), near: gpu.buffer("boxes", size, usage)? })
    }
}

/// The boxes within reach, the far ones first, since they are blended.
fn near(boxes: &[SlotBox], view: &View) -> Vec<BoxInstance> {
    let half_pixels = f64::from(view.size[1]) / 720.0 * 0.8;
    // The picture is 2 units of clip space wide and high; no line is thinner than a pixel.
    let half_line = view.size.map(|pixels| (half_pixels.max(0.5) * 2.0 / f64::from(pixels)) as f32);
    let mut near: Vec<(f64, BoxInstance)> = boxes
        .iter()
        .filter_map(|of_slot| {
            let low = DVec3::from(of_slot.corner.map(f64::from)) - view.camera.eye;
            let size = DVec3::new(SLOT_SIZE.into(), of_slot.height.into(), SLOT_SIZE.into());
            let distance = DVec3::ZERO.clamp(low, low + size).length();
            let left = ((REACH - distance) / (REACH * 0.75)).clamp(0.0, 1.0).powi(2);
            let [r, g, b] = of_slot.color;
            let color = [r, g, b, (left * OPACITY * 255.0) as u8];
            (left > 0.0).then_some((
                distance,
                BoxInstance { low: low.as_vec3().into(), height: of_slot.height, color, half_line },
            ))
        })
        .collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let spared = near.len().saturating_sub(MOST);
    near.into_iter().skip(spared).map(|(_, instance)| instance).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn near_boxes_are_drawn_and_fade_to_the_end_of_their_reach() {
        let of_slot = |x: f32| SlotBox { corner: [x, 0.0, -1.0], height: 3.0, color: [1, 2, 3] };
        let boxes: Vec<_> = [0.0, 10.0, 30.0, 54.0, 57.0, 30_000.0].map(of_slot).to_vec();
        let view = View::new("0,1,0,0,0".parse().unwrap(), [1280, 720]);
        let near = near(&boxes, &view);
        let places: Vec<f32> = near.iter().map(|instance| instance.low[0]).collect();
        assert_eq!(places, [54.0, 30.0, 10.0, 0.0], "the far ones first");
        let alphas: Vec<u8> = near.iter().map(|instance| instance.color[3]).collect();
        assert!(alphas[0] < 10 && alphas[1] > 50 && alphas[1] < 150, "{alphas:?}");
        assert_eq!(alphas[2], alphas[3]);
        assert_eq!(near[3].low, [0.0, -1.0, -1.0], "seen from the eye");
    }

    #[test]
    fn more_boxes_than_one_frame_can_draw_are_the_nearest() {
        let boxes = vec![SlotBox { corner: [30.0, 0.0, 0.0], height: 1.0, color: [0; 3] }; MOST];
        let nearest = SlotBox { corner: [3.0, 0.0, 0.0], ..boxes[0] };
        let view = View::new("0,0,0,0,0".parse().unwrap(), [64, 64]);
        let near = near(&[vec![nearest], boxes].concat(), &view);
        assert_eq!((near.len(), near.last().unwrap().low[0]), (MOST, 3.0));
    }
}
