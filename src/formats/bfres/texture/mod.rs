//! Textures (FTEX), as the GPU of the console wants them.
//!
//! The header is a surface of GX2, the console's graphics library, with its place in the file (read in 21 textures of two
//! games). Files are big-endian, but what the GPU reads is not: words of pixels are little-endian (two public emulators).

mod format;
mod gx2;
mod make;
mod pixels;

use super::encode::EncodeError;
use super::levels::LevelsHere;
use super::read::Place;
use super::write::Writer;
use super::{UserData, user_data};
use crate::formats::bytes::{DAMAGED, FormatError, Result, UNSUPPORTED, Warnings};

pub use format::Block;
use format::Format;
use gx2::{Mode, Surface};

/// First bytes of a texture.
const MAGIC: &[u8; 4] = b"FTEX";

/// Largest width, height and depth that is believed; the console's GPU has 8192.
const LARGEST: u32 = 16384;
/// Level 0, and an offset each for the others.
const MOST_LEVELS: u32 = 14;

/// GX2 dimension of a texture whose levels have fewer slices, too.
const DIM_3D: u32 = 2;
/// GX2 dimension of a texture whose slices are faces of cubes.
const DIM_CUBE: u32 = 3;

/// Channels that are taken from where they are stored.
pub const AS_STORED: [u8; 4] = [0, 1, 2, 3];

/// Where fields stand in the header.
mod at {
    pub const WIDTH: u64 = 8;
    pub const MIPS: u64 = 0x14;
    pub const FORMAT: u64 = 0x18;
    pub const AA: u64 = 0x1c;
    pub const DATA_LEN: u64 = 0x24;
    pub const TILE_MODE: u64 = 0x34;
    pub const PITCH: u64 = 0x40;
    pub const NAME: u64 = 0xa8;
    pub const DATA: u64 = 0xb0;
    pub const MIP_DATA: u64 = 0xb4;
    pub const USER_DATA: u64 = 0xb8;
}

/// A texture with its bytes as stored: tiled, its words little-endian.
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
    /// Layers, faces, or slices of a 3D texture.
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
    /// Length of the array, as stored; `depth` counts.
    pub array_len: u8,
    /// Level 0; empty where it is in another file.
    pub data: Vec<u8>,
    /// All further levels; empty where they are in another file.
    pub mips: Vec<u8>,
    /// What its makers attached.
    pub user_data: Vec<UserData>,
}

impl Texture {
    /// Levels whose bytes are there, from the largest on; 0 where level 0 is in another file or can't be read.
    pub fn level_count(&self) -> u32 {
        let Ok(surface) = self.surface() else { return 0 };
        (0..self.claimed_levels())
            .take_while(|&level| {
                let layout = surface.level(level);
                layout.end_of_slice(layout.slices - 1) <= self.stored(level).len() as u64
            })
            .count() as u32
    }

    /// Width and height of a level in pixels.
    pub fn level_size(&self, level: u32) -> [u32; 2] {
        [self.width, self.height].map(|size| size.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Layers, faces, or slices of level 0 of a 3D texture.
    pub fn slice_count(&self) -> u32 {
        self.depth.max(1)
    }

    /// The elements (pixels or blocks) of a slice of a level, row by row without gaps, each as stored.
    ///
    /// # Errors
    /// When the tile mode or the format isn't read, or the bytes are not there.
    pub fn untiled(&self, level: u32, slice: u32) -> Result<Vec<u8>> {
        let surface = self.surface()?;
        let levels = self.claimed_levels();
        if level >= levels {
            return Err(self.error(at::MIPS, "levels", levels, format!("more than {level}")));
        }
        let layout = surface.level(level);
        if slice >= layout.slices {
            return Err(self.error(at::MIPS, "slices", layout.slices, format!("more than {slice}")));
        }
        let stored = self.stored(level);
        let needed = layout.end_of_slice(slice);
        let missing = || {
            let what = format!("{needed} bytes for slice {slice} of level {level}");
            self.error(at::DATA_LEN, "pixels", format!("{} bytes", stored.len()), what)
        };
        // What is asked for is never larger than what it is made of.
        if needed > stored.len() as u64 {
            return Err(missing());
        }
        gx2::untile(&layout, slice, stored).ok_or_else(missing)
    }

    /// The pixels of a slice of a level, RGBA of 8 bits, row by row from the top, with the channels where a shader sees
    /// them. Signed values of -1 to 1 become 0 to 255, floats are clamped to 0 to 1; sRGB colours stay sRGB.
    ///
    /// # Errors
    /// As [`Self::untiled`].
    pub fn rgba(&self, level: u32, slice: u32) -> Result<Vec<u8>> {
        let format = self.known_format()?;
        let elements = self.untiled(level, slice)?;
        Ok(pixels::rgba(format, &elements, self.level_size(level), self.channels))
    }

    /// Whether its slices are the depth of one picture, so that smaller levels have fewer of them.
    pub fn is_volume(&self) -> bool {
        self.dim == DIM_3D
    }

    /// Whether its slices are faces of cubes, six a cube.
    pub fn is_cube(&self) -> bool {
        self.dim == DIM_CUBE
    }

    /// Whether the colours are sRGB.
    pub fn is_srgb(&self) -> bool {
        Format::of(self.format).is_some_and(Format::is_srgb)
    }

    /// The kind of its blocks; `None` where it has none.
    pub fn block(&self) -> Option<Block> {
        Format::of(self.format).and_then(Format::block)
    }

    /// Name of the format, such as `BC1 sRGB`; its number where it isn't read.
    pub fn format_name(&self) -> String {
        match Format::of(self.format) {
            Some(format) => format.to_string(),
            None => format!("{:#x}", self.format),
        }
    }

    /// Levels that the header tells of, as far as there can be so many.
    fn claimed_levels(&self) -> u32 {
        let depth = if self.is_volume() { self.depth } else { 1 };
        let whole_chain = u32::BITS - (self.width | self.height | depth | 1).leading_zeros();
        self.mip_count.clamp(1, whole_chain.min(MOST_LEVELS))
    }

    /// The bytes from the start of a level on.
    fn stored(&self, level: u32) -> &[u8] {
        let start = match level {
            0 => return &self.data,
            1 => 0,
            _ => self.mip_offsets.get(level as usize - 1).map_or(usize::MAX, |&start| start as usize),
        };
        self.mips.get(start..).unwrap_or_default()
    }

    fn known_format(&self) -> Result<Format> {
        Format::of(self.format).ok_or_else(|| {
            let found = format!("{:#x}", self.format);
            let expected = "a format of GX2 with colours: plain ones and BC1 to BC5";
            self.error(at::FORMAT, "format", found, expected).with_code(UNSUPPORTED)
        })
    }

    fn surface(&self) -> Result<Surface> {
        let format = self.known_format()?;
        if self.aa != 0 || matches!(self.dim, 6 | 7) {
            let found = format!("a multisampled texture (AA mode {}, dimension {})", self.aa, self.dim);
            return Err(self.error(at::AA, "aa", found, "one sample a pixel").with_code(UNSUPPORTED));
        }
        let mode = Mode::of(self.tile_mode).ok_or_else(|| {
            let found = format!("{} ({})", self.tile_mode, gx2::mode_name(self.tile_mode));
            self.error(at::TILE_MODE, "tile_mode", found, "0 to 4").with_code(UNSUPPORTED)
        })?;
        let sizes = [self.width, self.height, self.slice_count()];
        if let Some(size) = sizes.iter().find(|size| !(1..=LARGEST).contains(*size)) {
            return Err(self.error(at::WIDTH, "size", size, format!("1 to {LARGEST}")));
        }
        let surface = Surface {
            mode,
            size: [self.width, self.height],
            depth: self.slice_count(),
            volume: self.is_volume(),
            block_size: format.block_size(),
            element_len: format.element_len(),
            pitch: self.pitch,
            swizzle: self.swizzle >> 8 & 7,
        };
        let step = mode.tile_width();
        let least = surface.least_pitch(step);
        if self.pitch < least || self.pitch > 2 * LARGEST || !self.pitch.is_multiple_of(step) {
            let expected = format!("a multiple of {step} from {least} on");
            return Err(self.error(at::PITCH, "pitch", self.pitch, expected));
        }
        Ok(surface)
    }

    /// An error; the offset is one into the texture's header.
    #[cold]
    fn error(
        &self,
        offset: u64,
        field: &'static str,
        found: impl ToString,
        expected: impl ToString,
    ) -> FormatError {
        FormatError {
            format: format!("FTEX {:?}", self.name).into(),
            field: field.into(),
            offset,
            found: found.to_string(),
            expected: expected.to_string(),
            code: DAMAGED,
        }
    }
}

/// Reads the texture at `start`, of a file with all of its levels or some.
///
/// # Errors
/// When its header isn't one, or the bytes of its levels aren't in a file that should have them.
pub(super) fn read(start: Place<'_, '_>, levels: LevelsHere, warnings: &mut Warnings) -> Result<Texture> {
    let mut place = start;
    let magic: [u8; 4] = place.array("texture.magic")?;
    if &magic != MAGIC {
        return Err(start.error("texture.magic", magic.escape_ascii(), MAGIC.escape_ascii()));
    }
    let dim = place.u32("texture.dim")?;
    let [width, height] = [size(&mut place, "texture.width", 1)?, size(&mut place, "texture.height", 1)?];
    let depth = size(&mut place, "texture.depth", 0)?; // Some exporters write 0 for one slice.
    let mip_count = limited(&mut place, "texture.mip_count", 0, MOST_LEVELS)?;
    let [format, aa, usage] = words(&mut place)?;
    let [data_len, _, mip_len, _] = words(&mut place)?;
    let [tile_mode, swizzle, alignment, pitch] = words(&mut place)?;
    let mip_offsets = words(&mut place)?;
    let view = words(&mut place)?;
    let channels = place.array("texture.channels")?;
    let registers = words(&mut place)?;
    let [_handle] = words(&mut place)?;
    let array_len = place.u8("texture.array_len")?;

    let mut names = start.plus(at::NAME);
    let name = names.name("texture.name")?;
    let path = names.name("texture.path")?;
    // What is elsewhere isn't taken: its offset may point at anything.
    let mips = match levels {
        LevelsHere::Largest => Vec::new(),
        _ => pointed(start.plus(at::MIP_DATA), "texture.mips", mip_len).unwrap_or_default(),
    };
    let data = match levels {
        LevelsHere::Smaller => Vec::new(),
        _ => match pointed(start.plus(at::DATA), "texture.data", data_len) {
            Ok(data) => data,
            Err(error) if !mips.is_empty() => {
                warnings.add("missing-pixels", "texture.data", error.offset, || {
                    format!("{name:?} lacks its largest level: found {}", error.found)
                });
                Vec::new()
            }
            Err(error) => return Err(error),
        },
    };
    let user_data = match start.plus(at::USER_DATA).offset("texture.user_data")? {
        Some(group) => user_data::read_dict(group, "texture.user_data", warnings)?,
        None => Vec::new(),
    };
    let texture = Texture {
        name,
        path,
        dim,
        width,
        height,
        depth,
        mip_count,
        format,
        aa,
        usage,
        tile_mode,
        swizzle,
        alignment,
        pitch,
        mip_offsets,
        view,
        channels,
        registers,
        array_len,
        data,
        mips,
        user_data,
    };
    let count = texture.level_count();
    if levels == LevelsHere::All && count > 0 && count < mip_count {
        warnings.add("missing-mips", "texture.mips", start.plus(at::MIP_DATA).at, || {
            format!("{:?} has {count} of {mip_count} levels in this file", texture.name)
        });
    }
    Ok(texture)
}

fn words<const N: usize>(place: &mut Place<'_, '_>) -> Result<[u32; N]> {
    let mut words = [0; N];
    for word in &mut words {
        *word = place.u32("texture.surface")?;
    }
    Ok(words)
}

fn size(place: &mut Place<'_, '_>, field: &'static str, least: u32) -> Result<u32> {
    limited(place, field, least, LARGEST)
}

fn limited(place: &mut Place<'_, '_>, field: &'static str, least: u32, most: u32) -> Result<u32> {
    let here = *place;
    let value = place.u32(field)?;
    match (least..=most).contains(&value) {
        true => Ok(value),
        false => Err(here.error(field, value, format!("{least} to {most}"))),
    }
}

/// `len` bytes where the offset at `field` points.
fn pointed(mut place: Place<'_, '_>, field: &'static str, len: u32) -> Result<Vec<u8>> {
    if len == 0 {
        return Ok(Vec::new());
    }
    Ok(place.needed_offset(field)?.bytes(field, len.into())?.to_vec())
}

pub(super) fn write(out: &mut Writer, part: &Texture) -> std::result::Result<(), EncodeError> {
    let [data_len, mip_len] = [byte_len(&part.data)?, byte_len(&part.mips)?];
    out.texture_is_here(&part.name);
    out.bytes(MAGIC);
    let Texture { dim, width, height, depth, mip_count, format, aa, usage, .. } = *part;
    for word in [dim, width, height, depth, mip_count, format, aa, usage, data_len, 0, mip_len, 0] {
        out.u32(word);
    }
    for word in [part.tile_mode, part.swizzle, part.alignment, part.pitch] {
        out.u32(word);
    }
    for &word in part.mip_offsets.iter().chain(&part.view) {
        out.u32(word);
    }
    out.bytes(&part.channels);
    for &word in &part.registers {
        out.u32(word);
    }
    out.u32(0); // A handle of the console.
    out.u8(part.array_len);
    out.bytes(&[0; 3]);
    out.name(&part.name);
    out.name(&part.path);
    let alignment = part.alignment.clamp(1, LARGEST_ALIGNMENT) as usize;
    out.data(&part.data, alignment);
    out.data(&part.mips, alignment);
    let user_data = out.field();
    out.u16(super::encode::count16("user data of a texture", part.user_data.len())?);
    out.u16(0);
    user_data::write_dict(out, user_data, &part.user_data)
}

/// Twice what a macro tile of the largest elements asks for.
const LARGEST_ALIGNMENT: u32 = 1 << 14;

fn byte_len(bytes: &[u8]) -> std::result::Result<u32, EncodeError> {
    let count = bytes.len();
    let most = u32::MAX as usize;
    count.try_into().map_err(|_| EncodeError::TooMany { what: "bytes of a texture", count, most })
}
