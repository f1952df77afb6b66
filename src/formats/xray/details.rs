//! `level.details` and `build.details`: which plants grow where, in slots of 2 x 2 metres.
//!
//! Three chunks, found by id: 0 header, 1 models, 2 slots. On disk v3 has them as 1, 2, 0 (12 real files) and v2 as
//! 0, 1, 2 (one real file).

use super::super::bytes::{Cursor, FormatError, Result, UNSUPPORTED, Warnings};
use super::chunk::{self, Chunk};
use super::dm::{self, DetailModel};
use super::slot::{Layout, Slot, SlotBounds, is_plausible};

pub(super) const HEADER_ID: u32 = 0;
pub(super) const MODELS_ID: u32 = 1;
pub(super) const SLOTS_ID: u32 = 2;

/// Bytes of the header's payload, in every version.
pub(super) const HEADER_LEN: usize = 24;

/// Slots from the world's origin; 2,000 km, and in reach of f32.
const FAR_OFF: i32 = 1_000_000;

/// A decoded `level.details`.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    /// 2, 3 or 4.
    pub version: u32,
    /// Slots to the east and to the north, both at least 1.
    pub size: [u32; 2],
    /// Slot (0, 0) of the grid is slot `-offset` of the world, which covers [2X, 2X + 2] x [2Z, 2Z + 2] metres.
    pub offset: [i32; 2],
    /// The detail models; slots refer to them by index.
    pub models: Vec<DetailModel>,
    /// `size[0] * size[1]` slots, x fastest. A part may name a model that the file lacks; a warning then says so.
    pub slots: Vec<Slot>,
    /// What was odd, skipped or against an invariant.
    pub warnings: Warnings,
}

impl Details {
    /// Slots of which at least one part names a model.
    pub fn used_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_used()).count()
    }

    /// Used slots without ground: see [`Slot::is_phantom`].
    pub fn phantom_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_phantom()).count()
    }
}

/// Decodes a `level.details` of version 2, 3 or 4.
///
/// # Errors
/// When a chunk is missing, cut short or compressed, the version is unknown, the slots are fewer than the header
/// says, the models are not numbered from 0 on, or a model is broken.
pub fn decode_details(bytes: &[u8]) -> Result<Details> {
    let mut warnings = Warnings::default();
    let mut cursor = Cursor::new("level.details", bytes);
    let [header, models, slots] = read_chunks(&mut cursor, &mut warnings)?;
    let header = read_header(header.plain("header")?, &mut warnings)?;
    let format = format!("level.details v{}", header.version);

    let mut body = models.plain("models")?;
    body.set_format(format.clone());
    let models = read_models(body, &header, &mut warnings)?;
    let mut body = slots.plain("slots")?;
    body.set_format(format);
    let slots = read_slots(body, &header, models.len(), &mut warnings)?;
    Ok(Details { version: header.version, size: header.size, offset: header.offset, models, slots, warnings })
}

/// Header, models and slots, wherever they stand.
fn read_chunks<'a>(cursor: &mut Cursor<'a>, warnings: &mut Warnings) -> Result<[Chunk<'a>; 3]> {
    let mut found: [Option<Chunk<'a>>; 3] = [None, None, None];
    while cursor.remaining() > 0 {
        let (at, rest) = (cursor.offset(), cursor.remaining());
        let chunk = match Chunk::read(cursor) {
            Ok(chunk) => chunk,
            // Everything is there: what follows is no loss.
            Err(_) if found.iter().all(Option::is_some) => {
                warnings.add("trailing-bytes", "file", at, || {
                    format!("found {rest} bytes that are no chunk, expected the end of the file")
                });
                break;
            }
            Err(error) => return Err(error),
        };
        let id = chunk.id;
        match found.get_mut(id as usize) {
            Some(place @ None) => *place = Some(chunk),
            Some(Some(_)) => warnings.add("double-chunk", "chunk.id", at, || {
                format!("found chunk {id} again, expected each once; the first is used")
            }),
            None => warnings.add("unknown-chunk", "chunk.id", at, || {
                format!("found chunk {id}, expected 0 (header), 1 (models) or 2 (slots)")
            }),
        }
    }
    let end = cursor.offset();
    let [header, models, slots] = found;
    let missing =
        |field, id| cursor.error(end, field, "no such chunk in the file", format!("a chunk with id {id}"));
    Ok([
        header.ok_or_else(|| missing("header", HEADER_ID))?,
        models.ok_or_else(|| missing("models", MODELS_ID))?,
        slots.ok_or_else(|| missing("slots", SLOTS_ID))?,
    ])
}

struct Header {
    version: u32,
    layout: Layout,
    model_count: u32,
    /// Where `model_count` stands.
    model_count_at: u64,
    offset: [i32; 2],
    size: [u32; 2],
    /// Where `size` stands.
    size_at: u64,
}

/// 24 bytes, the same in every version.
fn read_header(mut body: Cursor<'_>, warnings: &mut Warnings) -> Result<Header> {
    if body.remaining() == 0 {
        let found = "an empty header, as files of build 1233 are said to have";
        return Err(body.error(body.offset(), "header", found, format!("{HEADER_LEN} bytes")));
    }
    let at = body.offset();
    let version = body.u32("header.version")?;
    let Some(layout) = Layout::of(version) else {
        return Err(body.error(at, "header.version", version, "2, 3 or 4").with_code(UNSUPPORTED));
    };
    body.set_format(format!("level.details v{version}"));
    let model_count_at = body.offset();
    let model_count = body.u32("header.object_count")?;
    let offset_at = body.offset();
    let offset = [body.i32("header.offs_x")?, body.i32("header.offs_z")?];
    if offset.iter().any(|offset| offset.unsigned_abs() > FAR_OFF.unsigned_abs()) {
        warnings.add("far-off-grid", "header.offs_x", offset_at, || {
            format!("found an offset of {} and {} slots, expected less than {FAR_OFF}", offset[0], offset[1])
        });
    }
    let size_at = body.offset();
    let size = [body.u32("header.size_x")?, body.u32("header.size_z")?];
    if body.remaining() > 0 {
        let (at, rest) = (body.offset(), body.remaining());
        warnings.add("trailing-bytes", "header", at, || {
            format!("found {rest} bytes too many, expected {HEADER_LEN}")
        });
    }
    Ok(Header { version, layout, model_count, model_count_at, offset, size, size_at })
}

/// Nested chunks, of which each id is the model's index.
fn read_models(mut body: Cursor<'_>, header: &Header, warnings: &mut Warnings) -> Result<Vec<DetailModel>> {
    // By id, since nothing says that the ids rise; each is a model's chunk that has been read already.
    let mut models: Vec<(u32, DetailModel)> = Vec::new();
    while body.remaining() > 0 {
        let (at, rest) = (body.offset(), body.remaining());
        if rest < chunk::HEADER_LEN {
            warnings
                .add("trailing-bytes", "models", at, || format!("found {rest} bytes after the last model"));
            break;
        }
        let model = Chunk::read(&mut body)?;
        let id = model.id;
        let name = format!("models[{id}]");
        let within = |mut error: FormatError| {
            error.field = format!("{name}.{}", error.field).into();
            error
        };
        let mut model_body = model.plain("chunk").map_err(within)?;
        models.push((id, dm::read(&mut model_body, &name, warnings).map_err(within)?));
    }

    models.sort_by_key(|&(id, _)| id);
    for (expected, &(id, _)) in (0..).zip(&models) {
        if id != expected {
            let expected = format!("ids without a gap from 0 on, so {expected} here");
            return Err(body.error(body.offset(), "models", format!("a model with id {id}"), expected));
        }
    }
    let (count, claimed, most) = (models.len(), header.model_count, header.layout.empty_id());
    if claimed as usize != count {
        warnings.add("model-count", "header.object_count", header.model_count_at, || {
            format!("found {claimed}, expected the number of models, {count}")
        });
    }
    if count > usize::from(most) {
        warnings.add("too-many-models", "models", body.offset(), || {
            format!("found {count}, expected at most the {most} that a slot of v{} can name", header.version)
        });
    }
    Ok(models.into_iter().map(|(_, model)| model).collect())
}

fn read_slots(
    body: Cursor<'_>,
    header: &Header,
    model_count: usize,
    warnings: &mut Warnings,
) -> Result<Vec<Slot>> {
    let Header { layout, size: [width, height], .. } = *header;
    let count = u64::from(width) * u64::from(height);
    if count == 0 {
        let found = format!("{width} x {height}");
        return Err(body.error(header.size_at, "header.size_x", found, "at least one slot each way"));
    }
    let fitting = body.count(header.size_at, "header.size_x", count, layout.len()).map_err(|mut error| {
        error.found = format!("{width} x {height}, so {count} slots of {} bytes", layout.len());
        error
    })?;
    let (wanted, rest) = body.rest().split_at_checked(fitting * layout.len()).unwrap_or((body.rest(), &[]));
    if !rest.is_empty() {
        let at = body.offset() + wanted.len() as u64;
        warnings
            .add("trailing-bytes", "slots", at, || format!("found {} bytes after the last slot", rest.len()));
    }
    let slots = layout.decode(wanted);
    check_slots(&slots, body.offset(), layout, model_count, warnings);
    Ok(slots)
}

/// Warns of parts that name no model of the file, and of bounds of v2 that are no heights.
fn check_slots(slots: &[Slot], start: u64, layout: Layout, model_count: usize, warnings: &mut Warnings) {
    for (index, slot) in slots.iter().enumerate() {
        let at = start + (index * layout.len()) as u64;
        for (part, id) in (0..).zip(slot.parts.map(|part| part.model)) {
            if let Some(id) = id.filter(|&id| usize::from(id) >= model_count) {
                warnings.add("slot-without-model", "slots.parts", at, || {
                    format!(
                        "found model {id} in part {part} of slot {index}, expected less than {model_count}; this \
                         part grows nothing"
                    )
                });
            }
        }
        if let SlotBounds::Absolute { bottom, top } = slot.bounds
            && !(is_plausible(bottom) && is_plausible(top))
        {
            warnings.add("slot-bounds", "slots.bounds", at, || {
                format!(
                    "found {bottom} to {top} m in slot {index}, expected heights; taken as 200 m up or down"
                )
            });
        }
    }
}
