// Reads the heights: bands of rows from south to north, each a layer of the texture.

// Rows of a layer. Twin of BAND_ROWS in src/render/heights.rs.
const BAND_ROWS: u32 = 256u;

fn load_height(heights: texture_2d_array<f32>, point: vec2u) -> f32 {
    return textureLoad(heights, vec2u(point.x, point.y % BAND_ROWS), point.y / BAND_ROWS, 0).x;
}
