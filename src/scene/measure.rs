//! What a world tells about the size of its models, whose own meshes are not there.

use glam::{Vec2, Vec3};

use super::heightfield::Heightfield;
use super::kind::Kind;
use crate::formats::wrp::{MapInfo, MapShape, Object};

/// How many objects of a model are looked at.
const SAMPLES: usize = 32;
/// How many places before and after an object, in the file's order, its neighbours are sought in.
const WINDOW: usize = 16;

/// What is known of a model; lengths in metres before the matrix scales them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Measured {
    /// The map-info type of most of its objects.
    pub map_type: Option<u32>,
    /// How far its centre is above the ground, mostly.
    pub above_ground: Option<f32>,
    /// Twice that, for a centre that is above the ground.
    pub height: Option<f32>,
    /// Extents along its x and z axis.
    pub footprint: Option<[f32; 2]>,
    /// From one object to the next one in line, along its x and its z axis.
    pub spacing: [Option<f32>; 2],
}

/// The map-info records by the id of their object.
#[derive(Debug, Default)]
pub(crate) struct MapIndex(Vec<(u32, u32)>);

impl MapIndex {
    pub fn new(records: &[MapInfo]) -> Self {
        use rayon::slice::ParallelSliceMut;
        let mut index: Vec<(u32, u32)> = (0..)
            .zip(records)
            .filter_map(|(place, record)| Some((record.shape.object_id()?, place)))
            .collect();
        index.par_sort_unstable();
        Self(index)
    }

    fn find<'a>(&self, records: &'a [MapInfo], id: u32) -> Option<&'a MapInfo> {
        let place = self.0.partition_point(|entry| entry.0 < id);
        let &(found, record) = self.0.get(place)?;
        if found == id { records.get(record as usize) } else { None }
    }
}

/// Looks at the objects of one model, `places` in `objects`, in the file's order.
pub(crate) fn measure(
    objects: &[Object],
    places: &[u32],
    ground: &Heightfield,
    index: &MapIndex,
    records: &[MapInfo],
) -> Measured {
    let object = |place: u32| objects.get(place as usize);
    let step = places.len().div_ceil(SAMPLES).max(1);
    let samples = || places.iter().step_by(step).filter_map(|&place| object(place));

    let mut above = Vec::new();
    let mut types: Vec<u32> = Vec::new();
    let mut widths = Vec::new();
    let mut depths = Vec::new();
    for sample in samples() {
        let [aside, up, dir, at] = axes(sample);
        let upright = up.y > 0.9 * up.length();
        if let Some(level) = ground.height_at(f64::from(at.x), f64::from(at.z)).filter(|_| upright) {
            above.push((at.y - level) / up.y);
        }
        let Some(record) = u32::try_from(sample.id).ok().and_then(|id| index.find(records, id)) else {
            continue;
        };
        types.push(record.kind);
        if let Some([width, depth]) = extents(&record.shape, aside, dir) {
            widths.push(width);
            depths.push(depth);
        }
    }
    types.retain(|&kind| Kind::from_map_type(kind).is_some());
    let above_ground = median(&mut above);
    Measured {
        map_type: most_common(&mut types),
        above_ground,
        height: above_ground.filter(|&above| above > 0.0).map(|above| 2.0 * above),
        footprint: median(&mut widths).zip(median(&mut depths)).map(|(x, z)| [x, z]),
        spacing: [None; 2],
    }
}

/// The distances at which the objects of a model follow each other along their x and their z axis, if most of those
/// that have a neighbour in line do. Meant for walls and piers.
pub(crate) fn spacing(objects: &[Object], places: &[u32]) -> [Option<f32>; 2] {
    [0, 1].map(|axis| {
        let step = places.len().div_ceil(SAMPLES).max(1);
        let mut distances = Vec::new();
        let mut asked = 0;
        for (i, &place) in places.iter().enumerate().step_by(step) {
            let Some(object) = objects.get(place as usize) else { continue };
            let [aside, _, dir, at] = axes(object);
            let [along, across] = if axis == 0 { [aside, dir] } else { [dir, aside] }.map(flat);
            let scale = along.length().max(1e-3);
            let (along, across) = (along.normalize_or_zero(), across.normalize_or_zero());
            let next = places
                .get(i.saturating_sub(WINDOW)..(i + WINDOW + 1).min(places.len()))
                .unwrap_or(&[])
                .iter()
                .filter(|&&other| other != place)
                .filter_map(|&other| objects.get(other as usize))
                .filter_map(|other| {
                    let to = flat(axes(other)[3] - at);
                    let (run, off) = (to.dot(along).abs(), to.dot(across).abs());
                    (off < 0.25 * run && (0.8..30.0).contains(&run)).then_some(run / scale)
                })
                .fold(f32::INFINITY, f32::min);
            asked += 1;
            if next.is_finite() {
                distances.push(next);
            }
        }
        let middle = median(&mut distances)?;
        let agreeing =
            distances.iter().filter(|&&distance| (distance - middle).abs() < 0.12 * middle).count();
        (agreeing >= 3 && agreeing * 3 >= asked).then_some(middle)
    })
}

/// The columns of an object's matrix: aside, up, dir, position.
pub(crate) fn axes(object: &Object) -> [Vec3; 4] {
    let [ax, ay, az, ux, uy, uz, dx, dy, dz, px, py, pz] = object.matrix;
    [Vec3::new(ax, ay, az), Vec3::new(ux, uy, uz), Vec3::new(dx, dy, dz), Vec3::new(px, py, pz)]
}

fn flat(v: Vec3) -> Vec2 {
    Vec2::new(v.x, v.z)
}

/// Width and depth of a record's quadrangle, along an object's x and z axis and divided by their scale.
fn extents(shape: &MapShape, aside: Vec3, dir: Vec3) -> Option<[f32; 2]> {
    let (MapShape::Bounds { corners, .. } | MapShape::ColoredBounds { corners, .. }) = shape else {
        return None;
    };
    let extent = |axis: Vec2| {
        let length = axis.length();
        if length < 1e-3 {
            return f32::NAN;
        }
        let along = corners.map(|corner| Vec2::from(corner).dot(axis) / length);
        let low = along.into_iter().fold(f32::INFINITY, f32::min);
        let high = along.into_iter().fold(f32::NEG_INFINITY, f32::max);
        (high - low) / length
    };
    let [width, depth] = [flat(aside), flat(dir)].map(extent);
    let sound = |metres: f32| metres.is_finite() && (0.05..400.0).contains(&metres);
    (sound(width) && sound(depth)).then_some([width, depth])
}

fn median(values: &mut [f32]) -> Option<f32> {
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().filter(|value| value.is_finite())
}

fn most_common(values: &mut [u32]) -> Option<u32> {
    values.sort_unstable();
    values.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).and_then(|run| run.first().copied())
}
