//! Brings pixels and numbers back from the GPU.

use super::{Gpu, GpuError};

impl Gpu {
    /// The first `len` bytes of a buffer with usage `COPY_SRC`.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn read_buffer(&self, buffer: &wgpu::Buffer, len: u64) -> Result<Vec<u8>, GpuError> {
        self.read_range(buffer, 0, len)
    }

    /// `len` bytes of a buffer with usage `COPY_SRC` from `first` on, which is a multiple of 4.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn read_range(&self, buffer: &wgpu::Buffer, first: u64, len: u64) -> Result<Vec<u8>, GpuError> {
        let staging =
            self.buffer("readback", len, wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ)?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, first, &staging, 0, len.next_multiple_of(4));
        self.queue.submit([encoder.finish()]);
        let mut bytes = self.map(&staging)?;
        bytes.truncate(usize::try_from(len).unwrap_or(usize::MAX));
        Ok(bytes)
    }

    /// The pixels of a texture with four bytes a pixel and usage `COPY_SRC`, row by row without padding.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn read_pixels(&self, texture: &wgpu::Texture) -> Result<Vec<u8>, GpuError> {
        self.read_texels(texture, 4)
    }

    /// The same with so many bytes a pixel.
    ///
    /// # Errors
    /// When the device is lost or something failed on the way.
    pub fn read_texels(&self, texture: &wgpu::Texture, texel_bytes: u32) -> Result<Vec<u8>, GpuError> {
        let size = texture.size();
        let row = size.width * texel_bytes;
        let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let staging = self.buffer(
            "picture readback",
            u64::from(padded_row) * u64::from(size.height),
            wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        )?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded_row),
                    rows_per_image: None,
                },
            },
            size,
        );
        self.queue.submit([encoder.finish()]);
        let padded = self.map(&staging)?;
        if padded_row == row {
            return Ok(padded);
        }
        let rows = padded.chunks_exact(padded_row as usize);
        Ok(rows.flat_map(|padded| &padded[..row as usize]).copied().collect())
    }

    fn map(&self, staging: &wgpu::Buffer) -> Result<Vec<u8>, GpuError> {
        staging.map_async(wgpu::MapMode::Read, .., |_| {}); // A failure shows in get_mapped_range.
        self.wait()?;
        let view = staging.get_mapped_range(..).map_err(|error| GpuError::Driver(error.to_string()))?;
        Ok(view.to_vec())
    }
}
