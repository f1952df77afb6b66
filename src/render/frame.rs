//! What all passes of a frame share: group 0, with the camera, the sun, the heights and the baked light.

use super::ground::GroundTextures;
use super::overlay::OverlayPlace;
use super::{Told, View};
use crate::gpu::layout::{Twin, twin};
use crate::gpu::{Gpu, GpuError};
use glam::{DVec3, Mat4, Vec2, Vec3};
use gpu_data::Frame;

mod gpu_data {
    /// Twin of `Frame` in shaders/shared/frame.wgsl; the meaning of each field stands there.
    #[repr(C)]
    #[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    pub struct Frame {
        pub clip_from_relative: [[f32; 4]; 4],
        pub eye_high: [f32; 3],
        pub pixel_angle: f32,
        pub eye_low: [f32; 3],
        pub haze_length: f32,
        pub sun_direction: [f32; 3],
        pub sea_level: f32,
        pub sun_color: [f32; 3],
        pub ground_cell: f32,
        pub zenith_color: [f32; 3],
        pub haze_base: f32,
        pub horizon_color: [f32; 3],
        pub shadow_texel: f32,
        pub ray_forward: [f32; 3],
        pub base_level: f32,
        pub ray_right: [f32; 3],
        pub overlay_scale: f32,
        pub ray_up: [f32; 3],
        pub overlay_slot: f32,
        pub ground_point: [i32; 2],
        pub ground_offset: [f32; 2],
        pub ground_size: [u32; 2],
        pub slots_size: [u32; 2],
        pub slots_offset: [f32; 2],
        pub overlay_corner: [f32; 2],
        pub grid_offset: [f32; 2],
        pub grid_steps: [f32; 2],
        pub thin_pixels: f32,
        pub _pad_thin: [f32; 3],
        pub shadow_from_relative: [[f32; 4]; 4],
    }
}

pub(crate) const TWINS: &[Twin] = &[twin!(Frame {
    clip_from_relative,
    eye_high,
    pixel_angle,
    eye_low,
    haze_length,
    sun_direction,
    sea_level,
    sun_color,
    ground_cell,
    zenith_color,
    haze_base,
    horizon_color,
    shadow_texel,
    ray_forward,
    base_level,
    ray_right,
    overlay_scale,
    ray_up,
    overlay_slot,
    ground_point,
    ground_offset,
    ground_size,
    slots_size,
    slots_offset,
    overlay_corner,
    grid_offset,
    grid_steps,
    thin_pixels,
    shadow_from_relative,
})];

/// World height of the sea where there is none: under anything that a file can state.
const NO_SEA: f32 = -1e6;

/// The layout of group 0.
#[derive(Debug)]
pub struct FrameLayout {
    pub(crate) layout: wgpu::BindGroupLayout,
    noise: wgpu::TextureView,
    repeat: wgpu::Sampler,
    clamp: wgpu::Sampler,
    compare: wgpu::Sampler,
}

impl FrameLayout {
    /// Once per device.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let texture = |binding, filterable| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        };
        let sampler = |binding, kind| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Sampler(kind),
            count: None,
        };
        let entries = [
            wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: wgpu::BufferSize::new(size_of::<Frame>() as u64),
                },
                count: None,
            },
            wgpu::BindGroupLayoutEntry {
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2Array,
                    multisampled: false,
                },
                ..texture(1, false)
            },
            texture(2, false),
            texture(3, true),
            texture(4, true),
            sampler(5, wgpu::SamplerBindingType::Filtering),
            sampler(6, wgpu::SamplerBindingType::Filtering),
            wgpu::BindGroupLayoutEntry {
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Depth,
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                ..texture(7, false)
            },
            sampler(8, wgpu::SamplerBindingType::Comparison),
            texture(9, true),
            texture(10, true),
        ];
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &entries,
        });
        let linear = wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            // The noises' levels are alike: between them nothing is to be seen, and half the looks are saved.
            mipmap_filter: wgpu::MipmapFilterMode::Nearest,
            ..Default::default()
        };
        let repeat = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("repeat"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            ..linear.clone()
        });
        let compare = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..linear.clone()
        });
        let clamp = gpu.device.create_sampler(&wgpu::SamplerDescriptor { label: Some("clamp"), ..linear });
        Ok(Self { layout, noise: super::noise::upload(gpu)?, repeat, clamp, compare })
    }

    /// Group 0 of a scene.
    pub(crate) fn bind(
        &self,
        gpu: &Gpu,
        uniform: &wgpu::Buffer,
        ground: &GroundTextures,
        shadow_map: &wgpu::TextureView,
        Told { cover, overlay }: &Told,
    ) -> wgpu::BindGroup {
        let view = wgpu::BindingResource::TextureView;
        let sampler = wgpu::BindingResource::Sampler;
        let resources = [
            uniform.as_entire_binding(),
            view(&ground.heights),
            view(&ground.shadow_heights),
            view(&ground.light),
            view(&self.noise),
            sampler(&self.repeat),
            sampler(&self.clamp),
            view(shadow_map),
            sampler(&self.compare),
            view(cover),
            view(overlay),
        ];
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &self.layout,
            entries: &entries,
        })
    }
}

/// What of a scene the uniform tells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Points of the heightfield.
    pub size: [u32; 2],
    /// Metres between two points.
    pub cell: f32,
    /// World x and z of point (0, 0).
    pub origin: [f64; 2],
    /// Metres, where there is a sea.
    pub sea_level: Option<f32>,
    /// Metres between two of the finest lines of the grid, and of the next finest.
    pub grid_steps: [f32; 2],
    /// Longest horizontal edge and lowest height, metres.
    pub extent: f32,
    pub lowest: f32,
    pub overlay: Option<OverlayPlace>,
    /// Where grass grows.
    pub slots: Option<SlotsPlace>,
}

/// Where the slots of the grass lie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlotsPlace {
    /// Slots to the east and to the north.
    pub size: [u32; 2],
    /// World x and z of the south-west corner, metres.
    pub origin: [f64; 2],
    /// See `thin_keep` in shaders/shared/thin.wgsl; 0 where plants are not thinned.
    pub thin_pixels: f32,
}

/// Bytes of the uniform.
pub(crate) fn uniform_size() -> u64 {
    size_of::<Frame>() as u64
}

/// The uniform of one frame, as bytes.
pub(crate) fn uniform(view: &View, place: &Place, shadow: Option<(Mat4, f32)>) -> Vec<u8> {
    let aspect = view.size[0] as f32 / view.size[1] as f32;
    let eye = view.camera.eye;
    let eye_high = eye.as_vec3();
    let eye_low = (eye - eye_high.as_dvec3()).as_vec3();
    let [right, up, forward] = view.camera.axes();
    let tan_y = (view.camera.fov_deg.to_radians() * 0.5).tan();
    let sun = view.sun.direction();
    let light = SunLight::at(sun);
    let cell = f64::from(place.cell);
    let in_grid = (eye.x - place.origin[0], eye.z - place.origin[1]);
    let point = [(in_grid.0 / cell).round(), (in_grid.1 / cell).round()];
    let offset = Vec2::new((point[0] * cell - in_grid.0) as f32, (point[1] * cell - in_grid.1) as f32);
    let overlay = place.overlay.unwrap_or_default();
    let frame = Frame {
        clip_from_relative: view.clip_from_relative().to_cols_array_2d(),
        eye_high: eye_high.into(),
        pixel_angle: view.pixel_angle(),
        eye_low: eye_low.into(),
        // A fifth of the light is lost over a map's length; small places have the air of a clear day.
        haze_length: (place.extent * 4.5).max(18_000.0),
        sun_direction: sun.into(),
        sea_level: place.sea_level.unwrap_or(NO_SEA),
        sun_color: light.sun.into(),
        ground_cell: place.cell,
        zenith_color: light.zenith.into(),
        haze_base: place.sea_level.unwrap_or(place.lowest),
        horizon_color: light.horizon.into(),
        shadow_texel: shadow.map_or(0.0, |(_, texel)| texel),
        ray_forward: forward.into(),
        base_level: place.lowest.min(place.sea_level.unwrap_or(f32::MAX)) - 0.02 * place.extent,
        ray_right: (right * tan_y * aspect).into(),
        overlay_scale: overlay.scale,
        ray_up: (up * tan_y).into(),
        overlay_slot: overlay.slot,
        ground_point: point.map(|point| point as i32),
        ground_offset: offset.into(),
        ground_size: place.size,
        slots_size: place.slots.map_or([0; 2], |slots| slots.size),
        slots_offset: place
            .slots
            .map_or([0.0; 2], |SlotsPlace { origin: [x, z], .. }| [(x - eye.x) as f32, (z - eye.z) as f32]),
        thin_pixels: place.slots.map_or(0.0, |slots| slots.thin_pixels),
        overlay_corner: [(overlay.corner[0] - eye.x) as f32, (overlay.corner[1] - eye.z) as f32],
        grid_offset: [eye.x, eye.z].map(|eye| (crossing_near(eye, place.grid_steps) - eye) as f32),
        grid_steps: place.grid_steps,
        _pad_thin: [0.0; 3],
        shadow_from_relative: shadow.map_or(Mat4::IDENTITY, |(matrix, _)| matrix).to_cols_array_2d(),
    };
    bytemuck::bytes_of(&frame).to_vec()
}

/// A place near `eye` where lines of every step lie: from there they are found without large numbers.
fn crossing_near(eye: f64, steps: [f32; 2]) -> f64 {
    // Cells of any size begin at 0; those of most sizes begin at each kilometre, too.
    let is_even = steps.iter().all(|step| 1000.0 % step == 0.0);
    if is_even { (eye / 1000.0).round() * 1000.0 } else { 0.0 }
}

/// Colours of sun and sky, linear, by the height of the sun: a fit to what a clear day looks like.
struct SunLight {
    sun: Vec3,
    zenith: Vec3,
    horizon: Vec3,
}

impl SunLight {
    fn at(sun: Vec3) -> Self {
        let height = sun.y.clamp(-0.1, 1.0);
        // 0 at the horizon, 1 from about 30 degrees on.
        let day = (height / 0.5).clamp(0.0, 1.0).sqrt();
        let dusk = (1.0 - (height / 0.22).clamp(0.0, 1.0)).powi(2);
        let sun_color = Vec3::new(2.3, 1.8, 1.2).lerp(Vec3::new(2.42, 2.24, 1.92), day) * (0.15 + 0.85 * day);
        let zenith = Vec3::new(0.05, 0.09, 0.22).lerp(Vec3::new(0.13, 0.29, 0.68), day);
        let horizon = Vec3::new(0.42, 0.34, 0.30).lerp(Vec3::new(0.52, 0.68, 0.88), day)
            + Vec3::new(0.35, 0.14, 0.02) * dusk * day;
        Self { sun: sun_color, zenith, horizon }
    }
}

/// Splits a world position as the shaders do.
pub(crate) fn split(eye: DVec3) -> ([f32; 3], [f32; 3]) {
    let high = eye.as_vec3();
    (high.into(), (eye - high.as_dvec3()).as_vec3().into())
}
