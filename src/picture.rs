//! A picture as PNG, with the notes that say how to take it again.

use std::io::Write;
use std::path::PathBuf;

use crate::render::{self, Picture, View};
use crate::scene::Scene;
use crate::scene::ground_mesh::Tint;
use crate::scene::overlay::{Legend, Overlay};

/// The key to the colours of the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// What has the colours.
    pub of: &'static str,
    /// The keyword of the PNG text that has the key, too.
    keyword: &'static str,
    name: String,
    legend: Legend,
}

impl Key {
    /// The key of the overlay, which lies over all else, or of the sectors; `None` where the ground has its own colours.
    pub fn of(scene: &Scene, view: &View) -> Option<Self> {
        if let Some(Overlay { name, legend, .. }) = &scene.overlay {
            let (name, legend) = (name.clone(), legend.clone());
            return Some(Self { of: "overlay", keyword: "Overlay", name, legend });
        }
        let mesh = scene.mesh.as_ref().filter(|mesh| mesh.tint == Tint::Sector)?;
        let legend = mesh.sector_key(&view.camera, view.aspect());
        Some(Self { of: "sectors", keyword: "Tint", name: "sector".to_owned(), legend })
    }

    /// Paints it into a picture; false for one that is too small for it.
    pub fn paint(&self, picture: &mut Picture) -> bool {
        render::legend::paint(picture, &self.legend)
    }
}

/// How to take the same picture again, and what it shows: keywords and texts. `frame` is that of a scene which moves.
pub fn notes(
    inputs: &[PathBuf],
    view: &View,
    key: Option<&Key>,
    frame: Option<f32>,
) -> Vec<(&'static str, String)> {
    // Without their folders: a picture goes to other people.
    let names = inputs.iter().filter_map(|input| input.file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let inputs = if names.is_empty() { "the demo island".to_owned() } else { latin1(&names.join("\n")) };
    let mut notes = vec![
        ("Software", format!("Sward {}", env!("CARGO_PKG_VERSION"))),
        ("Inputs", inputs),
        ("Camera", view.camera.to_string()),
        ("Sun", format!("{},{}", view.sun.azimuth_deg, view.sun.elevation_deg)),
    ];
    if let Some(frame) = frame {
        notes.push(("Frame", frame.to_string()));
    }
    if let Some(Key { keyword, name, legend, .. }) = key {
        notes.push((keyword, latin1(&format!("{name}\n{legend}"))));
    }
    notes
}

/// The text in what a PNG's texts can hold: names from files may have letters of any script.
fn latin1(text: &str) -> String {
    text.chars()
        .map(
            |letter| {
                if u32::from(letter) < 256 { letter.to_string() } else { letter.escape_unicode().to_string() }
            },
        )
        .collect()
}

/// sRGB with one tEXt chunk a note; the same pixels give the same bytes.
///
/// `rgba` holds `size[0] * size[1]` pixels, the top row first; alpha is dropped where the picture isn't `transparent`.
///
/// # Errors
/// When the pixels are too few.
pub fn encode(
    size: [u32; 2],
    rgba: Vec<u8>,
    transparent: bool,
    notes: &[(&str, String)],
) -> Result<Vec<u8>, png::EncodingError> {
    let samples = samples(rgba, transparent);
    let mut bytes = Vec::with_capacity(samples.len() / 2);
    let mut writer = encoder(&mut bytes, size, transparent, notes)?.write_header()?;
    writer.write_image_data(&samples)?;
    writer.finish()?;
    Ok(bytes)
}

/// An encoder for [`samples`], before its header is written.
///
/// # Errors
/// When a note can't be written.
pub fn encoder<'a, W: Write + 'a>(
    out: W,
    size: [u32; 2],
    transparent: bool,
    notes: &[(&str, String)],
) -> Result<png::Encoder<'a, W>, png::EncodingError> {
    let mut encoder = png::Encoder::new(out, size[0], size[1]);
    encoder.set_color(if transparent { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::Fast);
    // 1280 x 720 pixels of terrain take 4 ms; a filter chosen for each row takes half as long again and saves nothing.
    encoder.set_filter(png::Filter::Sub);
    for (keyword, text) in notes {
        encoder.add_text_chunk((*keyword).to_owned(), text.clone())?;
    }
    Ok(encoder)
}

/// What an encoder is given: RGBA for transparent pictures, else RGB.
pub fn samples(rgba: Vec<u8>, transparent: bool) -> Vec<u8> {
    if transparent {
        return rgba;
    }
    let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
    for [red, green, blue, _] in rgba.as_chunks::<4>().0 {
        rgb.extend_from_slice(&[*red, *green, *blue]);
    }
    rgb
}
