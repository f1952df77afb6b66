//! The frames of a clip that is played again and again.

use std::ops::RangeInclusive;

use super::super::models::Wrap;
use super::{Moment, Movement, Timeline};

/// Places of a texture that are nearer to each other look alike: less than a texel of the largest textures.
const ALIKE: f32 = 1e-5;

impl Timeline {
    /// The frames to play when none are asked for: from 0 to the last one of the longest animation, both shown.
    ///
    /// A loop mostly ends as it begins: its last frame is the same instant as frame 0, and would be seen twice in a row.
    /// Where all animations loop, are as long as each other and end as they begin, the last frame is left out.
    pub fn clip(&self) -> RangeInclusive<u32> {
        let last = self.last_frame();
        let are_one_loop =
            self.playing().all(|(last_frame, looping)| looping && i64::from(last_frame) == i64::from(last));
        let doubled = last > 0 && are_one_loop && self.ends_as_it_begins(last);
        0..=last - u32::from(doubled)
    }

    /// Last frame and looping of every animation that drives something.
    fn playing(&self) -> impl Iterator<Item = (i32, bool)> {
        let tracks =
            self.tracks.iter().map(|track| track.pattern).chain(self.bound.iter().map(|track| track.pattern));
        let patterns = tracks.filter_map(|index| self.patterns.get(index));
        let params = self.movements.iter().filter_map(|movement| self.params.get(movement.animation));
        patterns
            .map(|pattern| (pattern.last_frame, pattern.looping()))
            .chain(params.map(|animation| (animation.last_frame, animation.looping())))
    }

    fn ends_as_it_begins(&self, last: u32) -> bool {
        let [Moment { materials: first, bound }, end] = [0.0, last as f32].map(|frame| self.at(frame));
        let textures_alike =
            first.iter().zip(&end.materials).all(|(first, end)| first.textures == end.textures);
        let lies_alike = |movement: &Movement| {
            let matrices = first.get(movement.material).zip(end.materials.get(movement.material));
            matrices.is_none_or(|(first, end)| {
                (0..2).all(|axis| {
                    row_is_alike(first.albedo_matrix[axis], end.albedo_matrix[axis], movement.wrap[axis])
                })
            })
        };
        bound == end.bound && textures_alike && self.movements.iter().all(lies_alike)
    }
}

/// Whether a texture lies alike along an axis: one that repeats does so whole repetitions further on, too.
fn row_is_alike(first: [f32; 3], end: [f32; 3], wrap: Wrap) -> bool {
    let [u, v, moved] = [0, 1, 2].map(|place| end[place] - first[place]);
    let rest = match wrap {
        Wrap::Repeat => moved - moved.round(),
        Wrap::Mirror => moved - 2.0 * (moved / 2.0).round(),
        Wrap::Clamp => moved,
    };
    [u, v, rest].iter().all(|difference| difference.abs() < ALIKE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_lies_alike_after_whole_repetitions() {
        let at = |moved: f32| [1.0, 0.0, moved];
        assert!(row_is_alike(at(0.25), at(3.25), Wrap::Repeat));
        assert!(!row_is_alike(at(0.25), at(3.0), Wrap::Repeat));
        assert!(row_is_alike(at(0.0), at(-2.0), Wrap::Mirror));
        assert!(!row_is_alike(at(0.0), at(1.0), Wrap::Mirror));
        assert!(row_is_alike(at(0.5), at(0.5), Wrap::Clamp));
        assert!(!row_is_alike(at(0.0), at(1.0), Wrap::Clamp));
        assert!(!row_is_alike([1.0, 0.0, 0.0], [2.0, 0.0, 0.0], Wrap::Repeat));
    }
}
