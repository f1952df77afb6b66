//! A picture as PNG, with the notes that say how to take it again.

/// RGB, sRGB, and one tEXt chunk a note; the same pixels give the same bytes.
///
/// `rgba` holds `size[0] * size[1]` pixels, the top row first; alpha is dropped.
///
/// # Errors
/// When the pixels are too few.
pub fn encode(size: [u32; 2], rgba: &[u8], notes: &[(&str, String)]) -> Result<Vec<u8>, png::EncodingError> {
    let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
    for [red, green, blue, _] in rgba.as_chunks::<4>().0 {
        rgb.extend_from_slice(&[*red, *green, *blue]);
    }
    let mut bytes = Vec::with_capacity(rgb.len() / 2);
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(png::Compression::Fast);
    // 1280 x 720 pixels of terrain take 4 ms; a filter chosen for each row takes half as long again and saves nothing.
    encoder.set_filter(png::Filter::Sub);
    for (keyword, text) in notes {
        encoder.add_text_chunk((*keyword).to_owned(), text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}
