//! What the colours of an overlay mean.

use super::colors::{Color, RampColors};
use crate::numbers::thousands;
use std::fmt;

/// The key to an overlay, as it is painted into the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    /// What is shown.
    pub title: String,
    /// What the numbers of the ramp count; empty without a ramp.
    pub unit: String,
    /// Colours for numbers.
    pub ramp: Option<Ramp>,
    /// Colours for things, the most important or the most frequent first.
    pub swatches: Vec<Swatch>,
    /// Things that share one colour and have no line of their own.
    pub rest: Option<Rest>,
    /// What else is to be known; may be empty.
    pub notes: Vec<String>,
}

/// Colours for numbers, from the low end to the high one.
#[derive(Debug, Clone, PartialEq)]
pub struct Ramp {
    /// The colours.
    pub colors: RampColors,
    /// Where which number stands.
    pub ticks: Vec<Tick>,
}

/// A number beside a ramp.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// 0 at the low end, 1 at the high one.
    pub place: f32,
    /// The number.
    pub text: String,
}

/// A colour for a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swatch {
    /// As on the ground; `None` for ground that is left as it is.
    pub color: Option<Color>,
    /// What it is.
    pub name: String,
    /// How many slots have it.
    pub count: u64,
}

/// Things that have no line of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rest {
    /// The colour of all of them; `None` where each has its own.
    pub color: Option<Color>,
    /// How many things.
    pub things: u64,
}

/// The line for slots that stay without a colour, so that the numbers add up to all slots; none where there are none.
pub(super) fn uncoloured(name: &str, count: usize) -> Option<Swatch> {
    (count > 0).then(|| Swatch { color: None, name: name.to_owned(), count: count as u64 })
}

impl fmt::Display for Legend {
    /// In lines, for who can't see the picture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.title)?;
        if let Some(ramp) = &self.ramp {
            let ticks: Vec<_> = ramp.ticks.iter().map(|tick| tick.text.as_str()).collect();
            write!(f, "\n{}: {}", self.unit, ticks.join(", "))?;
        }
        for Swatch { color, name, count } in &self.swatches {
            match color {
                Some([r, g, b]) => write!(f, "\n#{r:02x}{g:02x}{b:02x} {name}: {}", thousands(*count))?,
                None => write!(f, "\nno colour {name}: {}", thousands(*count))?,
            }
        }
        if let Some(Rest { color, things }) = self.rest {
            f.write_str("\n")?;
            if let Some([r, g, b]) = color {
                write!(f, "#{r:02x}{g:02x}{b:02x} ")?;
            }
            write!(f, "and {} more", thousands(things))?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// The end of a ramp from 0 on that holds `most`, a round number, and the numbers beside the ramp.
pub(crate) fn scale(most: f32) -> (f32, Vec<Tick>) {
    let step = round_step(most.max(f32::MIN_POSITIVE) / 5.0);
    let steps = (most / step - 1e-3).ceil().clamp(1.0, 6.0);
    let end = steps * step;
    let tick = |i: u32| Tick { place: i as f32 / steps, text: number(i as f32 * step) };
    (end, (0..=steps as u32).map(tick).collect())
}

/// 1, 2, 2.5 or 5 times a power of ten, the first that is at least `least`.
fn round_step(least: f32) -> f32 {
    let power = 10.0_f32.powf(least.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= least * 0.999).unwrap_or(10.0);
    factor * power
}

/// A number as people write it: no more digits than it has.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_at_a_round_number_that_holds_everything() {
        for (most, end, texts) in [
            (8.0, 8.0, "0 2 4 6 8"),
            (53.3, 60.0, "0 20 40 60"),
            (100.0, 100.0, "0 20 40 60 80 100"),
            (0.37, 0.4, "0 0.1 0.2 0.3 0.4"),
            (1.0, 1.0, "0 0.2 0.4 0.6 0.8 1"),
            (12.0, 12.5, "0 2.5 5 7.5 10 12.5"),
        ] {
            let (found, ticks) = scale(most);
            let joined: Vec<_> = ticks.iter().map(|tick| tick.text.as_str()).collect();
            assert!((found - end).abs() < 1e-4 * end, "{most}: {found}");
            assert_eq!(joined.join(" "), texts, "{most}");
            assert_eq!(ticks.last().map(|tick| tick.place), Some(1.0));
        }
        assert!(scale(0.0).0 > 0.0, "nothing to show is no division by zero");
    }
}
