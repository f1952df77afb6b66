//! The road network of OPRW 12 and later: for each land cell the pieces of road in it.

use super::super::bytes::{Cursor, Result, Warnings};
use super::RoadLink;
use super::layout::Layout;

/// Reads the network from its block, which it must fill.
///
/// # Errors
/// When the block ends too early or too late.
pub(super) fn read(
    mut cur: Cursor,
    layout: &Layout,
    land: [u32; 2],
    warnings: &mut Warnings,
) -> Result<Vec<RoadLink>> {
    let mut links = Vec::new();
    for z in 0..land[1] {
        for x in 0..land[0] {
            let at = cur.offset();
            let count = cur.u32("roads")?;
            let count = cur.count(at, "roads", count.into(), least_len(layout))?;
            for _ in 0..count {
                links.push(read_link(&mut cur, layout, [x, z], warnings)?);
            }
        }
    }
    if cur.remaining() > 0 {
        return Err(cur.error(
            cur.offset(),
            "roads",
            format!("{} more bytes after the last land cell", cur.remaining()),
            "a road network that fills its block",
        ));
    }
    Ok(links)
}

/// Bytes of a link without positions and with an empty path.
fn least_len(layout: &Layout) -> usize {
    2 + 4 + if layout.extras { 4 } else { 0 } + if layout.road_models { 1 + 48 } else { 0 }
}

fn read_link(cur: &mut Cursor, layout: &Layout, cell: [u32; 2], warnings: &mut Warnings) -> Result<RoadLink> {
    let at = cur.offset();
    let count = cur.u16("roads.positions")?;
    let count = cur.count(at, "roads.positions", count.into(), 12)?;
    let positions = (0..count).map(|_| cur.f32s("roads.positions")).collect::<Result<_>>()?;
    let connection_types = if layout.connection_types {
        cur.bytes("roads.connection_types", count)?.to_vec()
    } else {
        Vec::new()
    };
    let object_id = cur.i32("roads.object_id")?;
    let extra = if layout.extras { Some(cur.u32("roads.extra")?) } else { None };
    let (model, matrix) = if layout.road_models {
        let at = cur.offset();
        let model = cur.text("roads.model")?;
        if model.chars().any(char::is_control) {
            // The size of the block alone doesn't show a wrong layout: text ends wherever the next NUL is.
            warnings.add(super::ODD_ROAD_MODEL, "roads.model", at, || {
                format!("found the path {model:?}, expected one without control characters")
            });
        }
        (model, Some(cur.f32s("roads.matrix")?))
    } else {
        (String::new(), None)
    };
    Ok(RoadLink { cell, positions, connection_types, object_id, extra, model, matrix })
}
