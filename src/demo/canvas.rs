//! A small canvas that leaves, blades and stones are painted on, with soft edges.

/// RGBA with colour not multiplied by alpha, 0 to 1.
pub struct Canvas {
    /// Pixels to the right and down.
    pub edge: usize,
    /// Row by row from the top.
    pub pixels: Vec<[f32; 4]>,
}

/// A colour, sRGB 0 to 1.
pub type Color = [f32; 3];

/// A colour from its hexadecimal name.
pub const fn rgb(name: u32) -> Color {
    [(name >> 16 & 255) as f32 / 255.0, (name >> 8 & 255) as f32 / 255.0, (name & 255) as f32 / 255.0]
}

/// From `a` at 0 to `b` at 1.
pub fn blend(a: Color, b: Color, t: f32) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * t)
}

/// A part of the canvas in pixels: what is painted stays inside.
#[derive(Debug, Clone, Copy)]
pub struct Tile {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// To the right.
    pub width: f32,
    /// Downwards.
    pub height: f32,
}

/// A blade that grows upwards from its root.
#[derive(Debug, Clone, Copy)]
pub struct Blade {
    /// Pixels.
    pub root: [f32; 2],
    /// Pixels up to its tip.
    pub length: f32,
    /// Half its width at the root, pixels.
    pub half_width: f32,
    /// How far its tip is to the right of its root, pixels.
    pub lean: f32,
    /// Colour at the root.
    pub low: Color,
    /// Colour at the tip.
    pub high: Color,
}

/// A leaf, a petal or a pebble: pointed or round at its ends.
#[derive(Debug, Clone, Copy)]
pub struct Leaf {
    /// Where it begins, pixels.
    pub root: [f32; 2],
    /// To its tip, pixels.
    pub reach: [f32; 2],
    /// Half its width where it is widest, pixels.
    pub half_width: f32,
    /// Colour at its root.
    pub low: Color,
    /// Colour at its tip.
    pub high: Color,
    /// Shade of the vein along its middle, 1 for none.
    pub vein: f32,
}

impl Canvas {
    /// An empty canvas.
    pub fn new(edge: usize) -> Self {
        Self { edge, pixels: vec![[0.0; 4]; edge * edge] }
    }

    /// Calls `paint(x, y)` for the middles of the pixels between two corners within a tile; what it returns, a colour
    /// and how much of the pixel it covers, is laid over what is there.
    fn cover(
        &mut self,
        tile: Tile,
        [low_x, low_y]: [f32; 2],
        [high_x, high_y]: [f32; 2],
        paint: impl Fn(f32, f32) -> (Color, f32),
    ) {
        let range = |low: f32, high: f32, start: f32, len: f32| {
            (low.max(start).floor() as usize)..(high.min(start + len).ceil().max(0.0) as usize)
        };
        for y in range(low_y, high_y, tile.y, tile.height) {
            for x in range(low_x, high_x, tile.x, tile.width) {
                let (color, cover) = paint(x as f32 + 0.5, y as f32 + 0.5);
                if cover <= 0.0 {
                    continue;
                }
                let pixel = &mut self.pixels[y * self.edge + x];
                let cover = cover.min(1.0);
                let alpha = cover + pixel[3] * (1.0 - cover);
                for channel in 0..3 {
                    pixel[channel] += (color[channel] - pixel[channel]) * cover / alpha;
                }
                pixel[3] = alpha;
            }
        }
    }

    /// Paints a blade.
    pub fn blade(&mut self, tile: Tile, blade: &Blade) {
        let [root_x, root_y] = blade.root;
        let side = blade.half_width + 1.0;
        let low = [root_x + blade.lean.min(0.0) - side, root_y - blade.length - 1.0];
        let high = [root_x + blade.lean.max(0.0) + side, root_y + 0.5];
        let blade = *blade;
        self.cover(tile, low, high, move |x, y| {
            let t = ((root_y - y) / blade.length).clamp(0.0, 1.0);
            let middle = root_x + blade.lean * t * t;
            let half = blade.half_width * (1.0 - t * t) * (0.3 + 9.0 * t).min(1.0);
            let off = x - middle;
            // One side of the midrib is in shade.
            let shade = if off * blade.lean > 0.0 { 0.86 } else { 1.0 };
            (blend(blade.low, blade.high, t).map(|part| part * shade), half - off.abs() + 0.5)
        });
    }

    /// Paints a leaf.
    pub fn leaf(&mut self, tile: Tile, leaf: &Leaf) {
        let leaf = *leaf;
        let [root_x, root_y] = leaf.root;
        let [reach_x, reach_y] = leaf.reach;
        let length2 = (reach_x * reach_x + reach_y * reach_y).max(1e-3);
        let length = length2.sqrt();
        let side = leaf.half_width + 1.0;
        let low = [root_x + reach_x.min(0.0) - side, root_y + reach_y.min(0.0) - side];
        let high = [root_x + reach_x.max(0.0) + side, root_y + reach_y.max(0.0) + side];
        self.cover(tile, low, high, move |x, y| {
            let (from_x, from_y) = (x - root_x, y - root_y);
            let t = (from_x * reach_x + from_y * reach_y) / length2;
            let off = (from_x * reach_y - from_y * reach_x) / length;
            if !(0.0..=1.0).contains(&t) {
                return (leaf.low, 0.0);
            }
            let half = leaf.half_width * (4.0 * t * (1.0 - t)).sqrt();
            let vein = if off.abs() < 0.6 { leaf.vein } else { 1.0 };
            let shade = vein * if off > 0.0 { 0.9 } else { 1.0 };
            (blend(leaf.low, leaf.high, t).map(|part| part * shade), half - off.abs() + 0.5)
        });
    }
}
