//! Creates buffers and textures with their contents, checked against the adapter's limits first.

use super::{Gpu, GpuError};

impl Gpu {
    /// A buffer that holds `contents`; empty contents give the smallest buffer, since none may have size 0.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when it is larger than a buffer, or a storage binding, may be.
    pub fn buffer_with(
        &self,
        label: &'static str,
        contents: &[u8],
        usage: wgpu::BufferUsages,
    ) -> Result<wgpu::Buffer, GpuError> {
        let buffer = self.buffer(label, contents.len() as u64, usage | wgpu::BufferUsages::COPY_DST)?;
        // In pieces, so that the staging copies of a large buffer don't double the memory.
        for (piece, bytes) in (0u64..).zip(contents.chunks(STAGING_BYTES)) {
            self.queue.write_buffer(&buffer, piece * STAGING_BYTES as u64, bytes);
            if bytes.len() == STAGING_BYTES {
                self.flush()?;
            }
        }
        Ok(buffer)
    }

    /// An empty (zeroed) buffer of at least `size` bytes.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when it is larger than a buffer, or a storage binding, may be.
    pub fn buffer(
        &self,
        label: &'static str,
        size: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<wgpu::Buffer, GpuError> {
        let (limit, available) = if usage.contains(wgpu::BufferUsages::STORAGE) {
            ("max_storage_buffer_binding_size", self.limits.max_storage_buffer_binding_size)
        } else {
            ("max_buffer_size", self.limits.max_buffer_size)
        };
        if size > available {
            return Err(GpuError::Limit { what: label, limit, needed: size, available });
        }
        Ok(self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            // A multiple of 4 for copies, and never empty.
            size: size.next_multiple_of(4).max(16),
            usage,
            mapped_at_creation: false,
        }))
    }

    /// A sampled 2D texture without contents.
    ///
    /// # Errors
    /// [`GpuError::Limit`] when an edge is longer than the adapter allows.
    pub fn texture(
        &self,
        label: &'static str,
        size: [u32; 2],
        mip_level_count: u32,
        format: wgpu::TextureFormat,
    ) -> Result<wgpu::Texture, GpuError> {
        let edge = size[0].max(size[1]);
        let available = self.limits.max_texture_dimension_2d;
        if edge > available {
            let limit = "max_texture_dimension_2d";
            return Err(GpuError::Limit {
                what: label,
                limit,
                needed: u64::from(edge),
                available: u64::from(available),
            });
        }
        Ok(self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: size[0].max(1), height: size[1].max(1), depth_or_array_layers: 1 },
            mip_level_count,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        }))
    }

    /// Writes `rows` (each `bytes_per_row` long, tightly packed) of one mip level from row `first_row` on.
    pub fn write_rows(
        &self,
        texture: &wgpu::Texture,
        mip_level: u32,
        first_row: u32,
        width: u32,
        bytes_per_row: u32,
        rows: &[u8],
    ) {
        self.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level,
                origin: wgpu::Origin3d { x: 0, y: first_row, z: 0 },
                aspect: wgpu::TextureAspect::All,
            },
            rows,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(bytes_per_row),
                rows_per_image: None,
            },
            wgpu::Extent3d { width, height: rows.len() as u32 / bytes_per_row, depth_or_array_layers: 1 },
        );
    }

    /// Writes rows of RGBA, each `width` pixels, to a place in a mip level.
    pub fn write_part(&self, texture: &wgpu::Texture, mip_level: u32, at: [u32; 2], width: u32, rgba: &[u8]) {
        let height = rgba.len() as u32 / (4 * width).max(1);
        self.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level,
                origin: wgpu::Origin3d { x: at[0], y: at[1], z: 0 },
                aspect: wgpu::TextureAspect::All,
            },
            rgba,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * width), rows_per_image: None },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
    }

    /// Hands the staged writes over and frees their staging memory.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn flush(&self) -> Result<(), GpuError> {
        self.queue.submit([]);
        self.wait()
    }
}

/// How much is staged between two flushes: large enough to be fast, small beside a large world.
pub const STAGING_BYTES: usize = 8 << 20;
