//! Which of its frames an animation shows.

use super::read::Place;
use crate::formats::bytes::Warnings;

/// The flag of an animation that begins again.
pub(super) const LOOPS: u32 = 1 << 2;

/// Tells of an animation that ends before it begins. `start` is where it stands in the file.
pub(super) fn warn_of_last_frame(name: &str, last_frame: i32, start: Place<'_, '_>, warnings: &mut Warnings) {
    if last_frame < 0 {
        warnings.add("bad-last-frame", "last_frame", start.at, || {
            format!("{name:?} ends at frame {last_frame}, expected 0 or later; it stays at frame 0")
        });
    }
}

/// The frame of an animation that is shown at a frame of the time that passes.
///
/// The last frame is one of its own. When it is passed, an animation that loops begins again: the last frame is the same
/// instant as frame 0 from then on. Others stay at their ends. No number is frame 0.
pub(super) fn shown_frame(last_frame: i32, looping: bool, frame: f32) -> f32 {
    let last = last_frame.max(0) as f32;
    if (0.0..=last).contains(&frame) {
        return frame;
    }
    let shown =
        if looping { f64::from(frame).rem_euclid(last.into()) as f32 } else { frame.clamp(0.0, last) };
    if shown.is_nan() { 0.0 } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_frame_is_shown_and_a_loop_wraps_behind_it() {
        let frames = [-4.0, -1.0, 0.0, 1.5, 3.0, 3.5, 4.0, 6.0, 7.0];
        assert_eq!(
            frames.map(|frame| shown_frame(3, false, frame)),
            [0.0, 0.0, 0.0, 1.5, 3.0, 3.0, 3.0, 3.0, 3.0]
        );
        assert_eq!(
            frames.map(|frame| shown_frame(3, true, frame)),
            [2.0, 2.0, 0.0, 1.5, 3.0, 0.5, 1.0, 0.0, 1.0]
        );
    }

    #[test]
    fn an_animation_of_one_frame_or_none_stays_at_frame_0() {
        for (last, looping) in [(0, false), (0, true), (-5, false), (-5, true), (i32::MIN, true)] {
            for frame in [-1.0, 0.0, 2.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                assert_eq!(shown_frame(last, looping, frame), 0.0, "{last} {frame}");
            }
        }
        assert_eq!([f32::NAN, f32::INFINITY].map(|frame| shown_frame(9, true, frame)), [0.0, 0.0]);
        assert_eq!(shown_frame(9, false, f32::INFINITY), 9.0);
    }
}
