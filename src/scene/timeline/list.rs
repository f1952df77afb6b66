//! The animations of a scene, as a list for people.

use super::Timeline;

/// An animation of the scene's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Animation {
    /// As in its file.
    pub name: String,
    /// What it changes.
    pub kind: AnimationKind,
    /// Its last frame; the first is 0.
    pub last_frame: u32,
    /// It begins again behind its last frame.
    pub is_looping: bool,
    /// How many things it drives: materials, plants and objects. None where another one drives them, or nothing fits.
    pub driven: usize,
}

/// What an animation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnimationKind {
    /// Which texture is shown.
    Pattern,
    /// How a texture lies.
    Matrix,
}

impl Timeline {
    /// All animations, patterns first, each in the order of the files.
    pub fn animations(&self) -> Vec<Animation> {
        let tracks = self.tracks.iter().map(|track| track.pattern);
        let of_patterns =
            counts(self.patterns.len(), tracks.chain(self.bound.iter().map(|track| track.pattern)));
        let of_params = counts(self.params.len(), self.movements.iter().map(|movement| movement.animation));
        let frames = |last: i32| u32::try_from(last).unwrap_or_default();
        let patterns = self.patterns.iter().zip(of_patterns).map(|(pattern, driven)| Animation {
            name: pattern.name.clone(),
            kind: AnimationKind::Pattern,
            last_frame: frames(pattern.last_frame),
            is_looping: pattern.looping(),
            driven,
        });
        let matrices = self.params.iter().zip(of_params).map(|(animation, driven)| Animation {
            name: animation.name.clone(),
            kind: AnimationKind::Matrix,
            last_frame: frames(animation.last_frame),
            is_looping: animation.looping(),
            driven,
        });
        patterns.chain(matrices).collect()
    }
}

/// How often each index below `length` comes.
fn counts(length: usize, indices: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut counts = vec![0; length];
    for index in indices {
        if let Some(count) = counts.get_mut(index) {
            *count += 1;
        }
    }
    counts
}
