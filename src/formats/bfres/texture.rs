//! Textures (FTEX), as the GPU of the console wants them.

use super::UserData;
use super::encode::EncodeError;
use super::read::Place;
use super::write::Writer;
use crate::formats::bytes::{Result, Warnings};

/// A texture with its bytes as stored: tiled, big-endian where a format has words.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Its name.
    pub name: String,
    /// The path of its source.
    pub path: String,
    /// 0 1D, 1 2D, 2 3D, 3 cube, 4 array of 1D, 5 array of 2D, 6 and 7 multisampled.
    pub dim: u32,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Layers, or slices of a 3D texture.
    pub depth: u32,
    /// Levels, with the largest.
    pub mip_count: u32,
    /// The GX2 format: 0x431 is BC1 with sRGB colours.
    pub format: u32,
    /// GX2 AA mode; 0 has one sample.
    pub aa: u32,
    /// GX2 use flags.
    pub usage: u32,
    /// GX2 tile mode.
    pub tile_mode: u32,
    /// Bits 8 to 10 turn pipes and banks, the high half has the first level that isn't macro tiled.
    pub swizzle: u32,
    /// Of the data in memory.
    pub alignment: u32,
    /// Elements (pixels or blocks) of a row in memory.
    pub pitch: u32,
    /// Where levels begin in `mips`: level l from 2 on at `mip_offsets[l - 1]`; the first of them is the size of level 0.
    pub mip_offsets: [u32; 13],
    /// First level, number of levels, first slice, number of slices of the view.
    pub view: [u32; 4],
    /// What red, green, blue and alpha are taken from: 0 to 3 for the four channels, 4 for 0, 5 for 1.
    pub channels: [u8; 4],
    /// Five registers of the GPU.
    pub registers: [u32; 5],
    /// Length of the array less 3, as stored.
    pub array_len: u8,
    /// Level 0.
    pub data: Vec<u8>,
    /// All further levels; empty where they are in another file.
    pub mips: Vec<u8>,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

pub(super) fn read(place: Place<'_, '_>, _warnings: &mut Warnings) -> Result<Texture> {
    Err(place.error("texture", "a part that isn't read yet", "none"))
}

pub(super) fn write(_out: &mut Writer, _part: &Texture) -> std::result::Result<(), EncodeError> {
    Err(EncodeError::Value { what: "texture", found: "one".into(), expected: "none yet" })
}
