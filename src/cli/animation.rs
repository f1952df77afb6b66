//! Several frames: numbered PNGs, or one APNG or GIF.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use sward::picture;
use sward::render::Picture;

use super::args::Shot;
use super::{Failure, Outcome, output};

/// What the name after `-o` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// One picture.
    Png,
    /// A picture a frame.
    Numbered(Numbered),
    /// An animated PNG.
    Apng,
    /// An animated GIF.
    Gif,
}

/// A path with the place of the frame's number in its file name, as `frames-%04d.png`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    folder: PathBuf,
    before: String,
    /// Digits at least, filled up with zeros.
    digits: usize,
    after: String,
}

/// The places for a number in a name, `%d` or `%04d`: where they begin and end, and their digits.
fn places(name: &str) -> impl Iterator<Item = ([usize; 2], usize)> {
    name.match_indices('%').filter_map(|(start, _)| {
        let (digits, _) = name.get(start + 1..)?.split_once('d')?;
        let end = start + 1 + digits.len() + 1;
        let digits = if digits.is_empty() { 1 } else { digits.strip_prefix('0')?.parse().ok()? };
        (1..=9).contains(&digits).then_some(([start, end], digits))
    })
}

impl Numbered {
    /// The path split at the place in its file name; `None` without one.
    fn parse(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let ([start, end], digits) = places(name).next()?;
        Some(Self {
            folder: path.parent()?.to_owned(),
            before: name.get(..start)?.to_owned(),
            digits,
            after: name.get(end..)?.to_owned(),
        })
    }

    /// The file of a frame.
    pub fn path(&self, frame: u32) -> PathBuf {
        let Self { folder, before, digits, after } = self;
        folder.join(format!("{before}{frame:0digits$}{after}"))
    }
}

impl Kind {
    /// By the end of the name, and for several frames by the place of their number in it.
    ///
    /// # Errors
    /// When the name fits to no kind, or not to the other options of a shot.
    pub fn of(args: &Shot) -> Result<Self, Failure> {
        let path = &args.output;
        let ends_in = |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        let kind = match Numbered::parse(path) {
            _ if ends_in("apng") => Self::Apng,
            _ if ends_in("gif") => Self::Gif,
            Some(numbered) if args.frames.is_some() && !args.sheet => Self::Numbered(numbered),
            _ => Self::Png,
        };
        let places = path.file_name().and_then(OsStr::to_str).map_or(0, |name| places(name).count());
        let name = path.display();
        let wrong = match kind {
            Self::Apng | Self::Gif if args.sheet => {
                format!("a sheet doesn't play, so it can't become {name}: end its name in .png")
            }
            Self::Apng | Self::Gif if places > 0 => {
                format!("one file has all frames: leave the place for a number out of {name}")
            }
            Self::Apng | Self::Gif if args.frame.is_some() => {
                format!("--frame draws one picture, and {name} plays: choose its frames with --frames A..B")
            }
            Self::Png if args.sheet && places > 0 => {
                format!("a sheet is one picture: leave the place for a number out of {name}")
            }
            Self::Png if places > 0 => {
                format!("{name} has a place for the number of a frame: say which to draw with --frames A..B")
            }
            Self::Png if args.frames.is_some() && !args.sheet => format!(
                "several frames don't fit into {name}: name a .apng or a .gif, or PNGs with a place for the number, \
                 such as frames-%04d.png"
            ),
            Self::Numbered(_) if places > 1 => {
                format!("{name} has {places} places for the number of a frame, expected one")
            }
            Self::Png | Self::Numbered(_) if args.fps.is_some() => {
                format!("--fps is for what plays, and {name} doesn't: name a .apng or a .gif")
            }
            Self::Gif if args.rate().0 > FASTEST_GIF => {
                format!("a GIF plays at most {FASTEST_GIF} frames a second: lower --fps, or name a .apng")
            }
            kind => return Ok(kind),
        };
        Err(Failure::Usage(anyhow!(wrong)))
    }

    /// Whether the frames go into one file that plays.
    pub fn plays(&self) -> bool {
        matches!(self, Self::Apng | Self::Gif)
    }
}

/// A GIF counts hundredths of a second, and viewers take one as slow: two is the least (public browsers' code).
const FASTEST_GIF: f64 = 50.0;

/// Frames a second, as asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate(pub f64);

impl Rate {
    /// Hundredths of a second that frame `index` stays, so that all together take as long as they should.
    fn hundredths(self, index: usize) -> u16 {
        let until = |frames: usize| (frames as f64 * 100.0 / self.0).round();
        (until(index + 1) - until(index)) as u16 // At most 1000, for a tenth of a frame a second.
    }

    /// As a fraction of a second.
    fn fraction(self) -> (u16, u16) {
        (100, (self.0 * 100.0).round() as u16) // 24,000 for the fastest that is asked for.
    }
}

/// Draws frame after frame into one file, which appears when it is whole.
///
/// # Errors
/// When `draw` fails or the system refuses; nothing is left behind.
pub fn write(
    path: &Path,
    kind: &Kind,
    rate: Rate,
    frames: usize,
    notes: &[(&str, String)],
    transparent: bool,
    draw: &mut dyn FnMut(usize) -> Result<Picture, Failure>,
) -> Outcome {
    let mut failed = None;
    let mut next = |index: usize| {
        draw(index).map_err(|failure| {
            failed = Some(failure);
            io::Error::other("no picture")
        })
    };
    let written = output::stream(path, |out| match kind {
        Kind::Gif => gif(out, rate, frames, transparent, &mut next),
        _ => apng(out, rate, frames, notes, transparent, &mut next),
    });
    failed.map_or(written, Err)
}

type Draw<'a> = dyn FnMut(usize) -> io::Result<Picture> + 'a;

fn apng(
    out: &mut dyn Write,
    rate: Rate,
    frames: usize,
    notes: &[(&str, String)],
    transparent: bool,
    draw: &mut Draw<'_>,
) -> io::Result<()> {
    let first = draw(0)?;
    let (numerator, denominator) = rate.fraction();
    let mut encoder = picture::encoder(out, first.size, transparent, notes).map_err(io::Error::other)?;
    encoder.set_animated(frames as u32, 0).map_err(io::Error::other)?;
    encoder.set_frame_delay(numerator, denominator).map_err(io::Error::other)?;
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    let mut write = |picture: Picture| {
        writer.write_image_data(&picture::samples(picture.rgba, transparent)).map_err(|error| match error {
            png::EncodingError::IoError(error) => error,
            other => io::Error::other(other),
        })
    };
    write(first)?;
    for index in 1..frames {
        write(draw(index)?)?;
    }
    writer.finish().map_err(io::Error::other)
}

/// Of the qualities from 1 to 30 that the library's palettes have, fast and not seen to be coarse.
const PALETTE_SPEED: i32 = 10;

fn gif(
    out: &mut dyn Write,
    rate: Rate,
    frames: usize,
    transparent: bool,
    draw: &mut Draw<'_>,
) -> io::Result<()> {
    let first = draw(0)?;
    let edge = |pixels: u32| u16::try_from(pixels).map_err(io::Error::other); // 16384 at most.
    let [width, height] = [edge(first.size[0])?, edge(first.size[1])?];
    let mut encoder = gif::Encoder::new(out, width, height, &[]).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    let mut picture = Some(first);
    for index in 0..frames {
        let Picture { mut rgba, .. } = match picture.take() {
            Some(first) => first,
            None => draw(index)?,
        };
        for [red, green, blue, alpha] in rgba.as_chunks_mut::<4>().0 {
            if transparent && *alpha < 128 {
                [*red, *green, *blue, *alpha] = [0; 4];
            } else {
                *alpha = 255;
            }
        }
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut rgba, PALETTE_SPEED);
        frame.delay = rate.hundredths(index);
        if transparent {
            frame.dispose = gif::DisposalMethod::Background;
        }
        encoder.write_frame(&frame).map_err(|error| match error {
            gif::EncodingError::Io(error) => error,
            other => io::Error::other(other),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_place_for_the_number_is_found_and_filled() {
        let path = |name: &str, frame| Numbered::parse(Path::new(name)).map(|numbered| numbered.path(frame));
        assert_eq!(path("frames-%04d.png", 7), Some("frames-0007.png".into()));
        assert_eq!(path("a/%d.png", 12345), Some("a/12345.png".into()));
        assert_eq!(path("a%d/%02d.png", 123), Some("a%d/123.png".into()));
        assert_eq!(path("50% of d %d.png", 3), Some("50% of d 3.png".into()));
        for name in ["a.png", "a%.png", "a%4d.png", "a%0d.png", "a%00d.png", "a%0xd.png", "100%", "a%d/a.png"]
        {
            assert_eq!(path(name, 1), None, "{name}");
        }
    }

    #[test]
    fn the_frames_of_a_gif_take_as_long_as_they_should() {
        for fps in [0.1, 7.0, 24.0, 30.0, 50.0] {
            let sum: u32 = (0..100).map(|index| u32::from(Rate(fps).hundredths(index))).sum();
            assert_eq!(sum, (10_000.0_f64 / fps).round() as u32, "{fps}");
            assert!((0..100).all(|index| Rate(fps).hundredths(index) >= 2), "{fps}");
        }
    }
}
