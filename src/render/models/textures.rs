//! Brings the textures of models to the GPU: blocks as they are where it knows them, else decoded.

use crate::gpu::{Gpu, GpuError, STAGING_BYTES};
use crate::scene::models::{ModelTexture, TexelFormat, Wrap};

/// Textures of a scene, in its order.
#[derive(Debug)]
pub struct Textures {
    pub views: Vec<wgpu::TextureView>,
    /// Where the channels of each come from, as the shader takes it.
    pub channels: Vec<u32>,
    /// The same where the texture is light.
    pub channels_of_light: Vec<u32>,
    /// What is bound where a material has no texture.
    pub nothing: wgpu::TextureView,
}

/// Channels as they are.
const STRAIGHT: u32 = u32::from_le_bytes([0, 1, 2, 3]);

impl Textures {
    /// Uploads all. With `release` their bytes are given back on the way.
    pub fn new(gpu: &Gpu, textures: &mut [ModelTexture], release: bool) -> Result<Self, GpuError> {
        let blocks = gpu.device.features().contains(wgpu::Features::TEXTURE_COMPRESSION_BC);
        let mut staged = 0;
        let mut uploaded = |texture: &ModelTexture| -> Result<(wgpu::TextureView, u32), GpuError> {
            let as_is = texture.format == TexelFormat::Rgba8 || (blocks && fits_blocks(texture.size));
            let view = if as_is { upload(gpu, texture) } else { upload(gpu, &texture.decoded()) }?;
            staged += texture.levels.iter().map(Vec::len).sum::<usize>();
            if staged >= STAGING_BYTES {
                staged = 0;
                gpu.flush()?;
            }
            Ok((view, u32::from_le_bytes(texture.channels)))
        };
        let mut views = Vec::with_capacity(textures.len());
        let mut channels = Vec::with_capacity(textures.len());
        let mut channels_of_light = Vec::with_capacity(textures.len());
        for texture in textures {
            let (view, places) = uploaded(texture)?;
            if release {
                texture.levels = Vec::new();
            }
            views.push(view);
            channels.push(places);
            let [red, .., alpha] = texture.channels;
            channels_of_light.push(match texture.red_alone {
                true => u32::from_le_bytes([red, red, red, alpha]),
                false => places,
            });
        }
        let nothing = gpu.texture("no texture", [1, 1], 1, wgpu::TextureFormat::Rgba8Unorm)?;
        gpu.write_rows(&nothing, 0, 0, 1, 4, &[255; 4]);
        Ok(Self { views, channels, channels_of_light, nothing: nothing.create_view(&Default::default()) })
    }

    /// The view of a texture and where its channels come from; where there is none, one that nobody looks at.
    pub fn get(&self, index: Option<u32>) -> (&wgpu::TextureView, u32) {
        let index = index.map(|index| index as usize);
        let found = index.and_then(|index| self.views.get(index).zip(self.channels.get(index)));
        found.map_or((&self.nothing, STRAIGHT), |(view, &channels)| (view, channels))
    }

    /// Where the channels of a texture come from that is light.
    pub fn channels_of_light(&self, index: Option<u32>) -> u32 {
        index.and_then(|index| self.channels_of_light.get(index as usize)).copied().unwrap_or(STRAIGHT)
    }
}

/// Textures of blocks must be whole blocks on every interface.
fn fits_blocks(size: [u32; 2]) -> bool {
    size.iter().all(|edge| edge % 4 == 0)
}

fn upload(gpu: &Gpu, texture: &ModelTexture) -> Result<wgpu::TextureView, GpuError> {
    let levels = texture.whole_levels();
    let count = u32::try_from(levels).unwrap_or(1).max(1); // No more than an edge has bits.
    let made = gpu.texture("texture of a model", texture.size, count, wgpu_format(texture))?;
    let edge = texture.format.edge();
    for (level, bytes) in (0..count).zip(&texture.levels) {
        let [columns, rows] = texture.blocks(level);
        gpu.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture: &made,
                mip_level: level,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
            },
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(columns * texture.format.bytes()),
                rows_per_image: None,
            },
            wgpu::Extent3d { width: columns * edge, height: rows * edge, depth_or_array_layers: 1 },
        );
    }
    Ok(made.create_view(&Default::default()))
}

fn wgpu_format(texture: &ModelTexture) -> wgpu::TextureFormat {
    use wgpu::TextureFormat as Format;
    match (texture.format, texture.srgb) {
        (TexelFormat::Rgba8, true) => Format::Rgba8UnormSrgb,
        (TexelFormat::Rgba8, false) => Format::Rgba8Unorm,
        (TexelFormat::Bc1, true) => Format::Bc1RgbaUnormSrgb,
        (TexelFormat::Bc1, false) => Format::Bc1RgbaUnorm,
        (TexelFormat::Bc2, true) => Format::Bc2RgbaUnormSrgb,
        (TexelFormat::Bc2, false) => Format::Bc2RgbaUnorm,
        (TexelFormat::Bc3, true) => Format::Bc3RgbaUnormSrgb,
        (TexelFormat::Bc3, false) => Format::Bc3RgbaUnorm,
        (TexelFormat::Bc4, _) => Format::Bc4RUnorm,
        (TexelFormat::Bc5, _) => Format::Bc5RgUnorm,
    }
}

/// A sampler for each pair of wraps.
#[derive(Debug)]
pub struct Samplers(Vec<([Wrap; 2], wgpu::Sampler)>);

impl Samplers {
    pub fn new(gpu: &Gpu) -> Self {
        let wraps = [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp];
        let pairs = wraps.into_iter().flat_map(|u| wraps.map(|v| [u, v]));
        Self(pairs.map(|pair| (pair, sampler(gpu, pair))).collect())
    }

    /// The sampler of a pair; the list has all pairs.
    pub fn get(&self, wrap: [Wrap; 2]) -> Option<&wgpu::Sampler> {
        self.0.iter().find(|(pair, _)| *pair == wrap).map(|(_, sampler)| sampler)
    }
}

fn sampler(gpu: &Gpu, wrap: [Wrap; 2]) -> wgpu::Sampler {
    let [address_mode_u, address_mode_v] = wrap.map(|wrap| match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    });
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("texture of a model"),
        address_mode_u,
        address_mode_v,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..Default::default()
    })
}
