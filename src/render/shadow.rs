//! The shadow map: what the sun sees of the objects around the place that the camera looks at.

use super::View;
use super::cull::Lens;
use super::frame::FrameLayout;
use super::objects::{ObjectPass, vertex_layouts};
use crate::gpu::{Gpu, GpuError};
use glam::{DVec3, Mat4, Vec3, Vec4};

/// Edge of the map in texels.
const EDGE: u32 = 2048;

/// 16 bits: steps of a third of a metre where the map spans 20 km, of a centimetre near the ground.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth16Unorm;

/// The shadowed circle has at least this radius, metres.
const LEAST_RADIUS: f32 = 80.0;

/// How far behind and before the circle something may throw a shadow into it, metres.
const DEPTH_MARGIN: f32 = 400.0;

/// The edge of the map isn't looked at: a sphere lies inside of it.
const SPHERE_MARGIN: f32 = 1.2;

/// Level of detail in the map by radius in texels, as in [`super::objects`].
const LEVEL_TEXELS: [f32; 3] = [200.0, 30.0, 5.0];

/// Metres a texel from which on no shadows of objects are drawn.
const COARSEST_TEXEL: f32 = 4.0;

/// Metres a texel from which on no shadows of a mesh are drawn: those of its relief are as fine, and cost less.
const COARSEST_GROUND_TEXEL: f32 = 0.22;

/// Radius in texels: what is smaller throws no shadow that could be seen.
const LEAST_TEXELS: f32 = 1.0;

/// How far objects are pushed away from the sun, in the depth that they span over a texel: crowns of trees, which take
/// one look at the map, would be dotted with less.
const OBJECT_SLOPE: f32 = 2.0;

/// The same of a mesh. No more than this: the edge of an eave that the sun grazes would be pushed through the wall under
/// it and throw a saw instead of a shadow. The ground itself leaves its shadow along its normal.
pub(crate) const GROUND_SLOPE: f32 = 0.5;

/// Once per device.
#[derive(Debug)]
pub(crate) struct ShadowPass {
    pipeline: wgpu::RenderPipeline,
    pub map: wgpu::TextureView,
    /// What is bound while the map itself is drawn, or when there is none.
    pub nothing: wgpu::TextureView,
}

/// Where the sun looks from, for one frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SunView {
    /// Texture coordinates and depth from a relative position.
    pub shadow_from_relative: Mat4,
    /// Metres a texel.
    pub texel: f32,
    pub lens: Lens,
}

impl SunView {
    /// `clearance` is how far the eye is from the ground, `extent` the longest edge of the ground, metres.
    pub fn new(view: &View, clearance: f32, extent: f32) -> Self {
        let forward = view.camera.forward();
        // About where the middle of the picture meets the ground.
        let look = clearance / (-forward.y).max(0.16);
        let radius = (look * 1.15).clamp(LEAST_RADIUS, (extent * 0.75).max(LEAST_RADIUS));
        // Near the ground the eye stands at the edge of the circle, else half of it lay behind the eye.
        let [near, far] = [look.min(radius * 0.8), radius * 0.8];
        let center = forward * near + forward.with_y(0.0) * (far - near);
        Self::of_circle(view, center, radius, radius + DEPTH_MARGIN)
    }

    /// All of a sphere and nothing else; its middle is in the world.
    pub fn of_sphere(view: &View, (middle, radius): (DVec3, f32)) -> Self {
        let radius = radius.max(1e-3) * SPHERE_MARGIN;
        Self::of_circle(view, (middle - view.camera.eye).as_vec3(), radius, radius)
    }

    /// A circle around `center`, relative to the eye, and what is nearer to the sun or farther by `reach`, metres.
    fn of_circle(view: &View, center: Vec3, radius: f32, reach: f32) -> Self {
        let sun = view.sun.direction();
        let right = sun.cross(Vec3::new(0.0, 0.0, 1.0)).normalize_or(Vec3::X);
        let up = right.cross(sun);
        let depth = 2.0 * reach;
        // Texture x to the right, y down, depth away from the sun.
        let row = |axis: Vec3, scale: f32| (axis * scale).extend(0.5 - axis.dot(center) * scale);
        let rows = [row(right, 0.5 / radius), row(-up, 0.5 / radius), row(-sun, 1.0 / depth)];
        let shadow_from_relative = Mat4::from_cols(rows[0], rows[1], rows[2], Vec4::W).transpose();
        let side = |axis: Vec3| axis.extend(radius - axis.dot(center));
        let texel = 2.0 * radius / EDGE as f32;
        let lens = Lens {
            eye: view.camera.eye,
            sides: [side(right), side(-right), side(up), side(-up)],
            pixel_angle: texel,
            parallel: true,
            farthest: f32::MAX,
            least_pixels: LEAST_TEXELS,
            level_pixels: LEVEL_TEXELS,
            thin_pixels: 0.0,
        };
        Self { shadow_from_relative, texel, lens }
    }
}

impl SunView {
    /// False where a tree is hardly larger than a texel: its shadow would cost a pass and show nothing.
    pub fn shows_objects(&self) -> bool {
        self.texel < COARSEST_TEXEL
    }

    /// False where the ground is left to the shadow of the relief.
    pub fn shows_ground(&self) -> bool {
        self.texel < COARSEST_GROUND_TEXEL
    }
}

impl ShadowPass {
    pub fn new(gpu: &Gpu, frame: &FrameLayout, objects: &ObjectPass) -> Result<Self, GpuError> {
        let shader = gpu.shader("objects")?;
        let desc = DepthDesc {
            label: "object shadows",
            shader: &shader,
            layouts: &[&frame.layout, &objects.layout],
            buffers: &vertex_layouts(),
            vertex: "shadow_vertex",
            fragment: None,
            slope_scale: OBJECT_SLOPE,
        };
        let pipeline = depth_pipeline(gpu, &desc);
        Ok(Self { pipeline, map: depth_texture(gpu, EDGE), nothing: depth_texture(gpu, 1) })
    }

    /// Draws the map; `group` is group 0 without the map.
    pub fn draw(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        group: &wgpu::BindGroup,
        casters: impl FnOnce(&mut wgpu::RenderPass<'_>),
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadow map"),
            color_attachments: &[],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.map,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, group, &[]);
        casters(&mut pass);
    }

    /// Sets the pipeline of objects.
    pub fn set_objects(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.pipeline);
    }
}

/// A pipeline that draws into the map.
pub(crate) struct DepthDesc<'a> {
    pub label: &'static str,
    pub shader: &'a wgpu::ShaderModule,
    /// Group 0, then the pass's own.
    pub layouts: &'a [&'a wgpu::BindGroupLayout],
    pub buffers: &'a [wgpu::VertexBufferLayout<'a>],
    /// Entry point of the vertex stage.
    pub vertex: &'static str,
    /// Entry point of the fragment stage, for what has holes.
    pub fragment: Option<&'static str>,
    /// How far it is pushed away from the sun, in the depth that it spans over a texel.
    pub slope_scale: f32,
}

/// Makes a pipeline that draws into the map.
pub(crate) fn depth_pipeline(gpu: &Gpu, desc: &DepthDesc<'_>) -> wgpu::RenderPipeline {
    let DepthDesc { label, shader, layouts, buffers, vertex, fragment, slope_scale } = *desc;
    let layouts: Vec<_> = layouts.iter().map(|layout| Some(*layout)).collect();
    let buffers: Vec<_> = buffers.iter().cloned().map(Some).collect();
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState { constant: 2, slope_scale, clamp: 0.0 },
        }),
        multisample: Default::default(),
        fragment: fragment.map(|entry| wgpu::FragmentState {
            module: shader,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn depth_texture(gpu: &Gpu, edge: u32) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow map"),
        size: wgpu::Extent3d { width: edge, height: edge, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
