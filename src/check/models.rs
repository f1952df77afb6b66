//! Detail models, of a level or alone.

use super::places::Places;
use super::{Place, Report};
use crate::formats::xray::DetailModel;

/// Bytes of indices that the engine's buffer of one model takes.
const MOST_INDEX_BYTES: usize = 65_536;

/// How far texture coordinates may lie outside without being told: a pixel of an edge of 256.
const UV_SLACK: f32 = 1.0 / 256.0;

/// Looks at every model.
pub(super) fn check(models: &[DetailModel], report: &mut Report) {
    let mut bad_index = Places::default();
    let mut too_large = Places::default();
    let mut empty = Places::default();
    let mut zero_scale = Places::default();
    let mut odd_scale = Places::default();
    let mut outside = Places::default();
    for (index, model) in models.iter().enumerate() {
        let place = |detail: String| Place { model: Some(index), detail, ..Place::default() };
        let DetailModel { min_scale, max_scale, dropped_triangles: dropped, .. } = *model;
        let triangles = model.indices.len() / 3 + dropped;
        if dropped > 0 {
            bad_index.add(|| place(format!("{dropped} of {triangles} triangles are left out")));
        }
        let bytes = triangles * 3 * size_of::<u16>();
        if bytes > MOST_INDEX_BYTES {
            too_large.add(|| place(format!("{triangles} triangles take {bytes} bytes")));
        }
        if triangles == 0 {
            empty.add(|| place(format!("{} vertices", model.vertices.len())));
        }
        if min_scale == 0.0 || max_scale == 0.0 {
            zero_scale.add(|| place(format!("from {min_scale} to {max_scale}")));
        } else if min_scale < 0.0 || max_scale < min_scale {
            odd_scale.add(|| place(format!("from {min_scale} to {max_scale}")));
        }
        let inside = -UV_SLACK..=1.0 + UV_SLACK;
        let count =
            model.vertices.iter().filter(|vertex| !vertex.uv.iter().all(|uv| inside.contains(uv))).count();
        if count > 0 {
            outside.add(|| place(format!("{count} of {} vertices", model.vertices.len())));
        }
    }
    report.add("bad-index", bad_index);
    report.add("too-many-indices", too_large);
    report.add("empty-model", empty);
    report.add("zero-scale", zero_scale);
    report.add("odd-model-scale", odd_scale);
    report.add("uv-outside-texture", outside);
}
