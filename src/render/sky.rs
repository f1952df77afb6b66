//! Draws the sky behind everything.

use super::frame::FrameLayout;
use super::pass::{Cover, PassDesc, Target, pipeline};
use crate::gpu::{Gpu, GpuError};

/// Once per device.
#[derive(Debug)]
pub(crate) struct SkyPass {
    pipeline: wgpu::RenderPipeline,
}

impl SkyPass {
    pub fn new(gpu: &Gpu, target: Target, frame: &FrameLayout) -> Result<Self, GpuError> {
        let shader = gpu.shader("sky")?;
        let desc = PassDesc {
            label: "sky",
            shader: &shader,
            layouts: &[&frame.layout],
            buffers: &[],
            vertex: "vertex",
            fragment: "fragment",
            cover: Cover::Backdrop,
            cull: None,
        };
        Ok(Self { pipeline: pipeline(gpu, target, &desc) })
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..3, 0..1);
    }
}
