//! Four tiling noises in one texture: what breaks up the colours of ground, water and sky.

use crate::gpu::{Gpu, GpuError};

/// Edge of the texture in pixels.
const EDGE: usize = 256;

/// Five octaves from 4 to 64 cells over the texture; each channel has its own.
fn level_zero() -> Vec<[u8; 4]> {
    let mut sums = vec![[0f32; 4]; EDGE * EDGE];
    let mut total = 0.0;
    for (octave, cells) in [4usize, 8, 16, 32, 64].into_iter().enumerate() {
        let weight = 0.62f32.powi(octave as i32);
        total += weight;
        add_octave(&mut sums, cells, octave as u32, weight);
    }
    // Spread to the whole range: sums of octaves gather in the middle.
    let spread = |sum: f32| (((sum / total - 0.5) * 1.9 + 0.5).clamp(0.0, 1.0) * 255.0) as u8;
    sums.into_iter().map(|sum| sum.map(spread)).collect()
}

/// Adds smooth noise with `cells` random values along each edge, `weight` strong.
fn add_octave(sums: &mut [[f32; 4]], cells: usize, octave: u32, weight: f32) {
    let lattice: Vec<[f32; 4]> = (0..cells * cells)
        .map(|i| {
            [0, 1, 2, 3].map(|channel| hash((i % cells) as u32, (i / cells) as u32, octave * 4 + channel))
        })
        .collect();
    let step = EDGE / cells;
    for (index, sum) in sums.iter_mut().enumerate() {
        let (x, y) = (index % EDGE, index / EDGE);
        let smooth = |i: usize| {
            let t = (i % step) as f32 / step as f32;
            t * t * (3.0 - 2.0 * t)
        };
        let (fx, fy) = (smooth(x), smooth(y));
        let at = |dx: usize, dy: usize| lattice[(y / step + dy) % cells * cells + (x / step + dx) % cells];
        let corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
        for (channel, value) in sum.iter_mut().enumerate() {
            let [a, b, c, d] = corners.map(|corner| corner[channel]);
            let (south, north) = (a + (b - a) * fx, c + (d - c) * fx);
            *value += weight * (south + (north - south) * fy);
        }
    }
}

/// 0 to 1 from integers alone, so that it is the same on every machine.
fn hash(x: u32, y: u32, seed: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    (h ^ (h >> 15)) as f32 / u32::MAX as f32
}

/// The next smaller mip level.
fn halved(level: &[[u8; 4]], edge: usize) -> Vec<[u8; 4]> {
    let half = edge / 2;
    let mut smaller = Vec::with_capacity(half * half);
    for y in 0..half {
        for x in 0..half {
            let at = |dx: usize, dy: usize| level[(y * 2 + dy) * edge + x * 2 + dx];
            let mean = |c: usize| {
                let sum: u16 =
                    [at(0, 0), at(1, 0), at(0, 1), at(1, 1)].iter().map(|pixel| u16::from(pixel[c])).sum();
                (sum / 4) as u8
            };
            smaller.push([mean(0), mean(1), mean(2), mean(3)]);
        }
    }
    smaller
}

/// The noise with all its mip levels on the GPU.
pub(super) fn upload(gpu: &Gpu) -> Result<wgpu::TextureView, GpuError> {
    let levels = EDGE.ilog2() + 1;
    let size = [EDGE as u32; 2];
    let texture = gpu.texture("noise", size, levels, wgpu::TextureFormat::Rgba8Unorm)?;
    let mut level = level_zero();
    let mut edge = EDGE;
    for mip in 0..levels {
        gpu.write_rows(&texture, mip, 0, edge as u32, edge as u32 * 4, bytemuck::cast_slice(&level));
        level = halved(&level, edge);
        edge /= 2;
    }
    Ok(texture.create_view(&Default::default()))
}
