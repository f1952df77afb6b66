//! The frames of a clip that is played again and again.

use std::ops::RangeInclusive;

use super::{Moment, Timeline};

impl Timeline {
    /// The frames to play when none are asked for: from 0 to the last one of the longest animation, both shown.
    ///
    /// A loop comes to its last frame and to frame 0 at the same instant: shown both, one of them is a hitch. So where all
    /// animations loop and are as long as each other, the last frame is left out, unless it has a texture of its own, which
    /// nothing else would show: neither that of frame 0 nor that of the frame before.
    pub fn clip(&self) -> RangeInclusive<u32> {
        let last = self.last_frame();
        let are_one_loop =
            self.playing().all(|(last_frame, looping)| looping && i64::from(last_frame) == i64::from(last));
        match last.checked_sub(1) {
            Some(before) if are_one_loop && !self.has_own_texture(last, before) => 0..=before,
            _ => 0..=last,
        }
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

    /// Whether a track shows a texture at `last` that it shows neither in frame 0 nor in the frame `before`.
    fn has_own_texture(&self, last: u32, before: u32) -> bool {
        let shown = |frame: u32| -> Vec<Option<u32>> {
            let Moment { materials, bound } = self.at(frame as f32);
            materials.iter().flat_map(|state| state.textures).chain(bound).collect()
        };
        let [first, before, last] = [0, before, last].map(shown);
        let mut all = first.iter().zip(&before).zip(&last);
        all.any(|((first, before), last)| last != first && last != before)
    }
}
