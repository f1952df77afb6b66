//! A picture as PNG, with the notes that say how to take it again.

/// RGB, sRGB, and one tEXt chunk a note; the same pixels give the same bytes.
///
/// `rgba` holds `size[0] * size[1]` pixels, the top row first; alpha is dropped.
///
/// # Errors
/// When the pixels are too few.
pub fn encode(size: [u32; 2], rgba: &[u8], notes: &[(&str, String)]) -> Result<Vec<u8>, png::EncodingError> {
    let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| pixel.iter().take(3)).copied().collect();
    let mut bytes = Vec::with_capacity(rgb.len() / 2);
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::Fast);
    for (keyword, text) in notes {
        encoder.add_text_chunk((*keyword).to_owned(), text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}
