//! Plants as rows: CSV, JSON lines or binary PLY.

use std::io::Write;

use serde::Serialize;
use sward::scatter::Instance;
use sward::scene::clutter::Clutter;

use super::args::ListFormat;

/// A format of rows, and what the rows need to know.
#[derive(Debug)]
pub struct List<'a> {
    format: Rows,
    /// Slots of the grid to the east.
    width: u32,
    /// The models that are listed; all of them when it is empty.
    only: &'a [u32],
    /// The texture of each model as the format writes it.
    textures: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    Csv,
    Jsonl,
    Ply,
}

/// A plant as a line of JSON.
#[derive(Debug, Serialize)]
struct Row<'a> {
    slot_x: u32,
    slot_z: u32,
    part: u32,
    model: u32,
    texture: &'a str,
    x: f32,
    y: f32,
    z: f32,
    scale: f32,
    yaw: f32,
    sun: f32,
    hemi: f32,
}

impl<'a> List<'a> {
    /// `None` for a format without rows.
    pub fn of(format: ListFormat, clutter: &Clutter, only: &'a [u32]) -> Option<Self> {
        let format = match format {
            ListFormat::Json => return None,
            ListFormat::Csv => Rows::Csv,
            ListFormat::Jsonl => Rows::Jsonl,
            ListFormat::Ply => Rows::Ply,
        };
        let texture =
            |texture: &String| if format == Rows::Csv { csv_text(texture) } else { texture.clone() };
        let textures = clutter.models.iter().map(|model| texture(&model.texture)).collect();
        Some(Self { format, width: clutter.grid.size[0].max(1), only, textures })
    }

    /// True for a model that is listed.
    pub fn holds(&self, model: u32) -> bool {
        self.only.is_empty() || self.only.contains(&model)
    }

    /// What stands before `total` rows.
    pub fn head(&self, total: u64) -> Vec<u8> {
        match self.format {
            Rows::Csv => b"slot_x,slot_z,part,model,texture,x,y,z,scale,yaw,sun,hemi\n".to_vec(),
            Rows::Jsonl => Vec::new(),
            Rows::Ply => {
                let mut head = String::from(
                    "ply\nformat binary_little_endian 1.0\n\
                     comment left-handed: x east, y up, z north, metres; yaw in radians\n",
                );
                for (index, texture) in self.textures.iter().enumerate() {
                    head += &format!("comment model {index}: {}\n", texture.escape_default());
                }
                head += &format!("element vertex {total}\n");
                for property in ["x", "y", "z", "scale", "yaw", "sun", "hemi"] {
                    head += &format!("property float {property}\n");
                }
                for property in ["slot_x", "slot_z", "part", "model"] {
                    head += &format!("property uint {property}\n");
                }
                head += "end_header\n";
                head.into_bytes()
            }
        }
    }

    /// Adds the row of a plant.
    pub fn push(&self, rows: &mut Vec<u8>, plant: &Instance) {
        let [x, y, z] = plant.position;
        let [sun, hemi] = plant.sun_and_sky();
        let [slot_x, slot_z] = [plant.slot_index() % self.width, plant.slot_index() / self.width];
        let (part, model) = (plant.part(), plant.model());
        let texture = self.textures.get(model as usize).map_or("", String::as_str);
        let Instance { scale, yaw, .. } = *plant;
        match self.format {
            // Writing to memory doesn't fail.
            Rows::Csv => {
                let _ = writeln!(
                    rows,
                    "{slot_x},{slot_z},{part},{model},{texture},{x},{y},{z},{scale},{yaw},{sun},{hemi}"
                );
            }
            Rows::Jsonl => {
                let row = Row { slot_x, slot_z, part, model, texture, x, y, z, scale, yaw, sun, hemi };
                let _ = serde_json::to_writer(&mut *rows, &row);
                rows.push(b'\n');
            }
            Rows::Ply => {
                rows.extend([x, y, z, scale, yaw, sun, hemi].iter().flat_map(|value| value.to_le_bytes()));
                rows.extend([slot_x, slot_z, part, model].iter().flat_map(|value| value.to_le_bytes()));
            }
        }
    }
}

/// A text as a field of CSV (RFC 4180), with control characters made visible.
fn csv_text(text: &str) -> String {
    let text = super::escaped(text);
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
