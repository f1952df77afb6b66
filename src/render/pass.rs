//! The one way to make a render pipeline, so that all passes agree on depth, samples and target.

use crate::gpu::Gpu;

/// Depth is reversed: 1 at the near plane, 0 at infinity.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What the pictures are drawn into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// An sRGB format with 8 bits a channel.
    pub format: wgpu::TextureFormat,
    /// 1 or 4 samples a pixel.
    pub samples: u32,
}

/// How a pass meets what is drawn already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Hides what is behind it and is hidden by what is before it.
    Solid,
    /// The same; edges of the texture's alpha become partly covered samples.
    Cutout,
    /// Blends over what is behind it and hides nothing.
    Blended,
    /// Is behind everything.
    Backdrop,
    /// As a file says.
    Stated {
        /// How colours are mixed; solid where they aren't.
        blend: Option<wgpu::BlendState>,
        /// It is hidden by what is before it.
        is_hidden: bool,
        /// It hides what is behind it.
        hides: bool,
    },
}

impl Cover {
    fn blend(self) -> Option<wgpu::BlendState> {
        match self {
            Self::Solid | Self::Cutout | Self::Backdrop => None,
            Self::Blended => Some(wgpu::BlendState::ALPHA_BLENDING),
            Self::Stated { blend, .. } => blend,
        }
    }

    fn hides(self) -> bool {
        match self {
            Self::Solid | Self::Cutout => true,
            Self::Blended | Self::Backdrop => false,
            Self::Stated { hides, .. } => hides,
        }
    }

    fn compare(self) -> wgpu::CompareFunction {
        match self {
            Self::Stated { is_hidden: false, .. } => wgpu::CompareFunction::Always,
            _ => wgpu::CompareFunction::GreaterEqual,
        }
    }
}

/// A render pipeline to be made.
pub(crate) struct PassDesc<'a> {
    pub label: &'static str,
    pub shader: &'a wgpu::ShaderModule,
    /// Group 0, then the pass's own.
    pub layouts: &'a [&'a wgpu::BindGroupLayout],
    pub buffers: &'a [wgpu::VertexBufferLayout<'a>],
    /// Entry point of the vertex stage, `vertex` but for passes with more than one.
    pub vertex: &'static str,
    /// Entry point of the fragment stage.
    pub fragment: &'static str,
    pub cover: Cover,
    /// Faces that are left out; those whose vertices run anticlockwise on the screen are fronts.
    pub cull: Option<wgpu::Face>,
}

/// Makes the pipeline of a pass.
pub(crate) fn pipeline(gpu: &Gpu, target: Target, desc: &PassDesc<'_>) -> wgpu::RenderPipeline {
    let layouts: Vec<_> = desc.layouts.iter().map(|layout| Some(*layout)).collect();
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(desc.label),
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    let buffers: Vec<_> = desc.buffers.iter().cloned().map(Some).collect();
    let color = wgpu::ColorTargetState {
        format: target.format,
        blend: desc.cover.blend(),
        write_mask: wgpu::ColorWrites::ALL,
    };
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(desc.label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: desc.shader,
            entry_point: Some(desc.vertex),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState { cull_mode: desc.cull, ..Default::default() },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(desc.cover.hides()),
            depth_compare: Some(desc.cover.compare()),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: target.samples,
            alpha_to_coverage_enabled: desc.cover == Cover::Cutout && target.samples > 1,
            ..Default::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: desc.shader,
            entry_point: Some(desc.fragment),
            compilation_options: Default::default(),
            targets: &[Some(color)],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A group with one read-only storage buffer for the vertex stage, and textures where `extra` says so.
pub(crate) fn instance_layout(
    gpu: &Gpu,
    label: &'static str,
    extra: &[wgpu::BindGroupLayoutEntry],
) -> wgpu::BindGroupLayout {
    let mut entries = vec![wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::VERTEX,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: true },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }];
    entries.extend_from_slice(extra);
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// A filtered 2D texture at `binding` and its sampler at the next, for the fragment stage.
pub(crate) fn texture_entries(binding: u32) -> [wgpu::BindGroupLayoutEntry; 2] {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    [entry(binding, texture), entry(binding + 1, sampler)]
}
