//! Plays the animations of a scene.

use std::ops::RangeInclusive;

/// Frames a second at speed 1: what `sward shot` plays.
pub const RATE: f64 = 30.0;

/// How fast it may be played.
pub const SPEEDS: RangeInclusive<f64> = 0.1..=4.0;

/// Where the animations are, and whether they go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    /// They go on.
    pub is_playing: bool,
    /// Times [`RATE`].
    pub speed: f64,
    /// Begins again behind the last frame.
    pub is_looping: bool,
    /// The frames that are played, both ends too.
    clip: RangeInclusive<u32>,
    /// In frames from the beginning of the clip. The frame that is shown is a whole one, as in `sward shot --frames`.
    time: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self::new(0..=0)
    }
}

impl Playback {
    /// At the first frame of a clip.
    pub fn new(clip: RangeInclusive<u32>) -> Self {
        Self { is_playing: false, speed: 1.0, is_looping: true, clip, time: 0.0 }
    }

    /// The frames that are played.
    pub fn clip(&self) -> RangeInclusive<u32> {
        self.clip.clone()
    }

    /// Plays another clip; what is set stays, and the frame, too, where the clip has it.
    pub fn set_clip(&mut self, clip: RangeInclusive<u32>) {
        let frame = self.frame();
        self.clip = clip;
        self.seek(frame);
    }

    /// There is more than one frame.
    pub fn has_frames(&self) -> bool {
        self.clip.end() > self.clip.start()
    }

    /// The frame that is shown.
    pub fn frame(&self) -> u32 {
        self.clip.start() + self.time as u32
    }

    /// Goes to a frame, the nearest that there is.
    pub fn seek(&mut self, frame: u32) {
        let frame = frame.clamp(*self.clip.start(), *self.clip.end());
        self.time = f64::from(frame - self.clip.start());
    }

    /// Stops, and goes on or back by some frames; behind the last one comes the first.
    pub fn step(&mut self, frames: i64) {
        self.is_playing = false;
        self.time = (self.time.floor() + frames as f64).rem_euclid(self.frames());
    }

    /// Plays or pauses; at the end of what doesn't loop it begins anew.
    pub fn toggle(&mut self) {
        self.is_playing = !self.is_playing && self.has_frames();
        if self.is_playing && !self.is_looping && self.frame() == *self.clip.end() {
            self.time = 0.0;
        }
    }

    /// Goes on for so many seconds.
    pub fn advance(&mut self, seconds: f64) {
        if !self.is_playing {
            return;
        }
        let time = self.time + seconds * RATE * self.speed;
        let frames = self.frames();
        if time < frames {
            self.time = time;
        } else if self.is_looping {
            self.time = time.rem_euclid(frames);
        } else {
            self.time = frames - 1.0;
            self.is_playing = false;
        }
    }

    /// Seconds until another frame is shown.
    pub fn until_next(&self) -> f64 {
        (1.0 - self.time.fract()) / (RATE * self.speed)
    }

    fn frames(&self) -> f64 {
        f64::from(self.clip.end() - self.clip.start()) + 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playing(speed: f64, is_looping: bool) -> Playback {
        Playback { is_playing: true, speed, is_looping, ..Playback::new(0..=9) }
    }

    #[test]
    fn a_second_at_speed_one_is_thirty_frames_of_a_loop() {
        let mut playback = playing(1.0, true);
        for _ in 0..64 {
            playback.advance(1.0 / 64.0);
        }
        assert_eq!(playback.frame(), 0, "30 frames are three rounds of ten");
        playback.advance(0.11);
        assert_eq!(playback.frame(), 3);
    }

    #[test]
    fn what_does_not_loop_ends_at_its_last_frame_and_begins_anew() {
        let mut playback = playing(4.0, false);
        playback.advance(5.0);
        assert_eq!((playback.frame(), playback.is_playing), (9, false));
        playback.toggle();
        assert_eq!((playback.frame(), playback.is_playing), (0, true));
    }

    #[test]
    fn steps_go_round_and_stop() {
        let mut playback = playing(1.0, false);
        playback.step(-1);
        assert_eq!((playback.frame(), playback.is_playing), (9, false));
        playback.step(3);
        assert_eq!(playback.frame(), 2);
    }

    #[test]
    fn the_next_frame_comes_when_it_is_said() {
        let mut playback = playing(0.5, true);
        playback.advance(0.05);
        let frame = playback.frame();
        let wait = playback.until_next();
        playback.advance(wait * 0.98);
        assert_eq!(playback.frame(), frame);
        playback.advance(wait * 0.03);
        assert_eq!(playback.frame(), frame + 1);
    }

    #[test]
    fn nothing_plays_where_there_is_one_frame() {
        let mut playback = Playback::default();
        playback.toggle();
        assert!(!playback.is_playing);
        playback.set_clip(0..=5);
        playback.seek(99);
        assert_eq!(playback.frame(), 5);
        playback.set_clip(0..=3);
        assert_eq!(playback.frame(), 3);
    }
}
